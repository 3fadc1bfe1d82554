// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Resize: it imports to the expected ops and shapes.
#include <cmath>

#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;

namespace {

TEST(OnnxResize, Resize) {
  ModelBuilder b(11);
  b.floats("scales", {4}).input("x", {1, 3, "h", 16}).output("y");
  for (int i = 0; i < 4; ++i)
    b.graph().mutable_initializer(0)->set_float_data(i, i < 2 ? 1.0f : 2.0f);
  onnx::NodeProto *resize = b.node("Resize", {"x", "", "scales"}, {"y"});
  setString(resize, "coordinate_transformation_mode", "asymmetric");
  setString(resize, "nearest_mode", "floor");
  expectParts(b, {"rlx.resize nearest %arg0 axes = [2, 3]", "coordinates = asymmetric",
                  "nearest = floor", "-> tensor<1x3x?x32xf32>"});
  setString(resize, "mode", "cube");
  expectError(b,
              "node 'Resize_under_test' (Resize, opset 11): attribute 'mode' is 'cube', expected "
              "one of nearest, linear, cubic");
  resize->mutable_attribute(2)->set_s("cubic");
  // Of a dynamic size, a table that the run computes.
  expectParts(b, {"rlx.gather", "rlx.reduce_sum", "-> tensor<1x3x?x32xf32>"});
}

// Scales that are data decide the size, in the run.
TEST(OnnxResize, ScalesAsData) {
  ModelBuilder b(18);
  b.input("x", {1, 3, "h", 16}).input("scales", {2}).output("y");
  onnx::NodeProto *node = b.node("Resize", {"x", "", "scales"}, {"y"});
  setInts(node, "axes", {3, 2});
  setString(node, "mode", "linear");
  expectParts(b, {"tensor.extract", "is less than 1", "-> tensor<1x3x?x?xf32>"});
  node->mutable_attribute(0)->add_ints(1);
  expectError(b, "node 'Resize_under_test' (Resize, opset 18): input #2 'scales' (the scales) has "
                 "shape [2] for 3 dimensions");
}

TEST(OnnxResize, IntegersAreNotInterpolated) {
  ModelBuilder b(18);
  b.input("x", {1, 1, 4, 4}, onnx::TensorProto::INT32).input("scales", {4}).output("y");
  setString(b.node("Resize", {"x", "", "scales"}, {"y"}), "mode", "linear");
  expectError(b,
              "node 'Resize_under_test' (Resize, opset 18): interpolation of i32 elements is not "
              "supported; supported are floating-point types, and all types with mode nearest");
}

// Rare forms read constant indices with constant weights.
TEST(OnnxResize, Tables) {
  auto expect = [](const char *attribute, int64_t value, const char *mode, const char *part) {
    SCOPED_TRACE(attribute);
    ModelBuilder b(18);
    b.ints("sizes", {4, 8}).input("x", {"n", 3, 8, 8}).output("y");
    onnx::NodeProto *node = b.node("Resize", {"x", "", "", "sizes"}, {"y"});
    setInts(node, "axes", {2, 3});
    setString(node, "mode", mode);
    setInt(node, attribute, value);
    expectParts(b, {part, "-> tensor<?x3x4x8xf32>"});
  };
  expect("exclude_outside", 0, "cubic", "tensor<4x4xi64>"); // four taps
  expect("antialias", 1, "linear", "tensor<4x4xi64>");
  expect("antialias", 1, "cubic", "tensor<4x8xi64>");
  expect("exclude_outside", 1, "linear", "tensor<4x2xi64>");
}

TEST(OnnxResize, CropAndResize) {
  ModelBuilder b(13);
  b.ints("sizes", {1, 3, 4, 8}).floats("roi", {8}).input("x", {1, 3, 8, 8}).output("y");
  onnx::NodeProto *node = b.node("Resize", {"x", "roi", "", "sizes"}, {"y"});
  setString(node, "coordinate_transformation_mode", "tf_crop_and_resize");
  for (int i = 4; i < 8; ++i)
    b.graph().mutable_initializer(1)->set_float_data(i, i == 7 ? 0.5f : 1.0f);
  for (int i = 0; i < 4; ++i)
    b.graph().mutable_initializer(1)->set_float_data(i, 0);
  expectParts(b, {"rlx.gather", "-> tensor<1x3x4x8xf32>"});
  b.graph().mutable_initializer(1)->set_float_data(4, std::nanf(""));
  expectError(b, "node 'Resize_under_test' (Resize, opset 13): input #1 (the region of interest) "
                 "has an infinite or NaN edge; expected finite numbers");
  node->set_input(1, "");
  expectError(b, "node 'Resize_under_test' (Resize, opset 13): attribute "
                 "'coordinate_transformation_mode' = tf_crop_and_resize needs input #1");
}

TEST(OnnxResize, ScalesOrSizes) {
  ModelBuilder b(13);
  b.floats("scales", {4}).ints("sizes", {1, 1, 8, 8}).floats("none", {0});
  b.input("x", {1, 1, 4, 4}).output("y");
  onnx::NodeProto *resize = b.node("Resize", {"x", "", "scales", "sizes"}, {"y"});
  expectError(b,
              "node 'Resize_under_test' (Resize, opset 13): has scales and sizes, but takes only "
              "one of them");
  resize->set_input(2, "none"); // counts as absent
  expectParts(b, {"-> tensor<1x1x8x8xf32>"});
  resize->mutable_input()->RemoveLast();
  expectError(b, "node 'Resize_under_test' (Resize, opset 13): has neither scales nor sizes");
  resize->set_input(2, "");
  resize->add_input("sizes");
  b.graph().mutable_initializer(1)->set_int64_data(2, -2);
  expectError(b, "node 'Resize_under_test' (Resize, opset 13): has the invalid size -2");
}

TEST(OnnxResize, Modes) {
  auto expect = [](const char *attribute, const char *value, const std::string &part) {
    SCOPED_TRACE(value);
    ModelBuilder b(11);
    b.ints("sizes", {1, 3, 8, 8}).input("x", {1, 3, 4, 4}).output("y");
    setString(b.node("Resize", {"x", "", "", "sizes"}, {"y"}), attribute, value);
    expectParts(b, {part});
  };
  expect("mode", "nearest", "rlx.resize nearest");
  expect("mode", "linear", "rlx.resize linear");
  for (const char *mode :
       {"pytorch_half_pixel", "align_corners", "asymmetric", "tf_half_pixel_for_nn"})
    expect("coordinate_transformation_mode", mode, std::string("coordinates = ") + mode);
  for (const char *mode : {"round_prefer_ceil", "floor", "ceil"})
    expect("nearest_mode", mode, std::string("nearest = ") + mode);
}

// The smallest ratio counts, also where it is 1.
TEST(OnnxResize, KeepAspectRatio) {
  auto sizes = [](const char *policy, std::vector<int64_t> asked) {
    ModelBuilder b(18);
    b.input("x", {1, 1, 4, 8}).ints("sizes", asked).output("y");
    onnx::NodeProto *node = b.node("Resize", {"x", "", "", "sizes"}, {"y"});
    setString(node, "keep_aspect_ratio_policy", policy);
    setInts(node, "axes", {2, 3});
    Imported result = import(b);
    return result.ok ? result.text : result.errors;
  };
  EXPECT_PRED2(contains, sizes("not_smaller", {7, int64_t(1) << 62}), "has the invalid scale");
  EXPECT_PRED2(contains, sizes("not_larger", {7, 12}), "tensor<1x1x6x12xf32>");
  EXPECT_PRED2(contains, sizes("not_smaller", {7, 12}), "tensor<1x1x7x14xf32>");
  EXPECT_PRED2(contains, sizes("not_larger", {7, 8}), "tensor<1x1x4x8xf32>");
  EXPECT_PRED2(contains, sizes("not_smaller", {2, 8}), "tensor<1x1x4x8xf32>");
}

} // namespace
