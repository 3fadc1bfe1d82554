// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @matmul_packed_c1(%x: tensor<64xf32>, %w: tensor<2x64x32xf32>) {
  // expected-error@+1 {{'rlx.matmul_packed' op expects lhs of rank 2 or more, but got rank 1}}
  %0 = rlx.matmul_packed %x, %w {n = 64 : i64} : (tensor<64xf32>, tensor<2x64x32xf32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @matmul_packed_c2(%x: tensor<4x64xf32>, %w: tensor<64x32xf32>) {
  // expected-error@+1 {{'rlx.matmul_packed' op expects rhs of rank 3 or 4, but got rank 2}}
  %0 = rlx.matmul_packed %x, %w {n = 64 : i64} : (tensor<4x64xf32>, tensor<64x32xf32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @matmul_packed_c2_rows(%x: tensor<4x64xf32>, %w: tensor<2x32x32xf32>) {
  // expected-error@+1 {{'rlx.matmul_packed' op expects the number of rows of rhs to be 64, but got 32}}
  %0 = rlx.matmul_packed %x, %w {n = 64 : i64} : (tensor<4x64xf32>, tensor<2x32x32xf32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @matmul_packed_c2_groups(%x: tensor<4x63xf32>, %w: tensor<2x31x32x2xf32>) {
  // expected-error@+1 {{'rlx.matmul_packed' op expects the number of groups of rows of rhs to be 32, but got 31}}
  %0 = rlx.matmul_packed %x, %w {n = 64 : i64} : (tensor<4x63xf32>, tensor<2x31x32x2xf32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @matmul_packed_c2_group_size(%x: tensor<4x64xf32>, %w: tensor<2x32x32x?xf32>) {
  // expected-error@+1 {{'rlx.matmul_packed' op expects the last size of rhs to be static and positive}}
  %0 = rlx.matmul_packed %x, %w {n = 64 : i64} : (tensor<4x64xf32>, tensor<2x32x32x?xf32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @matmul_packed_c3(%x: tensor<4x64xf32>, %w: tensor<2x64x32xf32>) {
  // expected-error@+1 {{'rlx.matmul_packed' op expects n to need exactly 2 panels of 32 columns, but got 32}}
  %0 = rlx.matmul_packed %x, %w {n = 32 : i64} : (tensor<4x64xf32>, tensor<2x64x32xf32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @matmul_packed_c3_many(%x: tensor<4x64xf32>, %w: tensor<2x64x32xf32>) {
  // expected-error@+1 {{'rlx.matmul_packed' op expects n to need exactly 2 panels of 32 columns, but got 65}}
  %0 = rlx.matmul_packed %x, %w {n = 65 : i64} : (tensor<4x64xf32>, tensor<2x64x32xf32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @matmul_packed_c3_zero(%x: tensor<4x64xf32>, %w: tensor<2x64x32xf32>) {
  // expected-error@+1 {{'rlx.matmul_packed' op expects n to be positive, but got 0}}
  %0 = rlx.matmul_packed %x, %w {n = 0 : i64} : (tensor<4x64xf32>, tensor<2x64x32xf32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @matmul_packed_c4(%x: tensor<4x64xf32>, %w: tensor<2x64x32xf32>, %b: tensor<63xf32>) {
  // expected-error@+1 {{'rlx.matmul_packed' op expects the size of bias to be 64, but got 63}}
  %0 = rlx.matmul_packed %x, %w, %b {n = 64 : i64} : (tensor<4x64xf32>, tensor<2x64x32xf32>, tensor<63xf32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @matmul_packed_c4_rank(%x: tensor<4x64xf32>, %w: tensor<2x64x32xf32>, %b: tensor<1x64xf32>) {
  // expected-error@+1 {{'rlx.matmul_packed' op expects bias to have rank 1, but got rank 2}}
  %0 = rlx.matmul_packed %x, %w, %b {n = 64 : i64} : (tensor<4x64xf32>, tensor<2x64x32xf32>, tensor<1x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @matmul_packed_c5(%x: tensor<4x64xf16>, %w: tensor<2x64x32xf32>) {
  // expected-error@+1 {{'rlx.matmul_packed' op expects operand #1 to have element type f16 like operand #0, but got f32}}
  %0 = rlx.matmul_packed %x, %w {n = 64 : i64} : (tensor<4x64xf16>, tensor<2x64x32xf32>) -> tensor<4x64xf16>
  return
}

// -----

func.func @matmul_packed_c5_half(%x: tensor<4x64xbf16>, %w: tensor<2x64x32xf16>) {
  // expected-error@+1 {{'rlx.matmul_packed' op expects operand #1 to have element type bf16 like operand #0, but got f16}}
  %0 = rlx.matmul_packed %x, %w {n = 64 : i64} : (tensor<4x64xbf16>, tensor<2x64x32xf16>) -> tensor<4x64xbf16>
  return
}

// -----

// Weights alone may be narrower than lhs.
func.func @matmul_packed_c5_bias(%x: tensor<4x64xf32>, %w: tensor<2x64x32xf16>, %b: tensor<64xf16>) {
  // expected-error@+1 {{'rlx.matmul_packed' op expects bias to have element type f32 like lhs, but got f16}}
  %0 = rlx.matmul_packed %x, %w, %b {n = 64 : i64} : (tensor<4x64xf32>, tensor<2x64x32xf16>, tensor<64xf16>) -> tensor<4x64xf32>
  return
}

// -----

func.func @conv_packed_c1(%x: tensor<1x8x8x16xf32>, %w: tensor<144x32xf32>) {
  // expected-error@+1 {{'rlx.conv_packed' op expects an input of rank 4 or 5 and a filter of rank 3 or 4, but got ranks 4 and 2}}
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x8x8x16xf32>, tensor<144x32xf32>) -> tensor<1x8x8x64xf32>
  return
}

// -----

func.func @conv_packed_c2(%x: tensor<1x8x8x16xf32>, %w: tensor<2x144x32xf32>) {
  // expected-error@+1 {{'rlx.conv_packed' op expects kernel_shape to have 2 positive entries}}
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 0>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x8x8x16xf32>, tensor<2x144x32xf32>) -> tensor<1x8x8x64xf32>
  return
}

// -----

func.func @conv_packed_c2_strides(%x: tensor<1x8x8x16xf32>, %w: tensor<2x144x32xf32>) {
  // expected-error@+1 {{'rlx.conv_packed' op expects strides to have 2 positive entries}}
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x8x8x16xf32>, tensor<2x144x32xf32>) -> tensor<1x8x8x64xf32>
  return
}

// -----

func.func @conv_packed_c2_dilations(%x: tensor<1x8x8x16xf32>, %w: tensor<2x144x32xf32>) {
  // expected-error@+1 {{'rlx.conv_packed' op expects dilations to have 2 positive entries}}
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 0, 1>, out_channels = 64 : i64} : (tensor<1x8x8x16xf32>, tensor<2x144x32xf32>) -> tensor<1x8x8x64xf32>
  return
}

// -----

func.func @conv_packed_c2_large(%x: tensor<1x8x8x16xf32>, %w: tensor<2x144x32xf32>) {
  // expected-error@+1 {{'rlx.conv_packed' op expects kernel_shape, strides, dilations and pads of at most 2147483648, but got 4611686018427387904}}
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 4611686018427387904, 1>, out_channels = 64 : i64} : (tensor<1x8x8x16xf32>, tensor<2x144x32xf32>) -> tensor<1x8x8x64xf32>
  return
}

// -----

func.func @conv_packed_c2_pads(%x: tensor<1x8x8x16xf32>, %w: tensor<2x144x32xf32>) {
  // expected-error@+1 {{'rlx.conv_packed' op expects pads to have 4 non-negative entries}}
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, -1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x8x8x16xf32>, tensor<2x144x32xf32>) -> tensor<1x8x8x64xf32>
  return
}

// -----

func.func @conv_packed_c3(%x: tensor<1x8x8x16xf32>, %w: tensor<2x143x32xf32>) {
  // expected-error@+1 {{'rlx.conv_packed' op expects the number of rows of filter to be 144, but got 143}}
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x8x8x16xf32>, tensor<2x143x32xf32>) -> tensor<1x8x8x64xf32>
  return
}

// -----

func.func @conv_packed_c4(%x: tensor<1x8x8x16xf32>, %w: tensor<2x144x32xf32>) {
  // expected-error@+1 {{'rlx.conv_packed' op expects out_channels to need exactly 2 panels of 32 columns, but got 20}}
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 20 : i64} : (tensor<1x8x8x16xf32>, tensor<2x144x32xf32>) -> tensor<1x8x8x64xf32>
  return
}

// -----

func.func @conv_packed_c5(%x: tensor<1x8x8x16xf32>, %w: tensor<2x144x32xf32>, %b: tensor<32xf32>) {
  // expected-error@+1 {{'rlx.conv_packed' op expects the size of bias to be 64, but got 32}}
  %0 = rlx.conv_packed %x, %w, %b {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x8x8x16xf32>, tensor<2x144x32xf32>, tensor<32xf32>) -> tensor<1x8x8x64xf32>
  return
}

// -----

func.func @conv_packed_c6(%x: tensor<1x8x8x16xf32>, %w: tensor<2x144x32xf64>) {
  // expected-error@+1 {{'rlx.conv_packed' op expects operand #1 to have element type f32 like operand #0, but got f64}}
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x8x8x16xf32>, tensor<2x144x32xf64>) -> tensor<1x8x8x64xf32>
  return
}

// -----

func.func @conv_packed_c7(%x: tensor<1x2x8x16xf32>, %w: tensor<2x144x32xf32>) {
  // expected-error@+1 {{'rlx.conv_packed' op expects the padded input to hold the window in spatial dimension 0, which needs size 3, but got 2}}
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 0, 1, 0, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x2x8x16xf32>, tensor<2x144x32xf32>) -> tensor<1x8x8x64xf32>
  return
}

// -----

func.func @depthwise_conv_c1(%x: tensor<1x8x8x16xf32>, %w: tensor<1x9x16xf32>) {
  // expected-error@+1 {{'rlx.depthwise_conv' op expects an input of rank 4 and a filter of rank 2, but got ranks 4 and 3}}
  %0 = rlx.depthwise_conv %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x8x8x16xf32>, tensor<1x9x16xf32>) -> tensor<1x8x8x16xf32>
  return
}

// -----

func.func @depthwise_conv_c2(%x: tensor<1x8x8x16xf32>, %w: tensor<9x16xf32>) {
  // expected-error@+1 {{'rlx.depthwise_conv' op expects strides to have 2 positive entries}}
  %0 = rlx.depthwise_conv %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, -1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x8x8x16xf32>, tensor<9x16xf32>) -> tensor<1x8x8x16xf32>
  return
}

// -----

func.func @depthwise_conv_c3(%x: tensor<1x8x8x16xf32>, %w: tensor<8x16xf32>) {
  // expected-error@+1 {{'rlx.depthwise_conv' op expects the number of rows of filter to be 9, but got 8}}
  %0 = rlx.depthwise_conv %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x8x8x16xf32>, tensor<8x16xf32>) -> tensor<1x8x8x16xf32>
  return
}

// -----

func.func @depthwise_conv_c3_channels(%x: tensor<1x8x8x16xf32>, %w: tensor<9x15xf32>) {
  // expected-error@+1 {{'rlx.depthwise_conv' op expects the channels of filter to be 16, but got 15}}
  %0 = rlx.depthwise_conv %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x8x8x16xf32>, tensor<9x15xf32>) -> tensor<1x8x8x16xf32>
  return
}

// -----

func.func @depthwise_conv_c4(%x: tensor<1x8x8x16xf32>, %w: tensor<9x16xf32>, %b: tensor<8xf32>) {
  // expected-error@+1 {{'rlx.depthwise_conv' op expects the size of bias to be 16, but got 8}}
  %0 = rlx.depthwise_conv %x, %w, %b {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x8x8x16xf32>, tensor<9x16xf32>, tensor<8xf32>) -> tensor<1x8x8x16xf32>
  return
}

// -----

func.func @depthwise_conv_c5(%x: tensor<1x8x8x16xf32>, %w: tensor<9x16xf16>) {
  // expected-error@+1 {{'rlx.depthwise_conv' op expects operand #1 to have element type f32 like operand #0, but got f16}}
  %0 = rlx.depthwise_conv %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x8x8x16xf32>, tensor<9x16xf16>) -> tensor<1x8x8x16xf32>
  return
}

// -----

func.func @depthwise_conv_c6(%x: tensor<1x1x8x16xf32>, %w: tensor<9x16xf32>) {
  // expected-error@+1 {{'rlx.depthwise_conv' op expects the padded input to hold the window in spatial dimension 0, which needs size 5, but got 3}}
  %0 = rlx.depthwise_conv %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 2, 1>} : (tensor<1x1x8x16xf32>, tensor<9x16xf32>) -> tensor<1x8x8x16xf32>
  return
}

// -----

func.func @matmul_integer_packed_c1(%x: tensor<63xui8>, %w: tensor<2x16x32x4xi8>, %s: tensor<64xi32>) {
  // expected-error@+1 {{'rlx.matmul_integer_packed' op expects lhs of rank 2 or more, but got rank 1}}
  %0 = rlx.matmul_integer_packed %x, %w column_sums %s {n = 64 : i64} : (tensor<63xui8>, tensor<2x16x32x4xi8>, tensor<64xi32>) -> tensor<4x64xi32>
  return
}

// -----

func.func @matmul_integer_packed_c2(%x: tensor<4x65xui8>, %w: tensor<2x16x32x4xi8>, %s: tensor<64xi32>) {
  // expected-error@+1 {{'rlx.matmul_integer_packed' op expects the number of groups of rows of rhs to be 17, but got 16}}
  %0 = rlx.matmul_integer_packed %x, %w column_sums %s {n = 64 : i64} : (tensor<4x65xui8>, tensor<2x16x32x4xi8>, tensor<64xi32>) -> tensor<4x64xi32>
  return
}

// -----

func.func @matmul_integer_packed_c3(%x: tensor<4x63xui8>, %w: tensor<2x16x32x4xi8>, %s: tensor<64xi32>) {
  // expected-error@+1 {{'rlx.matmul_integer_packed' op expects n to need exactly 2 panels of 32 columns, but got 65}}
  %0 = rlx.matmul_integer_packed %x, %w column_sums %s {n = 65 : i64} : (tensor<4x63xui8>, tensor<2x16x32x4xi8>, tensor<64xi32>) -> tensor<4x64xi32>
  return
}

// -----

func.func @matmul_integer_packed_c4(%x: tensor<4x63xui8>, %w: tensor<2x16x32x4xi8>, %s: tensor<63xi32>) {
  // expected-error@+1 {{'rlx.matmul_integer_packed' op expects column_sums of shape 64, but got 63}}
  %0 = rlx.matmul_integer_packed %x, %w column_sums %s {n = 64 : i64} : (tensor<4x63xui8>, tensor<2x16x32x4xi8>, tensor<63xi32>) -> tensor<4x64xi32>
  return
}

// -----

func.func @matmul_integer_packed_c4_rhs(%x: tensor<4x63xui8>, %w: tensor<2x16x32x4xi8>, %s: tensor<64xi32>, %z: tensor<i8>) {
  // expected-error@+1 {{'rlx.matmul_integer_packed' op expects rhs_zero_point of shape 64, but got scalar}}
  %0 = rlx.matmul_integer_packed %x, %w column_sums %s rhs_zero_point %z {n = 64 : i64} : (tensor<4x63xui8>, tensor<2x16x32x4xi8>, tensor<64xi32>, tensor<i8>) -> tensor<4x64xi32>
  return
}

// -----

func.func @matmul_integer_packed_c5(%x: tensor<4x63xui8>, %w: tensor<2x16x32x4xi8>, %s: tensor<64xi32>, %z: tensor<i8>) {
  // expected-error@+1 {{'rlx.matmul_integer_packed' op expects lhs_zero_point of element type ui8, but got i8}}
  %0 = rlx.matmul_integer_packed %x, %w column_sums %s lhs_zero_point %z {n = 64 : i64} : (tensor<4x63xui8>, tensor<2x16x32x4xi8>, tensor<64xi32>, tensor<i8>) -> tensor<4x64xi32>
  return
}

// -----

func.func @dequant_matmul_packed_c1(%x: tensor<4x64xf32>, %w: tensor<2x2x576xui8>) {
  // expected-error@+1 {{'rlx.dequant_matmul_packed' op expects a scheme that has panels, but got q8_k}}
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q8_k {n = 40 : i64} : (tensor<4x64xf32>, tensor<2x2x576xui8>) -> tensor<4x40xf32>
  return
}

// -----

func.func @dequant_matmul_packed_c2(%x: tensor<64xf32>, %w: tensor<2x2x576xui8>) {
  // expected-error@+1 {{'rlx.dequant_matmul_packed' op expects lhs of rank 2 or more, but got rank 1}}
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_0 {n = 40 : i64} : (tensor<64xf32>, tensor<2x2x576xui8>) -> tensor<40xf32>
  return
}

// -----

func.func @dequant_matmul_packed_c3(%x: tensor<4x64xf32>, %w: tensor<2x576xui8>) {
  // expected-error@+1 {{'rlx.dequant_matmul_packed' op expects weights of rank 3, but got rank 2}}
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_0 {n = 40 : i64} : (tensor<4x64xf32>, tensor<2x576xui8>) -> tensor<4x40xf32>
  return
}

// -----

func.func @dequant_matmul_packed_c3_bytes(%x: tensor<4x64xf32>, %w: tensor<2x2x544xui8>) {
  // expected-error@+1 {{'rlx.dequant_matmul_packed' op expects weights of shape 2x2x576, but got 2x2x544}}
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_0 {n = 40 : i64} : (tensor<4x64xf32>, tensor<2x2x544xui8>) -> tensor<4x40xf32>
  return
}

// -----

func.func @dequant_matmul_packed_c3_panels(%x: tensor<4x64xf32>, %w: tensor<2x2x576xui8>) {
  // expected-error@+1 {{'rlx.dequant_matmul_packed' op expects weights of shape 1x2x576, but got 2x2x576}}
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_0 {n = 32 : i64} : (tensor<4x64xf32>, tensor<2x2x576xui8>) -> tensor<4x32xf32>
  return
}

// -----

func.func @dequant_matmul_packed_c4(%x: tensor<4x64xf32>, %w: tensor<2x2x576xui8>) {
  // expected-error@+1 {{'rlx.dequant_matmul_packed' op expects n to be positive, but got 0}}
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_0 {n = 0 : i64} : (tensor<4x64xf32>, tensor<2x2x576xui8>) -> tensor<4x0xf32>
  return
}

// -----

func.func @dequant_matmul_packed_c5(%x: tensor<4x32xf32>, %w: tensor<2x2x576xui8>) {
  // expected-error@+1 {{'rlx.dequant_matmul_packed' op expects the last size of lhs to equal the 64 elements of a row of weights, but got 32}}
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_0 {n = 40 : i64} : (tensor<4x32xf32>, tensor<2x2x576xui8>) -> tensor<4x40xf32>
  return
}

// -----

func.func @conv_packed_c3_groups(%x: tensor<1x8x8x16xf32>, %w: tensor<4x144x16xf32>) {
  // expected-error@+1 {{'rlx.conv_packed' op expects groups times the number of rows of filter to be 144, but got 576}}
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64, groups = 4 : i64} : (tensor<1x8x8x16xf32>, tensor<4x144x16xf32>) -> tensor<1x8x8x64xf32>
  return
}

// -----

func.func @conv_packed_c4_groups(%x: tensor<1x8x8x16xf32>, %w: tensor<2x36x32xf32>) {
  // expected-error@+1 {{'rlx.conv_packed' op expects out_channels to need exactly 2 panels of 32 columns, but got 64 in 4 groups}}
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64, groups = 4 : i64} : (tensor<1x8x8x16xf32>, tensor<2x36x32xf32>) -> tensor<1x8x8x64xf32>
  return
}

// -----

func.func @conv_packed_c8(%x: tensor<1x8x8x16xf32>, %w: tensor<2x144x32xf32>) {
  // expected-error@+1 {{'rlx.conv_packed' op expects groups to be positive and to divide 64 out_channels, but got 3}}
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64, groups = 3 : i64} : (tensor<1x8x8x16xf32>, tensor<2x144x32xf32>) -> tensor<1x8x8x64xf32>
  return
}

