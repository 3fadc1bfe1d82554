// RUN: rlx-check %s

// A cast converts values; it never copies bits.
func.func @cast() -> (tensor<3xi32>, tensor<3xf16>, tensor<3xf32>, tensor<3xi1>, tensor<3xcomplex<f32>>) {
  %x = check.literal dense<[1.0, -2.75, 300.5]> : tensor<3xf32>
  %0 = rlx.cast %x to i32 : (tensor<3xf32>) -> tensor<3xi32>
  %w0 = check.literal dense<[1, -2, 300]> : tensor<3xi32>
  check.expect_eq %0, %w0 : tensor<3xi32>, tensor<3xi32>
  %1 = rlx.cast %x to f16 : (tensor<3xf32>) -> tensor<3xf16>
  %w1 = check.literal dense<[1.0, -2.75, 300.5]> : tensor<3xf16>
  check.expect_eq %1, %w1 : tensor<3xf16>, tensor<3xf16>
  %i = check.literal dense<[1, -2, 16777217]> : tensor<3xi64>
  %2 = rlx.cast %i to f32 : (tensor<3xi64>) -> tensor<3xf32>
  %w2 = check.literal dense<[1.0, -2.0, 16777216.0]> : tensor<3xf32>
  check.expect_eq %2, %w2 : tensor<3xf32>, tensor<3xf32>
  %3 = rlx.cast %x to i1 : (tensor<3xf32>) -> tensor<3xi1>
  %w3 = check.literal dense<true> : tensor<3xi1>
  check.expect_eq %3, %w3 : tensor<3xi1>, tensor<3xi1>
  %4 = rlx.cast %i to complex<f32> : (tensor<3xi64>) -> tensor<3xcomplex<f32>>
  %w4 = check.literal dense<[(1.0, 0.0), (-2.0, 0.0), (16777216.0, 0.0)]> : tensor<3xcomplex<f32>>
  check.expect_eq %4, %w4 : tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>
  return %0, %1, %2, %3, %4 : tensor<3xi32>, tensor<3xf16>, tensor<3xf32>, tensor<3xi1>, tensor<3xcomplex<f32>>
}
