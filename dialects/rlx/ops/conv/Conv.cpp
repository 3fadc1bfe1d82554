// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the convolutions. Both lower to one linalg.generic over an input whose padding is
// written out. For the transposed convolution, its inserted zeros are written out too. Groups
// become a separate dimension.
#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ops/conv/ConvLoops.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace rlx;

namespace {

// The initial value of the accumulator: zero, or the bias in every element.
Value convolutionInit(OpBuilder &b, Operation *op, ValueRange operands, Value bias,
                      const Window &window, Type accumulator) {
  Location loc = op->getLoc();
  Value empty = emptyResult(b, op, operands, 0, accumulator);
  if (!bias)
    return filled(b, loc, empty, 0.0);
  unsigned rank = window.rank() + 2;
  SmallVector<AffineMap> maps = {
      AffineMap::get(rank, 0, b.getAffineDimExpr(window.channelDim()), b.getContext()),
      b.getMultiDimIdentityMap(rank)};
  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(b, loc, TypeRange{empty.getType()}, ValueRange{bias},
                                   ValueRange{empty}, maps, iterators,
                                   [&](OpBuilder &nested, Location l, ValueRange v) {
                                     linalg::YieldOp::create(
                                         nested, l, convertFloat(nested, l, v[0], accumulator));
                                   })
      .getResult(0);
}

// The convolution of floats or integers.
Value contract(OpBuilder &b, Location loc, Value image, Value filter, Value init,
               const Window &window, ArrayRef<int64_t> strides, int64_t groups, bool transposed) {
  return contractWindows(b, loc, image, filter, {}, init, window, strides, groups, transposed,
                         [](OpBuilder &nested, Location l, ValueRange v, Value accumulator) {
                           return multiplyAccumulate(nested, l, v[0], v[1], accumulator);
                         });
}

// An accumulator in double or wrapping int64, depending on the element type.
struct RefSum {
  double real = 0;
  uint64_t integer = 0;
  void add(const ref::Tensor &a, int64_t i, const ref::Tensor &b, int64_t j) {
    if (a.isFloat())
      real += a.floats[i] * b.floats[j];
    else
      integer += uint64_t(a.ints[i]) * uint64_t(b.ints[j]);
  }
  // The term of an element outside the image: 0 times the filter element.
  void addPadding(const ref::Tensor &b, int64_t j) {
    if (b.isFloat())
      real += 0.0 * b.floats[j];
  }
  void store(ref::Tensor &out, int64_t i) const {
    out.isFloat() ? out.set(i, real) : out.setInt(i, int64_t(integer));
  }
};

RefSum startAt(const ref::Tensor *bias, int64_t channel) {
  RefSum sum;
  if (bias)
    bias->isFloat() ? void(sum.real = bias->floats[channel])
                    : void(sum.integer = uint64_t(bias->ints[channel]));
  return sum;
}

} // namespace

// ---- conv ----

LogicalResult ConvOp::infer(InferContext &ctx, Adaptor op, SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // conv_c8
    return failure();
  // conv_c1, conv_c2, conv_c3, conv_c4, conv_c5, conv_c7
  FailureOr<Dims> shape = inferConvolution(ctx, op);
  if (failed(shape))
    return failure();
  if (failed(checkBias(ctx, op.getBias(),
                       *InferContext::staticValue(ctx.shape(op.getFilter())[0])))) // conv_c6
    return failure();
  results.push_back({*shape, InferContext::elementType(op.getInput())});
  return success();
}

FailureOr<SmallVector<Value>> ConvOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                    LoweringReason &) {
  Location loc = getLoc();
  auto filterType = cast<RankedTensorType>(operands[1].getType());
  Type element = filterType.getElementType(), accumulator = accumulatorType(element);
  Window window = windowOf(*this, filterType.getShape().drop_front(2));
  int64_t groups = getGroups();
  Value zero = scalarConstant(b, loc, element, 0.0);
  Value image = withChannels(b, loc, operands[0], window, groups * filterType.getDimSize(1));
  Value padded = padSpatial(b, loc, image, window, zero);
  Value init = convolutionInit(b, *this, operands, operands.size() > 2 ? operands[2] : Value(),
                               window, accumulator);
  Value sum = contract(b, loc, padded, operands[1], init, window, window.strides, groups,
                       /*transposed=*/false);
  return SmallVector<Value>{convertElements(b, loc, sum, element)};
}

llvm::Error ConvOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                             MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &x = in[0], &w = in[1];
  Window window = windowOf(*this, ArrayRef(w.shape).drop_front(2));
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    RefSum sum = startAt(in.size() > 2 ? &in[2] : nullptr, index[window.channelDim()]);
    forEachTap(window, getGroups(), x.shape, w.shape, index, [&](int64_t from, int64_t weight) {
      if (from >= 0)
        sum.add(x, from, w, weight);
      else
        sum.addPadding(w, weight);
    });
    sum.store(out[0], i);
  });
  return llvm::Error::success();
}

