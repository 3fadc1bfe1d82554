// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layers with a state along a sequence: they import to the expected ops and shapes.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;

namespace {

ModelBuilder linearAttention(const char *rule, int queryHeads, int decaySize) {
  ModelBuilder b(27);
  b.input("q", {"b", "t", queryHeads * 8}).input("k", {"b", "t", 16}).input("v", {"b", "t", 6});
  b.input("g", {"b", "t", decaySize}).input("beta", {"b", "t", 1}).output("y").output("s");
  onnx::NodeProto *node = b.node("LinearAttention", {"q", "k", "v", "", "g", "beta"}, {"y", "s"});
  setInt(node, "q_num_heads", queryHeads);
  setInt(node, "kv_num_heads", 2);
  setString(node, "update_rule", rule);
  return b;
}

TEST(OnnxSequence, LinearAttention) {
  expectParts(linearAttention("gated_delta", 2, 2),
              {"rlx.gated_delta_net", "-> (tensor<?x?x6xf32> {", "tensor<?x2x8x3xf32> {"});
  // Shared keys, or one decay for each element of a key.
  expectParts(linearAttention("gated_delta", 4, 2), {"rlx.scan", "-> (tensor<?x?x12xf32> {"});
  expectParts(linearAttention("gated_delta", 2, 16), {"rlx.scan", "rlx.exp"});
  expectError(linearAttention("gated", 2, 2),
              "node 'LinearAttention_under_test' (LinearAttention, opset 27): takes no input #5 "
              "(beta) with update_rule 'gated'");
  expectError(linearAttention("linear_delta", 2, 2),
              "node 'LinearAttention_under_test' (LinearAttention, opset 27): attribute "
              "'update_rule' is 'linear_delta', but must be linear, gated, delta or gated_delta");
}

TEST(OnnxSequence, CausalConvWithState) {
  ModelBuilder b(27);
  b.input("x", {"b", 6, "t"}).floats("w", {6, 1, 4}).output("y").output("s");
  setString(b.node("CausalConvWithState", {"x", "w"}, {"y", "s"}), "activation", "swish");
  expectParts(b, {"rlx.concat", "rlx.conv", "groups = 6", "rlx.silu", "tensor<?x6x3xf32> {"});
  nodeOf(b)->mutable_attribute(0)->set_s("relu");
  expectError(b, "node 'CausalConvWithState_under_test' (CausalConvWithState, opset 27): attribute "
                 "'activation' is 'relu', but must be none, silu or swish");
}

} // namespace
