// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @grouped_matmul_c1(%x: tensor<4x2xf32>, %w: tensor<2x5xf32>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'rlx.grouped_matmul' op expects input, weights and indices of ranks 2, 3 and 1, but got ranks 2, 2 and 1}}
  %0 = rlx.grouped_matmul %x, %w, %i : (tensor<4x2xf32>, tensor<2x5xf32>, tensor<4xi64>) -> tensor<4x5xf32>
  return
}

// -----

func.func @grouped_matmul_c2(%x: tensor<4x2xf32>, %w: tensor<3x2x5xf32>, %i: tensor<3xi64>) {
  // expected-error@+1 {{'rlx.grouped_matmul' op expects equal numbers of rows and of indices, but got 4 and 3}}
  %0 = rlx.grouped_matmul %x, %w, %i : (tensor<4x2xf32>, tensor<3x2x5xf32>, tensor<3xi64>) -> tensor<4x5xf32>
  return
}

// -----

func.func @grouped_matmul_c2_inner(%x: tensor<4x2xf32>, %w: tensor<3x6x5xf32>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'rlx.grouped_matmul' op expects equal inner sizes of input and weights, but got 2 and 6}}
  %0 = rlx.grouped_matmul %x, %w, %i : (tensor<4x2xf32>, tensor<3x6x5xf32>, tensor<4xi64>) -> tensor<4x5xf32>
  return
}

// -----

func.func @grouped_matmul_c3(%x: tensor<4x2xf32>, %w: tensor<0x2x5xf32>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'rlx.grouped_matmul' op expects weights of at least one matrix}}
  %0 = rlx.grouped_matmul %x, %w, %i : (tensor<4x2xf32>, tensor<0x2x5xf32>, tensor<4xi64>) -> tensor<4x5xf32>
  return
}

// -----

func.func @grouped_matmul_c4(%x: tensor<4x2xf32>, %w: tensor<3x2x5xf16>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'rlx.grouped_matmul' op expects operand #1 to have element type f32 like operand #0, but got f16}}
  %0 = rlx.grouped_matmul %x, %w, %i : (tensor<4x2xf32>, tensor<3x2x5xf16>, tensor<4xi64>) -> tensor<4x5xf32>
  return
}
