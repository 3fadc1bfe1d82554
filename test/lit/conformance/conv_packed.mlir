// RUN: rlx-check %{sample} %s %{quick-lanes}

// By hand: one image of one row, padded on both sides; the second panel has a padding column of 99.
func.func @literals() -> tensor<1x1x4x3xf32> {
  %x = check.literal dense<[[[[1.0], [2.0], [3.0]]]]> : tensor<1x1x3x1xf32>
  %w = check.literal dense<[[[10.0, 1.0], [1.0, -1.0]], [[0.0, 99.0], [2.0, 99.0]]]>
      : tensor<2x2x2xf32>
  %b = check.literal dense<[0.5, 0.0, -1.0]> : tensor<3xf32>
  %0 = rlx.conv_packed %x, %w, %b {kernel_shape = array<i64: 1, 2>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 1, 0, 1>, dilations = array<i64: 1, 1>, out_channels = 3 : i64}
      : (tensor<1x1x3x1xf32>, tensor<2x2x2xf32>, tensor<3xf32>) -> tensor<1x1x4x3xf32>
  %e = check.literal dense<[[[[1.5, -1.0, 1.0], [12.5, -1.0, 3.0], [23.5, -1.0, 5.0],
                              [30.5, 3.0, -1.0]]]]> : tensor<1x1x4x3xf32>
  check.expect_eq %0, %e : tensor<1x1x4x3xf32>, tensor<1x1x4x3xf32>
  return %0 : tensor<1x1x4x3xf32>
}

// By hand, in panels that fill vector registers: the number of taps inside the image, times 2 * 3.
func.func @literals_wide() -> tensor<1x3x3x16xf32> {
  %x = check.literal dense<1.0> : tensor<1x3x3x3xf32>
  %w = check.literal dense<2.0> : tensor<1x27x16xf32>
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 16 : i64}
      : (tensor<1x3x3x3xf32>, tensor<1x27x16xf32>) -> tensor<1x3x3x16xf32>
  %one = check.literal dense<1.0> : tensor<1x3x3x16xf32>
  %taps = check.literal dense<[[[[24.0], [36.0], [24.0]], [[36.0], [54.0], [36.0]],
                                [[24.0], [36.0], [24.0]]]]> : tensor<1x3x3x1xf32>
  %e = rlx.mul %one, %taps
      : (tensor<1x3x3x16xf32>, tensor<1x3x3x1xf32>) -> tensor<1x3x3x16xf32>
  check.expect_eq %0, %e : tensor<1x3x3x16xf32>, tensor<1x3x3x16xf32>
  return %0 : tensor<1x3x3x16xf32>
}

// Output rows of 1 to 9 pixels: all tails of a register tile.
func.func @widths_1_to_9()
    -> (tensor<1x1x1x40xf32>, tensor<1x1x2x40xf32>, tensor<1x1x3x40xf32>, tensor<1x1x4x40xf32>,
        tensor<1x1x5x40xf32>, tensor<1x1x6x40xf32>, tensor<1x1x7x40xf32>, tensor<1x1x8x40xf32>,
        tensor<1x1x9x40xf32>) {
  %x0 = check.fill seed 1 : tensor<1x3x3x5xf32>
  %x1 = check.fill seed 2 as param : tensor<2x45x32xf32>
  %0 = rlx.conv_packed %x0, %x1 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x3x3x5xf32>, tensor<2x45x32xf32>) -> tensor<1x1x1x40xf32>
  %x2 = check.fill seed 3 : tensor<1x3x4x5xf32>
  %x3 = check.fill seed 4 as param : tensor<2x45x32xf32>
  %x4 = check.fill seed 5 as param : tensor<40xf32>
  %1 = rlx.conv_packed %x2, %x3, %x4 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x3x4x5xf32>, tensor<2x45x32xf32>, tensor<40xf32>) -> tensor<1x1x2x40xf32>
  %x5 = check.fill seed 6 : tensor<1x3x5x5xf32>
  %x6 = check.fill seed 7 as param : tensor<2x45x32xf32>
  %2 = rlx.conv_packed %x5, %x6 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x3x5x5xf32>, tensor<2x45x32xf32>) -> tensor<1x1x3x40xf32>
  %x7 = check.fill seed 8 : tensor<1x3x6x5xf32>
  %x8 = check.fill seed 9 as param : tensor<2x45x32xf32>
  %x9 = check.fill seed 10 as param : tensor<40xf32>
  %3 = rlx.conv_packed %x7, %x8, %x9 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x3x6x5xf32>, tensor<2x45x32xf32>, tensor<40xf32>) -> tensor<1x1x4x40xf32>
  %x10 = check.fill seed 11 : tensor<1x3x7x5xf32>
  %x11 = check.fill seed 12 as param : tensor<2x45x32xf32>
  %4 = rlx.conv_packed %x10, %x11 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x3x7x5xf32>, tensor<2x45x32xf32>) -> tensor<1x1x5x40xf32>
  %x12 = check.fill seed 13 : tensor<1x3x8x5xf32>
  %x13 = check.fill seed 14 as param : tensor<2x45x32xf32>
  %x14 = check.fill seed 15 as param : tensor<40xf32>
  %5 = rlx.conv_packed %x12, %x13, %x14 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>,
      out_channels = 40 : i64}
      : (tensor<1x3x8x5xf32>, tensor<2x45x32xf32>, tensor<40xf32>) -> tensor<1x1x6x40xf32>
  %x15 = check.fill seed 16 : tensor<1x3x9x5xf32>
  %x16 = check.fill seed 17 as param : tensor<2x45x32xf32>
  %6 = rlx.conv_packed %x15, %x16 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x3x9x5xf32>, tensor<2x45x32xf32>) -> tensor<1x1x7x40xf32>
  %x17 = check.fill seed 18 : tensor<1x3x10x5xf32>
  %x18 = check.fill seed 19 as param : tensor<2x45x32xf32>
  %x19 = check.fill seed 20 as param : tensor<40xf32>
  %7 = rlx.conv_packed %x17, %x18, %x19 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>,
      out_channels = 40 : i64}
      : (tensor<1x3x10x5xf32>, tensor<2x45x32xf32>, tensor<40xf32>) -> tensor<1x1x8x40xf32>
  %x20 = check.fill seed 21 : tensor<1x3x11x5xf32>
  %x21 = check.fill seed 22 as param : tensor<2x45x32xf32>
  %8 = rlx.conv_packed %x20, %x21 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x3x11x5xf32>, tensor<2x45x32xf32>) -> tensor<1x1x9x40xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8
      : tensor<1x1x1x40xf32>, tensor<1x1x2x40xf32>, tensor<1x1x3x40xf32>, tensor<1x1x4x40xf32>,
        tensor<1x1x5x40xf32>, tensor<1x1x6x40xf32>, tensor<1x1x7x40xf32>, tensor<1x1x8x40xf32>,
        tensor<1x1x9x40xf32>
}

