// Blocks of 32 with a minimum (q4_1), a fifth bit (q5_0), or both (q5_1): the forms of
// dequant_matmul_packed.mlir.
// RUN: rlx-check %{sample} %s %{quick-lanes}

// By hand: x = 0, 1, .., 31. In q4_1 all weights are 3 * 2 + 5. In q5_0 the elements are 3 - 16, but the last one has the
// fifth bit: 19 - 16, times d = 2. In q5_1 they are 3 and 19, times 2, plus m = 1.
func.func @literals() -> (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) {
  %x = check.literal dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0]]> : tensor<1x32xf32>
  %p = check.literal dense<"0x0042004522222222222222222222222222222222"> : tensor<1x20xui8> as param
  %0 = rlx.dequant_matmul %x, %p scheme = q4_1 : (tensor<1x32xf32>, tensor<1x20xui8>) -> tensor<1x1xf32>
  %q = check.literal dense<"0x00400000008033333333333333333333333333333333"> : tensor<1x22xui8> as param
  %1 = rlx.dequant_matmul %x, %q scheme = q5_0 : (tensor<1x32xf32>, tensor<1x22xui8>) -> tensor<1x1xf32>
  %r = check.literal dense<"0x0040003C0000008033333333333333333333333333333333"> : tensor<1x24xui8> as param
  %2 = rlx.dequant_matmul %x, %r scheme = q5_1 : (tensor<1x32xf32>, tensor<1x24xui8>) -> tensor<1x1xf32>
  %a = check.literal dense<5456.0> : tensor<1x1xf32>
  check.expect_eq %0, %a : tensor<1x1xf32>, tensor<1x1xf32>
  %b = check.literal dense<-11904.0> : tensor<1x1xf32>
  check.expect_eq %1, %b : tensor<1x1xf32>, tensor<1x1xf32>
  %c = check.literal dense<4464.0> : tensor<1x1xf32>
  check.expect_eq %2, %c : tensor<1x1xf32>, tensor<1x1xf32>
  return %0, %1, %2 : tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>
}

// The largest sums of integers: elements that round to one bit more than the integers have, and
// the largest weights, -16 and 15 with five bits.
func.func @largest() -> (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) {
  %x = check.literal dense<-1.99999988> : tensor<1x32xf32>
  %y = check.literal dense<1.99999988> : tensor<1x32xf32>
  %p = check.literal dense<"0x003C0000000000000000000000000000000000000000"> : tensor<1x22xui8> as param
  %0 = rlx.dequant_matmul %x, %p scheme = q5_0 : (tensor<1x32xf32>, tensor<1x22xui8>) -> tensor<1x1xf32>
  %1 = rlx.dequant_matmul %y, %p scheme = q5_0 : (tensor<1x32xf32>, tensor<1x22xui8>) -> tensor<1x1xf32>
  %q = check.literal dense<"0x003C003CFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<1x24xui8> as param
  %2 = rlx.dequant_matmul %y, %q scheme = q5_1 : (tensor<1x32xf32>, tensor<1x24xui8>) -> tensor<1x1xf32>
  %r = check.literal dense<"0x003C003CFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<1x20xui8> as param
  %3 = rlx.dequant_matmul %x, %r scheme = q4_1 : (tensor<1x32xf32>, tensor<1x20xui8>) -> tensor<1x1xf32>
  return %0, %1, %2, %3 : tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>
}

// Digits of -128 and 127 times the largest weights, as in dequant_matmul_packed.mlir.
func.func @digits() -> (tensor<2x1xf32>, tensor<2x1xf32>, tensor<2x1xf32>) {
  %x = check.literal dense<"0xFCFF7F4A008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7FCFF7FCA00FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE46"> : tensor<2x32xf32>
  %p = check.literal dense<"0x003C0000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<1x20xui8> as param
  %0 = rlx.dequant_matmul %x, %p scheme = q4_1 : (tensor<2x32xf32>, tensor<1x20xui8>) -> tensor<2x1xf32>
  %q = check.literal dense<"0x003CFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<1x22xui8> as param
  %1 = rlx.dequant_matmul %x, %q scheme = q5_0 : (tensor<2x32xf32>, tensor<1x22xui8>) -> tensor<2x1xf32>
  %r = check.literal dense<"0x003C003CFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<1x24xui8> as param
  %2 = rlx.dequant_matmul %x, %r scheme = q5_1 : (tensor<2x32xf32>, tensor<1x24xui8>) -> tensor<2x1xf32>
  return %0, %1, %2 : tensor<2x1xf32>, tensor<2x1xf32>, tensor<2x1xf32>
}

