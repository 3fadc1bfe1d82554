// RUN: rlx-check %{sample} %s %{quick-lanes}

// By hand: equal elements are ordered by index in both directions.
func.func @literals() -> (tensor<?x4xf32>, tensor<?x4xi64>, tensor<2x?xf32>, tensor<2x?xi64>) {
  %x = check.literal dense<[[1.0, 5.0, -2.0, 5.0], [0.0, -0.0, 0.0, -1.0]]> : tensor<2x4xf32> to tensor<2x?xf32>
  %0:2 = rlx.sort %x axis = 1 : (tensor<2x?xf32>) -> (tensor<2x?xf32>, tensor<2x?xi64>)
  %w0 = check.literal dense<[[-2.0, 1.0, 5.0, 5.0], [-1.0, 0.0, -0.0, 0.0]]> : tensor<2x4xf32> to tensor<2x?xf32>
  %p0 = check.literal dense<[[2, 0, 1, 3], [3, 0, 1, 2]]> : tensor<2x4xi64> to tensor<2x?xi64>
  check.expect_eq %0#0, %w0 {signed_zeros} : tensor<2x?xf32>, tensor<2x?xf32>
  check.expect_eq %0#1, %p0 : tensor<2x?xi64>, tensor<2x?xi64>
  %y = check.literal dense<[[1.0, 5.0, -2.0, 5.0], [1.0, 6.0, -3.0, 5.0]]> : tensor<2x4xf32> to tensor<?x4xf32>
  %1:2 = rlx.sort %y axis = -2 {descending = true} : (tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xi64>)
  %w1 = check.literal dense<[[1.0, 6.0, -2.0, 5.0], [1.0, 5.0, -3.0, 5.0]]> : tensor<2x4xf32> to tensor<?x4xf32>
  %p1 = check.literal dense<[[0, 1, 0, 0], [1, 0, 1, 1]]> : tensor<2x4xi64> to tensor<?x4xi64>
  check.expect_eq %1#0, %w1 : tensor<?x4xf32>, tensor<?x4xf32>
  check.expect_eq %1#1, %p1 : tensor<?x4xi64>, tensor<?x4xi64>
  return %1#0, %1#1, %0#0, %0#1 : tensor<?x4xf32>, tensor<?x4xi64>, tensor<2x?xf32>, tensor<2x?xi64>
}

// NaN is larger than infinity, and equal to NaN.
func.func @special() -> (tensor<?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>) {
  %x = check.literal dense<[0x7F800000, 0x7FC00000, 1.0, 0xFFC00000, 0xFF800000, 0x7F800000]> : tensor<6xf32> to tensor<?xf32>
  %0:2 = rlx.sort %x axis = 0 {descending = true} : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi64>)
  %p0 = check.literal dense<[1, 3, 0, 5, 2, 4]> : tensor<6xi64> to tensor<?xi64>
  check.expect_eq %0#1, %p0 : tensor<?xi64>, tensor<?xi64>
  %1:2 = rlx.sort %x axis = 0 : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi64>)
  %p1 = check.literal dense<[4, 2, 0, 5, 1, 3]> : tensor<6xi64> to tensor<?xi64>
  check.expect_eq %1#1, %p1 : tensor<?xi64>, tensor<?xi64>
  return %0#0, %0#1, %1#0, %1#1 : tensor<?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>
}

