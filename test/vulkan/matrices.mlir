// Matmuls on cooperative matrices, for a device that emulates them (matrices.json): layouts of
// tiles, full and partial. Run by run.py.

func.func @rows_by_rows() -> tensor<256x136xf16> {
  %a = check.fill seed 1 : tensor<256x64xf16>
  %b = check.fill seed 2 : tensor<64x136xf16>
  %0 = rlx.matmul %a, %b : (tensor<256x64xf16>, tensor<64x136xf16>) -> tensor<256x136xf16>
  return %0 : tensor<256x136xf16>
}

func.func @transposed_columns() -> tensor<128x256xf16> {
  %a = check.fill seed 3 : tensor<128x96xf16>
  %b = check.fill seed 4 : tensor<256x96xf16>
  %t = rlx.transpose %b perm = [1, 0] : (tensor<256x96xf16>) -> tensor<96x256xf16>
  %0 = rlx.matmul %a, %t : (tensor<128x96xf16>, tensor<96x256xf16>) -> tensor<128x256xf16>
  return %0 : tensor<128x256xf16>
}

func.func @transposed_rows() -> tensor<128x128xf16> {
  %a = check.fill seed 5 : tensor<64x128xf16>
  %b = check.fill seed 6 : tensor<64x128xf16>
  %t = rlx.transpose %a perm = [1, 0] : (tensor<64x128xf16>) -> tensor<128x64xf16>
  %0 = rlx.matmul %t, %b : (tensor<128x64xf16>, tensor<64x128xf16>) -> tensor<128x128xf16>
  return %0 : tensor<128x128xf16>
}

func.func @bf16() -> (tensor<130x200xbf16>, tensor<130x200xbf16>) {
  %a = check.fill seed 7 : tensor<130x72xbf16>
  %b = check.fill seed 8 : tensor<72x200xbf16>
  %c = check.fill seed 9 : tensor<200x72xbf16>
  %0 = rlx.matmul %a, %b : (tensor<130x72xbf16>, tensor<72x200xbf16>) -> tensor<130x200xbf16>
  %t = rlx.transpose %c perm = [1, 0] : (tensor<200x72xbf16>) -> tensor<72x200xbf16>
  %1 = rlx.matmul %a, %t : (tensor<130x72xbf16>, tensor<72x200xbf16>) -> tensor<130x200xbf16>
  return %0, %1 : tensor<130x200xbf16>, tensor<130x200xbf16>
}

func.func @odd_sizes() -> tensor<131x203xf16> {
  %a = check.fill seed 10 : tensor<131x65xf16>
  %b = check.fill seed 11 : tensor<65x203xf16>
  %0 = rlx.matmul %a, %b : (tensor<131x65xf16>, tensor<65x203xf16>) -> tensor<131x203xf16>
  return %0 : tensor<131x203xf16>
}

func.func @dynamic_rows() -> tensor<?x128xf16> {
  %a = check.fill sizes [150, 64] seed 12 : tensor<?x64xf16>
  %b = check.fill seed 13 as param : tensor<64x128xf16>
  %0 = rlx.matmul %a, %b : (tensor<?x64xf16>, tensor<64x128xf16>) -> tensor<?x128xf16>
  return %0 : tensor<?x128xf16>
}

func.func @batches_and_epilogue() -> tensor<3x128x128xf16> {
  %a = check.fill seed 14 : tensor<3x128x64xf16>
  %b = check.fill seed 15 : tensor<3x64x128xf16>
  %c = check.fill seed 16 : tensor<128xf16>
  %0 = rlx.matmul %a, %b : (tensor<3x128x64xf16>, tensor<3x64x128xf16>) -> tensor<3x128x128xf16>
  %1 = rlx.add %0, %c : (tensor<3x128x128xf16>, tensor<128xf16>) -> tensor<3x128x128xf16>
  %2 = rlx.relu %1 : (tensor<3x128x128xf16>) -> tensor<3x128x128xf16>
  return %2 : tensor<3x128x128xf16>
}

// Attention with full tiles, and with partial ones. The scores of a tile are those of 64 queries
// and 32 keys.
func.func @attention() -> tensor<2x2x64x64xf16> {
  %q = check.fill seed 21 range [-2.0, 2.0] : tensor<2x2x64x64xf16>
  %k = check.fill seed 22 range [-2.0, 2.0] : tensor<2x2x96x64xf16>
  %v = check.fill seed 23 : tensor<2x2x96x64xf16>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<2x2x64x64xf16>, tensor<2x2x96x64xf16>, tensor<2x2x96x64xf16>) -> tensor<2x2x64x64xf16>
  return %0 : tensor<2x2x64x64xf16>
}

