// RUN: rlx-check %s

// By hand.
func.func @int8_literal() -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %w = check.literal dense<[[-128, 1], [127, 2], [0, 3], [5, 4]]> : tensor<4x2xi8>
  %s = check.literal dense<[[0.5, 2.0], [0.25, -1.0]]> : tensor<2x2xf32>
  %z = check.literal dense<[[1, 2], [-128, 127]]> : tensor<2x2xi8>
  %0 = rlx.dequantize_scaled %w scale %s format = int8 block_size = 2 to f32 : (tensor<4x2xi8>, tensor<2x2xf32>) -> tensor<4x2xf32>
  %v = check.literal dense<[[-64.0, 2.0], [63.5, 4.0], [0.0, -3.0], [1.25, -4.0]]> : tensor<4x2xf32>
  check.expect_eq %0, %v : tensor<4x2xf32>, tensor<4x2xf32>
  %1 = rlx.dequantize_scaled %w scale %s zero_point %z format = int8 block_size = 2 to f32 : (tensor<4x2xi8>, tensor<2x2xf32>, tensor<2x2xi8>) -> tensor<4x2xf32>
  %u = check.literal dense<[[-64.5, -2.0], [63.0, 0.0], [32.0, 124.0], [33.25, 123.0]]> : tensor<4x2xf32>
  check.expect_eq %1, %u : tensor<4x2xf32>, tensor<4x2xf32>
  return %0, %1 : tensor<4x2xf32>, tensor<4x2xf32>
}

// By hand: the codes are 1, 15, 0, 8, 7, 2. A row begins in the middle of a byte.
func.func @int4_literal() -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %w = check.literal dense<[0xF1, 0x80, 0x27]> : tensor<3xui8>
  %s = check.literal dense<[[0.5, 2.0, 1.0]]> : tensor<1x3xf32>
  %z = check.literal dense<[[8, 7, 0]]> : tensor<1x3xui8>
  %0 = rlx.dequantize_scaled %w scale %s format = int4 block_size = 2 to f32 : (tensor<3xui8>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %v = check.literal dense<[[0.5, 30.0, 0.0], [4.0, 14.0, 2.0]]> : tensor<2x3xf32>
  check.expect_eq %0, %v : tensor<2x3xf32>, tensor<2x3xf32>
  %1 = rlx.dequantize_scaled %w scale %s zero_point %z format = int4 block_size = 2 to f32 : (tensor<3xui8>, tensor<1x3xf32>, tensor<1x3xui8>) -> tensor<2x3xf32>
  %u = check.literal dense<[[-3.5, 16.0, 0.0], [0.0, 0.0, 2.0]]> : tensor<2x3xf32>
  check.expect_eq %1, %u : tensor<2x3xf32>, tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}

