// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @matmul_integer_c1(%a: tensor<3xi8>, %b: tensor<3x4xi8>) {
  // expected-error@+1 {{'rlx.matmul_integer' op expects operands of rank 2 or more, but got ranks 1 and 2}}
  %0 = rlx.matmul_integer %a, %b : (tensor<3xi8>, tensor<3x4xi8>) -> tensor<2x4xi32>
  return
}

// -----

func.func @matmul_integer_c2(%a: tensor<2x3xi8>, %b: tensor<5x4xi8>) {
  // expected-error@+1 {{'rlx.matmul_integer' op expects the last size of lhs to equal the second-last size of rhs, but got 3 and 5}}
  %0 = rlx.matmul_integer %a, %b : (tensor<2x3xi8>, tensor<5x4xi8>) -> tensor<2x4xi32>
  return
}

// -----

func.func @matmul_integer_c2_transposed(%a: tensor<2x3xi8>, %b: tensor<4x5xi8>) {
  // expected-error@+1 {{'rlx.matmul_integer' op expects the last size of lhs to equal the last size of rhs, but got 3 and 5}}
  %0 = rlx.matmul_integer %a, %b transpose_rhs : (tensor<2x3xi8>, tensor<4x5xi8>) -> tensor<2x4xi32>
  return
}

// -----

func.func @matmul_integer_c3(%a: tensor<2x2x3xi8>, %b: tensor<3x3x4xi8>) {
  // expected-error@+1 {{'rlx.matmul_integer' op expects batch sizes that broadcast, but got 2x2x3 and 3x3x4}}
  %0 = rlx.matmul_integer %a, %b : (tensor<2x2x3xi8>, tensor<3x3x4xi8>) -> tensor<2x2x4xi32>
  return
}

// -----

func.func @matmul_integer_c4(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>, %za: tensor<2xi8>) {
  // expected-error@+1 {{'rlx.matmul_integer' op expects lhs_zero_point of shape }}
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za : (tensor<2x3xi8>, tensor<3x4xi8>, tensor<2xi8>) -> tensor<2x4xi32>
  return
}

// -----

func.func @matmul_integer_c4_rhs(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>, %zb: tensor<3xi8>) {
  // expected-error@+1 {{'rlx.matmul_integer' op expects rhs_zero_point of shape 4, but got 3}}
  %0 = rlx.matmul_integer %a, %b rhs_zero_point %zb : (tensor<2x3xi8>, tensor<3x4xi8>, tensor<3xi8>) -> tensor<2x4xi32>
  return
}

// -----

func.func @matmul_integer_c5(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>, %za: tensor<ui8>) {
  // expected-error@+1 {{'rlx.matmul_integer' op expects lhs_zero_point of element type i8, but got ui8}}
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za : (tensor<2x3xi8>, tensor<3x4xi8>, tensor<ui8>) -> tensor<2x4xi32>
  return
}

// -----

func.func @matmul_integer_c5_rhs(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>, %zb: tensor<4xui8>) {
  // expected-error@+1 {{'rlx.matmul_integer' op expects rhs_zero_point of element type i8, but got ui8}}
  %0 = rlx.matmul_integer %a, %b rhs_zero_point %zb : (tensor<2x3xi8>, tensor<3x4xi8>, tensor<4xui8>) -> tensor<2x4xi32>
  return
}

// -----

func.func @q_matmul_c1(%a: tensor<3xi8>, %b: tensor<3x4xi8>, %m: tensor<f32>) {
  // expected-error@+1 {{'rlx.q_matmul' op expects operands of rank 2 or more, but got ranks 1 and 2}}
  %0 = rlx.q_matmul %a, %b multiplier %m to i8 : (tensor<3xi8>, tensor<3x4xi8>, tensor<f32>) -> tensor<2x4xi8>
  return
}

// -----

func.func @q_matmul_c2(%a: tensor<2x3xi8>, %b: tensor<5x4xi8>, %m: tensor<f32>) {
  // expected-error@+1 {{'rlx.q_matmul' op expects the last size of lhs to equal the second-last size of rhs, but got 3 and 5}}
  %0 = rlx.q_matmul %a, %b multiplier %m to i8 : (tensor<2x3xi8>, tensor<5x4xi8>, tensor<f32>) -> tensor<2x4xi8>
  return
}

// -----

