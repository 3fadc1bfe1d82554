// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The thread pool: every iteration once, loops side by side and inside each other, forked children,
// and what a worker keeps from the program: signals and floating-point modes.
#include "runtime/cpu/ThreadPool.h"

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <ctime>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "runtime/cpu/Processors.h"

#if defined(__SANITIZE_THREAD__)
#define RLX_TEST_TSAN
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define RLX_TEST_TSAN
#endif
#endif

using namespace rlx::rt;

namespace {

template <typename Body>
void runBody(uint64_t count, unsigned threads, Body body) {
  runLoop({count,
           [](void *context, const LoopChunk &chunk) noexcept {
             (*static_cast<Body *>(context))(chunk);
           },
           &body},
          threads);
}

// Whether each of `count` iterations is run once, by a member that there is.
bool runsAll(uint64_t count, unsigned threads) {
  std::vector<std::atomic<int>> times(count);
  std::atomic<bool> isFine{true};
  runBody(count, threads, [&](const LoopChunk &chunk) {
    if (chunk.member >= threads || chunk.begin >= chunk.end)
      isFine = false;
    for (uint64_t i = chunk.begin; i < chunk.end; ++i)
      ++times[i];
  });
  for (const std::atomic<int> &each : times)
    if (each != 1)
      isFine = false;
  return isFine;
}

TEST(ThreadPool, RunsEachIterationOnce) {
  for (const uint64_t count : {0, 1, 2, 3, 5, 63, 64, 65, 1000, 10007})
    for (const unsigned threads : {1U, 2U, 3U, 7U, 64U, kMaxThreads})
      EXPECT_TRUE(runsAll(count, threads)) << count << " on " << threads;
}

// The number says which of two chunks lies before the other.
TEST(ThreadPool, NumbersChunksInOrder) {
  for (const uint64_t count : {1, 7, 8, 100, 1001}) {
    std::vector<std::atomic<int64_t>> numbers(count);
    runBody(count, 3, [&](const LoopChunk &chunk) {
      for (uint64_t i = chunk.begin; i < chunk.end; ++i)
        numbers[i] = chunk.number;
    });
    for (uint64_t i = 1; i < count; ++i)
      EXPECT_TRUE(numbers[i] == numbers[i - 1] || numbers[i] == numbers[i - 1] + 1) << i;
  }
}

// Two members are there at once: each waits for the other one.
TEST(ThreadPool, RunsSideBySide) {
  std::atomic<int> numArrived{0};
  runBody(2, 2, [&](const LoopChunk &) {
    ++numArrived;
    while (numArrived < 2)
      std::this_thread::yield();
  });
  EXPECT_EQ(numArrived, 2);
}

// Without stealing, each member has its own part, however short the loop is.
TEST(ThreadPool, EachMemberTakesPartWithoutStealing) {
  setStealing(false);
  std::array<std::atomic<int>, 3> numOf{};
  runBody(30, 3, [&](const LoopChunk &chunk) {
    numOf[chunk.member] += static_cast<int>(chunk.end - chunk.begin);
  });
  setStealing(true);
  for (const std::atomic<int> &each : numOf)
    EXPECT_EQ(each, 10);
}

// More loops, and more threads, than there are processors.
TEST(ThreadPool, ServesManyCallers) {
  std::atomic<int> numFine{0};
  std::vector<std::thread> callers;
  for (unsigned i = 0; i < 8; ++i)
    callers.emplace_back([&, i] {
      for (int turn = 0; turn < 200; ++turn)
        numFine += runsAll(100 + i, 2 + i);
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(numFine, 8 * 200);
}

TEST(ThreadPool, RunsALoopInALoop) {
  std::atomic<int> numFine{0};
  runBody(10, 4, [&](const LoopChunk &chunk) {
    for (uint64_t i = chunk.begin; i < chunk.end; ++i)
      numFine += runsAll(50, 4);
  });
  EXPECT_EQ(numFine, 10);
}

// Sleepers are woken again, and the wait costs no processor time: a worker polls for 50 us.
TEST(ThreadPool, SleepsBetweenLoops) {
  const std::clock_t begin = std::clock();
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(runsAll(1000, 4));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_LT(double(std::clock() - begin) / CLOCKS_PER_SEC, 0.2); // of 0.4 s
}

// Each sleeper is needed, and is woken by the caller or by another one.
TEST(ThreadPool, WakesAllSleepers) {
  setStealing(false);
  bool isFine = true;
  for (int turn = 0; turn < 300; ++turn) {
    isFine &= runsAll(60, 2 + static_cast<unsigned>(turn) % 9);
    std::this_thread::sleep_for(
        std::chrono::microseconds(40 + turn % 40)); // while some fall asleep
  }
  setStealing(true);
  EXPECT_TRUE(isFine);
}

// Runs `onWorker` on member 1 while member 0 waits for it.
template <typename Function>
void runOnWorker(Function onWorker) {
  std::atomic<bool> isDone{false};
  runBody(2, 2, [&](const LoopChunk &chunk) {
    if (chunk.member) {
      onWorker();
      isDone = true;
    }
    while (!isDone)
      std::this_thread::yield();
  });
}

TEST(ThreadPool, LeavesSignalsToTheProgram) {
  sigset_t blocked;
  sigemptyset(&blocked);
  runOnWorker([&] { pthread_sigmask(SIG_BLOCK, nullptr, &blocked); });
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1, SIGALRM})
    EXPECT_TRUE(sigismember(&blocked, signal)) << signal;
  EXPECT_FALSE(sigismember(&blocked, SIGSEGV));
  pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
  EXPECT_FALSE(sigismember(&blocked, SIGUSR1)); // of the caller, as it was
}

#if defined(__x86_64__)
TEST(ThreadPool, KeepsTheFloatingPointModesOfTheCaller) {
  constexpr unsigned kFlushToZero = 1U << 15;
  volatile float tiny = 1e-38F;
  float onWorker = -1;
  auto divide = [&] { onWorker = tiny / 4; };
  const unsigned before = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(before | kFlushToZero);
  runOnWorker(divide);
  __builtin_ia32_ldmxcsr(before);
  EXPECT_EQ(onWorker, 0);
  runOnWorker(divide);
  EXPECT_GT(onWorker, 0);
}
#endif

#ifndef RLX_TEST_TSAN // which allows no new threads after a fork
TEST(ThreadPool, ServesAForkedChild) {
  ASSERT_TRUE(runsAll(1000, 4));
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0)
    _exit(runsAll(1000, 4) && runsAll(1000, 8) ? 0 : 1);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_TRUE(runsAll(1000, 4));
}

