// RUN: rlx-check %{sample} %s %{quick-lanes}

// By hand: two channels with separate windows, padded on both sides.
func.func @literals() -> tensor<1x1x4x2xf32> {
  %x = check.literal dense<[[[[1.0, 1.0], [2.0, 20.0], [3.0, 300.0]]]]> : tensor<1x1x3x2xf32>
  %w = check.literal dense<[[10.0, 1.0], [1.0, -1.0]]> : tensor<2x2xf32>
  %b = check.literal dense<[0.5, -1.0]> : tensor<2xf32>
  %0 = rlx.depthwise_conv %x, %w, %b {kernel_shape = array<i64: 1, 2>,
      strides = array<i64: 1, 1>, pads = array<i64: 0, 1, 0, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x1x3x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<1x1x4x2xf32>
  %e = check.literal dense<[[[[1.5, -2.0], [12.5, -20.0], [23.5, -281.0], [30.5, 299.0]]]]>
      : tensor<1x1x4x2xf32>
  check.expect_eq %0, %e : tensor<1x1x4x2xf32>, tensor<1x1x4x2xf32>
  return %0 : tensor<1x1x4x2xf32>
}

// A NaN stays in its channel. An infinity at a corner reaches the windows that contain the corner.
func.func @literals_not_finite() -> tensor<1x2x2x2xf32> {
  %x = check.literal dense<[[[[0x7F800000, 1.0], [1.0, 1.0], [1.0, 1.0]],
                             [[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]],
                             [[1.0, 1.0], [1.0, 1.0], [1.0, 0x7FC00000]]]]> : tensor<1x3x3x2xf32>
  %w = check.literal dense<1.0> : tensor<4x2xf32>
  %0 = rlx.depthwise_conv %x, %w {kernel_shape = array<i64: 2, 2>,
      strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x3x3x2xf32>, tensor<4x2xf32>) -> tensor<1x2x2x2xf32>
  %e = check.literal dense<[[[[0x7F800000, 4.0], [4.0, 4.0]], [[4.0, 4.0], [4.0, 0x7FC00000]]]]>
      : tensor<1x2x2x2xf32>
  check.expect_eq %0, %e : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>
  return %0 : tensor<1x2x2x2xf32>
}

// Output rows of 1 to 9 pixels: all tails of a register tile.
func.func @widths_1_to_9()
    -> (tensor<1x1x1x19xf32>, tensor<1x1x2x19xf32>, tensor<1x1x3x19xf32>, tensor<1x1x4x19xf32>,
        tensor<1x1x5x19xf32>, tensor<1x1x6x19xf32>, tensor<1x1x7x19xf32>, tensor<1x1x8x19xf32>,
        tensor<1x1x9x19xf32>) {
  %x0 = check.fill seed 1 : tensor<1x3x3x19xf32>
  %x1 = check.fill seed 2 as param : tensor<9x19xf32>
  %0 = rlx.depthwise_conv %x0, %x1 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x3x3x19xf32>, tensor<9x19xf32>) -> tensor<1x1x1x19xf32>
  %x2 = check.fill seed 3 : tensor<1x3x4x19xf32>
  %x3 = check.fill seed 4 as param : tensor<9x19xf32>
  %x4 = check.fill seed 5 as param : tensor<19xf32>
  %1 = rlx.depthwise_conv %x2, %x3, %x4 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x3x4x19xf32>, tensor<9x19xf32>, tensor<19xf32>) -> tensor<1x1x2x19xf32>
  %x5 = check.fill seed 6 : tensor<1x3x5x19xf32>
  %x6 = check.fill seed 7 as param : tensor<9x19xf32>
  %2 = rlx.depthwise_conv %x5, %x6 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x3x5x19xf32>, tensor<9x19xf32>) -> tensor<1x1x3x19xf32>
  %x7 = check.fill seed 8 : tensor<1x3x6x19xf32>
  %x8 = check.fill seed 9 as param : tensor<9x19xf32>
  %x9 = check.fill seed 10 as param : tensor<19xf32>
  %3 = rlx.depthwise_conv %x7, %x8, %x9 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x3x6x19xf32>, tensor<9x19xf32>, tensor<19xf32>) -> tensor<1x1x4x19xf32>
  %x10 = check.fill seed 11 : tensor<1x3x7x19xf32>
  %x11 = check.fill seed 12 as param : tensor<9x19xf32>
  %4 = rlx.depthwise_conv %x10, %x11 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x3x7x19xf32>, tensor<9x19xf32>) -> tensor<1x1x5x19xf32>
  %x12 = check.fill seed 13 : tensor<1x3x8x19xf32>
  %x13 = check.fill seed 14 as param : tensor<9x19xf32>
  %x14 = check.fill seed 15 as param : tensor<19xf32>
  %5 = rlx.depthwise_conv %x12, %x13, %x14 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x3x8x19xf32>, tensor<9x19xf32>, tensor<19xf32>) -> tensor<1x1x6x19xf32>
  %x15 = check.fill seed 16 : tensor<1x3x9x19xf32>
  %x16 = check.fill seed 17 as param : tensor<9x19xf32>
  %6 = rlx.depthwise_conv %x15, %x16 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x3x9x19xf32>, tensor<9x19xf32>) -> tensor<1x1x7x19xf32>
  %x17 = check.fill seed 18 : tensor<1x3x10x19xf32>
  %x18 = check.fill seed 19 as param : tensor<9x19xf32>
  %x19 = check.fill seed 20 as param : tensor<19xf32>
  %7 = rlx.depthwise_conv %x17, %x18, %x19 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x3x10x19xf32>, tensor<9x19xf32>, tensor<19xf32>) -> tensor<1x1x8x19xf32>
  %x20 = check.fill seed 21 : tensor<1x3x11x19xf32>
  %x21 = check.fill seed 22 as param : tensor<9x19xf32>
  %8 = rlx.depthwise_conv %x20, %x21 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x3x11x19xf32>, tensor<9x19xf32>) -> tensor<1x1x9x19xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8
      : tensor<1x1x1x19xf32>, tensor<1x1x2x19xf32>, tensor<1x1x3x19xf32>, tensor<1x1x4x19xf32>,
        tensor<1x1x5x19xf32>, tensor<1x1x6x19xf32>, tensor<1x1x7x19xf32>, tensor<1x1x8x19xf32>,
        tensor<1x1x9x19xf32>
}