func.func @q_matmul_c3(%a: tensor<2x2x3xi8>, %b: tensor<3x3x4xi8>, %m: tensor<f32>) {
  // expected-error@+1 {{'rlx.q_matmul' op expects batch sizes that broadcast, but got 2x2x3 and 3x3x4}}
  %0 = rlx.q_matmul %a, %b multiplier %m to i8 : (tensor<2x2x3xi8>, tensor<3x3x4xi8>, tensor<f32>) -> tensor<2x2x4xi8>
  return
}

// -----

func.func @q_matmul_c4(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>, %bias: tensor<2xi32>, %m: tensor<f32>) {
  // expected-error@+1 {{'rlx.q_matmul' op expects bias of shape 4, but got 2}}
  %0 = rlx.q_matmul %a, %b bias %bias multiplier %m to i8 : (tensor<2x3xi8>, tensor<3x4xi8>, tensor<2xi32>, tensor<f32>) -> tensor<2x4xi8>
  return
}

// -----

func.func @q_matmul_c4_multiplier(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>, %m: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.q_matmul' op expects multiplier of shape 4, but got 2}}
  %0 = rlx.q_matmul %a, %b multiplier %m to i8 : (tensor<2x3xi8>, tensor<3x4xi8>, tensor<2xf32>) -> tensor<2x4xi8>
  return
}

// -----

func.func @q_matmul_c4_result(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>, %m: tensor<f32>, %zr: tensor<4xi8>) {
  // expected-error@+1 {{'rlx.q_matmul' op expects result_zero_point of shape }}
  %0 = rlx.q_matmul %a, %b multiplier %m result_zero_point %zr to i8 : (tensor<2x3xi8>, tensor<3x4xi8>, tensor<f32>, tensor<4xi8>) -> tensor<2x4xi8>
  return
}

// -----

func.func @q_matmul_c5(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>, %zb: tensor<ui8>, %m: tensor<f32>) {
  // expected-error@+1 {{'rlx.q_matmul' op expects rhs_zero_point of element type i8, but got ui8}}
  %0 = rlx.q_matmul %a, %b rhs_zero_point %zb multiplier %m to i8 : (tensor<2x3xi8>, tensor<3x4xi8>, tensor<ui8>, tensor<f32>) -> tensor<2x4xi8>
  return
}

// -----

func.func @q_matmul_c5_result(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>, %m: tensor<f32>, %zr: tensor<ui8>) {
  // expected-error@+1 {{'rlx.q_matmul' op expects result_zero_point of element type i8, but got ui8}}
  %0 = rlx.q_matmul %a, %b multiplier %m result_zero_point %zr to i8 : (tensor<2x3xi8>, tensor<3x4xi8>, tensor<f32>, tensor<ui8>) -> tensor<2x4xi8>
  return
}

// -----

func.func @conv_integer_c1(%x: tensor<4x5xi8>, %w: tensor<6x4xi8>) {
  // expected-error@+1 {{'rlx.conv_integer' op expects an input of rank 3 to 5}}
  %0 = rlx.conv_integer %x, %w : (tensor<4x5xi8>, tensor<6x4xi8>) -> tensor<6x5xi32>
  return
}

// -----

func.func @conv_integer_c2(%x: tensor<1x4x5x5xi8>, %w: tensor<6x4x?x3xi8>) {
  // expected-error@+1 {{'rlx.conv_integer' op expects a filter of static, positive sizes, but got }}
  %0 = rlx.conv_integer %x, %w : (tensor<1x4x5x5xi8>, tensor<6x4x?x3xi8>) -> tensor<1x6x3x3xi32>
  return
}

// -----

func.func @conv_integer_c3(%x: tensor<1x4x5x5xi8>, %w: tensor<6x4x3x3xi8>) {
  // expected-error@+1 {{'rlx.conv_integer' op expects strides of at least 1, but got [0, 1]}}
  %0 = rlx.conv_integer %x, %w strides = [0, 1] : (tensor<1x4x5x5xi8>, tensor<6x4x3x3xi8>) -> tensor<1x6x3x3xi32>
  return
}

// -----

func.func @conv_integer_c4(%x: tensor<1x4x5x5xi8>, %w: tensor<6x8x3x3xi8>) {
  // expected-error@+1 {{'rlx.conv_integer' op expects input channels of size 8, but got 4}}
  %0 = rlx.conv_integer %x, %w : (tensor<1x4x5x5xi8>, tensor<6x8x3x3xi8>) -> tensor<1x6x3x3xi32>
  return
}

// -----

