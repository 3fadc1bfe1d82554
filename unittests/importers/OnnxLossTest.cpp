// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Losses and Hardmax: they import to the expected ops and shapes.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;
using P = onnx::TensorProto;

namespace {

TEST(OnnxLoss, Losses) {
  ModelBuilder b(13);
  b.input("x", {"n", 5}).input("t", {"n"}, P::INT64).floats("w", {5}).output("y").output("p");
  onnx::NodeProto *loss = b.node("SoftmaxCrossEntropyLoss", {"x", "t", "w"}, {"y", "p"});
  setInt(loss, "ignore_index", -1);
  expectParts(
      b, {"rlx.log_softmax", "rlx.compare eq", "rlx.gather_elements", "rlx.div", "-> tensor<f32>"});
  ModelBuilder nll(13);
  nll.input("x", {2, 5, 3}).input("t", {2, 3}, P::INT64).output("y");
  setString(nll.node("NegativeLogLikelihoodLoss", {"x", "t"}, {"y"}), "reduction", "none");
  expectParts(nll, {"rlx.gather_elements", "rlx.neg", "-> tensor<2x3xf32>"});
  ModelBuilder bad = nll;
  bad.graph().mutable_node(0)->mutable_attribute(0)->set_s("median");
  expectError(bad, "node 'NegativeLogLikelihoodLoss_under_test' (NegativeLogLikelihoodLoss, opset "
                   "13): has the unknown reduction 'median'");
}

TEST(OnnxLoss, Hardmax) {
  expectParts(unary("Hardmax", {"n", 4}), {"rlx.argmax", "rlx.iota", "rlx.compare eq", "rlx.cast"});
  expectParts(unary("Hardmax", {2, 3, 4}, 11),
              {"rlx.reshape", "-> tensor<2x12xf32>", "-> tensor<2x3x4xf32>"});
}

} // namespace
