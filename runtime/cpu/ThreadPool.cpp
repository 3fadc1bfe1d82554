// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each worker has a mailbox of its own: its state. A loop claims idle workers, posts itself to
// them, does its part, and takes back what has not begun. Work is balanced by stealing: each member
// of a team has a range of iterations, takes chunks of it, and then chunks of the other ranges.
//
// States of a worker, and who leaves them:
//
//   idle     polls                                     loop -> posted, worker -> asleep
//   asleep   waits in the kernel                       loop -> posted
//   posted   a loop has given it work                  worker -> running, loop -> idle or asleep
//   running  does the work                             worker -> idle
//
// Only the loop that has claimed a worker posts to it. The claim is its bit in `idleWorkers`.
#include "runtime/cpu/ThreadPool.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <csignal>
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "runtime/cpu/Processors.h"

namespace rlx::rt {

namespace {

constexpr unsigned kMaxWorkers = kMaxThreads - 1;
constexpr unsigned kChunksPerMember = 4; // a member that is late leaves at least three to others
constexpr auto kPollTime = std::chrono::microseconds(50);
constexpr size_t kCacheLine = 64;

void pause() noexcept {
#if defined(__x86_64__)
  _mm_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Rounding and the treatment of denormal numbers: a register of the processor.
#if defined(__x86_64__)
using FloatModes = unsigned;
FloatModes floatModes() noexcept {
  return _mm_getcsr();
}
void setFloatModes(FloatModes modes) noexcept {
  _mm_setcsr(modes);
}
#elif defined(__aarch64__)
using FloatModes = uint64_t;
FloatModes floatModes() noexcept {
  FloatModes modes;
  asm volatile("mrs %0, fpcr" : "=r"(modes));
  return modes;
}
void setFloatModes(FloatModes modes) noexcept {
  asm volatile("msr fpcr, %0" : : "r"(modes));
}
#else
using FloatModes = unsigned;
FloatModes floatModes() noexcept {
  return 0;
}
void setFloatModes(FloatModes) noexcept {}
#endif

enum State : uint32_t { Idle, Asleep, Posted, Running };

constinit std::atomic<bool> canSteal{true};

struct Team;

// What is left of a member's part.
struct alignas(kCacheLine) Range {
  std::atomic<uint64_t> next;
  uint64_t end;
};

struct alignas(kCacheLine) Worker {
  std::atomic<uint32_t> state;
  uint32_t stateBefore; // of the post
  unsigned member;
  Team *team;
  Range range;
};

// The members of a loop, on the stack of its caller.
struct Team {
  const ParallelLoop &loop;
  FloatModes modes = floatModes();
  unsigned size = 1;
  uint64_t chunk = 1;
  bool steals = canSteal.load(std::memory_order_relaxed);
  Range ownRange;
  std::array<Worker *, kMaxThreads> workers; // of members from 1 on
  // The next member to be woken. Until everything is posted it is kMaxThreads and the number of
  // members that wanted to wake others.
  std::atomic<unsigned> nextToWake{kMaxThreads};

  explicit Team(const ParallelLoop &loop) : loop(loop) {}
  Range &range(unsigned member) noexcept { return member ? workers[member]->range : ownRange; }
};

// Constant-initialized and never destroyed: loops may run before and after main.
constinit std::array<Worker, kMaxWorkers> allWorkers{};
constinit std::array<std::atomic<uint64_t>, (kMaxWorkers + 63) / 64> idleWorkers{}; // a bit each
constinit std::atomic<unsigned> numWorkers{0};
constinit std::atomic<bool> isStarting{false};

// Wakes two sleeping members. Each of them wakes two more.
void wakeSome(Team &team) noexcept {
  for (int woken = 0; woken < 2;) {
    const unsigned member = team.nextToWake.fetch_add(1, std::memory_order_acq_rel);
    if (member >= team.size)
      return;
    Worker &worker = *team.workers[member];
    if (worker.stateBefore != Asleep)
      continue;
    worker.state.notify_one();
    ++woken;
  }
}

void takeChunks(Team &team, unsigned member) noexcept {
  const unsigned numRanges = team.steals ? team.size : 1;
  for (unsigned i = 0; i < numRanges; ++i) {
    const unsigned other = member + i < team.size ? member + i : member + i - team.size;
    Range &range = team.range(other);
    while (range.next.load(std::memory_order_relaxed) < range.end) {
      const uint64_t begin = range.next.fetch_add(team.chunk, std::memory_order_relaxed);
      if (begin >= range.end)
        break;
      team.loop.body(team.loop.context, {begin, std::min(begin + team.chunk, range.end),
                                         static_cast<uint32_t>(begin / team.chunk), member});
    }
  }
}

// Returns once something has been posted, though it may have been taken back again.
void awaitPost(std::atomic<uint32_t> &state) noexcept {
  const auto end = std::chrono::steady_clock::now() + kPollTime;
  do
    for (int i = 0; i < 16; ++i) {
      if (state.load(std::memory_order_relaxed) == Posted)
        return;
      pause();
    }
  while (std::chrono::steady_clock::now() < end);
  uint32_t expected = Idle;
  if (state.compare_exchange_strong(expected, Asleep, std::memory_order_relaxed))
    state.wait(Asleep, std::memory_order_relaxed);
}

void *workerMain(void *argument) noexcept {
  auto &worker = *static_cast<Worker *>(argument);
  const FloatModes ownModes = floatModes();
  for (;;) {
    awaitPost(worker.state);
    uint32_t expected = Posted;
    if (!worker.state.compare_exchange_strong(expected, Running, std::memory_order_acquire)) {
      // Taken back. A sleeper stays one: the next post will wake it again.
      if (expected == Asleep)
        worker.state.wait(Asleep, std::memory_order_relaxed);
      continue;
    }
    Team &team = *worker.team;
    if (worker.stateBefore == Asleep)
      wakeSome(team);
    setFloatModes(team.modes);
    takeChunks(team, worker.member);
    setFloatModes(ownModes);
    worker.state.store(Idle, std::memory_order_release); // the team may be gone now
  }
  return nullptr;
}

// In a forked child, which has no threads but its own.
void forgetWorkers() noexcept {
  for (Worker &worker : allWorkers)
    worker.state.store(Idle, std::memory_order_relaxed);
  for (std::atomic<uint64_t> &word : idleWorkers)
    word.store(0, std::memory_order_relaxed);
  numWorkers.store(0, std::memory_order_relaxed);
  isStarting.store(false, std::memory_order_relaxed);
}

// Before the first worker starts, and twice if two threads come at once. A static variable with an
// initializer would stay locked in a child that is forked meanwhile.
void prepareProcess() noexcept {
  static std::atomic<bool> isPrepared{false};
  if (isPrepared.load(std::memory_order_acquire))
    return;
  // The code must stay for as long as a worker may run it: the library that has it is never
  // unloaded.
  Dl_info self{};
  if (dladdr(reinterpret_cast<void *>(&prepareProcess), &self) && self.dli_fname)
    dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  pthread_atfork(nullptr, nullptr, forgetWorkers);
  isPrepared.store(true, std::memory_order_release);
}

bool startThread(Worker &worker) noexcept {
  // Signals of the program are for its own threads. Faults cannot be held back.
  sigset_t all, before;
  sigfillset(&all);
  for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    sigdelset(&all, fault);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  const bool isStarted = pthread_create(&thread, nullptr, workerMain, &worker) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (isStarted) {
    pthread_setname_np(thread, "rlx-worker");
    pthread_detach(thread);
  }
  return isStarted;
}

void add(Team &team, Worker &worker) noexcept {
  team.workers[team.size++] = &worker;
}

// The lowest `count` bits that are set.
uint64_t lowestBits(uint64_t word, unsigned count) noexcept {
  uint64_t rest = word;
  for (; count && rest; --count)
    rest &= rest - 1;
  return word & ~rest;
}

void claimIdle(Team &team, unsigned size) noexcept {
  for (size_t i = 0; i < idleWorkers.size() && team.size < size; ++i) {
    const uint64_t idle = idleWorkers[i].load(std::memory_order_relaxed);
    const uint64_t wanted = lowestBits(idle, size - team.size);
    if (!wanted)
      continue;
    // Other loops may have been faster.
    uint64_t claimed = idleWorkers[i].fetch_and(~wanted, std::memory_order_acquire) & wanted;
    for (; claimed; claimed &= claimed - 1)
      add(team, allWorkers[i * 64 + static_cast<size_t>(std::countr_zero(claimed))]);
  }
}

// Starts workers for a team, which has them at once. No more than the processors, or one loop,
// need.
void startWorkers(Team &team, unsigned size) noexcept {
  const unsigned most = std::min(std::max(size, availableProcessors()) - 1, kMaxWorkers);
  if (numWorkers.load(std::memory_order_relaxed) >= most)
    return;
  prepareProcess();
  if (isStarting.exchange(true, std::memory_order_acquire))
    return;
  for (unsigned next = numWorkers.load(std::memory_order_relaxed);
       team.size < size && next < most && startThread(allWorkers[next]); ++next) {
    add(team, allWorkers[next]);
    numWorkers.store(next + 1, std::memory_order_relaxed);
  }
  isStarting.store(false, std::memory_order_release);
}

// Ranges begin at multiples of a chunk, so that the number of a chunk follows from its begin.
void divide(Team &team) noexcept {
  const uint64_t count = team.loop.count;
  team.chunk = std::max<uint64_t>(1, count / (uint64_t{team.size} * kChunksPerMember));
  const uint64_t chunks = count / team.chunk + (count % team.chunk != 0);
  const uint64_t each = chunks / team.size, extra = chunks % team.size;
  uint64_t at = 0;
  for (unsigned member = 0; member < team.size; ++member) {
    Range &range = team.range(member);
    range.next.store(std::min(at * team.chunk, count), std::memory_order_relaxed);
    at += each + (member < extra);
    range.end = std::min(at * team.chunk, count);
  }
}

void post(Team &team) noexcept {
  bool anyAsleep = false;
  for (unsigned member = 1; member < team.size; ++member) {
    Worker &worker = *team.workers[member];
    worker.team = &team;
    worker.member = member;
    // The worker does not change it: a loop has claimed it. But it may fall asleep meanwhile.
    uint32_t before = worker.state.load(std::memory_order_relaxed);
    do
      worker.stateBefore = before;
    while (!worker.state.compare_exchange_weak(before, Posted, std::memory_order_release,
                                               std::memory_order_relaxed));
    anyAsleep |= before == Asleep;
  }
  if (!anyAsleep)
    return;
  // Those who came too early wake nobody again: the caller does it for them.
  const unsigned early = team.nextToWake.exchange(1, std::memory_order_acq_rel) - kMaxThreads;
  for (unsigned i = 0; i <= early; ++i)
    wakeSome(team);
}

bool isBusy(const Worker &worker) noexcept {
  const uint32_t state = worker.state.load(std::memory_order_acquire);
  return state == Posted || state == Running;
}

// Takes the loop back from workers that have not begun, and waits for the others.
void join(Team &team) noexcept {
  for (unsigned member = 1; member < team.size; ++member) {
    Worker &worker = *team.workers[member];
    uint32_t expected = Posted;
    if (team.steals && worker.state.compare_exchange_strong(expected, worker.stateBefore,
                                                            std::memory_order_acquire))
      continue;
    for (int i = 0; i < 1000 && isBusy(worker); ++i)
      pause();
    while (isBusy(worker))
      sched_yield(); // its processor may be ours
  }
}

void release(Team &team) noexcept {
  const unsigned known =
      numWorkers.load(std::memory_order_relaxed); // 0 in a child forked by the loop
  for (unsigned member = 1; member < team.size;) {
    const auto word = static_cast<size_t>(team.workers[member] - allWorkers.data()) / 64;
    uint64_t bits = 0;
    for (; member < team.size; ++member) {
      const auto number = static_cast<size_t>(team.workers[member] - allWorkers.data());
      if (number / 64 != word)
        break;
      if (number < known)
        bits |= uint64_t{1} << number % 64;
    }
    idleWorkers[word].fetch_or(bits, std::memory_order_release);
  }
}

} // namespace

void setStealing(bool enabled) noexcept {
  canSteal.store(enabled, std::memory_order_relaxed);
}

void runLoop(const ParallelLoop &loop, unsigned threads) noexcept {
  Team team(loop);
  const auto size = static_cast<unsigned>(
      std::min<uint64_t>({loop.count, std::max(threads, 1U), uint64_t{kMaxThreads}}));
  if (size > 1) {
    claimIdle(team, size);
    if (team.size < size)
      startWorkers(team, size);
  }
  divide(team);
  post(team);
  takeChunks(team, 0);
  join(team);
  release(team);
}

} // namespace rlx::rt