// The same tails with dynamic sizes.
func.func @dynamic_widths_1_to_9()
    -> (tensor<1x?x?x19xf32>, tensor<1x?x?x19xf32>, tensor<1x?x?x19xf32>, tensor<1x?x?x19xf32>,
        tensor<1x?x?x19xf32>, tensor<1x?x?x19xf32>, tensor<1x?x?x19xf32>, tensor<1x?x?x19xf32>,
        tensor<1x?x?x19xf32>) {
  %x0 = check.fill sizes [1, 3, 1, 19] seed 23 : tensor<1x?x?x19xf32>
  %x1 = check.fill seed 24 as param : tensor<6x19xf32>
  %x2 = check.fill seed 25 as param : tensor<19xf32>
  %0 = rlx.depthwise_conv %x0, %x1, %x2 {kernel_shape = array<i64: 2, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 0, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x?x?x19xf32>, tensor<6x19xf32>, tensor<19xf32>) -> tensor<1x?x?x19xf32>
  %x3 = check.fill sizes [1, 3, 2, 19] seed 26 : tensor<1x?x?x19xf32>
  %x4 = check.fill seed 27 as param : tensor<6x19xf32>
  %1 = rlx.depthwise_conv %x3, %x4 {kernel_shape = array<i64: 2, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x?x?x19xf32>, tensor<6x19xf32>) -> tensor<1x?x?x19xf32>
  %x5 = check.fill sizes [1, 3, 3, 19] seed 28 : tensor<1x?x?x19xf32>
  %x6 = check.fill seed 29 as param : tensor<6x19xf32>
  %x7 = check.fill seed 30 as param : tensor<19xf32>
  %2 = rlx.depthwise_conv %x5, %x6, %x7 {kernel_shape = array<i64: 2, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 0, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x?x?x19xf32>, tensor<6x19xf32>, tensor<19xf32>) -> tensor<1x?x?x19xf32>
  %x8 = check.fill sizes [1, 3, 4, 19] seed 31 : tensor<1x?x?x19xf32>
  %x9 = check.fill seed 32 as param : tensor<6x19xf32>
  %3 = rlx.depthwise_conv %x8, %x9 {kernel_shape = array<i64: 2, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x?x?x19xf32>, tensor<6x19xf32>) -> tensor<1x?x?x19xf32>
  %x10 = check.fill sizes [1, 3, 5, 19] seed 33 : tensor<1x?x?x19xf32>
  %x11 = check.fill seed 34 as param : tensor<6x19xf32>
  %x12 = check.fill seed 35 as param : tensor<19xf32>
  %4 = rlx.depthwise_conv %x10, %x11, %x12 {kernel_shape = array<i64: 2, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 0, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x?x?x19xf32>, tensor<6x19xf32>, tensor<19xf32>) -> tensor<1x?x?x19xf32>
  %x13 = check.fill sizes [1, 3, 6, 19] seed 36 : tensor<1x?x?x19xf32>
  %x14 = check.fill seed 37 as param : tensor<6x19xf32>
  %5 = rlx.depthwise_conv %x13, %x14 {kernel_shape = array<i64: 2, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x?x?x19xf32>, tensor<6x19xf32>) -> tensor<1x?x?x19xf32>
  %x15 = check.fill sizes [1, 3, 7, 19] seed 38 : tensor<1x?x?x19xf32>
  %x16 = check.fill seed 39 as param : tensor<6x19xf32>
  %x17 = check.fill seed 40 as param : tensor<19xf32>
  %6 = rlx.depthwise_conv %x15, %x16, %x17 {kernel_shape = array<i64: 2, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 0, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x?x?x19xf32>, tensor<6x19xf32>, tensor<19xf32>) -> tensor<1x?x?x19xf32>
  %x18 = check.fill sizes [1, 3, 8, 19] seed 41 : tensor<1x?x?x19xf32>
  %x19 = check.fill seed 42 as param : tensor<6x19xf32>
  %7 = rlx.depthwise_conv %x18, %x19 {kernel_shape = array<i64: 2, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x?x?x19xf32>, tensor<6x19xf32>) -> tensor<1x?x?x19xf32>
  %x20 = check.fill sizes [1, 3, 9, 19] seed 43 : tensor<1x?x?x19xf32>
  %x21 = check.fill seed 44 as param : tensor<6x19xf32>
  %x22 = check.fill seed 45 as param : tensor<19xf32>
  %8 = rlx.depthwise_conv %x20, %x21, %x22 {kernel_shape = array<i64: 2, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 0, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x?x?x19xf32>, tensor<6x19xf32>, tensor<19xf32>) -> tensor<1x?x?x19xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8
      : tensor<1x?x?x19xf32>, tensor<1x?x?x19xf32>, tensor<1x?x?x19xf32>, tensor<1x?x?x19xf32>,
        tensor<1x?x?x19xf32>, tensor<1x?x?x19xf32>, tensor<1x?x?x19xf32>, tensor<1x?x?x19xf32>,
        tensor<1x?x?x19xf32>
}