// -----

func.func @conv_packed_c8_zero(%x: tensor<1x8x8x16xf32>, %w: tensor<2x144x32xf32>) {
  // expected-error@+1 {{'rlx.conv_packed' op expects groups to be positive and to divide 64 out_channels, but got 0}}
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64, groups = 0 : i64} : (tensor<1x8x8x16xf32>, tensor<2x144x32xf32>) -> tensor<1x8x8x64xf32>
  return
}

// -----

func.func @conv_packed_c3_positions(%x: tensor<1x2x2x1xf32>, %w: tensor<2x2x16xf32>) {
  // expected-error@+1 {{'rlx.conv_packed' op expects the number of rows of filter to be a multiple of the 4 positions of the window, but got 2}}
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 2, 2>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 2 : i64, groups = 2 : i64} : (tensor<1x2x2x1xf32>, tensor<2x2x16xf32>) -> tensor<1x1x1x2xf32>
  return
}

// -----

func.func @conv_packed_c3_pairs(%x: tensor<1x8x8x7xbf16>, %w: tensor<2x32x32x2xbf16>) {
  // expected-error@+1 {{'rlx.conv_packed' op expects the number of groups of rows of filter to be 33, but got 32}}
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x8x8x7xbf16>, tensor<2x32x32x2xbf16>) -> tensor<1x8x8x64xbf16>
  return
}

