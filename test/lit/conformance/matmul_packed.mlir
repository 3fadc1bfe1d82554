// RUN: rlx-check %{sample} %s %{quick-lanes}

// By hand: two panels of two columns for n = 3. The padding column has 99, which must not show.
func.func @literals() -> tensor<2x3xf32> {
  %x = check.literal dense<[[1.0, 2.0], [3.0, -4.0]]> : tensor<2x2xf32>
  %w = check.literal dense<[[[1.0, 10.0], [2.0, 20.0]], [[100.0, 99.0], [200.0, 99.0]]]>
      : tensor<2x2x2xf32>
  %b = check.literal dense<[0.5, 0.0, -1.0]> : tensor<3xf32>
  %0 = rlx.matmul_packed %x, %w, %b {n = 3 : i64}
      : (tensor<2x2xf32>, tensor<2x2x2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %e = check.literal dense<[[5.5, 50.0, 499.0], [-4.5, -50.0, -501.0]]> : tensor<2x3xf32>
  check.expect_eq %0, %e : tensor<2x3xf32>, tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// By hand, in panels that fill vector registers: every sum is 3 * 5 * 2 + 1.
func.func @literals_wide() -> tensor<3x33xf32> {
  %x = check.literal dense<5.0> : tensor<3x3xf32>
  %w = check.literal dense<2.0> : tensor<2x3x32xf32>
  %b = check.literal dense<1.0> : tensor<33xf32>
  %0 = rlx.matmul_packed %x, %w, %b {n = 33 : i64}
      : (tensor<3x3xf32>, tensor<2x3x32xf32>, tensor<33xf32>) -> tensor<3x33xf32>
  %e = check.literal dense<31.0> : tensor<3x33xf32>
  check.expect_eq %0, %e : tensor<3x33xf32>, tensor<3x33xf32>
  return %0 : tensor<3x33xf32>
}

// A NaN or infinity in the padding of the last panel stays there; one in a row stays in its row.
func.func @literals_not_finite() -> tensor<2x1xf32> {
  %x = check.literal dense<[[0x7F800000], [2.0]]> : tensor<2x1xf32>
  %w = check.literal dense<[[[1.0, 0x7FC00000, 0x7F800000, 0.0, 0.0, 0.0, 0.0, 0.0,
                              0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0x7FC00000]]]>
      : tensor<1x1x16xf32>
  %0 = rlx.matmul_packed %x, %w {n = 1 : i64}
      : (tensor<2x1xf32>, tensor<1x1x16xf32>) -> tensor<2x1xf32>
  %e = check.literal dense<[[0x7F800000], [2.0]]> : tensor<2x1xf32>
  check.expect_eq %0, %e : tensor<2x1xf32>, tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// Static numbers of rows: all tails of a register tile of 8 rows (or 6, or 4).
func.func @rows_1_to_9()
    -> (tensor<1x40xf32>, tensor<2x40xf32>, tensor<3x40xf32>, tensor<4x40xf32>, tensor<5x40xf32>,
        tensor<6x40xf32>, tensor<7x40xf32>, tensor<8x40xf32>, tensor<9x40xf32>) {
  %x0 = check.fill seed 1 : tensor<1x7xf32>
  %x1 = check.fill seed 2 as param : tensor<2x7x32xf32>
  %0 = rlx.matmul_packed %x0, %x1 {n = 40 : i64}
      : (tensor<1x7xf32>, tensor<2x7x32xf32>) -> tensor<1x40xf32>
  %x2 = check.fill seed 3 : tensor<2x7xf32>
  %x3 = check.fill seed 4 as param : tensor<2x7x32xf32>
  %x4 = check.fill seed 5 as param : tensor<40xf32>
  %1 = rlx.matmul_packed %x2, %x3, %x4 {n = 40 : i64}
      : (tensor<2x7xf32>, tensor<2x7x32xf32>, tensor<40xf32>) -> tensor<2x40xf32>
  %x5 = check.fill seed 6 : tensor<3x7xf32>
  %x6 = check.fill seed 7 as param : tensor<2x7x32xf32>
  %2 = rlx.matmul_packed %x5, %x6 {n = 40 : i64}
      : (tensor<3x7xf32>, tensor<2x7x32xf32>) -> tensor<3x40xf32>
  %x7 = check.fill seed 8 : tensor<4x7xf32>
  %x8 = check.fill seed 9 as param : tensor<2x7x32xf32>
  %x9 = check.fill seed 10 as param : tensor<40xf32>
  %3 = rlx.matmul_packed %x7, %x8, %x9 {n = 40 : i64}
      : (tensor<4x7xf32>, tensor<2x7x32xf32>, tensor<40xf32>) -> tensor<4x40xf32>
  %x10 = check.fill seed 11 : tensor<5x7xf32>
  %x11 = check.fill seed 12 as param : tensor<2x7x32xf32>
  %4 = rlx.matmul_packed %x10, %x11 {n = 40 : i64}
      : (tensor<5x7xf32>, tensor<2x7x32xf32>) -> tensor<5x40xf32>
  %x12 = check.fill seed 13 : tensor<6x7xf32>
  %x13 = check.fill seed 14 as param : tensor<2x7x32xf32>
  %x14 = check.fill seed 15 as param : tensor<40xf32>
  %5 = rlx.matmul_packed %x12, %x13, %x14 {n = 40 : i64}
      : (tensor<6x7xf32>, tensor<2x7x32xf32>, tensor<40xf32>) -> tensor<6x40xf32>
  %x15 = check.fill seed 16 : tensor<7x7xf32>
  %x16 = check.fill seed 17 as param : tensor<2x7x32xf32>
  %6 = rlx.matmul_packed %x15, %x16 {n = 40 : i64}
      : (tensor<7x7xf32>, tensor<2x7x32xf32>) -> tensor<7x40xf32>
  %x17 = check.fill seed 18 : tensor<8x7xf32>
  %x18 = check.fill seed 19 as param : tensor<2x7x32xf32>
  %x19 = check.fill seed 20 as param : tensor<40xf32>
  %7 = rlx.matmul_packed %x17, %x18, %x19 {n = 40 : i64}
      : (tensor<8x7xf32>, tensor<2x7x32xf32>, tensor<40xf32>) -> tensor<8x40xf32>
  %x20 = check.fill seed 21 : tensor<9x7xf32>
  %x21 = check.fill seed 22 as param : tensor<2x7x32xf32>
  %8 = rlx.matmul_packed %x20, %x21 {n = 40 : i64}
      : (tensor<9x7xf32>, tensor<2x7x32xf32>) -> tensor<9x40xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8
      : tensor<1x40xf32>, tensor<2x40xf32>, tensor<3x40xf32>, tensor<4x40xf32>, tensor<5x40xf32>,
        tensor<6x40xf32>, tensor<7x40xf32>, tensor<8x40xf32>, tensor<9x40xf32>
}

// The same tails with dynamic rows. One and two rows have separate code.
func.func @dynamic_rows_1_to_9()
    -> (tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>,
        tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>) {
  %x0 = check.fill sizes [1, 7] seed 23 : tensor<?x7xf32>
  %x1 = check.fill seed 24 as param : tensor<2x7x32xf32>
  %x2 = check.fill seed 25 as param : tensor<40xf32>
  %0 = rlx.matmul_packed %x0, %x1, %x2 {n = 40 : i64}
      : (tensor<?x7xf32>, tensor<2x7x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %x3 = check.fill sizes [2, 7] seed 26 : tensor<?x7xf32>
  %x4 = check.fill seed 27 as param : tensor<2x7x32xf32>
  %1 = rlx.matmul_packed %x3, %x4 {n = 40 : i64}
      : (tensor<?x7xf32>, tensor<2x7x32xf32>) -> tensor<?x40xf32>
  %x5 = check.fill sizes [3, 7] seed 28 : tensor<?x7xf32>
  %x6 = check.fill seed 29 as param : tensor<2x7x32xf32>
  %x7 = check.fill seed 30 as param : tensor<40xf32>
  %2 = rlx.matmul_packed %x5, %x6, %x7 {n = 40 : i64}
      : (tensor<?x7xf32>, tensor<2x7x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %x8 = check.fill sizes [4, 7] seed 31 : tensor<?x7xf32>
  %x9 = check.fill seed 32 as param : tensor<2x7x32xf32>
  %3 = rlx.matmul_packed %x8, %x9 {n = 40 : i64}
      : (tensor<?x7xf32>, tensor<2x7x32xf32>) -> tensor<?x40xf32>
  %x10 = check.fill sizes [5, 7] seed 33 : tensor<?x7xf32>
  %x11 = check.fill seed 34 as param : tensor<2x7x32xf32>
  %x12 = check.fill seed 35 as param : tensor<40xf32>
  %4 = rlx.matmul_packed %x10, %x11, %x12 {n = 40 : i64}
      : (tensor<?x7xf32>, tensor<2x7x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %x13 = check.fill sizes [6, 7] seed 36 : tensor<?x7xf32>
  %x14 = check.fill seed 37 as param : tensor<2x7x32xf32>
  %5 = rlx.matmul_packed %x13, %x14 {n = 40 : i64}
      : (tensor<?x7xf32>, tensor<2x7x32xf32>) -> tensor<?x40xf32>
  %x15 = check.fill sizes [7, 7] seed 38 : tensor<?x7xf32>
  %x16 = check.fill seed 39 as param : tensor<2x7x32xf32>
  %x17 = check.fill seed 40 as param : tensor<40xf32>
  %6 = rlx.matmul_packed %x15, %x16, %x17 {n = 40 : i64}
      : (tensor<?x7xf32>, tensor<2x7x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %x18 = check.fill sizes [8, 7] seed 41 : tensor<?x7xf32>
  %x19 = check.fill seed 42 as param : tensor<2x7x32xf32>
  %7 = rlx.matmul_packed %x18, %x19 {n = 40 : i64}
      : (tensor<?x7xf32>, tensor<2x7x32xf32>) -> tensor<?x40xf32>
  %x20 = check.fill sizes [9, 7] seed 43 : tensor<?x7xf32>
  %x21 = check.fill seed 44 as param : tensor<2x7x32xf32>
  %x22 = check.fill seed 45 as param : tensor<40xf32>
  %8 = rlx.matmul_packed %x20, %x21, %x22 {n = 40 : i64}
      : (tensor<?x7xf32>, tensor<2x7x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8
      : tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>,
        tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>
}

// Full tiles and full panels: no masks and no scratch tile.
func.func @rows_fill_tiles() -> tensor<64x96xf32> {
  %x0 = check.fill seed 46 : tensor<64x40xf32>
  %x1 = check.fill seed 47 as param : tensor<3x40x32xf32>
  %0 = rlx.matmul_packed %x0, %x1 {n = 96 : i64}
      : (tensor<64x40xf32>, tensor<3x40x32xf32>) -> tensor<64x96xf32>
  return %0 : tensor<64x96xf32>
}

// More rows than one workgroup takes, with a tail in the last.
func.func @many_rows() -> (tensor<1029x40xf32>, tensor<?x40xf32>) {
  %x0 = check.fill seed 48 : tensor<1029x24xf32>
  %x1 = check.fill seed 49 as param : tensor<2x24x32xf32>
  %x2 = check.fill seed 50 as param : tensor<40xf32>
  %0 = rlx.matmul_packed %x0, %x1, %x2 {n = 40 : i64}
      : (tensor<1029x24xf32>, tensor<2x24x32xf32>, tensor<40xf32>) -> tensor<1029x40xf32>
  %x3 = check.fill sizes [1029, 24] seed 51 : tensor<?x24xf32>
  %x4 = check.fill seed 52 as param : tensor<2x24x32xf32>
  %1 = rlx.matmul_packed %x3, %x4 {n = 40 : i64}
      : (tensor<?x24xf32>, tensor<2x24x32xf32>) -> tensor<?x40xf32>
  return %0, %1 : tensor<1029x40xf32>, tensor<?x40xf32>
}

// Sum lengths that are multiples of no unroll factor; 129 and 300 exceed a prefetch distance.
func.func @k()
    -> (tensor<5x32xf32>, tensor<5x32xf32>, tensor<5x32xf32>, tensor<5x32xf32>, tensor<5x32xf32>) {
  %x0 = check.fill seed 53 : tensor<5x1xf32>
  %x1 = check.fill seed 54 as param : tensor<1x1x32xf32>
  %0 = rlx.matmul_packed %x0, %x1 {n = 32 : i64}
      : (tensor<5x1xf32>, tensor<1x1x32xf32>) -> tensor<5x32xf32>
  %x2 = check.fill seed 55 : tensor<5x3xf32>
  %x3 = check.fill seed 56 as param : tensor<1x3x32xf32>
  %1 = rlx.matmul_packed %x2, %x3 {n = 32 : i64}
      : (tensor<5x3xf32>, tensor<1x3x32xf32>) -> tensor<5x32xf32>
  %x4 = check.fill seed 57 : tensor<5x17xf32>
  %x5 = check.fill seed 58 as param : tensor<1x17x32xf32>
  %2 = rlx.matmul_packed %x4, %x5 {n = 32 : i64}
      : (tensor<5x17xf32>, tensor<1x17x32xf32>) -> tensor<5x32xf32>
  %x6 = check.fill seed 59 : tensor<5x129xf32>
  %x7 = check.fill seed 60 as param : tensor<1x129x32xf32>
  %3 = rlx.matmul_packed %x6, %x7 {n = 32 : i64}
      : (tensor<5x129xf32>, tensor<1x129x32xf32>) -> tensor<5x32xf32>
  %x8 = check.fill seed 61 : tensor<5x300xf32>
  %x9 = check.fill seed 62 as param : tensor<1x300x32xf32>
  %4 = rlx.matmul_packed %x8, %x9 {n = 32 : i64}
      : (tensor<5x300xf32>, tensor<1x300x32xf32>) -> tensor<5x32xf32>
  return %0, %1, %2, %3, %4
      : tensor<5x32xf32>, tensor<5x32xf32>, tensor<5x32xf32>, tensor<5x32xf32>, tensor<5x32xf32>
}

// Columns: a single one, one less and one more than a panel, an almost empty last panel.
func.func @n()
    -> (tensor<4x1xf32>, tensor<4x15xf32>, tensor<4x31xf32>, tensor<4x32xf32>, tensor<4x33xf32>,
        tensor<4x65xf32>, tensor<4x95xf32>) {
  %x0 = check.fill seed 63 : tensor<4x6xf32>
  %x1 = check.fill seed 64 as param : tensor<1x6x32xf32>
  %x2 = check.fill seed 65 as param : tensor<1xf32>
  %0 = rlx.matmul_packed %x0, %x1, %x2 {n = 1 : i64}
      : (tensor<4x6xf32>, tensor<1x6x32xf32>, tensor<1xf32>) -> tensor<4x1xf32>
  %x3 = check.fill seed 66 : tensor<4x6xf32>
  %x4 = check.fill seed 67 as param : tensor<1x6x32xf32>
  %x5 = check.fill seed 68 as param : tensor<15xf32>
  %1 = rlx.matmul_packed %x3, %x4, %x5 {n = 15 : i64}
      : (tensor<4x6xf32>, tensor<1x6x32xf32>, tensor<15xf32>) -> tensor<4x15xf32>
  %x6 = check.fill seed 69 : tensor<4x6xf32>
  %x7 = check.fill seed 70 as param : tensor<1x6x32xf32>
  %x8 = check.fill seed 71 as param : tensor<31xf32>
  %2 = rlx.matmul_packed %x6, %x7, %x8 {n = 31 : i64}
      : (tensor<4x6xf32>, tensor<1x6x32xf32>, tensor<31xf32>) -> tensor<4x31xf32>
  %x9 = check.fill seed 72 : tensor<4x6xf32>
  %x10 = check.fill seed 73 as param : tensor<1x6x32xf32>
  %x11 = check.fill seed 74 as param : tensor<32xf32>
  %3 = rlx.matmul_packed %x9, %x10, %x11 {n = 32 : i64}
      : (tensor<4x6xf32>, tensor<1x6x32xf32>, tensor<32xf32>) -> tensor<4x32xf32>
  %x12 = check.fill seed 75 : tensor<4x6xf32>
  %x13 = check.fill seed 76 as param : tensor<2x6x32xf32>
  %x14 = check.fill seed 77 as param : tensor<33xf32>
  %4 = rlx.matmul_packed %x12, %x13, %x14 {n = 33 : i64}
      : (tensor<4x6xf32>, tensor<2x6x32xf32>, tensor<33xf32>) -> tensor<4x33xf32>
  %x15 = check.fill seed 78 : tensor<4x6xf32>
  %x16 = check.fill seed 79 as param : tensor<3x6x32xf32>
  %x17 = check.fill seed 80 as param : tensor<65xf32>
  %5 = rlx.matmul_packed %x15, %x16, %x17 {n = 65 : i64}
      : (tensor<4x6xf32>, tensor<3x6x32xf32>, tensor<65xf32>) -> tensor<4x65xf32>
  %x18 = check.fill seed 81 : tensor<4x6xf32>
  %x19 = check.fill seed 82 as param : tensor<3x6x32xf32>
  %x20 = check.fill seed 83 as param : tensor<95xf32>
  %6 = rlx.matmul_packed %x18, %x19, %x20 {n = 95 : i64}
      : (tensor<4x6xf32>, tensor<3x6x32xf32>, tensor<95xf32>) -> tensor<4x95xf32>
  return %0, %1, %2, %3, %4, %5, %6
      : tensor<4x1xf32>, tensor<4x15xf32>, tensor<4x31xf32>, tensor<4x32xf32>, tensor<4x33xf32>,
        tensor<4x65xf32>, tensor<4x95xf32>
}

// One row reads several panels at once. The last one is repeated.
func.func @n_one_row()
    -> (tensor<1x31xf32>, tensor<1x70xf32>, tensor<1x160xf32>, tensor<1x257xf32>, tensor<?x160xf32>,
        tensor<2x257xf32>) {
  %x0 = check.fill seed 84 : tensor<1x9xf32>
  %x1 = check.fill seed 85 as param : tensor<1x9x32xf32>
  %x2 = check.fill seed 86 as param : tensor<31xf32>
  %0 = rlx.matmul_packed %x0, %x1, %x2 {n = 31 : i64}
      : (tensor<1x9xf32>, tensor<1x9x32xf32>, tensor<31xf32>) -> tensor<1x31xf32>
  %x3 = check.fill seed 87 : tensor<1x9xf32>
  %x4 = check.fill seed 88 as param : tensor<3x9x32xf32>
  %x5 = check.fill seed 89 as param : tensor<70xf32>
  %1 = rlx.matmul_packed %x3, %x4, %x5 {n = 70 : i64}
      : (tensor<1x9xf32>, tensor<3x9x32xf32>, tensor<70xf32>) -> tensor<1x70xf32>
  %x6 = check.fill seed 90 : tensor<1x9xf32>
  %x7 = check.fill seed 91 as param : tensor<5x9x32xf32>
  %x8 = check.fill seed 92 as param : tensor<160xf32>
  %2 = rlx.matmul_packed %x6, %x7, %x8 {n = 160 : i64}
      : (tensor<1x9xf32>, tensor<5x9x32xf32>, tensor<160xf32>) -> tensor<1x160xf32>
  %x9 = check.fill seed 93 : tensor<1x9xf32>
  %x10 = check.fill seed 94 as param : tensor<9x9x32xf32>
  %x11 = check.fill seed 95 as param : tensor<257xf32>
  %3 = rlx.matmul_packed %x9, %x10, %x11 {n = 257 : i64}
      : (tensor<1x9xf32>, tensor<9x9x32xf32>, tensor<257xf32>) -> tensor<1x257xf32>
  %x12 = check.fill sizes [1, 9] seed 96 : tensor<?x9xf32>
  %x13 = check.fill seed 97 as param : tensor<5x9x32xf32>
  %4 = rlx.matmul_packed %x12, %x13 {n = 160 : i64}
      : (tensor<?x9xf32>, tensor<5x9x32xf32>) -> tensor<?x160xf32>
  %x14 = check.fill seed 98 : tensor<2x9xf32>
  %x15 = check.fill seed 99 as param : tensor<9x9x32xf32>
  %5 = rlx.matmul_packed %x14, %x15 {n = 257 : i64}
      : (tensor<2x9xf32>, tensor<9x9x32xf32>) -> tensor<2x257xf32>
  return %0, %1, %2, %3, %4, %5
      : tensor<1x31xf32>, tensor<1x70xf32>, tensor<1x160xf32>, tensor<1x257xf32>, tensor<?x160xf32>,
        tensor<2x257xf32>
}

// Panels of other CPUs. Some do not fill vectors and take the generic route.
func.func @panel_widths()
    -> (tensor<9x3xf32>, tensor<9x4xf32>, tensor<9x9xf32>, tensor<9x17xf32>, tensor<9x25xf32>,
        tensor<9x49xf32>, tensor<9x65xf32>) {
  %x0 = check.fill seed 100 : tensor<9x10xf32>
  %x1 = check.fill seed 101 as param : tensor<3x10x1xf32>
  %x2 = check.fill seed 102 as param : tensor<3xf32>
  %0 = rlx.matmul_packed %x0, %x1, %x2 {n = 3 : i64}
      : (tensor<9x10xf32>, tensor<3x10x1xf32>, tensor<3xf32>) -> tensor<9x3xf32>
  %x3 = check.fill seed 103 : tensor<9x10xf32>
  %x4 = check.fill seed 104 as param : tensor<2x10x3xf32>
  %x5 = check.fill seed 105 as param : tensor<4xf32>
  %1 = rlx.matmul_packed %x3, %x4, %x5 {n = 4 : i64}
      : (tensor<9x10xf32>, tensor<2x10x3xf32>, tensor<4xf32>) -> tensor<9x4xf32>
  %x6 = check.fill seed 106 : tensor<9x10xf32>
  %x7 = check.fill seed 107 as param : tensor<2x10x8xf32>
  %x8 = check.fill seed 108 as param : tensor<9xf32>
  %2 = rlx.matmul_packed %x6, %x7, %x8 {n = 9 : i64}
      : (tensor<9x10xf32>, tensor<2x10x8xf32>, tensor<9xf32>) -> tensor<9x9xf32>
  %x9 = check.fill seed 109 : tensor<9x10xf32>
  %x10 = check.fill seed 110 as param : tensor<2x10x16xf32>
  %x11 = check.fill seed 111 as param : tensor<17xf32>
  %3 = rlx.matmul_packed %x9, %x10, %x11 {n = 17 : i64}
      : (tensor<9x10xf32>, tensor<2x10x16xf32>, tensor<17xf32>) -> tensor<9x17xf32>
  %x12 = check.fill seed 112 : tensor<9x10xf32>
  %x13 = check.fill seed 113 as param : tensor<2x10x24xf32>
  %x14 = check.fill seed 114 as param : tensor<25xf32>
  %4 = rlx.matmul_packed %x12, %x13, %x14 {n = 25 : i64}
      : (tensor<9x10xf32>, tensor<2x10x24xf32>, tensor<25xf32>) -> tensor<9x25xf32>
  %x15 = check.fill seed 115 : tensor<9x10xf32>
  %x16 = check.fill seed 116 as param : tensor<2x10x48xf32>
  %x17 = check.fill seed 117 as param : tensor<49xf32>
  %5 = rlx.matmul_packed %x15, %x16, %x17 {n = 49 : i64}
      : (tensor<9x10xf32>, tensor<2x10x48xf32>, tensor<49xf32>) -> tensor<9x49xf32>
  %x18 = check.fill seed 118 : tensor<9x10xf32>
  %x19 = check.fill seed 119 as param : tensor<2x10x64xf32>
  %x20 = check.fill seed 120 as param : tensor<65xf32>
  %6 = rlx.matmul_packed %x18, %x19, %x20 {n = 65 : i64}
      : (tensor<9x10xf32>, tensor<2x10x64xf32>, tensor<65xf32>) -> tensor<9x65xf32>
  return %0, %1, %2, %3, %4, %5, %6
      : tensor<9x3xf32>, tensor<9x4xf32>, tensor<9x9xf32>, tensor<9x17xf32>, tensor<9x25xf32>,
        tensor<9x49xf32>, tensor<9x65xf32>
}

// Rows in several dimensions, some of them dynamic.
func.func @leading_dimensions()
    -> (tensor<2x3x5x33xf32>, tensor<?x4x?x33xf32>, tensor<1x?x64xf32>) {
  %x0 = check.fill seed 121 : tensor<2x3x5x8xf32>
  %x1 = check.fill seed 122 as param : tensor<2x8x32xf32>
  %x2 = check.fill seed 123 as param : tensor<33xf32>
  %0 = rlx.matmul_packed %x0, %x1, %x2 {n = 33 : i64}
      : (tensor<2x3x5x8xf32>, tensor<2x8x32xf32>, tensor<33xf32>) -> tensor<2x3x5x33xf32>
  %x3 = check.fill sizes [3, 4, 3, 8] seed 124 : tensor<?x4x?x8xf32>
  %x4 = check.fill seed 125 as param : tensor<2x8x32xf32>
  %1 = rlx.matmul_packed %x3, %x4 {n = 33 : i64}
      : (tensor<?x4x?x8xf32>, tensor<2x8x32xf32>) -> tensor<?x4x?x33xf32>
  %x5 = check.fill sizes [1, 7, 8] seed 126 : tensor<1x?x8xf32>
  %x6 = check.fill seed 127 as param : tensor<2x8x32xf32>
  %2 = rlx.matmul_packed %x5, %x6 {n = 64 : i64}
      : (tensor<1x?x8xf32>, tensor<2x8x32xf32>) -> tensor<1x?x64xf32>
  return %0, %1, %2 : tensor<2x3x5x33xf32>, tensor<?x4x?x33xf32>, tensor<1x?x64xf32>
}

// A sum whose length is dynamic in the rows.
func.func @dynamic_weights_k() -> tensor<?x20xf32> {
  %x0 = check.fill sizes [3, 12] seed 128 : tensor<?x?xf32>
  %x1 = check.fill seed 129 as param : tensor<2x12x16xf32>
  %0 = rlx.matmul_packed %x0, %x1 {n = 20 : i64}
      : (tensor<?x?xf32>, tensor<2x12x16xf32>) -> tensor<?x20xf32>
  return %0 : tensor<?x20xf32>
}

// No rows, or empty sums: the bias, or zeros.
func.func @empty()
    -> (tensor<0x40xf32>, tensor<?x40xf32>, tensor<3x0x40xf32>, tensor<4x40xf32>,
        tensor<?x33xf32>) {
  %x0 = check.fill seed 130 : tensor<0x8xf32>
  %x1 = check.fill seed 131 as param : tensor<2x8x32xf32>
  %x2 = check.fill seed 132 as param : tensor<40xf32>
  %0 = rlx.matmul_packed %x0, %x1, %x2 {n = 40 : i64}
      : (tensor<0x8xf32>, tensor<2x8x32xf32>, tensor<40xf32>) -> tensor<0x40xf32>
  %x3 = check.fill sizes [0, 8] seed 133 : tensor<?x8xf32>
  %x4 = check.fill seed 134 as param : tensor<2x8x32xf32>
  %x5 = check.fill seed 135 as param : tensor<40xf32>
  %1 = rlx.matmul_packed %x3, %x4, %x5 {n = 40 : i64}
      : (tensor<?x8xf32>, tensor<2x8x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %x6 = check.fill seed 136 : tensor<3x0x8xf32>
  %x7 = check.fill seed 137 as param : tensor<2x8x32xf32>
  %2 = rlx.matmul_packed %x6, %x7 {n = 40 : i64}
      : (tensor<3x0x8xf32>, tensor<2x8x32xf32>) -> tensor<3x0x40xf32>
  %x8 = check.fill seed 138 : tensor<4x0xf32>
  %x9 = check.fill seed 139 as param : tensor<2x0x32xf32>
  %x10 = check.fill seed 140 as param : tensor<40xf32>
  %3 = rlx.matmul_packed %x8, %x9, %x10 {n = 40 : i64}
      : (tensor<4x0xf32>, tensor<2x0x32xf32>, tensor<40xf32>) -> tensor<4x40xf32>
  %x11 = check.fill sizes [3, 0] seed 141 : tensor<?x0xf32>
  %x12 = check.fill seed 142 as param : tensor<2x0x32xf32>
  %4 = rlx.matmul_packed %x11, %x12 {n = 33 : i64}
      : (tensor<?x0xf32>, tensor<2x0x32xf32>) -> tensor<?x33xf32>
  return %0, %1, %2, %3, %4
      : tensor<0x40xf32>, tensor<?x40xf32>, tensor<3x0x40xf32>, tensor<4x40xf32>, tensor<?x33xf32>
}

func.func @f16() -> (tensor<9x35xf16>, tensor<?x32xf16>) {
  %x0 = check.fill seed 143 : tensor<9x40xf16>
  %x1 = check.fill seed 144 as param : tensor<2x40x32xf16>
  %x2 = check.fill seed 145 as param : tensor<35xf16>
  %0 = rlx.matmul_packed %x0, %x1, %x2 {n = 35 : i64}
      : (tensor<9x40xf16>, tensor<2x40x32xf16>, tensor<35xf16>) -> tensor<9x35xf16>
  %x3 = check.fill sizes [5, 17] seed 146 : tensor<?x17xf16>
  %x4 = check.fill seed 147 as param : tensor<1x17x32xf16>
  %1 = rlx.matmul_packed %x3, %x4 {n = 32 : i64}
      : (tensor<?x17xf16>, tensor<1x17x32xf16>) -> tensor<?x32xf16>
  return %0, %1 : tensor<9x35xf16>, tensor<?x32xf16>
}

func.func @bf16() -> (tensor<9x35xbf16>, tensor<?x32xbf16>) {
  %x0 = check.fill seed 148 : tensor<9x40xbf16>
  %x1 = check.fill seed 149 as param : tensor<2x40x32xbf16>
  %x2 = check.fill seed 150 as param : tensor<35xbf16>
  %0 = rlx.matmul_packed %x0, %x1, %x2 {n = 35 : i64}
      : (tensor<9x40xbf16>, tensor<2x40x32xbf16>, tensor<35xbf16>) -> tensor<9x35xbf16>
  %x3 = check.fill sizes [5, 17] seed 151 : tensor<?x17xbf16>
  %x4 = check.fill seed 152 as param : tensor<1x17x32xbf16>
  %1 = rlx.matmul_packed %x3, %x4 {n = 32 : i64}
      : (tensor<?x17xbf16>, tensor<1x17x32xbf16>) -> tensor<?x32xbf16>
  return %0, %1 : tensor<9x35xbf16>, tensor<?x32xbf16>
}

func.func @f64() -> (tensor<9x35xf64>, tensor<?x32xf64>) {
  %x0 = check.fill seed 153 : tensor<9x40xf64>
  %x1 = check.fill seed 154 as param : tensor<2x40x32xf64>
  %x2 = check.fill seed 155 as param : tensor<35xf64>
  %0 = rlx.matmul_packed %x0, %x1, %x2 {n = 35 : i64}
      : (tensor<9x40xf64>, tensor<2x40x32xf64>, tensor<35xf64>) -> tensor<9x35xf64>
  %x3 = check.fill sizes [5, 17] seed 156 : tensor<?x17xf64>
  %x4 = check.fill seed 157 as param : tensor<1x17x32xf64>
  %1 = rlx.matmul_packed %x3, %x4 {n = 32 : i64}
      : (tensor<?x17xf64>, tensor<1x17x32xf64>) -> tensor<?x32xf64>
  return %0, %1 : tensor<9x35xf64>, tensor<?x32xf64>
}

// NaN, infinities and subnormal numbers among the rows and the weights.
func.func @edges() -> tensor<6x33xf32> {
  %x0 = check.fill seed 158 edges all : tensor<6x4xf32>
  %x1 = check.fill seed 159 edges all as param : tensor<2x4x32xf32>
  %0 = rlx.matmul_packed %x0, %x1 {n = 33 : i64}
      : (tensor<6x4xf32>, tensor<2x4x32xf32>) -> tensor<6x33xf32>
  return %0 : tensor<6x33xf32>
}

// A bias, a residual and an activation in the same kernel, over tails of rows and columns.
func.func @epilogue_residual() -> tensor<?x70xf32> {
  %x0 = check.fill sizes [13, 24] seed 160 : tensor<?x24xf32>
  %x1 = check.fill seed 161 as param : tensor<3x24x32xf32>
  %x2 = check.fill seed 162 as param : tensor<70xf32>
  %0 = rlx.matmul_packed %x0, %x1, %x2 {n = 70 : i64}
      : (tensor<?x24xf32>, tensor<3x24x32xf32>, tensor<70xf32>) -> tensor<?x70xf32>
  %x3 = check.fill sizes [13, 70] seed 163 : tensor<?x70xf32>
  %1 = rlx.add %0, %x3 : (tensor<?x70xf32>, tensor<?x70xf32>) -> tensor<?x70xf32>
  %2 = rlx.relu %1 : (tensor<?x70xf32>) -> tensor<?x70xf32>
  return %2 : tensor<?x70xf32>
}

// Operands along rows, along columns, and of one element.
func.func @epilogue_broadcasts() -> tensor<11x45xf32> {
  %x0 = check.fill seed 164 : tensor<11x12xf32>
  %x1 = check.fill seed 165 as param : tensor<2x12x32xf32>
  %0 = rlx.matmul_packed %x0, %x1 {n = 45 : i64}
      : (tensor<11x12xf32>, tensor<2x12x32xf32>) -> tensor<11x45xf32>
  %x2 = check.fill seed 166 : tensor<11x1xf32>
  %x3 = check.fill seed 167 : tensor<45xf32>
  %x4 = check.fill seed 168 : tensor<f32>
  %1 = rlx.mul %0, %x2 : (tensor<11x45xf32>, tensor<11x1xf32>) -> tensor<11x45xf32>
  %2 = rlx.sub %x3, %1 : (tensor<45xf32>, tensor<11x45xf32>) -> tensor<11x45xf32>
  %3 = rlx.max %2, %x4 : (tensor<11x45xf32>, tensor<f32>) -> tensor<11x45xf32>
  return %3 : tensor<11x45xf32>
}

func.func @epilogue_broadcasts_dynamic() -> tensor<?x45xf32> {
  %x0 = check.fill sizes [10, 12] seed 169 : tensor<?x12xf32>
  %x1 = check.fill seed 170 as param : tensor<2x12x32xf32>
  %0 = rlx.matmul_packed %x0, %x1 {n = 45 : i64}
      : (tensor<?x12xf32>, tensor<2x12x32xf32>) -> tensor<?x45xf32>
  %x2 = check.fill sizes [10, 1] seed 171 : tensor<?x1xf32>
  %x3 = check.fill seed 172 : tensor<1x45xf32>
  %1 = rlx.mul %0, %x2 : (tensor<?x45xf32>, tensor<?x1xf32>) -> tensor<?x45xf32>
  %2 = rlx.add %1, %x3 : (tensor<?x45xf32>, tensor<1x45xf32>) -> tensor<?x45xf32>
  return %2 : tensor<?x45xf32>
}

// An expensive epilogue, and an operand that is broadcast along part of the rows.
func.func @epilogue_part_of_rows() -> tensor<2x9x64xf32> {
  %x0 = check.fill seed 173 : tensor<2x9x16xf32>
  %x1 = check.fill seed 174 as param : tensor<2x16x32xf32>
  %0 = rlx.matmul_packed %x0, %x1 {n = 64 : i64}
      : (tensor<2x9x16xf32>, tensor<2x16x32xf32>) -> tensor<2x9x64xf32>
  %x2 = check.fill seed 175 : tensor<2x1x64xf32>
  %1 = rlx.mul %0, %x2 : (tensor<2x9x64xf32>, tensor<2x1x64xf32>) -> tensor<2x9x64xf32>
  %2 = rlx.gelu %1 : (tensor<2x9x64xf32>) -> tensor<2x9x64xf32>
  return %2 : tensor<2x9x64xf32>
}

// Expensive epilogues read their rows from a scratch tile.
func.func @epilogue_costly_3_rows() -> (tensor<3x50xf32>, tensor<?x50xf32>) {
  %x0 = check.fill seed 176 : tensor<3x16xf32>
  %x1 = check.fill seed 177 as param : tensor<2x16x32xf32>
  %x2 = check.fill seed 178 as param : tensor<50xf32>
  %0 = rlx.matmul_packed %x0, %x1, %x2 {n = 50 : i64}
      : (tensor<3x16xf32>, tensor<2x16x32xf32>, tensor<50xf32>) -> tensor<3x50xf32>
  %1 = rlx.silu %0 : (tensor<3x50xf32>) -> tensor<3x50xf32>
  %x3 = check.fill sizes [3, 16] seed 179 : tensor<?x16xf32>
  %x4 = check.fill seed 180 as param : tensor<2x16x32xf32>
  %2 = rlx.matmul_packed %x3, %x4 {n = 50 : i64}
      : (tensor<?x16xf32>, tensor<2x16x32xf32>) -> tensor<?x50xf32>
  %3 = rlx.tanh %2 : (tensor<?x50xf32>) -> tensor<?x50xf32>
  return %1, %3 : tensor<3x50xf32>, tensor<?x50xf32>
}

func.func @epilogue_costly_8_rows() -> (tensor<8x50xf32>, tensor<?x50xf32>) {
  %x0 = check.fill seed 181 : tensor<8x16xf32>
  %x1 = check.fill seed 182 as param : tensor<2x16x32xf32>
  %x2 = check.fill seed 183 as param : tensor<50xf32>
  %0 = rlx.matmul_packed %x0, %x1, %x2 {n = 50 : i64}
      : (tensor<8x16xf32>, tensor<2x16x32xf32>, tensor<50xf32>) -> tensor<8x50xf32>
  %1 = rlx.silu %0 : (tensor<8x50xf32>) -> tensor<8x50xf32>
  %x3 = check.fill sizes [8, 16] seed 184 : tensor<?x16xf32>
  %x4 = check.fill seed 185 as param : tensor<2x16x32xf32>
  %2 = rlx.matmul_packed %x3, %x4 {n = 50 : i64}
      : (tensor<?x16xf32>, tensor<2x16x32xf32>) -> tensor<?x50xf32>
  %3 = rlx.tanh %2 : (tensor<?x50xf32>) -> tensor<?x50xf32>
  return %1, %3 : tensor<8x50xf32>, tensor<?x50xf32>
}

func.func @epilogue_costly_21_rows() -> (tensor<21x50xf32>, tensor<?x50xf32>) {
  %x0 = check.fill seed 186 : tensor<21x16xf32>
  %x1 = check.fill seed 187 as param : tensor<2x16x32xf32>
  %x2 = check.fill seed 188 as param : tensor<50xf32>
  %0 = rlx.matmul_packed %x0, %x1, %x2 {n = 50 : i64}
      : (tensor<21x16xf32>, tensor<2x16x32xf32>, tensor<50xf32>) -> tensor<21x50xf32>
  %1 = rlx.silu %0 : (tensor<21x50xf32>) -> tensor<21x50xf32>
  %x3 = check.fill sizes [21, 16] seed 189 : tensor<?x16xf32>
  %x4 = check.fill seed 190 as param : tensor<2x16x32xf32>
  %2 = rlx.matmul_packed %x3, %x4 {n = 50 : i64}
      : (tensor<?x16xf32>, tensor<2x16x32xf32>) -> tensor<?x50xf32>
  %3 = rlx.tanh %2 : (tensor<?x50xf32>) -> tensor<?x50xf32>
  return %1, %3 : tensor<21x50xf32>, tensor<?x50xf32>
}

func.func @epilogue_one_row() -> tensor<1x130xf32> {
  %x0 = check.fill seed 191 : tensor<1x16xf32>
  %x1 = check.fill seed 192 as param : tensor<5x16x32xf32>
  %x2 = check.fill seed 193 as param : tensor<130xf32>
  %0 = rlx.matmul_packed %x0, %x1, %x2 {n = 130 : i64}
      : (tensor<1x16xf32>, tensor<5x16x32xf32>, tensor<130xf32>) -> tensor<1x130xf32>
  %x3 = check.fill seed 194 : tensor<1x130xf32>
  %1 = rlx.gelu_tanh %0 : (tensor<1x130xf32>) -> tensor<1x130xf32>
  %2 = rlx.mul %1, %x3 : (tensor<1x130xf32>, tensor<1x130xf32>) -> tensor<1x130xf32>
  return %2 : tensor<1x130xf32>
}

// The matmul is a result of the model besides feeding an activation.
func.func @epilogue_shared() -> (tensor<7x40xf32>, tensor<7x40xf32>) {
  %x0 = check.fill seed 195 : tensor<7x16xf32>
  %x1 = check.fill seed 196 as param : tensor<2x16x32xf32>
  %x2 = check.fill seed 197 as param : tensor<40xf32>
  %0 = rlx.matmul_packed %x0, %x1, %x2 {n = 40 : i64}
      : (tensor<7x16xf32>, tensor<2x16x32xf32>, tensor<40xf32>) -> tensor<7x40xf32>
  %1 = rlx.sigmoid %0 : (tensor<7x40xf32>) -> tensor<7x40xf32>
  return %0, %1 : tensor<7x40xf32>, tensor<7x40xf32>
}

// An epilogue on no rows.
func.func @epilogue_empty() -> tensor<?x40xf32> {
  %x0 = check.fill sizes [0, 16] seed 198 : tensor<?x16xf32>
  %x1 = check.fill seed 199 as param : tensor<2x16x32xf32>
  %0 = rlx.matmul_packed %x0, %x1 {n = 40 : i64}
      : (tensor<?x16xf32>, tensor<2x16x32xf32>) -> tensor<?x40xf32>
  %1 = rlx.gelu %0 : (tensor<?x40xf32>) -> tensor<?x40xf32>
  return %1 : tensor<?x40xf32>
}
