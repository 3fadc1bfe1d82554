// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pooling of regions of interest: what depends on the data becomes a loop.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;
using P = onnx::TensorProto;

namespace {

TEST(OnnxRoi, RoiAlign) {
  ModelBuilder b(16);
  b.input("x", {"n", 3, "h", "w"}).input("r", {"k", 4}).input("i", {"k"}, P::INT64).output("y");
  onnx::NodeProto *node = b.node("RoiAlign", {"x", "r", "i"}, {"y"});
  setInt(node, "output_height", 7);
  setInt(node, "output_width", 5);
  setInt(node, "sampling_ratio", 2);
  Imported result = import(b);
  EXPECT_PRED2(contains, result.text, "-> tensor<?x3x7x5xf32>");
  EXPECT_PRED2(lacks, result.text, "rlx.while");
  node->mutable_attribute(2)->set_i(0); // one sample for each element of a bin
  expectParts(b, {"rlx.while", "-> (tensor<?x3x7x5xf32>"});
  node->mutable_attribute(2)->set_i(-1);
  expectError(b, "node 'RoiAlign_under_test' (RoiAlign, opset 16): attribute 'sampling_ratio' is "
                 "-1, expected 0 or more");
}

TEST(OnnxRoi, MaxRoiPool) {
  ModelBuilder b(13);
  b.input("x", {1, 3, 8, 8}).input("r", {"k", 5}).output("y");
  onnx::NodeProto *node = b.node("MaxRoiPool", {"x", "r"}, {"y"});
  expectError(b, "node 'MaxRoiPool_under_test' (MaxRoiPool, opset 13): attribute 'pooled_shape' "
                 "must have two positive elements");
  setInts(node, "pooled_shape", {2, 3});
  expectParts(b, {"rlx.while", "tensor<?x3x2x3xf32>"});
}

} // namespace
