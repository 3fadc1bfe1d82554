// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementwise operators, Cast and Dropout: they import to the expected ops and shapes.
#include "importers/onnx/OnnxTypes.h"
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;
using P = onnx::TensorProto;

namespace {

TEST(OnnxElementwise, Unary) {
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

TEST(OnnxElementwise, ActivationAttributes) {
  ModelBuilder b = unary("HardSigmoid", {4});
  setFloat(nodeOf(b), "alpha", 0.25f);
  expectParts(b, {"alpha = 2.500000e-01"});
}

TEST(OnnxElementwise, Binary) {
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

// Before operator set 7, attribute 'axis' aligns the dimensions of the second operand.
TEST(OnnxElementwise, BroadcastByAttribute) {
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

TEST(OnnxElementwise, Compare) {
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

TEST(OnnxElementwise, PowConvertsTheExponent) {
  ModelBuilder b(13);
  b.input("x", {3}).input("y", {3}, P::INT32).output("z");
  b.node("Pow", {"x", "y"}, {"z"});
  expectParts(b, {"rlx.cast %arg1 to f32", "rlx.pow %arg0, %0"});
}

TEST(OnnxElementwise, PReluByChannel) {
  ModelBuilder b(6);
  b.input("x", {2, 3, 4}).input("slope", {3}).output("y");
  b.node("PRelu", {"x", "slope"}, {"y"});
  expectParts(b, {"rlx.reshape %arg1 to [3, 1]", "rlx.prelu %arg0, "});
}

TEST(OnnxElementwise, LogicAndBits) {
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

TEST(OnnxElementwise, Mod) {
  ModelBuilder b(13);
  b.input("x", {3}).input("y", {3}).output("z");
  b.node("Mod", {"x", "y"}, {"z"});
  expectError(b, "node 'Mod_under_test' (Mod, opset 13): floating-point operands need attribute "
                 "'fmod' = 1 before operator set 28");
  b.model.mutable_opset_import(0)->set_version(28);
  expectParts(b, {"rlx.mod"});
  setInt(nodeOf(b), "fmod", 1);
  expectParts(b, {"rlx.fmod"});
}

TEST(OnnxElementwise, BitCast) {
  ModelBuilder b = unary("BitCast", {"n", 4}, 26);
  setInt(nodeOf(b), "to", P::UINT32);
  expectParts(b, {"rlx.bitcast %arg0 to ui32", "-> tensor<?x4xui32>"});
  nodeOf(b)->mutable_attribute(0)->set_i(P::FLOAT16);
  expectError(b, "node 'BitCast_under_test' (BitCast, opset 26): attribute 'to' is f16, but the "
                 "input is f32: the types must have the same width");
  ModelBuilder flags(26);
  flags.input("x", {4}, P::INT8).output("y");
  setInt(flags.node("BitCast", {"x"}, {"y"}), "to", P::UINT8);
  expectParts(flags, {"rlx.cast %arg0 to ui8"});
}

TEST(OnnxElementwise, BoundsOfClipAreSingle) {
  ModelBuilder b(13);
  b.input("x", {3}).input("high", {"n"}).floats("low", {3}).output("y");
  onnx::NodeProto *clip = b.node("Clip", {"x", "low"}, {"y"});
  expectError(b, "node 'Clip_under_test' (Clip, opset 13): input #1 'low' (min) must have one "
                 "element, but has shape [3]");
  clip->set_input(1, "");
  clip->add_input("low");
  expectError(b, "node 'Clip_under_test' (Clip, opset 13): input #2 'low' (max) must have one "
                 "element, but has shape [3]");
  clip->set_input(2, "high"); // checked in a run
  expectParts(b, {"rlx.reshape %arg1 to []", "rlx.min", "-> tensor<3xf32>"});
}

TEST(OnnxElementwise, ClipInBothForms) {
  ModelBuilder old = unary("Clip", {4}, 6 + 1);
  setFloat(nodeOf(old), "min", 0);
  setFloat(nodeOf(old), "max", 6);
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

TEST(OnnxElementwise, CastAndWhere) {
  ModelBuilder b(13);
  b.input("x", {2, 3}, P::INT32).output("z");
  setInt(b.node("Cast", {"x"}, {"c"}), "to", P::BOOL);
  setInt(b.node("Cast", {"x"}, {"f"}), "to", P::FLOAT16);
  b.node("Neg", {"f"}, {"n"});
  b.node("Where", {"c", "f", "n"}, {"z"});
  expectParts(b, {"rlx.cast %arg0 to i1", "rlx.cast %arg0 to f16", "rlx.where"});
  ModelBuilder complex = unary("Cast", {2});
  setInt(nodeOf(complex), "to", P::COMPLEX64);
  expectError(complex, "node 'Cast_under_test' (Cast, opset 13): the target type COMPLEX64 is not "
                       "supported");
}

TEST(OnnxElementwise, CastToNarrowTypes) {
  auto cast = [](int opset, int to) {
    ModelBuilder b = unary("Cast", {2}, opset);
    setInt(nodeOf(b), "to", to);
    return b;
  };
  ModelBuilder b = cast(19, onnxim::TensorProto::FLOAT8E4M3FN);
  setInt(nodeOf(b), "saturate", 0);
  expectParts(b, {"rlx.cast %arg0 to f8E4M3FN {saturate = false}"});
  ModelBuilder scale = cast(24, onnxim::TensorProto::FLOAT8E8M0);
  setString(nodeOf(scale), "round_mode", "nearest");
  expectParts(scale, {"rlx.cast %arg0 to f8E8M0FNU round_mode = nearest"});
  // Floats out of range wrap, as in ONNX's tests.
  expectParts(cast(21, onnxim::TensorProto::INT4),
              {"rlx.cast %arg0 to i32", "to i4 : (tensor<2xi32>)"});
  ModelBuilder wrong = cast(24, onnxim::TensorProto::FLOAT8E8M0);
  setString(nodeOf(wrong), "round_mode", "even");
  expectError(wrong, "node 'Cast_under_test' (Cast, opset 24): attribute 'round_mode' is 'even', "
                     "but must be up, down or nearest");
  expectError(
      cast(28, 27),
      "node 'Cast_under_test' (Cast, opset 28): the target type FLOAT6E2M3 is not supported");
}

TEST(OnnxElementwise, DropoutAndIdentityVanish) {
  ModelBuilder b = unary("Dropout", {4}, 12);
  setFloat(nodeOf(b), "ratio", 0.5f);
  expectParts(b, {"return %arg0"});
  expectParts(unary("Identity", {4}), {"return %arg0"});
}

TEST(OnnxElementwise, ResultsNobodyReadsNeedNoSupport) {
  ModelBuilder b(12);
  b.input("x", {4}).output("y");
  b.node("Dropout", {"x"}, {"y", "mask"});
  expectParts(b, {"return %arg0"});
}

TEST(OnnxElementwise, DropoutMask) {
  ModelBuilder b(12);
  b.input("x", {4, "n"}).output("y").output("mask");
  b.node("Dropout", {"x"}, {"y", "mask"});
  expectParts(b, {"return %arg0", "tensor<4x?xi1> {rlx.name = \"mask\"}"});
  b.model.mutable_opset_import(0)->set_version(7); // then like the data
  expectParts(b, {"tensor<4x?xf32> {rlx.name = \"mask\"}"});
}

TEST(OnnxElementwise, TrainingInOldOperatorSets) {
  ModelBuilder b(6);
  b.input("x", {2, 3}).output("y");
  b.node("Dropout", {"x"}, {"y"});
  expectParts(b, {"rlx.xor", "rlx.where", "-> tensor<2x3xf32>"});
  setFloat(nodeOf(b), "ratio", 0);
  expectParts(b, {"return %arg0"});
}

} // namespace
