// RUN: rlx-check %{sample} %s %{quick-lanes}
// RUN: %if avx512bf16 %{ rlx-check %{sample} --lane=reference,cpu --cpu=cooperlake %s %}
// RUN: %if avx512-all %{ rlx-check %{sample} --lane=reference,cpu --cpu=x86-64-v4 %s %}
// RUN: %if avx2-all %{ rlx-check %{sample} --lane=reference,cpu --cpu=x86-64-v3 %s %}

// Matmuls of f32 by weights of f16 and bf16, which kernels widen in registers. Sums are those of f32.

// Static numbers of rows: full and partial tiles; odd and even sum lengths.
func.func @rows_f16() -> (tensor<1x40xf32>, tensor<2x33xf32>, tensor<3x31xf32>, tensor<5x64xf32>, tensor<8x96xf32>, tensor<13x70xf32>, tensor<100x40xf32>) {
  %x0 = check.fill seed 1 : tensor<1x7xf32>
  %h0 = check.fill seed 2 as param : tensor<7x40xf16>
  %w0 = rlx.cast %h0 to f32 : (tensor<7x40xf16>) -> tensor<7x40xf32>
  %r0 = rlx.matmul %x0, %w0 : (tensor<1x7xf32>, tensor<7x40xf32>) -> tensor<1x40xf32>
  %x1 = check.fill seed 3 : tensor<2x16xf32>
  %h1 = check.fill seed 4 as param : tensor<33x16xf16>
  %w1 = rlx.cast %h1 to f32 : (tensor<33x16xf16>) -> tensor<33x16xf32>
  %t1 = rlx.transpose %w1 perm = [1, 0] : (tensor<33x16xf32>) -> tensor<16x33xf32>
  %r1 = rlx.matmul %x1, %t1 : (tensor<2x16xf32>, tensor<16x33xf32>) -> tensor<2x33xf32>
  %x2 = check.fill seed 5 : tensor<3x33xf32>
  %h2 = check.fill seed 6 as param : tensor<33x31xf16>
  %w2 = rlx.cast %h2 to f32 : (tensor<33x31xf16>) -> tensor<33x31xf32>
  %r2 = rlx.matmul %x2, %w2 : (tensor<3x33xf32>, tensor<33x31xf32>) -> tensor<3x31xf32>
  %x3 = check.fill seed 7 : tensor<5x2xf32>
  %h3 = check.fill seed 8 as param : tensor<64x2xf16>
  %w3 = rlx.cast %h3 to f32 : (tensor<64x2xf16>) -> tensor<64x2xf32>
  %t3 = rlx.transpose %w3 perm = [1, 0] : (tensor<64x2xf32>) -> tensor<2x64xf32>
  %r3 = rlx.matmul %x3, %t3 : (tensor<5x2xf32>, tensor<2x64xf32>) -> tensor<5x64xf32>
  %x4 = check.fill seed 9 : tensor<8x64xf32>
  %h4 = check.fill seed 10 as param : tensor<64x96xf16>
  %w4 = rlx.cast %h4 to f32 : (tensor<64x96xf16>) -> tensor<64x96xf32>
  %r4 = rlx.matmul %x4, %w4 : (tensor<8x64xf32>, tensor<64x96xf32>) -> tensor<8x96xf32>
  %x5 = check.fill seed 11 : tensor<13x129xf32>
  %h5 = check.fill seed 12 as param : tensor<70x129xf16>
  %w5 = rlx.cast %h5 to f32 : (tensor<70x129xf16>) -> tensor<70x129xf32>
  %t5 = rlx.transpose %w5 perm = [1, 0] : (tensor<70x129xf32>) -> tensor<129x70xf32>
  %r5 = rlx.matmul %x5, %t5 : (tensor<13x129xf32>, tensor<129x70xf32>) -> tensor<13x70xf32>
  %x6 = check.fill seed 13 : tensor<100x24xf32>
  %h6 = check.fill seed 14 as param : tensor<24x40xf16>
  %w6 = rlx.cast %h6 to f32 : (tensor<24x40xf16>) -> tensor<24x40xf32>
  %r6 = rlx.matmul %x6, %w6 : (tensor<100x24xf32>, tensor<24x40xf32>) -> tensor<100x40xf32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6 : tensor<1x40xf32>, tensor<2x33xf32>, tensor<3x31xf32>, tensor<5x64xf32>, tensor<8x96xf32>, tensor<13x70xf32>, tensor<100x40xf32>
}

