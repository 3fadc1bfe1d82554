// RUN: rlx-check %s

// Tiles of 12 rows. Panels above 64 KB use them for dynamic rows, and for static rows if they leave
// the smallest remainder. All remainders are tested, alone and behind one full tile.

func.func @dynamic_1_to_14()
    -> (tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>) {
  %w = check.fill seed 1 as param : tensor<2x600x32xf32>
  %b = check.fill seed 2 as param : tensor<40xf32>
  %x0 = check.fill sizes [1, 600] seed 3 : tensor<?x600xf32>
  %0 = rlx.matmul_packed %x0, %w, %b {n = 40 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %x1 = check.fill sizes [2, 600] seed 4 : tensor<?x600xf32>
  %1 = rlx.matmul_packed %x1, %w, %b {n = 40 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %x2 = check.fill sizes [3, 600] seed 5 : tensor<?x600xf32>
  %2 = rlx.matmul_packed %x2, %w, %b {n = 40 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %x3 = check.fill sizes [4, 600] seed 6 : tensor<?x600xf32>
  %3 = rlx.matmul_packed %x3, %w, %b {n = 40 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %x4 = check.fill sizes [5, 600] seed 7 : tensor<?x600xf32>
  %4 = rlx.matmul_packed %x4, %w, %b {n = 40 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %x5 = check.fill sizes [7, 600] seed 8 : tensor<?x600xf32>
  %5 = rlx.matmul_packed %x5, %w, %b {n = 40 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %x6 = check.fill sizes [8, 600] seed 9 : tensor<?x600xf32>
  %6 = rlx.matmul_packed %x6, %w, %b {n = 40 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %x7 = check.fill sizes [9, 600] seed 10 : tensor<?x600xf32>
  %7 = rlx.matmul_packed %x7, %w, %b {n = 40 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %x8 = check.fill sizes [11, 600] seed 11 : tensor<?x600xf32>
  %8 = rlx.matmul_packed %x8, %w, %b {n = 40 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %x9 = check.fill sizes [12, 600] seed 12 : tensor<?x600xf32>
  %9 = rlx.matmul_packed %x9, %w, %b {n = 40 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %x10 = check.fill sizes [13, 600] seed 13 : tensor<?x600xf32>
  %10 = rlx.matmul_packed %x10, %w, %b {n = 40 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %x11 = check.fill sizes [14, 600] seed 14 : tensor<?x600xf32>
  %11 = rlx.matmul_packed %x11, %w, %b {n = 40 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11
      : tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>, tensor<?x40xf32>
}

func.func @dynamic_15_to_62()
    -> (tensor<?x33xf32>, tensor<?x33xf32>, tensor<?x33xf32>, tensor<?x33xf32>, tensor<?x33xf32>, tensor<?x33xf32>, tensor<?x33xf32>, tensor<?x33xf32>, tensor<?x33xf32>, tensor<?x33xf32>, tensor<?x33xf32>) {
  %w = check.fill seed 15 as param : tensor<2x600x32xf32>
  %b = check.fill seed 16 as param : tensor<33xf32>
  %x0 = check.fill sizes [15, 600] seed 17 : tensor<?x600xf32>
  %0 = rlx.matmul_packed %x0, %w, %b {n = 33 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<33xf32>) -> tensor<?x33xf32>
  %x1 = check.fill sizes [16, 600] seed 18 : tensor<?x600xf32>
  %1 = rlx.matmul_packed %x1, %w, %b {n = 33 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<33xf32>) -> tensor<?x33xf32>
  %x2 = check.fill sizes [20, 600] seed 19 : tensor<?x600xf32>
  %2 = rlx.matmul_packed %x2, %w, %b {n = 33 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<33xf32>) -> tensor<?x33xf32>
  %x3 = check.fill sizes [23, 600] seed 20 : tensor<?x600xf32>
  %3 = rlx.matmul_packed %x3, %w, %b {n = 33 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<33xf32>) -> tensor<?x33xf32>
  %x4 = check.fill sizes [24, 600] seed 21 : tensor<?x600xf32>
  %4 = rlx.matmul_packed %x4, %w, %b {n = 33 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<33xf32>) -> tensor<?x33xf32>
  %x5 = check.fill sizes [25, 600] seed 22 : tensor<?x600xf32>
  %5 = rlx.matmul_packed %x5, %w, %b {n = 33 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<33xf32>) -> tensor<?x33xf32>
  %x6 = check.fill sizes [26, 600] seed 23 : tensor<?x600xf32>
  %6 = rlx.matmul_packed %x6, %w, %b {n = 33 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<33xf32>) -> tensor<?x33xf32>
  %x7 = check.fill sizes [35, 600] seed 24 : tensor<?x600xf32>
  %7 = rlx.matmul_packed %x7, %w, %b {n = 33 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<33xf32>) -> tensor<?x33xf32>
  %x8 = check.fill sizes [37, 600] seed 25 : tensor<?x600xf32>
  %8 = rlx.matmul_packed %x8, %w, %b {n = 33 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<33xf32>) -> tensor<?x33xf32>
  %x9 = check.fill sizes [50, 600] seed 26 : tensor<?x600xf32>
  %9 = rlx.matmul_packed %x9, %w, %b {n = 33 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<33xf32>) -> tensor<?x33xf32>
  %x10 = check.fill sizes [62, 600] seed 27 : tensor<?x600xf32>
  %10 = rlx.matmul_packed %x10, %w, %b {n = 33 : i64}
      : (tensor<?x600xf32>, tensor<2x600x32xf32>, tensor<33xf32>) -> tensor<?x33xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10
      : tensor<?x33xf32>, tensor<?x33xf32>, tensor<?x33xf32>, tensor<?x33xf32>, tensor<?x33xf32>, tensor<?x33xf32>, tensor<?x33xf32>, tensor<?x33xf32>, tensor<?x33xf32>, tensor<?x33xf32>, tensor<?x33xf32>
}

func.func @static_rows()
    -> (tensor<9x40xf32>, tensor<10x40xf32>, tensor<11x40xf32>, tensor<12x40xf32>, tensor<13x40xf32>, tensor<14x40xf32>, tensor<21x40xf32>, tensor<22x40xf32>, tensor<23x40xf32>, tensor<24x40xf32>, tensor<25x40xf32>, tensor<26x40xf32>, tensor<33x40xf32>, tensor<37x40xf32>, tensor<44x40xf32>, tensor<128x40xf32>) {
  %w = check.fill seed 28 as param : tensor<2x24x32xf32>
  %b = check.fill seed 29 as param : tensor<40xf32>
  %x0 = check.fill seed 30 : tensor<9x24xf32>
  %0 = rlx.matmul_packed %x0, %w, %b {n = 40 : i64}
      : (tensor<9x24xf32>, tensor<2x24x32xf32>, tensor<40xf32>) -> tensor<9x40xf32>
  %x1 = check.fill seed 31 : tensor<10x24xf32>
  %1 = rlx.matmul_packed %x1, %w, %b {n = 40 : i64}
      : (tensor<10x24xf32>, tensor<2x24x32xf32>, tensor<40xf32>) -> tensor<10x40xf32>
  %x2 = check.fill seed 32 : tensor<11x24xf32>
  %2 = rlx.matmul_packed %x2, %w, %b {n = 40 : i64}
      : (tensor<11x24xf32>, tensor<2x24x32xf32>, tensor<40xf32>) -> tensor<11x40xf32>
  %x3 = check.fill seed 33 : tensor<12x24xf32>
  %3 = rlx.matmul_packed %x3, %w, %b {n = 40 : i64}
      : (tensor<12x24xf32>, tensor<2x24x32xf32>, tensor<40xf32>) -> tensor<12x40xf32>
  %x4 = check.fill seed 34 : tensor<13x24xf32>
  %4 = rlx.matmul_packed %x4, %w, %b {n = 40 : i64}
      : (tensor<13x24xf32>, tensor<2x24x32xf32>, tensor<40xf32>) -> tensor<13x40xf32>
  %x5 = check.fill seed 35 : tensor<14x24xf32>
  %5 = rlx.matmul_packed %x5, %w, %b {n = 40 : i64}
      : (tensor<14x24xf32>, tensor<2x24x32xf32>, tensor<40xf32>) -> tensor<14x40xf32>
  %x6 = check.fill seed 36 : tensor<21x24xf32>
  %6 = rlx.matmul_packed %x6, %w, %b {n = 40 : i64}
      : (tensor<21x24xf32>, tensor<2x24x32xf32>, tensor<40xf32>) -> tensor<21x40xf32>
  %x7 = check.fill seed 37 : tensor<22x24xf32>
  %7 = rlx.matmul_packed %x7, %w, %b {n = 40 : i64}
      : (tensor<22x24xf32>, tensor<2x24x32xf32>, tensor<40xf32>) -> tensor<22x40xf32>
  %x8 = check.fill seed 38 : tensor<23x24xf32>
  %8 = rlx.matmul_packed %x8, %w, %b {n = 40 : i64}
      : (tensor<23x24xf32>, tensor<2x24x32xf32>, tensor<40xf32>) -> tensor<23x40xf32>
  %x9 = check.fill seed 39 : tensor<24x24xf32>
  %9 = rlx.matmul_packed %x9, %w, %b {n = 40 : i64}
      : (tensor<24x24xf32>, tensor<2x24x32xf32>, tensor<40xf32>) -> tensor<24x40xf32>
  %x10 = check.fill seed 40 : tensor<25x24xf32>
  %10 = rlx.matmul_packed %x10, %w, %b {n = 40 : i64}
      : (tensor<25x24xf32>, tensor<2x24x32xf32>, tensor<40xf32>) -> tensor<25x40xf32>
  %x11 = check.fill seed 41 : tensor<26x24xf32>
  %11 = rlx.matmul_packed %x11, %w, %b {n = 40 : i64}
      : (tensor<26x24xf32>, tensor<2x24x32xf32>, tensor<40xf32>) -> tensor<26x40xf32>
  %x12 = check.fill seed 42 : tensor<33x24xf32>
  %12 = rlx.matmul_packed %x12, %w, %b {n = 40 : i64}
      : (tensor<33x24xf32>, tensor<2x24x32xf32>, tensor<40xf32>) -> tensor<33x40xf32>
  %x13 = check.fill seed 43 : tensor<37x24xf32>
  %13 = rlx.matmul_packed %x13, %w, %b {n = 40 : i64}
      : (tensor<37x24xf32>, tensor<2x24x32xf32>, tensor<40xf32>) -> tensor<37x40xf32>
  %x14 = check.fill seed 44 : tensor<44x24xf32>
  %14 = rlx.matmul_packed %x14, %w, %b {n = 40 : i64}
      : (tensor<44x24xf32>, tensor<2x24x32xf32>, tensor<40xf32>) -> tensor<44x40xf32>
  %x15 = check.fill seed 45 : tensor<128x24xf32>
  %15 = rlx.matmul_packed %x15, %w, %b {n = 40 : i64}
      : (tensor<128x24xf32>, tensor<2x24x32xf32>, tensor<40xf32>) -> tensor<128x40xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15
      : tensor<9x40xf32>, tensor<10x40xf32>, tensor<11x40xf32>, tensor<12x40xf32>, tensor<13x40xf32>, tensor<14x40xf32>, tensor<21x40xf32>, tensor<22x40xf32>, tensor<23x40xf32>, tensor<24x40xf32>, tensor<25x40xf32>, tensor<26x40xf32>, tensor<33x40xf32>, tensor<37x40xf32>, tensor<44x40xf32>, tensor<128x40xf32>
}
