// A convolution of params runs once, in the prepare program. Its kernels lost sizes that the packed
// forms need. Found by a random graph.
// RUN: rlx-check %s

func.func @conv() -> tensor<2x8x3x3xf32> {
  %x = check.fill seed 1 as param : tensor<2x3x3x5xf32>
  %w = check.fill seed 2 as param : tensor<8x3x1x3xf32>
  %0 = rlx.conv %x, %w : (tensor<2x3x3x5xf32>, tensor<8x3x1x3xf32>) -> tensor<2x8x3x3xf32>
  return %0 : tensor<2x8x3x3xf32>
}

func.func @depthwise() -> tensor<1x4x5x5xf32> {
  %x = check.fill seed 1 as param : tensor<1x4x5x5xf32>
  %w = check.fill seed 2 as param : tensor<4x1x3x3xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] groups = 4 : (tensor<1x4x5x5xf32>, tensor<4x1x3x3xf32>) -> tensor<1x4x5x5xf32>
  return %0 : tensor<1x4x5x5xf32>
}

func.func @matmul() -> tensor<5x7xf32> {
  %x = check.fill seed 1 as param : tensor<5x3xf32>
  %w = check.fill seed 2 as param : tensor<3x7xf32>
  %0 = rlx.matmul %x, %w : (tensor<5x3xf32>, tensor<3x7xf32>) -> tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}
