// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shared pass sequences; see KernelPipelines.h.
//
// Canonicalization and CSE run around each step, since fusion depends on single uses.
#include "conversions/kernel/KernelPipelines.h"

#include "conversions/kernel/Passes.h"
#include "conversions/rlx_to_linalg/Passes.h"
#include "passes/Passes.h"

#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace rlx {

void addLowerToLinalg(OpPassManager &kernels, bool elements, int64_t sliceSteps,
                      ArrayRef<std::string> keep) {
  DecomposeOpsPassOptions decompose;
  llvm::append_range(decompose.keep, keep);
  decompose.keepLowerable = true;
  decompose.keepElements = elements;
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
