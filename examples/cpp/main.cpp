// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds a model in C++, y = gelu(x * w + b), sets its weights, and runs it at two batch sizes with
// one compilation. Link RLX::Session; see CMakeLists.txt.
//
// Every row prints the same values, since all inputs are 1.
#include <cstdio>
#include <vector>

#include "dialects/rlx/builder/GraphBuilder.h"
#include "session/Session.h"

using rlx::rt::DType;

// Prints the error and returns the exit code.
static int fail(const rlx::rt::Status &status) {
  std::fprintf(stderr, "graph: %s\n", status.toString().c_str());
  return 1;
}

int main() {
  rlx::GraphBuilder g;
  rlx::GraphValue x = g.input("x", DType::F32, {"batch", 4});
  rlx::GraphValue w = g.param("w", DType::F32, {4, 3});
  rlx::GraphValue b = g.param("b", DType::F32, {3});
  g.output("y", g.gelu(g.add(g.matmul(x, w), b)));

  auto session = rlx::Session::fromGraph(g);
  if (!session.ok())
    return fail(session.status());
  rlx::rt::Executable &model = (*session)->executable();

  const std::vector<float> weights(12, 0.5f), bias = {-1, 0, 1};
  const int64_t weightShape[] = {4, 3}, biasShape[] = {3};
  if (auto set = model.setParam("w", {DType::F32, weightShape, weights.data()}); !set.ok())
    return fail(set);
  if (auto set = model.setParam("b", {DType::F32, biasShape, bias.data()}); !set.ok())
    return fail(set);

  for (int64_t batch : {1, 2}) {
    const std::vector<float> data(batch * 4, 1.0f);
    const int64_t shape[] = {batch, 4};
    const rlx::rt::NamedTensor input = {"x", {DType::F32, shape, data.data()}};
    if (auto ran = model.run({&input, 1}); !ran.ok())
      return fail(ran);
    const float *y = model.output(0).as<float>();
    for (int64_t row = 0; row < batch; ++row)
      std::printf("batch %lld: %.2f %.2f %.2f\n", static_cast<long long>(batch), y[row * 3],
                  y[row * 3 + 1], y[row * 3 + 2]);
  }
  return 0;
}
