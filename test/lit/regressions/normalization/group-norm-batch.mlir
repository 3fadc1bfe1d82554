// group_norm was right for the first image of a batch only: offsets of the others counted bytes as
// elements.
// RUN: rlx-check %s
func.func @main() -> (tensor<2x2x2xf32>) {
  %v1 = check.literal dense<[[[0.0, 2.0], [4.0, 8.0]], [[10.0, 30.0], [0.0, 1.0]]]> : tensor<2x2x2xf32>
  %v2 = check.literal dense<[1.0, 2.0]> : tensor<2xf32>
  %v3 = check.literal dense<[0.0, 10.0]> : tensor<2xf32>
  %v4 = rlx.group_norm %v1 gamma %v2 beta %v3 groups = 2 eps = 0.0 : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2x2xf32>
  %v5 = check.literal dense<[[[-1.0, 1.0], [8.0, 12.0]], [[-1.0, 1.0], [8.0, 12.0]]]> : tensor<2x2x2xf32>
  check.expect_close %v4, %v5 {rtol = 1.0e-6} : tensor<2x2x2xf32>, tensor<2x2x2xf32>
  return %v4 : tensor<2x2x2xf32>
}
