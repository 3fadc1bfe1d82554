// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arguments of an op as its ODS defines them: operands, then attributes. All outputs of
// rlx-graph-ops-gen are made from these, so that they agree on names, kinds and order.
#ifndef RLX_DIALECTS_RLX_BUILDER_TBLGEN_OPARGUMENTS_H
#define RLX_DIALECTS_RLX_BUILDER_TBLGEN_OPARGUMENTS_H

#include <optional>
#include <string>
#include <vector>

#include "mlir/TableGen/EnumInfo.h"
#include "mlir/TableGen/Operator.h"

namespace rlx::tblgen {

// The kind of value that a call gives. graph::ArgumentKind (OpTable.h) has the same names.
enum class Kind {
  Value,
  Values,
  Size,
  Sizes,
  Bool,
  Unit, // a flag: present or not
  Int,
  Float,
  String,
  Ints,
  Floats,
  DType,
  Number, // of the first operand's element type
  Enum
};
const char *name(Kind kind);

struct Argument {
  std::string name; // in the ODS
  Kind kind;
  bool isRequired;
  // The default value as C++; empty if there is none.
  std::string init;
  // Of an operand, which is not of type index: its constraint.
  std::optional<mlir::tblgen::TypeConstraint> constraint;
  // Of Sizes: the attribute with the static entries.
  std::string staticAttribute;
  // Of Enum.
  std::optional<mlir::tblgen::EnumInfo> enumeration;
};

// Operands and attributes in the order of the ODS. Nothing for an op whose method is written by
// hand: one with regions, a terminator, a constant.
std::optional<std::vector<Argument>> argumentsOf(const mlir::tblgen::Operator &op);

bool hasSegments(const mlir::tblgen::Operator &op);

// "layer_norm" of "rlx.layer_norm".
llvm::StringRef mnemonic(const mlir::tblgen::Operator &op);

} // namespace rlx::tblgen

#endif // RLX_DIALECTS_RLX_BUILDER_TBLGEN_OPARGUMENTS_H
