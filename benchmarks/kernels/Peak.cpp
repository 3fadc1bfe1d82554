// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Upper limits of a CPU: multiply-adds on registers, and reading of memory.
//
// The table gives each kernel's share of these limits.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <omp.h>

#include "benchmarks/kernels/Bench.h"

namespace rlx::bench {

namespace {
constexpr int64_t kSteps = 20000;
constexpr int kChains = 12; // enough to hide the latency of each

// Multiply and add, in one instruction if there is an FMA, otherwise in two.
template <typename Vector, bool isFused>
[[gnu::always_inline]] inline float chains() {
  Vector sums[kChains], factor = Vector{} + 0.999f, term = Vector{} + 1e-3f;
  for (int i = 0; i < kChains; ++i)
    sums[i] = Vector{} + static_cast<float>(i);
  for (int64_t step = 0; step < kSteps; ++step) {
#pragma clang loop unroll(full)
    for (int i = 0; i < kChains; ++i)
      if constexpr (isFused)
        sums[i] = __builtin_elementwise_fma(sums[i], factor, term);
      else
        sums[i] = sums[i] * factor + term;
  }
  Vector all = sums[0];
  for (int i = 1; i < kChains; ++i)
    all += sums[i];
  return all[0];
}

using Vector16 = float __attribute__((vector_size(64)));
using Vector8 = float __attribute__((vector_size(32)));
using Vector4 = float __attribute__((vector_size(16)));

[[gnu::target("avx512f"), gnu::noinline]] float wide() {
  return chains<Vector16, true>();
}
[[gnu::target("avx2,fma"), gnu::noinline]] float narrow() {
  return chains<Vector8, true>();
}
[[gnu::noinline]] float plain() {
  return chains<Vector4, false>();
}

// Sums the elements, so that the compiler keeps all reads.
template <typename Vector>
[[gnu::always_inline]] inline float readAll(std::span<const float> array) {
  constexpr size_t kLanes = sizeof(Vector) / sizeof(float), kStep = 8 * kLanes;
  Vector sums[8] = {};
  const size_t end = array.size() / kStep * kStep;
  for (size_t i = 0; i < end; i += kStep)
#pragma clang loop unroll(full)
    for (size_t j = 0; j < 8; ++j) {
      Vector read;
      __builtin_memcpy(&read, &array[i + j * kLanes], sizeof(read));
      sums[j] += read;
    }
  float rest = 0;
  for (size_t i = end; i < array.size(); ++i)
    rest += array[i];
  Vector all = sums[0];
  for (int j = 1; j < 8; ++j)
    all += sums[j];
  return all[0] + rest;
}
[[gnu::target("avx512f"), gnu::noinline]] float readWide(std::span<const float> array) {
  return readAll<Vector16>(array);
}
[[gnu::target("avx2"), gnu::noinline]] float readNarrow(std::span<const float> array) {
  return readAll<Vector8>(array);
}
[[gnu::noinline]] float readPlain(std::span<const float> array) {
  return readAll<Vector4>(array);
}

struct Widest {
  float (*run)();
  float (*read)(std::span<const float>);
  int lanes;
};
Widest widest() {
  if (__builtin_cpu_supports("avx512f"))
    return {wide, readWide, 16};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return {narrow, readNarrow, 8};
  return {plain, readPlain, 4};
}
} // namespace

double measurePeak() {
  const Widest most = widest();
  double best = 1e30;
  volatile float sink;
  for (int round = 0; round < 40; ++round) {
    const auto start = std::chrono::steady_clock::now();
    sink = most.run();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count());
  }
  static_cast<void>(sink);
  return static_cast<double>(kSteps * kChains * 2 * most.lanes) / best;
}

Contender reader(std::vector<std::span<const float>> arrays) {
  auto read = [arrays = std::move(arrays), most = widest()] {
#pragma omp parallel
    for (std::span<const float> array : arrays) {
      volatile float sink;
      const auto threads = static_cast<size_t>(omp_get_num_threads()),
                 which = static_cast<size_t>(omp_get_thread_num());
      const size_t begin = array.size() * which / threads,
                   end = array.size() * (which + 1) / threads;
      sink = most.read(array.subspan(begin, end - begin));
      static_cast<void>(sink);
    }
    return rt::okStatus();
  };
  return {"reading", std::move(read)};
}

} // namespace rlx::bench
