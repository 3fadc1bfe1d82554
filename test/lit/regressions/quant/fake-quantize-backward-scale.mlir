// The gradient of fake_quantize uses the scale of the forward op. It was computed anew from the
// batch, even for a fixed scale or a moving average. With that scale, 100 / 7, all four elements
// below lie inside the limit; with the right one, 0.5, only one does.
// RUN: rlx-check %s

func.func @fixed() -> tensor<4xf32> {
  %x = check.literal dense<[-8.0, 3.0, 4.0, 100.0]> : tensor<4xf32>
  %s = check.literal dense<0.5> : tensor<f32>
  %g = check.literal dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0, %used = rlx.fake_quantize %x fixed %s bits = 4 ste = clipped_identity
      : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
  %1 = rlx.fake_quantize_backward %x scale %used grad %g bits = 4 ste = clipped_identity
      : (tensor<4xf32>, tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %e = check.literal dense<[0.0, 2.0, 0.0, 0.0]> : tensor<4xf32>
  check.expect_eq %1, %e : tensor<4xf32>, tensor<4xf32>
  return %1 : tensor<4xf32>
}

// The average moves to 0.96875 * 0.5 + 0.03125 * 14 = 0.921875, and the limit to 6.453125.
func.func @ema() -> tensor<4xf32> {
  %x = check.literal dense<[-8.0, 3.0, 6.4, 98.0]> : tensor<4xf32>
  %s = check.literal dense<0.5> : tensor<f32>
  %g = check.literal dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0, %used = rlx.fake_quantize %x ema %s bits = 4 decay = 0.96875 ste = clipped_identity
      : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
  %u = check.literal dense<0.921875> : tensor<f32>
  check.expect_eq %used, %u : tensor<f32>, tensor<f32>
  %1 = rlx.fake_quantize_backward %x scale %used grad %g bits = 4 ste = clipped_identity
      : (tensor<4xf32>, tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %e = check.literal dense<[0.0, 2.0, 3.0, 0.0]> : tensor<4xf32>
  check.expect_eq %1, %e : tensor<4xf32>, tensor<4xf32>
  return %1 : tensor<4xf32>
}
