// RUN: rlx-check %s

// By hand: elements, then slices, then all of the data at once.
func.func @literals() -> (tensor<8xi32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<2xi8>) {
  %x = check.literal dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi32>
  %i = check.literal dense<[[4], [3], [1], [-1]]> : tensor<4x1xi64>
  %u = check.literal dense<[9, 10, 11, 12]> : tensor<4xi32>
  %0 = rlx.scatter_nd %x, %i, %u : (tensor<8xi32>, tensor<4x1xi64>, tensor<4xi32>) -> tensor<8xi32>
  %w0 = check.literal dense<[1, 11, 3, 10, 9, 6, 7, 12]> : tensor<8xi32>
  check.expect_eq %0, %w0 : tensor<8xi32>, tensor<8xi32>
  %y = check.literal dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %j = check.literal dense<[[2], [0], [2]]> : tensor<3x1xi32>
  %v = check.literal dense<[[1.0, 10.0], [2.0, 20.0], [3.0, 30.0]]> : tensor<3x2xf32>
  %1 = rlx.scatter_nd %y, %j, %v reduction = none : (tensor<3x2xf32>, tensor<3x1xi32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %w1 = check.literal dense<[[2.0, 20.0], [3.0, 4.0], [3.0, 30.0]]> : tensor<3x2xf32>
  check.expect_eq %1, %w1 : tensor<3x2xf32>, tensor<3x2xf32>
  %2 = rlx.scatter_nd %y, %j, %v reduction = add : (tensor<3x2xf32>, tensor<3x1xi32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %w2 = check.literal dense<[[3.0, 22.0], [3.0, 4.0], [9.0, 46.0]]> : tensor<3x2xf32>
  check.expect_eq %2, %w2 : tensor<3x2xf32>, tensor<3x2xf32>
  %z = check.literal dense<[3, 4]> : tensor<2xi8>
  %k = check.fill seed 1 : tensor<2x0xi64>
  %t = check.literal dense<[[2, 100], [5, 7]]> : tensor<2x2xi8>
  %3 = rlx.scatter_nd %z, %k, %t reduction = mul : (tensor<2xi8>, tensor<2x0xi64>, tensor<2x2xi8>) -> tensor<2xi8>
  %w3 = check.literal dense<[30, -16]> : tensor<2xi8>
  check.expect_eq %3, %w3 : tensor<2xi8>, tensor<2xi8>
  return %0, %1, %2, %3 : tensor<8xi32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<2xi8>
}

// All numbers of indexed dimensions.
func.func @every_depth() -> (tensor<4x5x6xf32>, tensor<4x5x6xf16>, tensor<4x5x6xf64>) {
  %x = check.fill seed 2 edges all : tensor<4x5x6xf32>
  %i = check.fill seed 3 range [-4.0, 3.0] : tensor<2x3x1xi64>
  %u = check.fill seed 4 : tensor<2x3x5x6xf32>
  %0 = rlx.scatter_nd %x, %i, %u : (tensor<4x5x6xf32>, tensor<2x3x1xi64>, tensor<2x3x5x6xf32>) -> tensor<4x5x6xf32>
  %y = check.fill seed 5 : tensor<4x5x6xf16>
  %j = check.fill seed 6 range [0.0, 3.0] : tensor<9x2xui16>
  %v = check.fill seed 7 : tensor<9x6xf16>
  %1 = rlx.scatter_nd %y, %j, %v reduction = add : (tensor<4x5x6xf16>, tensor<9x2xui16>, tensor<9x6xf16>) -> tensor<4x5x6xf16>
  %z = check.fill seed 8 : tensor<4x5x6xf64>
  %k = check.fill seed 9 range [-4.0, 3.0] : tensor<30x3xi8>
  %t = check.fill seed 10 : tensor<30xf64>
  %2 = rlx.scatter_nd %z, %k, %t reduction = mul : (tensor<4x5x6xf64>, tensor<30x3xi8>, tensor<30xf64>) -> tensor<4x5x6xf64>
  return %0, %1, %2 : tensor<4x5x6xf32>, tensor<4x5x6xf16>, tensor<4x5x6xf64>
}

// Several workgroups along the slices.
func.func @dynamic() -> (tensor<?x?xf32>, tensor<100x?xbf16>) {
  %x = check.fill sizes [70, 500] seed 11 : tensor<?x?xf32>
  %i = check.fill sizes [90, 1] seed 12 range [-70.0, 69.0] : tensor<?x1xi64>
  %u = check.fill sizes [90, 500] seed 13 : tensor<?x?xf32>
  %0 = rlx.scatter_nd %x, %i, %u reduction = add : (tensor<?x?xf32>, tensor<?x1xi64>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = rlx.neg %0 : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %y = check.fill sizes [100, 300] seed 14 : tensor<100x?xbf16>
  %j = check.fill seed 15 range [0.0, 99.0] : tensor<50x1xi64>
  %v = check.fill sizes [50, 300] seed 16 : tensor<50x?xbf16>
  %2 = rlx.scatter_nd %y, %j, %v reduction = add : (tensor<100x?xbf16>, tensor<50x1xi64>, tensor<50x?xbf16>) -> tensor<100x?xbf16>
  return %1, %2 : tensor<?x?xf32>, tensor<100x?xbf16>
}

func.func @types() -> (tensor<4xi1>, tensor<4xui32>, tensor<4xi64>) {
  %i = check.literal dense<[[3], [0], [3]]> : tensor<3x1xi16>
  %a = check.fill seed 17 : tensor<4xi1>
  %ua = check.fill seed 18 : tensor<3xi1>
  %0 = rlx.scatter_nd %a, %i, %ua : (tensor<4xi1>, tensor<3x1xi16>, tensor<3xi1>) -> tensor<4xi1>
  %b = check.fill seed 19 edges all : tensor<4xui32>
  %ub = check.fill seed 20 edges all : tensor<3xui32>
  %1 = rlx.scatter_nd %b, %i, %ub reduction = mul : (tensor<4xui32>, tensor<3x1xi16>, tensor<3xui32>) -> tensor<4xui32>
  %c = check.fill seed 21 edges all : tensor<4xi64>
  %uc = check.fill seed 22 edges all : tensor<3xi64>
  %2 = rlx.scatter_nd %c, %i, %uc reduction = add : (tensor<4xi64>, tensor<3x1xi16>, tensor<3xi64>) -> tensor<4xi64>
  return %0, %1, %2 : tensor<4xi1>, tensor<4xui32>, tensor<4xi64>
}

func.func @empty_and_one() -> (tensor<3x0xf32>, tensor<3x2xf32>, tensor<f32>) {
  %x = check.fill seed 23 : tensor<3x0xf32>
  %i = check.literal dense<[[1]]> : tensor<1x1xi64>
  %u = check.fill seed 24 : tensor<1x0xf32>
  %0 = rlx.scatter_nd %x, %i, %u : (tensor<3x0xf32>, tensor<1x1xi64>, tensor<1x0xf32>) -> tensor<3x0xf32>
  %y = check.fill seed 25 : tensor<3x2xf32>
  %j = check.fill seed 26 : tensor<0x2xi64>
  %v = check.fill seed 27 : tensor<0xf32>
  %1 = rlx.scatter_nd %y, %j, %v : (tensor<3x2xf32>, tensor<0x2xi64>, tensor<0xf32>) -> tensor<3x2xf32>
  %z = check.literal dense<1.0> : tensor<f32>
  %k = check.fill seed 28 : tensor<0xi64>
  %t = check.literal dense<2.0> : tensor<f32>
  %2 = rlx.scatter_nd %z, %k, %t reduction = add : (tensor<f32>, tensor<0xi64>, tensor<f32>) -> tensor<f32>
  return %0, %1, %2 : tensor<3x0xf32>, tensor<3x2xf32>, tensor<f32>
}

// Rank-0 data, a constant.
func.func @scalar_constant() -> tensor<f64> {
  %x = check.literal dense<2.0> : tensor<f64>
  %0 = rlx.constant dense<-1.5> : tensor<f64>
  %1 = rlx.constant dense<> : tensor<0xi8>
  %2 = rlx.scatter_nd %0, %1, %x reduction = add : (tensor<f64>, tensor<0xi8>, tensor<f64>) -> tensor<f64>
  %e = check.literal dense<0.5> : tensor<f64>
  check.expect_eq %2, %e : tensor<f64>, tensor<f64>
  return %2 : tensor<f64>
}

// More updates than a device may allow iterations of a loop.
func.func @many_updates() -> tensor<5x?xf32> {
  %x = check.fill sizes [5, 44] seed 29 : tensor<5x?xf32>
  %i = check.fill sizes [44, 44, 1] seed 30 range [-5.0, 4.0] : tensor<?x?x1xi64>
  %u = check.fill sizes [44, 44, 44] seed 31 : tensor<?x?x?xf32>
  %0 = rlx.scatter_nd %x, %i, %u reduction = add
      : (tensor<5x?xf32>, tensor<?x?x1xi64>, tensor<?x?x?xf32>) -> tensor<5x?xf32>
  return %0 : tensor<5x?xf32>
}

// No two updates have the same index.
func.func @unique() -> tensor<?x70x5xf32> {
  %x = check.fill sizes [3, 70, 5] seed 32 : tensor<?x70x5xf32>
  %c0 = arith.constant 0 : index
  %row = rlx.iota from %c0 to [64, 1] axis = 0 : (index) -> tensor<64x1xi64>
  %end = check.literal dense<-70> : tensor<i64>
  %last = rlx.add %row, %end : (tensor<64x1xi64>, tensor<i64>) -> tensor<64x1xi64>
  %three = check.literal dense<3> : tensor<i64>
  %plane = rlx.mod %row, %three : (tensor<64x1xi64>, tensor<i64>) -> tensor<64x1xi64>
  %i = rlx.concat %plane, %last axis = 1 : (tensor<64x1xi64>, tensor<64x1xi64>) -> tensor<64x2xi64>
  %u = check.fill seed 33 : tensor<64x5xf32>
  %0 = rlx.scatter_nd %x, %i, %u unique_indices = true : (tensor<?x70x5xf32>, tensor<64x2xi64>, tensor<64x5xf32>) -> tensor<?x70x5xf32>
  return %0 : tensor<?x70x5xf32>
}
