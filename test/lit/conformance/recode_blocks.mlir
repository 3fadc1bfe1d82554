// RUN: rlx-check %s

// By hand: entry 1 of the codebook is 43, then seven times 8. Signs 1 make element 0 and, for an even number,
// element 7 negative. s = 1 becomes 3, and d = 1 becomes 1/8.
func.func @literals() -> tensor<1x140xui8> {
  %w = check.literal dense<"0x003C01000000010000100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<1x66xui8>
  %0 = rlx.recode_blocks %w scheme = iq2_xxs : (tensor<1x66xui8>) -> tensor<1x140xui8>
  %e = check.literal dense<"0x0000003E03010101010101010A00000000000008000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<1x140xui8>
  check.expect_eq %0, %e : tensor<1x140xui8>, tensor<1x140xui8>
  return %0 : tensor<1x140xui8>
}

// By hand: the byte 171 is 0.20000 in base 3, so element 0 is 2 - 1; all other digits are 0.
func.func @ternary() -> tensor<1x66xui8> {
  %w = check.literal dense<"0xAB000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000003C"> : tensor<1x54xui8>
  %0 = rlx.recode_blocks %w scheme = tq1_0 : (tensor<1x54xui8>) -> tensor<1x66xui8>
  %e = check.literal dense<"0x02000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000003C"> : tensor<1x66xui8>
  check.expect_eq %0, %e : tensor<1x66xui8>, tensor<1x66xui8>
  return %0 : tensor<1x66xui8>
}

// The same values as those of the blocks.
func.func @iq1_s() -> (tensor<2x3x280xui8>, tensor<?x?xui8>) {
  %w = check.fill seed 10 range [0.0, 60.0] : tensor<2x3x100xui8>
  %0 = rlx.recode_blocks %w scheme = iq1_s : (tensor<2x3x100xui8>) -> tensor<2x3x280xui8>
  %1 = rlx.dequantize_blocks %0 scheme = iq1_c32 to f32 : (tensor<2x3x280xui8>) -> tensor<2x3x512xf32>
  %2 = rlx.dequantize_blocks %w scheme = iq1_s to f32 : (tensor<2x3x100xui8>) -> tensor<2x3x512xf32>
  check.expect_eq %1, %2 : tensor<2x3x512xf32>, tensor<2x3x512xf32>
  %d = check.fill sizes [3, 50] seed 30 range [0.0, 123.0] : tensor<?x?xui8>
  %3 = rlx.recode_blocks %d scheme = iq1_s : (tensor<?x?xui8>) -> tensor<?x?xui8>
  return %0, %3 : tensor<2x3x280xui8>, tensor<?x?xui8>
}

// The same values as those of the blocks.
func.func @iq1_m() -> (tensor<2x3x296xui8>, tensor<?x?xui8>) {
  %w = check.fill seed 11 range [0.0, 60.0] : tensor<2x3x112xui8>
  %0 = rlx.recode_blocks %w scheme = iq1_m : (tensor<2x3x112xui8>) -> tensor<2x3x296xui8>
  %1 = rlx.dequantize_blocks %0 scheme = iq1_c16 to f32 : (tensor<2x3x296xui8>) -> tensor<2x3x512xf32>
  %2 = rlx.dequantize_blocks %w scheme = iq1_m to f32 : (tensor<2x3x112xui8>) -> tensor<2x3x512xf32>
  check.expect_eq %1, %2 : tensor<2x3x512xf32>, tensor<2x3x512xf32>
  %d = check.fill sizes [3, 56] seed 31 range [0.0, 123.0] : tensor<?x?xui8>
  %3 = rlx.recode_blocks %d scheme = iq1_m : (tensor<?x?xui8>) -> tensor<?x?xui8>
  return %0, %3 : tensor<2x3x296xui8>, tensor<?x?xui8>
}

// The same values as those of the blocks.
func.func @iq2_xxs() -> (tensor<2x3x280xui8>, tensor<?x?xui8>) {
  %w = check.fill seed 12 range [0.0, 60.0] : tensor<2x3x132xui8>
  %0 = rlx.recode_blocks %w scheme = iq2_xxs : (tensor<2x3x132xui8>) -> tensor<2x3x280xui8>
  %1 = rlx.dequantize_blocks %0 scheme = iq2_c32 to f32 : (tensor<2x3x280xui8>) -> tensor<2x3x512xf32>
  %2 = rlx.dequantize_blocks %w scheme = iq2_xxs to f32 : (tensor<2x3x132xui8>) -> tensor<2x3x512xf32>
  check.expect_eq %1, %2 : tensor<2x3x512xf32>, tensor<2x3x512xf32>
  %d = check.fill sizes [3, 66] seed 32 range [0.0, 123.0] : tensor<?x?xui8>
  %3 = rlx.recode_blocks %d scheme = iq2_xxs : (tensor<?x?xui8>) -> tensor<?x?xui8>
  return %0, %3 : tensor<2x3x280xui8>, tensor<?x?xui8>
}

// The same values as those of the blocks.
func.func @iq2_xs() -> (tensor<2x3x296xui8>, tensor<?x?xui8>) {
  %w = check.fill seed 13 range [0.0, 60.0] : tensor<2x3x148xui8>
  %0 = rlx.recode_blocks %w scheme = iq2_xs : (tensor<2x3x148xui8>) -> tensor<2x3x296xui8>
  %1 = rlx.dequantize_blocks %0 scheme = iq2_c16 to f32 : (tensor<2x3x296xui8>) -> tensor<2x3x512xf32>
  %2 = rlx.dequantize_blocks %w scheme = iq2_xs to f32 : (tensor<2x3x148xui8>) -> tensor<2x3x512xf32>
  check.expect_eq %1, %2 : tensor<2x3x512xf32>, tensor<2x3x512xf32>
  %d = check.fill sizes [3, 74] seed 33 range [0.0, 123.0] : tensor<?x?xui8>
  %3 = rlx.recode_blocks %d scheme = iq2_xs : (tensor<?x?xui8>) -> tensor<?x?xui8>
  return %0, %3 : tensor<2x3x296xui8>, tensor<?x?xui8>
}

