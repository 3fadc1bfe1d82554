// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unsupported recurrent layers. ONNX's own tests check the results of supported ones, and test/e2e
// compares all options with ONNX Runtime.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;

namespace {

// Hidden size 4, 3 inputs.
ModelBuilder layer(const std::string &op, int64_t gates, int opset = 14) {
  ModelBuilder b(opset);
  b.input("x", {"length", 2, 3}).output("y");
  b.floats("w", {1, gates * 4, 3}).floats("r", {1, gates * 4, 4});
  b.node(op, {"x", "w", "r"}, {"y"});
  return b;
}

TEST(OnnxRecurrent, StepsAreAScan) {
  Imported r = importBytes(layer("LSTM", 4).bytes());
  ASSERT_TRUE(r.ok) << r.errors;
  // The inputs of all steps are multiplied in one matmul, the state once per step.
  size_t scan = r.text.find("rlx.scan"), first = r.text.find("rlx.matmul");
  ASSERT_NE(scan, std::string::npos);
  EXPECT_LT(first, scan);
  EXPECT_NE(r.text.find("rlx.matmul", scan), std::string::npos);
  EXPECT_EQ(r.text.find("reverse"), std::string::npos);
}

TEST(OnnxRecurrent, Direction) {
  ModelBuilder b = layer("RNN", 1);
  setString(nodeOf(b), "direction", "sideways");
  expectError(b, "node 'RNN_under_test' (RNN, opset 14): attribute 'direction' is 'sideways', "
                 "expected 'forward', 'reverse' or 'bidirectional'");
  ModelBuilder both = layer("RNN", 1);
  setString(nodeOf(both), "direction", "bidirectional");
  expectError(both, "node 'RNN_under_test' (RNN, opset 14): the recurrent weights are for 1 "
                    "directions and a hidden size of 4, expected 2 and 4");
}

TEST(OnnxRecurrent, Sizes) {
  ModelBuilder hidden = layer("GRU", 3);
  setInt(nodeOf(hidden), "hidden_size", 5);
  expectError(hidden, "node 'GRU_under_test' (GRU, opset 14): the recurrent weights are for 1 "
                      "directions and a hidden size of 4, expected 1 and 5");
  ModelBuilder gates = layer("LSTM", 3);
  expectError(gates, "node 'LSTM_under_test' (LSTM, opset 14): input #1 has shape [1x12x3], "
                     "expected [1x16x?]; the inputs are 'x' [?x2x3], 'w' [1x12x3], 'r' [1x12x4]");
  ModelBuilder inputs = layer("GRU", 3);
  inputs.graph()
      .mutable_input(0)
      ->mutable_type()
      ->mutable_tensor_type()
      ->mutable_shape()
      ->mutable_dim(2)
      ->set_dim_value(5);
  expectError(inputs,
              "node 'GRU_under_test' (GRU, opset 14): expects one input size of input #0 "
              "and input #1, but got 5 and 3; the inputs are 'x' [?x2x5], 'w' [1x12x3], 'r' "
              "[1x12x4]");
  ModelBuilder rank(14);
  rank.input("x", {2, 3}).output("y");
  rank.floats("w", {1, 4, 3}).floats("r", {1, 4, 4});
  rank.node("RNN", {"x", "w", "r"}, {"y"});
  expectError(rank, "node 'RNN_under_test' (RNN, opset 14): input #0 has rank 2, expected 3");
  ModelBuilder unknown(14);
  unknown.input("x", {2, 2, 3}).input("r", {1, 4, "hidden"}).output("y");
  unknown.floats("w", {1, 4, 3});
  unknown.node("RNN", {"x", "w", "r"}, {"y"});
  expectError(unknown, "node 'RNN_under_test' (RNN, opset 14): the shape of the recurrent weights "
                       "must be static, but is dynamic; the inputs are 'x' [2x2x3], 'w' [1x4x3], "
                       "'r' [1x4x?]; export the model with a fixed size");
}

// An LSTM with one more optional input of the given shape.
ModelBuilder withInput(unsigned number, std::vector<int64_t> shape) {
  ModelBuilder b = layer("LSTM", 4);
  for (unsigned i = 3; i < number; ++i)
    nodeOf(b)->add_input("");
  nodeOf(b)->add_input("given");
  b.floats("given", shape);
  return b;
}

TEST(OnnxRecurrent, OptionalInputs) {
  struct Case {
    unsigned input;
    std::vector<int64_t> shape;
    const char *problem;
  };
  for (const Case &c : std::vector<Case>{{3, {}, "has shape [], expected [1x32]"},
                                         {3, {8}, "has shape [8], expected [1x32]"},
                                         {3, {2, 16}, "has shape [2x16], expected [1x32]"},
                                         {5, {1, 4, 2}, "has shape [1x4x2], expected [1x?x4]"},
                                         {5, {8}, "has shape [8], expected [1x?x4]"},
                                         {6, {2, 2, 4}, "has shape [2x2x4], expected [1x?x4]"},
                                         {7, {}, "has shape [], expected [1x12]"},
                                         {7, {12}, "has shape [12], expected [1x12]"},
                                         {7, {1, 20}, "has shape [1x20], expected [1x12]"}})
    EXPECT_PRED2(contains, import(withInput(c.input, c.shape)).errors,
                 "node 'LSTM_under_test' (LSTM, opset 14): input #" + std::to_string(c.input) +
                     " " + c.problem +
                     "; the inputs are 'x' [?x2x3], 'w' [1x16x3], 'r' [1x16x4], 'given'");
  EXPECT_PRED2(contains, import(withInput(5, {1, 3, 4})).errors,
               "expects one batch size of input #0 and input #5, but got 2 and 3; the inputs are");
  EXPECT_TRUE(import(withInput(5, {1, 2, 4})).ok);
  EXPECT_TRUE(import(withInput(7, {1, 12})).ok);
}

TEST(OnnxRecurrent, Layout) {
  for (auto [op, gates] : {std::pair<const char *, int>{"RNN", 1}, {"GRU", 3}, {"LSTM", 4}}) {
    ModelBuilder b = layer(op, gates);
    setInt(nodeOf(b), "layout", 7);
    EXPECT_PRED2(contains, import(b).errors, "): attribute 'layout' is 7, expected 0 or 1\n");
  }
}

TEST(OnnxRecurrent, Clip) {
  for (float clip : {-1.0f, std::numeric_limits<float>::quiet_NaN()}) {
    ModelBuilder b = layer("GRU", 3);
    setFloat(nodeOf(b), "clip", clip);
    Imported r = import(b);
    EXPECT_FALSE(r.ok);
    EXPECT_TRUE(contains(r.errors, "attribute 'clip' is ")) << r.errors;
  }
}

TEST(OnnxRecurrent, Activations) {
  ModelBuilder b = layer("RNN", 1);
  addAttr(nodeOf(b), "activations", onnx::AttributeProto::STRINGS)->add_strings("Swirl");
  expectError(b, "node 'RNN_under_test' (RNN, opset 14): the activation function 'Swirl' is not "
                 "supported here");
  ModelBuilder few = layer("LSTM", 4);
  addAttr(nodeOf(few), "activations", onnx::AttributeProto::STRINGS)->add_strings("Tanh");
  expectError(few, "node 'LSTM_under_test' (LSTM, opset 14): attribute 'activations' has 1 names, "
                   "expected 3");
}

TEST(OnnxRecurrent, OldForms) {
  expectError(layer("GRU", 3, 3),
              "node 'GRU_under_test' (GRU, opset 3): this operator is supported "
              "for opset 7 to 28 only; export the model with opset_version=17");
}

} // namespace
