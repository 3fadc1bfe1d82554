// The emit functions of the CPU's fast paths, one file each; contract in FastPath.h.
#ifndef RLX_CONVERSIONS_FASTPATHS_CPU_CPUPATHS_H
#define RLX_CONVERSIONS_FASTPATHS_CPU_CPUPATHS_H

#include "conversions/fastpaths/FastPath.h"

namespace rlx::cpu {

llvm::LogicalResult emitMatmulPacked(mlir::func::FuncOp kernel, const CpuTarget &target,
                                     LoweringReason &why);

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_FASTPATHS_CPU_CPUPATHS_H
