// RUN: rlx-check %s

func.func @literals() -> (tensor<2x2xi32>, tensor<1x3xi32>) {
  %a = check.literal dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %i = check.literal dense<[[0, -1], [1, 1]]> : tensor<2x2xi64>
  %0 = rlx.gather_elements %a, %i axis = 1 : (tensor<2x3xi32>, tensor<2x2xi64>) -> tensor<2x2xi32>
  %w0 = check.literal dense<[[1, 3], [5, 5]]> : tensor<2x2xi32>
  check.expect_eq %0, %w0 : tensor<2x2xi32>, tensor<2x2xi32>
  %j = check.literal dense<[[1, 0, -2]]> : tensor<1x3xi32>
  %1 = rlx.gather_elements %a, %j axis = 0 : (tensor<2x3xi32>, tensor<1x3xi32>) -> tensor<1x3xi32>
  %w1 = check.literal dense<[[4, 2, 3]]> : tensor<1x3xi32>
  check.expect_eq %1, %w1 : tensor<1x3xi32>, tensor<1x3xi32>
  return %0, %1 : tensor<2x2xi32>, tensor<1x3xi32>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 9, 5] seed 1 edges all : tensor<?x9x?xf32>
  %i = check.fill sizes [2, 3, 5] seed 2 range [-9.0, 8.0] : tensor<?x3x?xi32>
  %0 = rlx.gather_elements %a, %i axis = -2 : (tensor<?x9x?xf32>, tensor<?x3x?xi32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @types() -> (tensor<4xf16>, tensor<4xi1>, tensor<0xi8>) {
  %i = check.literal dense<[0, 2, 1, 2]> : tensor<4xui32>
  %a = check.fill seed 3 : tensor<3xf16>
  %0 = rlx.gather_elements %a, %i axis = 0 : (tensor<3xf16>, tensor<4xui32>) -> tensor<4xf16>
  %b = check.fill seed 4 : tensor<3xi1>
  %1 = rlx.gather_elements %b, %i axis = 0 : (tensor<3xi1>, tensor<4xui32>) -> tensor<4xi1>
  %c = check.fill seed 5 : tensor<3xi8>
  %j = check.fill seed 6 : tensor<0xi64>
  %2 = rlx.gather_elements %c, %j axis = 0 : (tensor<3xi8>, tensor<0xi64>) -> tensor<0xi8>
  return %0, %1, %2 : tensor<4xf16>, tensor<4xi1>, tensor<0xi8>
}
