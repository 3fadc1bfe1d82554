// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-verify-input`: checks that a model has the form that the compiler expects (see
// Passes.td). Changes nothing.
//
// Each error names the argument, result or op that it concerns.
#include "passes/Passes.h"

#include "dialects/rlx/interfaces/Strings.h"
#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/reference/Conversion.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "passes/ModelOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

namespace rlx {
#define GEN_PASS_DEF_VERIFYINPUTPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// Checks one function. Each problem is an error at the function or the op.
class ModelVerifier {
public:
  explicit ModelVerifier(func::FuncOp function) : function(function) {}

  LogicalResult verify() {
    if (!function.getBody().hasOneBlock())
      return function.emitOpError("is a model and must have one block");
    if (failed(verifyStrings()))
      return failure();
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (failed(verifyArgument(i)))
        return failure();
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      if (failed(verifyResult(i)))
        return failure();
    return verifyBody();
  }

private:
  InFlightDiagnostic at(StringRef what, unsigned i) {
    return function.emitOpError() << what << " #" << i << ' ';
  }

  LogicalResult verifyTensor(StringRef what, unsigned i, Type type) {
    auto ranked = dyn_cast<RankedTensorType>(type);
    if (!ranked || !rlx::ref::isSupportedElementType(ranked.getElementType()))
      return at(what, i) << "has type " << type
                         << ", but models take and return ranked tensors of f16, bf16, f32, f64, "
                            "i1, i8 to i64, ui8 to ui64, complex<f32>, complex<f64> or a narrow "
                            "type";
    return success();
  }

  // Strings are numbers of type i64 in the model.
  LogicalResult verifyString(StringRef what, unsigned i, Attribute attribute, Type type) {
    if (!attribute || getElementTypeOrSelf(type).isSignlessInteger(64))
      return success();
    return at(what, i) << "has " << rlx::kStringAttr << " and type " << type
                       << ", but numbers of strings are i64";
  }

  // Of the function: strings of the model, by number.
  LogicalResult verifyStrings() {
    Attribute attribute = function->getAttr(rlx::kStringsAttr);
    if (!attribute)
      return success();
    auto strings = dyn_cast<ArrayAttr>(attribute);
    llvm::DenseSet<Attribute> seen;
    if (strings && !strings.empty() && strings[0] == StringAttr::get(function.getContext(), "") &&
        llvm::all_of(strings, [&](Attribute text) {
          return isa<StringAttr>(text) && seen.insert(text).second;
        }))
      return success();
    return function.emitOpError() << "has " << rlx::kStringsAttr
                                  << ", which must be different strings, the empty one first";
  }

  LogicalResult verifyName(StringRef what, unsigned i, Attribute attribute,
                           llvm::StringMap<unsigned> &seen) {
    auto name = dyn_cast_or_null<StringAttr>(attribute);
    if (!name || name.empty())
      return at(what, i) << "needs a name: rlx.name = \"...\"";
    auto [it, inserted] = seen.try_emplace(name, i);
    if (!inserted)
      return at(what, i) << "is named \"" << name.getValue() << "\" like " << what << " #"
                         << it->second << "; names must be unique";
    return success();
  }

  // A misspelled attribute would be ignored, or a default used instead.
  LogicalResult verifyOwnAttributes(StringRef what, unsigned i, ArrayRef<NamedAttribute> attributes,
                                    ArrayRef<StringRef> known) {
    for (NamedAttribute attribute : attributes) {
      StringRef name = attribute.getName();
      if (name.starts_with("rlx.") && !llvm::is_contained(known, name))
        return at(what, i) << "has no attribute '" << name << "'; it may have "
                           << llvm::join(known, ", ");
    }
    return success();
  }

  LogicalResult verifyArgument(unsigned i) {
    if (failed(verifyOwnAttributes("argument", i, function_interface_impl::getArgAttrs(function, i),
                                   {"rlx.kind", "rlx.name", "rlx.dims", rlx::kStringAttr})) ||
        failed(verifyString("argument", i, function.getArgAttr(i, rlx::kStringAttr),
                            function.getArgumentTypes()[i])) ||
        failed(verifyTensor("argument", i, function.getArgumentTypes()[i])) ||
        failed(verifyName("argument", i, function.getArgAttr(i, "rlx.name"), argumentNames)))
      return failure();
    auto kind = dyn_cast_or_null<StringAttr>(function.getArgAttr(i, "rlx.kind"));
    if (!kind || (kind != "input" && kind != "param")) {
      InFlightDiagnostic diagnostic = at("argument", i);
      diagnostic << "needs rlx.kind = \"input\" or \"param\"";
      if (kind)
        diagnostic << ", but has " << kind;
      return diagnostic;
    }
    return verifyDims(i);
  }

