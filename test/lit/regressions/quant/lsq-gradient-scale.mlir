// The gradient of a learned scale lacked the factor 1 / sqrt(N * qmax) of the LSQ paper, so scales
// learned much faster than weights. The factor is an attribute; N is the number of elements that
// share the scale.
// RUN: rlx-check %s

func.func @lsq() -> (tensor<f32>, tensor<f32>) {
  %x = check.literal dense<10.0> : tensor<4x7xf32>
  %s = check.literal dense<1.0> : tensor<f32>
  %g = check.literal dense<1.0> : tensor<4x7xf32>
  %0, %plain = rlx.fake_quantize_lsq_backward %x scale %s grad %g bits = 4
      : (tensor<4x7xf32>, tensor<f32>, tensor<4x7xf32>) -> (tensor<4x7xf32>, tensor<f32>)
  // 28 elements, each clipped at 7.
  %e = check.literal dense<196.0> : tensor<f32>
  check.expect_eq %plain, %e : tensor<f32>, tensor<f32>
  %1, %scaled = rlx.fake_quantize_lsq_backward %x scale %s grad %g bits = 4 {gradient_scale = true}
      : (tensor<4x7xf32>, tensor<f32>, tensor<4x7xf32>) -> (tensor<4x7xf32>, tensor<f32>)
  // Divided by the root of 28 * 7 = 196.
  %f = check.literal dense<14.0> : tensor<f32>
  check.expect_close %scaled, %f : tensor<f32>, tensor<f32>
  return %plain, %scaled : tensor<f32>, tensor<f32>
}
