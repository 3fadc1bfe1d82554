// RUN: rlx-check %s

// By hand: qmax is 7. z of the first channel is 0.4, -1.25, 7, 8, -20: round(z) - z is -0.4, 0.25,
// 0; outside it is 7 and -7. With half_to_even 2.5 rounds to 2.
func.func @literals() -> (tensor<2x5xf32>, tensor<2xf32>, tensor<2xf32>) {
  %x = check.literal dense<[[0.2, -0.625, 3.5, 4.0, -10.0], [5.0, 1.0, 0.0, -14.5, 2.0]]> : tensor<2x5xf32>
  %s = check.literal dense<[0.5, 2.0]> : tensor<2xf32>
  %g = check.literal dense<[[1.0, 2.0, 3.0, 4.0, 5.0], [1.0, 10.0, 100.0, 1000.0, 2.0]]> : tensor<2x5xf32>
  %0, %d0 = rlx.fake_quantize_lsq_backward %x scale %s grad %g bits = 4 axis = 0
      : (tensor<2x5xf32>, tensor<2xf32>, tensor<2x5xf32>) -> (tensor<2x5xf32>, tensor<2xf32>)
  %e0 = check.literal dense<[[1.0, 2.0, 3.0, 0.0, 0.0], [1.0, 10.0, 100.0, 0.0, 2.0]]> : tensor<2x5xf32>
  check.expect_eq %0, %e0 : tensor<2x5xf32>, tensor<2x5xf32>
  // -0.4 + 0.5 + 0 + 28 - 35; 0.5 + 5 + 0 - 7000 + 0
  %f0 = check.literal dense<[-6.9, -6994.5]> : tensor<2xf32>
  check.expect_close %d0, %f0 : tensor<2xf32>, tensor<2xf32>
  %1, %d1 = rlx.fake_quantize_lsq_backward %x scale %s grad %g bits = 4 axis = 0 rounding = half_to_even
      : (tensor<2x5xf32>, tensor<2xf32>, tensor<2x5xf32>) -> (tensor<2x5xf32>, tensor<2xf32>)
  // -0.5 - 5 + 0 - 7000 + 0 in the second
  %f1 = check.literal dense<[-6.9, -7005.5]> : tensor<2xf32>
  check.expect_close %d1, %f1 : tensor<2xf32>, tensor<2xf32>
  return %0, %d0, %d1 : tensor<2x5xf32>, tensor<2xf32>, tensor<2xf32>
}

// By hand: five elements share a scale, so the factor is 1 / sqrt(35).
func.func @gradient_scale() -> (tensor<2xf32>, tensor<f32>) {
  %x = check.literal dense<[[0.2, -0.625, 3.5, 4.0, -10.0], [5.0, 1.0, 0.0, -14.5, 2.0]]> : tensor<2x5xf32>
  %s = check.literal dense<[0.5, 2.0]> : tensor<2xf32>
  %g = check.literal dense<[[1.0, 2.0, 3.0, 4.0, 5.0], [1.0, 10.0, 100.0, 1000.0, 2.0]]> : tensor<2x5xf32>
  %0, %d = rlx.fake_quantize_lsq_backward %x scale %s grad %g bits = 4 axis = 0 {gradient_scale = true}
      : (tensor<2x5xf32>, tensor<2xf32>, tensor<2x5xf32>) -> (tensor<2x5xf32>, tensor<2xf32>)
  %e = check.literal dense<[-1.1663129, -1182.286]> : tensor<2xf32>
  check.expect_close %d, %e : tensor<2xf32>, tensor<2xf32>
  // One scale: ten elements, 1 / sqrt(70); z is 0.2, -0.625, 3.5, 4, -10, 5, 1, 0, -14.5, 2.
  %t = check.literal dense<1.0> : tensor<f32>
  %1, %u = rlx.fake_quantize_lsq_backward %x scale %t grad %g bits = 4 {gradient_scale = true}
      : (tensor<2x5xf32>, tensor<f32>, tensor<2x5xf32>) -> (tensor<2x5xf32>, tensor<f32>)
  // (-0.2 - 0.75 + 1.5 - 35 - 7000) / sqrt(70)
  %f = check.literal dense<-840.77884> : tensor<f32>
  check.expect_close %u, %f : tensor<f32>, tensor<f32>
  return %d, %u : tensor<2xf32>, tensor<f32>
}