// -----

func.func @conv_packed_c3_group(%x: tensor<1x8x8x7xbf16>, %w: tensor<2x33x32x?xbf16>) {
  // expected-error@+1 {{'rlx.conv_packed' op expects the last size of filter to be static and positive}}
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x8x8x7xbf16>, tensor<2x33x32x?xbf16>) -> tensor<1x8x8x64xbf16>
  return
}

// -----

func.func @conv_integer_packed_c1(%x: tensor<8x8x16xui8>, %w: tensor<2x36x32x4xi8>, %s: tensor<64xi32>) {
  // expected-error@+1 {{'rlx.conv_integer_packed' op expects an input of rank 4 and a filter of rank 3 or 4, but got ranks 3 and 4}}
  %0 = rlx.conv_integer_packed %x, %w column_sums %s {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<8x8x16xui8>, tensor<2x36x32x4xi8>, tensor<64xi32>) -> tensor<1x8x8x64xi32>
  return
}

// -----

func.func @conv_integer_packed_c2(%x: tensor<1x8x8x16xui8>, %w: tensor<2x36x32x4xi8>, %s: tensor<64xi32>) {
  // expected-error@+1 {{'rlx.conv_integer_packed' op expects kernel_shape to have 2 positive entries}}
  %0 = rlx.conv_integer_packed %x, %w column_sums %s {kernel_shape = array<i64: 3, 0>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x8x8x16xui8>, tensor<2x36x32x4xi8>, tensor<64xi32>) -> tensor<1x8x8x64xi32>
  return
}

