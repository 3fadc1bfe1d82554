// The layouts of block-quantized weights, computed by hand, in cases that other implementations get
// wrong. For example, the scale and the minimum of q2_k are at the end of the block.
// RUN: rlx-check %s

// Scale and minimum of q2_k are at the end of the block: d = 2, dmin = 1/2, every scale 1, every
// minimum 2, and elements 0, 1, 2, 3 for 32 elements each. 2 * q - 1.
func.func @q2_k() -> tensor<8x32xf32> {
  %b = check.literal dense<"0x21212121212121212121212121212121E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E400400038"> : tensor<84xui8>
  %0 = rlx.dequantize_blocks %b scheme = q2_k to f32 : (tensor<84xui8>) -> tensor<256xf32>
  %1 = rlx.reshape %0 to [8, 32] : (tensor<256xf32>) -> tensor<8x32xf32>
  %v = check.literal dense<[[-1.0], [1.0], [3.0], [5.0], [-1.0], [1.0], [3.0], [5.0]]> : tensor<8x1xf32>
  %w = rlx.expand %v to [8, 32] : (tensor<8x1xf32>) -> tensor<8x32xf32>
  check.expect_eq %1, %w : tensor<8x32xf32>, tensor<8x32xf32>
  return %1 : tensor<8x32xf32>
}

// The scale of q3_k is there too: d = 1, every scale 33 - 32, and the high bits of the first half
// set.
func.func @q3_k() -> tensor<8x32xf32> {
  %b = check.literal dense<"0x0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0F0FE4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E4E41111111111111111AAAAAAAA003C"> : tensor<110xui8>
  %0 = rlx.dequantize_blocks %b scheme = q3_k to f32 : (tensor<110xui8>) -> tensor<256xf32>
  %1 = rlx.reshape %0 to [8, 32] : (tensor<256xf32>) -> tensor<8x32xf32>
  %v = check.literal dense<[[0.0], [1.0], [2.0], [3.0], [-4.0], [-3.0], [-2.0], [-1.0]]> : tensor<8x1xf32>
  %w = rlx.expand %v to [8, 32] : (tensor<8x1xf32>) -> tensor<8x32xf32>
  check.expect_eq %1, %w : tensor<8x32xf32>, tensor<8x32xf32>
  return %1 : tensor<8x32xf32>
}

