// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one thread pool of a process: fork and join of parallel loops.
//
// Threads: any thread may run a loop, several at once. A loop takes workers that are idle and
// starts new ones; where there are none, the calling thread runs it alone. So loops never wait for
// each other, and a loop inside a loop ends.
#ifndef RLX_RUNTIME_CPU_THREADPOOL_H
#define RLX_RUNTIME_CPU_THREADPOOL_H

#include <cstdint>

namespace rlx::rt {

// Iterations [begin, end) of a loop. Chunk n lies before chunk n + 1. `member` is the number of the
// thread in the team, 0 for the caller.
struct LoopChunk {
  uint64_t begin, end;
  uint32_t number;
  unsigned member;
};

// The iterations [0, count). Chunks are run in any order, on any member of the team.
struct ParallelLoop {
  uint64_t count;
  void (*body)(void *context, const LoopChunk &chunk) noexcept;
  void *context;
};

// Runs a loop on at most `threads` threads, the calling one among them. Returns when all of it is
// done. A worker that has not begun by then is not waited for: others do its part.
//
// Workers keep the floating-point modes of the caller while they run its loop. They poll for the
// next loop for 50 us, then sleep. A worker has the affinity of the thread whose loop started it. A
// forked child starts with no workers; a loop that forks is incomplete there.
void runLoop(const ParallelLoop &loop, unsigned threads) noexcept;

// From now on members take nothing from each other, and loops wait for all of them: a loop that is
// too short for other threads to help is run by all of them too. For checks that results do not
// depend on the thread.
void setStealing(bool enabled) noexcept;

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_THREADPOOL_H
