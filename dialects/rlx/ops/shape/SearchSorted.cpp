// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of search_sorted: each result element is a binary search, so elements are independent.
#include "dialects/rlx/ir/GatherOps.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace rlx;

LogicalResult SearchSortedOp::infer(InferContext &ctx, Adaptor op,
                                    SmallVectorImpl<InferredType> &results) {
  const size_t rank = ctx.shape(op.getSorted()).size();
  if (rank != 1) // search_sorted_c1
    return ctx.fail("expects a sorted list of rank 1, but got rank " + Twine(rank));
  if (failed(expectSameElementType(ctx, {op.getSorted(), op.getValues()}))) // search_sorted_c2
    return failure();
  results.push_back({ctx.shape(op.getValues()), IntegerType::get(ctx.getContext(), 64)});
  return success();
}

namespace {

// lhs < rhs, where NaN is larger than every number.
Value isLess(OpBuilder &b, Location loc, Type element, Value lhs, Value rhs) {
  if (!isFloat(element))
    return arith::CmpIOp::create(
        b, loc, isUnsigned(element) ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt, lhs,
        rhs);
  // "Unordered or less" is also true if lhs is NaN.
  Value less = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ULT, lhs, rhs);
  Value isNumber = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD, lhs, lhs);
  return arith::AndIOp::create(b, loc, less, isNumber);
}

// The first index in [0, size] at which no element comes before the value. `comesBefore` emits
// whether the element at an index does. The number of steps depends on the size alone, so that
// processors overlap the steps of several searches.
Value firstBehind(OpBuilder &b, Location loc, Value size, int64_t maxSize,
                  llvm::function_ref<Value(OpBuilder &, Value)> comesBefore) {
  Type index = b.getIndexType();
  Value zero = indexConstant(b, loc, 0), one = indexConstant(b, loc, 1);
  auto loop = scf::WhileOp::create(b, loc, TypeRange{index, index}, ValueRange{zero, size});
  // Each iteration halves the rest; the last one only checks.
  loop->setAttr(kMaxIterationsAttr,
                b.getI64IntegerAttr(llvm::Log2_64(std::max<uint64_t>(maxSize, 1)) + 2));
  OpBuilder::InsertionGuard guard(b);
  Location locations[] = {loc, loc};
  Block *before = b.createBlock(&loop.getBefore(), {}, {index, index}, locations);
  Value isOpen =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt, before->getArgument(1), zero);
  scf::ConditionOp::create(b, loc, isOpen, before->getArguments());
  Block *after = b.createBlock(&loop.getAfter(), {}, {index, index}, locations);
  // The place is in [low, low + rest]. The elements of the first half are before `middle`.
  Value low = after->getArgument(0), rest = after->getArgument(1);
  Value half = arith::ShRUIOp::create(b, loc, rest, one);
  Value middle = arith::AddIOp::create(b, loc, low, arith::SubIOp::create(b, loc, rest, half));
  Value isBefore = comesBefore(b, arith::SubIOp::create(b, loc, middle, one));
  Value next = arith::SelectOp::create(b, loc, isBefore, middle, low);
  scf::YieldOp::create(b, loc, ValueRange{next, half});
  return loop.getResult(0);
}

} // namespace

FailureOr<SmallVector<Value>> SearchSortedOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                            LoweringReason &) {
  Value sorted = operands[0];
  Type element = operandElement(*this);
  const int64_t known = cast<RankedTensorType>(sorted.getType()).getDimSize(0);
  const int64_t maxSize = ShapedType::isDynamic(known) ? kMaxElements : known;
  AffineMap same = b.getMultiDimIdentityMap(static_cast<unsigned>(getType().getRank()));
  Value size = sizeOf(b, getLoc(), sorted, 0);
  auto place = [&](OpBuilder &nested, Location loc, ValueRange, ValueRange v) -> Value {
    auto comesBefore = [&](OpBuilder &inner, Value i) -> Value {
      Value x = tensor::ExtractOp::create(inner, loc, sorted, i);
      if (!getRight())
        return isLess(inner, loc, element, x, v[0]);
      return arith::XOrIOp::create(inner, loc, isLess(inner, loc, element, v[0], x),
                                   arith::ConstantIntOp::create(inner, loc, 1, 1));
    };
    Value found = firstBehind(nested, loc, size, maxSize, comesBefore);
    return arith::IndexCastOp::create(nested, loc, nested.getI64Type(), found);
  };
  return SmallVector<Value>{
      parallelGeneric(b, getLoc(), emptyResult(b, *this, operands), operands[1], same, place)};
}

llvm::Error SearchSortedOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                     MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &sorted = in[0], &values = in[1];
  auto less = [&](const ref::Tensor &l, int64_t i, const ref::Tensor &r, int64_t j) {
    if (l.isFloat())
      return std::isnan(r.floats[j]) ? !std::isnan(l.floats[i]) : l.floats[i] < r.floats[j];
    return isUnsigned(l.elementType) ? uint64_t(l.ints[i]) < uint64_t(r.ints[j])
                                     : l.ints[i] < r.ints[j];
  };
  for (int64_t j = 0; j < values.numElements(); ++j) {
    int64_t low = 0, high = sorted.numElements();
    while (low < high) {
      const int64_t middle = (low + high) / 2;
      bool isBefore =
          getRight() ? !less(values, j, sorted, middle) : less(sorted, middle, values, j);
      (isBefore ? low : high) = isBefore ? middle + 1 : middle;
    }
    out[0].ints[j] = low;
  }
  return llvm::Error::success();
}
