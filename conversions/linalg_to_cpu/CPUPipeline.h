// The phases of the CPU target as pass pipelines over a module of kernels.
#ifndef RLX_CONVERSIONS_LINALG_TO_CPU_CPUPIPELINE_H
#define RLX_CONVERSIONS_LINALG_TO_CPU_CPUPIPELINE_H

#include <string>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace rlx {

struct CpuPipelineOptions {
  bool fastPaths = true; // false: every kernel takes the generic route through linalg
  std::string features;  // as CpuModel::fromFeatures takes them, separated by commas
};

// Graph level: channels-last images, packed weights, only ops that the CPU takes.
void buildCpuDecomposePipeline(mlir::OpPassManager &pm, const CpuPipelineOptions &options);

// rlx ops in kernels -> fast paths or linalg on tensors.
void buildCpuLinalgPipeline(mlir::OpPassManager &pm, const CpuPipelineOptions &options);
// Tiles, fuses, bufferises and maps kernels to workgroups.
void buildCpuBufferizePipeline(mlir::OpPassManager &pm, const CpuPipelineOptions &options);
// Loops and vectors -> the llvm dialect.
void buildCpuLLVMPipeline(mlir::OpPassManager &pm, const CpuPipelineOptions &options);

} // namespace rlx

#endif // RLX_CONVERSIONS_LINALG_TO_CPU_CPUPIPELINE_H
