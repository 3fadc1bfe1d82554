// RUN: rlx-check %{sample} %s

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

// The empty sum is zero.
func.func @empty() -> tensor<2x3xf32> {
  %a = check.fill seed 17 : tensor<2x0xf32>
  %b = check.fill seed 18 : tensor<0x3xf32>
  %0 = rlx.dot_general %a, %b contract [1] x [0] : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  %w = check.literal dense<0.0> : tensor<2x3xf32>
  check.expect_eq %0, %w : tensor<2x3xf32>, tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Batch dimensions last and contracting ones first: sums over k and l of a[k, i, l, n] b[l, n, j,
// k].
func.func @any_order() -> tensor<2x2x3xf32> {
  %a = check.literal dense<[[[[1.0, 2.0], [0.0, -1.0]], [[3.0, 1.0], [2.0, 2.0]]]]> : tensor<1x2x2x2xf32>
  %b = check.literal dense<[[[[1.0], [2.0], [-1.0]], [[0.0], [1.0], [3.0]]], [[[2.0], [0.0], [1.0]], [[1.0], [-2.0], [4.0]]]]> : tensor<2x2x3x1xf32>
  %0 = rlx.dot_general %a, %b batch [3] x [1] contract [0, 2] x [3, 0] : (tensor<1x2x2x2xf32>, tensor<2x2x3x1xf32>) -> tensor<2x2x3xf32>
  // n = 0: [1 0; 3 2] [1 2 -1; 2 0 1]; n = 1: [2 -1; 1 2] [0 1 3; 1 -2 4]
  %w = check.literal dense<[[[1.0, 2.0, -1.0], [7.0, 6.0, -1.0]], [[-1.0, 4.0, 2.0], [2.0, -3.0, 11.0]]]> : tensor<2x2x3xf32>
  check.expect_close %0, %w {ulp = 1} : tensor<2x2x3xf32>, tensor<2x2x3xf32>
  return %0 : tensor<2x2x3xf32>
}

// Two batch dimensions in different orders on the two sides, several free ones.
func.func @two_batches() -> tensor<3x2x4x5x6x7xf32> {
  %a = check.fill seed 20 : tensor<4x2x9x3x5xf32>
  %b = check.fill seed 21 : tensor<3x6x2x7x9xf32>
  %0 = rlx.dot_general %a, %b batch [3, 1] x [0, 2] contract [2] x [4] : (tensor<4x2x9x3x5xf32>, tensor<3x6x2x7x9xf32>) -> tensor<3x2x4x5x6x7xf32>
  return %0 : tensor<3x2x4x5x6x7xf32>
}

// Matmuls in other forms: rows in any number of dimensions, several contracting and free dimensions
// of rhs, transposed weights, a vector, batches.
func.func @disguised() -> (tensor<?x3x8xf32>, tensor<?x6x7xf32>, tensor<5x4xf32>, tensor<6xf32>, tensor<3x?x?xf32>, tensor<3x2x4x2x3xf32>) {
  %x = check.fill sizes [5, 3, 16] seed 30 : tensor<?x3x16xf32>
  %w = check.fill seed 31 as param : tensor<8x16xf32>
  %0 = rlx.dot_general %x, %w contract [2] x [1] : (tensor<?x3x16xf32>, tensor<8x16xf32>) -> tensor<?x3x8xf32>
  %v = check.fill seed 32 as constant : tensor<6x16x7x3xf32>
  %1 = rlx.dot_general %x, %v contract [1, 2] x [3, 1] : (tensor<?x3x16xf32>, tensor<6x16x7x3xf32>) -> tensor<?x6x7xf32>
  %y = check.fill seed 33 : tensor<5x6xf32>
  %z = check.fill seed 34 : tensor<4x6xf32>
  %2 = rlx.dot_general %y, %z contract [1] x [1] : (tensor<5x6xf32>, tensor<4x6xf32>) -> tensor<5x4xf32>
  %u = check.fill seed 35 : tensor<5xf32>
  %3 = rlx.dot_general %u, %y contract [0] x [0] : (tensor<5xf32>, tensor<5x6xf32>) -> tensor<6xf32>
  %p = check.fill sizes [3, 4, 6] seed 36 : tensor<3x?x?xf32>
  %q = check.fill sizes [3, 6, 2] seed 37 : tensor<3x?x?xf32>
  %4 = rlx.dot_general %p, %q batch [0] x [0] contract [2] x [1] : (tensor<3x?x?xf32>, tensor<3x?x?xf32>) -> tensor<3x?x?xf32>
  %r = check.fill seed 38 : tensor<3x2x4x5xf32>
  %s = check.fill seed 39 : tensor<3x5x2x3xf32>
  %5 = rlx.dot_general %r, %s batch [0] x [0] contract [3] x [1] : (tensor<3x2x4x5xf32>, tensor<3x5x2x3xf32>) -> tensor<3x2x4x2x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3x8xf32>, tensor<?x6x7xf32>, tensor<5x4xf32>, tensor<6xf32>, tensor<3x?x?xf32>, tensor<3x2x4x2x3xf32>
}

// Accumulated in a wider type: 127 * 127 * 3 does not fit i8, and 60000 * 2 does not fit f16.
func.func @wider() -> (tensor<1x2xi32>, tensor<1x1xui16>, tensor<1x1xf32>, tensor<1x1xi64>) {
  %a = check.literal dense<[[127, 127, 127]]> : tensor<1x3xi8>
  %b = check.literal dense<[[127, 127, 127], [-128, -128, -128]]> : tensor<2x3xi8>
  %0 = rlx.dot_general %a, %b contract [1] x [1] to i32 : (tensor<1x3xi8>, tensor<2x3xi8>) -> tensor<1x2xi32>
  %w0 = check.literal dense<[[48387, -48768]]> : tensor<1x2xi32>
  check.expect_eq %0, %w0 : tensor<1x2xi32>, tensor<1x2xi32>
  %c = check.literal dense<[[255, 200]]> : tensor<1x2xui8>
  %1 = rlx.dot_general %c, %c contract [1] x [1] to ui16 : (tensor<1x2xui8>, tensor<1x2xui8>) -> tensor<1x1xui16>
  // 65025 + 40000 wraps.
  %w1 = check.literal dense<[[39489]]> : tensor<1x1xui16>
  check.expect_eq %1, %w1 : tensor<1x1xui16>, tensor<1x1xui16>
  %d = check.literal dense<[[60000.0, 60000.0]]> : tensor<1x2xf16>
  %e = check.literal dense<1.0> : tensor<1x2xf16>
  %2 = rlx.dot_general %d, %e contract [1] x [1] to f32 : (tensor<1x2xf16>, tensor<1x2xf16>) -> tensor<1x1xf32>
  %w2 = check.literal dense<[[120000.0]]> : tensor<1x1xf32>
  check.expect_eq %2, %w2 : tensor<1x1xf32>, tensor<1x1xf32>
  %f = check.literal dense<[[4294967295, 1]]> : tensor<1x2xui32>
  %3 = rlx.dot_general %f, %f contract [1] x [1] to i64 : (tensor<1x2xui32>, tensor<1x2xui32>) -> tensor<1x1xi64>
  %w3 = check.literal dense<[[-8589934590]]> : tensor<1x1xi64>
  check.expect_eq %3, %w3 : tensor<1x1xi64>, tensor<1x1xi64>
  return %0, %1, %2, %3 : tensor<1x2xi32>, tensor<1x1xui16>, tensor<1x1xf32>, tensor<1x1xi64>
}

func.func @wider_random() -> (tensor<3x4x5xi32>, tensor<?x5xf32>, tensor<4x5xf64>) {
  %a = check.fill seed 40 range [-128.0, 127.0] : tensor<3x4x33xi8>
  %b = check.fill seed 41 range [-128.0, 127.0] : tensor<5x33xi8>
  %0 = rlx.dot_general %a, %b contract [2] x [1] to i32 : (tensor<3x4x33xi8>, tensor<5x33xi8>) -> tensor<3x4x5xi32>
  %c = check.fill sizes [4, 33] seed 42 : tensor<?x33xbf16>
  %d = check.fill seed 43 as param : tensor<33x5xbf16>
  %1 = rlx.dot_general %c, %d contract [1] x [0] to f32 : (tensor<?x33xbf16>, tensor<33x5xbf16>) -> tensor<?x5xf32>
  %e = check.fill seed 44 : tensor<33x4xf32>
  %f = check.fill seed 45 : tensor<33x5xf32>
  %2 = rlx.dot_general %e, %f contract [0] x [0] to f64 : (tensor<33x4xf32>, tensor<33x5xf32>) -> tensor<4x5xf64>
  return %0, %1, %2 : tensor<3x4x5xi32>, tensor<?x5xf32>, tensor<4x5xf64>
}

// Outer products with batches; a contraction to a scalar; empty sizes everywhere.
func.func @extremes() -> (tensor<2x3x4x5xf32>, tensor<f32>, tensor<2x0x4xf32>, tensor<2x3x4xf32>, tensor<0xi32>, tensor<f32>) {
  %a = check.fill seed 50 : tensor<3x2x4xf32>
  %b = check.fill seed 51 : tensor<5x2xf32>
  %0 = rlx.dot_general %a, %b batch [1] x [1] contract [] x [] : (tensor<3x2x4xf32>, tensor<5x2xf32>) -> tensor<2x3x4x5xf32>
  %c = check.fill seed 52 : tensor<4x3x2xf32>
  %1 = rlx.dot_general %a, %c contract [0, 1, 2] x [1, 2, 0] : (tensor<3x2x4xf32>, tensor<4x3x2xf32>) -> tensor<f32>
  %d = check.fill seed 53 : tensor<2x0x3xf32>
  %e = check.fill seed 54 : tensor<2x3x4xf32>
  %2 = rlx.dot_general %d, %e batch [0] x [0] contract [2] x [1] : (tensor<2x0x3xf32>, tensor<2x3x4xf32>) -> tensor<2x0x4xf32>
  %f = check.fill sizes [2, 3, 0] seed 55 : tensor<2x3x?xf32>
  %g = check.fill sizes [0, 4, 2] seed 56 : tensor<?x4x2xf32>
  %3 = rlx.dot_general %f, %g batch [0] x [2] contract [2] x [0] : (tensor<2x3x?xf32>, tensor<?x4x2xf32>) -> tensor<2x3x4xf32>
  %w3 = check.literal dense<0.0> : tensor<2x3x4xf32>
  check.expect_eq %3, %w3 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
  %h = check.fill seed 57 : tensor<0x3xi32>
  %4 = rlx.dot_general %h, %h batch [0] x [0] contract [1] x [1] : (tensor<0x3xi32>, tensor<0x3xi32>) -> tensor<0xi32>
  %s = check.literal dense<3.0> : tensor<f32>
  %5 = rlx.dot_general %s, %s contract [] x [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %w5 = check.literal dense<9.0> : tensor<f32>
  check.expect_eq %5, %w5 : tensor<f32>, tensor<f32>
  return %0, %1, %2, %3, %4, %5 : tensor<2x3x4x5xf32>, tensor<f32>, tensor<2x0x4xf32>, tensor<2x3x4xf32>, tensor<0xi32>, tensor<f32>
}
