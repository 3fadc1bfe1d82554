// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prefix scans and TopK: they import to the expected ops and shapes.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;

namespace {

TEST(OnnxScan, CumSum) {
  ModelBuilder b(14);
  b.ints("axis", {-1}).input("x", {"n", 5}).output("y");
  setInt(b.node("CumSum", {"x", "axis"}, {"y"}), "reverse", 1);
  expectParts(b, {"rlx.cumsum %arg0 axis = 1 {reverse = true}", "-> tensor<?x5xf32>"});
  ModelBuilder many(14);
  many.ints("axis", {0, 1}).input("x", {"n", 5}).output("y");
  many.node("CumSum", {"x", "axis"}, {"y"});
  expectError(many, "node 'CumSum_under_test' (CumSum, opset 14): expects one axis, but got 2");
}

TEST(OnnxScan, CumProd) {
  ModelBuilder b(26);
  b.ints("axis", {-1}).input("x", {"n", 5}, onnx::TensorProto::FLOAT16).output("y");
  onnx::NodeProto *product = b.node("CumProd", {"x", "axis"}, {"y"});
  setInt(product, "exclusive", 1);
  setInt(product, "reverse", 1);
  expectParts(b, {"rlx.scan", "reverse", "rlx.mul", "to f16", "-> tensor<?x5xf16>"});
  b.graph().mutable_initializer(0)->set_int64_data(0, 2);
  expectError(b, "node 'CumProd_under_test' (CumProd, opset 26): axis 2 is not in [-2, 2)");
}

TEST(OnnxScan, TopK) {
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
  // If neither k nor the size is known, all are sorted.
  ModelBuilder data(11);
  data.input("x", {"n", 5}).input("k", {1}, onnx::TensorProto::INT64).output("v").output("i");
  setInt(data.node("TopK", {"x", "k"}, {"v", "i"}), "axis", 0);
  expectParts(data, {"rlx.sort %arg0 axis = 0 {descending = true}", "rlx.slice",
                     "k must be at most the size of dimension 0"});
}

} // namespace