func.func @rows_q4_1() -> (tensor<1x32xf32>, tensor<1x37xf32>, tensor<2x20xf32>, tensor<3x96xf32>, tensor<8x50xf32>, tensor<9x33xf32>) {
  %x0 = check.fill seed 42 : tensor<1x32xf32>
  %w0 = check.fill seed 43 range [0.0, 60.0] as param : tensor<32x20xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_1 : (tensor<1x32xf32>, tensor<32x20xui8>) -> tensor<1x32xf32>
  %x1 = check.fill seed 44 : tensor<1x96xf32>
  %w1 = check.fill seed 45 range [0.0, 60.0] as param : tensor<37x60xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_1 : (tensor<1x96xf32>, tensor<37x60xui8>) -> tensor<1x37xf32>
  %x2 = check.fill seed 46 : tensor<2x64xf32>
  %w2 = check.fill seed 47 range [0.0, 60.0] as param : tensor<20x40xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q4_1 : (tensor<2x64xf32>, tensor<20x40xui8>) -> tensor<2x20xf32>
  %x3 = check.fill seed 48 : tensor<3x32xf32>
  %w3 = check.fill seed 49 range [0.0, 60.0] as param : tensor<96x20xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q4_1 : (tensor<3x32xf32>, tensor<96x20xui8>) -> tensor<3x96xf32>
  %x4 = check.fill seed 50 : tensor<8x64xf32>
  %w4 = check.fill seed 51 range [0.0, 60.0] as param : tensor<50x40xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q4_1 : (tensor<8x64xf32>, tensor<50x40xui8>) -> tensor<8x50xf32>
  %x5 = check.fill seed 52 : tensor<9x96xf32>
  %w5 = check.fill seed 53 range [0.0, 60.0] as param : tensor<33x60xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q4_1 : (tensor<9x96xf32>, tensor<33x60xui8>) -> tensor<9x33xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<1x32xf32>, tensor<1x37xf32>, tensor<2x20xf32>, tensor<3x96xf32>, tensor<8x50xf32>, tensor<9x33xf32>
}

func.func @packed_q4_1() -> (tensor<1x37xf32>, tensor<3x32xf32>, tensor<8x5xf32>) {
  %x0 = check.fill seed 54 : tensor<1x64xf32>
  %w0 = check.fill seed 55 range [0.0, 60.0] as param : tensor<2x2x640xui8>
  %0 = rlx.dequant_matmul_packed %x0, %w0 scheme = q4_1 {n = 37 : i64} : (tensor<1x64xf32>, tensor<2x2x640xui8>) -> tensor<1x37xf32>
  %x1 = check.fill seed 56 : tensor<3x32xf32>
  %w1 = check.fill seed 57 range [0.0, 60.0] as param : tensor<1x1x640xui8>
  %1 = rlx.dequant_matmul_packed %x1, %w1 scheme = q4_1 {n = 32 : i64} : (tensor<3x32xf32>, tensor<1x1x640xui8>) -> tensor<3x32xf32>
  %x2 = check.fill seed 58 : tensor<8x96xf32>
  %w2 = check.fill seed 59 range [0.0, 60.0] as param : tensor<1x3x640xui8>
  %2 = rlx.dequant_matmul_packed %x2, %w2 scheme = q4_1 {n = 5 : i64} : (tensor<8x96xf32>, tensor<1x3x640xui8>) -> tensor<8x5xf32>
  return %0, %1, %2 : tensor<1x37xf32>, tensor<3x32xf32>, tensor<8x5xf32>
}

