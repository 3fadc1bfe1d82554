// RUN: rlx-check %{sample} %s %{quick-lanes}

// Complex-step derivatives of the forward formula, in double.
func.func @literals() -> (tensor<2x4x2xf32>, tensor<4xf32>, tensor<4xf32>) {
  %x = check.literal dense<[[[0.5, -0.875], [1.125, -1.625], [-1.5, -1.25], [0.875, -1.625]], [[2.0, -0.375], [-1.75, -1.375], [1.375, 1.25], [-1.5, -0.125]]]> : tensor<2x4x2xf32>
  %dy = check.literal dense<[[[-1.375, 1.375], [-1.625, -1.125], [-0.25, -1.625], [1.125, -1.625]], [[-0.25, -1.75], [-1.0, 0.25], [1.25, -0.875], [-1.125, 0.375]]]> : tensor<2x4x2xf32>
  %g = check.literal dense<[1.0, -2.0, 0.5, 3.0]> : tensor<4xf32>
  %0:3 = rlx.group_norm_backward %x, %dy gamma %g groups = 2 eps = 0.5
      : (tensor<2x4x2xf32>, tensor<2x4x2xf32>, tensor<4xf32>) -> (tensor<2x4x2xf32>, tensor<4xf32>, tensor<4xf32>)
  %dx = check.literal dense<[[[-2.0634207725524902, -0.051677804440259933], [1.551284909248352, 0.5638138055801392], [1.2043075561523438, 0.32458826899528503], [0.9328476786613464, -2.4617435932159424]], [[0.3182067573070526, -1.001482605934143], [1.0808056592941284, -0.39752984046936035], [0.20089727640151978, -0.5062381625175476], [-1.1065856218338013, 1.411926507949829]]]> : tensor<2x4x2xf32>
  %dg = check.literal dense<[-1.8234403133392334, 0.2295796424150467, 1.0059270858764648, 3.9072067737579346]> : tensor<4xf32>
  %db = check.literal dense<[-2.0, -3.5, -1.5, -1.25]> : tensor<4xf32>
  check.expect_close %0#0, %dx : tensor<2x4x2xf32>, tensor<2x4x2xf32>
  check.expect_close %0#1, %dg : tensor<4xf32>, tensor<4xf32>
  check.expect_close %0#2, %db : tensor<4xf32>, tensor<4xf32>
  return %0#0, %0#1, %0#2 : tensor<2x4x2xf32>, tensor<4xf32>, tensor<4xf32>
}

