// Attention ignored its scale and its soft cap. All results would then equal the first.
// RUN: rlx-check %s
func.func @main() -> (tensor<1x1x1x1xf64>, tensor<1x1x1x1xf64>, tensor<1x1x1x1xf64>, tensor<1x1x1x1xf64>) {
  %v1 = check.literal dense<[[[[1.0]]]]> : tensor<1x1x1x1xf64>
  %v2 = check.literal dense<[[[[0.0], [2.0]]]]> : tensor<1x1x2x1xf64>
  %v3 = check.literal dense<[[[[0.0], [1.0]]]]> : tensor<1x1x2x1xf64>
  %v4 = rlx.attention %v1, %v2, %v3 layout = bhsd mask = none : (tensor<1x1x1x1xf64>, tensor<1x1x2x1xf64>, tensor<1x1x2x1xf64>) -> tensor<1x1x1x1xf64>
  %v5 = check.literal dense<[[[[0.8807970779778823]]]]> : tensor<1x1x1x1xf64>
  check.expect_close %v4, %v5 {rtol = 1.0e-14} : tensor<1x1x1x1xf64>, tensor<1x1x1x1xf64>
  %v6 = rlx.attention %v1, %v2, %v3 layout = bhsd mask = none scale = 0.5 : (tensor<1x1x1x1xf64>, tensor<1x1x2x1xf64>, tensor<1x1x2x1xf64>) -> tensor<1x1x1x1xf64>
  %v7 = check.literal dense<[[[[0.7310585786300049]]]]> : tensor<1x1x1x1xf64>
  check.expect_close %v6, %v7 {rtol = 1.0e-14} : tensor<1x1x1x1xf64>, tensor<1x1x1x1xf64>
  %v8 = rlx.attention %v1, %v2, %v3 layout = bhsd mask = none softcap = 1.0 : (tensor<1x1x1x1xf64>, tensor<1x1x2x1xf64>, tensor<1x1x2x1xf64>) -> tensor<1x1x1x1xf64>
  %v9 = check.literal dense<[[[[0.7239274686640463]]]]> : tensor<1x1x1x1xf64>
  check.expect_close %v8, %v9 {rtol = 1.0e-14} : tensor<1x1x1x1xf64>, tensor<1x1x1x1xf64>
  %v10 = rlx.attention %v1, %v2, %v3 layout = bhsd mask = causal scale = 2.0 softcap = 3.0 : (tensor<1x1x1x1xf64>, tensor<1x1x2x1xf64>, tensor<1x1x2x1xf64>) -> tensor<1x1x1x1xf64>
  %v11 = check.literal dense<[[[[0.9315141984422077]]]]> : tensor<1x1x1x1xf64>
  check.expect_close %v10, %v11 {rtol = 1.0e-14} : tensor<1x1x1x1xf64>, tensor<1x1x1x1xf64>
  return %v4, %v6, %v8, %v10 : tensor<1x1x1x1xf64>, tensor<1x1x1x1xf64>, tensor<1x1x1x1xf64>, tensor<1x1x1x1xf64>
}
