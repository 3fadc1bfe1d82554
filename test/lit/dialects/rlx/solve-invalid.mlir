// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @dense_solve_c1(%a: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.dense_solve' op expects a of rank 2 or more, but got rank 1}}
  %0 = rlx.dense_solve %a, %b : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @dense_solve_c2(%a: tensor<3x4xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.dense_solve' op expects a of shape 3x3, but got 3x4}}
  %0 = rlx.dense_solve %a, %b : (tensor<3x4xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @dense_solve_c3(%a: tensor<2x3x3xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.dense_solve' op expects b of rank 3 (a matrix) or 2 (a vector), but got rank 1}}
  %0 = rlx.dense_solve %a, %b : (tensor<2x3x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @dense_solve_c4(%a: tensor<2x3x3xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'rlx.dense_solve' op expects b of shape 2x3, but got 2x4}}
  %0 = rlx.dense_solve %a, %b : (tensor<2x3x3xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dense_solve_c4_batch(%a: tensor<2x3x3xf32>, %b: tensor<1x3x5xf32>) {
  // expected-error@+1 {{'rlx.dense_solve' op expects b of shape 2x3x5, but got 1x3x5}}
  %0 = rlx.dense_solve %a, %b : (tensor<2x3x3xf32>, tensor<1x3x5xf32>) -> tensor<1x3x5xf32>
  return
}

// -----

func.func @dense_solve_c5(%a: tensor<3x3xf32>, %b: tensor<3xf64>) {
  // expected-error@+1 {{'rlx.dense_solve' op expects operand #1 to have element type f32 like operand #0, but got f64}}
  %0 = rlx.dense_solve %a, %b : (tensor<3x3xf32>, tensor<3xf64>) -> tensor<3xf64>
  return
}
