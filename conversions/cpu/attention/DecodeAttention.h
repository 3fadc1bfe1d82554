// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decode attention: few queries over many keys, as in token-by-token generation. It is bound by
// memory bandwidth, so keys and values are read once.
//
//   workgroup (0, y, z): key head y with all query heads that share it, batch entry z
//   for block of keys:
//     for tile of keys: for row (a query of one of the heads): scores[row, key] = query . key
//     for row: mask; new maximum; weights = exp(scores - maximum); acc *= exp(old - new maximum)
//     for tile of keys: for row: acc[row] += weights x values
//   divide, epilogue
//
// Vectors hold elements of a head. A tile has at most four rows and lanes / rows keys. For example,
// with 16 lanes it has 4 rows x 4 keys: 16 vectors of partial sums, which are added across lanes
// into one vector of 16 scores.
#ifndef RLX_CONVERSIONS_CPU_ATTENTION_DECODEATTENTION_H
#define RLX_CONVERSIONS_CPU_ATTENTION_DECODEATTENTION_H

#include "conversions/cpu/attention/AttentionKernel.h"

namespace rlx::cpu {

// Emits the code of workgroup (0, head, batch entry) for at most `AttentionPlan::fewQueries`
// queries. Only the first head of each group has work. Returns the workspace in bytes.
int64_t emitDecodeAttention(const AttentionKernel &frame);

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_ATTENTION_DECODEATTENTION_H
