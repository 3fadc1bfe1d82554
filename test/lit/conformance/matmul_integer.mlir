// RUN: rlx-check %s

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