// The same as top_k if the size is static.
func.func @static() -> (tensor<5x37xf32>, tensor<5x37xi64>, tensor<2300x3xi32>, tensor<2300x3xi64>) {
  %x = check.fill seed 1 edges all : tensor<5x37xf32>
  %0:2 = rlx.sort %x axis = 1 {descending = true} : (tensor<5x37xf32>) -> (tensor<5x37xf32>, tensor<5x37xi64>)
  %y = check.fill seed 2 range [0.0, 99.0] : tensor<2300x3xi32>
  %1:2 = rlx.sort %y axis = 0 : (tensor<2300x3xi32>) -> (tensor<2300x3xi32>, tensor<2300x3xi64>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<5x37xf32>, tensor<5x37xi64>, tensor<2300x3xi32>, tensor<2300x3xi64>
}

// Several workgroups, many ties, every axis. Only one result of the last sort is used.
func.func @dynamic() -> (tensor<?x?xi32>, tensor<?x?xi64>, tensor<?x6x?xf32>, tensor<?x6x?xi64>, tensor<3x?x5xf32>) {
  %x = check.fill sizes [70, 300] seed 3 range [0.0, 20.0] : tensor<?x?xi32>
  %0:2 = rlx.sort %x axis = 1 : (tensor<?x?xi32>) -> (tensor<?x?xi32>, tensor<?x?xi64>)
  %y = check.fill sizes [33, 6, 20] seed 4 : tensor<?x6x?xf32>
  %1:2 = rlx.sort %y axis = 0 {descending = true} : (tensor<?x6x?xf32>) -> (tensor<?x6x?xf32>, tensor<?x6x?xi64>)
  %z = check.fill sizes [3, 18, 5] seed 5 : tensor<3x?x5xf32>
  %2:2 = rlx.sort %z axis = -2 : (tensor<3x?x5xf32>) -> (tensor<3x?x5xf32>, tensor<3x?x5xi64>)
  %3 = rlx.neg %2#0 : (tensor<3x?x5xf32>) -> tensor<3x?x5xf32>
  return %0#0, %0#1, %1#0, %1#1, %3 : tensor<?x?xi32>, tensor<?x?xi64>, tensor<?x6x?xf32>, tensor<?x6x?xi64>, tensor<3x?x5xf32>
}

func.func @types() -> (tensor<?xf16>, tensor<?xbf16>, tensor<?xf64>, tensor<?xi8>, tensor<?xi16>, tensor<?xi64>, tensor<?xui8>, tensor<?xui16>, tensor<?xui32>, tensor<?xui64>, tensor<?xi1>, tensor<?xi64>) {
  %a = check.fill sizes [20] seed 6 edges all : tensor<?xf16>
  %0:2 = rlx.sort %a axis = 0 : (tensor<?xf16>) -> (tensor<?xf16>, tensor<?xi64>)
  %b = check.fill sizes [20] seed 7 edges all : tensor<?xbf16>
  %1:2 = rlx.sort %b axis = 0 {descending = true} : (tensor<?xbf16>) -> (tensor<?xbf16>, tensor<?xi64>)
  %c = check.fill sizes [20] seed 8 edges all : tensor<?xf64>
  %2:2 = rlx.sort %c axis = 0 : (tensor<?xf64>) -> (tensor<?xf64>, tensor<?xi64>)
  %d = check.fill sizes [20] seed 9 edges all : tensor<?xi8>
  %3:2 = rlx.sort %d axis = 0 {descending = true} : (tensor<?xi8>) -> (tensor<?xi8>, tensor<?xi64>)
  %e = check.fill sizes [20] seed 10 edges all : tensor<?xi16>
  %4:2 = rlx.sort %e axis = 0 : (tensor<?xi16>) -> (tensor<?xi16>, tensor<?xi64>)
  %f = check.fill sizes [20] seed 11 edges all : tensor<?xi64>
  %5:2 = rlx.sort %f axis = 0 : (tensor<?xi64>) -> (tensor<?xi64>, tensor<?xi64>)
  %g = check.fill sizes [20] seed 12 edges all : tensor<?xui8>
  %6:2 = rlx.sort %g axis = 0 : (tensor<?xui8>) -> (tensor<?xui8>, tensor<?xi64>)
  %h = check.fill sizes [20] seed 13 edges all : tensor<?xui16>
  %7:2 = rlx.sort %h axis = 0 {descending = true} : (tensor<?xui16>) -> (tensor<?xui16>, tensor<?xi64>)
  %i = check.fill sizes [20] seed 14 edges all : tensor<?xui32>
  %8:2 = rlx.sort %i axis = 0 : (tensor<?xui32>) -> (tensor<?xui32>, tensor<?xi64>)
  %j = check.fill sizes [20] seed 15 edges all : tensor<?xui64>
  %9:2 = rlx.sort %j axis = 0 : (tensor<?xui64>) -> (tensor<?xui64>, tensor<?xi64>)
  %k = check.fill sizes [20] seed 16 : tensor<?xi1>
  %10:2 = rlx.sort %k axis = 0 : (tensor<?xi1>) -> (tensor<?xi1>, tensor<?xi64>)
  return %0#0, %1#0, %2#0, %3#0, %4#0, %5#0, %6#0, %7#0, %8#0, %9#0, %10#0, %10#1 : tensor<?xf16>, tensor<?xbf16>, tensor<?xf64>, tensor<?xi8>, tensor<?xi16>, tensor<?xi64>, tensor<?xui8>, tensor<?xui16>, tensor<?xui32>, tensor<?xui64>, tensor<?xi1>, tensor<?xi64>
}

func.func @empty_and_one() -> (tensor<4x?xf32>, tensor<4x?xi64>, tensor<?x?xf32>, tensor<?xi64>) {
  %x = check.fill sizes [4, 0] seed 17 : tensor<4x?xf32>
  %0:2 = rlx.sort %x axis = 1 : (tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<4x?xi64>)
  %y = check.fill sizes [0, 3] seed 18 : tensor<?x?xf32>
  %1:2 = rlx.sort %y axis = 1 {descending = true} : (tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xi64>)
  %z = check.fill sizes [1] seed 19 : tensor<?xf32>
  %2:2 = rlx.sort %z axis = 0 : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi64>)
  return %0#0, %0#1, %1#0, %2#1 : tensor<4x?xf32>, tensor<4x?xi64>, tensor<?x?xf32>, tensor<?xi64>
}
