// RUN: rlx-check %s

// Other transforms decompose to this one, so their tests cover its forms. Expected values by hand.

// Length 2 needs no table. One operand is real; two results are the first half.
func.func @half() -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %x = check.literal dense<[[1.0, 2.0], [3.0, -4.0]]> : tensor<2x2xf32>
  %t = rlx.constant dense<> : tensor<2x0xf32>
  %re, %im = rlx.fft_planned %x table %t axis = 1 length = 2 results = 2 {scale = 2.0} : (tensor<2x2xf32>, tensor<2x0xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  %w = check.literal dense<[[6.0, -2.0], [-2.0, 14.0]]> : tensor<2x2xf32>
  check.expect_eq %re, %w : tensor<2x2xf32>, tensor<2x2xf32>
  return %re, %im : tensor<2x2xf32>, tensor<2x2xf32>
}

// One real operand and one result: the real part of the transform.
func.func @real_part() -> tensor<?x3xf32> {
  %x = check.literal dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32> to tensor<?x3xf32>
  %t = rlx.constant dense<> : tensor<2x0xf32>
  %0 = rlx.fft_planned %x table %t axis = 1 length = 3 results = 1 : (tensor<?x3xf32>, tensor<2x0xf32>) -> tensor<?x3xf32>
  %w = check.literal dense<[[6.0, -1.5, -1.5]]> : tensor<1x3xf32> to tensor<?x3xf32>
  check.expect_close %0, %w {atol = 1.0e-6} : tensor<?x3xf32>, tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
