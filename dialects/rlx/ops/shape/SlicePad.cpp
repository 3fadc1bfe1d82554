// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of slice and pad. `infer` checks their bounds, statically or at the start of a run. The
// lowerings of slices assert dynamic bounds once more. Pads become tensor.pad where that can be
// tiled, and otherwise a loop with a branch.
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/MixedSizes.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

// ---- slice ----

namespace {
LogicalResult expectCount(InferContext &ctx, StringRef what, size_t actual, size_t rank) {
  if (actual == rank)
    return success();
  return ctx.fail("expects one " + what + " for each of " + Twine(rank) + " dimensions, but got " +
                  Twine(actual));
}

Value asValue(OpBuilder &b, Location loc, OpFoldResult value) {
  return getValueOrCreateConstantIndexOp(b, loc, value);
}
} // namespace

LogicalResult SliceOp::infer(InferContext &ctx, Adaptor op,
                             SmallVectorImpl<InferredType> &results) {
  Dims from = ctx.shape(op.getInput());
  FailureOr<Dims> starts = ctx.mixed(op.getStaticStarts(), op.getStarts());
  if (failed(starts))
    return failure();
  FailureOr<Dims> sizes = ctx.mixed(op.getStaticSizes(), op.getSizes());
  if (failed(sizes))
    return failure();
  ArrayRef<int64_t> strides = op.getStrides();
  if (failed(expectCount(ctx, "start", starts->size(), from.size())) || // slice_c1
      failed(expectCount(ctx, "size", sizes->size(), from.size())) ||
      (!strides.empty() && failed(expectCount(ctx, "stride", strides.size(), from.size()))))
    return failure();
  if (llvm::is_contained(strides, 0)) // slice_c2
    return ctx.fail("expects strides other than 0");
  constexpr int64_t kLargestStride = INT32_MAX;
  for (int64_t stride : strides)
    if (stride > kLargestStride || stride < -kLargestStride) // slice_c5
      return ctx.fail("expects strides of a magnitude of at most " + Twine(kLargestStride) +
                      ", but got " + Twine(stride));
  if (failed(expectSizes(ctx, *sizes))) // slice_c4
    return failure();
  for (size_t i = 0; i < from.size(); ++i) {
    if (InferContext::staticValue((*sizes)[i]) == 0)
      continue; // no element is read
    int64_t stride = strides.empty() ? 1 : strides[i];
    Dim start = (*starts)[i], last = start + ((*sizes)[i] - 1) * stride;
    Dim lowest = stride > 0 ? start : last, highest = stride > 0 ? last : start;
    std::string where = ("expects to read dimension " + Twine(i) + " within its size").str();
    where += ifKnown(" ", from[i]);
    if (InferContext::isStatic(lowest) && InferContext::isStatic(highest))
      where += ifKnown(", but reads from ", lowest) + ifKnown(" to ", highest);
    // The distance from the first element to the end in units of the stride. (A product of size and
    // stride, as above, might wrap.)
    Dim room = stride > 0 ? from[i] - start - 1 : start;
    if (std::abs(stride) != 1)
      room = room.floorDiv(std::abs(stride));
    if (failed(
            expectNonNegative(ctx, stride > 0 ? start : from[i] - start - 1, where)) || // slice_c3
        failed(expectNonNegative(ctx, room - (*sizes)[i] + 1, where)))
      return failure();
  }
  results.push_back({*sizes, InferContext::elementType(op.getInput())});
  return success();
}

// Folds a slice that covers its input, and operands that are constants.
OpFoldResult SliceOp::fold(FoldAdaptor) {
  auto starts = foldConstantEntries(getStaticStarts(), getStartsMutable());
  auto sizes = foldConstantEntries(getStaticSizes(), getSizesMutable());
  if (starts)
    setStaticStarts(*starts);
  if (sizes)
    setStaticSizes(*sizes);
  bool ones = llvm::all_of(getStrides(), [](int64_t stride) { return stride == 1; });
  bool fromZero = llvm::all_of(getMixedValues(getStaticStarts(), getStarts(), getContext()),
                               [](OpFoldResult start) { return getConstantIntValue(start) == 0; });
  if (!ones || !fromZero || getInput().getType() != getType() ||
      !areSizesOf(getMixedValues(getStaticSizes(), getSizes(), getContext()), getInput()))
    return starts || sizes ? getResult() : OpFoldResult();
  return getInput();
}

