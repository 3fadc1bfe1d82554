// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes of warpgroups, and a thread's place in them.
#ifndef RLX_CONVERSIONS_NVVM_WGMMA_WARPGROUP_H
#define RLX_CONVERSIONS_NVVM_WGMMA_WARPGROUP_H

#include "conversions/nvvm/wgmma/Words.h"

namespace rlx {

inline constexpr int64_t kWarp = 32, kWarpsOfGroup = 4, kWarpgroup = kWarp * kWarpsOfGroup;
// wgmma multiplies 64 rows, of which each warp has 16, and 16 terms.
inline constexpr int64_t kWgmmaRows = 64, kWarpRows = 16, kWgmmaTerms = 16;
// Of operands in shared memory: the 128-byte swizzle repeats after eight rows.
inline constexpr int64_t kSwizzleAlignment = 1024;

// All i32 but `leads`.
struct WarpgroupThread {
  mlir::Value thread, lane, group, warpOfGroup;
  mlir::Value leads; // whether it is the first one of its warpgroup

  static WarpgroupThread find(WorkgroupBuilder &k);
};

} // namespace rlx

#endif // RLX_CONVERSIONS_NVVM_WGMMA_WARPGROUP_H
