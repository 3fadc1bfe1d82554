// RUN: rlx-check %s %{quick-lanes}

// Dynamic numbers of rows: few, full tiles, full cooperative matrices, and the numbers next to
// these. A GPU has a kernel for each case, and only one dispatch has work.
func.func @f32() -> (tensor<?x72xf32>, tensor<?x72xf32>, tensor<?x72xf32>, tensor<?x72xf32>, tensor<?x72xf32>, tensor<?x72xf32>) {
  %x0 = check.fill sizes [1, 40] seed 1 : tensor<?x40xf32>
  %w0 = check.fill seed 20 as param : tensor<40x72xf32>
  %b0 = check.fill seed 30 as param : tensor<72xf32>
  %p0 = rlx.matmul %x0, %w0 : (tensor<?x40xf32>, tensor<40x72xf32>) -> tensor<?x72xf32>
  %s0 = rlx.add %p0, %b0 : (tensor<?x72xf32>, tensor<72xf32>) -> tensor<?x72xf32>
  %0 = rlx.relu %s0 : (tensor<?x72xf32>) -> tensor<?x72xf32>
  %x1 = check.fill sizes [7, 40] seed 2 : tensor<?x40xf32>
  %w1 = check.fill seed 21 as param : tensor<40x72xf32>
  %b1 = check.fill seed 31 as param : tensor<72xf32>
  %p1 = rlx.matmul %x1, %w1 : (tensor<?x40xf32>, tensor<40x72xf32>) -> tensor<?x72xf32>
  %s1 = rlx.add %p1, %b1 : (tensor<?x72xf32>, tensor<72xf32>) -> tensor<?x72xf32>
  %1 = rlx.relu %s1 : (tensor<?x72xf32>) -> tensor<?x72xf32>
  %x2 = check.fill sizes [63, 40] seed 3 : tensor<?x40xf32>
  %w2 = check.fill seed 22 as param : tensor<40x72xf32>
  %b2 = check.fill seed 32 as param : tensor<72xf32>
  %p2 = rlx.matmul %x2, %w2 : (tensor<?x40xf32>, tensor<40x72xf32>) -> tensor<?x72xf32>
  %s2 = rlx.add %p2, %b2 : (tensor<?x72xf32>, tensor<72xf32>) -> tensor<?x72xf32>
  %2 = rlx.relu %s2 : (tensor<?x72xf32>) -> tensor<?x72xf32>
  %x3 = check.fill sizes [64, 40] seed 4 : tensor<?x40xf32>
  %w3 = check.fill seed 23 as param : tensor<40x72xf32>
  %b3 = check.fill seed 33 as param : tensor<72xf32>
  %p3 = rlx.matmul %x3, %w3 : (tensor<?x40xf32>, tensor<40x72xf32>) -> tensor<?x72xf32>
  %s3 = rlx.add %p3, %b3 : (tensor<?x72xf32>, tensor<72xf32>) -> tensor<?x72xf32>
  %3 = rlx.relu %s3 : (tensor<?x72xf32>) -> tensor<?x72xf32>
  %x4 = check.fill sizes [65, 40] seed 5 : tensor<?x40xf32>
  %w4 = check.fill seed 24 as param : tensor<40x72xf32>
  %b4 = check.fill seed 34 as param : tensor<72xf32>
  %p4 = rlx.matmul %x4, %w4 : (tensor<?x40xf32>, tensor<40x72xf32>) -> tensor<?x72xf32>
  %s4 = rlx.add %p4, %b4 : (tensor<?x72xf32>, tensor<72xf32>) -> tensor<?x72xf32>
  %4 = rlx.relu %s4 : (tensor<?x72xf32>) -> tensor<?x72xf32>
  %x5 = check.fill sizes [200, 40] seed 6 : tensor<?x40xf32>
  %w5 = check.fill seed 25 as param : tensor<40x72xf32>
  %b5 = check.fill seed 35 as param : tensor<72xf32>
  %p5 = rlx.matmul %x5, %w5 : (tensor<?x40xf32>, tensor<40x72xf32>) -> tensor<?x72xf32>
  %s5 = rlx.add %p5, %b5 : (tensor<?x72xf32>, tensor<72xf32>) -> tensor<?x72xf32>
  %5 = rlx.relu %s5 : (tensor<?x72xf32>) -> tensor<?x72xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x72xf32>, tensor<?x72xf32>, tensor<?x72xf32>, tensor<?x72xf32>, tensor<?x72xf32>, tensor<?x72xf32>
}