// The fork may come at any moment of another thread's loop, its start of workers included.
TEST(ThreadPool, ServesAChildForkedBesideALoop) {
  std::atomic<bool> isDone{false};
  std::thread other([&] {
    for (unsigned turn = 0; !isDone; ++turn)
      runsAll(100, 2 + turn % 30);
  });
  for (int turn = 0; turn < 20; ++turn) {
    const pid_t child = fork();
    if (child == 0)
      _exit(runsAll(1000, 4) ? 0 : 1);
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  isDone = true;
  other.join();
}

// A loop whose body forks ends in the child too.
TEST(ThreadPool, ServesAChildForkedInALoop) {
  std::atomic<pid_t> child{-1};
  bool isChild = false;
  setStealing(false); // or the workers might leave nothing to the caller
  runBody(16, 4, [&](const LoopChunk &chunk) {
    if (chunk.member == 0 && child == -1) {
      child = 0;
      const pid_t forked = fork();
      isChild = forked == 0;
      child = forked;
    }
  });
  setStealing(true);
  if (isChild)
    _exit(runsAll(1000, 4) ? 0 : 1);
  ASSERT_GT(child, 0);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}
#endif

// Sleeping workers run the code of a library: it stays, although its user lets it go.
TEST(ThreadPool, OutlivesTheLibraryThatHasIt) {
  for (int turn = 0; turn < 2; ++turn) {
    void *library = dlopen(RLX_POOL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    auto *run = reinterpret_cast<int (*)(int)>(dlsym(library, "countOnFourThreads"));
    ASSERT_NE(run, nullptr);
    EXPECT_EQ(run(1000), 1000);
    EXPECT_EQ(dlclose(library), 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

} // namespace
