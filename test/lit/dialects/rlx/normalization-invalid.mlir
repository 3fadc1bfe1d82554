// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @softmax_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.softmax' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.softmax %x axis = 2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @log_softmax_c1(%x: tensor<f32>) {
  // expected-error@+1 {{'rlx.log_softmax' op expects an axis in [0, 0), but got -1}}
  %0 = rlx.log_softmax %x axis = -1 : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @layer_norm_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.layer_norm' op expects an axis in [-2, 2), but got -3}}
  %0 = rlx.layer_norm %x axis = -3 eps = 1.0e-5 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @layer_norm_c2(%x: tensor<2x3x4xf32>, %g: tensor<4xf32>) {
  // expected-error@+1 {{'rlx.layer_norm' op expects gamma of shape 3x4, but got 4}}
  %0 = rlx.layer_norm %x gamma %g axis = 1 eps = 1.0e-5 : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @layer_norm_c2_beta(%x: tensor<2x3x4xf32>, %g: tensor<5xf32>) {
  // expected-error@+1 {{'rlx.layer_norm' op expects beta of shape 4, but got 5}}
  %0 = rlx.layer_norm %x beta %g axis = 2 eps = 1.0e-5 : (tensor<2x3x4xf32>, tensor<5xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @layer_norm_c3(%x: tensor<2x3xf16>, %g: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.layer_norm' op expects operand #1 to have element type f16 like operand #0, but got f32}}
  %0 = rlx.layer_norm %x gamma %g axis = 1 eps = 1.0e-5 : (tensor<2x3xf16>, tensor<3xf32>) -> tensor<2x3xf16>
  return
}

// -----

func.func @rms_norm_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.rms_norm' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.rms_norm %x axis = 2 eps = 1.0e-5 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @rms_norm_c2(%x: tensor<2x3xf32>, %g: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.rms_norm' op expects gamma of shape 3, but got 2}}
  %0 = rlx.rms_norm %x gamma %g axis = 1 eps = 1.0e-5 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @rms_norm_c3(%x: tensor<2x3xf32>, %g: tensor<3xbf16>) {
  // expected-error@+1 {{'rlx.rms_norm' op expects operand #1 to have element type f32 like operand #0, but got bf16}}
  %0 = rlx.rms_norm %x gamma %g axis = 1 eps = 1.0e-5 : (tensor<2x3xf32>, tensor<3xbf16>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_c1(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.batch_norm' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.batch_norm %x, %s, %s, %s, %s axis = 2 eps = 1.0e-5 : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_c2(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %m: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.batch_norm' op expects mean of shape 3, but got 2}}
  %0 = rlx.batch_norm %x, %s, %s, %m, %s axis = 1 eps = 1.0e-5 : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_c3(%x: tensor<2x3xf32>, %s: tensor<3xf64>) {
  // expected-error@+1 {{'rlx.batch_norm' op expects operand #1 to have element type f32 like operand #0, but got f64}}
  %0 = rlx.batch_norm %x, %s, %s, %s, %s axis = 1 eps = 1.0e-5 : (tensor<2x3xf32>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @group_norm_c1(%x: tensor<8xf32>) {
  // expected-error@+1 {{'rlx.group_norm' op expects an input of rank 2 or more, but got rank 1}}
  %0 = rlx.group_norm %x groups = 2 eps = 1.0e-5 : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @group_norm_c2(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'rlx.group_norm' op expects a positive number of groups that divides the 8 channels, but got 3}}
  %0 = rlx.group_norm %x groups = 3 eps = 1.0e-5 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @group_norm_c2_zero(%x: tensor<2x?xf32>) {
  // expected-error@+1 {{'rlx.group_norm' op expects a positive number of groups that divides the channels, but got 0}}
  %0 = rlx.group_norm %x groups = 0 eps = 1.0e-5 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}

// -----

func.func @group_norm_c3(%x: tensor<2x8x4xf32>, %g: tensor<4xf32>) {
  // expected-error@+1 {{'rlx.group_norm' op expects gamma of shape 8, but got 4}}
  %0 = rlx.group_norm %x gamma %g groups = 2 eps = 1.0e-5 : (tensor<2x8x4xf32>, tensor<4xf32>) -> tensor<2x8x4xf32>
  return
}

// -----

func.func @group_norm_c4(%x: tensor<2x8x4xf32>, %g: tensor<8xf16>) {
  // expected-error@+1 {{'rlx.group_norm' op expects operand #1 to have element type f32 like operand #0, but got f16}}
  %0 = rlx.group_norm %x gamma %g groups = 2 eps = 1.0e-5 : (tensor<2x8x4xf32>, tensor<8xf16>) -> tensor<2x8x4xf32>
  return
}

// -----

func.func @layer_norm_2d_c1(%x: tensor<8xf32>) {
  // expected-error@+1 {{'rlx.layer_norm_2d' op expects an input of rank 2 or more, but got rank 1}}
  %0 = rlx.layer_norm_2d %x eps = 1.0e-5 : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @layer_norm_2d_c2(%x: tensor<2x8x4x4xf32>, %g: tensor<4xf32>) {
  // expected-error@+1 {{'rlx.layer_norm_2d' op expects beta of shape 8, but got 4}}
  %0 = rlx.layer_norm_2d %x beta %g eps = 1.0e-5 : (tensor<2x8x4x4xf32>, tensor<4xf32>) -> tensor<2x8x4x4xf32>
  return
}

// -----

func.func @layer_norm_2d_c3(%x: tensor<2x8xf32>, %g: tensor<8xf64>) {
  // expected-error@+1 {{'rlx.layer_norm_2d' op expects operand #1 to have element type f32 like operand #0, but got f64}}
  %0 = rlx.layer_norm_2d %x gamma %g eps = 1.0e-5 : (tensor<2x8xf32>, tensor<8xf64>) -> tensor<2x8xf32>
  return
}

// -----

func.func @layer_norm_c4_nan(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.layer_norm' op expects a finite eps of at least 0, but got NaN}}
  %0 = rlx.layer_norm %x axis = -1 eps = 0x7FF8000000000000 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @layer_norm_c4_inf(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.layer_norm' op expects a finite eps of at least 0, but got +Inf}}
  %0 = rlx.layer_norm %x axis = -1 eps = 0x7FF0000000000000 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @layer_norm_c4_negative(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.layer_norm' op expects a finite eps of at least 0, but got -0.001}}
  %0 = rlx.layer_norm %x axis = -1 eps = -1.0e-3 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @rms_norm_c4_nan(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.rms_norm' op expects a finite eps of at least 0, but got NaN}}
  %0 = rlx.rms_norm %x axis = -1 eps = 0x7FF8000000000000 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @rms_norm_c4_inf(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.rms_norm' op expects a finite eps of at least 0, but got +Inf}}
  %0 = rlx.rms_norm %x axis = -1 eps = 0x7FF0000000000000 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @rms_norm_c4_negative(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.rms_norm' op expects a finite eps of at least 0, but got -0.001}}
  %0 = rlx.rms_norm %x axis = -1 eps = -1.0e-3 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_c4_nan(%x: tensor<2x3xf32>, %v: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.batch_norm' op expects a finite eps of at least 0, but got NaN}}
  %0 = rlx.batch_norm %x, %v, %v, %v, %v axis = 1 eps = 0x7FF8000000000000 : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_c4_inf(%x: tensor<2x3xf32>, %v: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.batch_norm' op expects a finite eps of at least 0, but got +Inf}}
  %0 = rlx.batch_norm %x, %v, %v, %v, %v axis = 1 eps = 0x7FF0000000000000 : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @batch_norm_c4_negative(%x: tensor<2x3xf32>, %v: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.batch_norm' op expects a finite eps of at least 0, but got -0.001}}
  %0 = rlx.batch_norm %x, %v, %v, %v, %v axis = 1 eps = -1.0e-3 : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @group_norm_c5_nan(%x: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'rlx.group_norm' op expects a finite eps of at least 0, but got NaN}}
  %0 = rlx.group_norm %x groups = 2 eps = 0x7FF8000000000000 : (tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @group_norm_c5_inf(%x: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'rlx.group_norm' op expects a finite eps of at least 0, but got +Inf}}
  %0 = rlx.group_norm %x groups = 2 eps = 0x7FF0000000000000 : (tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @group_norm_c5_negative(%x: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'rlx.group_norm' op expects a finite eps of at least 0, but got -0.001}}
  %0 = rlx.group_norm %x groups = 2 eps = -1.0e-3 : (tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @layer_norm_2d_c4_nan(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'rlx.layer_norm_2d' op expects a finite eps of at least 0, but got NaN}}
  %0 = rlx.layer_norm_2d %x eps = 0x7FF8000000000000 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @layer_norm_2d_c4_inf(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'rlx.layer_norm_2d' op expects a finite eps of at least 0, but got +Inf}}
  %0 = rlx.layer_norm_2d %x eps = 0x7FF0000000000000 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @layer_norm_2d_c4_negative(%x: tensor<2x8xf32>) {
  // expected-error@+1 {{'rlx.layer_norm_2d' op expects a finite eps of at least 0, but got -0.001}}
  %0 = rlx.layer_norm_2d %x eps = -1.0e-3 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return
}