// -----

func.func @conv_integer_packed_c3(%x: tensor<1x8x8x17xui8>, %w: tensor<2x36x32x4xi8>, %s: tensor<64xi32>) {
  // expected-error@+1 {{'rlx.conv_integer_packed' op expects the number of groups of rows of filter to be 39, but got 36}}
  %0 = rlx.conv_integer_packed %x, %w column_sums %s {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x8x8x17xui8>, tensor<2x36x32x4xi8>, tensor<64xi32>) -> tensor<1x8x8x64xi32>
  return
}

// -----

func.func @conv_integer_packed_c4(%x: tensor<1x8x8x16xui8>, %w: tensor<2x36x32x4xi8>, %s: tensor<64xi32>) {
  // expected-error@+1 {{'rlx.conv_integer_packed' op expects out_channels to need exactly 2 panels of 32 columns, but got 65}}
  %0 = rlx.conv_integer_packed %x, %w column_sums %s {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 65 : i64} : (tensor<1x8x8x16xui8>, tensor<2x36x32x4xi8>, tensor<64xi32>) -> tensor<1x8x8x64xi32>
  return
}

// -----

func.func @conv_integer_packed_c5(%x: tensor<1x8x8x16xui8>, %w: tensor<2x36x32x4xi8>, %s: tensor<63xi32>) {
  // expected-error@+1 {{'rlx.conv_integer_packed' op expects column_sums of shape 64, but got 63}}
  %0 = rlx.conv_integer_packed %x, %w column_sums %s {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x8x8x16xui8>, tensor<2x36x32x4xi8>, tensor<63xi32>) -> tensor<1x8x8x64xi32>
  return
}

