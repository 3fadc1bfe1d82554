// With more keys than queries, the sliding window is aligned with the last key: query 0 of 2 is at
// position 2 of 4 and sees keys 1 and 2. Aligned with the first key, the results would be 1 and
// 1.5.
// RUN: rlx-check %s
func.func @main() -> (tensor<1x1x2x1xf32>) {
  %v1 = check.literal dense<0.0> : tensor<1x1x2x1xf32>
  %v2 = check.literal dense<0.0> : tensor<1x1x4x1xf32>
  %v3 = check.literal dense<[[[[1.0], [2.0], [4.0], [8.0]]]]> : tensor<1x1x4x1xf32>
  %v4 = rlx.attention %v1, %v2, %v3 layout = bhsd mask = sliding_window window = 1 : (tensor<1x1x2x1xf32>, tensor<1x1x4x1xf32>, tensor<1x1x4x1xf32>) -> tensor<1x1x2x1xf32>
  %v5 = check.literal dense<[[[[3.0], [6.0]]]]> : tensor<1x1x2x1xf32>
  check.expect_close %v4, %v5 {ulp = 2} : tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>
  return %v4 : tensor<1x1x2x1xf32>
}