// The same tails with dynamic sizes.
func.func @dynamic_widths_1_to_9()
    -> (tensor<1x?x?x40xf32>, tensor<1x?x?x40xf32>, tensor<1x?x?x40xf32>, tensor<1x?x?x40xf32>,
        tensor<1x?x?x40xf32>, tensor<1x?x?x40xf32>, tensor<1x?x?x40xf32>, tensor<1x?x?x40xf32>,
        tensor<1x?x?x40xf32>) {
  %x0 = check.fill sizes [1, 3, 1, 5] seed 23 : tensor<1x?x?x5xf32>
  %x1 = check.fill seed 24 as param : tensor<2x30x32xf32>
  %x2 = check.fill seed 25 as param : tensor<40xf32>
  %0 = rlx.conv_packed %x0, %x1, %x2 {kernel_shape = array<i64: 2, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x?x?x5xf32>, tensor<2x30x32xf32>, tensor<40xf32>) -> tensor<1x?x?x40xf32>
  %x3 = check.fill sizes [1, 3, 2, 5] seed 26 : tensor<1x?x?x5xf32>
  %x4 = check.fill seed 27 as param : tensor<2x30x32xf32>
  %1 = rlx.conv_packed %x3, %x4 {kernel_shape = array<i64: 2, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x?x?x5xf32>, tensor<2x30x32xf32>) -> tensor<1x?x?x40xf32>
  %x5 = check.fill sizes [1, 3, 3, 5] seed 28 : tensor<1x?x?x5xf32>
  %x6 = check.fill seed 29 as param : tensor<2x30x32xf32>
  %x7 = check.fill seed 30 as param : tensor<40xf32>
  %2 = rlx.conv_packed %x5, %x6, %x7 {kernel_shape = array<i64: 2, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x?x?x5xf32>, tensor<2x30x32xf32>, tensor<40xf32>) -> tensor<1x?x?x40xf32>
  %x8 = check.fill sizes [1, 3, 4, 5] seed 31 : tensor<1x?x?x5xf32>
  %x9 = check.fill seed 32 as param : tensor<2x30x32xf32>
  %3 = rlx.conv_packed %x8, %x9 {kernel_shape = array<i64: 2, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x?x?x5xf32>, tensor<2x30x32xf32>) -> tensor<1x?x?x40xf32>
  %x10 = check.fill sizes [1, 3, 5, 5] seed 33 : tensor<1x?x?x5xf32>
  %x11 = check.fill seed 34 as param : tensor<2x30x32xf32>
  %x12 = check.fill seed 35 as param : tensor<40xf32>
  %4 = rlx.conv_packed %x10, %x11, %x12 {kernel_shape = array<i64: 2, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 0, 1, 1, 1>, dilations = array<i64: 1, 1>,
      out_channels = 40 : i64}
      : (tensor<1x?x?x5xf32>, tensor<2x30x32xf32>, tensor<40xf32>) -> tensor<1x?x?x40xf32>
  %x13 = check.fill sizes [1, 3, 6, 5] seed 36 : tensor<1x?x?x5xf32>
  %x14 = check.fill seed 37 as param : tensor<2x30x32xf32>
  %5 = rlx.conv_packed %x13, %x14 {kernel_shape = array<i64: 2, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x?x?x5xf32>, tensor<2x30x32xf32>) -> tensor<1x?x?x40xf32>
  %x15 = check.fill sizes [1, 3, 7, 5] seed 38 : tensor<1x?x?x5xf32>
  %x16 = check.fill seed 39 as param : tensor<2x30x32xf32>
  %x17 = check.fill seed 40 as param : tensor<40xf32>
  %6 = rlx.conv_packed %x15, %x16, %x17 {kernel_shape = array<i64: 2, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 0, 1, 1, 1>, dilations = array<i64: 1, 1>,
      out_channels = 40 : i64}
      : (tensor<1x?x?x5xf32>, tensor<2x30x32xf32>, tensor<40xf32>) -> tensor<1x?x?x40xf32>
  %x18 = check.fill sizes [1, 3, 8, 5] seed 41 : tensor<1x?x?x5xf32>
  %x19 = check.fill seed 42 as param : tensor<2x30x32xf32>
  %7 = rlx.conv_packed %x18, %x19 {kernel_shape = array<i64: 2, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x?x?x5xf32>, tensor<2x30x32xf32>) -> tensor<1x?x?x40xf32>
  %x20 = check.fill sizes [1, 3, 9, 5] seed 43 : tensor<1x?x?x5xf32>
  %x21 = check.fill seed 44 as param : tensor<2x30x32xf32>
  %x22 = check.fill seed 45 as param : tensor<40xf32>
  %8 = rlx.conv_packed %x20, %x21, %x22 {kernel_shape = array<i64: 2, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 0, 1, 1, 1>, dilations = array<i64: 1, 1>,
      out_channels = 40 : i64}
      : (tensor<1x?x?x5xf32>, tensor<2x30x32xf32>, tensor<40xf32>) -> tensor<1x?x?x40xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8
      : tensor<1x?x?x40xf32>, tensor<1x?x?x40xf32>, tensor<1x?x?x40xf32>, tensor<1x?x?x40xf32>,
        tensor<1x?x?x40xf32>, tensor<1x?x?x40xf32>, tensor<1x?x?x40xf32>, tensor<1x?x?x40xf32>,
        tensor<1x?x?x40xf32>
}

// Several images, the usual padding, a bias.
func.func @batch() -> tensor<3x7x9x48xf32> {
  %x0 = check.fill seed 46 : tensor<3x7x9x5xf32>
  %x1 = check.fill seed 47 as param : tensor<2x45x32xf32>
  %x2 = check.fill seed 48 as param : tensor<48xf32>
  %0 = rlx.conv_packed %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 48 : i64}
      : (tensor<3x7x9x5xf32>, tensor<2x45x32xf32>, tensor<48xf32>) -> tensor<3x7x9x48xf32>
  return %0 : tensor<3x7x9x48xf32>
}

func.func @batch_dynamic() -> tensor<?x7x9x40xf32> {
  %x0 = check.fill sizes [3, 7, 9, 5] seed 49 : tensor<?x7x9x5xf32>
  %x1 = check.fill seed 50 as param : tensor<2x45x32xf32>
  %x2 = check.fill seed 51 as param : tensor<40xf32>
  %0 = rlx.conv_packed %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<?x7x9x5xf32>, tensor<2x45x32xf32>, tensor<40xf32>) -> tensor<?x7x9x40xf32>
  return %0 : tensor<?x7x9x40xf32>
}

// Strides with unread pixels at the end, and one larger than the window.
func.func @strides() -> (tensor<2x5x5x40xf32>, tensor<1x3x3x40xf32>, tensor<1x6x4x40xf32>) {
  %x0 = check.fill seed 52 : tensor<2x9x10x5xf32>
  %x1 = check.fill seed 53 as param : tensor<2x45x32xf32>
  %0 = rlx.conv_packed %x0, %x1 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 2, 2>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<2x9x10x5xf32>, tensor<2x45x32xf32>) -> tensor<2x5x5x40xf32>
  %x2 = check.fill seed 54 : tensor<1x10x11x5xf32>
  %x3 = check.fill seed 55 as param : tensor<2x20x32xf32>
  %1 = rlx.conv_packed %x2, %x3 {kernel_shape = array<i64: 2, 2>, strides = array<i64: 3, 4>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x10x11x5xf32>, tensor<2x20x32xf32>) -> tensor<1x3x3x40xf32>
  %x4 = check.fill seed 56 : tensor<1x8x8x5xf32>
  %x5 = check.fill seed 57 as param : tensor<2x15x32xf32>
  %2 = rlx.conv_packed %x4, %x5 {kernel_shape = array<i64: 3, 1>, strides = array<i64: 1, 3>,
      pads = array<i64: 0, 2, 0, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x8x8x5xf32>, tensor<2x15x32xf32>) -> tensor<1x6x4x40xf32>
  return %0, %1, %2 : tensor<2x5x5x40xf32>, tensor<1x3x3x40xf32>, tensor<1x6x4x40xf32>
}

