// RUN: rlx-check %{sample} %s

// By hand: rotates by the negated angles of rope.mlir. The last two elements of a head do not
// change.
func.func @literals() -> (tensor<1x2x1x6xf32>, tensor<1x2x1x6xf32>) {
  %dy = check.literal dense<[[[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]], [[7.0, 8.0, 9.0, 10.0, 11.0, 12.0]]]]> : tensor<1x2x1x6xf32>
  %c = check.literal dense<[[1.0, 0.0], [0.0, 1.0], [0.5, 0.25]]> : tensor<3x2xf32>
  %s = check.literal dense<[[0.0, 1.0], [1.0, 0.0], [0.25, 0.5]]> : tensor<3x2xf32>
  %0 = rlx.rope_backward %dy, %c, %s style = half layout = bshd
      : (tensor<1x2x1x6xf32>, tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<1x2x1x6xf32>
  %e = check.literal dense<[[[[1.0, 4.0, 3.0, -2.0, 5.0, 6.0]], [[9.0, 8.0, -7.0, 10.0, 11.0, 12.0]]]]> : tensor<1x2x1x6xf32>
  check.expect_eq %0, %e : tensor<1x2x1x6xf32>, tensor<1x2x1x6xf32>
  %p = check.literal dense<[2, 0]> : tensor<2xi64>
  %1 = rlx.rope_backward %dy, %c, %s at %p style = interleaved layout = bshd
      : (tensor<1x2x1x6xf32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<2xi64>) -> tensor<1x2x1x6xf32>
  %f = check.literal dense<[[[[1.0, 0.75, 2.75, -0.5, 5.0, 6.0]], [[7.0, 8.0, 10.0, -9.0, 11.0, 12.0]]]]> : tensor<1x2x1x6xf32>
  check.expect_eq %1, %f : tensor<1x2x1x6xf32>, tensor<1x2x1x6xf32>
  return %0, %1 : tensor<1x2x1x6xf32>, tensor<1x2x1x6xf32>
}