func.func @conv_integer_c5(%x: tensor<1x4x5x5xi8>, %w: tensor<6x1x3x3xi8>) {
  // expected-error@+1 {{'rlx.conv_integer' op expects a number of output channels that 4 groups divide, but got 6}}
  %0 = rlx.conv_integer %x, %w groups = 4 : (tensor<1x4x5x5xi8>, tensor<6x1x3x3xi8>) -> tensor<1x6x3x3xi32>
  return
}

// -----

func.func @conv_integer_c6(%x: tensor<1x4x5x5xi8>, %w: tensor<6x4x3x3xi8>, %zx: tensor<4xi8>) {
  // expected-error@+1 {{'rlx.conv_integer' op expects input_zero_point of shape }}
  %0 = rlx.conv_integer %x, %w input_zero_point %zx : (tensor<1x4x5x5xi8>, tensor<6x4x3x3xi8>, tensor<4xi8>) -> tensor<1x6x3x3xi32>
  return
}

// -----

func.func @conv_integer_c6_filter(%x: tensor<1x4x5x5xi8>, %w: tensor<6x4x3x3xi8>, %zw: tensor<4xi8>) {
  // expected-error@+1 {{'rlx.conv_integer' op expects filter_zero_point of shape 6, but got 4}}
  %0 = rlx.conv_integer %x, %w filter_zero_point %zw : (tensor<1x4x5x5xi8>, tensor<6x4x3x3xi8>, tensor<4xi8>) -> tensor<1x6x3x3xi32>
  return
}

// -----

func.func @conv_integer_c7(%x: tensor<1x4x5x5xi8>, %w: tensor<6x4x7x3xi8>) {
  // expected-error@+1 {{'rlx.conv_integer' op expects the padded input to hold the window in spatial dimension 0, which needs size 7, but got 5}}
  %0 = rlx.conv_integer %x, %w : (tensor<1x4x5x5xi8>, tensor<6x4x7x3xi8>) -> tensor<1x6x3x3xi32>
  return
}

// -----

func.func @conv_integer_c8(%x: tensor<1x4x5x5xi8>, %w: tensor<6x4x3x3xi8>, %zw: tensor<ui8>) {
  // expected-error@+1 {{'rlx.conv_integer' op expects filter_zero_point of element type i8, but got ui8}}
  %0 = rlx.conv_integer %x, %w filter_zero_point %zw : (tensor<1x4x5x5xi8>, tensor<6x4x3x3xi8>, tensor<ui8>) -> tensor<1x6x3x3xi32>
  return
}

// -----

func.func @q_conv_c1(%x: tensor<4x5xi8>, %w: tensor<6x4xi8>, %m: tensor<f32>) {
  // expected-error@+1 {{'rlx.q_conv' op expects an input of rank 3 to 5}}
  %0 = rlx.q_conv %x, %w multiplier %m to i8 : (tensor<4x5xi8>, tensor<6x4xi8>, tensor<f32>) -> tensor<6x5xi8>
  return
}

// -----

func.func @q_conv_c2(%x: tensor<1x4x5x5xi8>, %w: tensor<6x4x?x3xi8>, %m: tensor<f32>) {
  // expected-error@+1 {{'rlx.q_conv' op expects a filter of static, positive sizes, but got }}
  %0 = rlx.q_conv %x, %w multiplier %m to i8 : (tensor<1x4x5x5xi8>, tensor<6x4x?x3xi8>, tensor<f32>) -> tensor<1x6x3x3xi8>
  return
}

// -----

func.func @q_conv_c3(%x: tensor<1x4x5x5xi8>, %w: tensor<6x4x3x3xi8>, %m: tensor<f32>) {
  // expected-error@+1 {{'rlx.q_conv' op expects strides of at least 1, but got [0, 1]}}
  %0 = rlx.q_conv %x, %w multiplier %m to i8 strides = [0, 1] : (tensor<1x4x5x5xi8>, tensor<6x4x3x3xi8>, tensor<f32>) -> tensor<1x6x3x3xi8>
  return
}

// -----

func.func @q_conv_c4(%x: tensor<1x4x5x5xi8>, %w: tensor<6x8x3x3xi8>, %m: tensor<f32>) {
  // expected-error@+1 {{'rlx.q_conv' op expects input channels of size 8, but got 4}}
  %0 = rlx.q_conv %x, %w multiplier %m to i8 : (tensor<1x4x5x5xi8>, tensor<6x8x3x3xi8>, tensor<f32>) -> tensor<1x6x3x3xi8>
  return
}

// -----

