// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fourier transforms, window functions and filters: DFT, STFT, HannWindow, HammingWindow,
// BlackmanWindow, MelWeightMatrix.
// Complex numbers are pairs in the last dimension, the layout `pairs` of rlx.fft.
//
// A transformed axis of constant size is rlx.fft. One whose size or place only the run knows is
// transformed by rlx.fft_radix2: see ComputedDft.
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxSubgraph.h"

#include <cmath>
#include <numbers>

#include "dialects/rlx/ir/RLXDialect.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// The tensor with exactly `length` elements along `axis`: cut, or padded with zeros.
Value resizedAxis(Node &n, Value tensor, int64_t axis, int64_t length) {
  auto size = constantOf(n.dimsOf(tensor)[axis]);
  if (!size || *size == length)
    return tensor; // the transform itself requires a static size
  if (length < *size)
    return n.sliceAxis(tensor, axis, n.size(0), n.size(length));
  IntList low(n.dimsOf(tensor).size(), 0), high(low);
  high[axis] = length - *size;
  Type element = cast<ShapedType>(tensor.getType()).getElementType();
  return n.pad(tensor, n.scalar(element, 0), low, high, PadMode::Constant);
}

// The transform of pairs along `axis`.
Value transformPairs(Node &n, Value tensor, int64_t axis, bool inverse) {
  return n.emit("rlx.fft", tensor,
                {n.attr("layout", FftLayoutAttr::get(n.getContext(), FftLayout::Pairs)),
                 n.i64("axis", axis), n.flag("inverse", inverse)});
}

// The transform of real or complex numbers in `tensor`, whose last dimension has size 1 or 2. With
// `onesided`, elements 0 to length / 2.
Value transform(Node &n, Value tensor, int64_t axis, bool inverse, bool onesided) {
  Dims dims = n.dimsOf(tensor);
  auto parts = constantOf(dims.back()), length = constantOf(dims[axis]);
  if (!length)
    return n.needsStatic("the size of the transformed axis"), Value();
  if (!parts || (*parts != 1 && *parts != 2))
    return n.fail("expects a last dimension of size 1 (real) or 2 (complex)"), Value();
  if (*parts == 1 && onesided && !inverse) {
    Dims sizes(ArrayRef(dims).drop_back());
    Value re = n.emit("rlx.rfft", n.reshape(tensor, sizes), {n.i64("axis", axis)});
    if (!re)
      return {};
    Value im = re.getDefiningOp()->getResult(1);
    Dims column = n.dimsOf(re);
    column.push_back(n.size(1));
    return n.emit("rlx.concat", {n.reshape(re, column), n.reshape(im, column)},
                  {n.i64("axis", column.size() - 1)});
  }
  Value result = transformPairs(n, resizedAxis(n, tensor, dims.size() - 1, 2), axis, inverse);
  if (!result || !onesided)
    return result;
  return n.sliceAxis(result, axis, n.size(0), n.size(*length / 2 + 1));
}

// The single element of input `i`; null if it is absent, or the node has failed.
MaybeDim scalarSize(Node &n, unsigned i, StringRef what) {
  if (!n.has(i))
    return std::nullopt;
  Dims values = n.knownInts(i, what);
  if (!n.hasFailed() && values.size() != 1)
    n.fail("expects one value for " + what + ", but got " + Twine(values.size()));
  return n.hasFailed() ? std::nullopt : MaybeDim(values[0]);
}

// The length of a transform, which is input 1; null if it is absent, or the node has failed.
MaybeDim dftLength(Node &n) {
  MaybeDim length = scalarSize(n, 1, "the length of the transform");
  if (length)
    n.require(*length, n.size(1), "expects one length of at least 1");
  return n.hasFailed() ? std::nullopt : length;
}

// ---- transforms of a length that the run computes ----

// An axis to transform: its elements, the length of the transform, and the elements of the result.
struct DftSizes {
  Dim from, length, to;
};

// Complex numbers.
struct Parts {
  Expr re, im;

  friend Parts operator*(const Parts &l, const Parts &r) {
    return {l.re * r.re - l.im * r.im, l.re * r.im + l.im * r.re};
  }
};

// Emits the transforms of rows [rows, from] as [rows, to], without a scale. A length that is a
// power of two takes one fft_radix2. For others Bluestein's algorithm makes the transform a
// convolution with a chirp, by transforms of a power of two that is about twice as long or more.
class ComputedDft {
public:
  ComputedDft(Node &n, const DftSizes &sizes, Type type, bool inverse)
      : n(n), sizes(sizes), type(type), i64(n.builder().getI64Type()), inverse(inverse) {}

