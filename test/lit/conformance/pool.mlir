// RUN: rlx-check %{sample} %s %{quick-lanes}

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

// By hand: with ceil_mode the only window may be larger than the image and its padding.
func.func @literals_ceil_small() -> (tensor<1x1x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, tensor<1x1x?xi32>) {
  %x = check.literal dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>
  %0 = rlx.pool mean %x kernel = [3] strides = [2] {ceil_mode = true} : (tensor<1x1x2xf32>) -> tensor<1x1x1xf32>
  %e = check.literal dense<1.5> : tensor<1x1x1xf32>
  check.expect_eq %0, %e : tensor<1x1x1xf32>, tensor<1x1x1xf32>
  %1 = rlx.pool mean %x kernel = [5] strides = [3] pads = [1, 0] {ceil_mode = true, count_include_pad = true} : (tensor<1x1x2xf32>) -> tensor<1x1x1xf32>
  %f = check.literal dense<1.0> : tensor<1x1x1xf32>
  check.expect_eq %1, %f : tensor<1x1x1xf32>, tensor<1x1x1xf32>
  %2 = rlx.pool max %x kernel = [2] strides = [4] dilations = [3] {ceil_mode = true} : (tensor<1x1x2xf32>) -> tensor<1x1x1xf32>
  check.expect_eq %2, %f : tensor<1x1x1xf32>, tensor<1x1x1xf32>
  %y = check.fill sizes [1, 1, 2] seed 9 : tensor<1x1x?xi32>
  %3 = rlx.pool max %y kernel = [3] strides = [2] {ceil_mode = true} : (tensor<1x1x?xi32>) -> tensor<1x1x?xi32>
  return %0, %1, %2, %3 : tensor<1x1x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, tensor<1x1x?xi32>
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

// Windows without elements: the neutral element, NaN for the mean.
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

// Every kind and type over one dimension, with padding.
func.func @every_kind_1d() -> (tensor<2x3x6xf32>, tensor<2x3x6xf32>, tensor<2x3x6xf32>, tensor<2x3x6xf32>, tensor<2x3x6xf32>, tensor<2x3x6xf32>, tensor<2x3x6xf32>, tensor<2x3x6xf64>, tensor<2x3x6xf64>, tensor<2x3x6xf64>, tensor<2x3x6xf64>, tensor<2x3x6xf64>, tensor<2x3x6xf64>, tensor<2x3x6xf64>, tensor<2x3x6xf16>, tensor<2x3x6xf16>, tensor<2x3x6xf16>, tensor<2x3x6xf16>, tensor<2x3x6xf16>, tensor<2x3x6xf16>, tensor<2x3x6xf16>, tensor<2x3x6xbf16>, tensor<2x3x6xbf16>, tensor<2x3x6xbf16>, tensor<2x3x6xbf16>, tensor<2x3x6xbf16>, tensor<2x3x6xbf16>, tensor<2x3x6xbf16>, tensor<2x3x6xi32>, tensor<2x3x6xi32>, tensor<2x3x6xi32>, tensor<2x3x6xi32>) {
  %f32 = check.fill seed 95 range [-4.0, 4.0] : tensor<2x3x11xf32>
  %0 = rlx.pool max %f32 kernel = [3] strides = [2] pads = [1, 1] {ceil_mode = true} : (tensor<2x3x11xf32>) -> tensor<2x3x6xf32>
  %1 = rlx.pool min %f32 kernel = [3] strides = [2] pads = [1, 1] : (tensor<2x3x11xf32>) -> tensor<2x3x6xf32>
  %2 = rlx.pool sum %f32 kernel = [3] strides = [2] pads = [1, 1] {ceil_mode = true} : (tensor<2x3x11xf32>) -> tensor<2x3x6xf32>
  %3 = rlx.pool prod %f32 kernel = [3] strides = [2] pads = [1, 1] : (tensor<2x3x11xf32>) -> tensor<2x3x6xf32>
  %4 = rlx.pool mean %f32 kernel = [3] strides = [2] pads = [1, 1] : (tensor<2x3x11xf32>) -> tensor<2x3x6xf32>
  %5 = rlx.pool mean %f32 kernel = [3] strides = [2] pads = [1, 1] {ceil_mode = true, count_include_pad = true} : (tensor<2x3x11xf32>) -> tensor<2x3x6xf32>
  %6 = rlx.pool mean %f32 kernel = [3] strides = [2] pads = [1, 1] {count_include_pad = true} : (tensor<2x3x11xf32>) -> tensor<2x3x6xf32>
  %f64 = check.fill seed 102 range [-4.0, 4.0] : tensor<2x3x11xf64>
  %7 = rlx.pool max %f64 kernel = [3] strides = [2] pads = [1, 1] : (tensor<2x3x11xf64>) -> tensor<2x3x6xf64>
  %8 = rlx.pool min %f64 kernel = [3] strides = [2] pads = [1, 1] {ceil_mode = true} : (tensor<2x3x11xf64>) -> tensor<2x3x6xf64>
  %9 = rlx.pool sum %f64 kernel = [3] strides = [2] pads = [1, 1] : (tensor<2x3x11xf64>) -> tensor<2x3x6xf64>
  %10 = rlx.pool prod %f64 kernel = [3] strides = [2] pads = [1, 1] {ceil_mode = true} : (tensor<2x3x11xf64>) -> tensor<2x3x6xf64>
  %11 = rlx.pool mean %f64 kernel = [3] strides = [2] pads = [1, 1] : (tensor<2x3x11xf64>) -> tensor<2x3x6xf64>
  %12 = rlx.pool mean %f64 kernel = [3] strides = [2] pads = [1, 1] {ceil_mode = true, count_include_pad = true} : (tensor<2x3x11xf64>) -> tensor<2x3x6xf64>
  %13 = rlx.pool mean %f64 kernel = [3] strides = [2] pads = [1, 1] {count_include_pad = true} : (tensor<2x3x11xf64>) -> tensor<2x3x6xf64>
  %f16 = check.fill seed 109 range [-4.0, 4.0] : tensor<2x3x11xf16>
  %14 = rlx.pool max %f16 kernel = [3] strides = [2] pads = [1, 1] {ceil_mode = true} : (tensor<2x3x11xf16>) -> tensor<2x3x6xf16>
  %15 = rlx.pool min %f16 kernel = [3] strides = [2] pads = [1, 1] : (tensor<2x3x11xf16>) -> tensor<2x3x6xf16>
  %16 = rlx.pool sum %f16 kernel = [3] strides = [2] pads = [1, 1] {ceil_mode = true} : (tensor<2x3x11xf16>) -> tensor<2x3x6xf16>
  %17 = rlx.pool prod %f16 kernel = [3] strides = [2] pads = [1, 1] : (tensor<2x3x11xf16>) -> tensor<2x3x6xf16>
  %18 = rlx.pool mean %f16 kernel = [3] strides = [2] pads = [1, 1] : (tensor<2x3x11xf16>) -> tensor<2x3x6xf16>
  %19 = rlx.pool mean %f16 kernel = [3] strides = [2] pads = [1, 1] {ceil_mode = true, count_include_pad = true} : (tensor<2x3x11xf16>) -> tensor<2x3x6xf16>
  %20 = rlx.pool mean %f16 kernel = [3] strides = [2] pads = [1, 1] {count_include_pad = true} : (tensor<2x3x11xf16>) -> tensor<2x3x6xf16>
  %bf16 = check.fill seed 116 range [-4.0, 4.0] : tensor<2x3x11xbf16>
  %21 = rlx.pool max %bf16 kernel = [3] strides = [2] pads = [1, 1] : (tensor<2x3x11xbf16>) -> tensor<2x3x6xbf16>
  %22 = rlx.pool min %bf16 kernel = [3] strides = [2] pads = [1, 1] {ceil_mode = true} : (tensor<2x3x11xbf16>) -> tensor<2x3x6xbf16>
  %23 = rlx.pool sum %bf16 kernel = [3] strides = [2] pads = [1, 1] : (tensor<2x3x11xbf16>) -> tensor<2x3x6xbf16>
  %24 = rlx.pool prod %bf16 kernel = [3] strides = [2] pads = [1, 1] {ceil_mode = true} : (tensor<2x3x11xbf16>) -> tensor<2x3x6xbf16>
  %25 = rlx.pool mean %bf16 kernel = [3] strides = [2] pads = [1, 1] : (tensor<2x3x11xbf16>) -> tensor<2x3x6xbf16>
  %26 = rlx.pool mean %bf16 kernel = [3] strides = [2] pads = [1, 1] {ceil_mode = true, count_include_pad = true} : (tensor<2x3x11xbf16>) -> tensor<2x3x6xbf16>
  %27 = rlx.pool mean %bf16 kernel = [3] strides = [2] pads = [1, 1] {count_include_pad = true} : (tensor<2x3x11xbf16>) -> tensor<2x3x6xbf16>
  %i32 = check.fill seed 123 range [-4.0, 4.0] : tensor<2x3x11xi32>
  %28 = rlx.pool max %i32 kernel = [3] strides = [2] pads = [1, 1] {ceil_mode = true} : (tensor<2x3x11xi32>) -> tensor<2x3x6xi32>
  %29 = rlx.pool min %i32 kernel = [3] strides = [2] pads = [1, 1] : (tensor<2x3x11xi32>) -> tensor<2x3x6xi32>
  %30 = rlx.pool sum %i32 kernel = [3] strides = [2] pads = [1, 1] {ceil_mode = true} : (tensor<2x3x11xi32>) -> tensor<2x3x6xi32>
  %31 = rlx.pool prod %i32 kernel = [3] strides = [2] pads = [1, 1] : (tensor<2x3x11xi32>) -> tensor<2x3x6xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31 : tensor<2x3x6xf32>, tensor<2x3x6xf32>, tensor<2x3x6xf32>, tensor<2x3x6xf32>, tensor<2x3x6xf32>, tensor<2x3x6xf32>, tensor<2x3x6xf32>, tensor<2x3x6xf64>, tensor<2x3x6xf64>, tensor<2x3x6xf64>, tensor<2x3x6xf64>, tensor<2x3x6xf64>, tensor<2x3x6xf64>, tensor<2x3x6xf64>, tensor<2x3x6xf16>, tensor<2x3x6xf16>, tensor<2x3x6xf16>, tensor<2x3x6xf16>, tensor<2x3x6xf16>, tensor<2x3x6xf16>, tensor<2x3x6xf16>, tensor<2x3x6xbf16>, tensor<2x3x6xbf16>, tensor<2x3x6xbf16>, tensor<2x3x6xbf16>, tensor<2x3x6xbf16>, tensor<2x3x6xbf16>, tensor<2x3x6xbf16>, tensor<2x3x6xi32>, tensor<2x3x6xi32>, tensor<2x3x6xi32>, tensor<2x3x6xi32>
}

// Every kind and type over two dimensions, with padding.
func.func @every_kind_2d() -> (tensor<2x3x4x6xf32>, tensor<2x3x3x6xf32>, tensor<2x3x4x6xf32>, tensor<2x3x3x6xf32>, tensor<2x3x3x6xf32>, tensor<2x3x4x6xf32>, tensor<2x3x3x6xf32>, tensor<2x3x3x6xf64>, tensor<2x3x4x6xf64>, tensor<2x3x3x6xf64>, tensor<2x3x4x6xf64>, tensor<2x3x3x6xf64>, tensor<2x3x4x6xf64>, tensor<2x3x3x6xf64>, tensor<2x3x4x6xf16>, tensor<2x3x3x6xf16>, tensor<2x3x4x6xf16>, tensor<2x3x3x6xf16>, tensor<2x3x3x6xf16>, tensor<2x3x4x6xf16>, tensor<2x3x3x6xf16>, tensor<2x3x3x6xbf16>, tensor<2x3x4x6xbf16>, tensor<2x3x3x6xbf16>, tensor<2x3x4x6xbf16>, tensor<2x3x3x6xbf16>, tensor<2x3x4x6xbf16>, tensor<2x3x3x6xbf16>, tensor<2x3x4x6xi32>, tensor<2x3x3x6xi32>, tensor<2x3x4x6xi32>, tensor<2x3x3x6xi32>) {
  %f32 = check.fill seed 95 range [-4.0, 4.0] : tensor<2x3x7x6xf32>
  %0 = rlx.pool max %f32 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] {ceil_mode = true} : (tensor<2x3x7x6xf32>) -> tensor<2x3x4x6xf32>
  %1 = rlx.pool min %f32 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] : (tensor<2x3x7x6xf32>) -> tensor<2x3x3x6xf32>
  %2 = rlx.pool sum %f32 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] {ceil_mode = true} : (tensor<2x3x7x6xf32>) -> tensor<2x3x4x6xf32>
  %3 = rlx.pool prod %f32 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] : (tensor<2x3x7x6xf32>) -> tensor<2x3x3x6xf32>
  %4 = rlx.pool mean %f32 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] : (tensor<2x3x7x6xf32>) -> tensor<2x3x3x6xf32>
  %5 = rlx.pool mean %f32 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] {ceil_mode = true, count_include_pad = true} : (tensor<2x3x7x6xf32>) -> tensor<2x3x4x6xf32>
  %6 = rlx.pool mean %f32 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] {count_include_pad = true} : (tensor<2x3x7x6xf32>) -> tensor<2x3x3x6xf32>
  %f64 = check.fill seed 102 range [-4.0, 4.0] : tensor<2x3x7x6xf64>
  %7 = rlx.pool max %f64 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] : (tensor<2x3x7x6xf64>) -> tensor<2x3x3x6xf64>
  %8 = rlx.pool min %f64 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] {ceil_mode = true} : (tensor<2x3x7x6xf64>) -> tensor<2x3x4x6xf64>
  %9 = rlx.pool sum %f64 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] : (tensor<2x3x7x6xf64>) -> tensor<2x3x3x6xf64>
  %10 = rlx.pool prod %f64 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] {ceil_mode = true} : (tensor<2x3x7x6xf64>) -> tensor<2x3x4x6xf64>
  %11 = rlx.pool mean %f64 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] : (tensor<2x3x7x6xf64>) -> tensor<2x3x3x6xf64>
  %12 = rlx.pool mean %f64 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] {ceil_mode = true, count_include_pad = true} : (tensor<2x3x7x6xf64>) -> tensor<2x3x4x6xf64>
  %13 = rlx.pool mean %f64 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] {count_include_pad = true} : (tensor<2x3x7x6xf64>) -> tensor<2x3x3x6xf64>
  %f16 = check.fill seed 109 range [-4.0, 4.0] : tensor<2x3x7x6xf16>
  %14 = rlx.pool max %f16 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] {ceil_mode = true} : (tensor<2x3x7x6xf16>) -> tensor<2x3x4x6xf16>
  %15 = rlx.pool min %f16 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] : (tensor<2x3x7x6xf16>) -> tensor<2x3x3x6xf16>
  %16 = rlx.pool sum %f16 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] {ceil_mode = true} : (tensor<2x3x7x6xf16>) -> tensor<2x3x4x6xf16>
  %17 = rlx.pool prod %f16 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] : (tensor<2x3x7x6xf16>) -> tensor<2x3x3x6xf16>
  %18 = rlx.pool mean %f16 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] : (tensor<2x3x7x6xf16>) -> tensor<2x3x3x6xf16>
  %19 = rlx.pool mean %f16 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] {ceil_mode = true, count_include_pad = true} : (tensor<2x3x7x6xf16>) -> tensor<2x3x4x6xf16>
  %20 = rlx.pool mean %f16 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] {count_include_pad = true} : (tensor<2x3x7x6xf16>) -> tensor<2x3x3x6xf16>
  %bf16 = check.fill seed 116 range [-4.0, 4.0] : tensor<2x3x7x6xbf16>
  %21 = rlx.pool max %bf16 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] : (tensor<2x3x7x6xbf16>) -> tensor<2x3x3x6xbf16>
  %22 = rlx.pool min %bf16 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] {ceil_mode = true} : (tensor<2x3x7x6xbf16>) -> tensor<2x3x4x6xbf16>
  %23 = rlx.pool sum %bf16 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] : (tensor<2x3x7x6xbf16>) -> tensor<2x3x3x6xbf16>
  %24 = rlx.pool prod %bf16 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] {ceil_mode = true} : (tensor<2x3x7x6xbf16>) -> tensor<2x3x4x6xbf16>
  %25 = rlx.pool mean %bf16 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] : (tensor<2x3x7x6xbf16>) -> tensor<2x3x3x6xbf16>
  %26 = rlx.pool mean %bf16 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] {ceil_mode = true, count_include_pad = true} : (tensor<2x3x7x6xbf16>) -> tensor<2x3x4x6xbf16>
  %27 = rlx.pool mean %bf16 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] {count_include_pad = true} : (tensor<2x3x7x6xbf16>) -> tensor<2x3x3x6xbf16>
  %i32 = check.fill seed 123 range [-4.0, 4.0] : tensor<2x3x7x6xi32>
  %28 = rlx.pool max %i32 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] {ceil_mode = true} : (tensor<2x3x7x6xi32>) -> tensor<2x3x4x6xi32>
  %29 = rlx.pool min %i32 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] : (tensor<2x3x7x6xi32>) -> tensor<2x3x3x6xi32>
  %30 = rlx.pool sum %i32 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] {ceil_mode = true} : (tensor<2x3x7x6xi32>) -> tensor<2x3x4x6xi32>
  %31 = rlx.pool prod %i32 kernel = [3, 2] strides = [2, 1] pads = [1, 0, 0, 1] : (tensor<2x3x7x6xi32>) -> tensor<2x3x3x6xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31 : tensor<2x3x4x6xf32>, tensor<2x3x3x6xf32>, tensor<2x3x4x6xf32>, tensor<2x3x3x6xf32>, tensor<2x3x3x6xf32>, tensor<2x3x4x6xf32>, tensor<2x3x3x6xf32>, tensor<2x3x3x6xf64>, tensor<2x3x4x6xf64>, tensor<2x3x3x6xf64>, tensor<2x3x4x6xf64>, tensor<2x3x3x6xf64>, tensor<2x3x4x6xf64>, tensor<2x3x3x6xf64>, tensor<2x3x4x6xf16>, tensor<2x3x3x6xf16>, tensor<2x3x4x6xf16>, tensor<2x3x3x6xf16>, tensor<2x3x3x6xf16>, tensor<2x3x4x6xf16>, tensor<2x3x3x6xf16>, tensor<2x3x3x6xbf16>, tensor<2x3x4x6xbf16>, tensor<2x3x3x6xbf16>, tensor<2x3x4x6xbf16>, tensor<2x3x3x6xbf16>, tensor<2x3x4x6xbf16>, tensor<2x3x3x6xbf16>, tensor<2x3x4x6xi32>, tensor<2x3x3x6xi32>, tensor<2x3x4x6xi32>, tensor<2x3x3x6xi32>
}

