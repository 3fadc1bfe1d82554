// RUN: rlx-check %s %{quick-lanes}

// Values of the formula in double, rounded to f32.
func.func @literals() -> tensor<13xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 9.999999747378752e-05, -9.999999747378752e-05, 0x7FC00000, 0x7F800000]> : tensor<13xf32>
  %0 = rlx.mish %a : (tensor<13xf32>) -> tensor<13xf32>
  %w = check.literal dense<[0.0, -0.0, 0.8650984168052673, -0.30340147018432617, 0.37524521350860596, -0.14564746618270874, 2.98653507232666, 10.0, -0.000453988992376253, 6.000319990562275e-05, -5.999679706292227e-05, 0x7FC00000, 0x7F800000]> : tensor<13xf32>
  check.expect_close %0, %w : tensor<13xf32>, tensor<13xf32>
  return %0 : tensor<13xf32>
}

func.func @f64_literals() -> tensor<11xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 0.0001, -0.0001]> : tensor<11xf64>
  %0 = rlx.mish %a : (tensor<11xf64>) -> tensor<11xf64>
  %w = check.literal dense<[0.0, -0.0, 0.8650983882673103, -0.30340146137410895, 0.3752452113048951, -0.1456474612756246, 2.9865350049679575, 9.999999958780672, -0.00045398899185674697, 6.000319998399543e-05, -5.999679998400459e-05]> : tensor<11xf64>
  check.expect_close %0, %w : tensor<11xf64>, tensor<11xf64>
  return %0 : tensor<11xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 621 range [-6.0, 6.0] : tensor<5x33xf16>
  %0 = rlx.mish %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 622 range [-6.0, 6.0] : tensor<5x33xbf16>
  %0 = rlx.mish %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 623 range [-6.0, 6.0] : tensor<5x33xf32>
  %0 = rlx.mish %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 624 range [-6.0, 6.0] : tensor<5x33xf64>
  %0 = rlx.mish %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 625 range [-6.0, 6.0] : tensor<?x3x?xf32>
  %0 = rlx.mish %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 626 range [-6.0, 6.0] : tensor<f32>
  %0 = rlx.mish %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 627 : tensor<0x4xf32>
  %0 = rlx.mish %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// The tails, and next to 0.
func.func @hard_points() -> tensor<8xf32> {
  %a = check.literal dense<[-100.0, 100.0, -87.0, -88.5, -16.700000762939453, 16.700000762939453, 1.000000013351432e-10, -9.99994610111476e-41]> : tensor<8xf32>
  %0 = rlx.mish %a : (tensor<8xf32>) -> tensor<8xf32>
  %w = check.literal dense<[-3.7204474227823893e-42, 100.0, -1.4318559185234732e-36, -3.249986910965444e-37, -9.332506465398183e-07, 16.700000762939453, 5.999999802552836e-11, -5.999939634699569e-41]> : tensor<8xf32>
  check.expect_close %0, %w : tensor<8xf32>, tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @zero_keeps_its_sign() -> tensor<2xf32> {
  %a = check.literal dense<[0.0, -0.0]> : tensor<2xf32>
  %0 = rlx.mish %a : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %0, %a {signed_zeros} : tensor<2xf32>, tensor<2xf32>
  return %0 : tensor<2xf32>
}
