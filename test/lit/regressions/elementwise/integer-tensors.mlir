// Integers were read as the bits of floats: index 2 was 2.8e-45, which reads row 0, and sums of
// integers above 2^24 would be rounded.
// RUN: rlx-check %s
func.func @main() -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi64>, tensor<i64>) {
  %v1 = check.literal dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %v2 = check.literal dense<[2, 0]> : tensor<2xi32>
  %v3 = rlx.gather %v1, %v2 axis = 0 : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  %v4 = check.literal dense<[[5.0, 6.0], [1.0, 2.0]]> : tensor<2x2xf32>
  check.expect_eq %v3, %v4 : tensor<2x2xf32>, tensor<2x2xf32>
  %v5 = check.literal dense<[2, 0]> : tensor<2xi64>
  %v6 = rlx.gather %v1, %v5 axis = 0 : (tensor<3x2xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  %v7 = check.literal dense<[[5.0, 6.0], [1.0, 2.0]]> : tensor<2x2xf32>
  check.expect_eq %v6, %v7 : tensor<2x2xf32>, tensor<2x2xf32>
  %v8 = check.literal dense<[2, 0]> : tensor<2xui8>
  %v9 = rlx.gather %v1, %v8 axis = 0 : (tensor<3x2xf32>, tensor<2xui8>) -> tensor<2x2xf32>
  %v10 = check.literal dense<[[5.0, 6.0], [1.0, 2.0]]> : tensor<2x2xf32>
  check.expect_eq %v9, %v10 : tensor<2x2xf32>, tensor<2x2xf32>
  %v11 = check.literal dense<[16777217, -5]> : tensor<2xi32>
  %v12 = check.literal dense<[2, 3]> : tensor<2xi32>
  %v13 = rlx.add %v11, %v12 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %v14 = check.literal dense<[16777219, -2]> : tensor<2xi32>
  check.expect_eq %v13, %v14 : tensor<2xi32>, tensor<2xi32>
  %v15 = rlx.mul %v11, %v12 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %v16 = check.literal dense<[33554434, -15]> : tensor<2xi32>
  check.expect_eq %v15, %v16 : tensor<2xi32>, tensor<2xi32>
  %v17 = check.literal dense<[9007199254740993, 4]> : tensor<2xi64>
  %v18 = check.literal dense<[1, 3]> : tensor<2xi64>
  %v19 = rlx.add %v17, %v18 : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %v20 = check.literal dense<[9007199254740994, 7]> : tensor<2xi64>
  check.expect_eq %v19, %v20 : tensor<2xi64>, tensor<2xi64>
  %v21 = rlx.reduce_max %v17 axes = [0] : (tensor<2xi64>) -> tensor<i64>
  %v22 = check.literal dense<9007199254740993> : tensor<i64>
  check.expect_eq %v21, %v22 : tensor<i64>, tensor<i64>
  return %v3, %v6, %v9, %v13, %v15, %v19, %v21 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi64>, tensor<i64>
}
