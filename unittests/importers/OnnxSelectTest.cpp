// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators whose result has a size that the run computes, and ArrayFeatureExtractor.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;

namespace {

TEST(OnnxSelect, NonZero) {
  ModelBuilder b(13);
  b.input("x", {"n", 5}).output("y");
  b.node("NonZero", {"x"}, {"y"});
  expectParts(b, {"rlx.compare ne", "rlx.reduce_sum", "rlx.cumsum", "tensor.extract",
                  "rlx.flat_nonzero", "rlx.concat", "-> tensor<2x?xi64>"});
  // Of booleans and of one dimension, the positions are the result.
  ModelBuilder flags(13);
  flags.input("x", {7}, onnx::TensorProto::BOOL).output("y");
  flags.node("NonZero", {"x"}, {"y"});
  Imported result = import(flags);
  ASSERT_TRUE(result.ok) << result.errors;
  EXPECT_PRED2(lacks, result.text, "rlx.compare");
  EXPECT_PRED2(lacks, result.text, "rlx.div");
}

TEST(OnnxSelect, NonZeroOfConstants) {
  ModelBuilder b(13);
  b.ints("c", {0, 4, 0, 2}).input("x", {4, 3}).output("y");
  b.node("NonZero", {"c"}, {"i"});
  b.node("Squeeze", {"i"}, {"j"});
  b.node("Gather", {"x", "j"}, {"y"});
  Imported result = import(b);
  ASSERT_TRUE(result.ok) << result.errors;
  EXPECT_PRED2(contains, result.text, "dense<[1, 3]>");
  EXPECT_PRED2(lacks, result.text, "rlx.flat_nonzero");
}

TEST(OnnxSelect, Compress) {
  ModelBuilder b(11);
  b.input("x", {"n", 5}).input("c", {3}, onnx::TensorProto::BOOL).output("y");
  setInt(b.node("Compress", {"x", "c"}, {"y"}), "axis", -1);
  expectParts(b, {"rlx.gather %arg0, ", "axis = 1", "-> tensor<?x?xf32>"});
  // A condition that is longer than the axis is cut.
  ModelBuilder cut(11);
  cut.input("x", {2}).input("c", {3}, onnx::TensorProto::BOOL).output("y");
  cut.node("Compress", {"x", "c"}, {"y"});
  expectParts(cut, {"rlx.slice %arg1", "tensor<2xi1>"});
  ModelBuilder wrong(11);
  wrong.input("x", {2}).input("c", {3, 1}, onnx::TensorProto::BOOL).output("y");
  wrong.node("Compress", {"x", "c"}, {"y"});
  expectError(wrong, "node 'Compress_under_test' (Compress, opset 11): expects a condition of rank "
                     "1, but got rank 2");
}

TEST(OnnxSelect, Unique) {
  ModelBuilder b(11);
  b.input("x", {"n", 5}).output("y");
  b.node("Unique", {"x"}, {"y"});
  expectParts(b, {"rlx.sort", "rlx.flat_nonzero", "-> tensor<?xf32>"});
  // Rows of a known size are numbered by their columns.
  ModelBuilder rows(11);
  rows.input("x", {3, "n", 5}).output("y").output("counts");
  setInt(rows.node("Unique", {"x"}, {"y", "", "", "counts"}), "axis", 1);
  expectParts(rows, {"rlx.search_sorted", "tensor<3x?x5xf32>", "tensor<?xi64>"});
  // Others are compared in pairs.
  ModelBuilder pairs(11);
  pairs.input("x", {"m", "n"}).output("y");
  setInt(pairs.node("Unique", {"x"}, {"y"}), "axis", 0);
  expectParts(pairs, {"rlx.gather_elements", "-> tensor<?x?xf32>"});
  rows.graph().mutable_node(0)->mutable_attribute(0)->set_i(3);
  expectError(rows, "node 'Unique_under_test' (Unique, opset 11): axis 3 is not in [-3, 3)");
}

TEST(OnnxSelect, NonMaxSuppression) {
  ModelBuilder b(11);
  b.input("b", {1, "n", 4}).input("s", {1, 80, "n"}).input("t", {1}).output("y");
  setInt(b.node("NonMaxSuppression", {"b", "s", "", "", "t"}, {"y"}), "center_point_box", 1);
  expectParts(b, {"rlx.non_max_suppression", "{center_point_box = true}", "dense<0> : tensor<i64>",
                  "-> tensor<?x3xi64>"});
  ModelBuilder wrong(11);
  wrong.input("b", {6, 4}).input("s", {1, 80, 6}).output("y");
  wrong.node("NonMaxSuppression", {"b", "s"}, {"y"});
  expectError(wrong,
              "node 'NonMaxSuppression_under_test' (NonMaxSuppression, opset 11): expects boxes "
              "and scores of rank 3; the inputs are 'b' [6x4], 's' [1x80x6]");
}

TEST(OnnxSelect, ArrayFeatureExtractor) {
  ModelBuilder b(11);
  onnx::OperatorSetIdProto *domain = b.model.add_opset_import();
  domain->set_domain("ai.onnx.ml");
  domain->set_version(1);
  b.ints("i", {3, 0}).input("x", {5}).output("y");
  b.node("ArrayFeatureExtractor", {"x", "i"}, {"y"})->set_domain("ai.onnx.ml");
  expectParts(b, {"rlx.gather %arg0, ", "axis = 0", "tensor<1x2xf32>"});
}

} // namespace
