// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cost of submitting work to a Vulkan device and waiting for it, without the work: command
// buffers are recorded once and submitted repeatedly, like a run's, and a fence is waited for.
// Prints the best of several rounds, in microseconds per submission.
//
//   ./build/release/bin/vulkan-submit [DEVICE]     as in --device=vulkan:1 of rlx-run (vulkan)
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/base/StrCat.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/vulkan/device/VulkanCommandPool.h"
#include "runtime/vulkan/device/VulkanDevice.h"

using namespace rlx::rt;

namespace {

constexpr int kRounds = 20, kSubmissions = 1'000;

// The device that the runtime would use, in a separate context.
StatusOr<std::shared_ptr<VulkanContext>> contextOf(std::string_view name) {
  RLX_ASSIGN_OR_RETURN(const Device *device, DeviceRegistry::get().find(name));
  if (!dynamic_cast<const VulkanDevice *>(device))
    return invalidArgument(strCat("'", name, "' is not a Vulkan device"));
  const std::string_view unique = device->name(); // vulkan:N
  const size_t number = std::stoul(std::string(unique.substr(unique.find(':') + 1)));
  RLX_ASSIGN_OR_RETURN(std::shared_ptr<const VulkanInstance> instance, VulkanInstance::create({}));
  VkPhysicalDevice physical = instance->devices().at(number);
  return VulkanContext::create(instance, physical, probeDevice(*instance, physical), "");
}

Status measure(const char *what, GpuCommandPool &pool, GpuCommandList &recorded) {
  double best = 1e30;
  for (int round = 0; round < kRounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kSubmissions; ++i)
      RLX_RETURN_IF_ERROR(pool.runAndWait(recorded));
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count() / kSubmissions);
  }
  std::printf("%-40s %7.2f us a submission\n", what, best);
  return okStatus();
}

Status measureAll(std::string_view name) {
  RLX_ASSIGN_OR_RETURN(std::shared_ptr<VulkanContext> context, contextOf(name));
  std::printf("%s\n", context->profile().name.c_str());
  RLX_ASSIGN_OR_RETURN(const std::unique_ptr<GpuCommandPool> pool, context->makeCommandPool());
  const std::unique_ptr<GpuRecorder> recorder = pool->makeRecorder({});
  RLX_ASSIGN_OR_RETURN(GpuCommandList *const empty, pool->makeList(ListUse::Repeated));
  RLX_RETURN_IF_ERROR(recorder->begin(*empty));
  RLX_VULKAN_RETURN_IF_ERROR(context->functions().vkEndCommandBuffer(
                                 static_cast<const VulkanCommandList *>(empty)->commands()),
                             "vkEndCommandBuffer");
  RLX_RETURN_IF_ERROR(measure("an empty command buffer", *pool, *empty));
  RLX_ASSIGN_OR_RETURN(GpuCommandList *const run, pool->makeList(ListUse::Repeated));
  RLX_RETURN_IF_ERROR(recorder->begin(*run));
  RLX_RETURN_IF_ERROR(recorder->end());
  return measure("one with the barrier that ends a run", *pool, *run);
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 2) {
    std::fprintf(stderr, "vulkan-submit: error: expected a device at most\n");
    return 2;
  }
  if (const Status status = measureAll(argc == 2 ? argv[1] : "vulkan"); !status.ok()) {
    std::fprintf(stderr, "vulkan-submit: error: %s\n", status.toString().c_str());
    return 1;
  }
  return 0;
}
