// RUN: rlx-check %s

// Expected values from NumPy (double precision).

func.func @literals() -> tensor<2x3xcomplex<f32>> {
  %x0 = check.literal dense<[[(-2.0, -1.75), (1.25, 0.5), (-0.25, 1.5)], [(-1.5, -2.0), (1.0, 1.25), (-1.25, -1.25)]]> : tensor<2x3xcomplex<f32>>
  %x1 = check.literal dense<[[-0.25, -0.75, 1.0], [-1.75, -1.75, -0.5]]> : tensor<2x3xf32>
  %0 = rlx.complex_norm_sq_backward %x0, %x1 : (tensor<2x3xcomplex<f32>>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>
  %w = check.literal dense<[[(0.5, 0.4375), (-0.9375, -0.375), (-0.25, 1.5)], [(2.625, 3.5), (-1.75, -2.1875), (0.625, 0.625)]]> : tensor<2x3xcomplex<f32>>
  check.expect_eq %0, %w : tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}

func.func @f64() -> tensor<2x3xcomplex<f64>> {
  %x0 = check.literal dense<[[(-2.0, -1.75), (1.25, 0.5), (-0.25, 1.5)], [(-1.5, -2.0), (1.0, 1.25), (-1.25, -1.25)]]> : tensor<2x3xcomplex<f64>>
  %x1 = check.literal dense<[-0.25, -0.75, 1.0]> : tensor<3xf64>
  %0 = rlx.complex_norm_sq_backward %x0, %x1 : (tensor<2x3xcomplex<f64>>, tensor<3xf64>) -> tensor<2x3xcomplex<f64>>
  %w = check.literal dense<[[(0.5, 0.4375), (-0.9375, -0.375), (-0.25, 1.5)], [(0.375, 0.5), (-0.75, -0.9375), (-1.25, -1.25)]]> : tensor<2x3xcomplex<f64>>
  check.expect_eq %0, %w : tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>
  return %0 : tensor<2x3xcomplex<f64>>
}

func.func @edges() -> tensor<90xcomplex<f32>> {
  %x0 = check.fill seed 6 edges all : tensor<90xcomplex<f32>>
  %x1 = check.fill seed 7 edges all : tensor<90xf32>
  %0 = rlx.complex_norm_sq_backward %x0, %x1 : (tensor<90xcomplex<f32>>, tensor<90xf32>) -> tensor<90xcomplex<f32>>
  return %0 : tensor<90xcomplex<f32>>
}

func.func @dynamic() -> tensor<?x5xcomplex<f32>> {
  %x0 = check.fill sizes [3, 5] seed 8 : tensor<?x5xcomplex<f32>>
  %x1 = check.fill sizes [3, 5] seed 9 : tensor<?x5xf32>
  %0 = rlx.complex_norm_sq_backward %x0, %x1 : (tensor<?x5xcomplex<f32>>, tensor<?x5xf32>) -> tensor<?x5xcomplex<f32>>
  return %0 : tensor<?x5xcomplex<f32>>
}

func.func @empty() -> tensor<0x5xcomplex<f32>> {
  %x0 = check.fill seed 6 : tensor<0x5xcomplex<f32>>
  %x1 = check.fill seed 7 : tensor<5xf32>
  %0 = rlx.complex_norm_sq_backward %x0, %x1 : (tensor<0x5xcomplex<f32>>, tensor<5xf32>) -> tensor<0x5xcomplex<f32>>
  return %0 : tensor<0x5xcomplex<f32>>
}
