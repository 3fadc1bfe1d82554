// Only sums were computed in f64. Digits that f32 cannot represent show that the others are not
// computed in f32 here.
// RUN: rlx-check %s
func.func @main() -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) {
  %v1 = check.literal dense<[[1.0000000000009095, 1.0], [2.0, 4.000000000007276]]> : tensor<2x2xf64>
  %v2 = rlx.reduce_sum %v1 axes = [1] : (tensor<2x2xf64>) -> tensor<2xf64>
  %v3 = check.literal dense<[2.0000000000009095, 6.000000000007276]> : tensor<2xf64>
  check.expect_eq %v2, %v3 : tensor<2xf64>, tensor<2xf64>
  %v4 = rlx.reduce_mean %v1 axes = [1] : (tensor<2x2xf64>) -> tensor<2xf64>
  %v5 = check.literal dense<[1.0000000000004547, 3.000000000003638]> : tensor<2xf64>
  check.expect_eq %v4, %v5 : tensor<2xf64>, tensor<2xf64>
  %v6 = rlx.reduce_max %v1 axes = [1] : (tensor<2x2xf64>) -> tensor<2xf64>
  %v7 = check.literal dense<[1.0000000000009095, 4.000000000007276]> : tensor<2xf64>
  check.expect_eq %v6, %v7 : tensor<2xf64>, tensor<2xf64>
  %v8 = rlx.reduce_min %v1 axes = [1] : (tensor<2x2xf64>) -> tensor<2xf64>
  %v9 = check.literal dense<[1.0, 2.0]> : tensor<2xf64>
  check.expect_eq %v8, %v9 : tensor<2xf64>, tensor<2xf64>
  %v10 = rlx.reduce_prod %v1 axes = [1] : (tensor<2x2xf64>) -> tensor<2xf64>
  %v11 = check.literal dense<[1.0000000000009095, 8.000000000014552]> : tensor<2xf64>
  check.expect_eq %v10, %v11 : tensor<2xf64>, tensor<2xf64>
  return %v2, %v4, %v6, %v8, %v10 : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
}