// Several images, the usual padding, a bias.
func.func @batch() -> tensor<3x7x9x19xf32> {
  %x0 = check.fill seed 46 : tensor<3x7x9x19xf32>
  %x1 = check.fill seed 47 as param : tensor<9x19xf32>
  %x2 = check.fill seed 48 as param : tensor<19xf32>
  %0 = rlx.depthwise_conv %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<3x7x9x19xf32>, tensor<9x19xf32>, tensor<19xf32>) -> tensor<3x7x9x19xf32>
  return %0 : tensor<3x7x9x19xf32>
}

func.func @batch_dynamic() -> tensor<?x7x9x19xf32> {
  %x0 = check.fill sizes [3, 7, 9, 19] seed 49 : tensor<?x7x9x19xf32>
  %x1 = check.fill seed 50 as param : tensor<9x19xf32>
  %x2 = check.fill seed 51 as param : tensor<19xf32>
  %0 = rlx.depthwise_conv %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<?x7x9x19xf32>, tensor<9x19xf32>, tensor<19xf32>) -> tensor<?x7x9x19xf32>
  return %0 : tensor<?x7x9x19xf32>
}

// Strides with unread pixels at the end, and one larger than the window.
func.func @strides() -> (tensor<2x5x5x19xf32>, tensor<1x3x3x19xf32>, tensor<1x6x4x19xf32>) {
  %x0 = check.fill seed 52 : tensor<2x9x10x19xf32>
  %x1 = check.fill seed 53 as param : tensor<9x19xf32>
  %0 = rlx.depthwise_conv %x0, %x1 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 2, 2>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<2x9x10x19xf32>, tensor<9x19xf32>) -> tensor<2x5x5x19xf32>
  %x2 = check.fill seed 54 : tensor<1x10x11x19xf32>
  %x3 = check.fill seed 55 as param : tensor<4x19xf32>
  %1 = rlx.depthwise_conv %x2, %x3 {kernel_shape = array<i64: 2, 2>, strides = array<i64: 3, 4>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x10x11x19xf32>, tensor<4x19xf32>) -> tensor<1x3x3x19xf32>
  %x4 = check.fill seed 56 : tensor<1x8x8x19xf32>
  %x5 = check.fill seed 57 as param : tensor<3x19xf32>
  %2 = rlx.depthwise_conv %x4, %x5 {kernel_shape = array<i64: 3, 1>, strides = array<i64: 1, 3>,
      pads = array<i64: 0, 2, 0, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x8x8x19xf32>, tensor<3x19xf32>) -> tensor<1x6x4x19xf32>
  return %0, %1, %2 : tensor<2x5x5x19xf32>, tensor<1x3x3x19xf32>, tensor<1x6x4x19xf32>
}

func.func @strides_dynamic() -> (tensor<?x?x?x19xf32>, tensor<?x?x?x19xf32>) {
  %x0 = check.fill sizes [2, 9, 10, 19] seed 58 : tensor<?x?x?x19xf32>
  %x1 = check.fill seed 59 as param : tensor<9x19xf32>
  %0 = rlx.depthwise_conv %x0, %x1 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 2, 2>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<?x?x?x19xf32>, tensor<9x19xf32>) -> tensor<?x?x?x19xf32>
  %x2 = check.fill sizes [1, 10, 11, 19] seed 60 : tensor<?x?x?x19xf32>
  %x3 = check.fill seed 61 as param : tensor<4x19xf32>
  %1 = rlx.depthwise_conv %x2, %x3 {kernel_shape = array<i64: 2, 2>, strides = array<i64: 3, 4>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<?x?x?x19xf32>, tensor<4x19xf32>) -> tensor<?x?x?x19xf32>
  return %0, %1 : tensor<?x?x?x19xf32>, tensor<?x?x?x19xf32>
}

// Padding on one side at a time.
func.func @pads_one_sided()
    -> (tensor<1x4x4x19xf32>, tensor<1x3x6x19xf32>, tensor<1x5x4x19xf32>, tensor<1x3x5x19xf32>) {
  %x0 = check.fill seed 62 : tensor<1x5x6x19xf32>
  %x1 = check.fill seed 63 as param : tensor<9x19xf32>
  %0 = rlx.depthwise_conv %x0, %x1 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 0, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x5x6x19xf32>, tensor<9x19xf32>) -> tensor<1x4x4x19xf32>
  %x2 = check.fill seed 64 : tensor<1x5x6x19xf32>
  %x3 = check.fill seed 65 as param : tensor<9x19xf32>
  %1 = rlx.depthwise_conv %x2, %x3 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 2, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x5x6x19xf32>, tensor<9x19xf32>) -> tensor<1x3x6x19xf32>
  %x4 = check.fill seed 66 : tensor<1x5x6x19xf32>
  %x5 = check.fill seed 67 as param : tensor<9x19xf32>
  %2 = rlx.depthwise_conv %x4, %x5 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 2, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x5x6x19xf32>, tensor<9x19xf32>) -> tensor<1x5x4x19xf32>
  %x6 = check.fill seed 68 : tensor<1x5x6x19xf32>
  %x7 = check.fill seed 69 as param : tensor<9x19xf32>
  %3 = rlx.depthwise_conv %x6, %x7 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x5x6x19xf32>, tensor<9x19xf32>) -> tensor<1x3x5x19xf32>
  return %0, %1, %2, %3
      : tensor<1x4x4x19xf32>, tensor<1x3x6x19xf32>, tensor<1x5x4x19xf32>, tensor<1x3x5x19xf32>
}

