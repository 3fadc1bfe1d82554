// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The phase table and the pipelines of rlx-opt; see Phases.h.
//
// A phase either runs on the whole module or, after outlining, on the kernel modules of a target
// and of its host.
#include "compiler/Phases.h"

#include "conversions/Passes.h"
#include "conversions/Target.h"
#include "dialects/lir/LIRDialect.h"
#include "passes/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace rlx {
namespace {

void buildInput(OpPassManager &pm, const Target &, const TargetOptions &) {
  pm.addPass(createVerifyInputPass());
}

void buildSimplify(OpPassManager &pm, const Target &target, const TargetOptions &options) {
  pm.addNestedPass<func::FuncOp>(createAssertEqualSizesPass());
  pm.addPass(createRefineShapesPass());
  if (!options.fuse) {
    FoldConstantsPassOptions indices;
    indices.indicesOnly = true;
    pm.addPass(createFoldConstantsPass(indices));
    pm.addPass(createRemoveDeadOpsPass());
    pm.addPass(createMarkSourcesPass());
    return;
  }
  // Before patterns are recognized, in which an expansion would be in the way.
  pm.addNestedPass<func::FuncOp>(createFoldExpandsPass());
  // Before small weights are folded to the floating-point values that they represent.
  pm.addNestedPass<func::FuncOp>(createSinkDequantizePass());
  if (target.hasFastIntegerMatmul(options))
    pm.addNestedPass<func::FuncOp>(createFuseQuantizedPass());
  pm.addPass(createFoldConstantsPass());
  // Pads, bounds and sizes that models compute may be constants now.
  pm.addPass(createRefineShapesPass());
  pm.addPass(createRemoveDeadOpsPass()); // constants left over are no sizes for the next analysis
  pm.addNestedPass<func::FuncOp>(createFoldReshapesPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void buildFuse(OpPassManager &pm, const Target &, const TargetOptions &options) {
  if (options.fuse) {
    pm.addNestedPass<func::FuncOp>(createFoldPadsPass());
    pm.addPass(createFuseAttentionPass());
    pm.addNestedPass<func::FuncOp>(createAttendOverCachesPass());
    pm.addPass(createFuseNormalizationPass());
    pm.addPass(createFuseEpiloguePass());
    // After the pass that attaches biases to convolutions and matmuls.
    pm.addPass(createFoldScalesPass());
  }
  const std::string precision = precisionName(options.precision).str();
  if (isRowPrecision(options.precision))
    pm.addNestedPass<func::FuncOp>(createSetRowPrecisionPass({precision}));
  else if (options.precision != Precision::F32)
    pm.addNestedPass<func::FuncOp>(createConvertPrecisionPass({precision}));
  if (options.fuse) {
    pm.addPass(createCanonicalizerPass());
    pm.addPass(createCSEPass());
  }
}

void buildDecompose(OpPassManager &pm, const Target &target, const TargetOptions &options) {
  pm.addNestedPass<func::FuncOp>(createRecodeBlocksPass());
  target.buildDecompose(pm, options);
  pm.addPass(createVerifyLegalPass(
      {target.name().str(), options.fastPaths, options.chip, options.features, options.device}));
}

void buildKernels(OpPassManager &pm, const Target &target, const TargetOptions &options) {
  pm.addPass(
      createOutlineKernelsPass({target.name().str(), options.fuse, target.updatesInPlace()}));
}

// Runs passes on the kernels of one target.
struct OverKernelsPass : PassWrapper<OverKernelsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(OverKernelsPass)
  OverKernelsPass(StringRef target, OpPassManager passes)
      : target(target), passes(std::move(passes)) {}

  StringRef getName() const override { return "over-kernels"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    passes.getDependentDialects(registry);
  }
  void runOnOperation() override {
    auto kernels = getOperation().lookupSymbol<ModuleOp>((lir::kKernelModulePrefix + target).str());
    if (kernels && failed(runPipeline(passes, kernels)))
      signalPassFailure();
  }

  std::string target;
  OpPassManager passes;
};

// Phases run one by one in rlx-opt. Without this check, one whose input an earlier phase must make
// would change nothing.
struct RequireInputPass : PassWrapper<RequireInputPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RequireInputPass)
  RequireInputPass(StringRef phase, bool wantsKernels) : phase(phase), wantsKernels(wantsKernels) {}

  StringRef getName() const override { return "require-phase-input"; }
  void runOnOperation() override {
    ModuleOp module = getOperation();
    bool hasModel = !module.getOps<func::FuncOp>().empty();
    bool hasKernels =
        !module.getOps<lir::ProgramOp>().empty() ||
        llvm::any_of(module.getOps<ModuleOp>(), [](ModuleOp nested) {
          return nested.getSymName().value_or("").starts_with(lir::kKernelModulePrefix);
        });
    if (wantsKernels ? hasKernels : hasModel)
      return;
    InFlightDiagnostic error = emitError(module.getLoc(), "phase '") << phase << "' expects ";
    if (!wantsKernels)
      error << "a model, a func.func";
    else
      error << "a program and its kernels, which phase 'kernels' makes";
    if (wantsKernels ? hasModel : hasKernels)
      error << ", but the module has " << (wantsKernels ? "a model" : "a program already")
            << "; rlx-run MODEL --stop-after=" << phase << " runs all phases up to this one";
    signalPassFailure();
  }

