// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes of GPU targets up to scheduled kernels on buffers (see GpuTarget.h). The first
// schedule that takes a kernel writes it (gpu/schedule/Schedules.cpp).
#include "conversions/gpu/target/GpuTarget.h"

#include "conversions/cpu/target/CpuTarget.h"
#include "conversions/gpu/Passes.h"
#include "conversions/gpu/attention/AttentionPlan.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/kernel/KernelPipelines.h"
#include "conversions/kernel/Passes.h"
#include "dialects/rlx/interfaces/ReductionInterface.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "passes/KernelGroups.h"
#include "passes/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace rlx {

std::string GpuTarget::profileOf(const TargetOptions &options) const {
  return options.device.empty() ? minProfile().str() : options.device;
}

// A profile as errors name it, which may be given as text.
static std::string titleOf(StringRef device, const rt::DeviceProfile &profile) {
  const StringRef name = device.starts_with("{") ? StringRef(profile.name) : device;
  return name.empty() ? "the device profile" : ("the device profile '" + name + "'").str();
}

llvm::Error GpuTarget::check(const TargetOptions &options) const {
  const std::string device = profileOf(options);
  llvm::Expected<rt::DeviceProfile> profile = findProfile(device);
  if (!profile)
    return profile.takeError();
  if (profile->target != name())
    return llvm::createStringError(titleOf(device, *profile) + " describes a device of target '" +
                                   profile->target + "', not of '" + name() +
                                   "'; choose a profile of target '" + name() + "'");
  return host()->check(options);
}

const Target *GpuTarget::host() const {
  return &cpuTarget();
}

void GpuTarget::buildPlacement(OpPassManager &pm, const TargetOptions &options) const {
  pm.addPass(createAssignDevicesPass({profileOf(options), name().str(), options.strict}));
  pm.addPass(createSpecializeMatmulsPass({profileOf(options), name().str()}));
  pm.addPass(createSplitOperandsPass({profileOf(options), name().str()}));
  pm.addPass(createDecodeWeightsPass({profileOf(options), name().str()}));
  pm.addPass(createNarrowRowsPass({profileOf(options), name().str()}));
  pm.addPass(createMarkAlignedOperandsPass({name().str()}));
  pm.addPass(createQuantizeRowsPass({profileOf(options), name().str()}));
}

static constexpr llvm::StringLiteral kAttentions[] = {"rlx.attention", "rlx.paged_attention"};

std::optional<rt::DeviceProfile> GpuTarget::knownProfile(const TargetOptions &options) const {
  llvm::Expected<rt::DeviceProfile> profile = findProfile(profileOf(options));
  if (profile)
    return *profile;
  llvm::consumeError(profile.takeError());
  return std::nullopt;
}

bool GpuTarget::hasPagedAttention(const TargetOptions &options, unsigned keyBits,
                                  int64_t headSize) const {
  std::optional<rt::DeviceProfile> profile = knownProfile(options);
  return profile && options.fastPaths && rlx::hasPagedAttention(*profile, keyBits, headSize);
}

// Whether the op is attention that can be one kernel.
static bool isOneKernel(Operation *op, const std::optional<rt::DeviceProfile> &profile) {
  std::optional<AttentionForm> attention = AttentionForm::find(op);
  LoweringReason why;
  return attention && profile && succeeded(planAttention(*attention, *profile, why));
}

Capability GpuTarget::capability(Operation *op, const TargetOptions &options) const {
  if (!isKernelOp(op))
    return {Route::Common, "needs no kernel", ""};
  if (auto user = dyn_cast<UserKernelOpInterface>(op); user && user.runsKernel())
    return {Route::Host, ("user kernel '" + user.getKernelName() + "'").str(), ""};
  if (op->hasTrait<OpTrait::RowReductionComposite>())
    return {Route::Common, "its parts are fused in one kernel", ""};
  if (options.fastPaths && isOneKernel(op, knownProfile(options)))
    return {Route::Native, "one kernel", ""};
  if (isa<LinalgLowerableOpInterface, ElementLowerableOpInterface>(op))
    return {Route::Common, "linalg", ""};
  if (isa<DecomposableOpInterface>(op))
    return {Route::Rewritten, "as simpler ops", ""};
  return {Route::Unsupported, "it has neither a lowering to linalg nor a decomposition", ""};
}

std::string GpuTarget::nativePath(OperationName op) const {
  if (llvm::is_contained(kAttentions, op.getStringRef()))
    return "one kernel";
  return op.hasTrait<OpTrait::RowReductionComposite>() ? "fused in one kernel" : "";
}

