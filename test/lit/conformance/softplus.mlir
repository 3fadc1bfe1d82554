// RUN: rlx-check %s %{quick-lanes}

// Values of the formula in double, rounded to f32.
func.func @literals() -> tensor<14xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 9.999999747378752e-05, -9.999999747378752e-05, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<14xf32>
  %0 = rlx.softplus %a : (tensor<14xf32>) -> tensor<14xf32>
  %w = check.literal dense<[0.6931471824645996, 0.6931471824645996, 1.31326162815094, 0.3132616877555847, 0.9740769863128662, 0.04858735203742981, 3.0485873222351074, 10.000045776367188, 4.539889778243378e-05, 0.6931971907615662, 0.6930971741676331, 0x7FC00000, 0x7F800000, 0.0]> : tensor<14xf32>
  check.expect_close %0, %w : tensor<14xf32>, tensor<14xf32>
  return %0 : tensor<14xf32>
}

func.func @f64_literals() -> tensor<11xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 0.0001, -0.0001]> : tensor<11xf64>
  %0 = rlx.softplus %a : (tensor<11xf64>) -> tensor<11xf64>
  %w = check.literal dense<[0.6931471805599453, 0.6931471805599453, 1.3132616875182228, 0.31326168751822286, 0.9740769841801067, 0.04858735157374206, 3.048587351573742, 10.000045398899218, 4.539889921686465e-05, 0.6931971818099454, 0.6930971818099453]> : tensor<11xf64>
  check.expect_close %0, %w : tensor<11xf64>, tensor<11xf64>
  return %0 : tensor<11xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 607 range [-6.0, 6.0] : tensor<5x33xf16>
  %0 = rlx.softplus %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 608 range [-6.0, 6.0] : tensor<5x33xbf16>
  %0 = rlx.softplus %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 609 range [-6.0, 6.0] : tensor<5x33xf32>
  %0 = rlx.softplus %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 610 range [-6.0, 6.0] : tensor<5x33xf64>
  %0 = rlx.softplus %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 611 range [-6.0, 6.0] : tensor<?x3x?xf32>
  %0 = rlx.softplus %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 612 range [-6.0, 6.0] : tensor<f32>
  %0 = rlx.softplus %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 613 : tensor<0x4xf32>
  %0 = rlx.softplus %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// The tails, and next to 0.
func.func @hard_points() -> tensor<7xf32> {
  %a = check.literal dense<[-100.0, 100.0, -87.0, -16.700000762939453, 16.700000762939453, 3.3999999521443642e+38, 1.000000013351432e-10]> : tensor<7xf32>
  %0 = rlx.softplus %a : (tensor<7xf32>) -> tensor<7xf32>
  %w = check.literal dense<[3.783505853677006e-44, 100.0, 1.6458114537543937e-38, 5.588326956740275e-08, 16.700000762939453, 3.3999999521443642e+38, 0.6931471824645996]> : tensor<7xf32>
  check.expect_close %0, %w : tensor<7xf32>, tensor<7xf32>
  return %0 : tensor<7xf32>
}
