// RUN: rlx-check %s

// ONNX's examples.
func.func @literals() -> (tensor<2xi32>, tensor<2x2xi32>, tensor<2x2xi32>) {
  %x = check.literal dense<[[0, 1], [2, 3]]> : tensor<2x2xi32>
  %i = check.literal dense<[[0, 0], [1, -1]]> : tensor<2x2xi64>
  %0 = rlx.gather_nd %x, %i batch_dims = 0 : (tensor<2x2xi32>, tensor<2x2xi64>) -> tensor<2xi32>
  %w0 = check.literal dense<[0, 3]> : tensor<2xi32>
  check.expect_eq %0, %w0 : tensor<2xi32>, tensor<2xi32>
  %j = check.literal dense<[[1], [-2]]> : tensor<2x1xi32>
  %1 = rlx.gather_nd %x, %j batch_dims = 0 : (tensor<2x2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  %w1 = check.literal dense<[[2, 3], [0, 1]]> : tensor<2x2xi32>
  check.expect_eq %1, %w1 : tensor<2x2xi32>, tensor<2x2xi32>
  %y = check.literal dense<[[[0, 1], [2, 3]], [[4, 5], [6, 7]]]> : tensor<2x2x2xi32>
  %k = check.literal dense<[[1], [0]]> : tensor<2x1xui8>
  %2 = rlx.gather_nd %y, %k batch_dims = 1 : (tensor<2x2x2xi32>, tensor<2x1xui8>) -> tensor<2x2xi32>
  %w2 = check.literal dense<[[2, 3], [4, 5]]> : tensor<2x2xi32>
  check.expect_eq %2, %w2 : tensor<2x2xi32>, tensor<2x2xi32>
  return %0, %1, %2 : tensor<2xi32>, tensor<2x2xi32>, tensor<2x2xi32>
}

// All numbers of indexed dimensions, without and with batches.
func.func @every_depth() -> (tensor<7x5x6xf32>, tensor<2x3x6xf16>, tensor<4xf64>, tensor<4x3x6xf32>, tensor<4x5x2xf32>) {
  %x = check.fill seed 1 edges all : tensor<4x5x6xf32>
  %i = check.fill seed 2 range [-4.0, 3.0] : tensor<7x1xi64>
  %0 = rlx.gather_nd %x, %i batch_dims = 0 : (tensor<4x5x6xf32>, tensor<7x1xi64>) -> tensor<7x5x6xf32>
  %y = check.fill seed 3 : tensor<4x5x6xf16>
  %j = check.fill seed 4 range [-4.0, 3.0] : tensor<2x3x2xi8>
  %1 = rlx.gather_nd %y, %j batch_dims = 0 : (tensor<4x5x6xf16>, tensor<2x3x2xi8>) -> tensor<2x3x6xf16>
  %z = check.fill seed 5 : tensor<4x5x6xf64>
  %k = check.fill seed 6 range [0.0, 3.0] : tensor<4x3xui16>
  %2 = rlx.gather_nd %z, %k batch_dims = 0 : (tensor<4x5x6xf64>, tensor<4x3xui16>) -> tensor<4xf64>
  %l = check.fill seed 7 range [-5.0, 4.0] : tensor<4x3x1xi64>
  %3 = rlx.gather_nd %x, %l batch_dims = 1 : (tensor<4x5x6xf32>, tensor<4x3x1xi64>) -> tensor<4x3x6xf32>
  %m = check.fill seed 8 range [-6.0, 5.0] : tensor<4x5x2x1xi32>
  %4 = rlx.gather_nd %x, %m batch_dims = 2 : (tensor<4x5x6xf32>, tensor<4x5x2x1xi32>) -> tensor<4x5x2xf32>
  return %0, %1, %2, %3, %4 : tensor<7x5x6xf32>, tensor<2x3x6xf16>, tensor<4xf64>, tensor<4x3x6xf32>, tensor<4x5x2xf32>
}

func.func @dynamic() -> tensor<?x?x?xf32> {
  %x = check.fill sizes [3, 40, 70] seed 9 : tensor<?x?x?xf32>
  %i = check.fill sizes [3, 90, 1] seed 10 range [-40.0, 39.0] : tensor<?x?x1xi64>
  %0 = rlx.gather_nd %x, %i batch_dims = 1 : (tensor<?x?x?xf32>, tensor<?x?x1xi64>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

func.func @types() -> (tensor<2xbf16>, tensor<2xi1>, tensor<2xui64>) {
  %i = check.literal dense<[[2], [0]]> : tensor<2x1xi16>
  %a = check.fill seed 11 : tensor<3xbf16>
  %0 = rlx.gather_nd %a, %i batch_dims = 0 : (tensor<3xbf16>, tensor<2x1xi16>) -> tensor<2xbf16>
  %b = check.fill seed 12 : tensor<3xi1>
  %1 = rlx.gather_nd %b, %i batch_dims = 0 : (tensor<3xi1>, tensor<2x1xi16>) -> tensor<2xi1>
  %c = check.fill seed 13 edges all : tensor<3xui64>
  %2 = rlx.gather_nd %c, %i batch_dims = 0 : (tensor<3xui64>, tensor<2x1xi16>) -> tensor<2xui64>
  return %0, %1, %2 : tensor<2xbf16>, tensor<2xi1>, tensor<2xui64>
}

func.func @empty_and_one() -> (tensor<0x2xf32>, tensor<2x3xf32>, tensor<f32>) {
  %x = check.fill seed 14 : tensor<3x2xf32>
  %i = check.fill seed 15 : tensor<0x1xi64>
  %0 = rlx.gather_nd %x, %i batch_dims = 0 : (tensor<3x2xf32>, tensor<0x1xi64>) -> tensor<0x2xf32>
  %y = check.fill seed 16 : tensor<3xf32>
  %j = check.fill seed 17 : tensor<2x0xi64>
  %1 = rlx.gather_nd %y, %j batch_dims = 0 : (tensor<3xf32>, tensor<2x0xi64>) -> tensor<2x3xf32>
  %k = check.literal dense<2> : tensor<1xi64>
  %2 = rlx.gather_nd %y, %k batch_dims = 0 : (tensor<3xf32>, tensor<1xi64>) -> tensor<f32>
  return %0, %1, %2 : tensor<0x2xf32>, tensor<2x3xf32>, tensor<f32>
}