// ---- conv_transpose ----

LogicalResult ConvTransposeOp::infer(InferContext &ctx, Adaptor op,
                                     SmallVectorImpl<InferredType> &results) {
  if (failed(expectSameElementType(ctx, op.getOperands()))) // conv_transpose_c8
    return failure();
  // conv_transpose_c1, conv_transpose_c2, conv_transpose_c3, conv_transpose_c5
  FailureOr<SmallVector<int64_t>> filter =
      checkFilter(ctx, ctx.shape(op.getInput()), op.getFilter(), op.getStrides(), op.getPads(),
                  op.getDilations(), op.getGroups());
  if (failed(filter))
    return failure();
  Dims input = ctx.shape(op.getInput());
  Window window = windowOf(op, ArrayRef(*filter).drop_front(2));
  int64_t groups = op.getGroups(), inputs = (*filter)[0], outputs = (*filter)[1] * groups;
  if (failed(checkTransposedStrides(ctx, window)) || // conv_transpose_c3
      failed(expectSize(ctx, "input channels", input[window.channelDim()],
                        inputs)) ||                        // conv_transpose_c4
      failed(checkGroups(ctx, "input", inputs, groups)) || // conv_transpose_c5
      failed(checkBias(ctx, op.getBias(), outputs)))       // conv_transpose_c6
    return failure();
  ArrayRef<int64_t> extra = op.getOutputPadding();
  if (!extra.empty() && extra.size() != window.rank()) // conv_transpose_c7
    return ctx.fail("expects " + Twine(window.rank()) + " output paddings or none, but got " +
                    Twine(extra.size()));
  Dims spatial;
  for (unsigned i = 0; i < window.rank(); ++i) {
    int64_t more = extra.empty() ? 0 : extra[i];
    int64_t limit = std::max(window.strides[i], window.dilations[i]);
    if (more < 0 || more >= limit) // conv_transpose_c7
      return ctx.fail("expects an output padding in [0, " + Twine(limit) +
                      "), below stride or dilation, but got " + Twine(more));
    Dim size = (input[window.spatialDim(i)] - 1) * window.strides[i] +
               (window.extent(i) + more - window.padLow[i] - window.padHigh[i]);
    if (failed(expectNonNegative(ctx, size, // conv_transpose_c9
                                 "expects no negative size of the result in spatial dimension " +
                                     Twine(i) + ifKnown(", but got ", size))))
      return failure();
    spatial.push_back(size);
  }
  results.push_back({imageShape(window, input[0], ctx.constant(outputs), spatial),
                     InferContext::elementType(op.getInput())});
  return success();
}

