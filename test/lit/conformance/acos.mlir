// RUN: rlx-check %s %{quick-lanes}

// Values of the C function, rounded to f32.
func.func @literals() -> tensor<11xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.8999999761581421, 1.5, 9.999999747378752e-06, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<11xf32>
  %0 = rlx.acos %a : (tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[1.5707963705062866, 1.5707963705062866, 0.0, 3.1415927410125732, 1.0471975803375244, 2.690565824508667, 0x7FC00000, 1.5707863569259644, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @f64_literals() -> tensor<8xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -0.9, 1.5, 1.0e-05]> : tensor<8xf64>
  %0 = rlx.acos %a : (tensor<8xf64>) -> tensor<8xf64>
  %w = check.literal dense<[1.5707963267948966, 1.5707963267948966, 0.0, 3.141592653589793, 1.0471975511965979, 2.6905658417935308, 0x7FF8000000000000, 1.5707863267948965]> : tensor<8xf64>
  check.expect_close %0, %w : tensor<8xf64>, tensor<8xf64>
  return %0 : tensor<8xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 78 range [-1.0, 1.0] : tensor<5x33xf16>
  %0 = rlx.acos %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 79 range [-1.0, 1.0] : tensor<5x33xbf16>
  %0 = rlx.acos %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 80 range [-1.0, 1.0] : tensor<5x33xf32>
  %0 = rlx.acos %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 81 range [-1.0, 1.0] : tensor<5x33xf64>
  %0 = rlx.acos %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 82 range [-1.0, 1.0] : tensor<?x3x?xf32>
  %0 = rlx.acos %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 83 range [-1.0, 1.0] : tensor<f32>
  %0 = rlx.acos %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 84 : tensor<0x4xf32>
  %0 = rlx.acos %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