namespace {
// Asserts that the elements of a slice's dimension are inside the input, unless inference proved
// it.
void assertBounds(OpBuilder &b, Location loc, OpFoldResult start, OpFoldResult size, int64_t stride,
                  OpFoldResult dim) {
  if (getConstantIntValue(start) && getConstantIntValue(size) && getConstantIntValue(dim))
    return;
  Value count = asValue(b, loc, size), zero = indexConstant(b, loc, 0);
  Value steps = arith::SubIOp::create(b, loc, count, indexConstant(b, loc, 1));
  Value first = asValue(b, loc, start);
  Value last = arith::AddIOp::create(
      b, loc, first, arith::MulIOp::create(b, loc, steps, indexConstant(b, loc, stride)));
  if (stride < 0)
    std::swap(first, last);
  using Predicate = arith::CmpIPredicate;
  Value low = arith::CmpIOp::create(b, loc, Predicate::sge, first, zero);
  Value high = arith::CmpIOp::create(b, loc, Predicate::slt, last, asValue(b, loc, dim));
  Value empty = arith::CmpIOp::create(b, loc, Predicate::eq, count, zero);
  Value inside = arith::AndIOp::create(b, loc, low, high);
  // If the sum wraps, the last element is before the first.
  Value ordered = arith::CmpIOp::create(b, loc, Predicate::sle, first, last);
  inside = arith::AndIOp::create(b, loc, inside, ordered);
  cf::AssertOp::create(b, loc, arith::OrIOp::create(b, loc, inside, empty),
                       "rlx.slice reads outside its input");
}
} // namespace

FailureOr<SmallVector<Value>> SliceOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                     LoweringReason &) {
  Location loc = getLoc();
  Adaptor adaptor(operands, *this);
  Value input = operands[0];
  SmallVector<OpFoldResult> starts = getMixedValues(getStaticStarts(), adaptor.getStarts(), b);
  SmallVector<OpFoldResult> sizes = getMixedValues(getStaticSizes(), adaptor.getSizes(), b);
  SmallVector<OpFoldResult> dims = tensor::getMixedSizes(b, loc, input), strides;
  // An empty slice may start behind the end, which tensor.extract_slice does not accept. Every
  // slice of an empty tensor is empty.
  if (llvm::is_contained(getStaticSizes(), 0) ||
      llvm::is_contained(cast<ShapedType>(input.getType()).getShape(), 0))
    return SmallVector<Value>{emptyResult(b, *this, operands)};
  bool forwards = true;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    assertBounds(b, loc, starts[i], size, getStride(i), dims[i]);
    strides.push_back(b.getIndexAttr(getStride(i)));
    forwards &= getStride(i) > 0;
  }
  if (forwards)
    return SmallVector<Value>{
        tensor::ExtractSliceOp::create(b, loc, input, starts, sizes, strides).getResult()};
  return SmallVector<Value>{parallelGeneric(
      b, loc, emptyResult(b, *this, operands), {}, {},
      [&](OpBuilder &nested, Location l, ValueRange indices, ValueRange) {
        SmallVector<Value> position;
        for (auto [i, index] : llvm::enumerate(indices)) {
          Value steps =
              arith::MulIOp::create(nested, l, index, indexConstant(nested, l, getStride(i)));
          position.push_back(
              arith::AddIOp::create(nested, l, asValue(nested, l, starts[i]), steps));
        }
        return tensor::ExtractOp::create(nested, l, input, position).getResult();
      })};
}

llvm::Error SliceOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                              MutableArrayRef<ref::Tensor> out) {
  SmallVector<int64_t> starts = concreteValues(getStaticStarts(), in.slice(1, getStarts().size()));
  SmallVector<int64_t> strides = ref::strides(in[0].shape);
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t from = 0;
    for (size_t d = 0; d < index.size(); ++d)
      from += (starts[d] + index[d] * getStride(d)) * strides[d];
    out[0].copyElement(i, in[0], from);
  });
  return llvm::Error::success();
}

// ---- pad ----

