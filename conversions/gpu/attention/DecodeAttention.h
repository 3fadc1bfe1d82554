// Attention of few queries, as in decoding, is a pass over keys and values. A workgroup takes a
// head of keys and one or some of the queries that read it; a few invocations hold a key, and then
// its value, together. Each such group has a softmax and sums of its own, which become one at the
// end.
#ifndef RLX_CONVERSIONS_GPU_ATTENTION_DECODEATTENTION_H
#define RLX_CONVERSIONS_GPU_ATTENTION_DECODEATTENTION_H

#include "conversions/gpu/attention/AttentionPlan.h"

namespace rlx {

// How, given the head sizes and how many heads of queries share one of keys, if there are queries
// for all of a device's processors; nothing for many queries, and for sizes that are not known.
std::optional<DecodeAttentionPlan> planDecodeAttention(AttentionOp op, const AttentionPlan &sizes,
                                                       const rt::DeviceProfile &profile);

// Writes the kernel whose result is computed from the attention, which has such a plan.
void writeDecodeAttention(mlir::func::FuncOp kernel, AttentionOp op, const AttentionPlan &plan,
                          const rt::DeviceProfile &profile);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_ATTENTION_DECODEATTENTION_H
