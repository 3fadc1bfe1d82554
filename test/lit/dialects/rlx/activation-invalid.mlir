// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @celu_c1(%x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.celu' op expects an alpha other than 0}}
  %0 = rlx.celu %x {alpha = 0.0} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @prelu_binary_c1(%x: tensor<2x3xf32>, %slope: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.prelu' op expects operands whose shapes broadcast, but got 2x3 and 2}}
  %0 = rlx.prelu %x, %slope : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @prelu_binary_c2(%x: tensor<2xf32>, %slope: tensor<2xf16>) {
  // expected-error@+1 {{'rlx.prelu' op expects operand #1 to have element type f32 like operand #0, but got f16}}
  %0 = rlx.prelu %x, %slope : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}

// -----

func.func @type(%x: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.gelu' op operand #0 must be ranked tensor of floating-point type values, but got 'tensor<2xi32>'}}
  %0 = rlx.gelu %x : (tensor<2xi32>) -> tensor<2xi32>
  return
}
