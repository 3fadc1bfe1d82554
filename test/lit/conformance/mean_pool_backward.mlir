// RUN: rlx-check %s

// By hand: windows {x0}, {x1, x2}, {x3}; padding not counted, and counted.
func.func @literals() -> (tensor<1x1x4xf32>, tensor<1x1x4xf32>) {
  %dy = check.literal dense<[[[8.0, 4.0, 2.0]]]> : tensor<1x1x3xf32>
  %0 = rlx.mean_pool_backward %dy to [4] kernel = [2] strides = [2] pads = [1, 1]
      : (tensor<1x1x3xf32>) -> tensor<1x1x4xf32>
  %e = check.literal dense<[[[8.0, 2.0, 2.0, 2.0]]]> : tensor<1x1x4xf32>
  check.expect_eq %0, %e : tensor<1x1x4xf32>, tensor<1x1x4xf32>
  %1 = rlx.mean_pool_backward %dy to [4] kernel = [2] strides = [2] pads = [1, 1] {count_include_pad = true}
      : (tensor<1x1x3xf32>) -> tensor<1x1x4xf32>
  %f = check.literal dense<[[[4.0, 2.0, 2.0, 1.0]]]> : tensor<1x1x4xf32>
  check.expect_eq %1, %f : tensor<1x1x4xf32>, tensor<1x1x4xf32>
  return %0, %1 : tensor<1x1x4xf32>, tensor<1x1x4xf32>
}

// By hand: the last window extends beyond the image and counts only elements inside.
func.func @literals_ceil() -> (tensor<1x1x3xf32>, tensor<1x1x1xf32>) {
  %dy = check.literal dense<[[[4.0, 6.0]]]> : tensor<1x1x2xf32>
  %0 = rlx.mean_pool_backward %dy to [3] kernel = [2] strides = [2] {ceil_mode = true, count_include_pad = true}
      : (tensor<1x1x2xf32>) -> tensor<1x1x3xf32>
  %e = check.literal dense<[[[2.0, 2.0, 6.0]]]> : tensor<1x1x3xf32>
  check.expect_eq %0, %e : tensor<1x1x3xf32>, tensor<1x1x3xf32>
  // Windows of padding only give no gradient.
  %dz = check.literal dense<[[[1.0, 2.0, 3.0]]]> : tensor<1x1x3xf32>
  %1 = rlx.mean_pool_backward %dz to [1] kernel = [1] pads = [1, 1] : (tensor<1x1x3xf32>) -> tensor<1x1x1xf32>
  %f = check.literal dense<[[[2.0]]]> : tensor<1x1x1xf32>
  check.expect_eq %1, %f : tensor<1x1x1xf32>, tensor<1x1x1xf32>
  return %0, %1 : tensor<1x1x3xf32>, tensor<1x1x1xf32>
}

// By hand: the only window is larger than the image.
func.func @ceil_small() -> tensor<1x1x2xf32> {
  %dy = check.literal dense<6.0> : tensor<1x1x1xf32>
  %0 = rlx.mean_pool_backward %dy to [2] kernel = [3] strides = [2] {ceil_mode = true}
      : (tensor<1x1x1xf32>) -> tensor<1x1x2xf32>
  %e = check.literal dense<[[[3.0, 3.0]]]> : tensor<1x1x2xf32>
  check.expect_eq %0, %e : tensor<1x1x2xf32>, tensor<1x1x2xf32>
  return %0 : tensor<1x1x2xf32>
}

func.func @all_modes() -> (tensor<2x3x7x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x8xf32>) {
  %a = check.fill seed 1 : tensor<2x3x4x5xf32>
  %b = check.fill seed 2 : tensor<2x3x4x4xf32>
  %0 = rlx.mean_pool_backward %a to [7, 8] kernel = [3, 2] strides = [2, 2] pads = [1, 1, 0, 1] {ceil_mode = true}
      : (tensor<2x3x4x5xf32>) -> tensor<2x3x7x8xf32>
  %1 = rlx.mean_pool_backward %a to [7, 8] kernel = [3, 2] strides = [2, 2] pads = [1, 1, 0, 1] {ceil_mode = true, count_include_pad = true}
      : (tensor<2x3x4x5xf32>) -> tensor<2x3x7x8xf32>
  %2 = rlx.mean_pool_backward %b to [7, 8] kernel = [2, 2] strides = [2, 2] pads = [1, 0, 1, 0] dilations = [2, 1]
      : (tensor<2x3x4x4xf32>) -> tensor<2x3x7x8xf32>
  return %0, %1, %2 : tensor<2x3x7x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x8xf32>
}

func.func @dynamic() -> tensor<?x?x?x?xf32> {
  %x = check.fill sizes [2, 5, 10, 7] seed 3 : tensor<?x?x?x?xf32>
  %y = rlx.pool mean %x kernel = [3, 3] strides = [2, 3] pads = [0, 1, 1, 0] : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %h = tensor.dim %x, %c2 : tensor<?x?x?x?xf32>
  %w = tensor.dim %x, %c3 : tensor<?x?x?x?xf32>
  %0 = rlx.mean_pool_backward %y to [%h, %w] kernel = [3, 3] strides = [2, 3] pads = [0, 1, 1, 0]
      : (tensor<?x?x?x?xf32>, index, index) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

func.func @last_f16() -> tensor<2x7x9x3xf16> {
  %dy = check.fill seed 4 : tensor<2x5x5x3xf16>
  %0 = rlx.mean_pool_backward %dy to [7, 9] kernel = [2, 3] pads = [0, 1, 0, 1] dilations = [2, 3] data_format = channels_last
      : (tensor<2x5x5x3xf16>) -> tensor<2x7x9x3xf16>
  return %0 : tensor<2x7x9x3xf16>
}

func.func @bf16_1d() -> tensor<2x3x11xbf16> {
  %dy = check.fill seed 5 : tensor<2x3x10xbf16>
  %0 = rlx.mean_pool_backward %dy to [11] kernel = [4] pads = [1, 1] : (tensor<2x3x10xbf16>) -> tensor<2x3x11xbf16>
  return %0 : tensor<2x3x11xbf16>
}

func.func @f64_3d() -> tensor<2x2x4x5x6xf64> {
  %dy = check.fill seed 6 : tensor<2x2x2x3x4xf64>
  %0 = rlx.mean_pool_backward %dy to [4, 5, 6] kernel = [3, 3, 3] : (tensor<2x2x2x3x4xf64>) -> tensor<2x2x4x5x6xf64>
  return %0 : tensor<2x2x4x5x6xf64>
}

func.func @empty() -> tensor<?x3x4xf32> {
  %dy = check.fill sizes [0, 3, 2] seed 7 : tensor<?x3x2xf32>
  %0 = rlx.mean_pool_backward %dy to [4] kernel = [2] strides = [2] : (tensor<?x3x2xf32>) -> tensor<?x3x4xf32>
  return %0 : tensor<?x3x4xf32>
}

func.func @specials() -> tensor<1x1x4xf32> {
  %dy = check.literal dense<[[[0x7FC00000, 1.0, 0x7F800000]]]> : tensor<1x1x3xf32>
  %0 = rlx.mean_pool_backward %dy to [4] kernel = [2] : (tensor<1x1x3xf32>) -> tensor<1x1x4xf32>
  %e = check.literal dense<[[[0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000]]]> : tensor<1x1x4xf32>
  check.expect_eq %0, %e : tensor<1x1x4xf32>, tensor<1x1x4xf32>
  return %0 : tensor<1x1x4xf32>
}
