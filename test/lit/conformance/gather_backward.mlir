// RUN: rlx-check %s

// By hand: indices 2 and -1 are the same row, and no index takes row 1.
func.func @literals() -> (tensor<3x2xf32>, tensor<2x3xf32>) {
  %dy = check.literal dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %i = check.literal dense<[2, 0, -1]> : tensor<3xi64>
  %0 = rlx.gather_backward %dy, %i into [3] axis = 0 : (tensor<3x2xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  %w0 = check.literal dense<[[3.0, 4.0], [0.0, 0.0], [6.0, 8.0]]> : tensor<3x2xf32>
  check.expect_eq %0, %w0 : tensor<3x2xf32>, tensor<3x2xf32>
  %e = check.literal dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32>
  %j = check.literal dense<[1, 1, 0, 1]> : tensor<4xui8>
  %1 = rlx.gather_backward %e, %j into [3] axis = 1 : (tensor<2x4xf32>, tensor<4xui8>) -> tensor<2x3xf32>
  %w1 = check.literal dense<[[3.0, 7.0, 0.0], [7.0, 19.0, 0.0]]> : tensor<2x3xf32>
  check.expect_eq %1, %w1 : tensor<2x3xf32>, tensor<2x3xf32>
  return %0, %1 : tensor<3x2xf32>, tensor<2x3xf32>
}

// f16 cannot represent 2048 + 1, so a sum of ones in f16 would stay at 2048.
func.func @f16_accumulates_in_f32() -> tensor<2xf16> {
  %i = check.literal dense<[0, 0, 0, 0, 0]> : tensor<5xi64>
  %dy = check.literal dense<[2048.0, 1.0, 1.0, 1.0, 1.0]> : tensor<5xf16>
  %0 = rlx.gather_backward %dy, %i into [2] axis = 0 : (tensor<5xf16>, tensor<5xi64>) -> tensor<2xf16>
  %w0 = check.literal dense<[2052.0, 0.0]> : tensor<2xf16>
  check.expect_eq %0, %w0 : tensor<2xf16>, tensor<2xf16>
  return %0 : tensor<2xf16>
}

func.func @dynamic_size() -> tensor<5x?x3xf32> {
  %like = check.fill sizes [6] seed 80 : tensor<?xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %like, %c0 : tensor<?xf32>
  %dy = check.fill seed 81 : tensor<5x10x3xf32>
  %i = check.fill seed 82 range [-6.0, 5.0] : tensor<10xi64>
  %0 = rlx.gather_backward %dy, %i into [%n] axis = 1 : (tensor<5x10x3xf32>, tensor<10xi64>, index) -> tensor<5x?x3xf32>
  return %0 : tensor<5x?x3xf32>
}

func.func @embedding() -> tensor<30x?xf32> {
  %dy = check.fill sizes [4, 9, 260] seed 1 : tensor<?x9x?xf32>
  %i = check.fill sizes [4, 9] seed 2 range [-30.0, 29.0] : tensor<?x9xi32>
  %0 = rlx.gather_backward %dy, %i into [30] axis = 0 : (tensor<?x9x?xf32>, tensor<?x9xi32>) -> tensor<30x?xf32>
  return %0 : tensor<30x?xf32>
}

func.func @middle_axis() -> tensor<3x7x4xf32> {
  %dy = check.fill seed 3 : tensor<3x11x4xf32>
  %i = check.fill seed 4 range [-7.0, 6.0] : tensor<11xi64>
  %0 = rlx.gather_backward %dy, %i into [7] axis = 1 : (tensor<3x11x4xf32>, tensor<11xi64>) -> tensor<3x7x4xf32>
  return %0 : tensor<3x7x4xf32>
}

func.func @last_axis() -> tensor<3x4x5xf32> {
  %dy = check.fill seed 5 : tensor<3x4x11xf32>
  %i = check.fill seed 6 range [-5.0, 4.0] : tensor<11xi64>
  %0 = rlx.gather_backward %dy, %i into [5] axis = -1 : (tensor<3x4x11xf32>, tensor<11xi64>) -> tensor<3x4x5xf32>
  return %0 : tensor<3x4x5xf32>
}

func.func @middle_axis_matrix() -> tensor<3x6x4xf32> {
  %dy = check.fill seed 7 : tensor<3x2x5x4xf32>
  %i = check.fill seed 8 range [-6.0, 5.0] : tensor<2x5xi16>
  %0 = rlx.gather_backward %dy, %i into [6] axis = 1 : (tensor<3x2x5x4xf32>, tensor<2x5xi16>) -> tensor<3x6x4xf32>
  return %0 : tensor<3x6x4xf32>
}

func.func @last_axis_matrix() -> tensor<?x6xf32> {
  %dy = check.fill sizes [3, 2, 5] seed 9 : tensor<?x2x?xf32>
  %i = check.fill sizes [2, 5] seed 10 range [-6.0, 5.0] : tensor<2x?xi64>
  %0 = rlx.gather_backward %dy, %i into [6] axis = 1 : (tensor<?x2x?xf32>, tensor<2x?xi64>) -> tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}

func.func @scalar_index() -> tensor<3x5x4xf32> {
  %dy = check.fill seed 11 : tensor<3x4xf32>
  %i = check.fill seed 12 range [-5.0, 4.0] : tensor<i64>
  %0 = rlx.gather_backward %dy, %i into [5] axis = 1 : (tensor<3x4xf32>, tensor<i64>) -> tensor<3x5x4xf32>
  return %0 : tensor<3x5x4xf32>
}

func.func @everything_scalar() -> tensor<3xf32> {
  %dy = check.fill seed 13 : tensor<f32>
  %i = check.fill seed 14 range [-3.0, 2.0] : tensor<i64>
  %0 = rlx.gather_backward %dy, %i into [3] axis = 0 : (tensor<f32>, tensor<i64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

func.func @f16() -> tensor<4x3x3xf16> {
  %dy = check.fill seed 15 : tensor<4x8x3xf16>
  %i = check.fill seed 16 range [0.0, 2.0] : tensor<8xui16>
  %0 = rlx.gather_backward %dy, %i into [3] axis = 1 : (tensor<4x8x3xf16>, tensor<8xui16>) -> tensor<4x3x3xf16>
  return %0 : tensor<4x3x3xf16>
}

func.func @bf16() -> tensor<4x3x3xbf16> {
  %dy = check.fill seed 17 : tensor<4x8x3xbf16>
  %i = check.fill seed 18 range [0.0, 2.0] : tensor<8xui16>
  %0 = rlx.gather_backward %dy, %i into [3] axis = 1 : (tensor<4x8x3xbf16>, tensor<8xui16>) -> tensor<4x3x3xbf16>
  return %0 : tensor<4x3x3xbf16>
}

func.func @f64() -> tensor<4x3x3xf64> {
  %dy = check.fill seed 19 : tensor<4x8x3xf64>
  %i = check.fill seed 20 range [0.0, 2.0] : tensor<8xui16>
  %0 = rlx.gather_backward %dy, %i into [3] axis = 1 : (tensor<4x8x3xf64>, tensor<8xui16>) -> tensor<4x3x3xf64>
  return %0 : tensor<4x3x3xf64>
}

func.func @no_indices() -> tensor<4x3x3xf32> {
  %dy = check.fill seed 21 : tensor<4x0x3xf32>
  %i = check.fill seed 22 range [-3.0, 2.0] : tensor<0xi64>
  %0 = rlx.gather_backward %dy, %i into [3] axis = 1 : (tensor<4x0x3xf32>, tensor<0xi64>) -> tensor<4x3x3xf32>
  return %0 : tensor<4x3x3xf32>
}

func.func @empty_rows() -> tensor<0x3xf32> {
  %dy = check.fill seed 23 : tensor<0x4xf32>
  %i = check.fill seed 24 range [-3.0, 2.0] : tensor<4xi64>
  %0 = rlx.gather_backward %dy, %i into [3] axis = 1 : (tensor<0x4xf32>, tensor<4xi64>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}
