// Attention of a few queries over many keys, as when text is generated token by token: what counts
// is to read keys and values from memory once.
//
//   workgroup (0, y, z): head y of the keys with all query heads that share it, batch entry z
//   for block of keys:
//     for tile of keys: for row (query of one of the heads): scores[row, key] = query . key
//     for row: mask; new maximum; weights = exp(scores - maximum); sums *= exp(old - new maximum)
//     for tile of keys: for row: sums[row] += weights x values
//   divide, epilogue
//
// Vectors lie along the head. A tile is as many keys as its products with a few rows, four at most,
// are lanes of a vector: their sums across lanes become one vector of scores.
#ifndef RLX_CONVERSIONS_CPU_ATTENTION_DECODEATTENTION_H
#define RLX_CONVERSIONS_CPU_ATTENTION_DECODEATTENTION_H

#include "conversions/cpu/attention/AttentionKernel.h"

namespace rlx::cpu {

// Emits the code of workgroup (0, head, batch entry) for at most `AttentionPlan::fewQueries`
// queries; heads that are not the first of their group have none. Returns the workspace it needs,
// in bytes.
int64_t emitDecodeAttention(const AttentionKernel &frame);

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_ATTENTION_DECODEATTENTION_H