  Parts rows(const Parts &x) {
    Expr length = sizeAs(n, sizes.length, i64).reshaped({}), rest = length & (length - 1);
    Dim size = convolutionSize(length);
    SmallVector<std::unique_ptr<Region>> regions;
    for (bool isPower : {true, false}) {
      if (n.hasFailed())
        return x;
      RegionScope scope(n.graph(), {}, {}, n.loc());
      Parts y = isPower ? direct(x) : wideBluestein(x, size);
      if (n.hasFailed())
        return x;
      regions.push_back(scope.yield({y.re.value(), y.im.value()}));
    }
    Value re = n.emit("rlx.if", (rest == 0).value(), {}, regions);
    return {{n, re}, {n, re ? re.getDefiningOp()->getResult(1) : Value()}};
  }

private:
  // The smallest power of two that is at least 2 * length - 1: all bits after the first are set,
  // and one is added.
  static Dim convolutionSize(Expr length) {
    Expr bits = (length - 1) * 2;
    for (double shift : {1, 2, 4, 8, 16, 32})
      bits = bits | bits.binary("rlx.shift_right", bits.number(shift));
    return sizeOf(bits + 1);
  }

  // e^(-2 pi i turn / whole), or e^(+2 pi i turn / whole), for integers 0 <= turn < whole.
  Parts rotations(Expr turn, Expr whole, bool positive) const {
    Type f64 = n.builder().getF64Type();
    Expr angle = turn.to(f64) / whole.to(f64) * (2 * std::numbers::pi);
    Expr sine = angle.unary("rlx.sin");
    return {angle.unary("rlx.cos").to(type), (positive ? sine : -sine).to(type)};
  }

  // Rows with zeros behind them.
  Parts padded(const Parts &x, Dim from, Dim to) const {
    auto part = [&](Expr each) -> Expr {
      Dim none = n.size(0);
      return {n, n.pad(each.value(), n.scalar(type, 0), Dims{none, none}, Dims{none, to - from},
                       PadMode::Constant)};
    };
    return {part(x.re), part(x.im)};
  }
  Parts firstOf(const Parts &x, Dim count) const {
    auto part = [&](Expr each) -> Expr {
      return {n, n.sliceAxis(each.value(), 1, n.size(0), count)};
    };
    return {part(x.re), part(x.im)};
  }

  // The transforms of rows of this length, a power of two.
  Parts radix2(const Parts &x, Dim length, bool isInverse) const {
    Dim half = n.need(floorDiv(length, n.size(2)), "a size");
    Parts factors =
        rotations(iotaAlong(n, half, 1, 2, i64), sizeAs(n, length, i64), /*positive=*/false);
    Value table = n.emit("rlx.concat", {factors.re.value(), factors.im.value()}, n.i64("axis", 0));
    Value re =
        n.emit("rlx.fft_radix2", {x.re.value(), x.im.value(), table}, n.flag("inverse", isInverse));
    return {{n, re}, {n, re ? re.getDefiningOp()->getResult(1) : Value()}};
  }

  Parts direct(const Parts &x) const {
    return firstOf(radix2(padded(x, sizes.from, sizes.length), sizes.length, inverse), sizes.to);
  }

  // e^(-+pi i k^2 / length) for integers k. The square is reduced before it becomes a fraction, so
  // that angles are accurate.
  Parts chirp(Expr k, bool positive) const {
    Expr whole = sizeAs(n, sizes.length, i64) * 2, square = k * k;
    return rotations(square - square / whole * whole, whole, positive);
  }

  // In f64: the sums of the chirped rows are longer than those of the transform, and what they lose
  // shows where the transform is zero.
  Parts wideBluestein(const Parts &x, Dim size) const {
    Type f64 = n.builder().getF64Type();
    Parts y = ComputedDft(n, sizes, f64, inverse).bluestein({x.re.to(f64), x.im.to(f64)}, size);
    return {y.re.to(type), y.im.to(type)};
  }

