// RUN: rlx-check %s

func.func @floats() -> (tensor<4xf16>, tensor<4xbf16>, tensor<2x2xf32>, tensor<3xf64>) {
  %0 = rlx.constant dense<[1.5, -0.0, 0x7C00, 0x7E00]> : tensor<4xf16>
  %1 = rlx.constant dense<[1.5, -0.0, 0x7F80, 0x7FC0]> : tensor<4xbf16>
  %2 = rlx.constant dense<[[1.5, -0.0], [0xFF800000, 1.0e-40]]> : tensor<2x2xf32>
  %3 = rlx.constant dense<[0.1, -0.0, 1.0e300]> : tensor<3xf64>
  %w0 = check.literal dense<[1.5, -0.0, 0x7C00, 0x7E00]> : tensor<4xf16>
  %w1 = check.literal dense<[1.5, -0.0, 0x7F80, 0x7FC0]> : tensor<4xbf16>
  %w2 = check.literal dense<[[1.5, -0.0], [0xFF800000, 1.0e-40]]> : tensor<2x2xf32>
  %w3 = check.literal dense<[0.1, -0.0, 1.0e300]> : tensor<3xf64>
  check.expect_eq %0, %w0 {signed_zeros} : tensor<4xf16>, tensor<4xf16>
  check.expect_eq %1, %w1 {signed_zeros} : tensor<4xbf16>, tensor<4xbf16>
  check.expect_eq %2, %w2 {signed_zeros} : tensor<2x2xf32>, tensor<2x2xf32>
  check.expect_eq %3, %w3 {signed_zeros} : tensor<3xf64>, tensor<3xf64>
  return %0, %1, %2, %3 : tensor<4xf16>, tensor<4xbf16>, tensor<2x2xf32>, tensor<3xf64>
}

func.func @integers() -> (tensor<2xi8>, tensor<2xui8>, tensor<2xi64>, tensor<2xui64>, tensor<9xi1>) {
  %0 = rlx.constant dense<[-128, 127]> : tensor<2xi8>
  %1 = rlx.constant dense<[0, 255]> : tensor<2xui8>
  %2 = rlx.constant dense<[-9223372036854775808, 9007199254740993]> : tensor<2xi64>
  %3 = rlx.constant dense<[18446744073709551615, 1]> : tensor<2xui64>
  %4 = rlx.constant dense<[true, false, false, true, true, false, true, false, true]> : tensor<9xi1>
  %w0 = check.literal dense<[-128, 127]> : tensor<2xi8>
  %w1 = check.literal dense<[0, 255]> : tensor<2xui8>
  %w2 = check.literal dense<[-9223372036854775808, 9007199254740993]> : tensor<2xi64>
  %w3 = check.literal dense<[18446744073709551615, 1]> : tensor<2xui64>
  %w4 = check.literal dense<[true, false, false, true, true, false, true, false, true]> : tensor<9xi1>
  check.expect_eq %0, %w0 : tensor<2xi8>, tensor<2xi8>
  check.expect_eq %1, %w1 : tensor<2xui8>, tensor<2xui8>
  check.expect_eq %2, %w2 : tensor<2xi64>, tensor<2xi64>
  check.expect_eq %3, %w3 : tensor<2xui64>, tensor<2xui64>
  check.expect_eq %4, %w4 : tensor<9xi1>, tensor<9xi1>
  return %0, %1, %2, %3, %4 : tensor<2xi8>, tensor<2xui8>, tensor<2xi64>, tensor<2xui64>, tensor<9xi1>
}

// A splat is one element in the IR, and a full tensor in memory.
func.func @splat() -> (tensor<3x5xf32>, tensor<70xi1>, tensor<33xui16>) {
  %x = check.fill seed 1 : tensor<3x5xf32>
  %c = rlx.constant dense<2.5> : tensor<3x5xf32>
  %0 = rlx.add %x, %c : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  %1 = rlx.constant dense<true> : tensor<70xi1>
  %2 = rlx.constant dense<65535> : tensor<33xui16>
  return %0, %1, %2 : tensor<3x5xf32>, tensor<70xi1>, tensor<33xui16>
}

func.func @resource() -> tensor<2x2xf32> {
  %0 = rlx.constant dense_resource<four> : tensor<2x2xf32>
  %w = check.literal dense<[[1.0, 2.0], [3.0, -4.0]]> : tensor<2x2xf32>
  check.expect_eq %0, %w : tensor<2x2xf32>, tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

func.func @scalar_and_empty() -> (tensor<i64>, tensor<0x3xf32>) {
  %0 = rlx.constant dense<7> : tensor<i64>
  %1 = rlx.constant dense<> : tensor<0x3xf32>
  return %0, %1 : tensor<i64>, tensor<0x3xf32>
}

{-#
  dialect_resources: {
    builtin: {
      four: "0x040000000000803F0000004000004040000080C0"
    }
  }
#-}