// Rotated forward and back: rope_backward is the inverse where cos^2 + sin^2 = 1.
func.func @inverse() -> tensor<2x3x2x8xf32> {
  %x = check.fill seed 70 : tensor<2x3x2x8xf32>
  %a = check.fill seed 71 range [-3.0, 3.0] : tensor<3x4xf32>
  %c = rlx.cos %a : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %s = rlx.sin %a : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %y = rlx.rope %x, %c, %s style = half layout = bshd
      : (tensor<2x3x2x8xf32>, tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<2x3x2x8xf32>
  %0 = rlx.rope_backward %y, %c, %s style = half layout = bshd
      : (tensor<2x3x2x8xf32>, tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<2x3x2x8xf32>
  check.expect_close %0, %x : tensor<2x3x2x8xf32>, tensor<2x3x2x8xf32>
  return %0 : tensor<2x3x2x8xf32>
}

func.func @half() -> tensor<2x7x3x8xf32> {
  %dy = check.fill seed 1 : tensor<2x7x3x8xf32>
  %c = check.fill seed 2 : tensor<16x4xf32>
  %s = check.fill seed 3 : tensor<16x4xf32>
  %0 = rlx.rope_backward %dy, %c, %s style = half layout = bshd
      : (tensor<2x7x3x8xf32>, tensor<16x4xf32>, tensor<16x4xf32>) -> tensor<2x7x3x8xf32>
  return %0 : tensor<2x7x3x8xf32>
}

func.func @interleaved_heads_first() -> tensor<2x3x7x10xf32> {
  %dy = check.fill seed 5 : tensor<2x3x7x10xf32>
  %c = check.fill seed 6 : tensor<7x3xf32>
  %s = check.fill seed 7 : tensor<7x3xf32>
  %0 = rlx.rope_backward %dy, %c, %s style = interleaved layout = bhsd
      : (tensor<2x3x7x10xf32>, tensor<7x3xf32>, tensor<7x3xf32>) -> tensor<2x3x7x10xf32>
  return %0 : tensor<2x3x7x10xf32>
}

func.func @positions() -> tensor<2x3x2x4xf32> {
  %dy = check.fill seed 9 : tensor<2x3x2x4xf32>
  %c = check.fill seed 10 : tensor<9x2xf32>
  %s = check.fill seed 11 : tensor<9x2xf32>
  %p = check.fill seed 12 range [-9.0, 8.0] : tensor<3xi64>
  %0 = rlx.rope_backward %dy, %c, %s at %p style = half layout = bshd
      : (tensor<2x3x2x4xf32>, tensor<9x2xf32>, tensor<9x2xf32>, tensor<3xi64>) -> tensor<2x3x2x4xf32>
  return %0 : tensor<2x3x2x4xf32>
}

func.func @batched_positions() -> tensor<2x2x3x4xf32> {
  %dy = check.fill seed 13 : tensor<2x2x3x4xf32>
  %c = check.fill seed 14 : tensor<9x2xf32>
  %s = check.fill seed 15 : tensor<9x2xf32>
  %p = check.fill seed 16 range [-9.0, 8.0] : tensor<2x3xi32>
  %0 = rlx.rope_backward %dy, %c, %s at %p style = interleaved layout = bhsd
      : (tensor<2x2x3x4xf32>, tensor<9x2xf32>, tensor<9x2xf32>, tensor<2x3xi32>) -> tensor<2x2x3x4xf32>
  return %0 : tensor<2x2x3x4xf32>
}

func.func @dynamic() -> tensor<?x?x?x8xf32> {
  %dy = check.fill sizes [2, 5, 3, 8] seed 17 : tensor<?x?x?x8xf32>
  %c = check.fill sizes [6, 4] seed 18 : tensor<?x4xf32>
  %s = check.fill sizes [6, 4] seed 19 : tensor<?x4xf32>
  %0 = rlx.rope_backward %dy, %c, %s style = half layout = bshd
      : (tensor<?x?x?x8xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x?x?x8xf32>
  return %0 : tensor<?x?x?x8xf32>
}

func.func @dynamic_positions() -> tensor<?x?x?x8xf32> {
  %dy = check.fill sizes [2, 3, 5, 8] seed 21 : tensor<?x?x?x8xf32>
  %c = check.fill sizes [6, 3] seed 22 : tensor<?x3xf32>
  %s = check.fill sizes [6, 3] seed 23 : tensor<?x3xf32>
  %p = check.fill sizes [5] seed 24 range [0.0, 5.0] : tensor<?xi64>
  %0 = rlx.rope_backward %dy, %c, %s at %p style = interleaved layout = bhsd
      : (tensor<?x?x?x8xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?xi64>) -> tensor<?x?x?x8xf32>
  return %0 : tensor<?x?x?x8xf32>
}

func.func @f16() -> tensor<2x5x3x8xf16> {
  %dy = check.fill seed 25 : tensor<2x5x3x8xf16>
  %c = check.fill seed 26 : tensor<5x3xf16>
  %s = check.fill seed 27 : tensor<5x3xf16>
  %0 = rlx.rope_backward %dy, %c, %s style = half layout = bshd
      : (tensor<2x5x3x8xf16>, tensor<5x3xf16>, tensor<5x3xf16>) -> tensor<2x5x3x8xf16>
  return %0 : tensor<2x5x3x8xf16>
}

func.func @bf16() -> tensor<2x5x3x8xbf16> {
  %dy = check.fill seed 29 : tensor<2x5x3x8xbf16>
  %c = check.fill seed 30 : tensor<5x3xbf16>
  %s = check.fill seed 31 : tensor<5x3xbf16>
  %0 = rlx.rope_backward %dy, %c, %s style = half layout = bshd
      : (tensor<2x5x3x8xbf16>, tensor<5x3xbf16>, tensor<5x3xbf16>) -> tensor<2x5x3x8xbf16>
  return %0 : tensor<2x5x3x8xbf16>
}

func.func @f64() -> tensor<2x5x3x8xf64> {
  %dy = check.fill seed 33 : tensor<2x5x3x8xf64>
  %c = check.fill seed 34 : tensor<5x3xf64>
  %s = check.fill seed 35 : tensor<5x3xf64>
  %0 = rlx.rope_backward %dy, %c, %s style = half layout = bshd
      : (tensor<2x5x3x8xf64>, tensor<5x3xf64>, tensor<5x3xf64>) -> tensor<2x5x3x8xf64>
  return %0 : tensor<2x5x3x8xf64>
}

func.func @empty() -> tensor<0x5x3x8xf32> {
  %dy = check.fill seed 37 : tensor<0x5x3x8xf32>
  %c = check.fill seed 38 : tensor<5x4xf32>
  %s = check.fill seed 39 : tensor<5x4xf32>
  %0 = rlx.rope_backward %dy, %c, %s style = half layout = bshd
      : (tensor<0x5x3x8xf32>, tensor<5x4xf32>, tensor<5x4xf32>) -> tensor<0x5x3x8xf32>
  return %0 : tensor<0x5x3x8xf32>
}
