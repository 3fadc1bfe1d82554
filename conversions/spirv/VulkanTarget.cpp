// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The Vulkan target: its capability table, its passes for each phase, and its code generator.
// Kernels that the device cannot run are compiled by the CPU target. The first schedule that takes
// a kernel writes it, so the order of the schedules in buildBufferize() matters.
#include "conversions/spirv/VulkanTarget.h"

#include "conversions/cpu/target/CpuTarget.h"
#include "conversions/gpu/Passes.h"
#include "conversions/gpu/attention/AttentionPlan.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/kernel/KernelPipelines.h"
#include "conversions/kernel/Passes.h"
#include "conversions/spirv/EmitSpirv.h"
#include "conversions/spirv/Passes.h"
#include "dialects/rlx/interfaces/ReductionInterface.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "passes/KernelGroups.h"
#include "passes/Passes.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace rlx {
namespace {

// Code for this profile runs on every device.
constexpr llvm::StringLiteral kMinProfile = "vulkan1.1";

std::string profileOf(const TargetOptions &options) {
  return options.device.empty() ? kMinProfile.str() : options.device;
}

constexpr llvm::StringLiteral kAttention = "rlx.attention";

// Whether the op is attention that can be one kernel. An unknown device is reported by check().
bool isOneKernel(Operation *op, const TargetOptions &options) {
  auto attention = dyn_cast<AttentionOp>(op);
  if (!attention || !options.fastPaths)
    return false;
  llvm::Expected<rt::DeviceProfile> profile = findProfile(profileOf(options));
  if (!profile) {
    llvm::consumeError(profile.takeError());
    return false;
  }
  LoweringReason why;
  return succeeded(planAttention(attention, *profile, why));
}

class VulkanTarget : public Target {
public:
  StringRef name() const override { return "vulkan"; }
  StringRef description() const override { return "SPIR-V for GPUs with a Vulkan driver"; }
  llvm::Error check(const TargetOptions &options) const override {
    if (llvm::Error error = findProfile(profileOf(options)).takeError())
      return error;
    return host()->check(options);
  }
  Capability capability(Operation *op, const TargetOptions &options) const override;
  std::string nativePath(OperationName op) const override;
  bool hasFastIntegerMatmul(const TargetOptions &) const override { return false; }
  void buildDecompose(OpPassManager &pm, const TargetOptions &options) const override;
  void buildLinalg(OpPassManager &pm, const TargetOptions &options) const override;
  const Target *host() const override { return &cpuTarget(); }
  void buildPlacement(OpPassManager &pm, const TargetOptions &options) const override {
    pm.addPass(createAssignDevicesPass({profileOf(options), options.strict}));
    pm.addPass(createSpecializeMatmulsPass({profileOf(options)}));
    pm.addPass(createMarkAlignedOperandsPass());
  }
  void addNeedsOf(const rt::Program &program, TargetCode &code) const override {
    addBufferNeeds(program, code.features);
  }
  llvm::Error addHostCode(TargetCode &code, TargetCode host) const override;
  void buildBufferize(OpPassManager &pm, const TargetOptions &options) const override;
  void buildTarget(OpPassManager &pm, const TargetOptions &options) const override;
  llvm::Expected<TargetCode> emit(ModuleOp kernels, const TargetOptions &options,
                                  bool verify) const override;
};

Capability VulkanTarget::capability(Operation *op, const TargetOptions &options) const {
  if (!isKernelOp(op))
    return {Route::Common, "needs no kernel", ""};
  if (auto user = dyn_cast<UserKernelOpInterface>(op); user && user.runsKernel())
    return {Route::Host, ("user kernel '" + user.getKernelName() + "'").str(), ""};
  if (op->hasTrait<OpTrait::RowReductionComposite>())
    return {Route::Common, "its parts are fused in one kernel", ""};
  if (isOneKernel(op, options))
    return {Route::Native, "one kernel", ""};
  if (isa<LinalgLowerableOpInterface>(op))
    return {Route::Common, "linalg", ""};
  if (isa<DecomposableOpInterface>(op))
    return {Route::Rewritten, "as simpler ops", ""};
  return {Route::Unsupported, "it has neither a lowering to linalg nor a decomposition", ""};
}

std::string VulkanTarget::nativePath(OperationName op) const {
  if (op.getStringRef() == kAttention)
    return "one kernel";
  return op.hasTrait<OpTrait::RowReductionComposite>() ? "fused in one kernel" : "";
}

void VulkanTarget::buildDecompose(OpPassManager &pm, const TargetOptions &options) const {
  DecomposeOpsPassOptions decompose;
  decompose.keepLowerable = decompose.keepRows = true;
  if (options.fastPaths) {
    decompose.keep.push_back(kAttention.str());
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

void VulkanTarget::buildLinalg(OpPassManager &pm, const TargetOptions &options) const {
  OpPassManager &kernels = pm.nest<func::FuncOp>();
  kernels.addPass(createSelectWorkgroupOpsPass({profileOf(options)}));
  // One invocation per element.
  addLowerToLinalg(kernels, /*elements=*/true, /*sliceSteps=*/1, {kAttention.str()});
  kernels.addPass(createConvertPadToGenericPass());
  kernels.addPass(createFuseExtractProducersPass());
  kernels.addPass(createNarrowIndexCastsPass());
  addFuseElementwise(kernels);
  kernels.addPass(createDecomposeAttentionPass({profileOf(options)}));
}

void VulkanTarget::buildBufferize(OpPassManager &pm, const TargetOptions &options) const {
  OpPassManager &kernels = pm.nest<func::FuncOp>();
  addResolveSizes(kernels);
  kernels.addPass(createScheduleAttentionPass({profileOf(options)}));
  kernels.addPass(createScheduleMatmulPass({profileOf(options)}));
  kernels.addPass(createScheduleReductionPass({profileOf(options)}));
  kernels.addPass(createScheduleScanPass({profileOf(options)}));
  kernels.addPass(createScheduleTopKPass({profileOf(options)}));
  kernels.addPass(createScheduleElementwisePass({profileOf(options)}));
  kernels.addPass(createTileToInvocationsPass());
  addBufferizeTiled(kernels);
  kernels.addPass(createDistributeToInvocationsPass());
}

void VulkanTarget::buildTarget(OpPassManager &pm, const TargetOptions &options) const {
  {
    OpPassManager &kernels = pm.nest<func::FuncOp>();
    kernels.addPass(createEmulateCooperativeMatricesPass({profileOf(options)}));
    // SPIR-V has no bf16 arithmetic, and not every function for f16.
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
    kernels.addPass(createCorrectlyRoundDivisionPass({profileOf(options)}));
    kernels.addPass(createCSEPass());
    kernels.addPass(createFactorDequantScalesPass());
    kernels.addPass(createCSEPass());
    kernels.addPass(createLoopInvariantCodeMotionPass());
  }
  pm.addPass(createConvertToSpirvPass({profileOf(options)}));
}

llvm::Expected<TargetCode> VulkanTarget::emit(ModuleOp kernels, const TargetOptions &options,
                                              bool) const {
  llvm::Expected<rt::DeviceProfile> profile = findProfile(profileOf(options));
  if (!profile)
    return profile.takeError();
  llvm::Expected<TargetCode> code = emitSpirv(kernels, *profile, options.keepForms);
  if (!code)
    return code;
  // Drivers do not check the requirements of a module.
  for (const std::string &feature : code->features)
    if (!profile->meets(feature))
      return llvm::createStringError("internal error: generated code requires '" + feature +
                                     "', which the device '" + profile->name + "' lacks");
  return code;
}

llvm::Error VulkanTarget::addHostCode(TargetCode &code, TargetCode host) const {
  rt::SpirvImage image;
  if (!code.binary.empty()) {
    rt::StatusOr<rt::SpirvImage> decoded = rt::decodeSpirvImage(code.binary);
    if (!decoded.ok())
      return llvm::createStringError(decoded.status().toString());
    image = std::move(*decoded);
  }
  image.hostCode = std::move(host.binary);
  rt::StatusOr<std::vector<uint8_t>> binary = rt::encodeSpirvImage(image);
  if (!binary.ok())
    return llvm::createStringError(binary.status().toString());
  code.binary = std::move(*binary);
  for (const std::string &feature : host.features)
    code.features.push_back("cpu:" + feature);
  code.text += host.text;
  return llvm::Error::success();
}

} // namespace

const Target &vulkanTarget() {
  static const VulkanTarget target;
  return target;
}

} // namespace rlx
