// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks backward ops against central finite differences, in f64 through the reference interpreter,
// and their decompositions against the ops.
//
// A case takes a line or two of a table: the ops of the forward and of the backward function, and
// the value that is the gradient of each argument. A file of cases ends with
//   INSTANTIATE_TEST_SUITE_P(Pooling, GradientTest, ::testing::ValuesIn(cases()), caseName);
#ifndef RLX_UNITTESTS_GRADIENTS_GRADIENTTEST_H
#define RLX_UNITTESTS_GRADIENTS_GRADIENTTEST_H

#include "gtest/gtest.h"

#include <string>
#include <vector>

namespace rlx {

struct GradientCase {
  // Unique in its table; letters, digits and underscores.
  std::string name;
  // Arguments of both functions, tensors of f64: "%x: tensor<2x3xf64>, %g: tensor<3xf64>".
  std::string arguments;
  // Type of the forward function's result. `backward` gets its gradient as %dy.
  std::string result;
  // Ops that compute %y from the arguments.
  std::string forward;
  // Ops that compute the gradients from the arguments and %dy.
  std::string backward;
  // Argument and the value of `backward` that is its gradient: {"%x", "%dx"}.
  std::vector<std::pair<std::string, std::string>> gradients;
  // Ops before those of both functions: constants such as indices or masks.
  std::string constants = {}; // NOLINT(readability-redundant-member-init): may be left out
  // The arguments are random numbers in [low, high).
  double low = -2, high = 2;
};

// A description of the first wrong gradient of a case. Empty if all are right.
std::string checkGradients(const GradientCase &gradientCase);

class GradientTest : public ::testing::TestWithParam<GradientCase> {};

// The name of a test from its case.
inline std::string caseName(const ::testing::TestParamInfo<GradientCase> &info) {
  return info.param.name;
}

} // namespace rlx

#endif // RLX_UNITTESTS_GRADIENTS_GRADIENTTEST_H
