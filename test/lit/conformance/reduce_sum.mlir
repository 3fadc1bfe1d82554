// RUN: rlx-check %s

func.func @literals() -> (tensor<2xf32>, tensor<1x3xi8>, tensor<f32>) {
  %a = check.literal dense<[[1.0, 2.0, 3.5], [-1.0, 1.0, 0.0]]> : tensor<2x3xf32>
  %0 = rlx.reduce_sum %a axes = [1] : (tensor<2x3xf32>) -> tensor<2xf32>
  %w0 = check.literal dense<[6.5, 0.0]> : tensor<2xf32>
  check.expect_eq %0, %w0 : tensor<2xf32>, tensor<2xf32>

  %b = check.literal dense<[[100, 1, 2], [100, -1, -128]]> : tensor<2x3xi8>
  %1 = rlx.reduce_sum %b axes = [-2] {keep_dims = true} : (tensor<2x3xi8>) -> tensor<1x3xi8>
  %w1 = check.literal dense<[[-56, 0, -126]]> : tensor<1x3xi8>
  check.expect_eq %1, %w1 : tensor<1x3xi8>, tensor<1x3xi8>

  // No axes: reduces all of them.
  %2 = rlx.reduce_sum %a axes = [] : (tensor<2x3xf32>) -> tensor<f32>
  %w2 = check.literal dense<6.5> : tensor<f32>
  check.expect_eq %2, %w2 : tensor<f32>, tensor<f32>
  return %0, %1, %2 : tensor<2xf32>, tensor<1x3xi8>, tensor<f32>
}

