// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All operator families: operators import and verify, to the expected ops and shapes.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;
using P = onnx::TensorProto;

namespace {

using Strings = std::vector<std::string>;

// A model of one node "y = op(x)" over a float input.
ModelBuilder unary(const std::string &op, std::vector<DimSpec> dims, int opset = 13) {
  ModelBuilder b(opset);
  b.input("x", std::move(dims)).output("y");
  b.node(op, {"x"}, {"y"});
  return b;
}
onnx::NodeProto *node(ModelBuilder &b, int i = 0) {
  return b.graph().mutable_node(i);
}

struct NamePair {
  const char *onnxOp, *op;
};

TEST(OnnxOps, Unary) {
  for (NamePair names : std::initializer_list<NamePair>{{"Abs", "abs"},
                                                        {"Acos", "acos"},
                                                        {"Acosh", "acosh"},
                                                        {"Asin", "asin"},
                                                        {"Asinh", "asinh"},
                                                        {"Atan", "atan"},
                                                        {"Atanh", "atanh"},
                                                        {"Ceil", "ceil"},
                                                        {"Cos", "cos"},
                                                        {"Cosh", "cosh"},
                                                        {"Erf", "erf"},
                                                        {"Exp", "exp"},
                                                        {"Floor", "floor"},
                                                        {"Log", "log"},
                                                        {"Neg", "neg"},
                                                        {"Reciprocal", "reciprocal"},
                                                        {"Relu", "relu"},
                                                        {"Round", "round"},
                                                        {"Sigmoid", "sigmoid"},
                                                        {"Sign", "sign"},
                                                        {"Sin", "sin"},
                                                        {"Sinh", "sinh"},
                                                        {"Softplus", "softplus"},
                                                        {"Softsign", "softsign"},
                                                        {"Sqrt", "sqrt"},
                                                        {"Tan", "tan"},
                                                        {"Tanh", "tanh"},
                                                        {"HardSwish", "hard_swish"},
                                                        {"Elu", "elu"},
                                                        {"Selu", "selu"},
                                                        {"Celu", "celu"},
                                                        {"LeakyRelu", "leaky_relu"},
                                                        {"HardSigmoid", "hard_sigmoid"},
                                                        {"ThresholdedRelu", "thresholded_relu"}}) {
    SCOPED_TRACE(names.onnxOp);
    expectParts(unary(names.onnxOp, {"n", 4}, 14),
                {std::string("rlx.") + names.op + " %arg0", "-> tensor<?x4xf32>"});
  }
}

TEST(OnnxOps, ActivationAttributes) {
  ModelBuilder b = unary("HardSigmoid", {4});
  setFloat(node(b), "alpha", 0.25f);
  expectParts(b, {"alpha = 2.500000e-01"});
}

TEST(OnnxOps, Binary) {
  for (NamePair names : std::initializer_list<NamePair>{{"Add", "add"},
                                                        {"Sub", "sub"},
                                                        {"Mul", "mul"},
                                                        {"Div", "div"},
                                                        {"Pow", "pow"},
                                                        {"PRelu", "prelu"},
                                                        {"Max", "max"},
                                                        {"Min", "min"},
                                                        {"Sum", "add"}}) {
    SCOPED_TRACE(names.onnxOp);
    ModelBuilder b(13);
    b.input("x", {"n", 4}).input("y", {4}).output("z");
    b.node(names.onnxOp, {"x", "y"}, {"z"});
    expectParts(b, {std::string("rlx.") + names.op + " %arg0, %arg1", "-> tensor<?x4xf32>"});
  }
}

TEST(OnnxOps, Compare) {
  for (NamePair names : std::initializer_list<NamePair>{{"Equal", "eq"},
                                                        {"Less", "lt"},
                                                        {"LessOrEqual", "le"},
                                                        {"Greater", "gt"},
                                                        {"GreaterOrEqual", "ge"}}) {
    SCOPED_TRACE(names.onnxOp);
    ModelBuilder b(13);
    b.input("x", {3}).input("y", {3}).output("z");
    b.node(names.onnxOp, {"x", "y"}, {"z"});
    expectParts(b, {std::string("rlx.compare ") + names.op + " %arg0, %arg1", "tensor<3xi1>"});
  }
}

TEST(OnnxOps, PowConvertsTheExponent) {
  ModelBuilder b(13);
  b.input("x", {3}).input("y", {3}, P::INT32).output("z");
  b.node("Pow", {"x", "y"}, {"z"});
  expectParts(b, {"rlx.cast %arg1 to f32", "rlx.pow %arg0, %0"});
}

TEST(OnnxOps, LogicAndBits) {
  ModelBuilder b(13);
  b.input("a", {3}, P::BOOL).input("b", {3}, P::BOOL).output("z");
  b.node("And", {"a", "b"}, {"c"});
  b.node("Or", {"c", "b"}, {"d"});
  b.node("Xor", {"d", "b"}, {"e"});
  b.node("Not", {"e"}, {"z"});
  expectParts(b, {"rlx.and", "rlx.or", "rlx.xor", "rlx.not"});
  ModelBuilder shift(13);
  shift.input("a", {3}, P::UINT8).input("b", {3}, P::UINT8).output("z");
  setString(shift.node("BitShift", {"a", "b"}, {"z"}), "direction", "RIGHT");
  expectParts(shift, {"rlx.shift_right"});
}

TEST(OnnxOps, Mod) {
  ModelBuilder b(13);
  b.input("x", {3}).input("y", {3}).output("z");
  b.node("Mod", {"x", "y"}, {"z"});
  expectError(b, "node 'Mod_under_test' (Mod, opset 13): floating-point operands need attribute "
                 "'fmod' = 1");
  setInt(node(b), "fmod", 1);
  expectParts(b, {"rlx.fmod"});
}

TEST(OnnxOps, ClipInBothForms) {
  ModelBuilder old = unary("Clip", {4}, 6 + 1);
  setFloat(node(old), "min", 0);
  setFloat(node(old), "max", 6);
  expectParts(old, {"rlx.clamp %arg0", "max = 6.0", "min = 0.0"});
  ModelBuilder b(13);
  b.floats("low", {}, 0).floats("high", {}, 6).input("x", {4}).output("y");
  b.node("Clip", {"x", "low", "high"}, {"y"});
  expectParts(b, {"rlx.clamp %arg0", "max = 6.0", "min = 0.0"});
  ModelBuilder dynamic(13);
  dynamic.input("x", {4}).input("low", {}).output("y");
  dynamic.node("Clip", {"x", "low"}, {"y"});
  expectParts(dynamic, {"rlx.max %arg0, %arg1"});
}

TEST(OnnxOps, CastAndWhere) {
  ModelBuilder b(13);
  b.input("x", {2, 3}, P::INT32).output("z");
  setInt(b.node("Cast", {"x"}, {"c"}), "to", P::BOOL);
  setInt(b.node("Cast", {"x"}, {"f"}), "to", P::FLOAT16);
  b.node("Neg", {"f"}, {"n"});
  b.node("Where", {"c", "f", "n"}, {"z"});
  expectParts(b, {"rlx.cast %arg0 to i1", "rlx.cast %arg0 to f16", "rlx.where"});
  ModelBuilder strings = unary("Cast", {2});
  setInt(node(strings), "to", P::STRING);
  expectError(strings, "node 'Cast_under_test' (Cast, opset 13): the target type STRING is not "
                       "supported");
}

TEST(OnnxOps, ResultsNobodyReadsNeedNoSupport) {
  ModelBuilder b(12);
  b.input("x", {4}).output("y");
  b.node("Dropout", {"x"}, {"y", "mask"});
  expectParts(b, {"return %arg0"});
  b.output("mask");
  expectError(b, "node 'Dropout_under_test' (Dropout, opset 12): output #1 'mask' is not "
                 "supported");
}

TEST(OnnxOps, DropoutAndIdentityVanish) {
  ModelBuilder b = unary("Dropout", {4}, 12);
  setFloat(node(b), "ratio", 0.5f);
  expectParts(b, {"return %arg0"});
  expectParts(unary("Identity", {4}), {"return %arg0"});
}

TEST(OnnxOps, ConstantForms) {
  ModelBuilder b(13);
  b.output("y");
  setInt(b.node("Constant", {}, {"a"}), "value_int", 3);
  setInts(b.node("Constant", {}, {"b"}), "value_ints", {1, 2});
  b.node("Add", {"a", "b"}, {"y"});
  expectParts(b, {"rlx.constant dense<[4, 5]> : tensor<2xi64>"});
  ModelBuilder f(13);
  f.output("y");
  setFloat(f.node("Constant", {}, {"y"}), "value_float", 1.5f);
  expectParts(f, {"rlx.constant dense<1.5"});
}

TEST(OnnxOps, ConstantOfShapeIsASplat) {
  ModelBuilder b(9);
  b.ints("shape", {64, 3, 7, 7}).output("y");
  onnx::TensorProto *fill =
      addAttr(b.node("ConstantOfShape", {"shape"}, {"y"}), "value", onnx::AttributeProto::TENSOR)
          ->mutable_t();
  fill->set_data_type(P::FLOAT);
  fill->add_dims(1);
  fill->add_float_data(0.25f);
  expectParts(b, {"rlx.constant dense<2.500000e-01> : tensor<64x3x7x7xf32>"});
}

TEST(OnnxOps, MatMulOfVectors) {
  ModelBuilder b(13);
  b.input("x", {3}).input("y", {2, 3, 4}).output("z");
  b.node("MatMul", {"x", "y"}, {"z"});
  expectParts(b, {"rlx.matmul", "-> tensor<2x4xf32>"});
  ModelBuilder dot(13);
  dot.input("x", {3}).input("y", {3}).output("z");
  dot.node("MatMul", {"x", "y"}, {"z"});
  expectParts(dot, {"(tensor<f32> {rlx.name = \"z\"})"});
}

TEST(OnnxOps, Gemm) {
  ModelBuilder b(13);
  b.input("x", {"n", 3}).floats("w", {4, 3}).floats("c", {4}).output("z");
  onnx::NodeProto *gemm = b.node("Gemm", {"x", "w", "c"}, {"z"});
  setInt(gemm, "transB", 1);
  setFloat(gemm, "alpha", 0.5f);
  expectParts(b, {"rlx.transpose", "rlx.matmul", "rlx.mul", "rlx.add", "-> tensor<?x4xf32>"});
}

TEST(OnnxOps, Einsum) {
  ModelBuilder b(13);
  b.input("q", {"n", 5, 4, 16}).input("k", {"n", 7, 4, 16}).output("y");
  onnx::NodeProto *einsum = b.node("Einsum", {"q", "k"}, {"y"});
  setString(einsum, "equation", "bqhd, bkhd -> bhqk");
  expectParts(b, {"rlx.dot_general %arg0, %arg1", "-> (tensor<?x4x5x7xf32> {"});
  einsum->mutable_attribute(0)->set_s("bqhd,bkhe->hkq");
  expectParts(b, {"rlx.reduce_sum", "-> (tensor<4x7x5xf32> {"});
  einsum->mutable_attribute(0)->set_s("...q,...k->...");
  expectError(b, "node 'Einsum_under_test' (Einsum, opset 13): equation '...q,...k->...' is not "
                 "supported; supported are one or two operands with distinct labels each, and no "
                 "ellipsis");
}

TEST(OnnxOps, Reductions) {
  for (NamePair names : std::initializer_list<NamePair>{{"ReduceMean", "reduce_mean"},
                                                        {"ReduceMax", "reduce_max"},
                                                        {"ReduceMin", "reduce_min"},
                                                        {"ReduceProd", "reduce_prod"},
                                                        {"ReduceL1", "abs"},
                                                        {"ReduceL2", "sqrt"},
                                                        {"ReduceSumSquare", "mul"},
                                                        {"ReduceLogSum", "log"},
                                                        {"ReduceLogSumExp", "reduce_max"}}) {
    SCOPED_TRACE(names.onnxOp);
    ModelBuilder b = unary(names.onnxOp, {"n", 4, 5});
    setInts(node(b), "axes", {-1});
    setInt(node(b), "keepdims", 0);
    expectParts(b, {std::string("rlx.") + names.op, "-> (tensor<?x4xf32> {"});
  }
  ModelBuilder b(13);
  b.ints("axes", {1}).input("x", {"n", 4, 5}).output("y");
  b.node("ReduceSum", {"x", "axes"}, {"y"});
  expectParts(b, {"rlx.reduce_sum", "-> (tensor<?x1x5xf32> {"});
  ModelBuilder noop = unary("ReduceSum", {2, 3});
  setInt(node(noop), "noop_with_empty_axes", 1);
  expectParts(noop, {"return %arg0"});
}

TEST(OnnxOps, ArgReductions) {
  ModelBuilder b = unary("ArgMax", {"n", 10});
  setInt(node(b), "axis", -1);
  setInt(node(b), "keepdims", 0);
  expectParts(b, {"rlx.argmax", "-> tensor<?xi64>"});
}

TEST(OnnxOps, SoftmaxFlattensBeforeOpset13) {
  expectParts(unary("Softmax", {2, 3, 4}, 11),
              {"rlx.reshape %arg0 to [2, 12]", "rlx.softmax %0 axis = 1", "to [2, 3, 4]"});
  expectParts(unary("Softmax", {2, 3, 4}, 13), {"rlx.softmax %arg0 axis = 2"});
  expectParts(unary("LogSoftmax", {2, 3}, 11), {"rlx.log_softmax %arg0 axis = 1"});
}

TEST(OnnxOps, Normalizations) {
  ModelBuilder layer(17);
  layer.input("x", {"n", 16}).floats("g", {16}).floats("b", {16}).output("y");
  layer.node("LayerNormalization", {"x", "g", "b"}, {"y"});
  expectParts(layer, {"rlx.layer_norm %arg0", "-> tensor<?x16xf32>"});
  layer.node("LayerNormalization", {"x", "g", "b"}, {"y2", "mean"});
  layer.output("mean");
  expectParts(layer, {"rlx.reduce_mean", "tensor<?x1xf32> {rlx.name = \"mean\"}"});
  ModelBuilder batch(15);
  batch.input("x", {"n", 4, 5, 5}).output("y");
  for (const char *name : {"s", "b", "m", "v"})
    batch.floats(name, {4});
  batch.node("BatchNormalization", {"x", "s", "b", "m", "v"}, {"y"});
  expectParts(batch, {"rlx.batch_norm %arg0", "-> tensor<?x4x5x5xf32>"});
  ModelBuilder training = batch;
  setInt(node(training), "training_mode", 1);
  expectError(training, "node 'BatchNormalization_under_test' (BatchNormalization, opset 15): "
                        "attribute 'training_mode' = 1 is not supported, only 0 is");
  ModelBuilder instance(13);
  instance.input("x", {2, 4, 5, 5}).floats("s", {4}).floats("b", {4}).output("y");
  instance.node("InstanceNormalization", {"x", "s", "b"}, {"y"});
  expectParts(instance,
              {"rlx.layer_norm %arg0 axis = 2", "rlx.mul", "rlx.add", "-> tensor<2x4x5x5xf32>"});
  ModelBuilder lrn = unary("LRN", {2, 6, 5, 5});
  setInt(node(lrn), "size", 3);
  expectParts(lrn, {"rlx.pad", "rlx.slice", "rlx.pow", "-> tensor<2x6x5x5xf32>"});
}

TEST(OnnxOps, Conv) {
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
  expectError(dynamic, "node 'Conv_under_test' (Conv, opset 13): attribute 'auto_pad' = SAME with "
                       "stride 2 needs a static size of dimension 2");
}

TEST(OnnxOps, ConvTranspose) {
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
}

TEST(OnnxOps, Pooling) {
  ModelBuilder b = unary("MaxPool", {1, 4, 9, "w"});
  setInts(node(b), "kernel_shape", {3, 3});
  setInts(node(b), "strides", {2, 2});
  setInt(node(b), "ceil_mode", 1);
  expectParts(b, {"rlx.pool max %arg0 kernel = [3, 3]", "ceil_mode = true"});
  ModelBuilder mean = unary("AveragePool", {1, 4, 9, 9});
  setInts(node(mean), "kernel_shape", {3, 3});
  setInt(node(mean), "count_include_pad", 1);
  expectParts(mean, {"rlx.pool mean", "count_include_pad = true", "-> tensor<1x4x7x7xf32>"});
  expectParts(unary("GlobalAveragePool", {"n", 4, "h", "w"}),
              {"rlx.reduce_mean %arg0 axes = [2, 3]", "-> tensor<?x4x1x1xf32>"});
  expectParts(unary("GlobalMaxPool", {"n", 4, 5}), {"rlx.reduce_max", "-> tensor<?x4x1xf32>"});
  ModelBuilder lp = unary("LpPool", {1, 4, 9, 9});
  setInt(node(lp), "p", 3);
  setInts(node(lp), "kernel_shape", {3, 3});
  expectParts(lp, {"rlx.abs", "rlx.pow", "rlx.pool sum", "-> tensor<1x4x7x7xf32>"});
  expectParts(unary("GlobalLpPool", {"n", 4, 5}), {"rlx.reduce_sum", "-> tensor<?x4x1xf32>"});
  ModelBuilder missing = unary("MaxPool", {1, 4, 9, 9});
  expectError(missing, "node 'MaxPool_under_test' (MaxPool, opset 13): attribute 'kernel_shape' is "
                       "missing");
}

TEST(OnnxOps, Rearranging) {
  ModelBuilder transpose = unary("Transpose", {"n", 3, 4});
  expectParts(transpose, {"rlx.transpose %arg0 perm = [2, 1, 0]", "-> tensor<4x3x?xf32>"});
  setInts(node(transpose), "perm", {0, 2, 2});
  expectError(transpose, "node 'Transpose_under_test' (Transpose, opset 13): axis 2 occurs twice");
  expectParts(unary("Flatten", {"n", 3, 4}), {"-> tensor<?x12xf32>"});
  ModelBuilder squeeze = unary("Squeeze", {"n", 1, 4}, 11);
  setInts(node(squeeze), "axes", {1});
  expectParts(squeeze, {"-> tensor<?x4xf32>"});
  ModelBuilder unsqueeze(13);
  unsqueeze.ints("axes", {0, -1}).input("x", {"n", 4}).output("y");
  unsqueeze.node("Unsqueeze", {"x", "axes"}, {"y"});
  expectParts(unsqueeze, {"-> tensor<1x?x4x1xf32>"});
}

TEST(OnnxOps, ConcatAndSplit) {
  ModelBuilder b(13);
  b.input("x", {"n", 6}).output("z");
  setInt(b.node("Split", {"x"}, {"a", "b", "c"}), "axis", 1);
  setInt(b.node("Concat", {"c", "a"}, {"z"}), "axis", -1);
  expectParts(b, {"rlx.slice %arg0 from [0, 0]", "rlx.slice %arg0 from [0, 4]", "axis = 1",
                  "-> tensor<?x4xf32>"});
  ModelBuilder lengths(13);
  lengths.ints("l", {2, 5}).input("x", {7}).output("b");
  lengths.node("Split", {"x", "l"}, {"a", "b"});
  expectParts(lengths, {"from [2] sizes [5]"});
}

TEST(OnnxOps, Slice) {
  ModelBuilder b(13);
  b.ints("s", {1, -1}).ints("e", {1000, INT64_MIN}).ints("a", {0, 1}).ints("t", {2, -1});
  b.input("x", {9, 4}).output("y");
  b.node("Slice", {"x", "s", "e", "a", "t"}, {"y"});
  expectParts(b, {"from [1, 3] sizes [4, 4] strides = [2, -1]", "-> tensor<4x4xf32>"});
  ModelBuilder dynamic(13);
  dynamic.ints("s", {1}).ints("e", {INT64_MAX}).input("x", {"n", 4}).output("y");
  dynamic.node("Slice", {"x", "s", "e"}, {"y"});
  expectParts(dynamic, {"-> tensor<?x4xf32>", "rlx.slice %arg0 from [1, 0]"});
  ModelBuilder old = unary("Slice", {9, 4}, 9);
  setInts(node(old), "starts", {-3});
  setInts(node(old), "ends", {-1});
  expectParts(old, {"from [6, 0] sizes [2, 4]"});
}

// position_ids[:, 0:seq] + Expand(Where(Equal(shape, -1), ones, shape)), as exporters of
// transformers write it.
TEST(OnnxOps, TransformerPositionIdioms) {
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

TEST(OnnxOps, Gather) {
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

TEST(OnnxOps, CumSum) {
  ModelBuilder b(14);
  b.ints("axis", {-1}).input("x", {"n", 5}).output("y");
  setInt(b.node("CumSum", {"x", "axis"}, {"y"}), "reverse", 1);
  expectParts(b, {"rlx.cumsum %arg0 axis = 1 {reverse = true}", "-> tensor<?x5xf32>"});
  ModelBuilder many(14);
  many.ints("axis", {0, 1}).input("x", {"n", 5}).output("y");
  many.node("CumSum", {"x", "axis"}, {"y"});
  expectError(many, "node 'CumSum_under_test' (CumSum, opset 14): expects one axis, but got 2");
}

// Before operator set 7, attribute 'axis' aligns the dimensions of the second operand.
TEST(OnnxOps, BroadcastByAttribute) {
  auto model = [](int64_t opset) {
    ModelBuilder b(opset);
    b.input("x", {2, 3, 4, 5}).input("b", {3, 4}).output("y");
    return b;
  };
  ModelBuilder byAxis = model(6);
  onnx::NodeProto *add = byAxis.node("Add", {"x", "b"}, {"y"});
  setInt(add, "broadcast", 1);
  setInt(add, "axis", 1);
  expectParts(byAxis, {"rlx.reshape %arg1 to [3, 4, 1]", "rlx.add %arg0, "});
  ModelBuilder none = model(6);
  none.node("Mul", {"x", "b"}, {"y"});
  EXPECT_TRUE(contains(import(none).errors, "expects operands of one rank without attribute "
                                            "'broadcast', but got ranks 4 and 2"));
  ModelBuilder outside = model(1);
  onnx::NodeProto *less = outside.node("Less", {"x", "b"}, {"y"});
  setInt(less, "broadcast", 1);
  setInt(less, "axis", 3);
  EXPECT_TRUE(contains(import(outside).errors, "attribute 'axis' is 3, but dimensions of a tensor "
                                               "of rank 2 cannot start there in one of rank 4"));
  ModelBuilder newer = model(7);
  setInt(newer.node("Add", {"x", "b"}, {"y"}), "axis", 1);
  EXPECT_TRUE(!import(newer).ok);
}

TEST(OnnxOps, PReluByChannel) {
  ModelBuilder b(6);
  b.input("x", {2, 3, 4}).input("slope", {3}).output("y");
  b.node("PRelu", {"x", "slope"}, {"y"});
  expectParts(b, {"rlx.reshape %arg1 to [3, 1]", "rlx.prelu %arg0, "});
}

TEST(OnnxOps, TrainingInOldOperatorSets) {
  ModelBuilder b(6);
  b.input("x", {2, 3}).output("y");
  b.node("Dropout", {"x"}, {"y"});
  EXPECT_TRUE(contains(import(b).errors, "attribute 'is_test' must be 1: only inference"));
}

TEST(OnnxOps, Dft) {
  // Real inputs get an imaginary part, or are transformed to half of their spectrum.
  ModelBuilder real(17);
  real.input("x", {"n", 10, 1}).output("y");
  real.node("DFT", {"x"}, {"y"});
  expectParts(real, {"rlx.pad", "rlx.fft pairs", "axis = 1 :", "-> tensor<?x10x2xf32>"});
  ModelBuilder half(17);
  half.input("x", {"n", 10, 1}).output("y");
  setInt(half.node("DFT", {"x"}, {"y"}), "onesided", 1);
  expectParts(half, {"rlx.rfft", "axis = 1", "tensor<?x6xf32>", "-> tensor<?x6x2xf32>"});
  ModelBuilder longer(17);
  longer.ints("length", {16}).input("x", {10, 3, 2}).output("y");
  onnx::NodeProto *dft = longer.node("DFT", {"x", "length"}, {"y"});
  setInt(dft, "axis", 0);
  setInt(dft, "inverse", 1);
  expectParts(longer,
              {"rlx.pad", "high [6, 0, 0]", "axis = 0 {inverse = true}", "tensor<16x3x2xf32>"});
  ModelBuilder last(17);
  last.input("x", {10, 2}).output("y");
  expectError(
      (setInt(last.node("DFT", {"x"}, {"y"}), "axis", 1), last),
      "node 'DFT_under_test' (DFT, opset 17): the axis must not be the last one, which holds "
      "real and imaginary parts");
  ModelBuilder dynamic(17);
  dynamic.input("x", {2, "n", 2}).output("y");
  dynamic.node("DFT", {"x"}, {"y"});
  expectError(dynamic,
              "node 'DFT_under_test' (DFT, opset 17): the size of the transformed axis must "
              "be constant");
}

TEST(OnnxOps, Stft) {
  ModelBuilder b(17);
  b.ints("step", {4}).ints("length", {8}).input("x", {"n", 20, 1}).input("w", {8}).output("y");
  b.node("STFT", {"x", "step", "w", "length"}, {"y"});
  expectParts(b, {"rlx.gather", "tensor<4x8xi64>", "rlx.mul", "rlx.rfft", "axis = 2",
                  "-> tensor<?x4x5x2xf32>"});
}

TEST(OnnxOps, Windows) {
  for (auto [op, elements] :
       {std::pair("HannWindow", "0.000000e+00, 5.000000e-01, 1.000000e+00, 5.000000e-01"),
        std::pair("BlackmanWindow", "3.400000e-01, 1.000000e+00, 3.400000e-01")}) {
    ModelBuilder b(17);
    b.ints("size", {4}).input("x", {4}).output("y");
    b.node(op, {"size"}, {"w"});
    b.node("Mul", {"x", "w"}, {"y"});
    expectParts(b, {elements, "rlx.mul"});
  }
}

TEST(OnnxOps, TopK) {
  ModelBuilder b(11);
  b.ints("k", {3}).input("x", {"n", 5}).output("values").output("indices");
  setInt(b.node("TopK", {"x", "k"}, {"values", "indices"}), "largest", 0);
  expectParts(b, {"rlx.top_k %arg0 k = 3 axis = 1 {largest = false}",
                  "-> (tensor<?x3xf32>, tensor<?x3xi64>)"});
  ModelBuilder old(9);
  old.input("x", {4, 5}).output("i");
  onnx::NodeProto *topK = old.node("TopK", {"x"}, {"", "i"});
  setInt(topK, "k", 2);
  setInt(topK, "axis", 0);
  expectParts(old, {"rlx.top_k %arg0 k = 2 axis = 0", "tensor<2x5xi64>"});
}

TEST(OnnxOps, Scatter) {
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
  expectError(other, "node 'ScatterND_under_test' (ScatterND, opset 16): reduction 'max' is not "
                     "supported; supported are none, add and mul");
}

TEST(OnnxOps, GatherND) {
  ModelBuilder b(13);
  b.input("x", {2, 3, 5}).input("i", {2, "n", 1}, P::INT64).output("y");
  setInt(b.node("GatherND", {"x", "i"}, {"y"}), "batch_dims", 1);
  expectParts(b, {"rlx.gather_nd %arg0, %arg1 batch_dims = 1", "-> tensor<2x?x5xf32>"});
}

TEST(OnnxOps, Losses) {
  ModelBuilder b(13);
  b.input("x", {"n", 5}).input("t", {"n"}, P::INT64).floats("w", {5}).output("y").output("p");
  onnx::NodeProto *loss = b.node("SoftmaxCrossEntropyLoss", {"x", "t", "w"}, {"y", "p"});
  setInt(loss, "ignore_index", -1);
  expectParts(
      b, {"rlx.log_softmax", "rlx.compare eq", "rlx.gather_elements", "rlx.div", "-> tensor<f32>"});
  ModelBuilder nll(13);
  nll.input("x", {2, 5, 3}).input("t", {2, 3}, P::INT64).output("y");
  setString(nll.node("NegativeLogLikelihoodLoss", {"x", "t"}, {"y"}), "reduction", "none");
  expectParts(nll, {"rlx.gather_elements", "rlx.neg", "-> tensor<2x3xf32>"});
  ModelBuilder bad = nll;
  bad.graph().mutable_node(0)->mutable_attribute(0)->set_s("median");
  expectError(bad, "node 'NegativeLogLikelihoodLoss_under_test' (NegativeLogLikelihoodLoss, opset "
                   "13): has the unknown reduction 'median'");
}

TEST(OnnxOps, MeanVarianceNormalization) {
  expectParts(unary("MeanVarianceNormalization", {"n", 3, 4, 4}),
              {"rlx.reduce_mean %arg0 axes = [0, 2, 3]", "rlx.sqrt", "-> tensor<?x3x4x4xf32>"});
}

TEST(OnnxOps, Hardmax) {
  expectParts(unary("Hardmax", {"n", 4}), {"rlx.argmax", "rlx.iota", "rlx.compare eq", "rlx.cast"});
  expectParts(unary("Hardmax", {2, 3, 4}, 11),
              {"rlx.reshape", "-> tensor<2x12xf32>", "-> tensor<2x3x4xf32>"});
}

TEST(OnnxOps, Quantize) {
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

TEST(OnnxOps, IntegerProducts) {
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

TEST(OnnxOps, QuantizedMatmuls) {
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

TEST(OnnxOps, ExpandAndTile) {
  ModelBuilder b(13);
  b.ints("shape", {3, 1, 6}).input("x", {"n", 1}).output("y");
  b.node("Expand", {"x", "shape"}, {"y"});
  expectParts(b, {"rlx.expand %arg0", "-> tensor<3x?x6xf32>"});
  ModelBuilder tile(13);
  tile.ints("r", {2, 1}).input("x", {"n", 4}).output("y");
  tile.node("Tile", {"x", "r"}, {"y"});
  expectParts(tile, {"rlx.expand", "-> (tensor<?x4xf32> {"});
}

TEST(OnnxOps, Pad) {
  ModelBuilder b(13);
  b.ints("p", {0, 1, 0, 2}).input("x", {"n", 4}).output("y");
  b.node("Pad", {"x", "p"}, {"y"});
  expectParts(b, {"rlx.pad constant %arg0", "low [0, 1] high [0, 2]", "-> tensor<?x7xf32>"});
  setString(node(b), "mode", "reflect");
  expectParts(b, {"rlx.pad reflect %arg0 low"});
  ModelBuilder crop(13);
  crop.ints("p", {-1, 2}).input("x", {6}).output("y");
  crop.node("Pad", {"x", "p"}, {"y"});
  expectParts(crop, {"rlx.slice %arg0 from [1] sizes [5]", "-> tensor<7xf32>"});
}

TEST(OnnxOps, BlocksAndChannels) {
  ModelBuilder b = unary("DepthToSpace", {"n", 8, 2, 3});
  setInt(node(b), "blocksize", 2);
  expectParts(b, {"perm = [0, 3, 4, 1, 5, 2]", "-> tensor<?x2x4x6xf32>"});
  ModelBuilder s = unary("SpaceToDepth", {"n", 2, 4, 6});
  setInt(node(s), "blocksize", 2);
  expectParts(s, {"-> tensor<?x8x2x3xf32>"});
}

TEST(OnnxOps, PositionsCompared) {
  ModelBuilder b = unary("Trilu", {"n", 4, 4}, 14);
  setInt(node(b), "upper", 0);
  expectParts(b, {"rlx.iota", "rlx.compare le", "rlx.where", "-> tensor<?x4x4xf32>"});
  ModelBuilder hot(13);
  hot.ints("depth", {10}).floats("values", {2}, 0).input("x", {"n"}, P::INT64).output("y");
  hot.node("OneHot", {"x", "depth", "values"}, {"y"});
  expectParts(hot, {"rlx.compare eq", "-> tensor<?x10xf32>"});
}

// Result shapes become data.
TEST(OnnxOps, ShapeAsResult) {
  expectParts(unary("Shape", {2, 3}), {"rlx.constant dense<[2, 3]> : tensor<2xi64>"});
  expectParts(unary("Shape", {"n", 3}), {"rlx.iota from", "rlx.concat", "-> tensor<2xi64>"});
}

TEST(OnnxOps, Resize) {
  ModelBuilder b(11);
  b.floats("scales", {4}).input("x", {1, 3, "h", 16}).output("y");
  for (int i = 0; i < 4; ++i)
    b.graph().mutable_initializer(0)->set_float_data(i, i < 2 ? 1.0f : 2.0f);
  onnx::NodeProto *resize = b.node("Resize", {"x", "", "scales"}, {"y"});
  setString(resize, "coordinate_transformation_mode", "asymmetric");
  setString(resize, "nearest_mode", "floor");
  expectParts(b, {"rlx.resize nearest %arg0 axes = [2, 3]", "coordinates = asymmetric",
                  "nearest = floor", "-> tensor<1x3x?x32xf32>"});
  setString(resize, "mode", "cubic");
  expectError(b, "node 'Resize_under_test' (Resize, opset 11): attribute 'mode' is 'cubic'; "
                 "supported are nearest, linear");
}

} // namespace