  // With jk = (j^2 + k^2 - (j - k)^2) / 2, the transform is a product with the chirp, a convolution
  // with its conjugate, and another product. The convolution is a product of transforms of `size`.
  Parts bluestein(const Parts &x, Dim size) const {
    Expr length = sizeAs(n, sizes.length, i64), at = iotaAlong(n, size, 1, 2, i64);
    Expr distance = min(at, sizeAs(n, size, i64) - at);
    Parts conjugate = chirp(distance, !inverse);
    auto around = [&](Expr part) { return where(distance < length, part, zeroOf(n, type)); };
    Parts filter = radix2({around(conjugate.re), around(conjugate.im)}, size, /*isInverse=*/false);
    Parts chirped = x * chirp(iotaAlong(n, sizes.from, 1, 2, i64), inverse);
    Parts product = radix2(padded(chirped, sizes.from, size), size, false) * filter;
    Parts y = firstOf(radix2(product, size, /*isInverse=*/true), sizes.to);
    Expr scale = sizeAs(n, size, type);
    return Parts{y.re / scale, y.im / scale} * chirp(iotaAlong(n, sizes.to, 1, 2, i64), inverse);
  }

  Node &n;
  DftSizes sizes;
  Type type, i64;
  bool inverse;
};

// Parts of pairs in the last dimension, without that dimension.
Expr pairPart(Expr pairs, int64_t part) {
  return pairs.at(static_cast<int64_t>(pairs.node().dimsOf(pairs.value()).size()) - 1, part);
}

Value joinedPairs(Expr re, Expr im) {
  Node &n = re.node();
  Dims column = n.dimsOf(re.value());
  column.push_back(n.size(1));
  return n.emit("rlx.concat", {re.reshaped(column).value(), im.reshaped(column).value()},
                {n.i64("axis", static_cast<int64_t>(column.size()) - 1)});
}

// The transform of dimension 1 of [before, from, after] as [before, to, after], without a scale.
Parts transformMiddle(Node &n, const Parts &x, const DftSizes &sizes, bool inverse) {
  Dims dims = n.dimsOf(x.re.value());
  if (n.hasFailed())
    return x;
  Dim count = productOf(n, {dims[0], dims[2]});
  auto rows = [&](Expr part) -> Expr {
    return Expr(n, n.transpose(part.value(), {0, 2, 1})).reshaped({count, sizes.from});
  };
  auto back = [&](Expr part) -> Expr {
    return {n, n.transpose(part.reshaped({dims[0], dims[2], sizes.to}).value(), {0, 2, 1})};
  };
  Parts y = ComputedDft(n, sizes, x.re.elementType(), inverse).rows({rows(x.re), rows(x.im)});
  return {back(y.re), back(y.im)};
}

// The transform of dimension 1 of x [before, from, after, 1 or 2] as [before, to, after, 2].
Value computedDft(Node &n, Expr x, const DftSizes &sizes, bool inverse) {
  const bool isReal = constantOf(n.dimsOf(x.value()).back()) == 1;
  Expr re = pairPart(x, 0);
  Expr none(n, n.expand(re.number(0).value(), n.dimsOf(re.value())));
  Parts y = transformMiddle(n, {re, isReal ? none : pairPart(x, 1)}, sizes, inverse);
  Expr scale = inverse ? sizeAs(n, sizes.length, x.elementType()) : x.number(1);
  return inverse ? joinedPairs(y.re / scale, y.im / scale) : joinedPairs(y.re, y.im);
}

// Real numbers [before, to, after, 1] from the first half of their transform. All elements but the
// first, and the one in the middle of an even length, count twice: for their conjugates, too.
Value computedIrfft(Node &n, Expr x, const DftSizes &sizes) {
  Type i64 = n.builder().getI64Type();
  Expr k = iotaAlong(n, sizes.from, 1, 3, i64), length = sizeAs(n, sizes.length, i64);
  Expr isSingle = (k == 0) | (k + k == length);
  Expr count = where(isSingle, x.number(1), x.number(2)) / length.to(x.elementType());
  Expr real = transformMiddle(n, {pairPart(x, 0) * count, pairPart(x, 1) * count}, sizes, true).re;
  Dims column = n.dimsOf(real.value());
  column.push_back(n.size(1));
  return real.reshaped(column).value();
}

