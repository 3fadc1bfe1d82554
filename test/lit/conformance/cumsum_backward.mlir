// RUN: rlx-check %s

// By hand.
func.func @literals() -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %dy = check.literal dense<[[1.0, 2.0, 4.0], [-1.0, 0.5, 8.0]]> : tensor<2x3xf32>
  %0 = rlx.cumsum_backward %dy axis = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %w0 = check.literal dense<[[7.0, 6.0, 4.0], [7.5, 8.5, 8.0]]> : tensor<2x3xf32>
  check.expect_eq %0, %w0 : tensor<2x3xf32>, tensor<2x3xf32>
  %1 = rlx.cumsum_backward %dy axis = 1 {exclusive = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %w1 = check.literal dense<[[6.0, 4.0, 0.0], [8.5, 8.0, 0.0]]> : tensor<2x3xf32>
  check.expect_eq %1, %w1 : tensor<2x3xf32>, tensor<2x3xf32>
  %2 = rlx.cumsum_backward %dy axis = 1 {reverse = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %w2 = check.literal dense<[[1.0, 3.0, 7.0], [-1.0, -0.5, 7.5]]> : tensor<2x3xf32>
  check.expect_eq %2, %w2 : tensor<2x3xf32>, tensor<2x3xf32>
  %3 = rlx.cumsum_backward %dy axis = 1 {exclusive = true, reverse = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %w3 = check.literal dense<[[0.0, 1.0, 3.0], [0.0, -1.0, -0.5]]> : tensor<2x3xf32>
  check.expect_eq %3, %w3 : tensor<2x3xf32>, tensor<2x3xf32>
  return %0, %1, %2, %3 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

func.func @first_axis() -> tensor<37x3x5xf32> {
  %dy = check.fill seed 1 : tensor<37x3x5xf32>
  %0 = rlx.cumsum_backward %dy axis = 0 : (tensor<37x3x5xf32>) -> tensor<37x3x5xf32>
  return %0 : tensor<37x3x5xf32>
}

func.func @middle_axis() -> tensor<3x37x5xf32> {
  %dy = check.fill seed 2 : tensor<3x37x5xf32>
  %0 = rlx.cumsum_backward %dy axis = -2 {exclusive = true} : (tensor<3x37x5xf32>) -> tensor<3x37x5xf32>
  return %0 : tensor<3x37x5xf32>
}

func.func @last_axis() -> tensor<3x5x129xf32> {
  %dy = check.fill seed 3 : tensor<3x5x129xf32>
  %0 = rlx.cumsum_backward %dy axis = -1 {reverse = true} : (tensor<3x5x129xf32>) -> tensor<3x5x129xf32>
  return %0 : tensor<3x5x129xf32>
}

func.func @dynamic() -> tensor<?x?xf32> {
  %dy = check.fill sizes [4, 9] seed 4 : tensor<?x?xf32>
  %0 = rlx.cumsum_backward %dy axis = 1 {exclusive = true, reverse = true} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @f16() -> tensor<5x33xf16> {
  %dy = check.fill seed 5 : tensor<5x33xf16>
  %0 = rlx.cumsum_backward %dy axis = 1 : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %dy = check.fill seed 6 : tensor<5x33xbf16>
  %0 = rlx.cumsum_backward %dy axis = 1 : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f64() -> tensor<5x33xf64> {
  %dy = check.fill seed 7 : tensor<5x33xf64>
  %0 = rlx.cumsum_backward %dy axis = 1 : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @empty() -> tensor<0x4xf32> {
  %dy = check.fill seed 8 : tensor<0x4xf32>
  %0 = rlx.cumsum_backward %dy axis = 0 : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

func.func @empty_axis() -> tensor<4x0xf32> {
  %dy = check.fill seed 9 : tensor<4x0xf32>
  %0 = rlx.cumsum_backward %dy axis = 1 {exclusive = true} : (tensor<4x0xf32>) -> tensor<4x0xf32>
  return %0 : tensor<4x0xf32>
}

func.func @one() -> tensor<3x1xf32> {
  %dy = check.fill seed 10 : tensor<3x1xf32>
  %0 = rlx.cumsum_backward %dy axis = 1 {exclusive = true} : (tensor<3x1xf32>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// NaN and infinities reach only the elements before them.
func.func @not_finite() -> tensor<6x9xf32> {
  %dy = check.fill seed 11 edges all : tensor<6x9xf32>
  %0 = rlx.cumsum_backward %dy axis = 0 : (tensor<6x9xf32>) -> tensor<6x9xf32>
  return %0 : tensor<6x9xf32>
}
