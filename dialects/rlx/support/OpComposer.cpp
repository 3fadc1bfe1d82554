// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of OpComposer.h: casts, reshapes, slices and iotas that decompositions use. Each
// helper returns its operand unchanged if there is nothing to do, so decompositions stay small. The
// norms' formulas are in Normalization.cpp.
#include "dialects/rlx/support/OpComposer.h"

#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/IotaOps.h"
#include "dialects/rlx/ir/NormalizationOps.h"
#include "dialects/rlx/ir/ReductionOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace rlx {

Value OpComposer::scalar(Type elementType, double value) {
  auto type = RankedTensorType::get({}, elementType);
  return make<ConstantOp>(
      DenseElementsAttr::get(type, ArrayRef<Attribute>(builder.getFloatAttr(elementType, value))));
}

Value OpComposer::cast(Value tensor, Type elementType) {
  if (getElementTypeOrSelf(tensor.getType()) == elementType)
    return tensor;
  return make<CastOp>(tensor, elementType);
}

Value OpComposer::widened(Value tensor) {
  return tensor ? cast(tensor, accumulatorType(getElementTypeOrSelf(tensor.getType()))) : tensor;
}

Value OpComposer::reshape(Value tensor, ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constant;
  dispatchIndexOpFoldResults(sizes, dynamic, constant);
  return make<ReshapeOp>(tensor, dynamic, constant);
}

Value OpComposer::reshapeTo(Value tensor, ArrayRef<int64_t> sizes) {
  if (cast<RankedTensorType>(tensor.getType()).getShape() == sizes)
    return tensor;
  return reshape(tensor, getAsIndexOpFoldResult(builder.getContext(), sizes));
}

Value OpComposer::swapWithLast(Value tensor, int64_t axis) {
  const int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  if (axis + 1 == rank)
    return tensor;
  SmallVector<int64_t> perm = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(perm[axis], perm.back());
  return make<TransposeOp>(tensor, perm);
}

std::pair<Value, Value> OpComposer::halves(Value tensor) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, tensor);
  OpFoldResult half = affine::makeComposedFoldedAffineApply(
      builder, loc, builder.getAffineSymbolExpr(0).floorDiv(2), {sizes.back()});
  sizes.back() = half;
  auto slice = [&](OpFoldResult start) {
    SmallVector<OpFoldResult> starts(sizes.size(), builder.getIndexAttr(0));
    starts.back() = start;
    SmallVector<Value> dynamicStarts, dynamicSizes;
    SmallVector<int64_t> staticStarts, staticSizes;
    dispatchIndexOpFoldResults(starts, dynamicStarts, staticStarts);
    dispatchIndexOpFoldResults(sizes, dynamicSizes, staticSizes);
    return make<SliceOp>(tensor, dynamicStarts, dynamicSizes, staticStarts, staticSizes,
                         ArrayRef<int64_t>());
  };
  return {slice(builder.getIndexAttr(0)), slice(half)};
}

Value OpComposer::iota(OpFoldResult start, ArrayRef<OpFoldResult> sizes, int64_t axis) {
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constant;
  dispatchIndexOpFoldResults(sizes, dynamic, constant);
  return make<IotaOp>(getValueOrCreateConstantIndexOp(builder, loc, start), dynamic, constant,
                      axis);
}

} // namespace rlx
