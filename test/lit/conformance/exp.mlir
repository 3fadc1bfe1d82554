// RUN: rlx-check %s

// Values of the C function, rounded to f32.
func.func @literals() -> tensor<11xf32> {
  %a = check.literal dense<[0.0, 1.0, -1.0, -0.0, 88.0, -87.0, 100.0, -200.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<11xf32>
  %0 = rlx.exp %a : (tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[1.0, 2.7182817459106445, 0.3678794503211975, 1.0, 1.6516362661361307e+38, 1.6458114537543937e-38, 0x7F800000, 0.0, 0x7FC00000, 0x7F800000, 0.0]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @f64_literals() -> tensor<8xf64> {
  %a = check.literal dense<[0.0, 1.0, -1.0, -0.0, 88.0, -87.0, 100.0, -200.0]> : tensor<8xf64>
  %0 = rlx.exp %a : (tensor<8xf64>) -> tensor<8xf64>
  %w = check.literal dense<[1.0, 2.718281828459045, 0.36787944117144233, 1.0, 1.6516362549940018e+38, 1.6458114310822737e-38, 2.6881171418161356e+43, 1.3838965267367376e-87]> : tensor<8xf64>
  check.expect_close %0, %w : tensor<8xf64>, tensor<8xf64>
  return %0 : tensor<8xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 1 range [-20.0, 20.0] edges all : tensor<5x33xf16>
  %0 = rlx.exp %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 2 range [-20.0, 20.0] edges all : tensor<5x33xbf16>
  %0 = rlx.exp %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 3 range [-20.0, 20.0] edges all : tensor<5x33xf32>
  %0 = rlx.exp %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 4 range [-20.0, 20.0] edges all : tensor<5x33xf64>
  %0 = rlx.exp %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 5 range [-20.0, 20.0] : tensor<?x3x?xf32>
  %0 = rlx.exp %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 6 range [-20.0, 20.0] : tensor<f32>
  %0 = rlx.exp %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 7 : tensor<0x4xf32>
  %0 = rlx.exp %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// The ends of the range, where results overflow or are subnormal, and next to 0.
func.func @hard_points() -> tensor<9xf32> {
  %a = check.literal dense<[88.72000122070312, 88.7300033569336, -87.5, -103.0, -104.0, 1.000000013351432e-10, -1.000000013351432e-10, 9.99994610111476e-41, -9.99994610111476e-41]> : tensor<9xf32>
  %0 = rlx.exp %a : (tensor<9xf32>) -> tensor<9xf32>
  %w = check.literal dense<[3.3931806003874245e+38, 0x7F800000, 9.982351397596697e-39, 1.401298464324817e-45, 0.0, 1.0, 1.0, 1.0, 1.0]> : tensor<9xf32>
  check.expect_close %0, %w : tensor<9xf32>, tensor<9xf32>
  return %0 : tensor<9xf32>
}
