// fused_swiglu ignored cast_to: the results had the input's type, and the first would be infinite
// in f16.
// RUN: rlx-check %s
func.func @main() -> (tensor<1xf32>, tensor<1xbf16>) {
  %v1 = check.literal dense<[1000.0, 300.0]> : tensor<2xf16>
  %v2 = rlx.fused_swiglu %v1 {cast_to = f32} : (tensor<2xf16>) -> tensor<1xf32>
  %v3 = check.literal dense<[300000.0]> : tensor<1xf32>
  check.expect_eq %v2, %v3 : tensor<1xf32>, tensor<1xf32>
  %v4 = check.literal dense<[2049.0, 64.0]> : tensor<2xf32>
  %v5 = rlx.fused_swiglu %v4 {cast_to = bf16} : (tensor<2xf32>) -> tensor<1xbf16>
  %v6 = check.literal dense<[131072.0]> : tensor<1xbf16>
  check.expect_eq %v5, %v6 : tensor<1xbf16>, tensor<1xbf16>
  return %v2, %v5 : tensor<1xf32>, tensor<1xbf16>
}
