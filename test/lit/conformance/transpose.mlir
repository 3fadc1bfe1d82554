// RUN: rlx-check %s %{quick-lanes}
// RUN: %if avx2 %{ rlx-check %s --lane=reference,cpu --cpu=x86-64-v3 %}

func.func @literals() -> (tensor<3x2xi64>, tensor<2x1x3xf32>) {
  %a = check.literal dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %0 = rlx.transpose %a perm = [1, 0] : (tensor<2x3xi64>) -> tensor<3x2xi64>
  %w = check.literal dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi64>
  check.expect_eq %0, %w : tensor<3x2xi64>, tensor<3x2xi64>

  // A cycle of three, whose inverse differs from it.
  %b = check.literal dense<[[[1.0, -0.0]], [[3.0, 0x7FC00000]], [[5.0, 0x7F800000]]]> : tensor<3x1x2xf32>
  %1 = rlx.transpose %b perm = [2, 1, 0] : (tensor<3x1x2xf32>) -> tensor<2x1x3xf32>
  %x = check.literal dense<[[[1.0, 3.0, 5.0]], [[-0.0, 0x7FC00000, 0x7F800000]]]> : tensor<2x1x3xf32>
  check.expect_eq %1, %x {signed_zeros} : tensor<2x1x3xf32>, tensor<2x1x3xf32>
  return %0, %1 : tensor<3x2xi64>, tensor<2x1x3xf32>
}

func.func @cycle() -> tensor<2x1x2xi32> {
  %a = check.literal dense<[[[1, 2], [3, 4]]]> : tensor<1x2x2xi32>
  %0 = rlx.transpose %a perm = [1, 0, 2] : (tensor<1x2x2xi32>) -> tensor<2x1x2xi32>
  %1 = rlx.transpose %0 perm = [2, 1, 0] : (tensor<2x1x2xi32>) -> tensor<2x1x2xi32>
  %w = check.literal dense<[[[1, 3]], [[2, 4]]]> : tensor<2x1x2xi32>
  check.expect_eq %1, %w : tensor<2x1x2xi32>, tensor<2x1x2xi32>
  return %1 : tensor<2x1x2xi32>
}

func.func @heads() -> tensor<?x4x?x16xf32> {
  %a = check.fill sizes [2, 7, 4, 16] seed 1 edges all : tensor<?x?x4x16xf32>
  %0 = rlx.transpose %a perm = [0, 2, 1, 3] : (tensor<?x?x4x16xf32>) -> tensor<?x4x?x16xf32>
  return %0 : tensor<?x4x?x16xf32>
}

func.func @large() -> tensor<130x70xbf16> {
  %a = check.fill seed 2 : tensor<70x130xbf16>
  %0 = rlx.transpose %a perm = [1, 0] : (tensor<70x130xbf16>) -> tensor<130x70xbf16>
  return %0 : tensor<130x70xbf16>
}

func.func @types() -> (tensor<3x2xui8>, tensor<3x2xi1>, tensor<3x2xf16>, tensor<3x2xf64>) {
  %a = check.fill seed 3 range [0.0, 255.0] edges finite : tensor<2x3xui8>
  %0 = rlx.transpose %a perm = [1, 0] : (tensor<2x3xui8>) -> tensor<3x2xui8>
  %b = check.fill seed 4 : tensor<2x3xi1>
  %1 = rlx.transpose %b perm = [1, 0] : (tensor<2x3xi1>) -> tensor<3x2xi1>
  %c = check.fill seed 5 edges all : tensor<2x3xf16>
  %2 = rlx.transpose %c perm = [1, 0] : (tensor<2x3xf16>) -> tensor<3x2xf16>
  %d = check.fill seed 6 edges all : tensor<2x3xf64>
  %3 = rlx.transpose %d perm = [1, 0] : (tensor<2x3xf64>) -> tensor<3x2xf64>
  return %0, %1, %2, %3 : tensor<3x2xui8>, tensor<3x2xi1>, tensor<3x2xf16>, tensor<3x2xf64>
}

