// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The overhead of a run outside its kernels: a model of one op over four floats, on one thread, in
// the forms of run with the least overhead. Prints the best of several rounds, in nanoseconds per
// run.
//
//   ./build/release/bin/run-overhead
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "unittests/runtime/TestPrograms.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

constexpr int kRounds = 20, kRuns = 50'000;

// out[n, 4] = x[n, 4] + y[n, 4]
Program oneOp() {
  ProgramBuilder b;
  b.program.symbols = {{"n", 0, 0}};
  const std::vector<Expr> shape{sym(0), c(4)};
  const uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, shape);
  const uint32_t y = b.tensor(BufferKind::Input, "y", DType::F32, shape);
  const uint32_t out = b.tensor(BufferKind::Output, "out", DType::F32, shape);
  b.program.main = {
      ProgramBuilder::dispatch(b.kernel("add_rows"), {x, y, out}, 1, shape, sym(0), "add")};
  return std::move(b.program);
}

// False if a run fails.
template <typename Run>
bool measure(const char *what, double goal, Run run) {
  double best = 1e30;
  for (int round = 0; round < kRounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kRuns; ++i)
      if (!run())
        return false;
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count() / kRuns);
  }
  std::printf("%-28s %7.0f ns a run", what, best);
  if (goal > 0)
    std::printf(", goal %.0f: %s", goal, best <= goal ? "met" : "missed");
  std::printf("\n");
  return true;
}

} // namespace

int main() {
  auto loaded = Executable::load(oneOp(), testKernels(), {"", 1});
  if (!loaded.ok()) {
    std::fprintf(stderr, "run-overhead: error: %s\n", loaded.status().toString().c_str());
    return 1;
  }
  Executable &executable = **loaded;
  alignas(64) const float x[4] = {1, 2, 3, 4}, y[4] = {5, 6, 7, 8};
  alignas(64) float out[4];
  const int64_t shape[] = {1, 4};
  const NamedTensor named[] = {{"x", {DType::F32, shape, x}}, {"y", {DType::F32, shape, y}}};
  const NamedOutput outputs[] = {{"out", {DType::F32, shape, out}}};
  const NamedF32 floats[] = {{"x", x}, {"y", y}};
  const FlatView slots[] = {std::span<const float>(x), std::span<const float>(y)};
  const bool ok =
      measure("by position (runSlots)", 1000, [&] { return executable.runSlots(slots).ok(); }) &&
      measure("by name (run)", 3000, [&] { return executable.run(named).ok(); }) &&
      measure("by name, output given", 3000, [&] { return executable.run(named, outputs).ok(); }) &&
      measure("by name, floats (runF32)", 3000, [&] { return executable.runF32(floats).ok(); });
  if (!ok)
    std::fprintf(stderr, "run-overhead: error: a run failed\n");
  return ok ? 0 : 1;
}