func.func @dynamic_q4_1() -> (tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x2x20xf32>, tensor<2x?x3x7xf32>, tensor<?x7xf32>) {
  %x0 = check.fill sizes [1, 64] seed 60 : tensor<?x64xf32>
  %w0 = check.fill seed 61 range [0.0, 60.0] as param : tensor<37x40xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_1 : (tensor<?x64xf32>, tensor<37x40xui8>) -> tensor<?x37xf32>
  %x1 = check.fill sizes [2, 64] seed 62 : tensor<?x64xf32>
  %w1 = check.fill seed 63 range [0.0, 60.0] as param : tensor<37x40xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_1 : (tensor<?x64xf32>, tensor<37x40xui8>) -> tensor<?x37xf32>
  %x2 = check.fill sizes [5, 64] seed 64 : tensor<?x64xf32>
  %w2 = check.fill seed 65 range [0.0, 60.0] as param : tensor<37x40xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q4_1 : (tensor<?x64xf32>, tensor<37x40xui8>) -> tensor<?x37xf32>
  %x3 = check.fill sizes [3, 2, 32] seed 66 : tensor<?x2x32xf32>
  %w3 = check.fill seed 67 range [0.0, 60.0] as param : tensor<20x20xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q4_1 : (tensor<?x2x32xf32>, tensor<20x20xui8>) -> tensor<?x2x20xf32>
  %x4 = check.fill sizes [2, 5, 3, 32] seed 68 : tensor<2x?x3x32xf32>
  %w4 = check.fill seed 69 range [0.0, 60.0] as param : tensor<7x20xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q4_1 : (tensor<2x?x3x32xf32>, tensor<7x20xui8>) -> tensor<2x?x3x7xf32>
  %x5 = check.fill sizes [0, 32] seed 70 : tensor<?x32xf32>
  %w5 = check.fill seed 71 range [0.0, 60.0] as param : tensor<7x20xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q4_1 : (tensor<?x32xf32>, tensor<7x20xui8>) -> tensor<?x7xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x2x20xf32>, tensor<2x?x3x7xf32>, tensor<?x7xf32>
}

func.func @types_q4_1() -> (tensor<3x20xf16>, tensor<3x20xbf16>, tensor<3x20xf64>) {
  %x0 = check.fill seed 72 : tensor<3x64xf16>
  %w0 = check.fill seed 73 range [0.0, 44.0] as param : tensor<20x40xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_1 : (tensor<3x64xf16>, tensor<20x40xui8>) -> tensor<3x20xf16>
  %x1 = check.fill seed 74 : tensor<3x64xbf16>
  %w1 = check.fill seed 75 range [0.0, 44.0] as param : tensor<20x40xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_1 : (tensor<3x64xbf16>, tensor<20x40xui8>) -> tensor<3x20xbf16>
  %x2 = check.fill seed 76 : tensor<3x64xf64>
  %w2 = check.fill seed 77 range [0.0, 44.0] as param : tensor<20x40xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q4_1 : (tensor<3x64xf64>, tensor<20x40xui8>) -> tensor<3x20xf64>
  return %0, %1, %2 : tensor<3x20xf16>, tensor<3x20xbf16>, tensor<3x20xf64>
}

func.func @not_finite_q4_1() -> (tensor<4x20xf32>, tensor<3x20xf32>) {
  %x0 = check.fill seed 78 edges all : tensor<4x64xf32>
  %w0 = check.fill seed 79 range [0.0, 12.0] as param : tensor<20x40xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_1 : (tensor<4x64xf32>, tensor<20x40xui8>) -> tensor<4x20xf32>
  %x1 = check.fill seed 80 : tensor<3x64xf32>
  %w1 = check.fill seed 81 as param : tensor<20x40xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_1 : (tensor<3x64xf32>, tensor<20x40xui8>) -> tensor<3x20xf32>
  return %0, %1 : tensor<4x20xf32>, tensor<3x20xf32>
}

