// RUN: rlx-check %s

// A real transform of length 6 has the spectrum of length 6, not that of the next power of two with
// padding. A cosine with two periods in the length has one element, 6 / 2.
func.func @rfft() -> (tensor<4xf32>, tensor<4xf32>) {
  %x = check.literal dense<[1.0, -0.5, -0.5, 1.0, -0.5, -0.5]> : tensor<6xf32>
  %re, %im = rlx.rfft %x axis = 0 : (tensor<6xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %w = check.literal dense<[0.0, 0.0, 3.0, 0.0]> : tensor<4xf32>
  %zero = check.literal dense<0.0> : tensor<4xf32>
  check.expect_close %re, %w {atol = 1.0e-6} : tensor<4xf32>, tensor<4xf32>
  check.expect_close %im, %zero {atol = 1.0e-6} : tensor<4xf32>, tensor<4xf32>
  return %re, %im : tensor<4xf32>, tensor<4xf32>
}
