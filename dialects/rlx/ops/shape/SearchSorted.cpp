// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the ops that search in a sorted list. In search_sorted each result element is a binary
// search, so elements are independent.
//
// A slice of the result of flat_nonzero searches for its first and last block of flags in the sums,
// and then reads the flags in between in order:
//
//   from the first block to the last one: store the index, go on if the flag is set
//   last block: the same, until the slice is full
//
// The first loop has no branch: an index stored for a flag that is not set is overwritten by the
// next one.
#include "dialects/rlx/ir/GatherOps.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace rlx;

// ---- search_sorted ----

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

// ---- flat_nonzero ----

LogicalResult FlatNonzeroOp::infer(InferContext &ctx, Adaptor op,
                                   SmallVectorImpl<InferredType> &results) {
  Dims flags = ctx.shape(op.getFlags());
  const auto block = static_cast<int64_t>(op.getBlock());
  if (flags.size() != 1) // flat_nonzero_c1
    return ctx.fail("expects flags of rank 1, but got rank " + Twine(flags.size()));
  if (block <= 0) // flat_nonzero_c2
    return ctx.fail("expects a positive block, but got " + Twine(block));
  Dim blocks = (flags[0] + (block - 1)).floorDiv(block);
  if (failed(expectShape(ctx, "sums", op.getSums(), blocks))) // flat_nonzero_c3
    return failure();
  FailureOr<Dims> sizes = ctx.mixed(op.getStaticSizes(), op.getSizes());
  if (failed(sizes))
    return failure();
  if (sizes->size() != 1) // flat_nonzero_c4
    return ctx.fail("expects one size, but got " + Twine(sizes->size()));
  if (failed(expectSizes(ctx, *sizes))) // flat_nonzero_c4
    return failure();
  results.push_back({*sizes, IntegerType::get(ctx.getContext(), 64)});
  return success();
}

namespace {

// Emits one slice of the result.
class FlagSearch {
public:
  FlagSearch(OpBuilder &b, Location loc, Value flags, Value sums, int64_t block,
             const ResultSlice &slice)
      : b(b), loc(loc), flags(flags), sums(sums), block(constant(block)),
        first(getValueOrCreateConstantIndexOp(b, loc, slice.offsets[0])),
        count(getValueOrCreateConstantIndexOp(b, loc, slice.sizes[0])), result(slice.tensors[0]) {}

  Value run() {
    Value last = sub(add(first, count), constant(1));
    Value firstBlock = blockOf(first), lastBlock = max(blockOf(last), firstBlock);
    Value start = mul(firstBlock, block), middle = mul(lastBlock, block),
          end = min(add(middle, block), sizeOf(b, loc, flags, 0));
    // The number of set flags before `start`, less those that belong to earlier slices.
    Value number = sub(flagsBefore(firstBlock), first);
    SmallVector<Value> carried =
        loop(start, middle, {result, number}, [&](Value index, ValueRange v) {
          return stored(index, v[0], v[1], /*mayBeFull=*/false);
        });
    return loop(middle, end, carried, [&](Value index, ValueRange v) {
      return stored(index, v[0], v[1], /*mayBeFull=*/true);
    })[0];
  }

private:
  Value constant(int64_t value) { return indexConstant(b, loc, value); }
  Value add(Value l, Value r) { return arith::AddIOp::create(b, loc, l, r); }
  Value sub(Value l, Value r) { return arith::SubIOp::create(b, loc, l, r); }
  Value mul(Value l, Value r) { return arith::MulIOp::create(b, loc, l, r); }
  Value min(Value l, Value r) { return arith::MinSIOp::create(b, loc, l, r); }
  Value max(Value l, Value r) { return arith::MaxSIOp::create(b, loc, l, r); }

