// The estimator 1 - tanh(x / s)^2 lost its digits where tanh is close to 1. Found by a random
// graph.
// RUN: rlx-check %s

func.func @f32() -> tensor<1x4xf32> {
  %x = check.literal dense<[[1.08226907, 1.97171342, -0.500073552, 0.776223719]]> : tensor<1x4xf32>
  %s = check.literal dense<0.0713878423> : tensor<f32>
  %dy = check.literal dense<[[0.202941835, 1.256423, -2.36648345, -0.532948375]]> : tensor<1x4xf32>
  %0 = rlx.fake_quantize_backward %x scale %s grad %dy bits = 2 ste = tanh : (tensor<1x4xf32>, tensor<f32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

func.func @f64() -> tensor<3xf64> {
  %x = check.literal dense<[1.0, 2.0, -1.5]> : tensor<3xf64>
  %s = check.literal dense<0.1> : tensor<f64>
  %dy = check.literal dense<[1.0, -2.0, 0.5]> : tensor<3xf64>
  %0 = rlx.fake_quantize_backward %x scale %s grad %dy bits = 2 ste = tanh : (tensor<3xf64>, tensor<f64>, tensor<3xf64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
