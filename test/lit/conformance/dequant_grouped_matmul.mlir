// RUN: rlx-check %s

// By hand: the weights of expert 0 are 1, those of expert 1 are -2.
func.func @literals() -> tensor<3x1xf32> {
  %x = check.literal dense<[[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5], [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0]]> : tensor<3x32xf32>
  %p = check.literal dense<"0x003C01010101010101010101010101010101010101010101010101010101010101010040FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<2x1x34xui8> as param
  %i = check.literal dense<[1, 0, -1]> : tensor<3xi64>
  %0 = rlx.dequant_grouped_matmul %x, %p, %i scheme = q8_0 : (tensor<3x32xf32>, tensor<2x1x34xui8>, tensor<3xi64>) -> tensor<3x1xf32>
  %w = check.literal dense<[[-64.0], [16.0], [-992.0]]> : tensor<3x1xf32>
  check.expect_eq %0, %w : tensor<3x1xf32>, tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

func.func @schemes() -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) {
  %x0 = check.fill seed 1 : tensor<4x64xf32>
  %w0 = check.fill seed 40 range [0.0, 60.0] as param : tensor<3x5x36xui8>
  %i0 = check.fill seed 20 range [0.0, 2.0] : tensor<4xi32>
  %0 = rlx.dequant_grouped_matmul %x0, %w0, %i0 scheme = q4_0 : (tensor<4x64xf32>, tensor<3x5x36xui8>, tensor<4xi32>) -> tensor<4x5xf32>
  %x1 = check.fill seed 2 : tensor<4x64xf32>
  %w1 = check.fill seed 41 range [0.0, 60.0] as param : tensor<3x5x40xui8>
  %i1 = check.fill seed 21 range [0.0, 2.0] : tensor<4xi32>
  %1 = rlx.dequant_grouped_matmul %x1, %w1, %i1 scheme = q4_1 : (tensor<4x64xf32>, tensor<3x5x40xui8>, tensor<4xi32>) -> tensor<4x5xf32>
  %x2 = check.fill seed 3 : tensor<4x64xf32>
  %w2 = check.fill seed 42 range [0.0, 60.0] as param : tensor<3x5x44xui8>
  %i2 = check.fill seed 22 range [0.0, 2.0] : tensor<4xi32>
  %2 = rlx.dequant_grouped_matmul %x2, %w2, %i2 scheme = q5_0 : (tensor<4x64xf32>, tensor<3x5x44xui8>, tensor<4xi32>) -> tensor<4x5xf32>
  %x3 = check.fill seed 4 : tensor<4x64xf32>
  %w3 = check.fill seed 43 range [0.0, 60.0] as param : tensor<3x5x48xui8>
  %i3 = check.fill seed 23 range [0.0, 2.0] : tensor<4xi32>
  %3 = rlx.dequant_grouped_matmul %x3, %w3, %i3 scheme = q5_1 : (tensor<4x64xf32>, tensor<3x5x48xui8>, tensor<4xi32>) -> tensor<4x5xf32>
  %x4 = check.fill seed 5 : tensor<4x64xf32>
  %w4 = check.fill seed 44 range [0.0, 60.0] as param : tensor<3x5x68xui8>
  %i4 = check.fill seed 24 range [0.0, 2.0] : tensor<4xi32>
  %4 = rlx.dequant_grouped_matmul %x4, %w4, %i4 scheme = q8_0 : (tensor<4x64xf32>, tensor<3x5x68xui8>, tensor<4xi32>) -> tensor<4x5xf32>
  %x5 = check.fill seed 6 : tensor<4x512xf32>
  %w5 = check.fill seed 45 range [0.0, 60.0] as param : tensor<3x5x168xui8>
  %i5 = check.fill seed 25 range [0.0, 2.0] : tensor<4xi32>
  %5 = rlx.dequant_grouped_matmul %x5, %w5, %i5 scheme = q2_k : (tensor<4x512xf32>, tensor<3x5x168xui8>, tensor<4xi32>) -> tensor<4x5xf32>
  %x6 = check.fill seed 7 : tensor<4x512xf32>
  %w6 = check.fill seed 46 range [0.0, 60.0] as param : tensor<3x5x220xui8>
  %i6 = check.fill seed 26 range [0.0, 2.0] : tensor<4xi32>
  %6 = rlx.dequant_grouped_matmul %x6, %w6, %i6 scheme = q3_k : (tensor<4x512xf32>, tensor<3x5x220xui8>, tensor<4xi32>) -> tensor<4x5xf32>
  %x7 = check.fill seed 8 : tensor<4x512xf32>
  %w7 = check.fill seed 47 range [0.0, 60.0] as param : tensor<3x5x288xui8>
  %i7 = check.fill seed 27 range [0.0, 2.0] : tensor<4xi32>
  %7 = rlx.dequant_grouped_matmul %x7, %w7, %i7 scheme = q4_k : (tensor<4x512xf32>, tensor<3x5x288xui8>, tensor<4xi32>) -> tensor<4x5xf32>
  %x8 = check.fill seed 9 : tensor<4x512xf32>
  %w8 = check.fill seed 48 range [0.0, 60.0] as param : tensor<3x5x352xui8>
  %i8 = check.fill seed 28 range [0.0, 2.0] : tensor<4xi32>
  %8 = rlx.dequant_grouped_matmul %x8, %w8, %i8 scheme = q5_k : (tensor<4x512xf32>, tensor<3x5x352xui8>, tensor<4xi32>) -> tensor<4x5xf32>
  %x9 = check.fill seed 10 : tensor<4x512xf32>
  %w9 = check.fill seed 49 range [0.0, 60.0] as param : tensor<3x5x420xui8>
  %i9 = check.fill seed 29 range [0.0, 2.0] : tensor<4xi32>
  %9 = rlx.dequant_grouped_matmul %x9, %w9, %i9 scheme = q6_k : (tensor<4x512xf32>, tensor<3x5x420xui8>, tensor<4xi32>) -> tensor<4x5xf32>
  %x10 = check.fill seed 11 : tensor<4x512xf32>
  %w10 = check.fill seed 50 range [0.0, 60.0] as param : tensor<3x5x584xui8>
  %i10 = check.fill seed 30 range [0.0, 2.0] : tensor<4xi32>
  %10 = rlx.dequant_grouped_matmul %x10, %w10, %i10 scheme = q8_k : (tensor<4x512xf32>, tensor<3x5x584xui8>, tensor<4xi32>) -> tensor<4x5xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>
}

