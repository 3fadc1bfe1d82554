// Data of any size to the device and back, through a little memory that both reach.
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

  // `data` is copied before it returns; it is on the device for what is given to the queue after
  // send(), and for all else after flush(). When that fails, all that comes after is Unavailable:
  // nothing may be computed without what did not arrive.
  Status upload(const BufferSlice &to, const void *data);
  Status send();
  Status flush();
  // Both wait for everything.
  Status download(const BufferSlice &from, void *data);
  Status copy(const BufferSlice &from, const BufferSlice &to);
  uint64_t bytes() const { return staging ? staging->size() : 0; }

private:
  // One half of the memory is filled while the device copies from the other one.
  struct Half {
    VkCommandBuffer commands = VK_NULL_HANDLE;
    VkFence fence = VK_NULL_HANDLE;
    uint64_t used = 0; // bytes of copies that are recorded
    bool isSubmitted = false;
    // What uploads write, none of it twice: whoever owns it may let go of it before they are done.
    std::vector<BufferSlice> kept;
  };
  Status make();
  Status arrived() const;
  Status begin(Half &half);
  Status submit(Half &half);
  Status wait(Half &half);
  void recordCopy(const Half &half, VkBuffer from, uint64_t fromOffset, VkBuffer to,
                  uint64_t toOffset, uint64_t size) const;
  uint64_t placeOf(const Half &half) const;

  std::shared_ptr<VulkanContext> context;
  std::unique_ptr<VulkanCommands> commands; // null until first needed
  std::shared_ptr<VulkanBlock> staging;
  Half halves[2];
  size_t current = 0;
  bool isBroken = false; // an upload will never arrive
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_MEMORY_VULKANTRANSFER_H