// Every kind and type over three dimensions, with padding.
func.func @every_kind_3d() -> (tensor<2x3x4x3x4xf32>, tensor<2x3x4x3x3xf32>, tensor<2x3x4x3x4xf32>, tensor<2x3x4x3x3xf32>, tensor<2x3x4x3x3xf32>, tensor<2x3x4x3x4xf32>, tensor<2x3x4x3x3xf32>, tensor<2x3x4x3x3xf64>, tensor<2x3x4x3x4xf64>, tensor<2x3x4x3x3xf64>, tensor<2x3x4x3x4xf64>, tensor<2x3x4x3x3xf64>, tensor<2x3x4x3x4xf64>, tensor<2x3x4x3x3xf64>, tensor<2x3x4x3x4xf16>, tensor<2x3x4x3x3xf16>, tensor<2x3x4x3x4xf16>, tensor<2x3x4x3x3xf16>, tensor<2x3x4x3x3xf16>, tensor<2x3x4x3x4xf16>, tensor<2x3x4x3x3xf16>, tensor<2x3x4x3x3xbf16>, tensor<2x3x4x3x4xbf16>, tensor<2x3x4x3x3xbf16>, tensor<2x3x4x3x4xbf16>, tensor<2x3x4x3x3xbf16>, tensor<2x3x4x3x4xbf16>, tensor<2x3x4x3x3xbf16>, tensor<2x3x4x3x4xi32>, tensor<2x3x4x3x3xi32>, tensor<2x3x4x3x4xi32>, tensor<2x3x4x3x3xi32>) {
  %f32 = check.fill seed 95 range [-4.0, 4.0] : tensor<2x3x4x5x6xf32>
  %0 = rlx.pool max %f32 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] {ceil_mode = true} : (tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x3x4xf32>
  %1 = rlx.pool min %f32 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] : (tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x3x3xf32>
  %2 = rlx.pool sum %f32 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] {ceil_mode = true} : (tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x3x4xf32>
  %3 = rlx.pool prod %f32 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] : (tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x3x3xf32>
  %4 = rlx.pool mean %f32 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] : (tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x3x3xf32>
  %5 = rlx.pool mean %f32 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] {ceil_mode = true, count_include_pad = true} : (tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x3x4xf32>
  %6 = rlx.pool mean %f32 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] {count_include_pad = true} : (tensor<2x3x4x5x6xf32>) -> tensor<2x3x4x3x3xf32>
  %f64 = check.fill seed 102 range [-4.0, 4.0] : tensor<2x3x4x5x6xf64>
  %7 = rlx.pool max %f64 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] : (tensor<2x3x4x5x6xf64>) -> tensor<2x3x4x3x3xf64>
  %8 = rlx.pool min %f64 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] {ceil_mode = true} : (tensor<2x3x4x5x6xf64>) -> tensor<2x3x4x3x4xf64>
  %9 = rlx.pool sum %f64 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] : (tensor<2x3x4x5x6xf64>) -> tensor<2x3x4x3x3xf64>
  %10 = rlx.pool prod %f64 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] {ceil_mode = true} : (tensor<2x3x4x5x6xf64>) -> tensor<2x3x4x3x4xf64>
  %11 = rlx.pool mean %f64 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] : (tensor<2x3x4x5x6xf64>) -> tensor<2x3x4x3x3xf64>
  %12 = rlx.pool mean %f64 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] {ceil_mode = true, count_include_pad = true} : (tensor<2x3x4x5x6xf64>) -> tensor<2x3x4x3x4xf64>
  %13 = rlx.pool mean %f64 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] {count_include_pad = true} : (tensor<2x3x4x5x6xf64>) -> tensor<2x3x4x3x3xf64>
  %f16 = check.fill seed 109 range [-4.0, 4.0] : tensor<2x3x4x5x6xf16>
  %14 = rlx.pool max %f16 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] {ceil_mode = true} : (tensor<2x3x4x5x6xf16>) -> tensor<2x3x4x3x4xf16>
  %15 = rlx.pool min %f16 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] : (tensor<2x3x4x5x6xf16>) -> tensor<2x3x4x3x3xf16>
  %16 = rlx.pool sum %f16 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] {ceil_mode = true} : (tensor<2x3x4x5x6xf16>) -> tensor<2x3x4x3x4xf16>
  %17 = rlx.pool prod %f16 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] : (tensor<2x3x4x5x6xf16>) -> tensor<2x3x4x3x3xf16>
  %18 = rlx.pool mean %f16 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] : (tensor<2x3x4x5x6xf16>) -> tensor<2x3x4x3x3xf16>
  %19 = rlx.pool mean %f16 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] {ceil_mode = true, count_include_pad = true} : (tensor<2x3x4x5x6xf16>) -> tensor<2x3x4x3x4xf16>
  %20 = rlx.pool mean %f16 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] {count_include_pad = true} : (tensor<2x3x4x5x6xf16>) -> tensor<2x3x4x3x3xf16>
  %bf16 = check.fill seed 116 range [-4.0, 4.0] : tensor<2x3x4x5x6xbf16>
  %21 = rlx.pool max %bf16 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] : (tensor<2x3x4x5x6xbf16>) -> tensor<2x3x4x3x3xbf16>
  %22 = rlx.pool min %bf16 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] {ceil_mode = true} : (tensor<2x3x4x5x6xbf16>) -> tensor<2x3x4x3x4xbf16>
  %23 = rlx.pool sum %bf16 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] : (tensor<2x3x4x5x6xbf16>) -> tensor<2x3x4x3x3xbf16>
  %24 = rlx.pool prod %bf16 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] {ceil_mode = true} : (tensor<2x3x4x5x6xbf16>) -> tensor<2x3x4x3x4xbf16>
  %25 = rlx.pool mean %bf16 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] : (tensor<2x3x4x5x6xbf16>) -> tensor<2x3x4x3x3xbf16>
  %26 = rlx.pool mean %bf16 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] {ceil_mode = true, count_include_pad = true} : (tensor<2x3x4x5x6xbf16>) -> tensor<2x3x4x3x4xbf16>
  %27 = rlx.pool mean %bf16 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] {count_include_pad = true} : (tensor<2x3x4x5x6xbf16>) -> tensor<2x3x4x3x3xbf16>
  %i32 = check.fill seed 123 range [-4.0, 4.0] : tensor<2x3x4x5x6xi32>
  %28 = rlx.pool max %i32 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] {ceil_mode = true} : (tensor<2x3x4x5x6xi32>) -> tensor<2x3x4x3x4xi32>
  %29 = rlx.pool min %i32 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] : (tensor<2x3x4x5x6xi32>) -> tensor<2x3x4x3x3xi32>
  %30 = rlx.pool sum %i32 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] {ceil_mode = true} : (tensor<2x3x4x5x6xi32>) -> tensor<2x3x4x3x4xi32>
  %31 = rlx.pool prod %i32 kernel = [2, 3, 2] strides = [1, 2, 2] pads = [0, 1, 1, 1, 1, 0] : (tensor<2x3x4x5x6xi32>) -> tensor<2x3x4x3x3xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31 : tensor<2x3x4x3x4xf32>, tensor<2x3x4x3x3xf32>, tensor<2x3x4x3x4xf32>, tensor<2x3x4x3x3xf32>, tensor<2x3x4x3x3xf32>, tensor<2x3x4x3x4xf32>, tensor<2x3x4x3x3xf32>, tensor<2x3x4x3x3xf64>, tensor<2x3x4x3x4xf64>, tensor<2x3x4x3x3xf64>, tensor<2x3x4x3x4xf64>, tensor<2x3x4x3x3xf64>, tensor<2x3x4x3x4xf64>, tensor<2x3x4x3x3xf64>, tensor<2x3x4x3x4xf16>, tensor<2x3x4x3x3xf16>, tensor<2x3x4x3x4xf16>, tensor<2x3x4x3x3xf16>, tensor<2x3x4x3x3xf16>, tensor<2x3x4x3x4xf16>, tensor<2x3x4x3x3xf16>, tensor<2x3x4x3x3xbf16>, tensor<2x3x4x3x4xbf16>, tensor<2x3x4x3x3xbf16>, tensor<2x3x4x3x4xbf16>, tensor<2x3x4x3x3xbf16>, tensor<2x3x4x3x4xbf16>, tensor<2x3x4x3x3xbf16>, tensor<2x3x4x3x4xi32>, tensor<2x3x4x3x3xi32>, tensor<2x3x4x3x4xi32>, tensor<2x3x4x3x3xi32>
}

