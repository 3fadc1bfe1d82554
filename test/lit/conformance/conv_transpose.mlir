// RUN: rlx-check %{sample} %s %{quick-lanes}

// By hand: each input element adds its filter at twice its position.
func.func @literals() -> tensor<1x1x5xf32> {
  %x = check.literal dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>
  %w = check.literal dense<[[[1.0, 10.0, 100.0]]]> : tensor<1x1x3xf32>
  %b = check.literal dense<[0.5]> : tensor<1xf32>
  %0 = rlx.conv_transpose %x, %w, %b strides = [2]
      : (tensor<1x1x2xf32>, tensor<1x1x3xf32>, tensor<1xf32>) -> tensor<1x1x5xf32>
  %e = check.literal dense<[[[1.5, 10.5, 102.5, 20.5, 200.5]]]> : tensor<1x1x5xf32>
  check.expect_eq %0, %e : tensor<1x1x5xf32>, tensor<1x1x5xf32>
  return %0 : tensor<1x1x5xf32>
}

// The same, cropped on the left and extended on the right.
func.func @literals_pads() -> tensor<1x1x5xi32> {
  %x = check.literal dense<[[[1, 2]]]> : tensor<1x1x2xi32>
  %w = check.literal dense<[[[1, 10, 100]]]> : tensor<1x1x3xi32>
  %0 = rlx.conv_transpose %x, %w strides = [2] pads = [1, 0] output_padding = [1]
      : (tensor<1x1x2xi32>, tensor<1x1x3xi32>) -> tensor<1x1x5xi32>
  %e = check.literal dense<[[[10, 102, 20, 200, 0]]]> : tensor<1x1x5xi32>
  check.expect_eq %0, %e : tensor<1x1x5xi32>, tensor<1x1x5xi32>
  return %0 : tensor<1x1x5xi32>
}

func.func @upsample_2d() -> tensor<2x4x8x10xf32> {
  %x = check.fill seed 1 : tensor<2x3x4x5xf32>
  %w = check.fill seed 2 as param : tensor<3x4x2x2xf32>
  %b = check.fill seed 3 as param : tensor<4xf32>
  %0 = rlx.conv_transpose %x, %w, %b strides = [2, 2]
      : (tensor<2x3x4x5xf32>, tensor<3x4x2x2xf32>, tensor<4xf32>) -> tensor<2x4x8x10xf32>
  return %0 : tensor<2x4x8x10xf32>
}

func.func @dynamic() -> tensor<?x4x?x?xf32> {
  %x = check.fill sizes [2, 6, 5, 4] seed 4 : tensor<?x6x?x?xf32>
  %w = check.fill seed 5 as param : tensor<6x4x4x3xf32>
  %0 = rlx.conv_transpose %x, %w strides = [2, 3] pads = [1, 1, 1, 0]
      : (tensor<?x6x?x?xf32>, tensor<6x4x4x3xf32>) -> tensor<?x4x?x?xf32>
  return %0 : tensor<?x4x?x?xf32>
}

func.func @groups_dilations() -> tensor<1x6x10x11xf32> {
  %x = check.fill seed 6 : tensor<1x4x4x4xf32>
  %w = check.fill seed 7 as param : tensor<4x3x2x3xf32>
  %0 = rlx.conv_transpose %x, %w strides = [2, 2] dilations = [3, 2] groups = 2
      : (tensor<1x4x4x4xf32>, tensor<4x3x2x3xf32>) -> tensor<1x6x10x11xf32>
  return %0 : tensor<1x6x10x11xf32>
}

func.func @channels_last_3d() -> tensor<1x3x4x5x2xf64> {
  %x = check.fill seed 8 : tensor<1x2x3x3x4xf64>
  %w = check.fill seed 9 as param : tensor<4x2x2x2x3xf64>
  %0 = rlx.conv_transpose %x, %w data_format = channels_last
      : (tensor<1x2x3x3x4xf64>, tensor<4x2x2x2x3xf64>) -> tensor<1x3x4x5x2xf64>
  return %0 : tensor<1x3x4x5x2xf64>
}

// Pads larger than the filter's reach crop the image itself.
func.func @crops_image() -> tensor<1x2x3xf16> {
  %x = check.fill seed 10 : tensor<1x3x7xf16>
  %w = check.fill seed 11 as param : tensor<3x2x2xf16>
  %0 = rlx.conv_transpose %x, %w pads = [3, 2] : (tensor<1x3x7xf16>, tensor<3x2x2xf16>) -> tensor<1x2x3xf16>
  return %0 : tensor<1x2x3xf16>
}