// By the OCP specification: all 256 codes; 0x7E is 448, only 0x7F and 0xFF are NaN.
func.func @fp8_e4m3_codes() -> tensor<256x1xf32> {
  %w = check.literal dense<"0x000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F808182838485868788898A8B8C8D8E8F909192939495969798999A9B9C9D9E9FA0A1A2A3A4A5A6A7A8A9AAABACADAEAFB0B1B2B3B4B5B6B7B8B9BABBBCBDBEBFC0C1C2C3C4C5C6C7C8C9CACBCCCDCECFD0D1D2D3D4D5D6D7D8D9DADBDCDDDEDFE0E1E2E3E4E5E6E7E8E9EAEBECEDEEEFF0F1F2F3F4F5F6F7F8F9FAFBFCFDFEFF"> : tensor<256x1xui8>
  %s = check.literal dense<1.0> : tensor<1xf32>
  %0 = rlx.dequantize_scaled %w scale %s format = fp8_e4m3 to f32 : (tensor<256x1xui8>, tensor<1xf32>) -> tensor<256x1xf32>
  %v = check.literal dense<"0x000000000000003B0000803B0000C03B0000003C0000203C0000403C0000603C0000803C0000903C0000A03C0000B03C0000C03C0000D03C0000E03C0000F03C0000003D0000103D0000203D0000303D0000403D0000503D0000603D0000703D0000803D0000903D0000A03D0000B03D0000C03D0000D03D0000E03D0000F03D0000003E0000103E0000203E0000303E0000403E0000503E0000603E0000703E0000803E0000903E0000A03E0000B03E0000C03E0000D03E0000E03E0000F03E0000003F0000103F0000203F0000303F0000403F0000503F0000603F0000703F0000803F0000903F0000A03F0000B03F0000C03F0000D03F0000E03F0000F03F000000400000104000002040000030400000404000005040000060400000704000008040000090400000A0400000B0400000C0400000D0400000E0400000F040000000410000104100002041000030410000404100005041000060410000704100008041000090410000A0410000B0410000C0410000D0410000E0410000F041000000420000104200002042000030420000404200005042000060420000704200008042000090420000A0420000B0420000C0420000D0420000E0420000F042000000430000104300002043000030430000404300005043000060430000704300008043000090430000A0430000B0430000C0430000D0430000E0430000C07F00000080000000BB000080BB0000C0BB000000BC000020BC000040BC000060BC000080BC000090BC0000A0BC0000B0BC0000C0BC0000D0BC0000E0BC0000F0BC000000BD000010BD000020BD000030BD000040BD000050BD000060BD000070BD000080BD000090BD0000A0BD0000B0BD0000C0BD0000D0BD0000E0BD0000F0BD000000BE000010BE000020BE000030BE000040BE000050BE000060BE000070BE000080BE000090BE0000A0BE0000B0BE0000C0BE0000D0BE0000E0BE0000F0BE000000BF000010BF000020BF000030BF000040BF000050BF000060BF000070BF000080BF000090BF0000A0BF0000B0BF0000C0BF0000D0BF0000E0BF0000F0BF000000C0000010C0000020C0000030C0000040C0000050C0000060C0000070C0000080C0000090C00000A0C00000B0C00000C0C00000D0C00000E0C00000F0C0000000C1000010C1000020C1000030C1000040C1000050C1000060C1000070C1000080C1000090C10000A0C10000B0C10000C0C10000D0C10000E0C10000F0C1000000C2000010C2000020C2000030C2000040C2000050C2000060C2000070C2000080C2000090C20000A0C20000B0C20000C0C20000D0C20000E0C20000F0C2000000C3000010C3000020C3000030C3000040C3000050C3000060C3000070C3000080C3000090C30000A0C30000B0C30000C0C30000D0C30000E0C30000C07F"> : tensor<256x1xf32>
  check.expect_eq %0, %v {signed_zeros} : tensor<256x1xf32>, tensor<256x1xf32>
  return %0 : tensor<256x1xf32>
}

