// More of matrices.mlir: other masks and sizes of attention, long sums, other block schemes and dynamic rows.
// lavapipe takes minutes to compile them, so they wait for --all.

// The first queries see no key.
func.func @attention_more_queries() -> tensor<1x2x150x16xf16> {
  %q = check.fill seed 27 range [-2.0, 2.0] : tensor<1x2x150x16xf16>
  %k = check.fill seed 28 range [-2.0, 2.0] : tensor<1x2x40x16xf16>
  %v = check.fill seed 29 : tensor<1x2x40x16xf16>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<1x2x150x16xf16>, tensor<1x2x40x16xf16>, tensor<1x2x40x16xf16>) -> tensor<1x2x150x16xf16>
  return %0 : tensor<1x2x150x16xf16>
}

func.func @attention_window() -> (tensor<1x2x130x32xf16>, tensor<1x2x130x32xf16>) {
  %q = check.fill seed 30 range [-2.0, 2.0] : tensor<1x2x130x32xf16>
  %k = check.fill seed 31 range [-2.0, 2.0] : tensor<1x2x130x32xf16>
  %v = check.fill seed 32 : tensor<1x2x130x32xf16>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = sliding_window window = 21 scale = 0.3 softcap = 2.0
      : (tensor<1x2x130x32xf16>, tensor<1x2x130x32xf16>, tensor<1x2x130x32xf16>) -> tensor<1x2x130x32xf16>
  %1 = rlx.attention %q, %k, %v layout = bhsd mask = sliding_window window = 0
      : (tensor<1x2x130x32xf16>, tensor<1x2x130x32xf16>, tensor<1x2x130x32xf16>) -> tensor<1x2x130x32xf16>
  return %0, %1 : tensor<1x2x130x32xf16>, tensor<1x2x130x32xf16>
}

// Masks that broadcast along heads or queries, and fully masked rows.
func.func @attention_masks() -> (tensor<2x2x33x32xf16>, tensor<2x2x33x32xf16>, tensor<2x2x33x32xf16>) {
  %q = check.fill seed 36 range [-2.0, 2.0] : tensor<2x2x33x32xf16>
  %k = check.fill seed 37 range [-2.0, 2.0] : tensor<2x2x37x32xf16>
  %v = check.fill seed 38 : tensor<2x2x37x32xf16>
  %m = check.fill seed 39 : tensor<2x37xi1>
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = custom
      : (tensor<2x2x33x32xf16>, tensor<2x2x37x32xf16>, tensor<2x2x37x32xf16>, tensor<2x37xi1>) -> tensor<2x2x33x32xf16>
  %n = check.literal dense<false> : tensor<1x1x33x37xi1>
  %1 = rlx.attention %q, %k, %v, %n layout = bhsd mask = custom
      : (tensor<2x2x33x32xf16>, tensor<2x2x37x32xf16>, tensor<2x2x37x32xf16>, tensor<1x1x33x37xi1>) -> tensor<2x2x33x32xf16>
  %b = check.fill seed 40 range [-4.0, 4.0] : tensor<2x33x37xf16>
  %2 = rlx.attention %q, %k, %v, %b layout = bhsd mask = bias
      : (tensor<2x2x33x32xf16>, tensor<2x2x37x32xf16>, tensor<2x2x37x32xf16>, tensor<2x33x37xf16>) -> tensor<2x2x33x32xf16>
  return %0, %1, %2 : tensor<2x2x33x32xf16>, tensor<2x2x33x32xf16>, tensor<2x2x33x32xf16>
}

