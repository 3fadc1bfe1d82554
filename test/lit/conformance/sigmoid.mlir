// RUN: rlx-check %s %{quick-lanes}

// Values of the formula in double, rounded to f32.
func.func @literals() -> tensor<14xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 9.999999747378752e-05, -9.999999747378752e-05, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<14xf32>
  %0 = rlx.sigmoid %a : (tensor<14xf32>) -> tensor<14xf32>
  %w = check.literal dense<[0.5, 0.5, 0.7310585975646973, 0.2689414322376251, 0.622459352016449, 0.04742587357759476, 0.9525741338729858, 0.9999545812606812, 4.539786823443137e-05, 0.5000249743461609, 0.4999749958515167, 0x7FC00000, 1.0, 0.0]> : tensor<14xf32>
  check.expect_close %0, %w : tensor<14xf32>, tensor<14xf32>
  return %0 : tensor<14xf32>
}

func.func @f64_literals() -> tensor<11xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 0.0001, -0.0001]> : tensor<11xf64>
  %0 = rlx.sigmoid %a : (tensor<11xf64>) -> tensor<11xf64>
  %w = check.literal dense<[0.5, 0.5, 0.7310585786300049, 0.2689414213699951, 0.6224593312018546, 0.04742587317756678, 0.9525741268224334, 0.9999546021312976, 4.5397868702434395e-05, 0.5000249999999792, 0.4999750000000208]> : tensor<11xf64>
  check.expect_close %0, %w : tensor<11xf64>, tensor<11xf64>
  return %0 : tensor<11xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 579 range [-6.0, 6.0] : tensor<5x33xf16>
  %0 = rlx.sigmoid %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 580 range [-6.0, 6.0] : tensor<5x33xbf16>
  %0 = rlx.sigmoid %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 581 range [-6.0, 6.0] : tensor<5x33xf32>
  %0 = rlx.sigmoid %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 582 range [-6.0, 6.0] : tensor<5x33xf64>
  %0 = rlx.sigmoid %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 583 range [-6.0, 6.0] : tensor<?x3x?xf32>
  %0 = rlx.sigmoid %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 584 range [-6.0, 6.0] : tensor<f32>
  %0 = rlx.sigmoid %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 585 : tensor<0x4xf32>
  %0 = rlx.sigmoid %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// The tails, and next to 0.
func.func @hard_points() -> tensor<7xf32> {
  %a = check.literal dense<[-100.0, 100.0, -87.0, -89.0, -16.700000762939453, 16.700000762939453, 1.000000013351432e-10]> : tensor<7xf32>
  %0 = rlx.sigmoid %a : (tensor<7xf32>) -> tensor<7xf32>
  %w = check.literal dense<[3.783505853677006e-44, 1.0, 1.6458114537543937e-38, 2.2273639090442967e-39, 5.588326956740275e-08, 0.9999999403953552, 0.5]> : tensor<7xf32>
  check.expect_close %0, %w : tensor<7xf32>, tensor<7xf32>
  return %0 : tensor<7xf32>
}