  LogicalResult verifyDims(unsigned i) {
    Attribute attribute = function.getArgAttr(i, "rlx.dims");
    if (!attribute)
      return success();
    auto type = cast<RankedTensorType>(function.getArgumentTypes()[i]);
    auto names = dyn_cast<ArrayAttr>(attribute);
    if (!names || static_cast<int64_t>(names.size()) != type.getRank() ||
        !llvm::all_of(names, llvm::IsaPred<StringAttr>))
      return at("argument", i) << "has rlx.dims = " << attribute << ", but needs " << type.getRank()
                               << " strings, one for each size of " << type;
    for (auto [d, name] : llvm::enumerate(names.getAsRange<StringAttr>()))
      if (!name.empty() && !type.isDynamicDim(d))
        return at("argument", i) << "names size " << d << " \"" << name.getValue()
                                 << "\" in rlx.dims, but that size is static in " << type;
    return success();
  }

  LogicalResult verifyResult(unsigned i) {
    if (failed(verifyOwnAttributes("result", i,
                                   function_interface_impl::getResultAttrs(function, i),
                                   {"rlx.name", "rlx.dims", rlx::kStringAttr})) ||
        failed(verifyString("result", i, function.getResultAttr(i, rlx::kStringAttr),
                            function.getResultTypes()[i])) ||
        failed(verifyTensor("result", i, function.getResultTypes()[i])))
      return failure();
    return verifyName("result", i, function.getResultAttr(i, "rlx.name"), resultNames);
  }

  LogicalResult verifyBody() {
    WalkResult walked = function.getBody().walk([](Operation *op) -> WalkResult {
      if (!rlx::isModelOp(op))
        return rlx::reportForeignOp(op);
      if (failed(verifyAttributes(op)))
        return WalkResult::interrupt();
      if (auto constant = dyn_cast<rlx::ConstantOp>(op))
        return verifyResource(constant);
      auto dim = dyn_cast<tensor::DimOp>(op);
      return dim ? WalkResult(verifyDim(dim)) : WalkResult::advance();
    });
    return failure(walked.wasInterrupted());
  }

  // MLIR accepts any attribute on an op, so a misspelled one would leave the default in effect.
  // Attributes with a dialect prefix are annotations. Passes trust those of lir, so models must not
  // have them.
  static LogicalResult verifyAttributes(Operation *op) {
    for (NamedAttribute attribute : op->getDiscardableAttrs()) {
      StringRef name = attribute.getName().getValue();
      if (name.starts_with("lir."))
        return op->emitOpError("has the attribute '")
               << name << "', but lir attributes are reserved for the compiler";
      if (!isa<rlx::RLXDialect>(op->getDialect()) || name.contains('.'))
        continue;
      InFlightDiagnostic diagnostic = op->emitOpError("has no attribute '") << name << "'";
      StringRef separator = "; it has ";
      for (StringAttr own : op->getName().getAttributeNames()) {
        if (own == "operandSegmentSizes") // implied by the syntax
          continue;
        diagnostic << separator << own.getValue();
        separator = ", ";
      }
      return diagnostic;
    }
    return success();
  }

  // The op's verifier cannot check this: a file's resources are read after its ops.
  static LogicalResult verifyResource(rlx::ConstantOp op) {
    auto resource = dyn_cast<DenseResourceElementsAttr>(op.getValue());
    if (!resource || resource.getRawHandle().getBlob())
      return success();
    return op.emitOpError("expects a value, but the file has no dialect resource '")
           << resource.getRawHandle().getKey() << "'";
  }

  // In MLIR a dimension that the tensor does not have is undefined behavior, not an error.
  static LogicalResult verifyDim(tensor::DimOp op) {
    std::optional<int64_t> index = op.getConstantIndex();
    auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
    if (!index || !type || (*index >= 0 && *index < type.getRank()))
      return success();
    return op.emitOpError("expects a dimension in [0, ")
           << type.getRank() << ") of " << type << ", but got " << *index;
  }

  func::FuncOp function;
  llvm::StringMap<unsigned> argumentNames, resultNames;
};

} // namespace

LogicalResult rlx::verifyModel(func::FuncOp function) {
  return ModelVerifier(function).verify();
}

namespace {

struct VerifyInput : rlx::impl::VerifyInputPassBase<VerifyInput> {
  using VerifyInputPassBase::VerifyInputPassBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    unsigned numModels = 0;
    for (func::FuncOp function : rlx::functionsWithBodies(getOperation())) {
      if (function.isPrivate())
        continue;
      ++numModels;
      if (failed(rlx::verifyModel(function)))
        return signalPassFailure();
    }
    if (numModels == 0) {
      getOperation().emitError("expects a public function: the model");
      signalPassFailure();
    }
  }
};

} // namespace
