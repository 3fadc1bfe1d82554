// RUN: rlx-check %{sample} %s %{quick-lanes}

// By hand: the first row of weights is all 1. The second is 4 in its first half and 0 in the other.
func.func @literals() -> tensor<2x2xf32> {
  %x = check.literal dense<[[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0]]> : tensor<2x32xf32>
  %p = check.literal dense<"0x003C9999999999999999999999999999999900B880808080808080808080808080808080"> : tensor<2x18xui8> as param
  %0 = rlx.dequant_matmul %x, %p scheme = q4_0 : (tensor<2x32xf32>, tensor<2x18xui8>) -> tensor<2x2xf32>
  %w = check.literal dense<[[32.0, 64.0], [496.0, 480.0]]> : tensor<2x2xf32>
  check.expect_eq %0, %w : tensor<2x2xf32>, tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

func.func @schemes() -> (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>) {
  %x0 = check.fill seed 1 : tensor<3x64xf32>
  %w0 = check.fill seed 40 range [0.0, 60.0] as param : tensor<5x36xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_0 : (tensor<3x64xf32>, tensor<5x36xui8>) -> tensor<3x5xf32>
  %x1 = check.fill seed 2 : tensor<3x64xf32>
  %w1 = check.fill seed 41 range [0.0, 60.0] as param : tensor<5x40xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_1 : (tensor<3x64xf32>, tensor<5x40xui8>) -> tensor<3x5xf32>
  %x2 = check.fill seed 3 : tensor<3x64xf32>
  %w2 = check.fill seed 42 range [0.0, 60.0] as param : tensor<5x44xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q5_0 : (tensor<3x64xf32>, tensor<5x44xui8>) -> tensor<3x5xf32>
  %x3 = check.fill seed 4 : tensor<3x64xf32>
  %w3 = check.fill seed 43 range [0.0, 60.0] as param : tensor<5x48xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q5_1 : (tensor<3x64xf32>, tensor<5x48xui8>) -> tensor<3x5xf32>
  %x4 = check.fill seed 5 : tensor<3x64xf32>
  %w4 = check.fill seed 44 range [0.0, 60.0] as param : tensor<5x68xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q8_0 : (tensor<3x64xf32>, tensor<5x68xui8>) -> tensor<3x5xf32>
  %x5 = check.fill seed 6 : tensor<3x512xf32>
  %w5 = check.fill seed 45 range [0.0, 60.0] as param : tensor<5x168xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q2_k : (tensor<3x512xf32>, tensor<5x168xui8>) -> tensor<3x5xf32>
  %x6 = check.fill seed 7 : tensor<3x512xf32>
  %w6 = check.fill seed 46 range [0.0, 60.0] as param : tensor<5x220xui8>
  %6 = rlx.dequant_matmul %x6, %w6 scheme = q3_k : (tensor<3x512xf32>, tensor<5x220xui8>) -> tensor<3x5xf32>
  %x7 = check.fill seed 8 : tensor<3x512xf32>
  %w7 = check.fill seed 47 range [0.0, 60.0] as param : tensor<5x288xui8>
  %7 = rlx.dequant_matmul %x7, %w7 scheme = q4_k : (tensor<3x512xf32>, tensor<5x288xui8>) -> tensor<3x5xf32>
  %x8 = check.fill seed 9 : tensor<3x512xf32>
  %w8 = check.fill seed 48 range [0.0, 60.0] as param : tensor<5x352xui8>
  %8 = rlx.dequant_matmul %x8, %w8 scheme = q5_k : (tensor<3x512xf32>, tensor<5x352xui8>) -> tensor<3x5xf32>
  %x9 = check.fill seed 10 : tensor<3x512xf32>
  %w9 = check.fill seed 49 range [0.0, 60.0] as param : tensor<5x420xui8>
  %9 = rlx.dequant_matmul %x9, %w9 scheme = q6_k : (tensor<3x512xf32>, tensor<5x420xui8>) -> tensor<3x5xf32>
  %x10 = check.fill seed 11 : tensor<3x512xf32>
  %w10 = check.fill seed 50 range [0.0, 60.0] as param : tensor<5x584xui8>
  %10 = rlx.dequant_matmul %x10, %w10 scheme = q8_k : (tensor<3x512xf32>, tensor<5x584xui8>) -> tensor<3x5xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>
}

func.func @types() -> (tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xf64>, tensor<3x20xf64>) {
  %x0 = check.fill seed 60 : tensor<3x256xf16>
  %w0 = check.fill seed 80 range [0.0, 44.0] : tensor<20x144xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_k : (tensor<3x256xf16>, tensor<20x144xui8>) -> tensor<3x20xf16>
  %x1 = check.fill seed 61 : tensor<3x256xf16>
  %w1 = check.fill seed 81 range [0.0, 44.0] : tensor<20x272xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q8_0 : (tensor<3x256xf16>, tensor<20x272xui8>) -> tensor<3x20xf16>
  %x2 = check.fill seed 62 : tensor<3x256xbf16>
  %w2 = check.fill seed 82 range [0.0, 44.0] : tensor<20x144xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q4_k : (tensor<3x256xbf16>, tensor<20x144xui8>) -> tensor<3x20xbf16>
  %x3 = check.fill seed 63 : tensor<3x256xbf16>
  %w3 = check.fill seed 83 range [0.0, 44.0] : tensor<20x272xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q8_0 : (tensor<3x256xbf16>, tensor<20x272xui8>) -> tensor<3x20xbf16>
  %x4 = check.fill seed 64 : tensor<3x256xf64>
  %w4 = check.fill seed 84 range [0.0, 44.0] : tensor<20x144xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q4_k : (tensor<3x256xf64>, tensor<20x144xui8>) -> tensor<3x20xf64>
  %x5 = check.fill seed 65 : tensor<3x256xf64>
  %w5 = check.fill seed 85 range [0.0, 44.0] : tensor<20x272xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q8_0 : (tensor<3x256xf64>, tensor<20x272xui8>) -> tensor<3x20xf64>
  return %0, %1, %2, %3, %4, %5 : tensor<3x20xf16>, tensor<3x20xf16>, tensor<3x20xbf16>, tensor<3x20xbf16>, tensor<3x20xf64>, tensor<3x20xf64>
}

// Full and partial tiles of rows.
func.func @rows() -> (tensor<1x7xf32>, tensor<2x7xf32>, tensor<8x7xf32>, tensor<9x7xf32>, tensor<21x7xf32>) {
  %x0 = check.fill seed 60 : tensor<1x64xf32>
  %w0 = check.fill seed 80 range [0.0, 44.0] : tensor<7x36xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_0 : (tensor<1x64xf32>, tensor<7x36xui8>) -> tensor<1x7xf32>
  %x1 = check.fill seed 61 : tensor<2x64xf32>
  %w1 = check.fill seed 81 range [0.0, 44.0] : tensor<7x36xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_0 : (tensor<2x64xf32>, tensor<7x36xui8>) -> tensor<2x7xf32>
  %x2 = check.fill seed 62 : tensor<8x64xf32>
  %w2 = check.fill seed 82 range [0.0, 44.0] : tensor<7x36xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q4_0 : (tensor<8x64xf32>, tensor<7x36xui8>) -> tensor<8x7xf32>
  %x3 = check.fill seed 63 : tensor<9x64xf32>
  %w3 = check.fill seed 83 range [0.0, 44.0] : tensor<7x36xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q4_0 : (tensor<9x64xf32>, tensor<7x36xui8>) -> tensor<9x7xf32>
  %x4 = check.fill seed 64 : tensor<21x64xf32>
  %w4 = check.fill seed 84 range [0.0, 44.0] : tensor<7x36xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q4_0 : (tensor<21x64xf32>, tensor<7x36xui8>) -> tensor<21x7xf32>
  return %0, %1, %2, %3, %4 : tensor<1x7xf32>, tensor<2x7xf32>, tensor<8x7xf32>, tensor<9x7xf32>, tensor<21x7xf32>
}

func.func @dynamic_rows() -> (tensor<?x7xf32>, tensor<?x7xf32>, tensor<?x7xf32>, tensor<?x7xf32>) {
  %x0 = check.fill sizes [1, 64] seed 60 : tensor<?x64xf32>
  %w0 = check.fill seed 80 range [0.0, 44.0] : tensor<7x36xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_0 : (tensor<?x64xf32>, tensor<7x36xui8>) -> tensor<?x7xf32>
  %x1 = check.fill sizes [3, 64] seed 61 : tensor<?x64xf32>
  %w1 = check.fill seed 81 range [0.0, 44.0] : tensor<7x36xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_0 : (tensor<?x64xf32>, tensor<7x36xui8>) -> tensor<?x7xf32>
  %x2 = check.fill sizes [4, 64] seed 62 : tensor<?x64xf32>
  %w2 = check.fill seed 82 range [0.0, 44.0] : tensor<7x36xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q4_0 : (tensor<?x64xf32>, tensor<7x36xui8>) -> tensor<?x7xf32>
  %x3 = check.fill sizes [6, 64] seed 63 : tensor<?x64xf32>
  %w3 = check.fill seed 83 range [0.0, 44.0] : tensor<7x36xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q4_0 : (tensor<?x64xf32>, tensor<7x36xui8>) -> tensor<?x7xf32>
  return %0, %1, %2, %3 : tensor<?x7xf32>, tensor<?x7xf32>, tensor<?x7xf32>, tensor<?x7xf32>
}

func.func @dynamic() -> (tensor<?x?xf32>, tensor<?x2x300xf32>) {
  %x0 = check.fill sizes [5, 512] seed 60 : tensor<?x?xf32>
  %w0 = check.fill sizes [9, 420] seed 80 range [0.0, 44.0] : tensor<?x?xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q6_k : (tensor<?x?xf32>, tensor<?x?xui8>) -> tensor<?x?xf32>
  %x1 = check.fill sizes [3, 2, 96] seed 61 : tensor<?x2x?xf32>
  %w1 = check.fill sizes [300, 60] seed 81 range [0.0, 44.0] : tensor<300x?xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_1 : (tensor<?x2x?xf32>, tensor<300x?xui8>) -> tensor<?x2x300xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x2x300xf32>
}

func.func @batches() -> (tensor<2x3x70xf32>, tensor<5x1x70xf32>, tensor<1x1x130xf32>, tensor<2x?x3x6xf32>) {
  %x0 = check.fill seed 60 : tensor<2x3x32xf32>
  %w0 = check.fill seed 80 range [0.0, 44.0] : tensor<70x22xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q5_0 : (tensor<2x3x32xf32>, tensor<70x22xui8>) -> tensor<2x3x70xf32>
  %x1 = check.fill seed 61 : tensor<5x1x32xf32>
  %w1 = check.fill seed 81 range [0.0, 44.0] : tensor<70x24xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q5_1 : (tensor<5x1x32xf32>, tensor<70x24xui8>) -> tensor<5x1x70xf32>
  %x2 = check.fill seed 62 : tensor<1x1x32xf32>
  %w2 = check.fill seed 82 range [0.0, 44.0] : tensor<130x34xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q8_0 : (tensor<1x1x32xf32>, tensor<130x34xui8>) -> tensor<1x1x130xf32>
  %x3 = check.fill sizes [2, 5, 3, 32] seed 63 : tensor<2x?x3x32xf32>
  %w3 = check.fill seed 83 range [0.0, 44.0] : tensor<6x34xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q8_0 : (tensor<2x?x3x32xf32>, tensor<6x34xui8>) -> tensor<2x?x3x6xf32>
  return %0, %1, %2, %3 : tensor<2x3x70xf32>, tensor<5x1x70xf32>, tensor<1x1x130xf32>, tensor<2x?x3x6xf32>
}

func.func @workgroups() -> tensor<1x300xf32> {
  %x0 = check.fill seed 60 : tensor<1x1024xf32>
  %w0 = check.fill seed 80 range [0.0, 44.0] : tensor<300x576xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_k : (tensor<1x1024xf32>, tensor<300x576xui8>) -> tensor<1x300xf32>
  return %0 : tensor<1x300xf32>
}

func.func @empty() -> (tensor<0x4xf32>, tensor<3x0xf32>, tensor<3x4xf32>, tensor<?x4xf32>) {
  %x0 = check.fill seed 60 : tensor<0x32xf32>
  %w0 = check.fill seed 80 range [0.0, 44.0] : tensor<4x18xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_0 : (tensor<0x32xf32>, tensor<4x18xui8>) -> tensor<0x4xf32>
  %x1 = check.fill seed 61 : tensor<3x32xf32>
  %w1 = check.fill seed 81 range [0.0, 44.0] : tensor<0x18xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_0 : (tensor<3x32xf32>, tensor<0x18xui8>) -> tensor<3x0xf32>
  %x2 = check.fill seed 62 : tensor<3x0xf32>
  %w2 = check.fill seed 82 range [0.0, 44.0] : tensor<4x0xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q4_0 : (tensor<3x0xf32>, tensor<4x0xui8>) -> tensor<3x4xf32>
  %x3 = check.fill sizes [0, 32] seed 63 : tensor<?x32xf32>
  %w3 = check.fill seed 83 range [0.0, 44.0] : tensor<4x18xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q4_0 : (tensor<?x32xf32>, tensor<4x18xui8>) -> tensor<?x4xf32>
  return %0, %1, %2, %3 : tensor<0x4xf32>, tensor<3x0xf32>, tensor<3x4xf32>, tensor<?x4xf32>
}

func.func @not_finite() -> tensor<4x9xf32> {
  %x = check.fill seed 95 edges all : tensor<4x64xf32>
  %p = check.fill seed 96 : tensor<9x68xui8>
  %0 = rlx.dequant_matmul %x, %p scheme = q8_0 : (tensor<4x64xf32>, tensor<9x68xui8>) -> tensor<4x9xf32>
  return %0 : tensor<4x9xf32>
}

// Sizes for which a GPU uses tiles, and invocations unpack contiguous weights together.
func.func @tiles() -> (tensor<40x24xf32>, tensor<40x24xf32>, tensor<37x21xf32>, tensor<40x24xf32>, tensor<9x33xf16>) {
  %x0 = check.fill seed 60 : tensor<40x96xf32>
  %w0 = check.fill seed 80 range [0.0, 44.0] : tensor<24x54xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_0 : (tensor<40x96xf32>, tensor<24x54xui8>) -> tensor<40x24xf32>
  %x1 = check.fill seed 61 : tensor<40x64xf32>
  %w1 = check.fill seed 81 range [0.0, 44.0] : tensor<24x44xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q5_0 : (tensor<40x64xf32>, tensor<24x44xui8>) -> tensor<40x24xf32>
  %x2 = check.fill seed 62 : tensor<37x96xf32>
  %w2 = check.fill seed 82 range [0.0, 44.0] : tensor<21x102xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q8_0 : (tensor<37x96xf32>, tensor<21x102xui8>) -> tensor<37x21xf32>
  %x3 = check.fill seed 63 : tensor<40x256xf32>
  %w3 = check.fill seed 83 range [0.0, 44.0] : tensor<24x210xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q6_k : (tensor<40x256xf32>, tensor<24x210xui8>) -> tensor<40x24xf32>
  %x4 = check.fill seed 64 : tensor<9x256xf16>
  %w4 = check.fill seed 84 range [0.0, 44.0] : tensor<33x144xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q4_k : (tensor<9x256xf16>, tensor<33x144xui8>) -> tensor<9x33xf16>
  return %0, %1, %2, %3, %4 : tensor<40x24xf32>, tensor<40x24xf32>, tensor<37x21xf32>, tensor<40x24xf32>, tensor<9x33xf16>
}

// Few rows, which share the unpacked weights.
func.func @few_rows() -> (tensor<3x300xf32>, tensor<4x260xf16>, tensor<2x300xf32>) {
  %x0 = check.fill seed 310 range [-1.0, 1.0] : tensor<3x64xf32>
  %w0 = check.fill seed 311 range [0.0, 60.0] as param : tensor<300x36xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_0 : (tensor<3x64xf32>, tensor<300x36xui8>) -> tensor<3x300xf32>
  %x1 = check.fill seed 312 range [-1.0, 1.0] : tensor<4x64xf16>
  %w1 = check.fill seed 313 range [0.0, 60.0] as param : tensor<260x68xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q8_0 : (tensor<4x64xf16>, tensor<260x68xui8>) -> tensor<4x260xf16>
  %x2 = check.fill seed 314 range [-1.0, 1.0] : tensor<2x256xf32>
  %w2 = check.fill seed 315 range [0.0, 60.0] as param : tensor<300x144xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q4_k : (tensor<2x256xf32>, tensor<300x144xui8>) -> tensor<2x300xf32>
  return %0, %1, %2 : tensor<3x300xf32>, tensor<4x260xf16>, tensor<2x300xf32>
}
