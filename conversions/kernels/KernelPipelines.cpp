// See KernelPipelines.h.
#include "conversions/kernels/KernelPipelines.h"

#include "conversions/Passes.h"
#include "passes/Passes.h"

#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace rlx {

llvm::ArrayRef<llvm::StringLiteral> normComposites() {
  static constexpr llvm::StringLiteral ops[] = {
      "rlx.softmax",  "rlx.log_softmax",       "rlx.layer_norm",
      "rlx.rms_norm", "rlx.fused_residual_ln", "rlx.fused_residual_rms_norm"};
  return ops;
}

void addLowerToLinalg(OpPassManager &kernels, bool elements, int64_t sliceSteps,
                      ArrayRef<std::string> keep) {
  DecomposeOpsPassOptions decompose;
  llvm::append_range(decompose.keep, keep);
  decompose.keepLowerable = true;
  kernels.addPass(createDecomposeOpsPass(decompose));
  LowerToLinalgPassOptions lower;
  lower.elements = elements;
  lower.sliceSteps = sliceSteps;
  llvm::append_range(lower.keep, keep);
  kernels.addPass(createLowerToLinalgPass(lower));
}

void addFuseElementwise(OpPassManager &kernels) {
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createFuseLinalgPass());
  kernels.addPass(createCSEPass());
}

void addResolveSizes(OpPassManager &kernels) {
  kernels.addPass(memref::createReifyResultShapesPass());
  kernels.addPass(memref::createResolveShapedTypeResultDimsPass());
}

void addBufferizeTiled(OpPassManager &kernels) {
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createBufferizeKernelsPass());
  kernels.addPass(memref::createResolveShapedTypeResultDimsPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
}

} // namespace rlx
