// What is chosen for Vulkan in this process, before it is first used. Needs no header of Vulkan.
#ifndef RLX_RUNTIME_VULKAN_API_VULKANSETTINGS_H
#define RLX_RUNTIME_VULKAN_API_VULKANSETTINGS_H

#include <cstdint>
#include <string>

namespace rlx::rt {

struct VulkanSettings {
  // Loads the validation layer, which checks every call. Its messages are counted, and printed to
  // standard error.
  bool validation = false;
  // Where pipelines are kept for the next process; empty: nowhere. Need not exist.
  std::string cacheFolder;
  // Takes the memory of every device for its own, as if it had no part in the host's: for tests of
  // what GPUs with memory of their own do.
  bool separateMemory = false;
  // Copies small inputs and results too where memory is not shared: for tests of what large ones
  // do.
  bool copiesAll = false;
};

// Messages of the validation layer since the process began.
uint64_t vulkanValidationMessages() noexcept;

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_API_VULKANSETTINGS_H