// The same with dynamic rows.
func.func @dynamic_rows_f16() -> (tensor<?x64xf32>, tensor<?x160xf32>, tensor<?x31xf32>, tensor<?x33xf32>, tensor<?x96xf32>, tensor<?x17xf32>, tensor<?x32xf32>, tensor<?x40xf32>) {
  %x0 = check.fill sizes [1, 40] seed 15 : tensor<?x40xf32>
  %h0 = check.fill seed 16 as param : tensor<64x40xf16>
  %w0 = rlx.cast %h0 to f32 : (tensor<64x40xf16>) -> tensor<64x40xf32>
  %t0 = rlx.transpose %w0 perm = [1, 0] : (tensor<64x40xf32>) -> tensor<40x64xf32>
  %r0 = rlx.matmul %x0, %t0 : (tensor<?x40xf32>, tensor<40x64xf32>) -> tensor<?x64xf32>
  %x1 = check.fill sizes [1, 33] seed 17 : tensor<?x33xf32>
  %h1 = check.fill seed 18 as param : tensor<33x160xf16>
  %w1 = rlx.cast %h1 to f32 : (tensor<33x160xf16>) -> tensor<33x160xf32>
  %r1 = rlx.matmul %x1, %w1 : (tensor<?x33xf32>, tensor<33x160xf32>) -> tensor<?x160xf32>
  %x2 = check.fill sizes [2, 33] seed 19 : tensor<?x33xf32>
  %h2 = check.fill seed 20 as param : tensor<31x33xf16>
  %w2 = rlx.cast %h2 to f32 : (tensor<31x33xf16>) -> tensor<31x33xf32>
  %t2 = rlx.transpose %w2 perm = [1, 0] : (tensor<31x33xf32>) -> tensor<33x31xf32>
  %r2 = rlx.matmul %x2, %t2 : (tensor<?x33xf32>, tensor<33x31xf32>) -> tensor<?x31xf32>
  %x3 = check.fill sizes [3, 16] seed 21 : tensor<?x16xf32>
  %h3 = check.fill seed 22 as param : tensor<16x33xf16>
  %w3 = rlx.cast %h3 to f32 : (tensor<16x33xf16>) -> tensor<16x33xf32>
  %r3 = rlx.matmul %x3, %w3 : (tensor<?x16xf32>, tensor<16x33xf32>) -> tensor<?x33xf32>
  %x4 = check.fill sizes [7, 64] seed 23 : tensor<?x64xf32>
  %h4 = check.fill seed 24 as param : tensor<96x64xf16>
  %w4 = rlx.cast %h4 to f32 : (tensor<96x64xf16>) -> tensor<96x64xf32>
  %t4 = rlx.transpose %w4 perm = [1, 0] : (tensor<96x64xf32>) -> tensor<64x96xf32>
  %r4 = rlx.matmul %x4, %t4 : (tensor<?x64xf32>, tensor<64x96xf32>) -> tensor<?x96xf32>
  %x5 = check.fill sizes [14, 5] seed 25 : tensor<?x5xf32>
  %h5 = check.fill seed 26 as param : tensor<5x17xf16>
  %w5 = rlx.cast %h5 to f32 : (tensor<5x17xf16>) -> tensor<5x17xf32>
  %r5 = rlx.matmul %x5, %w5 : (tensor<?x5xf32>, tensor<5x17xf32>) -> tensor<?x17xf32>
  %x6 = check.fill sizes [57, 31] seed 27 : tensor<?x31xf32>
  %h6 = check.fill seed 28 as param : tensor<32x31xf16>
  %w6 = rlx.cast %h6 to f32 : (tensor<32x31xf16>) -> tensor<32x31xf32>
  %t6 = rlx.transpose %w6 perm = [1, 0] : (tensor<32x31xf32>) -> tensor<31x32xf32>
  %r6 = rlx.matmul %x6, %t6 : (tensor<?x31xf32>, tensor<31x32xf32>) -> tensor<?x32xf32>
  %x7 = check.fill sizes [1029, 25] seed 29 : tensor<?x25xf32>
  %h7 = check.fill seed 30 as param : tensor<25x40xf16>
  %w7 = rlx.cast %h7 to f32 : (tensor<25x40xf16>) -> tensor<25x40xf32>
  %r7 = rlx.matmul %x7, %w7 : (tensor<?x25xf32>, tensor<25x40xf32>) -> tensor<?x40xf32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7 : tensor<?x64xf32>, tensor<?x160xf32>, tensor<?x31xf32>, tensor<?x33xf32>, tensor<?x96xf32>, tensor<?x17xf32>, tensor<?x32xf32>, tensor<?x40xf32>
}

