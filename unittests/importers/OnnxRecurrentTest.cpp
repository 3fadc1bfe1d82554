// Recurrent layers that cannot be taken; what they compute is tested by ONNX's own tests and, with
// all options, beside ONNX Runtime (test/e2e).
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
onnx::NodeProto *node(ModelBuilder &b) {
  return b.graph().mutable_node(0);
}

TEST(OnnxRecurrent, StepsAreAScan) {
  Imported r = importBytes(layer("LSTM", 4).bytes());
  ASSERT_TRUE(r.ok) << r.errors;
  // The inputs of all steps are multiplied at once, and the state in every step.
  size_t scan = r.text.find("rlx.scan"), first = r.text.find("rlx.matmul");
  ASSERT_NE(scan, std::string::npos);
  EXPECT_LT(first, scan);
  EXPECT_NE(r.text.find("rlx.matmul", scan), std::string::npos);
  EXPECT_EQ(r.text.find("reverse"), std::string::npos);
}

TEST(OnnxRecurrent, Direction) {
  ModelBuilder b = layer("RNN", 1);
  setString(node(b), "direction", "sideways");
  expectError(b, "node 'RNN_under_test' (RNN, opset 14): attribute 'direction' is 'sideways', "
                 "expected 'forward', 'reverse' or 'bidirectional'");
  ModelBuilder both = layer("RNN", 1);
  setString(node(both), "direction", "bidirectional");
  expectError(both, "node 'RNN_under_test' (RNN, opset 14): the recurrent weights are for 1 "
                    "directions and a hidden size of 4, expected 2 and 4");
}

TEST(OnnxRecurrent, Sizes) {
  ModelBuilder hidden = layer("GRU", 3);
  setInt(node(hidden), "hidden_size", 5);
  expectError(hidden, "node 'GRU_under_test' (GRU, opset 14): the recurrent weights are for 1 "
                      "directions and a hidden size of 4, expected 1 and 5");
  ModelBuilder gates = layer("LSTM", 3);
  expectError(gates, "node 'LSTM_under_test' (LSTM, opset 14): input #1 has 12 rows for each "
                     "direction, expected 16");
  ModelBuilder rank(14);
  rank.input("x", {2, 3}).output("y");
  rank.floats("w", {1, 4, 3}).floats("r", {1, 4, 4});
  rank.node("RNN", {"x", "w", "r"}, {"y"});
  expectError(rank, "node 'RNN_under_test' (RNN, opset 14): input #0 has rank 2, expected 3");
  ModelBuilder unknown(14);
  unknown.input("x", {2, 2, 3}).input("r", {1, 4, "hidden"}).output("y");
  unknown.floats("w", {1, 4, 3});
  unknown.node("RNN", {"x", "w", "r"}, {"y"});
  expectError(unknown, "node 'RNN_under_test' (RNN, opset 14): the sizes of the recurrent weights "
                       "are not known");
}

TEST(OnnxRecurrent, Activations) {
  ModelBuilder b = layer("RNN", 1);
  addAttr(node(b), "activations", onnx::AttributeProto::STRINGS)->add_strings("Swirl");
  expectError(b, "node 'RNN_under_test' (RNN, opset 14): the activation function 'Swirl' is not "
                 "supported here");
  ModelBuilder few = layer("LSTM", 4);
  addAttr(node(few), "activations", onnx::AttributeProto::STRINGS)->add_strings("Tanh");
  expectError(few, "node 'LSTM_under_test' (LSTM, opset 14): attribute 'activations' has 1 names, "
                   "expected 3");
}

TEST(OnnxRecurrent, OldForms) {
  expectError(layer("GRU", 3, 3),
              "node 'GRU_under_test' (GRU, opset 3): this operator is supported "
              "for opset 7 to 17 only");
}

} // namespace
