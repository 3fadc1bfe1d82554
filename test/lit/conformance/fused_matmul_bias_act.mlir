// RUN: rlx-check %s

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