// The same values as those of the blocks.
func.func @iq2_s() -> (tensor<2x3x296xui8>, tensor<?x?xui8>) {
  %w = check.fill seed 14 range [0.0, 60.0] : tensor<2x3x164xui8>
  %0 = rlx.recode_blocks %w scheme = iq2_s : (tensor<2x3x164xui8>) -> tensor<2x3x296xui8>
  %1 = rlx.dequantize_blocks %0 scheme = iq2_c16 to f32 : (tensor<2x3x296xui8>) -> tensor<2x3x512xf32>
  %2 = rlx.dequantize_blocks %w scheme = iq2_s to f32 : (tensor<2x3x164xui8>) -> tensor<2x3x512xf32>
  check.expect_eq %1, %2 : tensor<2x3x512xf32>, tensor<2x3x512xf32>
  %d = check.fill sizes [3, 82] seed 34 range [0.0, 123.0] : tensor<?x?xui8>
  %3 = rlx.recode_blocks %d scheme = iq2_s : (tensor<?x?xui8>) -> tensor<?x?xui8>
  return %0, %3 : tensor<2x3x296xui8>, tensor<?x?xui8>
}

// The same values as those of the blocks.
func.func @iq3_xxs() -> (tensor<2x3x280xui8>, tensor<?x?xui8>) {
  %w = check.fill seed 15 range [0.0, 60.0] : tensor<2x3x196xui8>
  %0 = rlx.recode_blocks %w scheme = iq3_xxs : (tensor<2x3x196xui8>) -> tensor<2x3x280xui8>
  %1 = rlx.dequantize_blocks %0 scheme = iq3_xxs_c32 to f32 : (tensor<2x3x280xui8>) -> tensor<2x3x512xf32>
  %2 = rlx.dequantize_blocks %w scheme = iq3_xxs to f32 : (tensor<2x3x196xui8>) -> tensor<2x3x512xf32>
  check.expect_eq %1, %2 : tensor<2x3x512xf32>, tensor<2x3x512xf32>
  %d = check.fill sizes [3, 98] seed 35 range [0.0, 123.0] : tensor<?x?xui8>
  %3 = rlx.recode_blocks %d scheme = iq3_xxs : (tensor<?x?xui8>) -> tensor<?x?xui8>
  return %0, %3 : tensor<2x3x280xui8>, tensor<?x?xui8>
}

// The same values as those of the blocks.
func.func @iq3_s() -> (tensor<2x3x280xui8>, tensor<?x?xui8>) {
  %w = check.fill seed 16 range [0.0, 60.0] : tensor<2x3x220xui8>
  %0 = rlx.recode_blocks %w scheme = iq3_s : (tensor<2x3x220xui8>) -> tensor<2x3x280xui8>
  %1 = rlx.dequantize_blocks %0 scheme = iq3_s_c32 to f32 : (tensor<2x3x280xui8>) -> tensor<2x3x512xf32>
  %2 = rlx.dequantize_blocks %w scheme = iq3_s to f32 : (tensor<2x3x220xui8>) -> tensor<2x3x512xf32>
  check.expect_eq %1, %2 : tensor<2x3x512xf32>, tensor<2x3x512xf32>
  %d = check.fill sizes [3, 110] seed 36 range [0.0, 123.0] : tensor<?x?xui8>
  %3 = rlx.recode_blocks %d scheme = iq3_s : (tensor<?x?xui8>) -> tensor<?x?xui8>
  return %0, %3 : tensor<2x3x280xui8>, tensor<?x?xui8>
}

// The same values as those of the blocks.
func.func @tq1_0() -> (tensor<2x3x132xui8>, tensor<?x?xui8>) {
  %w = check.fill seed 17 range [0.0, 60.0] : tensor<2x3x108xui8>
  %0 = rlx.recode_blocks %w scheme = tq1_0 : (tensor<2x3x108xui8>) -> tensor<2x3x132xui8>
  %1 = rlx.dequantize_blocks %0 scheme = tq2_0 to f32 : (tensor<2x3x132xui8>) -> tensor<2x3x512xf32>
  %2 = rlx.dequantize_blocks %w scheme = tq1_0 to f32 : (tensor<2x3x108xui8>) -> tensor<2x3x512xf32>
  check.expect_eq %1, %2 : tensor<2x3x512xf32>, tensor<2x3x512xf32>
  %d = check.fill sizes [3, 54] seed 37 range [0.0, 123.0] : tensor<?x?xui8>
  %3 = rlx.recode_blocks %d scheme = tq1_0 : (tensor<?x?xui8>) -> tensor<?x?xui8>
  return %0, %3 : tensor<2x3x132xui8>, tensor<?x?xui8>
}

// No row, and no block.
func.func @empty() -> (tensor<0x140xui8>, tensor<2x0xui8>) {
  %w0 = check.fill seed 70 range [0.0, 255.0] : tensor<0x66xui8>
  %0 = rlx.recode_blocks %w0 scheme = iq2_xxs : (tensor<0x66xui8>) -> tensor<0x140xui8>
  %w1 = check.fill seed 71 range [0.0, 255.0] : tensor<2x0xui8>
  %1 = rlx.recode_blocks %w1 scheme = iq1_m : (tensor<2x0xui8>) -> tensor<2x0xui8>
  return %0, %1 : tensor<0x140xui8>, tensor<2x0xui8>
}