// All 256 codes are the upper bytes of f16 numbers (NumPy).
func.func @fp8_e5m2_codes() -> tensor<256x1xf32> {
  %w = check.literal dense<"0x000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F808182838485868788898A8B8C8D8E8F909192939495969798999A9B9C9D9E9FA0A1A2A3A4A5A6A7A8A9AAABACADAEAFB0B1B2B3B4B5B6B7B8B9BABBBCBDBEBFC0C1C2C3C4C5C6C7C8C9CACBCCCDCECFD0D1D2D3D4D5D6D7D8D9DADBDCDDDEDFE0E1E2E3E4E5E6E7E8E9EAEBECEDEEEFF0F1F2F3F4F5F6F7F8F9FAFBFCFDFEFF"> : tensor<256x1xui8>
  %s = check.literal dense<1.0> : tensor<1xf32>
  %0 = rlx.dequantize_scaled %w scale %s format = fp8_e5m2 to f32 : (tensor<256x1xui8>, tensor<1xf32>) -> tensor<256x1xf32>
  %v = check.literal dense<"0x00000000000080370000003800004038000080380000A0380000C0380000E03800000039000020390000403900006039000080390000A0390000C0390000E0390000003A0000203A0000403A0000603A0000803A0000A03A0000C03A0000E03A0000003B0000203B0000403B0000603B0000803B0000A03B0000C03B0000E03B0000003C0000203C0000403C0000603C0000803C0000A03C0000C03C0000E03C0000003D0000203D0000403D0000603D0000803D0000A03D0000C03D0000E03D0000003E0000203E0000403E0000603E0000803E0000A03E0000C03E0000E03E0000003F0000203F0000403F0000603F0000803F0000A03F0000C03F0000E03F00000040000020400000404000006040000080400000A0400000C0400000E04000000041000020410000404100006041000080410000A0410000C0410000E04100000042000020420000404200006042000080420000A0420000C0420000E04200000043000020430000404300006043000080430000A0430000C0430000E04300000044000020440000404400006044000080440000A0440000C0440000E04400000045000020450000404500006045000080450000A0450000C0450000E04500000046000020460000404600006046000080460000A0460000C0460000E046000000470000204700004047000060470000807F0000C07F0000C07F0000C07F00000080000080B7000000B8000040B8000080B80000A0B80000C0B80000E0B8000000B9000020B9000040B9000060B9000080B90000A0B90000C0B90000E0B9000000BA000020BA000040BA000060BA000080BA0000A0BA0000C0BA0000E0BA000000BB000020BB000040BB000060BB000080BB0000A0BB0000C0BB0000E0BB000000BC000020BC000040BC000060BC000080BC0000A0BC0000C0BC0000E0BC000000BD000020BD000040BD000060BD000080BD0000A0BD0000C0BD0000E0BD000000BE000020BE000040BE000060BE000080BE0000A0BE0000C0BE0000E0BE000000BF000020BF000040BF000060BF000080BF0000A0BF0000C0BF0000E0BF000000C0000020C0000040C0000060C0000080C00000A0C00000C0C00000E0C0000000C1000020C1000040C1000060C1000080C10000A0C10000C0C10000E0C1000000C2000020C2000040C2000060C2000080C20000A0C20000C0C20000E0C2000000C3000020C3000040C3000060C3000080C30000A0C30000C0C30000E0C3000000C4000020C4000040C4000060C4000080C40000A0C40000C0C40000E0C4000000C5000020C5000040C5000060C5000080C50000A0C50000C0C50000E0C5000000C6000020C6000040C6000060C6000080C60000A0C60000C0C60000E0C6000000C7000020C7000040C7000060C7000080FF0000C07F0000C07F0000C07F"> : tensor<256x1xf32>
  check.expect_eq %0, %v {signed_zeros} : tensor<256x1xf32>, tensor<256x1xf32>
  return %0 : tensor<256x1xf32>
}

// All codes in order; the scale 0x18 is 2^-4.
func.func @nvfp4_codes() -> tensor<16x1xf32> {
  %w = check.literal dense<[16, 50, 84, 118, 152, 186, 220, 254]> : tensor<8xui8>
  %s = check.literal dense<24> : tensor<1x1xui8>
  %g = check.literal dense<2.0> : tensor<f32>
  %0 = rlx.dequantize_scaled %w scale %s global_scale %g format = nvfp4 to f32 : (tensor<8xui8>, tensor<1x1xui8>, tensor<f32>) -> tensor<16x1xf32>
  %v = check.literal dense<[[0.0], [0.0625], [0.125], [0.1875], [0.25], [0.375], [0.5], [0.75], [-0.0], [-0.0625], [-0.125], [-0.1875], [-0.25], [-0.375], [-0.5], [-0.75]]> : tensor<16x1xf32>
  check.expect_eq %0, %v {signed_zeros} : tensor<16x1xf32>, tensor<16x1xf32>
  return %0 : tensor<16x1xf32>
}

