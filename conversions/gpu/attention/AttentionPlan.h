// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plan of attention as one kernel. Scores never reach global memory.
//
// Many queries: flash attention, a tile of queries walks over the keys and keeps the softmax up to
// date (Milakov and Gimelshein 2018; Dao et al. 2022). Few queries: decode attention, which splits
// the keys. Attention without a plan is decomposed (rlx-decompose-attention).
#ifndef RLX_CONVERSIONS_GPU_ATTENTION_ATTENTIONPLAN_H
#define RLX_CONVERSIONS_GPU_ATTENTION_ATTENTIONPLAN_H

#include "conversions/kernel/AttentionForm.h"
#include "dialects/rlx/interfaces/LoweringReason.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/device/DeviceProfile.h"

namespace rlx {

// See DecodeAttention.h.
struct DecodeAttentionPlan {
  int64_t queries;             // that share a head of keys
  int64_t queriesPerWorkgroup; // of these, in a workgroup
  int64_t lanes;               // invocations that hold a key together
  int64_t invocations;
  bool isByRow = false; // `queries` are those of a row; a run decides the number of rows
};

struct AttentionPlan {
  // Queries of a tile, and keys that it takes at once.
  static constexpr int64_t kQueries = 64, kKeys = 32;
  static constexpr int64_t kInvocations = 128;
  // Fewer queries leave most of a tile idle. Paged attention takes the average of its sequences.
  static constexpr int64_t kDecodeQueries = 16;

  int64_t headSize, valueSize;
  int64_t group; // query heads that share a head of keys
  double scale;
  std::optional<DecodeAttentionPlan> decode; // decode attention instead of tiles
  // A run decides the number of queries, and the device takes decode attention if there are fewer
  // than kDecodeQueries (rlx-specialize-matmuls).
  bool mayBeFew = false;
  bool useCooperativeMatrices; // matmuls on cooperative matrices
  // Whether all subgroups rescale accumulators if one has to. Emulated subgroups wait for one
  // another.
  bool workgroupWideRescale;
};

// The plan for the op's types and sizes on the device. Fails with a reason.
mlir::FailureOr<AttentionPlan> planAttention(const AttentionForm &form,
                                             const rt::DeviceProfile &profile, LoweringReason &why);

// Whether the device has all kernels of paged attention, for rows of f32, keys of this number of
// bits, and heads of this size.
bool hasPagedAttention(const rt::DeviceProfile &profile, unsigned keyBits, int64_t headSize);

// Sets the estimated cost of a kernel of attention (lir::kCostAttr).
void setAttentionCost(mlir::func::FuncOp kernel, const AttentionForm &form,
                      const AttentionPlan &plan);

// The indices of a tensor's elements from those of the attention's elements that they are computed
// from, a permutation. std::nullopt if elements are computed in another way.
std::optional<mlir::AffineMap> mapFromAttention(mlir::Value tensor, const AttentionForm &form);

// The attention from which a kernel, on tensors, computes its result: each element from one of the
// attention's, in a way that can be emitted by elements. std::nullopt, with a reason, for other
// kernels, and for those that the device cannot run.
std::optional<AttentionForm> attentionOf(mlir::func::FuncOp kernel,
                                         const rt::DeviceProfile &profile, LoweringReason &why);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_ATTENTION_ATTENTIONPLAN_H