// Integers of every width, channels last.
func.func @integers_last() -> (tensor<2x3x3x5xi8>, tensor<2x3x3x5xui16>, tensor<2x3x3x5xi64>, tensor<2x3x3x5xui64>) {
  %a = check.fill seed 130 : tensor<2x6x7x5xi8>
  %0 = rlx.pool sum %a kernel = [2, 3] strides = [2, 2] data_format = channels_last : (tensor<2x6x7x5xi8>) -> tensor<2x3x3x5xi8>
  %b = check.fill seed 131 range [0.0, 9.0] : tensor<2x6x7x5xui16>
  %1 = rlx.pool prod %b kernel = [2, 3] strides = [2, 2] data_format = channels_last : (tensor<2x6x7x5xui16>) -> tensor<2x3x3x5xui16>
  %c = check.fill seed 132 range [-99.0, 99.0] : tensor<2x6x7x5xi64>
  %2 = rlx.pool min %c kernel = [2, 3] strides = [2, 2] data_format = channels_last : (tensor<2x6x7x5xi64>) -> tensor<2x3x3x5xi64>
  %d = check.fill seed 133 range [0.0, 99.0] : tensor<2x6x7x5xui64>
  %3 = rlx.pool max %d kernel = [2, 3] strides = [2, 2] data_format = channels_last : (tensor<2x6x7x5xui64>) -> tensor<2x3x3x5xui64>
  return %0, %1, %2, %3 : tensor<2x3x3x5xi8>, tensor<2x3x3x5xui16>, tensor<2x3x3x5xi64>, tensor<2x3x3x5xui64>
}

