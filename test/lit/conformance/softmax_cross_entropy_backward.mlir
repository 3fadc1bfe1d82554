// RUN: rlx-check %s %{quick-lanes}

// Complex-step derivatives of the forward formula, in double.
func.func @literals() -> tensor<3x4xf32> {
  %x = check.literal dense<[[1.0, 2.0, -0.5, 0.25], [3.0, 100.0, -100.0, 0.0], [0.5, -1.0, -2.0, 4.0]]> : tensor<3x4xf32>
  %l = check.literal dense<[2, 0, 3]> : tensor<3xi64>
  %dy = check.literal dense<[1.0, -2.0, 0.5]> : tensor<3xf32>
  %0 = rlx.softmax_cross_entropy_backward %x, %l, %dy : (tensor<3x4xf32>, tensor<3xi64>, tensor<3xf32>) -> tensor<3x4xf32>
  %w = check.literal dense<[[0.2265632450580597, 0.6158627867698669, -0.9494469165802002, 0.10702089965343475], [2.0, -2.0, -0.0, -7.42688186092153e-44], [0.014526156708598137, 0.0032412237487733364, 0.0011923795100301504, -0.018959760665893555]]> : tensor<3x4xf32>
  check.expect_close %0, %w : tensor<3x4xf32>, tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

func.func @infinities() -> tensor<4x2xf32> {
  %x = check.literal dense<[[0xFF800000, 1.0], [0xFF800000, 1.0], [0x7F800000, 1.0], [0x7FC00000, 1.0]]> : tensor<4x2xf32>
  %l = check.literal dense<[0, 1, 0, 1]> : tensor<4xi32>
  %dy = check.literal dense<2.0> : tensor<4xf32>
  %0 = rlx.softmax_cross_entropy_backward %x, %l, %dy : (tensor<4x2xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

func.func @f32() -> tensor<9x1001xf32> {
  %x = check.fill seed 1 range [-10.0, 10.0] : tensor<9x1001xf32>
  %l = check.fill seed 2 range [0.0, 1000.0] : tensor<9xi64>
  %dy = check.fill seed 3 : tensor<9xf32>
  %0 = rlx.softmax_cross_entropy_backward %x, %l, %dy : (tensor<9x1001xf32>, tensor<9xi64>, tensor<9xf32>) -> tensor<9x1001xf32>
  return %0 : tensor<9x1001xf32>
}

func.func @positions() -> tensor<2x7x33xf32> {
  %x = check.fill seed 4 : tensor<2x7x33xf32>
  %l = check.fill seed 5 range [0.0, 32.0] : tensor<2x7xi32>
  %dy = check.fill seed 6 : tensor<2x7xf32>
  %0 = rlx.softmax_cross_entropy_backward %x, %l, %dy : (tensor<2x7x33xf32>, tensor<2x7xi32>, tensor<2x7xf32>) -> tensor<2x7x33xf32>
  return %0 : tensor<2x7x33xf32>
}

func.func @dynamic() -> tensor<?x?xf32> {
  %x = check.fill sizes [6, 10] seed 7 : tensor<?x?xf32>
  %l = check.fill sizes [6] seed 8 range [0.0, 9.0] : tensor<?xi64>
  %dy = check.fill sizes [6] seed 9 : tensor<?xf32>
  %0 = rlx.softmax_cross_entropy_backward %x, %l, %dy : (tensor<?x?xf32>, tensor<?xi64>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @dynamic_batch() -> tensor<?x3x17xf32> {
  %x = check.fill sizes [4, 3, 17] seed 10 : tensor<?x3x17xf32>
  %l = check.fill sizes [4, 3] seed 11 range [0.0, 16.0] : tensor<?x3xi8>
  %dy = check.fill sizes [4, 3] seed 12 : tensor<?x3xf32>
  %0 = rlx.softmax_cross_entropy_backward %x, %l, %dy : (tensor<?x3x17xf32>, tensor<?x3xi8>, tensor<?x3xf32>) -> tensor<?x3x17xf32>
  return %0 : tensor<?x3x17xf32>
}

func.func @one_row() -> tensor<5xf32> {
  %x = check.fill seed 13 : tensor<5xf32>
  %l = check.fill seed 14 range [0.0, 4.0] : tensor<ui8>
  %dy = check.fill seed 15 : tensor<f32>
  %0 = rlx.softmax_cross_entropy_backward %x, %l, %dy : (tensor<5xf32>, tensor<ui8>, tensor<f32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

func.func @one_class() -> tensor<4x1xf32> {
  %x = check.fill seed 16 : tensor<4x1xf32>
  %l = check.fill seed 17 range [0.0, 0.0] : tensor<4xi64>
  %dy = check.fill seed 18 : tensor<4xf32>
  %0 = rlx.softmax_cross_entropy_backward %x, %l, %dy : (tensor<4x1xf32>, tensor<4xi64>, tensor<4xf32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

func.func @empty() -> tensor<0x4xf32> {
  %x = check.fill seed 19 : tensor<0x4xf32>
  %l = check.fill seed 20 range [0.0, 3.0] : tensor<0xi64>
  %dy = check.fill seed 21 : tensor<0xf32>
  %0 = rlx.softmax_cross_entropy_backward %x, %l, %dy : (tensor<0x4xf32>, tensor<0xi64>, tensor<0xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

func.func @f16() -> tensor<5x40xf16> {
  %x = check.fill seed 22 : tensor<5x40xf16>
  %l = check.fill seed 23 range [0.0, 39.0] : tensor<5xi16>
  %dy = check.fill seed 24 : tensor<5xf16>
  %0 = rlx.softmax_cross_entropy_backward %x, %l, %dy : (tensor<5x40xf16>, tensor<5xi16>, tensor<5xf16>) -> tensor<5x40xf16>
  return %0 : tensor<5x40xf16>
}

func.func @bf16() -> tensor<5x40xbf16> {
  %x = check.fill seed 25 : tensor<5x40xbf16>
  %l = check.fill seed 26 range [0.0, 39.0] : tensor<5xui16>
  %dy = check.fill seed 27 : tensor<5xbf16>
  %0 = rlx.softmax_cross_entropy_backward %x, %l, %dy : (tensor<5x40xbf16>, tensor<5xui16>, tensor<5xbf16>) -> tensor<5x40xbf16>
  return %0 : tensor<5x40xbf16>
}

func.func @f64() -> tensor<5x40xf64> {
  %x = check.fill seed 28 : tensor<5x40xf64>
  %l = check.fill seed 29 range [0.0, 39.0] : tensor<5xui64>
  %dy = check.fill seed 30 : tensor<5xf64>
  %0 = rlx.softmax_cross_entropy_backward %x, %l, %dy : (tensor<5x40xf64>, tensor<5xui64>, tensor<5xf64>) -> tensor<5x40xf64>
  return %0 : tensor<5x40xf64>
}

func.func @large_logits() -> tensor<4x12xf32> {
  %x = check.fill seed 31 range [9000.0, 9010.0] : tensor<4x12xf32>
  %l = check.fill seed 32 range [0.0, 11.0] : tensor<4xui32>
  %dy = check.fill seed 33 : tensor<4xf32>
  %0 = rlx.softmax_cross_entropy_backward %x, %l, %dy : (tensor<4x12xf32>, tensor<4xui32>, tensor<4xf32>) -> tensor<4x12xf32>
  return %0 : tensor<4x12xf32>
}
