// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transfers of any size between host and device, through a small staging buffer.
//
// Two halves alternate (double buffering): the host fills one while the device copies from the
// other.
#ifndef RLX_RUNTIME_VULKAN_MEMORY_VULKANTRANSFER_H
#define RLX_RUNTIME_VULKAN_MEMORY_VULKANTRANSFER_H

#include <memory>
#include <vector>

#include "runtime/vulkan/memory/VulkanCommands.h"

namespace rlx::rt {

// Threads: confined to one executor.
class VulkanTransfer {
public:
  explicit VulkanTransfer(std::shared_ptr<VulkanContext> owner) : context(std::move(owner)) {}
  VulkanTransfer(const VulkanTransfer &) = delete;
  ~VulkanTransfer();

  // upload() copies `data` before it returns. The bytes are on the device for submissions after
  // send(), and for everything else after flush(). After a failure all later calls are Unavailable,
  // since nothing may compute on missing data.
  Status upload(const BufferSlice &to, const void *data);
  Status send();
  Status flush();
  // Both wait for all earlier transfers.
  Status download(const BufferSlice &from, void *data);
  Status copy(const BufferSlice &from, const BufferSlice &to);
  uint64_t bytes() const { return staging ? staging->size() : 0; }

private:
  // One half of the staging buffer.
  struct Half {
    VkCommandBuffer commands = VK_NULL_HANDLE;
    VkFence fence = VK_NULL_HANDLE;
    uint64_t used = 0; // bytes of recorded copies
    bool isSubmitted = false;
    // Destinations of the uploads, each once, kept alive until the copies are done.
    std::vector<BufferSlice> kept;
  };
  Status make();
  Status arrived() const;
  Status begin(Half &half);
  Status submit(Half &half);
  Status wait(Half &half);
  void recordCopy(const Half &half, VkBuffer from, uint64_t fromOffset, VkBuffer to,
                  uint64_t toOffset, uint64_t size) const;
  uint64_t offsetOf(const Half &half) const;

  std::shared_ptr<VulkanContext> context;
  std::unique_ptr<VulkanCommands> commands; // null until first needed
  std::shared_ptr<VulkanBlock> staging;
  Half halves[2];
  size_t current = 0;
  bool isBroken = false; // an upload failed and will never arrive
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_MEMORY_VULKANTRANSFER_H
