// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random numbers: RandomUniform, RandomNormal, their forms with the shape of an input, Bernoulli,
// Multinomial.
//
// Element i of a result is a function of i and of a key, so every device and every run gives the
// same numbers: block i of Philox4x32-10 (see rlx.sample). The key is the attribute `seed`, or the
// name of the node if it has none.
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxShared.h"

#include <numbers>

#include "dialects/rlx/reference/Philox.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

Expr exclusiveOr(Expr a, Expr b) {
  return a.binary("rlx.xor", b);
}
Expr lowWord(Expr x) {
  return x & x.number(0xFFFFFFFF);
}
Expr highWord(Expr x) {
  return x.binary("rlx.shift_right", x.number(32));
}

// Four random words for each index, each in an element of ui64, so that products of words fit.
using Words = std::vector<Expr>;
Words randomWords(Expr index, uint64_t key) {
  auto keyLow = static_cast<uint32_t>(key), keyHigh = static_cast<uint32_t>(key >> 32);
  Expr zero = index.number(0);
  Words words = {lowWord(index), highWord(index), zero, zero};
  for (unsigned round = 0; round < ref::kPhiloxRounds; ++round) {
    Expr first = words[0] * ref::kPhiloxMultipliers[0];
    Expr second = words[2] * ref::kPhiloxMultipliers[1];
    words = {
        exclusiveOr(exclusiveOr(highWord(second), words[1]), index.number(keyLow)), lowWord(second),
        exclusiveOr(exclusiveOr(highWord(first), words[3]), index.number(keyHigh)), lowWord(first)};
    keyLow += ref::kPhiloxKeyBumps[0];
    keyHigh += ref::kPhiloxKeyBumps[1];
  }
  return words;
}

// Multiples of 2^-53, 2^-24, or of fewer bits in [0, 1): those that `type` has exactly.
Expr fraction(Expr high, Expr low, FloatType type) {
  if (type.isF64()) {
    Expr bits = high * double(1 << 21) + low.binary("rlx.shift_right", low.number(11));
    return bits.to(type) * 0x1p-53;
  }
  const unsigned numBits = std::min(type.getFPMantissaWidth(), 24U);
  Expr bits = high.binary("rlx.shift_right", high.number(32 - numBits));
  return bits.to(high.node().builder().getF32Type()) * std::ldexp(1.0, -int(numBits));
}

// The words of all elements of a shape, as a list.
Words wordsOf(Node &n, ArrayRef<Dim> sizes, uint64_t key) {
  Expr index = iotaAlong(n, productOf(n, sizes), 0, 1, n.builder().getI64Type());
  return randomWords(index.to(n.builder().getIntegerType(64, /*isSigned=*/false)), key);
}

// For results that are computed in f32, or in f64.
Expr emitNormal(Node &n, ArrayRef<Dim> sizes, FloatType type, uint64_t key) {
  Words words = wordsOf(n, sizes, key);
  auto wide = cast<FloatType>(computeType(n, type));
  // The Box-Muller transform. The logarithm is of a number in (0, 1].
  Expr radius =
      (((1 - fraction(words[0], words[1], wide)).unary("rlx.log")) * -2).unary("rlx.sqrt");
  Expr angle = fraction(words[2], words[3], wide) * (2 * std::numbers::pi);
  return (radius * angle.unary("rlx.cos")).reshaped(sizes);
}

// The type of the result: attribute `dtype`, or else `fallback`. Null after failing the node.
FloatType randomType(Node &n, Type fallback) {
  Type type =
      n.hasAttr("dtype") ? elementTypeOf(n.getContext(), int(n.intAttr("dtype", 1))) : fallback;
  auto result = dyn_cast_or_null<FloatType>(type);
  if (!result)
    n.fail("the result must have a floating-point type: set attribute 'dtype'");
  return result;
}

void importRandom(Node &n, ArrayRef<Dim> sizes, Type fallback, bool isNormal) {
  FloatType type = randomType(n, fallback);
  const double first = isNormal ? n.floatAttr("mean", 0) : n.floatAttr("low", 0);
  const double second = isNormal ? n.floatAttr("scale", 1) : n.floatAttr("high", 1);
  const uint64_t key = randomKey(n);
  if (n.hasFailed())
    return;
  Expr numbers = isNormal ? emitNormal(n, sizes, type, key) * second
                          : emitUniform(n, sizes, type, key) * (second - first);
  n.set(0, (numbers + first).to(type).value());
}

