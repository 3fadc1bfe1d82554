// RUN: rlx-check %s

// By hand; a negative index counts from the end.
func.func @literals() -> tensor<4x2xf32> {
  %x = check.literal dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [1.0, 1.0]]> : tensor<4x2xf32>
  %w = check.literal dense<[[[1.0, 0.0], [0.0, 1.0]], [[1.0, 2.0], [3.0, 4.0]], [[0.0, -1.0], [10.0, 0.0]]]> : tensor<3x2x2xf32>
  %i = check.literal dense<[1, 0, -1, 1]> : tensor<4xi64>
  %0 = rlx.grouped_matmul %x, %w, %i : (tensor<4x2xf32>, tensor<3x2x2xf32>, tensor<4xi64>) -> tensor<4x2xf32>
  %e = check.literal dense<[[7.0, 10.0], [3.0, 4.0], [60.0, -5.0], [4.0, 6.0]]> : tensor<4x2xf32>
  check.expect_eq %0, %e : tensor<4x2xf32>, tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// By hand: integers wrap.
func.func @literals_i8() -> tensor<2x1xi8> {
  %x = check.literal dense<[[100, 2], [3, 4]]> : tensor<2x2xi8>
  %w = check.literal dense<[[[1], [1]], [[2], [1]]]> : tensor<2x2x1xi8>
  %i = check.literal dense<[1, 0]> : tensor<2xui8>
  %0 = rlx.grouped_matmul %x, %w, %i : (tensor<2x2xi8>, tensor<2x2x1xi8>, tensor<2xui8>) -> tensor<2x1xi8>
  %e = check.literal dense<[[-54], [7]]> : tensor<2x1xi8>
  check.expect_eq %0, %e : tensor<2x1xi8>, tensor<2x1xi8>
  return %0 : tensor<2x1xi8>
}

// Columns of several workgroups, sizes that are no multiple of a tile; experts with no or many
// rows.
func.func @wide() -> tensor<37x1030xf32> {
  %x = check.fill seed 1 : tensor<37x70xf32>
  %w = check.fill seed 2 as param : tensor<5x70x1030xf32>
  %i = check.fill seed 3 range [-5.0, 3.0] : tensor<37xi32>
  %0 = rlx.grouped_matmul %x, %w, %i : (tensor<37x70xf32>, tensor<5x70x1030xf32>, tensor<37xi32>) -> tensor<37x1030xf32>
  return %0 : tensor<37x1030xf32>
}

func.func @types() -> (tensor<9x13xf16>, tensor<9x13xbf16>, tensor<9x13xf64>, tensor<9x13xi32>, tensor<9x13xui8>) {
  %i = check.fill seed 4 range [0.0, 2.0] : tensor<9xi64>
  %a = check.fill seed 5 : tensor<9x21xf16>
  %wa = check.fill seed 6 : tensor<3x21x13xf16>
  %0 = rlx.grouped_matmul %a, %wa, %i : (tensor<9x21xf16>, tensor<3x21x13xf16>, tensor<9xi64>) -> tensor<9x13xf16>
  %b = check.fill seed 7 : tensor<9x21xbf16>
  %wb = check.fill seed 8 : tensor<3x21x13xbf16>
  %1 = rlx.grouped_matmul %b, %wb, %i : (tensor<9x21xbf16>, tensor<3x21x13xbf16>, tensor<9xi64>) -> tensor<9x13xbf16>
  %c = check.fill seed 9 : tensor<9x21xf64>
  %wc = check.fill seed 10 : tensor<3x21x13xf64>
  %2 = rlx.grouped_matmul %c, %wc, %i : (tensor<9x21xf64>, tensor<3x21x13xf64>, tensor<9xi64>) -> tensor<9x13xf64>
  %d = check.fill seed 11 range [-99.0, 99.0] : tensor<9x21xi32>
  %wd = check.fill seed 12 range [-99.0, 99.0] : tensor<3x21x13xi32>
  %3 = rlx.grouped_matmul %d, %wd, %i : (tensor<9x21xi32>, tensor<3x21x13xi32>, tensor<9xi64>) -> tensor<9x13xi32>
  %e = check.fill seed 13 range [0.0, 255.0] : tensor<9x21xui8>
  %we = check.fill seed 14 range [0.0, 255.0] : tensor<3x21x13xui8>
  %4 = rlx.grouped_matmul %e, %we, %i : (tensor<9x21xui8>, tensor<3x21x13xui8>, tensor<9xi64>) -> tensor<9x13xui8>
  return %0, %1, %2, %3, %4 : tensor<9x13xf16>, tensor<9x13xbf16>, tensor<9x13xf64>, tensor<9x13xi32>, tensor<9x13xui8>
}