func.func @empty() -> (tensor<?x3x4xf32>, tensor<0x3x4xf32>) {
  %x = check.fill sizes [0, 3, 8] seed 134 : tensor<?x3x8xf32>
  %0 = rlx.pool mean %x kernel = [2] strides = [2] : (tensor<?x3x8xf32>) -> tensor<?x3x4xf32>
  %y = check.fill seed 135 : tensor<0x3x8xf32>
  %1 = rlx.pool max %y kernel = [2] strides = [2] : (tensor<0x3x8xf32>) -> tensor<0x3x4xf32>
  return %0, %1 : tensor<?x3x4xf32>, tensor<0x3x4xf32>
}

// Channels last, in vectors of channels: tiles, borders, remaining channels, windows outside.
func.func @channels_last_sizes()
    -> (tensor<1x7x30x32xf32>, tensor<2x5x7x20xf32>, tensor<1x7x30x32xf32>,
        tensor<2x5x7x20xf32>, tensor<1x7x30x32xf32>, tensor<2x5x7x20xf32>,
        tensor<1x7x30x32xf32>, tensor<2x5x7x20xf32>, tensor<1x7x30x32xf32>,
        tensor<2x5x7x20xf32>, tensor<1x4x6x16xf32>, tensor<1x1x1x40xf32>,
        tensor<1x7x11x5xf32>, tensor<1x5x5x16xf32>, tensor<1x3x32x17xf32>) {
  %x0 = check.fill seed 300 : tensor<1x7x30x32xf32>
  %0 = rlx.pool max %x0 kernel = [3, 3] strides = [1, 1] pads = [1, 1, 1, 1]
      dilations = [1, 1] data_format = channels_last : (tensor<1x7x30x32xf32>) -> tensor<1x7x30x32xf32>
  %x1 = check.fill seed 301 : tensor<2x9x13x20xf32>
  %1 = rlx.pool max %x1 kernel = [3, 2] strides = [2, 2] pads = [1, 1, 1, 1]
      dilations = [1, 1] data_format = channels_last : (tensor<2x9x13x20xf32>) -> tensor<2x5x7x20xf32>
  %x2 = check.fill seed 302 : tensor<1x7x30x32xf32>
  %2 = rlx.pool min %x2 kernel = [3, 3] strides = [1, 1] pads = [1, 1, 1, 1]
      dilations = [1, 1] data_format = channels_last : (tensor<1x7x30x32xf32>) -> tensor<1x7x30x32xf32>
  %x3 = check.fill seed 303 : tensor<2x9x13x20xf32>
  %3 = rlx.pool min %x3 kernel = [3, 2] strides = [2, 2] pads = [1, 1, 1, 1]
      dilations = [1, 1] data_format = channels_last : (tensor<2x9x13x20xf32>) -> tensor<2x5x7x20xf32>
  %x4 = check.fill seed 304 : tensor<1x7x30x32xf32>
  %4 = rlx.pool sum %x4 kernel = [3, 3] strides = [1, 1] pads = [1, 1, 1, 1]
      dilations = [1, 1] data_format = channels_last : (tensor<1x7x30x32xf32>) -> tensor<1x7x30x32xf32>
  %x5 = check.fill seed 305 : tensor<2x9x13x20xf32>
  %5 = rlx.pool sum %x5 kernel = [3, 2] strides = [2, 2] pads = [1, 1, 1, 1]
      dilations = [1, 1] data_format = channels_last : (tensor<2x9x13x20xf32>) -> tensor<2x5x7x20xf32>
  %x6 = check.fill seed 306 : tensor<1x7x30x32xf32>
  %6 = rlx.pool prod %x6 kernel = [3, 3] strides = [1, 1] pads = [1, 1, 1, 1]
      dilations = [1, 1] data_format = channels_last : (tensor<1x7x30x32xf32>) -> tensor<1x7x30x32xf32>
  %x7 = check.fill seed 307 : tensor<2x9x13x20xf32>
  %7 = rlx.pool prod %x7 kernel = [3, 2] strides = [2, 2] pads = [1, 1, 1, 1]
      dilations = [1, 1] data_format = channels_last : (tensor<2x9x13x20xf32>) -> tensor<2x5x7x20xf32>
  %x8 = check.fill seed 308 : tensor<1x7x30x32xf32>
  %8 = rlx.pool mean %x8 kernel = [3, 3] strides = [1, 1] pads = [1, 1, 1, 1]
      dilations = [1, 1] data_format = channels_last : (tensor<1x7x30x32xf32>) -> tensor<1x7x30x32xf32>
  %x9 = check.fill seed 309 : tensor<2x9x13x20xf32>
  %9 = rlx.pool mean %x9 kernel = [3, 2] strides = [2, 2] pads = [1, 1, 1, 1]
      dilations = [1, 1] data_format = channels_last : (tensor<2x9x13x20xf32>) -> tensor<2x5x7x20xf32>
  %x10 = check.fill seed 310 : tensor<1x7x12x16xf32>
  %10 = rlx.pool mean %x10 kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1]
      dilations = [1, 1] data_format = channels_last {count_include_pad = true} : (tensor<1x7x12x16xf32>) -> tensor<1x4x6x16xf32>
  %x11 = check.fill seed 311 : tensor<1x7x7x40xf32>
  %11 = rlx.pool mean %x11 kernel = [7, 7] strides = [1, 1] pads = [0, 0, 0, 0]
      dilations = [1, 1] data_format = channels_last : (tensor<1x7x7x40xf32>) -> tensor<1x1x1x40xf32>
  %x12 = check.fill seed 312 : tensor<1x6x20x5xf32>
  %12 = rlx.pool max %x12 kernel = [2, 3] strides = [1, 2] pads = [2, 3, 1, 4]
      dilations = [2, 3] data_format = channels_last : (tensor<1x6x20x5xf32>) -> tensor<1x7x11x5xf32>
  %x13 = check.fill seed 313 : tensor<1x2x2x16xf32>
  %13 = rlx.pool mean %x13 kernel = [2, 2] strides = [1, 1] pads = [2, 2, 2, 2]
      dilations = [1, 1] data_format = channels_last : (tensor<1x2x2x16xf32>) -> tensor<1x5x5x16xf32>
  %x14 = check.fill seed 314 : tensor<1x3x40x17xf32>
  %14 = rlx.pool max %x14 kernel = [2, 9] strides = [1, 1] pads = [1, 4, 0, 4]
      dilations = [1, 2] data_format = channels_last : (tensor<1x3x40x17xf32>) -> tensor<1x3x32x17xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14
      : tensor<1x7x30x32xf32>, tensor<2x5x7x20xf32>, tensor<1x7x30x32xf32>,
        tensor<2x5x7x20xf32>, tensor<1x7x30x32xf32>, tensor<2x5x7x20xf32>,
        tensor<1x7x30x32xf32>, tensor<2x5x7x20xf32>, tensor<1x7x30x32xf32>,
        tensor<2x5x7x20xf32>, tensor<1x4x6x16xf32>, tensor<1x1x1x40xf32>,
        tensor<1x7x11x5xf32>, tensor<1x5x5x16xf32>, tensor<1x3x32x17xf32>
}

