// RUN: rlx-check %{sample} %s

// Values of the formula in double.
func.func @literals() -> tensor<3xf32> {
  %x = check.literal dense<[[1.0, 2.0, -0.5, 0.25], [3.0, 100.0, -100.0, 0.0], [0.5, -1.0, -2.0, 4.0]]> : tensor<3x4xf32>
  %l = check.literal dense<[2, 0, 3]> : tensor<3xi64>
  %0 = rlx.softmax_cross_entropy %x, %l : (tensor<3x4xf32>, tensor<3xi64>) -> tensor<3xf32>
  %w = check.literal dense<[2.9847311973571777, 97.0, 0.03865717351436615]> : tensor<3xf32>
  check.expect_close %0, %w : tensor<3xf32>, tensor<3xf32>
  return %0 : tensor<3xf32>
}

// A label of probability 0 has infinite loss.
func.func @infinities() -> tensor<5xf32> {
  %x = check.literal dense<[[0xFF800000, 1.0], [0xFF800000, 1.0], [0x7F800000, 1.0], [0xFF800000, 0xFF800000], [0x7FC00000, 1.0]]> : tensor<5x2xf32>
  %l = check.literal dense<[0, 1, 0, 0, 1]> : tensor<5xi32>
  %0 = rlx.softmax_cross_entropy %x, %l : (tensor<5x2xf32>, tensor<5xi32>) -> tensor<5xf32>
  %w = check.literal dense<[0x7F800000, 0.0, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<5xf32>
  check.expect_eq %0, %w : tensor<5xf32>, tensor<5xf32>
  return %0 : tensor<5xf32>
}

func.func @f32() -> tensor<9xf32> {
  %x = check.fill seed 1 range [-10.0, 10.0] : tensor<9x1001xf32>
  %l = check.fill seed 2 range [0.0, 1000.0] : tensor<9xi64>
  %0 = rlx.softmax_cross_entropy %x, %l : (tensor<9x1001xf32>, tensor<9xi64>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

func.func @positions() -> tensor<2x7xf32> {
  %x = check.fill seed 4 : tensor<2x7x33xf32>
  %l = check.fill seed 5 range [0.0, 32.0] : tensor<2x7xi32>
  %0 = rlx.softmax_cross_entropy %x, %l : (tensor<2x7x33xf32>, tensor<2x7xi32>) -> tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}

func.func @dynamic() -> tensor<?xf32> {
  %x = check.fill sizes [6, 10] seed 7 : tensor<?x?xf32>
  %l = check.fill sizes [6] seed 8 range [0.0, 9.0] : tensor<?xi64>
  %0 = rlx.softmax_cross_entropy %x, %l : (tensor<?x?xf32>, tensor<?xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @dynamic_batch() -> tensor<?x3xf32> {
  %x = check.fill sizes [4, 3, 17] seed 10 : tensor<?x3x17xf32>
  %l = check.fill sizes [4, 3] seed 11 range [0.0, 16.0] : tensor<?x3xi8>
  %0 = rlx.softmax_cross_entropy %x, %l : (tensor<?x3x17xf32>, tensor<?x3xi8>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

func.func @one_row() -> tensor<f32> {
  %x = check.fill seed 13 : tensor<5xf32>
  %l = check.fill seed 14 range [0.0, 4.0] : tensor<ui8>
  %0 = rlx.softmax_cross_entropy %x, %l : (tensor<5xf32>, tensor<ui8>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @one_class() -> tensor<4xf32> {
  %x = check.fill seed 16 : tensor<4x1xf32>
  %l = check.fill seed 17 range [0.0, 0.0] : tensor<4xi64>
  %0 = rlx.softmax_cross_entropy %x, %l : (tensor<4x1xf32>, tensor<4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @empty() -> tensor<0xf32> {
  %x = check.fill seed 19 : tensor<0x4xf32>
  %l = check.fill seed 20 range [0.0, 3.0] : tensor<0xi64>
  %0 = rlx.softmax_cross_entropy %x, %l : (tensor<0x4xf32>, tensor<0xi64>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

func.func @f16() -> tensor<5xf16> {
  %x = check.fill seed 22 : tensor<5x40xf16>
  %l = check.fill seed 23 range [0.0, 39.0] : tensor<5xi16>
  %0 = rlx.softmax_cross_entropy %x, %l : (tensor<5x40xf16>, tensor<5xi16>) -> tensor<5xf16>
  return %0 : tensor<5xf16>
}

func.func @bf16() -> tensor<5xbf16> {
  %x = check.fill seed 25 : tensor<5x40xbf16>
  %l = check.fill seed 26 range [0.0, 39.0] : tensor<5xui16>
  %0 = rlx.softmax_cross_entropy %x, %l : (tensor<5x40xbf16>, tensor<5xui16>) -> tensor<5xbf16>
  return %0 : tensor<5xbf16>
}

func.func @f64() -> tensor<5xf64> {
  %x = check.fill seed 28 : tensor<5x40xf64>
  %l = check.fill seed 29 range [0.0, 39.0] : tensor<5xui64>
  %0 = rlx.softmax_cross_entropy %x, %l : (tensor<5x40xf64>, tensor<5xui64>) -> tensor<5xf64>
  return %0 : tensor<5xf64>
}

func.func @large_logits() -> tensor<4xf32> {
  %x = check.fill seed 31 range [9000.0, 9010.0] : tensor<4x12xf32>
  %l = check.fill seed 32 range [0.0, 11.0] : tensor<4xui32>
  %0 = rlx.softmax_cross_entropy %x, %l : (tensor<4x12xf32>, tensor<4xui32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
