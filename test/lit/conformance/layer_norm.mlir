// RUN: rlx-check %{sample} %s

// By hand.
func.func @literals() -> (tensor<1x4xf32>, tensor<1x4xf32>) {
  %x = check.literal dense<[[1.0, 2.0, 3.0, 6.0]]> : tensor<1x4xf32>
  %0 = rlx.layer_norm %x axis = -1 eps = 0.5 : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %e = check.literal dense<[[-1.0, -0.5, 0.0, 1.5]]> : tensor<1x4xf32>
  check.expect_close %0, %e {ulp = 2} : tensor<1x4xf32>, tensor<1x4xf32>
  %g = check.literal dense<[10.0, -10.0, 0.0, 1.0]> : tensor<4xf32>
  %b = check.literal dense<[1.0, 0.5, 0.0, 0.0]> : tensor<4xf32>
  %1 = rlx.layer_norm %x gamma %g beta %b axis = 1 eps = 0.5 : (tensor<1x4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  %f = check.literal dense<[[-9.0, 5.5, 0.0, 1.5]]> : tensor<1x4xf32>
  check.expect_close %1, %f {ulp = 2} : tensor<1x4xf32>, tensor<1x4xf32>
  return %0, %1 : tensor<1x4xf32>, tensor<1x4xf32>
}

func.func @nan_stays_in_its_row() -> tensor<2x2xf32> {
  %x = check.literal dense<[[0x7FC00000, 1.0], [2.0, 2.0]]> : tensor<2x2xf32>
  %0 = rlx.layer_norm %x axis = 1 eps = 1.0e-5 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

func.func @f32() -> tensor<5x384xf32> {
  %x = check.fill seed 1 : tensor<5x384xf32>
  %g = check.fill seed 2 as param : tensor<384xf32>
  %b = check.fill seed 3 as param : tensor<384xf32>
  %0 = rlx.layer_norm %x gamma %g beta %b axis = -1 eps = 1.0e-5
      : (tensor<5x384xf32>, tensor<384xf32>, tensor<384xf32>) -> tensor<5x384xf32>
  return %0 : tensor<5x384xf32>
}

func.func @offset() -> tensor<4x64xf32> {
  %x = check.fill seed 4 range [9.0, 11.0] : tensor<4x64xf32>
  %g = check.fill seed 5 as param : tensor<64xf32>
  %b = check.fill seed 6 as param : tensor<64xf32>
  %0 = rlx.layer_norm %x gamma %g beta %b axis = 1 eps = 1.0e-5
      : (tensor<4x64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<4x64xf32>
  check.expect_finite %0 : tensor<4x64xf32>
  return %0 : tensor<4x64xf32>
}

func.func @two_axes_dynamic_batch() -> tensor<?x3x8xf32> {
  %x = check.fill sizes [4, 3, 8] seed 7 : tensor<?x3x8xf32>
  %g = check.fill seed 8 as param : tensor<3x8xf32>
  %b = check.fill seed 9 as param : tensor<3x8xf32>
  %0 = rlx.layer_norm %x gamma %g beta %b axis = 1 eps = 1.0e-5
      : (tensor<?x3x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>) -> tensor<?x3x8xf32>
  return %0 : tensor<?x3x8xf32>
}

func.func @dynamic_everything() -> tensor<?x?x?xf32> {
  %x = check.fill sizes [2, 3, 7] seed 10 : tensor<?x?x?xf32>
  %0 = rlx.layer_norm %x axis = -1 eps = 1.0e-5
      : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

func.func @gamma_only() -> tensor<2x5x6xf32> {
  %x = check.fill seed 11 : tensor<2x5x6xf32>
  %g = check.fill seed 12 as param : tensor<6xf32>
  %0 = rlx.layer_norm %x gamma %g axis = 2 eps = 1.0e-5
      : (tensor<2x5x6xf32>, tensor<6xf32>) -> tensor<2x5x6xf32>
  return %0 : tensor<2x5x6xf32>
}

func.func @beta_only() -> tensor<2x12xf32> {
  %x = check.fill seed 13 : tensor<2x12xf32>
  %b = check.fill seed 14 as param : tensor<12xf32>
  %0 = rlx.layer_norm %x beta %b axis = 1 eps = 1.0e-5
      : (tensor<2x12xf32>, tensor<12xf32>) -> tensor<2x12xf32>
  return %0 : tensor<2x12xf32>
}

func.func @whole_tensor() -> tensor<3x5xf32> {
  %x = check.fill seed 15 : tensor<3x5xf32>
  %g = check.fill seed 16 as param : tensor<3x5xf32>
  %b = check.fill seed 17 as param : tensor<3x5xf32>
  %0 = rlx.layer_norm %x gamma %g beta %b axis = 0 eps = 1.0e-5
      : (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

func.func @f16() -> tensor<3x100xf16> {
  %x = check.fill seed 18 : tensor<3x100xf16>
  %g = check.fill seed 19 as param : tensor<100xf16>
  %b = check.fill seed 20 as param : tensor<100xf16>
  %0 = rlx.layer_norm %x gamma %g beta %b axis = -1 eps = 1.0e-5
      : (tensor<3x100xf16>, tensor<100xf16>, tensor<100xf16>) -> tensor<3x100xf16>
  return %0 : tensor<3x100xf16>
}

func.func @bf16() -> tensor<3x48xbf16> {
  %x = check.fill seed 21 : tensor<3x48xbf16>
  %g = check.fill seed 22 as param : tensor<48xbf16>
  %b = check.fill seed 23 as param : tensor<48xbf16>
  %0 = rlx.layer_norm %x gamma %g beta %b axis = -1 eps = 1.0e-5
      : (tensor<3x48xbf16>, tensor<48xbf16>, tensor<48xbf16>) -> tensor<3x48xbf16>
  return %0 : tensor<3x48xbf16>
}

func.func @f64() -> tensor<3x20xf64> {
  %x = check.fill seed 24 : tensor<3x20xf64>
  %g = check.fill seed 25 as param : tensor<20xf64>
  %b = check.fill seed 26 as param : tensor<20xf64>
  %0 = rlx.layer_norm %x gamma %g beta %b axis = -1 eps = 1.0e-5
      : (tensor<3x20xf64>, tensor<20xf64>, tensor<20xf64>) -> tensor<3x20xf64>
  return %0 : tensor<3x20xf64>
}

// Deviations far smaller than the values: the error of the mean alone exceeds the tolerance.
func.func @large_offset() -> (tensor<3x384xf32>, tensor<2x3x1000xf32>) {
  %x = check.fill seed 27 range [9999.0, 10001.0] : tensor<3x384xf32>
  %g = check.fill seed 28 as param : tensor<384xf32>
  %b = check.fill seed 29 as param : tensor<384xf32>
  %0 = rlx.layer_norm %x gamma %g beta %b axis = -1 eps = 1.0e-5
      : (tensor<3x384xf32>, tensor<384xf32>, tensor<384xf32>) -> tensor<3x384xf32>
  %y = check.fill seed 30 range [-10001.0, -9999.0] : tensor<2x3x1000xf32>
  %1 = rlx.layer_norm %y axis = 1 eps = 1.0e-5 : (tensor<2x3x1000xf32>) -> tensor<2x3x1000xf32>
  return %0, %1 : tensor<3x384xf32>, tensor<2x3x1000xf32>
}

// Subtracting one element of the row first would round all others.
func.func @first_element_is_far() -> tensor<1x8xf32> {
  %x = check.literal dense<[[1.0e+6, 1.0, -1.25, 0.5, 2.0, -0.5, 0.25, 1.5]]> : tensor<1x8xf32>
  %0 = rlx.layer_norm %x axis = -1 eps = 1.0e-5 : (tensor<1x8xf32>) -> tensor<1x8xf32>
  return %0 : tensor<1x8xf32>
}

func.func @constant_row() -> tensor<2x384xf32> {
  %x = check.literal dense<10000.1> : tensor<2x384xf32>
  %0 = rlx.layer_norm %x axis = -1 eps = 1.0e-5 : (tensor<2x384xf32>) -> tensor<2x384xf32>
  return %0 : tensor<2x384xf32>
}
