// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @conv_c1(%x: tensor<2x3xf32>, %w: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.conv' op expects an input of rank 3 to 5 (batch, channels and one to three spatial dimensions), but got rank 2}}
  %0 = rlx.conv %x, %w : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @conv_c2(%x: tensor<2x3x8xf32>, %w: tensor<4x3x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv' op expects a filter of rank 3 like the input, but got rank 4}}
  %0 = rlx.conv %x, %w : (tensor<2x3x8xf32>, tensor<4x3x3x3xf32>) -> tensor<2x4x6xf32>
  return
}

// -----

func.func @conv_c2_static(%x: tensor<2x3x8xf32>, %w: tensor<4x3x?xf32>) {
  // expected-error@+1 {{'rlx.conv' op expects a filter of static, positive sizes, but got 4x3x?}}
  %0 = rlx.conv %x, %w : (tensor<2x3x8xf32>, tensor<4x3x?xf32>) -> tensor<2x4x6xf32>
  return
}

// -----

func.func @conv_c3(%x: tensor<2x3x8xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv' op expects 2 pads or none, but got 1}}
  %0 = rlx.conv %x, %w pads = [1] : (tensor<2x3x8xf32>, tensor<4x3x3xf32>) -> tensor<2x4x6xf32>
  return
}

// -----

func.func @conv_c3_range(%x: tensor<2x3x8xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv' op expects strides of at least 1, but got [0]}}
  %0 = rlx.conv %x, %w strides = [0] : (tensor<2x3x8xf32>, tensor<4x3x3xf32>) -> tensor<2x4x6xf32>
  return
}

// -----

func.func @conv_c4(%x: tensor<2x3x8xf32>, %w: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'rlx.conv' op expects input channels (2 groups as the filter has them) of size 4, but got 3}}
  %0 = rlx.conv %x, %w groups = 2 : (tensor<2x3x8xf32>, tensor<4x2x3xf32>) -> tensor<2x4x6xf32>
  return
}

// -----

func.func @conv_c5(%x: tensor<2x6x8xf32>, %w: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'rlx.conv' op expects a number of output channels that 3 groups divide, but got 4}}
  %0 = rlx.conv %x, %w groups = 3 : (tensor<2x6x8xf32>, tensor<4x2x3xf32>) -> tensor<2x4x6xf32>
  return
}

// -----

func.func @conv_c5_positive(%x: tensor<2x6x8xf32>, %w: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'rlx.conv' op expects a positive number of groups, but got 0}}
  %0 = rlx.conv %x, %w groups = 0 : (tensor<2x6x8xf32>, tensor<4x2x3xf32>) -> tensor<2x4x6xf32>
  return
}

// -----

// A dynamic size does not hide the error.
func.func @conv_c5_negative(%x: tensor<2x?x8xf32>, %w: tensor<4x2x3xf32>) {
  // expected-error@+1 {{'rlx.conv' op expects a positive number of groups, but got -1}}
  %0 = rlx.conv %x, %w groups = -1 : (tensor<2x?x8xf32>, tensor<4x2x3xf32>) -> tensor<2x4x6xf32>
  return
}

// -----

func.func @conv_c6(%x: tensor<2x3x8xf32>, %w: tensor<4x3x3xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.conv' op expects a bias of size 4, but got 3}}
  %0 = rlx.conv %x, %w, %b : (tensor<2x3x8xf32>, tensor<4x3x3xf32>, tensor<3xf32>) -> tensor<2x4x6xf32>
  return
}

// -----

func.func @conv_c7(%x: tensor<2x3x4xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv' op expects the padded input to hold the window in spatial dimension 0, which needs size 7, but got 5}}
  %0 = rlx.conv %x, %w pads = [1, 0] dilations = [3] : (tensor<2x3x4xf32>, tensor<4x3x3xf32>) -> tensor<2x4x1xf32>
  return
}

// -----

func.func @conv_c8(%x: tensor<2x3x8xf32>, %w: tensor<4x3x3xf16>) {
  // expected-error@+1 {{'rlx.conv' op expects operand #1 to have element type f32 like operand #0, but got f16}}
  %0 = rlx.conv %x, %w : (tensor<2x3x8xf32>, tensor<4x3x3xf16>) -> tensor<2x4x6xf32>
  return
}

// -----

