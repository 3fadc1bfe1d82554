// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The base of GPU targets: rewrites of models, schedules, and the assignment of kernels to the
// device or the host's CPU. None of it depends on the code that is generated.
//
// A target adds its name, the passes from scheduled kernels to its own dialect, and the code
// generator. docs/develop/add-a-target.md shows the steps.
#ifndef RLX_CONVERSIONS_GPU_TARGET_GPUTARGET_H
#define RLX_CONVERSIONS_GPU_TARGET_GPUTARGET_H

#include "conversions/Target.h"
#include "runtime/device/DeviceProfile.h"

namespace rlx {

// Device profiles are those of gpu/device/ProfileFile.h. Kernels that a device cannot run are
// compiled by the CPU target.
class GpuTarget : public Target {
public:
  llvm::Error check(const TargetOptions &options) const override;
  Capability capability(mlir::Operation *op, const TargetOptions &options) const override;
  std::string nativePath(mlir::OperationName op) const override;
  bool hasFastIntegerMatmul(const TargetOptions &) const override { return false; }
  bool updatesInPlace() const override { return true; }
  bool hasPagedAttention(const TargetOptions &options, unsigned keyBits,
                         int64_t headSize) const override;
  void buildDecompose(mlir::OpPassManager &pm, const TargetOptions &options) const override;
  void buildLinalg(mlir::OpPassManager &pm, const TargetOptions &options) const override;
  const Target *host() const override;
  void buildPlacement(mlir::OpPassManager &pm, const TargetOptions &options) const override;
  void buildBufferize(mlir::OpPassManager &pm, const TargetOptions &options) const override;

protected:
  // The smallest profile: its code runs on every device of the target.
  virtual llvm::StringRef minProfile() const = 0;
  // The profile that the options name, or the smallest one.
  std::string profileOf(const TargetOptions &options) const;
  // For buildTarget: kernels on buffers to scalar code on flat buffers (rlx-flatten-buffers), with
  // accesses of vectors. Passes of the target's own go between both.
  void addFlattening(mlir::OpPassManager &kernels, const TargetOptions &options) const;
  void addSimplification(mlir::OpPassManager &kernels) const;

private:
  // std::nullopt for an unknown device, which check() reports.
  std::optional<rt::DeviceProfile> knownProfile(const TargetOptions &options) const;
};

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_TARGET_GPUTARGET_H