func.func @rows_q5_0() -> (tensor<1x32xf32>, tensor<1x37xf32>, tensor<2x20xf32>, tensor<3x96xf32>, tensor<8x50xf32>, tensor<9x33xf32>) {
  %x0 = check.fill seed 42 : tensor<1x32xf32>
  %w0 = check.fill seed 43 range [0.0, 60.0] as param : tensor<32x22xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q5_0 : (tensor<1x32xf32>, tensor<32x22xui8>) -> tensor<1x32xf32>
  %x1 = check.fill seed 44 : tensor<1x96xf32>
  %w1 = check.fill seed 45 range [0.0, 60.0] as param : tensor<37x66xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q5_0 : (tensor<1x96xf32>, tensor<37x66xui8>) -> tensor<1x37xf32>
  %x2 = check.fill seed 46 : tensor<2x64xf32>
  %w2 = check.fill seed 47 range [0.0, 60.0] as param : tensor<20x44xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q5_0 : (tensor<2x64xf32>, tensor<20x44xui8>) -> tensor<2x20xf32>
  %x3 = check.fill seed 48 : tensor<3x32xf32>
  %w3 = check.fill seed 49 range [0.0, 60.0] as param : tensor<96x22xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q5_0 : (tensor<3x32xf32>, tensor<96x22xui8>) -> tensor<3x96xf32>
  %x4 = check.fill seed 50 : tensor<8x64xf32>
  %w4 = check.fill seed 51 range [0.0, 60.0] as param : tensor<50x44xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q5_0 : (tensor<8x64xf32>, tensor<50x44xui8>) -> tensor<8x50xf32>
  %x5 = check.fill seed 52 : tensor<9x96xf32>
  %w5 = check.fill seed 53 range [0.0, 60.0] as param : tensor<33x66xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q5_0 : (tensor<9x96xf32>, tensor<33x66xui8>) -> tensor<9x33xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<1x32xf32>, tensor<1x37xf32>, tensor<2x20xf32>, tensor<3x96xf32>, tensor<8x50xf32>, tensor<9x33xf32>
}

func.func @packed_q5_0() -> (tensor<1x37xf32>, tensor<3x32xf32>, tensor<8x5xf32>) {
  %x0 = check.fill seed 54 : tensor<1x64xf32>
  %w0 = check.fill seed 55 range [0.0, 60.0] as param : tensor<2x2x704xui8>
  %0 = rlx.dequant_matmul_packed %x0, %w0 scheme = q5_0 {n = 37 : i64} : (tensor<1x64xf32>, tensor<2x2x704xui8>) -> tensor<1x37xf32>
  %x1 = check.fill seed 56 : tensor<3x32xf32>
  %w1 = check.fill seed 57 range [0.0, 60.0] as param : tensor<1x1x704xui8>
  %1 = rlx.dequant_matmul_packed %x1, %w1 scheme = q5_0 {n = 32 : i64} : (tensor<3x32xf32>, tensor<1x1x704xui8>) -> tensor<3x32xf32>
  %x2 = check.fill seed 58 : tensor<8x96xf32>
  %w2 = check.fill seed 59 range [0.0, 60.0] as param : tensor<1x3x704xui8>
  %2 = rlx.dequant_matmul_packed %x2, %w2 scheme = q5_0 {n = 5 : i64} : (tensor<8x96xf32>, tensor<1x3x704xui8>) -> tensor<8x5xf32>
  return %0, %1, %2 : tensor<1x37xf32>, tensor<3x32xf32>, tensor<8x5xf32>
}