// A bias of -inf for some keys, for all keys of the first tile, and for all keys.
func.func @attention_infinite_bias() -> (tensor<1x1x16x16xf16>, tensor<1x1x16x16xf16>, tensor<1x1x16x16xf16>) {
  %q = check.fill seed 41 range [-2.0, 2.0] : tensor<1x1x16x16xf16>
  %k = check.fill seed 42 range [-2.0, 2.0] : tensor<1x1x40x16xf16>
  %m = check.literal dense<[[0x0000], [0xFC00], [0x0000], [0xFC00], [0x0000], [0xFC00], [0x0000], [0x0000], [0xFC00], [0xFC00], [0x0000], [0x0000], [0x0000], [0x0000], [0x0000], [0xFC00]]> : tensor<16x1xf16>
  %0 = rlx.attention %q, %k, %k, %m layout = bhsd mask = bias
      : (tensor<1x1x16x16xf16>, tensor<1x1x40x16xf16>, tensor<1x1x40x16xf16>, tensor<16x1xf16>) -> tensor<1x1x16x16xf16>
  %low = check.literal dense<0xFC00> : tensor<34xf16>
  %high = check.fill seed 43 : tensor<6xf16>
  %first = rlx.concat %low, %high axis = 0 : (tensor<34xf16>, tensor<6xf16>) -> tensor<40xf16>
  %1 = rlx.attention %q, %k, %k, %first layout = bhsd mask = bias
      : (tensor<1x1x16x16xf16>, tensor<1x1x40x16xf16>, tensor<1x1x40x16xf16>, tensor<40xf16>) -> tensor<1x1x16x16xf16>
  %last = rlx.concat %high, %low axis = 0 : (tensor<6xf16>, tensor<34xf16>) -> tensor<40xf16>
  %2 = rlx.attention %q, %k, %k, %last layout = bhsd mask = bias
      : (tensor<1x1x16x16xf16>, tensor<1x1x40x16xf16>, tensor<1x1x40x16xf16>, tensor<40xf16>) -> tensor<1x1x16x16xf16>
  return %0, %1, %2 : tensor<1x1x16x16xf16>, tensor<1x1x16x16xf16>, tensor<1x1x16x16xf16>
}

// Dynamic sizes, an epilogue in the same kernel, and large scores.
func.func @attention_dynamic() -> tensor<?x?x2x32xf16> {
  %q = check.fill sizes [2, 75, 2, 32] seed 43 range [-20.0, 20.0] : tensor<?x?x2x32xf16>
  %v = check.fill sizes [2, 75, 2, 32] seed 44 : tensor<?x?x2x32xf16>
  %0 = rlx.attention %q, %q, %v layout = bshd mask = causal
      : (tensor<?x?x2x32xf16>, tensor<?x?x2x32xf16>, tensor<?x?x2x32xf16>) -> tensor<?x?x2x32xf16>
  %1 = rlx.add %0, %v : (tensor<?x?x2x32xf16>, tensor<?x?x2x32xf16>) -> tensor<?x?x2x32xf16>
  return %1 : tensor<?x?x2x32xf16>
}

// Sums in two parts.
func.func @long_sums() -> (tensor<72x80xf16>, tensor<2x64x64xbf16>) {
  %a = check.fill seed 19 : tensor<72x2048xf16>
  %b = check.fill seed 20 : tensor<2048x80xf16>
  %c = check.fill seed 21 : tensor<80xf16>
  %0 = rlx.matmul %a, %b : (tensor<72x2048xf16>, tensor<2048x80xf16>) -> tensor<72x80xf16>
  %1 = rlx.add %0, %c : (tensor<72x80xf16>, tensor<80xf16>) -> tensor<72x80xf16>
  %2 = rlx.relu %1 : (tensor<72x80xf16>) -> tensor<72x80xf16>
  %d = check.fill seed 22 : tensor<2x64x2048xbf16>
  %e = check.fill seed 23 : tensor<2x2048x64xbf16>
  %3 = rlx.matmul %d, %e : (tensor<2x64x2048xbf16>, tensor<2x2048x64xbf16>) -> tensor<2x64x64xbf16>
  return %2, %3 : tensor<72x80xf16>, tensor<2x64x64xbf16>
}

func.func @q8_0() -> (tensor<2x65x72xf16>, tensor<2x65x72xbf16>) {
  %d = check.fill seed 28 range [0.0, 24.0] as param : tensor<72x12x2xui8>
  %q = check.fill seed 29 as param : tensor<72x12x32xui8>
  %b = rlx.concat %d, %q axis = 2 : (tensor<72x12x2xui8>, tensor<72x12x32xui8>) -> tensor<72x12x34xui8>
  %w = rlx.reshape %b to [72, 408] : (tensor<72x12x34xui8>) -> tensor<72x408xui8>
  %x = check.fill seed 30 : tensor<2x65x384xf16>
  %0 = rlx.dequant_matmul %x, %w scheme = q8_0 : (tensor<2x65x384xf16>, tensor<72x408xui8>) -> tensor<2x65x72xf16>
  %y = check.fill seed 31 : tensor<2x65x384xbf16>
  %1 = rlx.dequant_matmul %y, %w scheme = q8_0 : (tensor<2x65x384xbf16>, tensor<72x408xui8>) -> tensor<2x65x72xbf16>
  return %0, %1 : tensor<2x65x72xf16>, tensor<2x65x72xbf16>
}

