// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Derives required features from capabilities, limits and ops of the modules (see EmitSpirv.h), for
// example `subgroupSize=32` or `sharedMemoryBytes>=24576`. The runtime checks them against its
// device.
#include "conversions/spirv/EmitSpirv.h"

#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/device/LoopTripCounts.h"
#include "conversions/gpu/lowering/KernelAbi.h"
#include "conversions/spirv/FloatControls.h"
#include "conversions/spirv/TargetEnv.h"
#include "dialects/bridge/ElementTypes.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"
#include "mlir/Target/SPIRV/Serialization.h"
#include "runtime/device/DeviceProfile.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"

using namespace mlir;

namespace rlx {
namespace {

// The Vulkan version that supports modules of this SPIR-V version.
StringRef deviceFor(spirv::Version version) {
  return version >= spirv::Version::V_1_6   ? "vulkanMinor>=3"
         : version >= spirv::Version::V_1_4 ? "vulkanMinor>=2"
                                            : "vulkanMinor>=1";
}

void addFeature(std::vector<std::string> &features, StringRef feature) {
  if (!llvm::is_contained(features, feature))
    features.push_back(feature.str());
}

// Requires `limit` to be at least `least`. The largest need of all kernels counts.
void addLeast(std::vector<std::string> &features, StringRef limit, uint64_t least) {
  const std::string text = (limit + ">=").str();
  for (std::string &feature : features)
    if (uint64_t other = 0; StringRef(feature).starts_with(text) &&
                            !StringRef(feature).drop_front(text.size()).getAsInteger(10, other)) {
      feature = text + std::to_string(std::max(least, other));
      return;
    }
  features.push_back(text + std::to_string(least));
}

int64_t bytesOf(Type type) {
  if (auto structure = dyn_cast<spirv::StructType>(type))
    return bytesOf(structure.getElementType(0));
  if (auto array = dyn_cast<spirv::ArrayType>(type))
    return array.getNumElements() * bytesOf(array.getElementType());
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() * bytesOf(vector.getElementType());
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

// Requires the matrices that kernels multiply, and the subgroup size of kernels with subgroup ops.
void addMatrices(std::vector<std::string> &features, spirv::ModuleOp module) {
  module.walk([&](spirv::KHRCooperativeMatrixMulAddOp op) {
    auto a = cast<spirv::CooperativeMatrixType>(op.getA().getType());
    auto b = cast<spirv::CooperativeMatrixType>(op.getB().getType());
    auto c = cast<spirv::CooperativeMatrixType>(op.getC().getType());
    auto dtype = [](spirv::CooperativeMatrixType type) { return *dtypeOf(type.getElementType()); };
    rt::DeviceProfile::CooperativeMatrix matrix{
        c.getRows(), c.getColumns(), a.getColumns(), dtype(a), dtype(b), dtype(c), dtype(c)};
    addFeature(features, matrix.requirement());
  });
  // Operands are made of elements of accumulators.
  module.walk([&](spirv::CompositeInsertOp op) {
    auto type = dyn_cast<spirv::CooperativeMatrixType>(op.getType());
    if (type && type.getUse() != spirv::CooperativeMatrixUseKHR::MatrixAcc)
      addFeature(features, "accumulatorLayoutMatchesOperand");
  });
  auto usesSubgroups = [](spirv::GlobalVariableOp variable) {
    return variable.getBuiltIn() == StringRef("SubgroupId");
  };
  bool exchanges = false;
  module.walk([&](spirv::GroupNonUniformShuffleXorOp op) {
    exchanges = true;
    if (op.getType().isInteger(64)) // no capability covers it
      addFeature(features, "shaderSubgroupExtendedTypes");
  });
  if (exchanges || llvm::any_of(module.getOps<spirv::GlobalVariableOp>(), usesSubgroups))
    addFeature(
        features,
        "subgroupSize=" +
            std::to_string(
                spirv::lookupTargetEnvOrDefault(module).getResourceLimits().getSubgroupSize()));
}

// No capability covers the numbering of subgroups: an attribute says that code relies on it.
void addNumbering(std::vector<std::string> &features, spirv::ModuleOp module) {
  if (module->hasAttr(kLinearSubgroupOrderAttr))
    addFeature(features, "linearSubgroupOrder");
}

// Requires limits beyond those that all devices support.
void addLimits(std::vector<std::string> &features, spirv::ModuleOp module,
               const rt::SpirvKernel &kernel, const rt::DeviceProfile &profile) {
  const rt::DeviceProfile least;
  const std::array<uint32_t, 3> size = rt::workgroupSizeOf(kernel);
  if (int64_t invocations = int64_t(size[0]) * size[1] * size[2];
      invocations > least.maxWorkgroupInvocations)
    addLeast(features, "maxWorkgroupInvocations", invocations);
  if (uint32_t buffers = kernel.numBindings(); buffers > least.maxBuffersPerKernel)
    addLeast(features, "maxBuffersPerKernel", buffers);
  int64_t shared = 0;
  for (auto variable : module.getOps<spirv::GlobalVariableOp>()) {
    auto pointer = cast<spirv::PointerType>(variable.getType());
    if (pointer.getStorageClass() == spirv::StorageClass::Workgroup)
      shared += bytesOf(pointer.getPointeeType());
  }
  if (shared > least.sharedMemoryBytes)
    addLeast(features, "sharedMemoryBytes", shared);
  AffineExpr steps = tripCountsOf(module);
  if (auto known = dyn_cast<AffineConstantExpr>(steps)) {
    if (static_cast<uint64_t>(known.getValue()) > rt::DeviceProfile::kMinLoopIterations)
      addLeast(features, "maxLoopIterations", known.getValue());
  } else if (profile.maxLoopIterations != rt::DeviceProfile::kNoLimit) {
    // Guards of the program refuse sizes that lead to more.
    if (profile.maxLoopIterations > rt::DeviceProfile::kMinLoopIterations)
      addLeast(features, "maxLoopIterations", profile.maxLoopIterations);
  } else {
    addFeature(features, {rt::DeviceProfile::kUnlimitedLoops.data(),
                          rt::DeviceProfile::kUnlimitedLoops.size()});
  }
}

} // namespace

void addBufferNeeds(const rt::Program &program, std::vector<std::string> &features) {
  uint64_t most = rt::DeviceProfile().maxBufferBytes;
  const uint64_t least = most;
  auto reach = [&](const rt::Expr &size) {
    // Dynamic sizes are checked when a run begins.
    const rt::StatusOr<int64_t> bytes = rt::isStatic(size) ? rt::evaluate(size, {}) : int64_t(0);
    if (bytes.ok() && *bytes > 0)
      most = std::max(most, static_cast<uint64_t>(*bytes));
  };
  for (const rt::Command &command : llvm::concat<const rt::Command>(program.prepare, program.main))
    if (command.kind == rt::CommandKind::Dispatch &&
        program.kernels[command.kernel].target != "cpu") {
      for (uint32_t buffer : command.buffers)
        reach(program.buffers[buffer].size);
      reach(command.workspace);
    }
  if (most > least)
    addLeast(features, "maxBufferBytes", most);
}

llvm::Expected<TargetCode> emitSpirv(ModuleOp kernels, const rt::DeviceProfile &profile,
                                     bool keepForms) {
  rt::SpirvImage image;
  TargetCode code;
  llvm::raw_string_ostream text(code.text);
  for (auto module : kernels.getOps<spirv::ModuleOp>()) {
    rt::SpirvKernel kernel;
    static_cast<rt::KernelBindings &>(kernel) = getKernelAbi(module);
    kernel.name = module.getName()->str();
    SmallVector<uint32_t> words;
    spirv::SerializationOptions options;
    options.emitSymbolName = false;
    if (failed(spirv::serialize(module, words, options)))
      return llvm::createStringError("kernel '" + kernel.name + "' could not be written as SPIR-V");
    kernel.words.assign(words.begin(), words.end());
    spirv::VerCapExtAttr triple = *module.getVceTriple();
    addFeature(code.features, deviceFor(triple.getVersion()));
    for (StringRef feature : featuresOf(SmallVector<spirv::Capability>(triple.getCapabilities())))
      addFeature(code.features, feature);
    for (const std::string &feature : featuresOfFloatModes(module))
      addFeature(code.features, feature);
    addLimits(code.features, module, kernel, profile);
    addMatrices(code.features, module);
    addNumbering(code.features, module);
    image.kernels.push_back(std::move(kernel));
    if (keepForms)
      text << module << "\n";
  }
  llvm::sort(code.features);
  rt::StatusOr<std::vector<uint8_t>> binary = rt::encodeSpirvImage(image);
  if (!binary.ok())
    return llvm::createStringError(binary.status().toString());
  code.binary = std::move(*binary);
  return std::move(code);
}

} // namespace rlx
