// RUN: rlx-check %{sample} %s %{quick-lanes}
// RUN: %if avx2-all %{ rlx-check %{sample} --lane=reference,cpu --cpu=x86-64-v3 %s %}

// Convolutions of volumes [batch, depth, height, width, channels] with filters in panels, and the
// convolutions [batch, channels, depth, height, width] that become these.

// By hand: ones and twos, so that an element is twice the number of taps inside the volume.
func.func @literals() -> tensor<1x3x2x2x1xf32> {
  %x = check.literal dense<1.0> : tensor<1x3x2x2x1xf32>
  %w = check.literal dense<2.0> : tensor<1x12x16xf32>
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 2, 2>, strides = array<i64: 1, 1, 1>,
      pads = array<i64: 1, 0, 0, 1, 1, 1>, dilations = array<i64: 1, 1, 1>, out_channels = 1 : i64}
      : (tensor<1x3x2x2x1xf32>, tensor<1x12x16xf32>) -> tensor<1x3x2x2x1xf32>
  %e = check.literal dense<[[[[[16.0], [8.0]], [[8.0], [4.0]]], [[[24.0], [12.0]], [[12.0], [6.0]]],
                             [[[16.0], [8.0]], [[8.0], [4.0]]]]]> : tensor<1x3x2x2x1xf32>
  check.expect_eq %0, %e : tensor<1x3x2x2x1xf32>, tensor<1x3x2x2x1xf32>
  return %0 : tensor<1x3x2x2x1xf32>
}

// All slices, rows and columns at the borders.
func.func @padded() -> tensor<2x40x4x5x9xf32> {
  %x = check.fill seed 1 : tensor<2x5x4x5x9xf32>
  %w = check.fill seed 2 as param : tensor<40x5x3x3x3xf32>
  %b = check.fill seed 3 as param : tensor<40xf32>
  %0 = rlx.conv %x, %w, %b strides = [1, 1, 1] pads = [1, 1, 1, 1, 1, 1] dilations = [1, 1, 1]
      : (tensor<2x5x4x5x9xf32>, tensor<40x5x3x3x3xf32>, tensor<40xf32>) -> tensor<2x40x4x5x9xf32>
  return %0 : tensor<2x40x4x5x9xf32>
}

func.func @dynamic_batch() -> tensor<?x33x3x6x11xf32> {
  %x = check.fill sizes [3, 16, 3, 6, 11] seed 4 : tensor<?x16x3x6x11xf32>
  %w = check.fill seed 5 as param : tensor<33x16x3x3x3xf32>
  %0 = rlx.conv %x, %w strides = [1, 1, 1] pads = [1, 1, 1, 1, 1, 1] dilations = [1, 1, 1]
      : (tensor<?x16x3x6x11xf32>, tensor<33x16x3x3x3xf32>) -> tensor<?x33x3x6x11xf32>
  return %0 : tensor<?x33x3x6x11xf32>
}

// All sizes are known in the run only, so rows are copied.
func.func @dynamic() -> tensor<?x20x?x?x?xf32> {
  %x = check.fill sizes [2, 7, 5, 6, 13] seed 6 : tensor<?x7x?x?x?xf32>
  %w = check.fill seed 7 as param : tensor<20x7x3x3x3xf32>
  %b = check.fill seed 8 as param : tensor<20xf32>
  %0 = rlx.conv %x, %w, %b strides = [1, 1, 1] pads = [1, 1, 1, 1, 1, 1] dilations = [1, 1, 1]
      : (tensor<?x7x?x?x?xf32>, tensor<20x7x3x3x3xf32>, tensor<20xf32>) -> tensor<?x20x?x?x?xf32>
  return %0 : tensor<?x20x?x?x?xf32>
}

func.func @dynamic_depth() -> tensor<1x32x?x5x8xf32> {
  %x = check.fill sizes [1, 4, 6, 5, 8] seed 9 : tensor<1x4x?x5x8xf32>
  %w = check.fill seed 10 as param : tensor<32x4x2x3x3xf32>
  %0 = rlx.conv %x, %w strides = [1, 1, 1] pads = [0, 1, 1, 1, 1, 1] dilations = [1, 1, 1]
      : (tensor<1x4x?x5x8xf32>, tensor<32x4x2x3x3xf32>) -> tensor<1x32x?x5x8xf32>
  return %0 : tensor<1x32x?x5x8xf32>
}

