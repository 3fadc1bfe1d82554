// RUN: rlx-check %{sample} %s %{quick-lanes}

// By hand: before and behind equal elements, in front of all and behind all.
func.func @literals() -> (tensor<2x3xi64>, tensor<2x3xi64>) {
  %x = check.literal dense<[-3, 0, 0, 0, 7]> : tensor<5xi32>
  %v = check.literal dense<[[0, 7, -3], [8, -4, 1]]> : tensor<2x3xi32>
  %0 = rlx.search_sorted %x, %v : (tensor<5xi32>, tensor<2x3xi32>) -> tensor<2x3xi64>
  %w0 = check.literal dense<[[1, 4, 0], [5, 0, 4]]> : tensor<2x3xi64>
  check.expect_eq %0, %w0 : tensor<2x3xi64>, tensor<2x3xi64>
  %1 = rlx.search_sorted %x, %v {right = true} : (tensor<5xi32>, tensor<2x3xi32>) -> tensor<2x3xi64>
  %w1 = check.literal dense<[[4, 5, 1], [5, 0, 4]]> : tensor<2x3xi64>
  check.expect_eq %1, %w1 : tensor<2x3xi64>, tensor<2x3xi64>
  return %0, %1 : tensor<2x3xi64>, tensor<2x3xi64>
}

// From NumPy: NaN is larger than infinity, and equal to NaN.
func.func @special() -> (tensor<5xi64>, tensor<5xi64>) {
  %x = check.literal dense<[0xFF800000, -0.0, 1.0, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<6xf32>
  %v = check.literal dense<[0x7FC00000, 0x7F800000, 0.0, 0xFF800000, 0xFFC00000]> : tensor<5xf32>
  %0 = rlx.search_sorted %x, %v : (tensor<6xf32>, tensor<5xf32>) -> tensor<5xi64>
  %w0 = check.literal dense<[4, 3, 1, 0, 4]> : tensor<5xi64>
  check.expect_eq %0, %w0 : tensor<5xi64>, tensor<5xi64>
  %1 = rlx.search_sorted %x, %v {right = true} : (tensor<6xf32>, tensor<5xf32>) -> tensor<5xi64>
  %w1 = check.literal dense<[6, 4, 2, 1, 6]> : tensor<5xi64>
  check.expect_eq %1, %w1 : tensor<5xi64>, tensor<5xi64>
  return %0, %1 : tensor<5xi64>, tensor<5xi64>
}

func.func @unsigned() -> (tensor<3xi64>, tensor<3xi64>) {
  %x = check.literal dense<[0, 127, 128, 255]> : tensor<4xui8>
  %v = check.literal dense<[255, 128, 1]> : tensor<3xui8>
  %0 = rlx.search_sorted %x, %v : (tensor<4xui8>, tensor<3xui8>) -> tensor<3xi64>
  %w0 = check.literal dense<[3, 2, 1]> : tensor<3xi64>
  check.expect_eq %0, %w0 : tensor<3xi64>, tensor<3xi64>
  %y = check.literal dense<[0, 9223372036854775808, 18446744073709551615]> : tensor<3xui64>
  %u = check.literal dense<[1, 18446744073709551615, 9223372036854775808]> : tensor<3xui64>
  %1 = rlx.search_sorted %y, %u {right = true} : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xi64>
  %w1 = check.literal dense<[1, 3, 2]> : tensor<3xi64>
  check.expect_eq %1, %w1 : tensor<3xi64>, tensor<3xi64>
  return %0, %1 : tensor<3xi64>, tensor<3xi64>
}

func.func @types() -> (tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>) {
  %a = check.fill seed 1 edges all : tensor<33xf16>
  %a0:2 = rlx.top_k %a k = 33 axis = 0 {largest = false} : (tensor<33xf16>) -> (tensor<33xf16>, tensor<33xi64>)
  %a1 = check.fill seed 2 edges all : tensor<9xf16>
  %0 = rlx.search_sorted %a0#0, %a1 : (tensor<33xf16>, tensor<9xf16>) -> tensor<9xi64>
  %b = check.fill seed 3 edges all : tensor<33xbf16>
  %b0:2 = rlx.top_k %b k = 33 axis = 0 {largest = false} : (tensor<33xbf16>) -> (tensor<33xbf16>, tensor<33xi64>)
  %b1 = check.fill seed 4 edges all : tensor<9xbf16>
  %1 = rlx.search_sorted %b0#0, %b1 {right = true} : (tensor<33xbf16>, tensor<9xbf16>) -> tensor<9xi64>
  %c = check.fill seed 5 edges all : tensor<33xf64>
  %c0:2 = rlx.top_k %c k = 33 axis = 0 {largest = false} : (tensor<33xf64>) -> (tensor<33xf64>, tensor<33xi64>)
  %c1 = check.fill seed 6 edges all : tensor<9xf64>
  %2 = rlx.search_sorted %c0#0, %c1 : (tensor<33xf64>, tensor<9xf64>) -> tensor<9xi64>
  %d = check.fill seed 7 edges all : tensor<33xi8>
  %d0:2 = rlx.top_k %d k = 33 axis = 0 {largest = false} : (tensor<33xi8>) -> (tensor<33xi8>, tensor<33xi64>)
  %d1 = check.fill seed 8 edges all : tensor<9xi8>
  %3 = rlx.search_sorted %d0#0, %d1 : (tensor<33xi8>, tensor<9xi8>) -> tensor<9xi64>
  %e = check.fill seed 9 edges all : tensor<33xi16>
  %e0:2 = rlx.top_k %e k = 33 axis = 0 {largest = false} : (tensor<33xi16>) -> (tensor<33xi16>, tensor<33xi64>)
  %e1 = check.fill seed 10 edges all : tensor<9xi16>
  %4 = rlx.search_sorted %e0#0, %e1 {right = true} : (tensor<33xi16>, tensor<9xi16>) -> tensor<9xi64>
  %f = check.fill seed 11 edges all : tensor<33xui16>
  %f0:2 = rlx.top_k %f k = 33 axis = 0 {largest = false} : (tensor<33xui16>) -> (tensor<33xui16>, tensor<33xi64>)
  %f1 = check.fill seed 12 edges all : tensor<9xui16>
  %5 = rlx.search_sorted %f0#0, %f1 : (tensor<33xui16>, tensor<9xui16>) -> tensor<9xi64>
  %g = check.fill seed 13 edges all : tensor<33xui32>
  %g0:2 = rlx.top_k %g k = 33 axis = 0 {largest = false} : (tensor<33xui32>) -> (tensor<33xui32>, tensor<33xi64>)
  %g1 = check.fill seed 14 edges all : tensor<9xui32>
  %6 = rlx.search_sorted %g0#0, %g1 : (tensor<33xui32>, tensor<9xui32>) -> tensor<9xi64>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9xi64>
}

// Many values in a long list, of which no size is known. Values between the elements, too.
func.func @dynamic() -> (tensor<?x?xi64>, tensor<i64>) {
  %x = check.fill sizes [10007] seed 15 : tensor<?xf32>
  %y:2 = rlx.sort %x axis = 0 : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi64>)
  %v = check.fill sizes [37, 61] seed 16 : tensor<?x?xf32>
  %0 = rlx.search_sorted %y#0, %v : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xi64>
  %s = check.fill seed 17 : tensor<f32>
  %1 = rlx.search_sorted %y#0, %s {right = true} : (tensor<?xf32>, tensor<f32>) -> tensor<i64>
  return %0, %1 : tensor<?x?xi64>, tensor<i64>
}

