// RUN: rlx-check %{sample} %s %{quick-lanes}

// By hand: windows start at -1, 1 and 3; no window reads the last element of the input.
func.func @literals() -> tensor<1x1x6xf32> {
  %dy = check.literal dense<[[[1.0, 2.0, 3.0]]]> : tensor<1x1x3xf32>
  %w = check.literal dense<[[[1.0, 10.0]]]> : tensor<1x1x2xf32>
  %0 = rlx.conv_backward_input %dy, %w to [6] strides = [2] pads = [1, 0]
      : (tensor<1x1x3xf32>, tensor<1x1x2xf32>) -> tensor<1x1x6xf32>
  %e = check.literal dense<[[[10.0, 2.0, 20.0, 3.0, 30.0, 0.0]]]> : tensor<1x1x6xf32>
  check.expect_eq %0, %e : tensor<1x1x6xf32>, tensor<1x1x6xf32>
  return %0 : tensor<1x1x6xf32>
}

// From a program that scatters by the definition of convolution.
func.func @literals_2d_groups() -> tensor<1x2x3x4xf64> {
  %dy = check.literal dense<[[[[-2.0, 1.0, 1.0], [-2.0, -1.0, 1.0]], [[0.0, 2.0, 1.0], [-3.0, 1.0, -3.0]]]]> : tensor<1x2x2x3xf64>
  %w = check.literal dense<[[[[3.0, 3.0], [-3.0, -3.0]]], [[[-3.0, -1.0], [3.0, -2.0]]]]> : tensor<2x1x2x2xf64>
  %0 = rlx.conv_backward_input %dy, %w to [3, 4] strides = [2, 1] pads = [1, 0, 0, 1] dilations = [1, 2] groups = 2
      : (tensor<1x2x2x3xf64>, tensor<2x1x2x2xf64>) -> tensor<1x2x3x4xf64>
  %e = check.literal dense<[[[[6.0, -3.0, 3.0, -3.0], [-6.0, -3.0, -3.0, -3.0], [6.0, 3.0, 3.0, 3.0]], [[0.0, 6.0, 3.0, -4.0], [9.0, -3.0, 12.0, -1.0], [-9.0, 3.0, -3.0, -2.0]]]]> : tensor<1x2x3x4xf64>
  check.expect_eq %0, %e : tensor<1x2x3x4xf64>, tensor<1x2x3x4xf64>
  return %0 : tensor<1x2x3x4xf64>
}

func.func @batch_2d() -> tensor<3x4x9x10xf32> {
  %dy = check.fill seed 1 : tensor<3x5x5x5xf32>
  %w = check.fill seed 2 as param : tensor<5x4x3x3xf32>
  %0 = rlx.conv_backward_input %dy, %w to [9, 10] strides = [2, 2] pads = [1, 1, 1, 1]
      : (tensor<3x5x5x5xf32>, tensor<5x4x3x3xf32>) -> tensor<3x4x9x10xf32>
  return %0 : tensor<3x4x9x10xf32>
}

// The remainders of both dimensions, 1 and 2, are known at run time only.
func.func @dynamic_sizes() -> tensor<?x3x?x?xf32> {
  %x = check.fill sizes [2, 3, 8, 11] seed 3 : tensor<?x3x?x?xf32>
  %w = check.fill seed 4 as param : tensor<6x3x3x3xf32>
  %y = rlx.conv %x, %w strides = [2, 3] : (tensor<?x3x?x?xf32>, tensor<6x3x3x3xf32>) -> tensor<?x6x?x?xf32>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %h = tensor.dim %x, %c2 : tensor<?x3x?x?xf32>
  %v = tensor.dim %x, %c3 : tensor<?x3x?x?xf32>
  %0 = rlx.conv_backward_input %y, %w to [%h, %v] strides = [2, 3]
      : (tensor<?x6x?x?xf32>, tensor<6x3x3x3xf32>, index, index) -> tensor<?x3x?x?xf32>
  return %0 : tensor<?x3x?x?xf32>
}

func.func @dynamic_stride_1() -> tensor<2x3x?xf64> {
  %dy = check.fill sizes [2, 4, 7] seed 5 : tensor<2x4x?xf64>
  %w = check.fill seed 6 as param : tensor<4x3x3xf64>
  %c2 = arith.constant 2 : index
  %n = tensor.dim %dy, %c2 : tensor<2x4x?xf64>
  %0 = rlx.conv_backward_input %dy, %w to [%n] pads = [1, 1]
      : (tensor<2x4x?xf64>, tensor<4x3x3xf64>, index) -> tensor<2x3x?xf64>
  return %0 : tensor<2x3x?xf64>
}

func.func @static_sizes_of_dynamic_gradient() -> (tensor<2x3x7xf64>, tensor<2x3x15xf64>) {
  %dy = check.fill sizes [2, 4, 7] seed 20 : tensor<2x4x?xf64>
  %w = check.fill seed 21 as param : tensor<4x3x3xf64>
  %0 = rlx.conv_backward_input %dy, %w to [7] pads = [1, 1] : (tensor<2x4x?xf64>, tensor<4x3x3xf64>) -> tensor<2x3x7xf64>
  %1 = rlx.conv_backward_input %dy, %w to [15] strides = [2] : (tensor<2x4x?xf64>, tensor<4x3x3xf64>) -> tensor<2x3x15xf64>
  return %0, %1 : tensor<2x3x7xf64>, tensor<2x3x15xf64>
}