func.func @formats() -> (tensor<12x7xf32>, tensor<12x7xf32>, tensor<12x7xf32>, tensor<12x7xf32>, tensor<9x5xf32>, tensor<5x9xf32>, tensor<5x9xf32>, tensor<48x5xf32>) {
  %w0 = check.fill seed 1 : tensor<12x7xi8>
  %s0 = check.fill seed 2 : tensor<3x7xf32>
  %0 = rlx.dequantize_scaled %w0 scale %s0 format = int8 block_size = 4 to f32 : (tensor<12x7xi8>, tensor<3x7xf32>) -> tensor<12x7xf32>
  %w1 = check.fill seed 11 : tensor<12x7xi8>
  %s1 = check.fill seed 12 : tensor<4x7xf32>
  %z1 = check.fill seed 13 : tensor<4x7xi8>
  %1 = rlx.dequantize_scaled %w1 scale %s1 zero_point %z1 format = int8 block_size = 3 to f32 : (tensor<12x7xi8>, tensor<4x7xf32>, tensor<4x7xi8>) -> tensor<12x7xf32>
  %w2 = check.fill seed 21 : tensor<42xui8>
  %s2 = check.fill seed 22 : tensor<3x7xf32>
  %2 = rlx.dequantize_scaled %w2 scale %s2 format = int4 block_size = 4 to f32 : (tensor<42xui8>, tensor<3x7xf32>) -> tensor<12x7xf32>
  %w3 = check.fill seed 31 : tensor<42xui8>
  %s3 = check.fill seed 32 : tensor<2x7xf32>
  %z3 = check.fill seed 33 range [0.0, 15.0] : tensor<2x7xui8>
  %3 = rlx.dequantize_scaled %w3 scale %s3 zero_point %z3 format = int4 block_size = 6 to f32 : (tensor<42xui8>, tensor<2x7xf32>, tensor<2x7xui8>) -> tensor<12x7xf32>
  %w4 = check.fill seed 41 : tensor<23xui8>
  %s4 = check.fill seed 42 : tensor<1x5xf32>
  %z4 = check.fill seed 43 range [0.0, 15.0] : tensor<1x5xui8>
  %4 = rlx.dequantize_scaled %w4 scale %s4 zero_point %z4 format = int4 block_size = 9 to f32 : (tensor<23xui8>, tensor<1x5xf32>, tensor<1x5xui8>) -> tensor<9x5xf32>
  %w5 = check.fill seed 51 : tensor<5x9xui8>
  %s5 = check.fill seed 52 : tensor<9xf32>
  %5 = rlx.dequantize_scaled %w5 scale %s5 format = fp8_e4m3 to f32 : (tensor<5x9xui8>, tensor<9xf32>) -> tensor<5x9xf32>
  %w6 = check.fill seed 61 : tensor<5x9xui8>
  %s6 = check.fill seed 62 : tensor<9xf32>
  %6 = rlx.dequantize_scaled %w6 scale %s6 format = fp8_e5m2 to f32 : (tensor<5x9xui8>, tensor<9xf32>) -> tensor<5x9xf32>
  %w7 = check.fill seed 71 : tensor<120xui8>
  %s7 = check.fill seed 72 range [0.0, 126.0] : tensor<3x5xui8>
  %g7 = check.fill seed 74 : tensor<f32>
  %7 = rlx.dequantize_scaled %w7 scale %s7 global_scale %g7 format = nvfp4 to f32 : (tensor<120xui8>, tensor<3x5xui8>, tensor<f32>) -> tensor<48x5xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<12x7xf32>, tensor<12x7xf32>, tensor<12x7xf32>, tensor<12x7xf32>, tensor<9x5xf32>, tensor<5x9xf32>, tensor<5x9xf32>, tensor<48x5xf32>
}

