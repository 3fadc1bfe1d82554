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

// -----

func.func @sort_c1(%x: tensor<2x?xf32>) {
  // expected-error@+1 {{'rlx.sort' op expects an axis in [-2, 2), but got 2}}
  %0:2 = rlx.sort %x axis = 2 : (tensor<2x?xf32>) -> (tensor<2x?xf32>, tensor<2x?xi64>)
  return
}

// -----

func.func @non_max_suppression_c1(%b: tensor<1x6x5xf32>, %s: tensor<1x2x6xf32>, %m: tensor<i64>, %t: tensor<f32>) {
  // expected-error@+1 {{'rlx.non_max_suppression' op expects boxes of shape [B, N, 4], but got 1x6x5}}
  %0:3 = rlx.non_max_suppression %b, %s, %m, %t : (tensor<1x6x5xf32>, tensor<1x2x6xf32>, tensor<i64>, tensor<f32>) -> (tensor<1x2x6xi64>, tensor<1x2x6xf32>, tensor<1x2xi64>)
  return
}

// -----

func.func @non_max_suppression_c2(%b: tensor<1x6x4xf32>, %s: tensor<1x6x2xf32>, %m: tensor<i64>, %t: tensor<f32>) {
  // expected-error@+1 {{'rlx.non_max_suppression' op expects scores of shape [B, C, N] for boxes of shape 1x6x4, but got 1x6x2}}
  %0:3 = rlx.non_max_suppression %b, %s, %m, %t : (tensor<1x6x4xf32>, tensor<1x6x2xf32>, tensor<i64>, tensor<f32>) -> (tensor<1x6x2xi64>, tensor<1x6x2xf32>, tensor<1x6xi64>)
  return
}

// -----

func.func @non_max_suppression_c3(%b: tensor<1x6x4xf32>, %s: tensor<1x2x6xf32>, %m: tensor<1xi64>, %t: tensor<f32>) {
  // expected-error@+1 {{'rlx.non_max_suppression' op expects max_output and thresholds of rank 0, but got rank 1}}
  %0:3 = rlx.non_max_suppression %b, %s, %m, %t : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<1xi64>, tensor<f32>) -> (tensor<1x2x6xi64>, tensor<1x2x6xf32>, tensor<1x2xi64>)
  return
}