// Padding so large that some windows are entirely inside it: only the bias.
func.func @pads_exceed_window()
    -> (tensor<1x8x12x19xf32>, tensor<?x?x?x19xf32>, tensor<1x10x6x19xf32>) {
  %x0 = check.fill seed 70 : tensor<1x3x4x19xf32>
  %x1 = check.fill seed 71 as param : tensor<4x19xf32>
  %x2 = check.fill seed 72 as param : tensor<19xf32>
  %0 = rlx.depthwise_conv %x0, %x1, %x2 {kernel_shape = array<i64: 2, 2>,
      strides = array<i64: 1, 1>, pads = array<i64: 3, 4, 3, 5>, dilations = array<i64: 1, 1>}
      : (tensor<1x3x4x19xf32>, tensor<4x19xf32>, tensor<19xf32>) -> tensor<1x8x12x19xf32>
  %x3 = check.fill sizes [2, 3, 4, 19] seed 73 : tensor<?x?x?x19xf32>
  %x4 = check.fill seed 74 as param : tensor<4x19xf32>
  %x5 = check.fill seed 75 as param : tensor<19xf32>
  %1 = rlx.depthwise_conv %x3, %x4, %x5 {kernel_shape = array<i64: 2, 2>,
      strides = array<i64: 2, 2>, pads = array<i64: 3, 4, 4, 5>, dilations = array<i64: 1, 1>}
      : (tensor<?x?x?x19xf32>, tensor<4x19xf32>, tensor<19xf32>) -> tensor<?x?x?x19xf32>
  %x6 = check.fill seed 76 : tensor<1x2x2x19xf32>
  %x7 = check.fill seed 77 as param : tensor<6x19xf32>
  %2 = rlx.depthwise_conv %x6, %x7 {kernel_shape = array<i64: 2, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 5, 5, 5, 5>, dilations = array<i64: 2, 3>}
      : (tensor<1x2x2x19xf32>, tensor<6x19xf32>) -> tensor<1x10x6x19xf32>
  return %0, %1, %2 : tensor<1x8x12x19xf32>, tensor<?x?x?x19xf32>, tensor<1x10x6x19xf32>
}

// Dilation: alone, with padding, and so large that a window spans the image.
func.func @dilations()
    -> (tensor<1x5x3x19xf32>, tensor<2x7x8x19xf32>, tensor<1x1x1x19xf32>, tensor<1x4x4x19xf32>) {
  %x0 = check.fill seed 78 : tensor<1x9x9x19xf32>
  %x1 = check.fill seed 79 as param : tensor<9x19xf32>
  %0 = rlx.depthwise_conv %x0, %x1 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 2, 3>}
      : (tensor<1x9x9x19xf32>, tensor<9x19xf32>) -> tensor<1x5x3x19xf32>
  %x2 = check.fill seed 80 : tensor<2x7x8x19xf32>
  %x3 = check.fill seed 81 as param : tensor<6x19xf32>
  %x4 = check.fill seed 82 as param : tensor<19xf32>
  %1 = rlx.depthwise_conv %x2, %x3, %x4 {kernel_shape = array<i64: 3, 2>,
      strides = array<i64: 1, 1>, pads = array<i64: 2, 2, 2, 1>, dilations = array<i64: 2, 3>}
      : (tensor<2x7x8x19xf32>, tensor<6x19xf32>, tensor<19xf32>) -> tensor<2x7x8x19xf32>
  %x5 = check.fill seed 83 : tensor<1x7x7x19xf32>
  %x6 = check.fill seed 84 as param : tensor<4x19xf32>
  %2 = rlx.depthwise_conv %x5, %x6 {kernel_shape = array<i64: 2, 2>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 6, 6>}
      : (tensor<1x7x7x19xf32>, tensor<4x19xf32>) -> tensor<1x1x1x19xf32>
  %x7 = check.fill seed 85 : tensor<1x4x4x19xf32>
  %x8 = check.fill seed 86 as param : tensor<9x19xf32>
  %3 = rlx.depthwise_conv %x7, %x8 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 4, 4, 4, 4>, dilations = array<i64: 4, 4>}
      : (tensor<1x4x4x19xf32>, tensor<9x19xf32>) -> tensor<1x4x4x19xf32>
  return %0, %1, %2, %3
      : tensor<1x5x3x19xf32>, tensor<2x7x8x19xf32>, tensor<1x1x1x19xf32>, tensor<1x4x4x19xf32>
}

func.func @dilations_strides_dynamic() -> (tensor<?x?x?x16xf32>, tensor<?x?x?x19xf32>) {
  %x0 = check.fill sizes [2, 12, 21, 16] seed 87 : tensor<?x?x?x16xf32>
  %x1 = check.fill seed 88 as param : tensor<6x16xf32>
  %0 = rlx.depthwise_conv %x0, %x1 {kernel_shape = array<i64: 3, 2>, strides = array<i64: 2, 1>,
      pads = array<i64: 0, 2, 1, 0>, dilations = array<i64: 2, 3>}
      : (tensor<?x?x?x16xf32>, tensor<6x16xf32>) -> tensor<?x?x?x16xf32>
  %1 = rlx.sigmoid %0 : (tensor<?x?x?x16xf32>) -> tensor<?x?x?x16xf32>
  %x2 = check.fill sizes [2, 9, 23, 19] seed 89 : tensor<?x?x?x19xf32>
  %x3 = check.fill seed 90 as param : tensor<15x19xf32>
  %2 = rlx.depthwise_conv %x2, %x3 {kernel_shape = array<i64: 3, 5>, strides = array<i64: 2, 2>,
      pads = array<i64: 1, 2, 1, 2>, dilations = array<i64: 1, 2>}
      : (tensor<?x?x?x19xf32>, tensor<15x19xf32>) -> tensor<?x?x?x19xf32>
  return %1, %2 : tensor<?x?x?x16xf32>, tensor<?x?x?x19xf32>
}

