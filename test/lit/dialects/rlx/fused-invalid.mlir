// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @fused_matmul_bias_act_c1(%a: tensor<2x3xf32>, %b: tensor<4x5xf32>) {
  // expected-error@+1 {{'rlx.fused_matmul_bias_act' op expects the last size of lhs to equal the second-last size of rhs, but got 3 and 4}}
  %0 = rlx.fused_matmul_bias_act %a, %b activation = relu : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @fused_matmul_bias_act_c1_rank(%a: tensor<3xf32>, %b: tensor<3x5xf32>) {
  // expected-error@+1 {{'rlx.fused_matmul_bias_act' op expects operands of rank 2 or more, but got ranks 1 and 2}}
  %0 = rlx.fused_matmul_bias_act %a, %b activation = relu : (tensor<3xf32>, tensor<3x5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @fused_matmul_bias_act_c2(%a: tensor<2x3xf32>, %b: tensor<3x5xf32>, %c: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.fused_matmul_bias_act' op expects a bias of shape 5, but got 3}}
  %0 = rlx.fused_matmul_bias_act %a, %b, %c activation = relu : (tensor<2x3xf32>, tensor<3x5xf32>, tensor<3xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @fused_matmul_bias_act_c3(%a: tensor<2x3xf32>, %b: tensor<3x5xf32>, %c: tensor<5xf16>) {
  // expected-error@+1 {{'rlx.fused_matmul_bias_act' op expects operand #2 to have element type f32 like operand #0, but got f16}}
  %0 = rlx.fused_matmul_bias_act %a, %b, %c activation = relu : (tensor<2x3xf32>, tensor<3x5xf32>, tensor<5xf16>) -> tensor<2x5xf32>
  return
}

// -----

func.func @fused_residual_ln_c1(%x: tensor<2x3xf32>, %r: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.fused_residual_ln' op expects a residual of shape 2x3, but got 3}}
  %0 = rlx.fused_residual_ln %x, %r axis = 1 eps = 1.0e-5 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fused_residual_ln_c2(%x: tensor<2x3xf32>, %r: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fused_residual_ln' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.fused_residual_ln %x, %r axis = 2 eps = 1.0e-5 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fused_residual_ln_c3(%x: tensor<2x3xf32>, %r: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.fused_residual_ln' op expects a bias of shape 3, but got 2}}
  %0 = rlx.fused_residual_ln %x, %r bias %b axis = 1 eps = 1.0e-5 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fused_residual_ln_c4(%x: tensor<2x3xf32>, %r: tensor<2x3xf32>, %g: tensor<3xf64>) {
  // expected-error@+1 {{'rlx.fused_residual_ln' op expects operand #2 to have element type f32 like operand #0, but got f64}}
  %0 = rlx.fused_residual_ln %x, %r gamma %g axis = 1 eps = 1.0e-5 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xf64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fused_residual_rms_norm_c1(%x: tensor<2x3xf32>, %r: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.fused_residual_rms_norm' op expects a residual of shape 2x3, but got 3}}
  %0 = rlx.fused_residual_rms_norm %x, %r axis = 1 eps = 1.0e-5 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fused_residual_rms_norm_c2(%x: tensor<2x3xf32>, %r: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fused_residual_rms_norm' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.fused_residual_rms_norm %x, %r axis = 2 eps = 1.0e-5 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fused_residual_rms_norm_c3(%x: tensor<2x3xf32>, %r: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.fused_residual_rms_norm' op expects a bias of shape 3, but got 2}}
  %0 = rlx.fused_residual_rms_norm %x, %r bias %b axis = 1 eps = 1.0e-5 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fused_residual_rms_norm_c4(%x: tensor<2x3xf32>, %r: tensor<2x3xf32>, %g: tensor<3xf64>) {
  // expected-error@+1 {{'rlx.fused_residual_rms_norm' op expects operand #2 to have element type f32 like operand #0, but got f64}}
  %0 = rlx.fused_residual_rms_norm %x, %r gamma %g axis = 1 eps = 1.0e-5 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xf64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fused_swiglu_c1(%x: tensor<f32>) {
  // expected-error@+1 {{'rlx.fused_swiglu' op expects an input of at least rank 1, but got rank 0}}
  %0 = rlx.fused_swiglu %x : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @fused_swiglu_c2(%x: tensor<2x5xf32>) {
  // expected-error@+1 {{'rlx.fused_swiglu' op expects an even last size, but got 5}}
  %0 = rlx.fused_swiglu %x : (tensor<2x5xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @fused_swiglu_c3(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{'rlx.fused_swiglu' op attribute 'cast_to' failed to satisfy constraint: type attribute of floating-point type}}
  %0 = rlx.fused_swiglu %x {cast_to = i32} : (tensor<2x4xf32>) -> tensor<2x2xi32>
  return
}

// -----

func.func @fused_residual_ln_c5_nan(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fused_residual_ln' op expects a finite eps of at least 0, but got NaN}}
  %0 = rlx.fused_residual_ln %x, %x axis = -1 eps = 0x7FF8000000000000 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fused_residual_ln_c5_inf(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fused_residual_ln' op expects a finite eps of at least 0, but got +Inf}}
  %0 = rlx.fused_residual_ln %x, %x axis = -1 eps = 0x7FF0000000000000 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fused_residual_ln_c5_negative(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fused_residual_ln' op expects a finite eps of at least 0, but got -0.001}}
  %0 = rlx.fused_residual_ln %x, %x axis = -1 eps = -1.0e-3 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fused_residual_rms_norm_c5_nan(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fused_residual_rms_norm' op expects a finite eps of at least 0, but got NaN}}
  %0 = rlx.fused_residual_rms_norm %x, %x axis = -1 eps = 0x7FF8000000000000 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fused_residual_rms_norm_c5_inf(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fused_residual_rms_norm' op expects a finite eps of at least 0, but got +Inf}}
  %0 = rlx.fused_residual_rms_norm %x, %x axis = -1 eps = 0x7FF0000000000000 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fused_residual_rms_norm_c5_negative(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fused_residual_rms_norm' op expects a finite eps of at least 0, but got -0.001}}
  %0 = rlx.fused_residual_rms_norm %x, %x axis = -1 eps = -1.0e-3 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
