// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of boxes to shared memory, and descriptors of matrices there, in the 128-byte swizzle.
#ifndef RLX_CONVERSIONS_NVVM_WGMMA_DESCRIPTOR_H
#define RLX_CONVERSIONS_NVVM_WGMMA_DESCRIPTOR_H

#include "conversions/nvvm/wgmma/Words.h"

namespace rlx {

// Starts the copy of a box at `coordinates` (i32, the fastest dimension first) of a tensor map to
// the address `to` (i32). The mbarrier at the address `barrier` counts its bytes.
void copyBox(WorkgroupBuilder &k, mlir::Value to, mlir::Value map, mlir::Value barrier,
             mlir::ValueRange coordinates);

// The descriptor (i64) of a matrix for wgmma, from its address (i32). `panelBytes` is the distance
// of panels of 64 elements of an operand that is contiguous along M or N; 0 for one along K.
mlir::Value matrixDescriptor(WorkgroupBuilder &k, mlir::Value address, int64_t panelBytes);

} // namespace rlx

#endif // RLX_CONVERSIONS_NVVM_WGMMA_DESCRIPTOR_H
