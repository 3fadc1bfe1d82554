// RUN: rlx-check %s

// By hand: the gradient of the opacity is o (1 - o), that of a color 1, and that of harmonic 0 its
// value. An invisible Gaussian has none.
func.func @linear() -> (tensor<2xf64>, tensor<2x3xf64>, tensor<2x1x3xf64>) {
  %p = check.literal dense<[[0.0, 0.0, 2.0], [0.0, 0.0, -2.0]]> : tensor<2x3xf64>
  %s = check.literal dense<0.0> : tensor<2x3xf64>
  %q = check.literal dense<[[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0]]> : tensor<2x4xf64>
  %o = check.literal dense<0.0> : tensor<2xf64>
  %h = check.literal dense<0.0> : tensor<2x1x3xf64>
  %cam = check.literal dense<[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 90.0, 0.1, 10.0]> : tensor<12xf64>
  %d = check.literal dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 1.0, 0.0, -3.0, 0.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<2x15xf64>
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_prepare_backward %p, %s, %q, %o, %s, %h, %cam, %d {width = 8, height = 8} : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x4xf64>, tensor<2xf64>, tensor<2x3xf64>, tensor<2x1x3xf64>, tensor<12xf64>, tensor<2x15xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x4xf64>, tensor<2xf64>, tensor<2x3xf64>, tensor<2x1x3xf64>)
  %w3 = check.literal dense<[0.5, 0.0]> : tensor<2xf64>
  check.expect_close %3, %w3 : tensor<2xf64>, tensor<2xf64>
  %w4 = check.literal dense<[[1.0, 0.0, -3.0], [0.0, 0.0, 0.0]]> : tensor<2x3xf64>
  check.expect_close %4, %w4 : tensor<2x3xf64>, tensor<2x3xf64>
  %w5 = check.literal dense<[[[0.28209479177387814, 0.0, -0.8462843753216345]], [[0.0, 0.0, 0.0]]]> : tensor<2x1x3xf64>
  check.expect_close %5, %w5 : tensor<2x1x3xf64>, tensor<2x1x3xf64>
  return %3, %4, %5 : tensor<2xf64>, tensor<2x3xf64>, tensor<2x1x3xf64>
}

func.func @random() -> (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x4xf64>, tensor<?xf64>, tensor<?x3xf64>, tensor<?x16x3xf64>) {
  %p = check.fill sizes [40, 3] seed 1 range [-1.5, 1.5] : tensor<?x3xf64>
  %s = check.fill sizes [40, 3] seed 2 range [-2.0, -0.5] : tensor<?x3xf64>
  %q = check.fill sizes [40, 4] seed 3 range [-1.0, 1.0] : tensor<?x4xf64>
  %o = check.fill sizes [40] seed 4 range [-2.0, 4.0] : tensor<?xf64>
  %c = check.fill sizes [40, 3] seed 5 range [0.0, 1.0] : tensor<?x3xf64>
  %h = check.fill sizes [40, 16, 3] seed 6 range [-0.3, 0.3] : tensor<?x16x3xf64>
  %cam = check.literal dense<[0.5, -0.25, -5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 45.0, 0.1, 100.0]> : tensor<12xf64>
  %bg = check.literal dense<[0.1, 0.2, 0.3]> : tensor<3xf64>
  %d = check.fill sizes [40, 15] seed 10 range [-1.0, 1.0] : tensor<?x15xf64>
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_prepare_backward %p, %s, %q, %o, %c, %h, %cam, %d {width = 40, height = 28, sh_band = 2} : (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x4xf64>, tensor<?xf64>, tensor<?x3xf64>, tensor<?x16x3xf64>, tensor<12xf64>, tensor<?x15xf64>) -> (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x4xf64>, tensor<?xf64>, tensor<?x3xf64>, tensor<?x16x3xf64>)
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x4xf64>, tensor<?xf64>, tensor<?x3xf64>, tensor<?x16x3xf64>
}

