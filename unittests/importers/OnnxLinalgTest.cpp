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
  einsum->mutable_attribute(0)->set_s("...hd,...hd->...h");
  expectError(b,
              "node 'Einsum_under_test' (Einsum, opset 13): expects batch dimension 1 of input "
              "#1 'k' to have size 5 like dimension 1 of input #0 'q', but got 7; the inputs are "
              "'q' [?x5x4x16], 'k' [?x7x4x16]");
  einsum->mutable_attribute(0)->set_s("bqhd,bkhd->bx");
  expectError(b, "node 'Einsum_under_test' (Einsum, opset 13): equation 'bqhd,bkhd->bx': no "
                 "operand has the label 'x' of the result");
  einsum->mutable_attribute(0)->set_s("bqhd,bkhd->qq");
  expectError(b, "node 'Einsum_under_test' (Einsum, opset 13): equation 'bqhd,bkhd->qq': the "
                 "result has the label 'q' twice");
}

TEST(OnnxLinalg, EinsumOfManyOperands) {
  ModelBuilder b(13);
  b.input("x", {2, 30}).input("y", {30, 3}).input("z", {3, "n"}).output("r");
  setString(b.node("Einsum", {"x", "y", "z"}, {"r"}), "equation", "ij,jk,kl->li");
  expectParts(b, {"rlx.dot_general %arg0, %arg1", "tensor<2x3xf32>", "-> (tensor<?x2xf32> {"});
  // The two small operands first.
  ModelBuilder other(13);
  other.input("x", {100, 30}).input("y", {30, 3}).input("z", {3, 2}).output("r");
  setString(other.node("Einsum", {"x", "y", "z"}, {"r"}), "equation", "ij,jk,kl->li");
  expectParts(other, {"rlx.dot_general %arg1, %arg2", "-> (tensor<2x100xf32> {"});
}

TEST(OnnxLinalg, EinsumDiagonalsAndEllipses) {
  ModelBuilder b(13);
  b.input("x", {"b", 4, 4}).output("r");
  setString(b.node("Einsum", {"x"}, {"r"}), "equation", "...ii->...i");
  expectParts(b, {"rlx.compare eq", "rlx.where", "rlx.reduce_sum", "-> (tensor<?x4xf32> {"});
  ModelBuilder other(13);
  other.input("x", {2, 1, 3}).input("y", {5, 3}).output("r");
  setString(other.node("Einsum", {"x", "y"}, {"r"}), "equation", "...i,...i");
  expectParts(other, {"rlx.dot_general", "-> (tensor<2x5xf32> {"});
}

} // namespace
