// RUN: rlx-check %s
// RUN: %if avx512-all %{ rlx-check %{sample} --lane=reference,cpu --cpu=x86-64-v4 %s %}
// RUN: %if avx2-all %{ rlx-check %{sample} --lane=reference,cpu --cpu=x86-64-v3 %s %}

// By hand; the example of ONNX's MatMulInteger.
func.func @literals() -> tensor<4x2xi32> {
  %a = check.literal dense<[[11, 7, 3], [10, 6, 2], [9, 5, 1], [8, 4, 0]]> : tensor<4x3xui8>
  %b = check.literal dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xui8>
  %za = check.literal dense<12> : tensor<ui8>
  %zb = check.literal dense<0> : tensor<ui8>
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb
      : (tensor<4x3xui8>, tensor<3x2xui8>, tensor<ui8>, tensor<ui8>) -> tensor<4x2xi32>
  %e = check.literal dense<[[-38, -83], [-44, -98], [-50, -113], [-56, -128]]> : tensor<4x2xi32>
  check.expect_eq %0, %e : tensor<4x2xi32>, tensor<4x2xi32>
  return %0 : tensor<4x2xi32>
}

// By hand: the products of each element type exceed its range; a zero point per column.
func.func @extremes() -> (tensor<1x2xi32>, tensor<1x2xi32>) {
  %a = check.literal dense<[[-128, 127]]> : tensor<1x2xi8>
  %b = check.literal dense<[[255, 0], [0, 255]]> : tensor<2x2xui8>
  %0 = rlx.matmul_integer %a, %b : (tensor<1x2xi8>, tensor<2x2xui8>) -> tensor<1x2xi32>
  %e0 = check.literal dense<[[-32640, 32385]]> : tensor<1x2xi32>
  check.expect_eq %0, %e0 : tensor<1x2xi32>, tensor<1x2xi32>
  %z = check.literal dense<[0, 255]> : tensor<2xui8>
  %1 = rlx.matmul_integer %a, %b rhs_zero_point %z : (tensor<1x2xi8>, tensor<2x2xui8>, tensor<2xui8>) -> tensor<1x2xi32>
  %e1 = check.literal dense<[[-32640, 32640]]> : tensor<1x2xi32>
  check.expect_eq %1, %e1 : tensor<1x2xi32>, tensor<1x2xi32>
  return %0, %1 : tensor<1x2xi32>, tensor<1x2xi32>
}

// The inner size makes the loop over columns the inner one. No size is a multiple of a tile.
func.func @long() -> tensor<33x65xi32> {
  %a = check.fill seed 1 range [0.0, 255.0] : tensor<33x129xui8>
  %b = check.fill seed 2 range [-128.0, 127.0] as param : tensor<129x65xi8>
  %za = check.literal dense<128> : tensor<ui8>
  %zb = check.fill seed 3 range [-128.0, 127.0] as param : tensor<65xi8>
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb
      : (tensor<33x129xui8>, tensor<129x65xi8>, tensor<ui8>, tensor<65xi8>) -> tensor<33x65xi32>
  return %0 : tensor<33x65xi32>
}

func.func @batches() -> (tensor<2x3x4x5xi32>, tensor<2x4x5xi32>) {
  %a = check.fill seed 4 range [-128.0, 127.0] : tensor<2x1x4x7xi8>
  %b = check.fill seed 5 range [-128.0, 127.0] : tensor<3x7x5xi8>
  %0 = rlx.matmul_integer %a, %b : (tensor<2x1x4x7xi8>, tensor<3x7x5xi8>) -> tensor<2x3x4x5xi32>
  %c = check.fill seed 6 range [0.0, 255.0] : tensor<2x4x7xui8>
  %d = check.fill seed 7 range [0.0, 255.0] : tensor<7x5xui8>
  %1 = rlx.matmul_integer %c, %d : (tensor<2x4x7xui8>, tensor<7x5xui8>) -> tensor<2x4x5xi32>
  return %0, %1 : tensor<2x3x4x5xi32>, tensor<2x4x5xi32>
}

func.func @dynamic() -> tensor<?x?x?xi32> {
  %a = check.fill sizes [2, 5, 9] seed 8 range [0.0, 255.0] : tensor<?x?x?xui8>
  %b = check.fill sizes [9, 6] seed 9 range [-128.0, 127.0] : tensor<?x?xi8>
  %z = check.fill sizes [6] seed 10 range [-128.0, 127.0] : tensor<?xi8>
  %0 = rlx.matmul_integer %a, %b rhs_zero_point %z
      : (tensor<?x?x?xui8>, tensor<?x?xi8>, tensor<?xi8>) -> tensor<?x?x?xi32>
  return %0 : tensor<?x?x?xi32>
}