// Bias and activation.
func.func @epilogues_f16() -> (tensor<13x40xf32>, tensor<?x37xf32>, tensor<?x70xf32>) {
  %x0 = check.fill seed 31 : tensor<13x25xf32>
  %h0 = check.fill seed 32 as param : tensor<25x40xf16>
  %w0 = rlx.cast %h0 to f32 : (tensor<25x40xf16>) -> tensor<25x40xf32>
  %b0 = check.fill seed 33 as param : tensor<40xf32>
  %r0 = rlx.fused_matmul_bias_act %x0, %w0, %b0 activation = relu
      : (tensor<13x25xf32>, tensor<25x40xf32>, tensor<40xf32>) -> tensor<13x40xf32>
  %x1 = check.fill sizes [11, 18] seed 34 : tensor<?x18xf32>
  %h1 = check.fill seed 35 as param : tensor<37x18xf16>
  %w1 = rlx.cast %h1 to f32 : (tensor<37x18xf16>) -> tensor<37x18xf32>
  %t1 = rlx.transpose %w1 perm = [1, 0] : (tensor<37x18xf32>) -> tensor<18x37xf32>
  %b1 = check.fill seed 36 as param : tensor<37xf32>
  %r1 = rlx.fused_matmul_bias_act %x1, %t1, %b1 activation = gelu
      : (tensor<?x18xf32>, tensor<18x37xf32>, tensor<37xf32>) -> tensor<?x37xf32>
  %x2 = check.fill sizes [1, 18] seed 37 : tensor<?x18xf32>
  %h2 = check.fill seed 38 as param : tensor<18x70xf16>
  %w2 = rlx.cast %h2 to f32 : (tensor<18x70xf16>) -> tensor<18x70xf32>
  %b2 = check.fill seed 39 as param : tensor<70xf32>
  %r2 = rlx.fused_matmul_bias_act %x2, %w2, %b2 activation = silu
      : (tensor<?x18xf32>, tensor<18x70xf32>, tensor<70xf32>) -> tensor<?x70xf32>
  return %r0, %r1, %r2 : tensor<13x40xf32>, tensor<?x37xf32>, tensor<?x70xf32>
}