func.func @dynamic_q5_0() -> (tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x2x20xf32>, tensor<2x?x3x7xf32>, tensor<?x7xf32>) {
  %x0 = check.fill sizes [1, 64] seed 60 : tensor<?x64xf32>
  %w0 = check.fill seed 61 range [0.0, 60.0] as param : tensor<37x44xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q5_0 : (tensor<?x64xf32>, tensor<37x44xui8>) -> tensor<?x37xf32>
  %x1 = check.fill sizes [2, 64] seed 62 : tensor<?x64xf32>
  %w1 = check.fill seed 63 range [0.0, 60.0] as param : tensor<37x44xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q5_0 : (tensor<?x64xf32>, tensor<37x44xui8>) -> tensor<?x37xf32>
  %x2 = check.fill sizes [5, 64] seed 64 : tensor<?x64xf32>
  %w2 = check.fill seed 65 range [0.0, 60.0] as param : tensor<37x44xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q5_0 : (tensor<?x64xf32>, tensor<37x44xui8>) -> tensor<?x37xf32>
  %x3 = check.fill sizes [3, 2, 32] seed 66 : tensor<?x2x32xf32>
  %w3 = check.fill seed 67 range [0.0, 60.0] as param : tensor<20x22xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q5_0 : (tensor<?x2x32xf32>, tensor<20x22xui8>) -> tensor<?x2x20xf32>
  %x4 = check.fill sizes [2, 5, 3, 32] seed 68 : tensor<2x?x3x32xf32>
  %w4 = check.fill seed 69 range [0.0, 60.0] as param : tensor<7x22xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q5_0 : (tensor<2x?x3x32xf32>, tensor<7x22xui8>) -> tensor<2x?x3x7xf32>
  %x5 = check.fill sizes [0, 32] seed 70 : tensor<?x32xf32>
  %w5 = check.fill seed 71 range [0.0, 60.0] as param : tensor<7x22xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q5_0 : (tensor<?x32xf32>, tensor<7x22xui8>) -> tensor<?x7xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x2x20xf32>, tensor<2x?x3x7xf32>, tensor<?x7xf32>
}

func.func @types_q5_0() -> (tensor<3x20xf16>, tensor<3x20xbf16>, tensor<3x20xf64>) {
  %x0 = check.fill seed 72 : tensor<3x64xf16>
  %w0 = check.fill seed 73 range [0.0, 44.0] as param : tensor<20x44xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q5_0 : (tensor<3x64xf16>, tensor<20x44xui8>) -> tensor<3x20xf16>
  %x1 = check.fill seed 74 : tensor<3x64xbf16>
  %w1 = check.fill seed 75 range [0.0, 44.0] as param : tensor<20x44xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q5_0 : (tensor<3x64xbf16>, tensor<20x44xui8>) -> tensor<3x20xbf16>
  %x2 = check.fill seed 76 : tensor<3x64xf64>
  %w2 = check.fill seed 77 range [0.0, 44.0] as param : tensor<20x44xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q5_0 : (tensor<3x64xf64>, tensor<20x44xui8>) -> tensor<3x20xf64>
  return %0, %1, %2 : tensor<3x20xf16>, tensor<3x20xbf16>, tensor<3x20xf64>
}

func.func @not_finite_q5_0() -> (tensor<4x20xf32>, tensor<3x20xf32>) {
  %x0 = check.fill seed 78 edges all : tensor<4x64xf32>
  %w0 = check.fill seed 79 range [0.0, 12.0] as param : tensor<20x44xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q5_0 : (tensor<4x64xf32>, tensor<20x44xui8>) -> tensor<4x20xf32>
  %x1 = check.fill seed 80 : tensor<3x64xf32>
  %w1 = check.fill seed 81 as param : tensor<20x44xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q5_0 : (tensor<3x64xf32>, tensor<20x44xui8>) -> tensor<3x20xf32>
  return %0, %1 : tensor<4x20xf32>, tensor<3x20xf32>
}

