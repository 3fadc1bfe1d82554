// Softmax ignored the axis and took the last one. The first row would then be 1/2, 1/2.
// RUN: rlx-check %s
func.func @main() -> (tensor<2x2xf64>, tensor<2x2xf64>, tensor<1x2x2xf32>) {
  %v1 = check.literal dense<[[0.0, 0.0], [0.0, 1.0986122886681098]]> : tensor<2x2xf64>
  %v2 = rlx.softmax %v1 axis = 0 : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %v3 = check.literal dense<[[0.5, 0.25], [0.5, 0.75]]> : tensor<2x2xf64>
  check.expect_close %v2, %v3 {rtol = 1.0e-14} : tensor<2x2xf64>, tensor<2x2xf64>
  %v4 = rlx.softmax %v1 axis = -2 : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %v5 = check.literal dense<[[0.5, 0.25], [0.5, 0.75]]> : tensor<2x2xf64>
  check.expect_close %v4, %v5 {rtol = 1.0e-14} : tensor<2x2xf64>, tensor<2x2xf64>
  %v6 = check.literal dense<[[[0.0, 0.0], [1.0986122886681098, 0.0]]]> : tensor<1x2x2xf32>
  %v7 = rlx.softmax %v6 axis = 1 : (tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %v8 = check.literal dense<[[[0.25, 0.5], [0.75, 0.5]]]> : tensor<1x2x2xf32>
  check.expect_close %v7, %v8 {rtol = 1.0e-6} : tensor<1x2x2xf32>, tensor<1x2x2xf32>
  return %v2, %v4, %v7 : tensor<2x2xf64>, tensor<2x2xf64>, tensor<1x2x2xf32>
}
