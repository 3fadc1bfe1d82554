// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Roofline.h.
#include "session/report/Roofline.h"

#include <algorithm>

namespace rlx {
namespace {

constexpr const char *kMatmul = R"(
func.func @main(%a: tensor<1024x1024xf32> {rlx.kind = "input", rlx.name = "a"},
                %b: tensor<1024x1024xf32> {rlx.kind = "param", rlx.name = "b"})
    -> (tensor<1024x1024xf32> {rlx.name = "y"}) {
  %y = rlx.matmul %a, %b : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %y : tensor<1024x1024xf32>
}
)";
constexpr const char *kAdd = R"(
func.func @main(%a: tensor<8192x1024xf32> {rlx.kind = "input", rlx.name = "a"},
                %b: tensor<8192x1024xf32> {rlx.kind = "param", rlx.name = "b"})
    -> (tensor<8192x1024xf32> {rlx.name = "y"}) {
  %y = rlx.add %a, %b : (tensor<8192x1024xf32>, tensor<8192x1024xf32>) -> tensor<8192x1024xf32>
  return %y : tensor<8192x1024xf32>
}
)";

// Nanoseconds of the model's kernels, the best of a few runs: other programs only slow it down.
rt::StatusOr<double> bestNs(const char *source, int64_t rows, const SessionOptions &options) {
  SessionOptions how;
  how.compile.target = options.compile.target;
  how.compile.codegen.chip = options.compile.codegen.chip;
  how.compile.codegen.device = options.compile.codegen.device;
  how.load.device = options.load.device;
  how.load.threads = options.load.threads;
  how.mode = ExecutionMode::Compiled;
  RLX_ASSIGN_OR_RETURN(std::unique_ptr<Session> session, Session::fromSource(source, how));
  const int64_t shape[] = {rows, 1024};
  RLX_ASSIGN_OR_RETURN(rt::Tensor a, rt::Tensor::allocate(rt::DType::F32, shape));
  std::fill_n(a.as<float>(), rows * 1024, 1.0f);
  rt::Executable &executable = session->executable();
  RLX_RETURN_IF_ERROR(executable.setParam("b", a.view()));
  const rt::NamedTensor inputs[] = {{"a", a.view()}};
  double best = 0;
  for (int run = 0; run < 12; ++run) {
    CommandTimes times;
    RLX_RETURN_IF_ERROR(executable.setObserver(&times));
    rt::Status ran = executable.run(inputs);
    RLX_RETURN_IF_ERROR(executable.setObserver(nullptr));
    RLX_RETURN_IF_ERROR(std::move(ran));
    times.endRun();
    double total = 0;
    for (const auto &[command, ns] : times.mainMedians())
      total += ns;
    best = run == 0 ? total : std::min(best, total);
  }
  return std::max(best, 1.0);
}

} // namespace

rt::StatusOr<Roofline> measureRoofline(const SessionOptions &options) {
  Roofline roofline;
  RLX_ASSIGN_OR_RETURN(const double matmul, bestNs(kMatmul, 1024, options));
  RLX_ASSIGN_OR_RETURN(const double add, bestNs(kAdd, 8192, options));
  roofline.gflops = 2.0 * 1024 * 1024 * 1024 / matmul;
  roofline.gigabytes = 3.0 * 4 * 8192 * 1024 / add;
  return roofline;
}

} // namespace rlx