func.func @f16() -> (tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>) {
  %x0 = check.fill sizes [1, 48] seed 1 : tensor<?x48xf16>
  %w0 = check.fill seed 20 as param : tensor<48x72xf16>
  %b0 = check.fill seed 30 as param : tensor<72xf16>
  %p0 = rlx.matmul %x0, %w0 : (tensor<?x48xf16>, tensor<48x72xf16>) -> tensor<?x72xf16>
  %s0 = rlx.add %p0, %b0 : (tensor<?x72xf16>, tensor<72xf16>) -> tensor<?x72xf16>
  %0 = rlx.relu %s0 : (tensor<?x72xf16>) -> tensor<?x72xf16>
  %x1 = check.fill sizes [7, 48] seed 2 : tensor<?x48xf16>
  %w1 = check.fill seed 21 as param : tensor<48x72xf16>
  %b1 = check.fill seed 31 as param : tensor<72xf16>
  %p1 = rlx.matmul %x1, %w1 : (tensor<?x48xf16>, tensor<48x72xf16>) -> tensor<?x72xf16>
  %s1 = rlx.add %p1, %b1 : (tensor<?x72xf16>, tensor<72xf16>) -> tensor<?x72xf16>
  %1 = rlx.relu %s1 : (tensor<?x72xf16>) -> tensor<?x72xf16>
  %x2 = check.fill sizes [63, 48] seed 3 : tensor<?x48xf16>
  %w2 = check.fill seed 22 as param : tensor<48x72xf16>
  %b2 = check.fill seed 32 as param : tensor<72xf16>
  %p2 = rlx.matmul %x2, %w2 : (tensor<?x48xf16>, tensor<48x72xf16>) -> tensor<?x72xf16>
  %s2 = rlx.add %p2, %b2 : (tensor<?x72xf16>, tensor<72xf16>) -> tensor<?x72xf16>
  %2 = rlx.relu %s2 : (tensor<?x72xf16>) -> tensor<?x72xf16>
  %x3 = check.fill sizes [64, 48] seed 4 : tensor<?x48xf16>
  %w3 = check.fill seed 23 as param : tensor<48x72xf16>
  %b3 = check.fill seed 33 as param : tensor<72xf16>
  %p3 = rlx.matmul %x3, %w3 : (tensor<?x48xf16>, tensor<48x72xf16>) -> tensor<?x72xf16>
  %s3 = rlx.add %p3, %b3 : (tensor<?x72xf16>, tensor<72xf16>) -> tensor<?x72xf16>
  %3 = rlx.relu %s3 : (tensor<?x72xf16>) -> tensor<?x72xf16>
  %x4 = check.fill sizes [65, 48] seed 5 : tensor<?x48xf16>
  %w4 = check.fill seed 24 as param : tensor<48x72xf16>
  %b4 = check.fill seed 34 as param : tensor<72xf16>
  %p4 = rlx.matmul %x4, %w4 : (tensor<?x48xf16>, tensor<48x72xf16>) -> tensor<?x72xf16>
  %s4 = rlx.add %p4, %b4 : (tensor<?x72xf16>, tensor<72xf16>) -> tensor<?x72xf16>
  %4 = rlx.relu %s4 : (tensor<?x72xf16>) -> tensor<?x72xf16>
  %x5 = check.fill sizes [200, 48] seed 6 : tensor<?x48xf16>
  %w5 = check.fill seed 25 as param : tensor<48x72xf16>
  %b5 = check.fill seed 35 as param : tensor<72xf16>
  %p5 = rlx.matmul %x5, %w5 : (tensor<?x48xf16>, tensor<48x72xf16>) -> tensor<?x72xf16>
  %s5 = rlx.add %p5, %b5 : (tensor<?x72xf16>, tensor<72xf16>) -> tensor<?x72xf16>
  %5 = rlx.relu %s5 : (tensor<?x72xf16>) -> tensor<?x72xf16>
  return %0, %1, %2, %3, %4, %5 : tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>
}