// A transform along `axis`, which may be data, of `length` or of all elements.
void importComputedDft(Node &n, Dim axis, MaybeDim length, bool inverse, bool onesided) {
  const int64_t last = n.rank(0) - 1;
  ArrayRef<Dim> dims = n.dims(0);
  std::optional<int64_t> parts = constantOf(dims[last]);
  if (parts != 1 && parts != 2)
    return n.fail("expects a last dimension of size 1 (real) or 2 (complex)");
  const bool givesReal = inverse && onesided;
  if (givesReal && parts != 2)
    return n.fail("expects a last dimension of size 2 (complex) for a one-sided inverse");
  Dim one = n.size(1), before = one, size = n.size(0), after = one;
  for (int64_t i = 0; i < last; ++i) {
    Dim isHere = n.isEqual(axis, n.size(i)), isBefore = n.atLeast(axis, n.size(i + 1));
    before = n.need(mul(before, n.select(isBefore, dims[i], one)), "a size");
    after = n.need(mul(after, n.select(isBefore + isHere, one, dims[i])), "a size");
    size = n.named(size + n.select(isHere, dims[i], n.size(0)));
  }
  DftSizes sizes{size, length.value_or(givesReal ? (size - 1) * 2 : size), size};
  n.require(sizes.length, one,
            "expects an axis of 1 element or more, or 2 for a one-sided inverse");
  Dim half = n.need(floorDiv(sizes.length, n.size(2)), "a size") + 1;
  sizes.from = n.min(size, givesReal ? half : sizes.length);
  sizes.to = onesided && !inverse ? half : sizes.length;
  Type type = computeType(n, n.elementType(0));
  Expr x = Expr(n, n.tensor(0)).to(type).reshaped({before, size, after, dims[last]});
  if (sizes.from != size)
    x = Expr(n, n.sliceAxis(x.value(), 1, n.size(0), sizes.from));
  if (n.hasFailed())
    return;
  Dims result(dims);
  for (int64_t i = 0; i < last; ++i)
    result[i] = n.select(n.isEqual(axis, n.size(i)), sizes.to, dims[i]);
  result[last] = n.size(givesReal ? 1 : 2);
  Value y = givesReal ? computedIrfft(n, x, sizes) : computedDft(n, x, sizes, inverse);
  n.set(0, n.cast(n.reshape(y, result), n.elementType(0)));
}

// Real numbers from the first half of their transform, which is complex. The result's last
// dimension has size 1.
void importIrfft(Node &n, int64_t axis, std::optional<int64_t> length) {
  Value input = n.tensor(0);
  const int64_t last = n.rank(0) - 1;
  std::optional<int64_t> size = constantOf(n.dims(0)[axis]);
  if (constantOf(n.dims(0)[last]) != 2)
    return n.fail("expects a last dimension of size 2 (complex) for a one-sided inverse");
  length = length.value_or(2 * (*size - 1));
  if (*length < 1)
    return n.fail("expects an axis of size 2 or more, but got " + Twine(*size));
  input = resizedAxis(n, input, axis, *length / 2 + 1);
  if (n.hasFailed())
    return;
  Dims sizes(ArrayRef(n.dimsOf(input)).drop_back());
  auto part = [&](int64_t i) {
    return n.reshape(n.sliceAxis(input, last, n.size(i), n.size(1)), sizes);
  };
  Value real =
      n.emit("rlx.irfft", {part(0), part(1)}, {n.i64("axis", axis), n.i64("length", *length)});
  if (!real)
    return;
  Dims column = n.dimsOf(real);
  column.push_back(n.size(1));
  n.set(0, n.reshape(real, column));
}

void importDft(Node &n) {
  bool inverse = n.flagAttr("inverse", false), onesided = n.flagAttr("onesided", false);
  MaybeDim length = dftLength(n);
  // The axis is an attribute, since operator set 20 an input.
  Dim given = n.size(n.opset() < 20 ? n.intAttr("axis", 1) : -2);
  if (n.opset() >= 20 && n.has(2))
    given = scalarSize(n, 2, "the axis").value_or(given);
  const int64_t rank = n.rank(0);
  std::optional<int64_t> known = constantOf(given);
  if (!n.hasFailed() && !known) {
    Dim axis = n.select(n.atLeast(given, n.size(0)), given, given + rank);
    n.require(axis, n.size(0), "the axis is out of range");
    n.require(n.size(rank - 2), axis, "the axis is out of range, or is the last one");
    return importComputedDft(n, axis, length, inverse, onesided);
  }
  int64_t axis = n.axis(known.value_or(0), rank);
  if (n.hasFailed())
    return;
  if (axis == rank - 1)
    return n.fail("the axis must not be the last one, which holds real and imaginary parts");
  std::optional<int64_t> fixed = length ? constantOf(*length) : std::nullopt;
  if ((length && !fixed) || !constantOf(n.dims(0)[axis]))
    return importComputedDft(n, n.size(axis), length, inverse, onesided);
  if (inverse && onesided)
    return importIrfft(n, axis, fixed);
  Value input = n.tensor(0);
  if (fixed)
    input = resizedAxis(n, input, axis, *fixed);
  if (input && !n.hasFailed())
    n.set(0, transform(n, input, axis, inverse, onesided));
}