// A window as large as the padded image, rows and columns alone, even sizes, a large one.
func.func @windows()
    -> (tensor<2x1x1x19xf32>, tensor<1x1x1x19xf32>, tensor<1x6x7x19xf32>, tensor<1x6x7x19xf32>,
        tensor<1x6x6x19xf32>) {
  %x0 = check.fill seed 91 : tensor<2x4x3x19xf32>
  %x1 = check.fill seed 92 as param : tensor<12x19xf32>
  %x2 = check.fill seed 93 as param : tensor<19xf32>
  %0 = rlx.depthwise_conv %x0, %x1, %x2 {kernel_shape = array<i64: 4, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x4x3x19xf32>, tensor<12x19xf32>, tensor<19xf32>) -> tensor<2x1x1x19xf32>
  %x3 = check.fill seed 94 : tensor<1x2x2x19xf32>
  %x4 = check.fill seed 95 as param : tensor<16x19xf32>
  %1 = rlx.depthwise_conv %x3, %x4 {kernel_shape = array<i64: 4, 4>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x2x2x19xf32>, tensor<16x19xf32>) -> tensor<1x1x1x19xf32>
  %x5 = check.fill seed 96 : tensor<1x6x7x19xf32>
  %x6 = check.fill seed 97 as param : tensor<4x19xf32>
  %2 = rlx.depthwise_conv %x5, %x6 {kernel_shape = array<i64: 1, 4>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 1, 0, 2>, dilations = array<i64: 1, 1>}
      : (tensor<1x6x7x19xf32>, tensor<4x19xf32>) -> tensor<1x6x7x19xf32>
  %x7 = check.fill seed 98 : tensor<1x6x7x19xf32>
  %x8 = check.fill seed 99 as param : tensor<5x19xf32>
  %3 = rlx.depthwise_conv %x7, %x8 {kernel_shape = array<i64: 5, 1>, strides = array<i64: 1, 1>,
      pads = array<i64: 2, 0, 2, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x6x7x19xf32>, tensor<5x19xf32>) -> tensor<1x6x7x19xf32>
  %x9 = check.fill seed 100 : tensor<1x12x12x19xf32>
  %x10 = check.fill seed 101 as param : tensor<49x19xf32>
  %4 = rlx.depthwise_conv %x9, %x10 {kernel_shape = array<i64: 7, 7>, strides = array<i64: 2, 2>,
      pads = array<i64: 3, 3, 3, 3>, dilations = array<i64: 1, 1>}
      : (tensor<1x12x12x19xf32>, tensor<49x19xf32>) -> tensor<1x6x6x19xf32>
  return %0, %1, %2, %3, %4
      : tensor<2x1x1x19xf32>, tensor<1x1x1x19xf32>, tensor<1x6x7x19xf32>, tensor<1x6x7x19xf32>,
        tensor<1x6x6x19xf32>
}

// One tap: plain, with stride, with padding, with both.
func.func @window_1x1()
    -> (tensor<2x5x5x19xf32>, tensor<1x3x3x19xf32>, tensor<1x4x6x19xf32>, tensor<?x?x?x19xf32>,
        tensor<?x?x?x19xf32>) {
  %x0 = check.fill seed 102 : tensor<2x5x5x19xf32>
  %x1 = check.fill seed 103 as param : tensor<1x19xf32>
  %x2 = check.fill seed 104 as param : tensor<19xf32>
  %0 = rlx.depthwise_conv %x0, %x1, %x2 {kernel_shape = array<i64: 1, 1>,
      strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x5x5x19xf32>, tensor<1x19xf32>, tensor<19xf32>) -> tensor<2x5x5x19xf32>
  %x3 = check.fill seed 105 : tensor<1x6x7x19xf32>
  %x4 = check.fill seed 106 as param : tensor<1x19xf32>
  %1 = rlx.depthwise_conv %x3, %x4 {kernel_shape = array<i64: 1, 1>, strides = array<i64: 2, 3>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x6x7x19xf32>, tensor<1x19xf32>) -> tensor<1x3x3x19xf32>
  %x5 = check.fill seed 107 : tensor<1x3x3x19xf32>
  %x6 = check.fill seed 108 as param : tensor<1x19xf32>
  %x7 = check.fill seed 109 as param : tensor<19xf32>
  %2 = rlx.depthwise_conv %x5, %x6, %x7 {kernel_shape = array<i64: 1, 1>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 2, 0, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x3x3x19xf32>, tensor<1x19xf32>, tensor<19xf32>) -> tensor<1x4x6x19xf32>
  %x8 = check.fill sizes [2, 3, 5, 19] seed 110 : tensor<?x?x?x19xf32>
  %x9 = check.fill seed 111 as param : tensor<1x19xf32>
  %x10 = check.fill seed 112 as param : tensor<19xf32>
  %3 = rlx.depthwise_conv %x8, %x9, %x10 {kernel_shape = array<i64: 1, 1>,
      strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<?x?x?x19xf32>, tensor<1x19xf32>, tensor<19xf32>) -> tensor<?x?x?x19xf32>
  %x11 = check.fill sizes [2, 4, 5, 19] seed 113 : tensor<?x?x?x19xf32>
  %x12 = check.fill seed 114 as param : tensor<1x19xf32>
  %4 = rlx.depthwise_conv %x11, %x12 {kernel_shape = array<i64: 1, 1>, strides = array<i64: 2, 2>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<?x?x?x19xf32>, tensor<1x19xf32>) -> tensor<?x?x?x19xf32>
  return %0, %1, %2, %3, %4
      : tensor<2x5x5x19xf32>, tensor<1x3x3x19xf32>, tensor<1x4x6x19xf32>, tensor<?x?x?x19xf32>,
        tensor<?x?x?x19xf32>
}

