// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Interposed.h.
#include "unittests/runtime/vulkan/Interposed.h"

#include <gtest/gtest.h>
#include <map>
#include <string>
#include <type_traits>

namespace rlx::rt::testing {

namespace {

std::map<std::string_view, Interposition> &points() {
  static std::map<std::string_view, Interposition> all;
  return all;
}
std::atomic<int64_t> liveObjects{0};

// Objects that are freed with their pool are not counted.
int64_t changeOf(std::string_view name) {
  if (name.starts_with("vkCreate") || name == "vkAllocateMemory")
    return 1;
  return name.starts_with("vkDestroy") || name == "vkFreeMemory" ? -1 : 0;
}

template <auto Member>
struct Wrapped;

template <typename Result, typename... Args,
          Result (VKAPI_PTR *VulkanDeviceFunctions::*Member)(Args...)>
struct Wrapped<Member> {
  static inline Result(VKAPI_PTR *real)(Args...) = nullptr;
  static inline Interposition *point = nullptr, *wait = nullptr;
  static inline int64_t change = 0;

  static Result VKAPI_CALL call(Args... args) {
    const uint64_t index = point->calls.fetch_add(1);
    if (point->before)
      point->before();
    if constexpr (std::is_void_v<Result>) {
      liveObjects += change;
      real(args...);
    } else {
      const uint64_t at = point->failAt;
      const bool fails = index == at || (point->isForGood && index > at);
      if (fails && point != wait)
        return point->result;
      const Result result = real(args...);
      if (result == VK_SUCCESS)
        liveObjects += change;
      return fails ? point->result : result;
    }
  }
};

// The runtime polls before it waits. This poll never succeeds, so the wait that is to fail is
// called.
template <typename... Args>
VkResult VKAPI_CALL neverReady(Args...) {
  return VK_NOT_READY;
}

} // namespace

Interposed::Interposed(std::shared_ptr<VulkanContext> owner)
    : context(std::move(owner)), saved(context->functions()) {
  liveObjects = 0;
  VulkanDeviceFunctions &vk = functions();
#define RLX_WRAP(NAME)                                                                             \
  {                                                                                                \
    using One = Wrapped<&VulkanDeviceFunctions::NAME>;                                             \
    One::real = vk.NAME;                                                                           \
    One::point = &points()[#NAME];                                                                 \
    One::wait = &points()["vkWaitForFences"];                                                      \
    One::change = changeOf(#NAME);                                                                 \
    vk.NAME = One::call;                                                                           \
  }
  RLX_VULKAN_DEVICE_FUNCTIONS(RLX_WRAP)
#undef RLX_WRAP
  vk.vkGetFenceStatus = neverReady;
  failNone();
}

Interposed::~Interposed() {
  functions() = saved;
  for (auto &[name, point] : points())
    point.before = nullptr;
}

void Interposed::failNone() {
  for (auto &[name, point] : points()) {
    point.failAt = Interposition::kNever;
    point.calls = 0;
  }
}

void Interposed::failAt(std::string_view function, VkResult result, uint64_t nth, bool isForGood) {
  ASSERT_TRUE(points().contains(function)) << function;
  failNone();
  Interposition &point = points()[function];
  point.result = result;
  point.isForGood = isForGood;
  point.failAt = nth;
}

uint64_t Interposed::calls(std::string_view function) const {
  return points().at(function).calls;
}

void Interposed::setBefore(std::string_view function, std::function<void()> before) {
  points().at(function).before = std::move(before);
}

int64_t Interposed::live() const {
  return liveObjects;
}

void InterposedTest::SetUp() {
  VulkanTest::SetUp();
  if (IsSkipped() || HasFatalFailure())
    return;
  loadOnVulkan(onVulkan(sumProgram())); // initializes the device
  device = &static_cast<VulkanDevice &>(**DeviceRegistry::get().find("vulkan"));
  interpose();
}

void InterposedTest::interpose() {
  interposed.reset(); // restores the functions of its device
  interposed =
      std::make_unique<Interposed>(std::static_pointer_cast<VulkanContext>(device->current()));
}

} // namespace rlx::rt::testing