func.func @empty_and_one() -> (tensor<3xi64>, tensor<3xi64>, tensor<?xi64>, tensor<2xi64>) {
  %v = check.literal dense<[5, -1, 0]> : tensor<3xi64>
  %w = check.literal dense<0> : tensor<3xi64>
  %a = check.fill seed 18 : tensor<0xi64>
  %0 = rlx.search_sorted %a, %v : (tensor<0xi64>, tensor<3xi64>) -> tensor<3xi64>
  check.expect_eq %0, %w : tensor<3xi64>, tensor<3xi64>
  %b = check.fill sizes [0] seed 19 : tensor<?xi64>
  %1 = rlx.search_sorted %b, %v {right = true} : (tensor<?xi64>, tensor<3xi64>) -> tensor<3xi64>
  check.expect_eq %1, %w : tensor<3xi64>, tensor<3xi64>
  %2 = rlx.search_sorted %v, %b : (tensor<3xi64>, tensor<?xi64>) -> tensor<?xi64>
  %c = check.literal dense<4> : tensor<1xi64>
  %u = check.literal dense<[4, 5]> : tensor<2xi64>
  %3 = rlx.search_sorted %c, %u : (tensor<1xi64>, tensor<2xi64>) -> tensor<2xi64>
  %w3 = check.literal dense<[0, 1]> : tensor<2xi64>
  check.expect_eq %3, %w3 : tensor<2xi64>, tensor<2xi64>
  return %0, %1, %2, %3 : tensor<3xi64>, tensor<3xi64>, tensor<?xi64>, tensor<2xi64>
}
