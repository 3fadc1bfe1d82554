// RUN: rlx-check %s
// RUN: %if avx512 %{ rlx-check --lane=reference,cpu --cpu=x86-64-v4 %s %}
// RUN: %if avx2 %{ rlx-check --lane=reference,cpu --cpu=x86-64-v3 %s %}

// Depthwise convolutions of 8-bit integers with weights. All of them are exact.

// By hand: the zero point is 5, so the image is [0, 1], [2, -5]. The filters are [1, 2, 3] and [-1,
// 0, 1].
func.func @literals() -> tensor<1x1x2x2xi32> {
  %x = check.literal dense<[[[[5, 6], [7, 0]]]]> : tensor<1x1x2x2xui8>
  %w = check.literal dense<[[1, 2], [2, 3], [3, 4]]> : tensor<3x2xi8>
  %zx = check.literal dense<5> : tensor<ui8>
  %zw = check.literal dense<[0, 3]> : tensor<2xi8>
  %0 = rlx.depthwise_conv_integer %x, %w input_zero_point %zx filter_zero_point %zw
      {kernel_shape = array<i64: 1, 3>, strides = array<i64: 1, 1>, pads = array<i64: 0, 1, 0, 1>,
       dilations = array<i64: 1, 1>}
      : (tensor<1x1x2x2xui8>, tensor<3x2xi8>, tensor<ui8>, tensor<2xi8>) -> tensor<1x1x2x2xi32>
  %e = check.literal dense<[[[[6, -5], [4, -1]]]]> : tensor<1x1x2x2xi32>
  check.expect_eq %0, %e : tensor<1x1x2x2xi32>, tensor<1x1x2x2xi32>
  return %0 : tensor<1x1x2x2xi32>
}

