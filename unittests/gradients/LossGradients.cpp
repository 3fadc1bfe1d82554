// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradient cases of the losses.
#include "GradientTest.h"

using namespace rlx;

namespace {

GradientCase crossEntropy(const std::string &name, const std::string &logits,
                          const std::string &labels, const std::string &labelType,
                          const std::string &loss) {
  return {"softmax_cross_entropy_" + name,
          "%x: " + logits,
          loss,
          "%y = rlx.softmax_cross_entropy %x, %l : (" + logits + ", " + labelType + ") -> " + loss,
          "%dx = rlx.softmax_cross_entropy_backward %x, %l, %dy : (" + logits + ", " + labelType +
              ", " + loss + ") -> " + logits,
          {{"%x", "%dx"}},
          "%l = rlx.constant dense<" + labels + "> : " + labelType};
}

std::vector<GradientCase> lossCases() {
  std::vector<GradientCase> result;
  result.push_back(
      crossEntropy("rows", "tensor<4x5xf64>", "[0, 4, 2, 2]", "tensor<4xi64>", "tensor<4xf64>"));
  result.push_back(crossEntropy("positions", "tensor<2x3x2xf64>", "[[0, 1, 1], [1, 0, 0]]",
                                "tensor<2x3xui8>", "tensor<2x3xf64>"));
  result.push_back(crossEntropy("one_row", "tensor<3xf64>", "1", "tensor<i32>", "tensor<f64>"));
  return result;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Loss, GradientTest, ::testing::ValuesIn(lossCases()), caseName);
