// RUN: rlx-check %s %{quick-lanes}

// By hand: two windows, bias, asymmetric padding.
func.func @literals() -> tensor<1x1x4xf32> {
  %x = check.literal dense<[[[1.0, 2.0, 3.0]]]> : tensor<1x1x3xf32>
  %w = check.literal dense<[[[10.0, 1.0]]]> : tensor<1x1x2xf32>
  %b = check.literal dense<[0.5]> : tensor<1xf32>
  %0 = rlx.conv %x, %w, %b pads = [1, 1]
      : (tensor<1x1x3xf32>, tensor<1x1x2xf32>, tensor<1xf32>) -> tensor<1x1x4xf32>
  %e = check.literal dense<[[[1.5, 12.5, 23.5, 30.5]]]> : tensor<1x1x4xf32>
  check.expect_eq %0, %e : tensor<1x1x4xf32>, tensor<1x1x4xf32>
  return %0 : tensor<1x1x4xf32>
}

// By hand: groups and dilation; integers wrap.
func.func @literals_groups_i8() -> tensor<1x2x1xi8> {
  %x = check.literal dense<[[[100, 1, 2], [3, 4, 5]]]> : tensor<1x2x3xi8>
  %w = check.literal dense<[[[2, 1]], [[1, -1]]]> : tensor<2x1x2xi8>
  %0 = rlx.conv %x, %w dilations = [2] groups = 2
      : (tensor<1x2x3xi8>, tensor<2x1x2xi8>) -> tensor<1x2x1xi8>
  %e = check.literal dense<[[[-54], [-2]]]> : tensor<1x2x1xi8>
  check.expect_eq %0, %e : tensor<1x2x1xi8>, tensor<1x2x1xi8>
  return %0 : tensor<1x2x1xi8>
}

// A convolution that keeps the size takes an empty image, whose size may be known only in a run.
func.func @empty_image() -> tensor<2x5x?x8xf32> {
  %x = check.literal dense<> : tensor<2x3x0x8xf32> to tensor<2x3x?x8xf32>
  %w = check.fill seed 1 as param : tensor<5x3x3x3xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1]
      : (tensor<2x3x?x8xf32>, tensor<5x3x3x3xf32>) -> tensor<2x5x?x8xf32>
  return %0 : tensor<2x5x?x8xf32>
}
func.func @empty_depthwise() -> tensor<2x?x8x4xf32> {
  %x = check.literal dense<> : tensor<2x0x8x4xf32> to tensor<2x?x8x4xf32>
  %w = check.fill seed 1 as param : tensor<4x1x3x3xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] groups = 4 data_format = channels_last
      : (tensor<2x?x8x4xf32>, tensor<4x1x3x3xf32>) -> tensor<2x?x8x4xf32>
  return %0 : tensor<2x?x8x4xf32>
}
func.func @empty_pointwise() -> tensor<2x16x0xf32> {
  %x = check.literal dense<> : tensor<2x8x0xf32>
  %w = check.fill seed 1 as param : tensor<16x8x1xf32>
  %0 = rlx.conv %x, %w : (tensor<2x8x0xf32>, tensor<16x8x1xf32>) -> tensor<2x16x0xf32>
  return %0 : tensor<2x16x0xf32>
}

func.func @batch_2d_bias_stride() -> tensor<2x5x4x5xf32> {
  %x = check.fill seed 1 : tensor<2x3x8x9xf32>
  %w = check.fill seed 2 as param : tensor<5x3x3x3xf32>
  %b = check.fill seed 3 as param : tensor<5xf32>
  %0 = rlx.conv %x, %w, %b strides = [2, 2] pads = [1, 1, 1, 1]
      : (tensor<2x3x8x9xf32>, tensor<5x3x3x3xf32>, tensor<5xf32>) -> tensor<2x5x4x5xf32>
  return %0 : tensor<2x5x4x5xf32>
}

func.func @dynamic_image() -> tensor<?x16x?x?xf32> {
  %x = check.fill sizes [2, 3, 11, 7] seed 4 : tensor<?x3x?x?xf32>
  %w = check.fill seed 5 as param : tensor<16x3x3x2xf32>
  %0 = rlx.conv %x, %w strides = [2, 1] pads = [1, 0, 0, 2]
      : (tensor<?x3x?x?xf32>, tensor<16x3x3x2xf32>) -> tensor<?x16x?x?xf32>
  return %0 : tensor<?x16x?x?xf32>
}

func.func @depthwise() -> tensor<1x6x5x6xf32> {
  %x = check.fill seed 6 : tensor<1x6x5x6xf32>
  %w = check.fill seed 7 as param : tensor<6x1x3x3xf32>
  %b = check.fill seed 8 as param : tensor<6xf32>
  %0 = rlx.conv %x, %w, %b pads = [1, 1, 1, 1] groups = 6
      : (tensor<1x6x5x6xf32>, tensor<6x1x3x3xf32>, tensor<6xf32>) -> tensor<1x6x5x6xf32>
  return %0 : tensor<1x6x5x6xf32>
}

