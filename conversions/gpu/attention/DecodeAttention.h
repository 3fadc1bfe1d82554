// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decode attention: few queries and many keys, as in text generation (split-KV, flash decoding).
//
// A workgroup takes one KV head and one or some of the queries that read it. Groups of lanes split
// the keys. Each group has its own softmax state; states are joined by shuffles, and in shared
// memory.
//
//  subgroup:  | group 0 | group 1 | group 2 | group 3 |     8 lanes hold a key together,
//  keys:      |    0    |    1    |    2    |    3    |     each 1/8 of its elements
#ifndef RLX_CONVERSIONS_GPU_ATTENTION_DECODEATTENTION_H
#define RLX_CONVERSIONS_GPU_ATTENTION_DECODEATTENTION_H

#include "conversions/gpu/attention/AttentionPlan.h"

namespace rlx {

// The plan, for head sizes and groups of query heads as in `sizes`. std::nullopt for many queries,
// for dynamic sizes, and if there are too few workgroups for the device's compute units. A dynamic
// number of queries has a plan if they are few, or kAssumedSizeAttr of the kernel says so: each
// workgroup then takes queries of one row. So does paged attention, whose rows are of several
// sequences.
std::optional<DecodeAttentionPlan> planDecodeAttention(const AttentionForm &form,
                                                       const AttentionPlan &sizes,
                                                       const rt::DeviceProfile &profile,
                                                       bool isFew);

// Whether the lanes of a subgroup hold a row of paged attention with heads of this size, of keys
// with so many elements in a vector.
bool holdsHead(int64_t headSize, int64_t width, int64_t subgroup);

// Writes the kernel whose result is computed from the attention. `plan.decode` has to be set.
// An upper bound of the iterations of an invocation in all loops, for this number of keys.
mlir::AffineExpr decodeAttentionIterations(const AttentionPlan &plan, mlir::AffineExpr keys);

void writeDecodeAttention(mlir::func::FuncOp kernel, const AttentionForm &form,
                          const AttentionPlan &plan, const rt::DeviceProfile &profile);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_ATTENTION_DECODEATTENTION_H
