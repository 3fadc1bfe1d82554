// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CUDA target: the passes from scheduled kernels to NVVM, and the code generator. GpuTarget has
// all passes before these.
#include "conversions/nvvm/CudaTarget.h"

#include "conversions/gpu/builder/Schedule.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/target/GpuTarget.h"
#include "conversions/gpu/target/HostCode.h"
#include "conversions/nvvm/EmitPtx.h"
#include "conversions/nvvm/Passes.h"
#include "runtime/cuda/kernel/CudaImage.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace rlx {

extern const Schedule kWgmmaFlashAttention, kWgmmaMatmul;

namespace {

class CudaTarget : public GpuTarget {
public:
  StringRef name() const override { return "cuda"; }
  StringRef description() const override { return "PTX for NVIDIA's GPUs, by their driver alone"; }
  StringRef minProfile() const override { return "cuda8.0"; }
  std::string expectedVersion(const rt::DeviceProfile &profile) const override {
    return profile.versionMajor >= kMinComputeMajor ? ""
                                                    : "a compute capability of \"8.0\" or later";
  }
  ArrayRef<const Schedule *> schedules() const override;
  void registerScheduleDialects(DialectRegistry &registry) const override {
    registry.insert<LLVM::LLVMDialect, NVVM::NVVMDialect>();
  }
  llvm::Error addHostCode(TargetCode &code, TargetCode host) const override {
    return addHostCodeTo(code, std::move(host), rt::decodeCudaImage, rt::encodeCudaImage);
  }
  void buildTarget(OpPassManager &pm, const TargetOptions &options) const override;
  llvm::Expected<TargetCode> emit(ModuleOp kernels, const TargetOptions &options,
                                  bool verify) const override;
};

ArrayRef<const Schedule *> CudaTarget::schedules() const {
  static const Schedule *const own[] = {&kWgmmaFlashAttention, &kWgmmaMatmul};
  return own;
}

void CudaTarget::buildTarget(OpPassManager &pm, const TargetOptions &options) const {
  OpPassManager &kernels = pm.nest<func::FuncOp>();
  addFlattening(kernels, options);
  addSimplification(kernels);
  kernels.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertToNvvmPass());
}

llvm::Expected<TargetCode> CudaTarget::emit(ModuleOp kernels, const TargetOptions &options,
                                            bool verify) const {
  llvm::Expected<rt::DeviceProfile> profile = findProfile(profileOf(options));
  if (!profile)
    return profile.takeError();
  return emitPtx(kernels, *profile, options.keepForms, verify);
}

} // namespace

const Target &cudaTarget() {
  static const CudaTarget target;
  return target;
}

} // namespace rlx
