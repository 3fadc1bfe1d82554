// Each run repeated the same draw, all rows shared one random stream, and a multiplier of Philox
// had a typo (0xD2561A75). The expected draws are those of the published generator: rows differ,
// and so do offsets. With the typo the first draw would be 669.
// RUN: rlx-check %s
func.func @main() -> (tensor<2xi64>, tensor<2xi64>) {
  %v1 = check.literal dense<0.0> : tensor<2x1000xf32>
  %v2 = check.literal dense<0> : tensor<ui64>
  %v3 = check.literal dense<0> : tensor<ui64>
  %v4 = check.literal dense<1> : tensor<ui64>
  %v5 = rlx.sample %v1 seed %v2 offset %v3 : (tensor<2x1000xf32>, tensor<ui64>, tensor<ui64>) -> tensor<2xi64>
  %v6 = check.literal dense<[399, 516]> : tensor<2xi64>
  check.expect_eq %v5, %v6 : tensor<2xi64>, tensor<2xi64>
  %v7 = rlx.sample %v1 seed %v2 offset %v4 : (tensor<2x1000xf32>, tensor<ui64>, tensor<ui64>) -> tensor<2xi64>
  %v8 = check.literal dense<[972, 790]> : tensor<2xi64>
  check.expect_eq %v7, %v8 : tensor<2xi64>, tensor<2xi64>
  return %v5, %v7 : tensor<2xi64>, tensor<2xi64>
}