func.func @strides_dynamic() -> (tensor<?x?x?x40xf32>, tensor<?x?x?x40xf32>) {
  %x0 = check.fill sizes [2, 9, 10, 5] seed 58 : tensor<?x?x?x5xf32>
  %x1 = check.fill seed 59 as param : tensor<2x45x32xf32>
  %0 = rlx.conv_packed %x0, %x1 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 2, 2>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<?x?x?x5xf32>, tensor<2x45x32xf32>) -> tensor<?x?x?x40xf32>
  %x2 = check.fill sizes [1, 10, 11, 5] seed 60 : tensor<?x?x?x5xf32>
  %x3 = check.fill seed 61 as param : tensor<2x20x32xf32>
  %1 = rlx.conv_packed %x2, %x3 {kernel_shape = array<i64: 2, 2>, strides = array<i64: 3, 4>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<?x?x?x5xf32>, tensor<2x20x32xf32>) -> tensor<?x?x?x40xf32>
  return %0, %1 : tensor<?x?x?x40xf32>, tensor<?x?x?x40xf32>
}

// Padding on one side at a time.
func.func @pads_one_sided()
    -> (tensor<1x4x4x40xf32>, tensor<1x3x6x40xf32>, tensor<1x5x4x40xf32>, tensor<1x3x5x40xf32>) {
  %x0 = check.fill seed 62 : tensor<1x5x6x5xf32>
  %x1 = check.fill seed 63 as param : tensor<2x45x32xf32>
  %0 = rlx.conv_packed %x0, %x1 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x5x6x5xf32>, tensor<2x45x32xf32>) -> tensor<1x4x4x40xf32>
  %x2 = check.fill seed 64 : tensor<1x5x6x5xf32>
  %x3 = check.fill seed 65 as param : tensor<2x45x32xf32>
  %1 = rlx.conv_packed %x2, %x3 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 2, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x5x6x5xf32>, tensor<2x45x32xf32>) -> tensor<1x3x6x40xf32>
  %x4 = check.fill seed 66 : tensor<1x5x6x5xf32>
  %x5 = check.fill seed 67 as param : tensor<2x45x32xf32>
  %2 = rlx.conv_packed %x4, %x5 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 2, 0>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x5x6x5xf32>, tensor<2x45x32xf32>) -> tensor<1x5x4x40xf32>
  %x6 = check.fill seed 68 : tensor<1x5x6x5xf32>
  %x7 = check.fill seed 69 as param : tensor<2x45x32xf32>
  %3 = rlx.conv_packed %x6, %x7 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x5x6x5xf32>, tensor<2x45x32xf32>) -> tensor<1x3x5x40xf32>
  return %0, %1, %2, %3
      : tensor<1x4x4x40xf32>, tensor<1x3x6x40xf32>, tensor<1x5x4x40xf32>, tensor<1x3x5x40xf32>
}

// Padding so large that some windows are entirely inside it: only the bias.
func.func @pads_exceed_window()
    -> (tensor<1x8x12x40xf32>, tensor<?x?x?x40xf32>, tensor<1x10x6x40xf32>) {
  %x0 = check.fill seed 70 : tensor<1x3x4x5xf32>
  %x1 = check.fill seed 71 as param : tensor<2x20x32xf32>
  %x2 = check.fill seed 72 as param : tensor<40xf32>
  %0 = rlx.conv_packed %x0, %x1, %x2 {kernel_shape = array<i64: 2, 2>, strides = array<i64: 1, 1>,
      pads = array<i64: 3, 4, 3, 5>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x3x4x5xf32>, tensor<2x20x32xf32>, tensor<40xf32>) -> tensor<1x8x12x40xf32>
  %x3 = check.fill sizes [2, 3, 4, 5] seed 73 : tensor<?x?x?x5xf32>
  %x4 = check.fill seed 74 as param : tensor<2x20x32xf32>
  %x5 = check.fill seed 75 as param : tensor<40xf32>
  %1 = rlx.conv_packed %x3, %x4, %x5 {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>,
      pads = array<i64: 3, 4, 4, 5>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<?x?x?x5xf32>, tensor<2x20x32xf32>, tensor<40xf32>) -> tensor<?x?x?x40xf32>
  %x6 = check.fill seed 76 : tensor<1x2x2x5xf32>
  %x7 = check.fill seed 77 as param : tensor<2x30x32xf32>
  %2 = rlx.conv_packed %x6, %x7 {kernel_shape = array<i64: 2, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 5, 5, 5, 5>, dilations = array<i64: 2, 3>, out_channels = 40 : i64}
      : (tensor<1x2x2x5xf32>, tensor<2x30x32xf32>) -> tensor<1x10x6x40xf32>
  return %0, %1, %2 : tensor<1x8x12x40xf32>, tensor<?x?x?x40xf32>, tensor<1x10x6x40xf32>
}

// Dilation: alone, with padding, and so large that a window spans the image.
func.func @dilations()
    -> (tensor<1x5x3x40xf32>, tensor<2x7x8x40xf32>, tensor<1x1x1x40xf32>, tensor<1x4x4x40xf32>) {
  %x0 = check.fill seed 78 : tensor<1x9x9x5xf32>
  %x1 = check.fill seed 79 as param : tensor<2x45x32xf32>
  %0 = rlx.conv_packed %x0, %x1 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 2, 3>, out_channels = 40 : i64}
      : (tensor<1x9x9x5xf32>, tensor<2x45x32xf32>) -> tensor<1x5x3x40xf32>
  %x2 = check.fill seed 80 : tensor<2x7x8x5xf32>
  %x3 = check.fill seed 81 as param : tensor<2x30x32xf32>
  %x4 = check.fill seed 82 as param : tensor<40xf32>
  %1 = rlx.conv_packed %x2, %x3, %x4 {kernel_shape = array<i64: 3, 2>, strides = array<i64: 1, 1>,
      pads = array<i64: 2, 2, 2, 1>, dilations = array<i64: 2, 3>, out_channels = 40 : i64}
      : (tensor<2x7x8x5xf32>, tensor<2x30x32xf32>, tensor<40xf32>) -> tensor<2x7x8x40xf32>
  %x5 = check.fill seed 83 : tensor<1x7x7x5xf32>
  %x6 = check.fill seed 84 as param : tensor<2x20x32xf32>
  %2 = rlx.conv_packed %x5, %x6 {kernel_shape = array<i64: 2, 2>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 6, 6>, out_channels = 40 : i64}
      : (tensor<1x7x7x5xf32>, tensor<2x20x32xf32>) -> tensor<1x1x1x40xf32>
  %x7 = check.fill seed 85 : tensor<1x4x4x5xf32>
  %x8 = check.fill seed 86 as param : tensor<2x45x32xf32>
  %3 = rlx.conv_packed %x7, %x8 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 4, 4, 4, 4>, dilations = array<i64: 4, 4>, out_channels = 40 : i64}
      : (tensor<1x4x4x5xf32>, tensor<2x45x32xf32>) -> tensor<1x4x4x40xf32>
  return %0, %1, %2, %3
      : tensor<1x5x3x40xf32>, tensor<2x7x8x40xf32>, tensor<1x1x1x40xf32>, tensor<1x4x4x40xf32>
}

