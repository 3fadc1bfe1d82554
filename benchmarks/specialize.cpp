// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The gain of shape specialization (SessionOptions::specialize): models with dynamic sizes run
// generic and specialized code, in turns on one thread.
//
//   ./build/release/bin/specialize
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "runtime/base/StrCat.h"
#include "session/Session.h"

using namespace rlx;
using rt::DType;

namespace {

constexpr int kRounds = 15;
constexpr auto kRoundTime = std::chrono::milliseconds(20);

// softmax(relu(x * w) * v) for rows of 256 elements.
constexpr const char *kRows = R"(
func.func @main(%x: tensor<?x256xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %w: tensor<256x256xf32> {rlx.kind = "param", rlx.name = "w"},
                %v: tensor<256x64xf32> {rlx.kind = "param", rlx.name = "v"})
    -> (tensor<?x64xf32> {rlx.name = "y"}) {
  %0 = rlx.matmul %x, %w : (tensor<?x256xf32>, tensor<256x256xf32>) -> tensor<?x256xf32>
  %1 = rlx.relu %0 : (tensor<?x256xf32>) -> tensor<?x256xf32>
  %2 = rlx.matmul %1, %v : (tensor<?x256xf32>, tensor<256x64xf32>) -> tensor<?x64xf32>
  %3 = rlx.softmax %2 axis = 1 : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return %3 : tensor<?x64xf32>
})";

// Two 3 x 3 convolutions of a square image, with 32 to 64 to 64 channels.
constexpr const char *kImage = R"(
func.func @main(%x: tensor<1x32x?x?xf32> {rlx.kind = "input", rlx.name = "x",
                                          rlx.dims = ["", "", "n", "n"]},
                %w: tensor<64x32x3x3xf32> {rlx.kind = "param", rlx.name = "w"},
                %v: tensor<64x64x3x3xf32> {rlx.kind = "param", rlx.name = "v"})
    -> (tensor<1x64x?x?xf32> {rlx.name = "y"}) {
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1]
      : (tensor<1x32x?x?xf32>, tensor<64x32x3x3xf32>) -> tensor<1x64x?x?xf32>
  %1 = rlx.relu %0 : (tensor<1x64x?x?xf32>) -> tensor<1x64x?x?xf32>
  %2 = rlx.conv %1, %v pads = [1, 1, 1, 1]
      : (tensor<1x64x?x?xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x?x?xf32>
  return %2 : tensor<1x64x?x?xf32>
})";

struct Model {
  const char *name, *source;
  std::vector<std::vector<int64_t>> shapes; // of x
};

rt::StatusOr<std::unique_ptr<Session>> load(const char *source, uint64_t afterRuns) {
  SessionOptions options;
  options.load.threads = 1;
  options.specialize = {.afterRuns = afterRuns, .most = 8};
  RLX_ASSIGN_OR_RETURN(auto session, Session::fromSource(source, options));
  for (const rt::TensorSpec &param : session->executable().program().params) {
    RLX_ASSIGN_OR_RETURN(const std::vector<int64_t> shape, rt::staticShape(param));
    RLX_ASSIGN_OR_RETURN(const int64_t elements, rt::numElements(shape));
    const std::vector<float> values(size_t(elements), 0.01f);
    RLX_RETURN_IF_ERROR(
        session->executable().setParam(param.name, {DType::F32, shape, values.data()}));
  }
  return session;
}

// The best time of a run within the round, in microseconds.
rt::StatusOr<double> round(rt::Executable &executable, const rt::NamedTensor &input) {
  using Clock = std::chrono::steady_clock;
  double best = 1e30;
  for (const auto start = Clock::now(); Clock::now() - start < kRoundTime;) {
    const auto begin = Clock::now();
    RLX_RETURN_IF_ERROR(executable.run({&input, 1}));
    best = std::min(best, std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
  }
  return best;
}

rt::Status measure(const Model &model) {
  RLX_ASSIGN_OR_RETURN(auto general, load(model.source, 0));
  RLX_ASSIGN_OR_RETURN(auto special, load(model.source, 1));
  for (const std::vector<int64_t> &shape : model.shapes) {
    RLX_ASSIGN_OR_RETURN(const int64_t elements, rt::numElements(shape));
    const std::vector<float> x(size_t(elements), 0.5f);
    const rt::NamedTensor input = {"x", {DType::F32, shape, x.data()}};
    RLX_RETURN_IF_ERROR(special->executable().run({&input, 1}));
    special->finishSpecializations();
    double generalTime = 1e30, specialTime = 1e30;
    for (int i = 0; i < kRounds; ++i) {
      RLX_ASSIGN_OR_RETURN(const double one, round(general->executable(), input));
      RLX_ASSIGN_OR_RETURN(const double other, round(special->executable(), input));
      generalTime = std::min(generalTime, one);
      specialTime = std::min(specialTime, other);
    }
    std::printf("%s n = %-4lld all sizes %8.2f us, this size %8.2f us, ratio %.2f\n", model.name,
                static_cast<long long>(model.source == kRows ? shape[0] : shape[2]), generalTime,
                specialTime, specialTime / generalTime);
  }
  const SpecializeStatistics counts = special->specializeStatistics();
  if (counts.ready != model.shapes.size())
    return rt::internalError(rt::strCat("only ", counts.ready, " of ", model.shapes.size(),
                                        " sizes were compiled: ", counts.lastError));
  return rt::okStatus();
}

} // namespace

int main() {
  const Model models[] = {
      {"rows ", kRows, {{1, 256}, {4, 256}, {5, 256}, {13, 256}, {64, 256}, {200, 256}}},
      {"image", kImage, {{1, 32, 7, 7}, {1, 32, 14, 14}, {1, 32, 28, 28}, {1, 32, 56, 56}}}};
  for (const Model &model : models)
    if (rt::Status status = measure(model); !status.ok()) {
      std::fprintf(stderr, "specialize: error: %s\n", status.toString().c_str());
      return 1;
    }
  return 0;
}
