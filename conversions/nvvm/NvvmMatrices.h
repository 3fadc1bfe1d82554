// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cooperative matrices on tensor cores: conversion of gpu.subgroup_mma ops of 16 x 16 x 16 to
// mma.sync.m16n8k16 and ldmatrix.
//
// MLIR's own patterns (wmma) take descriptors of buffers, have no bf16, and hide the mapping of
// elements to threads, which schedules need for operands that they compute.
#ifndef RLX_CONVERSIONS_NVVM_NVVMMATRICES_H
#define RLX_CONVERSIONS_NVVM_NVVMMATRICES_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"

namespace rlx {

// A matrix becomes the registers of one thread: 8 floats of an accumulator, or 4 words of two
// elements each of an operand.
void convertMatrices(mlir::LLVMTypeConverter &converter);

// Adds the patterns. `isBF16`: operands hold bf16 (kBF16MatricesAttr).
void populateMatrixPatterns(const mlir::LLVMTypeConverter &converter,
                            mlir::RewritePatternSet &patterns, bool isBF16);

} // namespace rlx

#endif // RLX_CONVERSIONS_NVVM_NVVMMATRICES_H
