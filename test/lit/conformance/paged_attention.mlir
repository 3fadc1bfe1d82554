// RUN: rlx-check %s %{quick-lanes}

// Zero queries give all visible keys equal weights. The first sequence has two rows and the keys 1,
// 2, 3, in blocks 1 and 0; the second has one row and the keys 1, 2, with which block 1 is shared.
func.func @literals() -> tensor<3x1x1xf32> {
  %q = check.literal dense<0.0> : tensor<3x1x1xf32>
  %k = check.literal dense<[[[[5.0], [-7.0]]], [[[1.0], [4.0]]], [[[9.0], [9.0]]]]> : tensor<3x1x2x1xf32>
  %v = check.literal dense<[[[[3.0], [100.0]]], [[[1.0], [2.0]]], [[[50.0], [60.0]]]]> : tensor<3x1x2x1xf32>
  %t = check.literal dense<[[1, 0], [1, -9]]> : tensor<2x2xi32>
  %s = check.literal dense<[0, 2, 3]> : tensor<3xi32>
  %l = check.literal dense<[3, 2]> : tensor<2xi32>
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l
      : (tensor<3x1x1xf32>, tensor<3x1x2x1xf32>, tensor<3x1x2x1xf32>, tensor<2x2xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<3x1x1xf32>
  %e = check.literal dense<[[[1.5]], [[2.0]], [[1.5]]]> : tensor<3x1x1xf32>
  check.expect_close %0, %e {ulp = 2} : tensor<3x1x1xf32>, tensor<3x1x1xf32>
  return %0 : tensor<3x1x1xf32>
}

func.func @literals_window() -> tensor<2x1x1xf32> {
  %q = check.literal dense<0.0> : tensor<2x1x1xf32>
  %k = check.literal dense<1.0> : tensor<3x1x2x1xf32>
  %v = check.literal dense<[[[[1.0], [2.0]]], [[[4.0], [8.0]]], [[[16.0], [32.0]]]]> : tensor<3x1x2x1xf32>
  %t = check.literal dense<[[2, 1, 0]]> : tensor<1x3xi64>
  %s = check.literal dense<[0, 2]> : tensor<2xi64>
  %l = check.literal dense<[4]> : tensor<1xi64>
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l window = 1
      : (tensor<2x1x1xf32>, tensor<3x1x2x1xf32>, tensor<3x1x2x1xf32>, tensor<1x3xi64>, tensor<2xi64>, tensor<1xi64>) -> tensor<2x1x1xf32>
  %e = check.literal dense<[[[18.0]], [[6.0]]]> : tensor<2x1x1xf32>
  check.expect_close %0, %e {ulp = 2} : tensor<2x1x1xf32>, tensor<2x1x1xf32>
  return %0 : tensor<2x1x1xf32>
}

// Single rows beside a part of a prompt, an empty sequence, and a whole prompt. Blocks of 64 places.
func.func @batch() -> tensor<?x6x16xf32> {
  %q = check.fill sizes [46, 6, 16] seed 1 range [-2.0, 2.0] : tensor<?x6x16xf32>
  %k = check.fill sizes [9, 2, 64, 16] seed 2 range [-2.0, 2.0] : tensor<?x2x64x16xf32>
  %v = check.fill sizes [9, 2, 64, 16] seed 3 : tensor<?x2x64x16xf32>
  %t = check.literal dense<[[3, 0, 7], [8, 1, 0], [0, 0, 0], [6, 0, 0], [3, 0, 5]]> : tensor<5x3xi32> to tensor<?x?xi32>
  %s = check.literal dense<[0, 1, 22, 22, 45, 46]> : tensor<6xi32> to tensor<?xi32>
  %l = check.literal dense<[130, 99, 0, 23, 192]> : tensor<5xi32> to tensor<?xi32>
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l
      : (tensor<?x6x16xf32>, tensor<?x2x64x16xf32>, tensor<?x2x64x16xf32>, tensor<?x?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?x6x16xf32>
  return %0 : tensor<?x6x16xf32>
}

// Blocks of 16 places, a window that begins within a block, softcap, and other sizes of values. No
// row of the second sequence sees its first block, whose number has no effect.
func.func @small_blocks() -> tensor<40x3x20xf32> {
  %q = check.fill seed 4 range [-2.0, 2.0] : tensor<40x3x12xf32>
  %k = check.fill seed 5 range [-2.0, 2.0] : tensor<8x3x16x12xf32>
  %v = check.fill seed 6 : tensor<8x3x16x20xf32>
  %t = check.literal dense<[[7, 2, 5, 0], [99, 6, 3, 4]]> : tensor<2x4xi32>
  %s = check.literal dense<[0, 37, 40]> : tensor<3xi32>
  %l = check.literal dense<[61, 50]> : tensor<2xi32>
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l window = 21 scale = 0.3 softcap = 5.0
      : (tensor<40x3x12xf32>, tensor<8x3x16x12xf32>, tensor<8x3x16x20xf32>, tensor<2x4xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<40x3x20xf32>
  return %0 : tensor<40x3x20xf32>
}

// A size that the CPU's schedule does not take.
func.func @odd_blocks() -> tensor<5x2x8xf32> {
  %q = check.fill seed 7 : tensor<5x2x8xf32>
  %k = check.fill seed 8 : tensor<4x2x5x8xf32>
  %v = check.fill seed 9 : tensor<4x2x5x8xf32>
  %t = check.literal dense<[[3, 1], [0, 2]]> : tensor<2x2xi32>
  %s = check.literal dense<[0, 4, 5]> : tensor<3xi32>
  %l = check.literal dense<[7, 10]> : tensor<2xi32>
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l
      : (tensor<5x2x8xf32>, tensor<4x2x5x8xf32>, tensor<4x2x5x8xf32>, tensor<2x2xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<5x2x8xf32>
  return %0 : tensor<5x2x8xf32>
}

// An epilogue that reads a tensor beside the result.
func.func @epilogue() -> tensor<3x4x16xf32> {
  %q = check.fill seed 10 : tensor<3x4x16xf32>
  %k = check.fill seed 11 : tensor<2x2x16x16xf32>
  %v = check.fill seed 12 : tensor<2x2x16x16xf32>
  %b = check.fill seed 13 : tensor<3x4x16xf32>
  %t = check.literal dense<[[1], [0]]> : tensor<2x1xi32>
  %s = check.literal dense<[0, 1, 3]> : tensor<3xi32>
  %l = check.literal dense<[9, 2]> : tensor<2xi32>
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l
      : (tensor<3x4x16xf32>, tensor<2x2x16x16xf32>, tensor<2x2x16x16xf32>, tensor<2x1xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<3x4x16xf32>
  %1 = rlx.add %0, %b : (tensor<3x4x16xf32>, tensor<3x4x16xf32>) -> tensor<3x4x16xf32>
  return %1 : tensor<3x4x16xf32>
}

func.func @no_rows() -> tensor<?x2x8xf32> {
  %q = check.fill sizes [0, 2, 8] seed 14 : tensor<?x2x8xf32>
  %k = check.fill seed 15 : tensor<2x2x16x8xf32>
  %v = check.fill seed 16 : tensor<2x2x16x8xf32>
  %t = check.fill sizes [0, 3] seed 17 range [0.0, 1.0] : tensor<?x3xi32>
  %s = check.literal dense<[0]> : tensor<1xi32> to tensor<?xi32>
  %l = check.fill sizes [0] seed 18 range [0.0, 1.0] : tensor<?xi32>
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l
      : (tensor<?x2x8xf32>, tensor<2x2x16x8xf32>, tensor<2x2x16x8xf32>, tensor<?x3xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x8xf32>
  return %0 : tensor<?x2x8xf32>
}

func.func @types() -> (tensor<3x2x8xf64>, tensor<3x2x8xf16>, tensor<3x2x8xbf16>) {
  %t = check.literal dense<[[1], [0]]> : tensor<2x1xi32>
  %s = check.literal dense<[0, 1, 3]> : tensor<3xi32>
  %l = check.literal dense<[9, 2]> : tensor<2xi32>
  %q = check.fill seed 19 : tensor<3x2x8xf64>
  %k = check.fill seed 20 : tensor<2x2x16x8xf64>
  %0 = rlx.paged_attention %q, %k, %k blocks = %t starts = %s lengths = %l
      : (tensor<3x2x8xf64>, tensor<2x2x16x8xf64>, tensor<2x2x16x8xf64>, tensor<2x1xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<3x2x8xf64>
  %q1 = check.fill seed 21 : tensor<3x2x8xf16>
  %k1 = check.fill seed 22 : tensor<2x2x16x8xf16>
  %1 = rlx.paged_attention %q1, %k1, %k1 blocks = %t starts = %s lengths = %l
      : (tensor<3x2x8xf16>, tensor<2x2x16x8xf16>, tensor<2x2x16x8xf16>, tensor<2x1xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<3x2x8xf16>
  %q2 = check.fill seed 23 : tensor<3x2x8xbf16>
  %k2 = check.fill seed 24 : tensor<2x2x16x8xbf16>
  %2 = rlx.paged_attention %q2, %k2, %k2 blocks = %t starts = %s lengths = %l
      : (tensor<3x2x8xbf16>, tensor<2x2x16x8xbf16>, tensor<2x2x16x8xbf16>, tensor<2x1xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<3x2x8xbf16>
  return %0, %1, %2 : tensor<3x2x8xf64>, tensor<3x2x8xf16>, tensor<3x2x8xbf16>
}

// A row of each of 18 sequences, of which each has 33 keys more than the one before. Three heads share keys.
func.func @decoding() -> tensor<?x6x64xf32> {
  %q = check.fill sizes [18, 6, 64] seed 25 range [-2.0, 2.0] : tensor<?x6x64xf32>
  %k = check.fill sizes [40, 2, 64, 64] seed 26 range [-2.0, 2.0] : tensor<?x2x64x64xf32>
  %v = check.fill sizes [40, 2, 64, 64] seed 27 : tensor<?x2x64x64xf32>
  %t = check.fill sizes [18, 10] seed 28 range [0.0, 39.0] : tensor<?x?xi32>
  %c0 = arith.constant 0 : index
  %s64 = rlx.iota from %c0 to [19] axis = 0 : (index) -> tensor<19xi64>
  %i64 = rlx.iota from %c0 to [18] axis = 0 : (index) -> tensor<18xi64>
  %s = rlx.cast %s64 to i32 : (tensor<19xi64>) -> tensor<19xi32>
  %i = rlx.cast %i64 to i32 : (tensor<18xi64>) -> tensor<18xi32>
  %c33 = check.literal dense<33> : tensor<i32>
  %c1 = check.literal dense<1> : tensor<i32>
  %m = rlx.mul %i, %c33 : (tensor<18xi32>, tensor<i32>) -> tensor<18xi32>
  %l = rlx.add %m, %c1 : (tensor<18xi32>, tensor<i32>) -> tensor<18xi32>
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l
      : (tensor<?x6x64xf32>, tensor<?x2x64x64xf32>, tensor<?x2x64x64xf32>, tensor<?x?xi32>, tensor<19xi32>, tensor<18xi32>) -> tensor<?x6x64xf32>
  return %0 : tensor<?x6x64xf32>
}

// Few rows whose window begins behind most keys, softcap, and two rows of a sequence. Numbers of blocks before the
// window have no effect.
func.func @few_rows_in_window() -> tensor<4x12x32xf32> {
  %q = check.fill seed 29 range [-2.0, 2.0] : tensor<4x12x32xf32>
  %k = check.fill seed 30 range [-2.0, 2.0] : tensor<7x3x32x32xf32>
  %v = check.fill seed 31 : tensor<7x3x32x32xf32>
  %t = check.literal dense<[[99, -3, 6, 2], [0, 1, 3, 5], [4, 0, 0, 0]]> : tensor<3x4xi32>
  %s = check.literal dense<[0, 1, 3, 4]> : tensor<4xi32>
  %l = check.literal dense<[111, 128, 5]> : tensor<3xi32>
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l window = 40 softcap = 20.0
      : (tensor<4x12x32xf32>, tensor<7x3x32x32xf32>, tensor<7x3x32x32xf32>, tensor<3x4xi32>, tensor<4xi32>, tensor<3xi32>) -> tensor<4x12x32xf32>
  return %0 : tensor<4x12x32xf32>
}

// More heads share keys than a workgroup of decode attention takes.
func.func @many_heads_share_keys() -> tensor<3x12x32xf32> {
  %q = check.fill seed 32 range [-2.0, 2.0] : tensor<3x12x32xf32>
  %k = check.fill seed 33 range [-2.0, 2.0] : tensor<4x1x32x32xf32>
  %v = check.fill seed 34 : tensor<4x1x32x32xf32>
  %t = check.literal dense<[[3, 1], [0, 2]]> : tensor<2x2xi32>
  %s = check.literal dense<[0, 2, 3]> : tensor<3xi32>
  %l = check.literal dense<[61, 40]> : tensor<2xi32>
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l
      : (tensor<3x12x32xf32>, tensor<4x1x32x32xf32>, tensor<4x1x32x32xf32>, tensor<2x2xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<3x12x32xf32>
  return %0 : tensor<3x12x32xf32>
}

// A cache of f16 and one of bf16 with queries of f32: a row of each sequence, and a prompt of more rows than a tile.
func.func @half_keys() -> (tensor<?x4x64xf32>, tensor<90x2x32xf32>) {
  %q = check.fill sizes [3, 4, 64] seed 35 range [-2.0, 2.0] : tensor<?x4x64xf32>
  %k = check.fill seed 36 range [-2.0, 2.0] : tensor<6x2x64x64xf16>
  %v = check.fill seed 37 : tensor<6x2x64x64xf16>
  %t = check.literal dense<[[3, 1], [0, 2], [5, 4]]> : tensor<3x2xi32>
  %s = check.literal dense<[0, 1, 2, 3]> : tensor<4xi32>
  %l = check.literal dense<[128, 40, 65]> : tensor<3xi32>
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l
      : (tensor<?x4x64xf32>, tensor<6x2x64x64xf16>, tensor<6x2x64x64xf16>, tensor<3x2xi32>, tensor<4xi32>, tensor<3xi32>) -> tensor<?x4x64xf32>
  %q1 = check.fill seed 38 range [-2.0, 2.0] : tensor<90x2x32xf32>
  %k1 = check.fill seed 39 range [-2.0, 2.0] : tensor<2x2x64x32xbf16>
  %v1 = check.fill seed 40 : tensor<2x2x64x32xbf16>
  %t1 = check.literal dense<[[1, 0]]> : tensor<1x2xi32>
  %s1 = check.literal dense<[0, 90]> : tensor<2xi32>
  %l1 = check.literal dense<[117]> : tensor<1xi32>
  %1 = rlx.paged_attention %q1, %k1, %v1 blocks = %t1 starts = %s1 lengths = %l1
      : (tensor<90x2x32xf32>, tensor<2x2x64x32xbf16>, tensor<2x2x64x32xbf16>, tensor<1x2xi32>, tensor<2xi32>, tensor<1xi32>) -> tensor<90x2x32xf32>
  return %0, %1 : tensor<?x4x64xf32>, tensor<90x2x32xf32>
}

// Heads that are too large for tiles of a GPU: a prompt beside a row.
func.func @large_heads() -> tensor<22x4x256xf32> {
  %q = check.fill seed 41 range [-0.5, 0.5] : tensor<22x4x256xf32>
  %k = check.fill seed 42 range [-0.5, 0.5] : tensor<3x2x16x256xf32>
  %v = check.fill seed 43 : tensor<3x2x16x256xf32>
  %t = check.literal dense<[[2, 1], [0, 0]]> : tensor<2x2xi32>
  %s = check.literal dense<[0, 21, 22]> : tensor<3xi32>
  %l = check.literal dense<[30, 9]> : tensor<2xi32>
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l
      : (tensor<22x4x256xf32>, tensor<3x2x16x256xf32>, tensor<3x2x16x256xf32>, tensor<2x2xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<22x4x256xf32>
  return %0 : tensor<22x4x256xf32>
}
