// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quantization, and matmuls and convolutions of integers: they import to the expected ops and
// shapes.
#include "importers/onnx/OnnxTypes.h"
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;
using P = onnx::TensorProto;

namespace {

TEST(OnnxQuant, Quantize) {
  ModelBuilder b(13);
  b.input("x", {"n", 3, 4}).floats("s", {3}).input("z", {3}, P::INT8).output("y");
  b.node("QuantizeLinear", {"x", "s", "z"}, {"y"});
  expectParts(
      b, {"rlx.quantize %arg0 scale %0 zero_point %arg1 axis = 1 to i8", "-> tensor<?x3x4xi8>"});
  // One scale needs no axis. Without a zero point the type is ui8. Integers are divided as floats.
  ModelBuilder one(10);
  one.input("x", {"n", 3}, P::INT32).floats("s", {1}).output("y");
  one.node("QuantizeLinear", {"x", "s"}, {"y"});
  expectParts(one, {"rlx.cast %arg0 to f32", "rlx.reshape",
                    "to ui8 : (tensor<?x3xf32>, "
                    "tensor<f32>) -> tensor<?x3xui8>"});
  ModelBuilder back(13);
  back.input("x", {"n", 3}, P::INT32).floats("s", {3}).output("y");
  setInt(back.node("DequantizeLinear", {"x", "s"}, {"y"}), "axis", -1);
  expectParts(back, {"rlx.dequantize %arg0 scale %0 axis = 1", "-> tensor<?x3xf32>"});
  // Scales and biases are constants, also for many channels. The weights are a param.
  ModelBuilder wide(13);
  wide.floats("s", {100}).output("y").output("b");
  for (auto [name, type, rows] : {std::tuple("bias", P::INT32, 1), {"w", P::INT8, 3}}) {
    onnx::TensorProto *data = wide.graph().add_initializer();
    data->set_name(name);
    data->set_data_type(type);
    if (rows > 1)
      data->add_dims(rows);
    data->add_dims(100);
    for (int i = 0; i < 100 * rows; ++i)
      data->add_int32_data(i % 100);
  }
  wide.node("DequantizeLinear", {"w", "s"}, {"y"});
  setInt(wide.node("DequantizeLinear", {"bias", "s"}, {"b"}), "axis", 0);
  expectParts(wide, {"(%arg0: tensor<3x100xi8>", "rlx.dequantize %arg0 scale %0 axis = 1",
                     "rlx.dequantize %2 scale %0 axis = 0 : (tensor<100xi32>"});
  ModelBuilder dynamic(11);
  dynamic.input("x", {"n", 3}).output("y").output("s").output("z");
  dynamic.node("DynamicQuantizeLinear", {"x"}, {"y", "s", "z"});
  expectParts(dynamic, {"rlx.reduce_min", "rlx.reduce_max", "rlx.round",
                        "(tensor<?x3xf32>, tensor<f32>, tensor<ui8>) -> tensor<?x3xui8>"});
}

// Blocks, and types of 8 bits and fewer, are composed of casts and arithmetic.
TEST(OnnxQuant, Blocks) {
  // Complete blocks split the axis; the scale has one element for each.
  ModelBuilder whole(21);
  whole.input("x", {"n", 8}, onnxim::TensorProto::INT4).input("s", {"n", 2}).output("y");
  setInt(whole.node("DequantizeLinear", {"x", "s"}, {"y"}), "block_size", 4);
  expectParts(whole, {"rlx.cast %arg0 to i32 : (tensor<?x8xi4>)", "-> tensor<?x2x4xi32>",
                      "-> tensor<?x2x1xf32>", "rlx.mul", "-> tensor<?x8xf32>"});
  // Otherwise the scale is repeated, and cut off at the end.
  ModelBuilder rest(25);
  rest.input("x", {3, 10})
      .floats("s", {3, 3})
      .input("z", {3, 3}, onnxim::TensorProto::UINT2)
      .output("y");
  onnx::NodeProto *node = rest.node("QuantizeLinear", {"x", "s", "z"}, {"y"});
  setInt(node, "block_size", 4);
  setInt(node, "axis", -1);
  expectParts(rest, {"rlx.expand", "-> tensor<3x3x4xf32>", "rlx.div", "rlx.round", "rlx.add",
                     "rlx.cast", "to ui2", "-> tensor<3x10xui2>"});
  auto expect = [](std::vector<DimSpec> scale, int64_t size, const std::string &error) {
    ModelBuilder b(21);
    b.input("x", {3, 10}, onnxim::TensorProto::INT4).input("s", std::move(scale)).output("y");
    setInt(b.node("DequantizeLinear", {"x", "s"}, {"y"}), "block_size", size);
    expectError(b, "node 'DequantizeLinear_under_test' (DequantizeLinear, opset 21): " + error);
  };
  expect({3, 2}, 4,
         "the scale must have one element for each block of 4 along axis 1; "
         "the inputs are 'x' [3x10], 's' [3x2]");
  expect({3}, 4,
         "the scale of blocks must have the rank of the input; the inputs are 'x' [3x10], 's' [3]");
  expect({3, 3}, -4, "attribute 'block_size' is -4, but must be positive");
}

TEST(OnnxQuant, NarrowTypes) {
  ModelBuilder b(23);
  b.input("x", {"n", 3}).floats("s", {3}).output("y");
  onnx::NodeProto *node = b.node("QuantizeLinear", {"x", "s"}, {"y"});
  setInt(node, "output_dtype", onnxim::TensorProto::FLOAT8E5M2);
  setInt(node, "saturate", 0);
  expectParts(b, {"rlx.div", "to f8E5M2 {saturate = false} : (tensor<?x3xf32>)"});
  ModelBuilder precise(23);
  precise.input("x", {2}, P::FLOAT16).input("s", {}, P::FLOAT16).output("y");
  setInt(precise.node("QuantizeLinear", {"x", "s"}, {"y"}), "precision", P::INT8);
  expectError(precise, "node 'QuantizeLinear_under_test' (QuantizeLinear, opset 23): attribute "
                       "'precision' is INT8, but must be FLOAT16, BFLOAT16, FLOAT or DOUBLE");
  ModelBuilder mixed(23);
  mixed.input("x", {2}).input("s", {}).input("z", {}, onnxim::TensorProto::INT4).output("y");
  setInt(mixed.node("QuantizeLinear", {"x", "s", "z"}, {"y"}), "output_dtype",
         onnxim::TensorProto::UINT4);
  expectError(
      mixed,
      "node 'QuantizeLinear_under_test' (QuantizeLinear, opset 23): attribute 'output_dtype' must "
      "be the type of the zero point; the inputs are 'x' [2], 's' [], 'z' []");
}

// Elements of 4 bits are packed in files: the first one has the low bits.
TEST(OnnxQuant, PackedConstants) {
  auto model = [](const std::string &bytes) {
    ModelBuilder b(21);
    b.output("y");
    onnx::TensorProto *data = b.graph().add_initializer();
    data->set_name("x");
    data->set_data_type(onnxim::TensorProto::INT4);
    data->add_dims(3);
    data->set_raw_data(bytes);
    setInt(b.node("Cast", {"x"}, {"y"}), "to", P::INT8);
    return b;
  };
  expectParts(model("\xF1\x07"), {"dense<[1, -1, 7]> : tensor<3xi4>"});
  expectError(model("\xF1"), "initializer 'x' has 1 bytes of data, but its shape and type need 2");
}

// The message names ONNX's type.
TEST(OnnxQuant, NoArithmeticOnNarrowTypes) {
  ModelBuilder b(25);
  b.input("x", {2}, onnxim::TensorProto::FLOAT8E4M3FN).output("y");
  b.node("Neg", {"x"}, {"y"});
  expectError(b,
              "node 'Neg_under_test' (Neg, opset 25): input #0 'x' (X) must be f32, i8, i16, i32, "
              "i64, f16, f64 or bf16, but is f8e4m3fn");
}

TEST(OnnxQuant, OperatorsWithoutNarrowTypes) {
  ModelBuilder b(24);
  b.input("x", {2, 1, 3, 4}, onnxim::TensorProto::INT4)
      .input("u", {2, 1, 2, 4}, onnxim::TensorProto::INT4)
      .output("y");
  b.node("TensorScatter", {"x", "u"}, {"y"});
  expectError(b, "node 'TensorScatter_under_test' (TensorScatter, opset 24): input #0 'x' "
                 "(past_cache) is i4, which this operator does not support; convert it with Cast");
  ModelBuilder nan(25);
  nan.input("x", {2}, onnxim::TensorProto::FLOAT8E5M2).output("y");
  nan.node("IsNaN", {"x"}, {"y"});
  expectParts(nan, {"rlx.cast %arg0 to f32", "rlx.is_nan"});
}

TEST(OnnxQuant, IntegerMatmulAndConv) {
  ModelBuilder b(10);
  b.input("a", {"n", 4}, P::UINT8).input("b", {4, 3}, P::INT8).input("z", {3}, P::INT8).output("y");
  b.node("MatMulInteger", {"a", "b", "", "z"}, {"y"});
  expectParts(b, {"rlx.matmul_integer %arg0, %arg1 rhs_zero_point %arg2", "-> tensor<?x3xi32>"});
  ModelBuilder rows(10);
  rows.input("a", {2, 4}, P::UINT8).input("b", {4, 3}, P::INT8).input("z", {2}, P::UINT8);
  rows.output("y").node("MatMulInteger", {"a", "b", "z"}, {"y"});
  expectError(rows, "node 'MatMulInteger_under_test' (MatMulInteger, opset 10): input #2 (the zero "
                    "point of A) has more than one element; supported is one for the whole matrix");
  ModelBuilder conv(10);
  conv.input("x", {"n", 2, 5, 5}, P::UINT8).input("w", {3, 2, 3, 3}, P::INT8);
  conv.input("z", {}, P::UINT8).output("y");
  setInts(conv.node("ConvInteger", {"x", "w", "z"}, {"y"}), "pads", {1, 1, 1, 1});
  expectParts(conv, {"rlx.conv_integer %arg0, %arg1 input_zero_point %arg2", "pads = [1, 1, 1, 1]",
                     "-> tensor<?x3x5x5xi32>"});
}

// Scales and zero points are one, or one for each channel, column or index of the axis.
TEST(OnnxQuant, ShapesOfParameters) {
  // Input `i` of the operator gets this shape; the others fit.
  auto expect = [](const std::string &op, unsigned i, const std::vector<int64_t> &shape,
                   const std::string &error) {
    SCOPED_TRACE(op + " " + std::to_string(i));
    bool isConv = op == "QLinearConv" || op == "ConvInteger", isMatmul = op == "QLinearMatMul";
    std::vector<DimSpec> x = {2, 3}, w = {3, 4};
    if (isConv) {
      x = {1, 3, 8, 8};
      w = {4, 3, 3, 3};
    }
    std::vector<std::string> names = {"x", "w", "xz", "wz"};
    if (isMatmul || op == "QLinearConv")
      names = {"x", "xs", "xz", "w", "ws", "wz", "ys", "yz"};
    if (op == "QLinearConv")
      names.push_back("b");
    if (op == "DequantizeLinear")
      names = {"x", "xs", "xz"};
    ModelBuilder b(13);
    for (auto [number, name] : llvm::enumerate(names)) {
      std::vector<DimSpec> dims = name == "x" ? x : name == "w" ? w : std::vector<DimSpec>();
      if (name == "b")
        dims = {4};
      if (number == i)
        dims.assign(shape.begin(), shape.end());
      b.input(name, dims,
              name == "b"                                                ? P::INT32
              : name.size() == 2 && llvm::StringRef(name).ends_with("s") ? P::FLOAT
                                                                         : P::UINT8);
    }
    b.output("y").node(op, names, {"y"});
    Imported r = import(b);
    if (error.empty())
      EXPECT_TRUE(r.ok) << r.errors;
    else
      EXPECT_EQ(r.errors, "node '" + op + "_under_test' (" + op + ", opset 13): input #" +
                              std::to_string(i) + " '" + names[i] + "' (" + error + "\n");
  };
  const std::string single = ") must have one element, but has shape [3]",
                    channels = ") must have shape [4], one element for each output channel, but "
                               "has shape [3]",
                    columns = ") must have shape [4], one element for each column of ";
  expect("QLinearConv", 1, {3}, "the scale of x" + single);
  expect("QLinearConv", 2, {3}, "the zero point of x" + single);
  expect("QLinearConv", 4, {3}, "the scale of w" + channels);
  expect("QLinearConv", 4, {4}, "");
  expect("QLinearConv", 4, {1, 1}, "");
  expect("QLinearConv", 5, {3}, "the zero point of w" + channels);
  expect("QLinearConv", 6, {3}, "the scale of y" + single);
  expect("QLinearConv", 7, {3}, "the zero point of y" + single);
  expect("QLinearConv", 8, {3}, "the bias" + channels);
  expect("ConvInteger", 2, {3}, "the zero point of x" + single);
  expect("ConvInteger", 3, {3}, "the zero point of w" + channels);
  expect("QLinearMatMul", 4, {3}, "the scale of b" + columns + "b, but has shape [3]");
  expect("QLinearMatMul", 5, {3}, "the zero point of b" + columns + "b, but has shape [3]");
  expect("QLinearMatMul", 5, {4, 1}, "the zero point of b" + columns + "b, but has shape [4x1]");
  expect("MatMulInteger", 3, {3}, "the zero point of B" + columns + "B, but has shape [3]");
  expect("DequantizeLinear", 1, {2},
         "the scale) must have shape [3], one element for each index of axis 1, but has shape [2]");
  ModelBuilder zero(13);
  zero.input("x", {2, 3}, P::UINT8).input("s", {}).input("z", {3}, P::UINT8).output("y");
  zero.node("DequantizeLinear", {"x", "s", "z"}, {"y"});
  expectError(zero, "node 'DequantizeLinear_under_test' (DequantizeLinear, opset 13): the zero "
                    "point must have the shape of the scale; the inputs are 'x' [2x3], 's' [], 'z' "
                    "[3]");
}

TEST(OnnxQuant, QuantizedMatmuls) {
  ModelBuilder b(10);
  b.input("a", {"n", 4}, P::UINT8).input("b", {4, 3}, P::INT8).floats("s", {}).floats("t", {3});
  b.input("za", {1}, P::UINT8).input("zb", {3}, P::INT8).input("zy", {}, P::INT8).output("y");
  b.node("QLinearMatMul", {"a", "s", "za", "b", "t", "zb", "s", "zy"}, {"y"});
  expectParts(b, {"rlx.mul", "rlx.div", "rlx.q_matmul %arg0, %arg1 lhs_zero_point",
                  "result_zero_point %arg4 to i8", "-> tensor<?x3xi8>"});
  ModelBuilder conv(10);
  conv.input("x", {"n", 2, 5, 5}, P::UINT8).input("w", {3, 2, 3, 3}, P::INT8).floats("s", {});
  conv.input("zx", {}, P::UINT8).input("zw", {3}, P::INT8).input("zy", {}, P::UINT8);
  conv.input("c", {3}, P::INT32).output("y");
  setInts(conv.node("QLinearConv", {"x", "s", "zx", "w", "s", "zw", "s", "zy", "c"}, {"y"}),
          "strides", {2, 2});
  expectParts(conv, {"rlx.q_conv %arg0, %arg1 bias %arg5 input_zero_point %arg2 filter_zero_point "
                     "%arg3 multiplier",
                     "result_zero_point %arg4 to ui8 strides = [2, 2]", "-> tensor<?x3x2x2xui8>"});
}

} // namespace
