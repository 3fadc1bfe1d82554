// RUN: rlx-check %s

// Bits from IEEE 754.
func.func @literals() -> (tensor<4xi32>, tensor<3xf32>, tensor<2xui16>, tensor<2xf64>, tensor<2xi8>) {
  %a = check.literal dense<[1.0, -0.0, 0.5, 0x7F800000]> : tensor<4xf32>
  %0 = rlx.bitcast %a to i32 : (tensor<4xf32>) -> tensor<4xi32>
  %w0 = check.literal dense<[1065353216, -2147483648, 1056964608, 2139095040]> : tensor<4xi32>
  check.expect_eq %0, %w0 : tensor<4xi32>, tensor<4xi32>
  %b = check.literal dense<[1065353216, 3221225472, 0]> : tensor<3xui32>
  %1 = rlx.bitcast %b to f32 : (tensor<3xui32>) -> tensor<3xf32>
  %w1 = check.literal dense<[1.0, -2.0, 0.0]> : tensor<3xf32>
  check.expect_eq %1, %w1 : tensor<3xf32>, tensor<3xf32>
  %c = check.literal dense<[1.0, -2.0]> : tensor<2xbf16>
  %2 = rlx.bitcast %c to ui16 : (tensor<2xbf16>) -> tensor<2xui16>
  %w2 = check.literal dense<[16256, 49152]> : tensor<2xui16>
  check.expect_eq %2, %w2 : tensor<2xui16>, tensor<2xui16>
  %d = check.literal dense<[4607182418800017408, -9223372036854775808]> : tensor<2xi64>
  %3 = rlx.bitcast %d to f64 : (tensor<2xi64>) -> tensor<2xf64>
  %w3 = check.literal dense<[1.0, -0.0]> : tensor<2xf64>
  check.expect_eq %3, %w3 : tensor<2xf64>, tensor<2xf64>
  %e = check.literal dense<[255, 3]> : tensor<2xui8>
  %4 = rlx.bitcast %e to i8 : (tensor<2xui8>) -> tensor<2xi8>
  %w4 = check.literal dense<[-1, 3]> : tensor<2xi8>
  check.expect_eq %4, %w4 : tensor<2xi8>, tensor<2xi8>
  return %0, %1, %2, %3, %4 : tensor<4xi32>, tensor<3xf32>, tensor<2xui16>, tensor<2xf64>, tensor<2xi8>
}

func.func @dynamic() -> (tensor<?x5xi16>, tensor<?xi64>, tensor<0x3xi32>) {
  %a = check.fill sizes [90, 5] seed 1 : tensor<?x5xf16>
  %0 = rlx.bitcast %a to i16 : (tensor<?x5xf16>) -> tensor<?x5xi16>
  %b = check.fill sizes [777] seed 2 : tensor<?xf64>
  %1 = rlx.bitcast %b to i64 : (tensor<?xf64>) -> tensor<?xi64>
  %c = check.fill seed 3 : tensor<0x3xf32>
  %2 = rlx.bitcast %c to i32 : (tensor<0x3xf32>) -> tensor<0x3xi32>
  return %0, %1, %2 : tensor<?x5xi16>, tensor<?xi64>, tensor<0x3xi32>
}