// -----

func.func @conv_integer_packed_c5_filter(%x: tensor<1x8x8x16xui8>, %w: tensor<2x36x32x4xi8>, %s: tensor<64xi32>, %z: tensor<i8>) {
  // expected-error@+1 {{'rlx.conv_integer_packed' op expects filter_zero_point of shape 64, but got scalar}}
  %0 = rlx.conv_integer_packed %x, %w column_sums %s filter_zero_point %z {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x8x8x16xui8>, tensor<2x36x32x4xi8>, tensor<64xi32>, tensor<i8>) -> tensor<1x8x8x64xi32>
  return
}

// -----

func.func @conv_integer_packed_c6(%x: tensor<1x8x8x16xui8>, %w: tensor<2x36x32x4xi8>, %s: tensor<64xi32>, %z: tensor<i8>) {
  // expected-error@+1 {{'rlx.conv_integer_packed' op expects input_zero_point of element type ui8, but got i8}}
  %0 = rlx.conv_integer_packed %x, %w column_sums %s input_zero_point %z {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x8x8x16xui8>, tensor<2x36x32x4xi8>, tensor<64xi32>, tensor<i8>) -> tensor<1x8x8x64xi32>
  return
}

// -----

func.func @conv_integer_packed_c7(%x: tensor<1x2x8x16xui8>, %w: tensor<2x36x32x4xi8>, %s: tensor<64xi32>) {
  // expected-error@+1 {{'rlx.conv_integer_packed' op expects the padded input to hold the window in spatial dimension 0, which needs size 3, but got 2}}
  %0 = rlx.conv_integer_packed %x, %w column_sums %s {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 0, 1, 0, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x2x8x16xui8>, tensor<2x36x32x4xi8>, tensor<64xi32>) -> tensor<1x8x8x64xi32>
  return
}

