// Attention of many queries: one pass over the keys in blocks, with the softmax kept up to date
// (Milakov and Gimelshein 2018; Dao et al. 2022), queries in the lanes of vectors.
//
//   workgroup (x, y, z): queries [x * kPanelsPerWorkgroup * panel, ..), head y, batch entry z
//   for panel of queries: transpose them; for block of keys:
//     scores[key, query] = keys x queries; add masks; new maximum; weights = exp(scores - maximum)
//     sums[value column, query] = sums * exp(old maximum - new maximum) + values x weights
//   divide, transpose back, epilogue
//
// With queries in lanes the softmax needs no reduction across lanes, keys and values are read as
// they lie in memory, and the scratch memory does not depend on any sequence length.
#ifndef RLX_CONVERSIONS_CPU_ATTENTION_FLASHATTENTION_H
#define RLX_CONVERSIONS_CPU_ATTENTION_FLASHATTENTION_H

#include "conversions/cpu/attention/AttentionKernel.h"

namespace rlx::cpu {

constexpr int64_t kPanelsPerWorkgroup = 2; // of queries

// Emits the code of a workgroup; returns the workspace it needs, in bytes.
int64_t emitFlashAttention(const AttentionKernel &frame);

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_ATTENTION_FLASHATTENTION_H
