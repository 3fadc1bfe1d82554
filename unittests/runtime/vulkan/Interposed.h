// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces Vulkan's functions in tests: counts calls and created objects, lets calls fail, and
// calls a test before them.
#ifndef RLX_UNITTESTS_RUNTIME_VULKAN_INTERPOSED_H
#define RLX_UNITTESTS_RUNTIME_VULKAN_INTERPOSED_H

#include <atomic>
#include <functional>
#include <memory>
#include <string_view>

#include "runtime/vulkan/device/VulkanContext.h"
#include "runtime/vulkan/device/VulkanDevice.h"
#include "unittests/runtime/vulkan/VulkanTest.h"

namespace rlx::rt::testing {

// The interposition of one function. `calls` counts from the last failAt() on.
struct Interposition {
  static constexpr uint64_t kNever = UINT64_MAX;
  std::atomic<uint64_t> calls{0}, failAt{kNever};
  VkResult result = VK_SUCCESS;
  bool isForGood = false;
  std::function<void()> before;
};

// Replaces the functions of one device during its lifetime. One object at a time.
// Threads: any thread may call the functions. Construct, change and destroy it while the device is
// idle.
class Interposed {
public:
  explicit Interposed(std::shared_ptr<VulkanContext> context);
  ~Interposed();

  // The call after `nth` others fails with `result` and has no effect. With `isForGood` later calls
  // fail too. A wait fails only after its work is done, because nothing else would wait for it.
  void failAt(std::string_view function, VkResult result, uint64_t nth = 0, bool isForGood = false);
  // No function fails.
  void failNone();
  uint64_t calls(std::string_view function) const;
  // `before` is called before the function.
  void setBefore(std::string_view function, std::function<void()> before);
  // The number of created objects and allocations that are not destroyed.
  int64_t live() const;
  // The original functions.
  const VulkanDeviceFunctions &real() const { return saved; }
  VulkanDeviceFunctions &functions() { return context->functionsForTests(); }

private:
  std::shared_ptr<VulkanContext> context;
  VulkanDeviceFunctions saved;
};

// A test with the functions of the device `vulkan`, which is initialized.
class InterposedTest : public VulkanTest {
protected:
  void SetUp() override;
  // Interposes again, after the lost device was replaced.
  void interpose();

  VulkanDevice *device = nullptr;
  std::unique_ptr<Interposed> interposed;
};

} // namespace rlx::rt::testing

#endif // RLX_UNITTESTS_RUNTIME_VULKAN_INTERPOSED_H
