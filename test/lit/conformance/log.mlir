// RUN: rlx-check %s %{quick-lanes}

// Values of the C function, rounded to f32.
func.func @literals() -> tensor<11xf32> {
  %a = check.literal dense<[1.0, 0.0, -1.0, 2.7182817459106445, 1.0000000031710769e-30, 1.0000000150474662e+30, 0.5, 10.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<11xf32>
  %0 = rlx.log %a : (tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[0.0, 0xFF800000, 0x7FC00000, 0.9999999403953552, -69.07755279541016, 69.07755279541016, -0.6931471824645996, 2.3025851249694824, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @f64_literals() -> tensor<8xf64> {
  %a = check.literal dense<[1.0, 0.0, -1.0, 2.718281828, 1.0e-30, 1.0e+30, 0.5, 10.0]> : tensor<8xf64>
  %0 = rlx.log %a : (tensor<8xf64>) -> tensor<8xf64>
  %w = check.literal dense<[0.0, 0xFFF0000000000000, 0x7FF8000000000000, 0.9999999998311266, -69.07755278982137, 69.07755278982137, -0.6931471805599453, 2.302585092994046]> : tensor<8xf64>
  check.expect_close %0, %w : tensor<8xf64>, tensor<8xf64>
  return %0 : tensor<8xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 15 range [0.0, 50.0] : tensor<5x33xf16>
  %0 = rlx.log %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 16 range [0.0, 50.0] : tensor<5x33xbf16>
  %0 = rlx.log %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 17 range [0.0, 50.0] : tensor<5x33xf32>
  %0 = rlx.log %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 18 range [0.0, 50.0] : tensor<5x33xf64>
  %0 = rlx.log %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 19 range [0.0, 50.0] : tensor<?x3x?xf32>
  %0 = rlx.log %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 20 range [0.0, 50.0] : tensor<f32>
  %0 = rlx.log %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 21 : tensor<0x4xf32>
  %0 = rlx.log %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// Subnormal numbers, and values next to 1.
func.func @hard_points() -> tensor<7xf32> {
  %a = check.literal dense<[-0.0, 9.99994610111476e-41, 1.401298464324817e-45, 1.1754943508222875e-38, 0.9999999403953552, 1.0000001192092896, 3.4028234663852886e+38]> : tensor<7xf32>
  %0 = rlx.log %a : (tensor<7xf32>) -> tensor<7xf32>
  %w = check.literal dense<[0xFF800000, -92.10340881347656, -103.2789306640625, -87.3365478515625, -5.960464477539063e-08, 1.1920928244535389e-07, 88.72283935546875]> : tensor<7xf32>
  check.expect_close %0, %w : tensor<7xf32>, tensor<7xf32>
  return %0 : tensor<7xf32>
}
