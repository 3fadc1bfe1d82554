// The CPU target's pipelines; see CPUPipeline.h.
#include "conversions/linalg_to_cpu/CPUPipeline.h"

#include "conversions/Passes.h"
#include "passes/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace rlx {

namespace {

// Composite ops that make one good kernel each: their parts are tiled and fused inside it.
std::vector<std::string> keptComposites(const CpuPipelineOptions &options) {
  std::vector<std::string> kept = {"rlx.softmax",           "rlx.log_softmax",
                                   "rlx.layer_norm",        "rlx.rms_norm",
                                   "rlx.fused_residual_ln", "rlx.fused_residual_rms_norm"};
  if (options.fastPaths)
    kept.push_back("rlx.attention");
  return kept;
}

} // namespace

void buildCpuDecomposePipeline(OpPassManager &pm, const CpuPipelineOptions &options) {
  if (options.fastPaths) {
    pm.addNestedPass<func::FuncOp>(createConvertLayoutPass());
    pm.addPass(createCanonicalizerPass());
    pm.addNestedPass<func::FuncOp>(createPackWeightsPass({options.features}));
  }
  DecomposeOpsPassOptions decompose;
  llvm::append_range(decompose.keep, keptComposites(options));
  pm.addPass(createDecomposeOpsPass(decompose));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void buildCpuLinalgPipeline(OpPassManager &pm, const CpuPipelineOptions &options) {
  if (options.fastPaths)
    pm.addPass(createCpuFastPathsPass({options.features}));
  OpPassManager &kernels = pm.nest<func::FuncOp>();
  kernels.addPass(createDecomposeOpsPass());
  kernels.addPass(createLowerToLinalgPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createLinalgElementwiseOpFusionPass());
  kernels.addPass(createCSEPass());
}

void buildCpuBufferizePipeline(OpPassManager &pm, const CpuPipelineOptions &) {
  OpPassManager &kernels = pm.nest<func::FuncOp>();
  kernels.addPass(memref::createReifyResultShapesPass());
  kernels.addPass(memref::createResolveShapedTypeResultDimsPass());
  kernels.addPass(createTileKernelsPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createBufferizeKernelsPass());
  kernels.addPass(memref::createResolveShapedTypeResultDimsPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createMapWorkgroupsPass());
}

void buildCpuLLVMPipeline(OpPassManager &pm, const CpuPipelineOptions &) {
  {
    OpPassManager &kernels = pm.nest<func::FuncOp>();
    kernels.addPass(createLowerKernelLoopsPass());
    kernels.addPass(memref::createFoldMemRefAliasOpsPass());
    kernels.addPass(createCanonicalizerPass());
    kernels.addPass(createLoopInvariantCodeMotionPass());
  }
  pm.addPass(createAddKernelEntriesPass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createUBToLLVMConversionPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createFinishKernelFunctionsPass());
}

} // namespace rlx
