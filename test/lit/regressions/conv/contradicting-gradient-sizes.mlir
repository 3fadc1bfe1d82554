// Sizes that contradict each other once they are known are an error at the op, however they become
// known.
// RUN: rlx-opt %s --split-input-file --verify-diagnostics --rlx-pipeline-simplify --rlx-pipeline-decompose

// The image's width equals the gradient's 4 channels. The declared width is 3, which is too small
// for a gradient of 4 columns.
func.func @main(%dy: tensor<2x4x?xf64> {rlx.kind = "input", rlx.name = "dy"}) -> (tensor<2x3x?xf64> {rlx.name = "dx"}) {
  %w = rlx.constant dense<1.0> : tensor<4x3x3xf64>
  %c2 = arith.constant 2 : index
  %size = tensor.dim %dy, %c2 : tensor<2x4x?xf64>
  // expected-error@+1 {{no image has a gradient of the size of dimension 1}}
  %dx = rlx.conv_backward_input %dy, %w to [%size] pads = [1, 1] data_format = channels_last : (tensor<2x4x?xf64>, tensor<4x3x3xf64>, index) -> tensor<2x3x?xf64>
  return %dx : tensor<2x3x?xf64>
}
