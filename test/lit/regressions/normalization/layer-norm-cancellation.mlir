// The variance is not E[x^2] - mean^2, which cancels. Here E[x^2] is 2^24 + 1, which f32 cannot
// represent: the variance became 0 and the result +-316.
// RUN: rlx-check %s

func.func @layer_norm() -> tensor<2x4xf32> {
  %x = check.literal dense<[[4095.0, 4097.0, 4095.0, 4097.0], [-4095.0, -4097.0, -4097.0, -4095.0]]> : tensor<2x4xf32>
  %0 = rlx.layer_norm %x axis = -1 eps = 1.0e-5 : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // 1 / sqrt(1 + 1e-5)
  %e = check.literal dense<[[-0.999995, 0.999995, -0.999995, 0.999995], [0.999995, -0.999995, -0.999995, 0.999995]]> : tensor<2x4xf32>
  check.expect_close %0, %e : tensor<2x4xf32>, tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
