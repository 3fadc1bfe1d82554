// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of ShapeCasts.h. A reshape compares numbers of elements, so it checks one open
// size. More than one open size needs an rlx.expand, whose shape rule compares every size; that is
// the copy of which the header speaks.
#include "dialects/rlx/support/ShapeCasts.h"

#include "dialects/rlx/ir/ShapeOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace rlx {

// The number of sizes for which type and `sizes` do not prove equality.
static unsigned countOpen(RankedTensorType type, ArrayRef<OpFoldResult> sizes) {
  unsigned open = 0;
  for (auto [known, size] : llvm::zip(type.getShape(), sizes))
    open += ShapedType::isDynamic(known) || getConstantIntValue(size) != known;
  return open;
}

static bool contradicts(int64_t known, OpFoldResult size) {
  std::optional<int64_t> wanted = getConstantIntValue(size);
  return wanted && !ShapedType::isDynamic(known) && *wanted != known;
}

// Emits an rlx.expand that checks the sizes. It leaves out sizes that are 1 in the type, which an
// expand would repeat, and contradictions, which it does not accept; the reshape reports those.
static Value expandOthers(OpBuilder &b, Location loc, Value tensor, ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> others(sizes);
  for (auto [d, known] : llvm::enumerate(cast<RankedTensorType>(tensor.getType()).getShape()))
    if (known == 1 || contradicts(known, sizes[d]))
      others[d] = b.getIndexAttr(known);
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constant;
  dispatchIndexOpFoldResults(others, dynamic, constant);
  return ExpandOp::create(b, loc, tensor, dynamic, constant);
}

Value withSizes(OpBuilder &b, Location loc, Value tensor, ArrayRef<OpFoldResult> sizes,
                RankedTensorType type) {
  auto from = cast<RankedTensorType>(tensor.getType());
  unsigned open = countOpen(from, sizes);
  if (open == 0 && from == type)
    return tensor;
  // A reshape checks the number of elements, which determines one open size unless another is 0.
  if (open > 1 || (open == 1 && llvm::is_contained(from.getShape(), 0)))
    tensor = expandOthers(b, loc, tensor, sizes);
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constant;
  dispatchIndexOpFoldResults(sizes, dynamic, constant);
  return ReshapeOp::create(b, loc, type, tensor, dynamic, constant);
}

Value withType(OpBuilder &b, Location loc, Value tensor, RankedTensorType type) {
  if (tensor.getType() == type)
    return tensor;
  SmallVector<OpFoldResult> sizes;
  for (auto [d, size] : llvm::enumerate(type.getShape()))
    sizes.push_back(ShapedType::isDynamic(size) ? tensor::getMixedSize(b, loc, tensor, d)
                                                : OpFoldResult(b.getIndexAttr(size)));
  return withSizes(b, loc, tensor, sizes, type);
}

} // namespace rlx
