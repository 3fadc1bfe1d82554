// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MatMul, Gemm and Einsum: they import to the expected ops and shapes.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;

namespace {

TEST(OnnxLinalg, MatMulOfVectors) {
  ModelBuilder b(13);
  b.input("x", {3}).input("y", {2, 3, 4}).output("z");
  b.node("MatMul", {"x", "y"}, {"z"});
  expectParts(b, {"rlx.matmul", "-> tensor<2x4xf32>"});
  ModelBuilder dot(13);
  dot.input("x", {3}).input("y", {3}).output("z");
  dot.node("MatMul", {"x", "y"}, {"z"});
  expectParts(dot, {"(tensor<f32> {rlx.name = \"z\"})"});
}

TEST(OnnxLinalg, Gemm) {
  ModelBuilder b(13);
  b.input("x", {"n", 3}).floats("w", {4, 3}).floats("c", {4}).output("z");
  onnx::NodeProto *gemm = b.node("Gemm", {"x", "w", "c"}, {"z"});
  setInt(gemm, "transB", 1);
  setFloat(gemm, "alpha", 0.5f);
  expectParts(b, {"rlx.transpose", "rlx.matmul", "rlx.mul", "rlx.add", "-> tensor<?x4xf32>"});
}

TEST(OnnxLinalg, Einsum) {
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

} // namespace
