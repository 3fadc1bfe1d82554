// RUN: rlx-check %{sample} %s %{quick-lanes}

// By hand: the weights are [[-3.5, 16, 0], [0, 0, 2]].
func.func @literals() -> tensor<2x3xf32> {
  %x = check.literal dense<[[1.0, 2.0], [-1.0, 0.5]]> : tensor<2x2xf32>
  %w = check.literal dense<[0xF1, 0x80, 0x27]> : tensor<3xui8> as param
  %s = check.literal dense<[[0.5, 2.0, 1.0]]> : tensor<1x3xf32> as param
  %z = check.literal dense<[[8, 7, 0]]> : tensor<1x3xui8> as param
  %0 = rlx.dequant_matmul_scaled %x, %w scale %s zero_point %z format = int4 block_size = 2 : (tensor<2x2xf32>, tensor<3xui8>, tensor<1x3xf32>, tensor<1x3xui8>) -> tensor<2x3xf32>
  %v = check.literal dense<[[-3.5, 16.0, 4.0], [3.5, -16.0, 1.0]]> : tensor<2x3xf32>
  check.expect_eq %0, %v : tensor<2x3xf32>, tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Columns in vectors of all widths.
func.func @formats() -> (tensor<3x150xf32>, tensor<3x150xf32>, tensor<3x150xf32>, tensor<3x150xf32>, tensor<3x150xf32>, tensor<3x150xf32>, tensor<3x150xf32>) {
  %x0 = check.fill seed 5 : tensor<3x32xf32>
  %w0 = check.fill seed 1 as param : tensor<32x150xi8>
  %s0 = check.fill seed 2 as param : tensor<4x150xf32>
  %0 = rlx.dequant_matmul_scaled %x0, %w0 scale %s0 format = int8 block_size = 8 : (tensor<3x32xf32>, tensor<32x150xi8>, tensor<4x150xf32>) -> tensor<3x150xf32>
  %x1 = check.fill seed 15 : tensor<3x32xf32>
  %w1 = check.fill seed 11 as param : tensor<32x150xi8>
  %s1 = check.fill seed 12 as param : tensor<2x150xf32>
  %z1 = check.fill seed 13 : tensor<2x150xi8>
  %1 = rlx.dequant_matmul_scaled %x1, %w1 scale %s1 zero_point %z1 format = int8 block_size = 16 : (tensor<3x32xf32>, tensor<32x150xi8>, tensor<2x150xf32>, tensor<2x150xi8>) -> tensor<3x150xf32>
  %x2 = check.fill seed 25 : tensor<3x32xf32>
  %w2 = check.fill seed 21 as param : tensor<2400xui8>
  %s2 = check.fill seed 22 as param : tensor<4x150xf32>
  %2 = rlx.dequant_matmul_scaled %x2, %w2 scale %s2 format = int4 block_size = 8 : (tensor<3x32xf32>, tensor<2400xui8>, tensor<4x150xf32>) -> tensor<3x150xf32>
  %x3 = check.fill seed 35 : tensor<3x32xf32>
  %w3 = check.fill seed 31 as param : tensor<2400xui8>
  %s3 = check.fill seed 32 as param : tensor<2x150xf32>
  %z3 = check.fill seed 33 range [0.0, 15.0] : tensor<2x150xui8>
  %3 = rlx.dequant_matmul_scaled %x3, %w3 scale %s3 zero_point %z3 format = int4 block_size = 16 : (tensor<3x32xf32>, tensor<2400xui8>, tensor<2x150xf32>, tensor<2x150xui8>) -> tensor<3x150xf32>
  %x4 = check.fill seed 45 : tensor<3x32xf32>
  %w4 = check.fill seed 41 range [0.0, 126.0] as param : tensor<32x150xui8>
  %s4 = check.fill seed 42 as param : tensor<150xf32>
  %4 = rlx.dequant_matmul_scaled %x4, %w4 scale %s4 format = fp8_e4m3 : (tensor<3x32xf32>, tensor<32x150xui8>, tensor<150xf32>) -> tensor<3x150xf32>
  %x5 = check.fill seed 55 : tensor<3x32xf32>
  %w5 = check.fill seed 51 range [0.0, 80.0] as param : tensor<32x150xui8>
  %s5 = check.fill seed 52 as param : tensor<150xf32>
  %5 = rlx.dequant_matmul_scaled %x5, %w5 scale %s5 format = fp8_e5m2 : (tensor<3x32xf32>, tensor<32x150xui8>, tensor<150xf32>) -> tensor<3x150xf32>
  %x6 = check.fill seed 65 : tensor<3x32xf32>
  %w6 = check.fill seed 61 as param : tensor<2400xui8>
  %s6 = check.fill seed 62 range [0.0, 126.0] as param : tensor<2x150xui8>
  %g6 = check.fill seed 64 : tensor<f32>
  %6 = rlx.dequant_matmul_scaled %x6, %w6 scale %s6 global_scale %g6 format = nvfp4 : (tensor<3x32xf32>, tensor<2400xui8>, tensor<2x150xui8>, tensor<f32>) -> tensor<3x150xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<3x150xf32>, tensor<3x150xf32>, tensor<3x150xf32>, tensor<3x150xf32>, tensor<3x150xf32>, tensor<3x150xf32>, tensor<3x150xf32>
}

func.func @odd_columns() -> (tensor<2x21xf32>, tensor<2x21xf32>, tensor<2x21xf32>, tensor<2x21xf32>, tensor<2x21xf32>, tensor<2x21xf32>, tensor<2x21xf32>) {
  %x0 = check.fill seed 5 : tensor<2x32xf32>
  %w0 = check.fill seed 1 as param : tensor<32x21xi8>
  %s0 = check.fill seed 2 as param : tensor<4x21xf32>
  %0 = rlx.dequant_matmul_scaled %x0, %w0 scale %s0 format = int8 block_size = 8 : (tensor<2x32xf32>, tensor<32x21xi8>, tensor<4x21xf32>) -> tensor<2x21xf32>
  %x1 = check.fill seed 15 : tensor<2x32xf32>
  %w1 = check.fill seed 11 as param : tensor<32x21xi8>
  %s1 = check.fill seed 12 as param : tensor<2x21xf32>
  %z1 = check.fill seed 13 : tensor<2x21xi8>
  %1 = rlx.dequant_matmul_scaled %x1, %w1 scale %s1 zero_point %z1 format = int8 block_size = 16 : (tensor<2x32xf32>, tensor<32x21xi8>, tensor<2x21xf32>, tensor<2x21xi8>) -> tensor<2x21xf32>
  %x2 = check.fill seed 25 : tensor<2x32xf32>
  %w2 = check.fill seed 21 as param : tensor<336xui8>
  %s2 = check.fill seed 22 as param : tensor<4x21xf32>
  %2 = rlx.dequant_matmul_scaled %x2, %w2 scale %s2 format = int4 block_size = 8 : (tensor<2x32xf32>, tensor<336xui8>, tensor<4x21xf32>) -> tensor<2x21xf32>
  %x3 = check.fill seed 35 : tensor<2x32xf32>
  %w3 = check.fill seed 31 as param : tensor<336xui8>
  %s3 = check.fill seed 32 as param : tensor<2x21xf32>
  %z3 = check.fill seed 33 range [0.0, 15.0] : tensor<2x21xui8>
  %3 = rlx.dequant_matmul_scaled %x3, %w3 scale %s3 zero_point %z3 format = int4 block_size = 16 : (tensor<2x32xf32>, tensor<336xui8>, tensor<2x21xf32>, tensor<2x21xui8>) -> tensor<2x21xf32>
  %x4 = check.fill seed 45 : tensor<2x32xf32>
  %w4 = check.fill seed 41 range [0.0, 126.0] as param : tensor<32x21xui8>
  %s4 = check.fill seed 42 as param : tensor<21xf32>
  %4 = rlx.dequant_matmul_scaled %x4, %w4 scale %s4 format = fp8_e4m3 : (tensor<2x32xf32>, tensor<32x21xui8>, tensor<21xf32>) -> tensor<2x21xf32>
  %x5 = check.fill seed 55 : tensor<2x32xf32>
  %w5 = check.fill seed 51 range [0.0, 80.0] as param : tensor<32x21xui8>
  %s5 = check.fill seed 52 as param : tensor<21xf32>
  %5 = rlx.dequant_matmul_scaled %x5, %w5 scale %s5 format = fp8_e5m2 : (tensor<2x32xf32>, tensor<32x21xui8>, tensor<21xf32>) -> tensor<2x21xf32>
  %x6 = check.fill seed 65 : tensor<2x32xf32>
  %w6 = check.fill seed 61 as param : tensor<336xui8>
  %s6 = check.fill seed 62 range [0.0, 126.0] as param : tensor<2x21xui8>
  %g6 = check.fill seed 64 : tensor<f32>
  %6 = rlx.dequant_matmul_scaled %x6, %w6 scale %s6 global_scale %g6 format = nvfp4 : (tensor<2x32xf32>, tensor<336xui8>, tensor<2x21xui8>, tensor<f32>) -> tensor<2x21xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<2x21xf32>, tensor<2x21xf32>, tensor<2x21xf32>, tensor<2x21xf32>, tensor<2x21xf32>, tensor<2x21xf32>, tensor<2x21xf32>
}

func.func @types() -> (tensor<5x20xf16>, tensor<5x20xbf16>, tensor<5x20xf64>, tensor<5x20xf16>, tensor<5x20xbf16>, tensor<5x20xf64>, tensor<5x20xf16>, tensor<5x20xbf16>, tensor<5x20xf64>, tensor<5x20xf16>, tensor<5x20xbf16>, tensor<5x20xf64>) {
  %x0 = check.fill seed 5 : tensor<5x32xf16>
  %w0 = check.fill seed 1 as param : tensor<32x20xi8>
  %s0 = check.fill seed 2 as param : tensor<2x20xf32>
  %0 = rlx.dequant_matmul_scaled %x0, %w0 scale %s0 format = int8 block_size = 16 : (tensor<5x32xf16>, tensor<32x20xi8>, tensor<2x20xf32>) -> tensor<5x20xf16>
  %x1 = check.fill seed 15 : tensor<5x32xbf16>
  %w1 = check.fill seed 11 as param : tensor<32x20xi8>
  %s1 = check.fill seed 12 as param : tensor<2x20xf32>
  %1 = rlx.dequant_matmul_scaled %x1, %w1 scale %s1 format = int8 block_size = 16 : (tensor<5x32xbf16>, tensor<32x20xi8>, tensor<2x20xf32>) -> tensor<5x20xbf16>
  %x2 = check.fill seed 25 : tensor<5x32xf64>
  %w2 = check.fill seed 21 as param : tensor<32x20xi8>
  %s2 = check.fill seed 22 as param : tensor<2x20xf32>
  %2 = rlx.dequant_matmul_scaled %x2, %w2 scale %s2 format = int8 block_size = 16 : (tensor<5x32xf64>, tensor<32x20xi8>, tensor<2x20xf32>) -> tensor<5x20xf64>
  %x3 = check.fill seed 35 : tensor<5x32xf16>
  %w3 = check.fill seed 31 as param : tensor<320xui8>
  %s3 = check.fill seed 32 as param : tensor<2x20xf32>
  %z3 = check.fill seed 33 range [0.0, 15.0] : tensor<2x20xui8>
  %3 = rlx.dequant_matmul_scaled %x3, %w3 scale %s3 zero_point %z3 format = int4 block_size = 16 : (tensor<5x32xf16>, tensor<320xui8>, tensor<2x20xf32>, tensor<2x20xui8>) -> tensor<5x20xf16>
  %x4 = check.fill seed 45 : tensor<5x32xbf16>
  %w4 = check.fill seed 41 as param : tensor<320xui8>
  %s4 = check.fill seed 42 as param : tensor<2x20xf32>
  %z4 = check.fill seed 43 range [0.0, 15.0] : tensor<2x20xui8>
  %4 = rlx.dequant_matmul_scaled %x4, %w4 scale %s4 zero_point %z4 format = int4 block_size = 16 : (tensor<5x32xbf16>, tensor<320xui8>, tensor<2x20xf32>, tensor<2x20xui8>) -> tensor<5x20xbf16>
  %x5 = check.fill seed 55 : tensor<5x32xf64>
  %w5 = check.fill seed 51 as param : tensor<320xui8>
  %s5 = check.fill seed 52 as param : tensor<2x20xf32>
  %z5 = check.fill seed 53 range [0.0, 15.0] : tensor<2x20xui8>
  %5 = rlx.dequant_matmul_scaled %x5, %w5 scale %s5 zero_point %z5 format = int4 block_size = 16 : (tensor<5x32xf64>, tensor<320xui8>, tensor<2x20xf32>, tensor<2x20xui8>) -> tensor<5x20xf64>
  %x6 = check.fill seed 65 : tensor<5x32xf16>
  %w6 = check.fill seed 61 range [0.0, 126.0] as param : tensor<32x20xui8>
  %s6 = check.fill seed 62 as param : tensor<20xf32>
  %6 = rlx.dequant_matmul_scaled %x6, %w6 scale %s6 format = fp8_e4m3 : (tensor<5x32xf16>, tensor<32x20xui8>, tensor<20xf32>) -> tensor<5x20xf16>
  %x7 = check.fill seed 75 : tensor<5x32xbf16>
  %w7 = check.fill seed 71 range [0.0, 126.0] as param : tensor<32x20xui8>
  %s7 = check.fill seed 72 as param : tensor<20xf32>
  %7 = rlx.dequant_matmul_scaled %x7, %w7 scale %s7 format = fp8_e4m3 : (tensor<5x32xbf16>, tensor<32x20xui8>, tensor<20xf32>) -> tensor<5x20xbf16>
  %x8 = check.fill seed 85 : tensor<5x32xf64>
  %w8 = check.fill seed 81 range [0.0, 126.0] as param : tensor<32x20xui8>
  %s8 = check.fill seed 82 as param : tensor<20xf32>
  %8 = rlx.dequant_matmul_scaled %x8, %w8 scale %s8 format = fp8_e4m3 : (tensor<5x32xf64>, tensor<32x20xui8>, tensor<20xf32>) -> tensor<5x20xf64>
  %x9 = check.fill seed 95 : tensor<5x32xf16>
  %w9 = check.fill seed 91 as param : tensor<320xui8>
  %s9 = check.fill seed 92 range [0.0, 126.0] as param : tensor<2x20xui8>
  %g9 = check.fill seed 94 : tensor<f32>
  %9 = rlx.dequant_matmul_scaled %x9, %w9 scale %s9 global_scale %g9 format = nvfp4 : (tensor<5x32xf16>, tensor<320xui8>, tensor<2x20xui8>, tensor<f32>) -> tensor<5x20xf16>
  %x10 = check.fill seed 105 : tensor<5x32xbf16>
  %w10 = check.fill seed 101 as param : tensor<320xui8>
  %s10 = check.fill seed 102 range [0.0, 126.0] as param : tensor<2x20xui8>
  %g10 = check.fill seed 104 : tensor<f32>
  %10 = rlx.dequant_matmul_scaled %x10, %w10 scale %s10 global_scale %g10 format = nvfp4 : (tensor<5x32xbf16>, tensor<320xui8>, tensor<2x20xui8>, tensor<f32>) -> tensor<5x20xbf16>
  %x11 = check.fill seed 115 : tensor<5x32xf64>
  %w11 = check.fill seed 111 as param : tensor<320xui8>
  %s11 = check.fill seed 112 range [0.0, 126.0] as param : tensor<2x20xui8>
  %g11 = check.fill seed 114 : tensor<f32>
  %11 = rlx.dequant_matmul_scaled %x11, %w11 scale %s11 global_scale %g11 format = nvfp4 : (tensor<5x32xf64>, tensor<320xui8>, tensor<2x20xui8>, tensor<f32>) -> tensor<5x20xf64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<5x20xf16>, tensor<5x20xbf16>, tensor<5x20xf64>, tensor<5x20xf16>, tensor<5x20xbf16>, tensor<5x20xf64>, tensor<5x20xf16>, tensor<5x20xbf16>, tensor<5x20xf64>, tensor<5x20xf16>, tensor<5x20xbf16>, tensor<5x20xf64>
}

func.func @rows() -> (tensor<1x70xf32>, tensor<4x70xf32>, tensor<6x70xf32>, tensor<9x70xf32>, tensor<17x70xf32>, tensor<1x70xf32>, tensor<4x70xf32>, tensor<6x70xf32>, tensor<9x70xf32>, tensor<17x70xf32>) {
  %x0 = check.fill seed 5 : tensor<1x16xf32>
  %w0 = check.fill seed 1 as param : tensor<16x70xi8>
  %s0 = check.fill seed 2 as param : tensor<1x70xf32>
  %z0 = check.fill seed 3 : tensor<1x70xi8>
  %0 = rlx.dequant_matmul_scaled %x0, %w0 scale %s0 zero_point %z0 format = int8 block_size = 16 : (tensor<1x16xf32>, tensor<16x70xi8>, tensor<1x70xf32>, tensor<1x70xi8>) -> tensor<1x70xf32>
  %x1 = check.fill seed 15 : tensor<4x16xf32>
  %w1 = check.fill seed 11 as param : tensor<16x70xi8>
  %s1 = check.fill seed 12 as param : tensor<1x70xf32>
  %z1 = check.fill seed 13 : tensor<1x70xi8>
  %1 = rlx.dequant_matmul_scaled %x1, %w1 scale %s1 zero_point %z1 format = int8 block_size = 16 : (tensor<4x16xf32>, tensor<16x70xi8>, tensor<1x70xf32>, tensor<1x70xi8>) -> tensor<4x70xf32>
  %x2 = check.fill seed 25 : tensor<6x16xf32>
  %w2 = check.fill seed 21 as param : tensor<16x70xi8>
  %s2 = check.fill seed 22 as param : tensor<1x70xf32>
  %z2 = check.fill seed 23 : tensor<1x70xi8>
  %2 = rlx.dequant_matmul_scaled %x2, %w2 scale %s2 zero_point %z2 format = int8 block_size = 16 : (tensor<6x16xf32>, tensor<16x70xi8>, tensor<1x70xf32>, tensor<1x70xi8>) -> tensor<6x70xf32>
  %x3 = check.fill seed 35 : tensor<9x16xf32>
  %w3 = check.fill seed 31 as param : tensor<16x70xi8>
  %s3 = check.fill seed 32 as param : tensor<1x70xf32>
  %z3 = check.fill seed 33 : tensor<1x70xi8>
  %3 = rlx.dequant_matmul_scaled %x3, %w3 scale %s3 zero_point %z3 format = int8 block_size = 16 : (tensor<9x16xf32>, tensor<16x70xi8>, tensor<1x70xf32>, tensor<1x70xi8>) -> tensor<9x70xf32>
  %x4 = check.fill seed 45 : tensor<17x16xf32>
  %w4 = check.fill seed 41 as param : tensor<16x70xi8>
  %s4 = check.fill seed 42 as param : tensor<1x70xf32>
  %z4 = check.fill seed 43 : tensor<1x70xi8>
  %4 = rlx.dequant_matmul_scaled %x4, %w4 scale %s4 zero_point %z4 format = int8 block_size = 16 : (tensor<17x16xf32>, tensor<16x70xi8>, tensor<1x70xf32>, tensor<1x70xi8>) -> tensor<17x70xf32>
  %x5 = check.fill seed 55 : tensor<1x16xf32>
  %w5 = check.fill seed 51 as param : tensor<560xui8>
  %s5 = check.fill seed 52 as param : tensor<1x70xf32>
  %z5 = check.fill seed 53 range [0.0, 15.0] : tensor<1x70xui8>
  %5 = rlx.dequant_matmul_scaled %x5, %w5 scale %s5 zero_point %z5 format = int4 block_size = 16 : (tensor<1x16xf32>, tensor<560xui8>, tensor<1x70xf32>, tensor<1x70xui8>) -> tensor<1x70xf32>
  %x6 = check.fill seed 65 : tensor<4x16xf32>
  %w6 = check.fill seed 61 as param : tensor<560xui8>
  %s6 = check.fill seed 62 as param : tensor<1x70xf32>
  %z6 = check.fill seed 63 range [0.0, 15.0] : tensor<1x70xui8>
  %6 = rlx.dequant_matmul_scaled %x6, %w6 scale %s6 zero_point %z6 format = int4 block_size = 16 : (tensor<4x16xf32>, tensor<560xui8>, tensor<1x70xf32>, tensor<1x70xui8>) -> tensor<4x70xf32>
  %x7 = check.fill seed 75 : tensor<6x16xf32>
  %w7 = check.fill seed 71 as param : tensor<560xui8>
  %s7 = check.fill seed 72 as param : tensor<1x70xf32>
  %z7 = check.fill seed 73 range [0.0, 15.0] : tensor<1x70xui8>
  %7 = rlx.dequant_matmul_scaled %x7, %w7 scale %s7 zero_point %z7 format = int4 block_size = 16 : (tensor<6x16xf32>, tensor<560xui8>, tensor<1x70xf32>, tensor<1x70xui8>) -> tensor<6x70xf32>
  %x8 = check.fill seed 85 : tensor<9x16xf32>
  %w8 = check.fill seed 81 as param : tensor<560xui8>
  %s8 = check.fill seed 82 as param : tensor<1x70xf32>
  %z8 = check.fill seed 83 range [0.0, 15.0] : tensor<1x70xui8>
  %8 = rlx.dequant_matmul_scaled %x8, %w8 scale %s8 zero_point %z8 format = int4 block_size = 16 : (tensor<9x16xf32>, tensor<560xui8>, tensor<1x70xf32>, tensor<1x70xui8>) -> tensor<9x70xf32>
  %x9 = check.fill seed 95 : tensor<17x16xf32>
  %w9 = check.fill seed 91 as param : tensor<560xui8>
  %s9 = check.fill seed 92 as param : tensor<1x70xf32>
  %z9 = check.fill seed 93 range [0.0, 15.0] : tensor<1x70xui8>
  %9 = rlx.dequant_matmul_scaled %x9, %w9 scale %s9 zero_point %z9 format = int4 block_size = 16 : (tensor<17x16xf32>, tensor<560xui8>, tensor<1x70xf32>, tensor<1x70xui8>) -> tensor<17x70xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<1x70xf32>, tensor<4x70xf32>, tensor<6x70xf32>, tensor<9x70xf32>, tensor<17x70xf32>, tensor<1x70xf32>, tensor<4x70xf32>, tensor<6x70xf32>, tensor<9x70xf32>, tensor<17x70xf32>
}

func.func @dynamic_rows() -> (tensor<?x66xf32>, tensor<?x66xf32>, tensor<?x66xf32>, tensor<?x66xf32>) {
  %x0 = check.fill sizes [1, 32] seed 5 : tensor<?x32xf32>
  %w0 = check.fill seed 1 : tensor<1056xui8>
  %s0 = check.fill seed 2 : tensor<1x66xf32>
  %z0 = check.fill seed 3 range [0.0, 15.0] : tensor<1x66xui8>
  %0 = rlx.dequant_matmul_scaled %x0, %w0 scale %s0 zero_point %z0 format = int4 block_size = 32 : (tensor<?x32xf32>, tensor<1056xui8>, tensor<1x66xf32>, tensor<1x66xui8>) -> tensor<?x66xf32>
  %x1 = check.fill sizes [3, 32] seed 15 : tensor<?x32xf32>
  %w1 = check.fill seed 11 : tensor<1056xui8>
  %s1 = check.fill seed 12 : tensor<1x66xf32>
  %z1 = check.fill seed 13 range [0.0, 15.0] : tensor<1x66xui8>
  %1 = rlx.dequant_matmul_scaled %x1, %w1 scale %s1 zero_point %z1 format = int4 block_size = 32 : (tensor<?x32xf32>, tensor<1056xui8>, tensor<1x66xf32>, tensor<1x66xui8>) -> tensor<?x66xf32>
  %x2 = check.fill sizes [4, 32] seed 25 : tensor<?x32xf32>
  %w2 = check.fill seed 21 : tensor<1056xui8>
  %s2 = check.fill seed 22 : tensor<1x66xf32>
  %z2 = check.fill seed 23 range [0.0, 15.0] : tensor<1x66xui8>
  %2 = rlx.dequant_matmul_scaled %x2, %w2 scale %s2 zero_point %z2 format = int4 block_size = 32 : (tensor<?x32xf32>, tensor<1056xui8>, tensor<1x66xf32>, tensor<1x66xui8>) -> tensor<?x66xf32>
  %x3 = check.fill sizes [6, 32] seed 35 : tensor<?x32xf32>
  %w3 = check.fill seed 31 : tensor<1056xui8>
  %s3 = check.fill seed 32 : tensor<1x66xf32>
  %z3 = check.fill seed 33 range [0.0, 15.0] : tensor<1x66xui8>
  %3 = rlx.dequant_matmul_scaled %x3, %w3 scale %s3 zero_point %z3 format = int4 block_size = 32 : (tensor<?x32xf32>, tensor<1056xui8>, tensor<1x66xf32>, tensor<1x66xui8>) -> tensor<?x66xf32>
  return %0, %1, %2, %3 : tensor<?x66xf32>, tensor<?x66xf32>, tensor<?x66xf32>, tensor<?x66xf32>
}

func.func @dynamic() -> (tensor<?x?xf32>, tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %x0 = check.fill sizes [5, 24] seed 5 : tensor<?x?xf32>
  %w0 = check.fill sizes [24, 37] seed 1 : tensor<?x?xi8>
  %s0 = check.fill sizes [3, 37] seed 2 : tensor<?x?xf32>
  %z0 = check.fill sizes [3, 37] seed 3 : tensor<?x?xi8>
  %0 = rlx.dequant_matmul_scaled %x0, %w0 scale %s0 zero_point %z0 format = int8 block_size = 8 : (tensor<?x?xf32>, tensor<?x?xi8>, tensor<?x?xf32>, tensor<?x?xi8>) -> tensor<?x?xf32>
  %x1 = check.fill sizes [2, 3, 24] seed 15 : tensor<?x?x?xf32>
  %w1 = check.fill sizes [432] seed 11 : tensor<?xui8>
  %s1 = check.fill sizes [3, 36] seed 12 : tensor<?x?xf32>
  %z1 = check.fill sizes [3, 36] seed 13 range [0.0, 15.0] : tensor<?x?xui8>
  %1 = rlx.dequant_matmul_scaled %x1, %w1 scale %s1 zero_point %z1 format = int4 block_size = 8 : (tensor<?x?x?xf32>, tensor<?xui8>, tensor<?x?xf32>, tensor<?x?xui8>) -> tensor<?x?x?xf32>
  %x2 = check.fill sizes [4, 7] seed 25 : tensor<?x?xf32>
  %w2 = check.fill sizes [7, 80] seed 21 range [0.0, 126.0] : tensor<?x?xui8>
  %s2 = check.fill sizes [80] seed 22 : tensor<?xf32>
  %2 = rlx.dequant_matmul_scaled %x2, %w2 scale %s2 format = fp8_e4m3 : (tensor<?x?xf32>, tensor<?x?xui8>, tensor<?xf32>) -> tensor<?x?xf32>
  %x3 = check.fill sizes [4, 48] seed 35 : tensor<?x?xf32>
  %w3 = check.fill sizes [408] seed 31 : tensor<?xui8>
  %s3 = check.fill sizes [3, 17] seed 32 range [0.0, 126.0] : tensor<?x?xui8>
  %g3 = check.fill seed 34 : tensor<f32>
  %3 = rlx.dequant_matmul_scaled %x3, %w3 scale %s3 global_scale %g3 format = nvfp4 : (tensor<?x?xf32>, tensor<?xui8>, tensor<?x?xui8>, tensor<f32>) -> tensor<?x?xf32>
  return %0, %1, %2, %3 : tensor<?x?xf32>, tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @batches() -> (tensor<2x3x20xf32>, tensor<5x1x20xf32>, tensor<1x1x20xf32>) {
  %x0 = check.fill seed 5 : tensor<2x3x16xf32>
  %w0 = check.fill seed 1 as param : tensor<16x20xi8>
  %s0 = check.fill seed 2 as param : tensor<4x20xf32>
  %0 = rlx.dequant_matmul_scaled %x0, %w0 scale %s0 format = int8 block_size = 4 : (tensor<2x3x16xf32>, tensor<16x20xi8>, tensor<4x20xf32>) -> tensor<2x3x20xf32>
  %x1 = check.fill seed 15 : tensor<5x1x16xf32>
  %w1 = check.fill seed 11 as param : tensor<160xui8>
  %s1 = check.fill seed 12 as param : tensor<4x20xf32>
  %z1 = check.fill seed 13 range [0.0, 15.0] : tensor<4x20xui8>
  %1 = rlx.dequant_matmul_scaled %x1, %w1 scale %s1 zero_point %z1 format = int4 block_size = 4 : (tensor<5x1x16xf32>, tensor<160xui8>, tensor<4x20xf32>, tensor<4x20xui8>) -> tensor<5x1x20xf32>
  %x2 = check.fill seed 25 : tensor<1x1x16xf32>
  %w2 = check.fill seed 21 as param : tensor<160xui8>
  %s2 = check.fill seed 22 range [0.0, 126.0] as param : tensor<1x20xui8>
  %g2 = check.fill seed 24 : tensor<f32>
  %2 = rlx.dequant_matmul_scaled %x2, %w2 scale %s2 global_scale %g2 format = nvfp4 : (tensor<1x1x16xf32>, tensor<160xui8>, tensor<1x20xui8>, tensor<f32>) -> tensor<1x1x20xf32>
  return %0, %1, %2 : tensor<2x3x20xf32>, tensor<5x1x20xf32>, tensor<1x1x20xf32>
}

func.func @workgroups() -> (tensor<1x300xf32>, tensor<2x301xf32>) {
  %x0 = check.fill seed 5 : tensor<1x1024xf32>
  %w0 = check.fill seed 1 as param : tensor<153600xui8>
  %s0 = check.fill seed 2 as param : tensor<32x300xf32>
  %z0 = check.fill seed 3 range [0.0, 15.0] : tensor<32x300xui8>
  %0 = rlx.dequant_matmul_scaled %x0, %w0 scale %s0 zero_point %z0 format = int4 block_size = 32 : (tensor<1x1024xf32>, tensor<153600xui8>, tensor<32x300xf32>, tensor<32x300xui8>) -> tensor<1x300xf32>
  %x1 = check.fill seed 15 : tensor<2x1000xf32>
  %w1 = check.fill seed 11 range [0.0, 80.0] as param : tensor<1000x301xui8>
  %s1 = check.fill seed 12 as param : tensor<301xf32>
  %1 = rlx.dequant_matmul_scaled %x1, %w1 scale %s1 format = fp8_e5m2 : (tensor<2x1000xf32>, tensor<1000x301xui8>, tensor<301xf32>) -> tensor<2x301xf32>
  return %0, %1 : tensor<1x300xf32>, tensor<2x301xf32>
}

func.func @empty() -> (tensor<0x4xf32>, tensor<3x0xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<?x4xf32>) {
  %x0 = check.fill seed 5 : tensor<0x8xf32>
  %w0 = check.fill seed 1 as param : tensor<8x4xi8>
  %s0 = check.fill seed 2 as param : tensor<2x4xf32>
  %0 = rlx.dequant_matmul_scaled %x0, %w0 scale %s0 format = int8 block_size = 4 : (tensor<0x8xf32>, tensor<8x4xi8>, tensor<2x4xf32>) -> tensor<0x4xf32>
  %x1 = check.fill seed 15 : tensor<3x8xf32>
  %w1 = check.fill seed 11 as param : tensor<8x0xi8>
  %s1 = check.fill seed 12 as param : tensor<2x0xf32>
  %1 = rlx.dequant_matmul_scaled %x1, %w1 scale %s1 format = int8 block_size = 4 : (tensor<3x8xf32>, tensor<8x0xi8>, tensor<2x0xf32>) -> tensor<3x0xf32>
  %x2 = check.fill seed 25 : tensor<3x0xf32>
  %w2 = check.fill seed 21 as param : tensor<0x4xi8>
  %s2 = check.fill seed 22 as param : tensor<0x4xf32>
  %2 = rlx.dequant_matmul_scaled %x2, %w2 scale %s2 format = int8 block_size = 4 : (tensor<3x0xf32>, tensor<0x4xi8>, tensor<0x4xf32>) -> tensor<3x4xf32>
  %x3 = check.fill seed 35 : tensor<3x0xf32>
  %w3 = check.fill seed 31 range [0.0, 126.0] as param : tensor<0x4xui8>
  %s3 = check.fill seed 32 as param : tensor<4xf32>
  %3 = rlx.dequant_matmul_scaled %x3, %w3 scale %s3 format = fp8_e4m3 : (tensor<3x0xf32>, tensor<0x4xui8>, tensor<4xf32>) -> tensor<3x4xf32>
  %x4 = check.fill sizes [0, 8] seed 45 : tensor<?x8xf32>
  %w4 = check.fill seed 41 : tensor<16xui8>
  %s4 = check.fill seed 42 : tensor<2x4xf32>
  %z4 = check.fill seed 43 range [0.0, 15.0] : tensor<2x4xui8>
  %4 = rlx.dequant_matmul_scaled %x4, %w4 scale %s4 zero_point %z4 format = int4 block_size = 4 : (tensor<?x8xf32>, tensor<16xui8>, tensor<2x4xf32>, tensor<2x4xui8>) -> tensor<?x4xf32>
  return %0, %1, %2, %3, %4 : tensor<0x4xf32>, tensor<3x0xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<?x4xf32>
}

func.func @without_global_scale() -> tensor<2x18xf32> {
  %w0 = check.fill seed 1 : tensor<288xui8>
  %s0 = check.fill seed 2 range [0.0, 126.0] : tensor<2x18xui8>
  %x = check.fill seed 9 : tensor<2x32xf32>
  %0 = rlx.dequant_matmul_scaled %x, %w0 scale %s0 format = nvfp4 : (tensor<2x32xf32>, tensor<288xui8>, tensor<2x18xui8>) -> tensor<2x18xf32>
  return %0 : tensor<2x18xf32>
}

func.func @not_finite() -> tensor<3x40xf32> {
  %x = check.fill seed 8 edges all : tensor<3x6xf32>
  %w = check.fill seed 9 : tensor<6x40xui8>
  %s = check.fill seed 10 edges all : tensor<40xf32>
  %0 = rlx.dequant_matmul_scaled %x, %w scale %s format = fp8_e4m3 : (tensor<3x6xf32>, tensor<6x40xui8>, tensor<40xf32>) -> tensor<3x40xf32>
  return %0 : tensor<3x40xf32>
}
