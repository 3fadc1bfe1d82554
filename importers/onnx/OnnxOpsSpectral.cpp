// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fourier transforms, window functions and filters: DFT, STFT, HannWindow, HammingWindow,
// BlackmanWindow, MelWeightMatrix.
// Complex numbers are pairs in the last dimension, the layout `pairs` of rlx.fft.
//
// The transformed axis must have a constant size.
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"

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

// An attribute, since operator set 20 an input.
int64_t dftAxis(Node &n) {
  if (n.opset() < 20)
    return n.intAttr("axis", 1);
  IntList axis = n.has(2) ? n.constantInts(2, "the axis") : IntList{-2};
  if (!n.hasFailed() && axis.size() != 1)
    n.fail("expects one axis, but got " + Twine(axis.size()));
  return n.hasFailed() ? 0 : axis[0];
}

// The length of a transform, which is input 1; nothing if it is absent, or the node has failed.
std::optional<int64_t> dftLength(Node &n) {
  if (!n.has(1))
    return std::nullopt;
  IntList length = n.constantInts(1, "the length of the transform");
  if (!n.hasFailed() && (length.size() != 1 || length[0] < 1))
    n.fail("expects one length of at least 1");
  return n.hasFailed() ? std::nullopt : std::optional(length[0]);
}

// Real numbers from the first half of their transform, which is complex. The result's last
// dimension has size 1.
void importIrfft(Node &n, int64_t axis) {
  Value input = n.tensor(0);
  const int64_t last = n.rank(0) - 1;
  std::optional<int64_t> length = dftLength(n), size = constantOf(n.dims(0)[axis]);
  if (n.hasFailed())
    return;
  if (!size)
    return n.needsStatic("the size of the transformed axis");
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
  int64_t axis = n.axis(dftAxis(n), n.rank(0));
  if (n.hasFailed())
    return;
  if (axis == n.rank(0) - 1)
    return n.fail("the axis must not be the last one, which holds real and imaginary parts");
  if (inverse && onesided)
    return importIrfft(n, axis);
  Value input = n.tensor(0);
  if (std::optional<int64_t> length = dftLength(n))
    input = resizedAxis(n, input, axis, *length);
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
Value framesOf(Node &n, Value signal, int64_t size, int64_t step, int64_t length) {
  int64_t count = (size - length) / step + 1;
  if (count > kMaxElements / length)
    n.unsupported("has " + Twine(count) + " frames of " + Twine(length) +
                  " elements; supported are " + Twine(kMaxElements) + " elements in all");
  Dim one = n.size(1);
  Value frame = n.iota(n.size(0), {n.size(count), one}, 0);
  Value i = n.iota(n.size(0), {one, n.size(length)}, 1);
  Value starts = n.emit("rlx.mul", {frame, n.scalar(n.builder().getI64Type(), double(step))});
  return n.emit("rlx.gather", {signal, n.emit("rlx.add", {starts, i})}, {n.i64("axis", 1)});
}

void importStft(Node &n) {
  bool onesided = n.flagAttr("onesided", true);
  std::optional<int64_t> step = constantScalar(n, 1, "the step between frames"), length;
  if (n.has(3))
    length = constantScalar(n, 3, "the length of a frame");
  else if (n.has(2) && n.rank(2) == 1)
    length = constantOf(n.dims(2)[0]);
  if (n.hasFailed())
    return;
  if (n.rank(0) != 3)
    return n.fail("expects a signal of rank 3, but got rank " + Twine(n.rank(0)));
  auto size = constantOf(n.dims(0)[1]);
  if (!size || !length)
    return n.needsStatic("the length of the signal, and that of a frame,");
  if (*step < 1 || *length < 1 || *length > *size)
    return n.fail("expects a step of at least 1 and a frame that fits into the signal");
  Value frames = framesOf(n, n.tensor(0), *size, *step, *length);
  if (frames && n.has(2)) {
    Value window = n.reshape(n.tensor(2), {n.size(*length), n.size(1)});
    frames = window ? n.emit("rlx.mul", {frames, window}) : Value();
  }
  if (frames)
    n.set(0, transform(n, frames, 2, /*inverse=*/false, onesided));
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
    edges.push_back(static_cast<int64_t>(
        std::floor(static_cast<double>(length + 1) * hertz / static_cast<double>(rate))));
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

void importMelWeightMatrix(Node &n) {
  Type type = elementTypeOf(n.getContext(), static_cast<int>(n.intAttr("output_datatype", 1)));
  auto filters = constantScalar(n, 0, "num_mel_bins"), length = constantScalar(n, 1, "dft_length"),
       rate = constantScalar(n, 2, "sample_rate");
  if (n.hasFailed())
    return;
  auto low = constantNumber(n, 3, "lower_edge_hertz"),
       high = constantNumber(n, 4, "upper_edge_hertz");
  if (n.hasFailed())
    return;
  if (!type || isa<ComplexType>(type) || type.isInteger(1))
    return n.unsupported("attribute 'output_datatype' must be a type of numbers");
  if (*filters < 1 || *length < 1 || *rate < 1 || !(*low > -700) || !(*high >= *low))
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
  table.limit("MelWeightMatrix", "inputs that are not constant");
  table.limit("DFT", "an axis of dynamic size, or of more than 2^20");
  table.limit("STFT",
              "dynamic lengths of signal or frame; frames of more than 2^20 elements, or of "
              "2^44 in all");
  auto window = [&](StringRef name, std::vector<double> factors) {
    auto run = [factors = std::move(factors)](Node &n) { importWindow(n, factors); };
    table.add(name, {std::move(run), nullptr, 17});
    table.limit(name, "sizes that are not constant, or above 4,096; integer results");
  };
  window("HannWindow", {0.5, -0.5});
  window("HammingWindow", {25.0 / 46.0, -21.0 / 46.0});
  window("BlackmanWindow", {0.42, -0.5, 0.08});
}
