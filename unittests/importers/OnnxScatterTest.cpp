// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scatters, and gathers of slices: they import to the expected ops and shapes.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;
using P = onnx::TensorProto;

namespace {

TEST(OnnxScatter, Scatter) {
  ModelBuilder b(16);
  b.input("x", {"n", 5}).input("i", {"n", 2}, P::INT64).input("u", {"n", 2}).output("y");
  onnx::NodeProto *scatter = b.node("ScatterElements", {"x", "i", "u"}, {"y"});
  setInt(scatter, "axis", -1);
  setString(scatter, "reduction", "add");
  expectParts(b, {"rlx.scatter_elements %arg0, %arg1, %arg2 axis = 1 reduction = add",
                  "-> tensor<?x5xf32>"});
  ModelBuilder old(10);
  old.input("x", {4, 5}).input("i", {2, 5}, P::INT32).input("u", {2, 5}).output("y");
  old.node("Scatter", {"x", "i", "u"}, {"y"});
  expectParts(old, {"rlx.scatter_elements %arg0, %arg1, %arg2 axis = 0", "-> tensor<4x5xf32>"});
  ModelBuilder nd(16);
  nd.input("x", {4, 5}).input("i", {"n", 1}, P::INT64).input("u", {"n", 5}).output("y");
  setString(nd.node("ScatterND", {"x", "i", "u"}, {"y"}), "reduction", "mul");
  expectParts(nd, {"rlx.scatter_nd %arg0, %arg1, %arg2 reduction = mul", "-> tensor<4x5xf32>"});
  ModelBuilder other = nd;
  other.graph().mutable_node(0)->mutable_attribute(0)->set_s("max");
  expectParts(other, {"reduction = max"});
  other.graph().mutable_node(0)->mutable_attribute(0)->set_s("mean");
  expectError(other, "node 'ScatterND_under_test' (ScatterND, opset 16): attribute 'reduction' is "
                     "'mean', but must be none, add, mul, max or min");
}

TEST(OnnxScatter, TensorScatter) {
  ModelBuilder b(24);
  b.input("cache", {"b", 2, 8, 4}).input("x", {"b", 2, 3, 4}).input("at", {"b"}, P::INT64);
  b.output("y");
  onnx::NodeProto *scatter = b.node("TensorScatter", {"cache", "x", "at"}, {"y"});
  setString(scatter, "mode", "circular");
  expectParts(b, {"rlx.mod", "rlx.scatter_elements %arg0", "axis = 2", "-> tensor<?x2x8x4xf32>"});
  scatter->mutable_attribute(0)->set_s("linear");
  EXPECT_PRED2(lacks, import(b).text, "rlx.mod");
  setInt(scatter, "axis", 0);
  expectError(b, "node 'TensorScatter_under_test' (TensorScatter, opset 24): the axis must not be "
                 "0, which is that of the batches");
  // Without indices the update replaces the beginning.
  ModelBuilder first(24);
  first.input("cache", {2, 8, 4}).input("x", {2, 3, 4}).output("y");
  first.node("TensorScatter", {"cache", "x"}, {"y"});
  expectParts(first, {"rlx.slice", "rlx.concat", "-> tensor<2x8x4xf32>"});
}

TEST(OnnxScatter, GatherND) {
  ModelBuilder b(13);
  b.input("x", {2, 3, 5}).input("i", {2, "n", 1}, P::INT64).output("y");
  setInt(b.node("GatherND", {"x", "i"}, {"y"}), "batch_dims", 1);
  expectParts(b, {"rlx.gather_nd %arg0, %arg1 batch_dims = 1", "-> tensor<2x?x5xf32>"});
}

} // namespace