func.func @bf16_output_padding() -> tensor<2x4x9xbf16> {
  %x = check.fill seed 12 : tensor<2x6x4xbf16>
  %w = check.fill seed 13 as param : tensor<6x2x3xbf16>
  %b = check.fill seed 14 as param : tensor<4xbf16>
  %0 = rlx.conv_transpose %x, %w, %b strides = [2] pads = [1, 0] output_padding = [1] groups = 2
      : (tensor<2x6x4xbf16>, tensor<6x2x3xbf16>, tensor<4xbf16>) -> tensor<2x4x9xbf16>
  return %0 : tensor<2x4x9xbf16>
}

// Groups, dilations and output padding together, in one to three dimensions.
func.func @output_padding_1d() -> tensor<3x4x13xf32> {
  %x = check.fill seed 40 : tensor<3x6x5xf32>
  %w = check.fill seed 41 as param : tensor<6x2x2xf32>
  %b = check.fill seed 42 as param : tensor<4xf32>
  %0 = rlx.conv_transpose %x, %w, %b strides = [2] pads = [0, 1] dilations = [4] output_padding = [1] groups = 2
      : (tensor<3x6x5xf32>, tensor<6x2x2xf32>, tensor<4xf32>) -> tensor<3x4x13xf32>
  return %0 : tensor<3x4x13xf32>
}

func.func @output_padding_2d_last() -> tensor<?x10x11x9xf32> {
  %x = check.fill sizes [2, 4, 4, 6] seed 43 : tensor<?x4x4x6xf32>
  %w = check.fill seed 44 as param : tensor<6x3x2x3xf32>
  %0 = rlx.conv_transpose %x, %w strides = [2, 3] pads = [0, 1, 0, 1] dilations = [2, 1] output_padding = [1, 1] groups = 3 data_format = channels_last
      : (tensor<?x4x4x6xf32>, tensor<6x3x2x3xf32>) -> tensor<?x10x11x9xf32>
  return %0 : tensor<?x10x11x9xf32>
}

func.func @output_padding_3d() -> tensor<2x4x6x4x7xf64> {
  %x = check.fill seed 45 : tensor<2x2x3x3x3xf64>
  %w = check.fill seed 46 as param : tensor<2x2x1x2x3xf64>
  %0 = rlx.conv_transpose %x, %w strides = [2, 1, 2] output_padding = [1, 0, 0] groups = 2
      : (tensor<2x2x3x3x3xf64>, tensor<2x2x1x2x3xf64>) -> tensor<2x4x6x4x7xf64>
  return %0 : tensor<2x4x6x4x7xf64>
}

// Pads that crop the whole image.
func.func @empty_image() -> (tensor<2x2x0x5xf32>, tensor<2x2x?x5xf32>) {
  %x = check.fill seed 49 : tensor<2x3x1x4xf32>
  %w = check.fill seed 50 : tensor<3x2x2x2xf32>
  %0 = rlx.conv_transpose %x, %w pads = [1, 0, 1, 0] : (tensor<2x3x1x4xf32>, tensor<3x2x2x2xf32>) -> tensor<2x2x0x5xf32>
  %y = check.fill sizes [2, 3, 1, 4] seed 51 : tensor<2x3x?x4xf32>
  %1 = rlx.conv_transpose %y, %w pads = [1, 0, 1, 0] : (tensor<2x3x?x4xf32>, tensor<3x2x2x2xf32>) -> tensor<2x2x?x5xf32>
  return %0, %1 : tensor<2x2x0x5xf32>, tensor<2x2x?x5xf32>
}
func.func @empty_batch() -> tensor<?x2x7xf32> {
  %x = check.fill sizes [0, 3, 3] seed 47 : tensor<?x3x3xf32>
  %w = check.fill seed 48 as param : tensor<3x2x3xf32>
  %0 = rlx.conv_transpose %x, %w strides = [2] : (tensor<?x3x3xf32>, tensor<3x2x3xf32>) -> tensor<?x2x7xf32>
  return %0 : tensor<?x2x7xf32>
}