func.func @strides() -> tensor<2x24x4x5x5xf32> {
  %x = check.fill seed 11 : tensor<2x6x7x9x10xf32>
  %w = check.fill seed 12 as param : tensor<24x6x3x3x3xf32>
  %0 = rlx.conv %x, %w strides = [2, 2, 2] pads = [1, 1, 1, 1, 1, 1] dilations = [1, 1, 1]
      : (tensor<2x6x7x9x10xf32>, tensor<24x6x3x3x3xf32>) -> tensor<2x24x4x5x5xf32>
  return %0 : tensor<2x24x4x5x5xf32>
}

func.func @strides_dynamic() -> tensor<?x24x?x?x?xf32> {
  %x = check.fill sizes [2, 6, 7, 9, 10] seed 13 : tensor<?x6x?x?x?xf32>
  %w = check.fill seed 14 as param : tensor<24x6x3x2x3xf32>
  %0 = rlx.conv %x, %w strides = [3, 1, 2] pads = [0, 1, 1, 2, 0, 1] dilations = [1, 1, 1]
      : (tensor<?x6x?x?x?xf32>, tensor<24x6x3x2x3xf32>) -> tensor<?x24x?x?x?xf32>
  return %0 : tensor<?x24x?x?x?xf32>
}

func.func @dilations() -> tensor<1x17x7x8x9xf32> {
  %x = check.fill seed 15 : tensor<1x6x7x8x9xf32>
  %w = check.fill seed 16 as param : tensor<17x6x3x3x3xf32>
  %0 = rlx.conv %x, %w strides = [1, 1, 1] pads = [2, 2, 2, 2, 2, 2] dilations = [2, 2, 2]
      : (tensor<1x6x7x8x9xf32>, tensor<17x6x3x3x3xf32>) -> tensor<1x17x7x8x9xf32>
  return %0 : tensor<1x17x7x8x9xf32>
}

func.func @dilations_dynamic() -> tensor<1x17x?x?x?xf32> {
  %x = check.fill sizes [1, 6, 7, 8, 9] seed 17 : tensor<1x6x?x?x?xf32>
  %w = check.fill seed 18 as param : tensor<17x6x3x3x2xf32>
  %0 = rlx.conv %x, %w strides = [1, 1, 1] pads = [3, 1, 1, 2, 1, 0] dilations = [3, 1, 2]
      : (tensor<1x6x?x?x?xf32>, tensor<17x6x3x3x2xf32>) -> tensor<1x17x?x?x?xf32>
  return %0 : tensor<1x17x?x?x?xf32>
}

func.func @groups() -> tensor<2x48x4x5x6xf32> {
  %x = check.fill seed 19 : tensor<2x12x4x5x6xf32>
  %w = check.fill seed 20 as param : tensor<48x4x3x3x3xf32>
  %0 = rlx.conv %x, %w strides = [1, 1, 1] pads = [1, 1, 1, 1, 1, 1] dilations = [1, 1, 1] groups = 3
      : (tensor<2x12x4x5x6xf32>, tensor<48x4x3x3x3xf32>) -> tensor<2x48x4x5x6xf32>
  return %0 : tensor<2x48x4x5x6xf32>
}

func.func @depthwise() -> tensor<1x12x4x5x6xf32> {
  %x = check.fill seed 21 : tensor<1x12x4x5x6xf32>
  %w = check.fill seed 22 as param : tensor<12x1x3x3x3xf32>
  %0 = rlx.conv %x, %w strides = [1, 1, 1] pads = [1, 1, 1, 1, 1, 1] dilations = [1, 1, 1] groups = 12
      : (tensor<1x12x4x5x6xf32>, tensor<12x1x3x3x3xf32>) -> tensor<1x12x4x5x6xf32>
  return %0 : tensor<1x12x4x5x6xf32>
}

func.func @pointwise() -> tensor<2x40x3x4x5xf32> {
  %x = check.fill seed 23 : tensor<2x12x3x4x5xf32>
  %w = check.fill seed 24 as param : tensor<40x12x1x1x1xf32>
  %b = check.fill seed 25 as param : tensor<40xf32>
  %0 = rlx.conv %x, %w, %b strides = [1, 1, 1] pads = [0, 0, 0, 0, 0, 0] dilations = [1, 1, 1]
      : (tensor<2x12x3x4x5xf32>, tensor<40x12x1x1x1xf32>, tensor<40xf32>) -> tensor<2x40x3x4x5xf32>
  return %0 : tensor<2x40x3x4x5xf32>
}

