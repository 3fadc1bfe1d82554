// RUN: rlx-check %s

// Expected values from NumPy (double precision).

func.func @literals() -> tensor<2x3xcomplex<f32>> {
  %x0 = check.literal dense<[[-1.75, -2.0, -0.75], [1.0, -0.0, 1.5]]> : tensor<2x3xf32>
  %x1 = check.literal dense<[[-1.25, -0.75, -1.0], [2.0, 1.75, -0.75]]> : tensor<2x3xf32>
  %0 = rlx.complex %x0, %x1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>
  %w = check.literal dense<[[(-1.75, -1.25), (-2.0, -0.75), (-0.75, -1.0)], [(1.0, 2.0), (0.0, 1.75), (1.5, -0.75)]]> : tensor<2x3xcomplex<f32>>
  check.expect_eq %0, %w : tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}

func.func @f64() -> tensor<2x3xcomplex<f64>> {
  %x0 = check.literal dense<[[-1.75, -2.0, -0.75], [1.0, -0.0, 1.5]]> : tensor<2x3xf64>
  %x1 = check.literal dense<[[-1.25, -0.75, -1.0], [2.0, 1.75, -0.75]]> : tensor<2x3xf64>
  %0 = rlx.complex %x0, %x1 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xcomplex<f64>>
  %w = check.literal dense<[[(-1.75, -1.25), (-2.0, -0.75), (-0.75, -1.0)], [(1.0, 2.0), (0.0, 1.75), (1.5, -0.75)]]> : tensor<2x3xcomplex<f64>>
  check.expect_eq %0, %w : tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>
  return %0 : tensor<2x3xcomplex<f64>>
}

func.func @broadcast() -> tensor<2x3xcomplex<f32>> {
  %x0 = check.literal dense<[[-1.75, -2.0, -0.75], [1.0, -0.0, 1.5]]> : tensor<2x3xf32>
  %x1 = check.literal dense<[-1.25, -0.75, -1.0]> : tensor<3xf32>
  %0 = rlx.complex %x0, %x1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xcomplex<f32>>
  %w = check.literal dense<[[(-1.75, -1.25), (-2.0, -0.75), (-0.75, -1.0)], [(1.0, -1.25), (-0.0, -0.75), (1.5, -1.0)]]> : tensor<2x3xcomplex<f32>>
  check.expect_eq %0, %w : tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}

func.func @edges() -> tensor<90xcomplex<f32>> {
  %x0 = check.fill seed 6 edges all : tensor<90xf32>
  %x1 = check.fill seed 7 edges all : tensor<f32>
  %0 = rlx.complex %x0, %x1 : (tensor<90xf32>, tensor<f32>) -> tensor<90xcomplex<f32>>
  return %0 : tensor<90xcomplex<f32>>
}

func.func @dynamic() -> tensor<?x5xcomplex<f64>> {
  %x0 = check.fill sizes [3, 5] seed 8 : tensor<?x5xf64>
  %x1 = check.fill seed 9 : tensor<5xf64>
  %0 = rlx.complex %x0, %x1 : (tensor<?x5xf64>, tensor<5xf64>) -> tensor<?x5xcomplex<f64>>
  return %0 : tensor<?x5xcomplex<f64>>
}

func.func @empty() -> tensor<0xcomplex<f32>> {
  %x0 = check.fill seed 6 : tensor<0xf32>
  %x1 = check.fill seed 7 : tensor<0xf32>
  %0 = rlx.complex %x0, %x1 : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xcomplex<f32>>
  return %0 : tensor<0xcomplex<f32>>
}