func.func @groups_dilations_last() -> tensor<2x5x3x6xf32> {
  %x = check.fill seed 9 : tensor<2x7x7x4xf32>
  %w = check.fill seed 10 as param : tensor<6x2x2x3xf32>
  %0 = rlx.conv %x, %w dilations = [2, 2] groups = 2 data_format = channels_last
      : (tensor<2x7x7x4xf32>, tensor<6x2x2x3xf32>) -> tensor<2x5x3x6xf32>
  return %0 : tensor<2x5x3x6xf32>
}

func.func @pointwise_last_dynamic() -> tensor<?x?x?x8xf32> {
  %x = check.fill sizes [2, 5, 3, 4] seed 11 : tensor<?x?x?x4xf32>
  %w = check.fill seed 12 as param : tensor<8x4x1x1xf32>
  %0 = rlx.conv %x, %w data_format = channels_last
      : (tensor<?x?x?x4xf32>, tensor<8x4x1x1xf32>) -> tensor<?x?x?x8xf32>
  return %0 : tensor<?x?x?x8xf32>
}

func.func @f16_1d() -> tensor<2x4x9xf16> {
  %x = check.fill seed 13 : tensor<2x64x10xf16>
  %w = check.fill seed 14 as param : tensor<4x64x3xf16>
  %b = check.fill seed 15 as param : tensor<4xf16>
  %0 = rlx.conv %x, %w, %b pads = [0, 1]
      : (tensor<2x64x10xf16>, tensor<4x64x3xf16>, tensor<4xf16>) -> tensor<2x4x9xf16>
  return %0 : tensor<2x4x9xf16>
}

func.func @bf16_3d() -> tensor<1x3x2x4x4xbf16> {
  %x = check.fill seed 16 : tensor<1x4x4x5x6xbf16>
  %w = check.fill seed 17 as param : tensor<3x4x3x2x3xbf16>
  %0 = rlx.conv %x, %w : (tensor<1x4x4x5x6xbf16>, tensor<3x4x3x2x3xbf16>) -> tensor<1x3x2x4x4xbf16>
  return %0 : tensor<1x3x2x4x4xbf16>
}

func.func @f64_asymmetric() -> tensor<1x2x6x4xf64> {
  %x = check.fill seed 18 : tensor<1x2x4x4xf64>
  %w = check.fill seed 19 as param : tensor<2x2x2x3xf64>
  %0 = rlx.conv %x, %w pads = [1, 2, 2, 0]
      : (tensor<1x2x4x4xf64>, tensor<2x2x2x3xf64>) -> tensor<1x2x6x4xf64>
  return %0 : tensor<1x2x6x4xf64>
}

// NaN and infinities of the image reach exactly the windows that contain them.
func.func @specials() -> tensor<1x1x6xf32> {
  %x = check.literal dense<[[[1.0, 0x7FC00000, 2.0, 3.0, 0x7F800000, 4.0]]]> : tensor<1x1x6xf32>
  %w = check.literal dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>
  %0 = rlx.conv %x, %w pads = [0, 1] : (tensor<1x1x6xf32>, tensor<1x1x2xf32>) -> tensor<1x1x6xf32>
  %e = check.literal dense<[[[0x7FC00000, 0x7FC00000, 8.0, 0x7F800000, 0x7F800000, 4.0]]]> : tensor<1x1x6xf32>
  check.expect_eq %0, %e : tensor<1x1x6xf32>, tensor<1x1x6xf32>
  return %0 : tensor<1x1x6xf32>
}

func.func @empty_batch() -> tensor<?x2x2xf32> {
  %x = check.fill sizes [0, 2, 4] seed 20 : tensor<?x2x4xf32>
  %w = check.fill seed 21 : tensor<2x2x3xf32>
  %0 = rlx.conv %x, %w : (tensor<?x2x4xf32>, tensor<2x2x3xf32>) -> tensor<?x2x2xf32>
  return %0 : tensor<?x2x2xf32>
}

// A static batch of zero: plain and depthwise.
func.func @empty_batch_static() -> (tensor<0x5x4x4xf32>, tensor<0x3x4x4xf32>) {
  %x = check.fill seed 90 : tensor<0x3x4x4xf32>
  %w = check.fill seed 91 as param : tensor<5x3x3x3xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1]
      : (tensor<0x3x4x4xf32>, tensor<5x3x3x3xf32>) -> tensor<0x5x4x4xf32>
  %d = check.fill seed 92 as param : tensor<3x1x3x3xf32>
  %1 = rlx.conv %x, %d pads = [1, 1, 1, 1] groups = 3
      : (tensor<0x3x4x4xf32>, tensor<3x1x3x3xf32>) -> tensor<0x3x4x4xf32>
  return %0, %1 : tensor<0x5x4x4xf32>, tensor<0x3x4x4xf32>
}