LogicalResult PadOp::infer(InferContext &ctx, Adaptor op, SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(op.getInput());
  FailureOr<Dims> low = ctx.mixed(op.getStaticLow(), op.getLow());
  if (failed(low))
    return failure();
  FailureOr<Dims> high = ctx.mixed(op.getStaticHigh(), op.getHigh());
  if (failed(high))
    return failure();
  if (failed(expectCount(ctx, "low pad", low->size(), shape.size())) || // pad_c1
      failed(expectCount(ctx, "high pad", high->size(), shape.size())))
    return failure();
  Type element = InferContext::elementType(op.getInput());
  if (Value value = op.getValue()) {
    if (op.getMode() != PadMode::Constant) // pad_c4
      return ctx.fail("expects a value only in mode constant, but got one in mode " +
                      stringifyPadMode(op.getMode()));
    if (!ctx.shape(value).empty() || InferContext::elementType(value) != element) // pad_c3
      return ctx.fail("expects a value of rank 0 and the input's element type");
  }
  for (size_t i = 0; i < shape.size(); ++i) {
    for (Dim pad : {(*low)[i], (*high)[i]}) {
      if (failed(expectNonNegative(ctx, pad,
                                   "expects pads of at least 0 for dimension " + Twine(i) +
                                       ifKnown(", but got ", pad)))) // pad_c2
        return failure();
      if (op.getMode() == PadMode::Constant || InferContext::staticValue(pad) == 0)
        continue;
      bool reflect = op.getMode() == PadMode::Reflect;
      Dim slack = shape[i] - (reflect ? pad : ctx.constant(0)) - 1;
      if (failed(expectNonNegative(ctx, slack,
                                   "expects dimension " + Twine(i) + " to be larger than " +
                                       (!reflect                      ? "0"
                                        : InferContext::isStatic(pad) ? toString(pad)
                                                                      : "its pad") +
                                       " to pad it in mode " + stringifyPadMode(op.getMode()) +
                                       ifKnown(", but its size is ", shape[i])))) // pad_c5
        return failure();
    }
    shape[i] = (*low)[i] + shape[i] + (*high)[i];
  }
  results.push_back({shape, element});
  return success();
}

// Folds a pad by nothing, and operands that are constants.
OpFoldResult PadOp::fold(FoldAdaptor) {
  auto low = foldConstantEntries(getStaticLow(), getLowMutable());
  auto high = foldConstantEntries(getStaticHigh(), getHighMutable());
  if (low)
    setStaticLow(*low);
  if (high)
    setStaticHigh(*high);
  auto isZero = [](OpFoldResult pad) { return getConstantIntValue(pad) == 0; };
  if (getInput().getType() != getType() ||
      !llvm::all_of(getMixedValues(getStaticLow(), getLow(), getContext()), isZero) ||
      !llvm::all_of(getMixedValues(getStaticHigh(), getHigh(), getContext()), isZero))
    return low || high ? getResult() : OpFoldResult();
  return getInput();
}

namespace {
// The index in [0, size) that `mode` reads for `position`, which may be outside. Reflection reads
// size - 1 - |size - 1 - |position||.
Value sourcePosition(OpBuilder &b, Location loc, PadMode mode, Value position, Value size) {
  if (mode == PadMode::Edge)
    return clampToSize(b, loc, position, size);
  Value zero = indexConstant(b, loc, 0);
  if (mode == PadMode::Wrap) {
    Value rest = arith::RemSIOp::create(b, loc, position, size);
    Value negative = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, rest, zero);
    return arith::SelectOp::create(b, loc, negative, arith::AddIOp::create(b, loc, rest, size),
                                   rest);
  }
  auto abs = [&](Value x) -> Value {
    return arith::MaxSIOp::create(b, loc, x, arith::SubIOp::create(b, loc, zero, x));
  };
  Value last = arith::SubIOp::create(b, loc, size, indexConstant(b, loc, 1));
  Value fromEnd = abs(arith::SubIOp::create(b, loc, last, abs(position)));
  // The clamp has an effect only for sizes that the check at the start of a run rejects.
  return clampToSize(b, loc, arith::SubIOp::create(b, loc, last, fromEnd), size);
}

Value padConstant(OpBuilder &b, Location loc, Value input, Value value, RankedTensorType resultType,
                  ArrayRef<OpFoldResult> low, ArrayRef<OpFoldResult> high) {
  Type element = resultType.getElementType();
  Value scalar = value ? tensor::ExtractOp::create(b, loc, value, ValueRange()).getResult()
                       : scalarConstant(b, loc, element, 0.0);
  return tensor::PadOp::create(b, loc, resultType, input, low, high, scalar).getResult();
}

// Whether lo <= position < hi, and `before` (may be null).
Value alsoInside(OpBuilder &b, Location loc, Value before, Value position, Value lo, Value hi) {
  using P = arith::CmpIPredicate;
  Value inside = arith::AndIOp::create(b, loc, arith::CmpIOp::create(b, loc, P::sge, position, lo),
                                       arith::CmpIOp::create(b, loc, P::slt, position, hi));
  return before ? Value(arith::AndIOp::create(b, loc, before, inside)) : inside;
}

