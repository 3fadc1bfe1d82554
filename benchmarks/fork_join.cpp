// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measures how long threads take to begin and end a parallel loop: RLX's pool, or OpenMP's team.
//
//   fork-join pool|openmp [THREADS]
//
// One process measures one of the two, since OpenMP's threads keep their processors after a loop.
// Run both in turn, several times, and take the best of each line.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <omp.h>
#include <thread>
#include <vector>

#include "runtime/cpu/Processors.h"
#include "runtime/cpu/ThreadPool.h"

using Clock = std::chrono::steady_clock;

namespace {

double microseconds(Clock::time_point begin) {
  return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

// Keeps a processor busy.
void work(double us) {
  for (const auto begin = Clock::now(); microseconds(begin) < us;) {
  }
}

struct Loop {
  bool isPool;
  unsigned threads;

  // Each thread, or each of as many iterations, works.
  void run(double us) const {
    if (isPool) {
      rlx::rt::runLoop({threads,
                        [](void *each, const rlx::rt::LoopChunk &chunk) noexcept {
                          for (uint64_t i = chunk.begin; i < chunk.end; ++i)
                            work(*static_cast<double *>(each));
                        },
                        &us},
                       threads);
      return;
    }
#pragma omp parallel num_threads(threads) default(none) shared(us)
    work(us);
  }
};

double median(std::vector<double> times) {
  std::nth_element(times.begin(), times.begin() + static_cast<ptrdiff_t>(times.size() / 2),
                   times.end());
  return times[times.size() / 2];
}

// The median time of a loop, after a pause.
double measure(const Loop &loop, double us, int turns, std::chrono::milliseconds pause) {
  std::vector<double> times;
  for (int i = 0; i < turns; ++i) {
    if (pause.count())
      std::this_thread::sleep_for(pause);
    const auto begin = Clock::now();
    loop.run(us);
    times.push_back(microseconds(begin));
  }
  return median(times);
}

} // namespace

int main(int argc, char **argv) {
  const bool isPool = argc > 1 && !std::strcmp(argv[1], "pool");
  if (argc < 2 || argc > 3 || (!isPool && std::strcmp(argv[1], "openmp") != 0)) {
    std::fprintf(stderr, "usage: fork-join pool|openmp [THREADS]\n");
    return 1;
  }
  const unsigned threads =
      argc > 2 ? rlx::rt::parseThreads(argv[2]) : rlx::rt::availableProcessors();
  if (threads == 0) {
    std::fprintf(stderr, "fork-join: error: expected a number of threads, but got '%s'\n", argv[2]);
    return 1;
  }
  using std::chrono::milliseconds;
  const Loop loop{isPool, threads};
  measure(loop, 0, 1000, {});
  std::printf("%s, %u threads\n", argv[1], threads);
  std::printf("  fork and join                    %9.2f us\n", measure(loop, 0, 20000, {}));
  std::printf("  20 us of work each               %9.2f us\n", measure(loop, 20, 5000, {}));
  std::printf("  200 us of work each              %9.2f us\n", measure(loop, 200, 1000, {}));
  std::printf("  fork and join after 300 ms       %9.2f us\n",
              measure(loop, 0, 9, milliseconds(300)));
  const std::clock_t begin = std::clock();
  measure(loop, 0, 20, milliseconds(50));
  std::printf("  processor time, 20 loops in 1 s  %9.2f ms\n",
              1e3 * double(std::clock() - begin) / CLOCKS_PER_SEC);
  return 0;
}
