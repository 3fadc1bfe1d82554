// Doubling an image was right for the first image of a batch only, and its decomposition tiled the
// rows (1, 2, 1, 2) instead of repeating their elements.
// RUN: rlx-check %s
func.func @main() -> (tensor<2x1x2x4xf32>) {
  %v1 = check.literal dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>
  %v2 = rlx.resize nearest %v1 axes = [2, 3] to [2, 4] coordinates = asymmetric nearest = floor : (tensor<2x1x1x2xf32>) -> tensor<2x1x2x4xf32>
  %v3 = check.literal dense<[[[[1.0, 1.0, 2.0, 2.0], [1.0, 1.0, 2.0, 2.0]]], [[[3.0, 3.0, 4.0, 4.0], [3.0, 3.0, 4.0, 4.0]]]]> : tensor<2x1x2x4xf32>
  check.expect_eq %v2, %v3 : tensor<2x1x2x4xf32>, tensor<2x1x2x4xf32>
  return %v2 : tensor<2x1x2x4xf32>
}
