// RUN: rlx-check %s %{quick-lanes}

// By hand: d = 1/2, low nibbles 0, 1, .. and high nibbles 15, 14, ..; bytes of other schemes come from the
// package gguf in dequantize_blocks_gguf.mlir.
func.func @q4_0_literal() -> tensor<32xf32> {
  %b = check.literal dense<"0x0038F0E1D2C3B4A5968778695A4B3C2D1E0F"> : tensor<18xui8>
  %0 = rlx.dequantize_blocks %b scheme = q4_0 to f32 : (tensor<18xui8>) -> tensor<32xf32>
  %w = check.literal dense<[-4.0, -3.5, -3.0, -2.5, -2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 3.5, 3.0, 2.5, 2.0, 1.5, 1.0, 0.5, 0.0, -0.5, -1.0, -1.5, -2.0, -2.5, -3.0, -3.5, -4.0]> : tensor<32xf32>
  check.expect_eq %0, %w : tensor<32xf32>, tensor<32xf32>
  return %0 : tensor<32xf32>
}

// A scale that is infinite, and one that is NaN.
func.func @not_finite() -> tensor<64xf32> {
  %b = check.literal dense<"0x007C0001FF7F80000000000000000000000000000000000000000000000000000000007E000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F"> : tensor<68xui8>
  %0 = rlx.dequantize_blocks %b scheme = q8_0 to f32 : (tensor<68xui8>) -> tensor<64xf32>
  %w = check.literal dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<64xf32>
  check.expect_eq %0, %w : tensor<64xf32>, tensor<64xf32>
  return %0 : tensor<64xf32>
}

// Arbitrary bytes, also with scales that are not finite.
func.func @schemes() -> (tensor<2x3x64xf32>, tensor<2x3x64xf32>, tensor<2x3x64xf32>, tensor<2x3x64xf32>, tensor<2x3x64xf32>, tensor<2x3x512xf32>, tensor<2x3x512xf32>, tensor<2x3x512xf32>, tensor<2x3x512xf32>, tensor<2x3x512xf32>, tensor<2x3x512xf32>) {
  %b0 = check.fill seed 1 : tensor<2x3x36xui8>
  %0 = rlx.dequantize_blocks %b0 scheme = q4_0 to f32 : (tensor<2x3x36xui8>) -> tensor<2x3x64xf32>
  %b1 = check.fill seed 2 : tensor<2x3x40xui8>
  %1 = rlx.dequantize_blocks %b1 scheme = q4_1 to f32 : (tensor<2x3x40xui8>) -> tensor<2x3x64xf32>
  %b2 = check.fill seed 3 : tensor<2x3x44xui8>
  %2 = rlx.dequantize_blocks %b2 scheme = q5_0 to f32 : (tensor<2x3x44xui8>) -> tensor<2x3x64xf32>
  %b3 = check.fill seed 4 : tensor<2x3x48xui8>
  %3 = rlx.dequantize_blocks %b3 scheme = q5_1 to f32 : (tensor<2x3x48xui8>) -> tensor<2x3x64xf32>
  %b4 = check.fill seed 5 : tensor<2x3x68xui8>
  %4 = rlx.dequantize_blocks %b4 scheme = q8_0 to f32 : (tensor<2x3x68xui8>) -> tensor<2x3x64xf32>
  %b5 = check.fill seed 6 : tensor<2x3x168xui8>
  %5 = rlx.dequantize_blocks %b5 scheme = q2_k to f32 : (tensor<2x3x168xui8>) -> tensor<2x3x512xf32>
  %b6 = check.fill seed 7 : tensor<2x3x220xui8>
  %6 = rlx.dequantize_blocks %b6 scheme = q3_k to f32 : (tensor<2x3x220xui8>) -> tensor<2x3x512xf32>
  %b7 = check.fill seed 8 : tensor<2x3x288xui8>
  %7 = rlx.dequantize_blocks %b7 scheme = q4_k to f32 : (tensor<2x3x288xui8>) -> tensor<2x3x512xf32>
  %b8 = check.fill seed 9 : tensor<2x3x352xui8>
  %8 = rlx.dequantize_blocks %b8 scheme = q5_k to f32 : (tensor<2x3x352xui8>) -> tensor<2x3x512xf32>
  %b9 = check.fill seed 10 : tensor<2x3x420xui8>
  %9 = rlx.dequantize_blocks %b9 scheme = q6_k to f32 : (tensor<2x3x420xui8>) -> tensor<2x3x512xf32>
  %b10 = check.fill seed 11 : tensor<2x3x584xui8>
  %10 = rlx.dequantize_blocks %b10 scheme = q8_k to f32 : (tensor<2x3x584xui8>) -> tensor<2x3x512xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : tensor<2x3x64xf32>, tensor<2x3x64xf32>, tensor<2x3x64xf32>, tensor<2x3x64xf32>, tensor<2x3x64xf32>, tensor<2x3x512xf32>, tensor<2x3x512xf32>, tensor<2x3x512xf32>, tensor<2x3x512xf32>, tensor<2x3x512xf32>, tensor<2x3x512xf32>
}

