// RUN: rlx-check %s %{quick-lanes}

// Values of the C function, rounded to f32.
func.func @literals() -> tensor<11xf32> {
  %a = check.literal dense<[0.0, -0.0, 4.0, 2.0, -1.0, 1.0000000031710769e-30, 1.0000000150474662e+30, 0.25, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<11xf32>
  %0 = rlx.rsqrt %a : (tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[0x7F800000, 0xFF800000, 0.5, 0.7071067690849304, 0x7FC00000, 999999986991104.0, 1.0000000036274937e-15, 2.0, 0x7FC00000, 0.0, 0x7FC00000]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @f64_literals() -> tensor<8xf64> {
  %a = check.literal dense<[0.0, -0.0, 4.0, 2.0, -1.0, 1.0e-30, 1.0e+30, 0.25]> : tensor<8xf64>
  %0 = rlx.rsqrt %a : (tensor<8xf64>) -> tensor<8xf64>
  %w = check.literal dense<[0x7FF0000000000000, 0xFFF0000000000000, 0.5, 0.7071067811865475, 0x7FF8000000000000, 999999999999999.9, 1.0e-15, 2.0]> : tensor<8xf64>
  check.expect_close %0, %w : tensor<8xf64>, tensor<8xf64>
  return %0 : tensor<8xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 36 range [0.0, 100.0] : tensor<5x33xf16>
  %0 = rlx.rsqrt %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 37 range [0.0, 100.0] : tensor<5x33xbf16>
  %0 = rlx.rsqrt %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 38 range [0.0, 100.0] : tensor<5x33xf32>
  %0 = rlx.rsqrt %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 39 range [0.0, 100.0] : tensor<5x33xf64>
  %0 = rlx.rsqrt %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 40 range [0.0, 100.0] : tensor<?x3x?xf32>
  %0 = rlx.rsqrt %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 41 range [0.0, 100.0] : tensor<f32>
  %0 = rlx.rsqrt %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 42 : tensor<0x4xf32>
  %0 = rlx.rsqrt %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
