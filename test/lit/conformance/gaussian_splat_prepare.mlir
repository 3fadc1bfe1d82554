// RUN: rlx-check %s

// By hand: four tiles, focal length 4. Gaussian 0 covers all tiles. 1 is nearer and in the last
// tile. 2 is behind the camera. 3 is as far away as 0 and overlaps the left tiles.
func.func @lists() -> (tensor<4x15xf64>, tensor<4x2xi64>, tensor<8xi64>) {
  %p = check.literal dense<[[0.0, 0.0, 2.0], [-0.5, -0.5, 1.0], [0.0, 0.0, -2.0], [0.5, 0.0, 2.0]]> : tensor<4x3xf64>
  %s = check.literal dense<[[0.0, 0.0, 0.0], [-4.0, -4.0, -4.0], [0.0, 0.0, 0.0], [-4.0, -4.0, -4.0]]> : tensor<4x3xf64>
  %q = check.literal dense<[[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0]]> : tensor<4x4xf64>
  %o = check.literal dense<[0.0, 0.0, 0.0, 0.0]> : tensor<4xf64>
  %c = check.literal dense<[[0.5, 0.75, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]> : tensor<4x3xf64>
  %h = check.literal dense<> : tensor<4x0x3xf64>
  %cam = check.literal dense<[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 90.0, 0.1, 10.0]> : tensor<12xf64>
  %0, %1, %2 = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 8, height = 8, tile_size = 4, max_list_entries = 8} : (tensor<4x3xf64>, tensor<4x3xf64>, tensor<4x4xf64>, tensor<4xf64>, tensor<4x3xf64>, tensor<4x0x3xf64>, tensor<12xf64>) -> (tensor<4x15xf64>, tensor<4x2xi64>, tensor<8xi64>)
  %first = rlx.slice %0 from [0, 0] sizes [1, 15] : (tensor<4x15xf64>) -> tensor<1x15xf64>
  %w = check.literal dense<[[4.0, 4.0, 0.25, 0.0, 0.25, 0.0, 0.0, 0.0625, 0.0, 0.0625, 0.5, 0.5, 0.75, 1.0, 2.0]]> : tensor<1x15xf64>
  check.expect_close %first, %w : tensor<1x15xf64>, tensor<1x15xf64>
  %hidden = rlx.slice %0 from [2, 0] sizes [1, 15] : (tensor<4x15xf64>) -> tensor<1x15xf64>
  %z = check.literal dense<0.0> : tensor<1x15xf64>
  check.expect_eq %hidden, %z : tensor<1x15xf64>, tensor<1x15xf64>
  %r = check.literal dense<[[0, 2], [2, 3], [3, 5], [5, 7]]> : tensor<4x2xi64>
  check.expect_eq %1, %r : tensor<4x2xi64>, tensor<4x2xi64>
  %l = check.literal dense<[0, 3, 0, 0, 3, 1, 0, -1]> : tensor<8xi64>
  check.expect_eq %2, %l : tensor<8xi64>, tensor<8xi64>
  return %0, %1, %2 : tensor<4x15xf64>, tensor<4x2xi64>, tensor<8xi64>
}

