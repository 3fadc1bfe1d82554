// RUN: rlx-check %s

// By hand.
func.func @literals() -> tensor<1x4xf32> {
  %x = check.literal dense<[[0.0, 1.0, 2.0, 3.0]]> : tensor<1x4xf32>
  %r = check.literal dense<[[0.5, 0.5, 0.5, 2.5]]> : tensor<1x4xf32>
  %b = check.literal dense<[0.5, 0.5, 0.5, 0.5]> : tensor<4xf32>
  %0 = rlx.fused_residual_ln %x, %r bias %b axis = -1 eps = 0.5 : (tensor<1x4xf32>, tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  %e = check.literal dense<[[-1.0, -0.5, 0.0, 1.5]]> : tensor<1x4xf32>
  check.expect_close %0, %e {ulp = 2} : tensor<1x4xf32>, tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

func.func @all_operands() -> tensor<5x48xf32> {
  %x = check.fill seed 1 : tensor<5x48xf32>
  %r = check.fill seed 2 : tensor<5x48xf32>
  %bias = check.fill seed 3 as param : tensor<48xf32>
  %gamma = check.fill seed 4 as param : tensor<48xf32>
  %beta = check.fill seed 5 as param : tensor<48xf32>
  %0 = rlx.fused_residual_ln %x, %r bias %bias gamma %gamma beta %beta axis = -1 eps = 1.0e-5
      : (tensor<5x48xf32>, tensor<5x48xf32>, tensor<48xf32>, tensor<48xf32>, tensor<48xf32>) -> tensor<5x48xf32>
  return %0 : tensor<5x48xf32>
}

func.func @dynamic() -> tensor<?x?x16xf32> {
  %x = check.fill sizes [2, 3, 16] seed 6 : tensor<?x?x16xf32>
  %r = check.fill sizes [2, 3, 16] seed 7 : tensor<?x?x16xf32>
  %gamma = check.fill seed 8 as param : tensor<16xf32>
  %beta = check.fill seed 9 as param : tensor<16xf32>
  %0 = rlx.fused_residual_ln %x, %r gamma %gamma beta %beta axis = -1 eps = 1.0e-5
      : (tensor<?x?x16xf32>, tensor<?x?x16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<?x?x16xf32>
  return %0 : tensor<?x?x16xf32>
}

func.func @two_axes() -> tensor<4x3x5xf32> {
  %x = check.fill seed 10 : tensor<4x3x5xf32>
  %r = check.fill seed 11 : tensor<4x3x5xf32>
  %bias = check.fill seed 12 as param : tensor<3x5xf32>
  %gamma = check.fill seed 13 as param : tensor<3x5xf32>
  %0 = rlx.fused_residual_ln %x, %r bias %bias gamma %gamma axis = 1 eps = 1.0e-5
      : (tensor<4x3x5xf32>, tensor<4x3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<4x3x5xf32>
  return %0 : tensor<4x3x5xf32>
}

func.func @f16() -> tensor<3x40xf16> {
  %x = check.fill seed 14 : tensor<3x40xf16>
  %r = check.fill seed 15 : tensor<3x40xf16>
  %gamma = check.fill seed 16 as param : tensor<40xf16>
  %beta = check.fill seed 17 as param : tensor<40xf16>
  %0 = rlx.fused_residual_ln %x, %r gamma %gamma beta %beta axis = 1 eps = 1.0e-5
      : (tensor<3x40xf16>, tensor<3x40xf16>, tensor<40xf16>, tensor<40xf16>) -> tensor<3x40xf16>
  return %0 : tensor<3x40xf16>
}

func.func @bf16() -> tensor<3x40xbf16> {
  %x = check.fill seed 18 : tensor<3x40xbf16>
  %r = check.fill seed 19 : tensor<3x40xbf16>
  %gamma = check.fill seed 20 as param : tensor<40xbf16>
  %0 = rlx.fused_residual_ln %x, %r gamma %gamma axis = 1 eps = 1.0e-5
      : (tensor<3x40xbf16>, tensor<3x40xbf16>, tensor<40xbf16>) -> tensor<3x40xbf16>
  return %0 : tensor<3x40xbf16>
}

func.func @f64() -> tensor<3x7xf64> {
  %x = check.fill seed 21 : tensor<3x7xf64>
  %r = check.fill seed 22 : tensor<3x7xf64>
  %0 = rlx.fused_residual_ln %x, %r axis = 1 eps = 1.0e-5
      : (tensor<3x7xf64>, tensor<3x7xf64>) -> tensor<3x7xf64>
  return %0 : tensor<3x7xf64>
}

// Deviations far smaller than the values. The sums are exact: every element is a multiple of 2^-10.
func.func @large_offset() -> tensor<3x384xf32> {
  %x = check.fill seed 40 range [9999.0, 10001.0] : tensor<3x384xf32>
  %r = check.literal dense<-2.25> : tensor<3x384xf32>
  %g = check.fill seed 41 as param : tensor<384xf32>
  %b = check.fill seed 42 as param : tensor<384xf32>
  %0 = rlx.fused_residual_ln %x, %r gamma %g beta %b axis = -1 eps = 1.0e-5
      : (tensor<3x384xf32>, tensor<3x384xf32>, tensor<384xf32>, tensor<384xf32>) -> tensor<3x384xf32>
  return %0 : tensor<3x384xf32>
}
