// The contract between compiled SPIR-V kernels and the runtime. Bump kSpirvAbiVersion on any change
// that one side would have to know of.
//
// A kernel is a module with one GLCompute entry point "main". Its descriptor set 0 has storage
// buffers: bindings 0 to operands - 1 are the operands of the dispatch in their order (inputs, then
// outputs); then come, at fixed numbers whether the kernel uses them or not,
//   operands      the status, one 32-bit word, zero before the dispatch: a kernel that fails sets
//   it
//                 to an error word of KernelABI.h, by an atomic maximum (unsigned)
//   operands + 1  the workspace, as many bytes as Command::workspace says for the whole dispatch,
//                 contents undefined
//   operands + 2  the scalars, if they are too many to be pushed
// The scalars are 32-bit words: for each operand the number of bytes from the start of its binding
// to its first byte (a multiple of the element's size; devices bind at aligned places only), then
// the dims of the dispatch. They are push constants from offset 0 on, or else a buffer.
//
// The grid of the dispatch counts workgroups, whose size is the kernel's business. Subgroups of a
// kernel that uses them are whole and have DeviceProfile::subgroupSize invocations, of which its
// workgroups have a multiple in their first dimension.
#ifndef RLX_RUNTIME_VULKAN_PIPELINE_SPIRVKERNEL_H
#define RLX_RUNTIME_VULKAN_PIPELINE_SPIRVKERNEL_H

#include <cstdint>
#include <string>
#include <vector>

namespace rlx::rt {

inline constexpr uint32_t kSpirvAbiVersion = 2;
// Bytes. Memory is read and written in pieces of this size at most.
inline constexpr uint32_t kOperandAlignment = 16;
// What every device takes, by the Vulkan specification.
inline constexpr uint32_t kPushConstantBytes = 128;

struct SpirvKernel {
  std::string name;
  std::vector<uint32_t> words;
  uint32_t operands = 0, dims = 0;
  bool usesStatus = false, usesWorkspace = false;
  // Whether it takes only operands that begin at multiples of kOperandAlignment.
  bool needsAligned = false;

  uint32_t numScalars() const { return operands + dims; }
  bool pushesScalars() const { return numScalars() * 4 <= kPushConstantBytes; }
  // Only what it uses is bound.
  uint32_t numBindings() const {
    return operands + uint32_t(usesStatus) + uint32_t(usesWorkspace) + uint32_t(!pushesScalars());
  }
  uint32_t statusBinding() const { return operands; }
  uint32_t workspaceBinding() const { return operands + 1; }
  uint32_t scalarsBinding() const { return operands + 2; }
  uint32_t maxBindings() const { return scalarsBinding() + 1; } // of so many operands
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_PIPELINE_SPIRVKERNEL_H
