// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Packs elements into words and unpacks them, by vector.bitcast (see VectorWidth.h). For example,
// eight f16 are cast in pairs to four i32, which form a vector<4xi32>. Elements of 32 bits and more
// need no cast.
#include "conversions/gpu/builder/VectorWidth.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "runtime/device/KernelBindings.h"

using namespace mlir;

namespace rlx {
namespace {

constexpr int64_t kWordBits = 32;

// Elements in a word of a vector with `lanes` elements.
int64_t perWord(Type element, int64_t lanes) {
  return std::clamp<int64_t>(kWordBits / element.getIntOrFloatBitWidth(), 1, lanes);
}

// The word of `count` elements.
Type wordOf(Type element, int64_t count) {
  if (count == 1)
    return element;
  return IntegerType::get(element.getContext(),
                          static_cast<unsigned>(count) * element.getIntOrFloatBitWidth());
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

int64_t maxLanes(Type element) {
  if (!isa<FloatType>(element) && !element.isSignlessInteger())
    return 1;
  const int64_t bits = element.getIntOrFloatBitWidth();
  constexpr int64_t kBits = int64_t(rt::kOperandAlignment) * 8;
  return bits >= 8 && bits <= 64 && llvm::isPowerOf2_64(bits) ? kBits / bits : 1;
}

bool canTransposeInTiles(RankedTensorType matrix) {
  const int64_t lanes = maxLanes(matrix.getElementType());
  return matrix.getNumElements() >= kMinForTranspose && matrix.getDimSize(0) % lanes == 0 &&
         matrix.getDimSize(1) % lanes == 0;
}

int64_t commonLanes(ValueRange tensors) {
  int64_t lanes = kMaxLanes;
  for (Value tensor : tensors)
    if (auto type = dyn_cast<ShapedType>(tensor.getType()))
      if (!type.getElementType().isInteger(1))
        lanes = std::min(lanes, maxLanes(type.getElementType()));
  return lanes;
}

Type packedType(Type element, int64_t lanes) {
  const int64_t per = perWord(element, lanes);
  Type word = wordOf(element, per);
  return lanes == per ? word : VectorType::get({lanes / per}, word);
}

Value packLanes(OpBuilder &b, Location loc, ValueRange lanes) {
  Type element = lanes.front().getType();
  const auto count = static_cast<int64_t>(lanes.size());
  const int64_t per = perWord(element, count);
  SmallVector<Value> words;
  for (int64_t i = 0; i < count; i += per) {
    if (per == 1) {
      words.push_back(lanes[static_cast<size_t>(i)]);
      continue;
    }
    Value few = b.createOrFold<vector::FromElementsOp>(
        loc, VectorType::get({per}, element),
        lanes.slice(static_cast<size_t>(i), static_cast<size_t>(per)));
    Value one =
        b.createOrFold<vector::BitCastOp>(loc, VectorType::get({1}, wordOf(element, per)), few);
    words.push_back(b.createOrFold<vector::ExtractOp>(loc, one, 0));
  }
  if (words.size() == 1)
    return words.front();
  return b.createOrFold<vector::FromElementsOp>(loc, packedType(element, count), words);
}

SmallVector<Value> unpackLanes(OpBuilder &b, Location loc, Value packed, Type element) {
  SmallVector<Value> words = wordsOf(b, loc, packed);
  const unsigned per =
      words.front().getType().getIntOrFloatBitWidth() / element.getIntOrFloatBitWidth();
  if (per == 1)
    return words;
  SmallVector<Value> lanes;
  for (Value word : words) {
    Value one =
        b.createOrFold<vector::FromElementsOp>(loc, VectorType::get({1}, word.getType()), word);
    Value few = b.createOrFold<vector::BitCastOp>(loc, VectorType::get({per}, element), one);
    llvm::append_range(lanes, wordsOf(b, loc, few));
  }
  return lanes;
}

} // namespace rlx