// The border crops whole strides, and elementwise ops follow.
func.func @phases_alike() -> tensor<2x5x10x12xf32> {
  %x = check.fill seed 60 : tensor<2x7x5x6xf32>
  %w = check.fill seed 61 as param : tensor<7x5x4x6xf32>
  %b = check.fill seed 62 as param : tensor<5xf32>
  %0 = rlx.conv_transpose %x, %w, %b strides = [2, 2] pads = [1, 3, 1, 1]
      : (tensor<2x7x5x6xf32>, tensor<7x5x4x6xf32>, tensor<5xf32>) -> tensor<2x5x10x12xf32>
  %1 = rlx.relu %0 : (tensor<2x5x10x12xf32>) -> tensor<2x5x10x12xf32>
  %2 = rlx.sigmoid %1 : (tensor<2x5x10x12xf32>) -> tensor<2x5x10x12xf32>
  return %2 : tensor<2x5x10x12xf32>
}

func.func @phases_differ() -> tensor<?x20x?x12xf32> {
  %x = check.fill sizes [2, 18, 5, 6] seed 63 : tensor<?x18x?x6xf32>
  %w = check.fill seed 64 as param : tensor<18x20x3x3xf32>
  %b = check.fill seed 65 as param : tensor<20xf32>
  %0 = rlx.conv_transpose %x, %w, %b strides = [2, 2] pads = [1, 1, 1, 1] output_padding = [1, 1]
      : (tensor<?x18x?x6xf32>, tensor<18x20x3x3xf32>, tensor<20xf32>) -> tensor<?x20x?x12xf32>
  return %0 : tensor<?x20x?x12xf32>
}

func.func @bilinear_upsampling() -> tensor<1x9x24x24xf32> {
  %x = check.fill seed 66 : tensor<1x9x6x6xf32>
  %w = check.fill seed 67 as param : tensor<9x1x8x8xf32>
  %0 = rlx.conv_transpose %x, %w strides = [4, 4] pads = [2, 2, 2, 2] groups = 9
      : (tensor<1x9x6x6xf32>, tensor<9x1x8x8xf32>) -> tensor<1x9x24x24xf32>
  return %0 : tensor<1x9x24x24xf32>
}

func.func @stride_one() -> (tensor<1x3x6x7xf32>, tensor<1x3x?x7xf32>) {
  %x = check.fill seed 68 : tensor<1x4x6x5xf32>
  %y = check.fill sizes [1, 4, 6, 5] seed 69 : tensor<1x4x?x5xf32>
  %w = check.fill seed 70 as param : tensor<4x3x3x3xf32>
  %0 = rlx.conv_transpose %x, %w pads = [2, 1, 2, 1] dilations = [2, 2]
      : (tensor<1x4x6x5xf32>, tensor<4x3x3x3xf32>) -> tensor<1x3x6x7xf32>
  %1 = rlx.conv_transpose %y, %w pads = [2, 1, 2, 1] dilations = [2, 2]
      : (tensor<1x4x?x5xf32>, tensor<4x3x3x3xf32>) -> tensor<1x3x?x7xf32>
  return %0, %1 : tensor<1x3x6x7xf32>, tensor<1x3x?x7xf32>
}

// An infinity only reaches elements that a tap connects to it.
func.func @infinities() -> tensor<1x1x1x5xf32> {
  %x = check.literal dense<[[[[1.0, 0x7F800000]]]]> : tensor<1x1x1x2xf32>
  %w = check.literal dense<[[[[1.0, 10.0, 100.0]]]]> : tensor<1x1x1x3xf32> as param
  %0 = rlx.conv_transpose %x, %w strides = [1, 2] : (tensor<1x1x1x2xf32>, tensor<1x1x1x3xf32>) -> tensor<1x1x1x5xf32>
  %e = check.literal dense<[[[[1.0, 10.0, 0x7F800000, 0x7F800000, 0x7F800000]]]]> : tensor<1x1x1x5xf32>
  check.expect_eq %0, %e : tensor<1x1x1x5xf32>, tensor<1x1x1x5xf32>
  return %0 : tensor<1x1x1x5xf32>
}

