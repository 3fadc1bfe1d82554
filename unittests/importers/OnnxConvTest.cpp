// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolutions and pooling: they import to the expected ops and shapes.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;

namespace {

TEST(OnnxConv, Conv) {
  ModelBuilder b(13);
  b.input("x", {"n", 3, 32, "w"}).floats("f", {8, 3, 3, 3}).floats("c", {8}).output("y");
  onnx::NodeProto *conv = b.node("Conv", {"x", "f", "c"}, {"y"});
  setInts(conv, "strides", {2, 2});
  setInts(conv, "pads", {1, 1, 1, 1});
  expectParts(b, {"rlx.conv %arg0, %arg1, %0 strides = [2, 2] pads = [1, 1, 1, 1]",
                  "-> tensor<?x8x16x?xf32>"});
  ModelBuilder same(13);
  same.input("x", {1, 3, 5, 6}).floats("f", {3, 1, 2, 3}).output("y");
  onnx::NodeProto *depthwise = same.node("Conv", {"x", "f"}, {"y"});
  setString(depthwise, "auto_pad", "SAME_UPPER");
  setInt(depthwise, "group", 3);
  expectParts(same, {"pads = [0, 1, 1, 1]", "groups = 3", "-> tensor<1x3x5x6xf32>"});
  ModelBuilder dynamic(13);
  dynamic.input("x", {1, 3, "h", 6}).floats("f", {3, 3, 2, 3}).output("y");
  onnx::NodeProto *strided = dynamic.node("Conv", {"x", "f"}, {"y"});
  setString(strided, "auto_pad", "SAME_UPPER");
  setInts(strided, "strides", {2, 1});
  expectParts(dynamic, {"rlx.pad", "-> tensor<1x3x?x8xf32>", "rlx.conv", "-> tensor<1x3x?x6xf32>"});
}

TEST(OnnxConv, ConvTranspose) {
  ModelBuilder b(13);
  b.input("x", {1, 8, "h", 5}).floats("f", {8, 4, 2, 2}).output("y");
  setInts(b.node("ConvTranspose", {"x", "f"}, {"y"}), "strides", {2, 2});
  expectParts(b, {"rlx.conv_transpose", "-> tensor<1x4x?x10xf32>"});
  ModelBuilder shaped(13);
  shaped.input("x", {1, 1, 3, 3}).floats("f", {1, 2, 3, 3}).output("y");
  onnx::NodeProto *transposed = shaped.node("ConvTranspose", {"x", "f"}, {"y"});
  setInts(transposed, "strides", {3, 2});
  setInts(transposed, "output_shape", {10, 8});
  setInts(transposed, "output_padding", {1, 1});
  expectParts(shaped, {"-> tensor<1x2x10x8xf32>"});
  // Elements behind those of the convolution have the bias only.
  ModelBuilder larger(13);
  larger.input("x", {1, 1, 3, 3}).floats("f", {1, 2, 3, 3}).floats("c", {2}).output("y");
  setInts(larger.node("ConvTranspose", {"x", "f", "c"}, {"y"}), "output_shape", {5, 9});
  expectParts(larger,
              {"rlx.pad constant", "high [0, 0, 0, 4]", "rlx.add", "-> tensor<1x2x5x9xf32>"});
}

TEST(OnnxConv, MaxPoolIndices) {
  ModelBuilder b(12);
  b.input("x", {"n", 3, 8, 9}).output("y").output("i");
  onnx::NodeProto *node = b.node("MaxPool", {"x"}, {"y", "i"});
  setInts(node, "kernel_shape", {3, 2});
  setInts(node, "dilations", {2, 1});
  setInt(node, "storage_order", 1);
  expectParts(b, {"rlx.pool max", "rlx.argmax", "tensor<?x3x4x8xi64>"});
  node->mutable_attribute(2)->set_i(2);
  expectError(b, "node 'MaxPool_under_test' (MaxPool, opset 12): attribute 'storage_order' is 2, "
                 "expected 0 or 1");
}

TEST(OnnxConv, MaxUnpool) {
  ModelBuilder b(11);
  b.input("x", {"n", 1, 2, 3}).input("i", {"n", 1, 2, 3}, onnx::TensorProto::INT64).output("y");
  onnx::NodeProto *node = b.node("MaxUnpool", {"x", "i"}, {"y"});
  setInts(node, "kernel_shape", {2, 2});
  setInts(node, "strides", {2, 2});
  expectParts(b, {"rlx.scatter_elements", "-> tensor<?x1x4x6xf32>"});
  ModelBuilder shaped(11);
  shaped.input("x", {1, 1, 2, 3}).input("i", {1, 1, 2, 3}, onnx::TensorProto::INT64).output("y");
  shaped.ints("s", {1, 1, 5, 6});
  onnx::NodeProto *larger = shaped.node("MaxUnpool", {"x", "i", "s"}, {"y"});
  setInts(larger, "kernel_shape", {2, 2});
  setInts(larger, "strides", {2, 2});
  expectParts(shaped, {"rlx.pad constant", "-> tensor<1x1x5x6xf32>"});
  shaped.graph().mutable_initializer(0)->set_int64_data(2, 3);
  expectError(shaped, "node 'MaxUnpool_under_test' (MaxUnpool, opset 11): input #2 (the output "
                      "shape) is smaller than the result [1x1x4x6]; the inputs are 'x' [1x1x2x3], "
                      "'i' [1x1x2x3], 's' [4]");
}

// A window that lies in the padding alone has no element.
TEST(OnnxConv, PadsOfPooling) {
  for (std::string op : {"MaxPool", "AveragePool", "LpPool"}) {
    ModelBuilder b = unary(op, {1, 1, 5, 5});
    setInts(nodeOf(b), "kernel_shape", {2, 3});
    setInts(nodeOf(b), "pads", {1, 2, 1, 2});
    expectParts(b, {"pads = [1, 2, 1, 2]"});
    nodeOf(b)->mutable_attribute(1)->set_ints(3, 3);
    expectError(b, "node '" + op + "_under_test' (" + op +
                       ", opset 13): attribute 'pads' has 3 at a dimension where the kernel has "
                       "size 3; pads must be smaller than the kernel");
    setString(nodeOf(b), "auto_pad", "VALID"); // ignores pads
    EXPECT_TRUE(import(b).ok);
  }
}

TEST(OnnxConv, Pooling) {
  ModelBuilder b = unary("MaxPool", {1, 4, 9, "w"});
  setInts(nodeOf(b), "kernel_shape", {3, 3});
  setInts(nodeOf(b), "strides", {2, 2});
  setInt(nodeOf(b), "ceil_mode", 1);
  expectParts(b, {"rlx.pool max %arg0 kernel = [3, 3]", "ceil_mode = true"});
  ModelBuilder mean = unary("AveragePool", {1, 4, 9, 9});
  setInts(nodeOf(mean), "kernel_shape", {3, 3});
  setInt(nodeOf(mean), "count_include_pad", 1);
  expectParts(mean, {"rlx.pool mean", "count_include_pad = true", "-> tensor<1x4x7x7xf32>"});
  expectParts(unary("GlobalAveragePool", {"n", 4, "h", "w"}),
              {"rlx.reduce_mean %arg0 axes = [2, 3]", "-> tensor<?x4x1x1xf32>"});
  expectParts(unary("GlobalMaxPool", {"n", 4, 5}), {"rlx.reduce_max", "-> tensor<?x4x1xf32>"});
  ModelBuilder lp = unary("LpPool", {1, 4, 9, 9});
  setInt(nodeOf(lp), "p", 3);
  setInts(nodeOf(lp), "kernel_shape", {3, 3});
  expectParts(lp, {"rlx.abs", "rlx.pow", "rlx.pool sum", "-> tensor<1x4x7x7xf32>"});
  expectParts(unary("GlobalLpPool", {"n", 4, 5}), {"rlx.reduce_sum", "-> tensor<?x4x1xf32>"});
  ModelBuilder missing = unary("MaxPool", {1, 4, 9, 9});
  expectError(missing, "node 'MaxPool_under_test' (MaxPool, opset 13): attribute 'kernel_shape' is "
                       "missing");
}

} // namespace