func.func @dilations_strides_dynamic() -> (tensor<?x?x?x32xf32>, tensor<?x?x?x40xf32>) {
  %x0 = check.fill sizes [2, 12, 21, 4] seed 87 : tensor<?x?x?x4xf32>
  %x1 = check.fill seed 88 as param : tensor<1x24x32xf32>
  %0 = rlx.conv_packed %x0, %x1 {kernel_shape = array<i64: 3, 2>, strides = array<i64: 2, 1>,
      pads = array<i64: 0, 2, 1, 0>, dilations = array<i64: 2, 3>, out_channels = 32 : i64}
      : (tensor<?x?x?x4xf32>, tensor<1x24x32xf32>) -> tensor<?x?x?x32xf32>
  %1 = rlx.sigmoid %0 : (tensor<?x?x?x32xf32>) -> tensor<?x?x?x32xf32>
  %x2 = check.fill sizes [2, 9, 23, 5] seed 89 : tensor<?x?x?x5xf32>
  %x3 = check.fill seed 90 as param : tensor<2x75x32xf32>
  %2 = rlx.conv_packed %x2, %x3 {kernel_shape = array<i64: 3, 5>, strides = array<i64: 2, 2>,
      pads = array<i64: 1, 2, 1, 2>, dilations = array<i64: 1, 2>, out_channels = 40 : i64}
      : (tensor<?x?x?x5xf32>, tensor<2x75x32xf32>) -> tensor<?x?x?x40xf32>
  return %1, %2 : tensor<?x?x?x32xf32>, tensor<?x?x?x40xf32>
}

// A window as large as the padded image, rows and columns alone, even sizes, a large one.
func.func @windows()
    -> (tensor<2x1x1x40xf32>, tensor<1x1x1x40xf32>, tensor<1x6x7x40xf32>, tensor<1x6x7x40xf32>,
        tensor<1x6x6x40xf32>) {
  %x0 = check.fill seed 91 : tensor<2x4x3x5xf32>
  %x1 = check.fill seed 92 as param : tensor<2x60x32xf32>
  %x2 = check.fill seed 93 as param : tensor<40xf32>
  %0 = rlx.conv_packed %x0, %x1, %x2 {kernel_shape = array<i64: 4, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<2x4x3x5xf32>, tensor<2x60x32xf32>, tensor<40xf32>) -> tensor<2x1x1x40xf32>
  %x3 = check.fill seed 94 : tensor<1x2x2x5xf32>
  %x4 = check.fill seed 95 as param : tensor<2x80x32xf32>
  %1 = rlx.conv_packed %x3, %x4 {kernel_shape = array<i64: 4, 4>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x2x2x5xf32>, tensor<2x80x32xf32>) -> tensor<1x1x1x40xf32>
  %x5 = check.fill seed 96 : tensor<1x6x7x5xf32>
  %x6 = check.fill seed 97 as param : tensor<2x20x32xf32>
  %2 = rlx.conv_packed %x5, %x6 {kernel_shape = array<i64: 1, 4>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 1, 0, 2>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x6x7x5xf32>, tensor<2x20x32xf32>) -> tensor<1x6x7x40xf32>
  %x7 = check.fill seed 98 : tensor<1x6x7x5xf32>
  %x8 = check.fill seed 99 as param : tensor<2x25x32xf32>
  %3 = rlx.conv_packed %x7, %x8 {kernel_shape = array<i64: 5, 1>, strides = array<i64: 1, 1>,
      pads = array<i64: 2, 0, 2, 0>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x6x7x5xf32>, tensor<2x25x32xf32>) -> tensor<1x6x7x40xf32>
  %x9 = check.fill seed 100 : tensor<1x12x12x5xf32>
  %x10 = check.fill seed 101 as param : tensor<2x245x32xf32>
  %4 = rlx.conv_packed %x9, %x10 {kernel_shape = array<i64: 7, 7>, strides = array<i64: 2, 2>,
      pads = array<i64: 3, 3, 3, 3>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x12x12x5xf32>, tensor<2x245x32xf32>) -> tensor<1x6x6x40xf32>
  return %0, %1, %2, %3, %4
      : tensor<2x1x1x40xf32>, tensor<1x1x1x40xf32>, tensor<1x6x7x40xf32>, tensor<1x6x7x40xf32>,
        tensor<1x6x6x40xf32>
}

// One tap: plain, with stride, with padding, with both.
func.func @window_1x1()
    -> (tensor<2x5x5x40xf32>, tensor<1x3x3x40xf32>, tensor<1x4x6x40xf32>, tensor<?x?x?x40xf32>,
        tensor<?x?x?x40xf32>) {
  %x0 = check.fill seed 102 : tensor<2x5x5x5xf32>
  %x1 = check.fill seed 103 as param : tensor<2x5x32xf32>
  %x2 = check.fill seed 104 as param : tensor<40xf32>
  %0 = rlx.conv_packed %x0, %x1, %x2 {kernel_shape = array<i64: 1, 1>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<2x5x5x5xf32>, tensor<2x5x32xf32>, tensor<40xf32>) -> tensor<2x5x5x40xf32>
  %x3 = check.fill seed 105 : tensor<1x6x7x5xf32>
  %x4 = check.fill seed 106 as param : tensor<2x5x32xf32>
  %1 = rlx.conv_packed %x3, %x4 {kernel_shape = array<i64: 1, 1>, strides = array<i64: 2, 3>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x6x7x5xf32>, tensor<2x5x32xf32>) -> tensor<1x3x3x40xf32>
  %x5 = check.fill seed 107 : tensor<1x3x3x5xf32>
  %x6 = check.fill seed 108 as param : tensor<2x5x32xf32>
  %x7 = check.fill seed 109 as param : tensor<40xf32>
  %2 = rlx.conv_packed %x5, %x6, %x7 {kernel_shape = array<i64: 1, 1>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 2, 0, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x3x3x5xf32>, tensor<2x5x32xf32>, tensor<40xf32>) -> tensor<1x4x6x40xf32>
  %x8 = check.fill sizes [2, 3, 5, 5] seed 110 : tensor<?x?x?x5xf32>
  %x9 = check.fill seed 111 as param : tensor<2x5x32xf32>
  %x10 = check.fill seed 112 as param : tensor<40xf32>
  %3 = rlx.conv_packed %x8, %x9, %x10 {kernel_shape = array<i64: 1, 1>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<?x?x?x5xf32>, tensor<2x5x32xf32>, tensor<40xf32>) -> tensor<?x?x?x40xf32>
  %x11 = check.fill sizes [2, 4, 5, 5] seed 113 : tensor<?x?x?x5xf32>
  %x12 = check.fill seed 114 as param : tensor<2x5x32xf32>
  %4 = rlx.conv_packed %x11, %x12 {kernel_shape = array<i64: 1, 1>, strides = array<i64: 2, 2>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<?x?x?x5xf32>, tensor<2x5x32xf32>) -> tensor<?x?x?x40xf32>
  return %0, %1, %2, %3, %4
      : tensor<2x5x5x40xf32>, tensor<1x3x3x40xf32>, tensor<1x4x6x40xf32>, tensor<?x?x?x40xf32>,
        tensor<?x?x?x40xf32>
}

