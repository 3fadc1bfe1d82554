// The gradient of rms_norm had the fourth power of 1 / rms instead of the third. By hand, with r =
// 1 / sqrt(12.5): r dy - r^3 x mean(dy x), with mean(dy x) = 1.5.
// RUN: rlx-check %s
func.func @main() -> (tensor<1x2xf64>, tensor<2xf64>, tensor<2xf64>) {
  %x = check.literal dense<[[3.0, 4.0]]> : tensor<1x2xf64>
  %dy = check.literal dense<[[1.0, 0.0]]> : tensor<1x2xf64>
  %0:3 = rlx.rms_norm_backward %x, %dy axis = -1 eps = 0.0 : (tensor<1x2xf64>, tensor<1x2xf64>) -> (tensor<1x2xf64>, tensor<2xf64>, tensor<2xf64>)
  %w = check.literal dense<[[0.18101933598375617, -0.1357645019878171]]> : tensor<1x2xf64>
  check.expect_close %0#0, %w {rtol = 1.0e-12} : tensor<1x2xf64>, tensor<1x2xf64>
  return %0#0, %0#1, %0#2 : tensor<1x2xf64>, tensor<2xf64>, tensor<2xf64>
}