// Keys before the first query, grouped heads, and sizes that no tile divides.
func.func @attention_causal() -> tensor<1x70x6x48xf16> {
  %q = check.fill seed 24 range [-2.0, 2.0] : tensor<1x70x6x80xf16>
  %k = check.fill seed 25 range [-2.0, 2.0] : tensor<1x101x2x80xf16>
  %v = check.fill seed 26 : tensor<1x101x2x48xf16>
  %0 = rlx.attention %q, %k, %v layout = bshd mask = causal
      : (tensor<1x70x6x80xf16>, tensor<1x101x2x80xf16>, tensor<1x101x2x48xf16>) -> tensor<1x70x6x48xf16>
  return %0 : tensor<1x70x6x48xf16>
}

// The rows of two sequences: one has a tile and a part of one, the other a row.
func.func @paged_attention() -> tensor<90x4x64xf16> {
  %q = check.fill seed 27 range [-2.0, 2.0] : tensor<90x4x64xf16>
  %k = check.fill seed 28 range [-2.0, 2.0] : tensor<5x2x64x64xf16>
  %v = check.fill seed 29 : tensor<5x2x64x64xf16>
  %t = check.literal dense<[[3, 1], [0, 4]]> : tensor<2x2xi32>
  %s = check.literal dense<[0, 89, 90]> : tensor<3xi32>
  %l = check.literal dense<[110, 70]> : tensor<2xi32>
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l
      : (tensor<90x4x64xf16>, tensor<5x2x64x64xf16>, tensor<5x2x64x64xf16>, tensor<2x2xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<90x4x64xf16>
  return %0 : tensor<90x4x64xf16>
}

// Operands that are both contiguous along the sum share rows of memory.
func.func @both_along_the_sum() -> tensor<136x144xf16> {
  %a = check.fill seed 17 : tensor<136x96xf16>
  %b = check.fill seed 18 : tensor<144x96xf16>
  %0 = rlx.dot_general %a, %b contract [1] x [1] : (tensor<136x96xf16>, tensor<144x96xf16>) -> tensor<136x144xf16>
  return %0 : tensor<136x144xf16>
}

// Block-quantized weights: scales of up to 0.065, all values.
func.func @q4_0() -> (tensor<70x131xf16>, tensor<70x131xbf16>) {
  %d = check.fill seed 24 range [0.0, 44.0] as param : tensor<131x4x2xui8>
  %q = check.fill seed 25 as param : tensor<131x4x16xui8>
  %b = rlx.concat %d, %q axis = 2 : (tensor<131x4x2xui8>, tensor<131x4x16xui8>) -> tensor<131x4x18xui8>
  %w = rlx.reshape %b to [131, 72] : (tensor<131x4x18xui8>) -> tensor<131x72xui8>
  %x = check.fill seed 26 : tensor<70x128xf16>
  %0 = rlx.dequant_matmul %x, %w scheme = q4_0 : (tensor<70x128xf16>, tensor<131x72xui8>) -> tensor<70x131xf16>
  %y = check.fill seed 27 : tensor<70x128xbf16>
  %1 = rlx.dequant_matmul %y, %w scheme = q4_0 : (tensor<70x128xbf16>, tensor<131x72xui8>) -> tensor<70x131xbf16>
  return %0, %1 : tensor<70x131xf16>, tensor<70x131xbf16>
}

func.func @q4_k() -> (tensor<?x66xf16>, tensor<130x66xbf16>) {
  %d = check.fill seed 32 range [0.0, 24.0] as param : tensor<66x2x4xui8>
  %q = check.fill seed 33 as param : tensor<66x2x140xui8>
  %b = rlx.concat %d, %q axis = 2 : (tensor<66x2x4xui8>, tensor<66x2x140xui8>) -> tensor<66x2x144xui8>
  %w = rlx.reshape %b to [66, 288] : (tensor<66x2x144xui8>) -> tensor<66x288xui8>
  %x = check.fill sizes [67, 512] seed 34 : tensor<?x512xf16>
  %0 = rlx.dequant_matmul %x, %w scheme = q4_k : (tensor<?x512xf16>, tensor<66x288xui8>) -> tensor<?x66xf16>
  %y = check.fill seed 35 : tensor<130x512xbf16>
  %1 = rlx.dequant_matmul %y, %w scheme = q4_k : (tensor<130x512xbf16>, tensor<66x288xui8>) -> tensor<130x66xbf16>
  return %0, %1 : tensor<?x66xf16>, tensor<130x66xbf16>
}
