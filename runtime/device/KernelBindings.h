// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The numbers of buffers and scalars of a GPU kernel, which limits of devices bound.
#ifndef RLX_RUNTIME_DEVICE_KERNELBINDINGS_H
#define RLX_RUNTIME_DEVICE_KERNELBINDINGS_H

#include <cstdint>

namespace rlx::rt {

// Bytes. The largest unit in which kernels read and write memory.
inline constexpr uint32_t kOperandAlignment = 16;
// The size that the Vulkan specification guarantees. More scalars are in a buffer.
inline constexpr uint32_t kPushConstantBytes = 128;

// Bindings 0 to operands - 1 are a dispatch's operands. Three more have fixed numbers, whether the
// kernel uses them or not: status, workspace and scalars.
struct KernelBindings {
  uint32_t operands = 0, dims = 0;
  bool usesStatus = false, usesWorkspace = false;
  // Whether all operands must start at multiples of kOperandAlignment.
  bool needsAligned = false;

  uint32_t numScalars() const { return operands + dims; }
  bool pushesScalars() const { return numScalars() * 4 <= kPushConstantBytes; }
  // Only used bindings are bound.
  uint32_t numBindings() const {
    return operands + uint32_t(usesStatus) + uint32_t(usesWorkspace) + uint32_t(!pushesScalars());
  }
  uint32_t statusBinding() const { return operands; }
  uint32_t workspaceBinding() const { return operands + 1; }
  uint32_t scalarsBinding() const { return operands + 2; }
  uint32_t maxBindings() const { return scalarsBinding() + 1; } // for this number of operands
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_DEVICE_KERNELBINDINGS_H
