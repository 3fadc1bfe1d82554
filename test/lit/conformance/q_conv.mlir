// RUN: rlx-check %s

// By hand: image 1 to 9 after its zero point 10, filter of ones, bias 1, halved. The sums with
// padding are 2, 4, 6, 4; 6, 13, 17, 10; 12, 25, 29, 16; 8, 16, 18, 10. Halves round to even, or
// away from zero.
func.func @literals() -> (tensor<1x1x4x4xi8>, tensor<1x1x4x4xui8>) {
  %x = check.literal dense<[[[[11, 12, 13], [14, 15, 16], [17, 18, 19]]]]> : tensor<1x1x3x3xi8>
  %w = check.literal dense<1> : tensor<1x1x2x2xi8>
  %b = check.literal dense<1> : tensor<1xi32>
  %z = check.literal dense<10> : tensor<i8>
  %m = check.literal dense<0.5> : tensor<f32>
  %0 = rlx.q_conv %x, %w bias %b input_zero_point %z multiplier %m to i8 pads = [1, 1, 1, 1]
      : (tensor<1x1x3x3xi8>, tensor<1x1x2x2xi8>, tensor<1xi32>, tensor<i8>, tensor<f32>) -> tensor<1x1x4x4xi8>
  %e0 = check.literal dense<[[[[1, 2, 3, 2], [3, 6, 8, 5], [6, 12, 14, 8], [4, 8, 9, 5]]]]> : tensor<1x1x4x4xi8>
  check.expect_eq %0, %e0 : tensor<1x1x4x4xi8>, tensor<1x1x4x4xi8>
  %zr = check.literal dense<245> : tensor<ui8>
  %1 = rlx.q_conv %x, %w bias %b input_zero_point %z multiplier %m result_zero_point %zr to ui8 rounding = half_away_from_zero pads = [1, 1, 1, 1]
      : (tensor<1x1x3x3xi8>, tensor<1x1x2x2xi8>, tensor<1xi32>, tensor<i8>, tensor<f32>, tensor<ui8>) -> tensor<1x1x4x4xui8>
  %e1 = check.literal dense<[[[[246, 247, 248, 247], [248, 252, 254, 250], [251, 255, 255, 253], [249, 253, 254, 250]]]]> : tensor<1x1x4x4xui8>
  check.expect_eq %1, %e1 : tensor<1x1x4x4xui8>, tensor<1x1x4x4xui8>
  return %0, %1 : tensor<1x1x4x4xi8>, tensor<1x1x4x4xui8>
}

// By hand: one multiplier and one bias per output channel; a depthwise convolution.
func.func @channels() -> tensor<1x2x2xi8> {
  %x = check.literal dense<[[[1, 2, 3], [4, 5, 6]]]> : tensor<1x2x3xi8>
  %w = check.literal dense<[[[1, 1]], [[1, -1]]]> : tensor<2x1x2xi8>
  %b = check.literal dense<[-1, 3]> : tensor<2xi32>
  %m = check.literal dense<[10.0, 100.0]> : tensor<2xf32>
  %0 = rlx.q_conv %x, %w bias %b multiplier %m to i8 groups = 2
      : (tensor<1x2x3xi8>, tensor<2x1x2xi8>, tensor<2xi32>, tensor<2xf32>) -> tensor<1x2x2xi8>
  %e = check.literal dense<[[[20, 40], [127, 127]]]> : tensor<1x2x2xi8>
  check.expect_eq %0, %e : tensor<1x2x2xi8>, tensor<1x2x2xi8>
  return %0 : tensor<1x2x2xi8>
}

func.func @dynamic_image() -> tensor<?x16x?x?xui8> {
  %x = check.fill sizes [2, 3, 11, 7] seed 1 range [0.0, 255.0] : tensor<?x3x?x?xui8>
  %w = check.fill seed 2 range [-128.0, 127.0] as param : tensor<16x3x3x2xi8>
  %b = check.fill seed 3 range [-9000.0, 9000.0] as param : tensor<16xi32>
  %zx = check.literal dense<200> : tensor<ui8>
  %zw = check.fill seed 4 range [-128.0, 127.0] as param : tensor<16xi8>
  %m = check.fill seed 5 range [0.0005, 0.002] as param : tensor<16xf32>
  %zr = check.literal dense<100> : tensor<ui8>
  %0 = rlx.q_conv %x, %w bias %b input_zero_point %zx filter_zero_point %zw multiplier %m result_zero_point %zr to ui8 strides = [2, 1] pads = [1, 0, 0, 2]
      : (tensor<?x3x?x?xui8>, tensor<16x3x3x2xi8>, tensor<16xi32>, tensor<ui8>, tensor<16xi8>, tensor<16xf32>, tensor<ui8>) -> tensor<?x16x?x?xui8>
  return %0 : tensor<?x16x?x?xui8>
}

func.func @forms() -> (tensor<2x5x9xi8>, tensor<2x2x3x6x6xi8>) {
  %x = check.fill seed 6 range [-128.0, 127.0] : tensor<2x4x8xi8>
  %w = check.fill seed 7 range [-128.0, 127.0] as param : tensor<5x4x3xi8>
  %m = check.literal dense<0.001> : tensor<f32>
  %0 = rlx.q_conv %x, %w multiplier %m to i8 pads = [1, 2] : (tensor<2x4x8xi8>, tensor<5x4x3xi8>, tensor<f32>) -> tensor<2x5x9xi8>
  %y = check.fill seed 8 range [0.0, 255.0] : tensor<2x4x5x6x4xui8>
  %v = check.fill seed 9 range [0.0, 255.0] as param : tensor<6x2x2x2x1xui8>
  %zy = check.literal dense<7> : tensor<ui8>
  %zv = check.fill seed 10 range [0.0, 255.0] as param : tensor<6xui8>
  %b = check.fill seed 11 range [-9000.0, 9000.0] as param : tensor<6xi32>
  %n = check.fill seed 12 range [0.0005, 0.002] as param : tensor<6xf32>
  %1 = rlx.q_conv %y, %v bias %b input_zero_point %zy filter_zero_point %zv multiplier %n to i8 dilations = [2, 2, 1] groups = 2 data_format = channels_last
      : (tensor<2x4x5x6x4xui8>, tensor<6x2x2x2x1xui8>, tensor<6xi32>, tensor<ui8>, tensor<6xui8>, tensor<6xf32>) -> tensor<2x2x3x6x6xi8>
  return %0, %1 : tensor<2x5x9xi8>, tensor<2x2x3x6x6xi8>
}

func.func @empty() -> tensor<0x4x2x2xi8> {
  %x = check.fill seed 13 : tensor<0x3x4x4xi8>
  %w = check.fill seed 14 as param : tensor<4x3x3x3xi8>
  %m = check.literal dense<0.5> : tensor<f32>
  %0 = rlx.q_conv %x, %w multiplier %m to i8 : (tensor<0x3x4x4xi8>, tensor<4x3x3x3xi8>, tensor<f32>) -> tensor<0x4x2x2xi8>
  return %0 : tensor<0x4x2x2xi8>
}
