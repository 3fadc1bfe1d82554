// RUN: rlx-check %s %{quick-lanes}

// Values of the C function, rounded to f32.
func.func @literals() -> tensor<11xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 3.1415927410125732, 10.0, 100.0, 9.999999747378752e-06, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<11xf32>
  %0 = rlx.cos %a : (tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[1.0, 1.0, 0.5403022766113281, 0.5403022766113281, -1.0, -0.83907151222229, 0.8623188734054565, 1.0, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @f64_literals() -> tensor<8xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 3.141592653589793, 10.0, 100.0, 1.0e-05]> : tensor<8xf64>
  %0 = rlx.cos %a : (tensor<8xf64>) -> tensor<8xf64>
  %w = check.literal dense<[1.0, 1.0, 0.5403023058681398, 0.5403023058681398, -1.0, -0.8390715290764524, 0.8623188722876839, 0.99999999995]> : tensor<8xf64>
  check.expect_close %0, %w : tensor<8xf64>, tensor<8xf64>
  return %0 : tensor<8xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 57 range [-20.0, 20.0] : tensor<5x33xf16>
  %0 = rlx.cos %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 58 range [-20.0, 20.0] : tensor<5x33xbf16>
  %0 = rlx.cos %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 59 range [-20.0, 20.0] : tensor<5x33xf32>
  %0 = rlx.cos %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 60 range [-20.0, 20.0] : tensor<5x33xf64>
  %0 = rlx.cos %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 61 range [-20.0, 20.0] : tensor<?x3x?xf32>
  %0 = rlx.cos %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 62 range [0.2, 1.2] : tensor<f32>
  %0 = rlx.cos %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 63 : tensor<0x4xf32>
  %0 = rlx.cos %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// Large arguments, where range reduction loses digits, multiples of pi, and next to 0.
func.func @hard_points() -> tensor<13xf32> {
  %a = check.literal dense<[102.0, 710.0, 7.849609375, -31415.92578125, 1000000.0, -123456792.0, 99999997952.0, -3.000000081769267e+16, 9.999999778196308e+21, 2.499999947553692e+33, 3.4028234663852886e+38, 1.000000013351432e-10, 9.99994610111476e-41]> : tensor<13xf32>
  %0 = rlx.cos %a : (tensor<13xf32>) -> tensor<13xf32>
  %w = check.literal dense<[0.10158570110797882, 1.0, 0.004372245166450739, 0.9999997019767761, 0.9367521405220032, -0.27858102321624756, 0.0614728182554245, 0.011852018535137177, 0.6790613532066345, -0.774852454662323, 0.8530210256576538, 1.0, 1.0]> : tensor<13xf32>
  check.expect_close %0, %w : tensor<13xf32>, tensor<13xf32>
  return %0 : tensor<13xf32>
}
