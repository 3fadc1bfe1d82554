// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of the pooling op: one linalg.generic over the padded input. For the mean a division
// follows. Its divisor is computed from the window's index in dimensions where windows are clipped,
// and is a constant for the others.
#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ops/conv/Window.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace rlx;

namespace {

// The neutral element of the reduction, of the signless form of `element`.
Value neutralElement(OpBuilder &b, Location loc, PoolKind kind, Type element, Type type) {
  bool isMax = kind == PoolKind::Max;
  if (!isMax && kind != PoolKind::Min)
    return scalarConstant(b, loc, type, kind == PoolKind::Prod ? 1.0 : 0.0);
  if (isa<FloatType>(type)) {
    double infinity = std::numeric_limits<double>::infinity();
    return scalarConstant(b, loc, type, isMax ? -infinity : infinity);
  }
  unsigned width = type.getIntOrFloatBitWidth();
  APInt value = isUnsigned(element)
                    ? (isMax ? APInt::getMinValue(width) : APInt::getMaxValue(width))
                    : (isMax ? APInt::getSignedMinValue(width) : APInt::getSignedMaxValue(width));
  return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
}

// `element` is the op's declared element type; the values may have its accumulator type.
Value combine(OpBuilder &b, Location loc, PoolKind kind, Type element, Value acc, Value x) {
  switch (kind) {
  case PoolKind::Max:
    return createArith<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>(b, loc, element, acc, x);
  case PoolKind::Min:
    return createArith<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>(b, loc, element, acc, x);
  case PoolKind::Prod:
    return createArith<arith::MulFOp, arith::MulIOp>(b, loc, element, acc, x);
  case PoolKind::Sum:
  case PoolKind::Mean:
    return createArith<arith::AddFOp, arith::AddIOp>(b, loc, element, acc, x);
  }
  llvm_unreachable("all kinds handled");
}

// Reduces every window of the padded image into `init`.
Value reduceWindows(OpBuilder &b, Location loc, Value padded, Value init, const Window &window,
                    PoolKind kind, Type element) {
  unsigned spatial = window.rank(), rank = spatial + 2, count = rank + spatial;
  Type accumulator = getElementTypeOrSelf(init.getType());
  // An operand that only gives the window's dimensions their sizes; none of its elements is read.
  Value taps = tensor::EmptyOp::create(b, loc, window.kernel, accumulator);
  SmallVector<AffineExpr> read, tap;
  for (unsigned i = 0; i < rank; ++i)
    read.push_back(b.getAffineDimExpr(i));
  for (unsigned i = 0; i < spatial; ++i) {
    tap.push_back(b.getAffineDimExpr(rank + i));
    AffineExpr &position = read[window.spatialDim(i)];
    position = position * window.strides[i] + tap.back() * window.dilations[i];
  }
  MLIRContext *context = b.getContext();
  SmallVector<AffineMap> maps = {
      AffineMap::get(count, 0, read, context), AffineMap::get(count, 0, tap, context),
      AffineMap::getMultiDimIdentityMap(count, context).getMajorSubMap(rank)};
  SmallVector<utils::IteratorType> iterators(count, utils::IteratorType::reduction);
  std::fill_n(iterators.begin(), rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(b, loc, TypeRange{init.getType()}, ValueRange{padded, taps},
                                   ValueRange{init}, maps, iterators,
                                   [&](OpBuilder &nested, Location l, ValueRange v) {
                                     Value x = convertFloat(nested, l, v[0], accumulator);
                                     linalg::YieldOp::create(
                                         nested, l, combine(nested, l, kind, element, v[2], x));
                                   })
      .getResult(0);
}

// The number of elements in dimension i of the window at `out` that are in [begin, end) of the
// padded input: min(k, max(0, end - 1 - out*s + d) / d) - max(0, begin - out*s + d - 1) / d, at
// least 0.
Value countPositions(OpBuilder &b, Location loc, const Window &window, unsigned i, Value out,
                     int64_t begin, Value end) {
  auto constant = [&](int64_t v) { return Value(arith::ConstantIndexOp::create(b, loc, v)); };
  Value zero = constant(0), dilation = constant(window.dilations[i]);
  Value start = arith::MulIOp::create(b, loc, out, constant(window.strides[i]));
  auto taps = [&](Value distance) {
    Value clipped = arith::MaxSIOp::create(b, loc, distance, zero);
    return window.dilations[i] == 1 ? clipped
                                    : Value(arith::DivSIOp::create(b, loc, clipped, dilation));
  };
  Value toEnd = arith::SubIOp::create(b, loc, end, start);
  Value toBegin = arith::SubIOp::create(b, loc, constant(begin), start);
  Value less = constant(window.dilations[i] - 1);
  Value last = taps(arith::AddIOp::create(b, loc, toEnd, less));
  Value first = taps(arith::AddIOp::create(b, loc, toBegin, less));
  last = arith::MinSIOp::create(b, loc, last, constant(window.kernel[i]));
  return arith::MaxSIOp::create(b, loc, arith::SubIOp::create(b, loc, last, first), zero);
}

// sum / number of window elements, in the sum's type.
Value divideByCount(OpBuilder &b, Location loc, Value sum, Value input, const Window &window,
                    bool countIncludePad, bool ceilMode) {
  auto type = cast<RankedTensorType>(sum.getType());
  Type element = type.getElementType();
  SmallVector<Value> ends(window.rank());
  int64_t full = 1;
  for (unsigned i = 0; i < window.rank(); ++i) {
    bool clipped =
        ceilMode || (!countIncludePad && (window.padLow[i] > 0 || window.padHigh[i] > 0));
    if (!clipped) {
      full *= window.kernel[i];
      continue;
    }
    int64_t before = window.padLow[i] + (countIncludePad ? window.padHigh[i] : 0);
    Value size = getValueOrCreateConstantIndexOp(
        b, loc, tensor::getMixedSize(b, loc, input, window.spatialDim(i)));
    ends[i] = arith::AddIOp::create(b, loc, size, arith::ConstantIndexOp::create(b, loc, before));
  }
  Value empty = tensor::EmptyOp::create(b, loc, tensor::getMixedSizes(b, loc, sum), element);
  AffineMap map = b.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(), utils::IteratorType::parallel);
  auto body = [&](OpBuilder &nested, Location l, ValueRange v) {
    Value count = arith::ConstantIndexOp::create(nested, l, full);
    for (unsigned i = 0; i < window.rank(); ++i) {
      if (!ends[i])
        continue;
      Value out = linalg::IndexOp::create(nested, l, window.spatialDim(i));
      Value positions = countPositions(nested, l, window, i, out,
                                       countIncludePad ? 0 : window.padLow[i], ends[i]);
      count = arith::MulIOp::create(nested, l, count, positions);
    }
    Value integer = arith::IndexCastOp::create(nested, l, nested.getI64Type(), count);
    Value divisor = arith::SIToFPOp::create(nested, l, element, integer);
    linalg::YieldOp::create(nested, l, ValueRange{arith::DivFOp::create(nested, l, v[0], divisor)});
  };
  return linalg::GenericOp::create(b, loc, TypeRange{empty.getType()}, ValueRange{sum},
                                   ValueRange{empty}, ArrayRef<AffineMap>{map, map}, iterators,
                                   body)
      .getResult(0);
}

} // namespace