// Depthwise.
func.func @windows() -> (tensor<1x9x15x20xi32>,
        tensor<2x4x6x37xi32>,
        tensor<1x6x9x64xi32>,
        tensor<1x?x?x16xi32>,
        tensor<1x7x40x24xi32>,
        tensor<1x9x15x20xui8>,
        tensor<1x?x?x32xi8>) {
  %x0 = check.fill seed 901 range [0.0, 255.0] edges finite : tensor<1x9x15x20xui8>
  %w0 = check.fill seed 902 range [-128.0, 127.0] edges finite as param : tensor<20x1x3x3xi8>
  %zx0 = check.literal dense<120> : tensor<ui8>
  %y0 = rlx.conv_integer %x0, %w0 input_zero_point %zx0 pads = [1, 1, 1, 1] groups = 20 data_format = channels_last
      : (tensor<1x9x15x20xui8>, tensor<20x1x3x3xi8>, tensor<ui8>) -> tensor<1x9x15x20xi32>
  %x1 = check.fill seed 903 range [-128.0, 127.0] edges finite : tensor<2x8x11x37xi8>
  %w1 = check.fill seed 904 range [-128.0, 127.0] edges finite as param : tensor<37x1x5x3xi8>
  %zx1 = rlx.constant dense<-128> : tensor<i8>
  %zw1 = check.fill seed 905 range [-128.0, 127.0] as param : tensor<37xi8>
  %y1 = rlx.conv_integer %x1, %w1 input_zero_point %zx1 filter_zero_point %zw1 strides = [2, 2] pads = [2, 1, 2, 1] groups = 37 data_format = channels_last
      : (tensor<2x8x11x37xi8>, tensor<37x1x5x3xi8>, tensor<i8>, tensor<37xi8>) -> tensor<2x4x6x37xi32>
  %x2 = check.fill seed 906 range [0.0, 255.0] edges finite : tensor<1x8x11x64xui8>
  %w2 = check.fill seed 907 range [0.0, 255.0] edges finite as param : tensor<64x1x3x3xui8>
  %zw2 = check.literal dense<255> : tensor<ui8> as param
  %y2 = rlx.conv_integer %x2, %w2 filter_zero_point %zw2 groups = 64 data_format = channels_last
      : (tensor<1x8x11x64xui8>, tensor<64x1x3x3xui8>, tensor<ui8>) -> tensor<1x6x9x64xi32>
  %x3 = check.fill sizes [1, 7, 12, 16] seed 908 range [-128.0, 127.0] edges finite : tensor<1x?x?x16xi8>
  %w3 = check.fill seed 909 range [0.0, 255.0] edges finite as param : tensor<16x1x3x3xui8>
  %y3 = rlx.conv_integer %x3, %w3 pads = [2, 2, 2, 2] dilations = [2, 2] groups = 16 data_format = channels_last
      : (tensor<1x?x?x16xi8>, tensor<16x1x3x3xui8>) -> tensor<1x?x?x16xi32>
  %x4 = check.fill seed 910 range [0.0, 255.0] edges finite : tensor<1x7x40x24xui8>
  %w4 = check.fill seed 911 range [-128.0, 127.0] edges finite as param : tensor<24x1x7x5xi8>
  %zx4 = check.literal dense<255> : tensor<ui8> as param
  %y4 = rlx.conv_integer %x4, %w4 input_zero_point %zx4 pads = [3, 2, 3, 2] groups = 24 data_format = channels_last
      : (tensor<1x7x40x24xui8>, tensor<24x1x7x5xi8>, tensor<ui8>) -> tensor<1x7x40x24xi32>
  %x5 = check.fill seed 912 range [0.0, 255.0] edges finite : tensor<1x9x15x20xui8>
  %w5 = check.fill seed 913 range [-128.0, 127.0] edges finite as param : tensor<20x1x3x3xi8>
  %b5 = check.fill seed 914 range [-30000.0, 30000.0] as param : tensor<20xi32>
  %zx5 = rlx.constant dense<120> : tensor<ui8>
  %m5 = check.fill seed 915 range [0.0001, 0.001] as param : tensor<20xf32>
  %zr5 = rlx.constant dense<3> : tensor<ui8>
  %y5 = rlx.q_conv %x5, %w5 bias %b5 input_zero_point %zx5 multiplier %m5 result_zero_point %zr5 to ui8 pads = [1, 1, 1, 1] groups = 20 data_format = channels_last
      : (tensor<1x9x15x20xui8>, tensor<20x1x3x3xi8>, tensor<20xi32>, tensor<ui8>, tensor<20xf32>, tensor<ui8>) -> tensor<1x9x15x20xui8>
  %x6 = check.fill sizes [1, 9, 15, 32] seed 916 range [-128.0, 127.0] edges finite : tensor<1x?x?x32xi8>
  %w6 = check.fill seed 917 range [-128.0, 127.0] edges finite as param : tensor<32x1x3x3xi8>
  %b6 = check.fill seed 918 range [-30000.0, 30000.0] as param : tensor<32xi32>
  %zx6 = check.literal dense<-5> : tensor<i8>
  %m6 = rlx.constant dense<0.0005> : tensor<f32>
  %zr6 = rlx.constant dense<3> : tensor<i8>
  %y6 = rlx.q_conv %x6, %w6 bias %b6 input_zero_point %zx6 multiplier %m6 result_zero_point %zr6 to i8 strides = [2, 2] pads = [1, 1, 1, 1] groups = 32 data_format = channels_last
      : (tensor<1x?x?x32xi8>, tensor<32x1x3x3xi8>, tensor<32xi32>, tensor<i8>, tensor<f32>, tensor<i8>) -> tensor<1x?x?x32xi8>
  return %y0, %y1, %y2, %y3, %y4, %y5, %y6
      : tensor<1x9x15x20xi32>,
        tensor<2x4x6x37xi32>,
        tensor<1x6x9x64xi32>,
        tensor<1x?x?x16xi32>,
        tensor<1x7x40x24xi32>,
        tensor<1x9x15x20xui8>,
        tensor<1x?x?x32xi8>
}

// So many terms that f32 cannot represent their sums.
func.func @many_products() -> (tensor<1x4x4x4xi32>) {
  %x0 = check.fill seed 919 range [0.0, 255.0] edges finite : tensor<1x20x20x4xui8>
  %w0 = check.fill seed 920 range [0.0, 255.0] edges finite as param : tensor<4x1x17x17xui8>
  %y0 = rlx.conv_integer %x0, %w0 groups = 4 data_format = channels_last
      : (tensor<1x20x20x4xui8>, tensor<4x1x17x17xui8>) -> tensor<1x4x4x4xi32>
  return %y0
      : tensor<1x4x4x4xi32>
}
