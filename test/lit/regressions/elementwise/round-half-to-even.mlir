// round sent halves away from zero in f32 and to even in f64. All types round to even.
// RUN: rlx-check %s

func.func @round() -> (tensor<6xf32>, tensor<6xf64>, tensor<6xf16>) {
  %a = check.literal dense<[0.5, 1.5, 2.5, -0.5, -2.5, 0.49999997]> : tensor<6xf32>
  %0 = rlx.round %a : (tensor<6xf32>) -> tensor<6xf32>
  %e = check.literal dense<[0.0, 2.0, 2.0, 0.0, -2.0, 0.0]> : tensor<6xf32>
  check.expect_eq %0, %e : tensor<6xf32>, tensor<6xf32>
  %b = check.literal dense<[0.5, 1.5, 2.5, -0.5, -2.5, 0.49999997]> : tensor<6xf64>
  %1 = rlx.round %b : (tensor<6xf64>) -> tensor<6xf64>
  %f = check.literal dense<[0.0, 2.0, 2.0, 0.0, -2.0, 0.0]> : tensor<6xf64>
  check.expect_eq %1, %f : tensor<6xf64>, tensor<6xf64>
  %c = check.literal dense<[0.5, 1.5, 2.5, -0.5, -2.5, 1024.0]> : tensor<6xf16>
  %2 = rlx.round %c : (tensor<6xf16>) -> tensor<6xf16>
  %g = check.literal dense<[0.0, 2.0, 2.0, 0.0, -2.0, 1024.0]> : tensor<6xf16>
  check.expect_eq %2, %g : tensor<6xf16>, tensor<6xf16>
  return %0, %1, %2 : tensor<6xf32>, tensor<6xf64>, tensor<6xf16>
}
