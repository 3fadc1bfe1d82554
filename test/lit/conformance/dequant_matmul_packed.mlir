// RUN: rlx-check %{sample} %s %{quick-lanes}

// By hand: one row of weights, all 1 in q4_0 (d = 1, nibbles 9), and -128, then 127 in q8_0 (d =
// 2). The other rows of the panel are padding. Their scale is a NaN, which must not show.
func.func @literals() -> (tensor<2x1xf32>, tensor<1x1xf32>) {
  %x = check.literal dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<2x32xf32>
  %q = check.literal dense<"0x003C007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E99999999F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F399999999F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F399999999F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F399999999F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3"> : tensor<1x1x576xui8> as param
  %0 = rlx.dequant_matmul_packed %x, %q scheme = q4_0 {n = 1 : i64} : (tensor<2x32xf32>, tensor<1x1x576xui8>) -> tensor<2x1xf32>
  %v = check.literal dense<[[496.0], [32.0]]> : tensor<2x1xf32>
  check.expect_eq %0, %v : tensor<2x1xf32>, tensor<2x1xf32>
  %y = check.literal dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0]]> : tensor<1x32xf32>
  %p = check.literal dense<"0x0040007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E007E807F0000808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080800000000080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080000000008080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808000000000808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080800000000080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080000000008080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808000000000808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080800000007F80808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080"> : tensor<1x1x1088xui8> as param
  %1 = rlx.dequant_matmul_packed %y, %p scheme = q8_0 {n = 1 : i64} : (tensor<1x32xf32>, tensor<1x1x1088xui8>) -> tensor<1x1xf32>
  %u = check.literal dense<[[8128.0]]> : tensor<1x1xf32>
  check.expect_eq %1, %u : tensor<1x1xf32>, tensor<1x1xf32>
  return %0, %1 : tensor<2x1xf32>, tensor<1x1xf32>
}

