// RUN: rlx-check %s

// By hand: windows start at -1, 1 and 3; no window reads the last element of the input.
func.func @literals() -> tensor<1x1x2xf32> {
  %x = check.literal dense<[[[1.0, 10.0, 100.0, 1000.0, 10000.0, 100000.0]]]> : tensor<1x1x6xf32>
  %dy = check.literal dense<[[[1.0, 2.0, 3.0]]]> : tensor<1x1x3xf32>
  %0 = rlx.conv_backward_weight %x, %dy kernel = [2] strides = [2] pads = [1, 0]
      : (tensor<1x1x6xf32>, tensor<1x1x3xf32>) -> tensor<1x1x2xf32>
  %e = check.literal dense<[[[3020.0, 30201.0]]]> : tensor<1x1x2xf32>
  check.expect_eq %0, %e : tensor<1x1x2xf32>, tensor<1x1x2xf32>
  return %0 : tensor<1x1x2xf32>
}

// From a program that scatters by the definition of convolution.
func.func @literals_2d_groups() -> tensor<2x1x2x2xf64> {
  %x = check.literal dense<[[[[-2.0, 1.0, 3.0, 3.0], [3.0, -3.0, -1.0, -3.0], [0.0, 3.0, 0.0, 0.0]], [[2.0, 0.0, 3.0, -2.0], [-3.0, 0.0, -3.0, 3.0], [0.0, 0.0, 1.0, 3.0]]]]> : tensor<1x2x3x4xf64>
  %dy = check.literal dense<[[[[-2.0, 1.0, 1.0], [-2.0, -1.0, 1.0]], [[0.0, 2.0, 1.0], [-3.0, 1.0, -3.0]]]]> : tensor<1x2x2x3xf64>
  %0 = rlx.conv_backward_weight %x, %dy kernel = [2, 2] strides = [2, 1] pads = [1, 0, 0, 1] dilations = [1, 2] groups = 2
      : (tensor<1x2x3x4xf64>, tensor<1x2x2x3xf64>) -> tensor<2x1x2x2xf64>
  %e = check.literal dense<[[[[-4.0, 5.0], [5.0, -3.0]]], [[[18.0, 12.0], [0.0, -4.0]]]]> : tensor<2x1x2x2xf64>
  check.expect_eq %0, %e : tensor<2x1x2x2xf64>, tensor<2x1x2x2xf64>
  return %0 : tensor<2x1x2x2xf64>
}

func.func @batch_2d() -> tensor<5x4x3x3xf32> {
  %x = check.fill seed 1 : tensor<3x4x9x10xf32>
  %dy = check.fill seed 2 : tensor<3x5x5x5xf32>
  %0 = rlx.conv_backward_weight %x, %dy kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1]
      : (tensor<3x4x9x10xf32>, tensor<3x5x5x5xf32>) -> tensor<5x4x3x3xf32>
  return %0 : tensor<5x4x3x3xf32>
}

func.func @dynamic() -> tensor<6x3x3x2xf32> {
  %x = check.fill sizes [2, 3, 8, 11] seed 3 : tensor<?x3x?x?xf32>
  %w = check.fill seed 4 as param : tensor<6x3x3x2xf32>
  %y = rlx.conv %x, %w strides = [2, 3] : (tensor<?x3x?x?xf32>, tensor<6x3x3x2xf32>) -> tensor<?x6x?x?xf32>
  %0 = rlx.conv_backward_weight %x, %y kernel = [3, 2] strides = [2, 3]
      : (tensor<?x3x?x?xf32>, tensor<?x6x?x?xf32>) -> tensor<6x3x3x2xf32>
  return %0 : tensor<6x3x3x2xf32>
}

func.func @depthwise_last() -> tensor<6x1x3x3xf32> {
  %x = check.fill seed 5 : tensor<2x7x8x6xf32>
  %dy = check.fill seed 6 : tensor<2x4x6x6xf32>
  %0 = rlx.conv_backward_weight %x, %dy kernel = [3, 3] strides = [2, 1] pads = [1, 0, 1, 0] groups = 6 data_format = channels_last
      : (tensor<2x7x8x6xf32>, tensor<2x4x6x6xf32>) -> tensor<6x1x3x3xf32>
  return %0 : tensor<6x1x3x3xf32>
}

