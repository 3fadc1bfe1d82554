// RUN: rlx-check %s %{quick-lanes}

// Values of the C function, rounded to f32.
func.func @literals() -> tensor<11xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 3.1415927410125732, 10.0, 100.0, 9.999999747378752e-06, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<11xf32>
  %0 = rlx.sin %a : (tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[0.0, -0.0, 0.8414709568023682, -0.8414709568023682, -8.742277657347586e-08, -0.5440211296081543, -0.5063656568527222, 9.999999747378752e-06, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @f64_literals() -> tensor<8xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 3.141592653589793, 10.0, 100.0, 1.0e-05]> : tensor<8xf64>
  %0 = rlx.sin %a : (tensor<8xf64>) -> tensor<8xf64>
  %w = check.literal dense<[0.0, -0.0, 0.8414709848078965, -0.8414709848078965, 1.2246467991473532e-16, -0.5440211108893698, -0.5063656411097588, 9.999999999833334e-06]> : tensor<8xf64>
  check.expect_close %0, %w : tensor<8xf64>, tensor<8xf64>
  return %0 : tensor<8xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 50 range [-20.0, 20.0] : tensor<5x33xf16>
  %0 = rlx.sin %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 51 range [-20.0, 20.0] : tensor<5x33xbf16>
  %0 = rlx.sin %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 52 range [-20.0, 20.0] : tensor<5x33xf32>
  %0 = rlx.sin %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 53 range [-20.0, 20.0] : tensor<5x33xf64>
  %0 = rlx.sin %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 54 range [-20.0, 20.0] : tensor<?x3x?xf32>
  %0 = rlx.sin %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 55 range [0.2, 1.2] : tensor<f32>
  %0 = rlx.sin %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 56 : tensor<0x4xf32>
  %0 = rlx.sin %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// Large arguments, where range reduction loses digits, multiples of pi, and next to 0.
func.func @hard_points() -> tensor<13xf32> {
  %a = check.literal dense<[102.0, 710.0, 7.849609375, -31415.92578125, 1000000.0, -123456792.0, 99999997952.0, -3.000000081769267e+16, 9.999999778196308e+21, 2.499999947553692e+33, 3.4028234663852886e+38, 1.000000013351432e-10, 9.99994610111476e-41]> : tensor<13xf32>
  %0 = rlx.sin %a : (tensor<13xf32>) -> tensor<13xf32>
  %w = check.literal dense<[0.9948267936706543, 6.028870848240331e-05, 0.9999904632568359, 0.0007546478882431984, -0.349993497133255, 0.9604127407073975, 0.9981087446212769, 0.9999297857284546, -0.734081506729126, 0.6321420669555664, -0.5218765139579773, 1.000000013351432e-10, 9.99994610111476e-41]> : tensor<13xf32>
  check.expect_close %0, %w : tensor<13xf32>, tensor<13xf32>
  return %0 : tensor<13xf32>
}

func.func @zero_keeps_its_sign() -> tensor<2xf32> {
  %a = check.literal dense<[0.0, -0.0]> : tensor<2xf32>
  %0 = rlx.sin %a : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %0, %a {signed_zeros} : tensor<2xf32>, tensor<2xf32>
  return %0 : tensor<2xf32>
}