// Weights that are prefetched; one row reads several panels at once.
func.func @long_sums_f16() -> (tensor<8x32xf32>, tensor<1x160xf32>, tensor<2x300xf32>, tensor<?x131xf32>, tensor<?x64xf32>) {
  %x0 = check.fill seed 40 : tensor<8x1031xf32>
  %h0 = check.fill seed 41 as param : tensor<1031x32xf16>
  %w0 = rlx.cast %h0 to f32 : (tensor<1031x32xf16>) -> tensor<1031x32xf32>
  %r0 = rlx.matmul %x0, %w0 : (tensor<8x1031xf32>, tensor<1031x32xf32>) -> tensor<8x32xf32>
  %x1 = check.fill seed 42 : tensor<1x1031xf32>
  %h1 = check.fill seed 43 as param : tensor<1031x160xf16>
  %w1 = rlx.cast %h1 to f32 : (tensor<1031x160xf16>) -> tensor<1031x160xf32>
  %r1 = rlx.matmul %x1, %w1 : (tensor<1x1031xf32>, tensor<1031x160xf32>) -> tensor<1x160xf32>
  %x2 = check.fill seed 44 : tensor<2x600xf32>
  %h2 = check.fill seed 45 as param : tensor<300x600xf16>
  %w2 = rlx.cast %h2 to f32 : (tensor<300x600xf16>) -> tensor<300x600xf32>
  %t2 = rlx.transpose %w2 perm = [1, 0] : (tensor<300x600xf32>) -> tensor<600x300xf32>
  %r2 = rlx.matmul %x2, %t2 : (tensor<2x600xf32>, tensor<600x300xf32>) -> tensor<2x300xf32>
  %x3 = check.fill sizes [1, 2050] seed 46 : tensor<?x2050xf32>
  %h3 = check.fill seed 47 as param : tensor<131x2050xf16>
  %w3 = rlx.cast %h3 to f32 : (tensor<131x2050xf16>) -> tensor<131x2050xf32>
  %t3 = rlx.transpose %w3 perm = [1, 0] : (tensor<131x2050xf32>) -> tensor<2050x131xf32>
  %r3 = rlx.matmul %x3, %t3 : (tensor<?x2050xf32>, tensor<2050x131xf32>) -> tensor<?x131xf32>
  %x4 = check.fill sizes [40, 515] seed 48 : tensor<?x515xf32>
  %h4 = check.fill seed 49 as param : tensor<515x64xf16>
  %w4 = rlx.cast %h4 to f32 : (tensor<515x64xf16>) -> tensor<515x64xf32>
  %r4 = rlx.matmul %x4, %w4 : (tensor<?x515xf32>, tensor<515x64xf32>) -> tensor<?x64xf32>
  return %r0, %r1, %r2, %r3, %r4 : tensor<8x32xf32>, tensor<1x160xf32>, tensor<2x300xf32>, tensor<?x131xf32>, tensor<?x64xf32>
}

