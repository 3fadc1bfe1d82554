// The moving average of fake_quantize is a result, and the operand keeps its value. It was written
// into the operand, so a second reader saw the old or the new state depending on the order of
// execution.
// RUN: rlx-check %s

func.func @state() -> (tensor<f32>, tensor<f32>) {
  %x = check.literal dense<[7.0, -14.0, 3.0]> : tensor<3xf32>
  %state = check.literal dense<4.0> : tensor<f32>
  %0, %first = rlx.fake_quantize %x ema %state bits = 4 decay = 5.0e-1
      : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<f32>)
  %1, %second = rlx.fake_quantize %x ema %state bits = 4 decay = 5.0e-1
      : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<f32>)
  %2, %third = rlx.fake_quantize %x ema %second bits = 4 decay = 5.0e-1
      : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<f32>)
  // The first two move from 4 halfway to 14 / 7. The third moves from there.
  %e = check.literal dense<3.0> : tensor<f32>
  check.expect_eq %first, %e : tensor<f32>, tensor<f32>
  check.expect_eq %second, %e : tensor<f32>, tensor<f32>
  %f = check.literal dense<2.5> : tensor<f32>
  check.expect_eq %third, %f : tensor<f32>, tensor<f32>
  return %first, %third : tensor<f32>, tensor<f32>
}