func.func @types() -> (tensor<5x256xf16>, tensor<5x32xf16>, tensor<5x256xbf16>, tensor<5x32xbf16>, tensor<5x256xf64>, tensor<5x32xf64>) {
  %b0 = check.fill seed 20 : tensor<5x144xui8>
  %0 = rlx.dequantize_blocks %b0 scheme = q4_k to f16 : (tensor<5x144xui8>) -> tensor<5x256xf16>
  %b1 = check.fill seed 21 : tensor<5x22xui8>
  %1 = rlx.dequantize_blocks %b1 scheme = q5_0 to f16 : (tensor<5x22xui8>) -> tensor<5x32xf16>
  %b2 = check.fill seed 22 : tensor<5x144xui8>
  %2 = rlx.dequantize_blocks %b2 scheme = q4_k to bf16 : (tensor<5x144xui8>) -> tensor<5x256xbf16>
  %b3 = check.fill seed 23 : tensor<5x22xui8>
  %3 = rlx.dequantize_blocks %b3 scheme = q5_0 to bf16 : (tensor<5x22xui8>) -> tensor<5x32xbf16>
  %b4 = check.fill seed 24 : tensor<5x144xui8>
  %4 = rlx.dequantize_blocks %b4 scheme = q4_k to f64 : (tensor<5x144xui8>) -> tensor<5x256xf64>
  %b5 = check.fill seed 25 : tensor<5x22xui8>
  %5 = rlx.dequantize_blocks %b5 scheme = q5_0 to f64 : (tensor<5x22xui8>) -> tensor<5x32xf64>
  return %0, %1, %2, %3, %4, %5 : tensor<5x256xf16>, tensor<5x32xf16>, tensor<5x256xbf16>, tensor<5x32xbf16>, tensor<5x256xf64>, tensor<5x32xf64>
}

func.func @dynamic() -> (tensor<?x?x?xf32>, tensor<?x768xf32>, tensor<512xf32>) {
  %a = check.fill sizes [3, 7, 360] seed 30 : tensor<?x?x?xui8>
  %0 = rlx.dequantize_blocks %a scheme = q4_1 to f32 : (tensor<?x?x?xui8>) -> tensor<?x?x?xf32>
  %b = check.fill sizes [70, 630] seed 31 : tensor<?x630xui8>
  %1 = rlx.dequantize_blocks %b scheme = q6_k to f32 : (tensor<?x630xui8>) -> tensor<?x768xf32>
  %c = check.fill seed 32 as param : tensor<220xui8>
  %2 = rlx.dequantize_blocks %c scheme = q3_k to f32 : (tensor<220xui8>) -> tensor<512xf32>
  return %0, %1, %2 : tensor<?x?x?xf32>, tensor<?x768xf32>, tensor<512xf32>
}

// Weights of experts as [E, K, N].
func.func @experts() -> tensor<3x256x5xf32> {
  %a = check.fill seed 33 : tensor<3x5x176xui8>
  %0 = rlx.dequantize_blocks %a scheme = q5_k to f32 : (tensor<3x5x176xui8>) -> tensor<3x5x256xf32>
  %1 = rlx.transpose %0 perm = [0, 2, 1] : (tensor<3x5x256xf32>) -> tensor<3x256x5xf32>
  return %1 : tensor<3x256x5xf32>
}

func.func @empty() -> (tensor<0x64xf32>, tensor<3x?xf32>) {
  %a = check.fill seed 34 : tensor<0x36xui8>
  %0 = rlx.dequantize_blocks %a scheme = q4_0 to f32 : (tensor<0x36xui8>) -> tensor<0x64xf32>
  %b = check.fill sizes [3, 0] seed 35 : tensor<3x?xui8>
  %1 = rlx.dequantize_blocks %b scheme = q4_0 to f32 : (tensor<3x?xui8>) -> tensor<3x?xf32>
  return %0, %1 : tensor<0x64xf32>, tensor<3x?xf32>
}

// So many elements that a GPU transposes them in square tiles.
func.func @turned() -> (tensor<1024x1032xf16>, tensor<1024x1032xbf16>) {
  %v = check.fill seed 64 range [0.0, 60.0] as param : tensor<1032x576xui8>
  %w = check.fill seed 65 range [0.0, 44.0] as param : tensor<1032x576xui8>
  %0 = rlx.dequantize_blocks %v scheme = q4_0 to f16 {rlx.no_hoist} : (tensor<1032x576xui8>) -> tensor<1032x1024xf16>
  %1 = rlx.dequantize_blocks %w scheme = q4_k to bf16 {rlx.no_hoist} : (tensor<1032x576xui8>) -> tensor<1032x1024xbf16>
  %2 = rlx.transpose %0 perm = [1, 0] : (tensor<1032x1024xf16>) -> tensor<1024x1032xf16>
  %3 = rlx.transpose %1 perm = [1, 0] : (tensor<1032x1024xbf16>) -> tensor<1024x1032xbf16>
  return %2, %3 : tensor<1024x1032xf16>, tensor<1024x1032xbf16>
}