// Static numbers of rows: full and partial tiles; odd and even sum lengths.
func.func @rows_bf16() -> (tensor<1x40xf32>, tensor<2x33xf32>, tensor<3x31xf32>, tensor<5x64xf32>, tensor<8x96xf32>, tensor<13x70xf32>, tensor<100x40xf32>) {
  %x0 = check.fill seed 50 : tensor<1x7xf32>
  %h0 = check.fill seed 51 as param : tensor<7x40xbf16>
  %w0 = rlx.cast %h0 to f32 : (tensor<7x40xbf16>) -> tensor<7x40xf32>
  %r0 = rlx.matmul %x0, %w0 : (tensor<1x7xf32>, tensor<7x40xf32>) -> tensor<1x40xf32>
  %x1 = check.fill seed 52 : tensor<2x16xf32>
  %h1 = check.fill seed 53 as param : tensor<33x16xbf16>
  %w1 = rlx.cast %h1 to f32 : (tensor<33x16xbf16>) -> tensor<33x16xf32>
  %t1 = rlx.transpose %w1 perm = [1, 0] : (tensor<33x16xf32>) -> tensor<16x33xf32>
  %r1 = rlx.matmul %x1, %t1 : (tensor<2x16xf32>, tensor<16x33xf32>) -> tensor<2x33xf32>
  %x2 = check.fill seed 54 : tensor<3x33xf32>
  %h2 = check.fill seed 55 as param : tensor<33x31xbf16>
  %w2 = rlx.cast %h2 to f32 : (tensor<33x31xbf16>) -> tensor<33x31xf32>
  %r2 = rlx.matmul %x2, %w2 : (tensor<3x33xf32>, tensor<33x31xf32>) -> tensor<3x31xf32>
  %x3 = check.fill seed 56 : tensor<5x2xf32>
  %h3 = check.fill seed 57 as param : tensor<64x2xbf16>
  %w3 = rlx.cast %h3 to f32 : (tensor<64x2xbf16>) -> tensor<64x2xf32>
  %t3 = rlx.transpose %w3 perm = [1, 0] : (tensor<64x2xf32>) -> tensor<2x64xf32>
  %r3 = rlx.matmul %x3, %t3 : (tensor<5x2xf32>, tensor<2x64xf32>) -> tensor<5x64xf32>
  %x4 = check.fill seed 58 : tensor<8x64xf32>
  %h4 = check.fill seed 59 as param : tensor<64x96xbf16>
  %w4 = rlx.cast %h4 to f32 : (tensor<64x96xbf16>) -> tensor<64x96xf32>
  %r4 = rlx.matmul %x4, %w4 : (tensor<8x64xf32>, tensor<64x96xf32>) -> tensor<8x96xf32>
  %x5 = check.fill seed 60 : tensor<13x129xf32>
  %h5 = check.fill seed 61 as param : tensor<70x129xbf16>
  %w5 = rlx.cast %h5 to f32 : (tensor<70x129xbf16>) -> tensor<70x129xf32>
  %t5 = rlx.transpose %w5 perm = [1, 0] : (tensor<70x129xf32>) -> tensor<129x70xf32>
  %r5 = rlx.matmul %x5, %t5 : (tensor<13x129xf32>, tensor<129x70xf32>) -> tensor<13x70xf32>
  %x6 = check.fill seed 62 : tensor<100x24xf32>
  %h6 = check.fill seed 63 as param : tensor<24x40xbf16>
  %w6 = rlx.cast %h6 to f32 : (tensor<24x40xbf16>) -> tensor<24x40xf32>
  %r6 = rlx.matmul %x6, %w6 : (tensor<100x24xf32>, tensor<24x40xf32>) -> tensor<100x40xf32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6 : tensor<1x40xf32>, tensor<2x33xf32>, tensor<3x31xf32>, tensor<5x64xf32>, tensor<8x96xf32>, tensor<13x70xf32>, tensor<100x40xf32>
}

