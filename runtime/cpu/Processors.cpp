// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts processors; see Processors.h.
#include "runtime/cpu/Processors.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <sched.h>
#include <unistd.h>

#include "runtime/base/File.h"

namespace rlx::rt {

namespace {

std::string textOf(const std::string &path) {
  StatusOr<std::vector<uint8_t>> bytes = readFile(path);
  return bytes.ok() ? std::string(bytes->begin(), bytes->end()) : std::string();
}

// The part before `separator`, which is taken off together with it.
std::string_view takeUntil(std::string_view &text, char separator) {
  const size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return part;
}

double number(std::string_view text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// Quota and period of one group as a number of processors; 0 if it has no quota ("max", or -1).
double quotaOf(const std::string &folder, bool isVersion1) {
  double quota, period;
  if (isVersion1) {
    quota = number(textOf(folder + "/cpu.cfs_quota_us"));
    period = number(textOf(folder + "/cpu.cfs_period_us"));
  } else {
    const std::string both = textOf(folder + "/cpu.max"); // "150000 100000"
    std::string_view rest = both;
    quota = number(takeUntil(rest, ' '));
    period = number(rest);
  }
  return quota > 0 && period > 0 ? quota / period : 0;
}

// The smallest quota of a group and its parents. In a container the path may be that of the host,
// of which only the root is there.
double smallestQuota(const std::string &mount, std::string path, bool isVersion1) {
  double smallest = 0;
  for (;;) {
    const double quota = quotaOf(mount + path, isVersion1);
    if (quota > 0 && (smallest == 0 || quota < smallest))
      smallest = quota;
    const size_t slash = path.rfind('/');
    if (slash == std::string::npos)
      return smallest;
    path.resize(slash);
  }
}

bool isInList(std::string_view list, std::string_view name) {
  while (!list.empty())
    if (takeUntil(list, ',') == name)
      return true;
  return false;
}

} // namespace

double cpuQuota(std::string_view groups, const std::string &mount) {
  double smallest = 0;
  while (!groups.empty()) {
    std::string_view line = takeUntil(groups, '\n'); // "0::/path" or "4:cpu,cpuacct:/path"
    takeUntil(line, ':');
    const std::string_view controllers = takeUntil(line, ':');
    const bool isVersion1 = !controllers.empty();
    if (isVersion1 && !isInList(controllers, "cpu"))
      continue;
    const std::string path(line == "/" ? "" : line);
    // The folder has the names of the controllers, or is a link of the name "cpu".
    for (const std::string &folder :
         isVersion1 ? std::vector{mount + "/" + std::string(controllers), mount + "/cpu"}
                    : std::vector{mount}) {
      const double quota = smallestQuota(folder, path, isVersion1);
      if (quota > 0 && (smallest == 0 || quota < smallest))
        smallest = quota;
    }
  }
  return smallest;
}

unsigned parseThreads(std::string_view text) noexcept {
  while (text.starts_with(' '))
    text.remove_prefix(1);
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view rest(end, static_cast<size_t>(text.data() + text.size() - end));
  if (error != std::errc() || (!rest.empty() && rest[0] != ',' && rest[0] != ' '))
    return 0;
  return std::min(value, kMaxThreads);
}

// The processors of the affinity. Its default set ends at processor 1023, as the number of threads
// does; the kernel refuses it if there are more.
static unsigned affineProcessors() noexcept {
  cpu_set_t set;
  const long count = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set)
                                                                  : sysconf(_SC_NPROCESSORS_ONLN);
  return static_cast<unsigned>(std::clamp<long>(count, 1, kMaxThreads));
}

// Both numbers are found by the first that asks, or by several at once. A static variable with an
// initializer would stay locked in a child that is forked meanwhile.
unsigned availableProcessors() noexcept {
  static std::atomic<unsigned> found{0};
  if (const unsigned count = found.load(std::memory_order_relaxed))
    return count;
  unsigned count = affineProcessors();
  try {
    const double quota = cpuQuota(textOf("/proc/self/cgroup"), "/sys/fs/cgroup");
    if (quota > 0 && quota < count)
      count = static_cast<unsigned>(std::ceil(quota));
  } catch (const std::bad_alloc &) {
    return count; // the next one tries again
  }
  found.store(count, std::memory_order_relaxed);
  return count;
}

unsigned defaultThreads() noexcept {
  static std::atomic<unsigned> found{0};
  if (const unsigned count = found.load(std::memory_order_relaxed))
    return count;
  unsigned count = 0;
  if (const char *own = std::getenv("RLX_NUM_THREADS"))
    count = parseThreads(own);
  if (const char *openmp = count ? nullptr : std::getenv("OMP_NUM_THREADS"))
    count = parseThreads(openmp);
  if (count == 0)
    count = availableProcessors();
  found.store(count, std::memory_order_relaxed);
  return count;
}

} // namespace rlx::rt