  SmallVector<Value> loop(Value from, Value to, ValueRange carried,
                          function_ref<SmallVector<Value>(Value, ValueRange)> body) {
    auto each = scf::ForOp::create(
        b, loc, from, to, constant(1), carried,
        [&](OpBuilder &nested, Location l, Value index, ValueRange values) {
          OpBuilder::InsertionGuard guard(b);
          b.setInsertionPoint(nested.getInsertionBlock(), nested.getInsertionPoint());
          scf::YieldOp::create(b, l, body(index, values));
        });
    return SmallVector<Value>(each.getResults());
  }

  Value sumAt(OpBuilder &n, Location l, Value position) {
    Value sum = tensor::ExtractOp::create(n, l, sums, position);
    return arith::IndexCastOp::create(n, l, n.getIndexType(), sum);
  }

  // The set flags in the blocks before this one.
  Value flagsBefore(Value number) {
    Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, number, constant(0));
    auto none = [](OpBuilder &n, Location l) {
      scf::YieldOp::create(n, l, indexConstant(n, l, 0));
    };
    auto some = [&](OpBuilder &n, Location l) {
      Value before = arith::SubIOp::create(n, l, number, indexConstant(n, l, 1));
      scf::YieldOp::create(n, l, sumAt(n, l, before));
    };
    return scf::IfOp::create(b, loc, isFirst, none, some).getResult(0);
  }

  // The block of a set flag: the number of sums that are at most its number. The last block, if the
  // sums are wrong.
  Value blockOf(Value flag) {
    Value blocks = sizeOf(b, loc, sums, 0);
    auto isBefore = [&](OpBuilder &n, Value position) -> Value {
      return arith::CmpIOp::create(n, loc, arith::CmpIPredicate::sle, sumAt(n, loc, position),
                                   flag);
    };
    Value found = firstBehind(b, loc, blocks, kMaxElements, isBefore);
    return max(min(found, sub(blocks, constant(1))), constant(0));
  }

  // Stores the index for a flag, and goes on to the next element if the flag is set.
  // The place is inside the slice even if the sums are wrong.
  SmallVector<Value> stored(Value index, Value tensor, Value number, bool mayBeFull) {
    Value zero = constant(0), place = min(max(number, zero), sub(count, constant(1)));
    Value element = arith::IndexCastOp::create(b, loc, b.getI64Type(), index);
    if (mayBeFull) {
      Value isOpen = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, number, count);
      Value old = tensor::ExtractOp::create(b, loc, tensor, place);
      element = arith::SelectOp::create(b, loc, isOpen, element, old);
    }
    Value flag = tensor::ExtractOp::create(b, loc, flags, index);
    Value step = arith::SelectOp::create(b, loc, flag, constant(1), zero);
    return {tensor::InsertOp::create(b, loc, element, tensor, place), add(number, step)};
  }

  OpBuilder &b;
  Location loc;
  Value flags, sums, block, first, count, result;
};

} // namespace

FailureOr<SmallVector<Value>> FlatNonzeroOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                           LoweringReason &) {
  constexpr int64_t kFlagsPerResult = 4; // assumed
  Value init = emptyResult(b, *this, operands);
  if (cast<RankedTensorType>(operands[0].getType()).getDimSize(0) == 0)
    return SmallVector<Value>{filled(b, getLoc(), init, 0.0)};
  return forEachSlice(b, getLoc(), init, ArrayRef<int64_t>{0}, kFlagsPerResult,
                      [&](OpBuilder &nested, Location l, const ResultSlice &slice) {
                        FlagSearch search(nested, l, operands[0], operands[1],
                                          static_cast<int64_t>(getBlock()), slice);
                        return SmallVector<Value>{search.run()};
                      });
}

llvm::Error FlatNonzeroOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                    MutableArrayRef<ref::Tensor> out) {
  int64_t j = 0;
  for (int64_t i = 0; i < in[0].numElements() && j < out[0].numElements(); ++i)
    if (in[0].ints[i])
      out[0].ints[j++] = i;
  return llvm::Error::success();
}
