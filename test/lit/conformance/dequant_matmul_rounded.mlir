// RUN: rlx-check %{sample} %s %{quick-lanes}

// Few rows, which may be rounded to one, two or three bytes, by all schemes whose codes are bytes.

func.func @high32() -> (tensor<1x70xf32>, tensor<1x70xf32>, tensor<1x70xf32>, tensor<1x70xf32>, tensor<1x70xf32>) {
  %x0 = check.fill seed 1 : tensor<1x576xf32>
  %w0 = check.fill seed 1001 range [0.0, 60.0] as param : tensor<70x324xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_0 row_precision = high : (tensor<1x576xf32>, tensor<70x324xui8>) -> tensor<1x70xf32>
  %x1 = check.fill seed 2 : tensor<1x576xf32>
  %w1 = check.fill seed 1002 range [0.0, 60.0] as param : tensor<70x360xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_1 row_precision = high : (tensor<1x576xf32>, tensor<70x360xui8>) -> tensor<1x70xf32>
  %x2 = check.fill seed 3 : tensor<1x576xf32>
  %w2 = check.fill seed 1003 range [0.0, 60.0] as param : tensor<70x396xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q5_0 row_precision = high : (tensor<1x576xf32>, tensor<70x396xui8>) -> tensor<1x70xf32>
  %x3 = check.fill seed 4 : tensor<1x576xf32>
  %w3 = check.fill seed 1004 range [0.0, 60.0] as param : tensor<70x432xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q5_1 row_precision = high : (tensor<1x576xf32>, tensor<70x432xui8>) -> tensor<1x70xf32>
  %x4 = check.fill seed 5 : tensor<1x576xf32>
  %w4 = check.fill seed 1005 range [0.0, 60.0] as param : tensor<70x612xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q8_0 row_precision = high : (tensor<1x576xf32>, tensor<70x612xui8>) -> tensor<1x70xf32>
  return %0, %1, %2, %3, %4 : tensor<1x70xf32>, tensor<1x70xf32>, tensor<1x70xf32>, tensor<1x70xf32>, tensor<1x70xf32>
}

func.func @fast32() -> (tensor<3x18xf32>, tensor<3x18xf32>, tensor<3x18xf32>, tensor<3x18xf32>, tensor<3x18xf32>) {
  %x0 = check.fill seed 6 : tensor<3x96xf32>
  %w0 = check.fill seed 1006 range [0.0, 60.0] as param : tensor<18x54xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_0 row_precision = fast : (tensor<3x96xf32>, tensor<18x54xui8>) -> tensor<3x18xf32>
  %x1 = check.fill seed 7 : tensor<3x96xf32>
  %w1 = check.fill seed 1007 range [0.0, 60.0] as param : tensor<18x60xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_1 row_precision = fast : (tensor<3x96xf32>, tensor<18x60xui8>) -> tensor<3x18xf32>
  %x2 = check.fill seed 8 : tensor<3x96xf32>
  %w2 = check.fill seed 1008 range [0.0, 60.0] as param : tensor<18x66xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q5_0 row_precision = fast : (tensor<3x96xf32>, tensor<18x66xui8>) -> tensor<3x18xf32>
  %x3 = check.fill seed 9 : tensor<3x96xf32>
  %w3 = check.fill seed 1009 range [0.0, 60.0] as param : tensor<18x72xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q5_1 row_precision = fast : (tensor<3x96xf32>, tensor<18x72xui8>) -> tensor<3x18xf32>
  %x4 = check.fill seed 10 : tensor<3x96xf32>
  %w4 = check.fill seed 1010 range [0.0, 60.0] as param : tensor<18x102xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q8_0 row_precision = fast : (tensor<3x96xf32>, tensor<18x102xui8>) -> tensor<3x18xf32>
  return %0, %1, %2, %3, %4 : tensor<3x18xf32>, tensor<3x18xf32>, tensor<3x18xf32>, tensor<3x18xf32>, tensor<3x18xf32>
}

