// RUN: rlx-check %s

// By hand: the zero point is 1, so that the image is 1 to 9; ONNX's ConvInteger, without and with
// padding, which counts as 0.
func.func @literals() -> (tensor<1x1x2x2xi32>, tensor<1x1x4x4xi32>) {
  %x = check.literal dense<[[[[2, 3, 4], [5, 6, 7], [8, 9, 10]]]]> : tensor<1x1x3x3xui8>
  %w = check.literal dense<1> : tensor<1x1x2x2xui8>
  %z = check.literal dense<1> : tensor<ui8>
  %0 = rlx.conv_integer %x, %w input_zero_point %z
      : (tensor<1x1x3x3xui8>, tensor<1x1x2x2xui8>, tensor<ui8>) -> tensor<1x1x2x2xi32>
  %e0 = check.literal dense<[[[[12, 16], [24, 28]]]]> : tensor<1x1x2x2xi32>
  check.expect_eq %0, %e0 : tensor<1x1x2x2xi32>, tensor<1x1x2x2xi32>
  %1 = rlx.conv_integer %x, %w input_zero_point %z pads = [1, 1, 1, 1]
      : (tensor<1x1x3x3xui8>, tensor<1x1x2x2xui8>, tensor<ui8>) -> tensor<1x1x4x4xi32>
  %e1 = check.literal dense<[[[[1, 3, 5, 3], [5, 12, 16, 9], [11, 24, 28, 15], [7, 15, 17, 9]]]]> : tensor<1x1x4x4xi32>
  check.expect_eq %1, %e1 : tensor<1x1x4x4xi32>, tensor<1x1x4x4xi32>
  return %0, %1 : tensor<1x1x2x2xi32>, tensor<1x1x4x4xi32>
}

// By hand: groups, dilation, and a zero point per filter, which does not apply to padding.
func.func @groups() -> tensor<1x2x3xi32> {
  %x = check.literal dense<[[[100, 1, 2], [-128, 4, 5]]]> : tensor<1x2x3xi8>
  %w = check.literal dense<[[[2, 1]], [[1, -1]]]> : tensor<2x1x2xi8>
  %z = check.literal dense<[1, -1]> : tensor<2xi8>
  %0 = rlx.conv_integer %x, %w filter_zero_point %z pads = [1, 1] dilations = [2] groups = 2
      : (tensor<1x2x3xi8>, tensor<2x1x2xi8>, tensor<2xi8>) -> tensor<1x2x3xi32>
  // Filters minus zero point: [1, 0] and [2, 0]. The first tap reads x[i - 1].
  %e = check.literal dense<[[[0, 100, 1], [0, -256, 8]]]> : tensor<1x2x3xi32>
  check.expect_eq %0, %e : tensor<1x2x3xi32>, tensor<1x2x3xi32>
  return %0 : tensor<1x2x3xi32>
}

func.func @dynamic_image() -> tensor<?x16x?x?xi32> {
  %x = check.fill sizes [2, 3, 11, 7] seed 1 range [0.0, 255.0] : tensor<?x3x?x?xui8>
  %w = check.fill seed 2 range [-128.0, 127.0] as param : tensor<16x3x3x2xi8>
  %zx = check.literal dense<200> : tensor<ui8>
  %zw = check.fill seed 3 range [-128.0, 127.0] as param : tensor<16xi8>
  %0 = rlx.conv_integer %x, %w input_zero_point %zx filter_zero_point %zw strides = [2, 1] pads = [1, 0, 0, 2]
      : (tensor<?x3x?x?xui8>, tensor<16x3x3x2xi8>, tensor<ui8>, tensor<16xi8>) -> tensor<?x16x?x?xi32>
  return %0 : tensor<?x16x?x?xi32>
}

// One and three spatial dimensions, channels last, grouped with a zero point per filter.
func.func @forms() -> (tensor<2x5x9xi32>, tensor<2x4x5x6x6xi32>) {
  %x = check.fill seed 4 range [-128.0, 127.0] : tensor<2x4x8xi8>
  %w = check.fill seed 5 range [-128.0, 127.0] as param : tensor<5x4x3xi8>
  %zw = check.literal dense<-3> : tensor<i8>
  %0 = rlx.conv_integer %x, %w filter_zero_point %zw pads = [1, 2] : (tensor<2x4x8xi8>, tensor<5x4x3xi8>, tensor<i8>) -> tensor<2x5x9xi32>
  %y = check.fill seed 6 range [0.0, 255.0] : tensor<2x4x5x6x4xui8>
  %v = check.fill seed 7 range [0.0, 255.0] as param : tensor<6x2x3x3x1xui8>
  %zy = check.literal dense<7> : tensor<ui8>
  %zv = check.fill seed 8 range [0.0, 255.0] as param : tensor<6xui8>
  %1 = rlx.conv_integer %y, %v input_zero_point %zy filter_zero_point %zv pads = [1, 1, 0, 1, 1, 0] groups = 2 data_format = channels_last
      : (tensor<2x4x5x6x4xui8>, tensor<6x2x3x3x1xui8>, tensor<ui8>, tensor<6xui8>) -> tensor<2x4x5x6x6xi32>
  return %0, %1 : tensor<2x5x9xi32>, tensor<2x4x5x6x6xi32>
}

func.func @empty() -> tensor<0x4x2x2xi32> {
  %x = check.fill seed 9 : tensor<0x3x4x4xi8>
  %w = check.fill seed 10 as param : tensor<4x3x3x3xi8>
  %0 = rlx.conv_integer %x, %w : (tensor<0x3x4x4xi8>, tensor<4x3x3x3xi8>) -> tensor<0x4x2x2xi32>
  return %0 : tensor<0x4x2x2xi32>
}
