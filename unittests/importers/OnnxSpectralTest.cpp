// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fourier transforms and windows: they import to the expected ops and shapes.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;

namespace {

TEST(OnnxSpectral, Dft) {
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
  // A power of two, or Bluestein's algorithm.
  expectParts(dynamic, {"rlx.if", "rlx.cos", "rlx.fft_radix2", "rlx.yield", "rlx.fft_radix2",
                        "{inverse = true}", "-> tensor<2x?x2xf32>"});
}

// An axis that is data makes all sizes dynamic.
TEST(OnnxSpectral, AxisAsData) {
  ModelBuilder b(20);
  b.input("x", {"n", 6, 4, 2}).input("axis", {}, onnx::TensorProto::INT64).output("y");
  onnx::NodeProto *dft = b.node("DFT", {"x", "", "axis"}, {"y"});
  setInt(dft, "onesided", 1);
  expectParts(b, {"the axis is out of range", "rlx.fft_radix2", "-> tensor<?x?x?x2xf32>"});
  b.graph()
      .mutable_input(0)
      ->mutable_type()
      ->mutable_tensor_type()
      ->mutable_shape()
      ->mutable_dim(3)
      ->set_dim_value(3);
  expectError(b, "node 'DFT_under_test' (DFT, opset 20): expects a last dimension of size 1 (real) "
                 "or 2 (complex)");
}

TEST(OnnxSpectral, InverseOfHalfASpectrum) {
  ModelBuilder b(17);
  b.input("x", {"n", 6, 2}).output("y");
  onnx::NodeProto *dft = b.node("DFT", {"x"}, {"y"});
  setInt(dft, "inverse", 1);
  setInt(dft, "onesided", 1);
  expectParts(b, {"rlx.irfft", "axis = 1 length = 10", "-> tensor<?x10x1xf32>"});
  dft->add_input("length");
  b.ints("length", {9});
  expectParts(b, {"rlx.slice", "axis = 1 length = 9", "-> tensor<?x9x1xf32>"});
  ModelBuilder real(17);
  real.input("x", {"n", 6, 1}).output("y");
  *real.graph().add_node() = *dft;
  real.graph().mutable_node(0)->mutable_input()->RemoveLast();
  expectError(real, "node 'DFT_under_test' (DFT, opset 17): expects a last dimension of size 2 "
                    "(complex) for a one-sided inverse");
}

TEST(OnnxSpectral, MelWeightMatrix) {
  ModelBuilder b(17);
  b.ints("bins", {4}).ints("length", {16}).ints("rate", {8000}).floats("low", {1}, 0);
  b.floats("high", {1}, 4000).output("y");
  b.node("MelWeightMatrix", {"bins", "length", "rate", "low", "high"}, {"y"});
  expectParts(b, {"rlx.constant", "tensor<9x4xf32>"});
  b.graph().mutable_initializer(0)->set_int64_data(0, 0);
  expectError(b, "node 'MelWeightMatrix_under_test' (MelWeightMatrix, opset 17): expects positive "
                 "sizes, and edges in ascending order");
}

TEST(OnnxSpectral, Stft) {
  ModelBuilder b(17);
  b.ints("step", {4}).ints("length", {8}).input("x", {"n", 20, 1}).input("w", {8}).output("y");
  b.node("STFT", {"x", "step", "w", "length"}, {"y"});
  expectParts(b, {"rlx.gather", "tensor<4x8xi64>", "rlx.mul", "rlx.rfft", "axis = 2",
                  "-> tensor<?x4x5x2xf32>"});
  // Frames that overlap have far more elements than the signal.
  ModelBuilder huge(17);
  huge.ints("step", {1}).ints("length", {1024}).input("x", {1, int64_t(1) << 31, 1}).output("y");
  huge.node("STFT", {"x", "step", "", "length"}, {"y"});
  expectParts(huge, {"rlx.iota", "tensor<2147482625x1024xi64>", "rlx.gather",
                     "-> tensor<1x2147482625x513x2xf32>"});
  ModelBuilder excessive(17);
  excessive.ints("step", {1}).ints("length", {1 << 20});
  excessive.input("x", {1, int64_t(1) << 31, 1}).output("y");
  excessive.node("STFT", {"x", "step", "", "length"}, {"y"});
  expectError(excessive,
              "node 'STFT_under_test' (STFT, opset 17): has 2146435073 frames of 1048576 elements; "
              "supported are 17592186044416 elements in all");
}

TEST(OnnxSpectral, Windows) {
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

} // namespace
