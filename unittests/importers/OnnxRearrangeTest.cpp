// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that move elements by indices from iotas: they import to the expected ops and shapes.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;
using P = onnx::TensorProto;

namespace {

TEST(OnnxRearrange, ReverseSequence) {
  ModelBuilder b(10);
  b.input("x", {"t", "n", 3}).input("l", {"n"}, P::INT64).output("y");
  onnx::NodeProto *node = b.node("ReverseSequence", {"x", "l"}, {"y"});
  expectParts(b, {"rlx.gather_elements", "axis = 0", "-> tensor<?x?x3xf32>"});
  setInt(node, "time_axis", 1);
  expectError(b, "node 'ReverseSequence_under_test' (ReverseSequence, opset 10): attributes "
                 "'time_axis' and 'batch_axis' must be 0 and 1 or 1 and 0, but are 1 and 1");
  setInt(node, "batch_axis", 0);
  b.graph()
      .mutable_input(1)
      ->mutable_type()
      ->mutable_tensor_type()
      ->mutable_shape()
      ->mutable_dim(0)
      ->set_dim_param("t");
  expectParts(b, {"axis = 1"});
}

TEST(OnnxRearrange, CenterCropPad) {
  ModelBuilder b(18);
  b.input("x", {"n", 7, 4}).ints("s", {4, 9}).output("y");
  onnx::NodeProto *node = b.node("CenterCropPad", {"x", "s"}, {"y"});
  setInts(node, "axes", {1, -1});
  expectParts(b, {"rlx.slice %arg0 from [0, 1, 0]", "rlx.pad constant", "low [0, 0, 2]",
                  "high [0, 0, 3]", "-> tensor<?x4x9xf32>"});
  node->mutable_attribute(0)->add_ints(0);
  expectError(b, "node 'CenterCropPad_under_test' (CenterCropPad, opset 18): input #1 (the shape) "
                 "has 2 elements for 3 axes");
}

// One read for each element of the block.
TEST(OnnxRearrange, Col2Im) {
  ModelBuilder b(18);
  b.input("x", {"n", 12, 12}).ints("i", {4, 5}).ints("k", {2, 3}).output("y");
  onnx::NodeProto *node = b.node("Col2Im", {"x", "i", "k"}, {"y"});
  expectError(b, "node 'Col2Im_under_test' (Col2Im, opset 18): input #0 must have [9] columns, one "
                 "for each position of the block; the inputs are 'x' [?x12x12], 'i' [2], 'k' [2]");
  setInts(node, "pads", {0, 0, 1, 0});
  expectParts(b, {"rlx.gather_elements", "rlx.reduce_sum", "-> tensor<?x2x4x5xf32>"});
}

} // namespace
