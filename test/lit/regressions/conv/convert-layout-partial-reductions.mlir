// A reduction of a channels-last image keeps the order of its axes only if it reduces both spatial
// axes.
// All sizes are equal, so a wrong order shows in the values only.
// RUN: rlx-check %s

func.func @axes_0() -> tensor<4x4x4xf32> {
  %x = check.fill seed 1 : tensor<4x3x4x4xf32>
  %w = check.fill seed 2 : tensor<4x3x3x3xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] : (tensor<4x3x4x4xf32>, tensor<4x3x3x3xf32>) -> tensor<4x4x4x4xf32>
  %1 = rlx.reduce_max %0 axes = [0] : (tensor<4x4x4x4xf32>) -> tensor<4x4x4xf32>
  return %1 : tensor<4x4x4xf32>
}

func.func @axes_1() -> tensor<4x4x4xf32> {
  %x = check.fill seed 1 : tensor<4x3x4x4xf32>
  %w = check.fill seed 2 : tensor<4x3x3x3xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] : (tensor<4x3x4x4xf32>, tensor<4x3x3x3xf32>) -> tensor<4x4x4x4xf32>
  %1 = rlx.reduce_max %0 axes = [1] : (tensor<4x4x4x4xf32>) -> tensor<4x4x4xf32>
  return %1 : tensor<4x4x4xf32>
}

func.func @axes_2() -> tensor<4x4x4xf32> {
  %x = check.fill seed 1 : tensor<4x3x4x4xf32>
  %w = check.fill seed 2 : tensor<4x3x3x3xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] : (tensor<4x3x4x4xf32>, tensor<4x3x3x3xf32>) -> tensor<4x4x4x4xf32>
  %1 = rlx.reduce_max %0 axes = [2] : (tensor<4x4x4x4xf32>) -> tensor<4x4x4xf32>
  return %1 : tensor<4x4x4xf32>
}

func.func @axes_3() -> tensor<4x4x4xf32> {
  %x = check.fill seed 1 : tensor<4x3x4x4xf32>
  %w = check.fill seed 2 : tensor<4x3x3x3xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] : (tensor<4x3x4x4xf32>, tensor<4x3x3x3xf32>) -> tensor<4x4x4x4xf32>
  %1 = rlx.reduce_max %0 axes = [3] : (tensor<4x4x4x4xf32>) -> tensor<4x4x4xf32>
  return %1 : tensor<4x4x4xf32>
}

func.func @axes_0_2() -> tensor<4x4xf32> {
  %x = check.fill seed 1 : tensor<4x3x4x4xf32>
  %w = check.fill seed 2 : tensor<4x3x3x3xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] : (tensor<4x3x4x4xf32>, tensor<4x3x3x3xf32>) -> tensor<4x4x4x4xf32>
  %1 = rlx.reduce_max %0 axes = [0, 2] : (tensor<4x4x4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

func.func @axes_0_3() -> tensor<4x4xf32> {
  %x = check.fill seed 1 : tensor<4x3x4x4xf32>
  %w = check.fill seed 2 : tensor<4x3x3x3xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] : (tensor<4x3x4x4xf32>, tensor<4x3x3x3xf32>) -> tensor<4x4x4x4xf32>
  %1 = rlx.reduce_max %0 axes = [0, 3] : (tensor<4x4x4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

func.func @axes_1_2() -> tensor<4x4xf32> {
  %x = check.fill seed 1 : tensor<4x3x4x4xf32>
  %w = check.fill seed 2 : tensor<4x3x3x3xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] : (tensor<4x3x4x4xf32>, tensor<4x3x3x3xf32>) -> tensor<4x4x4x4xf32>
  %1 = rlx.reduce_max %0 axes = [1, 2] : (tensor<4x4x4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

func.func @axes_2_3() -> tensor<4x4xf32> {
  %x = check.fill seed 1 : tensor<4x3x4x4xf32>
  %w = check.fill seed 2 : tensor<4x3x3x3xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] : (tensor<4x3x4x4xf32>, tensor<4x3x3x3xf32>) -> tensor<4x4x4x4xf32>
  %1 = rlx.reduce_max %0 axes = [2, 3] : (tensor<4x4x4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

func.func @axes_0_2_3() -> tensor<4xf32> {
  %x = check.fill seed 1 : tensor<4x3x4x4xf32>
  %w = check.fill seed 2 : tensor<4x3x3x3xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] : (tensor<4x3x4x4xf32>, tensor<4x3x3x3xf32>) -> tensor<4x4x4x4xf32>
  %1 = rlx.reduce_max %0 axes = [0, 2, 3] : (tensor<4x4x4x4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

func.func @axes_m1() -> tensor<4x4x4xf32> {
  %x = check.fill seed 1 : tensor<4x3x4x4xf32>
  %w = check.fill seed 2 : tensor<4x3x3x3xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] : (tensor<4x3x4x4xf32>, tensor<4x3x3x3xf32>) -> tensor<4x4x4x4xf32>
  %1 = rlx.reduce_max %0 axes = [-1] : (tensor<4x4x4x4xf32>) -> tensor<4x4x4xf32>
  return %1 : tensor<4x4x4xf32>
}

func.func @axes_m2_0() -> tensor<4x4xf32> {
  %x = check.fill seed 1 : tensor<4x3x4x4xf32>
  %w = check.fill seed 2 : tensor<4x3x3x3xf32>
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] : (tensor<4x3x4x4xf32>, tensor<4x3x3x3xf32>) -> tensor<4x4x4x4xf32>
  %1 = rlx.reduce_max %0 axes = [-2, 0] : (tensor<4x4x4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