// The same with dynamic rows.
func.func @dynamic_rows_bf16() -> (tensor<?x64xf32>, tensor<?x160xf32>, tensor<?x31xf32>, tensor<?x33xf32>, tensor<?x96xf32>, tensor<?x17xf32>, tensor<?x32xf32>, tensor<?x40xf32>) {
  %x0 = check.fill sizes [1, 40] seed 64 : tensor<?x40xf32>
  %h0 = check.fill seed 65 as param : tensor<64x40xbf16>
  %w0 = rlx.cast %h0 to f32 : (tensor<64x40xbf16>) -> tensor<64x40xf32>
  %t0 = rlx.transpose %w0 perm = [1, 0] : (tensor<64x40xf32>) -> tensor<40x64xf32>
  %r0 = rlx.matmul %x0, %t0 : (tensor<?x40xf32>, tensor<40x64xf32>) -> tensor<?x64xf32>
  %x1 = check.fill sizes [1, 33] seed 66 : tensor<?x33xf32>
  %h1 = check.fill seed 67 as param : tensor<33x160xbf16>
  %w1 = rlx.cast %h1 to f32 : (tensor<33x160xbf16>) -> tensor<33x160xf32>
  %r1 = rlx.matmul %x1, %w1 : (tensor<?x33xf32>, tensor<33x160xf32>) -> tensor<?x160xf32>
  %x2 = check.fill sizes [2, 33] seed 68 : tensor<?x33xf32>
  %h2 = check.fill seed 69 as param : tensor<31x33xbf16>
  %w2 = rlx.cast %h2 to f32 : (tensor<31x33xbf16>) -> tensor<31x33xf32>
  %t2 = rlx.transpose %w2 perm = [1, 0] : (tensor<31x33xf32>) -> tensor<33x31xf32>
  %r2 = rlx.matmul %x2, %t2 : (tensor<?x33xf32>, tensor<33x31xf32>) -> tensor<?x31xf32>
  %x3 = check.fill sizes [3, 16] seed 70 : tensor<?x16xf32>
  %h3 = check.fill seed 71 as param : tensor<16x33xbf16>
  %w3 = rlx.cast %h3 to f32 : (tensor<16x33xbf16>) -> tensor<16x33xf32>
  %r3 = rlx.matmul %x3, %w3 : (tensor<?x16xf32>, tensor<16x33xf32>) -> tensor<?x33xf32>
  %x4 = check.fill sizes [7, 64] seed 72 : tensor<?x64xf32>
  %h4 = check.fill seed 73 as param : tensor<96x64xbf16>
  %w4 = rlx.cast %h4 to f32 : (tensor<96x64xbf16>) -> tensor<96x64xf32>
  %t4 = rlx.transpose %w4 perm = [1, 0] : (tensor<96x64xf32>) -> tensor<64x96xf32>
  %r4 = rlx.matmul %x4, %t4 : (tensor<?x64xf32>, tensor<64x96xf32>) -> tensor<?x96xf32>
  %x5 = check.fill sizes [14, 5] seed 74 : tensor<?x5xf32>
  %h5 = check.fill seed 75 as param : tensor<5x17xbf16>
  %w5 = rlx.cast %h5 to f32 : (tensor<5x17xbf16>) -> tensor<5x17xf32>
  %r5 = rlx.matmul %x5, %w5 : (tensor<?x5xf32>, tensor<5x17xf32>) -> tensor<?x17xf32>
  %x6 = check.fill sizes [57, 31] seed 76 : tensor<?x31xf32>
  %h6 = check.fill seed 77 as param : tensor<32x31xbf16>
  %w6 = rlx.cast %h6 to f32 : (tensor<32x31xbf16>) -> tensor<32x31xf32>
  %t6 = rlx.transpose %w6 perm = [1, 0] : (tensor<32x31xf32>) -> tensor<31x32xf32>
  %r6 = rlx.matmul %x6, %t6 : (tensor<?x31xf32>, tensor<31x32xf32>) -> tensor<?x32xf32>
  %x7 = check.fill sizes [1029, 25] seed 78 : tensor<?x25xf32>
  %h7 = check.fill seed 79 as param : tensor<25x40xbf16>
  %w7 = rlx.cast %h7 to f32 : (tensor<25x40xbf16>) -> tensor<25x40xf32>
  %r7 = rlx.matmul %x7, %w7 : (tensor<?x25xf32>, tensor<25x40xf32>) -> tensor<?x40xf32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7 : tensor<?x64xf32>, tensor<?x160xf32>, tensor<?x31xf32>, tensor<?x33xf32>, tensor<?x96xf32>, tensor<?x17xf32>, tensor<?x32xf32>, tensor<?x40xf32>
}

