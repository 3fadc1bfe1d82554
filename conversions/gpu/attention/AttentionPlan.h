// Which attention a GPU computes as one kernel: a workgroup takes a tile of the queries of a head
// and walks over the keys, so that scores never go to memory.
#ifndef RLX_CONVERSIONS_GPU_ATTENTION_ATTENTIONPLAN_H
#define RLX_CONVERSIONS_GPU_ATTENTION_ATTENTIONPLAN_H

#include "dialects/rlx/interfaces/LoweringReason.h"
#include "dialects/rlx/ir/AttentionOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/vulkan/api/DeviceProfile.h"

namespace rlx {

// See DecodeAttention.h.
struct DecodeAttentionPlan {
  int64_t queries;  // that read a head of keys
  int64_t together; // of these in a workgroup
  int64_t lanes;    // invocations that hold a key together
  int64_t invocations;
};

struct AttentionPlan {
  // A tile's queries, and the keys that it takes at once.
  static constexpr int64_t kQueries = 64, kKeys = 32;
  static constexpr int64_t kInvocations = 128;
  // Fewer queries leave most of a tile without work.
  static constexpr int64_t kDecodeQueries = 16;

  int64_t headSize, valueSize;
  int64_t group; // query heads that share a head of keys
  double scale;
  std::optional<DecodeAttentionPlan> few; // instead of tiles
  bool matrices;                          // products by the device's matrix units
  // Whether all subgroups scale sums again if one has to: emulated ones wait for one another.
  bool oneFlag;
};

// Whether there is a schedule for the op's types and sizes on the device.
mlir::FailureOr<AttentionPlan> planAttention(AttentionOp op, const rt::DeviceProfile &profile,
                                             LoweringReason &why);

// The attention that a kernel, on tensors, computes its result from: each element from that at the
// same place, where elements can be computed one by one. Null, with a reason, if it is no such
// kernel, or nothing for the device.
AttentionOp attentionOf(mlir::func::FuncOp kernel, const rt::DeviceProfile &profile,
                        LoweringReason &why);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_ATTENTION_ATTENTIONPLAN_H
