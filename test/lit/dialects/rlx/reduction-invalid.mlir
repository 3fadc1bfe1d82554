// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @reduce_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.reduce_sum' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.reduce_sum %x axes = [2] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c2(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.reduce_sum' op expects distinct axes, but axis 1 occurs twice}}
  %0 = rlx.reduce_sum %x axes = [-1, 1] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c1_mean(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.reduce_mean' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.reduce_mean %x axes = [2] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c2_mean(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.reduce_mean' op expects distinct axes, but axis 1 occurs twice}}
  %0 = rlx.reduce_mean %x axes = [-1, 1] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c1_max(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.reduce_max' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.reduce_max %x axes = [2] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c2_max(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.reduce_max' op expects distinct axes, but axis 1 occurs twice}}
  %0 = rlx.reduce_max %x axes = [-1, 1] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c1_min(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.reduce_min' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.reduce_min %x axes = [2] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c2_min(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.reduce_min' op expects distinct axes, but axis 1 occurs twice}}
  %0 = rlx.reduce_min %x axes = [-1, 1] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c1_prod(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.reduce_prod' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.reduce_prod %x axes = [2] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c2_prod(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.reduce_prod' op expects distinct axes, but axis 1 occurs twice}}
  %0 = rlx.reduce_prod %x axes = [-1, 1] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}
