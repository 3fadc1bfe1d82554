// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the rotary embeddings and of the gradient of rope. They decompose into slices,
// multiplications and a concat. The tables of axial_rope_2d depend on no input, so they are
// computed once.
#include "dialects/rlx/ir/BackwardOps.h"
#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/GatherOps.h"
#include "dialects/rlx/ir/RopeOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace rlx;

namespace {

constexpr int64_t kHead = 3; // the dimension of the elements of a head

int64_t sequenceDim(AttentionLayout layout) {
  return layout == AttentionLayout::BSHD ? 1 : 2;
}

// The static head size of an input, which must have rank 4.
FailureOr<int64_t> headSize(InferContext &ctx, ArrayRef<Dim> shape) {
  if (shape.size() != 4) // rope_c1, axial_rope_2d_c1
    return ctx.fail("expects an input of rank 4, but got rank " + Twine(shape.size()));
  std::optional<int64_t> size = InferContext::staticValue(shape[kHead]);
  if (!size) // rope_c3, axial_rope_2d_c2
    return ctx.fail("expects a static head size");
  return *size;
}

// The elements begin, begin + stride, .. of every head.
Value part(OpComposer &c, Value x, int64_t begin, int64_t count, int64_t stride = 1) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(c.builder, c.loc, x);
  sizes[kHead] = c.builder.getIndexAttr(count);
  SmallVector<Value> dynamicSizes;
  SmallVector<int64_t> staticSizes;
  dispatchIndexOpFoldResults(sizes, dynamicSizes, staticSizes);
  return c.make<SliceOp>(x, ValueRange(), dynamicSizes, ArrayRef<int64_t>{0, 0, 0, begin},
                         staticSizes, ArrayRef<int64_t>{1, 1, 1, stride});
}

// Puts the first and second elements of all pairs back into their order.
Value join(OpComposer &c, Value first, Value second, RopeStyle style) {
  if (style == RopeStyle::Half)
    return c.make<ConcatOp>(ValueRange{first, second}, kHead);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(c.builder, c.loc, first), apart = sizes;
  apart.push_back(c.builder.getIndexAttr(1));
  int64_t half = cast<ShapedType>(first.getType()).getDimSize(kHead);
  sizes[kHead] = c.builder.getIndexAttr(2 * half);
  Value pairs =
      c.make<ConcatOp>(ValueRange{c.reshape(first, apart), c.reshape(second, apart)}, kHead + 1);
  return c.reshape(pairs, sizes);
}

// The table row of every element of the sequence, in the dimensions of x: [.., S, 1, R/2] for bshd,
// [.., 1, S, R/2] for bhsd.
Value tableRows(OpComposer &c, RopeOp op, Value table) {
  Value rows;
  if (op.getPositions()) {
    rows = c.make<GatherOp>(table, op.getPositions(), 0);
  } else {
    SmallVector<Value> dynamicSizes;
    SmallVector<int64_t> staticSizes;
    OpFoldResult sizes[] = {
        tensor::getMixedSize(c.builder, c.loc, op.getInput(), sequenceDim(op.getLayout())),
        tensor::getMixedSize(c.builder, c.loc, table, 1)};
    dispatchIndexOpFoldResults(sizes, dynamicSizes, staticSizes);
    rows = c.make<SliceOp>(table, ValueRange(), dynamicSizes, ArrayRef<int64_t>{0, 0}, staticSizes,
                           ArrayRef<int64_t>());
  }
  rows = c.widened(rows);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(c.builder, c.loc, rows);
  bool headsLast = op.getLayout() == AttentionLayout::BSHD;
  if (headsLast || sizes.size() == 3)
    sizes.insert(sizes.end() - (headsLast ? 1 : 2), c.builder.getIndexAttr(1));
  return c.reshape(rows, sizes);
}

