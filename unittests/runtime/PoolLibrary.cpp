// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library with a pool of its own, for ThreadPoolTest.cpp to load and let go.
#include <atomic>

#include "runtime/cpu/ThreadPool.h"

extern "C" int countOnFourThreads(int count) {
  std::atomic<int> sum{0};
  rlx::rt::runLoop({static_cast<uint64_t>(count),
                    [](void *context, const rlx::rt::LoopChunk &chunk) noexcept {
                      *static_cast<std::atomic<int> *>(context) +=
                          static_cast<int>(chunk.end - chunk.begin);
                    },
                    &sum},
                   4);
  return sum;
}
