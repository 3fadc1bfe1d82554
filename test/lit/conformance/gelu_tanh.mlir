// RUN: rlx-check %s %{quick-lanes}

// Values of the formula in double, rounded to f32.
func.func @literals() -> tensor<13xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 9.999999747378752e-05, -9.999999747378752e-05, 0x7FC00000, 0x7F800000]> : tensor<13xf32>
  %0 = rlx.gelu_tanh %a : (tensor<13xf32>) -> tensor<13xf32>
  %w = check.literal dense<[0.0, -0.0, 0.8411920070648193, -0.15880800783634186, 0.3457140028476715, -0.003637392073869705, 2.9963626861572266, 10.0, -1.2040923861938598e-37, 5.000398959964514e-05, -4.999600787414238e-05, 0x7FC00000, 0x7F800000]> : tensor<13xf32>
  check.expect_close %0, %w : tensor<13xf32>, tensor<13xf32>
  return %0 : tensor<13xf32>
}

func.func @f64_literals() -> tensor<11xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 0.0001, -0.0001]> : tensor<11xf64>
  %0 = rlx.gelu_tanh %a : (tensor<11xf64>) -> tensor<11xf64>
  %w = check.literal dense<[0.0, -0.0, 0.8411919906082768, -0.15880800939172326, 0.34571400982514394, -0.0036373920817730195, 2.996362607918227, 10.0, -1.2040923482098023e-37, 5.000398942279734e-05, -4.999601057720267e-05]> : tensor<11xf64>
  check.expect_close %0, %w : tensor<11xf64>, tensor<11xf64>
  return %0 : tensor<11xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 600 range [-6.0, 6.0] : tensor<5x33xf16>
  %0 = rlx.gelu_tanh %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 601 range [-6.0, 6.0] : tensor<5x33xbf16>
  %0 = rlx.gelu_tanh %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 602 range [-6.0, 6.0] : tensor<5x33xf32>
  %0 = rlx.gelu_tanh %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 603 range [-6.0, 6.0] : tensor<5x33xf64>
  %0 = rlx.gelu_tanh %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 604 range [-6.0, 6.0] : tensor<?x3x?xf32>
  %0 = rlx.gelu_tanh %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 605 range [-6.0, 6.0] : tensor<f32>
  %0 = rlx.gelu_tanh %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 606 : tensor<0x4xf32>
  %0 = rlx.gelu_tanh %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