// Numbers of channels, of the image and the result, that are multiples of no tile.
func.func @channels()
    -> (tensor<1x5x6x1xf32>, tensor<1x5x6x31xf32>, tensor<1x5x6x33xf32>, tensor<1x5x6x65xf32>,
        tensor<1x5x6x16xf32>) {
  %x0 = check.fill seed 115 : tensor<1x5x6x1xf32>
  %x1 = check.fill seed 116 as param : tensor<1x9x32xf32>
  %x2 = check.fill seed 117 as param : tensor<1xf32>
  %0 = rlx.conv_packed %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 1 : i64}
      : (tensor<1x5x6x1xf32>, tensor<1x9x32xf32>, tensor<1xf32>) -> tensor<1x5x6x1xf32>
  %x3 = check.fill seed 118 : tensor<1x5x6x3xf32>
  %x4 = check.fill seed 119 as param : tensor<1x27x32xf32>
  %x5 = check.fill seed 120 as param : tensor<31xf32>
  %1 = rlx.conv_packed %x3, %x4, %x5 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 31 : i64}
      : (tensor<1x5x6x3xf32>, tensor<1x27x32xf32>, tensor<31xf32>) -> tensor<1x5x6x31xf32>
  %x6 = check.fill seed 121 : tensor<1x5x6x17xf32>
  %x7 = check.fill seed 122 as param : tensor<2x153x32xf32>
  %x8 = check.fill seed 123 as param : tensor<33xf32>
  %2 = rlx.conv_packed %x6, %x7, %x8 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 33 : i64}
      : (tensor<1x5x6x17xf32>, tensor<2x153x32xf32>, tensor<33xf32>) -> tensor<1x5x6x33xf32>
  %x9 = check.fill seed 124 : tensor<1x5x6x4xf32>
  %x10 = check.fill seed 125 as param : tensor<3x36x32xf32>
  %x11 = check.fill seed 126 as param : tensor<65xf32>
  %3 = rlx.conv_packed %x9, %x10, %x11 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 65 : i64}
      : (tensor<1x5x6x4xf32>, tensor<3x36x32xf32>, tensor<65xf32>) -> tensor<1x5x6x65xf32>
  %x12 = check.fill seed 127 : tensor<1x5x6x130xf32>
  %x13 = check.fill seed 128 as param : tensor<1x1170x32xf32>
  %x14 = check.fill seed 129 as param : tensor<16xf32>
  %4 = rlx.conv_packed %x12, %x13, %x14 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>,
      out_channels = 16 : i64}
      : (tensor<1x5x6x130xf32>, tensor<1x1170x32xf32>, tensor<16xf32>) -> tensor<1x5x6x16xf32>
  return %0, %1, %2, %3, %4
      : tensor<1x5x6x1xf32>, tensor<1x5x6x31xf32>, tensor<1x5x6x33xf32>, tensor<1x5x6x65xf32>,
        tensor<1x5x6x16xf32>
}

// Panels of other CPUs. Some do not fill vectors and take the generic route.
func.func @panel_widths()
    -> (tensor<1x4x5x3xf32>, tensor<1x4x5x4xf32>, tensor<1x4x5x9xf32>, tensor<1x4x5x17xf32>,
        tensor<1x4x5x25xf32>, tensor<1x4x5x65xf32>) {
  %x0 = check.fill seed 130 : tensor<1x4x5x3xf32>
  %x1 = check.fill seed 131 as param : tensor<3x27x1xf32>
  %x2 = check.fill seed 132 as param : tensor<3xf32>
  %0 = rlx.conv_packed %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 3 : i64}
      : (tensor<1x4x5x3xf32>, tensor<3x27x1xf32>, tensor<3xf32>) -> tensor<1x4x5x3xf32>
  %x3 = check.fill seed 133 : tensor<1x4x5x3xf32>
  %x4 = check.fill seed 134 as param : tensor<2x27x3xf32>
  %x5 = check.fill seed 135 as param : tensor<4xf32>
  %1 = rlx.conv_packed %x3, %x4, %x5 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 4 : i64}
      : (tensor<1x4x5x3xf32>, tensor<2x27x3xf32>, tensor<4xf32>) -> tensor<1x4x5x4xf32>
  %x6 = check.fill seed 136 : tensor<1x4x5x3xf32>
  %x7 = check.fill seed 137 as param : tensor<2x27x8xf32>
  %x8 = check.fill seed 138 as param : tensor<9xf32>
  %2 = rlx.conv_packed %x6, %x7, %x8 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 9 : i64}
      : (tensor<1x4x5x3xf32>, tensor<2x27x8xf32>, tensor<9xf32>) -> tensor<1x4x5x9xf32>
  %x9 = check.fill seed 139 : tensor<1x4x5x3xf32>
  %x10 = check.fill seed 140 as param : tensor<2x27x16xf32>
  %x11 = check.fill seed 141 as param : tensor<17xf32>
  %3 = rlx.conv_packed %x9, %x10, %x11 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 17 : i64}
      : (tensor<1x4x5x3xf32>, tensor<2x27x16xf32>, tensor<17xf32>) -> tensor<1x4x5x17xf32>
  %x12 = check.fill seed 142 : tensor<1x4x5x3xf32>
  %x13 = check.fill seed 143 as param : tensor<2x27x24xf32>
  %x14 = check.fill seed 144 as param : tensor<25xf32>
  %4 = rlx.conv_packed %x12, %x13, %x14 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>,
      out_channels = 25 : i64}
      : (tensor<1x4x5x3xf32>, tensor<2x27x24xf32>, tensor<25xf32>) -> tensor<1x4x5x25xf32>
  %x15 = check.fill seed 145 : tensor<1x4x5x3xf32>
  %x16 = check.fill seed 146 as param : tensor<2x27x64xf32>
  %x17 = check.fill seed 147 as param : tensor<65xf32>
  %5 = rlx.conv_packed %x15, %x16, %x17 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>,
      out_channels = 65 : i64}
      : (tensor<1x4x5x3xf32>, tensor<2x27x64xf32>, tensor<65xf32>) -> tensor<1x4x5x65xf32>
  return %0, %1, %2, %3, %4, %5
      : tensor<1x4x5x3xf32>, tensor<1x4x5x4xf32>, tensor<1x4x5x9xf32>, tensor<1x4x5x17xf32>,
        tensor<1x4x5x25xf32>, tensor<1x4x5x65xf32>
}

// Several workgroups of rows and of panels.
func.func @many_pixels() -> (tensor<1x45x61x200xf32>, tensor<1x?x?x200xf32>) {
  %x0 = check.fill seed 148 : tensor<1x45x61x16xf32>
  %x1 = check.fill seed 149 as param : tensor<7x144x32xf32>
  %x2 = check.fill seed 150 as param : tensor<200xf32>
  %0 = rlx.conv_packed %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 200 : i64}
      : (tensor<1x45x61x16xf32>, tensor<7x144x32xf32>, tensor<200xf32>) -> tensor<1x45x61x200xf32>
  %x3 = check.fill sizes [1, 21, 35, 16] seed 151 : tensor<1x?x?x16xf32>
  %x4 = check.fill seed 152 as param : tensor<7x144x32xf32>
  %1 = rlx.conv_packed %x3, %x4 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 200 : i64}
      : (tensor<1x?x?x16xf32>, tensor<7x144x32xf32>) -> tensor<1x?x?x200xf32>
  return %0, %1 : tensor<1x45x61x200xf32>, tensor<1x?x?x200xf32>
}

