// RUN: rlx-check %s %{quick-lanes}

// Values of the formula in double, rounded to f32.
func.func @literals() -> tensor<14xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 9.999999747378752e-05, -9.999999747378752e-05, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<14xf32>
  %0 = rlx.leaky_relu %a : (tensor<14xf32>) -> tensor<14xf32>
  %w = check.literal dense<[0.0, -0.0, 1.0, -0.009999999776482582, 0.5, -0.029999999329447746, 3.0, 10.0, -0.09999999403953552, 9.999999747378752e-05, -9.999999974752427e-07, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<14xf32>
  check.expect_close %0, %w : tensor<14xf32>, tensor<14xf32>
  return %0 : tensor<14xf32>
}

func.func @f64_literals() -> tensor<11xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 0.0001, -0.0001]> : tensor<11xf64>
  %0 = rlx.leaky_relu %a : (tensor<11xf64>) -> tensor<11xf64>
  %w = check.literal dense<[0.0, -0.0, 1.0, -0.01, 0.5, -0.03, 3.0, 10.0, -0.1, 0.0001, -1.0000000000000002e-06]> : tensor<11xf64>
  check.expect_close %0, %w : tensor<11xf64>, tensor<11xf64>
  return %0 : tensor<11xf64>
}

func.func @attributes() -> tensor<11xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 9.999999747378752e-05, -9.999999747378752e-05]> : tensor<11xf32>
  %0 = rlx.leaky_relu %a {alpha = 0.5} : (tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[0.0, -0.0, 1.0, -0.5, 0.5, -1.5, 3.0, 10.0, -5.0, 9.999999747378752e-05, -4.999999873689376e-05]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @attributes_bf16() -> tensor<130xbf16> {
  %a = check.fill seed 667 range [-6.0, 6.0] : tensor<130xbf16>
  %0 = rlx.leaky_relu %a {alpha = 0.5} : (tensor<130xbf16>) -> tensor<130xbf16>
  return %0 : tensor<130xbf16>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 668 range [-6.0, 6.0] : tensor<5x33xf16>
  %0 = rlx.leaky_relu %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 669 range [-6.0, 6.0] : tensor<5x33xbf16>
  %0 = rlx.leaky_relu %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 670 range [-6.0, 6.0] : tensor<5x33xf32>
  %0 = rlx.leaky_relu %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 671 range [-6.0, 6.0] : tensor<5x33xf64>
  %0 = rlx.leaky_relu %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 672 range [-6.0, 6.0] : tensor<?x3x?xf32>
  %0 = rlx.leaky_relu %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 673 range [-6.0, 6.0] : tensor<f32>
  %0 = rlx.leaky_relu %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 674 : tensor<0x4xf32>
  %0 = rlx.leaky_relu %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
