// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @conv_backward_input_c1(%dy: tensor<2x3xf32>, %w: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_input' op expects a gradient of rank 3 to 5 (batch, channels and one to three spatial dimensions), but got rank 2}}
  %0 = rlx.conv_backward_input %dy, %w to [] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @conv_backward_input_c2(%dy: tensor<2x4x6xf32>, %w: tensor<4x3x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_input' op expects a filter of rank 3 like the gradient, but got rank 4}}
  %0 = rlx.conv_backward_input %dy, %w to [8] : (tensor<2x4x6xf32>, tensor<4x3x3x3xf32>) -> tensor<2x3x8xf32>
  return
}

// -----

func.func @conv_backward_input_c2_static(%dy: tensor<2x4x6xf32>, %w: tensor<4x?x3xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_input' op expects a filter of static, positive sizes, but got 4x?x3}}
  %0 = rlx.conv_backward_input %dy, %w to [8] : (tensor<2x4x6xf32>, tensor<4x?x3xf32>) -> tensor<2x3x8xf32>
  return
}

// -----

func.func @conv_backward_input_c3(%dy: tensor<2x4x6xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_input' op expects strides of at least 1, but got [0]}}
  %0 = rlx.conv_backward_input %dy, %w to [8] strides = [0] : (tensor<2x4x6xf32>, tensor<4x3x3xf32>) -> tensor<2x3x8xf32>
  return
}

// -----

func.func @conv_backward_input_c4(%dy: tensor<2x5x6xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_input' op expects gradient channels of size 4, but got 5}}
  %0 = rlx.conv_backward_input %dy, %w to [8] : (tensor<2x5x6xf32>, tensor<4x3x3xf32>) -> tensor<2x3x8xf32>
  return
}

// -----

func.func @conv_backward_input_c5(%dy: tensor<2x4x6xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_input' op expects a number of output channels that 3 groups divide, but got 4}}
  %0 = rlx.conv_backward_input %dy, %w to [8] groups = 3 : (tensor<2x4x6xf32>, tensor<4x3x3xf32>) -> tensor<2x9x8xf32>
  return
}

// -----

func.func @conv_backward_input_c5_positive(%dy: tensor<2x4x6xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_input' op expects a positive number of groups, but got -1}}
  %0 = rlx.conv_backward_input %dy, %w to [8] groups = -1 : (tensor<2x4x6xf32>, tensor<4x3x3xf32>) -> tensor<2x9x8xf32>
  return
}

// -----

func.func @conv_backward_input_c6(%dy: tensor<2x4x6xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_input' op expects 1 sizes, but got 2}}
  %0 = rlx.conv_backward_input %dy, %w to [8, 8] : (tensor<2x4x6xf32>, tensor<4x3x3xf32>) -> tensor<2x3x8xf32>
  return
}

// -----

func.func @conv_backward_input_c6_negative(%dy: tensor<2x4x6xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_input' op expects size #0 to be at least 0, but got -8}}
  %0 = rlx.conv_backward_input %dy, %w to [-8] : (tensor<2x4x6xf32>, tensor<4x3x3xf32>) -> tensor<2x3x8xf32>
  return
}

// -----

func.func @conv_backward_input_c7(%dy: tensor<2x4x1xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_input' op expects the padded input to hold the window in spatial dimension 0, which needs size 3, but got 2}}
  %0 = rlx.conv_backward_input %dy, %w to [2] : (tensor<2x4x1xf32>, tensor<4x3x3xf32>) -> tensor<2x3x2xf32>
  return
}

// -----

func.func @conv_backward_input_c8(%dy: tensor<2x4x6xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_input' op expects a gradient of shape 2x4x7, but got 2x4x6}}
  %0 = rlx.conv_backward_input %dy, %w to [9] : (tensor<2x4x6xf32>, tensor<4x3x3xf32>) -> tensor<2x3x9xf32>
  return
}

// -----

func.func @conv_backward_input_c9(%dy: tensor<2x4x6xf32>, %w: tensor<4x3x3xf64>) {
  // expected-error@+1 {{'rlx.conv_backward_input' op expects operand #1 to have element type f32 like operand #0, but got f64}}
  %0 = rlx.conv_backward_input %dy, %w to [8] : (tensor<2x4x6xf32>, tensor<4x3x3xf64>) -> tensor<2x3x8xf32>
  return
}