func.func @high256() -> (tensor<1x34xf32>, tensor<1x34xf32>, tensor<1x34xf32>, tensor<1x34xf32>, tensor<1x34xf32>, tensor<1x34xf32>, tensor<1x34xf32>) {
  %x0 = check.fill seed 11 : tensor<1x768xf32>
  %w0 = check.fill seed 1011 range [0.0, 60.0] as param : tensor<34x252xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q2_k row_precision = high : (tensor<1x768xf32>, tensor<34x252xui8>) -> tensor<1x34xf32>
  %x1 = check.fill seed 12 : tensor<1x768xf32>
  %w1 = check.fill seed 1012 range [0.0, 60.0] as param : tensor<34x330xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q3_k row_precision = high : (tensor<1x768xf32>, tensor<34x330xui8>) -> tensor<1x34xf32>
  %x2 = check.fill seed 13 : tensor<1x768xf32>
  %w2 = check.fill seed 1013 range [0.0, 60.0] as param : tensor<34x432xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q4_k row_precision = high : (tensor<1x768xf32>, tensor<34x432xui8>) -> tensor<1x34xf32>
  %x3 = check.fill seed 14 : tensor<1x768xf32>
  %w3 = check.fill seed 1014 range [0.0, 60.0] as param : tensor<34x528xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q5_k row_precision = high : (tensor<1x768xf32>, tensor<34x528xui8>) -> tensor<1x34xf32>
  %x4 = check.fill seed 15 : tensor<1x768xf32>
  %w4 = check.fill seed 1015 range [0.0, 60.0] as param : tensor<34x630xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q6_k row_precision = high : (tensor<1x768xf32>, tensor<34x630xui8>) -> tensor<1x34xf32>
  %x5 = check.fill seed 16 : tensor<1x768xf32>
  %w5 = check.fill seed 1016 range [0.0, 60.0] as param : tensor<34x876xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q8_k row_precision = high : (tensor<1x768xf32>, tensor<34x876xui8>) -> tensor<1x34xf32>
  %x6 = check.fill seed 17 : tensor<1x768xf32>
  %w6 = check.fill seed 1017 range [0.0, 60.0] as param : tensor<34x198xui8>
  %6 = rlx.dequant_matmul %x6, %w6 scheme = tq2_0 row_precision = high : (tensor<1x768xf32>, tensor<34x198xui8>) -> tensor<1x34xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<1x34xf32>, tensor<1x34xf32>, tensor<1x34xf32>, tensor<1x34xf32>, tensor<1x34xf32>, tensor<1x34xf32>, tensor<1x34xf32>
}

func.func @fast256() -> (tensor<2x70xf32>, tensor<2x70xf32>, tensor<2x70xf32>, tensor<2x70xf32>, tensor<2x70xf32>, tensor<2x70xf32>, tensor<2x70xf32>) {
  %x0 = check.fill seed 18 : tensor<2x512xf32>
  %w0 = check.fill seed 1018 range [0.0, 60.0] as param : tensor<70x168xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q2_k row_precision = fast : (tensor<2x512xf32>, tensor<70x168xui8>) -> tensor<2x70xf32>
  %x1 = check.fill seed 19 : tensor<2x512xf32>
  %w1 = check.fill seed 1019 range [0.0, 60.0] as param : tensor<70x220xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q3_k row_precision = fast : (tensor<2x512xf32>, tensor<70x220xui8>) -> tensor<2x70xf32>
  %x2 = check.fill seed 20 : tensor<2x512xf32>
  %w2 = check.fill seed 1020 range [0.0, 60.0] as param : tensor<70x288xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q4_k row_precision = fast : (tensor<2x512xf32>, tensor<70x288xui8>) -> tensor<2x70xf32>
  %x3 = check.fill seed 21 : tensor<2x512xf32>
  %w3 = check.fill seed 1021 range [0.0, 60.0] as param : tensor<70x352xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q5_k row_precision = fast : (tensor<2x512xf32>, tensor<70x352xui8>) -> tensor<2x70xf32>
  %x4 = check.fill seed 22 : tensor<2x512xf32>
  %w4 = check.fill seed 1022 range [0.0, 60.0] as param : tensor<70x420xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q6_k row_precision = fast : (tensor<2x512xf32>, tensor<70x420xui8>) -> tensor<2x70xf32>
  %x5 = check.fill seed 23 : tensor<2x512xf32>
  %w5 = check.fill seed 1023 range [0.0, 60.0] as param : tensor<70x584xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q8_k row_precision = fast : (tensor<2x512xf32>, tensor<70x584xui8>) -> tensor<2x70xf32>
  %x6 = check.fill seed 24 : tensor<2x512xf32>
  %w6 = check.fill seed 1024 range [0.0, 60.0] as param : tensor<70x132xui8>
  %6 = rlx.dequant_matmul %x6, %w6 scheme = tq2_0 row_precision = fast : (tensor<2x512xf32>, tensor<70x132xui8>) -> tensor<2x70xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<2x70xf32>, tensor<2x70xf32>, tensor<2x70xf32>, tensor<2x70xf32>, tensor<2x70xf32>, tensor<2x70xf32>, tensor<2x70xf32>
}

