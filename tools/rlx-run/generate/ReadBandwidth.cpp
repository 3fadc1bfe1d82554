// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See ReadBandwidth.h.
#include "tools/rlx-run/generate/ReadBandwidth.h"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <thread>
#include <vector>

#include "runtime/base/Allocator.h"

namespace rlx::run {
namespace {

constexpr size_t kMaxBytes = 512 << 20;
constexpr size_t kFilled = 1 << 20; // of a thread's part at a time
constexpr size_t kAtOnce = 256;     // of a stream
constexpr size_t kStreams[] = {1, 4, 8};
// Until the buffer is filled, and until the last pass begins.
constexpr double kMaxFillSeconds = 0.1, kMaxSeconds = 0.2;

using Words = uint64_t __attribute__((vector_size(64)));

uint64_t sum(const std::byte *data, size_t bytes, size_t streams) {
  const size_t ofStream = bytes / streams;
  Words sums[kAtOnce / sizeof(Words)] = {};
  for (size_t i = 0; i < ofStream; i += kAtOnce)
    for (size_t stream = 0; stream < streams; ++stream) {
      const auto *words = reinterpret_cast<const Words *>(data + stream * ofStream + i);
      for (size_t j = 0; j < kAtOnce / sizeof(Words); ++j)
        sums[j] += words[j];
    }
  uint64_t total = 0;
  for (const Words &each : sums)
    for (size_t i = 0; i < sizeof(Words) / sizeof(uint64_t); ++i)
      total += each[i];
  return total;
}

// Threads that read their parts of a buffer at the same time, pass after pass.
class Readers {
public:
  Readers(std::byte *buffer, size_t part, unsigned threads)
      : buffer(buffer), part(part), totals(threads), barrier(threads, OnPass{this}) {}

  double best() const { return bestRate; }
  // One thread less takes part. Before the first pass.
  void drop() {
    --running;
    barrier.arrive_and_drop();
  }

  void work(size_t thread) {
    std::byte *own = buffer + thread * part;
    // New pages take their time: a part of the buffer will do.
    size_t filled = 0;
    do {
      std::memset(own + filled, 1, kFilled);
      filled += kFilled;
    } while (filled < part && seconds(begin) < kMaxFillSeconds);
    size_t least = used.load();
    while (filled < least && !used.compare_exchange_weak(least, filled)) {
    }
    barrier.arrive_and_wait();
    for (size_t pass = 0; !isDone; ++pass) {
      totals[thread] += sum(own, used, kStreams[pass % std::size(kStreams)]);
      barrier.arrive_and_wait();
    }
  }

private:
  using Time = std::chrono::steady_clock::time_point;
  static double seconds(Time since) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
  }
  // Runs while all threads wait.
  struct OnPass {
    Readers *readers;
    void operator()() noexcept { readers->endPass(); }
  };
  void endPass() noexcept {
    if (passes++ > 0) {
      const auto bytes = static_cast<double>(used * running);
      bestRate = std::max(bestRate, bytes / seconds(passBegin));
      isDone = seconds(begin) > kMaxSeconds;
    }
    passBegin = std::chrono::steady_clock::now();
  }

  std::byte *buffer;
  const size_t part;
  std::vector<uint64_t> totals;    // so that the loops stay
  std::atomic<size_t> used = part; // of each part
  std::atomic<size_t> running = totals.size();
  const Time begin = std::chrono::steady_clock::now();
  Time passBegin;
  size_t passes = 0;
  double bestRate = 0;
  bool isDone = false;
  std::barrier<OnPass> barrier;
};

} // namespace

double readBandwidth(size_t bytes, unsigned threads) {
  const size_t part = std::min(bytes, kMaxBytes) / threads / kFilled * kFilled + kFilled;
  rt::AlignedBuffer buffer;
  if (!buffer.reserve(part * threads))
    return 0;
  rt::preferHugePages(buffer.data(), buffer.size());
  Readers readers(buffer.data(), part, threads);
  std::vector<std::thread> others;
  others.reserve(threads);
  try {
    for (unsigned i = 1; i < threads; ++i)
      others.emplace_back([&readers, i] { readers.work(i); });
  } catch (const std::system_error &) { // no more threads
    for (size_t i = others.size() + 1; i < threads; ++i)
      readers.drop();
  }
  readers.work(0);
  for (std::thread &other : others)
    other.join();
  return readers.best();
}

} // namespace rlx::run
