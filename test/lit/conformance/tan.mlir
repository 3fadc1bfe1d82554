// RUN: rlx-check %s %{quick-lanes}

// Values of the C function, rounded to f32.
func.func @literals() -> tensor<11xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.7853981852531433, 10.0, 1.5, 9.999999747378752e-06, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<11xf32>
  %0 = rlx.tan %a : (tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[0.0, -0.0, 1.5574077367782593, -1.5574077367782593, 1.0, 0.6483608484268188, 14.101420402526855, 9.999999747378752e-06, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @f64_literals() -> tensor<8xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.7853981633974483, 10.0, 1.5, 1.0e-05]> : tensor<8xf64>
  %0 = rlx.tan %a : (tensor<8xf64>) -> tensor<8xf64>
  %w = check.literal dense<[0.0, -0.0, 1.5574077246549023, -1.5574077246549023, 0.9999999999999999, 0.6483608274590866, 14.101419947171719, 1.0000000000333334e-05]> : tensor<8xf64>
  check.expect_close %0, %w : tensor<8xf64>, tensor<8xf64>
  return %0 : tensor<8xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 64 range [-1.4, 1.4] : tensor<5x33xf16>
  %0 = rlx.tan %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 65 range [-1.4, 1.4] : tensor<5x33xbf16>
  %0 = rlx.tan %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 66 range [-1.4, 1.4] : tensor<5x33xf32>
  %0 = rlx.tan %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 67 range [-1.4, 1.4] : tensor<5x33xf64>
  %0 = rlx.tan %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 68 range [-1.4, 1.4] : tensor<?x3x?xf32>
  %0 = rlx.tan %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 69 range [0.2, 1.2] : tensor<f32>
  %0 = rlx.tan %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 70 : tensor<0x4xf32>
  %0 = rlx.tan %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// Large arguments, where range reduction loses digits, multiples of pi, and next to 0.
func.func @hard_points() -> tensor<13xf32> {
  %a = check.literal dense<[102.0, 710.0, 7.849609375, -31415.92578125, 1000000.0, -123456792.0, 99999997952.0, -3.000000081769267e+16, 9.999999778196308e+21, 2.499999947553692e+33, 3.4028234663852886e+38, 1.000000013351432e-10, 9.99994610111476e-41]> : tensor<13xf32>
  %0 = rlx.tan %a : (tensor<13xf32>) -> tensor<13xf32>
  %w = check.literal dense<[9.792980194091797, 6.028870848240331e-05, 228.71327209472656, 0.0007546480628661811, -0.37362444400787354, -3.447516441345215, 16.236587524414062, 84.36788177490234, -1.081023931503296, -0.8158224821090698, -0.6117979288101196, 1.000000013351432e-10, 9.99994610111476e-41]> : tensor<13xf32>
  check.expect_close %0, %w : tensor<13xf32>, tensor<13xf32>
  return %0 : tensor<13xf32>
}

func.func @zero_keeps_its_sign() -> tensor<2xf32> {
  %a = check.literal dense<[0.0, -0.0]> : tensor<2xf32>
  %0 = rlx.tan %a : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %0, %a {signed_zeros} : tensor<2xf32>, tensor<2xf32>
  return %0 : tensor<2xf32>
}