// ---- pool ----

LogicalResult PoolOp::infer(InferContext &ctx, Adaptor op, SmallVectorImpl<InferredType> &results) {
  Dims input = ctx.shape(op.getInput());
  Type element = InferContext::elementType(op.getInput());
  if (op.getKind() == PoolKind::Mean && !isa<FloatType>(element)) // pool_c5
    return ctx.fail("expects a floating-point input for the mean, but got an integer type");
  FailureOr<Dims> result =
      pooledShape(ctx, input, op.getKernel(), op.getStrides(), op.getPads(), op.getDilations(),
                  op.getCeilMode(), op.getDataFormat() == DataFormat::ChannelsLast);
  if (failed(result)) // pool_c1 to pool_c4
    return failure();
  results.push_back({*result, element});
  return success();
}

FailureOr<SmallVector<Value>> PoolOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                    LoweringReason &) {
  Location loc = getLoc();
  Window window = windowOf(*this, getKernel());
  PoolKind kind = getKind();
  Type declared = operandElement(*this), element = signless(declared);
  bool ordered = kind == PoolKind::Max || kind == PoolKind::Min;
  Type accumulator = ordered ? element : accumulatorType(element);
  SmallVector<int64_t> overhang(window.rank(), 0);
  if (getCeilMode())
    for (unsigned i = 0; i < window.rank(); ++i)
      overhang[i] = window.strides[i] - 1;
  Value padValue = neutralElement(b, loc, kind, declared, element);
  Value padded = padSpatial(b, loc, operands[0], window, padValue, overhang);
  Value start = neutralElement(b, loc, kind, declared, accumulator);
  Value init =
      linalg::FillOp::create(b, loc, start, emptyResult(b, *this, operands, 0, accumulator))
          .getResult(0);
  Value value = reduceWindows(b, loc, padded, init, window, kind, declared);
  if (kind == PoolKind::Mean)
    value = divideByCount(b, loc, value, operands[0], window, getCountIncludePad(), getCeilMode());
  return SmallVector<Value>{convertElements(b, loc, value, element)};
}