// Infinity or NaN in rows shows wherever the weight is not zero. The first weight is 1, the others
// are 0 (nibbles 8).
func.func @literals_not_finite() -> tensor<5x1xf32> {
  %x = check.literal dense<[[0x7F800000, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [0xFF800000, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 0x7F800000, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [0x7FC00000, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [3.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0]]> : tensor<5x32xf32>
  %q = check.literal dense<"0x003C00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000008988888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888"> : tensor<1x1x576xui8> as param
  %0 = rlx.dequant_matmul_packed %x, %q scheme = q4_0 {n = 1 : i64} : (tensor<5x32xf32>, tensor<1x1x576xui8>) -> tensor<5x1xf32>
  %v = check.literal dense<[[0x7F800000], [0xFF800000], [0x7FC00000], [0x7FC00000], [3.0]]> : tensor<5x1xf32>
  check.expect_eq %0, %v : tensor<5x1xf32>, tensor<5x1xf32>
  return %0 : tensor<5x1xf32>
}

// The limits of f32: a sum near the largest number, whose integers times the power of two would
// overflow without the scale of 2^-24; and subnormal numbers, without loss.
func.func @literals_range() -> tensor<2x1xf32> {
  %x = check.literal dense<[[0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000, 0x7F000000], [0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400, 0x00000400]]> : tensor<2x32xf32>
  %q = check.literal dense<"0x01000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000FFFFFFFF88888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888FFFFFFFF88888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888FFFFFFFF88888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888FFFFFFFF88888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888888"> : tensor<1x1x576xui8> as param
  %0 = rlx.dequant_matmul_packed %x, %q scheme = q4_0 {n = 1 : i64} : (tensor<2x32xf32>, tensor<1x1x576xui8>) -> tensor<2x1xf32>
  %v = check.literal dense<[[2.271629875608987e+33], [0x00000000]]> : tensor<2x1xf32>
  check.expect_eq %0, %v : tensor<2x1xf32>, tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// Elements that round to one bit more than the integers have, and the largest weights. These sums
// are the largest that must fit an integer.
func.func @largest() -> (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) {
  %x = check.literal dense<-1.99999988> : tensor<1x256xf32>
  %p = check.literal dense<"0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001010101010101010101010101010101003C"> : tensor<1x210xui8> as param
  %0 = rlx.dequant_matmul %x, %p scheme = q6_k : (tensor<1x256xf32>, tensor<1x210xui8>) -> tensor<1x1xf32>
  %y = check.literal dense<1.99999988> : tensor<1x256xf32>
  %q = check.literal dense<"0x003C0000010101010000000001010101FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<1x144xui8> as param
  %1 = rlx.dequant_matmul %y, %q scheme = q4_k : (tensor<1x256xf32>, tensor<1x144xui8>) -> tensor<1x1xf32>
  %z = check.literal dense<-1.99999988> : tensor<1x32xf32>
  %r = check.literal dense<"0x003C8080808080808080808080808080808080808080808080808080808080808080"> : tensor<1x34xui8> as param
  %2 = rlx.dequant_matmul %z, %r scheme = q8_0 : (tensor<1x32xf32>, tensor<1x34xui8>) -> tensor<1x1xf32>
  return %0, %1, %2 : tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>
}

// Digits of -128 in all elements but one, and of 127, times the largest weights: sums of pairs of products
// in 16 bits must not saturate.
func.func @digits() -> (tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x1xf32>, tensor<2x1xf32>) {
  %x = check.literal dense<"0xFCFF7F4A008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7FCFF7FCA00FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE46"> : tensor<2x32xf32>
  %p = check.literal dense<"0x003CFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<1x18xui8> as param
  %0 = rlx.dequant_matmul %x, %p scheme = q4_0 : (tensor<2x32xf32>, tensor<1x18xui8>) -> tensor<2x1xf32>
  %q = check.literal dense<"0x003C8080808080808080808080808080808080808080808080808080808080808080003C7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F"> : tensor<2x34xui8> as param
  %1 = rlx.dequant_matmul %x, %q scheme = q8_0 : (tensor<2x32xf32>, tensor<2x34xui8>) -> tensor<2x2xf32>
  %y = check.literal dense<"0xFCFF7F4A008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7FCFF7F4A008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7FCFF7F4A008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7FCFF7F4A008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7FCFF7F4A008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7FCFF7F4A008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7FCFF7F4A008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7FCFF7F4A008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7008000C7FCFF7FCA00FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE46FCFF7FCA00FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE46FCFF7FCA00FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE46FCFF7FCA00FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE46FCFF7FCA00FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE46FCFF7FCA00FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE46FCFF7FCA00FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE46FCFF7FCA00FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE4600FEFE46"> : tensor<2x256xf32>
  %r = check.literal dense<"0x003C0000010101010000000001010101FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<1x144xui8> as param
  %2 = rlx.dequant_matmul %y, %r scheme = q4_k : (tensor<2x256xf32>, tensor<1x144xui8>) -> tensor<2x1xf32>
  %s = check.literal dense<"0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF01010101010101010101010101010101003C"> : tensor<1x210xui8> as param
  %3 = rlx.dequant_matmul %y, %s scheme = q6_k : (tensor<2x256xf32>, tensor<1x210xui8>) -> tensor<2x1xf32>
  return %0, %1, %2, %3 : tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x1xf32>, tensor<2x1xf32>
}

// Static numbers of rows; full panels, and a partial one.
func.func @rows_q4_0() -> (tensor<1x32xf32>, tensor<1x37xf32>, tensor<2x20xf32>, tensor<3x96xf32>, tensor<8x50xf32>, tensor<9x33xf32>) {
  %x0 = check.fill seed 2 : tensor<1x32xf32>
  %w0 = check.fill seed 3 range [0.0, 60.0] as param : tensor<32x18xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_0 : (tensor<1x32xf32>, tensor<32x18xui8>) -> tensor<1x32xf32>
  %x1 = check.fill seed 4 : tensor<1x96xf32>
  %w1 = check.fill seed 5 range [0.0, 60.0] as param : tensor<37x54xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_0 : (tensor<1x96xf32>, tensor<37x54xui8>) -> tensor<1x37xf32>
  %x2 = check.fill seed 6 : tensor<2x64xf32>
  %w2 = check.fill seed 7 range [0.0, 60.0] as param : tensor<20x36xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q4_0 : (tensor<2x64xf32>, tensor<20x36xui8>) -> tensor<2x20xf32>
  %x3 = check.fill seed 8 : tensor<3x32xf32>
  %w3 = check.fill seed 9 range [0.0, 60.0] as param : tensor<96x18xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q4_0 : (tensor<3x32xf32>, tensor<96x18xui8>) -> tensor<3x96xf32>
  %x4 = check.fill seed 10 : tensor<8x64xf32>
  %w4 = check.fill seed 11 range [0.0, 60.0] as param : tensor<50x36xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q4_0 : (tensor<8x64xf32>, tensor<50x36xui8>) -> tensor<8x50xf32>
  %x5 = check.fill seed 12 : tensor<9x96xf32>
  %w5 = check.fill seed 13 range [0.0, 60.0] as param : tensor<33x54xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q4_0 : (tensor<9x96xf32>, tensor<33x54xui8>) -> tensor<9x33xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<1x32xf32>, tensor<1x37xf32>, tensor<2x20xf32>, tensor<3x96xf32>, tensor<8x50xf32>, tensor<9x33xf32>
}

// The form that compilation produces.
func.func @packed_q4_0() -> (tensor<1x37xf32>, tensor<3x32xf32>, tensor<8x5xf32>) {
  %x0 = check.fill seed 14 : tensor<1x64xf32>
  %w0 = check.fill seed 15 range [0.0, 60.0] as param : tensor<2x2x576xui8>
  %0 = rlx.dequant_matmul_packed %x0, %w0 scheme = q4_0 {n = 37 : i64} : (tensor<1x64xf32>, tensor<2x2x576xui8>) -> tensor<1x37xf32>
  %x1 = check.fill seed 16 : tensor<3x32xf32>
  %w1 = check.fill seed 17 range [0.0, 60.0] as param : tensor<1x1x576xui8>
  %1 = rlx.dequant_matmul_packed %x1, %w1 scheme = q4_0 {n = 32 : i64} : (tensor<3x32xf32>, tensor<1x1x576xui8>) -> tensor<3x32xf32>
  %x2 = check.fill seed 18 : tensor<8x96xf32>
  %w2 = check.fill seed 19 range [0.0, 60.0] as param : tensor<1x3x576xui8>
  %2 = rlx.dequant_matmul_packed %x2, %w2 scheme = q4_0 {n = 5 : i64} : (tensor<8x96xf32>, tensor<1x3x576xui8>) -> tensor<8x5xf32>
  return %0, %1, %2 : tensor<1x37xf32>, tensor<3x32xf32>, tensor<8x5xf32>
}

// Dynamic numbers of rows.
func.func @dynamic_q4_0() -> (tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x2x20xf32>, tensor<2x?x3x7xf32>, tensor<?x7xf32>) {
  %x0 = check.fill sizes [1, 64] seed 20 : tensor<?x64xf32>
  %w0 = check.fill seed 21 range [0.0, 60.0] as param : tensor<37x36xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_0 : (tensor<?x64xf32>, tensor<37x36xui8>) -> tensor<?x37xf32>
  %x1 = check.fill sizes [2, 64] seed 22 : tensor<?x64xf32>
  %w1 = check.fill seed 23 range [0.0, 60.0] as param : tensor<37x36xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_0 : (tensor<?x64xf32>, tensor<37x36xui8>) -> tensor<?x37xf32>
  %x2 = check.fill sizes [5, 64] seed 24 : tensor<?x64xf32>
  %w2 = check.fill seed 25 range [0.0, 60.0] as param : tensor<37x36xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q4_0 : (tensor<?x64xf32>, tensor<37x36xui8>) -> tensor<?x37xf32>
  %x3 = check.fill sizes [3, 2, 32] seed 26 : tensor<?x2x32xf32>
  %w3 = check.fill seed 27 range [0.0, 60.0] as param : tensor<20x18xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q4_0 : (tensor<?x2x32xf32>, tensor<20x18xui8>) -> tensor<?x2x20xf32>
  %x4 = check.fill sizes [2, 5, 3, 32] seed 28 : tensor<2x?x3x32xf32>
  %w4 = check.fill seed 29 range [0.0, 60.0] as param : tensor<7x18xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q4_0 : (tensor<2x?x3x32xf32>, tensor<7x18xui8>) -> tensor<2x?x3x7xf32>
  %x5 = check.fill sizes [0, 32] seed 30 : tensor<?x32xf32>
  %w5 = check.fill seed 31 range [0.0, 60.0] as param : tensor<7x18xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q4_0 : (tensor<?x32xf32>, tensor<7x18xui8>) -> tensor<?x7xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x2x20xf32>, tensor<2x?x3x7xf32>, tensor<?x7xf32>
}

// Other row types.
func.func @types_q4_0() -> (tensor<3x20xf16>, tensor<3x20xbf16>, tensor<3x20xf64>) {
  %x0 = check.fill seed 32 : tensor<3x64xf16>
  %w0 = check.fill seed 33 range [0.0, 44.0] as param : tensor<20x36xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_0 : (tensor<3x64xf16>, tensor<20x36xui8>) -> tensor<3x20xf16>
  %x1 = check.fill seed 34 : tensor<3x64xbf16>
  %w1 = check.fill seed 35 range [0.0, 44.0] as param : tensor<20x36xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_0 : (tensor<3x64xbf16>, tensor<20x36xui8>) -> tensor<3x20xbf16>
  %x2 = check.fill seed 36 : tensor<3x64xf64>
  %w2 = check.fill seed 37 range [0.0, 44.0] as param : tensor<20x36xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q4_0 : (tensor<3x64xf64>, tensor<20x36xui8>) -> tensor<3x20xf64>
  return %0, %1, %2 : tensor<3x20xf16>, tensor<3x20xbf16>, tensor<3x20xf64>
}

// Infinities, NaNs, subnormal and very large numbers in rows; in weights.
func.func @not_finite_q4_0() -> (tensor<4x20xf32>, tensor<3x20xf32>) {
  %x0 = check.fill seed 38 edges all : tensor<4x64xf32>
  %w0 = check.fill seed 39 range [0.0, 12.0] as param : tensor<20x36xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_0 : (tensor<4x64xf32>, tensor<20x36xui8>) -> tensor<4x20xf32>
  %x1 = check.fill seed 40 : tensor<3x64xf32>
  %w1 = check.fill seed 41 as param : tensor<20x36xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_0 : (tensor<3x64xf32>, tensor<20x36xui8>) -> tensor<3x20xf32>
  return %0, %1 : tensor<4x20xf32>, tensor<3x20xf32>
}

func.func @rows_q8_0() -> (tensor<1x32xf32>, tensor<1x37xf32>, tensor<2x20xf32>, tensor<3x96xf32>, tensor<8x50xf32>, tensor<9x33xf32>) {
  %x0 = check.fill seed 42 : tensor<1x32xf32>
  %w0 = check.fill seed 43 range [0.0, 60.0] as param : tensor<32x34xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q8_0 : (tensor<1x32xf32>, tensor<32x34xui8>) -> tensor<1x32xf32>
  %x1 = check.fill seed 44 : tensor<1x96xf32>
  %w1 = check.fill seed 45 range [0.0, 60.0] as param : tensor<37x102xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q8_0 : (tensor<1x96xf32>, tensor<37x102xui8>) -> tensor<1x37xf32>
  %x2 = check.fill seed 46 : tensor<2x64xf32>
  %w2 = check.fill seed 47 range [0.0, 60.0] as param : tensor<20x68xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q8_0 : (tensor<2x64xf32>, tensor<20x68xui8>) -> tensor<2x20xf32>
  %x3 = check.fill seed 48 : tensor<3x32xf32>
  %w3 = check.fill seed 49 range [0.0, 60.0] as param : tensor<96x34xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q8_0 : (tensor<3x32xf32>, tensor<96x34xui8>) -> tensor<3x96xf32>
  %x4 = check.fill seed 50 : tensor<8x64xf32>
  %w4 = check.fill seed 51 range [0.0, 60.0] as param : tensor<50x68xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q8_0 : (tensor<8x64xf32>, tensor<50x68xui8>) -> tensor<8x50xf32>
  %x5 = check.fill seed 52 : tensor<9x96xf32>
  %w5 = check.fill seed 53 range [0.0, 60.0] as param : tensor<33x102xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q8_0 : (tensor<9x96xf32>, tensor<33x102xui8>) -> tensor<9x33xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<1x32xf32>, tensor<1x37xf32>, tensor<2x20xf32>, tensor<3x96xf32>, tensor<8x50xf32>, tensor<9x33xf32>
}

func.func @packed_q8_0() -> (tensor<1x37xf32>, tensor<3x32xf32>, tensor<8x5xf32>) {
  %x0 = check.fill seed 54 : tensor<1x64xf32>
  %w0 = check.fill seed 55 range [0.0, 60.0] as param : tensor<2x2x1088xui8>
  %0 = rlx.dequant_matmul_packed %x0, %w0 scheme = q8_0 {n = 37 : i64} : (tensor<1x64xf32>, tensor<2x2x1088xui8>) -> tensor<1x37xf32>
  %x1 = check.fill seed 56 : tensor<3x32xf32>
  %w1 = check.fill seed 57 range [0.0, 60.0] as param : tensor<1x1x1088xui8>
  %1 = rlx.dequant_matmul_packed %x1, %w1 scheme = q8_0 {n = 32 : i64} : (tensor<3x32xf32>, tensor<1x1x1088xui8>) -> tensor<3x32xf32>
  %x2 = check.fill seed 58 : tensor<8x96xf32>
  %w2 = check.fill seed 59 range [0.0, 60.0] as param : tensor<1x3x1088xui8>
  %2 = rlx.dequant_matmul_packed %x2, %w2 scheme = q8_0 {n = 5 : i64} : (tensor<8x96xf32>, tensor<1x3x1088xui8>) -> tensor<8x5xf32>
  return %0, %1, %2 : tensor<1x37xf32>, tensor<3x32xf32>, tensor<8x5xf32>
}

func.func @dynamic_q8_0() -> (tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x2x20xf32>, tensor<2x?x3x7xf32>, tensor<?x7xf32>) {
  %x0 = check.fill sizes [1, 64] seed 60 : tensor<?x64xf32>
  %w0 = check.fill seed 61 range [0.0, 60.0] as param : tensor<37x68xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q8_0 : (tensor<?x64xf32>, tensor<37x68xui8>) -> tensor<?x37xf32>
  %x1 = check.fill sizes [2, 64] seed 62 : tensor<?x64xf32>
  %w1 = check.fill seed 63 range [0.0, 60.0] as param : tensor<37x68xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q8_0 : (tensor<?x64xf32>, tensor<37x68xui8>) -> tensor<?x37xf32>
  %x2 = check.fill sizes [5, 64] seed 64 : tensor<?x64xf32>
  %w2 = check.fill seed 65 range [0.0, 60.0] as param : tensor<37x68xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q8_0 : (tensor<?x64xf32>, tensor<37x68xui8>) -> tensor<?x37xf32>
  %x3 = check.fill sizes [3, 2, 32] seed 66 : tensor<?x2x32xf32>
  %w3 = check.fill seed 67 range [0.0, 60.0] as param : tensor<20x34xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q8_0 : (tensor<?x2x32xf32>, tensor<20x34xui8>) -> tensor<?x2x20xf32>
  %x4 = check.fill sizes [2, 5, 3, 32] seed 68 : tensor<2x?x3x32xf32>
  %w4 = check.fill seed 69 range [0.0, 60.0] as param : tensor<7x34xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q8_0 : (tensor<2x?x3x32xf32>, tensor<7x34xui8>) -> tensor<2x?x3x7xf32>
  %x5 = check.fill sizes [0, 32] seed 70 : tensor<?x32xf32>
  %w5 = check.fill seed 71 range [0.0, 60.0] as param : tensor<7x34xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q8_0 : (tensor<?x32xf32>, tensor<7x34xui8>) -> tensor<?x7xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x2x20xf32>, tensor<2x?x3x7xf32>, tensor<?x7xf32>
}

func.func @types_q8_0() -> (tensor<3x20xf16>, tensor<3x20xbf16>, tensor<3x20xf64>) {
  %x0 = check.fill seed 72 : tensor<3x64xf16>
  %w0 = check.fill seed 73 range [0.0, 44.0] as param : tensor<20x68xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q8_0 : (tensor<3x64xf16>, tensor<20x68xui8>) -> tensor<3x20xf16>
  %x1 = check.fill seed 74 : tensor<3x64xbf16>
  %w1 = check.fill seed 75 range [0.0, 44.0] as param : tensor<20x68xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q8_0 : (tensor<3x64xbf16>, tensor<20x68xui8>) -> tensor<3x20xbf16>
  %x2 = check.fill seed 76 : tensor<3x64xf64>
  %w2 = check.fill seed 77 range [0.0, 44.0] as param : tensor<20x68xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q8_0 : (tensor<3x64xf64>, tensor<20x68xui8>) -> tensor<3x20xf64>
  return %0, %1, %2 : tensor<3x20xf16>, tensor<3x20xbf16>, tensor<3x20xf64>
}

func.func @not_finite_q8_0() -> (tensor<4x20xf32>, tensor<3x20xf32>) {
  %x0 = check.fill seed 78 edges all : tensor<4x64xf32>
  %w0 = check.fill seed 79 range [0.0, 12.0] as param : tensor<20x68xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q8_0 : (tensor<4x64xf32>, tensor<20x68xui8>) -> tensor<4x20xf32>
  %x1 = check.fill seed 80 : tensor<3x64xf32>
  %w1 = check.fill seed 81 as param : tensor<20x68xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q8_0 : (tensor<3x64xf32>, tensor<20x68xui8>) -> tensor<3x20xf32>
  return %0, %1 : tensor<4x20xf32>, tensor<3x20xf32>
}

func.func @rows_q4_k() -> (tensor<1x32xf32>, tensor<1x37xf32>, tensor<2x20xf32>, tensor<3x96xf32>, tensor<8x50xf32>, tensor<9x33xf32>) {
  %x0 = check.fill seed 82 : tensor<1x256xf32>
  %w0 = check.fill seed 83 range [0.0, 60.0] as param : tensor<32x144xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_k : (tensor<1x256xf32>, tensor<32x144xui8>) -> tensor<1x32xf32>
  %x1 = check.fill seed 84 : tensor<1x768xf32>
  %w1 = check.fill seed 85 range [0.0, 60.0] as param : tensor<37x432xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_k : (tensor<1x768xf32>, tensor<37x432xui8>) -> tensor<1x37xf32>
  %x2 = check.fill seed 86 : tensor<2x512xf32>
  %w2 = check.fill seed 87 range [0.0, 60.0] as param : tensor<20x288xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q4_k : (tensor<2x512xf32>, tensor<20x288xui8>) -> tensor<2x20xf32>
  %x3 = check.fill seed 88 : tensor<3x256xf32>
  %w3 = check.fill seed 89 range [0.0, 60.0] as param : tensor<96x144xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q4_k : (tensor<3x256xf32>, tensor<96x144xui8>) -> tensor<3x96xf32>
  %x4 = check.fill seed 90 : tensor<8x512xf32>
  %w4 = check.fill seed 91 range [0.0, 60.0] as param : tensor<50x288xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q4_k : (tensor<8x512xf32>, tensor<50x288xui8>) -> tensor<8x50xf32>
  %x5 = check.fill seed 92 : tensor<9x768xf32>
  %w5 = check.fill seed 93 range [0.0, 60.0] as param : tensor<33x432xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q4_k : (tensor<9x768xf32>, tensor<33x432xui8>) -> tensor<9x33xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<1x32xf32>, tensor<1x37xf32>, tensor<2x20xf32>, tensor<3x96xf32>, tensor<8x50xf32>, tensor<9x33xf32>
}

func.func @packed_q4_k() -> (tensor<1x37xf32>, tensor<3x32xf32>, tensor<8x5xf32>) {
  %x0 = check.fill seed 94 : tensor<1x512xf32>
  %w0 = check.fill seed 95 range [0.0, 60.0] as param : tensor<2x2x4608xui8>
  %0 = rlx.dequant_matmul_packed %x0, %w0 scheme = q4_k {n = 37 : i64} : (tensor<1x512xf32>, tensor<2x2x4608xui8>) -> tensor<1x37xf32>
  %x1 = check.fill seed 96 : tensor<3x256xf32>
  %w1 = check.fill seed 97 range [0.0, 60.0] as param : tensor<1x1x4608xui8>
  %1 = rlx.dequant_matmul_packed %x1, %w1 scheme = q4_k {n = 32 : i64} : (tensor<3x256xf32>, tensor<1x1x4608xui8>) -> tensor<3x32xf32>
  %x2 = check.fill seed 98 : tensor<8x768xf32>
  %w2 = check.fill seed 99 range [0.0, 60.0] as param : tensor<1x3x4608xui8>
  %2 = rlx.dequant_matmul_packed %x2, %w2 scheme = q4_k {n = 5 : i64} : (tensor<8x768xf32>, tensor<1x3x4608xui8>) -> tensor<8x5xf32>
  return %0, %1, %2 : tensor<1x37xf32>, tensor<3x32xf32>, tensor<8x5xf32>
}

func.func @dynamic_q4_k() -> (tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x2x20xf32>, tensor<2x?x3x7xf32>, tensor<?x7xf32>) {
  %x0 = check.fill sizes [1, 512] seed 100 : tensor<?x512xf32>
  %w0 = check.fill seed 101 range [0.0, 60.0] as param : tensor<37x288xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_k : (tensor<?x512xf32>, tensor<37x288xui8>) -> tensor<?x37xf32>
  %x1 = check.fill sizes [2, 512] seed 102 : tensor<?x512xf32>
  %w1 = check.fill seed 103 range [0.0, 60.0] as param : tensor<37x288xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_k : (tensor<?x512xf32>, tensor<37x288xui8>) -> tensor<?x37xf32>
  %x2 = check.fill sizes [5, 512] seed 104 : tensor<?x512xf32>
  %w2 = check.fill seed 105 range [0.0, 60.0] as param : tensor<37x288xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q4_k : (tensor<?x512xf32>, tensor<37x288xui8>) -> tensor<?x37xf32>
  %x3 = check.fill sizes [3, 2, 256] seed 106 : tensor<?x2x256xf32>
  %w3 = check.fill seed 107 range [0.0, 60.0] as param : tensor<20x144xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q4_k : (tensor<?x2x256xf32>, tensor<20x144xui8>) -> tensor<?x2x20xf32>
  %x4 = check.fill sizes [2, 5, 3, 256] seed 108 : tensor<2x?x3x256xf32>
  %w4 = check.fill seed 109 range [0.0, 60.0] as param : tensor<7x144xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q4_k : (tensor<2x?x3x256xf32>, tensor<7x144xui8>) -> tensor<2x?x3x7xf32>
  %x5 = check.fill sizes [0, 256] seed 110 : tensor<?x256xf32>
  %w5 = check.fill seed 111 range [0.0, 60.0] as param : tensor<7x144xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q4_k : (tensor<?x256xf32>, tensor<7x144xui8>) -> tensor<?x7xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x2x20xf32>, tensor<2x?x3x7xf32>, tensor<?x7xf32>
}

func.func @types_q4_k() -> (tensor<3x20xf16>, tensor<3x20xbf16>, tensor<3x20xf64>) {
  %x0 = check.fill seed 112 : tensor<3x512xf16>
  %w0 = check.fill seed 113 range [0.0, 44.0] as param : tensor<20x288xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_k : (tensor<3x512xf16>, tensor<20x288xui8>) -> tensor<3x20xf16>
  %x1 = check.fill seed 114 : tensor<3x512xbf16>
  %w1 = check.fill seed 115 range [0.0, 44.0] as param : tensor<20x288xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_k : (tensor<3x512xbf16>, tensor<20x288xui8>) -> tensor<3x20xbf16>
  %x2 = check.fill seed 116 : tensor<3x512xf64>
  %w2 = check.fill seed 117 range [0.0, 44.0] as param : tensor<20x288xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q4_k : (tensor<3x512xf64>, tensor<20x288xui8>) -> tensor<3x20xf64>
  return %0, %1, %2 : tensor<3x20xf16>, tensor<3x20xbf16>, tensor<3x20xf64>
}

func.func @not_finite_q4_k() -> (tensor<4x20xf32>, tensor<3x20xf32>) {
  %x0 = check.fill seed 118 edges all : tensor<4x512xf32>
  %w0 = check.fill seed 119 range [0.0, 12.0] as param : tensor<20x288xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_k : (tensor<4x512xf32>, tensor<20x288xui8>) -> tensor<4x20xf32>
  %x1 = check.fill seed 120 : tensor<3x512xf32>
  %w1 = check.fill seed 121 as param : tensor<20x288xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_k : (tensor<3x512xf32>, tensor<20x288xui8>) -> tensor<3x20xf32>
  return %0, %1 : tensor<4x20xf32>, tensor<3x20xf32>
}

func.func @rows_q6_k() -> (tensor<1x32xf32>, tensor<1x37xf32>, tensor<2x20xf32>, tensor<3x96xf32>, tensor<8x50xf32>, tensor<9x33xf32>) {
  %x0 = check.fill seed 122 : tensor<1x256xf32>
  %w0 = check.fill seed 123 range [0.0, 60.0] as param : tensor<32x210xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q6_k : (tensor<1x256xf32>, tensor<32x210xui8>) -> tensor<1x32xf32>
  %x1 = check.fill seed 124 : tensor<1x768xf32>
  %w1 = check.fill seed 125 range [0.0, 60.0] as param : tensor<37x630xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q6_k : (tensor<1x768xf32>, tensor<37x630xui8>) -> tensor<1x37xf32>
  %x2 = check.fill seed 126 : tensor<2x512xf32>
  %w2 = check.fill seed 127 range [0.0, 60.0] as param : tensor<20x420xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q6_k : (tensor<2x512xf32>, tensor<20x420xui8>) -> tensor<2x20xf32>
  %x3 = check.fill seed 128 : tensor<3x256xf32>
  %w3 = check.fill seed 129 range [0.0, 60.0] as param : tensor<96x210xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q6_k : (tensor<3x256xf32>, tensor<96x210xui8>) -> tensor<3x96xf32>
  %x4 = check.fill seed 130 : tensor<8x512xf32>
  %w4 = check.fill seed 131 range [0.0, 60.0] as param : tensor<50x420xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q6_k : (tensor<8x512xf32>, tensor<50x420xui8>) -> tensor<8x50xf32>
  %x5 = check.fill seed 132 : tensor<9x768xf32>
  %w5 = check.fill seed 133 range [0.0, 60.0] as param : tensor<33x630xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q6_k : (tensor<9x768xf32>, tensor<33x630xui8>) -> tensor<9x33xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<1x32xf32>, tensor<1x37xf32>, tensor<2x20xf32>, tensor<3x96xf32>, tensor<8x50xf32>, tensor<9x33xf32>
}

func.func @packed_q6_k() -> (tensor<1x37xf32>, tensor<3x32xf32>, tensor<8x5xf32>) {
  %x0 = check.fill seed 134 : tensor<1x512xf32>
  %w0 = check.fill seed 135 range [0.0, 60.0] as param : tensor<2x2x6720xui8>
  %0 = rlx.dequant_matmul_packed %x0, %w0 scheme = q6_k {n = 37 : i64} : (tensor<1x512xf32>, tensor<2x2x6720xui8>) -> tensor<1x37xf32>
  %x1 = check.fill seed 136 : tensor<3x256xf32>
  %w1 = check.fill seed 137 range [0.0, 60.0] as param : tensor<1x1x6720xui8>
  %1 = rlx.dequant_matmul_packed %x1, %w1 scheme = q6_k {n = 32 : i64} : (tensor<3x256xf32>, tensor<1x1x6720xui8>) -> tensor<3x32xf32>
  %x2 = check.fill seed 138 : tensor<8x768xf32>
  %w2 = check.fill seed 139 range [0.0, 60.0] as param : tensor<1x3x6720xui8>
  %2 = rlx.dequant_matmul_packed %x2, %w2 scheme = q6_k {n = 5 : i64} : (tensor<8x768xf32>, tensor<1x3x6720xui8>) -> tensor<8x5xf32>
  return %0, %1, %2 : tensor<1x37xf32>, tensor<3x32xf32>, tensor<8x5xf32>
}

func.func @dynamic_q6_k() -> (tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x2x20xf32>, tensor<2x?x3x7xf32>, tensor<?x7xf32>) {
  %x0 = check.fill sizes [1, 512] seed 140 : tensor<?x512xf32>
  %w0 = check.fill seed 141 range [0.0, 60.0] as param : tensor<37x420xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q6_k : (tensor<?x512xf32>, tensor<37x420xui8>) -> tensor<?x37xf32>
  %x1 = check.fill sizes [2, 512] seed 142 : tensor<?x512xf32>
  %w1 = check.fill seed 143 range [0.0, 60.0] as param : tensor<37x420xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q6_k : (tensor<?x512xf32>, tensor<37x420xui8>) -> tensor<?x37xf32>
  %x2 = check.fill sizes [5, 512] seed 144 : tensor<?x512xf32>
  %w2 = check.fill seed 145 range [0.0, 60.0] as param : tensor<37x420xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q6_k : (tensor<?x512xf32>, tensor<37x420xui8>) -> tensor<?x37xf32>
  %x3 = check.fill sizes [3, 2, 256] seed 146 : tensor<?x2x256xf32>
  %w3 = check.fill seed 147 range [0.0, 60.0] as param : tensor<20x210xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q6_k : (tensor<?x2x256xf32>, tensor<20x210xui8>) -> tensor<?x2x20xf32>
  %x4 = check.fill sizes [2, 5, 3, 256] seed 148 : tensor<2x?x3x256xf32>
  %w4 = check.fill seed 149 range [0.0, 60.0] as param : tensor<7x210xui8>
  %4 = rlx.dequant_matmul %x4, %w4 scheme = q6_k : (tensor<2x?x3x256xf32>, tensor<7x210xui8>) -> tensor<2x?x3x7xf32>
  %x5 = check.fill sizes [0, 256] seed 150 : tensor<?x256xf32>
  %w5 = check.fill seed 151 range [0.0, 60.0] as param : tensor<7x210xui8>
  %5 = rlx.dequant_matmul %x5, %w5 scheme = q6_k : (tensor<?x256xf32>, tensor<7x210xui8>) -> tensor<?x7xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x37xf32>, tensor<?x2x20xf32>, tensor<2x?x3x7xf32>, tensor<?x7xf32>
}

func.func @types_q6_k() -> (tensor<3x20xf16>, tensor<3x20xbf16>, tensor<3x20xf64>) {
  %x0 = check.fill seed 152 : tensor<3x512xf16>
  %w0 = check.fill seed 153 range [0.0, 44.0] as param : tensor<20x420xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q6_k : (tensor<3x512xf16>, tensor<20x420xui8>) -> tensor<3x20xf16>
  %x1 = check.fill seed 154 : tensor<3x512xbf16>
  %w1 = check.fill seed 155 range [0.0, 44.0] as param : tensor<20x420xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q6_k : (tensor<3x512xbf16>, tensor<20x420xui8>) -> tensor<3x20xbf16>
  %x2 = check.fill seed 156 : tensor<3x512xf64>
  %w2 = check.fill seed 157 range [0.0, 44.0] as param : tensor<20x420xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q6_k : (tensor<3x512xf64>, tensor<20x420xui8>) -> tensor<3x20xf64>
  return %0, %1, %2 : tensor<3x20xf16>, tensor<3x20xbf16>, tensor<3x20xf64>
}

func.func @not_finite_q6_k() -> (tensor<4x20xf32>, tensor<3x20xf32>) {
  %x0 = check.fill seed 158 edges all : tensor<4x512xf32>
  %w0 = check.fill seed 159 range [0.0, 12.0] as param : tensor<20x420xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q6_k : (tensor<4x512xf32>, tensor<20x420xui8>) -> tensor<4x20xf32>
  %x1 = check.fill seed 160 : tensor<3x512xf32>
  %w1 = check.fill seed 161 as param : tensor<20x420xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q6_k : (tensor<3x512xf32>, tensor<20x420xui8>) -> tensor<3x20xf32>
  return %0, %1 : tensor<4x20xf32>, tensor<3x20xf32>
}

// More rows than one workgroup takes, and panels of several workgroups.
func.func @blocks() -> (tensor<70x20xf32>, tensor<?x20xf32>, tensor<2x1100xf32>, tensor<3x560xf32>) {
  %x0 = check.fill seed 162 : tensor<70x32xf32>
  %w0 = check.fill seed 163 range [0.0, 60.0] as param : tensor<20x18xui8>
  %0 = rlx.dequant_matmul %x0, %w0 scheme = q4_0 : (tensor<70x32xf32>, tensor<20x18xui8>) -> tensor<70x20xf32>
  %x1 = check.fill sizes [131, 64] seed 164 : tensor<?x64xf32>
  %w1 = check.fill seed 165 range [0.0, 60.0] as param : tensor<20x36xui8>
  %1 = rlx.dequant_matmul %x1, %w1 scheme = q4_0 : (tensor<?x64xf32>, tensor<20x36xui8>) -> tensor<?x20xf32>
  %x2 = check.fill seed 166 : tensor<2x32xf32>
  %w2 = check.fill seed 167 range [0.0, 60.0] as param : tensor<1100x34xui8>
  %2 = rlx.dequant_matmul %x2, %w2 scheme = q8_0 : (tensor<2x32xf32>, tensor<1100x34xui8>) -> tensor<2x1100xf32>
  %x3 = check.fill seed 168 : tensor<3x2048xf32>
  %w3 = check.fill seed 169 range [0.0, 60.0] as param : tensor<560x1152xui8>
  %3 = rlx.dequant_matmul %x3, %w3 scheme = q4_0 : (tensor<3x2048xf32>, tensor<560x1152xui8>) -> tensor<3x560xf32>
  return %0, %1, %2, %3 : tensor<70x20xf32>, tensor<?x20xf32>, tensor<2x1100xf32>, tensor<3x560xf32>
}

// Sums of the panel's padding rows overflow. The sum of the row itself does not overflow in any
// order: two of its weights are 1, two are -1, and all others 0.
func.func @overflow_beside() -> tensor<1x1xf32> {
  %x = check.literal dense<1.0e38> : tensor<1x32xf32>
  %w = check.literal dense<"0x003C99888888888888888888888888888877"> : tensor<1x18xui8> as param
  %0 = rlx.dequant_matmul %x, %w scheme = q4_0 : (tensor<1x32xf32>, tensor<1x18xui8>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}
