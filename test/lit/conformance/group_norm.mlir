// RUN: rlx-check %s %{quick-lanes}

// By hand: two groups of two channels, mean 3 and variance 3.5, then mean 2 and variance 4.
func.func @literals() -> tensor<1x4x2xf32> {
  %x = check.literal dense<[[[1.0, 2.0], [3.0, 6.0], [0.0, 0.0], [4.0, 4.0]]]> : tensor<1x4x2xf32>
  %g = check.literal dense<[1.0, 2.0, 1.0, -1.0]> : tensor<4xf32>
  %b = check.literal dense<[0.0, 1.0, 0.0, 0.5]> : tensor<4xf32>
  %0 = rlx.group_norm %x gamma %g beta %b groups = 2 eps = 0.5
      : (tensor<1x4x2xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4x2xf32>
  %e = check.literal dense<[[[-1.0, -0.5], [1.0, 4.0], [-0.942808985710144, -0.942808985710144],
                             [-0.44280898571014404, -0.44280898571014404]]]> : tensor<1x4x2xf32>
  check.expect_close %0, %e {ulp = 8} : tensor<1x4x2xf32>, tensor<1x4x2xf32>
  return %0 : tensor<1x4x2xf32>
}

func.func @batch() -> tensor<3x8x5x7xf32> {
  %x = check.fill seed 1 : tensor<3x8x5x7xf32>
  %g = check.fill seed 2 as param : tensor<8xf32>
  %b = check.fill seed 3 as param : tensor<8xf32>
  %0 = rlx.group_norm %x gamma %g beta %b groups = 4 eps = 1.0e-5
      : (tensor<3x8x5x7xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<3x8x5x7xf32>
  return %0 : tensor<3x8x5x7xf32>
}

func.func @channels_last() -> tensor<2x5x7x6xf32> {
  %x = check.fill seed 4 : tensor<2x5x7x6xf32>
  %g = check.fill seed 5 as param : tensor<6xf32>
  %b = check.fill seed 6 as param : tensor<6xf32>
  %0 = rlx.group_norm %x gamma %g beta %b groups = 3 eps = 1.0e-5 data_format = channels_last
      : (tensor<2x5x7x6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<2x5x7x6xf32>
  return %0 : tensor<2x5x7x6xf32>
}

// One group is layer normalization over an image. One group per channel is instance normalization.
func.func @extremes() -> (tensor<2x6x9xf32>, tensor<2x6x9xf32>) {
  %x = check.fill seed 7 range [9.0, 11.0] : tensor<2x6x9xf32>
  %one = rlx.group_norm %x groups = 1 eps = 1.0e-5 : (tensor<2x6x9xf32>) -> tensor<2x6x9xf32>
  %layer = rlx.layer_norm %x axis = 1 eps = 1.0e-5 : (tensor<2x6x9xf32>) -> tensor<2x6x9xf32>
  check.expect_close %one, %layer : tensor<2x6x9xf32>, tensor<2x6x9xf32>
  %all = rlx.group_norm %x groups = 6 eps = 1.0e-5 : (tensor<2x6x9xf32>) -> tensor<2x6x9xf32>
  %instance = rlx.layer_norm %x axis = 2 eps = 1.0e-5 : (tensor<2x6x9xf32>) -> tensor<2x6x9xf32>
  check.expect_close %all, %instance : tensor<2x6x9xf32>, tensor<2x6x9xf32>
  return %one, %all : tensor<2x6x9xf32>, tensor<2x6x9xf32>
}

func.func @dynamic() -> tensor<?x8x?x?xf32> {
  %x = check.fill sizes [2, 8, 3, 5] seed 8 : tensor<?x8x?x?xf32>
  %g = check.fill seed 9 as param : tensor<8xf32>
  %0 = rlx.group_norm %x gamma %g groups = 2 eps = 1.0e-5
      : (tensor<?x8x?x?xf32>, tensor<8xf32>) -> tensor<?x8x?x?xf32>
  return %0 : tensor<?x8x?x?xf32>
}

func.func @dynamic_channels() -> tensor<2x?x4xf32> {
  %x = check.fill sizes [2, 6, 4] seed 10 : tensor<2x?x4xf32>
  %b = check.fill sizes [6] seed 11 : tensor<?xf32>
  %0 = rlx.group_norm %x beta %b groups = 3 eps = 1.0e-5
      : (tensor<2x?x4xf32>, tensor<?xf32>) -> tensor<2x?x4xf32>
  return %0 : tensor<2x?x4xf32>
}

func.func @rank_2() -> tensor<3x8xf64> {
  %x = check.fill seed 12 : tensor<3x8xf64>
  %0 = rlx.group_norm %x groups = 2 eps = 1.0e-5 : (tensor<3x8xf64>) -> tensor<3x8xf64>
  return %0 : tensor<3x8xf64>
}

func.func @f16() -> tensor<2x4x3x3xf16> {
  %x = check.fill seed 13 : tensor<2x4x3x3xf16>
  %g = check.fill seed 14 as param : tensor<4xf16>
  %0 = rlx.group_norm %x gamma %g groups = 2 eps = 1.0e-5
      : (tensor<2x4x3x3xf16>, tensor<4xf16>) -> tensor<2x4x3x3xf16>
  return %0 : tensor<2x4x3x3xf16>
}

func.func @bf16() -> tensor<2x4x3xbf16> {
  %x = check.fill seed 15 : tensor<2x4x3xbf16>
  %0 = rlx.group_norm %x groups = 4 eps = 1.0e-5 : (tensor<2x4x3xbf16>) -> tensor<2x4x3xbf16>
  return %0 : tensor<2x4x3xbf16>
}

func.func @nan_stays_in_its_group() -> tensor<1x4x2xf32> {
  %x = check.literal dense<[[[0x7FC00000, 1.0], [2.0, 2.0], [1.0, 3.0], [5.0, 5.0]]]> : tensor<1x4x2xf32>
  %0 = rlx.group_norm %x groups = 2 eps = 1.0e-5 : (tensor<1x4x2xf32>) -> tensor<1x4x2xf32>
  return %0 : tensor<1x4x2xf32>
}

func.func @empty() -> (tensor<0x4x3xf32>, tensor<?x4x3xf32>) {
  %x = check.fill seed 16 : tensor<0x4x3xf32>
  %0 = rlx.group_norm %x groups = 2 eps = 1.0e-5 : (tensor<0x4x3xf32>) -> tensor<0x4x3xf32>
  %y = check.fill sizes [0, 4, 3] seed 17 : tensor<?x4x3xf32>
  %1 = rlx.group_norm %y groups = 2 eps = 1.0e-5 : (tensor<?x4x3xf32>) -> tensor<?x4x3xf32>
  return %0, %1 : tensor<0x4x3xf32>, tensor<?x4x3xf32>
}
