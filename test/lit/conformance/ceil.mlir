// RUN: rlx-check %s

// Halves, values without a fraction, specials; the sign of zero is kept.
func.func @literals() -> tensor<17xf32> {
  %a = check.literal dense<[0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.4999999701976776, -0.0, 0.0, 8388609.0, -8388609.0, 1.0000000150474662e+30, 2.4000000953674316, -2.5999999046325684, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<17xf32>
  %0 = rlx.ceil %a : (tensor<17xf32>) -> tensor<17xf32>
  %w = check.literal dense<[1.0, 2.0, 3.0, -0.0, -1.0, -2.0, 1.0, -0.0, 0.0, 8388609.0, -8388609.0, 1.0000000150474662e+30, 3.0, -2.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<17xf32>
  check.expect_eq %0, %w {signed_zeros} : tensor<17xf32>, tensor<17xf32>
  return %0 : tensor<17xf32>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 141 range [-10.0, 10.0] edges all : tensor<5x33xf16>
  %0 = rlx.ceil %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 142 range [-10.0, 10.0] edges all : tensor<5x33xbf16>
  %0 = rlx.ceil %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 143 range [-10.0, 10.0] edges all : tensor<5x33xf32>
  %0 = rlx.ceil %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 144 range [-10.0, 10.0] edges all : tensor<5x33xf64>
  %0 = rlx.ceil %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 145 range [-10.0, 10.0] : tensor<?x3x?xf32>
  %0 = rlx.ceil %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 146 range [-10.0, 10.0] : tensor<f32>
  %0 = rlx.ceil %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 147 : tensor<0x4xf32>
  %0 = rlx.ceil %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