// The scales of q6_k are signed, also in matmuls: -2 in the first half, 2 in the second. Every
// element is -32.
func.func @q6_k_scales() -> (tensor<8x32xf32>, tensor<2x1xf32>) {
  %b = check.literal dense<"0x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000FEFEFEFEFEFEFEFE0202020202020202003C"> : tensor<1x210xui8>
  %0 = rlx.dequantize_blocks %b scheme = q6_k to f32 : (tensor<1x210xui8>) -> tensor<1x256xf32>
  %1 = rlx.reshape %0 to [8, 32] : (tensor<1x256xf32>) -> tensor<8x32xf32>
  %v = check.literal dense<[[64.0], [64.0], [64.0], [64.0], [-64.0], [-64.0], [-64.0], [-64.0]]> : tensor<8x1xf32>
  %w = rlx.expand %v to [8, 32] : (tensor<8x1xf32>) -> tensor<8x32xf32>
  check.expect_eq %1, %w : tensor<8x32xf32>, tensor<8x32xf32>
  %f = check.literal dense<[[1.0], [0.5]]> : tensor<2x1xf32>
  %x = rlx.expand %f to [2, 256] : (tensor<2x1xf32>) -> tensor<2x256xf32>
  %h = check.literal dense<[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<256xf32>
  %y = rlx.mul %x, %h : (tensor<2x256xf32>, tensor<256xf32>) -> tensor<2x256xf32>
  %2 = rlx.dequant_matmul %y, %b scheme = q6_k : (tensor<2x256xf32>, tensor<1x210xui8>) -> tensor<2x1xf32>
  %u = check.literal dense<[[8192.0], [4096.0]]> : tensor<2x1xf32>
  check.expect_eq %2, %u : tensor<2x1xf32>, tensor<2x1xf32>
  return %1, %2 : tensor<8x32xf32>, tensor<2x1xf32>
}

// Experts in q4_0 and q8_0 are unpacked like those in any other scheme: -4 and 3.
func.func @experts() -> (tensor<2x32x1xf32>, tensor<1x32x1xf32>) {
  %a = check.literal dense<"0x003C44444444444444444444444444444444003CBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB"> : tensor<2x1x18xui8>
  %0 = rlx.dequantize_blocks %a scheme = q4_0 to f32 : (tensor<2x1x18xui8>) -> tensor<2x1x32xf32>
  %1 = rlx.transpose %0 perm = [0, 2, 1] : (tensor<2x1x32xf32>) -> tensor<2x32x1xf32>
  %v = check.literal dense<[[[-4.0]], [[3.0]]]> : tensor<2x1x1xf32>
  %w = rlx.expand %v to [2, 32, 1] : (tensor<2x1x1xf32>) -> tensor<2x32x1xf32>
  check.expect_eq %1, %w : tensor<2x32x1xf32>, tensor<2x32x1xf32>
  %b = check.literal dense<"0x003CFDFDFDFDFDFDFDFDFDFDFDFDFDFDFDFDFDFDFDFDFDFDFDFDFDFDFDFDFDFDFDFD"> : tensor<1x1x34xui8>
  %2 = rlx.dequantize_blocks %b scheme = q8_0 to f32 : (tensor<1x1x34xui8>) -> tensor<1x1x32xf32>
  %3 = rlx.transpose %2 perm = [0, 2, 1] : (tensor<1x1x32xf32>) -> tensor<1x32x1xf32>
  %u = check.literal dense<-3.0> : tensor<1x32x1xf32>
  check.expect_eq %3, %u : tensor<1x32x1xf32>, tensor<1x32x1xf32>
  return %1, %3 : tensor<2x32x1xf32>, tensor<1x32x1xf32>
}

// The zero point of 4-bit weights counts: codes 0, 7, 8, 15 minus 8.
func.func @int4_zero_point() -> (tensor<2x2xf32>, tensor<1x2xf32>) {
  %b = check.literal dense<[0x70, 0xF8]> : tensor<2xui8>
  %s = check.literal dense<[[1.0, 0.5]]> : tensor<1x2xf32>
  %z = check.literal dense<8> : tensor<1x2xui8>
  %0 = rlx.dequantize_scaled %b scale %s zero_point %z format = int4 block_size = 2 to f32 : (tensor<2xui8>, tensor<1x2xf32>, tensor<1x2xui8>) -> tensor<2x2xf32>
  %w = check.literal dense<[[-8.0, -0.5], [0.0, 3.5]]> : tensor<2x2xf32>
  check.expect_eq %0, %w : tensor<2x2xf32>, tensor<2x2xf32>
  %x = check.literal dense<[[2.0, 1.0]]> : tensor<1x2xf32>
  %1 = rlx.dequant_matmul_scaled %x, %b scale %s zero_point %z format = int4 block_size = 2 : (tensor<1x2xf32>, tensor<2xui8>, tensor<1x2xf32>, tensor<1x2xui8>) -> tensor<1x2xf32>
  %u = check.literal dense<[[-16.0, 2.5]]> : tensor<1x2xf32>
  check.expect_eq %1, %u : tensor<1x2xf32>, tensor<1x2xf32>
  return %0, %1 : tensor<2x2xf32>, tensor<1x2xf32>
}

// E4M3 is OCP's: exponent 15 is finite, except one NaN of each sign.
func.func @fp8_e4m3() -> (tensor<6x1xf32>, tensor<1x1xf32>) {
  %b = check.literal dense<[[0x78], [0x7E], [0xFE], [0x7F], [0xFF], [0x01]]> : tensor<6x1xui8>
  %s = check.literal dense<1.0> : tensor<1xf32>
  %0 = rlx.dequantize_scaled %b scale %s format = fp8_e4m3 to f32 : (tensor<6x1xui8>, tensor<1xf32>) -> tensor<6x1xf32>
  %w = check.literal dense<[[256.0], [448.0], [-448.0], [0x7FC00000], [0x7FC00000], [0.001953125]]> : tensor<6x1xf32>
  check.expect_eq %0, %w : tensor<6x1xf32>, tensor<6x1xf32>
  %x = check.literal dense<[[1.0, 1.0]]> : tensor<1x2xf32>
  %c = check.literal dense<[[0x7E], [0x78]]> : tensor<2x1xui8>
  %1 = rlx.dequant_matmul_scaled %x, %c scale %s format = fp8_e4m3 : (tensor<1x2xf32>, tensor<2x1xui8>, tensor<1xf32>) -> tensor<1x1xf32>
  %u = check.literal dense<704.0> : tensor<1x1xf32>
  check.expect_eq %1, %u : tensor<1x1xf32>, tensor<1x1xf32>
  return %0, %1 : tensor<6x1xf32>, tensor<1x1xf32>
}