// The two elements that pair i rotates.
std::pair<int64_t, int64_t> pairOf(int64_t i, int64_t half, RopeStyle style) {
  if (style == RopeStyle::Half)
    return {i, i + half};
  return {2 * i, 2 * i + 1};
}

void rotate(const ref::Tensor &x, int64_t head, std::pair<int64_t, int64_t> pair, double cos,
            double sin, ref::Tensor &out) {
  double a = x.floats[head + pair.first], b = x.floats[head + pair.second];
  out.set(head + pair.first, a * cos - b * sin);
  out.set(head + pair.second, b * cos + a * sin);
}

// Calls `body(batch, position in the sequence, first element)` for every head of the input.
void forEachHead(const ref::Tensor &x, AttentionLayout layout,
                 llvm::function_ref<llvm::Error(int64_t, int64_t, int64_t)> body,
                 llvm::Error &error) {
  ref::forEachIndex(ArrayRef(x.shape).drop_back(), [&](ArrayRef<int64_t> index, int64_t i) {
    if (!error)
      error = body(index[0], index[sequenceDim(layout)], i * x.shape[kHead]);
  });
}

// The inference of rope and rope_backward, whose first operand is `x` and whose labels are alike.
template <typename Adaptor>
LogicalResult inferRope(InferContext &ctx, Adaptor op, Value x,
                        SmallVectorImpl<InferredType> &results) {
  Value floats[] = {x, op.getCos(), op.getSin()};
  if (failed(expectSameElementType(ctx, floats))) // rope_c6
    return failure();
  Dims shape = ctx.shape(x), table = ctx.shape(op.getCos());
  FailureOr<int64_t> size = headSize(ctx, shape);
  if (failed(size))
    return failure();
  std::optional<int64_t> half =
      table.size() == 2 ? InferContext::staticValue(table[1]) : std::nullopt;
  if (!half || *half < 1) // rope_c2
    return ctx.fail("expects a cos table of rank 2 with a static, positive number of columns, but "
                    "got " +
                    toString(table));
  if (2 * *half > *size) // rope_c3
    return ctx.fail("expects at most " + Twine(*size / 2) + " columns for heads of size " +
                    Twine(*size) + ", but got " + Twine(*half));
  if (failed(expectShape(ctx, "sin", op.getSin(), table))) // rope_c2
    return failure();
  Dim length = shape[sequenceDim(op.getLayout())];
  if (op.getPositions()) {
    bool batched = cast<ShapedType>(op.getPositions().getType()).getRank() == 2;
    Dims expected = batched ? Dims{shape[0], length} : Dims{length};
    if (failed(expectShape(ctx, "positions", op.getPositions(), expected))) // rope_c5
      return failure();
  } else if (failed(expectNonNegative(ctx, table[0] - length, // rope_c4
                                      "expects a table row for every element of the sequence"))) {
    return failure();
  }
  results.push_back({shape, InferContext::elementType(x)});
  return success();
}

// Sets a pair of elements to its values rotated by an angle.
using Rotation = void (*)(const ref::Tensor &x, int64_t head, std::pair<int64_t, int64_t> pair,
                          double cos, double sin, ref::Tensor &out);

template <typename Op>
llvm::Error evaluateRope(Op op, ArrayRef<ref::Tensor> in, ref::Tensor &out, Rotation rotate) {
  const ref::Tensor &x = in[0], &cos = in[1], &sin = in[2];
  int64_t rows = cos.shape[0], half = cos.shape[1];
  int64_t length = x.shape[sequenceDim(op.getLayout())];
  out.floats = x.floats;
  llvm::Error error = llvm::Error::success();
  forEachHead(
      x, op.getLayout(),
      [&](int64_t batch, int64_t element, int64_t head) -> llvm::Error {
        int64_t position = element;
        if (op.getPositions())
          position = in[3].ints[in[3].rank() == 2 ? batch * length + element : element];
        if (position < 0)
          position += rows;
        if (position < 0 || position >= rows)
          return llvm::createStringError("a position is outside the table");
        for (int64_t i = 0; i < half; ++i)
          rotate(x, head, pairOf(i, half, op.getStyle()), cos.floats[position * half + i],
                 sin.floats[position * half + i], out);
        return llvm::Error::success();
      },
      error);
  return error;
}

} // namespace