namespace {

double combineDouble(PoolKind kind, double acc, double x) {
  if (kind == PoolKind::Prod)
    return acc * x;
  if (kind == PoolKind::Sum || kind == PoolKind::Mean)
    return acc + x;
  if (std::isnan(acc) || std::isnan(x))
    return std::numeric_limits<double>::quiet_NaN();
  return kind == PoolKind::Max ? std::max(acc, x) : std::min(acc, x);
}

int64_t combineInt(PoolKind kind, bool isUnsigned, int64_t acc, int64_t x) {
  if (kind == PoolKind::Prod)
    return int64_t(uint64_t(acc) * uint64_t(x));
  if (kind == PoolKind::Sum)
    return int64_t(uint64_t(acc) + uint64_t(x));
  bool less = isUnsigned ? uint64_t(acc) < uint64_t(x) : acc < x;
  return less == (kind == PoolKind::Max) ? x : acc;
}

double startDouble(PoolKind kind) {
  double infinity = std::numeric_limits<double>::infinity();
  switch (kind) {
  case PoolKind::Max:
    return -infinity;
  case PoolKind::Min:
    return infinity;
  case PoolKind::Prod:
    return 1;
  default:
    return 0;
  }
}

int64_t startInt(PoolKind kind, Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  bool isUnsigned = type.isUnsignedInteger();
  uint64_t all = llvm::maskTrailingOnes<uint64_t>(width);
  if (kind == PoolKind::Max)
    return isUnsigned ? 0 : -int64_t(all >> 1) - 1;
  if (kind == PoolKind::Min)
    return isUnsigned ? int64_t(all) : int64_t(all >> 1);
  return kind == PoolKind::Prod ? 1 : 0;
}

} // namespace

llvm::Error PoolOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                             MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &x = in[0];
  Window window = windowOf(*this, getKernel());
  PoolKind kind = getKind();
  bool isUnsigned = x.elementType.isUnsignedInteger();
  SmallVector<int64_t> read(window.rank());
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    double real = startDouble(kind);
    int64_t integer = x.isFloat() ? 0 : startInt(kind, x.elementType), counted = 0;
    ref::forEachIndex(window.kernel, [&](ArrayRef<int64_t> tap, int64_t) {
      bool inImage = true, inPadding = true;
      for (unsigned d = 0; d < window.rank(); ++d) {
        int64_t size = x.shape[window.spatialDim(d)];
        read[d] = window.inputPosition(d, index[window.spatialDim(d)], tap[d]);
        inImage &= read[d] >= 0 && read[d] < size;
        inPadding &= read[d] < size + window.padHigh[d];
      }
      counted += getCountIncludePad() ? inPadding : inImage;
      if (!inImage)
        return;
      int64_t from = window.offset(x.shape, index[0], index[window.channelDim()], read);
      if (x.isFloat())
        real = combineDouble(kind, real, x.floats[from]);
      else
        integer = combineInt(kind, isUnsigned, integer, x.ints[from]);
    });
    if (!x.isFloat())
      out[0].setInt(i, integer);
    else
      out[0].set(i, kind == PoolKind::Mean ? real / double(counted) : real);
  });
  return llvm::Error::success();
}
