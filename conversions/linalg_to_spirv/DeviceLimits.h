// What a Vulkan device cannot compute, however it is written.
#ifndef RLX_CONVERSIONS_LINALG_TO_SPIRV_DEVICELIMITS_H
#define RLX_CONVERSIONS_LINALG_TO_SPIRV_DEVICELIMITS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/vulkan/DeviceProfile.h"

namespace rlx {

// Every invocation writes the table for itself.
inline constexpr int64_t kMostTableConstants = 256;

struct HostReason {
  std::string why;
  mlir::Location at; // the op of the kernel that is the reason, or the kernel
};

// Why the CPU has to run a kernel, given as linalg on tensors; nothing if the device can.
std::optional<HostReason> whyOnHost(mlir::func::FuncOp kernel, const rt::DeviceProfile &profile);

// Whether invocations of a subgroup can hand each other values of this type. Of less than 32 bits
// they do not.
bool canShuffle(mlir::Type type, const rt::DeviceProfile &profile);

} // namespace rlx

#endif // RLX_CONVERSIONS_LINALG_TO_SPIRV_DEVICELIMITS_H