// The other schemes, with bytes that give small scales.
func.func @schemes() -> (tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf16>) {
  %x = check.fill seed 36 : tensor<64x64xf16>
  %w0 = check.fill seed 37 range [0.0, 44.0] as param : tensor<64x40xui8>
  %0 = rlx.dequant_matmul %x, %w0 scheme = q4_1 : (tensor<64x64xf16>, tensor<64x40xui8>) -> tensor<64x64xf16>
  %w1 = check.fill seed 38 range [0.0, 44.0] as param : tensor<64x44xui8>
  %1 = rlx.dequant_matmul %x, %w1 scheme = q5_0 : (tensor<64x64xf16>, tensor<64x44xui8>) -> tensor<64x64xf16>
  %w2 = check.fill seed 39 range [0.0, 44.0] as param : tensor<64x48xui8>
  %2 = rlx.dequant_matmul %x, %w2 scheme = q5_1 : (tensor<64x64xf16>, tensor<64x48xui8>) -> tensor<64x64xf16>
  %y = check.fill seed 40 : tensor<64x256xf16>
  %w3 = check.fill seed 41 range [0.0, 44.0] as param : tensor<64x84xui8>
  %3 = rlx.dequant_matmul %y, %w3 scheme = q2_k : (tensor<64x256xf16>, tensor<64x84xui8>) -> tensor<64x64xf16>
  %w4 = check.fill seed 42 range [0.0, 44.0] as param : tensor<64x110xui8>
  %4 = rlx.dequant_matmul %y, %w4 scheme = q3_k : (tensor<64x256xf16>, tensor<64x110xui8>) -> tensor<64x64xf16>
  %w5 = check.fill seed 43 range [0.0, 44.0] as param : tensor<64x176xui8>
  %5 = rlx.dequant_matmul %y, %w5 scheme = q5_k : (tensor<64x256xf16>, tensor<64x176xui8>) -> tensor<64x64xf16>
  %w6 = check.fill seed 44 range [0.0, 44.0] as param : tensor<64x210xui8>
  %6 = rlx.dequant_matmul %y, %w6 scheme = q6_k : (tensor<64x256xf16>, tensor<64x210xui8>) -> tensor<64x64xf16>
  %w7 = check.fill seed 45 range [0.0, 60.0] as param : tensor<64x292xui8>
  %7 = rlx.dequant_matmul %y, %w7 scheme = q8_k : (tensor<64x256xf16>, tensor<64x292xui8>) -> tensor<64x64xf16>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf16>, tensor<64x64xf16>
}

// Dynamic numbers of rows: zero, one, a partial matrix, and full matrices.
func.func @dynamic_row_counts() -> (tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>) {
  %w = check.fill seed 90 as param : tensor<48x72xf16>
  %a = check.fill sizes [0, 48] seed 91 : tensor<?x48xf16>
  %0 = rlx.matmul %a, %w : (tensor<?x48xf16>, tensor<48x72xf16>) -> tensor<?x72xf16>
  %b = check.fill sizes [1, 48] seed 92 : tensor<?x48xf16>
  %1 = rlx.matmul %b, %w : (tensor<?x48xf16>, tensor<48x72xf16>) -> tensor<?x72xf16>
  %c = check.fill sizes [63, 48] seed 93 : tensor<?x48xf16>
  %2 = rlx.matmul %c, %w : (tensor<?x48xf16>, tensor<48x72xf16>) -> tensor<?x72xf16>
  %d = check.fill sizes [64, 48] seed 94 : tensor<?x48xf16>
  %3 = rlx.matmul %d, %w : (tensor<?x48xf16>, tensor<48x72xf16>) -> tensor<?x72xf16>
  %e = check.fill sizes [200, 48] seed 95 : tensor<?x48xf16>
  %4 = rlx.matmul %e, %w : (tensor<?x48xf16>, tensor<48x72xf16>) -> tensor<?x72xf16>
  return %0, %1, %2, %3, %4 : tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>
}

// The same with block-quantized weights.
func.func @dynamic_q4_0() -> (tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>) {
  %w = check.fill seed 96 range [0.0, 60.0] as param : tensor<72x36xui8>
  %b = check.fill sizes [1, 64] seed 97 : tensor<?x64xf16>
  %1 = rlx.dequant_matmul %b, %w scheme = q4_0 : (tensor<?x64xf16>, tensor<72x36xui8>) -> tensor<?x72xf16>
  %c = check.fill sizes [63, 64] seed 98 : tensor<?x64xf16>
  %2 = rlx.dequant_matmul %c, %w scheme = q4_0 : (tensor<?x64xf16>, tensor<72x36xui8>) -> tensor<?x72xf16>
  %d = check.fill sizes [65, 64] seed 99 : tensor<?x64xf16>
  %3 = rlx.dequant_matmul %d, %w scheme = q4_0 : (tensor<?x64xf16>, tensor<72x36xui8>) -> tensor<?x72xf16>
  return %1, %2, %3 : tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>
}

