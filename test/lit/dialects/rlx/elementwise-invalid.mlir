// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @binary_c1(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'rlx.add' op expects operands whose shapes broadcast, but got 2x3 and 2x4}}
  %0 = rlx.add %a, %b : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @binary_c2(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+1 {{'rlx.add' op expects operand #1 to have element type f32 like operand #0, but got f64}}
  %0 = rlx.add %a, %b : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}