func.func @types() -> (tensor<32x6xf16>, tensor<32x6xbf16>, tensor<32x6xf64>, tensor<32x6xf16>, tensor<32x6xf16>, tensor<32x6xbf16>, tensor<32x6xf64>, tensor<32x6xbf16>) {
  %w0 = check.fill seed 1 : tensor<32x6xi8>
  %s0 = check.fill seed 2 : tensor<2x6xf32>
  %0 = rlx.dequantize_scaled %w0 scale %s0 format = int8 block_size = 16 to f16 : (tensor<32x6xi8>, tensor<2x6xf32>) -> tensor<32x6xf16>
  %w1 = check.fill seed 11 : tensor<32x6xi8>
  %s1 = check.fill seed 12 : tensor<2x6xf32>
  %1 = rlx.dequantize_scaled %w1 scale %s1 format = int8 block_size = 16 to bf16 : (tensor<32x6xi8>, tensor<2x6xf32>) -> tensor<32x6xbf16>
  %w2 = check.fill seed 21 : tensor<32x6xi8>
  %s2 = check.fill seed 22 : tensor<2x6xf32>
  %2 = rlx.dequantize_scaled %w2 scale %s2 format = int8 block_size = 16 to f64 : (tensor<32x6xi8>, tensor<2x6xf32>) -> tensor<32x6xf64>
  %w3 = check.fill seed 31 : tensor<96xui8>
  %s3 = check.fill seed 32 : tensor<2x6xf32>
  %z3 = check.fill seed 33 range [0.0, 15.0] : tensor<2x6xui8>
  %3 = rlx.dequantize_scaled %w3 scale %s3 zero_point %z3 format = int4 block_size = 16 to f16 : (tensor<96xui8>, tensor<2x6xf32>, tensor<2x6xui8>) -> tensor<32x6xf16>
  %w4 = check.fill seed 41 : tensor<32x6xui8>
  %s4 = check.fill seed 42 : tensor<6xf32>
  %4 = rlx.dequantize_scaled %w4 scale %s4 format = fp8_e4m3 to f16 : (tensor<32x6xui8>, tensor<6xf32>) -> tensor<32x6xf16>
  %w5 = check.fill seed 51 : tensor<32x6xui8>
  %s5 = check.fill seed 52 : tensor<6xf32>
  %5 = rlx.dequantize_scaled %w5 scale %s5 format = fp8_e5m2 to bf16 : (tensor<32x6xui8>, tensor<6xf32>) -> tensor<32x6xbf16>
  %w6 = check.fill seed 61 : tensor<96xui8>
  %s6 = check.fill seed 62 range [0.0, 126.0] : tensor<2x6xui8>
  %g6 = check.fill seed 64 : tensor<f32>
  %6 = rlx.dequantize_scaled %w6 scale %s6 global_scale %g6 format = nvfp4 to f64 : (tensor<96xui8>, tensor<2x6xui8>, tensor<f32>) -> tensor<32x6xf64>
  %w7 = check.fill seed 71 : tensor<96xui8>
  %s7 = check.fill seed 72 range [0.0, 126.0] : tensor<2x6xui8>
  %g7 = check.fill seed 74 : tensor<f32>
  %7 = rlx.dequantize_scaled %w7 scale %s7 global_scale %g7 format = nvfp4 to bf16 : (tensor<96xui8>, tensor<2x6xui8>, tensor<f32>) -> tensor<32x6xbf16>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<32x6xf16>, tensor<32x6xbf16>, tensor<32x6xf64>, tensor<32x6xf16>, tensor<32x6xf16>, tensor<32x6xbf16>, tensor<32x6xf64>, tensor<32x6xbf16>
}

func.func @dynamic() -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %w0 = check.fill sizes [12, 7] seed 1 : tensor<?x?xi8>
  %s0 = check.fill sizes [3, 7] seed 2 : tensor<?x?xf32>
  %z0 = check.fill sizes [3, 7] seed 3 : tensor<?x?xi8>
  %0 = rlx.dequantize_scaled %w0 scale %s0 zero_point %z0 format = int8 block_size = 4 to f32 : (tensor<?x?xi8>, tensor<?x?xf32>, tensor<?x?xi8>) -> tensor<?x?xf32>
  %w1 = check.fill sizes [42] seed 11 : tensor<?xui8>
  %s1 = check.fill sizes [3, 7] seed 12 : tensor<?x?xf32>
  %z1 = check.fill sizes [3, 7] seed 13 range [0.0, 15.0] : tensor<?x?xui8>
  %1 = rlx.dequantize_scaled %w1 scale %s1 zero_point %z1 format = int4 block_size = 4 to f32 : (tensor<?xui8>, tensor<?x?xf32>, tensor<?x?xui8>) -> tensor<?x?xf32>
  %w2 = check.fill sizes [12, 7] seed 21 : tensor<?x?xui8>
  %s2 = check.fill sizes [7] seed 22 : tensor<?xf32>
  %2 = rlx.dequantize_scaled %w2 scale %s2 format = fp8_e4m3 to f32 : (tensor<?x?xui8>, tensor<?xf32>) -> tensor<?x?xf32>
  %w3 = check.fill sizes [112] seed 31 : tensor<?xui8>
  %s3 = check.fill sizes [2, 7] seed 32 range [0.0, 126.0] : tensor<?x?xui8>
  %g3 = check.fill seed 34 : tensor<f32>
  %3 = rlx.dequantize_scaled %w3 scale %s3 global_scale %g3 format = nvfp4 to f32 : (tensor<?xui8>, tensor<?x?xui8>, tensor<f32>) -> tensor<?x?xf32>
  return %0, %1, %2, %3 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// Unpacked once, when params are set, unless the global scale is an input.
