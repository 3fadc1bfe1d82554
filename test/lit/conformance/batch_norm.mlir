// RUN: rlx-check %s

// By hand.
func.func @literals() -> tensor<1x2x2xf32> {
  %x = check.literal dense<[[[1.0, 3.0], [2.0, 0.0]]]> : tensor<1x2x2xf32>
  %s = check.literal dense<[2.0, -1.0]> : tensor<2xf32>
  %b = check.literal dense<[0.5, 1.0]> : tensor<2xf32>
  %m = check.literal dense<[1.0, 4.0]> : tensor<2xf32>
  %v = check.literal dense<[3.0, 0.0]> : tensor<2xf32>
  %0 = rlx.batch_norm %x, %s, %b, %m, %v axis = 1 eps = 1.0
      : (tensor<1x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x2xf32>
  %e = check.literal dense<[[[0.5, 2.5], [3.0, 5.0]]]> : tensor<1x2x2xf32>
  check.expect_close %0, %e {ulp = 2} : tensor<1x2x2xf32>, tensor<1x2x2xf32>
  return %0 : tensor<1x2x2xf32>
}

func.func @image_dynamic() -> tensor<?x8x?x?xf32> {
  %x = check.fill sizes [2, 8, 5, 3] seed 1 : tensor<?x8x?x?xf32>
  %s = check.fill seed 2 as param : tensor<8xf32>
  %b = check.fill seed 3 as param : tensor<8xf32>
  %m = check.fill seed 4 as param : tensor<8xf32>
  %v = check.fill seed 5 range [0.25, 2.0] as param : tensor<8xf32>
  %0 = rlx.batch_norm %x, %s, %b, %m, %v axis = 1 eps = 1.0e-5
      : (tensor<?x8x?x?xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x8x?x?xf32>
  return %0 : tensor<?x8x?x?xf32>
}

func.func @channels_last() -> tensor<2x3x4x6xf32> {
  %x = check.fill seed 6 : tensor<2x3x4x6xf32>
  %s = check.fill seed 7 as param : tensor<6xf32>
  %b = check.fill seed 8 as param : tensor<6xf32>
  %m = check.fill seed 9 as param : tensor<6xf32>
  %v = check.fill seed 10 range [0.25, 2.0] as param : tensor<6xf32>
  %0 = rlx.batch_norm %x, %s, %b, %m, %v axis = -1 eps = 1.0e-5
      : (tensor<2x3x4x6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<2x3x4x6xf32>
  return %0 : tensor<2x3x4x6xf32>
}

func.func @rank2() -> tensor<5x9xf32> {
  %x = check.fill seed 11 : tensor<5x9xf32>
  %s = check.fill seed 12 as param : tensor<9xf32>
  %b = check.fill seed 13 as param : tensor<9xf32>
  %m = check.fill seed 14 as param : tensor<9xf32>
  %v = check.fill seed 15 range [0.25, 2.0] as param : tensor<9xf32>
  %0 = rlx.batch_norm %x, %s, %b, %m, %v axis = 1 eps = 1.0e-5
      : (tensor<5x9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>) -> tensor<5x9xf32>
  return %0 : tensor<5x9xf32>
}

func.func @dynamic_channels() -> tensor<2x?x3xf32> {
  %x = check.fill sizes [2, 5, 3] seed 16 : tensor<2x?x3xf32>
  %s = check.fill sizes [5] seed 17 : tensor<?xf32>
  %b = check.fill sizes [5] seed 18 : tensor<?xf32>
  %m = check.fill sizes [5] seed 19 : tensor<?xf32>
  %v = check.fill sizes [5] seed 20 range [0.25, 2.0] : tensor<?xf32>
  %0 = rlx.batch_norm %x, %s, %b, %m, %v axis = 1 eps = 1.0e-5
      : (tensor<2x?x3xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<2x?x3xf32>
  return %0 : tensor<2x?x3xf32>
}

func.func @f16() -> tensor<2x4x9xf16> {
  %x = check.fill seed 21 : tensor<2x4x9xf16>
  %s = check.fill seed 22 as param : tensor<4xf16>
  %b = check.fill seed 23 as param : tensor<4xf16>
  %m = check.fill seed 24 as param : tensor<4xf16>
  %v = check.fill seed 25 range [0.25, 2.0] as param : tensor<4xf16>
  %0 = rlx.batch_norm %x, %s, %b, %m, %v axis = 1 eps = 1.0e-5
      : (tensor<2x4x9xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>) -> tensor<2x4x9xf16>
  return %0 : tensor<2x4x9xf16>
}

func.func @bf16() -> tensor<2x4x9xbf16> {
  %x = check.fill seed 26 : tensor<2x4x9xbf16>
  %s = check.fill seed 27 as param : tensor<4xbf16>
  %b = check.fill seed 28 as param : tensor<4xbf16>
  %m = check.fill seed 29 as param : tensor<4xbf16>
  %v = check.fill seed 30 range [0.25, 2.0] as param : tensor<4xbf16>
  %0 = rlx.batch_norm %x, %s, %b, %m, %v axis = 1 eps = 1.0e-5
      : (tensor<2x4x9xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>) -> tensor<2x4x9xbf16>
  return %0 : tensor<2x4x9xbf16>
}

func.func @f64() -> tensor<2x4x3xf64> {
  %x = check.fill seed 31 : tensor<2x4x3xf64>
  %s = check.fill seed 32 as param : tensor<4xf64>
  %b = check.fill seed 33 as param : tensor<4xf64>
  %m = check.fill seed 34 as param : tensor<4xf64>
  %v = check.fill seed 35 range [0.25, 2.0] as param : tensor<4xf64>
  %0 = rlx.batch_norm %x, %s, %b, %m, %v axis = 1 eps = 1.0e-5
      : (tensor<2x4x3xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<2x4x3xf64>
  return %0 : tensor<2x4x3xf64>
}