// A width that is a multiple of 14 with many channels takes the longest tile.
func.func @wide_tile() -> tensor<1x6x14x32xf32> {
  %x0 = check.fill seed 153 : tensor<1x6x14x128xf32>
  %x1 = check.fill seed 154 as param : tensor<1x1152x32xf32>
  %0 = rlx.conv_packed %x0, %x1 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 32 : i64}
      : (tensor<1x6x14x128xf32>, tensor<1x1152x32xf32>) -> tensor<1x6x14x32xf32>
  return %0 : tensor<1x6x14x32xf32>
}

// No images, and an image that consists of padding only.
func.func @empty()
    -> (tensor<0x5x6x40xf32>, tensor<?x?x?x40xf32>, tensor<2x1x3x40xf32>, tensor<?x?x?x40xf32>) {
  %x0 = check.fill seed 155 : tensor<0x5x6x5xf32>
  %x1 = check.fill seed 156 as param : tensor<2x45x32xf32>
  %x2 = check.fill seed 157 as param : tensor<40xf32>
  %0 = rlx.conv_packed %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<0x5x6x5xf32>, tensor<2x45x32xf32>, tensor<40xf32>) -> tensor<0x5x6x40xf32>
  %x3 = check.fill sizes [0, 5, 6, 5] seed 158 : tensor<?x?x?x5xf32>
  %x4 = check.fill seed 159 as param : tensor<2x45x32xf32>
  %x5 = check.fill seed 160 as param : tensor<40xf32>
  %1 = rlx.conv_packed %x3, %x4, %x5 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<?x?x?x5xf32>, tensor<2x45x32xf32>, tensor<40xf32>) -> tensor<?x?x?x40xf32>
  %x6 = check.fill seed 161 : tensor<2x0x4x5xf32>
  %x7 = check.fill seed 162 as param : tensor<2x20x32xf32>
  %x8 = check.fill seed 163 as param : tensor<40xf32>
  %2 = rlx.conv_packed %x6, %x7, %x8 {kernel_shape = array<i64: 2, 2>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 0, 1, 0>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<2x0x4x5xf32>, tensor<2x20x32xf32>, tensor<40xf32>) -> tensor<2x1x3x40xf32>
  %x9 = check.fill sizes [1, 3, 0, 5] seed 164 : tensor<?x?x?x5xf32>
  %x10 = check.fill seed 165 as param : tensor<2x20x32xf32>
  %x11 = check.fill seed 166 as param : tensor<40xf32>
  %3 = rlx.conv_packed %x9, %x10, %x11 {kernel_shape = array<i64: 2, 2>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<?x?x?x5xf32>, tensor<2x20x32xf32>, tensor<40xf32>) -> tensor<?x?x?x40xf32>
  return %0, %1, %2, %3
      : tensor<0x5x6x40xf32>, tensor<?x?x?x40xf32>, tensor<2x1x3x40xf32>, tensor<?x?x?x40xf32>
}

func.func @f16() -> tensor<2x5x4x40xf16> {
  %x0 = check.fill seed 167 : tensor<2x5x7x5xf16>
  %x1 = check.fill seed 168 as param : tensor<2x45x32xf16>
  %x2 = check.fill seed 169 as param : tensor<40xf16>
  %0 = rlx.conv_packed %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 2>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<2x5x7x5xf16>, tensor<2x45x32xf16>, tensor<40xf16>) -> tensor<2x5x4x40xf16>
  return %0 : tensor<2x5x4x40xf16>
}

func.func @bf16() -> tensor<2x5x4x40xbf16> {
  %x0 = check.fill seed 170 : tensor<2x5x7x5xbf16>
  %x1 = check.fill seed 171 as param : tensor<2x45x32xbf16>
  %x2 = check.fill seed 172 as param : tensor<40xbf16>
  %0 = rlx.conv_packed %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 2>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<2x5x7x5xbf16>, tensor<2x45x32xbf16>, tensor<40xbf16>) -> tensor<2x5x4x40xbf16>
  return %0 : tensor<2x5x4x40xbf16>
}

func.func @f64() -> tensor<2x5x4x40xf64> {
  %x0 = check.fill seed 173 : tensor<2x5x7x5xf64>
  %x1 = check.fill seed 174 as param : tensor<2x45x32xf64>
  %x2 = check.fill seed 175 as param : tensor<40xf64>
  %0 = rlx.conv_packed %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 2>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<2x5x7x5xf64>, tensor<2x45x32xf64>, tensor<40xf64>) -> tensor<2x5x4x40xf64>
  return %0 : tensor<2x5x4x40xf64>
}

// A bias, a residual and an activation in the same kernel.
func.func @epilogue_residual() -> tensor<2x5x11x40xf32> {
  %x0 = check.fill seed 176 : tensor<2x5x11x5xf32>
  %x1 = check.fill seed 177 as param : tensor<2x45x32xf32>
  %x2 = check.fill seed 178 as param : tensor<40xf32>
  %0 = rlx.conv_packed %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<2x5x11x5xf32>, tensor<2x45x32xf32>, tensor<40xf32>) -> tensor<2x5x11x40xf32>
  %x3 = check.fill seed 179 : tensor<2x5x11x40xf32>
  %1 = rlx.add %0, %x3 : (tensor<2x5x11x40xf32>, tensor<2x5x11x40xf32>) -> tensor<2x5x11x40xf32>
  %2 = rlx.relu %1 : (tensor<2x5x11x40xf32>) -> tensor<2x5x11x40xf32>
  return %2 : tensor<2x5x11x40xf32>
}

func.func @epilogue_residual_dynamic() -> tensor<?x?x?x40xf32> {
  %x0 = check.fill sizes [2, 5, 11, 5] seed 180 : tensor<?x?x?x5xf32>
  %x1 = check.fill seed 181 as param : tensor<2x45x32xf32>
  %x2 = check.fill seed 182 as param : tensor<40xf32>
  %0 = rlx.conv_packed %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<?x?x?x5xf32>, tensor<2x45x32xf32>, tensor<40xf32>) -> tensor<?x?x?x40xf32>
  %x3 = check.fill sizes [2, 5, 11, 40] seed 183 : tensor<?x?x?x40xf32>
  %1 = rlx.add %0, %x3 : (tensor<?x?x?x40xf32>, tensor<?x?x?x40xf32>) -> tensor<?x?x?x40xf32>
  %2 = rlx.relu %1 : (tensor<?x?x?x40xf32>) -> tensor<?x?x?x40xf32>
  return %2 : tensor<?x?x?x40xf32>
}

