// RUN: rlx-check %s %{quick-lanes}

func.func @literals() -> tensor<2x2xf32> {
  %a = check.literal dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %b = check.literal dense<[[1.0, 0.0], [0.0, 1.0], [2.0, -1.0]]> : tensor<3x2xf32>
  %0 = rlx.matmul %a, %b : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %w = check.literal dense<[[7.0, -1.0], [16.0, -1.0]]> : tensor<2x2xf32>
  check.expect_close %0, %w {ulp = 1} : tensor<2x2xf32>, tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// Sizes that are no multiple of any tile. The weight is a param, so it may be packed once.
func.func @weight() -> tensor<13x50xf32> {
  %a = check.fill seed 1 : tensor<13x37xf32>
  %b = check.fill seed 2 as param : tensor<37x50xf32>
  %0 = rlx.matmul %a, %b : (tensor<13x37xf32>, tensor<37x50xf32>) -> tensor<13x50xf32>
  return %0 : tensor<13x50xf32>
}

func.func @constant_weight_dynamic_rows() -> tensor<?x64xf32> {
  %a = check.fill sizes [9, 64] seed 3 : tensor<?x64xf32>
  %b = check.fill seed 4 as constant : tensor<64x64xf32>
  %0 = rlx.matmul %a, %b : (tensor<?x64xf32>, tensor<64x64xf32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

func.func @all_dynamic() -> tensor<?x?x?xf32> {
  %a = check.fill sizes [2, 5, 7] seed 5 : tensor<?x?x?xf32>
  %b = check.fill sizes [2, 7, 3] seed 6 : tensor<?x?x?xf32>
  %0 = rlx.matmul %a, %b : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

func.func @batch_broadcast() -> tensor<2x3x4x6xf32> {
  %a = check.fill seed 7 : tensor<2x1x4x8xf32>
  %b = check.fill seed 8 : tensor<3x8x6xf32>
  %0 = rlx.matmul %a, %b : (tensor<2x1x4x8xf32>, tensor<3x8x6xf32>) -> tensor<2x3x4x6xf32>
  return %0 : tensor<2x3x4x6xf32>
}

func.func @bf16() -> tensor<4x8xbf16> {
  %a = check.fill seed 9 : tensor<4x16xbf16>
  %b = check.fill seed 10 : tensor<16x8xbf16>
  %0 = rlx.matmul %a, %b : (tensor<4x16xbf16>, tensor<16x8xbf16>) -> tensor<4x8xbf16>
  return %0 : tensor<4x8xbf16>
}

func.func @f16() -> tensor<4x8xf16> {
  %a = check.fill seed 11 : tensor<4x16xf16>
  %b = check.fill seed 12 : tensor<16x8xf16>
  %0 = rlx.matmul %a, %b : (tensor<4x16xf16>, tensor<16x8xf16>) -> tensor<4x8xf16>
  return %0 : tensor<4x8xf16>
}

func.func @i32_wraps() -> tensor<5x5xi32> {
  %a = check.fill seed 13 range [-9.0, 9.0] edges finite : tensor<5x6xi32>
  %b = check.fill seed 14 range [-9.0, 9.0] edges finite : tensor<6x5xi32>
  %0 = rlx.matmul %a, %b : (tensor<5x6xi32>, tensor<6x5xi32>) -> tensor<5x5xi32>
  return %0 : tensor<5x5xi32>
}

// The empty sum is zero.
func.func @empty_inner() -> tensor<2x3xf32> {
  %a = check.fill seed 15 : tensor<2x0xf32>
  %b = check.fill seed 16 : tensor<0x3xf32>
  %0 = rlx.matmul %a, %b : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  %w = check.literal dense<0.0> : tensor<2x3xf32>
  check.expect_eq %0, %w : tensor<2x3xf32>, tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Empty sums, and no rows, with prepared weights.
func.func @empty_static() -> (tensor<4x5xf32>, tensor<0x5xf32>) {
  %x = check.fill seed 90 : tensor<4x0xf32>
  %w = check.fill seed 91 as param : tensor<0x5xf32>
  %0 = rlx.matmul %x, %w : (tensor<4x0xf32>, tensor<0x5xf32>) -> tensor<4x5xf32>
  %y = check.fill seed 92 : tensor<0x4xf32>
  %v = check.fill seed 93 as param : tensor<4x5xf32>
  %1 = rlx.matmul %y, %v : (tensor<0x4xf32>, tensor<4x5xf32>) -> tensor<0x5xf32>
  return %0, %1 : tensor<4x5xf32>, tensor<0x5xf32>
}

// A weight without columns, and one without rows.
func.func @empty_weight() -> (tensor<3x0xf32>, tensor<3x5xf32>) {
  %a = check.fill seed 90 : tensor<3x4xf32>
  %b = check.fill seed 91 as param : tensor<4x0xf32>
  %0 = rlx.matmul %a, %b : (tensor<3x4xf32>, tensor<4x0xf32>) -> tensor<3x0xf32>
  %c = check.fill seed 92 : tensor<3x0xf32>
  %d = check.fill seed 93 as param : tensor<0x5xf32>
  %1 = rlx.matmul %c, %d : (tensor<3x0xf32>, tensor<0x5xf32>) -> tensor<3x5xf32>
  return %0, %1 : tensor<3x0xf32>, tensor<3x5xf32>
}

// Operands of rank 1 are a row and a column, as in NumPy.
func.func @vectors() -> (tensor<f32>, tensor<2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<2x2xi32>) {
  %a = check.literal dense<[1.0, 2.0]> : tensor<2xf32>
  %b = check.literal dense<[[1.0, 0.0, 2.0], [0.0, 1.0, -1.0]]> : tensor<2x3xf32>
  %c = check.literal dense<[3.0, 4.0, 5.0]> : tensor<3xf32>
  %0 = rlx.matmul %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %w0 = check.literal dense<5.0> : tensor<f32>
  check.expect_eq %0, %w0 : tensor<f32>, tensor<f32>
  %1 = rlx.matmul %b, %c : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  %w1 = check.literal dense<[13.0, -1.0]> : tensor<2xf32>
  check.expect_eq %1, %w1 : tensor<2xf32>, tensor<2xf32>
  %2 = rlx.matmul %a, %b : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<3xf32>
  %w2 = check.literal dense<[1.0, 2.0, 0.0]> : tensor<3xf32>
  check.expect_eq %2, %w2 : tensor<3xf32>, tensor<3xf32>
  %d = check.literal dense<[[[1.0, 2.0], [3.0, 4.0]], [[0.0, 1.0], [1.0, 0.0]]]> : tensor<2x2x2xf32>
  %3 = rlx.matmul %a, %d : (tensor<2xf32>, tensor<2x2x2xf32>) -> tensor<2x2xf32>
  %w3 = check.literal dense<[[7.0, 10.0], [2.0, 1.0]]> : tensor<2x2xf32>
  check.expect_eq %3, %w3 : tensor<2x2xf32>, tensor<2x2xf32>
  %e = check.literal dense<[[[1, 2], [3, 4]], [[0, 1], [1, 0]]]> : tensor<2x2x2xi32>
  %f = check.literal dense<[5, 6]> : tensor<2xi32>
  %4 = rlx.matmul %e, %f : (tensor<2x2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  %w4 = check.literal dense<[[17, 39], [6, 5]]> : tensor<2x2xi32>
  check.expect_eq %4, %w4 : tensor<2x2xi32>, tensor<2x2xi32>
  return %0, %1, %2, %3, %4 : tensor<f32>, tensor<2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<2x2xi32>
}

func.func @dynamic_vectors() -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<50xf32>, tensor<13xbf16>, tensor<f16>) {
  %a = check.fill sizes [7] seed 20 : tensor<?xf32>
  %b = check.fill sizes [3, 7, 5] seed 21 : tensor<?x?x?xf32>
  %0 = rlx.matmul %a, %b : (tensor<?xf32>, tensor<?x?x?xf32>) -> tensor<?x?xf32>
  %c = check.fill sizes [5] seed 22 : tensor<?xf32>
  %1 = rlx.matmul %b, %c : (tensor<?x?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %d = check.fill seed 23 : tensor<37xf32>
  %w = check.fill seed 24 as param : tensor<37x50xf32>
  %2 = rlx.matmul %d, %w : (tensor<37xf32>, tensor<37x50xf32>) -> tensor<50xf32>
  %e = check.fill seed 25 : tensor<13x9xbf16>
  %f = check.fill seed 26 as param : tensor<9xbf16>
  %3 = rlx.matmul %e, %f : (tensor<13x9xbf16>, tensor<9xbf16>) -> tensor<13xbf16>
  %g = check.fill seed 27 : tensor<9xf16>
  %4 = rlx.matmul %g, %g : (tensor<9xf16>, tensor<9xf16>) -> tensor<f16>
  return %0, %1, %2, %3, %4 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<50xf32>, tensor<13xbf16>, tensor<f16>
}

// Both sides broadcast, along different dimensions.
func.func @both_broadcast() -> (tensor<2x3x4x6xf32>, tensor<5x2x3x4x6xf32>) {
  %a = check.fill seed 30 : tensor<2x1x4x8xf32>
  %b = check.fill seed 31 : tensor<1x3x8x6xf32>
  %0 = rlx.matmul %a, %b : (tensor<2x1x4x8xf32>, tensor<1x3x8x6xf32>) -> tensor<2x3x4x6xf32>
  %c = check.fill seed 32 as param : tensor<5x1x3x8x6xf32>
  %1 = rlx.matmul %a, %c : (tensor<2x1x4x8xf32>, tensor<5x1x3x8x6xf32>) -> tensor<5x2x3x4x6xf32>
  return %0, %1 : tensor<2x3x4x6xf32>, tensor<5x2x3x4x6xf32>
}

// Sizes for which a GPU uses tiles, partial at the edges, with an epilogue.
func.func @ragged_tiles() -> (tensor<67x45xf32>, tensor<?x?x41xf32>) {
  %a = check.fill seed 50 : tensor<67x83xf32>
  %b = check.fill seed 51 : tensor<83x45xf32>
  %bias = check.fill seed 52 : tensor<45xf32>
  %0 = rlx.matmul %a, %b : (tensor<67x83xf32>, tensor<83x45xf32>) -> tensor<67x45xf32>
  %1 = rlx.add %0, %bias : (tensor<67x45xf32>, tensor<45xf32>) -> tensor<67x45xf32>
  %2 = rlx.gelu %1 : (tensor<67x45xf32>) -> tensor<67x45xf32>
  %c = check.fill sizes [3, 37, 19] seed 53 : tensor<?x?x?xf32>
  %d = check.fill sizes [3, 19, 41] seed 54 : tensor<?x?x41xf32>
  %3 = rlx.matmul %c, %d : (tensor<?x?x?xf32>, tensor<?x?x41xf32>) -> tensor<?x?x41xf32>
  return %2, %3 : tensor<67x45xf32>, tensor<?x?x41xf32>
}

// A dynamic sum that is empty at run time.
func.func @empty_sum_of_tiles() -> tensor<?x?xf32> {
  %a = check.fill sizes [40, 0] seed 55 : tensor<?x?xf32>
  %b = check.fill sizes [0, 50] seed 56 : tensor<?x?xf32>
  %0 = rlx.matmul %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// One row: invocations share its dot products with the columns.
func.func @row_by_matrix() -> tensor<1x90xf32> {
  %a = check.fill seed 57 : tensor<1x211xf32>
  %b = check.fill seed 58 : tensor<211x90xf32>
  %0 = rlx.matmul %a, %b : (tensor<1x211xf32>, tensor<211x90xf32>) -> tensor<1x90xf32>
  return %0 : tensor<1x90xf32>
}

// Transposed operands, which matmuls may read in place.
func.func @transposed_factors() -> (tensor<33x20xf32>, tensor<?x4x17x19xf32>, tensor<2x9x12xf32>, tensor<1x50xf32>) {
  %a = check.fill seed 1 : tensor<40x33xf32>
  %b = check.fill seed 2 : tensor<20x40xf32>
  %at = rlx.transpose %a perm = [1, 0] : (tensor<40x33xf32>) -> tensor<33x40xf32>
  %bt = rlx.transpose %b perm = [1, 0] : (tensor<20x40xf32>) -> tensor<40x20xf32>
  %0 = rlx.matmul %at, %bt : (tensor<33x40xf32>, tensor<40x20xf32>) -> tensor<33x20xf32>
  %q = check.fill sizes [2, 17, 4, 16] seed 3 : tensor<?x17x4x16xf32>
  %qt = rlx.transpose %q perm = [0, 2, 1, 3] : (tensor<?x17x4x16xf32>) -> tensor<?x4x17x16xf32>
  %k = check.fill seed 4 : tensor<19x1x4x16xf32>
  %kt = rlx.transpose %k perm = [1, 2, 3, 0] : (tensor<19x1x4x16xf32>) -> tensor<1x4x16x19xf32>
  %1 = rlx.matmul %qt, %kt : (tensor<?x4x17x16xf32>, tensor<1x4x16x19xf32>) -> tensor<?x4x17x19xf32>
  %c = check.fill seed 5 : tensor<2x24x9xf32>
  %d = check.fill seed 6 : tensor<12x24xf32>
  %ct = rlx.transpose %c perm = [0, 2, 1] : (tensor<2x24x9xf32>) -> tensor<2x9x24xf32>
  %dt = rlx.transpose %d perm = [1, 0] : (tensor<12x24xf32>) -> tensor<24x12xf32>
  %2 = rlx.matmul %ct, %dt : (tensor<2x9x24xf32>, tensor<24x12xf32>) -> tensor<2x9x12xf32>
  %e = check.fill seed 7 : tensor<1x100xf32>
  %f = check.fill seed 8 : tensor<50x100xf32>
  %ft = rlx.transpose %f perm = [1, 0] : (tensor<50x100xf32>) -> tensor<100x50xf32>
  %3 = rlx.matmul %e, %ft : (tensor<1x100xf32>, tensor<100x50xf32>) -> tensor<1x50xf32>
  return %0, %1, %2, %3 : tensor<33x20xf32>, tensor<?x4x17x19xf32>, tensor<2x9x12xf32>, tensor<1x50xf32>
}

// Long sums with few tiles, which a GPU splits into parts, with an epilogue.
func.func @long_sums() -> (tensor<70x66xf32>, tensor<64x96xf16>, tensor<2x64x64xbf16>) {
  %a = check.fill seed 59 : tensor<70x2048xf32>
  %b = check.fill seed 60 : tensor<2048x66xf32>
  %0 = rlx.matmul %a, %b : (tensor<70x2048xf32>, tensor<2048x66xf32>) -> tensor<70x66xf32>
  %c = check.fill seed 61 : tensor<64x2048xf16>
  %d = check.fill seed 62 : tensor<2048x96xf16>
  %bias = check.fill seed 63 : tensor<96xf16>
  %1 = rlx.matmul %c, %d : (tensor<64x2048xf16>, tensor<2048x96xf16>) -> tensor<64x96xf16>
  %2 = rlx.add %1, %bias : (tensor<64x96xf16>, tensor<96xf16>) -> tensor<64x96xf16>
  %3 = rlx.relu %2 : (tensor<64x96xf16>) -> tensor<64x96xf16>
  %e = check.fill seed 64 : tensor<2x64x2048xbf16>
  %f = check.fill seed 65 : tensor<2x2048x64xbf16>
  %4 = rlx.matmul %e, %f : (tensor<2x64x2048xbf16>, tensor<2x2048x64xbf16>) -> tensor<2x64x64xbf16>
  return %0, %3, %4 : tensor<70x66xf32>, tensor<64x96xf16>, tensor<2x64x64xbf16>
}

// Few rows by many columns: contiguous rows or columns of the weights, and an epilogue.
func.func @few_rows() -> (tensor<3x300xf32>, tensor<8x257xf16>, tensor<7x300xf32>, tensor<3x2x150xf32>) {
  %x0 = check.fill seed 410 range [-1.0, 1.0] : tensor<3x70xf32>
  %w0 = check.fill seed 411 range [-1.0, 1.0] : tensor<70x300xf32>
  %0 = rlx.matmul %x0, %w0 : (tensor<3x70xf32>, tensor<70x300xf32>) -> tensor<3x300xf32>
  %x1 = check.fill seed 412 range [-1.0, 1.0] : tensor<8x96xf16>
  %w1 = check.fill seed 413 range [-1.0, 1.0] : tensor<257x96xf16>
  %t1 = rlx.transpose %w1 perm = [1, 0] : (tensor<257x96xf16>) -> tensor<96x257xf16>
  %1 = rlx.matmul %x1, %t1 : (tensor<8x96xf16>, tensor<96x257xf16>) -> tensor<8x257xf16>
  %x2 = check.fill seed 414 range [-1.0, 1.0] : tensor<7x513xf32>
  %w2 = check.fill seed 415 range [-1.0, 1.0] : tensor<300x513xf32>
  %b2 = check.fill seed 416 range [-1.0, 1.0] : tensor<300xf32>
  %t2 = rlx.transpose %w2 perm = [1, 0] : (tensor<300x513xf32>) -> tensor<513x300xf32>
  %p2 = rlx.matmul %x2, %t2 : (tensor<7x513xf32>, tensor<513x300xf32>) -> tensor<7x300xf32>
  %s2 = rlx.add %p2, %b2 : (tensor<7x300xf32>, tensor<300xf32>) -> tensor<7x300xf32>
  %2 = rlx.relu %s2 : (tensor<7x300xf32>) -> tensor<7x300xf32>
  %x3 = check.fill seed 417 range [-1.0, 1.0] : tensor<3x2x64xf32>
  %w3 = check.fill seed 418 range [-1.0, 1.0] : tensor<3x64x150xf32>
  %3 = rlx.matmul %x3, %w3 : (tensor<3x2x64xf32>, tensor<3x64x150xf32>) -> tensor<3x2x150xf32>
  return %0, %1, %2, %3 : tensor<3x300xf32>, tensor<8x257xf16>, tensor<7x300xf32>, tensor<3x2x150xf32>
}
