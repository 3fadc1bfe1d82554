// RUN: rlx-check %s

// By hand: the sums are 2, 3, 5 and -3, halved: halves to even, or away from zero.
func.func @rounding() -> (tensor<1x4xi8>, tensor<1x4xi8>) {
  %a = check.literal dense<[[1, 1]]> : tensor<1x2xi8>
  %b = check.literal dense<[[1, 1, 2, -1], [1, 2, 3, -2]]> : tensor<2x4xi8>
  %m = check.literal dense<0.5> : tensor<f32>
  %0 = rlx.q_matmul %a, %b multiplier %m to i8 : (tensor<1x2xi8>, tensor<2x4xi8>, tensor<f32>) -> tensor<1x4xi8>
  %e0 = check.literal dense<[[1, 2, 2, -2]]> : tensor<1x4xi8>
  check.expect_eq %0, %e0 : tensor<1x4xi8>, tensor<1x4xi8>
  %1 = rlx.q_matmul %a, %b multiplier %m to i8 rounding = half_away_from_zero
      : (tensor<1x2xi8>, tensor<2x4xi8>, tensor<f32>) -> tensor<1x4xi8>
  %e1 = check.literal dense<[[1, 2, 3, -2]]> : tensor<1x4xi8>
  check.expect_eq %1, %e1 : tensor<1x4xi8>, tensor<1x4xi8>
  return %0, %1 : tensor<1x4xi8>, tensor<1x4xi8>
}

// By hand: a - 2 = [1, -2], b = [[3, 4], [5, 6]]. The sums are -7, -8, and with the bias 3 and 92.
// Multiplied by 2 and -0.5, plus 100, they fit ui8. Multiplied by 2000 and -2000 they saturate in i8.
func.func @parameters() -> (tensor<1x2xui8>, tensor<1x2xi8>) {
  %a = check.literal dense<[[3, 0]]> : tensor<1x2xui8>
  %b = check.literal dense<[[4, 4], [6, 6]]> : tensor<2x2xi8>
  %bias = check.literal dense<[10, 100]> : tensor<2xi32>
  %za = check.literal dense<2> : tensor<ui8>
  %zb = check.literal dense<[1, 0]> : tensor<2xi8>
  %m = check.literal dense<[2.0, -0.5]> : tensor<2xf32>
  %zr = check.literal dense<100> : tensor<ui8>
  %0 = rlx.q_matmul %a, %b bias %bias lhs_zero_point %za rhs_zero_point %zb multiplier %m result_zero_point %zr to ui8
      : (tensor<1x2xui8>, tensor<2x2xi8>, tensor<2xi32>, tensor<ui8>, tensor<2xi8>, tensor<2xf32>, tensor<ui8>) -> tensor<1x2xui8>
  %e0 = check.literal dense<[[106, 54]]> : tensor<1x2xui8>
  check.expect_eq %0, %e0 : tensor<1x2xui8>, tensor<1x2xui8>
  %big = check.literal dense<[2000.0, -2000.0]> : tensor<2xf32>
  %zs = check.literal dense<3> : tensor<i8>
  %1 = rlx.q_matmul %a, %b bias %bias lhs_zero_point %za rhs_zero_point %zb multiplier %big result_zero_point %zs to i8
      : (tensor<1x2xui8>, tensor<2x2xi8>, tensor<2xi32>, tensor<ui8>, tensor<2xi8>, tensor<2xf32>, tensor<i8>) -> tensor<1x2xi8>
  %e1 = check.literal dense<[[127, -128]]> : tensor<1x2xi8>
  check.expect_eq %1, %e1 : tensor<1x2xi8>, tensor<1x2xi8>
  return %0, %1 : tensor<1x2xui8>, tensor<1x2xi8>
}

func.func @long() -> tensor<17x65xi8> {
  %a = check.fill seed 1 range [0.0, 255.0] : tensor<17x129xui8>
  %b = check.fill seed 2 range [-128.0, 127.0] as param : tensor<129x65xi8>
  %bias = check.fill seed 3 range [-10000.0, 10000.0] as param : tensor<65xi32>
  %za = check.literal dense<128> : tensor<ui8>
  %m = check.fill seed 4 range [0.0001, 0.001] as param : tensor<65xf32>
  %0 = rlx.q_matmul %a, %b bias %bias lhs_zero_point %za multiplier %m to i8
      : (tensor<17x129xui8>, tensor<129x65xi8>, tensor<65xi32>, tensor<ui8>, tensor<65xf32>) -> tensor<17x65xi8>
  return %0 : tensor<17x65xi8>
}

func.func @dynamic_batches() -> tensor<?x?x?xui8> {
  %a = check.fill sizes [2, 5, 9] seed 5 range [0.0, 255.0] : tensor<?x?x?xui8>
  %b = check.fill sizes [2, 9, 6] seed 6 range [0.0, 255.0] : tensor<?x?x?xui8>
  %za = check.literal dense<100> : tensor<ui8>
  %zb = check.literal dense<150> : tensor<ui8>
  %m = check.literal dense<0.002> : tensor<f32>
  %zr = check.literal dense<120> : tensor<ui8>
  %0 = rlx.q_matmul %a, %b lhs_zero_point %za rhs_zero_point %zb multiplier %m result_zero_point %zr to ui8 rounding = half_away_from_zero
      : (tensor<?x?x?xui8>, tensor<?x?x?xui8>, tensor<ui8>, tensor<ui8>, tensor<f32>, tensor<ui8>) -> tensor<?x?x?xui8>
  return %0 : tensor<?x?x?xui8>
}

func.func @empty() -> (tensor<0x3xi8>, tensor<2x3xi8>) {
  %m = check.literal dense<0.5> : tensor<f32>
  %a = check.fill seed 7 : tensor<0x4xi8>
  %b = check.fill seed 8 : tensor<4x3xi8>
  %0 = rlx.q_matmul %a, %b multiplier %m to i8 : (tensor<0x4xi8>, tensor<4x3xi8>, tensor<f32>) -> tensor<0x3xi8>
  %c = check.fill seed 9 : tensor<2x0xi8>
  %d = check.fill seed 10 : tensor<0x3xi8>
  %bias = check.literal dense<[2, 4, 6]> : tensor<3xi32>
  %1 = rlx.q_matmul %c, %d bias %bias multiplier %m to i8
      : (tensor<2x0xi8>, tensor<0x3xi8>, tensor<3xi32>, tensor<f32>) -> tensor<2x3xi8>
  %e = check.literal dense<[[1, 2, 3], [1, 2, 3]]> : tensor<2x3xi8>
  check.expect_eq %1, %e : tensor<2x3xi8>, tensor<2x3xi8>
  return %0, %1 : tensor<0x3xi8>, tensor<2x3xi8>
}
