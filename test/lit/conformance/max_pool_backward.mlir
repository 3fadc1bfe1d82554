// RUN: rlx-check %s

// By hand: the first of equal maxima gets the gradient. Overlapping windows add up.
func.func @literals() -> tensor<1x2x5xf32> {
  %x = check.literal dense<[[[3.0, 3.0, 1.0, 3.0, 3.0], [-1.0, -2.0, -1.0, -2.0, -3.0]]]> : tensor<1x2x5xf32>
  %dy = check.literal dense<[[[1.0, 10.0, 100.0], [1.0, 10.0, 100.0]]]> : tensor<1x2x3xf32>
  %0 = rlx.max_pool_backward %x, %dy kernel = [3] : (tensor<1x2x5xf32>, tensor<1x2x3xf32>) -> tensor<1x2x5xf32>
  %e = check.literal dense<[[[1.0, 10.0, 0.0, 100.0, 0.0], [1.0, 0.0, 110.0, 0.0, 0.0]]]> : tensor<1x2x5xf32>
  check.expect_eq %0, %e : tensor<1x2x5xf32>, tensor<1x2x5xf32>
  return %0 : tensor<1x2x5xf32>
}

// By hand: 2x2 windows of equal elements: the first in row-major order wins. Padding never wins.
func.func @literals_2d() -> tensor<1x1x3x3xf64> {
  %x = check.literal dense<-5.0> : tensor<1x1x3x3xf64>
  %dy = check.literal dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf64>
  %0 = rlx.max_pool_backward %x, %dy kernel = [2, 2] strides = [2, 2] pads = [1, 0, 0, 1]
      : (tensor<1x1x3x3xf64>, tensor<1x1x2x2xf64>) -> tensor<1x1x3x3xf64>
  %e = check.literal dense<[[[[1.0, 0.0, 2.0], [3.0, 0.0, 4.0], [0.0, 0.0, 0.0]]]]> : tensor<1x1x3x3xf64>
  check.expect_eq %0, %e : tensor<1x1x3x3xf64>, tensor<1x1x3x3xf64>
  return %0 : tensor<1x1x3x3xf64>
}

// By hand: the first NaN gets the gradient; -inf is a maximum; a window of padding has none.
func.func @specials() -> (tensor<1x1x6xf32>, tensor<1x1x1xf32>) {
  %x = check.literal dense<[[[1.0, 0x7FC00000, 0x7FC00000, 0xFF800000, 0xFF800000, 0xFF800000]]]> : tensor<1x1x6xf32>
  %dy = check.literal dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>
  %0 = rlx.max_pool_backward %x, %dy kernel = [3] strides = [3] : (tensor<1x1x6xf32>, tensor<1x1x2xf32>) -> tensor<1x1x6xf32>
  %e = check.literal dense<[[[0.0, 1.0, 0.0, 2.0, 0.0, 0.0]]]> : tensor<1x1x6xf32>
  check.expect_eq %0, %e : tensor<1x1x6xf32>, tensor<1x1x6xf32>
  %y = check.literal dense<[[[2.0]]]> : tensor<1x1x1xf32>
  %dz = check.literal dense<[[[1.0, 2.0, 3.0]]]> : tensor<1x1x3xf32>
  %1 = rlx.max_pool_backward %y, %dz kernel = [1] pads = [1, 1] : (tensor<1x1x1xf32>, tensor<1x1x3xf32>) -> tensor<1x1x1xf32>
  %f = check.literal dense<[[[2.0]]]> : tensor<1x1x1xf32>
  check.expect_eq %1, %f : tensor<1x1x1xf32>, tensor<1x1x1xf32>
  return %0, %1 : tensor<1x1x6xf32>, tensor<1x1x1xf32>
}

func.func @batch_2d() -> tensor<3x5x9x8xf32> {
  %x = check.fill seed 1 : tensor<3x5x9x8xf32>
  %dy = check.fill seed 2 : tensor<3x5x5x4xf32>
  %0 = rlx.max_pool_backward %x, %dy kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1]
      : (tensor<3x5x9x8xf32>, tensor<3x5x5x4xf32>) -> tensor<3x5x9x8xf32>
  return %0 : tensor<3x5x9x8xf32>
}