// So many rows that a separate kernel dequantizes the weights before the matmul.
func.func @unpacked_weights() -> (tensor<256x80xf16>, tensor<256x80xbf16>, tensor<256x80xf16>, tensor<2x130x72xf16>) {
  %x = check.fill seed 61 : tensor<256x256xf16>
  %y = check.fill seed 62 : tensor<256x256xbf16>
  %z = check.fill seed 63 : tensor<2x130x256xf16>
  %v = check.fill seed 64 range [0.0, 60.0] as param : tensor<80x144xui8>
  %w = check.fill seed 65 range [0.0, 44.0] as param : tensor<80x144xui8>
  %u = check.fill seed 66 range [0.0, 60.0] : tensor<80x272xui8>
  %s = check.fill seed 67 range [0.0, 44.0] : tensor<72x210xui8>
  %0 = rlx.dequant_matmul %x, %v scheme = q4_0 : (tensor<256x256xf16>, tensor<80x144xui8>) -> tensor<256x80xf16>
  %1 = rlx.dequant_matmul %y, %w scheme = q4_k : (tensor<256x256xbf16>, tensor<80x144xui8>) -> tensor<256x80xbf16>
  %2 = rlx.dequant_matmul %x, %u scheme = q8_0 : (tensor<256x256xf16>, tensor<80x272xui8>) -> tensor<256x80xf16>
  %3 = rlx.dequant_matmul %z, %s scheme = q6_k : (tensor<2x130x256xf16>, tensor<72x210xui8>) -> tensor<2x130x72xf16>
  return %0, %1, %2, %3 : tensor<256x80xf16>, tensor<256x80xbf16>, tensor<256x80xf16>, tensor<2x130x72xf16>
}

// Both operands are copied with padded rows. The param's rows are across the sum, so it is
// transposed.
func.func @padded_factors() -> tensor<513x515xf16> {
  %a = check.fill seed 68 range [-1.0, 1.0] : tensor<513x513xf16>
  %b = check.fill seed 69 range [-1.0, 1.0] as param : tensor<513x515xf16>
  %0 = rlx.matmul %a, %b : (tensor<513x513xf16>, tensor<513x515xf16>) -> tensor<513x515xf16>
  return %0 : tensor<513x515xf16>
}

// bf16 scores may be as small as f32 ones. f16 scores may be so large that sums round by more than
// the logarithm of a weight.
func.func @attention_smallest() -> tensor<1x2x64x64xbf16> {
  %q = check.fill seed 41 range [1.0e18, 1.0e18] : tensor<1x2x64x64xbf16>
  %k = check.fill seed 42 range [-1.0e18, -1.0e18] : tensor<1x2x96x64xbf16>
  %v = check.fill seed 43 range [1.0, 2.0] : tensor<1x2x96x64xbf16>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none : (tensor<1x2x64x64xbf16>, tensor<1x2x96x64xbf16>, tensor<1x2x96x64xbf16>) -> tensor<1x2x64x64xbf16>
  return %0 : tensor<1x2x64x64xbf16>
}

func.func @attention_largest() -> tensor<1x2x64x64xf16> {
  %q = check.fill seed 44 range [20000.0, 20000.0] : tensor<1x2x64x64xf16>
  %k = check.fill seed 45 range [20000.0, 20000.0] : tensor<1x2x96x64xf16>
  %v = check.fill seed 46 range [1.0, 2.0] : tensor<1x2x96x64xf16>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none : (tensor<1x2x64x64xf16>, tensor<1x2x96x64xf16>, tensor<1x2x96x64xf16>) -> tensor<1x2x64x64xf16>
  return %0 : tensor<1x2x64x64xf16>
}

func.func @attention_bf16() -> tensor<2x3x65x128xbf16> {
  %q = check.fill seed 33 range [-1.0, 1.0] : tensor<2x3x65x128xbf16>
  %k = check.fill seed 34 range [-1.0, 1.0] : tensor<2x3x65x128xbf16>
  %v = check.fill seed 35 : tensor<2x3x65x128xbf16>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<2x3x65x128xbf16>, tensor<2x3x65x128xbf16>, tensor<2x3x65x128xbf16>) -> tensor<2x3x65x128xbf16>
  return %0 : tensor<2x3x65x128xbf16>
}
