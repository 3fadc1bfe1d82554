// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @relu_backward_c1(%x: tensor<2x3xf32>, %dy: tensor<2x1xf32>) {
  // expected-error@+1 {{'rlx.relu_backward' op expects dy of shape 2x3, but got 2x1}}
  %0 = rlx.relu_backward %x, %dy : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @relu_backward_c1_rank(%x: tensor<2x3xf32>, %dy: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.relu_backward' op expects dy of shape 2x3, but got 3}}
  %0 = rlx.relu_backward %x, %dy : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @relu_backward_c2(%x: tensor<2xf32>, %dy: tensor<2xf16>) {
  // expected-error@+1 {{'rlx.relu_backward' op expects operand #1 to have element type f32 like operand #0, but got f16}}
  %0 = rlx.relu_backward %x, %dy : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}

// -----

func.func @activation_backward_c1(%x: tensor<2x3xf32>, %dy: tensor<2x1xf32>) {
  // expected-error@+1 {{'rlx.activation_backward' op expects dy of shape 2x3, but got 2x1}}
  %0 = rlx.activation_backward %x, %dy kind = silu : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @activation_backward_c1_rank(%x: tensor<2x3xf32>, %dy: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.activation_backward' op expects dy of shape 2x3, but got 3}}
  %0 = rlx.activation_backward %x, %dy kind = silu : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @activation_backward_c2(%x: tensor<2xf32>, %dy: tensor<2xf16>) {
  // expected-error@+1 {{'rlx.activation_backward' op expects operand #1 to have element type f32 like operand #0, but got f16}}
  %0 = rlx.activation_backward %x, %dy kind = silu : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}

// -----

func.func @cumsum_backward_c1(%dy: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.cumsum_backward' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.cumsum_backward %dy axis = 2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @gather_backward_c1(%dy: tensor<2x3xf32>, %i: tensor<2xi64>) {
  // expected-error@+1 {{'rlx.gather_backward' op expects one size, but got 2}}
  %0 = rlx.gather_backward %dy, %i into [4, 5] axis = 0 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<4x3xf32>
  return
}

// -----

func.func @gather_backward_c1_empty(%dy: tensor<2x3xf32>, %i: tensor<2xi64>) {
  // expected-error@+1 {{'rlx.gather_backward' op expects a size of at least 1, but got 0}}
  %0 = rlx.gather_backward %dy, %i into [0] axis = 0 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<0x3xf32>
  return
}

// -----

func.func @gather_backward_c2(%dy: tensor<2xf32>, %i: tensor<2x3xi64>) {
  // expected-error@+1 {{'rlx.gather_backward' op expects dy of at least the rank 2 of the indices, but got rank 1}}
  %0 = rlx.gather_backward %dy, %i into [4] axis = 0 : (tensor<2xf32>, tensor<2x3xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @gather_backward_c2_axis(%dy: tensor<2x3x4xf32>, %i: tensor<3x4xi64>) {
  // expected-error@+1 {{'rlx.gather_backward' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.gather_backward %dy, %i into [4] axis = 2 : (tensor<2x3x4xf32>, tensor<3x4xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @gather_backward_c3(%dy: tensor<2x3x4xf32>, %i: tensor<3xi64>) {
  // expected-error@+1 {{'rlx.gather_backward' op expects dy of shape 2x3x3, but got 2x3x4}}
  %0 = rlx.gather_backward %dy, %i into [5] axis = 2 : (tensor<2x3x4xf32>, tensor<3xi64>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @rope_backward_c1(%dy: tensor<2x3x8xf32>, %c: tensor<4x4xf32>, %s: tensor<4x4xf32>) {
  // expected-error@+1 {{'rlx.rope_backward' op expects an input of rank 4, but got rank 3}}
  %0 = rlx.rope_backward %dy, %c, %s style = half layout = bshd : (tensor<2x3x8xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<2x3x8xf32>
  return
}

// -----

func.func @rope_backward_c2(%dy: tensor<2x3x1x8xf32>, %c: tensor<4x4xf32>, %s: tensor<4x3xf32>) {
  // expected-error@+1 {{'rlx.rope_backward' op expects sin of shape 4x4, but got 4x3}}
  %0 = rlx.rope_backward %dy, %c, %s style = half layout = bshd : (tensor<2x3x1x8xf32>, tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<2x3x1x8xf32>
  return
}

// -----

func.func @rope_backward_c3(%dy: tensor<2x3x1x8xf32>, %c: tensor<4x5xf32>, %s: tensor<4x5xf32>) {
  // expected-error@+1 {{'rlx.rope_backward' op expects at most 4 columns for heads of size 8, but got 5}}
  %0 = rlx.rope_backward %dy, %c, %s style = half layout = bshd : (tensor<2x3x1x8xf32>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<2x3x1x8xf32>
  return
}

// -----

func.func @rope_backward_c4(%dy: tensor<2x3x1x8xf32>, %c: tensor<2x4xf32>, %s: tensor<2x4xf32>) {
  // expected-error@+1 {{'rlx.rope_backward' op expects a table row for every element of the sequence}}
  %0 = rlx.rope_backward %dy, %c, %s style = half layout = bshd : (tensor<2x3x1x8xf32>, tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x3x1x8xf32>
  return
}

// -----

func.func @rope_backward_c5(%dy: tensor<2x3x1x8xf32>, %c: tensor<4x4xf32>, %s: tensor<4x4xf32>, %p: tensor<2xi64>) {
  // expected-error@+1 {{'rlx.rope_backward' op expects positions of shape 3, but got 2}}
  %0 = rlx.rope_backward %dy, %c, %s at %p style = half layout = bshd : (tensor<2x3x1x8xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<2xi64>) -> tensor<2x3x1x8xf32>
  return
}

// -----

func.func @rope_backward_c6(%dy: tensor<2x3x1x8xf32>, %c: tensor<4x4xf16>, %s: tensor<4x4xf32>) {
  // expected-error@+1 {{'rlx.rope_backward' op expects operand #1 to have element type f32 like operand #0, but got f16}}
  %0 = rlx.rope_backward %dy, %c, %s style = half layout = bshd : (tensor<2x3x1x8xf32>, tensor<4x4xf16>, tensor<4x4xf32>) -> tensor<2x3x1x8xf32>
  return
}
