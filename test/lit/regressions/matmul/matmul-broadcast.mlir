// Broadcast batch dimensions gave wrong matmuls: on the left, on the right and on both sides.
// RUN: rlx-check %s
func.func @main() -> (tensor<2x1x2xf32>, tensor<2x1x2xf32>, tensor<2x2x1x1xf32>) {
  %a = check.literal dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xf32>
  %b = check.literal dense<[[1.0, 10.0], [100.0, 1000.0]]> : tensor<2x2xf32>
  %0 = rlx.matmul %a, %b : (tensor<2x1x2xf32>, tensor<2x2xf32>) -> tensor<2x1x2xf32>
  %u = check.literal dense<[[[201.0, 2010.0]], [[403.0, 4030.0]]]> : tensor<2x1x2xf32>
  check.expect_eq %0, %u : tensor<2x1x2xf32>, tensor<2x1x2xf32>
  %c = check.literal dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %d = check.literal dense<[[[1.0, 10.0], [100.0, 1000.0]], [[0.0, 1.0], [1.0, 0.0]]]> : tensor<2x2x2xf32>
  %1 = rlx.matmul %c, %d : (tensor<1x2xf32>, tensor<2x2x2xf32>) -> tensor<2x1x2xf32>
  %v = check.literal dense<[[[201.0, 2010.0]], [[2.0, 1.0]]]> : tensor<2x1x2xf32>
  check.expect_eq %1, %v : tensor<2x1x2xf32>, tensor<2x1x2xf32>
  %e = check.literal dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>
  %f = check.literal dense<[[[1.0], [10.0]], [[100.0], [1000.0]]]> : tensor<2x2x1xf32>
  %2 = rlx.matmul %e, %f : (tensor<2x1x1x2xf32>, tensor<2x2x1xf32>) -> tensor<2x2x1x1xf32>
  %w = check.literal dense<[[[[21.0]], [[2100.0]]], [[[43.0]], [[4300.0]]]]> : tensor<2x2x1x1xf32>
  check.expect_eq %2, %w : tensor<2x2x1x1xf32>, tensor<2x2x1x1xf32>
  return %0, %1, %2 : tensor<2x1x2xf32>, tensor<2x1x2xf32>, tensor<2x2x1x1xf32>
}
