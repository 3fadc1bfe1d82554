// RUN: rlx-check %s

func.func @matmul_rows_fill_tiles() -> tensor<64x96xf32> {
  %x = check.fill seed 1 : tensor<64x40xf32>
  %w = check.fill seed 2 as param : tensor<3x40x32xf32>
  %0 = rlx.matmul_packed %x, %w {n = 96 : i64} : (tensor<64x40xf32>, tensor<3x40x32xf32>) -> tensor<64x96xf32>
  return %0 : tensor<64x96xf32>
}

// A tail of rows, a last panel with padding, a bias, and a residual in the same kernel.
func.func @matmul_tails() -> tensor<?x70xf32> {
  %x = check.fill sizes [13, 24] seed 3 : tensor<?x24xf32>
  %w = check.fill seed 4 as param : tensor<3x24x32xf32>
  %b = check.fill seed 5 as param : tensor<70xf32>
  %r = check.fill sizes [13, 70] seed 6 : tensor<?x70xf32>
  %0 = rlx.matmul_packed %x, %w, %b {n = 70 : i64} : (tensor<?x24xf32>, tensor<3x24x32xf32>, tensor<70xf32>) -> tensor<?x70xf32>
  %1 = rlx.add %0, %r : (tensor<?x70xf32>, tensor<?x70xf32>) -> tensor<?x70xf32>
  %2 = rlx.relu %1 : (tensor<?x70xf32>) -> tensor<?x70xf32>
  return %2 : tensor<?x70xf32>
}

func.func @matmul_one_row() -> tensor<?x160xf32> {
  %x = check.fill sizes [1, 24] seed 3 : tensor<?x24xf32>
  %w = check.fill seed 4 as param : tensor<5x24x32xf32>
  %0 = rlx.matmul_packed %x, %w {n = 160 : i64} : (tensor<?x24xf32>, tensor<5x24x32xf32>) -> tensor<?x160xf32>
  return %0 : tensor<?x160xf32>
}

// A costly epilogue, and an operand that is broadcast along part of the rows.
func.func @matmul_gelu() -> tensor<2x9x64xf32> {
  %x = check.fill seed 7 : tensor<2x9x16xf32>
  %w = check.fill seed 8 as param : tensor<2x16x32xf32>
  %s = check.fill seed 9 : tensor<2x1x64xf32>
  %0 = rlx.matmul_packed %x, %w {n = 64 : i64} : (tensor<2x9x16xf32>, tensor<2x16x32xf32>) -> tensor<2x9x64xf32>
  %1 = rlx.mul %0, %s : (tensor<2x9x64xf32>, tensor<2x1x64xf32>) -> tensor<2x9x64xf32>
  %2 = rlx.gelu %1 : (tensor<2x9x64xf32>) -> tensor<2x9x64xf32>
  return %2 : tensor<2x9x64xf32>
}

func.func @conv_padded() -> tensor<2x7x9x48xf32> {
  %x = check.fill seed 10 : tensor<2x7x9x5xf32>
  %w = check.fill seed 11 as param : tensor<2x45x32xf32>
  %b = check.fill seed 12 as param : tensor<48xf32>
  %0 = rlx.conv_packed %x, %w, %b {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 48 : i64} : (tensor<2x7x9x5xf32>, tensor<2x45x32xf32>, tensor<48xf32>) -> tensor<2x7x9x48xf32>
  return %0 : tensor<2x7x9x48xf32>
}

func.func @conv_strided_dilated_dynamic() -> tensor<?x?x?x32xf32> {
  %x = check.fill sizes [2, 12, 21, 4] seed 13 : tensor<?x?x?x4xf32>
  %w = check.fill seed 14 as param : tensor<1x24x32xf32>
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 2>, strides = array<i64: 2, 1>, pads = array<i64: 0, 2, 1, 0>, dilations = array<i64: 2, 3>, out_channels = 32 : i64} : (tensor<?x?x?x4xf32>, tensor<1x24x32xf32>) -> tensor<?x?x?x32xf32>
  %1 = rlx.sigmoid %0 : (tensor<?x?x?x32xf32>) -> tensor<?x?x?x32xf32>
  return %1 : tensor<?x?x?x32xf32>
}

func.func @conv_pointwise() -> tensor<1x5x5x64xf32> {
  %x = check.fill seed 15 : tensor<1x5x5x24xf32>
  %w = check.fill seed 16 as param : tensor<2x24x32xf32>
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 1, 1>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x5x5x24xf32>, tensor<2x24x32xf32>) -> tensor<1x5x5x64xf32>
  return %0 : tensor<1x5x5x64xf32>
}

func.func @depthwise() -> tensor<1x14x14x40xf32> {
  %x = check.fill seed 17 : tensor<1x14x14x40xf32>
  %w = check.fill seed 18 as param : tensor<9x40xf32>
  %b = check.fill seed 19 as param : tensor<40xf32>
  %0 = rlx.depthwise_conv %x, %w, %b {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x14x14x40xf32>, tensor<9x40xf32>, tensor<40xf32>) -> tensor<1x14x14x40xf32>
  %1 = rlx.hard_swish %0 : (tensor<1x14x14x40xf32>) -> tensor<1x14x14x40xf32>
  return %1 : tensor<1x14x14x40xf32>
}

func.func @depthwise_strided_dynamic() -> tensor<?x?x?x16xf32> {
  %x = check.fill sizes [2, 9, 23, 16] seed 20 : tensor<?x?x?x16xf32>
  %w = check.fill seed 21 as param : tensor<15x16xf32>
  %0 = rlx.depthwise_conv %x, %w {kernel_shape = array<i64: 3, 5>, strides = array<i64: 2, 2>, pads = array<i64: 1, 2, 1, 2>, dilations = array<i64: 1, 2>} : (tensor<?x?x?x16xf32>, tensor<15x16xf32>) -> tensor<?x?x?x16xf32>
  return %0 : tensor<?x?x?x16xf32>
}
