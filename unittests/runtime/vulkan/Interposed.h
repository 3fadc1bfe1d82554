// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of tests in the place of Vulkan's: they count what is called and what is made, fail
// when a test wants it, and let it look at calls.
#ifndef RLX_UNITTESTS_RUNTIME_VULKAN_INTERPOSED_H
#define RLX_UNITTESTS_RUNTIME_VULKAN_INTERPOSED_H

#include <atomic>
#include <functional>
#include <memory>
#include <string_view>

#include "runtime/vulkan/api/VulkanContext.h"
#include "runtime/vulkan/executor/VulkanDevice.h"
#include "unittests/runtime/vulkan/VulkanTest.h"

namespace rlx::rt::testing {

// What happens at one function. `calls` counts from the last failAt() on.
struct Interposition {
  static constexpr uint64_t kNever = UINT64_MAX;
  std::atomic<uint64_t> calls{0}, failAt{kNever};
  VkResult result = VK_SUCCESS;
  bool isForGood = false;
  std::function<void()> before;
};

// The functions of one device as long as it lives; one object at a time.
// Threads: may be called by any; is made, changed and destroyed while nothing uses the device.
class Interposed {
public:
  explicit Interposed(std::shared_ptr<VulkanContext> context);
  ~Interposed();

  // The call after `nth` others fails with `result`, without doing anything; with `isForGood` also
  // those that follow. Waits fail when what they wait for is done: nobody else would know when
  // that is.
  void failAt(std::string_view function, VkResult result, uint64_t nth = 0, bool isForGood = false);
  // No function fails.
  void failNone();
  uint64_t calls(std::string_view function) const;
  // Is called before the function is.
  void setBefore(std::string_view function, std::function<void()> before);
  // Objects and memory that were made and are not destroyed.
  int64_t live() const;
  // The functions that were there before.
  const VulkanDeviceFunctions &real() const { return saved; }
  VulkanDeviceFunctions &functions() { return context->functionsForTests(); }

private:
  std::shared_ptr<VulkanContext> context;
  VulkanDeviceFunctions saved;
};

// A test with the functions of the device `vulkan`, which has begun.
class InterposedTest : public VulkanTest {
protected:
  void SetUp() override;
  // Again, when it is another device after it was lost.
  void interpose();

  VulkanDevice *device = nullptr;
  std::unique_ptr<Interposed> interposed;
};

} // namespace rlx::rt::testing

#endif // RLX_UNITTESTS_RUNTIME_VULKAN_INTERPOSED_H
