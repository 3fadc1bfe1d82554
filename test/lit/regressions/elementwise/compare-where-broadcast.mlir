// compare and where read all operands at the same linear index, as if their sizes were equal. The
// smaller ones were read out of bounds.
// RUN: rlx-check %s
func.func @main() -> (tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %v1 = check.literal dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %v2 = check.literal dense<[0.0, 1.5, 3.0]> : tensor<3xf32>
  %v3 = check.literal dense<9.0> : tensor<f32>
  %v4 = rlx.compare lt %v1, %v2 : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  %v5 = check.literal dense<[[false, true, true], [false, false, true]]> : tensor<2x3xi1>
  check.expect_eq %v4, %v5 : tensor<2x3xi1>, tensor<2x3xi1>
  %v6 = check.literal dense<[[true], [false]]> : tensor<2x1xi1>
  %v7 = rlx.where %v6, %v2, %v3 : (tensor<2x1xi1>, tensor<3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %v8 = check.literal dense<[[0.0, 1.5, 3.0], [9.0, 9.0, 9.0]]> : tensor<2x3xf32>
  check.expect_eq %v7, %v8 : tensor<2x3xf32>, tensor<2x3xf32>
  %v9 = rlx.where %v4, %v3, %v1 : (tensor<2x3xi1>, tensor<f32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  %v10 = check.literal dense<[[1.0, 9.0, 9.0], [2.0, 2.0, 9.0]]> : tensor<2x3xf32>
  check.expect_eq %v9, %v10 : tensor<2x3xf32>, tensor<2x3xf32>
  return %v4, %v7, %v9 : tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>
}
