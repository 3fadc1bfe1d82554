// Pools of one or three spatial dimensions were skipped without an error.
// RUN: rlx-check %s
func.func @main() -> (tensor<1x1x2xf32>, tensor<1x1x1x1x1xf32>, tensor<1x1x1x2x1xf32>) {
  %v1 = check.literal dense<[[[1.0, 5.0, 2.0]]]> : tensor<1x1x3xf32>
  %v2 = rlx.pool max %v1 kernel = [2] : (tensor<1x1x3xf32>) -> tensor<1x1x2xf32>
  %v3 = check.literal dense<[[[5.0, 5.0]]]> : tensor<1x1x2xf32>
  check.expect_eq %v2, %v3 : tensor<1x1x2xf32>, tensor<1x1x2xf32>
  %v4 = check.literal dense<[[[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]]]> : tensor<1x1x2x2x2xf32>
  %v5 = rlx.pool sum %v4 kernel = [2, 2, 2] : (tensor<1x1x2x2x2xf32>) -> tensor<1x1x1x1x1xf32>
  %v6 = check.literal dense<[[[[[36.0]]]]]> : tensor<1x1x1x1x1xf32>
  check.expect_eq %v5, %v6 : tensor<1x1x1x1x1xf32>, tensor<1x1x1x1x1xf32>
  %v7 = rlx.pool mean %v4 kernel = [2, 1, 2] : (tensor<1x1x2x2x2xf32>) -> tensor<1x1x1x2x1xf32>
  %v8 = check.literal dense<[[[[[3.5], [5.5]]]]]> : tensor<1x1x1x2x1xf32>
  check.expect_eq %v7, %v8 : tensor<1x1x1x2x1xf32>, tensor<1x1x1x2x1xf32>
  return %v2, %v5, %v7 : tensor<1x1x2xf32>, tensor<1x1x1x1x1xf32>, tensor<1x1x1x2x1xf32>
}
