// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @resize_c1(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{'rlx.resize' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.resize nearest %x axes = [2] to [8] : (tensor<2x4xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @resize_c2(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{'rlx.resize' op expects distinct axes, but axis 1 occurs twice}}
  %0 = rlx.resize nearest %x axes = [1, -1] to [8, 8] : (tensor<2x4xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @resize_c3(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{'rlx.resize' op expects one size for each of 2 axes, but got 1}}
  %0 = rlx.resize nearest %x axes = [0, 1] to [8] : (tensor<2x4xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @resize_c4(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{'rlx.resize' op expects sizes of at least 1 for axis 1, but got 0}}
  %0 = rlx.resize nearest %x axes = [1] to [0] : (tensor<2x4xf32>) -> tensor<2x0xf32>
  return
}

// -----

func.func @resize_c5(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{'rlx.resize' op expects 1 scales or none, but got 2}}
  %0 = rlx.resize nearest %x axes = [1] to [8] scales = [2.0, 2.0] : (tensor<2x4xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @resize_c5_range(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{'rlx.resize' op expects positive, finite scales, but got 0.000000}}
  %0 = rlx.resize nearest %x axes = [1] to [8] scales = [0.0] : (tensor<2x4xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @resize_c6(%x: tensor<2x0xf32>) {
  // expected-error@+1 {{'rlx.resize' op expects dimension 1 of the input not to be empty}}
  %0 = rlx.resize nearest %x axes = [1] to [8] : (tensor<2x0xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @resize_c7(%x: tensor<1x1x1x1x1xf32>) {
  // expected-error@+1 {{'rlx.resize' op expects at most 4 axes in mode linear, but got 5}}
  %0 = rlx.resize linear %x axes = [0, 1, 2, 3, 4] to [1, 1, 1, 1, 1] : (tensor<1x1x1x1x1xf32>) -> tensor<1x1x1x1x1xf32>
  return
}

// -----

func.func @resize_c8(%x: tensor<4xi32>) {
  // expected-error@+1 {{'rlx.resize' op expects a floating-point input in mode linear, but got an integer type}}
  %0 = rlx.resize linear %x axes = [0] to [8] : (tensor<4xi32>) -> tensor<8xi32>
  return
}
