// See KernelPipelines.h.
#include "conversions/kernels/KernelPipelines.h"

#include "conversions/Passes.h"
#include "passes/Passes.h"

#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace rlx {

void addLowerToLinalg(OpPassManager &kernels, bool elements, int64_t sliceSteps) {
  DecomposeOpsPassOptions decompose;
  decompose.keepLowerable = true;
  kernels.addPass(createDecomposeOpsPass(decompose));
  kernels.addPass(createLowerToLinalgPass({elements, sliceSteps}));
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
