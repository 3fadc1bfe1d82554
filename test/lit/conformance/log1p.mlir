// RUN: rlx-check %s %{quick-lanes}

// Values of the C function, rounded to f32.
func.func @literals() -> tensor<11xf32> {
  %a = check.literal dense<[0.0, -1.0, -2.0, 9.999999747378752e-06, -9.999999747378752e-06, 1.0000000150474662e+30, -0.5, 10.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<11xf32>
  %0 = rlx.log1p %a : (tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[0.0, 0xFF800000, 0x7FC00000, 9.999949725170154e-06, -1.0000049769587349e-05, 69.07755279541016, -0.6931471824645996, 2.397895336151123, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @f64_literals() -> tensor<8xf64> {
  %a = check.literal dense<[0.0, -1.0, -2.0, 1.0e-05, -1.0e-05, 1.0e+30, -0.5, 10.0]> : tensor<8xf64>
  %0 = rlx.log1p %a : (tensor<8xf64>) -> tensor<8xf64>
  %w = check.literal dense<[0.0, 0xFFF0000000000000, 0x7FF8000000000000, 9.999950000333332e-06, -1.0000050000333337e-05, 69.07755278982137, -0.6931471805599453, 2.3978952727983707]> : tensor<8xf64>
  check.expect_close %0, %w : tensor<8xf64>, tensor<8xf64>
  return %0 : tensor<8xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 22 range [-0.9, 20.0] : tensor<5x33xf16>
  %0 = rlx.log1p %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 23 range [-0.9, 20.0] : tensor<5x33xbf16>
  %0 = rlx.log1p %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 24 range [-0.9, 20.0] : tensor<5x33xf32>
  %0 = rlx.log1p %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 25 range [-0.9, 20.0] : tensor<5x33xf64>
  %0 = rlx.log1p %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 26 range [-0.9, 20.0] : tensor<?x3x?xf32>
  %0 = rlx.log1p %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 27 range [-0.9, 20.0] : tensor<f32>
  %0 = rlx.log1p %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 28 : tensor<0x4xf32>
  %0 = rlx.log1p %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// Next to 0 and to -1.
func.func @hard_points() -> tensor<8xf32> {
  %a = check.literal dense<[-0.0, 1.000000013351432e-10, -1.000000013351432e-10, 0.0010000000474974513, -0.0010000000474974513, 9.99994610111476e-41, -0.9999999403953552, 3.4028234663852886e+38]> : tensor<8xf32>
  %0 = rlx.log1p %a : (tensor<8xf32>) -> tensor<8xf32>
  %w = check.literal dense<[-0.0, 1.000000013351432e-10, -1.000000013351432e-10, 0.00099950039293617, -0.0010005004005506635, 9.99994610111476e-41, -16.63553237915039, 88.72283935546875]> : tensor<8xf32>
  check.expect_close %0, %w : tensor<8xf32>, tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @zero_keeps_its_sign() -> tensor<2xf32> {
  %a = check.literal dense<[0.0, -0.0]> : tensor<2xf32>
  %0 = rlx.log1p %a : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %0, %a {signed_zeros} : tensor<2xf32>, tensor<2xf32>
  return %0 : tensor<2xf32>
}