// The single constant in input `i`.
std::optional<int64_t> constantScalar(Node &n, unsigned i, StringRef what) {
  IntList values = n.constantInts(i, what);
  if (n.hasFailed())
    return std::nullopt;
  if (values.size() == 1)
    return values[0];
  n.fail("expects one value for " + what + ", but got " + Twine(values.size()));
  return std::nullopt;
}

// Turns the frames along axis 1 into a separate dimension. Their indices are computed, since a list
// of them may be far longer than the signal.
Value framesOf(Node &n, Value signal, Dim size, Dim step, Dim length) {
  MaybeDim steps = floorDiv(size - length, step);
  Dim count = n.need(steps, "the number of frames") + 1;
  auto frames = constantOf(count), elements = constantOf(length);
  if (frames && elements && *frames > kMaxElements / *elements)
    n.unsupported("has " + Twine(*frames) + " frames of " + Twine(*elements) +
                  " elements; supported are " + Twine(kMaxElements) + " elements in all");
  Dim one = n.size(1);
  Value frame = n.iota(n.size(0), {count, one}, 0);
  Value i = n.iota(n.size(0), {one, length}, 1);
  Value factor = sizeAs(n, step, n.builder().getI64Type()).value();
  Value starts = n.emit("rlx.mul", {frame, factor});
  return n.emit("rlx.gather", {signal, n.emit("rlx.add", {starts, i})}, {n.i64("axis", 1)});
}

void importStft(Node &n) {
  bool onesided = n.flagAttr("onesided", true);
  MaybeDim step = scalarSize(n, 1, "the step between frames"),
           length = scalarSize(n, 3, "the length of a frame");
  if (!length && n.has(2) && n.rank(2) == 1)
    length = n.dims(2)[0];
  if (n.hasFailed())
    return;
  if (n.rank(0) != 3)
    return n.fail("expects a signal of rank 3, but got rank " + Twine(n.rank(0)));
  if (!length)
    return n.fail("has neither the length of a frame nor a window");
  Dim size = n.dims(0)[1], one = n.size(1);
  constexpr StringLiteral kExpected =
      "expects a step of at least 1 and a frame that fits into the signal";
  n.require(*step, one, kExpected);
  n.require(*length, one, kExpected);
  n.require(size, *length, kExpected);
  if (n.hasFailed())
    return;
  Value frames = framesOf(n, n.tensor(0), size, *step, *length);
  if (frames && n.has(2)) {
    Value window = n.reshape(n.tensor(2), {*length, one});
    frames = window ? n.emit("rlx.mul", {frames, window}) : Value();
  }
  if (!frames || n.hasFailed())
    return;
  if (constantOf(*length))
    return n.set(0, transform(n, frames, 2, /*inverse=*/false, onesided));
  Dims dims = n.dimsOf(frames);
  if (constantOf(dims[3]) != 1 && constantOf(dims[3]) != 2)
    return n.fail("expects a last dimension of size 1 (real) or 2 (complex)");
  Dim half = n.need(floorDiv(*length, n.size(2)), "a size") + 1;
  DftSizes sizes{*length, *length, onesided ? half : *length};
  Expr x = Expr(n, frames).to(computeType(n, n.elementType(0)));
  Dim all = n.need(mul(dims[0], dims[1]), "the number of frames");
  Value y = computedDft(n, x.reshaped({all, *length, one, dims[3]}), sizes, /*inverse=*/false);
  y = n.reshape(y, {dims[0], dims[1], sizes.to, n.size(2)});
  n.set(0, n.cast(y, n.elementType(0)));
}

