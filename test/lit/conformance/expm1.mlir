// RUN: rlx-check %s %{quick-lanes}

// Values of the C function, rounded to f32.
func.func @literals() -> tensor<11xf32> {
  %a = check.literal dense<[0.0, 1.0, -1.0, 9.999999747378752e-06, -9.999999747378752e-06, 88.0, 100.0, -200.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<11xf32>
  %0 = rlx.expm1 %a : (tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[0.0, 1.718281865119934, -0.6321205496788025, 1.0000049769587349e-05, -9.999949725170154e-06, 1.6516362661361307e+38, 0x7F800000, -1.0, 0x7FC00000, 0x7F800000, -1.0]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @f64_literals() -> tensor<8xf64> {
  %a = check.literal dense<[0.0, 1.0, -1.0, 1.0e-05, -1.0e-05, 88.0, 100.0, -200.0]> : tensor<8xf64>
  %0 = rlx.expm1 %a : (tensor<8xf64>) -> tensor<8xf64>
  %w = check.literal dense<[0.0, 1.718281828459045, -0.6321205588285577, 1.0000050000166668e-05, -9.999950000166666e-06, 1.6516362549940018e+38, 2.6881171418161356e+43, -1.0]> : tensor<8xf64>
  check.expect_close %0, %w : tensor<8xf64>, tensor<8xf64>
  return %0 : tensor<8xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 8 range [-5.0, 5.0] : tensor<5x33xf16>
  %0 = rlx.expm1 %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 9 range [-5.0, 5.0] : tensor<5x33xbf16>
  %0 = rlx.expm1 %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 10 range [-5.0, 5.0] : tensor<5x33xf32>
  %0 = rlx.expm1 %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 11 range [-5.0, 5.0] : tensor<5x33xf64>
  %0 = rlx.expm1 %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 12 range [-5.0, 5.0] : tensor<?x3x?xf32>
  %0 = rlx.expm1 %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 13 range [-5.0, 5.0] : tensor<f32>
  %0 = rlx.expm1 %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 14 : tensor<0x4xf32>
  %0 = rlx.expm1 %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// Next to 0, and the ends of the range.
func.func @hard_points() -> tensor<9xf32> {
  %a = check.literal dense<[-0.0, 1.000000013351432e-10, -1.000000013351432e-10, 0.0010000000474974513, -0.0010000000474974513, 9.99994610111476e-41, -9.99994610111476e-41, 88.7300033569336, -17.5]> : tensor<9xf32>
  %0 = rlx.expm1 %a : (tensor<9xf32>) -> tensor<9xf32>
  %w = check.literal dense<[-0.0, 1.000000013351432e-10, -1.000000013351432e-10, 0.0010005001677200198, -0.0009995001601055264, 9.99994610111476e-41, -9.99994610111476e-41, 0x7F800000, -1.0]> : tensor<9xf32>
  check.expect_close %0, %w : tensor<9xf32>, tensor<9xf32>
  return %0 : tensor<9xf32>
}

func.func @zero_keeps_its_sign() -> tensor<2xf32> {
  %a = check.literal dense<[0.0, -0.0]> : tensor<2xf32>
  %0 = rlx.expm1 %a : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %0, %a {signed_zeros} : tensor<2xf32>, tensor<2xf32>
  return %0 : tensor<2xf32>
}