// Images of bytes and of 16-bit floats, channels last.
func.func @narrow_types_last() -> (tensor<1x5x8x20xui8>,
        tensor<2x8x11x37xui8>,
        tensor<1x?x?x20xi8>,
        tensor<1x3x6x64xi8>,
        tensor<1x7x9x20xi8>,
        tensor<1x5x8x20xbf16>,
        tensor<1x?x?x37xbf16>,
        tensor<1x?x?x20xf16>,
        tensor<1x7x10x32xf16>) {
  %x0 = check.fill seed 300 range [0.0, 255.0] edges finite : tensor<1x9x15x20xui8>
  %y0 = rlx.pool max %x0 kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x9x15x20xui8>) -> tensor<1x5x8x20xui8>
  %x1 = check.fill seed 301 range [0.0, 255.0] edges finite : tensor<2x8x11x37xui8>
  %y1 = rlx.pool min %x1 kernel = [2, 3] strides = [1, 1] pads = [1, 0, 0, 2] data_format = channels_last
      : (tensor<2x8x11x37xui8>) -> tensor<2x8x11x37xui8>
  %x2 = check.fill sizes [1, 9, 15, 20] seed 302 range [-128.0, 127.0] edges finite : tensor<1x?x?x20xi8>
  %y2 = rlx.pool max %x2 kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x?x?x20xi8>) -> tensor<1x?x?x20xi8>
  %x3 = check.fill seed 303 range [-128.0, 127.0] edges finite : tensor<1x7x12x64xi8>
  %y3 = rlx.pool min %x3 kernel = [2, 2] strides = [2, 2] pads = [0, 0, 0, 0] data_format = channels_last
      : (tensor<1x7x12x64xi8>) -> tensor<1x3x6x64xi8>
  %x4 = check.fill seed 304 range [-128.0, 127.0] edges finite : tensor<1x7x9x20xi8>
  %y4 = rlx.pool sum %x4 kernel = [3, 3] strides = [1, 1] pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x7x9x20xi8>) -> tensor<1x7x9x20xi8>
  %x5 = check.fill seed 305 : tensor<1x9x15x20xbf16>
  %y5 = rlx.pool max %x5 kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x9x15x20xbf16>) -> tensor<1x5x8x20xbf16>
  %x6 = check.fill sizes [1, 8, 11, 37] seed 306 : tensor<1x?x?x37xbf16>
  %y6 = rlx.pool mean %x6 kernel = [3, 3] strides = [1, 1] pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x?x?x37xbf16>) -> tensor<1x?x?x37xbf16>
  %x7 = check.fill sizes [1, 9, 15, 20] seed 307 : tensor<1x?x?x20xf16>
  %y7 = rlx.pool max %x7 kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] data_format = channels_last
      : (tensor<1x?x?x20xf16>) -> tensor<1x?x?x20xf16>
  %x8 = check.fill seed 308 : tensor<1x8x11x32xf16>
  %y8 = rlx.pool sum %x8 kernel = [2, 2] strides = [1, 1] pads = [0, 0, 0, 0] data_format = channels_last
      : (tensor<1x8x11x32xf16>) -> tensor<1x7x10x32xf16>
  return %y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8
      : tensor<1x5x8x20xui8>,
        tensor<2x8x11x37xui8>,
        tensor<1x?x?x20xi8>,
        tensor<1x3x6x64xi8>,
        tensor<1x7x9x20xi8>,
        tensor<1x5x8x20xbf16>,
        tensor<1x?x?x37xbf16>,
        tensor<1x?x?x20xf16>,
        tensor<1x7x10x32xf16>
}