func.func @pointwise_strides() -> tensor<2x40x3x4x3xf32> {
  %x = check.fill seed 26 : tensor<2x12x5x4x5xf32>
  %w = check.fill seed 27 as param : tensor<40x12x1x1x1xf32>
  %0 = rlx.conv %x, %w strides = [2, 1, 2] pads = [0, 0, 0, 0, 0, 0] dilations = [1, 1, 1]
      : (tensor<2x12x5x4x5xf32>, tensor<40x12x1x1x1xf32>) -> tensor<2x40x3x4x3xf32>
  return %0 : tensor<2x40x3x4x3xf32>
}

// A window of one slice, and one that pads the depth alone.
func.func @one_slice() -> tensor<2x16x3x6x7xf32> {
  %x = check.fill seed 28 : tensor<2x8x3x6x7xf32>
  %w = check.fill seed 29 as param : tensor<16x8x1x3x3xf32>
  %0 = rlx.conv %x, %w strides = [1, 1, 1] pads = [0, 1, 1, 0, 1, 1] dilations = [1, 1, 1]
      : (tensor<2x8x3x6x7xf32>, tensor<16x8x1x3x3xf32>) -> tensor<2x16x3x6x7xf32>
  return %0 : tensor<2x16x3x6x7xf32>
}

func.func @padded_slices() -> tensor<2x16x6x6x7xf32> {
  %x = check.fill seed 30 : tensor<2x8x3x6x7xf32>
  %w = check.fill seed 31 as param : tensor<16x8x1x1x1xf32>
  %0 = rlx.conv %x, %w strides = [1, 1, 1] pads = [2, 0, 0, 1, 0, 0] dilations = [1, 1, 1]
      : (tensor<2x8x3x6x7xf32>, tensor<16x8x1x1x1xf32>) -> tensor<2x16x6x6x7xf32>
  return %0 : tensor<2x16x6x6x7xf32>
}

// Windows that lie outside the volume as a whole.
func.func @deep_pads() -> tensor<1x8x8x3x4xf32> {
  %x = check.fill seed 32 : tensor<1x3x2x4x5xf32>
  %w = check.fill seed 33 as param : tensor<8x3x2x2x2xf32>
  %0 = rlx.conv %x, %w strides = [1, 1, 1] pads = [3, 0, 0, 4, 0, 0] dilations = [1, 1, 1]
      : (tensor<1x3x2x4x5xf32>, tensor<8x3x2x2x2xf32>) -> tensor<1x8x8x3x4xf32>
  return %0 : tensor<1x8x8x3x4xf32>
}

func.func @deep_pads_dilated() -> tensor<1x8x?x4x5xf32> {
  %x = check.fill sizes [1, 3, 2, 4, 5] seed 34 : tensor<1x3x?x4x5xf32>
  %w = check.fill seed 35 as param : tensor<8x3x3x1x1xf32>
  %0 = rlx.conv %x, %w strides = [2, 1, 1] pads = [5, 0, 0, 5, 0, 0] dilations = [2, 1, 1]
      : (tensor<1x3x?x4x5xf32>, tensor<8x3x3x1x1xf32>) -> tensor<1x8x?x4x5xf32>
  return %0 : tensor<1x8x?x4x5xf32>
}

func.func @one_element() -> tensor<1x1x1x1x1xf32> {
  %x = check.fill seed 36 : tensor<1x1x1x1x1xf32>
  %w = check.fill seed 37 as param : tensor<1x1x3x3x3xf32>
  %0 = rlx.conv %x, %w strides = [1, 1, 1] pads = [1, 1, 1, 1, 1, 1] dilations = [1, 1, 1]
      : (tensor<1x1x1x1x1xf32>, tensor<1x1x3x3x3xf32>) -> tensor<1x1x1x1x1xf32>
  return %0 : tensor<1x1x1x1x1xf32>
}

func.func @one_element_dynamic() -> tensor<?x1x?x?x?xf32> {
  %x = check.fill sizes [1, 1, 1, 1, 1] seed 38 : tensor<?x1x?x?x?xf32>
  %w = check.fill seed 39 as param : tensor<1x1x3x3x3xf32>
  %0 = rlx.conv %x, %w strides = [1, 1, 1] pads = [1, 1, 1, 1, 1, 1] dilations = [1, 1, 1]
      : (tensor<?x1x?x?x?xf32>, tensor<1x1x3x3x3xf32>) -> tensor<?x1x?x?x?xf32>
  return %0 : tensor<?x1x?x?x?xf32>
}