// Channels: fewer than a vector, one less and one more than a multiple, several groups.
func.func @channels()
    -> (tensor<1x5x6x1xf32>, tensor<1x5x6x3xf32>, tensor<1x5x6x8xf32>, tensor<1x5x6x15xf32>,
        tensor<1x5x6x16xf32>, tensor<1x5x6x17xf32>, tensor<1x5x6x33xf32>, tensor<1x5x6x64xf32>,
        tensor<1x5x6x100xf32>) {
  %x0 = check.fill seed 115 : tensor<1x5x6x1xf32>
  %x1 = check.fill seed 116 as param : tensor<9x1xf32>
  %x2 = check.fill seed 117 as param : tensor<1xf32>
  %0 = rlx.depthwise_conv %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x5x6x1xf32>, tensor<9x1xf32>, tensor<1xf32>) -> tensor<1x5x6x1xf32>
  %x3 = check.fill seed 118 : tensor<1x5x6x3xf32>
  %x4 = check.fill seed 119 as param : tensor<9x3xf32>
  %x5 = check.fill seed 120 as param : tensor<3xf32>
  %1 = rlx.depthwise_conv %x3, %x4, %x5 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x5x6x3xf32>, tensor<9x3xf32>, tensor<3xf32>) -> tensor<1x5x6x3xf32>
  %x6 = check.fill seed 121 : tensor<1x5x6x8xf32>
  %x7 = check.fill seed 122 as param : tensor<9x8xf32>
  %x8 = check.fill seed 123 as param : tensor<8xf32>
  %2 = rlx.depthwise_conv %x6, %x7, %x8 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x5x6x8xf32>, tensor<9x8xf32>, tensor<8xf32>) -> tensor<1x5x6x8xf32>
  %x9 = check.fill seed 124 : tensor<1x5x6x15xf32>
  %x10 = check.fill seed 125 as param : tensor<9x15xf32>
  %x11 = check.fill seed 126 as param : tensor<15xf32>
  %3 = rlx.depthwise_conv %x9, %x10, %x11 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x5x6x15xf32>, tensor<9x15xf32>, tensor<15xf32>) -> tensor<1x5x6x15xf32>
  %x12 = check.fill seed 127 : tensor<1x5x6x16xf32>
  %x13 = check.fill seed 128 as param : tensor<9x16xf32>
  %x14 = check.fill seed 129 as param : tensor<16xf32>
  %4 = rlx.depthwise_conv %x12, %x13, %x14 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x5x6x16xf32>, tensor<9x16xf32>, tensor<16xf32>) -> tensor<1x5x6x16xf32>
  %x15 = check.fill seed 130 : tensor<1x5x6x17xf32>
  %x16 = check.fill seed 131 as param : tensor<9x17xf32>
  %x17 = check.fill seed 132 as param : tensor<17xf32>
  %5 = rlx.depthwise_conv %x15, %x16, %x17 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x5x6x17xf32>, tensor<9x17xf32>, tensor<17xf32>) -> tensor<1x5x6x17xf32>
  %x18 = check.fill seed 133 : tensor<1x5x6x33xf32>
  %x19 = check.fill seed 134 as param : tensor<9x33xf32>
  %x20 = check.fill seed 135 as param : tensor<33xf32>
  %6 = rlx.depthwise_conv %x18, %x19, %x20 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x5x6x33xf32>, tensor<9x33xf32>, tensor<33xf32>) -> tensor<1x5x6x33xf32>
  %x21 = check.fill seed 136 : tensor<1x5x6x64xf32>
  %x22 = check.fill seed 137 as param : tensor<9x64xf32>
  %x23 = check.fill seed 138 as param : tensor<64xf32>
  %7 = rlx.depthwise_conv %x21, %x22, %x23 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x5x6x64xf32>, tensor<9x64xf32>, tensor<64xf32>) -> tensor<1x5x6x64xf32>
  %x24 = check.fill seed 139 : tensor<1x5x6x100xf32>
  %x25 = check.fill seed 140 as param : tensor<9x100xf32>
  %x26 = check.fill seed 141 as param : tensor<100xf32>
  %8 = rlx.depthwise_conv %x24, %x25, %x26 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x5x6x100xf32>, tensor<9x100xf32>, tensor<100xf32>) -> tensor<1x5x6x100xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8
      : tensor<1x5x6x1xf32>, tensor<1x5x6x3xf32>, tensor<1x5x6x8xf32>, tensor<1x5x6x15xf32>,
        tensor<1x5x6x16xf32>, tensor<1x5x6x17xf32>, tensor<1x5x6x33xf32>, tensor<1x5x6x64xf32>,
        tensor<1x5x6x100xf32>
}

