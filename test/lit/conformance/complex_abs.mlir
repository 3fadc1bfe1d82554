// RUN: rlx-check %s

// Expected values from NumPy (double precision).

func.func @literals() -> tensor<2x3xf32> {
  %x0 = check.literal dense<[[(-2.0, -1.75), (1.25, 0.5), (-0.25, 1.5)], [(-1.5, -2.0), (1.0, 1.25), (-1.25, -1.25)]]> : tensor<2x3xcomplex<f32>>
  %0 = rlx.complex_abs %x0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  %w = check.literal dense<[[2.6575364531836625, 1.346291201783626, 1.5206906325745546], [2.5, 1.6007810593582121, 1.7677669529663689]]> : tensor<2x3xf32>
  check.expect_close %0, %w {atol = 1.0e-6} : tensor<2x3xf32>, tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @f64() -> tensor<2x3xf64> {
  %x0 = check.literal dense<[[(-2.0, -1.75), (1.25, 0.5), (-0.25, 1.5)], [(-1.5, -2.0), (1.0, 1.25), (-1.25, -1.25)]]> : tensor<2x3xcomplex<f64>>
  %0 = rlx.complex_abs %x0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %w = check.literal dense<[[2.6575364531836625, 1.346291201783626, 1.5206906325745546], [2.5, 1.6007810593582121, 1.7677669529663689]]> : tensor<2x3xf64>
  check.expect_close %0, %w {atol = 1.0e-15} : tensor<2x3xf64>, tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

func.func @edges() -> tensor<250xf32> {
  %x0 = check.fill seed 6 edges all : tensor<250xcomplex<f32>>
  %0 = rlx.complex_abs %x0 : (tensor<250xcomplex<f32>>) -> tensor<250xf32>
  return %0 : tensor<250xf32>
}

func.func @dynamic() -> tensor<?x5xf32> {
  %x0 = check.fill sizes [3, 5] seed 8 : tensor<?x5xcomplex<f32>>
  %0 = rlx.complex_abs %x0 : (tensor<?x5xcomplex<f32>>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

func.func @empty() -> tensor<0x5xf32> {
  %x0 = check.fill seed 6 : tensor<0x5xcomplex<f32>>
  %0 = rlx.complex_abs %x0 : (tensor<0x5xcomplex<f32>>) -> tensor<0x5xf32>
  return %0 : tensor<0x5xf32>
}

// C hypot: infinite if either part is. Squares neither overflow nor underflow.
func.func @special() -> (tensor<4xf32>, tensor<2xf64>) {
  %x = check.literal dense<[(0x7FC00000, 0xFF800000), (3.0e38, 4.0e37), (0.0, -0.0), (0x7FC00000, 1.0)]> : tensor<4xcomplex<f32>>
  %0 = rlx.complex_abs %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %w = check.literal dense<[0x7F800000, 3.02654919e+38, 0.0, 0x7FC00000]> : tensor<4xf32>
  check.expect_close %0, %w {rtol = 1.0e-6} : tensor<4xf32>, tensor<4xf32>
  %y = check.literal dense<[(3.0e300, 4.0e300), (3.0e-300, 4.0e-300)]> : tensor<2xcomplex<f64>>
  %1 = rlx.complex_abs %y : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %v = check.literal dense<[5.0e300, 5.0e-300]> : tensor<2xf64>
  check.expect_close %1, %v {rtol = 1.0e-15} : tensor<2xf64>, tensor<2xf64>
  return %0, %1 : tensor<4xf32>, tensor<2xf64>
}
