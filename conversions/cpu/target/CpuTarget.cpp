// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU target: its capability table, its passes for each phase, and its code generator.
//
// Packed weights and CPU schedules are used if `fastPaths` is set; every kernel also has the
// generic route through linalg. Code generation runs LLVM in parallel and links a
// position-independent image.
#include "conversions/cpu/target/CpuTarget.h"

#include "conversions/cpu/Passes.h"
#include "conversions/cpu/matmul/PackWeights.h"
#include "conversions/cpu/model/CpuMachine.h"
#include "conversions/cpu/model/CpuModel.h"
#include "conversions/cpu/target/CpuSchedules.h"
#include "conversions/cpu/target/EmitObject.h"
#include "conversions/cpu/target/EmitParts.h"
#include "conversions/cpu/target/LinkImage.h"
#include "conversions/kernel/KernelPipelines.h"
#include "conversions/kernel/Passes.h"
#include "dialects/rlx/interfaces/ReductionInterface.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "passes/KernelGroups.h"
#include "passes/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;

namespace rlx {
namespace {

// Composite ops that become one kernel: their parts are tiled and fused in it, or a schedule
// computes them.
bool isOneKernel(OperationName op, const TargetOptions &options) {
  return op.hasTrait<OpTrait::RowReductionComposite>() ||
         (options.fastPaths && !op.hasInterface<LinalgLowerableOpInterface>() &&
          findCpuSchedule(op.getStringRef()));
}
// Root ops of schedules stay whole. If none takes the kernel, rlx-decompose-ops follows.
DecomposeOpsPassOptions decomposeOptions(const TargetOptions &options) {
  DecomposeOpsPassOptions decompose;
  decompose.keepLowerable = decompose.keepRows = true;
  if (options.fastPaths)
    for (const CpuSchedule *schedule : cpuSchedules())
      decompose.keep.push_back(schedule->rootOp.str());
  return decompose;
}

CpuModel cpuModel(const TargetOptions &options) {
  std::string features = vectorFeatures(options);
  SmallVector<StringRef> names;
  StringRef(features).split(names, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return CpuModel::fromFeatures(names);
}

// The schedule that takes an op. Null if none does; `why` may have a reason.
const CpuSchedule *scheduleOf(Operation *op, LoweringReason &why) {
  const CpuSchedule *schedule = findCpuSchedule(op->getName().getStringRef());
  return schedule && succeeded(schedule->takes(op->getOperands(), why)) ? schedule : nullptr;
}

class CpuTarget : public Target {
public:
  StringRef name() const override { return "cpu"; }
  StringRef description() const override { return "machine code through LLVM"; }
  llvm::Error check(const TargetOptions &options) const override;
  Capability capability(Operation *op, const TargetOptions &options) const override;
  std::string nativePath(OperationName op) const override;
  bool hasFastIntegerMatmul(const TargetOptions &options) const override;
  bool updatesInPlace() const override { return true; }
  bool hasPagedAttention(const TargetOptions &, unsigned, int64_t) const override { return true; }
  void buildDecompose(OpPassManager &pm, const TargetOptions &options) const override;
  void buildLinalg(OpPassManager &pm, const TargetOptions &options) const override;
  void buildBufferize(OpPassManager &pm, const TargetOptions &options) const override;
  void buildTarget(OpPassManager &pm, const TargetOptions &options) const override;
  llvm::Expected<TargetCode> emit(ModuleOp kernels, const TargetOptions &options,
                                  bool verify) const override;
};

llvm::Error CpuTarget::check(const TargetOptions &options) const {
  return createTargetMachine(options).takeError();
}

Capability CpuTarget::capability(Operation *op, const TargetOptions &options) const {
  if (!isKernelOp(op))
    return {Route::Common, "needs no kernel", ""};
  if (auto user = dyn_cast<UserKernelOpInterface>(op); user && user.runsKernel())
    return {Route::Native, ("user kernel '" + user.getKernelName() + "'").str(), ""};
  LoweringReason why;
  const CpuSchedule *schedule = options.fastPaths ? scheduleOf(op, why) : nullptr;
  if (schedule)
    return {Route::Native, ("fast path " + schedule->name).str(), ""};
  std::string declined = why.text.empty() ? "" : "; no fast path: " + why.text;
  if (isOneKernel(op->getName(), options))
    return {Route::Common, "its parts are fused in one kernel" + declined, ""};
  if (isa<LinalgLowerableOpInterface>(op))
    return {Route::Common, "linalg" + declined, ""};
  if (isa<DecomposableOpInterface>(op))
    return {Route::Rewritten, "as simpler ops", ""};
  return {Route::Unsupported, "it has neither a lowering to linalg nor a decomposition", ""};
}

std::string CpuTarget::nativePath(OperationName op) const {
  if (ArrayRef<StringRef> packed = packedForms(op.getStringRef()); !packed.empty())
    return "packed weights: " + llvm::join(packed, ", ");
  if (const CpuSchedule *schedule = findCpuSchedule(op.getStringRef()))
    return schedule->name.str();
  return isOneKernel(op, {}) ? "fused in one kernel" : "";
}

bool CpuTarget::hasFastIntegerMatmul(const TargetOptions &options) const {
  CpuModel model = cpuModel(options);
  return model.hasByteDot || model.hasPairDot;
}

void tidy(OpPassManager &pm, const TargetOptions &options) {
  pm.addPass(options.fuse ? createCanonicalizerPass() : createRemoveDeadOpsPass());
}

void CpuTarget::buildDecompose(OpPassManager &pm, const TargetOptions &options) const {
  if (options.fastPaths) {
    pm.addNestedPass<func::FuncOp>(
        createWidenAttentionPass({cpuModel(options).convertsF16, /*foldCasts=*/options.fuse}));
    // Matmuls inside composites may have prepared weights, too.
    DecomposeOpsPassOptions decompose = decomposeOptions(options);
    for (StringRef op : packedOps())
      decompose.keep.push_back(op.str());
    pm.addPass(createDecomposeOpsPass(decompose));
    pm.addNestedPass<func::FuncOp>(createWidenConvolutionsPass());
    pm.addNestedPass<func::FuncOp>(createConvertLayoutPass({options.fuse}));
    tidy(pm, options); // unused transposes would count as users of convolutions
    pm.addNestedPass<func::FuncOp>(createSplitTransposedConvolutionsPass());
    pm.addNestedPass<func::FuncOp>(createHoistWeightPreparationPass());
    pm.addNestedPass<func::FuncOp>(createPackWeightsPass({vectorFeatures(options)}));
  }
  pm.addPass(createDecomposeOpsPass(decomposeOptions(options)));
  pm.addNestedPass<func::FuncOp>(createHoistWeightPreparationPass());
  tidy(pm, options);
  if (options.fuse)
    pm.addPass(createCSEPass());
}

void CpuTarget::buildLinalg(OpPassManager &pm, const TargetOptions &options) const {
  if (options.fastPaths)
    pm.addPass(createCpuFastPathsPass({vectorFeatures(options)}));
  OpPassManager &kernels = pm.nest<func::FuncOp>();
  addLowerToLinalg(kernels);
  addFuseElementwise(kernels);
}

void CpuTarget::buildBufferize(OpPassManager &pm, const TargetOptions &) const {
  OpPassManager &kernels = pm.nest<func::FuncOp>();
  addResolveSizes(kernels);
  kernels.addPass(createHoistReciprocalsPass());
  kernels.addPass(createCollapseDimsPass());
  kernels.addPass(createTileKernelsPass());
  addBufferizeTiled(kernels);
  kernels.addPass(createDistributeToWorkgroupsPass());
  kernels.addPass(createMarkInPlacePass());
}

void CpuTarget::buildTarget(OpPassManager &pm, const TargetOptions &) const {
  {
    OpPassManager &kernels = pm.nest<func::FuncOp>();
    kernels.addPass(createCastReshapesPass());
    kernels.addPass(createLowerKernelLoopsPass());
    kernels.addPass(memref::createFoldMemRefAliasOpsPass());
    kernels.addPass(createCanonicalizerPass());
    kernels.addPass(createLoopInvariantCodeMotionPass());
  }
  pm.addPass(createAddKernelEntriesPass());
  {
    OpPassManager &kernels = pm.nest<func::FuncOp>();
    kernels.addPass(createSCFToControlFlowPass());
    kernels.addPass(memref::createExpandOpsPass()); // reshapes to dynamic sizes
    kernels.addPass(memref::createExpandStridedMetadataPass());
    kernels.addPass(createLowerAffinePass());
    kernels.addPass(createConvertMathToLLVMPass());
  }
  pm.addPass(createConvertMathToLibmPass()); // calls for the elements of vectors
  {
    ConvertVectorToLLVMPassOptions vectors;
    vectors.x86Vector = true; // instructions of the schedules
    pm.addNestedPass<func::FuncOp>(createConvertVectorToLLVMPass(vectors));
  }
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createFinishKernelFunctionsPass());
}

llvm::Expected<TargetCode> CpuTarget::emit(ModuleOp kernels, const TargetOptions &options,
                                           bool verify) const {
  auto machine = createTargetMachine(options);
  if (!machine)
    return machine.takeError();
  llvm::LLVMContext context;
  auto module = translateKernels(kernels, context, **machine, verify);
  if (!module)
    return module.takeError();
  TargetCode code;
  if (options.keepForms) {
    if (llvm::Error error = optimiseKernels(**module, **machine, verify))
      return error;
    llvm::raw_string_ostream(code.text) << **module;
    auto object = emitObject(**module, **machine);
    if (!object)
      return object.takeError();
    code.object = std::move(*object);
  }
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> parts;
  if (!code.object) {
    auto objects = emitInParts(**module, options, verify);
    if (!objects)
      return objects.takeError();
    parts = std::move(*objects);
  }
  auto image = linkImage(code.object ? ArrayRef(code.object) : ArrayRef(parts));
  if (!image)
    return image.takeError();
  rt::StatusOr<std::vector<uint8_t>> binary = rt::encodeCodeImage(*image);
  if (!binary.ok())
    return llvm::createStringError(binary.status().toString());
  code.binary = std::move(*binary);
  code.features = neededFeatures(**machine);
  return std::move(code);
}

} // namespace

const Target &cpuTarget() {
  static const CpuTarget target;
  return target;
}

} // namespace rlx
