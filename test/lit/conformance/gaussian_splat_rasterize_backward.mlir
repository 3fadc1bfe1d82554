// RUN: rlx-check %s

// By hand: one Gaussian at its centre, alpha 1/2, color 1 in front of a background of 0. The light
// 1/2 has the slope 2.2 * 0.5^1.2 in color times alpha, and in alpha. 1 - T has the slope 1 in
// alpha.
func.func @center() -> tensor<2x15xf64> {
  %r = check.literal dense<[[0.5, 0.5, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 1.0, 1.0, 1.0, 1.0]]> : tensor<1x15xf64>
  %t = check.literal dense<[[0, 1]]> : tensor<1x2xi64>
  %e = check.literal dense<[0, -1]> : tensor<2xi64>
  %bg = check.literal dense<0.0> : tensor<3xf64>
  %d = check.literal dense<[[[1.0, 0.0, 0.0, 0.25]]]> : tensor<1x1x4xf64>
  %0 = rlx.gaussian_splat_rasterize_backward %r, %t, %e, %bg, %d {width = 1, height = 1} : (tensor<1x15xf64>, tensor<1x2xi64>, tensor<2xi64>, tensor<3xf64>, tensor<1x1x4xf64>) -> tensor<2x15xf64>
  %w = check.literal dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.2076056196257365, 0.4788028098128683, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<2x15xf64>
  check.expect_close %0, %w : tensor<2x15xf64>, tensor<2x15xf64>
  return %0 : tensor<2x15xf64>
}

func.func @random() -> tensor<576x15xf32> {
  %p = check.fill sizes [20, 3] seed 50 range [-1.5, 1.5] : tensor<?x3xf32>
  %s = check.fill sizes [20, 3] seed 51 range [-2.0, -0.5] : tensor<?x3xf32>
  %q = check.fill sizes [20, 4] seed 52 range [-1.0, 1.0] : tensor<?x4xf32>
  %o = check.fill sizes [20] seed 53 range [-2.0, 4.0] : tensor<?xf32>
  %c = check.fill sizes [20, 3] seed 54 range [0.0, 1.0] : tensor<?x3xf32>
  %h = check.fill sizes [20, 4, 3] seed 55 range [-0.3, 0.3] : tensor<?x4x3xf32>
  %cam = check.literal dense<[0.5, -0.25, -5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 45.0, 0.1, 100.0]> : tensor<12xf32>
  %bg = check.literal dense<[0.1, 0.2, 0.3]> : tensor<3xf32>
  %r, %t, %e = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 40, height = 28} : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>, tensor<12xf32>) -> (tensor<?x15xf32>, tensor<6x2xi64>, tensor<576xi64>)
  %d = check.fill seed 59 range [-1.0, 1.0] : tensor<28x40x4xf32>
  %0 = rlx.gaussian_splat_rasterize_backward %r, %t, %e, %bg, %d {width = 40, height = 28} : (tensor<?x15xf32>, tensor<6x2xi64>, tensor<576xi64>, tensor<3xf32>, tensor<28x40x4xf32>) -> tensor<576x15xf32>
  return %0 : tensor<576x15xf32>
}

func.func @doubles() -> tensor<300x15xf64> {
  %p = check.fill seed 60 range [-1.5, 1.5] : tensor<33x3xf64>
  %s = check.fill seed 61 range [-2.0, -0.5] : tensor<33x3xf64>
  %q = check.fill seed 62 range [-1.0, 1.0] : tensor<33x4xf64>
  %o = check.fill seed 63 range [-2.0, 4.0] : tensor<33xf64>
  %c = check.fill seed 64 range [0.0, 1.0] : tensor<33x3xf64>
  %h = check.fill seed 65 range [-0.3, 0.3] : tensor<33x4x3xf64>
  %cam = check.literal dense<[0.5, -0.25, -5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 45.0, 0.1, 100.0]> : tensor<12xf64>
  %bg = check.literal dense<[0.1, 0.2, 0.3]> : tensor<3xf64>
  %r, %t, %e = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 50, height = 20, tile_size = 7, max_list_entries = 300} : (tensor<33x3xf64>, tensor<33x3xf64>, tensor<33x4xf64>, tensor<33xf64>, tensor<33x3xf64>, tensor<33x4x3xf64>, tensor<12xf64>) -> (tensor<33x15xf64>, tensor<24x2xi64>, tensor<300xi64>)
  %d = check.fill seed 69 range [-1.0, 1.0] : tensor<20x50x4xf64>
  %0 = rlx.gaussian_splat_rasterize_backward %r, %t, %e, %bg, %d {width = 50, height = 20, max_splat_steps = 5, tile_size = 7} : (tensor<33x15xf64>, tensor<24x2xi64>, tensor<300xi64>, tensor<3xf64>, tensor<20x50x4xf64>) -> tensor<300x15xf64>
  return %0 : tensor<300x15xf64>
}

func.func @none() -> tensor<576x15xf32> {
  %p = check.fill sizes [0, 3] seed 70 range [-1.5, 1.5] : tensor<?x3xf32>
  %s = check.fill sizes [0, 3] seed 71 range [-2.0, -0.5] : tensor<?x3xf32>
  %q = check.fill sizes [0, 4] seed 72 range [-1.0, 1.0] : tensor<?x4xf32>
  %o = check.fill sizes [0] seed 73 range [-2.0, 4.0] : tensor<?xf32>
  %c = check.fill sizes [0, 3] seed 74 range [0.0, 1.0] : tensor<?x3xf32>
  %h = check.fill sizes [0, 4, 3] seed 75 range [-0.3, 0.3] : tensor<?x4x3xf32>
  %cam = check.literal dense<[0.5, -0.25, -5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 45.0, 0.1, 100.0]> : tensor<12xf32>
  %bg = check.literal dense<[0.1, 0.2, 0.3]> : tensor<3xf32>
  %r, %t, %e = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 5, height = 5} : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>, tensor<12xf32>) -> (tensor<?x15xf32>, tensor<1x2xi64>, tensor<576xi64>)
  %d = check.fill seed 79 range [-1.0, 1.0] : tensor<5x5x4xf32>
  %0 = rlx.gaussian_splat_rasterize_backward %r, %t, %e, %bg, %d {width = 5, height = 5} : (tensor<?x15xf32>, tensor<1x2xi64>, tensor<576xi64>, tensor<3xf32>, tensor<5x5x4xf32>) -> tensor<576x15xf32>
  return %0 : tensor<576x15xf32>
}
