// What one thread can do at most: multiply-adds on registers only.
#include <algorithm>
#include <chrono>
#include <cstdint>

#include "benchmarks/kernels/Bench.h"

namespace rlx::bench {

namespace {
constexpr int64_t kSteps = 20000;
constexpr int kChains = 12; // enough to hide the latency of each

// Products and sums in one instruction, or where there is none in two.
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

struct Widest {
  float (*run)();
  int lanes;
};
Widest widest() {
  if (__builtin_cpu_supports("avx512f"))
    return {wide, 16};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return {narrow, 8};
  return {plain, 4};
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

} // namespace rlx::bench