// ---- rope ----

LogicalResult RopeOp::infer(InferContext &ctx, Adaptor op, SmallVectorImpl<InferredType> &results) {
  return inferRope(ctx, op, op.getInput(), results);
}

FailureOr<SmallVector<Value>> RopeOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Value x = c.widened(getInput());
  Value cos = tableRows(c, *this, getCos()), sin = tableRows(c, *this, getSin());
  int64_t size = cast<ShapedType>(x.getType()).getDimSize(kHead);
  int64_t half = cast<ShapedType>(getCos().getType()).getDimSize(1);
  bool isHalf = getStyle() == RopeStyle::Half;
  Value first = part(c, x, 0, half, isHalf ? 1 : 2);
  Value second = part(c, x, isHalf ? half : 1, half, isHalf ? 1 : 2);
  Value rotatedFirst = c.make<SubOp>(c.make<MulOp>(first, cos), c.make<MulOp>(second, sin));
  Value rotatedSecond = c.make<AddOp>(c.make<MulOp>(second, cos), c.make<MulOp>(first, sin));
  Value result = join(c, rotatedFirst, rotatedSecond, getStyle());
  if (2 * half < size)
    result = c.make<ConcatOp>(ValueRange{result, part(c, x, 2 * half, size - 2 * half)}, kHead);
  return SmallVector<Value>{c.cast(result, getElementTypeOrSelf(getType()))};
}

llvm::Error RopeOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                             MutableArrayRef<ref::Tensor> out) {
  return evaluateRope(*this, in, out[0], rotate);
}

// ---- rope_backward ----

LogicalResult RopeBackwardOp::infer(InferContext &ctx, Adaptor op,
                                    SmallVectorImpl<InferredType> &results) {
  return inferRope(ctx, op, op.getDy(), results);
}

// The transpose of a rotation is the rotation by the opposite angle:
//   rlx.rope_backward %dy, %cos, %sin  ->  rlx.rope %dy, %cos, rlx.neg(%sin)
FailureOr<SmallVector<Value>> RopeBackwardOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  return SmallVector<Value>{c.make<RopeOp>(getDy(), getCos(), c.make<NegOp>(getSin()),
                                           getPositions(), getStyle(), getLayout())};
}

llvm::Error RopeBackwardOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                     MutableArrayRef<ref::Tensor> out) {
  return evaluateRope(*this, in, out[0],
                      [](const ref::Tensor &dy, int64_t head, std::pair<int64_t, int64_t> pair,
                         double cos, double sin, ref::Tensor &dx) {
                        double a = dy.floats[head + pair.first], b = dy.floats[head + pair.second];
                        dx.set(head + pair.first, a * cos + b * sin);
                        dx.set(head + pair.second, b * cos - a * sin);
                      });
}

// ---- axial_rope_2d ----

