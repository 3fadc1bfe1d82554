// axial_rope_2d rotated the first sequence of a batch only. Equal sequences give equal results.
// RUN: rlx-check %s
func.func @main() -> (tensor<2x2x1x4xf64>) {
  %v1 = check.literal dense<1.0> : tensor<2x2x1x4xf64>
  %v2 = rlx.axial_rope_2d %v1 width = 2 height = 1 layout = bshd : (tensor<2x2x1x4xf64>) -> tensor<2x2x1x4xf64>
  %v3 = check.literal dense<[[[[1.0, 1.0, 1.0, 1.0]], [[-0.30116867893975674, 1.3817732906760363, 1.0, 1.0]]], [[[1.0, 1.0, 1.0, 1.0]], [[-0.30116867893975674, 1.3817732906760363, 1.0, 1.0]]]]> : tensor<2x2x1x4xf64>
  check.expect_close %v2, %v3 {rtol = 1.0e-12} : tensor<2x2x1x4xf64>, tensor<2x2x1x4xf64>
  return %v2 : tensor<2x2x1x4xf64>
}