// The sum over k of factors[k] * cos(2 pi k i / N) for i up to a constant size.
Value constantWindow(Node &n, Type type, ArrayRef<double> factors, int64_t size, bool periodic) {
  double whole = std::max<double>(periodic ? size : size - 1, 1);
  SmallVector<Attribute> elements;
  for (int64_t i = 0; i < size; ++i) {
    double value = 0;
    for (auto [k, factor] : llvm::enumerate(factors))
      value += factor * std::cos(2 * std::numbers::pi * double(k) * double(i) / whole);
    elements.push_back(n.scalarAttr(type, value));
  }
  return n.literal(DenseElementsAttr::get(RankedTensorType::get(size, type), elements));
}

// The same for a size that only a run knows, or a large one. Narrow types are computed in f32.
Value computedWindow(Node &n, Type type, ArrayRef<double> factors, Dim size, bool periodic) {
  Type wide = type.isF64() ? type : Type(n.builder().getF32Type());
  Dim whole = n.max(periodic ? size : size - 1, n.size(1));
  Expr position(n, n.cast(n.iota(n.size(0), size, 0), wide));
  Expr length(n, n.cast(n.reshape(n.iota(whole, n.size(1), 0), {}), wide));
  Expr sum = position * position.number(0);
  for (auto [k, factor] : llvm::enumerate(factors)) {
    Expr angle = position / length * position.number(2 * std::numbers::pi * double(k));
    sum = sum + Expr(n, n.emit("rlx.cos", angle.value())) * position.number(factor);
  }
  return n.cast(sum.value(), type);
}

// A window of N elements, where N is the size, or one less if not periodic.
void importWindow(Node &n, ArrayRef<double> factors) {
  Type type = elementTypeOf(n.getContext(), n.intAttr("output_datatype", 1));
  bool periodic = n.flagAttr("periodic", true);
  Dims size = n.knownInts(0, "the size");
  if (n.hasFailed())
    return;
  if (!type || !isa<FloatType>(type))
    return n.unsupported("only floating-point windows are supported");
  if (size.size() != 1)
    return n.fail("expects one size, but got " + Twine(size.size()));
  auto known = constantOf(size[0]);
  if (known && *known < 0)
    return n.fail("the size is " + Twine(*known));
  n.set(0, known && *known <= kMaxKnownElements
               ? constantWindow(n, type, factors, *known, periodic)
               : computedWindow(n, type, factors, size[0], periodic));
}

// The single constant in input `i`, a number of any type.
std::optional<double> constantNumber(Node &n, unsigned i, StringRef what) {
  auto values = n.constantDoubles(i);
  if (values && values->size() == 1)
    return values->front();
  n.unsupported("input #" + Twine(i) + " (" + what + ") must be one constant");
  return std::nullopt;
}

// The first, middle and last bin of each triangular filter: its edges are at equal distances in
// mel.
SmallVector<int64_t> melEdges(int64_t filters, int64_t length, int64_t rate, double low,
                              double high) {
  auto toMel = [](double hertz) { return 2595 * std::log1p(hertz / 700) / std::numbers::ln10; };
  const double first = toMel(low), count = static_cast<double>(filters + 2);
  const double step = (toMel(high) - first) / count;
  SmallVector<int64_t> edges;
  for (int64_t i = 0; i < filters + 2; ++i) {
    const double mel = static_cast<double>(i) * step + first;
    const double hertz = 700 * std::expm1(mel / 2595 * std::numbers::ln10);
    const double bin = static_cast<double>(length + 1) * hertz / static_cast<double>(rate);
    edges.push_back(static_cast<int64_t>(std::floor(std::min(bin, 0x1p60)))); // far beyond all bins
  }
  return edges;
}

// The weight of a frequency bin in a filter with these edges. The falling side starts at the
// middle.
double melWeight(int64_t bin, int64_t low, int64_t middle, int64_t high) {
  if (bin >= middle && bin < high)
    return static_cast<double>(high - bin) / static_cast<double>(high - middle);
  if (bin == middle)
    return 1;
  return bin >= low && bin < middle
             ? static_cast<double>(bin - low) / static_cast<double>(middle - low)
             : 0;
}

