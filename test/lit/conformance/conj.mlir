// RUN: rlx-check %s

// Expected values from NumPy (double precision).

func.func @literals() -> tensor<2x3xcomplex<f32>> {
  %x0 = check.literal dense<[[(-2.0, -1.75), (1.25, 0.5), (-0.25, 1.5)], [(-1.5, -2.0), (1.0, 1.25), (-1.25, -1.25)]]> : tensor<2x3xcomplex<f32>>
  %0 = rlx.conj %x0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %w = check.literal dense<[[(-2.0, 1.75), (1.25, -0.5), (-0.25, -1.5)], [(-1.5, 2.0), (1.0, -1.25), (-1.25, 1.25)]]> : tensor<2x3xcomplex<f32>>
  check.expect_eq %0, %w : tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}

func.func @f64() -> tensor<2x3xcomplex<f64>> {
  %x0 = check.literal dense<[[(-2.0, -1.75), (1.25, 0.5), (-0.25, 1.5)], [(-1.5, -2.0), (1.0, 1.25), (-1.25, -1.25)]]> : tensor<2x3xcomplex<f64>>
  %0 = rlx.conj %x0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %w = check.literal dense<[[(-2.0, 1.75), (1.25, -0.5), (-0.25, -1.5)], [(-1.5, 2.0), (1.0, -1.25), (-1.25, 1.25)]]> : tensor<2x3xcomplex<f64>>
  check.expect_eq %0, %w : tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>
  return %0 : tensor<2x3xcomplex<f64>>
}

func.func @edges() -> tensor<250xcomplex<f32>> {
  %x0 = check.fill seed 6 edges all : tensor<250xcomplex<f32>>
  %0 = rlx.conj %x0 : (tensor<250xcomplex<f32>>) -> tensor<250xcomplex<f32>>
  return %0 : tensor<250xcomplex<f32>>
}

func.func @dynamic() -> tensor<?x5xcomplex<f32>> {
  %x0 = check.fill sizes [3, 5] seed 8 : tensor<?x5xcomplex<f32>>
  %0 = rlx.conj %x0 : (tensor<?x5xcomplex<f32>>) -> tensor<?x5xcomplex<f32>>
  return %0 : tensor<?x5xcomplex<f32>>
}

func.func @empty() -> tensor<0x5xcomplex<f32>> {
  %x0 = check.fill seed 6 : tensor<0x5xcomplex<f32>>
  %0 = rlx.conj %x0 : (tensor<0x5xcomplex<f32>>) -> tensor<0x5xcomplex<f32>>
  return %0 : tensor<0x5xcomplex<f32>>
}
