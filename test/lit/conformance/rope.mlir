// RUN: rlx-check %s

// Quarter rotations, no rotation, and a position out of order. The last two elements of a head do
// not change.
func.func @literals() -> (tensor<1x2x1x6xf32>, tensor<1x2x1x6xf32>) {
  %x = check.literal dense<[[[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]], [[7.0, 8.0, 9.0, 10.0, 11.0, 12.0]]]]> : tensor<1x2x1x6xf32>
  %c = check.literal dense<[[1.0, 0.0], [0.0, 1.0], [0.5, 0.25]]> : tensor<3x2xf32>
  %s = check.literal dense<[[0.0, 1.0], [1.0, 0.0], [0.25, 0.5]]> : tensor<3x2xf32>
  %0 = rlx.rope %x, %c, %s style = half layout = bshd
      : (tensor<1x2x1x6xf32>, tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<1x2x1x6xf32>
  %e = check.literal dense<[[[[1.0, -4.0, 3.0, 2.0, 5.0, 6.0]], [[-9.0, 8.0, 7.0, 10.0, 11.0, 12.0]]]]> : tensor<1x2x1x6xf32>
  check.expect_eq %0, %e : tensor<1x2x1x6xf32>, tensor<1x2x1x6xf32>
  %p = check.literal dense<[2, 0]> : tensor<2xi64>
  %1 = rlx.rope %x, %c, %s at %p style = interleaved layout = bshd
      : (tensor<1x2x1x6xf32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<2xi64>) -> tensor<1x2x1x6xf32>
  %f = check.literal dense<[[[[0.0, 1.25, -1.25, 2.5, 5.0, 6.0]], [[7.0, 8.0, -10.0, 9.0, 11.0, 12.0]]]]> : tensor<1x2x1x6xf32>
  check.expect_eq %1, %f : tensor<1x2x1x6xf32>, tensor<1x2x1x6xf32>
  return %0, %1 : tensor<1x2x1x6xf32>, tensor<1x2x1x6xf32>
}

func.func @half() -> tensor<2x7x3x8xf32> {
  %x = check.fill seed 1 : tensor<2x7x3x8xf32>
  %c = check.fill seed 2 as param : tensor<16x4xf32>
  %s = check.fill seed 3 as param : tensor<16x4xf32>
  %0 = rlx.rope %x, %c, %s style = half layout = bshd
      : (tensor<2x7x3x8xf32>, tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<2x7x3x8xf32>
  return %0 : tensor<2x7x3x8xf32>
}

func.func @interleaved_heads_first() -> tensor<2x3x7x10xf32> {
  %x = check.fill seed 4 : tensor<2x3x7x10xf32>
  %c = check.fill seed 5 as param : tensor<7x3xf32>
  %s = check.fill seed 6 as param : tensor<7x3xf32>
  %0 = rlx.rope %x, %c, %s style = interleaved layout = bhsd
      : (tensor<2x3x7x10xf32>, tensor<7x3xf32>, tensor<7x3xf32>) -> tensor<2x3x7x10xf32>
  return %0 : tensor<2x3x7x10xf32>
}

// Positions per batch. Negative ones count from the end of the table.
func.func @positions() -> (tensor<2x3x2x4xf32>, tensor<2x2x3x4xf32>) {
  %c = check.fill seed 7 as param : tensor<9x2xf32>
  %s = check.fill seed 8 as param : tensor<9x2xf32>
  %p = check.literal dense<[[5, 0, -1], [8, -9, 3]]> : tensor<2x3xi32>
  %x = check.fill seed 9 : tensor<2x3x2x4xf32>
  %0 = rlx.rope %x, %c, %s at %p style = half layout = bshd
      : (tensor<2x3x2x4xf32>, tensor<9x2xf32>, tensor<9x2xf32>, tensor<2x3xi32>) -> tensor<2x3x2x4xf32>
  %y = check.fill seed 10 : tensor<2x2x3x4xf32>
  %1 = rlx.rope %y, %c, %s at %p style = interleaved layout = bhsd
      : (tensor<2x2x3x4xf32>, tensor<9x2xf32>, tensor<9x2xf32>, tensor<2x3xi32>) -> tensor<2x2x3x4xf32>
  return %0, %1 : tensor<2x3x2x4xf32>, tensor<2x2x3x4xf32>
}

func.func @dynamic() -> (tensor<?x?x?x8xf32>, tensor<?x?x?x8xf32>) {
  %x = check.fill sizes [2, 5, 3, 8] seed 11 : tensor<?x?x?x8xf32>
  %c = check.fill sizes [6, 4] seed 12 : tensor<?x4xf32>
  %s = check.fill sizes [6, 4] seed 13 : tensor<?x4xf32>
  %0 = rlx.rope %x, %c, %s style = half layout = bshd
      : (tensor<?x?x?x8xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x?x?x8xf32>
  %p = check.literal dense<[1, 3, 5, 0, 2]> : tensor<5xi64> to tensor<?xi64>
  %1 = rlx.rope %x, %c, %s at %p style = interleaved layout = bshd
      : (tensor<?x?x?x8xf32>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<?xi64>) -> tensor<?x?x?x8xf32>
  return %0, %1 : tensor<?x?x?x8xf32>, tensor<?x?x?x8xf32>
}

func.func @types() -> (tensor<1x3x2x4xf64>, tensor<1x3x2x4xf16>, tensor<1x3x2x4xbf16>) {
  %x = check.fill seed 14 : tensor<1x3x2x4xf64>
  %c = check.fill seed 15 : tensor<3x2xf64>
  %0 = rlx.rope %x, %c, %c style = half layout = bshd
      : (tensor<1x3x2x4xf64>, tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<1x3x2x4xf64>
  %y = check.fill seed 16 : tensor<1x3x2x4xf16>
  %d = check.fill seed 17 : tensor<3x1xf16>
  %1 = rlx.rope %y, %d, %d style = interleaved layout = bshd
      : (tensor<1x3x2x4xf16>, tensor<3x1xf16>, tensor<3x1xf16>) -> tensor<1x3x2x4xf16>
  %z = check.fill seed 18 : tensor<1x3x2x4xbf16>
  %f = check.fill seed 19 : tensor<3x2xbf16>
  %2 = rlx.rope %z, %f, %f style = half layout = bhsd
      : (tensor<1x3x2x4xbf16>, tensor<3x2xbf16>, tensor<3x2xbf16>) -> tensor<1x3x2x4xbf16>
  return %0, %1, %2 : tensor<1x3x2x4xf64>, tensor<1x3x2x4xf16>, tensor<1x3x2x4xbf16>
}

func.func @empty() -> tensor<0x4x2x4xf32> {
  %x = check.fill seed 20 : tensor<0x4x2x4xf32>
  %c = check.fill seed 21 : tensor<4x2xf32>
  %0 = rlx.rope %x, %c, %c style = half layout = bshd
      : (tensor<0x4x2x4xf32>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<0x4x2x4xf32>
  return %0 : tensor<0x4x2x4xf32>
}