// Clipped results are +-7 * scale: the derivative with respect to the scale, by central differences
// of the forward op.
func.func @finite_differences_outside() -> tensor<2xf64> {
  %h = rlx.constant dense<1.0e-5> : tensor<f64>
  %hh = rlx.constant dense<2.0e-5> : tensor<f64>
  %x = check.literal dense<[[9.0, -8.0, 10.0], [-20.0, 17.0, -30.0]]> : tensor<2x3xf64>
  %g = check.literal dense<[[1.0, 0.5, -2.0], [3.0, 0.25, 1.0]]> : tensor<2x3xf64>
  %s = check.literal dense<[1.0, 2.0]> : tensor<2xf64>
  %0, %d = rlx.fake_quantize_lsq_backward %x scale %s grad %g bits = 4 axis = 0
      : (tensor<2x3xf64>, tensor<2xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2xf64>)
  %up = rlx.add %s, %h : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  %down = rlx.sub %s, %h : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  %yu = rlx.fake_quantize_lsq %x scale %up bits = 4 axis = 0 : (tensor<2x3xf64>, tensor<2xf64>) -> tensor<2x3xf64>
  %yd = rlx.fake_quantize_lsq %x scale %down bits = 4 axis = 0 : (tensor<2x3xf64>, tensor<2xf64>) -> tensor<2x3xf64>
  %dy = rlx.sub %yu, %yd : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %w = rlx.mul %dy, %g : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %sum = rlx.reduce_sum %w axes = [1] : (tensor<2x3xf64>) -> tensor<2xf64>
  %fd = rlx.div %sum, %hh : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  check.expect_close %d, %fd {rtol = 1.0e-6, atol = 1.0e-8} : tensor<2xf64>, tensor<2xf64>
  return %d : tensor<2xf64>
}

// Inside, the estimator uses 1 as the derivative of rounding: central differences of (x / s + c) *
// s with respect to s. The constant c is the rounding error at s.
func.func @finite_differences_inside() -> tensor<2xf64> {
  %h = rlx.constant dense<1.0e-5> : tensor<f64>
  %hh = rlx.constant dense<2.0e-5> : tensor<f64>
  %x = check.literal dense<[[1.2, -2.7, 0.1], [3.3, -9.9, 0.4]]> : tensor<2x3xf64>
  %g = check.literal dense<[[1.0, 0.5, -2.0], [3.0, 0.25, 1.0]]> : tensor<2x3xf64>
  %s = check.literal dense<[1.0, 2.0]> : tensor<2xf64>
  %0, %d = rlx.fake_quantize_lsq_backward %x scale %s grad %g bits = 4 axis = 0
      : (tensor<2x3xf64>, tensor<2xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2xf64>)
  %y = rlx.fake_quantize_lsq %x scale %s bits = 4 axis = 0 : (tensor<2x3xf64>, tensor<2xf64>) -> tensor<2x3xf64>
  %col = rlx.reshape %s to [2, 1] : (tensor<2xf64>) -> tensor<2x1xf64>
  %diff = rlx.sub %y, %x : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %c = rlx.div %diff, %col : (tensor<2x3xf64>, tensor<2x1xf64>) -> tensor<2x3xf64>
  %up = rlx.add %col, %h : (tensor<2x1xf64>, tensor<f64>) -> tensor<2x1xf64>
  %down = rlx.sub %col, %h : (tensor<2x1xf64>, tensor<f64>) -> tensor<2x1xf64>
  %zu = rlx.div %x, %up : (tensor<2x3xf64>, tensor<2x1xf64>) -> tensor<2x3xf64>
  %zd = rlx.div %x, %down : (tensor<2x3xf64>, tensor<2x1xf64>) -> tensor<2x3xf64>
  %ru = rlx.add %zu, %c : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rd = rlx.add %zd, %c : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %yu = rlx.mul %ru, %up : (tensor<2x3xf64>, tensor<2x1xf64>) -> tensor<2x3xf64>
  %yd = rlx.mul %rd, %down : (tensor<2x3xf64>, tensor<2x1xf64>) -> tensor<2x3xf64>
  %dy = rlx.sub %yu, %yd : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %w = rlx.mul %dy, %g : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %sum = rlx.reduce_sum %w axes = [1] : (tensor<2x3xf64>) -> tensor<2xf64>
  %fd = rlx.div %sum, %hh : (tensor<2xf64>, tensor<f64>) -> tensor<2xf64>
  check.expect_close %d, %fd {rtol = 1.0e-6, atol = 1.0e-8} : tensor<2xf64>, tensor<2xf64>
  return %d : tensor<2xf64>
}

