// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @matmul_c1(%a: tensor<f32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'rlx.matmul' op expects operands of rank 1 or more, but got ranks 0 and 2}}
  %0 = rlx.matmul %a, %b : (tensor<f32>, tensor<3x4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @matmul_c2(%a: tensor<2x3xf32>, %b: tensor<4x5xf32>) {
  // expected-error@+1 {{'rlx.matmul' op expects the last size of lhs to equal the second-last size of rhs, but got 3 and 4}}
  %0 = rlx.matmul %a, %b : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @matmul_c2_vector(%a: tensor<2x3xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'rlx.matmul' op expects the last size of lhs to equal the size of rhs, but got 3 and 4}}
  %0 = rlx.matmul %a, %b : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @matmul_c3(%a: tensor<2x4x3xf32>, %b: tensor<5x3x4xf32>) {
  // expected-error@+1 {{'rlx.matmul' op expects batch sizes that broadcast, but got 2x4x3 and 5x3x4}}
  %0 = rlx.matmul %a, %b : (tensor<2x4x3xf32>, tensor<5x3x4xf32>) -> tensor<2x4x4xf32>
  return
}

// -----

func.func @matmul_c4(%a: tensor<2x3xf32>, %b: tensor<3x4xf64>) {
  // expected-error@+1 {{'rlx.matmul' op expects operand #1 to have element type f32 like operand #0, but got f64}}
  %0 = rlx.matmul %a, %b : (tensor<2x3xf32>, tensor<3x4xf64>) -> tensor<2x4xf32>
  return
}
