// RUN: rlx-check %s %{quick-lanes}

// Values of the C function, rounded to f32.
func.func @literals() -> tensor<11xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, 10.0, -100.0, 9.999999747378752e-06, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<11xf32>
  %0 = rlx.sinh %a : (tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[0.0, -0.0, 1.175201177597046, -1.175201177597046, 0.5210952758789062, 11013.232421875, 0xFF800000, 9.999999747378752e-06, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @f64_literals() -> tensor<8xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, 10.0, -100.0, 1.0e-05]> : tensor<8xf64>
  %0 = rlx.sinh %a : (tensor<8xf64>) -> tensor<8xf64>
  %w = check.literal dense<[0.0, -0.0, 1.1752011936438014, -1.1752011936438014, 0.5210953054937474, 11013.232874703393, -1.3440585709080678e+43, 1.0000000000166668e-05]> : tensor<8xf64>
  check.expect_close %0, %w : tensor<8xf64>, tensor<8xf64>
  return %0 : tensor<8xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 92 range [-5.0, 5.0] : tensor<5x33xf16>
  %0 = rlx.sinh %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 93 range [-5.0, 5.0] : tensor<5x33xbf16>
  %0 = rlx.sinh %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 94 range [-5.0, 5.0] : tensor<5x33xf32>
  %0 = rlx.sinh %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 95 range [-5.0, 5.0] : tensor<5x33xf64>
  %0 = rlx.sinh %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 96 range [-5.0, 5.0] : tensor<?x3x?xf32>
  %0 = rlx.sinh %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 97 range [-5.0, 5.0] : tensor<f32>
  %0 = rlx.sinh %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 98 : tensor<0x4xf32>
  %0 = rlx.sinh %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// e^x overflows, but the result does not; and next to 0.
func.func @hard_points() -> tensor<7xf32> {
  %a = check.literal dense<[88.7300033569336, -89.4000015258789, 89.5, 19.899999618530273, 20.100000381469727, 1.000000013351432e-10, -9.99994610111476e-41]> : tensor<7xf32>
  %0 = rlx.sinh %a : (tensor<7xf32>) -> tensor<7xf32>
  %w = check.literal dense<[1.7136449671330388e+38, -3.3488627241070614e+38, 0x7F800000, 219497728.0, 268095328.0, 1.000000013351432e-10, -9.99994610111476e-41]> : tensor<7xf32>
  check.expect_close %0, %w : tensor<7xf32>, tensor<7xf32>
  return %0 : tensor<7xf32>
}

func.func @zero_keeps_its_sign() -> tensor<2xf32> {
  %a = check.literal dense<[0.0, -0.0]> : tensor<2xf32>
  %0 = rlx.sinh %a : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %0, %a {signed_zeros} : tensor<2xf32>, tensor<2xf32>
  return %0 : tensor<2xf32>
}
