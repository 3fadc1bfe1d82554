// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A small model that covers most of the importer, for mutation tests and the fuzz target: a
// convolution, pooling, a block of attention-like shape arithmetic, and constants of several types.
#ifndef RLX_UNITTESTS_IMPORTERS_DAMAGESEED_H
#define RLX_UNITTESTS_IMPORTERS_DAMAGESEED_H

#include "unittests/importers/OnnxModels.h"

namespace rlx::test {

// An If, a Loop that becomes a while, and a Scan. Each has a graph that reads values around it.
inline void addControlFlow(ModelBuilder &b, const std::string &from, const std::string &to) {
  auto graph = [](onnx::NodeProto *node, const char *name) {
    return addAttr(node, name, onnx::AttributeProto::GRAPH)->mutable_g();
  };
  ModelBuilder first(17), second(17), turn(17), step(17);
  first.floats("k", {1}).output("a");
  first.node("Add", {from, "k"}, {"a"});
  second.output("e");
  second.node("Neg", {from}, {"e"});
  onnx::NodeProto *choice = b.node("If", {"p"}, {"c0"});
  *graph(choice, "then_branch") = first.graph();
  *graph(choice, "else_branch") = second.graph();
  turn.input("i", {}, onnx::TensorProto::INT64).input("on", {}, onnx::TensorProto::BOOL);
  turn.input("v", {"n"}).output("go").output("next");
  turn.node("Not", {"on"}, {"go"});
  turn.node("Mul", {"v", from}, {"next"});
  *graph(b.node("Loop", {"one", "p", "c0"}, {"c1"}), "body") = turn.graph();
  step.input("row", {"n"}).output("out");
  step.node("Exp", {"row"}, {"out"});
  onnx::NodeProto *scan = b.node("Scan", {"c1"}, {to});
  *graph(scan, "body") = step.graph();
  setInt(scan, "num_scan_inputs", 1);
  setInts(scan, "scan_input_axes", {1});
}

inline std::string damageSeed() {
  ModelBuilder b(17);
  b.input("x", {"batch", 2, 8, "w"}).input("p", {}, onnx::TensorProto::BOOL).output("y");
  b.floats("f", {4, 2, 3, 3}).floats("c", {4}).floats("m", {4, 6}).floats("low", {}, 0);
  b.ints("zero", {0}).ints("one", {1}).ints("tail", {-1, 4}).ints("shape2", {0, -1, 4});
  onnx::NodeProto *conv = b.node("Conv", {"x", "f", "c"}, {"h0"});
  setInts(conv, "pads", {1, 1, 1, 1});
  setInts(conv, "strides", {2, 1});
  onnx::NodeProto *pool = b.node("MaxPool", {"h0"}, {"h1"});
  setInts(pool, "kernel_shape", {2, 2});
  b.node("Shape", {"h1"}, {"shape"});
  b.node("Gather", {"shape", "zero"}, {"batch"});
  setInt(b.node("Concat", {"batch", "tail"}, {"target"}), "axis", 0);
  b.node("Reshape", {"h1", "target"}, {"h2"});
  b.node("MatMul", {"h2", "m"}, {"h3"});
  b.node("Clip", {"h3", "low"}, {"h4"});
  setInts(b.node("Transpose", {"h4"}, {"h5"}), "perm", {0, 2, 1});
  b.node("Slice", {"h5", "zero", "one", "one"}, {"h6"});
  b.node("Softmax", {"h6"}, {"h7"});
  b.node("Squeeze", {"h7", "one"}, {"h8"});
  b.node("Unsqueeze", {"h8", "zero"}, {"h9"});
  addControlFlow(b, "h9", "h9c");
  setInt(b.node("Cast", {"h9c"}, {"h10"}), "to", onnx::TensorProto::INT32);
  setInts(b.node("ReduceMax", {"h10"}, {"y"}), "axes", {0, 2});
  return b.bytes();
}

} // namespace rlx::test

#endif // RLX_UNITTESTS_IMPORTERS_DAMAGESEED_H
