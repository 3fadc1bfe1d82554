// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of IndexChecks.h: for lowerings a `lir.check` and a clamp, for the interpreter an
// error. Both count negative indices from the end. Index types may be signed or unsigned; the
// declared type decides.
#include "dialects/rlx/support/IndexChecks.h"

#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "dialects/rlx/support/SortedHints.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {

Value checkedIndex(OpBuilder &b, Location loc, Value raw, Type element, Value size) {
  Value zero = indexConstant(b, loc, 0), given, index;
  if (isUnsigned(element)) {
    index = given = arith::IndexCastUIOp::create(b, loc, b.getIndexType(), raw);
  } else {
    given = arith::IndexCastOp::create(b, loc, b.getIndexType(), raw);
    Value negative = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, given, zero);
    Value wrapped = arith::AddIOp::create(b, loc, given, size);
    index = arith::SelectOp::create(b, loc, negative, wrapped, given);
  }
  // Unsigned comparison: also false for an index that is still negative.
  Value inside = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, index, size);
  lir::CheckOp::create(b, loc, inside, lir::KernelError::IndexOutOfRange, given);
  return clampToSize(b, loc, index, size);
}

Value indexOf(OpBuilder &b, Location loc, Operation *op, Value raw, Type element, Value size) {
  if (!op->hasAttr(kInsideAttr))
    return checkedIndex(b, loc, raw, element, size);
  if (isUnsigned(element))
    return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), raw);
  return arith::IndexCastOp::create(b, loc, b.getIndexType(), raw);
}

llvm::Error forEachGathered(ArrayRef<int64_t> data, const ref::Tensor &indices, int64_t axis,
                            llvm::function_ref<void(int64_t, int64_t)> body) {
  int64_t outer = 1, inner = 1, count = indices.numElements(), size = data[axis];
  for (auto [d, extent] : llvm::enumerate(data))
    (int64_t(d) < axis ? outer : inner) *= int64_t(d) == axis ? 1 : extent;
  for (int64_t i = 0; i < count; ++i) {
    llvm::Expected<int64_t> index = checkedIndex(indices, i, size);
    if (!index)
      return index.takeError();
    for (int64_t a = 0; a < outer; ++a)
      for (int64_t c = 0; c < inner; ++c)
        body((a * count + i) * inner + c, (a * size + *index) * inner + c);
  }
  return llvm::Error::success();
}

llvm::Error forEachAlong(ArrayRef<int64_t> data, const ref::Tensor &indices, int64_t axis,
                         llvm::function_ref<void(int64_t, int64_t)> body) {
  SmallVector<int64_t> strides = ref::strides(data);
  std::string problem;
  ref::forEachIndex(indices.shape, [&](ArrayRef<int64_t> position, int64_t i) {
    llvm::Expected<int64_t> index = checkedIndex(indices, i, data[axis]);
    if (!index) {
      problem = llvm::toString(index.takeError());
      return;
    }
    int64_t at = 0;
    for (auto [d, stride] : llvm::enumerate(strides))
      at += (int64_t(d) == axis ? *index : position[d]) * stride;
    body(i, at);
  });
  return problem.empty() ? llvm::Error::success() : llvm::createStringError(problem);
}

LogicalResult expectNotEmpty(InferContext &ctx, ArrayRef<Dim> shape, int64_t dim,
                             ArrayRef<Dim> indices) {
  // 1, or 0 if there are no indices.
  Dim least = ctx.constant(1), size = shape[dim], count = product(ctx, indices);
  if (InferContext::staticValue(count) == 0)
    return success();
  if (!InferContext::staticValue(count) && !ctx.isNonNegative(count - 1) &&
      !ctx.isNonNegative(size - 1))
    least = count.ceilDiv(kMaxElements);
  return expectNonNegative(ctx, size - least,
                           "expects dimension " + Twine(dim) +
                               " of operand #0, which indices point into, not to be empty");
}

LogicalResult expectIndicesAlong(InferContext &ctx, ArrayRef<Dim> data, ArrayRef<Dim> indices,
                                 int64_t axis) {
  if (failed(normalizeAxis(ctx, axis, data.size())))
    return failure();
  if (indices.size() != data.size())
    return ctx.fail("expects indices of rank " + Twine(data.size()) + " like operand #0, but got " +
                    "rank " + Twine(indices.size()));
  for (size_t i = 0; i < data.size(); ++i)
    if (int64_t(i) != axis &&
        failed(expectNonNegative(ctx, data[i] - indices[i],
                                 "expects indices of at most size" + ifKnown(" ", data[i]) +
                                     " in dimension " + Twine(i) + " like operand #0" +
                                     ifKnown(", but got ", indices[i]))))
      return failure();
  return expectNotEmpty(ctx, data, axis, indices);
}

Value sizeOf(OpBuilder &b, Location loc, Value tensor, int64_t dim) {
  return getValueOrCreateConstantIndexOp(b, loc, tensor::getMixedSize(b, loc, tensor, dim));
}

llvm::Expected<int64_t> checkedIndex(const ref::Tensor &indices, int64_t i, int64_t size) {
  int64_t raw = indices.ints[i];
  bool isUnsigned = indices.elementType.isUnsignedInteger();
  int64_t index = !isUnsigned && raw < 0 ? raw + size : raw;
  if (index < 0 || index >= size)
    return llvm::createStringError(llvm::Twine("an index is out of range: ") +
                                   (isUnsigned ? llvm::Twine(uint64_t(raw)) : llvm::Twine(raw)) +
                                   " for size " + llvm::Twine(size));
  return index;
}

} // namespace rlx
