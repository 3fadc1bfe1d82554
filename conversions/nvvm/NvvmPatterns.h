// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion patterns to LLVM and NVVM for kernels on flat buffers: accesses to memory, barriers,
// shuffles, dot products of bytes, and indices that saturate. MLIR's own patterns make descriptors
// of buffers, and 64-bit indices.
#ifndef RLX_CONVERSIONS_NVVM_NVVMPATTERNS_H
#define RLX_CONVERSIONS_NVVM_NVVMPATTERNS_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"

namespace rlx {

// A flat buffer becomes a pointer in its address space.
void convertFlatBuffers(mlir::LLVMTypeConverter &converter);

// Adds the patterns, with a higher benefit than MLIR's own.
void populateNvvmPatterns(const mlir::LLVMTypeConverter &converter,
                          mlir::RewritePatternSet &patterns);

} // namespace rlx

#endif // RLX_CONVERSIONS_NVVM_NVVMPATTERNS_H
