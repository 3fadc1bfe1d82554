// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The emit functions of the CPU's fast paths, one file per function; contract in FastPath.h.
//
// FastPaths.cpp lists them with their root ops. Each function rewrites its kernel, or fails with a
// reason and leaves it unchanged.
#ifndef RLX_CONVERSIONS_CPU_BUILDER_CPUSCHEDULES_H
#define RLX_CONVERSIONS_CPU_BUILDER_CPUSCHEDULES_H

#include "conversions/cpu/builder/FastPath.h"
#include "conversions/cpu/builder/KernelBuilder.h"

namespace rlx::cpu {

llvm::LogicalResult emitMatmulPacked(mlir::func::FuncOp kernel, const CpuModel &target,
                                     LoweringReason &why);

llvm::LogicalResult emitMatmulIntegerPacked(mlir::func::FuncOp kernel, const CpuModel &target,
                                            LoweringReason &why);

llvm::LogicalResult emitConvPacked(mlir::func::FuncOp kernel, const CpuModel &target,
                                   LoweringReason &why);
llvm::LogicalResult emitConvIntegerPacked(mlir::func::FuncOp kernel, const CpuModel &target,
                                          LoweringReason &why);
llvm::LogicalResult emitDepthwiseConv(mlir::func::FuncOp kernel, const CpuModel &target,
                                      LoweringReason &why);
llvm::LogicalResult emitDepthwiseConvInteger(mlir::func::FuncOp kernel, const CpuModel &target,
                                             LoweringReason &why);
// Fails unless the first operand has an element type whose windows can be reduced in f32.
llvm::LogicalResult expectPoolTypes(mlir::ValueRange operands, LoweringReason &why);
llvm::LogicalResult emitPool(mlir::func::FuncOp kernel, const CpuModel &target,
                             LoweringReason &why);
llvm::LogicalResult emitAttention(mlir::func::FuncOp kernel, const CpuModel &target,
                                  LoweringReason &why);

llvm::LogicalResult emitDequantMatmulPacked(mlir::func::FuncOp kernel, const CpuModel &target,
                                            LoweringReason &why);
// Fails unless the first operand has element type f32.
llvm::LogicalResult expectF32Rows(mlir::ValueRange operands, LoweringReason &why);

// Emits rlx.conv_packed with a 1x1 window, stride 1 and no padding as a matmul over pixels. Called
// by emitConvPacked.
llvm::LogicalResult emitPointwiseConv(const FusedKernel &fused, const CpuModel &target,
                                      LoweringReason &why);

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_BUILDER_CPUSCHEDULES_H