func.func @rows() -> (tensor<7x36xf32>, tensor<5x6xf32>, tensor<4x3xf32>) {
  %x0 = check.fill seed 25 : tensor<7x64xf32>
  %w0 = check.fill seed 1025 range [0.0, 60.0] as param : tensor<36x40xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_1 row_precision = high : (tensor<7x64xf32>, tensor<36x40xui8>) -> tensor<7x36xf32>
  %x1 = check.fill seed 26 : tensor<5x256xf32>
  %w1 = check.fill seed 1026 range [0.0, 60.0] as param : tensor<6x210xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q6_k row_precision = fast : (tensor<5x256xf32>, tensor<6x210xui8>) -> tensor<5x6xf32>
  %x2 = check.fill seed 27 : tensor<4x2048xf32>
  %w2 = check.fill seed 1027 range [0.0, 60.0] as param : tensor<3x1152xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q4_k row_precision = high : (tensor<4x2048xf32>, tensor<3x1152xui8>) -> tensor<4x3xf32>
  return %0, %1, %2 : tensor<7x36xf32>, tensor<5x6xf32>, tensor<4x3xf32>
}

func.func @long() -> (tensor<1x6xf32>, tensor<2x4xf32>) {
  %x0 = check.fill seed 28 : tensor<1x16384xf32>
  %w0 = check.fill seed 1028 range [0.0, 60.0] as param : tensor<6x13440xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q6_k row_precision = high : (tensor<1x16384xf32>, tensor<6x13440xui8>) -> tensor<1x6xf32>
  %x1 = check.fill seed 29 : tensor<2x8192xf32>
  %w1 = check.fill seed 1029 range [0.0, 60.0] as param : tensor<4x8704xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q8_0 row_precision = high : (tensor<2x8192xf32>, tensor<4x8704xui8>) -> tensor<2x4xf32>
  return %0, %1 : tensor<1x6xf32>, tensor<2x4xf32>
}

func.func @exact256() -> (tensor<1x34xf32>, tensor<2x34xf32>, tensor<3x34xf32>, tensor<1x6xf32>, tensor<1x70xf32>, tensor<7x6xf32>) {
  %x0 = check.fill seed 200 : tensor<1x256xf32>
  %w0 = check.fill seed 1200 range [0.0, 60.0] as param : tensor<34x144xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_0 row_precision = exact : (tensor<1x256xf32>, tensor<34x144xui8>) -> tensor<1x34xf32>
  %x1 = check.fill seed 201 : tensor<2x256xf32>
  %w1 = check.fill seed 1201 range [0.0, 60.0] as param : tensor<34x160xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_1 row_precision = exact : (tensor<2x256xf32>, tensor<34x160xui8>) -> tensor<2x34xf32>
  %x2 = check.fill seed 202 : tensor<3x256xf32>
  %w2 = check.fill seed 1202 range [0.0, 60.0] as param : tensor<34x272xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q8_0 row_precision = exact : (tensor<3x256xf32>, tensor<34x272xui8>) -> tensor<3x34xf32>
  %x3 = check.fill seed 203 : tensor<1x4096xf32>
  %w3 = check.fill seed 1203 range [0.0, 60.0] as param : tensor<6x2304xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q4_k row_precision = exact : (tensor<1x4096xf32>, tensor<6x2304xui8>) -> tensor<1x6xf32>
  %x4 = check.fill seed 204 : tensor<1x2048xf32>
  %w4 = check.fill seed 1204 range [0.0, 60.0] as param : tensor<70x1680xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q6_k row_precision = exact : (tensor<1x2048xf32>, tensor<70x1680xui8>) -> tensor<1x70xf32>
  %x5 = check.fill seed 205 : tensor<7x256xf32>
  %w5 = check.fill seed 1205 range [0.0, 60.0] as param : tensor<6x110xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q3_k row_precision = exact : (tensor<7x256xf32>, tensor<6x110xui8>) -> tensor<7x6xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<1x34xf32>, tensor<2x34xf32>, tensor<3x34xf32>, tensor<1x6xf32>, tensor<1x70xf32>, tensor<7x6xf32>
}