// The empty sum is 0.
func.func @empty() -> (tensor<0x3xi32>, tensor<2x3xi32>) {
  %a = check.fill seed 11 : tensor<0x4xi8>
  %b = check.fill seed 12 : tensor<4x3xi8>
  %0 = rlx.matmul_integer %a, %b : (tensor<0x4xi8>, tensor<4x3xi8>) -> tensor<0x3xi32>
  %c = check.fill seed 13 : tensor<2x0xi8>
  %d = check.fill seed 14 : tensor<0x3xi8>
  %1 = rlx.matmul_integer %c, %d : (tensor<2x0xi8>, tensor<0x3xi8>) -> tensor<2x3xi32>
  %e = check.literal dense<0> : tensor<2x3xi32>
  check.expect_eq %1, %e : tensor<2x3xi32>, tensor<2x3xi32>
  return %0, %1 : tensor<0x3xi32>, tensor<2x3xi32>
}

// By hand; the rhs is that of @extremes.
func.func @transposed() -> tensor<1x2xi32> {
  %a = check.literal dense<[[-128, 127]]> : tensor<1x2xi8>
  %b = check.literal dense<[[255, 0], [1, 255]]> : tensor<2x2xui8>
  %0 = rlx.matmul_integer %a, %b transpose_rhs : (tensor<1x2xi8>, tensor<2x2xui8>) -> tensor<1x2xi32>
  %e = check.literal dense<[[-32640, 32257]]> : tensor<1x2xi32>
  check.expect_eq %0, %e : tensor<1x2xi32>, tensor<1x2xi32>
  return %0 : tensor<1x2xi32>
}

// Both operands are data. Lengths and columns around pairs, chunks of 16, panels of 16 and 32, and
// column blocks of 128; rows around tiles of 6 and 12, and more than one block of 384.
func.func @data_0() -> tensor<2x1x1xi32> {
  %a = check.fill seed 21 range [0.0, 255.0] edges finite : tensor<2x1x1xui8>
  %b = check.fill seed 22 range [-128.0, 127.0] edges finite : tensor<2x1x1xi8>
  %za = check.literal dense<128> : tensor<ui8>
  %zb = check.literal dense<-3> : tensor<i8>
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb
      : (tensor<2x1x1xui8>, tensor<2x1x1xi8>, tensor<ui8>, tensor<i8>) -> tensor<2x1x1xi32>
  return %0 : tensor<2x1x1xi32>
}

func.func @data_0_transposed() -> tensor<2x1x1xi32> {
  %a = check.fill seed 23 range [0.0, 255.0] edges finite : tensor<2x1x1xui8>
  %b = check.fill seed 24 range [-128.0, 127.0] edges finite : tensor<2x1x1xi8>
  %za = check.literal dense<128> : tensor<ui8>
  %zb = check.literal dense<-3> : tensor<i8>
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb transpose_rhs
      : (tensor<2x1x1xui8>, tensor<2x1x1xi8>, tensor<ui8>, tensor<i8>) -> tensor<2x1x1xi32>
  return %0 : tensor<2x1x1xi32>
}

func.func @data_1() -> tensor<1x7x33xi32> {
  %a = check.fill seed 25 range [-128.0, 127.0] edges finite : tensor<1x7x17xi8>
  %b = check.fill seed 26 range [-128.0, 127.0] edges finite : tensor<1x17x33xi8>
  %za = check.literal dense<-128> : tensor<i8>
  %zb = check.literal dense<-3> : tensor<i8>
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb
      : (tensor<1x7x17xi8>, tensor<1x17x33xi8>, tensor<i8>, tensor<i8>) -> tensor<1x7x33xi32>
  return %0 : tensor<1x7x33xi32>
}

func.func @data_1_transposed() -> tensor<1x7x33xi32> {
  %a = check.fill seed 27 range [-128.0, 127.0] edges finite : tensor<1x7x17xi8>
  %b = check.fill seed 28 range [-128.0, 127.0] edges finite : tensor<1x33x17xi8>
  %za = check.literal dense<-128> : tensor<i8>
  %zb = check.literal dense<-3> : tensor<i8>
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb transpose_rhs
      : (tensor<1x7x17xi8>, tensor<1x33x17xi8>, tensor<i8>, tensor<i8>) -> tensor<1x7x33xi32>
  return %0 : tensor<1x7x33xi32>
}