// A NaN reaches the gradient of its own scale only.
func.func @nan() -> (tensor<2x2xf32>, tensor<2xf32>) {
  %x = check.literal dense<[[0x7FC00000, 1.0], [1.0, 0x7F800000]]> : tensor<2x2xf32>
  %s = check.literal dense<1.0> : tensor<2xf32>
  %g = check.literal dense<1.0> : tensor<2x2xf32>
  %0, %d = rlx.fake_quantize_lsq_backward %x scale %s grad %g bits = 8 axis = 0
      : (tensor<2x2xf32>, tensor<2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>)
  %e = check.literal dense<[[0.0, 1.0], [1.0, 0.0]]> : tensor<2x2xf32>
  check.expect_eq %0, %e : tensor<2x2xf32>, tensor<2x2xf32>
  %f = check.literal dense<[0x7FC00000, 127.0]> : tensor<2xf32>
  check.expect_eq %d, %f : tensor<2xf32>, tensor<2xf32>
  return %0, %d : tensor<2x2xf32>, tensor<2xf32>
}

func.func @types() -> (tensor<3x17xf16>, tensor<17xf32>, tensor<3x17xbf16>, tensor<f32>) {
  %s = check.fill seed 1 range [0.1, 0.5] : tensor<17xf32>
  %a = check.fill seed 2 range [-5.0, 5.0] : tensor<3x17xf16>
  %ga = check.fill seed 3 : tensor<3x17xf16>
  %0, %d0 = rlx.fake_quantize_lsq_backward %a scale %s grad %ga bits = 4 axis = -1
      : (tensor<3x17xf16>, tensor<17xf32>, tensor<3x17xf16>) -> (tensor<3x17xf16>, tensor<17xf32>)
  %t = check.literal dense<0.25> : tensor<f32>
  %b = check.fill seed 4 range [-5.0, 5.0] : tensor<3x17xbf16>
  %gb = check.fill seed 5 : tensor<3x17xbf16>
  %1, %d1 = rlx.fake_quantize_lsq_backward %b scale %t grad %gb bits = 8
      : (tensor<3x17xbf16>, tensor<f32>, tensor<3x17xbf16>) -> (tensor<3x17xbf16>, tensor<f32>)
  return %0, %d0, %1, %d1 : tensor<3x17xf16>, tensor<17xf32>, tensor<3x17xbf16>, tensor<f32>
}

func.func @dynamic() -> (tensor<?x3x?xf32>, tensor<3xf32>) {
  %x = check.fill sizes [4, 3, 19] seed 6 range [-5.0, 5.0] : tensor<?x3x?xf32>
  %s = check.fill seed 7 range [0.1, 0.5] : tensor<3xf32>
  %g = check.fill sizes [4, 3, 19] seed 8 : tensor<?x3x?xf32>
  %0, %d = rlx.fake_quantize_lsq_backward %x scale %s grad %g bits = 4 axis = 1 {gradient_scale = true}
      : (tensor<?x3x?xf32>, tensor<3xf32>, tensor<?x3x?xf32>) -> (tensor<?x3x?xf32>, tensor<3xf32>)
  return %0, %d : tensor<?x3x?xf32>, tensor<3xf32>
}

// A vector with a scale per element.
func.func @nothing_to_reduce() -> (tensor<5xf32>, tensor<5xf32>) {
  %x = check.fill seed 9 range [-5.0, 5.0] : tensor<5xf32>
  %s = check.fill seed 10 range [0.1, 0.5] : tensor<5xf32>
  %g = check.fill seed 11 : tensor<5xf32>
  %0, %d = rlx.fake_quantize_lsq_backward %x scale %s grad %g bits = 4 axis = 0 {gradient_scale = true}
      : (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>)
  return %0, %d : tensor<5xf32>, tensor<5xf32>
}

func.func @empty() -> (tensor<2x0xf32>, tensor<2xf32>) {
  %x = check.fill seed 12 : tensor<2x0xf32>
  %s = check.literal dense<1.0> : tensor<2xf32>
  %0, %d = rlx.fake_quantize_lsq_backward %x scale %s grad %x bits = 8 axis = 0 {gradient_scale = true}
      : (tensor<2x0xf32>, tensor<2xf32>, tensor<2x0xf32>) -> (tensor<2x0xf32>, tensor<2xf32>)
  %e = check.literal dense<0.0> : tensor<2xf32>
  check.expect_eq %d, %e : tensor<2xf32>, tensor<2xf32>
  return %0, %d : tensor<2x0xf32>, tensor<2xf32>
}