func.func @dynamic_ceil() -> tensor<?x?x?x?xf32> {
  %x = check.fill sizes [2, 5, 10, 7] seed 3 edges all : tensor<?x?x?x?xf32>
  %dy = check.fill sizes [2, 5, 5, 3] seed 4 : tensor<?x?x?x?xf32>
  %0 = rlx.max_pool_backward %x, %dy kernel = [3, 3] strides = [2, 3] {ceil_mode = true}
      : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// By hand: the only window is larger than the image.
func.func @ceil_small() -> tensor<1x1x2xf32> {
  %x = check.literal dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>
  %dy = check.literal dense<6.0> : tensor<1x1x1xf32>
  %0 = rlx.max_pool_backward %x, %dy kernel = [3] strides = [2] {ceil_mode = true}
      : (tensor<1x1x2xf32>, tensor<1x1x1xf32>) -> tensor<1x1x2xf32>
  %e = check.literal dense<[[[0.0, 6.0]]]> : tensor<1x1x2xf32>
  check.expect_eq %0, %e : tensor<1x1x2xf32>, tensor<1x1x2xf32>
  return %0 : tensor<1x1x2xf32>
}

// Few distinct values: many equal maxima.
func.func @ties() -> tensor<2x3x7x9xf32> {
  %i = check.fill seed 5 range [0.0, 3.0] : tensor<2x3x7x9xi8>
  %x = rlx.cast %i to f32 : (tensor<2x3x7x9xi8>) -> tensor<2x3x7x9xf32>
  %dy = check.fill seed 6 : tensor<2x3x6x7xf32>
  %0 = rlx.max_pool_backward %x, %dy kernel = [2, 3] : (tensor<2x3x7x9xf32>, tensor<2x3x6x7xf32>) -> tensor<2x3x7x9xf32>
  return %0 : tensor<2x3x7x9xf32>
}

func.func @dilated_last_f16() -> tensor<2x7x9x3xf16> {
  %x = check.fill seed 7 : tensor<2x7x9x3xf16>
  %dy = check.fill seed 8 : tensor<2x5x5x3xf16>
  %0 = rlx.max_pool_backward %x, %dy kernel = [2, 3] pads = [0, 1, 0, 1] dilations = [2, 3] data_format = channels_last
      : (tensor<2x7x9x3xf16>, tensor<2x5x5x3xf16>) -> tensor<2x7x9x3xf16>
  return %0 : tensor<2x7x9x3xf16>
}

func.func @bf16_1d() -> tensor<2x3x11xbf16> {
  %x = check.fill seed 9 : tensor<2x3x11xbf16>
  %dy = check.fill seed 10 : tensor<2x3x10xbf16>
  %0 = rlx.max_pool_backward %x, %dy kernel = [4] pads = [1, 1] : (tensor<2x3x11xbf16>, tensor<2x3x10xbf16>) -> tensor<2x3x11xbf16>
  return %0 : tensor<2x3x11xbf16>
}

func.func @f64_3d() -> tensor<2x2x4x5x6xf64> {
  %x = check.fill seed 11 : tensor<2x2x4x5x6xf64>
  %dy = check.fill seed 12 : tensor<2x2x2x3x4xf64>
  %0 = rlx.max_pool_backward %x, %dy kernel = [3, 3, 3] : (tensor<2x2x4x5x6xf64>, tensor<2x2x2x3x4xf64>) -> tensor<2x2x4x5x6xf64>
  return %0 : tensor<2x2x4x5x6xf64>
}

func.func @empty() -> tensor<?x3x4xf32> {
  %x = check.fill sizes [0, 3, 4] seed 13 : tensor<?x3x4xf32>
  %dy = check.fill sizes [0, 3, 2] seed 14 : tensor<?x3x2xf32>
  %0 = rlx.max_pool_backward %x, %dy kernel = [2] strides = [2] : (tensor<?x3x4xf32>, tensor<?x3x2xf32>) -> tensor<?x3x4xf32>
  return %0 : tensor<?x3x4xf32>
}

// More iterations than a device may allow a loop.
func.func @many_images() -> tensor<?x16x64x?xf16> {
  %x = check.fill sizes [3, 16, 64, 40] seed 15 : tensor<?x16x64x?xf16>
  %dy = check.fill sizes [3, 16, 64, 20] seed 16 : tensor<?x16x64x?xf16>
  %0 = rlx.max_pool_backward %x, %dy kernel = [1, 1] strides = [1, 2]
      : (tensor<?x16x64x?xf16>, tensor<?x16x64x?xf16>) -> tensor<?x16x64x?xf16>
  return %0 : tensor<?x16x64x?xf16>
}
