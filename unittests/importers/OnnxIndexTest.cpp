// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices, gathers, and operators that compare indices: they import to the expected ops and shapes.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;
using P = onnx::TensorProto;

namespace {

TEST(OnnxIndex, Slice) {
  ModelBuilder b(13);
  b.ints("s", {1, -1}).ints("e", {1000, INT64_MIN}).ints("a", {0, 1}).ints("t", {2, -1});
  b.input("x", {9, 4}).output("y");
  b.node("Slice", {"x", "s", "e", "a", "t"}, {"y"});
  expectParts(b, {"from [1, 3] sizes [4, 4] strides = [2, -1]", "-> tensor<4x4xf32>"});
  ModelBuilder dynamic(13);
  dynamic.ints("s", {1}).ints("e", {INT64_MAX}).input("x", {"n", 4}).output("y");
  dynamic.node("Slice", {"x", "s", "e"}, {"y"});
  // The start is clamped: there may be no row.
  expectParts(dynamic, {"-> tensor<?x4xf32>", "%0 = arith.minsi %c1, %dim : index",
                        "%1 = arith.subi %dim, %0", "rlx.slice %arg0 from [%0, 0] sizes [%1, 4]"});
  ModelBuilder old = unary("Slice", {9, 4}, 9);
  setInts(nodeOf(old), "starts", {-3});
  setInts(nodeOf(old), "ends", {-1});
  expectParts(old, {"from [6, 0] sizes [2, 4]"});
}

// position_ids[:, 0:seq] + Expand(Where(Equal(shape, -1), ones, shape)), as exporters of
// transformers write it.
TEST(OnnxIndex, TransformerPositionIdioms) {
  ModelBuilder b(17);
  b.input("ids", {"batch", "seq"}, P::INT64).output("y");
  onnx::TensorProto *positions = b.graph().add_initializer();
  positions->set_name("positions");
  positions->set_data_type(P::INT64);
  positions->add_dims(1);
  positions->add_dims(512);
  for (int i = 0; i < 512; ++i)
    positions->add_int64_data(i);
  b.ints("zero", {0}).ints("one", {1}).ints("minus", {-1, -1});
  b.node("Shape", {"ids"}, {"shape"});
  b.node("Gather", {"shape", "one"}, {"seq"});
  b.node("Slice", {"positions", "zero", "seq", "one"}, {"cut"});
  b.node("Equal", {"shape", "minus"}, {"isMinus"});
  b.ints("ones", {1, 1});
  b.node("Where", {"isMinus", "ones", "shape"}, {"target"});
  b.node("Expand", {"cut", "target"}, {"wide"});
  b.node("Add", {"ids", "wide"}, {"y"});
  Imported r = import(b);
  ASSERT_TRUE(r.ok) << r.errors;
  EXPECT_PRED2(contains, r.text, "rlx.slice");
  EXPECT_PRED2(contains, r.text, "-> tensor<1x?xi64>");
  EXPECT_PRED2(contains, r.text, "rlx.expand");
  EXPECT_PRED2(lacks, r.text, "rlx.where");
  EXPECT_PRED2(lacks, r.text, "rlx.compare");
}

TEST(OnnxIndex, Gather) {
  ModelBuilder b(13);
  b.floats("table", {100, 8}).input("ids", {"n", 7}, P::INT64).output("y");
  b.node("Gather", {"table", "ids"}, {"y"});
  expectParts(b, {"rlx.gather", "-> tensor<?x7x8xf32>"});
  ModelBuilder first(13); // a constant index is a slice
  first.ints("i", {-1}).input("x", {"n", 5, 8}).output("y");
  setInt(first.node("Gather", {"x", "i"}, {"y"}), "axis", 1);
  expectParts(first, {"rlx.slice", "from [0, 4, 0]", "-> tensor<?x1x8xf32>"});
  ModelBuilder outside = first;
  outside.graph().mutable_initializer(0)->set_int64_data(0, 5);
  expectError(outside, "node 'Gather_under_test' (Gather, opset 13): index 5 is not in [-5, 5)");
  ModelBuilder elements(13);
  elements.input("x", {4, 5}).input("i", {4, 2}, P::INT32).output("y");
  setInt(elements.node("GatherElements", {"x", "i"}, {"y"}), "axis", 1);
  expectParts(elements, {"rlx.gather_elements", "-> tensor<4x2xf32>"});
}

TEST(OnnxIndex, IndicesCompared) {
  ModelBuilder b = unary("Trilu", {"n", 4, 4}, 14);
  setInt(nodeOf(b), "upper", 0);
  expectParts(b, {"rlx.iota", "rlx.compare le", "rlx.where", "-> tensor<?x4x4xf32>"});
  ModelBuilder hot(13);
  hot.ints("depth", {10}).floats("values", {2}, 0).input("x", {"n"}, P::INT64).output("y");
  hot.node("OneHot", {"x", "depth", "values"}, {"y"});
  expectParts(hot, {"rlx.compare eq", "-> tensor<?x10xf32>"});
}

} // namespace