func.func @groups_last() -> tensor<9x2x2x3xf64> {
  %x = check.fill seed 7 : tensor<2x5x6x6xf64>
  %dy = check.fill seed 8 : tensor<2x3x4x9xf64>
  %0 = rlx.conv_backward_weight %x, %dy kernel = [2, 3] dilations = [2, 1] groups = 3 data_format = channels_last
      : (tensor<2x5x6x6xf64>, tensor<2x3x4x9xf64>) -> tensor<9x2x2x3xf64>
  return %0 : tensor<9x2x2x3xf64>
}

func.func @f16_1d_dilated() -> tensor<6x2x3xf16> {
  %x = check.fill seed 9 : tensor<2x4x9xf16>
  %dy = check.fill seed 10 : tensor<2x6x5xf16>
  %0 = rlx.conv_backward_weight %x, %dy kernel = [3] dilations = [2] groups = 2
      : (tensor<2x4x9xf16>, tensor<2x6x5xf16>) -> tensor<6x2x3xf16>
  return %0 : tensor<6x2x3xf16>
}

func.func @bf16_3d() -> tensor<3x2x3x2x3xbf16> {
  %x = check.fill seed 11 : tensor<2x2x4x5x6xbf16>
  %dy = check.fill seed 12 : tensor<2x3x2x3x6xbf16>
  %0 = rlx.conv_backward_weight %x, %dy kernel = [3, 2, 3] strides = [1, 2, 1] pads = [0, 1, 0, 0, 0, 2]
      : (tensor<2x2x4x5x6xbf16>, tensor<2x3x2x3x6xbf16>) -> tensor<3x2x3x2x3xbf16>
  return %0 : tensor<3x2x3x2x3xbf16>
}

// No images: an empty sum.
func.func @empty_batch() -> (tensor<3x2x3xf32>, tensor<3x2x3xf32>) {
  %x = check.fill sizes [0, 2, 5] seed 13 : tensor<?x2x5xf32>
  %dy = check.fill sizes [0, 3, 3] seed 14 : tensor<?x3x3xf32>
  %0 = rlx.conv_backward_weight %x, %dy kernel = [3] : (tensor<?x2x5xf32>, tensor<?x3x3xf32>) -> tensor<3x2x3xf32>
  %s = check.fill seed 15 : tensor<0x2x5xf32>
  %t = check.fill seed 16 : tensor<0x3x3xf32>
  %1 = rlx.conv_backward_weight %s, %t kernel = [3] : (tensor<0x2x5xf32>, tensor<0x3x3xf32>) -> tensor<3x2x3xf32>
  %e = check.literal dense<0.0> : tensor<3x2x3xf32>
  check.expect_eq %0, %e : tensor<3x2x3xf32>, tensor<3x2x3xf32>
  check.expect_eq %1, %e : tensor<3x2x3xf32>, tensor<3x2x3xf32>
  return %0, %1 : tensor<3x2x3xf32>, tensor<3x2x3xf32>
}
func.func @empty_batch_with_pads() -> tensor<3x2x3xf32> {
  %x = check.fill seed 17 : tensor<0x2x5xf32>
  %dy = check.fill seed 18 : tensor<0x3x5xf32>
  %0 = rlx.conv_backward_weight %x, %dy kernel = [3] pads = [1, 1] : (tensor<0x2x5xf32>, tensor<0x3x5xf32>) -> tensor<3x2x3xf32>
  %e = check.literal dense<0.0> : tensor<3x2x3xf32>
  check.expect_eq %0, %e : tensor<3x2x3xf32>, tensor<3x2x3xf32>
  return %0 : tensor<3x2x3xf32>
}

// NaN of the input reaches the filter elements that multiply it, and so does NaN of the gradient.
func.func @specials() -> tensor<1x1x2xf32> {
  %x = check.literal dense<[[[0x7FC00000, 1.0, 0x7F800000]]]> : tensor<1x1x3xf32>
  %dy = check.literal dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>
  %0 = rlx.conv_backward_weight %x, %dy kernel = [2] : (tensor<1x1x3xf32>, tensor<1x1x2xf32>) -> tensor<1x1x2xf32>
  %e = check.literal dense<[[[0x7FC00000, 0x7F800000]]]> : tensor<1x1x2xf32>
  check.expect_eq %0, %e : tensor<1x1x2xf32>, tensor<1x1x2xf32>
  return %0 : tensor<1x1x2xf32>
}
