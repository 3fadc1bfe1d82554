// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of OpArguments.h.
#include "OpArguments.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/TableGen/Record.h"

using namespace llvm;
using mlir::tblgen::NamedAttribute;
using mlir::tblgen::NamedTypeConstraint;
using mlir::tblgen::Operator;

namespace rlx::tblgen {

const char *name(Kind kind) {
  switch (kind) {
  case Kind::Value:
    return "Value";
  case Kind::Values:
    return "Values";
  case Kind::Size:
    return "Size";
  case Kind::Sizes:
    return "Sizes";
  case Kind::Bool:
    return "Bool";
  case Kind::Unit:
    return "Unit";
  case Kind::Int:
    return "Int";
  case Kind::Float:
    return "Float";
  case Kind::String:
    return "String";
  case Kind::Ints:
    return "Ints";
  case Kind::Floats:
    return "Floats";
  case Kind::DType:
    return "DType";
  case Kind::Number:
    return "Number";
  case Kind::Enum:
    return "Enum";
  }
  llvm_unreachable("a kind without a name");
}

static std::optional<Kind> kindOf(const NamedAttribute &attribute) {
  if (attribute.attr.getBaseAttr().isEnumAttr())
    return Kind::Enum;
  return StringSwitch<std::optional<Kind>>(attribute.attr.getStorageType())
      .Case("::mlir::TypeAttr", Kind::DType)
      .Case("::mlir::TypedAttr", Kind::Number)
      .Case("::mlir::UnitAttr", Kind::Unit)
      .Case("::mlir::BoolAttr", Kind::Bool)
      .Case("::mlir::IntegerAttr", Kind::Int)
      .Case("::mlir::FloatAttr", Kind::Float)
      .Case("::mlir::StringAttr", Kind::String)
      .Case("::mlir::DenseI64ArrayAttr", Kind::Ints)
      .Case("::mlir::DenseF64ArrayAttr", Kind::Floats)
      .Default(std::nullopt);
}

static std::string staticAttribute(const Operator &op, const NamedTypeConstraint &sizes) {
  std::string name = ("static_" + sizes.name).str();
  for (const NamedAttribute &attribute : op.getAttributes())
    if (attribute.name == name)
      return name;
  return "";
}

static Argument operandOf(const Operator &op, const NamedTypeConstraint &operand) {
  Argument argument{operand.name.str(), Kind::Value, !operand.isOptional(), "",
                    std::nullopt,       "",          std::nullopt};
  if (operand.constraint.getDefName() == "Index") {
    argument.kind = operand.isVariadic() ? Kind::Sizes : Kind::Size;
    argument.staticAttribute = staticAttribute(op, operand);
    return argument;
  }
  argument.kind = operand.isVariadic() ? Kind::Values : Kind::Value;
  argument.constraint = operand.constraint;
  return argument;
}

static std::optional<Argument> attributeOf(const NamedAttribute &attribute) {
  std::optional<Kind> kind = kindOf(attribute);
  if (!kind)
    return std::nullopt;
  Argument argument{attribute.name.str(), *kind, true, "", std::nullopt, "", std::nullopt};
  if (*kind == Kind::Unit)
    argument.init = "false";
  else if (attribute.attr.hasDefaultValue())
    argument.init = attribute.attr.getDefaultValue().str();
  argument.isRequired = argument.init.empty() && !attribute.attr.isOptional();
  if (*kind == Kind::Enum)
    argument.enumeration.emplace(&attribute.attr.getBaseAttr().getDef());
  return argument;
}

std::optional<std::vector<Argument>> argumentsOf(const Operator &op) {
  if (op.getNumRegions() || !op.getNumResults())
    return std::nullopt;
  std::vector<Argument> arguments;
  StringSet<> knownSizes;
  for (const NamedTypeConstraint &operand : op.getOperands()) {
    arguments.push_back(operandOf(op, operand));
    knownSizes.insert(arguments.back().staticAttribute);
  }
  for (const NamedAttribute &attribute : op.getAttributes()) {
    if (knownSizes.contains(attribute.name))
      continue;
    std::optional<Argument> argument = attributeOf(attribute);
    if (!argument)
      return std::nullopt;
    arguments.push_back(std::move(*argument));
  }
  return arguments;
}

bool hasSegments(const Operator &op) {
  return op.getTrait("::mlir::OpTrait::AttrSizedOperandSegments") != nullptr;
}

StringRef mnemonic(const Operator &op) {
  return op.getDef().getValueAsString("opName");
}

} // namespace rlx::tblgen
