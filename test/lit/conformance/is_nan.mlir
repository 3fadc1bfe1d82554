// RUN: rlx-check %s

func.func @f16_literals() -> tensor<8xi1> {
  %a = check.literal dense<[1.0, 0.0, -0.0, 0x7E00, 0x7C00, 0xFC00, 65504.0, 0.0]> : tensor<8xf16>
  %0 = rlx.is_nan %a : (tensor<8xf16>) -> tensor<8xi1>
  %w = check.literal dense<[false, false, false, true, false, false, false, false]> : tensor<8xi1>
  check.expect_eq %0, %w : tensor<8xi1>, tensor<8xi1>
  return %0 : tensor<8xi1>
}

func.func @bf16_literals() -> tensor<8xi1> {
  %a = check.literal dense<[1.0, 0.0, -0.0, 0x7FC0, 0x7F80, 0xFF80, 3.3895313892515355e+38, 9.183549615799121e-41]> : tensor<8xbf16>
  %0 = rlx.is_nan %a : (tensor<8xbf16>) -> tensor<8xi1>
  %w = check.literal dense<[false, false, false, true, false, false, false, false]> : tensor<8xi1>
  check.expect_eq %0, %w : tensor<8xi1>, tensor<8xi1>
  return %0 : tensor<8xi1>
}

func.func @f32_literals() -> tensor<8xi1> {
  %a = check.literal dense<[1.0, 0.0, -0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 3.4028234663852886e+38, 9.99994610111476e-41]> : tensor<8xf32>
  %0 = rlx.is_nan %a : (tensor<8xf32>) -> tensor<8xi1>
  %w = check.literal dense<[false, false, false, true, false, false, false, false]> : tensor<8xi1>
  check.expect_eq %0, %w : tensor<8xi1>, tensor<8xi1>
  return %0 : tensor<8xi1>
}

func.func @f64_literals() -> tensor<8xi1> {
  %a = check.literal dense<[1.0, 0.0, -0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 3.4028234663852886e+38, 1.0e-40]> : tensor<8xf64>
  %0 = rlx.is_nan %a : (tensor<8xf64>) -> tensor<8xi1>
  %w = check.literal dense<[false, false, false, true, false, false, false, false]> : tensor<8xi1>
  check.expect_eq %0, %w : tensor<8xi1>, tensor<8xi1>
  return %0 : tensor<8xi1>
}

func.func @f16() -> tensor<5x33xi1> {
  %a = check.fill seed 219 range [-10.0, 10.0] edges all : tensor<5x33xf16>
  %0 = rlx.is_nan %a : (tensor<5x33xf16>) -> tensor<5x33xi1>
  return %0 : tensor<5x33xi1>
}

func.func @bf16() -> tensor<5x33xi1> {
  %a = check.fill seed 220 range [-10.0, 10.0] edges all : tensor<5x33xbf16>
  %0 = rlx.is_nan %a : (tensor<5x33xbf16>) -> tensor<5x33xi1>
  return %0 : tensor<5x33xi1>
}

func.func @f32() -> tensor<5x33xi1> {
  %a = check.fill seed 221 range [-10.0, 10.0] edges all : tensor<5x33xf32>
  %0 = rlx.is_nan %a : (tensor<5x33xf32>) -> tensor<5x33xi1>
  return %0 : tensor<5x33xi1>
}

func.func @f64() -> tensor<5x33xi1> {
  %a = check.fill seed 222 range [-10.0, 10.0] edges all : tensor<5x33xf64>
  %0 = rlx.is_nan %a : (tensor<5x33xf64>) -> tensor<5x33xi1>
  return %0 : tensor<5x33xi1>
}

func.func @dynamic() -> tensor<?x3x?xi1> {
  %a = check.fill sizes [2, 3, 5] seed 223 range [-10.0, 10.0] : tensor<?x3x?xf32>
  %0 = rlx.is_nan %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xi1>
  return %0 : tensor<?x3x?xi1>
}

func.func @scalar() -> tensor<i1> {
  %a = check.fill seed 224 range [-10.0, 10.0] : tensor<f32>
  %0 = rlx.is_nan %a : (tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

func.func @empty() -> tensor<0x4xi1> {
  %a = check.fill seed 225 : tensor<0x4xf32>
  %0 = rlx.is_nan %a : (tensor<0x4xf32>) -> tensor<0x4xi1>
  return %0 : tensor<0x4xi1>
}