LogicalResult AxialRope2dOp::infer(InferContext &ctx, Adaptor op,
                                   SmallVectorImpl<InferredType> &results) {
  Dims shape = ctx.shape(op.getInput());
  FailureOr<int64_t> size = headSize(ctx, shape);
  if (failed(size))
    return failure();
  if (*size < 1 || *size % 4) // axial_rope_2d_c2
    return ctx.fail("expects a head size that is a positive multiple of 4, but got " +
                    Twine(*size));
  int64_t width = op.getWidth(), height = op.getHeight(), repeat = op.getRepeat();
  constexpr int64_t kMax = int64_t(1) << 20; // so that products of three do not overflow
  if (width < 1 || height < 1 || repeat < 1 || width > kMax || height > kMax || repeat > kMax ||
      !(op.getTheta().convertToDouble() > 0)) // axial_rope_2d_c3
    return ctx.fail("expects a width, a height and a repeat from 1 to 2^20 and a positive theta");
  Dim length = shape[sequenceDim(op.getLayout())];
  int64_t expected = width * height * repeat;
  std::optional<int64_t> known = InferContext::staticValue(length);
  if (known && *known != expected) // axial_rope_2d_c4
    return ctx.fail("expects a sequence of width * height * repeat = " + Twine(expected) +
                    " elements, but got " + Twine(*known));
  if (!known)
    ctx.requireEqual(length, ctx.constant(expected), "the length of the sequence");
  results.push_back({shape, InferContext::elementType(op.getInput())});
  return success();
}

namespace {

double frequency(AxialRope2dOp op, int64_t i, int64_t size) {
  return std::pow(op.getTheta().convertToDouble(), -4.0 * double(i) / double(size));
}

Value integerScalar(OpComposer &c, int64_t value) {
  auto type = RankedTensorType::get({}, c.builder.getI64Type());
  return c.make<ConstantOp>(type, DenseElementsAttr::get(type, value));
}

// The angles as [S, D/2]: those of the columns, then those of the rows.
Value angles(OpComposer &c, AxialRope2dOp op, FloatType element, int64_t size) {
  int64_t length = op.getWidth() * op.getHeight() * op.getRepeat(), quarter = size / 4;
  Value number = c.iota(c.builder.getIndexAttr(0),
                        {c.builder.getIndexAttr(length), c.builder.getIndexAttr(1)}, 0);
  Value position = c.make<DivOp>(number, integerScalar(c, op.getRepeat()));
  Value width = integerScalar(c, op.getWidth());
  Value row = c.make<DivOp>(position, width);
  Value column = c.make<SubOp>(position, c.make<MulOp>(row, width));
  SmallVector<APFloat> values;
  for (int64_t i = 0; i < quarter; ++i) {
    values.emplace_back(frequency(op, i, size));
    bool inexact;
    values.back().convert(element.getFloatSemantics(), APFloat::rmNearestTiesToEven, &inexact);
  }
  auto type = RankedTensorType::get({quarter}, element);
  Value frequencies = c.make<ConstantOp>(type, DenseElementsAttr::get(type, values));
  Value halves[] = {c.make<MulOp>(c.cast(column, element), frequencies),
                    c.make<MulOp>(c.cast(row, element), frequencies)};
  return c.make<ConcatOp>(ValueRange(halves), 1);
}

} // namespace

FailureOr<SmallVector<Value>> AxialRope2dOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Value x = c.widened(getInput());
  auto type = cast<RankedTensorType>(x.getType());
  Value angle = angles(c, *this, cast<FloatType>(type.getElementType()), type.getDimSize(kHead));
  Value result = c.make<RopeOp>(x, c.make<CosOp>(angle), c.make<SinOp>(angle), Value(),
                                RopeStyle::Interleaved, getLayout());
  return SmallVector<Value>{c.cast(result, getElementTypeOrSelf(getType()))};
}

llvm::Error AxialRope2dOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                    MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &x = in[0];
  int64_t size = x.shape[kHead], quarter = size / 4, width = getWidth(), repeat = getRepeat();
  llvm::Error error = llvm::Error::success();
  forEachHead(
      x, getLayout(),
      [&](int64_t, int64_t element, int64_t head) {
        int64_t position = element / repeat;
        for (int64_t i = 0; i < size / 2; ++i) {
          int64_t along = i < quarter ? position % width : position / width;
          double angle = double(along) * frequency(*this, i % quarter, size);
          rotate(x, head, {2 * i, 2 * i + 1}, std::cos(angle), std::sin(angle), out[0]);
        }
        return llvm::Error::success();
      },
      error);
  return error;
}
