// RUN: rlx-check %s %{quick-lanes}

// Values of the formula in double, rounded to f32.
func.func @literals() -> tensor<13xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 9.999999747378752e-05, -9.999999747378752e-05, 0x7FC00000, 0x7F800000]> : tensor<13xf32>
  %0 = rlx.hard_swish %a : (tensor<13xf32>) -> tensor<13xf32>
  %w = check.literal dense<[0.0, -0.0, 0.6666666865348816, -0.3333333432674408, 0.2916666567325592, -0.0, 3.0, 10.0, -0.0, 5.0001664931187406e-05, -4.999833254260011e-05, 0x7FC00000, 0x7F800000]> : tensor<13xf32>
  check.expect_close %0, %w : tensor<13xf32>, tensor<13xf32>
  return %0 : tensor<13xf32>
}

func.func @f64_literals() -> tensor<11xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 0.0001, -0.0001]> : tensor<11xf64>
  %0 = rlx.hard_swish %a : (tensor<11xf64>) -> tensor<11xf64>
  %w = check.literal dense<[0.0, -0.0, 0.6666666666666666, -0.33333333333333337, 0.2916666666666667, -0.0, 3.0, 10.0, -0.0, 5.0001666666666666e-05, -4.999833333333334e-05]> : tensor<11xf64>
  check.expect_close %0, %w : tensor<11xf64>, tensor<11xf64>
  return %0 : tensor<11xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 628 range [-6.0, 6.0] : tensor<5x33xf16>
  %0 = rlx.hard_swish %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 629 range [-6.0, 6.0] : tensor<5x33xbf16>
  %0 = rlx.hard_swish %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 630 range [-6.0, 6.0] : tensor<5x33xf32>
  %0 = rlx.hard_swish %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 631 range [-6.0, 6.0] : tensor<5x33xf64>
  %0 = rlx.hard_swish %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 632 range [-6.0, 6.0] : tensor<?x3x?xf32>
  %0 = rlx.hard_swish %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 633 range [-6.0, 6.0] : tensor<f32>
  %0 = rlx.hard_swish %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 634 : tensor<0x4xf32>
  %0 = rlx.hard_swish %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