// The same for inputs that are data, in f64.
void importComputedMelWeights(Node &n, Type type) {
  Type f64 = n.builder().getF64Type();
  MaybeDim filters = scalarSize(n, 0, "num_mel_bins"), length = scalarSize(n, 1, "dft_length");
  auto number = [&](unsigned i, StringRef what) { return Expr(n, n.single(i, what)).to(f64); };
  Expr rate = number(2, "sample_rate"), low = number(3, "lower_edge_hertz"),
       high = number(4, "upper_edge_hertz");
  if (n.hasFailed())
    return;
  n.require(*filters, n.size(1), "expects a positive num_mel_bins");
  n.require(*length, n.size(1), "expects a positive dft_length");
  const double perNeper = 2595 / std::numbers::ln10;
  auto toMel = [&](Expr hertz) { return (hertz / 700 + 1).unary("rlx.log") * perNeper; };
  Expr first = toMel(low), step = (toMel(high) - first) / sizeAs(n, *filters + 2, f64);
  Dim bins = n.need(floorDiv(*length, n.size(2)), "the number of bins") + 1;
  Expr bin = iotaAlong(n, bins, 0, 2, f64), filter = iotaAlong(n, *filters, 1, 2, f64);
  auto edge = [&](int64_t i) {
    Expr mel = (filter + static_cast<double>(i)) * step + first;
    Expr hertz = ((mel / perNeper).unary("rlx.exp") - 1) * 700;
    return floor(sizeAs(n, *length + 1, f64) * hertz / rate);
  };
  Expr start = edge(0), middle = edge(1), end = edge(2), zero = bin.number(0), one = bin.number(1);
  Expr rising = where((bin >= start) & (bin < middle), (bin - start) / (middle - start), zero);
  Expr falling = where((bin >= middle) & (bin < end), (end - bin) / (end - middle), rising);
  n.set(0, where((bin == middle) & (end <= middle), one, falling).to(type).value());
}

void importMelWeightMatrix(Node &n) {
  Type type = elementTypeOf(n.getContext(), static_cast<int>(n.intAttr("output_datatype", 1)));
  if (!type || isa<ComplexType>(type) || type.isInteger(1))
    return n.unsupported("attribute 'output_datatype' must be a type of numbers");
  if (llvm::any_of(axisRange(0, 5), [&](int64_t i) { return !n.constantDoubles(i); }))
    return importComputedMelWeights(n, type);
  auto filters = constantScalar(n, 0, "num_mel_bins"), length = constantScalar(n, 1, "dft_length"),
       rate = constantScalar(n, 2, "sample_rate");
  if (n.hasFailed())
    return;
  auto low = constantNumber(n, 3, "lower_edge_hertz"),
       high = constantNumber(n, 4, "upper_edge_hertz");
  if (n.hasFailed())
    return;
  if (*filters < 1 || *length < 1 || *rate < 1 || !(*low > -700) || !(*high >= *low) ||
      !std::isfinite(*high))
    return n.fail("expects positive sizes, and edges in ascending order");
  const int64_t bins = *length / 2 + 1;
  constexpr int64_t kMaxWeights = int64_t(1) << 24;
  if (*filters > kMaxWeights || bins > kMaxWeights / *filters)
    return n.unsupported("has " + Twine(bins) + " x " + Twine(*filters) +
                         " elements; supported are " + Twine(kMaxWeights));
  SmallVector<int64_t> edges = melEdges(*filters, *length, *rate, *low, *high);
  SmallVector<Attribute> elements;
  for (int64_t bin = 0; bin < bins; ++bin)
    for (int64_t i = 0; i < *filters; ++i) {
      double weight = melWeight(bin, edges[i], edges[i + 1], edges[i + 2]);
      elements.push_back(n.scalarAttr(type, isa<IntegerType>(type) ? std::trunc(weight) : weight));
    }
  n.set(0,
        n.literal(DenseElementsAttr::get(RankedTensorType::get({bins, *filters}, type), elements)));
}

} // namespace

void rlx::onnxim::addSpectralOps(OpTable &table) {
  table.add("DFT", {importDft, nullptr, 17, 20});
  table.add("STFT", {importStft, nullptr, 17});
  table.add("MelWeightMatrix", {importMelWeightMatrix, nullptr, 17});
  table.limit("DFT", "an axis of more than 2^20 elements");
  table.limit("STFT", "frames of more than 2^20 elements, or of 2^44 in all");
  auto window = [&](StringRef name, std::vector<double> factors) {
    auto run = [factors = std::move(factors)](Node &n) { importWindow(n, factors); };
    table.add(name, {std::move(run), nullptr, 17});
    table.limit(name, "integer results");
  };
  window("HannWindow", {0.5, -0.5});
  window("HammingWindow", {25.0 / 46.0, -21.0 / 46.0});
  window("BlackmanWindow", {0.42, -0.5, 0.08});
}
