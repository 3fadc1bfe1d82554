// RUN: rlx-check %s

// By hand: padding is not counted, and counted; NaN stays in its windows.
func.func @literals_mean() -> (tensor<1x1x3xf32>, tensor<1x1x3xf32>) {
  %x = check.literal dense<[[[1.0, 2.0, 3.0, 4.0]]]> : tensor<1x1x4xf32>
  %0 = rlx.pool mean %x kernel = [2] strides = [2] pads = [1, 1]
      : (tensor<1x1x4xf32>) -> tensor<1x1x3xf32>
  %e = check.literal dense<[[[1.0, 2.5, 4.0]]]> : tensor<1x1x3xf32>
  check.expect_eq %0, %e : tensor<1x1x3xf32>, tensor<1x1x3xf32>
  %1 = rlx.pool mean %x kernel = [2] strides = [2] pads = [1, 1] {count_include_pad = true}
      : (tensor<1x1x4xf32>) -> tensor<1x1x3xf32>
  %f = check.literal dense<[[[0.5, 2.5, 2.0]]]> : tensor<1x1x3xf32>
  check.expect_eq %1, %f : tensor<1x1x3xf32>, tensor<1x1x3xf32>
  return %0, %1 : tensor<1x1x3xf32>, tensor<1x1x3xf32>
}

func.func @literals_max() -> (tensor<1x1x3xf32>, tensor<1x1x3xi8>, tensor<1x1x3xui8>) {
  %x = check.literal dense<[[[-1.0, 0x7FC00000, -3.0, -4.0, -5.0, 0xFF800000]]]> : tensor<1x1x6xf32>
  %0 = rlx.pool max %x kernel = [2] strides = [2] : (tensor<1x1x6xf32>) -> tensor<1x1x3xf32>
  %e = check.literal dense<[[[0x7FC00000, -3.0, -5.0]]]> : tensor<1x1x3xf32>
  check.expect_eq %0, %e : tensor<1x1x3xf32>, tensor<1x1x3xf32>
  %y = check.literal dense<[[[-128, -7, -9, -100]]]> : tensor<1x1x4xi8>
  %1 = rlx.pool max %y kernel = [2] strides = [2] pads = [1, 1] : (tensor<1x1x4xi8>) -> tensor<1x1x3xi8>
  %f = check.literal dense<[[[-128, -7, -100]]]> : tensor<1x1x3xi8>
  check.expect_eq %1, %f : tensor<1x1x3xi8>, tensor<1x1x3xi8>
  %z = check.literal dense<[[[200, 7, 255, 100]]]> : tensor<1x1x4xui8>
  %2 = rlx.pool min %z kernel = [2] strides = [2] pads = [1, 1] : (tensor<1x1x4xui8>) -> tensor<1x1x3xui8>
  %g = check.literal dense<[[[200, 7, 100]]]> : tensor<1x1x3xui8>
  check.expect_eq %2, %g : tensor<1x1x3xui8>, tensor<1x1x3xui8>
  return %0, %1, %2 : tensor<1x1x3xf32>, tensor<1x1x3xi8>, tensor<1x1x3xui8>
}

// By hand: with ceil_mode a last window that would start in the right padding is dropped.
func.func @literals_ceil() -> (tensor<1x1x3xf32>, tensor<1x1x2xf32>) {
  %x = check.literal dense<[[[1.0, 2.0, 3.0, 4.0, 5.0]]]> : tensor<1x1x5xf32>
  %0 = rlx.pool sum %x kernel = [2] strides = [2] {ceil_mode = true} : (tensor<1x1x5xf32>) -> tensor<1x1x3xf32>
  %e = check.literal dense<[[[3.0, 7.0, 5.0]]]> : tensor<1x1x3xf32>
  check.expect_eq %0, %e : tensor<1x1x3xf32>, tensor<1x1x3xf32>
  %y = check.literal dense<[[[1.0, 2.0, 3.0]]]> : tensor<1x1x3xf32>
  %1 = rlx.pool prod %y kernel = [2] strides = [3] pads = [1, 1] {ceil_mode = true} : (tensor<1x1x3xf32>) -> tensor<1x1x2xf32>
  %f = check.literal dense<[[[1.0, 3.0]]]> : tensor<1x1x2xf32>
  check.expect_eq %1, %f : tensor<1x1x2xf32>, tensor<1x1x2xf32>
  return %0, %1 : tensor<1x1x3xf32>, tensor<1x1x2xf32>
}

