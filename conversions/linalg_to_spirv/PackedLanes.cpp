// See PackedLanes.h.
#include "conversions/linalg_to_spirv/PackedLanes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "runtime/vulkan/SpirvKernel.h"

using namespace mlir;

namespace rlx {
namespace {

constexpr int64_t kWordBits = 32;

// How many elements a word of the vector holds.
int64_t perWord(Type element) {
  return std::max<int64_t>(kWordBits / element.getIntOrFloatBitWidth(), 1);
}

// What one word is, and what a vector of elements in it is.
Type wordOf(Type element) {
  return perWord(element) == 1 ? element : IntegerType::get(element.getContext(), kWordBits);
}
VectorType elementsOfWord(Type element) {
  return VectorType::get({perWord(element)}, element);
}

SmallVector<Value> wordsOf(OpBuilder &b, Location loc, Value packed) {
  auto type = dyn_cast<VectorType>(packed.getType());
  if (!type)
    return {packed};
  SmallVector<Value> words;
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    words.push_back(b.createOrFold<vector::ExtractOp>(loc, packed, i));
  return words;
}

} // namespace

int64_t leastLanes(Type element) {
  return std::max<int64_t>(perWord(element), 2);
}

int64_t mostLanes(Type element) {
  if (!isa<FloatType>(element) && !element.isSignlessInteger())
    return 1;
  const int64_t bits = element.getIntOrFloatBitWidth();
  constexpr int64_t kBits = rt::kOperandAlignment * 8;
  return bits >= 8 && bits <= 64 && llvm::isPowerOf2_64(bits) ? kBits / bits : 1;
}

int64_t commonLanes(ValueRange tensors) {
  int64_t lanes = 8;
  for (Value tensor : tensors)
    if (auto type = dyn_cast<ShapedType>(tensor.getType()))
      if (!type.getElementType().isInteger(1))
        lanes = std::min(lanes, mostLanes(type.getElementType()));
  return lanes;
}

Type packedType(Type element, int64_t lanes) {
  const int64_t words = lanes / perWord(element);
  return words == 1 ? wordOf(element) : VectorType::get({words}, wordOf(element));
}

Value packLanes(OpBuilder &b, Location loc, ValueRange lanes) {
  Type element = lanes.front().getType();
  const auto per = static_cast<size_t>(perWord(element));
  SmallVector<Value> words;
  for (size_t i = 0; i < lanes.size(); i += per) {
    if (per == 1) {
      words.push_back(lanes[i]);
      continue;
    }
    Value few =
        b.createOrFold<vector::FromElementsOp>(loc, elementsOfWord(element), lanes.slice(i, per));
    Value one = b.createOrFold<vector::BitCastOp>(loc, VectorType::get({1}, wordOf(element)), few);
    words.push_back(b.createOrFold<vector::ExtractOp>(loc, one, 0));
  }
  if (words.size() == 1)
    return words.front();
  return b.createOrFold<vector::FromElementsOp>(
      loc, packedType(element, static_cast<int64_t>(lanes.size())), words);
}

SmallVector<Value> unpackLanes(OpBuilder &b, Location loc, Value packed, Type element) {
  SmallVector<Value> words = wordsOf(b, loc, packed);
  if (perWord(element) == 1)
    return words;
  SmallVector<Value> lanes;
  for (Value word : words) {
    Value one =
        b.createOrFold<vector::FromElementsOp>(loc, VectorType::get({1}, word.getType()), word);
    Value few = b.createOrFold<vector::BitCastOp>(loc, elementsOfWord(element), one);
    llvm::append_range(lanes, wordsOf(b, loc, few));
  }
  return lanes;
}

} // namespace rlx
