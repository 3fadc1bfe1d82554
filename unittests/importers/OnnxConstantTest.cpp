// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants, and shapes as data: they import to the expected ops and shapes.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;
using P = onnx::TensorProto;

namespace {

TEST(OnnxConstant, ConstantForms) {
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

TEST(OnnxConstant, ConstantOfShapeIsASplat) {
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

TEST(OnnxConstant, EyeLike) {
  for (auto [type, text] :
       {std::pair(P::BOOL, "[true, false], [false, true]"), std::pair(P::INT8, "[1, 0], [0, 1]"),
        std::pair(P::UINT8, "[1, 0], [0, 1]")}) {
    ModelBuilder b(13);
    b.input("x", {2, 2}).output("y");
    setInt(b.node("EyeLike", {"x"}, {"y"}), "dtype", type);
    expectParts(b, {text});
  }
  ModelBuilder empty(13);
  empty.input("x", {int64_t(1) << 42, 0}).output("y");
  empty.node("EyeLike", {"x"}, {"y"});
  expectParts(empty, {"tensor<4398046511104x0xf32>"});
  ModelBuilder dynamic(13);
  dynamic.input("x", {"n", 3}).output("y");
  setInt(dynamic.node("EyeLike", {"x"}, {"y"}), "k", -1);
  expectParts(dynamic, {"rlx.iota", "rlx.compare eq", "-> tensor<?x3xf32>"});
  ModelBuilder vector(13);
  vector.input("x", {3}).output("y");
  vector.node("EyeLike", {"x"}, {"y"});
  expectError(vector, "node 'EyeLike_under_test' (EyeLike, opset 13): expects a matrix, but got "
                      "rank 1");
}

TEST(OnnxConstant, RangeOfFloats) {
  auto range = [](float delta) {
    ModelBuilder b(13);
    b.input("start", {}).floats("limit", {}).floats("delta", {}).output("y");
    b.graph().mutable_initializer(0)->set_float_data(0, 5);
    b.graph().mutable_initializer(1)->set_float_data(0, delta);
    return b;
  };
  ModelBuilder data = range(1);
  data.node("Range", {"start", "limit", "delta"}, {"y"});
  expectParts(data, {"rlx.ceil", "tensor.extract", "-> tensor<?xf32>"});
  ModelBuilder still = range(0);
  still.node("Range", {"limit", "limit", "delta"}, {"y"});
  expectError(still,
              "node 'Range_under_test' (Range, opset 13): expects finite bounds, and a delta "
              "that is not 0");
}

// Result shapes become data.
TEST(OnnxConstant, ShapeAsResult) {
  expectParts(unary("Shape", {2, 3}), {"rlx.constant dense<[2, 3]> : tensor<2xi64>"});
  expectParts(unary("Shape", {"n", 3}), {"rlx.iota from", "rlx.concat", "-> tensor<2xi64>"});
}

} // namespace
