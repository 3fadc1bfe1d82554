// RUN: rlx-check %{sample} %s %{quick-lanes}

// By hand.
func.func @literals() -> tensor<1x2xf32> {
  %a = check.literal dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %b = check.literal dense<[[1.0, -1.0], [2.0, -2.0]]> : tensor<2x2xf32>
  %c = check.literal dense<[0.5, 0.5]> : tensor<2xf32>
  %0 = rlx.fused_matmul_bias_act %a, %b, %c activation = relu
      : (tensor<1x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  %e = check.literal dense<[[5.5, 0.0]]> : tensor<1x2xf32>
  check.expect_eq %0, %e : tensor<1x2xf32>, tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

func.func @none() -> tensor<5x17xf32> {
  %a = check.fill seed 1 : tensor<5x33xf32>
  %b = check.fill seed 2 as param : tensor<33x17xf32>
  %c = check.fill seed 3 as param : tensor<17xf32>
  %0 = rlx.fused_matmul_bias_act %a, %b, %c activation = none
      : (tensor<5x33xf32>, tensor<33x17xf32>, tensor<17xf32>) -> tensor<5x17xf32>
  return %0 : tensor<5x17xf32>
}

func.func @relu() -> tensor<?x40xf32> {
  %a = check.fill sizes [9, 12] seed 4 : tensor<?x12xf32>
  %b = check.fill seed 5 as param : tensor<12x40xf32>
  %c = check.fill seed 6 as param : tensor<40xf32>
  %0 = rlx.fused_matmul_bias_act %a, %b, %c activation = relu
      : (tensor<?x12xf32>, tensor<12x40xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  return %0 : tensor<?x40xf32>
}

func.func @gelu() -> tensor<2x3x6xf32> {
  %a = check.fill seed 7 : tensor<2x3x8xf32>
  %b = check.fill seed 8 as param : tensor<8x6xf32>
  %c = check.fill seed 9 as param : tensor<6xf32>
  %0 = rlx.fused_matmul_bias_act %a, %b, %c activation = gelu
      : (tensor<2x3x8xf32>, tensor<8x6xf32>, tensor<6xf32>) -> tensor<2x3x6xf32>
  return %0 : tensor<2x3x6xf32>
}

func.func @gelu_tanh() -> tensor<5x17xf32> {
  %a = check.fill seed 10 : tensor<5x33xf32>
  %b = check.fill seed 11 as param : tensor<33x17xf32>
  %c = check.fill seed 12 as param : tensor<17xf32>
  %0 = rlx.fused_matmul_bias_act %a, %b, %c activation = gelu_tanh
      : (tensor<5x33xf32>, tensor<33x17xf32>, tensor<17xf32>) -> tensor<5x17xf32>
  return %0 : tensor<5x17xf32>
}

func.func @silu() -> tensor<?x40xf32> {
  %a = check.fill sizes [9, 12] seed 13 : tensor<?x12xf32>
  %b = check.fill seed 14 as param : tensor<12x40xf32>
  %c = check.fill seed 15 as param : tensor<40xf32>
  %0 = rlx.fused_matmul_bias_act %a, %b, %c activation = silu
      : (tensor<?x12xf32>, tensor<12x40xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  return %0 : tensor<?x40xf32>
}

func.func @sigmoid() -> tensor<2x3x6xf32> {
  %a = check.fill seed 16 : tensor<2x3x8xf32>
  %b = check.fill seed 17 as param : tensor<8x6xf32>
  %c = check.fill seed 18 as param : tensor<6xf32>
  %0 = rlx.fused_matmul_bias_act %a, %b, %c activation = sigmoid
      : (tensor<2x3x8xf32>, tensor<8x6xf32>, tensor<6xf32>) -> tensor<2x3x6xf32>
  return %0 : tensor<2x3x6xf32>
}

func.func @tanh() -> tensor<5x17xf32> {
  %a = check.fill seed 19 : tensor<5x33xf32>
  %b = check.fill seed 20 as param : tensor<33x17xf32>
  %c = check.fill seed 21 as param : tensor<17xf32>
  %0 = rlx.fused_matmul_bias_act %a, %b, %c activation = tanh
      : (tensor<5x33xf32>, tensor<33x17xf32>, tensor<17xf32>) -> tensor<5x17xf32>
  return %0 : tensor<5x17xf32>
}

func.func @f16_batch_no_bias() -> tensor<2x3x5xf16> {
  %a = check.fill seed 22 : tensor<3x8xf16>
  %b = check.fill seed 23 : tensor<2x8x5xf16>
  %0 = rlx.fused_matmul_bias_act %a, %b activation = silu : (tensor<3x8xf16>, tensor<2x8x5xf16>) -> tensor<2x3x5xf16>
  return %0 : tensor<2x3x5xf16>
}

func.func @bf16_batch_no_bias() -> tensor<2x3x5xbf16> {
  %a = check.fill seed 24 : tensor<3x8xbf16>
  %b = check.fill seed 25 : tensor<2x8x5xbf16>
  %0 = rlx.fused_matmul_bias_act %a, %b activation = silu : (tensor<3x8xbf16>, tensor<2x8x5xbf16>) -> tensor<2x3x5xbf16>
  return %0 : tensor<2x3x5xbf16>
}

func.func @f64_batch_no_bias() -> tensor<2x3x5xf64> {
  %a = check.fill seed 26 : tensor<3x8xf64>
  %b = check.fill seed 27 : tensor<2x8x5xf64>
  %0 = rlx.fused_matmul_bias_act %a, %b activation = silu : (tensor<3x8xf64>, tensor<2x8x5xf64>) -> tensor<2x3x5xf64>
  return %0 : tensor<2x3x5xf64>
}

// The activations of a matmul result with the elements 2.25, 2.5 and 7.75. Halves round to even.
func.func @literals_activations() -> (tensor<1x3xf64>, tensor<1x3xf64>, tensor<1x3xf64>, tensor<1x3xf64>, tensor<1x3xf64>, tensor<1x3xf64>, tensor<1x3xf64>, tensor<1x3xf64>, tensor<1x3xf64>, tensor<1x3xf64>, tensor<1x3xf64>) {
  %a = check.literal dense<[[1.0, 2.0]]> : tensor<1x2xf64>
  %b = check.literal dense<[[1.0, 0.5, 3.0], [0.5, 1.0, 2.0]]> : tensor<2x3xf64>
  %c = check.literal dense<[0.25, 0.0, 0.75]> : tensor<3xf64>
  %0 = rlx.fused_matmul_bias_act %a, %b, %c activation = exp
      : (tensor<1x2xf64>, tensor<2x3xf64>, tensor<3xf64>) -> tensor<1x3xf64>
  %e0 = check.literal dense<[[9.487735836358526, 12.182493960703473, 2321.572414611057]]> : tensor<1x3xf64>
  check.expect_close %0, %e0 {rtol = 1.0e-14} : tensor<1x3xf64>, tensor<1x3xf64>
  %1 = rlx.fused_matmul_bias_act %a, %b, %c activation = log
      : (tensor<1x2xf64>, tensor<2x3xf64>, tensor<3xf64>) -> tensor<1x3xf64>
  %e1 = check.literal dense<[[0.8109302162163288, 0.9162907318741551, 2.0476928433652555]]> : tensor<1x3xf64>
  check.expect_close %1, %e1 {rtol = 1.0e-14} : tensor<1x3xf64>, tensor<1x3xf64>
  %2 = rlx.fused_matmul_bias_act %a, %b, %c activation = sqrt
      : (tensor<1x2xf64>, tensor<2x3xf64>, tensor<3xf64>) -> tensor<1x3xf64>
  %e2 = check.literal dense<[[1.5, 1.5811388300841898, 2.7838821814150108]]> : tensor<1x3xf64>
  check.expect_close %2, %e2 {rtol = 1.0e-14} : tensor<1x3xf64>, tensor<1x3xf64>
  %3 = rlx.fused_matmul_bias_act %a, %b, %c activation = rsqrt
      : (tensor<1x2xf64>, tensor<2x3xf64>, tensor<3xf64>) -> tensor<1x3xf64>
  %e3 = check.literal dense<[[0.6666666666666666, 0.6324555320336759, 0.3592106040535498]]> : tensor<1x3xf64>
  check.expect_close %3, %e3 {rtol = 1.0e-14} : tensor<1x3xf64>, tensor<1x3xf64>
  %4 = rlx.fused_matmul_bias_act %a, %b, %c activation = neg
      : (tensor<1x2xf64>, tensor<2x3xf64>, tensor<3xf64>) -> tensor<1x3xf64>
  %e4 = check.literal dense<[[-2.25, -2.5, -7.75]]> : tensor<1x3xf64>
  check.expect_close %4, %e4 {rtol = 1.0e-14} : tensor<1x3xf64>, tensor<1x3xf64>
  %5 = rlx.fused_matmul_bias_act %a, %b, %c activation = abs
      : (tensor<1x2xf64>, tensor<2x3xf64>, tensor<3xf64>) -> tensor<1x3xf64>
  %e5 = check.literal dense<[[2.25, 2.5, 7.75]]> : tensor<1x3xf64>
  check.expect_close %5, %e5 {rtol = 1.0e-14} : tensor<1x3xf64>, tensor<1x3xf64>
  %6 = rlx.fused_matmul_bias_act %a, %b, %c activation = sin
      : (tensor<1x2xf64>, tensor<2x3xf64>, tensor<3xf64>) -> tensor<1x3xf64>
  %e6 = check.literal dense<[[0.7780731968879212, 0.5984721441039565, 0.9945987791111761]]> : tensor<1x3xf64>
  check.expect_close %6, %e6 {rtol = 1.0e-14} : tensor<1x3xf64>, tensor<1x3xf64>
  %7 = rlx.fused_matmul_bias_act %a, %b, %c activation = cos
      : (tensor<1x2xf64>, tensor<2x3xf64>, tensor<3xf64>) -> tensor<1x3xf64>
  %e7 = check.literal dense<[[-0.6281736227227391, -0.8011436155469337, 0.10379435721925297]]> : tensor<1x3xf64>
  check.expect_close %7, %e7 {rtol = 1.0e-14} : tensor<1x3xf64>, tensor<1x3xf64>
  %8 = rlx.fused_matmul_bias_act %a, %b, %c activation = tan
      : (tensor<1x2xf64>, tensor<2x3xf64>, tensor<3xf64>) -> tensor<1x3xf64>
  %e8 = check.literal dense<[[-1.2386276162240966, -0.7470222972386603, 9.582397403456211]]> : tensor<1x3xf64>
  check.expect_close %8, %e8 {rtol = 1.0e-14} : tensor<1x3xf64>, tensor<1x3xf64>
  %9 = rlx.fused_matmul_bias_act %a, %b, %c activation = atan
      : (tensor<1x2xf64>, tensor<2x3xf64>, tensor<3xf64>) -> tensor<1x3xf64>
  %e9 = check.literal dense<[[1.1525719972156676, 1.1902899496825317, 1.442473099109102]]> : tensor<1x3xf64>
  check.expect_close %9, %e9 {rtol = 1.0e-14} : tensor<1x3xf64>, tensor<1x3xf64>
  %10 = rlx.fused_matmul_bias_act %a, %b, %c activation = round
      : (tensor<1x2xf64>, tensor<2x3xf64>, tensor<3xf64>) -> tensor<1x3xf64>
  %e10 = check.literal dense<[[2.0, 2.0, 8.0]]> : tensor<1x3xf64>
  check.expect_close %10, %e10 {rtol = 1.0e-14} : tensor<1x3xf64>, tensor<1x3xf64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : tensor<1x3xf64>, tensor<1x3xf64>, tensor<1x3xf64>, tensor<1x3xf64>, tensor<1x3xf64>, tensor<1x3xf64>, tensor<1x3xf64>, tensor<1x3xf64>, tensor<1x3xf64>, tensor<1x3xf64>, tensor<1x3xf64>
}

// Operands are params, so a target that packs weights fuses bias and activation into its kernel.
func.func @activations_packed() -> (tensor<?x17xf32>, tensor<?x17xf32>, tensor<?x17xf32>, tensor<?x17xf32>, tensor<?x17xf32>, tensor<?x17xf32>, tensor<?x17xf32>, tensor<?x17xf32>, tensor<?x17xf32>, tensor<?x17xf32>) {
  %a = check.fill sizes [5, 33] seed 30 range [0.1, 1.0] : tensor<?x33xf32>
  %b = check.fill seed 31 range [0.0, 0.05] as param : tensor<33x17xf32>
  %c = check.fill seed 32 range [0.1, 0.5] as param : tensor<17xf32>
  %0 = rlx.fused_matmul_bias_act %a, %b, %c activation = exp
      : (tensor<?x33xf32>, tensor<33x17xf32>, tensor<17xf32>) -> tensor<?x17xf32>
  %1 = rlx.fused_matmul_bias_act %a, %b, %c activation = log
      : (tensor<?x33xf32>, tensor<33x17xf32>, tensor<17xf32>) -> tensor<?x17xf32>
  %2 = rlx.fused_matmul_bias_act %a, %b, %c activation = sqrt
      : (tensor<?x33xf32>, tensor<33x17xf32>, tensor<17xf32>) -> tensor<?x17xf32>
  %3 = rlx.fused_matmul_bias_act %a, %b, %c activation = rsqrt
      : (tensor<?x33xf32>, tensor<33x17xf32>, tensor<17xf32>) -> tensor<?x17xf32>
  %4 = rlx.fused_matmul_bias_act %a, %b, %c activation = neg
      : (tensor<?x33xf32>, tensor<33x17xf32>, tensor<17xf32>) -> tensor<?x17xf32>
  %5 = rlx.fused_matmul_bias_act %a, %b, %c activation = abs
      : (tensor<?x33xf32>, tensor<33x17xf32>, tensor<17xf32>) -> tensor<?x17xf32>
  %6 = rlx.fused_matmul_bias_act %a, %b, %c activation = sin
      : (tensor<?x33xf32>, tensor<33x17xf32>, tensor<17xf32>) -> tensor<?x17xf32>
  %7 = rlx.fused_matmul_bias_act %a, %b, %c activation = cos
      : (tensor<?x33xf32>, tensor<33x17xf32>, tensor<17xf32>) -> tensor<?x17xf32>
  %8 = rlx.fused_matmul_bias_act %a, %b, %c activation = tan
      : (tensor<?x33xf32>, tensor<33x17xf32>, tensor<17xf32>) -> tensor<?x17xf32>
  %9 = rlx.fused_matmul_bias_act %a, %b, %c activation = atan
      : (tensor<?x33xf32>, tensor<33x17xf32>, tensor<17xf32>) -> tensor<?x17xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<?x17xf32>, tensor<?x17xf32>, tensor<?x17xf32>, tensor<?x17xf32>, tensor<?x17xf32>, tensor<?x17xf32>, tensor<?x17xf32>, tensor<?x17xf32>, tensor<?x17xf32>, tensor<?x17xf32>
}

func.func @empty() -> (tensor<?x3xf32>, tensor<2x3xf32>) {
  %a = check.fill sizes [0, 4] seed 33 : tensor<?x4xf32>
  %b = check.fill seed 34 as param : tensor<4x3xf32>
  %c = check.fill seed 35 as param : tensor<3xf32>
  %0 = rlx.fused_matmul_bias_act %a, %b, %c activation = gelu : (tensor<?x4xf32>, tensor<4x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  // The empty sum gives the bias.
  %d = check.fill seed 36 : tensor<2x0xf32>
  %e = check.fill seed 37 : tensor<0x3xf32>
  %1 = rlx.fused_matmul_bias_act %d, %e, %c activation = relu : (tensor<2x0xf32>, tensor<0x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0, %1 : tensor<?x3xf32>, tensor<2x3xf32>
}