  std::string phase;
  bool wantsKernels;
};

using BuildPasses = void (Target::*)(OpPassManager &, const TargetOptions &) const;

// Adds the passes of a phase for the kernels of the target, and those of its host.
void overKernels(OpPassManager &pm, const Target &target, const TargetOptions &options,
                 BuildPasses build) {
  for (const Target *each : {&target, target.host()}) {
    if (!each)
      continue;
    OpPassManager passes(ModuleOp::getOperationName());
    (each->*build)(passes, options);
    pm.addPass(std::make_unique<OverKernelsPass>(each->name(), std::move(passes)));
  }
}

void buildLinalg(OpPassManager &pm, const Target &target, const TargetOptions &options) {
  overKernels(pm, target, options, &Target::buildLinalg);
  target.buildPlacement(pm, options);
}

void buildBufferize(OpPassManager &pm, const Target &target, const TargetOptions &options) {
  overKernels(pm, target, options, &Target::buildBufferize);
}

void buildLir(OpPassManager &pm, const Target &, const TargetOptions &options) {
  if (options.fuse)
    pm.addPass(createComputeInPlacePass());
  pm.addPass(createDonateInputsPass());
  pm.addPass(createResolveDispatchesPass());
}

void buildTarget(OpPassManager &pm, const Target &target, const TargetOptions &options) {
  overKernels(pm, target, options, &Target::buildTarget);
}

constexpr Phase kPhases[] = {
    {"input", "the model as imported or parsed, checked", buildInput},
    {"simplify",
     "constants folded, shapes refined, quantized contractions found, dead code removed",
     buildSimplify},
    {"fuse", "patterns recognized: attention, matmul+bias+activation, residual+norm", buildFuse},
    {"decompose", "only ops that the target takes; weights in its layouts", buildDecompose},
    {"kernels", "a lir program of dispatches; kernels outlined and merged", buildKernels},
    {"linalg", "kernels as linalg on tensors, or scheduled by a fast path", buildLinalg, true},
    {"bufferize", "kernels tiled into workgroups, on buffers", buildBufferize, true},
    {"lir", "dispatches with their grids, workspaces and costs", buildLir, true},
    {"target", "kernels in the target's own dialect", buildTarget, true},
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

std::string phaseFile(StringRef folder, size_t phase) {
  return (folder + "/" + llvm::Twine(phase) + "_" + kPhases[phase].name + ".mlir").str();
}

namespace {
struct PhaseCliOptions : PassPipelineOptions<PhaseCliOptions> {
  Option<std::string> target{*this, "target", llvm::cl::desc("Target to compile for"),
                             llvm::cl::init("cpu")};
  Option<std::string> device{*this, "device", llvm::cl::desc("Device profile, for target=vulkan"),
                             llvm::cl::init("")};
  Option<bool> fastPaths{*this, "fast-paths", llvm::cl::desc("Use hand-scheduled kernels"),
                         llvm::cl::init(true)};
  Option<bool> fuse{*this, "fuse", llvm::cl::desc("Let kernels span several ops of the model"),
                    llvm::cl::init(true)};
  Option<std::string> precision{
      *this, "precision", llvm::cl::desc("Precision of matmuls and convolutions, as in rlx-run"),
      llvm::cl::init("f32")};
};

// Adds a phase's passes with options in text form.
LogicalResult addPhase(const Phase &phase, OpPassManager &pm, StringRef optionText,
                       function_ref<LogicalResult(const Twine &)> fail) {
  PhaseCliOptions cli;
  if (failed(cli.parseFromString(optionText)))
    return failure();
  const Target *target = findTarget(cli.target);
  if (!target)
    return fail(noSuchTarget(cli.target));
  TargetOptions options;
  options.fastPaths = cli.fastPaths;
  options.fuse = cli.fuse;
  options.device = cli.device;
  std::optional<Precision> precision = findPrecision(cli.precision);
  if (!precision)
    return fail("expected one of " + precisionNames() + ", but got '" + cli.precision + "'");
  options.precision = *precision;
  if (llvm::Error error = checkOptions(*target, options))
    return fail(llvm::toString(std::move(error)));
  const bool wantsKernels = *findPhase(phase.name) > *findPhase("kernels");
  pm.addPass(std::make_unique<RequireInputPass>(phase.name, wantsKernels));
  phase.build(pm, *target, options);
  return success();
}

} // namespace

void registerPhasePipelines() {
  for (const Phase &phase : kPhases)
    if (phase.build)
      registerPassPipeline(
          ("rlx-pipeline-" + phase.name).str(), phase.description,
          [&phase](OpPassManager &pm, StringRef options,
                   function_ref<LogicalResult(const Twine &)> fail) {
            return addPhase(phase, pm, options, fail);
          },
          [](function_ref<void(const detail::PassOptions &)> show) { show(PhaseCliOptions()); });
}

} // namespace rlx