// -----

func.func @conv_integer_packed_c8(%x: tensor<1x8x8x16xui8>, %w: tensor<2x36x32x4xi8>, %s: tensor<64xi32>) {
  // expected-error@+1 {{'rlx.conv_integer_packed' op expects groups to be positive and to divide 64 out_channels, but got 3}}
  %0 = rlx.conv_integer_packed %x, %w column_sums %s {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64, groups = 3 : i64} : (tensor<1x8x8x16xui8>, tensor<2x36x32x4xi8>, tensor<64xi32>) -> tensor<1x8x8x64xi32>
  return
}

// -----

func.func @depthwise_conv_integer_c1(%x: tensor<1x8x8x16xui8>, %w: tensor<1x9x16xi8>) {
  // expected-error@+1 {{'rlx.depthwise_conv_integer' op expects an input of rank 4 and a filter of rank 2, but got ranks 4 and 3}}
  %0 = rlx.depthwise_conv_integer %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x8x8x16xui8>, tensor<1x9x16xi8>) -> tensor<1x8x8x16xi32>
  return
}

// -----

func.func @depthwise_conv_integer_c2(%x: tensor<1x8x8x16xui8>, %w: tensor<9x16xi8>) {
  // expected-error@+1 {{'rlx.depthwise_conv_integer' op expects kernel_shape to have 2 positive entries}}
  %0 = rlx.depthwise_conv_integer %x, %w {kernel_shape = array<i64: 3, 0>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x8x8x16xui8>, tensor<9x16xi8>) -> tensor<1x8x8x16xi32>
  return
}

// -----

func.func @depthwise_conv_integer_c3(%x: tensor<1x8x8x16xui8>, %w: tensor<9x17xi8>) {
  // expected-error@+1 {{'rlx.depthwise_conv_integer' op expects the channels of filter to be 16, but got 17}}
  %0 = rlx.depthwise_conv_integer %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x8x8x16xui8>, tensor<9x17xi8>) -> tensor<1x8x8x16xi32>
  return
}

// -----

