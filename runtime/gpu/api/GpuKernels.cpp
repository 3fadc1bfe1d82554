// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loading of a program's kernels in parallel, since drivers compile them.
//
// Without a second thread, this one does all the work.
#include "runtime/gpu/api/GpuKernels.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"

namespace rlx::rt {

// Runs `work` on this thread and on enough others for `count` items.
template <typename Work>
static void onThreads(size_t count, const Work &work) {
  constexpr size_t kMax = 8;
  const size_t wanted = std::min({count, kMax, size_t{std::thread::hardware_concurrency()}});
  std::vector<std::thread> others;
  others.reserve(kMax);
  try {
    while (others.size() + 1 < wanted)
      others.emplace_back([&] { work(); });
  } catch (const std::exception &) { // no more threads: those that exist do the rest
  }
  work();
  for (std::thread &other : others)
    other.join();
}

Status forEachKernel(const Program &program, const DeviceProfile &device,
                     const std::function<Status(uint32_t index)> &load) {
  std::vector<Status> results(program.kernels.size());
  std::atomic<uint32_t> next = 0;
  std::atomic<bool> failed = false;
  onThreads(results.size(), [&]() noexcept {
    // Kernels are taken in order, so the first failing kernel is always among the results.
    for (uint32_t i = 0; !failed && (i = next++) < results.size();) {
      if (program.kernels[i].target != device.target)
        continue;
      results[i] = catchAllocFailure([&] { return load(i); });
      if (!results[i].ok())
        failed = true;
    }
  });
  for (size_t i = 0; i < results.size(); ++i)
    if (!results[i].ok())
      return std::move(results[i])
          .withContext(
              strCat("making kernel '", program.kernels[i].name, "' for '", device.name, "'"));
  return okStatus();
}

} // namespace rlx::rt