func.func @data_2() -> tensor<2x13x17xi32> {
  %a = check.fill seed 29 range [0.0, 255.0] edges finite : tensor<2x13x33xui8>
  %b = check.fill seed 30 range [0.0, 255.0] edges finite : tensor<2x33x17xui8>
  %za = check.literal dense<128> : tensor<ui8>
  %zb = check.literal dense<255> : tensor<ui8>
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb
      : (tensor<2x13x33xui8>, tensor<2x33x17xui8>, tensor<ui8>, tensor<ui8>) -> tensor<2x13x17xi32>
  return %0 : tensor<2x13x17xi32>
}

func.func @data_2_transposed() -> tensor<2x13x17xi32> {
  %a = check.fill seed 31 range [0.0, 255.0] edges finite : tensor<2x13x33xui8>
  %b = check.fill seed 32 range [0.0, 255.0] edges finite : tensor<2x17x33xui8>
  %za = check.literal dense<128> : tensor<ui8>
  %zb = check.literal dense<255> : tensor<ui8>
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb transpose_rhs
      : (tensor<2x13x33xui8>, tensor<2x17x33xui8>, tensor<ui8>, tensor<ui8>) -> tensor<2x13x17xi32>
  return %0 : tensor<2x13x17xi32>
}

func.func @data_3() -> tensor<1x5x128xi32> {
  %a = check.fill seed 33 range [-128.0, 127.0] edges finite : tensor<1x5x16xi8>
  %b = check.fill seed 34 range [0.0, 255.0] edges finite : tensor<1x16x128xui8>
  %za = check.literal dense<-128> : tensor<i8>
  %zb = check.literal dense<255> : tensor<ui8>
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb
      : (tensor<1x5x16xi8>, tensor<1x16x128xui8>, tensor<i8>, tensor<ui8>) -> tensor<1x5x128xi32>
  return %0 : tensor<1x5x128xi32>
}

func.func @data_3_transposed() -> tensor<1x5x128xi32> {
  %a = check.fill seed 35 range [-128.0, 127.0] edges finite : tensor<1x5x16xi8>
  %b = check.fill seed 36 range [0.0, 255.0] edges finite : tensor<1x128x16xui8>
  %za = check.literal dense<-128> : tensor<i8>
  %zb = check.literal dense<255> : tensor<ui8>
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb transpose_rhs
      : (tensor<1x5x16xi8>, tensor<1x128x16xui8>, tensor<i8>, tensor<ui8>) -> tensor<1x5x128xi32>
  return %0 : tensor<1x5x128xi32>
}

func.func @data_4() -> tensor<2x25x129xi32> {
  %a = check.fill seed 37 range [0.0, 255.0] edges finite : tensor<2x25x31xui8>
  %b = check.fill seed 38 range [-128.0, 127.0] edges finite : tensor<2x31x129xi8>
  %za = check.literal dense<128> : tensor<ui8>
  %zb = check.literal dense<-3> : tensor<i8>
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb
      : (tensor<2x25x31xui8>, tensor<2x31x129xi8>, tensor<ui8>, tensor<i8>) -> tensor<2x25x129xi32>
  return %0 : tensor<2x25x129xi32>
}

func.func @data_4_transposed() -> tensor<2x25x129xi32> {
  %a = check.fill seed 39 range [0.0, 255.0] edges finite : tensor<2x25x31xui8>
  %b = check.fill seed 40 range [-128.0, 127.0] edges finite : tensor<2x129x31xi8>
  %za = check.literal dense<128> : tensor<ui8>
  %zb = check.literal dense<-3> : tensor<i8>
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb transpose_rhs
      : (tensor<2x25x31xui8>, tensor<2x129x31xi8>, tensor<ui8>, tensor<i8>) -> tensor<2x25x129xi32>
  return %0 : tensor<2x25x129xi32>
}

func.func @data_5() -> tensor<1x385x16xi32> {
  %a = check.fill seed 41 range [0.0, 255.0] edges finite : tensor<1x385x8xui8>
  %b = check.fill seed 42 range [0.0, 255.0] edges finite : tensor<1x8x16xui8>
  %za = check.literal dense<128> : tensor<ui8>
  %zb = check.literal dense<255> : tensor<ui8>
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb
      : (tensor<1x385x8xui8>, tensor<1x8x16xui8>, tensor<ui8>, tensor<ui8>) -> tensor<1x385x16xi32>
  return %0 : tensor<1x385x16xi32>
}

