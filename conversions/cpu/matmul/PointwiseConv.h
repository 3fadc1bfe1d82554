// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolutions that are matmuls: 1x1 windows, stride 1, no padding and one group. Pixels are the
// rows.
#ifndef RLX_CONVERSIONS_CPU_MATMUL_POINTWISECONV_H
#define RLX_CONVERSIONS_CPU_MATMUL_POINTWISECONV_H

#include "conversions/cpu/builder/CpuSchedule.h"
#include "conversions/cpu/builder/KernelBuilder.h"

namespace rlx::cpu {

// The plan for a root op rlx.conv_packed of that form. Null with a reason if there is no code.
std::unique_ptr<KernelPlan> planPointwiseConv(const FusedKernel &fused, const CpuModel &target,
                                              LoweringReason &why);

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_MATMUL_POINTWISECONV_H
