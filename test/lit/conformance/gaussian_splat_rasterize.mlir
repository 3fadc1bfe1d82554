// RUN: rlx-check %s

// By hand. Gaussian 0 has its centre in the first pixel, with alpha 1/2. A = 2 ln 2 makes that 1/4
// in the second. Gaussian 1 has alpha 3/4 everywhere. The second pixel has two Gaussians, the first
// has one.
func.func @blending() -> tensor<1x2x4xf64> {
  %r = check.literal dense<[[0.5, 0.5, 1.3862943611198906, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 1.0, 0.5, 0.0, 1.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.75, 0.5, 0.25, -4.0, 2.0]]> : tensor<2x15xf64>
  %t = check.literal dense<[[0, 1], [1, 3]]> : tensor<2x2xi64>
  %e = check.literal dense<[0, 0, 1, -1]> : tensor<4xi64>
  %bg = check.literal dense<[1.0, 0.5, 1.0]> : tensor<3xf64>
  %0 = rlx.gaussian_splat_rasterize %r, %t, %e, %bg {width = 2, height = 1, tile_size = 1} : (tensor<2x15xf64>, tensor<2x2xi64>, tensor<4xi64>, tensor<3xf64>) -> tensor<1x2x4xf64>
  %w = check.literal dense<[[[1.0, 0.217637640824031, 0.217637640824031, 0.5], [0.4835832914860935, 0.10524592670095312, 0.0, 0.8125]]]> : tensor<1x2x4xf64>
  check.expect_close %0, %w : tensor<1x2x4xf64>, tensor<1x2x4xf64>
  // One step. An alpha of 1/4 is below the cutoff, so Gaussian 1 is the first that counts.
  %1 = rlx.gaussian_splat_rasterize %r, %t, %e, %bg {width = 2, height = 1, tile_size = 1, alpha_cutoff = 0.375, max_splat_steps = 1} : (tensor<2x15xf64>, tensor<2x2xi64>, tensor<4xi64>, tensor<3xf64>) -> tensor<1x2x4xf64>
  %v = check.literal dense<[[[1.0, 0.217637640824031, 0.217637640824031, 0.5], [0.3555789459035313, 0.07738736291314029, 0.0, 0.75]]]> : tensor<1x2x4xf64>
  check.expect_close %1, %v : tensor<1x2x4xf64>, tensor<1x2x4xf64>
  // A transmittance of 1/4 after the first one is below the threshold.
  %2 = rlx.gaussian_splat_rasterize %r, %t, %e, %bg {width = 2, height = 1, tile_size = 1, transmittance_threshold = 0.8} : (tensor<2x15xf64>, tensor<2x2xi64>, tensor<4xi64>, tensor<3xf64>) -> tensor<1x2x4xf64>
  %u = check.literal dense<[[[1.0, 0.217637640824031, 0.217637640824031, 0.5], [1.0, 0.217637640824031, 0.5310492251033824, 0.25]]]> : tensor<1x2x4xf64>
  check.expect_close %2, %u : tensor<1x2x4xf64>, tensor<1x2x4xf64>
  return %0 : tensor<1x2x4xf64>
}

// The closest point is behind the camera where 1 + G x <= 0.
func.func @behind() -> tensor<1x3x4xf32> {
  %r = check.literal dense<[[0.5, 0.5, 0.0, 0.0, 0.0, -0.75, 0.0, 1.0, 0.0, 0.0, 0.5, 1.0, 1.0, 1.0, 1.0]]> : tensor<1x15xf32>
  %t = check.literal dense<[[0, 1]]> : tensor<1x2xi64>
  %e = check.literal dense<[0]> : tensor<1xi64>
  %bg = check.literal dense<[0.0, 0.0, 0.0]> : tensor<3xf32>
  %0 = rlx.gaussian_splat_rasterize %r, %t, %e, %bg {width = 3, height = 1} : (tensor<1x15xf32>, tensor<1x2xi64>, tensor<1xi64>, tensor<3xf32>) -> tensor<1x3x4xf32>
  %w = check.literal dense<[[[0.217637640824031, 0.217637640824031, 0.217637640824031, 0.5], [0.217637640824031, 0.217637640824031, 0.217637640824031, 0.5], [0.0, 0.0, 0.0, 0.0]]]> : tensor<1x3x4xf32>
  check.expect_close %0, %w : tensor<1x3x4xf32>, tensor<1x3x4xf32>
  return %0 : tensor<1x3x4xf32>
}