func.func @no_batch() -> tensor<?x8x2x3x4xf32> {
  %x = check.fill sizes [0, 4, 3, 4, 5] seed 40 : tensor<?x4x3x4x5xf32>
  %w = check.fill seed 41 as param : tensor<8x4x2x2x2xf32>
  %0 = rlx.conv %x, %w strides = [1, 1, 1] pads = [0, 0, 0, 0, 0, 0] dilations = [1, 1, 1]
      : (tensor<?x4x3x4x5xf32>, tensor<8x4x2x2x2xf32>) -> tensor<?x8x2x3x4xf32>
  return %0 : tensor<?x8x2x3x4xf32>
}

func.func @no_slices() -> tensor<2x8x?x3x4xf32> {
  %x = check.fill sizes [2, 4, 0, 4, 5] seed 42 : tensor<2x4x?x4x5xf32>
  %w = check.fill seed 43 as param : tensor<8x4x2x2x2xf32>
  %0 = rlx.conv %x, %w strides = [1, 1, 1] pads = [1, 0, 0, 1, 0, 0] dilations = [1, 1, 1]
      : (tensor<2x4x?x4x5xf32>, tensor<8x4x2x2x2xf32>) -> tensor<2x8x?x3x4xf32>
  return %0 : tensor<2x8x?x3x4xf32>
}

// The sum and the activation are computed with the convolution.
func.func @residual() -> tensor<2x24x3x5x9xf32> {
  %x = check.fill seed 44 : tensor<2x8x3x5x9xf32>
  %w = check.fill seed 45 as param : tensor<24x8x3x3x3xf32>
  %b = check.fill seed 46 as param : tensor<24xf32>
  %0 = rlx.conv %x, %w, %b strides = [1, 1, 1] pads = [1, 1, 1, 1, 1, 1] dilations = [1, 1, 1]
      : (tensor<2x8x3x5x9xf32>, tensor<24x8x3x3x3xf32>, tensor<24xf32>) -> tensor<2x24x3x5x9xf32>
  %r = check.fill seed 47 : tensor<2x24x3x5x9xf32>
  %1 = rlx.add %0, %r : (tensor<2x24x3x5x9xf32>, tensor<2x24x3x5x9xf32>) -> tensor<2x24x3x5x9xf32>
  %2 = rlx.relu %1 : (tensor<2x24x3x5x9xf32>) -> tensor<2x24x3x5x9xf32>
  return %2 : tensor<2x24x3x5x9xf32>
}

func.func @residual_dynamic() -> tensor<?x24x?x?x?xf32> {
  %x = check.fill sizes [2, 8, 3, 5, 9] seed 48 : tensor<?x8x?x?x?xf32>
  %w = check.fill seed 49 as param : tensor<24x8x3x3x3xf32>
  %0 = rlx.conv %x, %w strides = [1, 1, 1] pads = [1, 1, 1, 1, 1, 1] dilations = [1, 1, 1]
      : (tensor<?x8x?x?x?xf32>, tensor<24x8x3x3x3xf32>) -> tensor<?x24x?x?x?xf32>
  %r = check.fill sizes [2, 24, 3, 5, 9] seed 50 : tensor<?x24x?x?x?xf32>
  %1 = rlx.add %0, %r : (tensor<?x24x?x?x?xf32>, tensor<?x24x?x?x?xf32>) -> tensor<?x24x?x?x?xf32>
  %2 = rlx.relu %1 : (tensor<?x24x?x?x?xf32>) -> tensor<?x24x?x?x?xf32>
  return %2 : tensor<?x24x?x?x?xf32>
}

func.func @f64() -> tensor<1x20x4x5x9xf64> {
  %x = check.fill seed 51 : tensor<1x5x4x5x9xf64>
  %w = check.fill seed 52 as param : tensor<20x5x3x3x3xf64>
  %b = check.fill seed 53 as param : tensor<20xf64>
  %0 = rlx.conv %x, %w, %b strides = [1, 1, 1] pads = [1, 1, 1, 1, 1, 1] dilations = [1, 1, 1]
      : (tensor<1x5x4x5x9xf64>, tensor<20x5x3x3x3xf64>, tensor<20xf64>) -> tensor<1x20x4x5x9xf64>
  return %0 : tensor<1x20x4x5x9xf64>
}

func.func @f64_dynamic() -> tensor<?x20x?x?x?xf64> {
  %x = check.fill sizes [1, 5, 4, 5, 9] seed 54 : tensor<?x5x?x?x?xf64>
  %w = check.fill seed 55 as param : tensor<20x5x3x3x3xf64>
  %0 = rlx.conv %x, %w strides = [1, 1, 1] pads = [1, 1, 1, 1, 1, 1] dilations = [1, 1, 1]
      : (tensor<?x5x?x?x?xf64>, tensor<20x5x3x3x3xf64>) -> tensor<?x20x?x?x?xf64>
  return %0 : tensor<?x20x?x?x?xf64>
}

