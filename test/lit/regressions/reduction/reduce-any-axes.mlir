// A reduction over axes that are not adjacent was skipped without an error. Over axes 1 and 2,
// which are adjacent, the first sum would be 10.
// RUN: rlx-check %s
func.func @main() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %v1 = check.literal dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %v2 = rlx.reduce_sum %v1 axes = [0, 2] : (tensor<2x2x2xf32>) -> tensor<2xf32>
  %v3 = check.literal dense<[14.0, 22.0]> : tensor<2xf32>
  check.expect_eq %v2, %v3 : tensor<2xf32>, tensor<2xf32>
  %v4 = rlx.reduce_mean %v1 axes = [0, 2] : (tensor<2x2x2xf32>) -> tensor<2xf32>
  %v5 = check.literal dense<[3.5, 5.5]> : tensor<2xf32>
  check.expect_eq %v4, %v5 : tensor<2xf32>, tensor<2xf32>
  %v6 = rlx.reduce_max %v1 axes = [0, 2] : (tensor<2x2x2xf32>) -> tensor<2xf32>
  %v7 = check.literal dense<[6.0, 8.0]> : tensor<2xf32>
  check.expect_eq %v6, %v7 : tensor<2xf32>, tensor<2xf32>
  %v8 = rlx.reduce_min %v1 axes = [0, 2] : (tensor<2x2x2xf32>) -> tensor<2xf32>
  %v9 = check.literal dense<[1.0, 3.0]> : tensor<2xf32>
  check.expect_eq %v8, %v9 : tensor<2xf32>, tensor<2xf32>
  %v10 = rlx.reduce_prod %v1 axes = [0, 2] : (tensor<2x2x2xf32>) -> tensor<2xf32>
  %v11 = check.literal dense<[60.0, 672.0]> : tensor<2xf32>
  check.expect_eq %v10, %v11 : tensor<2xf32>, tensor<2xf32>
  return %v2, %v4, %v6, %v8, %v10 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
