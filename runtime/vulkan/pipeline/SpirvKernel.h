// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract between compiled SPIR-V kernels and the runtime. Bump kSpirvAbiVersion on any change
// that the other side must know.
//
// A kernel is a module with one GLCompute entry point "main". Descriptor set 0 has storage buffers.
// Bindings 0 to operands - 1 are the dispatch's operands in order (inputs, then outputs). Three
// more have fixed bindings, whether the kernel uses them or not:
//
//   binding       content
//   operands      status: one 32-bit word, zero before the dispatch. A kernel that fails sets it
//                 to an error word of KernelABI.h, by an unsigned atomic maximum.
//   operands + 1  workspace: Command::workspace bytes for the whole dispatch, contents undefined
//   operands + 2  scalars, if they exceed the push constants
//
// Scalars are 32-bit words. First, for each operand, the bytes from the start of its binding to its
// first byte, a multiple of the element size; bindings start at aligned offsets only. Then the dims
// of the dispatch. They are push constants from offset 0 on, otherwise a buffer.
//
// The grid counts workgroups; the kernel fixes their size. If a kernel uses subgroups, they are
// full and have DeviceProfile::subgroupSize invocations. The first dimension of its workgroups is a
// multiple of that size.
#ifndef RLX_RUNTIME_VULKAN_PIPELINE_SPIRVKERNEL_H
#define RLX_RUNTIME_VULKAN_PIPELINE_SPIRVKERNEL_H

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "runtime/device/KernelBindings.h"

namespace rlx::rt {

inline constexpr uint32_t kSpirvAbiVersion = 2;
struct SpirvKernel : KernelBindings {
  SpirvKernel() = default;
  SpirvKernel(std::string name, std::vector<uint32_t> words, uint32_t operands = 0,
              uint32_t dims = 0)
      : KernelBindings{operands, dims}, name(std::move(name)), words(std::move(words)) {}

  std::string name;
  std::vector<uint32_t> words;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_PIPELINE_SPIRVKERNEL_H
