// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradient cases of the elementwise backward ops.
#include "GradientTest.h"

using namespace rlx;

namespace {

GradientCase unary(const std::string &name, const std::string &forward, const std::string &backward,
                   double low, double high) {
  const std::string type = "tensor<3x7xf64>", types = " : (" + type + ", " + type + ") -> " + type;
  return {name,
          "%x: " + type,
          type,
          "%y = rlx." + forward + " %x : (" + type + ") -> " + type,
          "%dx = rlx." + backward + types,
          {{"%x", "%dx"}},
          "",
          low,
          high};
}

std::vector<GradientCase> elementwiseCases() {
  std::vector<GradientCase> result = {unary("relu", "relu", "relu_backward %x, %dy", -2, 2)};
  // Intervals without poles, tails included. The gradient of round is not a derivative.
  struct {
    const char *kind;
    double low, high;
  } kinds[] = {{"gelu", -6, 6},       {"gelu_tanh", -6, 6}, {"silu", -15, 15},  {"relu", -2, 2},
               {"sigmoid", -15, 15},  {"tanh", -6, 6},      {"exp", -3, 3},     {"log", 0.25, 4},
               {"sqrt", 0.25, 4},     {"rsqrt", 0.25, 4},   {"neg", -2, 2},     {"abs", -2, 2},
               {"sin", -7, 7},        {"cos", -7, 7},       {"tan", -1.2, 1.2}, {"atan", -5, 5},
               {"softplus", -15, 15}, {"softsign", -5, 5},  {"mish", -15, 15}};
  for (auto [kind, low, high] : kinds)
    result.push_back(unary(std::string("activation_") + kind, kind,
                           std::string("activation_backward %x, %dy kind = ") + kind, low, high));
  return result;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Elementwise, GradientTest, ::testing::ValuesIn(elementwiseCases()),
                         caseName);