// Bias and activation.
func.func @epilogues_bf16() -> (tensor<13x40xf32>, tensor<?x37xf32>, tensor<?x70xf32>) {
  %x0 = check.fill seed 80 : tensor<13x25xf32>
  %h0 = check.fill seed 81 as param : tensor<25x40xbf16>
  %w0 = rlx.cast %h0 to f32 : (tensor<25x40xbf16>) -> tensor<25x40xf32>
  %b0 = check.fill seed 82 as param : tensor<40xf32>
  %r0 = rlx.fused_matmul_bias_act %x0, %w0, %b0 activation = relu
      : (tensor<13x25xf32>, tensor<25x40xf32>, tensor<40xf32>) -> tensor<13x40xf32>
  %x1 = check.fill sizes [11, 18] seed 83 : tensor<?x18xf32>
  %h1 = check.fill seed 84 as param : tensor<37x18xbf16>
  %w1 = rlx.cast %h1 to f32 : (tensor<37x18xbf16>) -> tensor<37x18xf32>
  %t1 = rlx.transpose %w1 perm = [1, 0] : (tensor<37x18xf32>) -> tensor<18x37xf32>
  %b1 = check.fill seed 85 as param : tensor<37xf32>
  %r1 = rlx.fused_matmul_bias_act %x1, %t1, %b1 activation = gelu
      : (tensor<?x18xf32>, tensor<18x37xf32>, tensor<37xf32>) -> tensor<?x37xf32>
  %x2 = check.fill sizes [1, 18] seed 86 : tensor<?x18xf32>
  %h2 = check.fill seed 87 as param : tensor<18x70xbf16>
  %w2 = rlx.cast %h2 to f32 : (tensor<18x70xbf16>) -> tensor<18x70xf32>
  %b2 = check.fill seed 88 as param : tensor<70xf32>
  %r2 = rlx.fused_matmul_bias_act %x2, %w2, %b2 activation = silu
      : (tensor<?x18xf32>, tensor<18x70xf32>, tensor<70xf32>) -> tensor<?x70xf32>
  return %r0, %r1, %r2 : tensor<13x40xf32>, tensor<?x37xf32>, tensor<?x70xf32>
}

// Weights that are prefetched; one row reads several panels at once.
func.func @long_sums_bf16() -> (tensor<8x32xf32>, tensor<1x160xf32>, tensor<2x300xf32>, tensor<?x131xf32>, tensor<?x64xf32>) {
  %x0 = check.fill seed 89 : tensor<8x1031xf32>
  %h0 = check.fill seed 90 as param : tensor<1031x32xbf16>
  %w0 = rlx.cast %h0 to f32 : (tensor<1031x32xbf16>) -> tensor<1031x32xf32>
  %r0 = rlx.matmul %x0, %w0 : (tensor<8x1031xf32>, tensor<1031x32xf32>) -> tensor<8x32xf32>
  %x1 = check.fill seed 91 : tensor<1x1031xf32>
  %h1 = check.fill seed 92 as param : tensor<1031x160xbf16>
  %w1 = rlx.cast %h1 to f32 : (tensor<1031x160xbf16>) -> tensor<1031x160xf32>
  %r1 = rlx.matmul %x1, %w1 : (tensor<1x1031xf32>, tensor<1031x160xf32>) -> tensor<1x160xf32>
  %x2 = check.fill seed 93 : tensor<2x600xf32>
  %h2 = check.fill seed 94 as param : tensor<300x600xbf16>
  %w2 = rlx.cast %h2 to f32 : (tensor<300x600xbf16>) -> tensor<300x600xf32>
  %t2 = rlx.transpose %w2 perm = [1, 0] : (tensor<300x600xf32>) -> tensor<600x300xf32>
  %r2 = rlx.matmul %x2, %t2 : (tensor<2x600xf32>, tensor<600x300xf32>) -> tensor<2x300xf32>
  %x3 = check.fill sizes [1, 2050] seed 95 : tensor<?x2050xf32>
  %h3 = check.fill seed 96 as param : tensor<131x2050xbf16>
  %w3 = rlx.cast %h3 to f32 : (tensor<131x2050xbf16>) -> tensor<131x2050xf32>
  %t3 = rlx.transpose %w3 perm = [1, 0] : (tensor<131x2050xf32>) -> tensor<2050x131xf32>
  %r3 = rlx.matmul %x3, %t3 : (tensor<?x2050xf32>, tensor<2050x131xf32>) -> tensor<?x131xf32>
  %x4 = check.fill sizes [40, 515] seed 97 : tensor<?x515xf32>
  %h4 = check.fill seed 98 as param : tensor<515x64xbf16>
  %w4 = rlx.cast %h4 to f32 : (tensor<515x64xbf16>) -> tensor<515x64xf32>
  %r4 = rlx.matmul %x4, %w4 : (tensor<?x515xf32>, tensor<515x64xf32>) -> tensor<?x64xf32>
  return %r0, %r1, %r2, %r3, %r4 : tensor<8x32xf32>, tensor<1x160xf32>, tensor<2x300xf32>, tensor<?x131xf32>, tensor<?x64xf32>
}