func.func @empty_and_scalar() -> (tensor<3x0xf32>, tensor<f32>) {
  %a = check.fill seed 7 : tensor<0x3xf32>
  %0 = rlx.transpose %a perm = [1, 0] : (tensor<0x3xf32>) -> tensor<3x0xf32>
  %b = check.fill seed 8 : tensor<f32>
  %1 = rlx.transpose %b perm = [] : (tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<3x0xf32>, tensor<f32>
}

// So many elements that a GPU transposes them in square tiles.
func.func @squares() -> (tensor<1000x1056xf16>, tensor<512x4x544xi32>) {
  %a = check.fill seed 31 : tensor<1056x1000xf16>
  %b = check.fill seed 32 : tensor<4x544x512xi32>
  %c = check.fill seed 33 : tensor<1056xf16>
  %0 = rlx.transpose %a perm = [1, 0] : (tensor<1056x1000xf16>) -> tensor<1000x1056xf16>
  %1 = rlx.add %0, %c : (tensor<1000x1056xf16>, tensor<1056xf16>) -> tensor<1000x1056xf16>
  %2 = rlx.transpose %b perm = [2, 0, 1] : (tensor<4x544x512xi32>) -> tensor<512x4x544xi32>
  return %1, %2 : tensor<1000x1056xf16>, tensor<512x4x544xi32>
}

// The sizes of squares that the CPU transposes in registers: whole ones, and last ones that overlap.
func.func @whole_squares() -> (tensor<2x64x48xf32>, tensor<48x33xi8>, tensor<2x24x5x7xf64>) {
  %a = check.fill seed 41 edges all : tensor<2x48x64xf32>
  %0 = rlx.transpose %a perm = [0, 2, 1] : (tensor<2x48x64xf32>) -> tensor<2x64x48xf32>
  %b = check.fill seed 42 range [-128.0, 127.0] edges finite : tensor<33x48xi8>
  %1 = rlx.transpose %b perm = [1, 0] : (tensor<33x48xi8>) -> tensor<48x33xi8>
  %c = check.fill seed 43 edges all : tensor<2x5x7x24xf64>
  %2 = rlx.transpose %c perm = [0, 3, 1, 2] : (tensor<2x5x7x24xf64>) -> tensor<2x24x5x7xf64>
  return %0, %1, %2 : tensor<2x64x48xf32>, tensor<48x33xi8>, tensor<2x24x5x7xf64>
}

// Dynamic sizes, above and below those of a square, and 0.
func.func @dynamic_squares() -> (tensor<?x?xf32>, tensor<?x?xbf16>, tensor<?x19x?x?xf32>, tensor<?x?xf32>) {
  %a = check.fill sizes [37, 53] seed 44 edges all : tensor<?x?xf32>
  %0 = rlx.transpose %a perm = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %b = check.fill sizes [3, 40] seed 45 edges all : tensor<?x?xbf16>
  %1 = rlx.transpose %b perm = [1, 0] : (tensor<?x?xbf16>) -> tensor<?x?xbf16>
  %c = check.fill sizes [3, 6, 5, 19] seed 46 : tensor<?x?x?x19xf32>
  %2 = rlx.transpose %c perm = [1, 3, 0, 2] : (tensor<?x?x?x19xf32>) -> tensor<?x19x?x?xf32>
  %d = check.fill sizes [0, 40] seed 47 : tensor<?x?xf32>
  %3 = rlx.transpose %d perm = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1, %2, %3 : tensor<?x?xf32>, tensor<?x?xbf16>, tensor<?x19x?x?xf32>, tensor<?x?xf32>
}

// Outer dimensions in another order, dimensions of size 1 between adjacent ones, several outer indices
// in a workgroup.
func.func @outer_dims() -> (tensor<3x8x2x9xf32>, tensor<6x1x20x1x5xf32>, tensor<300x8x9xi32>) {
  %a = check.fill seed 51 : tensor<2x3x9x8xf32>
  %0 = rlx.transpose %a perm = [1, 3, 0, 2] : (tensor<2x3x9x8xf32>) -> tensor<3x8x2x9xf32>
  %b = check.fill seed 52 : tensor<20x1x1x5x6xf32>
  %1 = rlx.transpose %b perm = [4, 1, 0, 2, 3] : (tensor<20x1x1x5x6xf32>) -> tensor<6x1x20x1x5xf32>
  %c = check.fill seed 53 range [-9.0, 9.0] : tensor<300x9x8xi32>
  %2 = rlx.transpose %c perm = [0, 2, 1] : (tensor<300x9x8xi32>) -> tensor<300x8x9xi32>
  return %0, %1, %2 : tensor<3x8x2x9xf32>, tensor<6x1x20x1x5xf32>, tensor<300x8x9xi32>
}

// Elementwise ops behind it: by column, of the whole shape, costly ones, another type, and some
// that need more than rows and columns.
func.func @epilogues() -> (tensor<3x33x20xf32>, tensor<?x21xf16>, tensor<4x17x16xf32>) {
  %a = check.fill seed 61 : tensor<3x20x33xf32>
  %bias = check.fill seed 62 : tensor<20xf32>
  %full = check.fill seed 63 : tensor<3x33x20xf32>
  %0 = rlx.transpose %a perm = [0, 2, 1] : (tensor<3x20x33xf32>) -> tensor<3x33x20xf32>
  %1 = rlx.mul %0, %bias : (tensor<3x33x20xf32>, tensor<20xf32>) -> tensor<3x33x20xf32>
  %2 = rlx.add %1, %full : (tensor<3x33x20xf32>, tensor<3x33x20xf32>) -> tensor<3x33x20xf32>
  %b = check.fill sizes [21, 18] seed 64 : tensor<21x?xf32>
  %3 = rlx.transpose %b perm = [1, 0] : (tensor<21x?xf32>) -> tensor<?x21xf32>
  %4 = rlx.sigmoid %3 : (tensor<?x21xf32>) -> tensor<?x21xf32>
  %5 = rlx.cast %4 to f16 : (tensor<?x21xf32>) -> tensor<?x21xf16>
  %c = check.fill seed 65 : tensor<16x4x17xf32>
  %rows = check.fill seed 66 : tensor<17x1xf32>
  %6 = rlx.transpose %c perm = [1, 2, 0] : (tensor<16x4x17xf32>) -> tensor<4x17x16xf32>
  %7 = rlx.sub %6, %rows : (tensor<4x17x16xf32>, tensor<17x1xf32>) -> tensor<4x17x16xf32>
  return %2, %5, %7 : tensor<3x33x20xf32>, tensor<?x21xf16>, tensor<4x17x16xf32>
}

// Small last dimensions that stay the last ones: pairs, fours of bytes, units of 64 bits, dynamic
// sizes above and below that of a square, and elementwise ops behind them.
func.func @units() -> (tensor<2x19x33x2xbf16>, tensor<21x18x4xi8>, tensor<35x?x2xf16>, tensor<35x?x2xf16>, tensor<9x20x2xf32>, tensor<9x20x2xf32>) {
  %a = check.fill seed 71 : tensor<2x33x19x2xbf16>
  %0 = rlx.transpose %a perm = [0, 2, 1, 3] : (tensor<2x33x19x2xbf16>) -> tensor<2x19x33x2xbf16>
  %b = check.fill seed 72 range [-9.0, 9.0] : tensor<18x21x4xi8>
  %1 = rlx.transpose %b perm = [1, 0, 2] : (tensor<18x21x4xi8>) -> tensor<21x18x4xi8>
  %c = check.fill sizes [40, 35, 2] seed 73 : tensor<?x35x2xf16>
  %2 = rlx.transpose %c perm = [1, 0, 2] : (tensor<?x35x2xf16>) -> tensor<35x?x2xf16>
  %d = check.fill sizes [3, 35, 2] seed 74 : tensor<?x35x2xf16>
  %3 = rlx.transpose %d perm = [1, 0, 2] : (tensor<?x35x2xf16>) -> tensor<35x?x2xf16>
  %e = check.fill seed 75 : tensor<20x9x2xf32>
  %4 = rlx.transpose %e perm = [1, 0, 2] : (tensor<20x9x2xf32>) -> tensor<9x20x2xf32>
  %one = check.fill seed 76 : tensor<f32>
  %5 = rlx.add %4, %one : (tensor<9x20x2xf32>, tensor<f32>) -> tensor<9x20x2xf32>
  %bias = check.fill seed 77 : tensor<20x2xf32>
  %6 = rlx.transpose %e perm = [1, 0, 2] : (tensor<20x9x2xf32>) -> tensor<9x20x2xf32>
  %7 = rlx.mul %6, %bias : (tensor<9x20x2xf32>, tensor<20x2xf32>) -> tensor<9x20x2xf32>
  return %0, %1, %2, %3, %5, %7 : tensor<2x19x33x2xbf16>, tensor<21x18x4xi8>, tensor<35x?x2xf16>, tensor<35x?x2xf16>, tensor<9x20x2xf32>, tensor<9x20x2xf32>
}

// A scalar operand, where the last size is 1.
func.func @scalars() -> (tensor<19x33x1xf32>, tensor<19x33x2xf32>) {
  %a = check.fill seed 81 : tensor<33x19x1xf32>
  %one = check.fill seed 82 : tensor<f32>
  %0 = rlx.transpose %a perm = [1, 0, 2] : (tensor<33x19x1xf32>) -> tensor<19x33x1xf32>
  %1 = rlx.add %0, %one : (tensor<19x33x1xf32>, tensor<f32>) -> tensor<19x33x1xf32>
  %b = check.fill seed 83 : tensor<33x19x2xf32>
  %2 = rlx.transpose %b perm = [1, 0, 2] : (tensor<33x19x2xf32>) -> tensor<19x33x2xf32>
  %3 = rlx.mul %2, %one : (tensor<19x33x2xf32>, tensor<f32>) -> tensor<19x33x2xf32>
  return %1, %3 : tensor<19x33x1xf32>, tensor<19x33x2xf32>
}