// Operands along channels, along pixels, along images, and of one element.
func.func @epilogue_broadcasts() -> tensor<2x4x6x40xf32> {
  %x0 = check.fill seed 184 : tensor<2x4x6x5xf32>
  %x1 = check.fill seed 185 as param : tensor<2x45x32xf32>
  %0 = rlx.conv_packed %x0, %x1 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<2x4x6x5xf32>, tensor<2x45x32xf32>) -> tensor<2x4x6x40xf32>
  %x2 = check.fill seed 186 : tensor<2x1x1x40xf32>
  %x3 = check.fill seed 187 : tensor<40xf32>
  %x4 = check.fill seed 188 : tensor<2x4x6x1xf32>
  %x5 = check.fill seed 189 : tensor<f32>
  %1 = rlx.mul %0, %x2 : (tensor<2x4x6x40xf32>, tensor<2x1x1x40xf32>) -> tensor<2x4x6x40xf32>
  %2 = rlx.add %x3, %1 : (tensor<40xf32>, tensor<2x4x6x40xf32>) -> tensor<2x4x6x40xf32>
  %3 = rlx.sub %2, %x4 : (tensor<2x4x6x40xf32>, tensor<2x4x6x1xf32>) -> tensor<2x4x6x40xf32>
  %4 = rlx.max %3, %x5 : (tensor<2x4x6x40xf32>, tensor<f32>) -> tensor<2x4x6x40xf32>
  return %4 : tensor<2x4x6x40xf32>
}

// Expensive epilogues, with and without a tail.
func.func @epilogue_costly()
    -> (tensor<1x4x8x40xf32>, tensor<1x4x13x40xf32>, tensor<1x?x?x40xf32>) {
  %x0 = check.fill seed 190 : tensor<1x4x8x5xf32>
  %x1 = check.fill seed 191 as param : tensor<2x45x32xf32>
  %x2 = check.fill seed 192 as param : tensor<40xf32>
  %0 = rlx.conv_packed %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x4x8x5xf32>, tensor<2x45x32xf32>, tensor<40xf32>) -> tensor<1x4x8x40xf32>
  %1 = rlx.gelu %0 : (tensor<1x4x8x40xf32>) -> tensor<1x4x8x40xf32>
  %x3 = check.fill seed 193 : tensor<1x4x13x5xf32>
  %x4 = check.fill seed 194 as param : tensor<2x45x32xf32>
  %2 = rlx.conv_packed %x3, %x4 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x4x13x5xf32>, tensor<2x45x32xf32>) -> tensor<1x4x13x40xf32>
  %3 = rlx.silu %2 : (tensor<1x4x13x40xf32>) -> tensor<1x4x13x40xf32>
  %x5 = check.fill sizes [1, 4, 13, 5] seed 195 : tensor<1x?x?x5xf32>
  %x6 = check.fill seed 196 as param : tensor<2x45x32xf32>
  %4 = rlx.conv_packed %x5, %x6 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<1x?x?x5xf32>, tensor<2x45x32xf32>) -> tensor<1x?x?x40xf32>
  %5 = rlx.hard_swish %4 : (tensor<1x?x?x40xf32>) -> tensor<1x?x?x40xf32>
  return %1, %3, %5 : tensor<1x4x8x40xf32>, tensor<1x4x13x40xf32>, tensor<1x?x?x40xf32>
}

// Images of static width: tiles at the borders omit the columns outside.
func.func @borders()
    -> (tensor<1x6x30x24xf32>, tensor<2x5x13x40xf32>, tensor<1x7x7x32xf32>,
        tensor<1x6x12x32xf32>, tensor<1x9x20x20xf32>, tensor<1x4x7x32xf32>,
        tensor<1x7x13x32xf32>, tensor<1x2x2x32xf32>) {
  // Wide.
  %x0 = check.fill seed 200 : tensor<1x6x30x5xf32>
  %w0 = check.fill seed 201 as param : tensor<1x45x32xf32>
  %0 = rlx.conv_packed %x0, %w0 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 24 : i64}
      : (tensor<1x6x30x5xf32>, tensor<1x45x32xf32>) -> tensor<1x6x30x24xf32>
  // Tail.
  %x1 = check.fill seed 202 : tensor<2x5x13x3xf32>
  %w1 = check.fill seed 203 as param : tensor<2x27x32xf32>
  %1 = rlx.conv_packed %x1, %w1 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64}
      : (tensor<2x5x13x3xf32>, tensor<2x27x32xf32>) -> tensor<2x5x13x40xf32>
  // One tile.
  %x2 = check.fill seed 204 : tensor<1x7x7x6xf32>
  %w2 = check.fill seed 205 as param : tensor<1x54x32xf32>
  %2 = rlx.conv_packed %x2, %w2 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 32 : i64}
      : (tensor<1x7x7x6xf32>, tensor<1x54x32xf32>) -> tensor<1x7x7x32xf32>
  // Strides.
  %x3 = check.fill seed 206 : tensor<1x12x23x3xf32>
  %w3 = check.fill seed 207 as param : tensor<1x147x32xf32>
  %3 = rlx.conv_packed %x3, %w3 {kernel_shape = array<i64: 7, 7>, strides = array<i64: 2, 2>,
      pads = array<i64: 3, 3, 3, 3>, dilations = array<i64: 1, 1>, out_channels = 32 : i64}
      : (tensor<1x12x23x3xf32>, tensor<1x147x32xf32>) -> tensor<1x6x12x32xf32>
  // Dilations.
  %x4 = check.fill seed 208 : tensor<1x9x20x4xf32>
  %w4 = check.fill seed 209 as param : tensor<1x36x32xf32>
  %4 = rlx.conv_packed %x4, %w4 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 2, 2, 2, 2>, dilations = array<i64: 2, 2>, out_channels = 20 : i64}
      : (tensor<1x9x20x4xf32>, tensor<1x36x32xf32>) -> tensor<1x9x20x20xf32>
  // Asymmetric.
  %x5 = check.fill seed 210 : tensor<1x4x17x4xf32>
  %w5 = check.fill seed 211 as param : tensor<1x40x32xf32>
  %5 = rlx.conv_packed %x5, %w5 {kernel_shape = array<i64: 2, 5>, strides = array<i64: 1, 3>,
      pads = array<i64: 1, 4, 0, 2>, dilations = array<i64: 1, 1>, out_channels = 32 : i64}
      : (tensor<1x4x17x4xf32>, tensor<1x40x32xf32>) -> tensor<1x4x7x32xf32>
  // Mostly outside.
  %x6 = check.fill seed 212 : tensor<1x3x9x2xf32>
  %w6 = check.fill seed 213 as param : tensor<1x50x32xf32>
  %6 = rlx.conv_packed %x6, %w6 {kernel_shape = array<i64: 5, 5>, strides = array<i64: 1, 1>,
      pads = array<i64: 4, 4, 4, 4>, dilations = array<i64: 1, 1>, out_channels = 32 : i64}
      : (tensor<1x3x9x2xf32>, tensor<1x50x32xf32>) -> tensor<1x7x13x32xf32>
  // No window inside.
  %x7 = check.fill seed 214 : tensor<1x2x2x2xf32>
  %w7 = check.fill seed 215 as param : tensor<1x18x32xf32>
  %7 = rlx.conv_packed %x7, %w7 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 32 : i64}
      : (tensor<1x2x2x2xf32>, tensor<1x18x32xf32>) -> tensor<1x2x2x32xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7
      : tensor<1x6x30x24xf32>, tensor<2x5x13x40xf32>, tensor<1x7x7x32xf32>,
        tensor<1x6x12x32xf32>, tensor<1x9x20x20xf32>, tensor<1x4x7x32xf32>,
        tensor<1x7x13x32xf32>, tensor<1x2x2x32xf32>
}