// The smallest numbers of f16 count in full. Infinite and NaN weights affect only their columns.
func.func @special_weights() -> (tensor<2x3xf32>, tensor<9x3xf32>, tensor<9x3xf32>) {
  %x = check.literal dense<[[1.0, 2.0], [65536.0, 0.0]]> : tensor<2x2xf32>
  %h = check.literal dense<[[0x0001, 0x03FF, 0x8001], [0x0001, 0x0000, 0x0002]]> : tensor<2x3xf16> as param
  %w = rlx.cast %h to f32 : (tensor<2x3xf16>) -> tensor<2x3xf32>
  %0 = rlx.matmul %x, %w : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %e = check.literal dense<[[0x34400000, 0x387FC000, 0x34400000], [0x3B800000, 0x407FC000, 0xBB800000]]> : tensor<2x3xf32>
  check.expect_eq %0, %e : tensor<2x3xf32>, tensor<2x3xf32>
  %y = check.fill seed 900 range [1.0, 2.0] : tensor<9x2xf32>
  %f = check.literal dense<[[1.0, 0x7C00, 0x7E00], [1.0, 1.0, 1.0]]> : tensor<2x3xf16> as param
  %v = rlx.cast %f to f32 : (tensor<2x3xf16>) -> tensor<2x3xf32>
  %1 = rlx.matmul %y, %v : (tensor<9x2xf32>, tensor<2x3xf32>) -> tensor<9x3xf32>
  %g = check.literal dense<[[1.0, 0x7F80, 0x7FC0], [1.0, 1.0, 1.0]]> : tensor<2x3xbf16> as param
  %u = rlx.cast %g to f32 : (tensor<2x3xbf16>) -> tensor<2x3xf32>
  %2 = rlx.matmul %y, %u : (tensor<9x2xf32>, tensor<2x3xf32>) -> tensor<9x3xf32>
  return %0, %1, %2 : tensor<2x3xf32>, tensor<9x3xf32>, tensor<9x3xf32>
}

// Panels as the pass makes them, with arbitrary padding: the fourth row and the last column.
func.func @padding() -> (tensor<2x1xf32>, tensor<?x20xf32>) {
  %x = check.literal dense<[[1.0, 2.0, 3.0], [0x7F800000, 1.0, 1.0]]> : tensor<2x3xf32>
  %w = check.literal dense<[[[[1.0, 2.0], [0x7FC0, 0x7FC0]], [[4.0, 0x7FC0], [0x7F80, 0x7FC0]]]]>
      : tensor<1x2x2x2xbf16>
  %0 = rlx.matmul_packed %x, %w {n = 1 : i64}
      : (tensor<2x3xf32>, tensor<1x2x2x2xbf16>) -> tensor<2x1xf32>
  %e = check.literal dense<[[17.0], [0x7F800000]]> : tensor<2x1xf32>
  check.expect_eq %0, %e : tensor<2x1xf32>, tensor<2x1xf32>
  %y = check.fill sizes [4, 7] seed 908 : tensor<?x?xf32>
  %v = check.fill seed 909 as param : tensor<1x7x32xf16>
  %1 = rlx.matmul_packed %y, %v {n = 20 : i64}
      : (tensor<?x?xf32>, tensor<1x7x32xf16>) -> tensor<?x20xf32>
  return %0, %1 : tensor<2x1xf32>, tensor<?x20xf32>
}
