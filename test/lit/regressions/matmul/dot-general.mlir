// A dot_general in a form other than a plain matmul was skipped without an error. Here the batch
// dimension is the last one of lhs, and the contracting dimensions are in another order.
// RUN: rlx-check %s
func.func @main() -> (tensor<2x2x2xf32>, tensor<2x2xf32>) {
  %a = check.literal dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %b = check.literal dense<[[[1.0, 0.0], [2.0, -1.0]], [[0.0, 1.0], [1.0, 1.0]]]> : tensor<2x2x2xf32>
  // [n, i, j] = sum over k of a[k, i, n] b[n, j, k]
  %0 = rlx.dot_general %a, %b batch [2] x [0] contract [0] x [2] : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %v = check.literal dense<[[[1.0, -3.0], [3.0, -1.0]], [[6.0, 8.0], [8.0, 12.0]]]> : tensor<2x2x2xf32>
  check.expect_eq %0, %v : tensor<2x2x2xf32>, tensor<2x2x2xf32>
  // [i, j] = sum over k and n of a[k, i, n] b[n, j, k]
  %1 = rlx.dot_general %a, %b contract [0, 2] x [2, 0] : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2xf32>
  %w = check.literal dense<[[7.0, 5.0], [11.0, 11.0]]> : tensor<2x2xf32>
  check.expect_eq %1, %w : tensor<2x2xf32>, tensor<2x2xf32>
  return %0, %1 : tensor<2x2x2xf32>, tensor<2x2xf32>
}
