// RUN: rlx-check %s

func.func @literals() -> tensor<2x2x2xf32> {
  %x = check.literal dense<[[[1.0, 2.0], [3.0, 2.0]], [[0.0, 4.0], [0.0, -4.0]]]> : tensor<2x2x2xf32>
  %g = check.literal dense<[1.0, 10.0]> : tensor<2xf32>
  %b = check.literal dense<[0.5, 0.0]> : tensor<2xf32>
  %0 = rlx.layer_norm_2d %x gamma %g beta %b eps = 1.0
      : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2x2xf32>
  %e = check.literal dense<[[[-0.2071067988872528, 0.5], [7.071067810058594, 0.0]],
                            [[0.5, 1.4701424837112427], [0.0, -9.701424598693848]]]> : tensor<2x2x2xf32>
  check.expect_close %0, %e {ulp = 8} : tensor<2x2x2xf32>, tensor<2x2x2xf32>
  return %0 : tensor<2x2x2xf32>
}

func.func @image() -> tensor<2x16x5x7xf32> {
  %x = check.fill seed 1 : tensor<2x16x5x7xf32>
  %g = check.fill seed 2 as param : tensor<16xf32>
  %b = check.fill seed 3 as param : tensor<16xf32>
  %0 = rlx.layer_norm_2d %x gamma %g beta %b eps = 1.0e-6
      : (tensor<2x16x5x7xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<2x16x5x7xf32>
  return %0 : tensor<2x16x5x7xf32>
}

// The same numbers as layer_norm over the last axis of the channels-last image.
func.func @as_layer_norm() -> tensor<2x3x4x6xf32> {
  %x = check.fill seed 4 range [9.0, 11.0] : tensor<2x6x3x4xf32>
  %g = check.fill seed 5 as param : tensor<6xf32>
  %0 = rlx.layer_norm_2d %x gamma %g eps = 1.0e-5
      : (tensor<2x6x3x4xf32>, tensor<6xf32>) -> tensor<2x6x3x4xf32>
  %1 = rlx.transpose %0 perm = [0, 2, 3, 1] : (tensor<2x6x3x4xf32>) -> tensor<2x3x4x6xf32>
  %y = rlx.transpose %x perm = [0, 2, 3, 1] : (tensor<2x6x3x4xf32>) -> tensor<2x3x4x6xf32>
  %e = rlx.layer_norm %y gamma %g axis = -1 eps = 1.0e-5
      : (tensor<2x3x4x6xf32>, tensor<6xf32>) -> tensor<2x3x4x6xf32>
  check.expect_close %1, %e : tensor<2x3x4x6xf32>, tensor<2x3x4x6xf32>
  return %1 : tensor<2x3x4x6xf32>
}

func.func @dynamic() -> tensor<?x?x?x3xf32> {
  %x = check.fill sizes [2, 8, 5, 3] seed 6 : tensor<?x?x?x3xf32>
  %b = check.fill sizes [8] seed 7 : tensor<?xf32>
  %0 = rlx.layer_norm_2d %x beta %b eps = 1.0e-5
      : (tensor<?x?x?x3xf32>, tensor<?xf32>) -> tensor<?x?x?x3xf32>
  return %0 : tensor<?x?x?x3xf32>
}

func.func @types() -> (tensor<2x4x3xf64>, tensor<2x4x3xf16>, tensor<2x4xbf16>) {
  %x = check.fill seed 8 : tensor<2x4x3xf64>
  %0 = rlx.layer_norm_2d %x eps = 1.0e-5 : (tensor<2x4x3xf64>) -> tensor<2x4x3xf64>
  %y = check.fill seed 9 : tensor<2x4x3xf16>
  %1 = rlx.layer_norm_2d %y eps = 1.0e-5 : (tensor<2x4x3xf16>) -> tensor<2x4x3xf16>
  %z = check.fill seed 10 : tensor<2x4xbf16>
  %2 = rlx.layer_norm_2d %z eps = 1.0e-5 : (tensor<2x4xbf16>) -> tensor<2x4xbf16>
  return %0, %1, %2 : tensor<2x4x3xf64>, tensor<2x4x3xf16>, tensor<2x4xbf16>
}

func.func @nan_and_empty() -> (tensor<1x2x2xf32>, tensor<2x4x0xf32>) {
  %x = check.literal dense<[[[0x7FC00000, 1.0], [2.0, 2.0]]]> : tensor<1x2x2xf32>
  %0 = rlx.layer_norm_2d %x eps = 1.0e-5 : (tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %y = check.fill seed 11 : tensor<2x4x0xf32>
  %1 = rlx.layer_norm_2d %y eps = 1.0e-5 : (tensor<2x4x0xf32>) -> tensor<2x4x0xf32>
  return %0, %1 : tensor<1x2x2xf32>, tensor<2x4x0xf32>
}
