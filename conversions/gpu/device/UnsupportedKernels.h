// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that a GPU cannot run under any schedule, because it lacks a feature or a function, or a
// tensor is too large, and kernels that it should not run, because each step waits for the one
// before. The CPU runs them; see rlx-assign-devices. Limits that depend on the schedule are
// not checked here.
#ifndef RLX_CONVERSIONS_GPU_DEVICE_UNSUPPORTEDKERNELS_H
#define RLX_CONVERSIONS_GPU_DEVICE_UNSUPPORTEDKERNELS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/device/DeviceProfile.h"

namespace rlx {

// Elements of a constant table, as every invocation writes the table for itself.
inline constexpr int64_t kMaxTableConstants = 256;

struct HostReason {
  std::string why;
  mlir::Location at; // the op that is the reason, or the kernel
};

// Why the CPU has to run a kernel, given as linalg on tensors; std::nullopt if the device can.
std::optional<HostReason> unsupportedReason(mlir::func::FuncOp kernel,
                                            const rt::DeviceProfile &profile);

// Whether the device has buffers of this element type, and arithmetic on it.
bool hasElements(mlir::Type type, const rt::DeviceProfile &profile);

// Whether the device is a CPU with a Vulkan driver, such as lavapipe. Its invocations do not hide
// latency: one that waits stalls others.
inline bool isCpuDriver(const rt::DeviceProfile &profile) {
  constexpr uint32_t kMinSubgroupOfGpu = 16;
  return profile.subgroupSize < kMinSubgroupOfGpu;
}

// Whether invocations of a subgroup can exchange values of this type by shuffles. Types of less
// than 32 bits cannot.
bool canShuffle(mlir::Type type, const rt::DeviceProfile &profile);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_DEVICE_UNSUPPORTEDKERNELS_H