func.func @q_conv_c5(%x: tensor<1x4x5x5xi8>, %w: tensor<6x1x3x3xi8>, %m: tensor<f32>) {
  // expected-error@+1 {{'rlx.q_conv' op expects a number of output channels that 4 groups divide, but got 6}}
  %0 = rlx.q_conv %x, %w multiplier %m to i8 groups = 4 : (tensor<1x4x5x5xi8>, tensor<6x1x3x3xi8>, tensor<f32>) -> tensor<1x6x3x3xi8>
  return
}

// -----

func.func @q_conv_c6(%x: tensor<1x4x5x5xi8>, %w: tensor<6x4x3x3xi8>, %zx: tensor<4xi8>, %m: tensor<f32>) {
  // expected-error@+1 {{'rlx.q_conv' op expects input_zero_point of shape }}
  %0 = rlx.q_conv %x, %w input_zero_point %zx multiplier %m to i8 : (tensor<1x4x5x5xi8>, tensor<6x4x3x3xi8>, tensor<4xi8>, tensor<f32>) -> tensor<1x6x3x3xi8>
  return
}

// -----

func.func @q_conv_c6_filter(%x: tensor<1x4x5x5xi8>, %w: tensor<6x4x3x3xi8>, %zw: tensor<4xi8>, %m: tensor<f32>) {
  // expected-error@+1 {{'rlx.q_conv' op expects filter_zero_point of shape 6, but got 4}}
  %0 = rlx.q_conv %x, %w filter_zero_point %zw multiplier %m to i8 : (tensor<1x4x5x5xi8>, tensor<6x4x3x3xi8>, tensor<4xi8>, tensor<f32>) -> tensor<1x6x3x3xi8>
  return
}

// -----

func.func @q_conv_c7(%x: tensor<1x4x5x5xi8>, %w: tensor<6x4x7x3xi8>, %m: tensor<f32>) {
  // expected-error@+1 {{'rlx.q_conv' op expects the padded input to hold the window in spatial dimension 0, which needs size 7, but got 5}}
  %0 = rlx.q_conv %x, %w multiplier %m to i8 : (tensor<1x4x5x5xi8>, tensor<6x4x7x3xi8>, tensor<f32>) -> tensor<1x6x3x3xi8>
  return
}

// -----

func.func @q_conv_c8(%x: tensor<1x4x5x5xi8>, %w: tensor<6x4x3x3xi8>, %zw: tensor<ui8>, %m: tensor<f32>) {
  // expected-error@+1 {{'rlx.q_conv' op expects filter_zero_point of element type i8, but got ui8}}
  %0 = rlx.q_conv %x, %w filter_zero_point %zw multiplier %m to i8 : (tensor<1x4x5x5xi8>, tensor<6x4x3x3xi8>, tensor<ui8>, tensor<f32>) -> tensor<1x6x3x3xi8>
  return
}

// -----

func.func @q_conv_c6_bias(%x: tensor<1x4x5x5xi8>, %w: tensor<6x4x3x3xi8>, %bias: tensor<4xi32>, %m: tensor<f32>) {
  // expected-error@+1 {{'rlx.q_conv' op expects bias of shape 6, but got 4}}
  %0 = rlx.q_conv %x, %w bias %bias multiplier %m to i8 : (tensor<1x4x5x5xi8>, tensor<6x4x3x3xi8>, tensor<4xi32>, tensor<f32>) -> tensor<1x6x3x3xi8>
  return
}

// -----

func.func @q_conv_c6_multiplier(%x: tensor<1x4x5x5xi8>, %w: tensor<6x4x3x3xi8>, %m: tensor<4xf32>) {
  // expected-error@+1 {{'rlx.q_conv' op expects multiplier of shape 6, but got 4}}
  %0 = rlx.q_conv %x, %w multiplier %m to i8 : (tensor<1x4x5x5xi8>, tensor<6x4x3x3xi8>, tensor<4xf32>) -> tensor<1x6x3x3xi8>
  return
}

// -----

func.func @q_conv_c8_result(%x: tensor<1x4x5x5xi8>, %w: tensor<6x4x3x3xi8>, %m: tensor<f32>, %zr: tensor<ui8>) {
  // expected-error@+1 {{'rlx.q_conv' op expects result_zero_point of element type i8, but got ui8}}
  %0 = rlx.q_conv %x, %w multiplier %m result_zero_point %zr to i8 : (tensor<1x4x5x5xi8>, tensor<6x4x3x3xi8>, tensor<f32>, tensor<ui8>) -> tensor<1x6x3x3xi8>
  return
}