// Elements outside the image are zeros in the sum, so an infinite weight gives NaN there.
func.func @infinite_filter() -> (tensor<1x1x3x3xf32>, tensor<1x2x3x3xf32>, tensor<1x3x2x3xf32>) {
  %x = check.literal dense<1.0> : tensor<1x1x3x3xf32>
  %w = check.literal dense<0x7F800000> : tensor<1x1x3x3xf32> as param
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] : (tensor<1x1x3x3xf32>, tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
  %e0 = check.literal dense<[[[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7F800000, 0x7FC00000],
                               [0x7FC00000, 0x7FC00000, 0x7FC00000]]]]> : tensor<1x1x3x3xf32>
  check.expect_eq %0, %e0 : tensor<1x1x3x3xf32>, tensor<1x1x3x3xf32>
  // An infinite corner of the second channel's filter: it is outside the image for the first row
  // and column.
  %y = check.literal dense<1.0> : tensor<1x2x3x3xf32>
  %v = check.literal dense<[[[[1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]],
                            [[[0x7F800000, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]]]> : tensor<2x1x3x3xf32> as param
  %1 = rlx.conv %y, %v pads = [1, 1, 1, 1] groups = 2 : (tensor<1x2x3x3xf32>, tensor<2x1x3x3xf32>) -> tensor<1x2x3x3xf32>
  %e1 = check.literal dense<[[[[4.0, 6.0, 4.0], [6.0, 9.0, 6.0], [4.0, 6.0, 4.0]],
                              [[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7F800000, 0x7F800000],
                               [0x7FC00000, 0x7F800000, 0x7F800000]]]]> : tensor<1x2x3x3xf32>
  check.expect_eq %1, %e1 : tensor<1x2x3x3xf32>, tensor<1x2x3x3xf32>
  // Windows entirely outside the image.
  %z = check.literal dense<1.0> : tensor<1x1x1x3xf32>
  %u = check.literal dense<[[[[1.0]]], [[[0x7F800000]]], [[[0x7FC00000]]]]> : tensor<3x1x1x1xf32> as param
  %2 = rlx.conv %z, %u pads = [1, 0, 0, 0] : (tensor<1x1x1x3xf32>, tensor<3x1x1x1xf32>) -> tensor<1x3x2x3xf32>
  return %0, %1, %2 : tensor<1x1x3x3xf32>, tensor<1x2x3x3xf32>, tensor<1x3x2x3xf32>
}

// Groups with weights that can be packed: few columns per group, many, and 1x1 filters.
func.func @grouped_weights() -> (tensor<1x24x9x?xf32>, tensor<1x80x9x?xf32>, tensor<1x24x9x?xf32>) {
  %x = check.fill sizes [1, 12, 9, 21] seed 160 : tensor<1x12x9x?xf32>
  %w = check.fill seed 161 as param : tensor<24x2x3x3xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] groups = 6 : (tensor<1x12x9x?xf32>, tensor<24x2x3x3xf32>) -> tensor<1x24x9x?xf32>
  %v = check.fill seed 162 as param : tensor<80x6x3x3xf32>
  %b = check.fill seed 163 as param : tensor<80xf32>
  %1 = rlx.conv %x, %v, %b pads = [1, 1, 1, 1] groups = 2 : (tensor<1x12x9x?xf32>, tensor<80x6x3x3xf32>, tensor<80xf32>) -> tensor<1x80x9x?xf32>
  %u = check.fill seed 164 as param : tensor<24x4x1x1xf32>
  %2 = rlx.conv %x, %u groups = 3 : (tensor<1x12x9x?xf32>, tensor<24x4x1x1xf32>) -> tensor<1x24x9x?xf32>
  return %0, %1, %2 : tensor<1x24x9x?xf32>, tensor<1x80x9x?xf32>, tensor<1x24x9x?xf32>
}

// One input channel per group, and more than one output channel.
func.func @depth_multiplier() -> tensor<1x12x9x9xf32> {
  %x = check.fill seed 165 : tensor<1x6x9x9xf32>
  %w = check.fill seed 166 as param : tensor<12x1x3x3xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] groups = 6 : (tensor<1x6x9x9xf32>, tensor<12x1x3x3xf32>) -> tensor<1x12x9x9xf32>
  return %0 : tensor<1x12x9x9xf32>
}

// Depthwise groups, whose result is a reshape with dynamic sizes, and elementwise ops behind them.
// One reads it twice, one has an operand with one element.
func.func @depthwise_gated() -> tensor<?x32x24x?xf32> {
  %x = check.fill sizes [1, 32, 24, 30] seed 240 : tensor<?x32x24x?xf32>
  %w = check.fill seed 241 : tensor<32x1x3x3xf32>
  %s = check.fill seed 242 : tensor<1xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] groups = 32
      : (tensor<?x32x24x?xf32>, tensor<32x1x3x3xf32>) -> tensor<?x32x24x?xf32>
  %1 = rlx.sigmoid %0 : (tensor<?x32x24x?xf32>) -> tensor<?x32x24x?xf32>
  %2 = rlx.mul %0, %1 : (tensor<?x32x24x?xf32>, tensor<?x32x24x?xf32>) -> tensor<?x32x24x?xf32>
  %3 = rlx.mul %2, %s : (tensor<?x32x24x?xf32>, tensor<1xf32>) -> tensor<?x32x24x?xf32>
  check.expect_finite %3 : tensor<?x32x24x?xf32>
  return %3 : tensor<?x32x24x?xf32>
}
