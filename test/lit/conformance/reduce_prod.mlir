// RUN: rlx-check %s

func.func @literals() -> (tensor<2xf32>, tensor<1x3xi8>, tensor<ui8>) {
  %a = check.literal dense<[[1.0, 3.0, 2.0], [-1.0, -3.0, -0.5]]> : tensor<2x3xf32>
  %0 = rlx.reduce_prod %a axes = [1] : (tensor<2x3xf32>) -> tensor<2xf32>
  %w0 = check.literal dense<[6.0, -1.5]> : tensor<2xf32>
  check.expect_close %0, %w0 {ulp = 1} : tensor<2xf32>, tensor<2xf32>
  // 100 * 3 = 300 wraps to 44.
  %b = check.literal dense<[[100, 1, 2], [3, -1, -64]]> : tensor<2x3xi8>
  %1 = rlx.reduce_prod %b axes = [-2] {keep_dims = true} : (tensor<2x3xi8>) -> tensor<1x3xi8>
  %w1 = check.literal dense<[[44, -1, -128]]> : tensor<1x3xi8>
  check.expect_eq %1, %w1 : tensor<1x3xi8>, tensor<1x3xi8>
  %c = check.literal dense<[[3, 5], [2, 10]]> : tensor<2x2xui8>
  %2 = rlx.reduce_prod %c axes = [] : (tensor<2x2xui8>) -> tensor<ui8>
  %w2 = check.literal dense<44> : tensor<ui8>
  check.expect_eq %2, %w2 : tensor<ui8>, tensor<ui8>
  return %0, %1, %2 : tensor<2xf32>, tensor<1x3xi8>, tensor<ui8>
}