func.func @depthwise_conv_integer_c4(%x: tensor<1x8x8x16xui8>, %w: tensor<9x16xi8>, %z: tensor<i8>) {
  // expected-error@+1 {{'rlx.depthwise_conv_integer' op expects filter_zero_point of shape 16, but got scalar}}
  %0 = rlx.depthwise_conv_integer %x, %w filter_zero_point %z {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x8x8x16xui8>, tensor<9x16xi8>, tensor<i8>) -> tensor<1x8x8x16xi32>
  return
}

// -----

func.func @depthwise_conv_integer_c5(%x: tensor<1x8x8x16xui8>, %w: tensor<9x16xi8>, %z: tensor<i8>) {
  // expected-error@+1 {{'rlx.depthwise_conv_integer' op expects input_zero_point of element type ui8, but got i8}}
  %0 = rlx.depthwise_conv_integer %x, %w input_zero_point %z {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x8x8x16xui8>, tensor<9x16xi8>, tensor<i8>) -> tensor<1x8x8x16xi32>
  return
}

// -----

func.func @depthwise_conv_integer_c6(%x: tensor<1x2x8x16xui8>, %w: tensor<9x16xi8>) {
  // expected-error@+1 {{'rlx.depthwise_conv_integer' op expects the padded input to hold the window in spatial dimension 0, which needs size 3, but got 2}}
  %0 = rlx.depthwise_conv_integer %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 0, 1, 0, 1>, dilations = array<i64: 1, 1>} : (tensor<1x2x8x16xui8>, tensor<9x16xi8>) -> tensor<1x8x8x16xi32>
  return
}

// -----

func.func @pack_blocks_c1(%w: tensor<40x84xui8>) {
  // expected-error@+1 {{'rlx.pack_blocks' op expects a scheme that has panels, but got iq2_xxs}}
  %0 = rlx.pack_blocks %w scheme = iq2_xxs : (tensor<40x84xui8>) -> tensor<2x1x2688xui8>
  return
}

// -----

func.func @pack_blocks_c2(%w: tensor<36xui8>) {
  // expected-error@+1 {{'rlx.pack_blocks' op expects weights of rank 2, but got rank 1}}
  %0 = rlx.pack_blocks %w scheme = q4_0 : (tensor<36xui8>) -> tensor<2x2x576xui8>
  return
}

// -----

func.func @pack_blocks_c3(%w: tensor<40x35xui8>) {
  // expected-error@+1 {{'rlx.pack_blocks' op expects the last size of weights to be a multiple of the 18 bytes of a block (q4_0), but got 35 bytes}}
  %0 = rlx.pack_blocks %w scheme = q4_0 : (tensor<40x35xui8>) -> tensor<2x1x576xui8>
  return
}

// -----