func.func @params() -> (tensor<12x7xf32>, tensor<12x6xf32>, tensor<12x7xf32>, tensor<32x7xf32>) {
  %w0 = check.fill seed 1 as param : tensor<12x7xi8>
  %s0 = check.fill seed 2 as param : tensor<3x7xf32>
  %0 = rlx.dequantize_scaled %w0 scale %s0 format = int8 block_size = 4 to f32 : (tensor<12x7xi8>, tensor<3x7xf32>) -> tensor<12x7xf32>
  %w1 = check.fill seed 11 as param : tensor<36xui8>
  %s1 = check.fill seed 12 as param : tensor<3x6xf32>
  %1 = rlx.dequantize_scaled %w1 scale %s1 format = int4 block_size = 4 to f32 : (tensor<36xui8>, tensor<3x6xf32>) -> tensor<12x6xf32>
  %w2 = check.fill seed 21 as param : tensor<12x7xui8>
  %s2 = check.fill seed 22 as param : tensor<7xf32>
  %2 = rlx.dequantize_scaled %w2 scale %s2 format = fp8_e4m3 to f32 : (tensor<12x7xui8>, tensor<7xf32>) -> tensor<12x7xf32>
  %w3 = check.fill seed 31 as param : tensor<112xui8>
  %s3 = check.fill seed 32 range [0.0, 126.0] as param : tensor<2x7xui8>
  %g3 = check.fill seed 34 : tensor<f32>
  %3 = rlx.dequantize_scaled %w3 scale %s3 global_scale %g3 format = nvfp4 to f32 : (tensor<112xui8>, tensor<2x7xui8>, tensor<f32>) -> tensor<32x7xf32>
  return %0, %1, %2, %3 : tensor<12x7xf32>, tensor<12x6xf32>, tensor<12x7xf32>, tensor<32x7xf32>
}

func.func @empty() -> (tensor<0x7xf32>, tensor<8x0xf32>, tensor<0x3xf32>, tensor<?x?xf32>) {
  %w0 = check.fill seed 1 : tensor<0x7xi8>
  %s0 = check.fill seed 2 : tensor<0x7xf32>
  %z0 = check.fill seed 3 : tensor<0x7xi8>
  %0 = rlx.dequantize_scaled %w0 scale %s0 zero_point %z0 format = int8 block_size = 4 to f32 : (tensor<0x7xi8>, tensor<0x7xf32>, tensor<0x7xi8>) -> tensor<0x7xf32>
  %w1 = check.fill seed 11 : tensor<0xui8>
  %s1 = check.fill seed 12 : tensor<2x0xf32>
  %1 = rlx.dequantize_scaled %w1 scale %s1 format = int4 block_size = 4 to f32 : (tensor<0xui8>, tensor<2x0xf32>) -> tensor<8x0xf32>
  %w2 = check.fill seed 21 : tensor<0x3xui8>
  %s2 = check.fill seed 22 : tensor<3xf32>
  %2 = rlx.dequantize_scaled %w2 scale %s2 format = fp8_e5m2 to f32 : (tensor<0x3xui8>, tensor<3xf32>) -> tensor<0x3xf32>
  %w3 = check.fill sizes [0] seed 31 : tensor<?xui8>
  %s3 = check.fill sizes [0, 3] seed 32 range [0.0, 126.0] : tensor<?x?xui8>
  %g3 = check.fill seed 34 : tensor<f32>
  %3 = rlx.dequantize_scaled %w3 scale %s3 global_scale %g3 format = nvfp4 to f32 : (tensor<?xui8>, tensor<?x?xui8>, tensor<f32>) -> tensor<?x?xf32>
  return %0, %1, %2, %3 : tensor<0x7xf32>, tensor<8x0xf32>, tensor<0x3xf32>, tensor<?x?xf32>
}
