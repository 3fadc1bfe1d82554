// RUN: rlx-check %s

// By hand: the gradient of blocked elements has no influence.
func.func @literals() -> tensor<12xf32> {
  %x = check.literal dense<[1.0, -1.0, 0.0, -0.0, 9.99994610111476e-41, -9.99994610111476e-41, 0x7F800000, 0xFF800000, 0x7FC00000, 2.0, -2.0, 3.0]> : tensor<12xf32>
  %dy = check.literal dense<[2.5, 2.5, 3.0, 3.0, -1.0, -1.0, 0.5, 0.5, 1.0, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<12xf32>
  %0 = rlx.relu_backward %x, %dy : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xf32>
  %w = check.literal dense<[2.5, 0.0, 0.0, 0.0, -1.0, 0.0, 0.5, 0.0, 0.0, 0x7F800000, 0.0, 0x7FC00000]> : tensor<12xf32>
  check.expect_eq %0, %w {signed_zeros} : tensor<12xf32>, tensor<12xf32>
  return %0 : tensor<12xf32>
}

func.func @f16() -> tensor<5x33xf16> {
  %x = check.fill seed 1 edges all : tensor<5x33xf16>
  %dy = check.fill seed 2 edges all : tensor<5x33xf16>
  %0 = rlx.relu_backward %x, %dy : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %x = check.fill seed 3 edges all : tensor<5x33xbf16>
  %dy = check.fill seed 4 edges all : tensor<5x33xbf16>
  %0 = rlx.relu_backward %x, %dy : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %x = check.fill seed 5 edges all : tensor<5x33xf32>
  %dy = check.fill seed 6 edges all : tensor<5x33xf32>
  %0 = rlx.relu_backward %x, %dy : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %x = check.fill seed 7 edges all : tensor<5x33xf64>
  %dy = check.fill seed 8 edges all : tensor<5x33xf64>
  %0 = rlx.relu_backward %x, %dy : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %x = check.fill sizes [2, 3, 7] seed 9 : tensor<?x3x?xf32>
  %dy = check.fill sizes [2, 3, 7] seed 10 : tensor<?x3x?xf32>
  %0 = rlx.relu_backward %x, %dy : (tensor<?x3x?xf32>, tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %x = check.fill seed 11 : tensor<f32>
  %dy = check.fill seed 12 : tensor<f32>
  %0 = rlx.relu_backward %x, %dy : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %x = check.fill seed 13 : tensor<0x4xf32>
  %dy = check.fill seed 14 : tensor<0x4xf32>
  %0 = rlx.relu_backward %x, %dy : (tensor<0x4xf32>, tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// The incoming gradient is computed in the same kernel.
func.func @between_elementwise_ops() -> tensor<4x17xf32> {
  %x = check.fill seed 90 : tensor<4x17xf32>
  %g = check.fill seed 91 : tensor<17xf32>
  %dy = rlx.mul %x, %g : (tensor<4x17xf32>, tensor<17xf32>) -> tensor<4x17xf32>
  %dx = rlx.relu_backward %x, %dy : (tensor<4x17xf32>, tensor<4x17xf32>) -> tensor<4x17xf32>
  %0 = rlx.neg %dx : (tensor<4x17xf32>) -> tensor<4x17xf32>
  return %0 : tensor<4x17xf32>
}