func.func @depthwise_last() -> tensor<2x7x8x6xf32> {
  %dy = check.fill seed 7 : tensor<2x4x6x6xf32>
  %w = check.fill seed 8 as param : tensor<6x1x3x3xf32>
  %0 = rlx.conv_backward_input %dy, %w to [7, 8] strides = [2, 1] pads = [1, 0, 1, 0] groups = 6 data_format = channels_last
      : (tensor<2x4x6x6xf32>, tensor<6x1x3x3xf32>) -> tensor<2x7x8x6xf32>
  return %0 : tensor<2x7x8x6xf32>
}

func.func @f16_1d_dilated() -> tensor<2x4x9xf16> {
  %dy = check.fill seed 9 : tensor<2x6x5xf16>
  %w = check.fill seed 10 as param : tensor<6x2x3xf16>
  %0 = rlx.conv_backward_input %dy, %w to [9] dilations = [2] groups = 2
      : (tensor<2x6x5xf16>, tensor<6x2x3xf16>) -> tensor<2x4x9xf16>
  return %0 : tensor<2x4x9xf16>
}

func.func @bf16_3d() -> tensor<2x2x4x5x6xbf16> {
  %dy = check.fill seed 11 : tensor<2x3x2x3x6xbf16>
  %w = check.fill seed 12 as param : tensor<3x2x3x2x3xbf16>
  %0 = rlx.conv_backward_input %dy, %w to [4, 5, 6] strides = [1, 2, 1] pads = [0, 1, 0, 0, 0, 2]
      : (tensor<2x3x2x3x6xbf16>, tensor<3x2x3x2x3xbf16>) -> tensor<2x2x4x5x6xbf16>
  return %0 : tensor<2x2x4x5x6xbf16>
}

func.func @empty_batch() -> tensor<?x2x5xf32> {
  %dy = check.fill sizes [0, 3, 3] seed 13 : tensor<?x3x3xf32>
  %w = check.fill seed 14 : tensor<3x2x3xf32>
  %0 = rlx.conv_backward_input %dy, %w to [5] : (tensor<?x3x3xf32>, tensor<3x2x3xf32>) -> tensor<?x2x5xf32>
  return %0 : tensor<?x2x5xf32>
}

// The windows contain padding only.
func.func @empty_image() -> tensor<2x2x0xf32> {
  %dy = check.fill seed 15 : tensor<2x3x2xf32>
  %w = check.fill seed 16 : tensor<3x2x1xf32>
  %0 = rlx.conv_backward_input %dy, %w to [0] pads = [1, 1] : (tensor<2x3x2xf32>, tensor<3x2x1xf32>) -> tensor<2x2x0xf32>
  return %0 : tensor<2x2x0xf32>
}

// The same with a dynamic size of the input.
func.func @empty_image_dynamic() -> tensor<2x2x?xf32> {
  %x = check.fill sizes [2, 2, 0] seed 17 : tensor<2x2x?xf32>
  %dy = check.fill seed 18 : tensor<2x3x2xf32>
  %w = check.fill seed 19 : tensor<3x2x1xf32>
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c2 : tensor<2x2x?xf32>
  %0 = rlx.conv_backward_input %dy, %w to [%n] pads = [1, 1] : (tensor<2x3x2xf32>, tensor<3x2x1xf32>, index) -> tensor<2x2x?xf32>
  return %0 : tensor<2x2x?xf32>
}

// The same with a dynamic size of the gradient, too.
func.func @empty_image_dynamic_gradient() -> tensor<2x2x?xf32> {
  %x = check.fill sizes [2, 2, 0] seed 20 : tensor<2x2x?xf32>
  %w = check.fill seed 21 : tensor<3x2x1xf32>
  %dy = rlx.conv %x, %w pads = [1, 1] : (tensor<2x2x?xf32>, tensor<3x2x1xf32>) -> tensor<2x3x?xf32>
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c2 : tensor<2x2x?xf32>
  %0 = rlx.conv_backward_input %dy, %w to [%n] pads = [1, 1] : (tensor<2x3x?xf32>, tensor<3x2x1xf32>, index) -> tensor<2x2x?xf32>
  return %0 : tensor<2x2x?xf32>
}

// NaN and infinities of the gradient reach the inputs of their window.
func.func @specials() -> tensor<1x1x4xf32> {
  %dy = check.literal dense<[[[0x7FC00000, 1.0, 0x7F800000]]]> : tensor<1x1x3xf32>
  %w = check.literal dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>
  %0 = rlx.conv_backward_input %dy, %w to [4] : (tensor<1x1x3xf32>, tensor<1x1x2xf32>) -> tensor<1x1x4xf32>
  %e = check.literal dense<[[[0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000]]]> : tensor<1x1x4xf32>
  check.expect_eq %0, %e : tensor<1x1x4xf32>, tensor<1x1x4xf32>
  return %0 : tensor<1x1x4xf32>
}