// Channel 1 has an infinite weight in the first corner of the window, channel 2 a NaN at its right.
// They also count outside the image.
func.func @unusual_weights() -> tensor<1x9x30x3xf32> {
  %x = check.fill seed 230 : tensor<1x9x30x1xf32>
  %w0 = check.fill seed 231 as param : tensor<1x9x1xf32>
  %w3 = check.fill seed 232 as param : tensor<1x9x29xf32>
  %w1 = check.fill seed 233 as param : tensor<1x8x1xf32>
  %w2 = check.fill seed 234 as param : tensor<1x5x1xf32>
  %w4 = check.fill seed 235 as param : tensor<1x3x1xf32>
  %inf = check.literal dense<0x7F800000> : tensor<1x1x1xf32> as param
  %nan = check.literal dense<0x7FC00000> : tensor<1x1x1xf32> as param
  %c1 = rlx.concat %inf, %w1 axis = 1 : (tensor<1x1x1xf32>, tensor<1x8x1xf32>) -> tensor<1x9x1xf32>
  %c2 = rlx.concat %w2, %nan, %w4 axis = 1
      : (tensor<1x5x1xf32>, tensor<1x1x1xf32>, tensor<1x3x1xf32>) -> tensor<1x9x1xf32>
  %w = rlx.concat %w0, %c1, %c2, %w3 axis = 2
      : (tensor<1x9x1xf32>, tensor<1x9x1xf32>, tensor<1x9x1xf32>, tensor<1x9x29xf32>) -> tensor<1x9x32xf32>
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 3 : i64}
      : (tensor<1x9x30x1xf32>, tensor<1x9x32xf32>) -> tensor<1x9x30x3xf32>
  return %0 : tensor<1x9x30x3xf32>
}

// The same for images narrower than a tile, with dynamic width.
func.func @unusual_weights_narrow() -> tensor<1x9x?x3xf32> {
  %x = check.fill sizes [1, 9, 5, 1] seed 240 : tensor<1x9x?x1xf32>
  %w0 = check.fill seed 241 as param : tensor<1x9x31xf32>
  %w1 = check.fill seed 242 as param : tensor<1x8x1xf32>
  %inf = check.literal dense<0x7F800000> : tensor<1x1x1xf32> as param
  %c = rlx.concat %inf, %w1 axis = 1 : (tensor<1x1x1xf32>, tensor<1x8x1xf32>) -> tensor<1x9x1xf32>
  %w = rlx.concat %c, %w0 axis = 2 : (tensor<1x9x1xf32>, tensor<1x9x31xf32>) -> tensor<1x9x32xf32>
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 3 : i64}
      : (tensor<1x9x?x1xf32>, tensor<1x9x32xf32>) -> tensor<1x9x?x3xf32>
  return %0 : tensor<1x9x?x3xf32>
}

// Without columns outside the image.
func.func @unusual_weights_rows() -> tensor<1x9x?x3xf32> {
  %x = check.fill sizes [1, 9, 6, 1] seed 240 : tensor<1x9x?x1xf32>
  %w0 = check.fill seed 241 as param : tensor<1x9x31xf32>
  %w1 = check.fill seed 242 as param : tensor<1x8x1xf32>
  %inf = check.literal dense<0x7F800000> : tensor<1x1x1xf32> as param
  %c = rlx.concat %inf, %w1 axis = 1 : (tensor<1x1x1xf32>, tensor<1x8x1xf32>) -> tensor<1x9x1xf32>
  %w = rlx.concat %c, %w0 axis = 2 : (tensor<1x9x1xf32>, tensor<1x9x31xf32>) -> tensor<1x9x32xf32>
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 0, 1, 0>, dilations = array<i64: 1, 1>, out_channels = 3 : i64}
      : (tensor<1x9x?x1xf32>, tensor<1x9x32xf32>) -> tensor<1x9x?x3xf32>
  return %0 : tensor<1x9x?x3xf32>
}

// Groups with more than one panel of columns each, the last one partial; a residual.
func.func @groups() -> tensor<2x9x17x72xf32> {
  %x = check.fill seed 250 : tensor<2x9x17x10xf32>
  %r = check.fill seed 251 : tensor<2x9x17x72xf32>
  %w = check.fill seed 252 as param : tensor<4x45x32xf32>
  %b = check.fill seed 253 as param : tensor<72xf32>
  %0 = rlx.conv_packed %x, %w, %b {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 72 : i64, groups = 2 : i64}
      : (tensor<2x9x17x10xf32>, tensor<4x45x32xf32>, tensor<72xf32>) -> tensor<2x9x17x72xf32>
  %1 = rlx.add %0, %r : (tensor<2x9x17x72xf32>, tensor<2x9x17x72xf32>) -> tensor<2x9x17x72xf32>
  return %1 : tensor<2x9x17x72xf32>
}

// Narrow panels, dynamic sizes, windows of one pixel and with dilation.
func.func @narrow_groups() -> (tensor<1x?x?x15xf32>, tensor<1x?x?x15xf32>, tensor<1x?x?x15xf32>) {
  %x = check.fill sizes [1, 8, 19, 6] seed 254 : tensor<1x?x?x6xf32>
  %w = check.fill seed 255 as param : tensor<3x12x16xf32>
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 2, 3>, strides = array<i64: 2, 1>,
      pads = array<i64: 1, 2, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 15 : i64, groups = 3 : i64}
      : (tensor<1x?x?x6xf32>, tensor<3x12x16xf32>) -> tensor<1x?x?x15xf32>
  %1 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 2, 3>, strides = array<i64: 1, 2>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 3, 2>, out_channels = 15 : i64, groups = 3 : i64}
      : (tensor<1x?x?x6xf32>, tensor<3x12x16xf32>) -> tensor<1x?x?x15xf32>
  %v = check.fill seed 256 as param : tensor<3x2x16xf32>
  %2 = rlx.conv_packed %x, %v {kernel_shape = array<i64: 1, 1>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 15 : i64, groups = 3 : i64}
      : (tensor<1x?x?x6xf32>, tensor<3x2x16xf32>) -> tensor<1x?x?x15xf32>
  return %0, %1, %2 : tensor<1x?x?x15xf32>, tensor<1x?x?x15xf32>, tensor<1x?x?x15xf32>
}

// An infinite weight outside the image affects its own group only.
func.func @unusual_groups() -> tensor<1x4x30x6xf32> {
  %x = check.fill seed 257 : tensor<1x4x30x2xf32>
  %w0 = check.fill seed 258 as param : tensor<2x9x15xf32>
  %w1 = check.fill seed 259 as param : tensor<2x8x1xf32>
  %inf = check.literal dense<[[[0x7F800000]], [[1.0]]]> : tensor<2x1x1xf32> as param
  %c = rlx.concat %inf, %w1 axis = 1 : (tensor<2x1x1xf32>, tensor<2x8x1xf32>) -> tensor<2x9x1xf32>
  %w = rlx.concat %c, %w0 axis = 2 : (tensor<2x9x1xf32>, tensor<2x9x15xf32>) -> tensor<2x9x16xf32>
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 6 : i64, groups = 2 : i64}
      : (tensor<1x4x30x2xf32>, tensor<2x9x16xf32>) -> tensor<1x4x30x6xf32>
  return %0 : tensor<1x4x30x6xf32>
}