func.func @types() -> (tensor<3x20xf16>, tensor<3x20xbf16>, tensor<3x20xf64>) {
  %x0 = check.fill seed 60 : tensor<3x256xf16>
  %w0 = check.fill seed 80 range [0.0, 44.0] : tensor<4x20x144xui8>
  %i0 = check.fill seed 100 range [0.0, 3.0] : tensor<3xui8>
  %0 = rlx.dequant_grouped_matmul %x0, %w0, %i0 scheme = q4_k : (tensor<3x256xf16>, tensor<4x20x144xui8>, tensor<3xui8>) -> tensor<3x20xf16>
  %x1 = check.fill seed 61 : tensor<3x256xbf16>
  %w1 = check.fill seed 81 range [0.0, 44.0] : tensor<4x20x144xui8>
  %i1 = check.fill seed 101 range [0.0, 3.0] : tensor<3xi64>
  %1 = rlx.dequant_grouped_matmul %x1, %w1, %i1 scheme = q4_k : (tensor<3x256xbf16>, tensor<4x20x144xui8>, tensor<3xi64>) -> tensor<3x20xbf16>
  %x2 = check.fill seed 62 : tensor<3x256xf64>
  %w2 = check.fill seed 82 range [0.0, 44.0] : tensor<4x20x144xui8>
  %i2 = check.fill seed 102 range [0.0, 3.0] : tensor<3xui32>
  %2 = rlx.dequant_grouped_matmul %x2, %w2, %i2 scheme = q4_k : (tensor<3x256xf64>, tensor<4x20x144xui8>, tensor<3xui32>) -> tensor<3x20xf64>
  return %0, %1, %2 : tensor<3x20xf16>, tensor<3x20xbf16>, tensor<3x20xf64>
}

func.func @dynamic() -> (tensor<?x?xf32>, tensor<?x300xf32>) {
  %x0 = check.fill sizes [5, 512] seed 60 : tensor<?x?xf32>
  %w0 = check.fill sizes [3, 9, 420] seed 80 range [0.0, 44.0] : tensor<?x?x?xui8>
  %i0 = check.fill sizes [5] seed 100 range [0.0, 2.0] : tensor<?xi64>
  %0 = rlx.dequant_grouped_matmul %x0, %w0, %i0 scheme = q6_k : (tensor<?x?xf32>, tensor<?x?x?xui8>, tensor<?xi64>) -> tensor<?x?xf32>
  %x1 = check.fill sizes [11, 64] seed 61 : tensor<?x64xf32>
  %w1 = check.fill seed 81 range [0.0, 44.0] : tensor<2x300x36xui8>
  %i1 = check.fill sizes [11] seed 101 range [0.0, 1.0] : tensor<?xi32>
  %1 = rlx.dequant_grouped_matmul %x1, %w1, %i1 scheme = q4_0 : (tensor<?x64xf32>, tensor<2x300x36xui8>, tensor<?xi32>) -> tensor<?x300xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x300xf32>
}

func.func @empty() -> (tensor<0x4xf32>, tensor<3x0xf32>, tensor<3x4xf32>) {
  %x0 = check.fill seed 60 : tensor<0x32xf32>
  %w0 = check.fill seed 80 range [0.0, 44.0] : tensor<2x4x18xui8>
  %i0 = check.fill seed 100 range [0.0, 1.0] : tensor<0xi32>
  %0 = rlx.dequant_grouped_matmul %x0, %w0, %i0 scheme = q4_0 : (tensor<0x32xf32>, tensor<2x4x18xui8>, tensor<0xi32>) -> tensor<0x4xf32>
  %x1 = check.fill seed 61 : tensor<3x32xf32>
  %w1 = check.fill seed 81 range [0.0, 44.0] : tensor<2x0x18xui8>
  %i1 = check.fill seed 101 range [0.0, 1.0] : tensor<3xi32>
  %1 = rlx.dequant_grouped_matmul %x1, %w1, %i1 scheme = q4_0 : (tensor<3x32xf32>, tensor<2x0x18xui8>, tensor<3xi32>) -> tensor<3x0xf32>
  %x2 = check.fill seed 62 : tensor<3x0xf32>
  %w2 = check.fill seed 82 range [0.0, 44.0] : tensor<2x4x0xui8>
  %i2 = check.fill seed 102 range [0.0, 1.0] : tensor<3xi32>
  %2 = rlx.dequant_grouped_matmul %x2, %w2, %i2 scheme = q4_0 : (tensor<3x0xf32>, tensor<2x4x0xui8>, tensor<3xi32>) -> tensor<3x4xf32>
  return %0, %1, %2 : tensor<0x4xf32>, tensor<3x0xf32>, tensor<3x4xf32>
}
