// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @dot_general_c1(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'rlx.dot_general' op expects lhs dimensions in [0, 2), but got -1}}
  %0 = rlx.dot_general %a, %b contract [-1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c2(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'rlx.dot_general' op expects distinct rhs dimensions, but 0 occurs twice}}
  %0 = rlx.dot_general %a, %b batch [0] x [0] contract [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c3(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'rlx.dot_general' op expects as many contracting dimensions of rhs as of lhs, 1, but got 0}}
  %0 = rlx.dot_general %a, %b contract [1] x [] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c4(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'rlx.dot_general' op expects contracting dimension 1 of rhs to have size 3 like dimension 1 of lhs, but got 4}}
  %0 = rlx.dot_general %a, %b contract [1] x [1] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c4_batch(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'rlx.dot_general' op expects batch dimension 0 of rhs to have size 2 like dimension 0 of lhs, but got 3}}
  %0 = rlx.dot_general %a, %b batch [0] x [0] contract [] x [] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c5(%a: tensor<2x3xf32>, %b: tensor<3x4xf16>) {
  // expected-error@+1 {{'rlx.dot_general' op expects operand #1 to have element type f32 like operand #0, but got f16}}
  %0 = rlx.dot_general %a, %b contract [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf16>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot_general_c6(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'rlx.dot_general' op expects to accumulate in f32 or a wider type of its kind, but got i64}}
  %0 = rlx.dot_general %a, %b contract [1] x [0] to i64 : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xi64>
  return
}

// -----

func.func @dot_general_c6_complex(%a: tensor<2x3xcomplex<f32>>, %b: tensor<3x4xcomplex<f32>>) {
  // expected-error@+1 {{'rlx.dot_general' op expects to accumulate in complex<f32> or a wider type of its kind, but got i64}}
  %0 = rlx.dot_general %a, %b contract [1] x [0] to i64 : (tensor<2x3xcomplex<f32>>, tensor<3x4xcomplex<f32>>) -> tensor<2x4xi64>
  return
}

// -----

func.func @dot_general_c6_narrow(%a: tensor<2x3xi32>, %b: tensor<3x4xi32>) {
  // expected-error@+1 {{'rlx.dot_general' op expects to accumulate in i32 or a wider type of its kind, but got i16}}
  %0 = rlx.dot_general %a, %b contract [1] x [0] to i16 : (tensor<2x3xi32>, tensor<3x4xi32>) -> tensor<2x4xi16>
  return
}
