// The decomposition of fused_swiglu ignored gate_first: both results would be the first.
// RUN: rlx-check %s
func.func @main() -> (tensor<1x2xf64>, tensor<1x2xf64>) {
  %v1 = check.literal dense<[[3.0, -2.0, 0.5, 1.0]]> : tensor<1x4xf64>
  %v2 = rlx.fused_swiglu %v1 : (tensor<1x4xf64>) -> tensor<1x2xf64>
  %v3 = check.literal dense<[[0.933688996802782, -1.4621171572600098]]> : tensor<1x2xf64>
  check.expect_close %v2, %v3 {rtol = 1.0e-14} : tensor<1x2xf64>, tensor<1x2xf64>
  %v4 = rlx.fused_swiglu %v1 {gate_first = true} : (tensor<1x4xf64>) -> tensor<1x2xf64>
  %v5 = check.literal dense<[[1.4288611902336499, -0.2384058440442351]]> : tensor<1x2xf64>
  check.expect_close %v4, %v5 {rtol = 1.0e-14} : tensor<1x2xf64>, tensor<1x2xf64>
  return %v2, %v4 : tensor<1x2xf64>, tensor<1x2xf64>
}