namespace {

// A tensor of `sizes` whose element at `index` is `pick(index)`.
Value generate(OpBuilder &b, Location loc, ArrayRef<OpFoldResult> sizes, Type element,
               llvm::function_ref<Value(OpBuilder &, Location, ArrayRef<Value>)> pick) {
  Value empty = tensor::EmptyOp::create(b, loc, sizes, element);
  SmallVector<AffineMap> maps = {b.getMultiDimIdentityMap(sizes.size())};
  SmallVector<utils::IteratorType> iterators(sizes.size(), utils::IteratorType::parallel);
  return linalg::GenericOp::create(b, loc, TypeRange{empty.getType()}, ValueRange{},
                                   ValueRange{empty}, maps, iterators,
                                   [&](OpBuilder &nested, Location l, ValueRange) {
                                     SmallVector<Value> index;
                                     for (size_t i = 0; i < sizes.size(); ++i)
                                       index.push_back(linalg::IndexOp::create(nested, l, i));
                                     linalg::YieldOp::create(nested, l, pick(nested, l, index));
                                   })
      .getResult(0);
}

Value flipTaps(OpBuilder &b, Location loc, Value filter, const Window &window) {
  auto type = cast<RankedTensorType>(filter.getType());
  if (window.kernelSize() == 1)
    return filter;
  return generate(b, loc, getAsIndexOpFoldResult(b.getContext(), type.getShape()),
                  type.getElementType(), [&](OpBuilder &nested, Location l, ArrayRef<Value> at) {
                    SmallVector<Value> index(at);
                    for (unsigned i = 0; i < window.rank(); ++i) {
                      Value last = arith::ConstantIndexOp::create(nested, l, window.kernel[i] - 1);
                      index[2 + i] = arith::SubIOp::create(nested, l, last, index[2 + i]);
                    }
                    return Value(tensor::ExtractOp::create(nested, l, filter, index));
                  });
}

// The image with stride - 1 zeros between adjacent elements, cropped or padded with zeros. A
// stride-1 convolution of it with the flipped filter is the transposed convolution. Element u holds
// image[(u - shift) / stride] if that is an integer index inside the image, with shift = extent - 1
// - low. For example, stride 2:  a b c  ->  a 0 b 0 c
Value spreadImage(OpBuilder &b, Location loc, Value image, Value result, const Window &window) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, image);
  SmallVector<OpFoldResult> resultSizes = tensor::getMixedSizes(b, loc, result);
  SmallVector<Value> imageSizes;
  AffineExpr s0 = b.getAffineSymbolExpr(0);
  for (unsigned i = 0; i < window.rank(); ++i) {
    OpFoldResult &size = sizes[window.spatialDim(i)];
    imageSizes.push_back(getValueOrCreateConstantIndexOp(b, loc, size));
    size = affine::makeComposedFoldedAffineApply(b, loc, s0 + (window.extent(i) - 1),
                                                 {resultSizes[window.spatialDim(i)]});
  }
  Type element = getElementTypeOrSelf(image.getType());
  return generate(b, loc, sizes, element, [&](OpBuilder &nested, Location l, ArrayRef<Value> at) {
    auto constant = [&](int64_t value) {
      return Value(arith::ConstantIndexOp::create(nested, l, value));
    };
    SmallVector<Value> index(at);
    Value zero = constant(0), inside;
    auto require = [&](arith::CmpIPredicate predicate, Value lhs, Value rhs) {
      Value ok = arith::CmpIOp::create(nested, l, predicate, lhs, rhs);
      inside = inside ? Value(arith::AndIOp::create(nested, l, inside, ok)) : ok;
    };
    for (unsigned i = 0; i < window.rank(); ++i) {
      Value &position = index[window.spatialDim(i)];
      Value shift = constant(window.extent(i) - 1 - window.padLow[i]);
      Value shifted = arith::SubIOp::create(nested, l, position, shift);
      Value stride = constant(window.strides[i]);
      position = arith::DivSIOp::create(nested, l, shifted, stride);
      Value remainder = arith::RemSIOp::create(nested, l, shifted, stride);
      require(arith::CmpIPredicate::sge, shifted, zero);
      require(arith::CmpIPredicate::eq, remainder, zero);
      require(arith::CmpIPredicate::slt, position, imageSizes[i]);
      position = arith::SelectOp::create(nested, l, inside, position, zero);
    }
    Value read = tensor::ExtractOp::create(nested, l, image, index);
    return Value(
        arith::SelectOp::create(nested, l, inside, read, scalarConstant(nested, l, element, 0.0)));
  });
}

} // namespace

FailureOr<SmallVector<Value>> ConvTransposeOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                             LoweringReason &) {
  Location loc = getLoc();
  auto filterType = cast<RankedTensorType>(operands[1].getType());
  Type element = filterType.getElementType(), accumulator = accumulatorType(element);
  Window window = windowOf(*this, filterType.getShape().drop_front(2));
  Value image = withChannels(b, loc, operands[0], window, filterType.getDimSize(0));
  Value init = convolutionInit(b, *this, operands, operands.size() > 2 ? operands[2] : Value(),
                               window, accumulator);
  Value spread = spreadImage(b, loc, image, init, window);
  Value filter = flipTaps(b, loc, operands[1], window);
  SmallVector<int64_t> unitStrides(window.rank(), 1);
  Value sum = contract(b, loc, spread, filter, init, window, unitStrides, getGroups(),
                       /*transposed=*/true);
  return SmallVector<Value>{convertElements(b, loc, sum, element)};
}

// Scatters the terms, as the definition does.
llvm::Error ConvTransposeOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                      MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &x = in[0], &w = in[1];
  ref::Tensor &y = out[0];
  Window window = windowOf(*this, ArrayRef(w.shape).drop_front(2));
  int64_t inputsPerGroup = w.shape[0] / int64_t(getGroups()), outputs = w.shape[1];
  int64_t taps = window.kernelSize();
  std::vector<RefSum> sums(y.numElements());
  ref::forEachIndex(y.shape, [&](ArrayRef<int64_t> index, int64_t i) {
    sums[i] = startAt(in.size() > 2 ? &in[2] : nullptr, index[window.channelDim()]);
  });
  SmallVector<int64_t> position, write(window.rank());
  ref::forEachIndex(x.shape, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t c = channelAndPosition(window, index, position);
    ref::forEachIndex(window.kernel, [&](ArrayRef<int64_t> tap, int64_t t) {
      for (unsigned d = 0; d < window.rank(); ++d) {
        write[d] = window.inputPosition(d, position[d], tap[d]);
        if (write[d] < 0 || write[d] >= y.shape[window.spatialDim(d)])
          return;
      }
      for (int64_t o = 0; o < outputs; ++o)
        sums[window.offset(y.shape, index[0], c / inputsPerGroup * outputs + o, write)].add(
            x, i, w, (c * outputs + o) * taps + t);
    });
  });
  for (auto [i, sum] : llvm::enumerate(sums))
    sum.store(y, i);
  return llvm::Error::success();
}