func.func @data_5_transposed() -> tensor<1x385x16xi32> {
  %a = check.fill seed 43 range [0.0, 255.0] edges finite : tensor<1x385x8xui8>
  %b = check.fill seed 44 range [0.0, 255.0] edges finite : tensor<1x16x8xui8>
  %za = check.literal dense<128> : tensor<ui8>
  %zb = check.literal dense<255> : tensor<ui8>
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb transpose_rhs
      : (tensor<1x385x8xui8>, tensor<1x16x8xui8>, tensor<ui8>, tensor<ui8>) -> tensor<1x385x16xi32>
  return %0 : tensor<1x385x16xi32>
}

func.func @dynamic_data() -> tensor<?x?x?xi32> {
  %a = check.fill sizes [3, 19, 35] seed 45 range [0.0, 255.0] edges finite : tensor<?x?x?xui8>
  %b = check.fill sizes [3, 35, 51] seed 46 range [-128.0, 127.0] edges finite : tensor<?x?x?xi8>
  %za = check.literal dense<128> : tensor<ui8>
  %zb = check.literal dense<-3> : tensor<i8>
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb
      : (tensor<?x?x?xui8>, tensor<?x?x?xi8>, tensor<ui8>, tensor<i8>) -> tensor<?x?x?xi32>
  return %0 : tensor<?x?x?xi32>
}

func.func @dynamic_data_transposed() -> tensor<?x?x?xi32> {
  %a = check.fill sizes [3, 19, 35] seed 47 range [0.0, 255.0] edges finite : tensor<?x?x?xui8>
  %b = check.fill sizes [3, 51, 35] seed 48 range [-128.0, 127.0] edges finite : tensor<?x?x?xi8>
  %za = check.literal dense<128> : tensor<ui8>
  %zb = check.literal dense<-3> : tensor<i8>
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb transpose_rhs
      : (tensor<?x?x?xui8>, tensor<?x?x?xi8>, tensor<ui8>, tensor<i8>) -> tensor<?x?x?xi32>
  return %0 : tensor<?x?x?xi32>
}

// The rhs of all batch entries is one, and that of rank 2.
func.func @shared_data() -> (tensor<2x3x4x37xi32>, tensor<2x4x5xi32>) {
  %a = check.fill seed 90 range [-128.0, 127.0] : tensor<2x1x4x7xi8>
  %b = check.fill seed 91 range [0.0, 255.0] : tensor<3x37x7xui8>
  %0 = rlx.matmul_integer %a, %b transpose_rhs : (tensor<2x1x4x7xi8>, tensor<3x37x7xui8>) -> tensor<2x3x4x37xi32>
  %c = check.fill seed 92 range [0.0, 255.0] : tensor<2x4x7xui8>
  %d = check.fill seed 93 range [0.0, 255.0] : tensor<5x7xui8>
  %1 = rlx.matmul_integer %c, %d transpose_rhs : (tensor<2x4x7xui8>, tensor<5x7xui8>) -> tensor<2x4x5xi32>
  return %0, %1 : tensor<2x3x4x37xi32>, tensor<2x4x5xi32>
}

// Weights that are stored as [n, k] are packed like others.
func.func @transposed_weights() -> (tensor<1x8xi32>, tensor<5x33xi32>) {
  %a = check.fill seed 94 range [-128.0, 127.0] : tensor<1x16xi8>
  %b = check.fill seed 95 range [0.0, 255.0] as param : tensor<8x16xui8>
  %za = check.literal dense<4> : tensor<i8> as param
  %zb = rlx.constant dense<7> : tensor<ui8>
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb transpose_rhs : (tensor<1x16xi8>, tensor<8x16xui8>, tensor<i8>, tensor<ui8>) -> tensor<1x8xi32>
  %c = check.fill seed 96 range [0.0, 255.0] : tensor<5x19xui8>
  %d = check.fill seed 97 range [-128.0, 127.0] as param : tensor<33x19xi8>
  %1 = rlx.matmul_integer %c, %d transpose_rhs : (tensor<5x19xui8>, tensor<33x19xi8>) -> tensor<5x33xi32>
  return %0, %1 : tensor<1x8xi32>, tensor<5x33xi32>
}
