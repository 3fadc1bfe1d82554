// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flash attention for many queries: one pass over the keys in blocks with an online softmax
// (Milakov and Gimelshein 2018; FlashAttention, Dao et al. 2022), and queries in the lanes of
// vectors.
//
//   workgroup (x, y, z): queries [x * kPanelsPerWorkgroup * panel, ..), head y, batch entry z
//   for panel of queries: transpose them; for block of keys:
//     scores[key, query] = keys x queries; add masks; new maximum; weights = exp(scores - maximum)
//     acc[value column, query] = acc * exp(old maximum - new maximum) + values x weights
//   divide, transpose back, epilogue
//
//                   queries (lanes)
//                  +---------------+
//     keys         | scores        |   softmax down each column, no reduction across lanes
//     (64 a block) +---------------+
//     value        | acc           |
//     columns      +---------------+
//
// Keys and values are read in their own layout, and scratch memory does not depend on a sequence
// length.
#ifndef RLX_CONVERSIONS_CPU_ATTENTION_FLASHATTENTION_H
#define RLX_CONVERSIONS_CPU_ATTENTION_FLASHATTENTION_H

#include "conversions/cpu/attention/AttentionKernel.h"

namespace rlx::cpu {

constexpr int64_t kPanelsPerWorkgroup = 2; // panels of queries

// Emits the code of a workgroup. Returns the workspace in bytes.
int64_t emitFlashAttention(const AttentionKernel &frame);

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_ATTENTION_FLASHATTENTION_H