// Space for four of the seven entries: 1 in the last tile, then 0 in the first three.
func.func @overflow() -> (tensor<4x2xi64>, tensor<4xi64>) {
  %p = check.literal dense<[[0.0, 0.0, 2.0], [-0.5, -0.5, 1.0], [0.0, 0.0, -2.0], [0.5, 0.0, 2.0]]> : tensor<4x3xf64>
  %s = check.literal dense<[[0.0, 0.0, 0.0], [-4.0, -4.0, -4.0], [0.0, 0.0, 0.0], [-4.0, -4.0, -4.0]]> : tensor<4x3xf64>
  %q = check.literal dense<[[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0]]> : tensor<4x4xf64>
  %o = check.literal dense<[0.0, 0.0, 0.0, 0.0]> : tensor<4xf64>
  %c = check.literal dense<[[0.5, 0.75, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]> : tensor<4x3xf64>
  %h = check.literal dense<> : tensor<4x0x3xf64>
  %cam = check.literal dense<[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 90.0, 0.1, 10.0]> : tensor<12xf64>
  %0, %1, %2 = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 8, height = 8, tile_size = 4, max_list_entries = 4} : (tensor<4x3xf64>, tensor<4x3xf64>, tensor<4x4xf64>, tensor<4xf64>, tensor<4x3xf64>, tensor<4x0x3xf64>, tensor<12xf64>) -> (tensor<4x15xf64>, tensor<4x2xi64>, tensor<4xi64>)
  %r = check.literal dense<[[0, 1], [1, 2], [2, 3], [3, 4]]> : tensor<4x2xi64>
  check.expect_eq %1, %r : tensor<4x2xi64>, tensor<4x2xi64>
  %l = check.literal dense<[0, 0, 0, 1]> : tensor<4xi64>
  check.expect_eq %2, %l : tensor<4xi64>, tensor<4xi64>
  return %1, %2 : tensor<4x2xi64>, tensor<4xi64>
}

func.func @random() -> (tensor<?x15xf32>, tensor<6x2xi64>, tensor<576xi64>) {
  %p = check.fill sizes [100, 3] seed 1 range [-1.5, 1.5] : tensor<?x3xf32>
  %s = check.fill sizes [100, 3] seed 2 range [-2.0, -0.5] : tensor<?x3xf32>
  %q = check.fill sizes [100, 4] seed 3 range [-1.0, 1.0] : tensor<?x4xf32>
  %o = check.fill sizes [100] seed 4 range [-2.0, 4.0] : tensor<?xf32>
  %c = check.fill sizes [100, 3] seed 5 range [0.0, 1.0] : tensor<?x3xf32>
  %h = check.fill sizes [100, 16, 3] seed 6 range [-0.3, 0.3] : tensor<?x16x3xf32>
  %cam = check.literal dense<[0.5, -0.25, -5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 45.0, 0.1, 100.0]> : tensor<12xf32>
  %bg = check.literal dense<[0.1, 0.2, 0.3]> : tensor<3xf32>
  %0, %1, %2 = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 40, height = 28} : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x16x3xf32>, tensor<12xf32>) -> (tensor<?x15xf32>, tensor<6x2xi64>, tensor<576xi64>)
  return %0, %1, %2 : tensor<?x15xf32>, tensor<6x2xi64>, tensor<576xi64>
}

func.func @doubles() -> (tensor<33x15xf64>, tensor<24x2xi64>, tensor<300xi64>) {
  %p = check.fill seed 11 range [-1.5, 1.5] : tensor<33x3xf64>
  %s = check.fill seed 12 range [-2.0, -0.5] : tensor<33x3xf64>
  %q = check.fill seed 13 range [-1.0, 1.0] : tensor<33x4xf64>
  %o = check.fill seed 14 range [-2.0, 4.0] : tensor<33xf64>
  %c = check.fill seed 15 range [0.0, 1.0] : tensor<33x3xf64>
  %h = check.fill seed 16 range [-0.3, 0.3] : tensor<33x9x3xf64>
  %cam = check.literal dense<[0.5, -0.25, -5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 45.0, 0.1, 100.0]> : tensor<12xf64>
  %bg = check.literal dense<[0.1, 0.2, 0.3]> : tensor<3xf64>
  %0, %1, %2 = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 50, height = 20, tile_size = 7, max_list_entries = 300} : (tensor<33x3xf64>, tensor<33x3xf64>, tensor<33x4xf64>, tensor<33xf64>, tensor<33x3xf64>, tensor<33x9x3xf64>, tensor<12xf64>) -> (tensor<33x15xf64>, tensor<24x2xi64>, tensor<300xi64>)
  return %0, %1, %2 : tensor<33x15xf64>, tensor<24x2xi64>, tensor<300xi64>
}

