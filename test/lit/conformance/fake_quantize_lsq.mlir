// RUN: rlx-check %s

// By hand: qmax is 7. Halves round away from zero, or to even. A scale below the floor is replaced
// by it.
func.func @literals() -> (tensor<3x6xf32>, tensor<3x6xf32>) {
  %x = check.literal dense<[[0.25, -0.75, 1.25, 3.0, 4.0, -100.0], [1.0, -3.0, 5.0, 0.9, 14.0, 0x7F800000],
                            [1.0, -1.0, 0.0, 0x7FC00000, 2.0, -2.0]]> : tensor<3x6xf32>
  %s = check.literal dense<[0.5, 2.0, -1.0]> : tensor<3xf32>
  %0 = rlx.fake_quantize_lsq %x scale %s bits = 4 axis = 0 : (tensor<3x6xf32>, tensor<3xf32>) -> tensor<3x6xf32>
  %e0 = check.literal dense<[[0.5, -1.0, 1.5, 3.0, 3.5, -3.5], [2.0, -4.0, 6.0, 0.0, 14.0, 14.0],
                             [7.0e-12, -7.0e-12, 0.0, 0x7FC00000, 7.0e-12, -7.0e-12]]> : tensor<3x6xf32>
  check.expect_close %0, %e0 {ulp = 1} : tensor<3x6xf32>, tensor<3x6xf32>
  %1 = rlx.fake_quantize_lsq %x scale %s bits = 4 axis = 0 rounding = half_to_even
      : (tensor<3x6xf32>, tensor<3xf32>) -> tensor<3x6xf32>
  %e1 = check.literal dense<[[0.0, -1.0, 1.0, 3.0, 3.5, -3.5], [0.0, -4.0, 4.0, 0.0, 14.0, 14.0],
                             [7.0e-12, -7.0e-12, 0.0, 0x7FC00000, 7.0e-12, -7.0e-12]]> : tensor<3x6xf32>
  check.expect_close %1, %e1 {ulp = 1} : tensor<3x6xf32>, tensor<3x6xf32>
  return %0, %1 : tensor<3x6xf32>, tensor<3x6xf32>
}

func.func @types() -> (tensor<2x3x9xf16>, tensor<2x3x9xbf16>, tensor<2x3x9xf64>) {
  %s = check.literal dense<[0.5, 0.25, 0.125]> : tensor<3xf32>
  %a = check.fill seed 1 range [-5.0, 5.0] : tensor<2x3x9xf16>
  %0 = rlx.fake_quantize_lsq %a scale %s bits = 4 axis = 1 : (tensor<2x3x9xf16>, tensor<3xf32>) -> tensor<2x3x9xf16>
  %b = check.fill seed 2 range [-5.0, 5.0] : tensor<2x3x9xbf16>
  %1 = rlx.fake_quantize_lsq %b scale %s bits = 8 axis = -2 : (tensor<2x3x9xbf16>, tensor<3xf32>) -> tensor<2x3x9xbf16>
  %t = check.literal dense<0.3> : tensor<f64>
  %c = check.fill seed 3 range [-5.0, 5.0] : tensor<2x3x9xf64>
  %2 = rlx.fake_quantize_lsq %c scale %t bits = 2 : (tensor<2x3x9xf64>, tensor<f64>) -> tensor<2x3x9xf64>
  return %0, %1, %2 : tensor<2x3x9xf16>, tensor<2x3x9xbf16>, tensor<2x3x9xf64>
}

func.func @dynamic() -> tensor<?x?xf32> {
  %x = check.fill sizes [7, 19] seed 4 range [-5.0, 5.0] : tensor<?x?xf32>
  %s = check.fill sizes [19] seed 5 range [0.1, 0.5] : tensor<?xf32>
  %0 = rlx.fake_quantize_lsq %x scale %s bits = 4 axis = 1 : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @empty() -> tensor<0x3xf32> {
  %x = check.fill seed 6 : tensor<0x3xf32>
  %s = check.literal dense<1.0> : tensor<f32>
  %0 = rlx.fake_quantize_lsq %x scale %s bits = 8 : (tensor<0x3xf32>, tensor<f32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}
