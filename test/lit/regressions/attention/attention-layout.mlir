// The layout was guessed from the sizes: if positions and heads had equal sizes, [B, S, H, D] was
// taken for [B, H, S, D].
// RUN: rlx-check %s
func.func @main() -> (tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>) {
  %v1 = check.literal dense<0.0> : tensor<1x2x2x1xf32>
  %v2 = check.literal dense<[[[[1.0], [2.0]], [[3.0], [4.0]]]]> : tensor<1x2x2x1xf32>
  %v3 = rlx.attention %v1, %v1, %v2 layout = bshd mask = causal : (tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  %v4 = check.literal dense<[[[[1.0], [2.0]], [[2.0], [3.0]]]]> : tensor<1x2x2x1xf32>
  check.expect_close %v3, %v4 {ulp = 2} : tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>
  %v5 = rlx.attention %v1, %v1, %v2 layout = bhsd mask = causal : (tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  %v6 = check.literal dense<[[[[1.0], [1.5]], [[3.0], [3.5]]]]> : tensor<1x2x2x1xf32>
  check.expect_close %v5, %v6 {ulp = 2} : tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>
  return %v3, %v5 : tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>
}