func.func @random() -> tensor<28x40x4xf32> {
  %p = check.fill sizes [60, 3] seed 50 range [-1.5, 1.5] : tensor<?x3xf32>
  %s = check.fill sizes [60, 3] seed 51 range [-2.0, -0.5] : tensor<?x3xf32>
  %q = check.fill sizes [60, 4] seed 52 range [-1.0, 1.0] : tensor<?x4xf32>
  %o = check.fill sizes [60] seed 53 range [-2.0, 4.0] : tensor<?xf32>
  %c = check.fill sizes [60, 3] seed 54 range [0.0, 1.0] : tensor<?x3xf32>
  %h = check.fill sizes [60, 4, 3] seed 55 range [-0.3, 0.3] : tensor<?x4x3xf32>
  %cam = check.literal dense<[0.5, -0.25, -5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 45.0, 0.1, 100.0]> : tensor<12xf32>
  %bg = check.literal dense<[0.1, 0.2, 0.3]> : tensor<3xf32>
  %r, %t, %e = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 40, height = 28} : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>, tensor<12xf32>) -> (tensor<?x15xf32>, tensor<6x2xi64>, tensor<576xi64>)
  %0 = rlx.gaussian_splat_rasterize %r, %t, %e, %bg {width = 40, height = 28} : (tensor<?x15xf32>, tensor<6x2xi64>, tensor<576xi64>, tensor<3xf32>) -> tensor<28x40x4xf32>
  return %0 : tensor<28x40x4xf32>
}

func.func @doubles() -> tensor<20x50x4xf64> {
  %p = check.fill seed 60 range [-1.5, 1.5] : tensor<33x3xf64>
  %s = check.fill seed 61 range [-2.0, -0.5] : tensor<33x3xf64>
  %q = check.fill seed 62 range [-1.0, 1.0] : tensor<33x4xf64>
  %o = check.fill seed 63 range [-2.0, 4.0] : tensor<33xf64>
  %c = check.fill seed 64 range [0.0, 1.0] : tensor<33x3xf64>
  %h = check.fill seed 65 range [-0.3, 0.3] : tensor<33x4x3xf64>
  %cam = check.literal dense<[0.5, -0.25, -5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 45.0, 0.1, 100.0]> : tensor<12xf64>
  %bg = check.literal dense<[0.1, 0.2, 0.3]> : tensor<3xf64>
  %r, %t, %e = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 50, height = 20, tile_size = 7, max_list_entries = 300} : (tensor<33x3xf64>, tensor<33x3xf64>, tensor<33x4xf64>, tensor<33xf64>, tensor<33x3xf64>, tensor<33x4x3xf64>, tensor<12xf64>) -> (tensor<33x15xf64>, tensor<24x2xi64>, tensor<300xi64>)
  %0 = rlx.gaussian_splat_rasterize %r, %t, %e, %bg {width = 50, height = 20, tile_size = 7} : (tensor<33x15xf64>, tensor<24x2xi64>, tensor<300xi64>, tensor<3xf64>) -> tensor<20x50x4xf64>
  return %0 : tensor<20x50x4xf64>
}

func.func @none() -> tensor<5x5x4xf32> {
  %p = check.fill sizes [0, 3] seed 70 range [-1.5, 1.5] : tensor<?x3xf32>
  %s = check.fill sizes [0, 3] seed 71 range [-2.0, -0.5] : tensor<?x3xf32>
  %q = check.fill sizes [0, 4] seed 72 range [-1.0, 1.0] : tensor<?x4xf32>
  %o = check.fill sizes [0] seed 73 range [-2.0, 4.0] : tensor<?xf32>
  %c = check.fill sizes [0, 3] seed 74 range [0.0, 1.0] : tensor<?x3xf32>
  %h = check.fill sizes [0, 4, 3] seed 75 range [-0.3, 0.3] : tensor<?x4x3xf32>
  %cam = check.literal dense<[0.5, -0.25, -5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 45.0, 0.1, 100.0]> : tensor<12xf32>
  %bg = check.literal dense<[0.1, 0.2, 0.3]> : tensor<3xf32>
  %r, %t, %e = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 5, height = 5} : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>, tensor<12xf32>) -> (tensor<?x15xf32>, tensor<1x2xi64>, tensor<576xi64>)
  %0 = rlx.gaussian_splat_rasterize %r, %t, %e, %bg {width = 5, height = 5} : (tensor<?x15xf32>, tensor<1x2xi64>, tensor<576xi64>, tensor<3xf32>) -> tensor<5x5x4xf32>
  return %0 : tensor<5x5x4xf32>
}
