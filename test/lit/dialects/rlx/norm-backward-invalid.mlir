// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @layer_norm_backward_c1(%x: tensor<2x3x4xf32>, %dy: tensor<2x3x4xf32>) {
  // expected-error@+1 {{'rlx.layer_norm_backward' op expects an axis in [-3, 3), but got -4}}
  %0:3 = rlx.layer_norm_backward %x, %dy axis = -4 eps = 1.0e-5 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>)
  return
}

// -----

func.func @layer_norm_backward_c2(%x: tensor<2x3x4xf32>, %dy: tensor<2x4x4xf32>) {
  // expected-error@+1 {{'rlx.layer_norm_backward' op expects dy of shape 2x3x4, but got 2x4x4}}
  %0:3 = rlx.layer_norm_backward %x, %dy axis = 1 eps = 1.0e-5 : (tensor<2x3x4xf32>, tensor<2x4x4xf32>) -> (tensor<2x3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
  return
}

// -----

func.func @layer_norm_backward_c2_gamma(%x: tensor<2x3x4xf32>, %dy: tensor<2x3x4xf32>, %g: tensor<4xf32>) {
  // expected-error@+1 {{'rlx.layer_norm_backward' op expects gamma of shape 3x4, but got 4}}
  %0:3 = rlx.layer_norm_backward %x, %dy gamma %g axis = 1 eps = 1.0e-5 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<4xf32>) -> (tensor<2x3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
  return
}

// -----

func.func @layer_norm_backward_c3(%x: tensor<2x3x4xf32>, %dy: tensor<2x3x4xf32>, %g: tensor<4xf16>) {
  // expected-error@+1 {{'rlx.layer_norm_backward' op expects operand #2 to have element type f32 like operand #0, but got f16}}
  %0:3 = rlx.layer_norm_backward %x, %dy gamma %g axis = 2 eps = 1.0e-5 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<4xf16>) -> (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @rms_norm_backward_c1(%x: tensor<2x3x4xf32>, %dy: tensor<2x3x4xf32>) {
  // expected-error@+1 {{'rlx.rms_norm_backward' op expects an axis in [-3, 3), but got -4}}
  %0:3 = rlx.rms_norm_backward %x, %dy axis = -4 eps = 1.0e-5 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>)
  return
}

// -----

func.func @rms_norm_backward_c2(%x: tensor<2x3x4xf32>, %dy: tensor<2x4x4xf32>) {
  // expected-error@+1 {{'rlx.rms_norm_backward' op expects dy of shape 2x3x4, but got 2x4x4}}
  %0:3 = rlx.rms_norm_backward %x, %dy axis = 1 eps = 1.0e-5 : (tensor<2x3x4xf32>, tensor<2x4x4xf32>) -> (tensor<2x3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
  return
}

// -----

func.func @rms_norm_backward_c2_gamma(%x: tensor<2x3x4xf32>, %dy: tensor<2x3x4xf32>, %g: tensor<4xf32>) {
  // expected-error@+1 {{'rlx.rms_norm_backward' op expects gamma of shape 3x4, but got 4}}
  %0:3 = rlx.rms_norm_backward %x, %dy gamma %g axis = 1 eps = 1.0e-5 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<4xf32>) -> (tensor<2x3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
  return
}

// -----

func.func @rms_norm_backward_c3(%x: tensor<2x3x4xf32>, %dy: tensor<2x3x4xf32>, %g: tensor<4xf16>) {
  // expected-error@+1 {{'rlx.rms_norm_backward' op expects operand #2 to have element type f32 like operand #0, but got f16}}
  %0:3 = rlx.rms_norm_backward %x, %dy gamma %g axis = 2 eps = 1.0e-5 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<4xf16>) -> (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @group_norm_backward_c1(%x: tensor<4xf32>, %dy: tensor<4xf32>) {
  // expected-error@+1 {{'rlx.group_norm_backward' op expects an input of rank 2 or more, but got rank 1}}
  %0:3 = rlx.group_norm_backward %x, %dy groups = 2 eps = 1.0e-5 : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @group_norm_backward_c2_many(%x: tensor<2x?x4xf32>, %dy: tensor<2x?x4xf32>) {
  // expected-error@+1 {{'rlx.group_norm_backward' op expects groups for an input of at most 17592186044416 elements, but got 9223372036854775807 groups}}
  %0:3 = rlx.group_norm_backward %x, %dy groups = 9223372036854775807 eps = 1.0e-5 : (tensor<2x?x4xf32>, tensor<2x?x4xf32>) -> (tensor<2x?x4xf32>, tensor<?xf32>, tensor<?xf32>)
  return
}

// -----

func.func @group_norm_backward_c2(%x: tensor<2x3x4xf32>, %dy: tensor<2x3x4xf32>) {
  // expected-error@+1 {{'rlx.group_norm_backward' op expects a positive number of groups that divides the 3 channels, but got 2}}
  %0:3 = rlx.group_norm_backward %x, %dy groups = 2 eps = 1.0e-5 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @group_norm_backward_c3(%x: tensor<2x3x4xf32>, %dy: tensor<2x3x5xf32>) {
  // expected-error@+1 {{'rlx.group_norm_backward' op expects dy of shape 2x3x4, but got 2x3x5}}
  %0:3 = rlx.group_norm_backward %x, %dy groups = 3 eps = 1.0e-5 : (tensor<2x3x4xf32>, tensor<2x3x5xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @group_norm_backward_c3_gamma(%x: tensor<2x3x4xf32>, %dy: tensor<2x3x4xf32>, %g: tensor<4xf32>) {
  // expected-error@+1 {{'rlx.group_norm_backward' op expects gamma of shape 3, but got 4}}
  %0:3 = rlx.group_norm_backward %x, %dy gamma %g groups = 3 eps = 1.0e-5 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @group_norm_backward_c4(%x: tensor<2x3x4xf32>, %dy: tensor<2x3x4xf64>) {
  // expected-error@+1 {{'rlx.group_norm_backward' op expects operand #1 to have element type f32 like operand #0, but got f64}}
  %0:3 = rlx.group_norm_backward %x, %dy groups = 3 eps = 1.0e-5 : (tensor<2x3x4xf32>, tensor<2x3x4xf64>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @layer_norm_backward_c4_nan(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.layer_norm_backward' op expects a finite eps of at least 0, but got NaN}}
  %0:3 = rlx.layer_norm_backward %x, %x axis = -1 eps = 0x7FF8000000000000 : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @layer_norm_backward_c4_inf(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.layer_norm_backward' op expects a finite eps of at least 0, but got +Inf}}
  %0:3 = rlx.layer_norm_backward %x, %x axis = -1 eps = 0x7FF0000000000000 : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @layer_norm_backward_c4_negative(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.layer_norm_backward' op expects a finite eps of at least 0, but got -0.001}}
  %0:3 = rlx.layer_norm_backward %x, %x axis = -1 eps = -1.0e-3 : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @rms_norm_backward_c4_nan(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.rms_norm_backward' op expects a finite eps of at least 0, but got NaN}}
  %0:3 = rlx.rms_norm_backward %x, %x axis = -1 eps = 0x7FF8000000000000 : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @rms_norm_backward_c4_inf(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.rms_norm_backward' op expects a finite eps of at least 0, but got +Inf}}
  %0:3 = rlx.rms_norm_backward %x, %x axis = -1 eps = 0x7FF0000000000000 : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @rms_norm_backward_c4_negative(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.rms_norm_backward' op expects a finite eps of at least 0, but got -0.001}}
  %0:3 = rlx.rms_norm_backward %x, %x axis = -1 eps = -1.0e-3 : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @group_norm_backward_c5_nan(%x: tensor<2x3x4xf32>) {
  // expected-error@+1 {{'rlx.group_norm_backward' op expects a finite eps of at least 0, but got NaN}}
  %0:3 = rlx.group_norm_backward %x, %x groups = 3 eps = 0x7FF8000000000000 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @group_norm_backward_c5_inf(%x: tensor<2x3x4xf32>) {
  // expected-error@+1 {{'rlx.group_norm_backward' op expects a finite eps of at least 0, but got +Inf}}
  %0:3 = rlx.group_norm_backward %x, %x groups = 3 eps = 0x7FF0000000000000 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @group_norm_backward_c5_negative(%x: tensor<2x3x4xf32>) {
  // expected-error@+1 {{'rlx.group_norm_backward' op expects a finite eps of at least 0, but got -0.001}}
  %0:3 = rlx.group_norm_backward %x, %x groups = 3 eps = -1.0e-3 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}
