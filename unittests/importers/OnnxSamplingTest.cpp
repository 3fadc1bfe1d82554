// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads of images at computed positions: they import to gathers and elementwise ops.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;
using P = onnx::TensorProto;

namespace {

// A bilinear read has four elements; those outside the image count as 0.
TEST(OnnxSampling, GridSample) {
  ModelBuilder b(16);
  b.input("x", {"n", 3, 6, "w"}).input("g", {"n", 4, 5, 2}).output("y");
  onnx::NodeProto *node = b.node("GridSample", {"x", "g"}, {"y"});
  setString(node, "mode", "bilinear");
  expectParts(
      b, {"rlx.gather_elements", "axis = 2", "rlx.floor", "rlx.where", "-> tensor<?x3x4x5xf32>"});
  // All channels of an element are read at once, unless they are few.
  ModelBuilder channels(16);
  channels.input("x", {"n", 8, 6, "w"}).input("g", {"n", 4, 5, 2}).output("y");
  channels.node("GridSample", {"x", "g"}, {"y"});
  expectParts(channels,
              {"rlx.transpose", "rlx.gather ", "axis = 0", "rlx.where", "-> tensor<?x8x4x5xf32>"});
  node->mutable_attribute(0)->set_s("linear"); // its name since operator set 20
  expectError(b, "node 'GridSample_under_test' (GridSample, opset 16): attribute 'mode' is "
                 "'linear', expected one of 'bilinear', 'nearest', 'bicubic'");
}

TEST(OnnxSampling, GridSampleOfVolumes) {
  ModelBuilder b(20);
  b.input("x", {2, 3, 4, 5, 6}, P::FLOAT16).input("g", {2, 1, 2, 3, 3}).output("y");
  setString(b.node("GridSample", {"x", "g"}, {"y"}), "padding_mode", "border");
  Imported result = import(b);
  EXPECT_PRED2(contains, result.text, "-> tensor<2x3x1x2x3xf16>");
  EXPECT_PRED2(lacks, result.text, "rlx.where"); // all indices are inside
  ModelBuilder integers(20);
  integers.input("x", {1, 1, 4, 4}, P::INT32).input("g", {1, 2, 2, 2}).output("y");
  onnx::NodeProto *node = integers.node("GridSample", {"x", "g"}, {"y"});
  expectError(integers, "node 'GridSample_under_test' (GridSample, opset 20): interpolation of i32 "
                        "elements is not supported; supported are floating-point types, and all "
                        "types with mode nearest");
  setString(node, "mode", "nearest");
  expectParts(integers, {"rlx.round", "-> tensor<1x1x2x2xi32>"});
}

TEST(OnnxSampling, GridOfOtherRank) {
  ModelBuilder b(20);
  b.input("x", {1, 1, 4, 4}).input("g", {1, 2, 2, 3}).output("y");
  b.node("GridSample", {"x", "g"}, {"y"});
  expectError(b, "node 'GridSample_under_test' (GridSample, opset 20): input #1 (the grid) must "
                 "have the rank of input #0 and a last size of 2; the inputs are 'x' [1x1x4x4], "
                 "'g' [1x2x2x3]");
}

TEST(OnnxSampling, AffineGrid) {
  ModelBuilder b(20);
  b.input("t", {2, 3, 4}).ints("s", {2, 1, 3, 4, 5}).output("y");
  b.node("AffineGrid", {"t", "s"}, {"y"});
  expectParts(b, {"rlx.iota", "-> tensor<2x3x4x5x3xf32>"});
  b.graph().mutable_initializer(0)->set_int64_data(0, 3);
  expectError(b, "node 'AffineGrid_under_test' (AffineGrid, opset 20): input #0 must have shape "
                 "[3x3x4], but has [2x3x4]; the inputs are 't' [2x3x4], 's' [5]");
}

// The window is sampled, then multiplied with the filter.
TEST(OnnxSampling, DeformConv) {
  ModelBuilder b(19);
  b.input("x", {"n", 4, 6, 7}).floats("w", {6, 2, 3, 2}).input("o", {"n", 24, 4, 6});
  b.output("y");
  onnx::NodeProto *node = b.node("DeformConv", {"x", "w", "o"}, {"y"});
  setInt(node, "group", 2);
  setInt(node, "offset_group", 2);
  expectParts(b, {"rlx.gather_elements", "rlx.matmul", "-> tensor<?x6x4x6xf32>"});
  setInts(node, "strides", {2, 1});
  expectError(b, "node 'DeformConv_under_test' (DeformConv, opset 19): input #2 (the offsets) must "
                 "have shape [?x24x2x6], but has [?x24x4x6]; the inputs are 'x' [?x4x6x7], 'w' "
                 "[6x2x3x2], 'o' [?x24x4x6]");
}

} // namespace
