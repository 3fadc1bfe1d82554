// Pooling by minimum and by product computed the sum, here 5 and 6.
// RUN: rlx-check %s
func.func @main() -> (tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>) {
  %v1 = check.literal dense<[[[[3.0, 2.0, 4.0]]]]> : tensor<1x1x1x3xf32>
  %v2 = rlx.pool min %v1 kernel = [1, 2] : (tensor<1x1x1x3xf32>) -> tensor<1x1x1x2xf32>
  %v3 = check.literal dense<[[[[2.0, 2.0]]]]> : tensor<1x1x1x2xf32>
  check.expect_eq %v2, %v3 : tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>
  %v4 = rlx.pool prod %v1 kernel = [1, 2] : (tensor<1x1x1x3xf32>) -> tensor<1x1x1x2xf32>
  %v5 = check.literal dense<[[[[6.0, 8.0]]]]> : tensor<1x1x1x2xf32>
  check.expect_eq %v4, %v5 : tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>
  return %v2, %v4 : tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>
}