// The sizes of a language model's decoding and prompt processing.
func.func @q4_0() -> (tensor<?x24xf32>, tensor<?x24xf32>, tensor<?x24xf32>, tensor<?x24xf32>, tensor<?x24xf32>, tensor<?x24xf32>) {
  %x0 = check.fill sizes [1, 64] seed 1 : tensor<?x64xf32>
  %w0 = check.fill seed 40 range [0.0, 60.0] as param : tensor<24x36xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_0 : (tensor<?x64xf32>, tensor<24x36xui8>) -> tensor<?x24xf32>
  %x1 = check.fill sizes [7, 64] seed 2 : tensor<?x64xf32>
  %w1 = check.fill seed 41 range [0.0, 60.0] as param : tensor<24x36xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_0 : (tensor<?x64xf32>, tensor<24x36xui8>) -> tensor<?x24xf32>
  %x2 = check.fill sizes [63, 64] seed 3 : tensor<?x64xf32>
  %w2 = check.fill seed 42 range [0.0, 60.0] as param : tensor<24x36xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q4_0 : (tensor<?x64xf32>, tensor<24x36xui8>) -> tensor<?x24xf32>
  %x3 = check.fill sizes [64, 64] seed 4 : tensor<?x64xf32>
  %w3 = check.fill seed 43 range [0.0, 60.0] as param : tensor<24x36xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q4_0 : (tensor<?x64xf32>, tensor<24x36xui8>) -> tensor<?x24xf32>
  %x4 = check.fill sizes [65, 64] seed 5 : tensor<?x64xf32>
  %w4 = check.fill seed 44 range [0.0, 60.0] as param : tensor<24x36xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q4_0 : (tensor<?x64xf32>, tensor<24x36xui8>) -> tensor<?x24xf32>
  %x5 = check.fill sizes [200, 64] seed 6 : tensor<?x64xf32>
  %w5 = check.fill seed 45 range [0.0, 60.0] as param : tensor<24x36xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q4_0 : (tensor<?x64xf32>, tensor<24x36xui8>) -> tensor<?x24xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x24xf32>, tensor<?x24xf32>, tensor<?x24xf32>, tensor<?x24xf32>, tensor<?x24xf32>, tensor<?x24xf32>
}

func.func @q4_0_f16() -> (tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>) {
  %x0 = check.fill sizes [1, 64] seed 1 : tensor<?x64xf16>
  %w0 = check.fill seed 40 range [0.0, 60.0] as param : tensor<72x36xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_0 : (tensor<?x64xf16>, tensor<72x36xui8>) -> tensor<?x72xf16>
  %x1 = check.fill sizes [7, 64] seed 2 : tensor<?x64xf16>
  %w1 = check.fill seed 41 range [0.0, 60.0] as param : tensor<72x36xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_0 : (tensor<?x64xf16>, tensor<72x36xui8>) -> tensor<?x72xf16>
  %x2 = check.fill sizes [63, 64] seed 3 : tensor<?x64xf16>
  %w2 = check.fill seed 42 range [0.0, 60.0] as param : tensor<72x36xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q4_0 : (tensor<?x64xf16>, tensor<72x36xui8>) -> tensor<?x72xf16>
  %x3 = check.fill sizes [64, 64] seed 4 : tensor<?x64xf16>
  %w3 = check.fill seed 43 range [0.0, 60.0] as param : tensor<72x36xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q4_0 : (tensor<?x64xf16>, tensor<72x36xui8>) -> tensor<?x72xf16>
  %x4 = check.fill sizes [65, 64] seed 5 : tensor<?x64xf16>
  %w4 = check.fill seed 44 range [0.0, 60.0] as param : tensor<72x36xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q4_0 : (tensor<?x64xf16>, tensor<72x36xui8>) -> tensor<?x72xf16>
  %x5 = check.fill sizes [200, 64] seed 6 : tensor<?x64xf16>
  %w5 = check.fill seed 45 range [0.0, 60.0] as param : tensor<72x36xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q4_0 : (tensor<?x64xf16>, tensor<72x36xui8>) -> tensor<?x72xf16>
  return %0, %1, %2, %3, %4, %5 : tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>, tensor<?x72xf16>
}

