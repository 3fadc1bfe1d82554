// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @cumsum_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.cumsum' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.cumsum %x axis = 2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
