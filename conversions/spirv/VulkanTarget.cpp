// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The Vulkan target: the passes from scheduled kernels to SPIR-V, and the code generator. GpuTarget
// has all passes before these.
#include "conversions/spirv/VulkanTarget.h"

#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/target/GpuTarget.h"
#include "conversions/gpu/target/HostCode.h"
#include "conversions/spirv/EmitSpirv.h"
#include "conversions/spirv/Passes.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace rlx {
namespace {

class VulkanTarget : public GpuTarget {
public:
  StringRef name() const override { return "vulkan"; }
  StringRef description() const override { return "SPIR-V for GPUs with a Vulkan driver"; }
  StringRef minProfile() const override { return "vulkan1.1"; }
  std::string expectedVersion(const rt::DeviceProfile &profile) const override {
    const bool isKnown = profile.versionMajor == 1 && profile.versionMinor >= 1;
    return isKnown ? "" : "\"1.1\" or a later 1.x";
  }
  // MLIR has them from SPIR-V 1.6 on, which needs Vulkan 1.3 and its memory model.
  bool canCompileMatrices(const rt::DeviceProfile &profile) const override {
    return profile.versionMinor >= 3 && profile.has("vulkanMemoryModel");
  }
  void addNeedsOf(const rt::Program &program, TargetCode &code) const override {
    addBufferNeeds(program, code.features);
  }
  llvm::Error addHostCode(TargetCode &code, TargetCode host) const override {
    return addHostCodeTo(code, std::move(host), rt::decodeSpirvImage, rt::encodeSpirvImage);
  }
  void buildTarget(OpPassManager &pm, const TargetOptions &options) const override;
  llvm::Expected<TargetCode> emit(ModuleOp kernels, const TargetOptions &options,
                                  bool verify) const override;
};

void VulkanTarget::buildTarget(OpPassManager &pm, const TargetOptions &options) const {
  {
    OpPassManager &kernels = pm.nest<func::FuncOp>();
    kernels.addPass(createEmulateCooperativeMatricesPass({profileOf(options)}));
    addFlattening(kernels, options);
    kernels.addPass(createCorrectlyRoundDivisionPass({profileOf(options)}));
    addSimplification(kernels);
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

} // namespace

const Target &vulkanTarget() {
  static const VulkanTarget target;
  return target;
}

} // namespace rlx
