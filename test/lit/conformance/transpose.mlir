// RUN: rlx-check %s %{quick-lanes}

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