// Several workgroups of rows and of channels.
func.func @many_pixels()
    -> (tensor<1x33x61x72xf32>, tensor<2x20x30x400xf32>, tensor<1x?x?x400xf32>) {
  %x0 = check.fill seed 142 : tensor<1x33x61x72xf32>
  %x1 = check.fill seed 143 as param : tensor<9x72xf32>
  %x2 = check.fill seed 144 as param : tensor<72xf32>
  %0 = rlx.depthwise_conv %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x33x61x72xf32>, tensor<9x72xf32>, tensor<72xf32>) -> tensor<1x33x61x72xf32>
  %x3 = check.fill seed 145 : tensor<2x20x30x400xf32>
  %x4 = check.fill seed 146 as param : tensor<9x400xf32>
  %1 = rlx.depthwise_conv %x3, %x4 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<2x20x30x400xf32>, tensor<9x400xf32>) -> tensor<2x20x30x400xf32>
  %x5 = check.fill sizes [1, 17, 35, 400] seed 147 : tensor<1x?x?x400xf32>
  %x6 = check.fill seed 148 as param : tensor<25x400xf32>
  %2 = rlx.depthwise_conv %x5, %x6 {kernel_shape = array<i64: 5, 5>, strides = array<i64: 1, 1>,
      pads = array<i64: 2, 2, 2, 2>, dilations = array<i64: 1, 1>}
      : (tensor<1x?x?x400xf32>, tensor<25x400xf32>) -> tensor<1x?x?x400xf32>
  return %0, %1, %2 : tensor<1x33x61x72xf32>, tensor<2x20x30x400xf32>, tensor<1x?x?x400xf32>
}

// The image's channels are dynamic. The filter determines them.
func.func @channels_dynamic() -> tensor<1x5x6x20xf32> {
  %x0 = check.fill sizes [1, 5, 6, 20] seed 149 : tensor<1x5x6x?xf32>
  %x1 = check.fill seed 150 as param : tensor<9x20xf32>
  %0 = rlx.depthwise_conv %x0, %x1 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x5x6x?xf32>, tensor<9x20xf32>) -> tensor<1x5x6x20xf32>
  return %0 : tensor<1x5x6x20xf32>
}

// No images, and an image that consists of padding only.
func.func @empty()
    -> (tensor<0x5x6x19xf32>, tensor<?x?x?x19xf32>, tensor<2x1x3x19xf32>, tensor<?x?x?x19xf32>) {
  %x0 = check.fill seed 151 : tensor<0x5x6x19xf32>
  %x1 = check.fill seed 152 as param : tensor<9x19xf32>
  %x2 = check.fill seed 153 as param : tensor<19xf32>
  %0 = rlx.depthwise_conv %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<0x5x6x19xf32>, tensor<9x19xf32>, tensor<19xf32>) -> tensor<0x5x6x19xf32>
  %x3 = check.fill sizes [0, 5, 6, 19] seed 154 : tensor<?x?x?x19xf32>
  %x4 = check.fill seed 155 as param : tensor<9x19xf32>
  %x5 = check.fill seed 156 as param : tensor<19xf32>
  %1 = rlx.depthwise_conv %x3, %x4, %x5 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<?x?x?x19xf32>, tensor<9x19xf32>, tensor<19xf32>) -> tensor<?x?x?x19xf32>
  %x6 = check.fill seed 157 : tensor<2x0x4x19xf32>
  %x7 = check.fill seed 158 as param : tensor<4x19xf32>
  %x8 = check.fill seed 159 as param : tensor<19xf32>
  %2 = rlx.depthwise_conv %x6, %x7, %x8 {kernel_shape = array<i64: 2, 2>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 0, 1, 0>, dilations = array<i64: 1, 1>}
      : (tensor<2x0x4x19xf32>, tensor<4x19xf32>, tensor<19xf32>) -> tensor<2x1x3x19xf32>
  %x9 = check.fill sizes [1, 3, 0, 19] seed 160 : tensor<?x?x?x19xf32>
  %x10 = check.fill seed 161 as param : tensor<4x19xf32>
  %x11 = check.fill seed 162 as param : tensor<19xf32>
  %3 = rlx.depthwise_conv %x9, %x10, %x11 {kernel_shape = array<i64: 2, 2>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<?x?x?x19xf32>, tensor<4x19xf32>, tensor<19xf32>) -> tensor<?x?x?x19xf32>
  return %0, %1, %2, %3
      : tensor<0x5x6x19xf32>, tensor<?x?x?x19xf32>, tensor<2x1x3x19xf32>, tensor<?x?x?x19xf32>
}

func.func @f16() -> tensor<2x5x4x19xf16> {
  %x0 = check.fill seed 163 : tensor<2x5x7x19xf16>
  %x1 = check.fill seed 164 as param : tensor<9x19xf16>
  %x2 = check.fill seed 165 as param : tensor<19xf16>
  %0 = rlx.depthwise_conv %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 2>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<2x5x7x19xf16>, tensor<9x19xf16>, tensor<19xf16>) -> tensor<2x5x4x19xf16>
  return %0 : tensor<2x5x4x19xf16>
}

func.func @bf16() -> tensor<2x5x4x19xbf16> {
  %x0 = check.fill seed 166 : tensor<2x5x7x19xbf16>
  %x1 = check.fill seed 167 as param : tensor<9x19xbf16>
  %x2 = check.fill seed 168 as param : tensor<19xbf16>
  %0 = rlx.depthwise_conv %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 2>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<2x5x7x19xbf16>, tensor<9x19xbf16>, tensor<19xbf16>) -> tensor<2x5x4x19xbf16>
  return %0 : tensor<2x5x4x19xbf16>
}

func.func @f64() -> tensor<2x5x4x19xf64> {
  %x0 = check.fill seed 169 : tensor<2x5x7x19xf64>
  %x1 = check.fill seed 170 as param : tensor<9x19xf64>
  %x2 = check.fill seed 171 as param : tensor<19xf64>
  %0 = rlx.depthwise_conv %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 2>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<2x5x7x19xf64>, tensor<9x19xf64>, tensor<19xf64>) -> tensor<2x5x4x19xf64>
  return %0 : tensor<2x5x4x19xf64>
}

