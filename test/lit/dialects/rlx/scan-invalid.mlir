// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @cumsum_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.cumsum' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.cumsum %x axis = 2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @top_k_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.top_k' op expects an axis in [-2, 2), but got -3}}
  %0:2 = rlx.top_k %x k = 1 axis = -3 : (tensor<2x3xf32>) -> (tensor<2x1xf32>, tensor<2x1xi64>)
  return
}

// -----

func.func @top_k_c2(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.top_k' op expects k to be at least 0, but got -1}}
  %0:2 = rlx.top_k %x k = -1 axis = 1 : (tensor<2x3xf32>) -> (tensor<2x?xf32>, tensor<2x?xi64>)
  return
}

// -----

func.func @top_k_c3(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.top_k' op expects k to be at most the size 3 of dimension 1, but got 4}}
  %0:2 = rlx.top_k %x k = 4 axis = 1 : (tensor<2x3xf32>) -> (tensor<2x4xf32>, tensor<2x4xi64>)
  return
}