func.func @middle_axis() -> tensor<3x5xf32> {
  %a = check.fill seed 1 : tensor<3x70x5xf32>
  %0 = rlx.reduce_sum %a axes = [1] : (tensor<3x70x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

func.func @two_axes_dynamic() -> tensor<1x?x1xf32> {
  %a = check.fill sizes [6, 4, 9] seed 2 : tensor<?x?x9xf32>
  %0 = rlx.reduce_sum %a axes = [0, 2] {keep_dims = true} : (tensor<?x?x9xf32>) -> tensor<1x?x1xf32>
  return %0 : tensor<1x?x1xf32>
}

// Accumulated in f32: a sum in f16 would stay at 2048.
func.func @f16_accumulates_wide() -> tensor<1xf16> {
  %a = check.literal dense<1.0> : tensor<1x4000xf16>
  %0 = rlx.reduce_sum %a axes = [1] : (tensor<1x4000xf16>) -> tensor<1xf16>
  %w = check.literal dense<4000.0> : tensor<1xf16>
  check.expect_eq %0, %w : tensor<1xf16>, tensor<1xf16>
  return %0 : tensor<1xf16>
}

func.func @nothing() -> tensor<2xf32> {
  %a = check.fill seed 3 : tensor<2x0xf32>
  %0 = rlx.reduce_sum %a axes = [1] : (tensor<2x0xf32>) -> tensor<2xf32>
  %w = check.literal dense<0.0> : tensor<2xf32>
  check.expect_eq %0, %w : tensor<2xf32>, tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @infinities() -> tensor<3xf32> {
  %a = check.literal dense<[[0x7F800000, 1.0], [0x7F800000, 0xFF800000], [0x7FC00000, 0.0]]> : tensor<3x2xf32>
  %0 = rlx.reduce_sum %a axes = [1] : (tensor<3x2xf32>) -> tensor<3xf32>
  %w = check.literal dense<[0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>
  check.expect_eq %0, %w : tensor<3xf32>, tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Empty sums, enough of them for several workgroups.
func.func @empty_sums() -> tensor<300x200xf32> {
  %a = check.fill seed 90 : tensor<300x200x0xf32>
  %0 = rlx.reduce_sum %a axes = [2] : (tensor<300x200x0xf32>) -> tensor<300x200xf32>
  return %0 : tensor<300x200xf32>
}

// All sets of axes of a tensor of rank 4, every other one with keep_dims.
func.func @every_set_of_axes() -> (tensor<3x4x5xf64>, tensor<2x1x4x5xf64>, tensor<2x3x5xf64>, tensor<2x3x4x1xf64>, tensor<4x5xf64>, tensor<1x3x1x5xf64>, tensor<3x4xf64>, tensor<2x1x1x5xf64>, tensor<2x4xf64>, tensor<2x3x1x1xf64>, tensor<5xf64>, tensor<1x1x4x1xf64>, tensor<3xf64>, tensor<2x1x1x1xf64>, tensor<f64>) {
  %a = check.fill seed 90 : tensor<2x3x4x5xf64>
  %0 = rlx.reduce_sum %a axes = [0] : (tensor<2x3x4x5xf64>) -> tensor<3x4x5xf64>
  %1 = rlx.reduce_sum %a axes = [1] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<2x1x4x5xf64>
  %2 = rlx.reduce_sum %a axes = [2] : (tensor<2x3x4x5xf64>) -> tensor<2x3x5xf64>
  %3 = rlx.reduce_sum %a axes = [3] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<2x3x4x1xf64>
  %4 = rlx.reduce_sum %a axes = [0, 1] : (tensor<2x3x4x5xf64>) -> tensor<4x5xf64>
  %5 = rlx.reduce_sum %a axes = [0, 2] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<1x3x1x5xf64>
  %6 = rlx.reduce_sum %a axes = [0, 3] : (tensor<2x3x4x5xf64>) -> tensor<3x4xf64>
  %7 = rlx.reduce_sum %a axes = [1, 2] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<2x1x1x5xf64>
  %8 = rlx.reduce_sum %a axes = [1, 3] : (tensor<2x3x4x5xf64>) -> tensor<2x4xf64>
  %9 = rlx.reduce_sum %a axes = [2, 3] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<2x3x1x1xf64>
  %10 = rlx.reduce_sum %a axes = [0, 1, 2] : (tensor<2x3x4x5xf64>) -> tensor<5xf64>
  %11 = rlx.reduce_sum %a axes = [0, 1, 3] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<1x1x4x1xf64>
  %12 = rlx.reduce_sum %a axes = [0, 2, 3] : (tensor<2x3x4x5xf64>) -> tensor<3xf64>
  %13 = rlx.reduce_sum %a axes = [1, 2, 3] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<2x1x1x1xf64>
  %14 = rlx.reduce_sum %a axes = [0, 1, 2, 3] : (tensor<2x3x4x5xf64>) -> tensor<f64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14 : tensor<3x4x5xf64>, tensor<2x1x4x5xf64>, tensor<2x3x5xf64>, tensor<2x3x4x1xf64>, tensor<4x5xf64>, tensor<1x3x1x5xf64>, tensor<3x4xf64>, tensor<2x1x1x5xf64>, tensor<2x4xf64>, tensor<2x3x1x1xf64>, tensor<5xf64>, tensor<1x1x4x1xf64>, tensor<3xf64>, tensor<2x1x1x1xf64>, tensor<f64>
}

// Sizes for which the invocations of a GPU share rows or columns. Some invocations have no element.
func.func @shared_rows() -> (tensor<3xf32>, tensor<?xf32>, tensor<2x1x1xi32>) {
  %a = check.fill seed 40 : tensor<3x5001xf32>
  %0 = rlx.reduce_sum %a axes = [1] : (tensor<3x5001xf32>) -> tensor<3xf32>
  %b = check.fill sizes [70, 33] seed 41 : tensor<?x?xf32>
  %1 = rlx.reduce_sum %b axes = [1] : (tensor<?x?xf32>) -> tensor<?xf32>
  %c = check.fill seed 42 : tensor<2x7x11xi32>
  %2 = rlx.reduce_sum %c axes = [1, 2] {keep_dims = true} : (tensor<2x7x11xi32>) -> tensor<2x1x1xi32>
  return %0, %1, %2 : tensor<3xf32>, tensor<?xf32>, tensor<2x1x1xi32>
}

func.func @shared_columns() -> (tensor<70xf32>, tensor<3x1x40xf64>) {
  %a = check.fill seed 43 : tensor<301x70xf32>
  %0 = rlx.reduce_sum %a axes = [0] : (tensor<301x70xf32>) -> tensor<70xf32>
  %b = check.fill seed 44 : tensor<3x67x40xf64>
  %1 = rlx.reduce_sum %b axes = [1] {keep_dims = true} : (tensor<3x67x40xf64>) -> tensor<3x1x40xf64>
  return %0, %1 : tensor<70xf32>, tensor<3x1x40xf64>
}
