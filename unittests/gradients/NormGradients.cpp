// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradient cases of the normalizations: every axis, with and without gamma and beta, several
// images.
#include "GradientTest.h"

using namespace rlx;

namespace {

using Gradients = std::vector<std::pair<std::string, std::string>>;

// `op` with its gradients, of an input of type `x` and vectors of type `g`.
GradientCase norm(const std::string &name, const std::string &op, const std::string &attributes,
                  const std::string &x, const std::string &g, bool hasGamma, bool hasBeta) {
  std::string arguments = "%x: " + x, forward = "%y = rlx." + op + " %x", operands = x;
  Gradients gradients = {{"%x", "%dx"}};
  if (hasGamma) {
    arguments += ", %g: " + g;
    forward += " gamma %g";
    operands += ", " + g;
    gradients.push_back({"%g", "%dg"});
  }
  std::string backward = "%dx, %dg, %db = rlx." + op + "_backward %x, %dy" +
                         (hasGamma ? " gamma %g" : "") + " " + attributes + " : (" + x + ", " + x +
                         (hasGamma ? ", " + g : "") + ") -> (" + x + ", " + g + ", " + g + ")";
  if (hasBeta) {
    arguments += ", %b: " + g;
    forward += " beta %b";
    operands += ", " + g;
    gradients.push_back({"%b", "%db"});
  }
  forward += " " + attributes + " : (" + operands + ") -> " + x;
  return {name, arguments, x, forward, backward, gradients};
}

void addWithAndWithoutVectors(std::vector<GradientCase> &cases, const std::string &name,
                              const std::string &op, const std::string &attributes,
                              const std::string &x, const std::string &g) {
  cases.push_back(norm(name, op, attributes, x, g, true, true));
  cases.push_back(norm(name + "_gamma", op, attributes, x, g, true, false));
  cases.push_back(norm(name + "_beta", op, attributes, x, g, false, true));
  cases.push_back(norm(name + "_plain", op, attributes, x, g, false, false));
}

std::vector<GradientCase> normCases() {
  std::vector<GradientCase> result;
  struct {
    const char *name, *axis, *sizes;
  } axes[] = {{"whole", "0", "2x3x4x"},
              {"from_1", "1", "3x4x"},
              {"last", "2", "4x"},
              {"from_the_end", "-1", "4x"}};
  for (const char *op : {"layer_norm", "rms_norm"})
    for (auto [name, axis, sizes] : axes)
      addWithAndWithoutVectors(result, std::string(op) + "_" + name, op,
                               std::string("axis = ") + axis + " eps = 0.1", "tensor<2x3x4xf64>",
                               std::string("tensor<") + sizes + "f64>");
  struct {
    const char *name, *attributes, *shape, *channels;
  } groups[] = {
      {"one_group", "groups = 1 eps = 0.1", "2x4x3", "4"},
      {"two_groups", "groups = 2 eps = 0.01", "2x6x2x3", "6"},
      {"all_groups", "groups = 4 eps = 0.1", "2x4x5", "4"},
      {"no_positions", "groups = 2 eps = 0.1", "3x6", "6"},
      {"channels_last", "groups = 2 eps = 0.1 data_format = channels_last", "2x2x3x6", "6"}};
  for (auto [name, attributes, shape, channels] : groups)
    addWithAndWithoutVectors(result, std::string("group_norm_") + name, "group_norm", attributes,
                             std::string("tensor<") + shape + "xf64>",
                             std::string("tensor<") + channels + "xf64>");
  return result;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Normalization, GradientTest, ::testing::ValuesIn(normCases()), caseName);