// Empty images: as matmuls of pixels, in groups, in f64, with more taps and with pads.
func.func @empty_rows() -> (tensor<1x2x?x8xf32>, tensor<1x2x?x8xf32>, tensor<1x2x?x8xf32>) {
  %x = check.fill sizes [1, 3, 0, 4] seed 71 : tensor<1x3x?x4xf32>
  %w = check.fill seed 72 as param : tensor<3x2x2x2xf32>
  %0 = rlx.conv_transpose %x, %w strides = [2, 2] : (tensor<1x3x?x4xf32>, tensor<3x2x2x2xf32>) -> tensor<1x2x?x8xf32>
  %v = check.fill seed 73 as param : tensor<3x2x4x2xf32>
  %1 = rlx.conv_transpose %x, %v strides = [2, 2] pads = [1, 0, 1, 0] : (tensor<1x3x?x4xf32>, tensor<3x2x4x2xf32>) -> tensor<1x2x?x8xf32>
  %2 = rlx.conv_transpose %x, %v strides = [2, 2] pads = [0, 0, 2, 0] : (tensor<1x3x?x4xf32>, tensor<3x2x4x2xf32>) -> tensor<1x2x?x8xf32>
  return %0, %1, %2 : tensor<1x2x?x8xf32>, tensor<1x2x?x8xf32>, tensor<1x2x?x8xf32>
}

func.func @empty_rows_of_groups() -> (tensor<1x4x?x8xf32>, tensor<1x2x?x8xf64>) {
  %x = check.fill sizes [1, 4, 0, 4] seed 74 : tensor<1x4x?x4xf32>
  %w = check.fill seed 75 as param : tensor<4x2x2x2xf32>
  %0 = rlx.conv_transpose %x, %w strides = [2, 2] groups = 2 : (tensor<1x4x?x4xf32>, tensor<4x2x2x2xf32>) -> tensor<1x4x?x8xf32>
  %y = check.fill sizes [1, 4, 0, 4] seed 76 : tensor<1x4x?x4xf64>
  %v = check.fill seed 77 as param : tensor<4x2x2x2xf64>
  %1 = rlx.conv_transpose %y, %v strides = [2, 2] : (tensor<1x4x?x4xf64>, tensor<4x2x2x2xf64>) -> tensor<1x2x?x8xf64>
  return %0, %1 : tensor<1x4x?x8xf32>, tensor<1x2x?x8xf64>
}

// Taps so far apart that a convolution cannot represent the pads.
func.func @far_taps() -> tensor<1x2x1x?xf32> {
  %x = check.fill sizes [1, 3, 1, 5] seed 78 : tensor<1x3x1x?xf32>
  %w = check.fill seed 79 as param : tensor<3x2x1x3xf32>
  %0 = rlx.conv_transpose %x, %w pads = [0, 2147483648, 0, 2147483648] dilations = [1, 2147483648] : (tensor<1x3x1x?xf32>, tensor<3x2x1x3xf32>) -> tensor<1x2x1x?xf32>
  return %0 : tensor<1x2x1x?xf32>
}

// The number of phases of an inverse short-time Fourier transform. (The compile time must not grow
// with a power of it.)
func.func @many_phases() -> (tensor<1x1x1792xf32>, tensor<1x2x65x64xf32>) {
  %x = check.fill seed 80 : tensor<1x6x4xf32>
  %w = check.fill seed 81 as param : tensor<6x1x1024xf32>
  %b = check.fill seed 82 as param : tensor<1xf32>
  %0 = rlx.conv_transpose %x, %w, %b strides = [256] : (tensor<1x6x4xf32>, tensor<6x1x1024xf32>, tensor<1xf32>) -> tensor<1x1x1792xf32>
  %y = check.fill seed 83 : tensor<1x2x3x3xf32>
  %v = check.fill seed 84 as param : tensor<2x2x33x32xf32>
  %c = check.fill seed 85 as param : tensor<2xf32>
  %1 = rlx.conv_transpose %y, %v, %c strides = [16, 16] : (tensor<1x2x3x3xf32>, tensor<2x2x33x32xf32>, tensor<2xf32>) -> tensor<1x2x65x64xf32>
  %u = rlx.slice %v from [0, 0, 0, 0] sizes [2, 2, 32, 32] : (tensor<2x2x33x32xf32>) -> tensor<2x2x32x32xf32>
  %2 = rlx.conv_transpose %y, %u, %c strides = [16, 16] output_padding = [1, 0] : (tensor<1x2x3x3xf32>, tensor<2x2x32x32xf32>, tensor<2xf32>) -> tensor<1x2x65x64xf32>
  %3 = rlx.add %1, %2 : (tensor<1x2x65x64xf32>, tensor<1x2x65x64xf32>) -> tensor<1x2x65x64xf32>
  return %0, %3 : tensor<1x1x1792xf32>, tensor<1x2x65x64xf32>
}