func.func @literals_channels_last() -> (tensor<2x2x4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %x = check.literal dense<[[[0.5, -0.875, 1.125, -1.625], [-1.5, -1.25, 0.875, -1.625]], [[2.0, -0.375, -1.75, -1.375], [1.375, 1.25, -1.5, -0.125]]]> : tensor<2x2x4xf32>
  %dy = check.literal dense<[[[-1.375, 1.375, -1.625, -1.125], [-0.25, -1.625, 1.125, -1.625]], [[-0.25, -1.75, -1.0, 0.25], [1.25, -0.875, -1.125, 0.375]]]> : tensor<2x2x4xf32>
  %g = check.literal dense<[1.0, -2.0, 0.5, 3.0]> : tensor<4xf32>
  %0:3 = rlx.group_norm_backward %x, %dy gamma %g groups = 2 eps = 0.5 data_format = channels_last
      : (tensor<2x2x4xf32>, tensor<2x2x4xf32>, tensor<4xf32>) -> (tensor<2x2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  %dx = check.literal dense<[[[-0.25020548701286316, -2.4155352115631104, -0.23540808260440826, 0.18036715686321259], [-0.41569823026657104, 3.0814387798309326, 0.8790425062179565, -0.8240016102790833]], [[-0.8636255264282227, 0.5772295594215393, -0.492151141166687, 0.6619728803634644], [-0.029015086591243744, 0.3154110610485077, -0.6699084639549255, 0.5000867247581482]]]> : tensor<2x2x4xf32>
  %dg = check.literal dense<[-1.3720142841339111, 2.6913352012634277, 0.29686805605888367, 2.7884726524353027]> : tensor<4xf32>
  %db = check.literal dense<[-0.625, -2.875, -2.625, -2.125]> : tensor<4xf32>
  check.expect_close %0#0, %dx : tensor<2x2x4xf32>, tensor<2x2x4xf32>
  check.expect_close %0#1, %dg : tensor<4xf32>, tensor<4xf32>
  check.expect_close %0#2, %db : tensor<4xf32>, tensor<4xf32>
  return %0#0, %0#1, %0#2 : tensor<2x2x4xf32>, tensor<4xf32>, tensor<4xf32>
}

func.func @f32() -> (tensor<2x12x5x7xf32>, tensor<12xf32>, tensor<12xf32>) {
  %x = check.fill seed 1 : tensor<2x12x5x7xf32>
  %dy = check.fill seed 2 : tensor<2x12x5x7xf32>
  %g = check.fill seed 3 as param : tensor<12xf32>
  %0:3 = rlx.group_norm_backward %x, %dy gamma %g groups = 3 eps = 1.0e-5
      : (tensor<2x12x5x7xf32>, tensor<2x12x5x7xf32>, tensor<12xf32>) -> (tensor<2x12x5x7xf32>, tensor<12xf32>, tensor<12xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x12x5x7xf32>, tensor<12xf32>, tensor<12xf32>
}

func.func @one_group() -> (tensor<3x6x9xf32>, tensor<6xf32>, tensor<6xf32>) {
  %x = check.fill seed 4 : tensor<3x6x9xf32>
  %dy = check.fill seed 5 : tensor<3x6x9xf32>
  %g = check.fill seed 6 as param : tensor<6xf32>
  %0:3 = rlx.group_norm_backward %x, %dy gamma %g groups = 1 eps = 1.0e-5
      : (tensor<3x6x9xf32>, tensor<3x6x9xf32>, tensor<6xf32>) -> (tensor<3x6x9xf32>, tensor<6xf32>, tensor<6xf32>)
  return %0#0, %0#1, %0#2 : tensor<3x6x9xf32>, tensor<6xf32>, tensor<6xf32>
}

func.func @each_channel() -> (tensor<2x5x4x3xf32>, tensor<5xf32>, tensor<5xf32>) {
  %x = check.fill seed 7 : tensor<2x5x4x3xf32>
  %dy = check.fill seed 8 : tensor<2x5x4x3xf32>
  %g = check.fill seed 9 as param : tensor<5xf32>
  %0:3 = rlx.group_norm_backward %x, %dy gamma %g groups = 5 eps = 1.0e-5
      : (tensor<2x5x4x3xf32>, tensor<2x5x4x3xf32>, tensor<5xf32>) -> (tensor<2x5x4x3xf32>, tensor<5xf32>, tensor<5xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x5x4x3xf32>, tensor<5xf32>, tensor<5xf32>
}

func.func @no_positions() -> (tensor<3x8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %x = check.fill seed 10 : tensor<3x8xf32>
  %dy = check.fill seed 11 : tensor<3x8xf32>
  %g = check.fill seed 12 as param : tensor<8xf32>
  %0:3 = rlx.group_norm_backward %x, %dy gamma %g groups = 2 eps = 1.0e-5
      : (tensor<3x8xf32>, tensor<3x8xf32>, tensor<8xf32>) -> (tensor<3x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1, %0#2 : tensor<3x8xf32>, tensor<8xf32>, tensor<8xf32>
}

func.func @channels_last() -> (tensor<2x5x3x12xf32>, tensor<12xf32>, tensor<12xf32>) {
  %x = check.fill seed 13 : tensor<2x5x3x12xf32>
  %dy = check.fill seed 14 : tensor<2x5x3x12xf32>
  %g = check.fill seed 15 as param : tensor<12xf32>
  %0:3 = rlx.group_norm_backward %x, %dy gamma %g groups = 4 eps = 1.0e-5 data_format = channels_last
      : (tensor<2x5x3x12xf32>, tensor<2x5x3x12xf32>, tensor<12xf32>) -> (tensor<2x5x3x12xf32>, tensor<12xf32>, tensor<12xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x5x3x12xf32>, tensor<12xf32>, tensor<12xf32>
}

func.func @without_gamma() -> (tensor<2x4x3x3xf32>, tensor<4xf32>, tensor<4xf32>) {
  %x = check.fill seed 16 : tensor<2x4x3x3xf32>
  %dy = check.fill seed 17 : tensor<2x4x3x3xf32>
  %0:3 = rlx.group_norm_backward %x, %dy groups = 2 eps = 1.0e-5
      : (tensor<2x4x3x3xf32>, tensor<2x4x3x3xf32>) -> (tensor<2x4x3x3xf32>, tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x4x3x3xf32>, tensor<4xf32>, tensor<4xf32>
}

func.func @dynamic() -> (tensor<?x8x?x?xf32>, tensor<8xf32>, tensor<8xf32>) {
  %x = check.fill sizes [2, 8, 3, 5] seed 19 : tensor<?x8x?x?xf32>
  %dy = check.fill sizes [2, 8, 3, 5] seed 20 : tensor<?x8x?x?xf32>
  %g = check.fill seed 21 as param : tensor<8xf32>
  %0:3 = rlx.group_norm_backward %x, %dy gamma %g groups = 4 eps = 1.0e-5
      : (tensor<?x8x?x?xf32>, tensor<?x8x?x?xf32>, tensor<8xf32>) -> (tensor<?x8x?x?xf32>, tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x8x?x?xf32>, tensor<8xf32>, tensor<8xf32>
}

func.func @dynamic_channels() -> (tensor<?x?x?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %x = check.fill sizes [2, 6, 5] seed 22 : tensor<?x?x?xf32>
  %dy = check.fill sizes [2, 6, 5] seed 23 : tensor<?x?x?xf32>
  %0:3 = rlx.group_norm_backward %x, %dy groups = 2 eps = 1.0e-5
      : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> (tensor<?x?x?xf32>, tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x?x?xf32>, tensor<?xf32>, tensor<?xf32>
}

func.func @dynamic_channels_last() -> (tensor<?x?x?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %x = check.fill sizes [2, 5, 6] seed 25 : tensor<?x?x?xf32>
  %dy = check.fill sizes [2, 5, 6] seed 26 : tensor<?x?x?xf32>
  %g = check.fill sizes [6] seed 27 as param : tensor<?xf32>
  %0:3 = rlx.group_norm_backward %x, %dy gamma %g groups = 2 eps = 1.0e-5 data_format = channels_last
      : (tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?xf32>) -> (tensor<?x?x?xf32>, tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x?x?xf32>, tensor<?xf32>, tensor<?xf32>
}

func.func @f16() -> (tensor<2x6x4x4xf16>, tensor<6xf16>, tensor<6xf16>) {
  %x = check.fill seed 28 : tensor<2x6x4x4xf16>
  %dy = check.fill seed 29 : tensor<2x6x4x4xf16>
  %g = check.fill seed 30 as param : tensor<6xf16>
  %0:3 = rlx.group_norm_backward %x, %dy gamma %g groups = 2 eps = 1.0e-5
      : (tensor<2x6x4x4xf16>, tensor<2x6x4x4xf16>, tensor<6xf16>) -> (tensor<2x6x4x4xf16>, tensor<6xf16>, tensor<6xf16>)
  return %0#0, %0#1, %0#2 : tensor<2x6x4x4xf16>, tensor<6xf16>, tensor<6xf16>
}

func.func @bf16() -> (tensor<2x6x4x4xbf16>, tensor<6xbf16>, tensor<6xbf16>) {
  %x = check.fill seed 31 : tensor<2x6x4x4xbf16>
  %dy = check.fill seed 32 : tensor<2x6x4x4xbf16>
  %g = check.fill seed 33 as param : tensor<6xbf16>
  %0:3 = rlx.group_norm_backward %x, %dy gamma %g groups = 2 eps = 1.0e-5
      : (tensor<2x6x4x4xbf16>, tensor<2x6x4x4xbf16>, tensor<6xbf16>) -> (tensor<2x6x4x4xbf16>, tensor<6xbf16>, tensor<6xbf16>)
  return %0#0, %0#1, %0#2 : tensor<2x6x4x4xbf16>, tensor<6xbf16>, tensor<6xbf16>
}

func.func @f64() -> (tensor<2x6x4x4xf64>, tensor<6xf64>, tensor<6xf64>) {
  %x = check.fill seed 34 : tensor<2x6x4x4xf64>
  %dy = check.fill seed 35 : tensor<2x6x4x4xf64>
  %g = check.fill seed 36 as param : tensor<6xf64>
  %0:3 = rlx.group_norm_backward %x, %dy gamma %g groups = 3 eps = 1.0e-5
      : (tensor<2x6x4x4xf64>, tensor<2x6x4x4xf64>, tensor<6xf64>) -> (tensor<2x6x4x4xf64>, tensor<6xf64>, tensor<6xf64>)
  return %0#0, %0#1, %0#2 : tensor<2x6x4x4xf64>, tensor<6xf64>, tensor<6xf64>
}

func.func @no_images() -> (tensor<0x4x3xf32>, tensor<4xf32>, tensor<4xf32>) {
  %x = check.fill seed 37 : tensor<0x4x3xf32>
  %dy = check.fill seed 38 : tensor<0x4x3xf32>
  %g = check.fill seed 39 as param : tensor<4xf32>
  %0:3 = rlx.group_norm_backward %x, %dy gamma %g groups = 2 eps = 1.0e-5
      : (tensor<0x4x3xf32>, tensor<0x4x3xf32>, tensor<4xf32>) -> (tensor<0x4x3xf32>, tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1, %0#2 : tensor<0x4x3xf32>, tensor<4xf32>, tensor<4xf32>
}

// Deviations far smaller than the values.
func.func @large_offset() -> (tensor<2x8x5x5xf32>, tensor<8xf32>, tensor<8xf32>) {
  %x = check.fill seed 40 range [999.0, 1001.0] : tensor<2x8x5x5xf32>
  %dy = check.fill seed 41 : tensor<2x8x5x5xf32>
  %g = check.fill seed 42 as param : tensor<8xf32>
  %0:3 = rlx.group_norm_backward %x, %dy gamma %g groups = 2 eps = 1.0e-5
      : (tensor<2x8x5x5xf32>, tensor<2x8x5x5xf32>, tensor<8xf32>) -> (tensor<2x8x5x5xf32>, tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x8x5x5xf32>, tensor<8xf32>, tensor<8xf32>
}
