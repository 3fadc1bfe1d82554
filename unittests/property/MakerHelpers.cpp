// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of the shared helpers of makers; see MakerHelpers.h.
#include "unittests/property/MakerHelpers.h"

using namespace mlir;

namespace rlx::property {
namespace {

// The limit of a source. Results of ops may be larger.
constexpr int64_t kMaxElementsOfRun = 5000;

} // namespace

Type floatType(GraphBuilder &g) {
  Builder &b = g.builder;
  if (g.random.chance(60))
    return b.getF32Type();
  return g.random.pick<Type>({b.getF16Type(), b.getBF16Type(), b.getF64Type()});
}

Value pickFloats(GraphBuilder &g, size_t least, size_t most) {
  return g.pick([&](Type type, size_t rank) {
    return isa<FloatType>(type) && rank >= least && rank <= most;
  });
}

Value pickNumbers(GraphBuilder &g, size_t least) {
  return g.pick([&](Type type, size_t rank) { return !type.isInteger(1) && rank >= least; });
}

Value pickRanked(GraphBuilder &g, size_t least) {
  return g.pick([&](Type, size_t rank) { return rank >= least; });
}

Value exactFloats(GraphBuilder &g, size_t least, size_t most) {
  Value found = g.pick([&](Value value) {
    size_t rank = g.sizes(value).size();
    return isa<FloatType>(g.elementType(value)) && rank >= least && rank <= most &&
           !g.isNoisy(value);
  });
  return found ? found : g.source(floatType(g), randomSizes(g, least, most));
}

Value weight(GraphBuilder &g, Type type, ArrayRef<Size> sizes) {
  double range = isa<FloatType>(type) ? 0.7 : 3;
  double low = type.isUnsignedInteger() ? 0 : -range;
  return g.source(type, sizes, low, range, /*neverInput=*/g.random.chance(80));
}

Value maybeWeight(GraphBuilder &g, Type type, ArrayRef<Size> sizes) {
  return g.random.chance(67) ? weight(g, type, sizes) : Value();
}

Value indices(GraphBuilder &g, ArrayRef<Size> sizes, int64_t count, bool negative) {
  Builder &b = g.builder;
  Type type = g.random.pick<Type>({b.getI64Type(), b.getI64Type(), b.getI32Type(), b.getI8Type()});
  return g.source(type, sizes, negative ? double(-count) : 0, double(count - 1));
}

Sizes randomSizes(GraphBuilder &g, size_t least, size_t most) {
  Sizes sizes;
  for (int64_t rank = g.random.between(least, std::min<size_t>(most, least + 3)); rank > 0; --rank)
    sizes.push_back(g.freshSize());
  return bounded(g, std::move(sizes));
}

int64_t maxElements(ArrayRef<Size> sizes) {
  int64_t most = 1;
  for (const Size &size : sizes)
    most *= *llvm::max_element(size.runs);
  return most;
}

Sizes bounded(GraphBuilder &g, Sizes sizes) {
  for (unsigned run = 0; run < g.numRuns(); ++run) {
    int64_t elements = 1;
    for (Size &size : sizes) {
      if (elements * size.runs[run] > kMaxElementsOfRun)
        size = g.fixed(1);
      elements *= size.runs[run];
    }
  }
  return sizes;
}

int64_t eitherWay(GraphBuilder &g, int64_t axis, size_t rank) {
  return g.random.chance(50) ? axis : axis - int64_t(rank);
}

std::string array(ArrayRef<int64_t> values) {
  if (values.empty())
    return "array<i64>";
  return llvm::formatv("array<i64: {0:$[, ]}>", llvm::make_range(values.begin(), values.end()));
}

NamedAttribute sizesAttribute(GraphBuilder &g, ArrayRef<OpFoldResult> sizes,
                              SmallVectorImpl<Value> &operands) {
  auto [fixed, dynamic] = decomposeMixedValues(SmallVector<OpFoldResult>(sizes));
  operands.append(dynamic);
  return g.builder.getNamedAttr("static_sizes", g.builder.getDenseI64ArrayAttr(fixed));
}

std::string Window::attributes() const {
  return llvm::formatv("strides = {0}, pads = {1}, dilations = {2}", array(strides), array(pads),
                       array(dilations));
}

Value image(GraphBuilder &g) {
  Value x = g.random.chance(60) ? pickFloats(g, 3, 4) : Value();
  if (x)
    return x;
  Sizes sizes = {g.freshSize(), g.fixed(g.random.pick({1, 2, 3, 4, 8, 16})), g.freshSize()};
  if (g.random.chance(80))
    sizes.push_back(g.freshSize());
  Type type = g.random.chance(80) ? Type(g.builder.getF32Type()) : Type(g.builder.getF16Type());
  return g.source(type, sizes);
}

Window randomWindow(GraphBuilder &g, ArrayRef<Size> image, bool channelsLast) {
  Window window;
  for (const Size &size : image.slice(channelsLast ? 1 : 2, image.size() - 2)) {
    window.kernel.push_back(g.random.pick({1, 1, 2, 3, 3, 5}));
    window.strides.push_back(g.random.pick({1, 1, 2}));
    window.dilations.push_back(g.random.pick({1, 1, 1, 2}));
    window.pads.push_back(g.random.between(0, window.kernel.back() / 2));
    int64_t reach = window.dilations.back() * (window.kernel.back() - 1) + 1;
    window.fits &= size.least() + 2 * window.pads.back() >= reach;
  }
  SmallVector<int64_t> low = window.pads;
  window.pads.append(low);
  return window;
}

} // namespace rlx::property
