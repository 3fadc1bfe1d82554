// RUN: rlx-opt %s --rlx-lower-to-linalg --verify-diagnostics --split-input-file

// An op that declines is one error, with its reason and the nearest form that is taken.
func.func @dynamic_weights(%x: tensor<4x8xf32>, %w: tensor<?x8x32xf32>) -> tensor<4x8xf32> {
  // expected-error @+3 {{'rlx.matmul_packed' op could not be lowered to linalg}}
  // expected-note @+2 {{packed weights need static sizes}}
  // expected-note @+1 {{nearest supported form: rlx.matmul}}
  %0 = rlx.matmul_packed %x, %w {n = 8} : (tensor<4x8xf32>, tensor<?x8x32xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @composite(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+2 {{'rlx.softmax' op could not be lowered to linalg}}
  // expected-note @+1 {{it is a composite op: run --rlx-decompose-ops first}}
  %0 = rlx.softmax %x axis = 1 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
