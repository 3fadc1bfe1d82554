// RUN: rlx-check %s %{quick-lanes}

// Values of the formula in double, rounded to f32.
func.func @literals() -> tensor<14xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 9.999999747378752e-05, -9.999999747378752e-05, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<14xf32>
  %0 = rlx.hard_sigmoid %a : (tensor<14xf32>) -> tensor<14xf32>
  %w = check.literal dense<[0.5, 0.5, 0.699999988079071, 0.30000001192092896, 0.6000000238418579, 0.0, 1.0, 1.0, 0.0, 0.5000200271606445, 0.49998000264167786, 0x7FC00000, 1.0, 0.0]> : tensor<14xf32>
  check.expect_close %0, %w : tensor<14xf32>, tensor<14xf32>
  return %0 : tensor<14xf32>
}

func.func @f64_literals() -> tensor<11xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 0.0001, -0.0001]> : tensor<11xf64>
  %0 = rlx.hard_sigmoid %a : (tensor<11xf64>) -> tensor<11xf64>
  %w = check.literal dense<[0.5, 0.5, 0.7, 0.3, 0.6, 0.0, 1.0, 1.0, 0.0, 0.50002, 0.49998]> : tensor<11xf64>
  check.expect_close %0, %w : tensor<11xf64>, tensor<11xf64>
  return %0 : tensor<11xf64>
}

func.func @attributes() -> tensor<11xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 9.999999747378752e-05, -9.999999747378752e-05]> : tensor<11xf32>
  %0 = rlx.hard_sigmoid %a {alpha = 0.25, beta = 0.4} : (tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[0.4000000059604645, 0.4000000059604645, 0.6499999761581421, 0.15000000596046448, 0.5249999761581421, 0.0, 1.0, 1.0, 0.0, 0.40002501010894775, 0.3999750018119812]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @attributes_bf16() -> tensor<130xbf16> {
  %a = check.fill seed 635 range [-6.0, 6.0] : tensor<130xbf16>
  %0 = rlx.hard_sigmoid %a {alpha = 0.25, beta = 0.4} : (tensor<130xbf16>) -> tensor<130xbf16>
  return %0 : tensor<130xbf16>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 636 range [-6.0, 6.0] : tensor<5x33xf16>
  %0 = rlx.hard_sigmoid %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 637 range [-6.0, 6.0] : tensor<5x33xbf16>
  %0 = rlx.hard_sigmoid %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 638 range [-6.0, 6.0] : tensor<5x33xf32>
  %0 = rlx.hard_sigmoid %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 639 range [-6.0, 6.0] : tensor<5x33xf64>
  %0 = rlx.hard_sigmoid %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 640 range [-6.0, 6.0] : tensor<?x3x?xf32>
  %0 = rlx.hard_sigmoid %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 641 range [-6.0, 6.0] : tensor<f32>
  %0 = rlx.hard_sigmoid %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 642 : tensor<0x4xf32>
  %0 = rlx.hard_sigmoid %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
