// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts tensors and collects the arguments of a reference run.
//
// A failed reference run becomes an error of the tool.
#include "tools/rlx-run/compare/ReferenceForm.h"

#include "dialects/rlx/reference/Conversion.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace rlx::run {

func::FuncOp modelFunction(ModuleOp module) {
  return *llvm::find_if(module.getOps<func::FuncOp>(),
                        [](func::FuncOp op) { return op.isPublic(); });
}

rt::Status referenceFailed(llvm::Error error) {
  return rt::internalError("the reference interpreter failed: " + llvm::toString(std::move(error)));
}

rt::StatusOr<ref::Tensor> toReference(const rt::TensorView &tensor, Type type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  rt::StatusOr<int64_t> bytes = rt::numBytes(tensor.dtype, tensor.shape);
  if (!ranked || !bytes.ok())
    return rt::internalError("the reference takes tensors only");
  llvm::Expected<ref::Tensor> converted =
      ref::fromBytes(ArrayRef(tensor.shape.data(), tensor.shape.size()), ranked.getElementType(),
                     ArrayRef(static_cast<const char *>(tensor.data), *bytes));
  if (!converted)
    return referenceFailed(converted.takeError());
  return std::move(*converted);
}

rt::StatusOr<SmallVector<ref::Tensor>>
referenceArguments(func::FuncOp function, const TensorMap &params, const Case &one) {
  SmallVector<ref::Tensor> result;
  size_t nextInput = 0;
  for (BlockArgument argument : function.getArguments()) {
    unsigned i = argument.getArgNumber();
    auto kind = function.getArgAttrOfType<StringAttr>(i, "rlx.kind");
    rt::TensorView view;
    if (kind && kind.getValue() == "param")
      view = params.find(function.getArgAttrOfType<StringAttr>(i, "rlx.name").getValue().str())
                 ->second.view();
    else
      view = one.inputs[nextInput++].view();
    RLX_ASSIGN_OR_RETURN(ref::Tensor tensor, toReference(view, argument.getType()));
    result.push_back(std::move(tensor));
  }
  return result;
}

} // namespace rlx::run
