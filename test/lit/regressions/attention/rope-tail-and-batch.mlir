// rope takes the rows of its tables by position, not from row 0 on, and copies the tail of a head
// that the tables do not reach. The two batches have different positions: quarter rotations at
// positions 1 and 3, none at 0.
// RUN: rlx-check %s

func.func @rope() -> tensor<2x1x1x3xf32> {
  %x = check.literal dense<[[[[1.0, 2.0, 3.0]]], [[[4.0, 5.0, 6.0]]]]> : tensor<2x1x1x3xf32>
  %c = check.literal dense<[[1.0], [0.0], [-1.0], [0.0]]> : tensor<4x1xf32>
  %s = check.literal dense<[[0.0], [1.0], [0.0], [-1.0]]> : tensor<4x1xf32>
  %p = check.literal dense<[[1], [3]]> : tensor<2x1xi64>
  %0 = rlx.rope %x, %c, %s at %p style = half layout = bshd
      : (tensor<2x1x1x3xf32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<2x1xi64>) -> tensor<2x1x1x3xf32>
  %e = check.literal dense<[[[[-2.0, 1.0, 3.0]]], [[[5.0, -4.0, 6.0]]]]> : tensor<2x1x1x3xf32>
  check.expect_eq %0, %e : tensor<2x1x1x3xf32>, tensor<2x1x1x3xf32>
  return %0 : tensor<2x1x1x3xf32>
}
