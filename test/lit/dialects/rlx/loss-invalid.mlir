// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @softmax_cross_entropy_c1(%x: tensor<f32>, %l: tensor<i64>) {
  // expected-error@+1 {{'rlx.softmax_cross_entropy' op expects logits of rank 1 or more}}
  %0 = rlx.softmax_cross_entropy %x, %l : (tensor<f32>, tensor<i64>) -> tensor<f32>
  return
}

// -----

func.func @softmax_cross_entropy_c2(%x: tensor<3x0xf32>, %l: tensor<3xi64>) {
  // expected-error@+1 {{'rlx.softmax_cross_entropy' op expects logits of at least one class}}
  %0 = rlx.softmax_cross_entropy %x, %l : (tensor<3x0xf32>, tensor<3xi64>) -> tensor<3xf32>
  return
}

// -----

func.func @softmax_cross_entropy_c3(%x: tensor<3x4xf32>, %l: tensor<4xi64>) {
  // expected-error@+1 {{'rlx.softmax_cross_entropy' op expects labels of shape 3, but got 4}}
  %0 = rlx.softmax_cross_entropy %x, %l : (tensor<3x4xf32>, tensor<4xi64>) -> tensor<3xf32>
  return
}

// -----

func.func @softmax_cross_entropy_backward_c1(%x: tensor<f32>, %l: tensor<i64>, %dy: tensor<f32>) {
  // expected-error@+1 {{'rlx.softmax_cross_entropy_backward' op expects logits of rank 1 or more}}
  %0 = rlx.softmax_cross_entropy_backward %x, %l, %dy : (tensor<f32>, tensor<i64>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @softmax_cross_entropy_backward_c2(%x: tensor<3x0xf32>, %l: tensor<3xi64>, %dy: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.softmax_cross_entropy_backward' op expects logits of at least one class}}
  %0 = rlx.softmax_cross_entropy_backward %x, %l, %dy : (tensor<3x0xf32>, tensor<3xi64>, tensor<3xf32>) -> tensor<3x0xf32>
  return
}

// -----

func.func @softmax_cross_entropy_backward_c3(%x: tensor<3x4xf32>, %l: tensor<4xi64>, %dy: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.softmax_cross_entropy_backward' op expects labels of shape 3, but got 4}}
  %0 = rlx.softmax_cross_entropy_backward %x, %l, %dy : (tensor<3x4xf32>, tensor<4xi64>, tensor<3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @softmax_cross_entropy_backward_c3_dy(%x: tensor<3x4xf32>, %l: tensor<3xi64>, %dy: tensor<3x1xf32>) {
  // expected-error@+1 {{'rlx.softmax_cross_entropy_backward' op expects dy of shape 3, but got 3x1}}
  %0 = rlx.softmax_cross_entropy_backward %x, %l, %dy : (tensor<3x4xf32>, tensor<3xi64>, tensor<3x1xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @softmax_cross_entropy_backward_c4(%x: tensor<3x4xf32>, %l: tensor<3xi64>, %dy: tensor<3xf16>) {
  // expected-error@+1 {{'rlx.softmax_cross_entropy_backward' op expects operand #1 to have element type f32 like operand #0, but got f16}}
  %0 = rlx.softmax_cross_entropy_backward %x, %l, %dy : (tensor<3x4xf32>, tensor<3xi64>, tensor<3xf16>) -> tensor<3x4xf32>
  return
}