// A bias, a residual and an activation in the same kernel.
func.func @epilogue_residual() -> tensor<2x5x11x19xf32> {
  %x0 = check.fill seed 172 : tensor<2x5x11x19xf32>
  %x1 = check.fill seed 173 as param : tensor<9x19xf32>
  %x2 = check.fill seed 174 as param : tensor<19xf32>
  %0 = rlx.depthwise_conv %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<2x5x11x19xf32>, tensor<9x19xf32>, tensor<19xf32>) -> tensor<2x5x11x19xf32>
  %x3 = check.fill seed 175 : tensor<2x5x11x19xf32>
  %1 = rlx.add %0, %x3 : (tensor<2x5x11x19xf32>, tensor<2x5x11x19xf32>) -> tensor<2x5x11x19xf32>
  %2 = rlx.relu %1 : (tensor<2x5x11x19xf32>) -> tensor<2x5x11x19xf32>
  return %2 : tensor<2x5x11x19xf32>
}

func.func @epilogue_residual_dynamic() -> tensor<?x?x?x19xf32> {
  %x0 = check.fill sizes [2, 5, 11, 19] seed 176 : tensor<?x?x?x19xf32>
  %x1 = check.fill seed 177 as param : tensor<9x19xf32>
  %x2 = check.fill seed 178 as param : tensor<19xf32>
  %0 = rlx.depthwise_conv %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<?x?x?x19xf32>, tensor<9x19xf32>, tensor<19xf32>) -> tensor<?x?x?x19xf32>
  %x3 = check.fill sizes [2, 5, 11, 19] seed 179 : tensor<?x?x?x19xf32>
  %1 = rlx.add %0, %x3 : (tensor<?x?x?x19xf32>, tensor<?x?x?x19xf32>) -> tensor<?x?x?x19xf32>
  %2 = rlx.relu %1 : (tensor<?x?x?x19xf32>) -> tensor<?x?x?x19xf32>
  return %2 : tensor<?x?x?x19xf32>
}

// Operands along channels, along pixels, along images, and of one element.
func.func @epilogue_broadcasts() -> tensor<2x4x6x19xf32> {
  %x0 = check.fill seed 180 : tensor<2x4x6x19xf32>
  %x1 = check.fill seed 181 as param : tensor<9x19xf32>
  %0 = rlx.depthwise_conv %x0, %x1 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<2x4x6x19xf32>, tensor<9x19xf32>) -> tensor<2x4x6x19xf32>
  %x2 = check.fill seed 182 : tensor<2x1x1x19xf32>
  %x3 = check.fill seed 183 : tensor<19xf32>
  %x4 = check.fill seed 184 : tensor<2x4x6x1xf32>
  %x5 = check.fill seed 185 : tensor<f32>
  %1 = rlx.mul %0, %x2 : (tensor<2x4x6x19xf32>, tensor<2x1x1x19xf32>) -> tensor<2x4x6x19xf32>
  %2 = rlx.add %x3, %1 : (tensor<19xf32>, tensor<2x4x6x19xf32>) -> tensor<2x4x6x19xf32>
  %3 = rlx.sub %2, %x4 : (tensor<2x4x6x19xf32>, tensor<2x4x6x1xf32>) -> tensor<2x4x6x19xf32>
  %4 = rlx.max %3, %x5 : (tensor<2x4x6x19xf32>, tensor<f32>) -> tensor<2x4x6x19xf32>
  return %4 : tensor<2x4x6x19xf32>
}

// Expensive epilogues, with and without a tail.
func.func @epilogue_costly()
    -> (tensor<1x4x8x19xf32>, tensor<1x4x13x19xf32>, tensor<1x?x?x19xf32>) {
  %x0 = check.fill seed 186 : tensor<1x4x8x19xf32>
  %x1 = check.fill seed 187 as param : tensor<9x19xf32>
  %x2 = check.fill seed 188 as param : tensor<19xf32>
  %0 = rlx.depthwise_conv %x0, %x1, %x2 {kernel_shape = array<i64: 3, 3>,
      strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x4x8x19xf32>, tensor<9x19xf32>, tensor<19xf32>) -> tensor<1x4x8x19xf32>
  %1 = rlx.gelu %0 : (tensor<1x4x8x19xf32>) -> tensor<1x4x8x19xf32>
  %x3 = check.fill seed 189 : tensor<1x4x13x19xf32>
  %x4 = check.fill seed 190 as param : tensor<9x19xf32>
  %2 = rlx.depthwise_conv %x3, %x4 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x4x13x19xf32>, tensor<9x19xf32>) -> tensor<1x4x13x19xf32>
  %3 = rlx.silu %2 : (tensor<1x4x13x19xf32>) -> tensor<1x4x13x19xf32>
  %x5 = check.fill sizes [1, 4, 13, 19] seed 191 : tensor<1x?x?x19xf32>
  %x6 = check.fill seed 192 as param : tensor<9x19xf32>
  %4 = rlx.depthwise_conv %x5, %x6 {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>}
      : (tensor<1x?x?x19xf32>, tensor<9x19xf32>) -> tensor<1x?x?x19xf32>
  %5 = rlx.hard_swish %4 : (tensor<1x?x?x19xf32>) -> tensor<1x?x?x19xf32>
  return %1, %3, %5 : tensor<1x4x8x19xf32>, tensor<1x4x13x19xf32>, tensor<1x?x?x19xf32>
}