func.func @one() -> (tensor<1x15xf32>, tensor<1x2xi64>, tensor<576xi64>) {
  %p = check.fill seed 21 range [-1.5, 1.5] : tensor<1x3xf32>
  %s = check.fill seed 22 range [-2.0, -0.5] : tensor<1x3xf32>
  %q = check.fill seed 23 range [-1.0, 1.0] : tensor<1x4xf32>
  %o = check.fill seed 24 range [-2.0, 4.0] : tensor<1xf32>
  %c = check.fill seed 25 range [0.0, 1.0] : tensor<1x3xf32>
  %h = check.fill seed 26 range [-0.3, 0.3] : tensor<1x4x3xf32>
  %cam = check.literal dense<[0.5, -0.25, -5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 45.0, 0.1, 100.0]> : tensor<12xf32>
  %bg = check.literal dense<[0.1, 0.2, 0.3]> : tensor<3xf32>
  %0, %1, %2 = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 16, height = 16} : (tensor<1x3xf32>, tensor<1x3xf32>, tensor<1x4xf32>, tensor<1xf32>, tensor<1x3xf32>, tensor<1x4x3xf32>, tensor<12xf32>) -> (tensor<1x15xf32>, tensor<1x2xi64>, tensor<576xi64>)
  return %0, %1, %2 : tensor<1x15xf32>, tensor<1x2xi64>, tensor<576xi64>
}

func.func @two_overflow() -> (tensor<17x15xf32>, tensor<64x2xi64>, tensor<13xi64>) {
  %p = check.fill seed 31 range [-1.5, 1.5] : tensor<17x3xf32>
  %s = check.fill seed 32 range [-2.0, -0.5] : tensor<17x3xf32>
  %q = check.fill seed 33 range [-1.0, 1.0] : tensor<17x4xf32>
  %o = check.fill seed 34 range [-2.0, 4.0] : tensor<17xf32>
  %c = check.fill seed 35 range [0.0, 1.0] : tensor<17x3xf32>
  %h = check.fill seed 36 range [-0.3, 0.3] : tensor<17x1x3xf32>
  %cam = check.literal dense<[0.5, -0.25, -5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 45.0, 0.1, 100.0]> : tensor<12xf32>
  %bg = check.literal dense<[0.1, 0.2, 0.3]> : tensor<3xf32>
  %0, %1, %2 = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 30, height = 30, tile_size = 4, max_list_entries = 13} : (tensor<17x3xf32>, tensor<17x3xf32>, tensor<17x4xf32>, tensor<17xf32>, tensor<17x3xf32>, tensor<17x1x3xf32>, tensor<12xf32>) -> (tensor<17x15xf32>, tensor<64x2xi64>, tensor<13xi64>)
  return %0, %1, %2 : tensor<17x15xf32>, tensor<64x2xi64>, tensor<13xi64>
}

func.func @none() -> (tensor<?x15xf32>, tensor<1x2xi64>, tensor<3xi64>) {
  %p = check.fill sizes [0, 3] seed 41 range [-1.5, 1.5] : tensor<?x3xf32>
  %s = check.fill sizes [0, 3] seed 42 range [-2.0, -0.5] : tensor<?x3xf32>
  %q = check.fill sizes [0, 4] seed 43 range [-1.0, 1.0] : tensor<?x4xf32>
  %o = check.fill sizes [0] seed 44 range [-2.0, 4.0] : tensor<?xf32>
  %c = check.fill sizes [0, 3] seed 45 range [0.0, 1.0] : tensor<?x3xf32>
  %h = check.fill sizes [0, 4, 3] seed 46 range [-0.3, 0.3] : tensor<?x4x3xf32>
  %cam = check.literal dense<[0.5, -0.25, -5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 45.0, 0.1, 100.0]> : tensor<12xf32>
  %bg = check.literal dense<[0.1, 0.2, 0.3]> : tensor<3xf32>
  %0, %1, %2 = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 16, height = 16, max_list_entries = 3} : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>, tensor<12xf32>) -> (tensor<?x15xf32>, tensor<1x2xi64>, tensor<3xi64>)
  return %0, %1, %2 : tensor<?x15xf32>, tensor<1x2xi64>, tensor<3xi64>
}