func.func @conv_transpose_c1(%x: tensor<2x3xf32>, %w: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.conv_transpose' op expects an input of rank 3 to 5}}
  %0 = rlx.conv_transpose %x, %w : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @conv_transpose_c2(%x: tensor<2x3x8xf32>, %w: tensor<3x3x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_transpose' op expects a filter of rank 3 like the input, but got rank 4}}
  %0 = rlx.conv_transpose %x, %w : (tensor<2x3x8xf32>, tensor<3x3x3x3xf32>) -> tensor<2x4x10xf32>
  return
}

// -----

func.func @conv_transpose_c3(%x: tensor<2x3x8xf32>, %w: tensor<3x4x3xf32>) {
  // expected-error@+1 {{'rlx.conv_transpose' op expects 1 dilations or none, but got 2}}
  %0 = rlx.conv_transpose %x, %w dilations = [1, 1] : (tensor<2x3x8xf32>, tensor<3x4x3xf32>) -> tensor<2x4x10xf32>
  return
}

// -----

func.func @conv_transpose_c4(%x: tensor<2x3x8xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_transpose' op expects input channels of size 4, but got 3}}
  %0 = rlx.conv_transpose %x, %w : (tensor<2x3x8xf32>, tensor<4x3x3xf32>) -> tensor<2x4x10xf32>
  return
}

// -----

func.func @conv_transpose_c5(%x: tensor<2x4x8xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_transpose' op expects a number of input channels that 3 groups divide, but got 4}}
  %0 = rlx.conv_transpose %x, %w groups = 3 : (tensor<2x4x8xf32>, tensor<4x3x3xf32>) -> tensor<2x9x10xf32>
  return
}

// -----

func.func @conv_transpose_c6(%x: tensor<2x4x8xf32>, %w: tensor<4x3x3xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.conv_transpose' op expects a bias of size 6, but got 3}}
  %0 = rlx.conv_transpose %x, %w, %b groups = 2 : (tensor<2x4x8xf32>, tensor<4x3x3xf32>, tensor<3xf32>) -> tensor<2x6x10xf32>
  return
}

// -----

func.func @conv_transpose_c7(%x: tensor<2x4x8xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_transpose' op expects an output padding in [0, 2), below stride or dilation, but got 2}}
  %0 = rlx.conv_transpose %x, %w strides = [2] output_padding = [2] : (tensor<2x4x8xf32>, tensor<4x3x3xf32>) -> tensor<2x3x19xf32>
  return
}

// -----

func.func @conv_transpose_c7_count(%x: tensor<2x4x8xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_transpose' op expects 1 output paddings or none, but got 2}}
  %0 = rlx.conv_transpose %x, %w output_padding = [0, 0] : (tensor<2x4x8xf32>, tensor<4x3x3xf32>) -> tensor<2x3x10xf32>
  return
}

// -----

func.func @conv_transpose_c8(%x: tensor<2x4x8xf32>, %w: tensor<4x3x3xf64>) {
  // expected-error@+1 {{'rlx.conv_transpose' op expects operand #1 to have element type f32 like operand #0, but got f64}}
  %0 = rlx.conv_transpose %x, %w : (tensor<2x4x8xf32>, tensor<4x3x3xf64>) -> tensor<2x3x10xf32>
  return
}

// -----

func.func @conv_transpose_c9(%x: tensor<2x4x1xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_transpose' op expects no negative size of the result in spatial dimension 0, but got -1}}
  %0 = rlx.conv_transpose %x, %w pads = [2, 2] : (tensor<2x4x1xf32>, tensor<4x3x3xf32>) -> tensor<2x3x?xf32>
  return
}

// -----

func.func @pool_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.pool' op expects an input of rank 3 to 5}}
  %0 = rlx.pool max %x kernel = [2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @pool_c2(%x: tensor<2x3x8xf32>) {
  // expected-error@+1 {{'rlx.pool' op expects 1 kernel sizes, but got 2}}
  %0 = rlx.pool max %x kernel = [2, 2] : (tensor<2x3x8xf32>) -> tensor<2x3x7xf32>
  return
}

// -----

func.func @pool_c2_range(%x: tensor<2x3x8xf32>) {
  // expected-error@+1 {{'rlx.pool' op expects kernel sizes of at least 1, but got 0}}
  %0 = rlx.pool max %x kernel = [0] : (tensor<2x3x8xf32>) -> tensor<2x3x7xf32>
  return
}

// -----

func.func @pool_c3(%x: tensor<2x3x8xf32>) {
  // expected-error@+1 {{'rlx.pool' op expects pads of at least 0, but got [-1, 0]}}
  %0 = rlx.pool max %x kernel = [2] pads = [-1, 0] : (tensor<2x3x8xf32>) -> tensor<2x3x6xf32>
  return
}

// -----

func.func @pool_c4(%x: tensor<2x3x8xf32>) {
  // expected-error@+1 {{'rlx.pool' op expects the padded input to hold the window in spatial dimension 0, which needs size 9, but got 8}}
  %0 = rlx.pool max %x kernel = [9] : (tensor<2x3x8xf32>) -> tensor<2x3x1xf32>
  return
}

// -----

func.func @pool_c4_ceil(%x: tensor<2x3x1xf32>) {
  // expected-error@+1 {{'rlx.pool' op expects the padded input to lack less than a stride of the window in spatial dimension 0, which needs size 2, but got 1}}
  %0 = rlx.pool max %x kernel = [3] strides = [2] {ceil_mode = true} : (tensor<2x3x1xf32>) -> tensor<2x3x0xf32>
  return
}

// -----

func.func @pool_c5(%x: tensor<2x3x8xi32>) {
  // expected-error@+1 {{'rlx.pool' op expects a floating-point input for the mean, but got an integer type}}
  %0 = rlx.pool mean %x kernel = [2] : (tensor<2x3x8xi32>) -> tensor<2x3x7xi32>
  return
}

// -----

func.func @pool_c3_large(%x: tensor<1x2x?xf32>) {
  // expected-error@+1 {{'rlx.pool' op expects pads of at most 2147483648, but got [9223372036854775807, 9223372036854775807]}}
  %0 = rlx.pool max %x kernel = [3] pads = [9223372036854775807, 9223372036854775807] : (tensor<1x2x?xf32>) -> tensor<1x2x?xf32>
  return
}

// -----

func.func @pool_c2_large(%x: tensor<1x2x?x?xf32>) {
  // expected-error@+1 {{'rlx.pool' op expects a kernel of at most 2147483648 positions, but got [4294967296, 4294967296]}}
  %0 = rlx.pool max %x kernel = [4294967296, 4294967296] : (tensor<1x2x?x?xf32>) -> tensor<1x2x?x?xf32>
  return
}

// -----

func.func @conv_c3_large(%x: tensor<2x3x?xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv' op expects dilations of at most 2147483648, but got [4611686018427387904]}}
  %0 = rlx.conv %x, %w dilations = [4611686018427387904] : (tensor<2x3x?xf32>, tensor<4x3x3xf32>) -> tensor<2x4x?xf32>
  return
}

// -----

func.func @conv_transpose_c3_large(%x: tensor<2x3x?xf32>, %w: tensor<3x4x3xf32>) {
  // expected-error@+1 {{'rlx.conv_transpose' op expects strides of at most 2147483648, but got [4611686018427387904]}}
  %0 = rlx.conv_transpose %x, %w strides = [4611686018427387904] : (tensor<2x3x?xf32>, tensor<3x4x3xf32>) -> tensor<2x4x?xf32>
  return
}

// -----

func.func @conv_c2_large(%x: tensor<2x3x?xf32>, %w: tensor<4x3x4294967296xf32>) {
  // expected-error@+1 {{'rlx.conv' op expects a kernel of at most 2147483648 positions, but got [4294967296]}}
  %0 = rlx.conv %x, %w : (tensor<2x3x?xf32>, tensor<4x3x4294967296xf32>) -> tensor<2x4x?xf32>
  return
}

// -----

func.func @conv_c5_many(%x: tensor<1x3x7xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv' op expects a smaller number of groups than 9223372036854775807}}
  %0 = rlx.conv %x, %w groups = 9223372036854775807 : (tensor<1x3x7xf32>, tensor<4x3x3xf32>) -> tensor<1x4x5xf32>
  return
}

// -----

func.func @conv_transpose_c5_many(%x: tensor<1x4x7xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_transpose' op expects a smaller number of groups than 9223372036854775807}}
  %0 = rlx.conv_transpose %x, %w groups = 9223372036854775807 : (tensor<1x4x7xf32>, tensor<4x3x3xf32>) -> tensor<1x?x9xf32>
  return
}

// -----

func.func @conv_transpose_c3_stride(%x: tensor<2x4x1xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_transpose' op expects strides of at most 262144, but got 262145}}
  %0 = rlx.conv_transpose %x, %w strides = [262145] : (tensor<2x4x1xf32>, tensor<4x3x3xf32>) -> tensor<2x3x3xf32>
  return
}
