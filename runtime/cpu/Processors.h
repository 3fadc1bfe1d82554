// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many threads this process should use.
#ifndef RLX_RUNTIME_CPU_PROCESSORS_H
#define RLX_RUNTIME_CPU_PROCESSORS_H

#include <string>
#include <string_view>

namespace rlx::rt {

inline constexpr unsigned kMaxThreads = 1024;

// The processors that this process may use, 1 to kMaxThreads: by its affinity, and by the CPU quota
// of its control groups, rounded up. Found once.
unsigned availableProcessors() noexcept;

// The number of threads of an executable that asks for none, 1 to kMaxThreads: RLX_NUM_THREADS, or
// OMP_NUM_THREADS, or availableProcessors(). Found once.
unsigned defaultThreads() noexcept;

// The processors that control groups allow: the smallest quota of a group and its parents, 0 if
// there is none. `groups` is the text of /proc/self/cgroup, `mount` the folder where the groups
// are, /sys/fs/cgroup. Both versions of control groups; man 7 cgroups.
double cpuQuota(std::string_view groups, const std::string &mount);

// A number of threads as in a variable of the environment: the first one of a list, such as "4,2".
// 0 if it is no positive number.
unsigned parseThreads(std::string_view text) noexcept;

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_PROCESSORS_H
