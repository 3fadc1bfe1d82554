// The phase table; see Phases.h.
#include "compiler/Phases.h"

#include "compiler/Compiler.h"
#include "conversions/Passes.h"
#include "conversions/linalg_to_cpu/CPUPipeline.h"
#include "passes/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace rlx {
namespace {

CpuPipelineOptions cpuOptions(const CompileOptions &options) {
  CpuPipelineOptions cpu;
  cpu.fastPaths = options.fastPaths;
  cpu.features = vectorFeatures(options.cpu);
  return cpu;
}

void buildInput(OpPassManager &pm, const CompileOptions &) {
  pm.addPass(createVerifyInputPass());
}

void buildSimplify(OpPassManager &pm, const CompileOptions &) {
  pm.addPass(createRefineShapesPass());
  pm.addPass(createFoldConstantsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void buildFuse(OpPassManager &pm, const CompileOptions &) {
  pm.addPass(createFuseConvBatchNormPass());
  pm.addPass(createFuseAttentionPass());
  pm.addPass(createFuseEpiloguePass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void buildDecompose(OpPassManager &pm, const CompileOptions &options) {
  buildCpuDecomposePipeline(pm, cpuOptions(options));
}

void buildKernels(OpPassManager &pm, const CompileOptions &options) {
  pm.addPass(createOutlineKernelsPass({options.target}));
}

void buildLinalg(OpPassManager &pm, const CompileOptions &options) {
  buildCpuLinalgPipeline(pm.nest<ModuleOp>(), cpuOptions(options));
}

void buildBufferize(OpPassManager &pm, const CompileOptions &options) {
  buildCpuBufferizePipeline(pm.nest<ModuleOp>(), cpuOptions(options));
}

void buildLir(OpPassManager &pm, const CompileOptions &) {
  pm.addPass(createResolveDispatchesPass());
}

void buildTarget(OpPassManager &pm, const CompileOptions &options) {
  buildCpuLLVMPipeline(pm.nest<ModuleOp>(), cpuOptions(options));
}

constexpr Phase kPhases[] = {
    {"input", "the model as imported or parsed, checked", buildInput},
    {"simplify", "constants folded, shapes refined, common and dead code removed", buildSimplify},
    {"fuse", "patterns recognised: attention, matmul+bias+activation, residual+norm", buildFuse},
    {"decompose", "only ops that the target takes; weights in its layouts", buildDecompose},
    {"kernels", "a lir program of dispatches; kernels outlined and merged", buildKernels},
    {"linalg", "kernels as linalg on tensors, or scheduled by a fast path", buildLinalg},
    {"bufferize", "kernels tiled into workgroups, on buffers", buildBufferize},
    {"lir", "dispatches with their grids, workspaces and costs", buildLir},
    {"target", "kernels in the target's own dialect", buildTarget},
    {"package", "machine code and the program the runtime reads", nullptr},
};

} // namespace

ArrayRef<Phase> phases() {
  return kPhases;
}

std::optional<size_t> findPhase(StringRef name) {
  for (auto [i, phase] : llvm::enumerate(kPhases))
    if (phase.name == name)
      return i;
  return std::nullopt;
}

namespace {
struct PhaseCliOptions : PassPipelineOptions<PhaseCliOptions> {
  Option<std::string> target{*this, "target", llvm::cl::desc("Target to compile for"),
                             llvm::cl::init("cpu")};
  Option<bool> fastPaths{*this, "fast-paths", llvm::cl::desc("Use hand-scheduled kernels"),
                         llvm::cl::init(true)};
};
} // namespace

void registerPhasePipelines() {
  for (const Phase &phase : kPhases) {
    if (!phase.build)
      continue;
    std::string name = ("rlx-pipeline-" + phase.name).str();
    PassPipelineRegistration<PhaseCliOptions>(
        name, phase.description, [&phase](OpPassManager &pm, const PhaseCliOptions &cli) {
          CompileOptions options;
          options.target = cli.target;
          options.fastPaths = cli.fastPaths;
          phase.build(pm, options);
        });
  }
}

} // namespace rlx
