// RUN: rlx-check %s

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
