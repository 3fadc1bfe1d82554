// RUN: rlx-check %s

// Expected values of the examples in the ONNX document of Resize.
func.func @nearest_literals() -> (tensor<4x6xf32>, tensor<1x2xf32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) {
  %a = check.literal dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %0 = rlx.resize nearest %a axes = [0, 1] to [4, 6] : (tensor<2x2xf32>) -> tensor<4x6xf32>
  %w0 = check.literal dense<[[1.0, 1.0, 1.0, 2.0, 2.0, 2.0], [1.0, 1.0, 1.0, 2.0, 2.0, 2.0],
                             [3.0, 3.0, 3.0, 4.0, 4.0, 4.0], [3.0, 3.0, 3.0, 4.0, 4.0, 4.0]]> : tensor<4x6xf32>
  check.expect_eq %0, %w0 : tensor<4x6xf32>, tensor<4x6xf32>
  %b = check.literal dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32>
  %1 = rlx.resize nearest %b axes = [0, 1] to [1, 2] scales = [0.6, 0.6] : (tensor<2x4xf32>) -> tensor<1x2xf32>
  %w1 = check.literal dense<[[1.0, 3.0]]> : tensor<1x2xf32>
  check.expect_eq %1, %w1 : tensor<1x2xf32>, tensor<1x2xf32>
  %c = check.literal dense<[1, 2, 3, 4]> : tensor<4xi32>
  %2 = rlx.resize nearest %c axes = [0] to [8] nearest = ceil : (tensor<4xi32>) -> tensor<8xi32>
  %w2 = check.literal dense<[1, 2, 2, 3, 3, 4, 4, 4]> : tensor<8xi32>
  check.expect_eq %2, %w2 : tensor<8xi32>, tensor<8xi32>
  %3 = rlx.resize nearest %c axes = [-1] to [8] coordinates = align_corners nearest = floor : (tensor<4xi32>) -> tensor<8xi32>
  %w3 = check.literal dense<[1, 1, 1, 2, 2, 3, 3, 4]> : tensor<8xi32>
  check.expect_eq %3, %w3 : tensor<8xi32>, tensor<8xi32>
  %4 = rlx.resize nearest %c axes = [0] to [8] coordinates = asymmetric nearest = round_prefer_ceil : (tensor<4xi32>) -> tensor<8xi32>
  %w4 = check.literal dense<[1, 2, 2, 3, 3, 4, 4, 4]> : tensor<8xi32>
  check.expect_eq %4, %w4 : tensor<8xi32>, tensor<8xi32>
  return %0, %1, %2, %3, %4 : tensor<4x6xf32>, tensor<1x2xf32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
}

func.func @linear_literals() -> (tensor<4x4xf32>, tensor<1x2xf32>, tensor<4x4xf32>, tensor<3x1xf32>) {
  %a = check.literal dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %0 = rlx.resize linear %a axes = [0, 1] to [4, 4] : (tensor<2x2xf32>) -> tensor<4x4xf32>
  %w0 = check.literal dense<[[1.0, 1.25, 1.75, 2.0], [1.5, 1.75, 2.25, 2.5],
                             [2.5, 2.75, 3.25, 3.5], [3.0, 3.25, 3.75, 4.0]]> : tensor<4x4xf32>
  check.expect_close %0, %w0 {ulp = 2} : tensor<4x4xf32>, tensor<4x4xf32>
  %b = check.literal dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32>
  %1 = rlx.resize linear %b axes = [0, 1] to [1, 2] scales = [0.6, 0.6] : (tensor<2x4xf32>) -> tensor<1x2xf32>
  %w1 = check.literal dense<[[2.6666665, 4.3333331]]> : tensor<1x2xf32>
  check.expect_close %1, %w1 {rtol = 1.0e-6} : tensor<1x2xf32>, tensor<1x2xf32>
  %2 = rlx.resize linear %a axes = [0, 1] to [4, 4] coordinates = align_corners : (tensor<2x2xf32>) -> tensor<4x4xf32>
  %w2 = check.literal dense<[[1.0, 1.33333333, 1.66666667, 2.0], [1.66666667, 2.0, 2.33333333, 2.66666667],
                             [2.33333333, 2.66666667, 3.0, 3.33333333], [3.0, 3.33333333, 3.66666667, 4.0]]> : tensor<4x4xf32>
  check.expect_close %2, %w2 {rtol = 1.0e-6} : tensor<4x4xf32>, tensor<4x4xf32>
  %c = check.literal dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0],
                            [13.0, 14.0, 15.0, 16.0]]> : tensor<4x4xf32>
  %3 = rlx.resize linear %c axes = [0, 1] to [3, 1] coordinates = pytorch_half_pixel : (tensor<4x4xf32>) -> tensor<3x1xf32>
  %w3 = check.literal dense<[[1.6666666], [7.0], [12.333333]]> : tensor<3x1xf32>
  check.expect_close %3, %w3 {rtol = 1.0e-6} : tensor<3x1xf32>, tensor<3x1xf32>
  return %0, %1, %2, %3 : tensor<4x4xf32>, tensor<1x2xf32>, tensor<4x4xf32>, tensor<3x1xf32>
}

