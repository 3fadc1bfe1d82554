// RUN: rlx-check %s %{quick-lanes}

// Values of the C function, rounded to f32.
func.func @literals() -> tensor<11xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 10.0, 9.999999747378752e-06, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<11xf32>
  %0 = rlx.erf %a : (tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[0.0, -0.0, 0.8427007794380188, -0.8427007794380188, 0.5204998850822449, -0.9999778866767883, 1.0, 1.1283791536698118e-05, 0x7FC00000, 1.0, -1.0]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @f64_literals() -> tensor<8xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 10.0, 1.0e-05]> : tensor<8xf64>
  %0 = rlx.erf %a : (tensor<8xf64>) -> tensor<8xf64>
  %w = check.literal dense<[0.0, -0.0, 0.8427007929497149, -0.8427007929497149, 0.5204998778130465, -0.9999779095030014, 1.0, 1.1283791670579e-05]> : tensor<8xf64>
  check.expect_close %0, %w : tensor<8xf64>, tensor<8xf64>
  return %0 : tensor<8xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 134 range [-4.0, 4.0] edges all : tensor<5x33xf16>
  %0 = rlx.erf %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 135 range [-4.0, 4.0] edges all : tensor<5x33xbf16>
  %0 = rlx.erf %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 136 range [-4.0, 4.0] edges all : tensor<5x33xf32>
  %0 = rlx.erf %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 137 range [-4.0, 4.0] edges all : tensor<5x33xf64>
  %0 = rlx.erf %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 138 range [-4.0, 4.0] : tensor<?x3x?xf32>
  %0 = rlx.erf %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 139 range [-4.0, 4.0] : tensor<f32>
  %0 = rlx.erf %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 140 : tensor<0x4xf32>
  %0 = rlx.erf %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// Next to 0 and the tails.
func.func @hard_points() -> tensor<9xf32> {
  %a = check.literal dense<[1.000000013351432e-10, -9.99994610111476e-41, 0.9900000095367432, 1.0099999904632568, 2.0, -3.5, 3.9000000953674316, 4.099999904632568, -1.0000000200408773e+20]> : tensor<9xf32>
  %0 = rlx.erf %a : (tensor<9xf32>) -> tensor<9xf32>
  %w = check.literal dense<[1.1283791956362421e-10, -1.1283675624282725e-40, 0.8385080695152283, 0.846810519695282, 0.9953222870826721, -0.9999992847442627, 0.9999999403953552, 1.0, -1.0]> : tensor<9xf32>
  check.expect_close %0, %w : tensor<9xf32>, tensor<9xf32>
  return %0 : tensor<9xf32>
}

func.func @zero_keeps_its_sign() -> tensor<2xf32> {
  %a = check.literal dense<[0.0, -0.0]> : tensor<2xf32>
  %0 = rlx.erf %a : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %0, %a {signed_zeros} : tensor<2xf32>, tensor<2xf32>
  return %0 : tensor<2xf32>
}

// Behind a matmul, in vectors: there is no instruction, but a function of the C library for each element.
func.func @f64_after_matmul() -> (tensor<3x37xf64>, tensor<3x37xf64>) {
  %x = check.fill seed 60 range [-1.0, 1.0] : tensor<3x5xf64>
  %w = check.fill seed 61 range [-1.0, 1.0] as param : tensor<5x37xf64>
  %0 = rlx.matmul %x, %w : (tensor<3x5xf64>, tensor<5x37xf64>) -> tensor<3x37xf64>
  %1 = rlx.erf %0 : (tensor<3x37xf64>) -> tensor<3x37xf64>
  %v = check.fill seed 62 range [-1.0, 1.0] as param : tensor<5x37xf64>
  %2 = rlx.matmul %x, %v : (tensor<3x5xf64>, tensor<5x37xf64>) -> tensor<3x37xf64>
  %3 = rlx.tan %2 : (tensor<3x37xf64>) -> tensor<3x37xf64>
  return %1, %3 : tensor<3x37xf64>, tensor<3x37xf64>
}