func.func @dequant_grouped_matmul_packed_c1(%x: tensor<4x64xf32>, %w: tensor<8x2x2x576xui8>, %i: tensor<4xi32>) {
  // expected-error@+1 {{'rlx.dequant_grouped_matmul_packed' op expects a scheme that has panels, but got q8_k}}
  %0 = rlx.dequant_grouped_matmul_packed %x, %w, %i scheme = q8_k : (tensor<4x64xf32>, tensor<8x2x2x576xui8>, tensor<4xi32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @dequant_grouped_matmul_packed_c2(%x: tensor<1x4x64xf32>, %w: tensor<8x2x2x576xui8>, %i: tensor<4xi32>) {
  // expected-error@+1 {{'rlx.dequant_grouped_matmul_packed' op expects lhs of rank 2, weights of rank 4 and indices of rank 1, but got ranks 3, 4 and 1}}
  %0 = rlx.dequant_grouped_matmul_packed %x, %w, %i scheme = q4_0 : (tensor<1x4x64xf32>, tensor<8x2x2x576xui8>, tensor<4xi32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @dequant_grouped_matmul_packed_c3(%x: tensor<4x64xf32>, %w: tensor<8x2x2x576xui8>, %i: tensor<3xi32>) {
  // expected-error@+1 {{'rlx.dequant_grouped_matmul_packed' op expects indices of shape 4, but got 3}}
  %0 = rlx.dequant_grouped_matmul_packed %x, %w, %i scheme = q4_0 : (tensor<4x64xf32>, tensor<8x2x2x576xui8>, tensor<3xi32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @dequant_grouped_matmul_packed_c4(%x: tensor<4x64xf32>, %w: tensor<8x2x2x544xui8>, %i: tensor<4xi32>) {
  // expected-error@+1 {{'rlx.dequant_grouped_matmul_packed' op expects the last size of weights to be the 576 bytes of a panel's block (q4_0), but got 544}}
  %0 = rlx.dequant_grouped_matmul_packed %x, %w, %i scheme = q4_0 : (tensor<4x64xf32>, tensor<8x2x2x544xui8>, tensor<4xi32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @dequant_grouped_matmul_packed_c5(%x: tensor<4x32xf32>, %w: tensor<8x2x2x576xui8>, %i: tensor<4xi32>) {
  // expected-error@+1 {{'rlx.dequant_grouped_matmul_packed' op expects the last size of lhs to equal the 64 elements of a row of weights, but got 32}}
  %0 = rlx.dequant_grouped_matmul_packed %x, %w, %i scheme = q4_0 : (tensor<4x32xf32>, tensor<8x2x2x576xui8>, tensor<4xi32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @dequant_grouped_matmul_packed_c6(%x: tensor<4x64xf32>, %w: tensor<0x2x2x576xui8>, %i: tensor<4xi32>) {
  // expected-error@+1 {{'rlx.dequant_grouped_matmul_packed' op expects weights of at least one expert, but got none}}
  %0 = rlx.dequant_grouped_matmul_packed %x, %w, %i scheme = q4_0 : (tensor<4x64xf32>, tensor<0x2x2x576xui8>, tensor<4xi32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @gather_packed_c1(%w: tensor<2x64x32xf32>, %i: tensor<3xi64>) {
  // expected-error@+1 {{'rlx.gather_packed' op expects n and k to be positive, but got 40 and 0}}
  %0 = rlx.gather_packed %w, %i {n = 40 : i64, k = 0 : i64} : (tensor<2x64x32xf32>, tensor<3xi64>) -> tensor<3x0xf32>
  return
}

// -----

func.func @gather_packed_c2_rank(%w: tensor<64x32xf32>, %i: tensor<3xi64>) {
  // expected-error@+1 {{'rlx.gather_packed' op expects panels of rank 3 or 4, but got rank 2}}
  %0 = rlx.gather_packed %w, %i {n = 32 : i64, k = 64 : i64} : (tensor<64x32xf32>, tensor<3xi64>) -> tensor<3x64xf32>
  return
}

// -----

func.func @gather_packed_c2_rows(%w: tensor<2x64x32xf32>, %i: tensor<3xi64>) {
  // expected-error@+1 {{'rlx.gather_packed' op expects n to need exactly 2 panels of 32 columns, but got 32}}
  %0 = rlx.gather_packed %w, %i {n = 32 : i64, k = 64 : i64} : (tensor<2x64x32xf32>, tensor<3xi64>) -> tensor<3x64xf32>
  return
}

// -----

func.func @gather_packed_c2_columns(%w: tensor<2x32x32x2xbf16>, %i: tensor<3xi64>) {
  // expected-error@+1 {{'rlx.gather_packed' op expects the number of groups of elements in a panel to be 31, but got 32}}
  %0 = rlx.gather_packed %w, %i {n = 40 : i64, k = 62 : i64} : (tensor<2x32x32x2xbf16>, tensor<3xi64>) -> tensor<3x62xbf16>
  return
}

// -----

func.func @gather_packed_c3_type(%w: tensor<2x2x576xi8>, %i: tensor<3xi64>) {
  // expected-error@+1 {{'rlx.gather_packed' op expects panels of blocks to have rank 3 and element type ui8}}
  %0 = rlx.gather_packed %w, %i scheme = q4_0 {n = 40 : i64, k = 36 : i64} : (tensor<2x2x576xi8>, tensor<3xi64>) -> tensor<3x36xi8>
  return
}

// -----

func.func @gather_packed_c3_panels(%w: tensor<3x2x576xui8>, %i: tensor<3xi64>) {
  // expected-error@+1 {{'rlx.gather_packed' op expects the number of panels to be 2, but got 3}}
  %0 = rlx.gather_packed %w, %i scheme = q4_0 {n = 40 : i64, k = 36 : i64} : (tensor<3x2x576xui8>, tensor<3xi64>) -> tensor<3x36xui8>
  return
}

// -----

func.func @gather_packed_c3_bytes(%w: tensor<2x2x576xui8>, %i: tensor<3xi64>) {
  // expected-error@+1 {{'rlx.gather_packed' op expects the bytes of a row to be 34, but got 36}}
  %0 = rlx.gather_packed %w, %i scheme = q4_0 {n = 40 : i64, k = 34 : i64} : (tensor<2x2x576xui8>, tensor<3xi64>) -> tensor<3x34xui8>
  return
}

// -----

func.func @gather_packed_c3_block(%w: tensor<2x2x640xui8>, %i: tensor<3xi64>) {
  // expected-error@+1 {{'rlx.gather_packed' op expects the bytes of a panel's block to be 576, but got 640}}
  %0 = rlx.gather_packed %w, %i scheme = q4_0 {n = 40 : i64, k = 36 : i64} : (tensor<2x2x640xui8>, tensor<3xi64>) -> tensor<3x36xui8>
  return
}

// -----

func.func @gather_packed_c4(%w: tensor<2x2x576xui8>, %i: tensor<3xi64>) {
  // expected-error@+1 {{'rlx.gather_packed' op expects a scheme that has panels, but got q8_k}}
  %0 = rlx.gather_packed %w, %i scheme = q8_k {n = 40 : i64, k = 36 : i64} : (tensor<2x2x576xui8>, tensor<3xi64>) -> tensor<3x36xui8>
  return
}