// -----

func.func @conv_backward_weight_c1(%x: tensor<2x3xf32>, %dy: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_weight' op expects an input of rank 3 to 5 (batch, channels and one to three spatial dimensions), but got rank 2}}
  %0 = rlx.conv_backward_weight %x, %dy kernel = [2] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @conv_backward_weight_c2(%x: tensor<2x3x8xf32>, %dy: tensor<2x4x6xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_weight' op expects 1 kernel sizes, but got 2}}
  %0 = rlx.conv_backward_weight %x, %dy kernel = [3, 3] : (tensor<2x3x8xf32>, tensor<2x4x6xf32>) -> tensor<4x3x3xf32>
  return
}

// -----

func.func @conv_backward_weight_c2_range(%x: tensor<2x3x8xf32>, %dy: tensor<2x4x6xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_weight' op expects kernel sizes of at least 1, but got 0}}
  %0 = rlx.conv_backward_weight %x, %dy kernel = [0] : (tensor<2x3x8xf32>, tensor<2x4x6xf32>) -> tensor<4x3x3xf32>
  return
}

// -----

func.func @conv_backward_weight_c3(%x: tensor<2x3x8xf32>, %dy: tensor<2x4x6xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_weight' op expects pads of at least 0, but got [-1, 0]}}
  %0 = rlx.conv_backward_weight %x, %dy kernel = [3] pads = [-1, 0] : (tensor<2x3x8xf32>, tensor<2x4x6xf32>) -> tensor<4x3x3xf32>
  return
}

// -----

func.func @conv_backward_weight_c4(%x: tensor<2x?x8xf32>, %dy: tensor<2x4x6xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_weight' op expects a number of input channels of static, positive sizes, but got ?}}
  %0 = rlx.conv_backward_weight %x, %dy kernel = [3] : (tensor<2x?x8xf32>, tensor<2x4x6xf32>) -> tensor<4x?x3xf32>
  return
}

// -----

func.func @conv_backward_weight_c4_grad(%x: tensor<2x3x8xf32>, %dy: tensor<2x?x6xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_weight' op expects a number of gradient channels of static, positive sizes, but got ?}}
  %0 = rlx.conv_backward_weight %x, %dy kernel = [3] : (tensor<2x3x8xf32>, tensor<2x?x6xf32>) -> tensor<?x3x3xf32>
  return
}

// -----

func.func @conv_backward_weight_c5(%x: tensor<2x3x8xf32>, %dy: tensor<2x4x6xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_weight' op expects a number of input channels that 2 groups divide, but got 3}}
  %0 = rlx.conv_backward_weight %x, %dy kernel = [3] groups = 2 : (tensor<2x3x8xf32>, tensor<2x4x6xf32>) -> tensor<4x3x3xf32>
  return
}

// -----

func.func @conv_backward_weight_c5_grad(%x: tensor<2x4x8xf32>, %dy: tensor<2x5x6xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_weight' op expects a number of output channels that 2 groups divide, but got 5}}
  %0 = rlx.conv_backward_weight %x, %dy kernel = [3] groups = 2 : (tensor<2x4x8xf32>, tensor<2x5x6xf32>) -> tensor<5x2x3xf32>
  return
}

// -----

func.func @conv_backward_weight_c5_positive(%x: tensor<2x4x8xf32>, %dy: tensor<2x4x6xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_weight' op expects a positive number of groups, but got 0}}
  %0 = rlx.conv_backward_weight %x, %dy kernel = [3] groups = 0 : (tensor<2x4x8xf32>, tensor<2x4x6xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

func.func @conv_backward_weight_c6(%x: tensor<2x3x2xf32>, %dy: tensor<2x4x1xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_weight' op expects the padded input to hold the window in spatial dimension 0, which needs size 3, but got 2}}
  %0 = rlx.conv_backward_weight %x, %dy kernel = [3] : (tensor<2x3x2xf32>, tensor<2x4x1xf32>) -> tensor<4x3x3xf32>
  return
}

// -----

func.func @conv_backward_weight_c7(%x: tensor<2x3x8xf32>, %dy: tensor<2x4x7xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_weight' op expects a gradient of shape 2x4x6, but got 2x4x7}}
  %0 = rlx.conv_backward_weight %x, %dy kernel = [3] : (tensor<2x3x8xf32>, tensor<2x4x7xf32>) -> tensor<4x3x3xf32>
  return
}

// -----

func.func @conv_backward_weight_c7_rank(%x: tensor<2x3x8xf32>, %dy: tensor<2x4x6x1xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_weight' op expects a gradient of rank 3 like the input, but got rank 4}}
  %0 = rlx.conv_backward_weight %x, %dy kernel = [3] : (tensor<2x3x8xf32>, tensor<2x4x6x1xf32>) -> tensor<4x3x3xf32>
  return
}

// -----

func.func @conv_backward_weight_c7_batch(%x: tensor<2x3x8xf32>, %dy: tensor<3x4x6xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_weight' op expects a gradient of shape 2x4x6, but got 3x4x6}}
  %0 = rlx.conv_backward_weight %x, %dy kernel = [3] : (tensor<2x3x8xf32>, tensor<3x4x6xf32>) -> tensor<4x3x3xf32>
  return
}

// -----

func.func @conv_backward_weight_c8(%x: tensor<2x3x8xf32>, %dy: tensor<2x4x6xf16>) {
  // expected-error@+1 {{'rlx.conv_backward_weight' op expects operand #1 to have element type f32 like operand #0, but got f16}}
  %0 = rlx.conv_backward_weight %x, %dy kernel = [3] : (tensor<2x3x8xf32>, tensor<2x4x6xf16>) -> tensor<4x3x3xf32>
  return
}

// -----

func.func @max_pool_backward_c1(%x: tensor<2x3xf32>, %dy: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.max_pool_backward' op expects an input of rank 3 to 5 (batch, channels and one to three spatial dimensions), but got rank 2}}
  %0 = rlx.max_pool_backward %x, %dy kernel = [2] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @max_pool_backward_c2(%x: tensor<2x3x8xf32>, %dy: tensor<2x3x7xf32>) {
  // expected-error@+1 {{'rlx.max_pool_backward' op expects 1 kernel sizes, but got 2}}
  %0 = rlx.max_pool_backward %x, %dy kernel = [2, 2] : (tensor<2x3x8xf32>, tensor<2x3x7xf32>) -> tensor<2x3x8xf32>
  return
}

// -----

func.func @max_pool_backward_c3(%x: tensor<2x3x8xf32>, %dy: tensor<2x3x7xf32>) {
  // expected-error@+1 {{'rlx.max_pool_backward' op expects 1 dilations or none, but got 2}}
  %0 = rlx.max_pool_backward %x, %dy kernel = [2] dilations = [1, 1] : (tensor<2x3x8xf32>, tensor<2x3x7xf32>) -> tensor<2x3x8xf32>
  return
}

// -----

func.func @max_pool_backward_c4(%x: tensor<2x3x8xf32>, %dy: tensor<2x3x7xf32>) {
  // expected-error@+1 {{'rlx.max_pool_backward' op expects the padded input to hold the window in spatial dimension 0, which needs size 9, but got 8}}
  %0 = rlx.max_pool_backward %x, %dy kernel = [9] : (tensor<2x3x8xf32>, tensor<2x3x7xf32>) -> tensor<2x3x8xf32>
  return
}

// -----

func.func @max_pool_backward_c5(%x: tensor<2x3x8xf32>, %dy: tensor<2x3x8xf32>) {
  // expected-error@+1 {{'rlx.max_pool_backward' op expects a gradient of shape 2x3x7, but got 2x3x8}}
  %0 = rlx.max_pool_backward %x, %dy kernel = [2] : (tensor<2x3x8xf32>, tensor<2x3x8xf32>) -> tensor<2x3x8xf32>
  return
}

// -----

func.func @max_pool_backward_c6(%x: tensor<2x3x8xf32>, %dy: tensor<2x3x7xbf16>) {
  // expected-error@+1 {{'rlx.max_pool_backward' op expects operand #1 to have element type f32 like operand #0, but got bf16}}
  %0 = rlx.max_pool_backward %x, %dy kernel = [2] : (tensor<2x3x8xf32>, tensor<2x3x7xbf16>) -> tensor<2x3x8xf32>
  return
}

// -----

func.func @mean_pool_backward_c1(%dy: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.mean_pool_backward' op expects a gradient of rank 3 to 5 (batch, channels and one to three spatial dimensions), but got rank 2}}
  %0 = rlx.mean_pool_backward %dy to [] kernel = [] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @mean_pool_backward_c2(%dy: tensor<2x3x7xf32>) {
  // expected-error@+1 {{'rlx.mean_pool_backward' op expects 1 kernel sizes, but got 2}}
  %0 = rlx.mean_pool_backward %dy to [8] kernel = [2, 2] : (tensor<2x3x7xf32>) -> tensor<2x3x8xf32>
  return
}

// -----

func.func @mean_pool_backward_c3(%dy: tensor<2x3x7xf32>) {
  // expected-error@+1 {{'rlx.mean_pool_backward' op expects strides of at least 1, but got [0]}}
  %0 = rlx.mean_pool_backward %dy to [8] kernel = [2] strides = [0] : (tensor<2x3x7xf32>) -> tensor<2x3x8xf32>
  return
}

// -----

func.func @mean_pool_backward_c4(%dy: tensor<2x3x7xf32>) {
  // expected-error@+1 {{'rlx.mean_pool_backward' op expects 1 sizes, but got 2}}
  %0 = rlx.mean_pool_backward %dy to [8, 8] kernel = [2] : (tensor<2x3x7xf32>) -> tensor<2x3x8xf32>
  return
}

// -----

func.func @mean_pool_backward_c4_negative(%dy: tensor<2x3x7xf32>) {
  // expected-error@+1 {{'rlx.mean_pool_backward' op expects size #0 to be at least 0, but got -1}}
  %0 = rlx.mean_pool_backward %dy to [-1] kernel = [2] : (tensor<2x3x7xf32>) -> tensor<2x3x8xf32>
  return
}

// -----

func.func @mean_pool_backward_c5(%dy: tensor<2x3x7xf32>) {
  // expected-error@+1 {{'rlx.mean_pool_backward' op expects the padded input to hold the window in spatial dimension 0, which needs size 2, but got 1}}
  %0 = rlx.mean_pool_backward %dy to [1] kernel = [2] : (tensor<2x3x7xf32>) -> tensor<2x3x1xf32>
  return
}

// -----

func.func @mean_pool_backward_c6(%dy: tensor<2x3x7xf32>) {
  // expected-error@+1 {{'rlx.mean_pool_backward' op expects a gradient of shape 2x3x8, but got 2x3x7}}
  %0 = rlx.mean_pool_backward %dy to [9] kernel = [2] : (tensor<2x3x7xf32>) -> tensor<2x3x9xf32>
  return
}

// -----

func.func @conv_backward_input_c6_large(%dy: tensor<2x4x6xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_input' op expects entries of a magnitude of at most 17592186044416, but got 9223372036854775807}}
  %0 = rlx.conv_backward_input %dy, %w to [9223372036854775807] : (tensor<2x4x6xf32>, tensor<4x3x3xf32>) -> tensor<2x3x?xf32>
  return
}

// -----

func.func @mean_pool_backward_c4_large(%dy: tensor<2x4x6xf32>) {
  // expected-error@+1 {{'rlx.mean_pool_backward' op expects entries of a magnitude of at most 17592186044416, but got 9223372036854775807}}
  %0 = rlx.mean_pool_backward %dy to [9223372036854775807] kernel = [3] : (tensor<2x4x6xf32>) -> tensor<2x4x?xf32>
  return
}

// -----

func.func @conv_backward_input_c3_stride(%dy: tensor<2x4x1xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_input' op expects strides of at most 262144, but got 262145}}
  %0 = rlx.conv_backward_input %dy, %w to [8] strides = [262145] : (tensor<2x4x1xf32>, tensor<4x3x3xf32>) -> tensor<2x3x8xf32>
  return
}