void GpuTarget::buildDecompose(OpPassManager &pm, const TargetOptions &options) const {
  // Cooperative matrices multiply rows of f16 or bf16 by packed weights, too.
  if (options.precision == Precision::F16 || options.precision == Precision::BF16)
    pm.addNestedPass<func::FuncOp>(
        createConvertPrecisionPass({precisionName(options.precision).str(), /*packed=*/true}));
  DecomposeOpsPassOptions decompose;
  decompose.keepLowerable = decompose.keepElements = decompose.keepRows = true;
  if (options.fastPaths) {
    if (options.fuse)
      pm.addNestedPass<func::FuncOp>(
          createWidenAttentionPass({/*convertsF16=*/true, /*foldCasts=*/true, /*widen=*/false}));
    for (StringRef attention : kAttentions)
      decompose.keep.push_back(attention.str());
    pm.addPass(createDecomposeOpsPass(decompose));
    pm.addNestedPass<func::FuncOp>(createDecomposeAttentionPass({profileOf(options)}));
  }
  pm.addPass(createDecomposeOpsPass(decompose));
  pm.addNestedPass<func::FuncOp>(createSplitReductionPass({profileOf(options)}));
  pm.addNestedPass<func::FuncOp>(createSplitScanPass({profileOf(options)}));
  // Before sorts are split.
  pm.addNestedPass<func::FuncOp>(createSortScatterUpdatesPass({profileOf(options)}));
  pm.addNestedPass<func::FuncOp>(createSplitTopKPass({profileOf(options)}));
  pm.addNestedPass<func::FuncOp>(createHoistWeightPreparationPass());
  pm.addPass(options.fuse ? createCanonicalizerPass() : createRemoveDeadOpsPass());
  if (options.fuse) {
    pm.addPass(createCSEPass());
    // The dot_generals that it makes are not canonical.
    pm.addNestedPass<func::FuncOp>(createFoldTransposesIntoMatmulPass());
  }
  pm.addNestedPass<func::FuncOp>(createPadMatmulsPass({profileOf(options)}));
  if (options.fuse)
    pm.addPass(createCSEPass()); // matmuls that share an operand share its copy
  // After CSE: matmuls that share weights decode them separately, so that no copy stays allocated.
  pm.addNestedPass<func::FuncOp>(createDequantizeWeightsPass({profileOf(options)}));
  // Last: no transpose folds through the reshapes of its operands.
  pm.addNestedPass<func::FuncOp>(createSplitKPass({profileOf(options)}));
}

void GpuTarget::buildLinalg(OpPassManager &pm, const TargetOptions &options) const {
  OpPassManager &kernels = pm.nest<func::FuncOp>();
  kernels.addPass(createSelectWorkgroupOpsPass({profileOf(options), name().str()}));
  // One invocation per element.
  addLowerToLinalg(kernels, /*elements=*/true, /*sliceSteps=*/1,
                   {kAttentions[0].str(), kAttentions[1].str()});
  kernels.addPass(createConvertPadToGenericPass());
  kernels.addPass(createFuseExtractProducersPass());
  kernels.addPass(createNarrowIndexCastsPass());
  addFuseElementwise(kernels);
  kernels.addPass(createDecomposeAttentionPass({profileOf(options)}));
}

void GpuTarget::buildBufferize(OpPassManager &pm, const TargetOptions &options) const {
  OpPassManager &kernels = pm.nest<func::FuncOp>();
  addResolveSizes(kernels);
  kernels.addPass(createGpuSchedulePass({profileOf(options), name().str(), {}}));
  addBufferizeTiled(kernels);
  kernels.addPass(createDistributeToInvocationsPass());
}

void GpuTarget::addFlattening(OpPassManager &kernels, const TargetOptions &options) const {
  // bf16 has no arithmetic, and f16 not every function.
  math::MathExtendToSupportedTypesOptions floats;
  floats.targetTypeStr = "f32";
  kernels.addPass(math::createMathExtendToSupportedTypes(floats));
  kernels.addPass(createConvertComplexToStandardPass());
  kernels.addPass(createLowerKernelLoopsPass({/*fma=*/false, /*exp2=*/true}));
  kernels.addPass(memref::createResolveShapedTypeResultDimsPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createScalarizeVectorsPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createFlattenBuffersPass());
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createSimplifyBlockIndicesPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createVectorizeAccessesPass({profileOf(options)}));
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createConvertNarrowIntToFloatPass());
}

void GpuTarget::addSimplification(OpPassManager &kernels) const {
  kernels.addPass(createCSEPass());
  kernels.addPass(createFactorDequantScalesPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createLoopInvariantCodeMotionPass());
}

} // namespace rlx