func.func @nearest_dynamic() -> (tensor<2x3x?x?xf32>, tensor<2x3x?x5xf32>) {
  %a = check.fill sizes [2, 3, 7, 9] seed 1 edges all : tensor<2x3x?x?xf32>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %h = tensor.dim %a, %c2 : tensor<2x3x?x?xf32>
  %w = tensor.dim %a, %c3 : tensor<2x3x?x?xf32>
  %h2 = arith.muli %h, %c2 : index
  %w2 = arith.muli %w, %c2 : index
  %0 = rlx.resize nearest %a axes = [2, 3] to [%h2, %w2] coordinates = asymmetric nearest = floor : (tensor<2x3x?x?xf32>, index, index) -> tensor<2x3x?x?xf32>
  %1 = rlx.resize nearest %a axes = [3, 2] to [5, %h2] coordinates = tf_half_pixel_for_nn nearest = floor : (tensor<2x3x?x?xf32>, index) -> tensor<2x3x?x5xf32>
  return %0, %1 : tensor<2x3x?x?xf32>, tensor<2x3x?x5xf32>
}

func.func @bilinear() -> (tensor<2x3x13x5xf32>, tensor<2x3x13x5xf32>) {
  %a = check.fill seed 2 : tensor<2x3x7x9xf32>
  %0 = rlx.resize linear %a axes = [2, 3] to [13, 5] : (tensor<2x3x7x9xf32>) -> tensor<2x3x13x5xf32>
  %1 = rlx.resize linear %a axes = [2, 3] to [13, 5] coordinates = asymmetric : (tensor<2x3x7x9xf32>) -> tensor<2x3x13x5xf32>
  return %0, %1 : tensor<2x3x13x5xf32>, tensor<2x3x13x5xf32>
}

func.func @trilinear() -> tensor<1x2x5x6x7xf32> {
  %a = check.fill seed 3 : tensor<1x2x4x4x4xf32>
  %0 = rlx.resize linear %a axes = [2, 3, 4] to [5, 6, 7] : (tensor<1x2x4x4x4xf32>) -> tensor<1x2x5x6x7xf32>
  return %0 : tensor<1x2x5x6x7xf32>
}

// An adjacent infinity with weight 0 has no effect.
func.func @exact_positions() -> tensor<3xf32> {
  %a = check.literal dense<[1.0, 0x7F800000, 2.0]> : tensor<3xf32>
  %0 = rlx.resize linear %a axes = [0] to [3] : (tensor<3xf32>) -> tensor<3xf32>
  check.expect_eq %0, %a : tensor<3xf32>, tensor<3xf32>
  return %0 : tensor<3xf32>
}

func.func @types() -> (tensor<6xf16>, tensor<6xbf16>, tensor<6xf64>, tensor<6xui8>, tensor<6xi1>, tensor<0x6xf32>) {
  %a = check.fill seed 4 : tensor<4xf16>
  %0 = rlx.resize linear %a axes = [0] to [6] : (tensor<4xf16>) -> tensor<6xf16>
  %b = check.fill seed 5 : tensor<4xbf16>
  %1 = rlx.resize linear %b axes = [0] to [6] : (tensor<4xbf16>) -> tensor<6xbf16>
  %c = check.fill seed 6 : tensor<4xf64>
  %2 = rlx.resize linear %c axes = [0] to [6] : (tensor<4xf64>) -> tensor<6xf64>
  %d = check.fill seed 7 range [0.0, 255.0] : tensor<4xui8>
  %3 = rlx.resize nearest %d axes = [0] to [6] : (tensor<4xui8>) -> tensor<6xui8>
  %e = check.fill seed 8 : tensor<4xi1>
  %4 = rlx.resize nearest %e axes = [0] to [6] : (tensor<4xi1>) -> tensor<6xi1>
  %f = check.fill seed 9 : tensor<0x4xf32>
  %5 = rlx.resize linear %f axes = [1] to [6] : (tensor<0x4xf32>) -> tensor<0x6xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<6xf16>, tensor<6xbf16>, tensor<6xf64>, tensor<6xui8>, tensor<6xi1>, tensor<0x6xf32>
}

// Batches, channels, and dimensions other than the last.
func.func @batch_all_axes() -> (tensor<3x2x8x6xf32>, tensor<3x2x3x6xf32>, tensor<6x2x4x3xi8>, tensor<2x4x10x6xf64>) {
  %a = check.fill seed 90 : tensor<3x2x4x3xf32>
  %0 = rlx.resize nearest %a axes = [2, 3] to [8, 6] coordinates = asymmetric nearest = floor : (tensor<3x2x4x3xf32>) -> tensor<3x2x8x6xf32>
  %1 = rlx.resize linear %a axes = [-1, 2] to [6, 3] : (tensor<3x2x4x3xf32>) -> tensor<3x2x3x6xf32>
  %b = check.fill seed 91 : tensor<3x2x4x3xi8>
  %2 = rlx.resize nearest %b axes = [0] to [6] : (tensor<3x2x4x3xi8>) -> tensor<6x2x4x3xi8>
  %c = check.fill seed 92 : tensor<2x4x5x3xf64>
  %3 = rlx.resize linear %c axes = [2, 3] to [10, 6] coordinates = align_corners : (tensor<2x4x5x3xf64>) -> tensor<2x4x10x6xf64>
  return %0, %1, %2, %3 : tensor<3x2x8x6xf32>, tensor<3x2x3x6xf32>, tensor<6x2x4x3xi8>, tensor<2x4x10x6xf64>
}