func.func @dynamic() -> tensor<?x?xf32> {
  %x = check.fill sizes [7, 33] seed 15 : tensor<?x?xf32>
  %w = check.fill sizes [4, 33, 600] seed 16 : tensor<?x?x?xf32>
  %i = check.fill sizes [7] seed 17 range [0.0, 3.0] : tensor<?xi32>
  %0 = rlx.grouped_matmul %x, %w, %i : (tensor<?x?xf32>, tensor<?x?x?xf32>, tensor<?xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @dynamic_f16() -> tensor<?x?xf16> {
  %x = check.fill sizes [7, 33] seed 18 : tensor<?x?xf16>
  %w = check.fill sizes [4, 33, 600] seed 19 : tensor<?x?x?xf16>
  %i = check.fill sizes [7] seed 20 range [0.0, 3.0] : tensor<?xi32>
  %0 = rlx.grouped_matmul %x, %w, %i : (tensor<?x?xf16>, tensor<?x?x?xf16>, tensor<?xi32>) -> tensor<?x?xf16>
  return %0 : tensor<?x?xf16>
}

// A NaN or infinity stays in its row.
func.func @nan() -> tensor<2x3xf32> {
  %x = check.literal dense<[[0x7FC00000, 1.0], [1.0, 2.0]]> : tensor<2x2xf32>
  %w = check.literal dense<1.0> : tensor<2x2x3xf32>
  %i = check.literal dense<[0, 0]> : tensor<2xi32>
  %0 = rlx.grouped_matmul %x, %w, %i : (tensor<2x2xf32>, tensor<2x2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  %e = check.literal dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000], [3.0, 3.0, 3.0]]> : tensor<2x3xf32>
  check.expect_eq %0, %e : tensor<2x3xf32>, tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @empty() -> (tensor<0x3xf32>, tensor<2x3xf32>, tensor<2x0xf32>) {
  %x = check.fill seed 21 : tensor<0x4xf32>
  %w = check.fill seed 22 : tensor<2x4x3xf32>
  %i = check.fill seed 23 : tensor<0xi32>
  %0 = rlx.grouped_matmul %x, %w, %i : (tensor<0x4xf32>, tensor<2x4x3xf32>, tensor<0xi32>) -> tensor<0x3xf32>
  %y = check.fill seed 24 : tensor<2x0xf32>
  %v = check.fill seed 25 : tensor<2x0x3xf32>
  %j = check.literal dense<[1, 0]> : tensor<2xi32>
  %1 = rlx.grouped_matmul %y, %v, %j : (tensor<2x0xf32>, tensor<2x0x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  %e = check.literal dense<0.0> : tensor<2x3xf32>
  check.expect_eq %1, %e : tensor<2x3xf32>, tensor<2x3xf32>
  %z = check.fill seed 26 : tensor<2x4xf32>
  %u = check.fill seed 27 : tensor<2x4x0xf32>
  %2 = rlx.grouped_matmul %z, %u, %j : (tensor<2x4xf32>, tensor<2x4x0xf32>, tensor<2xi32>) -> tensor<2x0xf32>
  return %0, %1, %2 : tensor<0x3xf32>, tensor<2x3xf32>, tensor<2x0xf32>
}

// A choice among more experts than a workgroup sorts at once.
func.func @many_experts() -> (tensor<3x2xf32>, tensor<1x3xf32>) {
  %s = check.fill seed 90 edges finite : tensor<1x2051xf32>
  %x = check.fill seed 91 : tensor<3x4xf32>
  %w = check.fill seed 92 : tensor<2051x4x2xf32>
  %0:2 = rlx.top_k %s k = 3 axis = 1 : (tensor<1x2051xf32>) -> (tensor<1x3xf32>, tensor<1x3xi64>)
  %1 = rlx.reshape %0#1 to [3] : (tensor<1x3xi64>) -> tensor<3xi64>
  %2 = rlx.grouped_matmul %x, %w, %1 : (tensor<3x4xf32>, tensor<2051x4x2xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  return %2, %0#0 : tensor<3x2xf32>, tensor<1x3xf32>
}