func.func @rows_q5_1() -> (tensor<1x32xf32>, tensor<1x37xf32>, tensor<2x20xf32>, tensor<3x96xf32>, tensor<8x50xf32>, tensor<9x33xf32>) {
  %x0 = check.fill seed 42 : tensor<1x32xf32>
  %w0 = check.fill seed 43 range [0.0, 60.0] as param : tensor<32x24xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q5_1 : (tensor<1x32xf32>, tensor<32x24xui8>) -> tensor<1x32xf32>
  %x1 = check.fill seed 44 : tensor<1x96xf32>
  %w1 = check.fill seed 45 range [0.0, 60.0] as param : tensor<37x72xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q5_1 : (tensor<1x96xf32>, tensor<37x72xui8>) -> tensor<1x37xf32>
  %x2 = check.fill seed 46 : tensor<2x64xf32>
  %w2 = check.fill seed 47 range [0.0, 60.0] as param : tensor<20x48xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q5_1 : (tensor<2x64xf32>, tensor<20x48xui8>) -> tensor<2x20xf32>
  %x3 = check.fill seed 48 : tensor<3x32xf32>
  %w3 = check.fill seed 49 range [0.0, 60.0] as param : tensor<96x24xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q5_1 : (tensor<3x32xf32>, tensor<96x24xui8>) -> tensor<3x96xf32>
  %x4 = check.fill seed 50 : tensor<8x64xf32>
  %w4 = check.fill seed 51 range [0.0, 60.0] as param : tensor<50x48xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q5_1 : (tensor<8x64xf32>, tensor<50x48xui8>) -> tensor<8x50xf32>
  %x5 = check.fill seed 52 : tensor<9x96xf32>
  %w5 = check.fill seed 53 range [0.0, 60.0] as param : tensor<33x72xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q5_1 : (tensor<9x96xf32>, tensor<33x72xui8>) -> tensor<9x33xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<1x32xf32>, tensor<1x37xf32>, tensor<2x20xf32>, tensor<3x96xf32>, tensor<8x50xf32>, tensor<9x33xf32>
}

func.func @packed_q5_1() -> (tensor<1x37xf32>, tensor<3x32xf32>, tensor<8x5xf32>) {
  %x0 = check.fill seed 54 : tensor<1x64xf32>
  %w0 = check.fill seed 55 range [0.0, 60.0] as param : tensor<2x2x768xui8>
  %0 = rlx.dequant_matmul_packed %x0, %w0 scheme = q5_1 {n = 37 : i64} : (tensor<1x64xf32>, tensor<2x2x768xui8>) -> tensor<1x37xf32>
  %x1 = check.fill seed 56 : tensor<3x32xf32>
  %w1 = check.fill seed 57 range [0.0, 60.0] as param : tensor<1x1x768xui8>
  %1 = rlx.dequant_matmul_packed %x1, %w1 scheme = q5_1 {n = 32 : i64} : (tensor<3x32xf32>, tensor<1x1x768xui8>) -> tensor<3x32xf32>
  %x2 = check.fill seed 58 : tensor<8x96xf32>
  %w2 = check.fill seed 59 range [0.0, 60.0] as param : tensor<1x3x768xui8>
  %2 = rlx.dequant_matmul_packed %x2, %w2 scheme = q5_1 {n = 5 : i64} : (tensor<8x96xf32>, tensor<1x3x768xui8>) -> tensor<8x5xf32>
  return %0, %1, %2 : tensor<1x37xf32>, tensor<3x32xf32>, tensor<8x5xf32>
}

func.func @dynamic_q5_1() -> (tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x2x20xf32>, tensor<2x?x3x7xf32>, tensor<?x7xf32>) {
  %x0 = check.fill sizes [1, 64] seed 60 : tensor<?x64xf32>
  %w0 = check.fill seed 61 range [0.0, 60.0] as param : tensor<37x48xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q5_1 : (tensor<?x64xf32>, tensor<37x48xui8>) -> tensor<?x37xf32>
  %x1 = check.fill sizes [2, 64] seed 62 : tensor<?x64xf32>
  %w1 = check.fill seed 63 range [0.0, 60.0] as param : tensor<37x48xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q5_1 : (tensor<?x64xf32>, tensor<37x48xui8>) -> tensor<?x37xf32>
  %x2 = check.fill sizes [5, 64] seed 64 : tensor<?x64xf32>
  %w2 = check.fill seed 65 range [0.0, 60.0] as param : tensor<37x48xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q5_1 : (tensor<?x64xf32>, tensor<37x48xui8>) -> tensor<?x37xf32>
  %x3 = check.fill sizes [3, 2, 32] seed 66 : tensor<?x2x32xf32>
  %w3 = check.fill seed 67 range [0.0, 60.0] as param : tensor<20x24xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q5_1 : (tensor<?x2x32xf32>, tensor<20x24xui8>) -> tensor<?x2x20xf32>
  %x4 = check.fill sizes [2, 5, 3, 32] seed 68 : tensor<2x?x3x32xf32>
  %w4 = check.fill seed 69 range [0.0, 60.0] as param : tensor<7x24xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q5_1 : (tensor<2x?x3x32xf32>, tensor<7x24xui8>) -> tensor<2x?x3x7xf32>
  %x5 = check.fill sizes [0, 32] seed 70 : tensor<?x32xf32>
  %w5 = check.fill seed 71 range [0.0, 60.0] as param : tensor<7x24xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q5_1 : (tensor<?x32xf32>, tensor<7x24xui8>) -> tensor<?x7xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x2x20xf32>, tensor<2x?x3x7xf32>, tensor<?x7xf32>
}

