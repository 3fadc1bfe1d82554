// RUN: rlx-check %s

func.func @literals() -> (tensor<3x2xi32>, tensor<2x3xi32>) {
  %a = check.literal dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %b = check.literal dense<[[5, 6]]> : tensor<1x2xi32>
  %0 = rlx.concat %a, %b axis = 0 : (tensor<2x2xi32>, tensor<1x2xi32>) -> tensor<3x2xi32>
  %w0 = check.literal dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  check.expect_eq %0, %w0 : tensor<3x2xi32>, tensor<3x2xi32>
  %c = check.literal dense<[[7], [8]]> : tensor<2x1xi32>
  %1 = rlx.concat %c, %a axis = -1 : (tensor<2x1xi32>, tensor<2x2xi32>) -> tensor<2x3xi32>
  %w1 = check.literal dense<[[7, 1, 2], [8, 3, 4]]> : tensor<2x3xi32>
  check.expect_eq %1, %w1 : tensor<2x3xi32>, tensor<2x3xi32>
  return %0, %1 : tensor<3x2xi32>, tensor<2x3xi32>
}

// The same tensor twice, and an empty one in between.
func.func @repeated() -> tensor<2x7x3xf32> {
  %a = check.fill seed 1 edges all : tensor<2x2x3xf32>
  %b = check.fill seed 2 : tensor<2x0x3xf32>
  %c = check.fill seed 3 edges all : tensor<2x3x3xf32>
  %0 = rlx.concat %a, %b, %c, %a axis = 1 : (tensor<2x2x3xf32>, tensor<2x0x3xf32>, tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x7x3xf32>
  return %0 : tensor<2x7x3xf32>
}

func.func @dynamic() -> tensor<?x?xf32> {
  %a = check.fill sizes [3, 20] seed 4 : tensor<?x?xf32>
  %b = check.fill sizes [3, 33] seed 5 : tensor<?x33xf32>
  %0 = rlx.concat %a, %b axis = 1 : (tensor<?x?xf32>, tensor<?x33xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A consumer that may be fused.
func.func @into_add() -> tensor<4x10xf32> {
  %a = check.fill seed 6 : tensor<4x4xf32>
  %b = check.fill seed 7 : tensor<4x6xf32>
  %c = check.fill seed 8 : tensor<4x10xf32>
  %0 = rlx.concat %a, %b axis = 1 : (tensor<4x4xf32>, tensor<4x6xf32>) -> tensor<4x10xf32>
  %1 = rlx.add %0, %c : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<4x10xf32>
  return %1 : tensor<4x10xf32>
}

func.func @types() -> (tensor<5xf16>, tensor<5xbf16>, tensor<5xui64>, tensor<5xi1>, tensor<5xi8>) {
  %a = check.fill seed 9 : tensor<2xf16>
  %b = check.fill seed 10 : tensor<3xf16>
  %0 = rlx.concat %a, %b axis = 0 : (tensor<2xf16>, tensor<3xf16>) -> tensor<5xf16>
  %c = check.fill seed 11 : tensor<2xbf16>
  %d = check.fill seed 12 : tensor<3xbf16>
  %1 = rlx.concat %c, %d axis = 0 : (tensor<2xbf16>, tensor<3xbf16>) -> tensor<5xbf16>
  %e = check.fill seed 13 range [0.0, 9.0] edges finite : tensor<2xui64>
  %f = check.fill seed 14 range [0.0, 9.0] edges finite : tensor<3xui64>
  %2 = rlx.concat %e, %f axis = 0 : (tensor<2xui64>, tensor<3xui64>) -> tensor<5xui64>
  %g = check.fill seed 15 : tensor<2xi1>
  %h = check.fill seed 16 : tensor<3xi1>
  %3 = rlx.concat %g, %h axis = 0 : (tensor<2xi1>, tensor<3xi1>) -> tensor<5xi1>
  %i = check.fill seed 17 range [-9.0, 9.0] edges finite : tensor<2xi8>
  %j = check.fill seed 18 range [-9.0, 9.0] edges finite : tensor<3xi8>
  %4 = rlx.concat %i, %j axis = 0 : (tensor<2xi8>, tensor<3xi8>) -> tensor<5xi8>
  return %0, %1, %2, %3, %4 : tensor<5xf16>, tensor<5xbf16>, tensor<5xui64>, tensor<5xi1>, tensor<5xi8>
}

// Statically empty operands: first, in the middle and last. A statically empty result.
func.func @empty_static() -> (tensor<2x8xf32>, tensor<0x6xf32>) {
  %a = check.fill seed 90 : tensor<2x5xf32>
  %b = check.fill seed 91 : tensor<2x3xf32>
  %none = check.fill seed 92 : tensor<2x0xf32>
  %0 = rlx.concat %none, %a, %none, %b, %none axis = 1 : (tensor<2x0xf32>, tensor<2x5xf32>, tensor<2x0xf32>, tensor<2x3xf32>, tensor<2x0xf32>) -> tensor<2x8xf32>
  %c = check.fill seed 93 : tensor<0x2xf32>
  %d = check.fill seed 94 : tensor<0x4xf32>
  %1 = rlx.concat %c, %d axis = 1 : (tensor<0x2xf32>, tensor<0x4xf32>) -> tensor<0x6xf32>
  return %0, %1 : tensor<2x8xf32>, tensor<0x6xf32>
}

// Several workgroups, whose borders are inside the inputs: along the axis, along another dimension,
// and along the only dimension.
func.func @workgroups() -> (tensor<1x70x?x41xf32>, tensor<61000xf32>, tensor<?x200xi8>) {
  %a = check.fill sizes [1, 30, 33, 41] seed 19 : tensor<1x30x?x41xf32>
  %b = check.fill sizes [1, 40, 33, 41] seed 20 : tensor<1x40x?x41xf32>
  %0 = rlx.concat %a, %b axis = 1 : (tensor<1x30x?x41xf32>, tensor<1x40x?x41xf32>) -> tensor<1x70x?x41xf32>
  %c = check.fill seed 21 : tensor<20000xf32>
  %d = check.fill seed 22 : tensor<1000xf32>
  %e = check.fill seed 23 : tensor<40000xf32>
  %1 = rlx.concat %c, %d, %e axis = 0 : (tensor<20000xf32>, tensor<1000xf32>, tensor<40000xf32>) -> tensor<61000xf32>
  %f = check.fill sizes [7, 200] seed 24 range [-9.0, 9.0] : tensor<?x200xi8>
  %g = check.fill sizes [0, 200] seed 25 range [-9.0, 9.0] : tensor<?x200xi8>
  %h = check.fill sizes [311, 200] seed 26 range [-9.0, 9.0] : tensor<?x200xi8>
  %2 = rlx.concat %f, %g, %h axis = 0 : (tensor<?x200xi8>, tensor<?x200xi8>, tensor<?x200xi8>) -> tensor<?x200xi8>
  return %0, %1, %2 : tensor<1x70x?x41xf32>, tensor<61000xf32>, tensor<?x200xi8>
}