// With the shape of attribute `shape`.
void importOfShape(Node &n, bool isNormal) {
  Dims sizes;
  if (!n.hasAttr("shape"))
    n.fail("attribute 'shape' is missing");
  for (int64_t size : n.intsAttr("shape")) {
    if (size < 0)
      n.fail("attribute 'shape' has the negative element " + Twine(size));
    sizes.push_back(n.size(size));
  }
  importRandom(n, sizes, n.builder().getF32Type(), isNormal);
}

// 1 with the probability that the input's element is.
void importBernoulli(Node &n) {
  Type type = n.hasAttr("dtype") ? elementTypeOf(n.getContext(), int(n.intAttr("dtype", 1)))
                                 : n.elementType(0);
  const uint64_t key = randomKey(n);
  if (!type || isa<ComplexType>(type))
    return n.unsupported("attribute 'dtype' must be a type of numbers or bool");
  auto wide = cast<FloatType>(computeType(n, n.elementType(0)));
  Expr probability = Expr(n, n.tensor(0)).to(wide);
  n.set(0, (emitUniform(n, n.dims(0), wide, key) < probability).to(type).value());
}

// Classes with the probabilities softmax(x): the first whose cumulative sum exceeds a uniform
// number.
void importMultinomial(Node &n) {
  const int64_t count = n.intAttr("sample_size", 1);
  Type type = elementTypeOf(n.getContext(), int(n.intAttr("dtype", 6)));
  const uint64_t key = randomKey(n);
  if (n.rank(0) != 2)
    n.fail("expects a matrix of logarithms, but got rank " + Twine(n.rank(0)));
  if (count < 0 || count > kMaxElements)
    n.fail("attribute 'sample_size' is " + Twine(count));
  if (!type || !isa<IntegerType>(type))
    n.fail("attribute 'dtype' must be int32 or int64");
  if (n.hasFailed())
    return;
  auto wide = cast<FloatType>(computeType(n, n.elementType(0)));
  Dim rows = n.dims(0)[0], classes = n.dims(0)[1], one = n.size(1);
  n.require(classes, one, "the input has no classes");
  Value x = n.cast(n.tensor(0), wide);
  Value sums = n.emit("rlx.cumsum", n.emit("rlx.softmax", x, n.i64("axis", 1)), n.i64("axis", 1));
  Expr uniform = emitUniform(n, {rows, n.size(count)}, wide, key);
  Expr passed =
      Expr(n, sums).reshaped({rows, one, classes}) <= uniform.reshaped({rows, n.size(count), one});
  Type i64 = n.builder().getI64Type();
  Expr index(n, n.reduce("rlx.reduce_sum", passed.to(i64).value(), 2, /*keepDims=*/false));
  n.set(0, min(index, sizeAs(n, classes, i64) - 1).to(type).value());
}

} // namespace

uint64_t rlx::onnxim::randomKey(Node &n) {
  if (n.hasAttr("seed"))
    return llvm::bit_cast<uint32_t>(static_cast<float>(n.floatAttr("seed", 0)));
  return llvm::xxh3_64bits(cast<NameLoc>(n.loc()).getName().getValue());
}

Expr rlx::onnxim::emitUniform(Node &n, ArrayRef<Dim> sizes, FloatType type, uint64_t key) {
  Words words = wordsOf(n, sizes, key);
  return fraction(words[0], words[1], type).reshaped(sizes);
}

void rlx::onnxim::addRandomOps(OpTable &table) {
  for (bool isNormal : {false, true}) {
    const std::string name = isNormal ? "RandomNormal" : "RandomUniform";
    table.add(name, {[isNormal](Node &n) { importOfShape(n, isNormal); }, nullptr});
    table.add(
        name + "Like",
        {[isNormal](Node &n) { importRandom(n, n.dims(0), n.elementType(0), isNormal); }, nullptr});
  }
  table.add("Bernoulli", {importBernoulli, nullptr, 15});
  table.add("Multinomial", {importMultinomial, nullptr, 7});
}