func.func @singles() -> (tensor<25x3xf32>, tensor<25x3xf32>, tensor<25x4xf32>, tensor<25xf32>, tensor<25x3xf32>, tensor<25x9x3xf32>) {
  %p = check.fill seed 11 range [-1.5, 1.5] : tensor<25x3xf32>
  %s = check.fill seed 12 range [-2.0, -0.5] : tensor<25x3xf32>
  %q = check.fill seed 13 range [-1.0, 1.0] : tensor<25x4xf32>
  %o = check.fill seed 14 range [-2.0, 4.0] : tensor<25xf32>
  %c = check.fill seed 15 range [0.0, 1.0] : tensor<25x3xf32>
  %h = check.fill seed 16 range [-0.3, 0.3] : tensor<25x9x3xf32>
  %cam = check.literal dense<[0.5, -0.25, -5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 45.0, 0.1, 100.0]> : tensor<12xf32>
  %bg = check.literal dense<[0.1, 0.2, 0.3]> : tensor<3xf32>
  %d = check.fill seed 20 range [-1.0, 1.0] : tensor<25x15xf32>
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_prepare_backward %p, %s, %q, %o, %c, %h, %cam, %d {width = 20, height = 20, sh_band = 1, max_anisotropy = 2.0} : (tensor<25x3xf32>, tensor<25x3xf32>, tensor<25x4xf32>, tensor<25xf32>, tensor<25x3xf32>, tensor<25x9x3xf32>, tensor<12xf32>, tensor<25x15xf32>) -> (tensor<25x3xf32>, tensor<25x3xf32>, tensor<25x4xf32>, tensor<25xf32>, tensor<25x3xf32>, tensor<25x9x3xf32>)
  return %0, %1, %2, %3, %4, %5 : tensor<25x3xf32>, tensor<25x3xf32>, tensor<25x4xf32>, tensor<25xf32>, tensor<25x3xf32>, tensor<25x9x3xf32>
}

func.func @no_harmonics() -> (tensor<6x3xf64>, tensor<6x3xf64>, tensor<6x4xf64>, tensor<6xf64>, tensor<6x3xf64>, tensor<6x0x3xf64>) {
  %p = check.fill seed 21 range [-1.5, 1.5] : tensor<6x3xf64>
  %s = check.fill seed 22 range [-2.0, -0.5] : tensor<6x3xf64>
  %q = check.fill seed 23 range [-1.0, 1.0] : tensor<6x4xf64>
  %o = check.fill seed 24 range [-2.0, 4.0] : tensor<6xf64>
  %c = check.fill seed 25 range [0.0, 1.0] : tensor<6x3xf64>
  %h = check.fill seed 26 range [-0.3, 0.3] : tensor<6x0x3xf64>
  %cam = check.literal dense<[0.5, -0.25, -5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 45.0, 0.1, 100.0]> : tensor<12xf64>
  %bg = check.literal dense<[0.1, 0.2, 0.3]> : tensor<3xf64>
  %d = check.fill seed 30 range [-1.0, 1.0] : tensor<6x15xf64>
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_prepare_backward %p, %s, %q, %o, %c, %h, %cam, %d {width = 8, height = 8, max_anisotropy = 0x7FF0000000000000 : f64} : (tensor<6x3xf64>, tensor<6x3xf64>, tensor<6x4xf64>, tensor<6xf64>, tensor<6x3xf64>, tensor<6x0x3xf64>, tensor<12xf64>, tensor<6x15xf64>) -> (tensor<6x3xf64>, tensor<6x3xf64>, tensor<6x4xf64>, tensor<6xf64>, tensor<6x3xf64>, tensor<6x0x3xf64>)
  return %0, %1, %2, %3, %4, %5 : tensor<6x3xf64>, tensor<6x3xf64>, tensor<6x4xf64>, tensor<6xf64>, tensor<6x3xf64>, tensor<6x0x3xf64>
}

func.func @none() -> (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x4xf64>, tensor<?xf64>, tensor<?x3xf64>, tensor<?x4x3xf64>) {
  %p = check.fill sizes [0, 3] seed 31 range [-1.5, 1.5] : tensor<?x3xf64>
  %s = check.fill sizes [0, 3] seed 32 range [-2.0, -0.5] : tensor<?x3xf64>
  %q = check.fill sizes [0, 4] seed 33 range [-1.0, 1.0] : tensor<?x4xf64>
  %o = check.fill sizes [0] seed 34 range [-2.0, 4.0] : tensor<?xf64>
  %c = check.fill sizes [0, 3] seed 35 range [0.0, 1.0] : tensor<?x3xf64>
  %h = check.fill sizes [0, 4, 3] seed 36 range [-0.3, 0.3] : tensor<?x4x3xf64>
  %cam = check.literal dense<[0.5, -0.25, -5.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 45.0, 0.1, 100.0]> : tensor<12xf64>
  %bg = check.literal dense<[0.1, 0.2, 0.3]> : tensor<3xf64>
  %d = check.fill sizes [0, 15] seed 40 range [-1.0, 1.0] : tensor<?x15xf64>
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_prepare_backward %p, %s, %q, %o, %c, %h, %cam, %d {width = 8, height = 8} : (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x4xf64>, tensor<?xf64>, tensor<?x3xf64>, tensor<?x4x3xf64>, tensor<12xf64>, tensor<?x15xf64>) -> (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x4xf64>, tensor<?xf64>, tensor<?x3xf64>, tensor<?x4x3xf64>)
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x4xf64>, tensor<?xf64>, tensor<?x3xf64>, tensor<?x4x3xf64>
}
