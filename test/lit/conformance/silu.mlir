// RUN: rlx-check %s %{quick-lanes}

// Values of the formula in double, rounded to f32.
func.func @literals() -> tensor<13xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 9.999999747378752e-05, -9.999999747378752e-05, 0x7FC00000, 0x7F800000]> : tensor<13xf32>
  %0 = rlx.silu %a : (tensor<13xf32>) -> tensor<13xf32>
  %w = check.literal dense<[0.0, -0.0, 0.7310585975646973, -0.2689414322376251, 0.3112296760082245, -0.14227761328220367, 2.857722282409668, 9.99954605102539, -0.0004539786896202713, 5.000249802833423e-05, -4.9997499445453286e-05, 0x7FC00000, 0x7F800000]> : tensor<13xf32>
  check.expect_close %0, %w : tensor<13xf32>, tensor<13xf32>
  return %0 : tensor<13xf32>
}

func.func @f64_literals() -> tensor<11xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 0.0001, -0.0001]> : tensor<11xf64>
  %0 = rlx.silu %a : (tensor<11xf64>) -> tensor<11xf64>
  %w = check.literal dense<[0.0, -0.0, 0.7310585786300049, -0.2689414213699951, 0.3112296656009273, -0.14227761953270035, 2.8577223804673, 9.999546021312977, -0.00045397868702434395, 5.000249999999792e-05, -4.9997500000002084e-05]> : tensor<11xf64>
  check.expect_close %0, %w : tensor<11xf64>, tensor<11xf64>
  return %0 : tensor<11xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 586 range [-6.0, 6.0] : tensor<5x33xf16>
  %0 = rlx.silu %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 587 range [-6.0, 6.0] : tensor<5x33xbf16>
  %0 = rlx.silu %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 588 range [-6.0, 6.0] : tensor<5x33xf32>
  %0 = rlx.silu %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 589 range [-6.0, 6.0] : tensor<5x33xf64>
  %0 = rlx.silu %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 590 range [-6.0, 6.0] : tensor<?x3x?xf32>
  %0 = rlx.silu %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 591 range [-6.0, 6.0] : tensor<f32>
  %0 = rlx.silu %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 592 : tensor<0x4xf32>
  %0 = rlx.silu %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// The tails, and next to 0.
func.func @hard_points() -> tensor<7xf32> {
  %a = check.literal dense<[-100.0, 100.0, -87.0, -16.700000762939453, 16.700000762939453, 1.000000013351432e-10, -9.99994610111476e-41]> : tensor<7xf32>
  %0 = rlx.silu %a : (tensor<7xf32>) -> tensor<7xf32>
  %w = check.literal dense<[-3.7204474227823893e-42, 100.0, -1.4318559185234732e-36, -9.332506465398183e-07, 16.700000762939453, 5.00000006675716e-11, -4.99997305055738e-41]> : tensor<7xf32>
  check.expect_close %0, %w : tensor<7xf32>, tensor<7xf32>
  return %0 : tensor<7xf32>
}

func.func @zero_keeps_its_sign() -> tensor<2xf32> {
  %a = check.literal dense<[0.0, -0.0]> : tensor<2xf32>
  %0 = rlx.silu %a : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %0, %a {signed_zeros} : tensor<2xf32>, tensor<2xf32>
  return %0 : tensor<2xf32>
}