func.func @types_q5_1() -> (tensor<3x20xf16>, tensor<3x20xbf16>, tensor<3x20xf64>) {
  %x0 = check.fill seed 72 : tensor<3x64xf16>
  %w0 = check.fill seed 73 range [0.0, 44.0] as param : tensor<20x48xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q5_1 : (tensor<3x64xf16>, tensor<20x48xui8>) -> tensor<3x20xf16>
  %x1 = check.fill seed 74 : tensor<3x64xbf16>
  %w1 = check.fill seed 75 range [0.0, 44.0] as param : tensor<20x48xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q5_1 : (tensor<3x64xbf16>, tensor<20x48xui8>) -> tensor<3x20xbf16>
  %x2 = check.fill seed 76 : tensor<3x64xf64>
  %w2 = check.fill seed 77 range [0.0, 44.0] as param : tensor<20x48xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q5_1 : (tensor<3x64xf64>, tensor<20x48xui8>) -> tensor<3x20xf64>
  return %0, %1, %2 : tensor<3x20xf16>, tensor<3x20xbf16>, tensor<3x20xf64>
}

func.func @not_finite_q5_1() -> (tensor<4x20xf32>, tensor<3x20xf32>) {
  %x0 = check.fill seed 78 edges all : tensor<4x64xf32>
  %w0 = check.fill seed 79 range [0.0, 12.0] as param : tensor<20x48xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q5_1 : (tensor<4x64xf32>, tensor<20x48xui8>) -> tensor<4x20xf32>
  %x1 = check.fill seed 80 : tensor<3x64xf32>
  %w1 = check.fill seed 81 as param : tensor<20x48xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q5_1 : (tensor<3x64xf32>, tensor<20x48xui8>) -> tensor<3x20xf32>
  return %0, %1 : tensor<4x20xf32>, tensor<3x20xf32>
}

// Rounded rows: one tile and a rest, and single rows, with weights of five bits, bytes and a minimum.
func.func @row_precisions() -> (tensor<?x37xf32>, tensor<?x37xf32>, tensor<1x32xf32>, tensor<6x37xf32>) {
  %x0 = check.fill sizes [7, 96] seed 900 : tensor<?x96xf32>
  %w0 = check.fill seed 901 range [0.0, 60.0] as param : tensor<37x60xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_1 row_precision = high : (tensor<?x96xf32>, tensor<37x60xui8>) -> tensor<?x37xf32>
  %x1 = check.fill sizes [7, 96] seed 902 : tensor<?x96xf32>
  %w1 = check.fill seed 903 range [0.0, 60.0] as param : tensor<37x72xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q5_1 row_precision = fast : (tensor<?x96xf32>, tensor<37x72xui8>) -> tensor<?x37xf32>
  %x2 = check.fill seed 904 : tensor<1x32xf32>
  %w2 = check.fill seed 905 range [0.0, 60.0] as param : tensor<32x34xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q8_0 row_precision = fast : (tensor<1x32xf32>, tensor<32x34xui8>) -> tensor<1x32xf32>
  %x3 = check.fill seed 906 : tensor<6x96xf32>
  %w3 = check.fill seed 907 range [0.0, 60.0] as param : tensor<37x102xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q8_0 row_precision = high : (tensor<6x96xf32>, tensor<37x102xui8>) -> tensor<6x37xf32>
  return %0, %1, %2, %3 : tensor<?x37xf32>, tensor<?x37xf32>, tensor<1x32xf32>, tensor<6x37xf32>
}