// With many tiles they are larger: here from 65 rows on. The last matmul has two dynamic leading
// dimensions.
func.func @large_tiles() -> (tensor<64x?x72xf32>, tensor<64x?x72xf32>, tensor<?x?x20xf32>) {
  %x = check.fill sizes [64, 64, 16] seed 1 : tensor<64x?x16xf32>
  %w = check.fill seed 2 : tensor<64x16x72xf32>
  %0 = rlx.matmul %x, %w : (tensor<64x?x16xf32>, tensor<64x16x72xf32>) -> tensor<64x?x72xf32>
  %y = check.fill sizes [64, 65, 16] seed 3 : tensor<64x?x16xf32>
  %1 = rlx.matmul %y, %w : (tensor<64x?x16xf32>, tensor<64x16x72xf32>) -> tensor<64x?x72xf32>
  %z = check.fill sizes [2, 3, 16] seed 4 : tensor<?x?x16xf32>
  %v = check.fill seed 5 : tensor<16x20xf32>
  %2 = rlx.matmul %z, %v : (tensor<?x?x16xf32>, tensor<16x20xf32>) -> tensor<?x?x20xf32>
  return %0, %1, %2 : tensor<64x?x72xf32>, tensor<64x?x72xf32>, tensor<?x?x20xf32>
}

// Dynamic columns, dynamic rows and columns, and no rows.
func.func @both_sides() -> (tensor<24x?xf32>, tensor<24x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x20xf32>) {
  %w = check.fill seed 1 : tensor<24x40xf32>
  %x = check.fill sizes [40, 3] seed 2 : tensor<40x?xf32>
  %0 = rlx.matmul %w, %x : (tensor<24x40xf32>, tensor<40x?xf32>) -> tensor<24x?xf32>
  %y = check.fill sizes [40, 70] seed 3 : tensor<40x?xf32>
  %1 = rlx.matmul %w, %y : (tensor<24x40xf32>, tensor<40x?xf32>) -> tensor<24x?xf32>
  %a = check.fill sizes [9, 16] seed 4 : tensor<?x16xf32>
  %b = check.fill sizes [16, 5] seed 5 : tensor<16x?xf32>
  %2 = rlx.matmul %a, %b : (tensor<?x16xf32>, tensor<16x?xf32>) -> tensor<?x?xf32>
  %c = check.fill sizes [16, 8] seed 6 : tensor<16x?xf32>
  %3 = rlx.matmul %a, %c : (tensor<?x16xf32>, tensor<16x?xf32>) -> tensor<?x?xf32>
  %e = check.fill sizes [0, 16] seed 7 : tensor<?x16xf32>
  %v = check.fill seed 8 : tensor<16x20xf32>
  %4 = rlx.matmul %e, %v : (tensor<?x16xf32>, tensor<16x20xf32>) -> tensor<?x20xf32>
  return %0, %1, %2, %3, %4 : tensor<24x?xf32>, tensor<24x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x20xf32>
}