func.func @bf16() -> tensor<1x20x4x5x9xbf16> {
  %x = check.fill seed 56 : tensor<1x6x4x5x9xbf16>
  %w = check.fill seed 57 as param : tensor<20x6x3x3x3xbf16>
  %0 = rlx.conv %x, %w strides = [1, 1, 1] pads = [1, 1, 1, 1, 1, 1] dilations = [1, 1, 1]
      : (tensor<1x6x4x5x9xbf16>, tensor<20x6x3x3x3xbf16>) -> tensor<1x20x4x5x9xbf16>
  return %0 : tensor<1x20x4x5x9xbf16>
}

func.func @bf16_odd() -> tensor<1x20x4x5x9xbf16> {
  %x = check.fill seed 58 : tensor<1x5x4x5x9xbf16>
  %w = check.fill seed 59 as param : tensor<20x5x3x3x3xbf16>
  %0 = rlx.conv %x, %w strides = [1, 1, 1] pads = [1, 1, 1, 1, 1, 1] dilations = [1, 1, 1]
      : (tensor<1x5x4x5x9xbf16>, tensor<20x5x3x3x3xbf16>) -> tensor<1x20x4x5x9xbf16>
  return %0 : tensor<1x20x4x5x9xbf16>
}

func.func @f16() -> tensor<1x20x4x5x9xf16> {
  %x = check.fill seed 60 : tensor<1x5x4x5x9xf16>
  %w = check.fill seed 61 as param : tensor<20x5x3x3x3xf16>
  %0 = rlx.conv %x, %w strides = [1, 1, 1] pads = [1, 1, 1, 1, 1, 1] dilations = [1, 1, 1]
      : (tensor<1x5x4x5x9xf16>, tensor<20x5x3x3x3xf16>) -> tensor<1x20x4x5x9xf16>
  return %0 : tensor<1x20x4x5x9xf16>
}

// Elements outside the volume are zeros in the sum, so an infinite weight in the first slice of the
// filter gives NaN in the first slice of the result, and nothing but infinities in the others.
func.func @infinite_filter() -> tensor<1x1x3x1x2xf32> {
  %x = check.literal dense<1.0> : tensor<1x1x3x1x2xf32>
  %w = check.literal dense<[[[[[0x7F800000]], [[1.0]], [[1.0]]]]]> : tensor<1x1x3x1x1xf32> as param
  %0 = rlx.conv %x, %w pads = [1, 0, 0, 1, 0, 0]
      : (tensor<1x1x3x1x2xf32>, tensor<1x1x3x1x1xf32>) -> tensor<1x1x3x1x2xf32>
  %e = check.literal dense<[[[[[0x7FC00000, 0x7FC00000]], [[0x7F800000, 0x7F800000]],
                              [[0x7F800000, 0x7F800000]]]]]> : tensor<1x1x3x1x2xf32>
  check.expect_eq %0, %e : tensor<1x1x3x1x2xf32>, tensor<1x1x3x1x2xf32>
  return %0 : tensor<1x1x3x1x2xf32>
}

// Scales of channels and a second convolution, without transposes in between.
func.func @chain() -> tensor<?x8xf32> {
  %x = check.fill sizes [2, 3, 4, 6, 8] seed 901 : tensor<?x3x4x6x8xf32>
  %w = check.fill seed 902 as param : tensor<16x3x3x3x3xf32>
  %s = check.fill seed 903 as param : tensor<16x1x1x1xf32>
  %v = check.fill seed 904 as param : tensor<8x16x1x1x1xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1, 1, 1]
      : (tensor<?x3x4x6x8xf32>, tensor<16x3x3x3x3xf32>) -> tensor<?x16x4x6x8xf32>
  %1 = rlx.mul %0, %s : (tensor<?x16x4x6x8xf32>, tensor<16x1x1x1xf32>) -> tensor<?x16x4x6x8xf32>
  %2 = rlx.relu %1 : (tensor<?x16x4x6x8xf32>) -> tensor<?x16x4x6x8xf32>
  %3 = rlx.conv %2, %v
      : (tensor<?x16x4x6x8xf32>, tensor<8x16x1x1x1xf32>) -> tensor<?x8x4x6x8xf32>
  %4 = rlx.reduce_mean %3 axes = [2, 3, 4] : (tensor<?x8x4x6x8xf32>) -> tensor<?x8xf32>
  return %4 : tensor<?x8xf32>
}
