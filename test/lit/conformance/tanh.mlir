// RUN: rlx-check %s %{quick-lanes}

// Values of the C function, rounded to f32.
func.func @literals() -> tensor<11xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, 10.0, -100.0, 9.999999747378752e-06, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<11xf32>
  %0 = rlx.tanh %a : (tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[0.0, -0.0, 0.7615941762924194, -0.7615941762924194, 0.46211716532707214, 1.0, -1.0, 9.999999747378752e-06, 0x7FC00000, 1.0, -1.0]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @f64_literals() -> tensor<8xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, 10.0, -100.0, 1.0e-05]> : tensor<8xf64>
  %0 = rlx.tanh %a : (tensor<8xf64>) -> tensor<8xf64>
  %w = check.literal dense<[0.0, -0.0, 0.7615941559557649, -0.7615941559557649, 0.46211715726000974, 0.9999999958776927, -1.0, 9.999999999666668e-06]> : tensor<8xf64>
  check.expect_close %0, %w : tensor<8xf64>, tensor<8xf64>
  return %0 : tensor<8xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 106 range [-5.0, 5.0] edges all : tensor<5x33xf16>
  %0 = rlx.tanh %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 107 range [-5.0, 5.0] edges all : tensor<5x33xbf16>
  %0 = rlx.tanh %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 108 range [-5.0, 5.0] edges all : tensor<5x33xf32>
  %0 = rlx.tanh %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 109 range [-5.0, 5.0] edges all : tensor<5x33xf64>
  %0 = rlx.tanh %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 110 range [-5.0, 5.0] : tensor<?x3x?xf32>
  %0 = rlx.tanh %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 111 range [-5.0, 5.0] : tensor<f32>
  %0 = rlx.tanh %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 112 : tensor<0x4xf32>
  %0 = rlx.tanh %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// Next to 0, and where the result becomes 1.
func.func @hard_points() -> tensor<10xf32> {
  %a = check.literal dense<[1.000000013351432e-10, -9.99994610111476e-41, 0.00039000000106170774, 0.00041000000783242285, -0.0009599999757483602, 0.019999999552965164, 7.900000095367432, 8.0, -9.100000381469727, 3.3999999521443642e+38]> : tensor<10xf32>
  %0 = rlx.tanh %a : (tensor<10xf32>) -> tensor<10xf32>
  %w = check.literal dense<[1.000000013351432e-10, -9.99994610111476e-41, 0.0003899999719578773, 0.0004099999787285924, -0.0009599996847100556, 0.019997334107756615, 0.9999997019767761, 0.9999997615814209, -1.0, 1.0]> : tensor<10xf32>
  check.expect_close %0, %w : tensor<10xf32>, tensor<10xf32>
  return %0 : tensor<10xf32>
}

func.func @zero_keeps_its_sign() -> tensor<2xf32> {
  %a = check.literal dense<[0.0, -0.0]> : tensor<2xf32>
  %0 = rlx.tanh %a : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %0, %a {signed_zeros} : tensor<2xf32>, tensor<2xf32>
  return %0 : tensor<2xf32>
}
