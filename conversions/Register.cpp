// Registration for the conversions; see Register.h.
#include "conversions/Register.h"

#include "conversions/linalg_to_cpu/CPUPipeline.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/ControlFlow/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Transforms/AllInterfaces.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/TensorInferTypeOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/TensorTilingInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/SubsetInsertionOpInterfaceImpl.h"
#include "mlir/Dialect/Vector/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Vector/Transforms/SubsetOpInterfaceImpl.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

void rlx::registerConversionInterfaces(DialectRegistry &registry) {
  registry.insert<bufferization::BufferizationDialect, cf::ControlFlowDialect, LLVM::LLVMDialect>();
  arith::registerBufferizableOpInterfaceExternalModels(registry);
  bufferization::func_ext::registerBufferizableOpInterfaceExternalModels(registry);
  cf::registerBufferizableOpInterfaceExternalModels(registry);
  linalg::registerAllDialectInterfaceImplementations(registry);
  scf::registerBufferizableOpInterfaceExternalModels(registry);
  tensor::registerBufferizableOpInterfaceExternalModels(registry);
  tensor::registerInferTypeOpInterfaceExternalModels(registry);
  tensor::registerSubsetOpInterfaceExternalModels(registry);
  tensor::registerTilingInterfaceExternalModels(registry);
  vector::registerBufferizableOpInterfaceExternalModels(registry);
  vector::registerSubsetOpInterfaceExternalModels(registry);
}

namespace {

using Build = void (*)(OpPassManager &, const rlx::CpuPipelineOptions &);

struct CpuCliOptions : PassPipelineOptions<CpuCliOptions> {
  Option<bool> fastPaths{*this, "fast-paths", llvm::cl::desc("Use hand-scheduled kernels"),
                         llvm::cl::init(true)};
};

void registerCpuPhase(StringRef name, StringRef description, Build build) {
  PassPipelineRegistration<CpuCliOptions>(
      name, description, [build](OpPassManager &pm, const CpuCliOptions &cli) {
        rlx::CpuPipelineOptions options;
        options.fastPaths = cli.fastPaths;
        build(pm.nest<ModuleOp>(), options);
      });
}

} // namespace

void rlx::registerConversionPipelines() {
  registerCpuPhase("rlx-pipeline-linalg", "Kernels: rlx ops to linalg, or to fast paths (CPU)",
                   buildCpuLinalgPipeline);
  registerCpuPhase("rlx-pipeline-bufferize", "Kernels: tiled, bufferised, mapped to workgroups",
                   buildCpuBufferizePipeline);
  registerCpuPhase("rlx-pipeline-target", "Kernels: to the llvm dialect (CPU)",
                   buildCpuLLVMPipeline);
}
