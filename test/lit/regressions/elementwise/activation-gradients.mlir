// The lowering of gradients had wrong formulas for tan, abs and gelu. By hand: 1 / cos(x)^2; the
// sign of x, 0 at 0; Phi(x) + x phi(x).
// RUN: rlx-check %s
func.func @main() -> (tensor<2xf64>, tensor<3xf64>, tensor<2xf64>) {
  %t = check.literal dense<[0.5, -1.0]> : tensor<2xf64>
  %one = check.literal dense<[1.0, 1.0]> : tensor<2xf64>
  %0 = rlx.activation_backward %t, %one kind = tan : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %u = check.literal dense<[1.2984464104095248, 3.425518820814759]> : tensor<2xf64>
  check.expect_close %0, %u {rtol = 1.0e-12} : tensor<2xf64>, tensor<2xf64>
  %a = check.literal dense<[-2.0, 0.0, 3.0]> : tensor<3xf64>
  %dy = check.literal dense<[5.0, 5.0, 5.0]> : tensor<3xf64>
  %1 = rlx.activation_backward %a, %dy kind = abs : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %v = check.literal dense<[-5.0, 0.0, 5.0]> : tensor<3xf64>
  check.expect_eq %1, %v : tensor<3xf64>, tensor<3xf64>
  %g = check.literal dense<[1.0, -1.0]> : tensor<2xf64>
  %2 = rlx.activation_backward %g, %one kind = gelu : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %w = check.literal dense<[1.0833154705876862, -0.08331547058768631]> : tensor<2xf64>
  check.expect_close %2, %w {rtol = 1.0e-12} : tensor<2xf64>, tensor<2xf64>
  return %0, %1, %2 : tensor<2xf64>, tensor<3xf64>, tensor<2xf64>
}