func.func @specials() -> tensor<3xf32> {
  %a = check.literal dense<[[0x7FC00000, 0.0], [0.0, 0x7F800000], [0x7F800000, -2.0]]> : tensor<3x2xf32>
  %0 = rlx.reduce_prod %a axes = [1] : (tensor<3x2xf32>) -> tensor<3xf32>
  %w = check.literal dense<[0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<3xf32>
  check.expect_eq %0, %w : tensor<3xf32>, tensor<3xf32>
  return %0 : tensor<3xf32>
}

func.func @dynamic() -> (tensor<?xf32>, tensor<1x?x1xf32>) {
  %a = check.fill sizes [3, 5, 4] seed 1 range [0.5, 2.0] : tensor<?x?x4xf32>
  %0 = rlx.reduce_prod %a axes = [1, 2] : (tensor<?x?x4xf32>) -> tensor<?xf32>
  %1 = rlx.reduce_prod %a axes = [0, 2] {keep_dims = true} : (tensor<?x?x4xf32>) -> tensor<1x?x1xf32>
  return %0, %1 : tensor<?xf32>, tensor<1x?x1xf32>
}

func.func @types() -> (tensor<7xf16>, tensor<7xbf16>, tensor<7xf64>, tensor<7xi64>) {
  %a = check.fill seed 3 range [0.5, 2.0] : tensor<5x7xf16>
  %0 = rlx.reduce_prod %a axes = [0] : (tensor<5x7xf16>) -> tensor<7xf16>
  %b = check.fill seed 4 range [0.5, 2.0] : tensor<5x7xbf16>
  %1 = rlx.reduce_prod %b axes = [0] : (tensor<5x7xbf16>) -> tensor<7xbf16>
  %c = check.fill seed 5 range [0.5, 2.0] : tensor<5x7xf64>
  %2 = rlx.reduce_prod %c axes = [0] : (tensor<5x7xf64>) -> tensor<7xf64>
  %d = check.fill seed 6 edges finite : tensor<5x7xi64>
  %3 = rlx.reduce_prod %d axes = [0] : (tensor<5x7xi64>) -> tensor<7xi64>
  return %0, %1, %2, %3 : tensor<7xf16>, tensor<7xbf16>, tensor<7xf64>, tensor<7xi64>
}

func.func @nothing() -> (tensor<2xf32>, tensor<2xi8>) {
  %a = check.fill seed 8 : tensor<2x0xf32>
  %0 = rlx.reduce_prod %a axes = [1] : (tensor<2x0xf32>) -> tensor<2xf32>
  %w0 = check.literal dense<1.0> : tensor<2xf32>
  check.expect_eq %0, %w0 : tensor<2xf32>, tensor<2xf32>
  %b = check.fill seed 9 : tensor<2x0xi8>
  %1 = rlx.reduce_prod %b axes = [1] : (tensor<2x0xi8>) -> tensor<2xi8>
  %w1 = check.literal dense<1> : tensor<2xi8>
  check.expect_eq %1, %w1 : tensor<2xi8>, tensor<2xi8>
  return %0, %1 : tensor<2xf32>, tensor<2xi8>
}

// All sets of axes of a tensor of rank 4, every other one with keep_dims.
func.func @every_set_of_axes() -> (tensor<3x4x5xf64>, tensor<2x1x4x5xf64>, tensor<2x3x5xf64>, tensor<2x3x4x1xf64>, tensor<4x5xf64>, tensor<1x3x1x5xf64>, tensor<3x4xf64>, tensor<2x1x1x5xf64>, tensor<2x4xf64>, tensor<2x3x1x1xf64>, tensor<5xf64>, tensor<1x1x4x1xf64>, tensor<3xf64>, tensor<2x1x1x1xf64>, tensor<f64>) {
  %a = check.fill seed 90 : tensor<2x3x4x5xf64>
  %0 = rlx.reduce_prod %a axes = [0] : (tensor<2x3x4x5xf64>) -> tensor<3x4x5xf64>
  %1 = rlx.reduce_prod %a axes = [1] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<2x1x4x5xf64>
  %2 = rlx.reduce_prod %a axes = [2] : (tensor<2x3x4x5xf64>) -> tensor<2x3x5xf64>
  %3 = rlx.reduce_prod %a axes = [3] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<2x3x4x1xf64>
  %4 = rlx.reduce_prod %a axes = [0, 1] : (tensor<2x3x4x5xf64>) -> tensor<4x5xf64>
  %5 = rlx.reduce_prod %a axes = [0, 2] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<1x3x1x5xf64>
  %6 = rlx.reduce_prod %a axes = [0, 3] : (tensor<2x3x4x5xf64>) -> tensor<3x4xf64>
  %7 = rlx.reduce_prod %a axes = [1, 2] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<2x1x1x5xf64>
  %8 = rlx.reduce_prod %a axes = [1, 3] : (tensor<2x3x4x5xf64>) -> tensor<2x4xf64>
  %9 = rlx.reduce_prod %a axes = [2, 3] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<2x3x1x1xf64>
  %10 = rlx.reduce_prod %a axes = [0, 1, 2] : (tensor<2x3x4x5xf64>) -> tensor<5xf64>
  %11 = rlx.reduce_prod %a axes = [0, 1, 3] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<1x1x4x1xf64>
  %12 = rlx.reduce_prod %a axes = [0, 2, 3] : (tensor<2x3x4x5xf64>) -> tensor<3xf64>
  %13 = rlx.reduce_prod %a axes = [1, 2, 3] {keep_dims = true} : (tensor<2x3x4x5xf64>) -> tensor<2x1x1x1xf64>
  %14 = rlx.reduce_prod %a axes = [0, 1, 2, 3] : (tensor<2x3x4x5xf64>) -> tensor<f64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14 : tensor<3x4x5xf64>, tensor<2x1x4x5xf64>, tensor<2x3x5xf64>, tensor<2x3x4x1xf64>, tensor<4x5xf64>, tensor<1x3x1x5xf64>, tensor<3x4xf64>, tensor<2x1x1x5xf64>, tensor<2x4xf64>, tensor<2x3x1x1xf64>, tensor<5xf64>, tensor<1x1x4x1xf64>, tensor<3xf64>, tensor<2x1x1x1xf64>, tensor<f64>
}
