// Convolutions of one or three spatial dimensions were skipped without an error: the result held
// stale memory.
// RUN: rlx-check %s
func.func @main() -> (tensor<1x1x2xf32>, tensor<1x1x1x1x1xf32>) {
  %v1 = check.literal dense<[[[1.0, 2.0, 3.0]]]> : tensor<1x1x3xf32>
  %v2 = check.literal dense<[[[10.0, 1.0]]]> : tensor<1x1x2xf32>
  %v3 = rlx.conv %v1, %v2 : (tensor<1x1x3xf32>, tensor<1x1x2xf32>) -> tensor<1x1x2xf32>
  %v4 = check.literal dense<[[[12.0, 23.0]]]> : tensor<1x1x2xf32>
  check.expect_eq %v3, %v4 : tensor<1x1x2xf32>, tensor<1x1x2xf32>
  %v5 = check.literal dense<[[[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]]]> : tensor<1x1x2x2x2xf32>
  %v6 = check.literal dense<[[[[[1.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 10.0]]]]]> : tensor<1x1x2x2x2xf32>
  %v7 = rlx.conv %v5, %v6 : (tensor<1x1x2x2x2xf32>, tensor<1x1x2x2x2xf32>) -> tensor<1x1x1x1x1xf32>
  %v8 = check.literal dense<[[[[[81.0]]]]]> : tensor<1x1x1x1x1xf32>
  check.expect_eq %v7, %v8 : tensor<1x1x1x1x1xf32>, tensor<1x1x1x1x1xf32>
  return %v3, %v7 : tensor<1x1x2xf32>, tensor<1x1x1x1x1xf32>
}
