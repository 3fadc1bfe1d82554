// RUN: rlx-check %s

// Expected values from NumPy (double precision).

func.func @literals() -> tensor<2x3xf32> {
  %x0 = check.literal dense<[[(-2.0, -1.75), (1.25, 0.5), (-0.25, 1.5)], [(-1.5, -2.0), (1.0, 1.25), (-1.25, -1.25)]]> : tensor<2x3xcomplex<f32>>
  %0 = rlx.complex_norm_sq %x0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  %w = check.literal dense<[[7.0625, 1.8125, 2.3125], [6.25, 2.5625, 3.125]]> : tensor<2x3xf32>
  check.expect_eq %0, %w : tensor<2x3xf32>, tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @f64() -> tensor<2x3xf64> {
  %x0 = check.literal dense<[[(-2.0, -1.75), (1.25, 0.5), (-0.25, 1.5)], [(-1.5, -2.0), (1.0, 1.25), (-1.25, -1.25)]]> : tensor<2x3xcomplex<f64>>
  %0 = rlx.complex_norm_sq %x0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
  %w = check.literal dense<[[7.0625, 1.8125, 2.3125], [6.25, 2.5625, 3.125]]> : tensor<2x3xf64>
  check.expect_eq %0, %w : tensor<2x3xf64>, tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

func.func @edges() -> tensor<250xf32> {
  %x0 = check.fill seed 6 edges all : tensor<250xcomplex<f32>>
  %0 = rlx.complex_norm_sq %x0 : (tensor<250xcomplex<f32>>) -> tensor<250xf32>
  return %0 : tensor<250xf32>
}

func.func @dynamic() -> tensor<?x5xf32> {
  %x0 = check.fill sizes [3, 5] seed 8 : tensor<?x5xcomplex<f32>>
  %0 = rlx.complex_norm_sq %x0 : (tensor<?x5xcomplex<f32>>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

func.func @empty() -> tensor<0x5xf32> {
  %x0 = check.fill seed 6 : tensor<0x5xcomplex<f32>>
  %0 = rlx.complex_norm_sq %x0 : (tensor<0x5xcomplex<f32>>) -> tensor<0x5xf32>
  return %0 : tensor<0x5xf32>
}


// The terms of the sum are complex. Vulkan has no variables of that type.
func.func @of_sums() -> tensor<8xf32> {
  %a = check.fill seed 30 : tensor<6x8xcomplex<f32>>
  %0 = rlx.reduce_sum %a axes = [0] : (tensor<6x8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  %1 = rlx.complex_norm_sq %0 : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
