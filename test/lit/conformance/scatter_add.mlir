// RUN: rlx-check %s

func.func @literals() -> (tensor<4x2xf32>, tensor<3xui8>) {
  %u = check.literal dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %i = check.literal dense<[2, 0, -2]> : tensor<3xi64>
  %0 = rlx.scatter_add %u, %i into [4] : (tensor<3x2xf32>, tensor<3xi64>) -> tensor<4x2xf32>
  %w0 = check.literal dense<[[3.0, 4.0], [0.0, 0.0], [6.0, 8.0], [0.0, 0.0]]> : tensor<4x2xf32>
  check.expect_eq %0, %w0 : tensor<4x2xf32>, tensor<4x2xf32>
  %v = check.literal dense<[[200, 100], [7, 8]]> : tensor<2x2xui8>
  %j = check.literal dense<[[1, 1], [0, 2]]> : tensor<2x2xui8>
  %1 = rlx.scatter_add %v, %j into [3] : (tensor<2x2xui8>, tensor<2x2xui8>) -> tensor<3xui8>
  %w1 = check.literal dense<[7, 44, 8]> : tensor<3xui8>
  check.expect_eq %1, %w1 : tensor<3xui8>, tensor<3xui8>
  return %0, %1 : tensor<4x2xf32>, tensor<3xui8>
}

// f16 cannot represent 2048 + 1, so a sum of ones in f16 would stay at 2048.
func.func @f16_accumulates_in_f32() -> tensor<2xf16> {
  %i = check.literal dense<[0, 0, 0, 0, 0]> : tensor<5xi64>
  %u = check.literal dense<[2048.0, 1.0, 1.0, 1.0, 1.0]> : tensor<5xf16>
  %0 = rlx.scatter_add %u, %i into [2] : (tensor<5xf16>, tensor<5xi64>) -> tensor<2xf16>
  %w0 = check.literal dense<[2052.0, 0.0]> : tensor<2xf16>
  check.expect_eq %0, %w0 : tensor<2xf16>, tensor<2xf16>
  return %0 : tensor<2xf16>
}

// The gradient of an embedding lookup.
func.func @embedding() -> tensor<30x?xf32> {
  %u = check.fill sizes [4, 9, 260] seed 1 : tensor<?x9x?xf32>
  %i = check.fill sizes [4, 9] seed 2 range [-30.0, 29.0] : tensor<?x9xi32>
  %0 = rlx.scatter_add %u, %i into [30] : (tensor<?x9x?xf32>, tensor<?x9xi32>) -> tensor<30x?xf32>
  return %0 : tensor<30x?xf32>
}

func.func @dynamic_size() -> tensor<?x3xf32> {
  %like = check.fill sizes [6] seed 3 : tensor<?xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %like, %c0 : tensor<?xf32>
  %u = check.fill seed 4 : tensor<10x3xf32>
  %i = check.fill seed 5 range [0.0, 5.0] : tensor<10xi64>
  %0 = rlx.scatter_add %u, %i into [%n] : (tensor<10x3xf32>, tensor<10xi64>, index) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

func.func @types() -> (tensor<3x4xbf16>, tensor<3x4xf64>, tensor<3x4xi8>, tensor<3x4xi64>, tensor<3x4xui16>) {
  %i = check.fill seed 6 range [-3.0, 2.0] : tensor<8xi16>
  %a = check.fill seed 7 : tensor<8x4xbf16>
  %0 = rlx.scatter_add %a, %i into [3] : (tensor<8x4xbf16>, tensor<8xi16>) -> tensor<3x4xbf16>
  %b = check.fill seed 8 : tensor<8x4xf64>
  %1 = rlx.scatter_add %b, %i into [3] : (tensor<8x4xf64>, tensor<8xi16>) -> tensor<3x4xf64>
  %c = check.fill seed 9 edges all : tensor<8x4xi8>
  %2 = rlx.scatter_add %c, %i into [3] : (tensor<8x4xi8>, tensor<8xi16>) -> tensor<3x4xi8>
  %d = check.fill seed 10 edges all : tensor<8x4xi64>
  %3 = rlx.scatter_add %d, %i into [3] : (tensor<8x4xi64>, tensor<8xi16>) -> tensor<3x4xi64>
  %e = check.fill seed 11 edges all : tensor<8x4xui16>
  %4 = rlx.scatter_add %e, %i into [3] : (tensor<8x4xui16>, tensor<8xi16>) -> tensor<3x4xui16>
  return %0, %1, %2, %3, %4 : tensor<3x4xbf16>, tensor<3x4xf64>, tensor<3x4xi8>, tensor<3x4xi64>, tensor<3x4xui16>
}

func.func @empty_and_one() -> (tensor<2x3xf32>, tensor<2x0xf32>, tensor<1xf32>) {
  %u = check.fill seed 12 : tensor<0x3xf32>
  %i = check.fill seed 13 : tensor<0xi64>
  %0 = rlx.scatter_add %u, %i into [2] : (tensor<0x3xf32>, tensor<0xi64>) -> tensor<2x3xf32>
  %v = check.fill seed 14 : tensor<3x0xf32>
  %j = check.fill seed 15 range [0.0, 1.0] : tensor<3xi64>
  %1 = rlx.scatter_add %v, %j into [2] : (tensor<3x0xf32>, tensor<3xi64>) -> tensor<2x0xf32>
  %t = check.literal dense<3.0> : tensor<f32>
  %k = check.literal dense<0> : tensor<i64>
  %2 = rlx.scatter_add %t, %k into [1] : (tensor<f32>, tensor<i64>) -> tensor<1xf32>
  return %0, %1, %2 : tensor<2x3xf32>, tensor<2x0xf32>, tensor<1xf32>
}

// Enough updates for GPUs to sort them.
func.func @sorted() -> (tensor<300x8xf32>, tensor<11xf16>) {
  %u = check.fill seed 16 : tensor<4x32x8xf32>
  %i = check.fill seed 17 range [-300.0, 299.0] : tensor<4x32xi64>
  %0 = rlx.scatter_add %u, %i into [300] : (tensor<4x32x8xf32>, tensor<4x32xi64>) -> tensor<300x8xf32>
  %v = check.fill seed 18 : tensor<200xf16>
  %j = check.fill seed 19 range [0.0, 10.0] : tensor<200xi32>
  %1 = rlx.scatter_add %v, %j into [11] : (tensor<200xf16>, tensor<200xi32>) -> tensor<11xf16>
  return %0, %1 : tensor<300x8xf32>, tensor<11xf16>
}
