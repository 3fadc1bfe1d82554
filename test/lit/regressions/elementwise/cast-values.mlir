// A cast copied bits: 1.5 became the integer 0x3FC00000 = 1069547520, and 1 became 1.4e-45.
// RUN: rlx-check %s
func.func @main() -> (tensor<4xi32>, tensor<2xi1>, tensor<3xf32>, tensor<3xf64>, tensor<3xf16>, tensor<3xbf16>, tensor<2xf32>) {
  %v1 = check.literal dense<[1.5, -2.75, 3.0e9, 0x7FC00000]> : tensor<4xf32>
  %v2 = rlx.cast %v1 to i32 : (tensor<4xf32>) -> tensor<4xi32>
  %v3 = check.literal dense<[1, -2, 2147483647, 0]> : tensor<4xi32>
  check.expect_eq %v2, %v3 : tensor<4xi32>, tensor<4xi32>
  %v4 = check.literal dense<[0.0, -0.5]> : tensor<2xf32>
  %v5 = rlx.cast %v4 to i1 : (tensor<2xf32>) -> tensor<2xi1>
  %v6 = check.literal dense<[false, true]> : tensor<2xi1>
  check.expect_eq %v5, %v6 : tensor<2xi1>, tensor<2xi1>
  %v7 = check.literal dense<[1, -7, 2147483647]> : tensor<3xi32>
  %v8 = rlx.cast %v7 to f32 : (tensor<3xi32>) -> tensor<3xf32>
  %v9 = check.literal dense<[1.0, -7.0, 2147483648.0]> : tensor<3xf32>
  check.expect_eq %v8, %v9 : tensor<3xf32>, tensor<3xf32>
  %v10 = rlx.cast %v7 to f64 : (tensor<3xi32>) -> tensor<3xf64>
  %v11 = check.literal dense<[1.0, -7.0, 2147483647.0]> : tensor<3xf64>
  check.expect_eq %v10, %v11 : tensor<3xf64>, tensor<3xf64>
  %v12 = check.literal dense<[1.0, 2049.0, 65520.0]> : tensor<3xf32>
  %v13 = rlx.cast %v12 to f16 : (tensor<3xf32>) -> tensor<3xf16>
  %v14 = check.literal dense<[1.0, 2048.0, 0x7C00]> : tensor<3xf16>
  check.expect_eq %v13, %v14 : tensor<3xf16>, tensor<3xf16>
  %v15 = rlx.cast %v12 to bf16 : (tensor<3xf32>) -> tensor<3xbf16>
  %v16 = check.literal dense<[1.0, 2048.0, 65536.0]> : tensor<3xbf16>
  check.expect_eq %v15, %v16 : tensor<3xbf16>, tensor<3xbf16>
  %v17 = check.literal dense<[true, false]> : tensor<2xi1>
  %v18 = rlx.cast %v17 to f32 : (tensor<2xi1>) -> tensor<2xf32>
  %v19 = check.literal dense<[1.0, 0.0]> : tensor<2xf32>
  check.expect_eq %v18, %v19 : tensor<2xf32>, tensor<2xf32>
  return %v2, %v5, %v8, %v10, %v13, %v15, %v18 : tensor<4xi32>, tensor<2xi1>, tensor<3xf32>, tensor<3xf64>, tensor<3xf16>, tensor<3xbf16>, tensor<2xf32>
}
