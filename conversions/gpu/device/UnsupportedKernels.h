// What a Vulkan device cannot compute, however it is written.
#ifndef RLX_CONVERSIONS_GPU_DEVICE_UNSUPPORTEDKERNELS_H
#define RLX_CONVERSIONS_GPU_DEVICE_UNSUPPORTEDKERNELS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/vulkan/api/DeviceProfile.h"

namespace rlx {

// Every invocation writes the table for itself.
inline constexpr int64_t kMaxTableConstants = 256;

struct HostReason {
  std::string why;
  mlir::Location at; // the op of the kernel that is the reason, or the kernel
};

// Why the CPU has to run a kernel, given as linalg on tensors; nothing if the device can.
std::optional<HostReason> unsupportedReason(mlir::func::FuncOp kernel,
                                            const rt::DeviceProfile &profile);

// Whether it has buffers of, and arithmetic on, elements of this type.
bool hasElements(mlir::Type type, const rt::DeviceProfile &profile);

// Whether it is a processor that a driver makes a device of: an invocation that waits there keeps
// others waiting.
inline bool isProcessor(const rt::DeviceProfile &profile) {
  constexpr uint32_t kMinSubgroupOfGpu = 16;
  return profile.subgroupSize < kMinSubgroupOfGpu;
}

// Whether invocations of a subgroup can hand each other values of this type. Of less than 32 bits
// they do not.
bool canShuffle(mlir::Type type, const rt::DeviceProfile &profile);

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_DEVICE_UNSUPPORTEDKERNELS_H
