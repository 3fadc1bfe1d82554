// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rng_bit_generator: random bits by the counter-based generator Philox4x32-10 of Salmon et al.,
// "Parallel Random Numbers: As Easy as 1, 2, 3" (2011).
//
// The state is the key, and the counter's low and high word. StableHLO leaves the numbers to each
// implementation; XLA's are others. jax.random does not need this op: it lowers Threefry to
// arithmetic.
#include "importers/stablehlo/Expr.h"
#include "importers/stablehlo/OpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::shlo;

namespace {

struct Words {
  Type u32, u64;
  explicit Words(Node &op)
      : u32(op.builder().getIntegerType(32, false)), u64(op.builder().getIntegerType(64, false)) {}
};

Expr lowWord(Expr x, const Words &words) {
  return x.to(words.u32);
}
Expr highWord(Expr x, const Words &words) {
  return shiftRight(x, 32).to(words.u32);
}

// The counter + 0, 1, … as two words of 64 bits, for `count` blocks.
std::pair<Expr, Expr> counters(Expr low, Expr high, int64_t count, const Words &words) {
  Node &op = low.op();
  Expr next = low + Expr(op, op.iota({count}, 0)).to(words.u64);
  Expr carry = (next < low).to(words.u64);
  return {next, high + carry};
}

// Four words of 32 bits for each counter.
SmallVector<Expr> philox(Expr low, Expr high, Expr key, const Words &words) {
  constexpr uint64_t kMultiplier0 = 0xD2511F53, kMultiplier1 = 0xCD9E8D57;
  constexpr uint64_t kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
  SmallVector<Expr> x = {lowWord(low, words), highWord(low, words), lowWord(high, words),
                         highWord(high, words)};
  Expr key0 = lowWord(key, words), key1 = highWord(key, words);
  for (int round = 0; round < 10; ++round) {
    Expr wide0 = x[0].to(words.u64), wide2 = x[2].to(words.u64);
    Expr product0 = wide0 * wide0.bits(kMultiplier0), product1 = wide2 * wide2.bits(kMultiplier1);
    x = {highWord(product1, words) ^ x[1] ^ key0, lowWord(product1, words),
         highWord(product0, words) ^ x[3] ^ key1, lowWord(product0, words)};
    key0 = key0 + key0.bits(kWeyl0);
    key1 = key1 + key1.bits(kWeyl1);
  }
  return x;
}

// Words of each block as the elements of one row: [blocks, words] in row-major order.
Value interleaved(Node &op, ArrayRef<Expr> words, int64_t blocks) {
  Values columns;
  for (const Expr &word : words)
    columns.push_back(op.reshape(word.value(), {blocks, 1}));
  return op.concat(columns, 1);
}

// Elements of the result's type from words of 32 bits, [blocks, 4].
Value elementsOf(Node &op, ArrayRef<Expr> x, int64_t blocks, Type type, const Words &words) {
  if (bitWidth(type) != 64)
    return interleaved(op, x, blocks);
  SmallVector<Expr> wide;
  for (int i = 0; i < 4; i += 2)
    wide.push_back(x[i].to(words.u64) | shiftLeft(x[i + 1].to(words.u64), 32));
  return interleaved(op, wide, blocks);
}

void importPhilox(Node &op, Value state) {
  const Words words(op);
  const int64_t size = shapeOf(state)[0];
  if (!op.expect(size == 2 || size == 3,
                 "a state of 2 or 3 words for Philox, but got " + Twine(size)))
    return;
  auto word = [&](int64_t i) { return Expr(op, op.sliceAxis(state, 0, i, 1)); };
  const Type type = op.resultElement(1);
  const int64_t count = productOf(op.resultShape(1)), perBlock = bitWidth(type) == 64 ? 2 : 4;
  const int64_t blocks = (count + perBlock - 1) / perBlock;
  Expr key = word(0), low = word(1), high = size == 3 ? word(2) : key.number(0);
  auto [first, second] = counters(low, high, blocks, words);
  Value all = elementsOf(op, philox(first, second, key, words), blocks, type, words);
  if (op.hasFailed())
    return;
  all = op.sliceAxis(op.reshape(all, {blocks * perBlock}), 0, 0, count);
  // Narrow elements are the low bits of words of 32.
  const Type bits = op.integerLike(type, true);
  op.set(1, op.reshape(op.bitcast(op.cast(all, bits), type), op.resultShape(1)));
  Expr advanced = low + static_cast<double>(blocks);
  Expr carried = high + (advanced < low).to(words.u64);
  Values next = {key.value(), advanced.value()};
  if (size == 3)
    next.push_back(carried.value());
  op.set(0, op.concat(next, 0));
}

void importRngBitGenerator(Node &op) {
  Value state = op.in(0);
  const std::string algorithm = op.choice("rng_algorithm", "rng_algorithm", "DEFAULT");
  const Type type = op.resultElement(1);
  if (!op.expect(rankOf(state) == 1 && elementOf(state).isUnsignedInteger(64),
                 "a vector of ui64 as the state") ||
      !op.expect(type.isIntOrFloat(), "bits of integers or floats"))
    return;
  if (algorithm == "THREE_FRY")
    return op.unsupported("with the algorithm THREE_FRY is not supported; PHILOX and DEFAULT are");
  if (isBool(type) || bitWidth(type) < 8)
    return op.unsupported("of " + typeText(type) + " is not supported");
  if (productOf(op.resultShape(1)) == 0)
    return op.unsupported("without elements is not supported");
  importPhilox(op, state);
}

} // namespace

void rlx::shlo::addRandomOps(OpTable &table) {
  table.add("stablehlo.rng_bit_generator", importRngBitGenerator, {1, 2});
  table.limit("stablehlo.rng_bit_generator", "the algorithm THREE_FRY");
}
