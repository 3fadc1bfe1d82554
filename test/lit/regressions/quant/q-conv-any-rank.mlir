// A quantized convolution of images that are not 2-D computed nothing, without an error. By hand:
// sums of 2 and 8 adjacent elements, minus the zero point 1, halved.
// RUN: rlx-check %s

func.func @one() -> tensor<2x1x2xi8> {
  %x = check.literal dense<[[[2, 4, 6]], [[1, -3, 5]]]> : tensor<2x1x3xi8>
  %w = check.literal dense<1> : tensor<1x1x2xi8>
  %z = check.literal dense<1> : tensor<i8>
  %m = check.literal dense<0.5> : tensor<f32>
  %0 = rlx.q_conv %x, %w input_zero_point %z multiplier %m to i8
      : (tensor<2x1x3xi8>, tensor<1x1x2xi8>, tensor<i8>, tensor<f32>) -> tensor<2x1x2xi8>
  %e = check.literal dense<[[[2, 4]], [[-2, 0]]]> : tensor<2x1x2xi8>
  check.expect_eq %0, %e : tensor<2x1x2xi8>, tensor<2x1x2xi8>
  return %0 : tensor<2x1x2xi8>
}

func.func @three() -> tensor<1x1x1x1x2xi8> {
  %x = check.literal dense<[[[[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 13]]]]]> : tensor<1x1x2x2x3xi8>
  %w = check.literal dense<1> : tensor<1x1x2x2x2xi8>
  %z = check.literal dense<1> : tensor<i8>
  %m = check.literal dense<0.5> : tensor<f32>
  %0 = rlx.q_conv %x, %w input_zero_point %z multiplier %m to i8
      : (tensor<1x1x2x2x3xi8>, tensor<1x1x2x2x2xi8>, tensor<i8>, tensor<f32>) -> tensor<1x1x1x1x2xi8>
  // 48 - 8 = 40 and 57 - 8 = 49: 24.5 rounds to the even 24.
  %e = check.literal dense<[[[[[20, 24]]]]]> : tensor<1x1x1x1x2xi8>
  check.expect_eq %0, %e : tensor<1x1x1x1x2xi8>, tensor<1x1x1x1x2xi8>
  return %0 : tensor<1x1x1x1x2xi8>
}
