// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Indices.h.
#include "importers/stablehlo/Indices.h"

using namespace mlir;

namespace rlx::shlo {

IntList withFirst(ArrayRef<int64_t> first, int64_t rank) {
  IntList permutation(first);
  for (int64_t i = 0; i < rank; ++i)
    if (!llvm::is_contained(first, i))
      permutation.push_back(i);
  return permutation;
}

IntList inversePermutation(ArrayRef<int64_t> permutation) {
  IntList inverse(permutation.size());
  for (auto [i, dim] : llvm::enumerate(permutation))
    inverse[dim] = static_cast<int64_t>(i);
  return inverse;
}

Value asIndices(Node &op, Value indices) {
  if (!indices || !op.expect(elementOf(indices).isInteger(),
                             "integer indices, but got " + typeText(elementOf(indices))))
    return {};
  const Type i64 = op.builder().getI64Type();
  if (elementOf(indices).isUnsignedInteger(64)) // greater ones are greater than all sizes
    indices = op.emit("rlx.min", {indices, op.scalar(elementOf(indices), 4611686018427387904.0)});
  return op.cast(indices, i64);
}

Value indexVector(Node &op, ArrayRef<int64_t> values) {
  return op.constant(values);
}

Value clampedIndices(Node &op, Value indices, ArrayRef<int64_t> limits) {
  Value zero = op.scalar(op.builder().getI64Type(), 0);
  return op.emit("rlx.min", {op.emit("rlx.max", {indices, zero}), indexVector(op, limits)});
}

Value windowIndices(Node &op, Value indices, ArrayRef<int64_t> window) {
  if (op.hasFailed() || llvm::all_of(window, [](int64_t size) { return size == 1; })) {
    IntList sizes(shapeOf(indices));
    if (!sizes.empty())
      sizes.insert(sizes.end() - 1, window.size(), 1);
    return op.reshape(indices, sizes);
  }
  // The indices of the elements within the window, [window.., n].
  Values offsets;
  IntList sizes(window);
  sizes.push_back(1);
  for (size_t i = 0; i < window.size(); ++i) {
    IntList along(sizes.size(), 1);
    along[i] = window[i];
    offsets.push_back(op.expand(op.iota(along, static_cast<int64_t>(i)), sizes));
  }
  IntList spread(shapeOf(indices));
  spread.insert(spread.end() - 1, window.size(), 1);
  Value offset = op.concat(offsets, static_cast<int64_t>(window.size()));
  return op.emit("rlx.add", {op.reshape(indices, spread), offset});
}

StartIndices startIndices(Node &op, Value indices, int64_t vectorDim, ArrayRef<int64_t> indexMap,
                          ArrayRef<int64_t> operandBatching, ArrayRef<int64_t> indicesBatching) {
  StartIndices start;
  const int64_t rank = rankOf(indices);
  if (!op.expect(vectorDim >= 0 && vectorDim <= rank,
                 "index_vector_dim to be in [0, " + Twine(rank) + "], but got " + Twine(vectorDim)))
    return start;
  if (vectorDim == rank) { // each index is a vector of one element
    IntList column(shapeOf(indices));
    column.push_back(1);
    indices = op.reshape(indices, column);
  }
  IntList order = rangeOf(0, rankOf(indices));
  order.erase(order.begin() + vectorDim);
  order.push_back(vectorDim);
  indices = op.transpose(asIndices(op, indices), order);
  if (op.hasFailed() ||
      !op.expect(shapeOf(indices).back() == static_cast<int64_t>(indexMap.size()),
                 "one index in a vector for each mapped dimension, " + Twine(indexMap.size()) +
                     ", but got " + Twine(shapeOf(indices).back())) ||
      !op.expect(operandBatching.size() == indicesBatching.size(),
                 "the same number of batching dimensions of operand and indices"))
    return start;
  start.batch = IntList(shapeOf(indices).drop_back());
  start.dims = IntList(indexMap);
  Values parts = {indices};
  if (indexMap.empty())
    parts.clear();
  for (auto [dim, from] : llvm::zip(operandBatching, indicesBatching)) {
    const int64_t position = from > vectorDim ? from - 1 : from;
    if (!op.expect(position >= 0 && position < static_cast<int64_t>(start.batch.size()) &&
                       from != vectorDim,
                   "batching dimensions of the indices"))
      return start;
    IntList along(start.batch.size() + 1, 1), sizes(start.batch);
    along[position] = start.batch[position];
    sizes.push_back(1);
    parts.push_back(op.expand(op.iota(along, position), sizes));
    start.dims.push_back(dim);
  }
  start.indices = parts.empty() ? indices : op.concat(parts, start.batch.size());
  return start;
}

} // namespace rlx::shlo
