// gelu, gelu_tanh and silu aborted the process for f64.
// RUN: rlx-check %s
func.func @main() -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) {
  %v1 = check.literal dense<[1.0, -0.5]> : tensor<2xf64>
  %v2 = rlx.gelu %v1 : (tensor<2xf64>) -> tensor<2xf64>
  %v3 = check.literal dense<[0.8413447460685429, -0.15426876936299344]> : tensor<2xf64>
  check.expect_close %v2, %v3 {rtol = 1.0e-14} : tensor<2xf64>, tensor<2xf64>
  %v4 = rlx.gelu_tanh %v1 : (tensor<2xf64>) -> tensor<2xf64>
  %v5 = check.literal dense<[0.8411919906082768, -0.15428599017485606]> : tensor<2xf64>
  check.expect_close %v4, %v5 {rtol = 1.0e-14} : tensor<2xf64>, tensor<2xf64>
  %v6 = rlx.silu %v1 : (tensor<2xf64>) -> tensor<2xf64>
  %v7 = check.literal dense<[0.7310585786300049, -0.1887703343990727]> : tensor<2xf64>
  check.expect_close %v6, %v7 {rtol = 1.0e-14} : tensor<2xf64>, tensor<2xf64>
  return %v2, %v4, %v6 : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
}
