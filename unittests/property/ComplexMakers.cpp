// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makers of random complex numbers and Fourier transforms; see GraphBuilder.h.
#include "unittests/property/MakerHelpers.h"

using namespace mlir;

namespace rlx::property {
namespace {

Value newComplex(GraphBuilder &g) {
  Type part = g.random.chance(70) ? Type(g.builder.getF32Type()) : Type(g.builder.getF64Type());
  return g.source(ComplexType::get(part), randomSizes(g, 0, 4));
}

// From the pool if it has a complex tensor, or else a new one.
Value anyComplex(GraphBuilder &g, bool exact = false) {
  Value found = g.pick([&](Value v) { return !exact || !g.isNoisy(v); }, /*isComplex=*/true);
  return found ? found : newComplex(g);
}

bool makeComplex(GraphBuilder &g) {
  Value x = g.pick([](Type type, size_t) { return type.isF32() || type.isF64(); });
  if (!x || g.random.chance(30))
    return bool(newComplex(g));
  return g.addByName("rlx.complex", {x, g.broadcastable(g.elementType(x), g.sizes(x))});
}

bool makePart(GraphBuilder &g) {
  Value z = anyComplex(g);
  return g.addByName(g.random.pick<StringRef>({"rlx.real", "rlx.imag", "rlx.complex_abs",
                                               "rlx.complex_norm_sq", "rlx.conj"}),
                     {z});
}

bool makeNormGradient(GraphBuilder &g) {
  Value z = anyComplex(g);
  Type part = cast<ComplexType>(g.elementType(z)).getElementType();
  return g.addByName("rlx.complex_norm_sq_backward", {z, g.like(part, g.sizes(z))});
}

// log and sqrt jump at the negative axis.
bool makeComplexUnary(GraphBuilder &g) {
  StringRef name = g.random.pick<StringRef>({"rlx.exp", "rlx.neg", "rlx.log", "rlx.sqrt"});
  Value z = anyComplex(g, /*exact=*/name == "rlx.log" || name == "rlx.sqrt");
  return g.addByName(name, {z});
}

bool makeComplexBinary(GraphBuilder &g) {
  Value x = anyComplex(g, /*exact=*/true);
  Value y = g.source(g.elementType(x), g.sizes(x));
  if (g.random.chance(20))
    return g.addByName("rlx.compare", {x, y},
                       g.random.chance(50) ? "predicate = 0 : i32" : "predicate = 1 : i32");
  return g.addByName(
      g.random.pick<StringRef>({"rlx.add", "rlx.sub", "rlx.mul", "rlx.mul", "rlx.div"}), {x, y});
}

bool makeComplexMove(GraphBuilder &g) {
  Value z = anyComplex(g);
  Sizes sizes = g.sizes(z);
  int64_t rank = sizes.size();
  if (rank == 0)
    return g.addByName("rlx.where", {g.source(g.builder.getI1Type(), {}), z, z});
  int64_t axis = g.random.between(0, rank - 1);
  switch (g.random.between(0, 4)) {
  case 0:
    return g.addByName("rlx.reduce_sum", {z}, "axes = array<i64: " + std::to_string(axis) + ">");
  case 1: {
    SmallVector<int64_t> reversed;
    for (int64_t i = rank; i > 0; --i)
      reversed.push_back(i - 1);
    return g.addByName("rlx.transpose", {z}, "perm = " + array(reversed));
  }
  case 2:
    return rank >= 2 && g.addByName("rlx.matmul",
                                    {z, g.source(g.elementType(z), {sizes.back(), g.freshSize()})});
  case 3:
    return g.addByName("rlx.concat", {z, z}, "axis = " + std::to_string(axis));
  default:
    return sizes[axis].least() > 0 &&
           g.addByName(
               "rlx.gather",
               {z, indices(g, randomSizes(g, 0, 2), std::min<int64_t>(sizes[axis].least(), 100))},
               "axis = " + std::to_string(axis));
  }
}

// Lengths with small and large prime factors.
Size length(GraphBuilder &g) {
  return g.fixed(g.random.chance(70) ? g.random.between(1, 12)
                                     : g.random.pick({15, 16, 17, 23, 31, 32, 60}));
}

// Sizes with a transform length at `axis`.
Sizes withLength(GraphBuilder &g, int64_t &axis, Size size) {
  Sizes sizes = randomSizes(g, 0, 2);
  if (sizes.size() > 2)
    sizes.resize(2);
  axis = g.random.between(0, int64_t(sizes.size()));
  sizes.insert(sizes.begin() + axis, size);
  return sizes;
}

std::string fftAttributes(GraphBuilder &g, int64_t axis, size_t rank, bool inverse) {
  std::string text = llvm::formatv("axis = {0}, norm = {1} : i32", eitherWay(g, axis, rank),
                                   g.random.between(0, 3));
  return inverse && g.random.chance(50) ? text + ", inverse = true" : text;
}

bool makeFft(GraphBuilder &g) {
  int64_t layout = g.random.between(0, 2), axis;
  Size size = length(g);
  Type type = floatType(g);
  if (layout == 0)
    type = ComplexType::get(g.random.chance(70) ? Type(g.builder.getF32Type())
                                                : Type(g.builder.getF64Type()));
  Sizes sizes = withLength(g, axis, layout == 1 ? g.fixed(2 * size.runs[0]) : size);
  if (layout == 2)
    sizes.push_back(g.fixed(2));
  Value x = layout == 0 ? g.source(type, sizes) : g.like(type, sizes);
  return g.addByName(
      "rlx.fft", {x},
      llvm::formatv("layout = {0} : i32, {1}", layout, fftAttributes(g, axis, sizes.size(), true))
          .str());
}

bool makeFftParts(GraphBuilder &g) {
  int64_t axis, kind = g.random.between(0, 2);
  Size size = length(g);
  Type type = floatType(g);
  Sizes sizes = withLength(g, axis, kind == 2 ? g.fixed(size.runs[0] / 2 + 1) : size);
  std::string attributes = fftAttributes(g, axis, sizes.size(), kind == 0);
  Value x = g.like(type, sizes);
  if (kind == 0)
    return g.addByName("rlx.fft_parts", {x, g.like(type, sizes)}, attributes);
  if (kind == 1)
    return g.addByName("rlx.rfft", {x}, attributes);
  return g.addByName("rlx.irfft", {x, g.like(type, sizes)},
                     attributes + ", length = " + std::to_string(size.runs[0]));
}

} // namespace

std::vector<Maker> complexMakers() {
  return {{4, makeComplex},      {4, makePart},          {1, makeNormGradient},
          {3, makeComplexUnary}, {4, makeComplexBinary}, {3, makeComplexMove},
          {4, makeFft},          {4, makeFftParts}};
}

} // namespace rlx::property
