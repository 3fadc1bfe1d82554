// RUN: rlx-check %s

func.func @literals() -> (tensor<2x2x2xi32>, tensor<3x2xi32>, tensor<3xi32>) {
  %a = check.literal dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %i = check.literal dense<[[0, -1], [1, -3]]> : tensor<2x2xi64>
  %0 = rlx.gather %a, %i axis = 0 : (tensor<3x2xi32>, tensor<2x2xi64>) -> tensor<2x2x2xi32>
  %w0 = check.literal dense<[[[1, 2], [5, 6]], [[3, 4], [1, 2]]]> : tensor<2x2x2xi32>
  check.expect_eq %0, %w0 : tensor<2x2x2xi32>, tensor<2x2x2xi32>
  %j = check.literal dense<[1, 0]> : tensor<2xi32>
  %1 = rlx.gather %a, %j axis = 1 : (tensor<3x2xi32>, tensor<2xi32>) -> tensor<3x2xi32>
  %w1 = check.literal dense<[[2, 1], [4, 3], [6, 5]]> : tensor<3x2xi32>
  check.expect_eq %1, %w1 : tensor<3x2xi32>, tensor<3x2xi32>
  // A scalar index drops the axis.
  %k = check.literal dense<1> : tensor<ui8>
  %2 = rlx.gather %a, %k axis = -1 : (tensor<3x2xi32>, tensor<ui8>) -> tensor<3xi32>
  %w2 = check.literal dense<[2, 4, 6]> : tensor<3xi32>
  check.expect_eq %2, %w2 : tensor<3xi32>, tensor<3xi32>
  return %0, %1, %2 : tensor<2x2x2xi32>, tensor<3x2xi32>, tensor<3xi32>
}

func.func @embedding() -> tensor<?x?x50xf32> {
  %a = check.fill seed 1 edges all as param : tensor<100x50xf32>
  %i = check.fill sizes [3, 7] seed 2 range [-100.0, 99.0] : tensor<?x?xi64>
  %0 = rlx.gather %a, %i axis = 0 : (tensor<100x50xf32>, tensor<?x?xi64>) -> tensor<?x?x50xf32>
  return %0 : tensor<?x?x50xf32>
}

func.func @middle_axis() -> tensor<2x4x?x5xf16> {
  %a = check.fill sizes [2, 6, 5] seed 3 : tensor<2x?x5xf16>
  %i = check.fill sizes [4, 3] seed 4 range [0.0, 5.0] : tensor<4x?xui16>
  %0 = rlx.gather %a, %i axis = 1 : (tensor<2x?x5xf16>, tensor<4x?xui16>) -> tensor<2x4x?x5xf16>
  return %0 : tensor<2x4x?x5xf16>
}

func.func @types() -> (tensor<4xbf16>, tensor<4xi1>, tensor<4xf64>, tensor<4xui64>) {
  %i = check.literal dense<[0, 2, 1, 2]> : tensor<4xi8>
  %a = check.fill seed 5 : tensor<3xbf16>
  %0 = rlx.gather %a, %i axis = 0 : (tensor<3xbf16>, tensor<4xi8>) -> tensor<4xbf16>
  %b = check.fill seed 6 : tensor<3xi1>
  %1 = rlx.gather %b, %i axis = 0 : (tensor<3xi1>, tensor<4xi8>) -> tensor<4xi1>
  %c = check.fill seed 7 : tensor<3xf64>
  %2 = rlx.gather %c, %i axis = 0 : (tensor<3xf64>, tensor<4xi8>) -> tensor<4xf64>
  %d = check.fill seed 8 range [0.0, 99.0] : tensor<3xui64>
  %3 = rlx.gather %d, %i axis = 0 : (tensor<3xui64>, tensor<4xi8>) -> tensor<4xui64>
  return %0, %1, %2, %3 : tensor<4xbf16>, tensor<4xi1>, tensor<4xf64>, tensor<4xui64>
}

func.func @no_indices() -> tensor<0x2xf32> {
  %a = check.fill seed 9 : tensor<3x2xf32>
  %i = check.fill seed 10 : tensor<0xi64>
  %0 = rlx.gather %a, %i axis = 0 : (tensor<3x2xf32>, tensor<0xi64>) -> tensor<0x2xf32>
  return %0 : tensor<0x2xf32>
}

// Every axis, with indices of rank 2.
func.func @every_axis() -> (tensor<2x3x3x4xf32>, tensor<2x2x3x4xf32>, tensor<2x3x2x3xf32>, tensor<2x3x2x3xf32>, tensor<2x3x3x4xf32>) {
  %a = check.fill seed 92 : tensor<2x3x4xf32>
  %i = check.literal dense<[[1, 0, -1], [0, -2, 1]]> : tensor<2x3xi32>
  %0 = rlx.gather %a, %i axis = 0 : (tensor<2x3x4xf32>, tensor<2x3xi32>) -> tensor<2x3x3x4xf32>
  %1 = rlx.gather %a, %i axis = 1 : (tensor<2x3x4xf32>, tensor<2x3xi32>) -> tensor<2x2x3x4xf32>
  %2 = rlx.gather %a, %i axis = 2 : (tensor<2x3x4xf32>, tensor<2x3xi32>) -> tensor<2x3x2x3xf32>
  %3 = rlx.gather %a, %i axis = -1 : (tensor<2x3x4xf32>, tensor<2x3xi32>) -> tensor<2x3x2x3xf32>
  %4 = rlx.gather %a, %i axis = -3 : (tensor<2x3x4xf32>, tensor<2x3xi32>) -> tensor<2x3x3x4xf32>
  return %0, %1, %2, %3, %4 : tensor<2x3x3x4xf32>, tensor<2x2x3x4xf32>, tensor<2x3x2x3xf32>, tensor<2x3x2x3xf32>, tensor<2x3x3x4xf32>
}

// Without indices, there may be no data either.
func.func @empty_data() -> (tensor<?x3xf32>, tensor<0x3xf32>, tensor<?xf32>) {
  %x = check.fill sizes [0, 3] seed 30 : tensor<?x3xf32>
  %i = check.fill sizes [0] seed 31 : tensor<?xi64>
  %0 = rlx.gather %x, %i axis = 0 : (tensor<?x3xf32>, tensor<?xi64>) -> tensor<?x3xf32>
  %y = check.fill seed 32 : tensor<0x3xf32>
  %j = check.fill seed 33 : tensor<0xi64>
  %1 = rlx.gather %y, %j axis = 0 : (tensor<0x3xf32>, tensor<0xi64>) -> tensor<0x3xf32>
  %k = check.fill sizes [0, 2] seed 34 : tensor<?x2xi64>
  %2 = rlx.gather_nd %x, %k batch_dims = 0 : (tensor<?x3xf32>, tensor<?x2xi64>) -> tensor<?xf32>
  return %0, %1, %2 : tensor<?x3xf32>, tensor<0x3xf32>, tensor<?xf32>
}
