// RUN: rlx-check %s

func.func @literals() -> (tensor<2x2xf32>, tensor<f32>) {
  %a = check.literal dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  // lhs * transposed rhs
  %b = check.literal dense<[[1.0, 0.0, 2.0], [0.0, 1.0, -1.0]]> : tensor<2x3xf32>
  %0 = rlx.dot_general %a, %b contract [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  %w = check.literal dense<[[7.0, -1.0], [16.0, -1.0]]> : tensor<2x2xf32>
  check.expect_close %0, %w {ulp = 1} : tensor<2x2xf32>, tensor<2x2xf32>
  // Every dimension contracted: 1 + 6 + 5 - 6.
  %1 = rlx.dot_general %a, %b contract [0, 1] x [0, 1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %v = check.literal dense<6.0> : tensor<f32>
  check.expect_close %1, %v {ulp = 1} : tensor<f32>, tensor<f32>
  return %0, %1 : tensor<2x2xf32>, tensor<f32>
}

// Attention scores with heads last: batch dimensions 0 and 2.
func.func @heads_last() -> tensor<2x4x?x?xf32> {
  %q = check.fill sizes [2, 5, 4, 16] seed 1 : tensor<2x?x4x16xf32>
  %k = check.fill sizes [2, 7, 4, 16] seed 2 : tensor<2x?x4x16xf32>
  %0 = rlx.dot_general %q, %k batch [0, 2] x [0, 2] contract [3] x [3] : (tensor<2x?x4x16xf32>, tensor<2x?x4x16xf32>) -> tensor<2x4x?x?xf32>
  return %0 : tensor<2x4x?x?xf32>
}

func.func @two_contracted() -> tensor<3x5x6xf32> {
  %a = check.fill seed 3 : tensor<4x3x7x5xf32>
  %b = check.fill seed 4 : tensor<7x6x4xf32>
  %0 = rlx.dot_general %a, %b contract [2, 0] x [0, 2] : (tensor<4x3x7x5xf32>, tensor<7x6x4xf32>) -> tensor<3x5x6xf32>
  return %0 : tensor<3x5x6xf32>
}

func.func @outer_product() -> tensor<3x4xf32> {
  %a = check.fill seed 5 : tensor<3xf32>
  %b = check.fill seed 6 : tensor<4xf32>
  %0 = rlx.dot_general %a, %b contract [] x [] : (tensor<3xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

func.func @types() -> (tensor<4x5xf16>, tensor<4x5xbf16>, tensor<4x5xf64>, tensor<4x5xi8>, tensor<4x5xui16>) {
  %a = check.fill seed 7 : tensor<9x4xf16>
  %b = check.fill seed 8 : tensor<9x5xf16>
  %0 = rlx.dot_general %a, %b contract [0] x [0] : (tensor<9x4xf16>, tensor<9x5xf16>) -> tensor<4x5xf16>
  %c = check.fill seed 9 : tensor<9x4xbf16>
  %d = check.fill seed 10 : tensor<9x5xbf16>
  %1 = rlx.dot_general %c, %d contract [0] x [0] : (tensor<9x4xbf16>, tensor<9x5xbf16>) -> tensor<4x5xbf16>
  %e = check.fill seed 11 : tensor<9x4xf64>
  %f = check.fill seed 12 : tensor<9x5xf64>
  %2 = rlx.dot_general %e, %f contract [0] x [0] : (tensor<9x4xf64>, tensor<9x5xf64>) -> tensor<4x5xf64>
  %g = check.fill seed 13 range [-99.0, 99.0] : tensor<9x4xi8>
  %h = check.fill seed 14 range [-99.0, 99.0] : tensor<9x5xi8>
  %3 = rlx.dot_general %g, %h contract [0] x [0] : (tensor<9x4xi8>, tensor<9x5xi8>) -> tensor<4x5xi8>
  %i = check.fill seed 15 range [0.0, 60000.0] : tensor<9x4xui16>
  %j = check.fill seed 16 range [0.0, 60000.0] : tensor<9x5xui16>
  %4 = rlx.dot_general %i, %j contract [0] x [0] : (tensor<9x4xui16>, tensor<9x5xui16>) -> tensor<4x5xui16>
  return %0, %1, %2, %3, %4 : tensor<4x5xf16>, tensor<4x5xbf16>, tensor<4x5xf64>, tensor<4x5xi8>, tensor<4x5xui16>
}

// The sum of nothing is zero.
func.func @empty() -> tensor<2x3xf32> {
  %a = check.fill seed 17 : tensor<2x0xf32>
  %b = check.fill seed 18 : tensor<0x3xf32>
  %0 = rlx.dot_general %a, %b contract [1] x [0] : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  %w = check.literal dense<0.0> : tensor<2x3xf32>
  check.expect_eq %0, %w : tensor<2x3xf32>, tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
