// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Indices of slices, gathers and scatters.
#ifndef RLX_IMPORTERS_STABLEHLO_INDICES_H
#define RLX_IMPORTERS_STABLEHLO_INDICES_H

#include "importers/stablehlo/Importing.h"

namespace rlx::shlo {

// Start indices and the dimensions of the operand that they are for: of gather and scatter.
struct StartIndices {
  Value indices; // i64 [batch.., one for each of `dims`]
  IntList dims;  // the mapped dimensions of the operand, batching dimensions among them
  IntList batch; // the batch sizes
};

// The indices with the index vector as the last dimension, and an index of their own for each pair
// of batching dimensions.
StartIndices startIndices(Node &op, Value indices, int64_t vectorDim,
                          llvm::ArrayRef<int64_t> indexMap, llvm::ArrayRef<int64_t> operandBatching,
                          llvm::ArrayRef<int64_t> indicesBatching);

// i64 indices, also of unsigned types, whose greatest values stay positive.
Value asIndices(Node &op, Value indices);

// One i64 element per dimension in the last dimension of the indices.
Value indexVector(Node &op, llvm::ArrayRef<int64_t> values);

// `indices` clamped to [0, limits], one limit for each element of the index vector.
Value clampedIndices(Node &op, Value indices, llvm::ArrayRef<int64_t> limits);

// The indices [batch.., n] of windows as those of their elements, [batch.., window.., n]. `window`
// has one size for each of the n dimensions.
Value windowIndices(Node &op, Value indices, llvm::ArrayRef<int64_t> window);

// `first`, then the other dimensions of a tensor of that rank, in order.
IntList withFirst(llvm::ArrayRef<int64_t> first, int64_t rank);
IntList inversePermutation(llvm::ArrayRef<int64_t> permutation);

} // namespace rlx::shlo

#endif // RLX_IMPORTERS_STABLEHLO_INDICES_H
