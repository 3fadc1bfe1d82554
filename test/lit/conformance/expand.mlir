// RUN: rlx-check %s

func.func @literals() -> tensor<2x2x3xi32> {
  %a = check.literal dense<[[1], [2]]> : tensor<2x1xi32>
  %0 = rlx.expand %a to [2, 2, 3] : (tensor<2x1xi32>) -> tensor<2x2x3xi32>
  %w = check.literal dense<[[[1, 1, 1], [2, 2, 2]], [[1, 1, 1], [2, 2, 2]]]> : tensor<2x2x3xi32>
  check.expect_eq %0, %w : tensor<2x2x3xi32>, tensor<2x2x3xi32>
  return %0 : tensor<2x2x3xi32>
}

func.func @dynamic() -> tensor<?x1x?xf32> {
  %a = check.fill sizes [3, 1] seed 1 edges all : tensor<?x1xf32>
  %b = check.fill sizes [5, 17] seed 2 : tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %b, %c0 : tensor<?x?xf32>
  %m = tensor.dim %b, %c1 : tensor<?x?xf32>
  %k = tensor.dim %a, %c0 : tensor<?x1xf32>
  %r = rlx.reshape %a to [1, 1, %k] : (tensor<?x1xf32>, index) -> tensor<1x1x?xf32>
  %0 = rlx.expand %r to [%n, 1, %k] : (tensor<1x1x?xf32>, index, index) -> tensor<?x1x?xf32>
  return %0 : tensor<?x1x?xf32>
}

func.func @scalar() -> tensor<4x5xf16> {
  %a = check.fill seed 3 : tensor<f16>
  %0 = rlx.expand %a to [4, 5] : (tensor<f16>) -> tensor<4x5xf16>
  return %0 : tensor<4x5xf16>
}

func.func @types() -> (tensor<3x4xbf16>, tensor<3x4xui32>, tensor<3x4xi1>, tensor<3x4xf64>) {
  %a = check.fill seed 4 : tensor<3x1xbf16>
  %0 = rlx.expand %a to [3, 4] : (tensor<3x1xbf16>) -> tensor<3x4xbf16>
  %b = check.fill seed 5 range [0.0, 9.0] edges finite : tensor<1x4xui32>
  %1 = rlx.expand %b to [3, 4] : (tensor<1x4xui32>) -> tensor<3x4xui32>
  %c = check.fill seed 6 : tensor<4xi1>
  %2 = rlx.expand %c to [3, 4] : (tensor<4xi1>) -> tensor<3x4xi1>
  %d = check.fill seed 7 edges all : tensor<1x1xf64>
  %3 = rlx.expand %d to [3, 4] : (tensor<1x1xf64>) -> tensor<3x4xf64>
  return %0, %1, %2, %3 : tensor<3x4xbf16>, tensor<3x4xui32>, tensor<3x4xi1>, tensor<3x4xf64>
}

func.func @empty() -> tensor<0x3xf32> {
  %a = check.fill seed 8 : tensor<1x3xf32>
  %0 = rlx.expand %a to [0, 3] : (tensor<1x3xf32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}