func.func @max_2d_dynamic() -> tensor<?x5x?x?xf32> {
  %x = check.fill sizes [2, 5, 9, 8] seed 1 edges all : tensor<?x5x?x?xf32>
  %0 = rlx.pool max %x kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1]
      : (tensor<?x5x?x?xf32>) -> tensor<?x5x?x?xf32>
  return %0 : tensor<?x5x?x?xf32>
}

func.func @min_dilated_last() -> tensor<2x5x5x3xf16> {
  %x = check.fill seed 2 : tensor<2x7x9x3xf16>
  %0 = rlx.pool min %x kernel = [2, 3] pads = [0, 1, 0, 1] dilations = [2, 3] data_format = channels_last
      : (tensor<2x7x9x3xf16>) -> tensor<2x5x5x3xf16>
  return %0 : tensor<2x5x5x3xf16>
}

func.func @mean_all_modes() -> (tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>, tensor<2x3x4x4xf32>) {
  %x = check.fill seed 3 : tensor<2x3x7x8xf32>
  %0 = rlx.pool mean %x kernel = [3, 2] strides = [2, 2] pads = [1, 1, 0, 1] {ceil_mode = true}
      : (tensor<2x3x7x8xf32>) -> tensor<2x3x4x5xf32>
  %1 = rlx.pool mean %x kernel = [3, 2] strides = [2, 2] pads = [1, 1, 0, 1] {ceil_mode = true, count_include_pad = true}
      : (tensor<2x3x7x8xf32>) -> tensor<2x3x4x5xf32>
  %2 = rlx.pool mean %x kernel = [2, 2] strides = [2, 2] pads = [1, 0, 1, 0] dilations = [2, 1]
      : (tensor<2x3x7x8xf32>) -> tensor<2x3x4x4xf32>
  return %0, %1, %2 : tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>, tensor<2x3x4x4xf32>
}

func.func @global_mean_dynamic_channels() -> tensor<?x?x1x1xf32> {
  %x = check.fill sizes [3, 6, 7, 7] seed 4 : tensor<?x?x7x7xf32>
  %0 = rlx.pool mean %x kernel = [7, 7] : (tensor<?x?x7x7xf32>) -> tensor<?x?x1x1xf32>
  return %0 : tensor<?x?x1x1xf32>
}

func.func @sum_3d_bf16() -> tensor<1x2x2x3x4xbf16> {
  %x = check.fill seed 5 : tensor<1x2x4x5x6xbf16>
  %0 = rlx.pool sum %x kernel = [3, 3, 3] : (tensor<1x2x4x5x6xbf16>) -> tensor<1x2x2x3x4xbf16>
  return %0 : tensor<1x2x2x3x4xbf16>
}

func.func @prod_i32_f64() -> (tensor<1x2x5xi32>, tensor<1x2x5xf64>) {
  %x = check.fill seed 6 range [-100.0, 100.0] edges finite : tensor<1x2x7xi32>
  %0 = rlx.pool prod %x kernel = [3] : (tensor<1x2x7xi32>) -> tensor<1x2x5xi32>
  %y = check.fill seed 7 : tensor<1x2x7xf64>
  %1 = rlx.pool prod %y kernel = [3] : (tensor<1x2x7xf64>) -> tensor<1x2x5xf64>
  return %0, %1 : tensor<1x2x5xi32>, tensor<1x2x5xf64>
}

// Windows without a position: the neutral element, NaN for the mean.
func.func @empty_windows() -> (tensor<1x1x3xf32>, tensor<1x1x3xf32>) {
  %x = check.literal dense<[[[2.0]]]> : tensor<1x1x1xf32>
  %0 = rlx.pool max %x kernel = [1] pads = [1, 1] : (tensor<1x1x1xf32>) -> tensor<1x1x3xf32>
  %e = check.literal dense<[[[0xFF800000, 2.0, 0xFF800000]]]> : tensor<1x1x3xf32>
  check.expect_eq %0, %e : tensor<1x1x3xf32>, tensor<1x1x3xf32>
  %1 = rlx.pool mean %x kernel = [1] pads = [1, 1] : (tensor<1x1x1xf32>) -> tensor<1x1x3xf32>
  %f = check.literal dense<[[[0x7FC00000, 2.0, 0x7FC00000]]]> : tensor<1x1x3xf32>
  check.expect_eq %1, %f : tensor<1x1x3xf32>, tensor<1x1x3xf32>
  return %0, %1 : tensor<1x1x3xf32>, tensor<1x1x3xf32>
}