// padConstant for dynamic low pads: tiles of tensor.pad would need separate buffers then, because a
// whole tile may be padding. Also for an input that is known to be empty, of which a tile of
// tensor.pad would take an invalid slice. A branch guards the read, which an empty input does not
// allow. Over dimensions without pads the condition is invariant and leaves the loop.
Value padConstantByElement(OpBuilder &b, Location loc, Value input, Value value, Value init,
                           ArrayRef<OpFoldResult> low, ArrayRef<OpFoldResult> high) {
  Type element = getElementTypeOrSelf(init.getType());
  Value scalar = value ? tensor::ExtractOp::create(b, loc, value, ValueRange()).getResult()
                       : scalarConstant(b, loc, element, 0.0);
  SmallVector<OpFoldResult> dims = tensor::getMixedSizes(b, loc, input);
  return parallelGeneric(
      b, loc, init, {}, {}, [&](OpBuilder &nested, Location l, ValueRange indices, ValueRange) {
        SmallVector<Value> position(indices);
        Value inside;
        for (size_t i = 0; i < position.size(); ++i) {
          if (getConstantIntValue(low[i]) == 0 && getConstantIntValue(high[i]) == 0)
            continue;
          position[i] = arith::SubIOp::create(nested, l, position[i], asValue(nested, l, low[i]));
          inside = alsoInside(nested, l, inside, position[i], indexConstant(nested, l, 0),
                              asValue(nested, l, dims[i]));
        }
        auto read = [&](OpBuilder &then, Location at) {
          scf::YieldOp::create(then, at,
                               tensor::ExtractOp::create(then, at, input, position).getResult());
        };
        auto pad = [&](OpBuilder &otherwise, Location at) {
          scf::YieldOp::create(otherwise, at, scalar);
        };
        return scf::IfOp::create(nested, l, inside, read, pad).getResult(0);
      });
}
} // namespace

FailureOr<SmallVector<Value>> PadOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                   LoweringReason &) {
  Location loc = getLoc();
  Adaptor adaptor(operands, *this);
  Value input = operands[0];
  SmallVector<OpFoldResult> low = getMixedValues(getStaticLow(), adaptor.getLow(), b);
  SmallVector<OpFoldResult> high = getMixedValues(getStaticHigh(), adaptor.getHigh(), b);
  bool isLowKnown =
      llvm::all_of(low, [](OpFoldResult pad) { return getConstantIntValue(pad).has_value(); });
  bool isEmpty = llvm::is_contained(cast<RankedTensorType>(input.getType()).getShape(), 0);
  if (getMode() == PadMode::Constant && (!isLowKnown || isEmpty))
    return SmallVector<Value>{padConstantByElement(b, loc, input, adaptor.getValue(),
                                                   emptyResult(b, *this, operands), low, high)};
  if (getMode() == PadMode::Constant)
    return SmallVector<Value>{padConstant(b, loc, input, adaptor.getValue(),
                                          cast<RankedTensorType>(signless(getType())), low, high)};
  SmallVector<OpFoldResult> dims = tensor::getMixedSizes(b, loc, input);
  return SmallVector<Value>{parallelGeneric(
      b, loc, emptyResult(b, *this, operands), {}, {},
      [&](OpBuilder &nested, Location l, ValueRange indices, ValueRange) {
        SmallVector<Value> position(indices);
        for (size_t i = 0; i < position.size(); ++i) {
          if (getConstantIntValue(low[i]) == 0 && getConstantIntValue(high[i]) == 0)
            continue;
          Value relative =
              arith::SubIOp::create(nested, l, position[i], asValue(nested, l, low[i]));
          position[i] = sourcePosition(nested, l, getMode(), relative, asValue(nested, l, dims[i]));
        }
        return tensor::ExtractOp::create(nested, l, input, position).getResult();
      })};
}

llvm::Error PadOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                            MutableArrayRef<ref::Tensor> out) {
  size_t next = getValue() ? 2 : 1;
  SmallVector<int64_t> low = concreteValues(getStaticLow(), in.slice(next, getLow().size()));
  const ref::Tensor &input = in[0];
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t from = 0;
    bool inside = true;
    for (auto [d, size] : llvm::enumerate(input.shape)) {
      int64_t position = index[d] - low[d];
      if (getMode() == PadMode::Edge)
        position = std::clamp<int64_t>(position, 0, size - 1);
      while (getMode() == PadMode::Reflect && (position < 0 || position >= size))
        position = position < 0 ? -position : 2 * (size - 1) - position;
      if (getMode() == PadMode::Wrap)
        position = (position % size + size) % size;
      inside &= position >= 0 && position < size;
      from = from * size + position;
    }
    if (inside)
      out[0].copyElement(i, input, from);
    else if (getValue())
      out[0].copyElement(i, in[1], 0);
  });
  return llvm::Error::success();
}
