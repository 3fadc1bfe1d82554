// RUN: rlx-check %{sample} %s %{quick-lanes}

// From a program that computes head by head. No biases, tables or mask.
func.func @literals() -> tensor<2x3x3xf64> {
  %h = check.literal dense<[[[-0.35, -0.7, 0.3], [-0.86, 0.07, -0.27], [-0.88, 0.01, -0.93]], [[-0.13, -0.86, -0.82], [-0.15, 0.65, -0.75], [-0.55, 0.25, 0.9]]]> : tensor<2x3x3xf64>
  %wqkv = check.literal dense<[[0.15, -0.21, 0.95, -0.91, 0.72, -0.42, -0.71, -0.76, -0.38, 0.63, -0.64, 0.16], [0.28, -0.26, 0.1, -0.87, -0.88, -0.59, 0.36, -0.14, -0.37, 0.17, -0.09, -0.4], [0.59, 0.4, -0.51, 0.15, 0.05, 0.75, 0.46, -0.42, 0.96, -0.76, -0.16, 0.51]]> : tensor<3x12xf64>
  %wo = check.literal dense<[[0.68, 0.89, -0.05], [0.33, -0.88, 0.4], [0.29, 0.99, 0.64], [-0.43, -0.23, 0.34]]> : tensor<4x3xf64>
  %0 = rlx.fused_attention_block %h, %wqkv, %wo heads = 2 head_dim = 2 mask = none
      : (tensor<2x3x3xf64>, tensor<3x12xf64>, tensor<4x3xf64>) -> tensor<2x3x3xf64>
  %e = check.literal dense<[[[0.255114669858, 0.942900189756, 0.147497305973], [0.197293316884, 0.809366899091, 0.170570324357], [0.15250032929, 0.686586790224, 0.194953457736]], [[0.045569321285, 0.16947583799, 0.073666504182], [-0.035174886031, -0.1064135614, 0.148760246424], [0.128011923488, 0.309445217711, 0.051111764572]]]> : tensor<2x3x3xf64>
  check.expect_close %0, %e {rtol = 1.0e-10, atol = 1.0e-11} : tensor<2x3x3xf64>, tensor<2x3x3xf64>
  return %0 : tensor<2x3x3xf64>
}

// Both biases, rotated queries and keys, causal mask and a scale.
func.func @literals_full() -> tensor<2x3x3xf64> {
  %h = check.literal dense<[[[-0.35, -0.7, 0.3], [-0.86, 0.07, -0.27], [-0.88, 0.01, -0.93]], [[-0.13, -0.86, -0.82], [-0.15, 0.65, -0.75], [-0.55, 0.25, 0.9]]]> : tensor<2x3x3xf64>
  %wqkv = check.literal dense<[[0.15, -0.21, 0.95, -0.91, 0.72, -0.42, -0.71, -0.76, -0.38, 0.63, -0.64, 0.16], [0.28, -0.26, 0.1, -0.87, -0.88, -0.59, 0.36, -0.14, -0.37, 0.17, -0.09, -0.4], [0.59, 0.4, -0.51, 0.15, 0.05, 0.75, 0.46, -0.42, 0.96, -0.76, -0.16, 0.51]]> : tensor<3x12xf64>
  %wo = check.literal dense<[[0.68, 0.89, -0.05], [0.33, -0.88, 0.4], [0.29, 0.99, 0.64], [-0.43, -0.23, 0.34]]> : tensor<4x3xf64>
  %bqkv = check.literal dense<[-0.7, -0.02, -0.92, 0.34, 0.53, 0.15, 0.75, -0.37, 0.39, 0.19, 0.16, -0.09]> : tensor<12xf64>
  %bo = check.literal dense<[-0.95, -0.08, -0.66]> : tensor<3xf64>
  %cos = check.literal dense<[[1.0], [0.877583], [0.315322]]> : tensor<3x1xf64>
  %sin = check.literal dense<[[0.0], [0.479426], [0.948985]]> : tensor<3x1xf64>
  %0 = rlx.fused_attention_block %h, %wqkv, %wo qkv_bias %bqkv out_bias %bo rope %cos, %sin heads = 2 head_dim = 2 mask = causal scale = 0.5
      : (tensor<2x3x3xf64>, tensor<3x12xf64>, tensor<4x3xf64>, tensor<12xf64>, tensor<3xf64>, tensor<3x1xf64>, tensor<3x1xf64>) -> tensor<2x3x3xf64>
  %e = check.literal dense<[[[-0.354675, 1.5335, -0.51156], [-0.389304560872, 1.269661429913, -0.430155795529], [-0.420447171625, 0.88437766984, -0.325356346654]], [[-0.566473, -0.1314, -0.198228], [-0.646765748069, -0.52849092628, -0.261574019517], [-0.406859536473, 0.644479232737, -0.506181321783]]]> : tensor<2x3x3xf64>
  check.expect_close %0, %e {rtol = 1.0e-10, atol = 1.0e-11} : tensor<2x3x3xf64>, tensor<2x3x3xf64>
  return %0 : tensor<2x3x3xf64>
}

// The first sequence masks its second key. The second masks all keys, so its result is out_bias.
func.func @literals_custom() -> tensor<2x3x3xf64> {
  %h = check.literal dense<[[[-0.35, -0.7, 0.3], [-0.86, 0.07, -0.27], [-0.88, 0.01, -0.93]], [[-0.13, -0.86, -0.82], [-0.15, 0.65, -0.75], [-0.55, 0.25, 0.9]]]> : tensor<2x3x3xf64>
  %wqkv = check.literal dense<[[0.15, -0.21, 0.95, -0.91, 0.72, -0.42, -0.71, -0.76, -0.38, 0.63, -0.64, 0.16], [0.28, -0.26, 0.1, -0.87, -0.88, -0.59, 0.36, -0.14, -0.37, 0.17, -0.09, -0.4], [0.59, 0.4, -0.51, 0.15, 0.05, 0.75, 0.46, -0.42, 0.96, -0.76, -0.16, 0.51]]> : tensor<3x12xf64>
  %wo = check.literal dense<[[0.68, 0.89, -0.05], [0.33, -0.88, 0.4], [0.29, 0.99, 0.64], [-0.43, -0.23, 0.34]]> : tensor<4x3xf64>
  %bqkv = check.literal dense<[-0.7, -0.02, -0.92, 0.34, 0.53, 0.15, 0.75, -0.37, 0.39, 0.19, 0.16, -0.09]> : tensor<12xf64>
  %bo = check.literal dense<[-0.95, -0.08, -0.66]> : tensor<3xf64>
  %m = check.literal dense<[[true, false, true], [false, false, false]]> : tensor<2x3xi1>
  %0 = rlx.fused_attention_block %h, %wqkv, %wo qkv_bias %bqkv out_bias %bo masked_by %m heads = 2 head_dim = 2 mask = custom
      : (tensor<2x3x3xf64>, tensor<3x12xf64>, tensor<4x3xf64>, tensor<12xf64>, tensor<3xf64>, tensor<2x3xi1>) -> tensor<2x3x3xf64>
  %e = check.literal dense<[[[-0.326587591463, 0.997281144682, -0.334307239973], [-0.406325234271, 0.805309869943, -0.299754696233], [-0.467568086889, 0.62999818497, -0.264474532814]], [[-0.95, -0.08, -0.66], [-0.95, -0.08, -0.66], [-0.95, -0.08, -0.66]]]> : tensor<2x3x3xf64>
  check.expect_close %0, %e {rtol = 1.0e-10, atol = 1.0e-11} : tensor<2x3x3xf64>, tensor<2x3x3xf64>
  return %0 : tensor<2x3x3xf64>
}

func.func @dynamic_rope() -> tensor<?x?x10xf32> {
  %h = check.fill sizes [2, 7, 9] seed 10 range [-1.0, 1.0] : tensor<?x?x9xf32>
  %wqkv = check.fill seed 11 range [-0.5, 0.5] as param : tensor<9x72xf32>
  %wo = check.fill seed 12 range [-0.5, 0.5] as param : tensor<24x10xf32>
  %bqkv = check.fill seed 13 as param : tensor<72xf32>
  %cos = check.fill seed 15 range [-1.0, 1.0] as param : tensor<16x3xf32>
  %sin = check.fill seed 16 range [-1.0, 1.0] as param : tensor<16x3xf32>
  %0 = rlx.fused_attention_block %h, %wqkv, %wo qkv_bias %bqkv rope %cos, %sin heads = 3 head_dim = 8 mask = causal style = interleaved
      : (tensor<?x?x9xf32>, tensor<9x72xf32>, tensor<24x10xf32>, tensor<72xf32>, tensor<16x3xf32>, tensor<16x3xf32>) -> tensor<?x?x10xf32>
  return %0 : tensor<?x?x10xf32>
}

func.func @bias_mask() -> tensor<3x5x8xf32> {
  %h = check.fill seed 20 range [-1.0, 1.0] : tensor<3x5x8xf32>
  %wqkv = check.fill seed 21 range [-0.5, 0.5] as param : tensor<8x24xf32>
  %wo = check.fill seed 22 range [-0.5, 0.5] as param : tensor<8x8xf32>
  %bo = check.fill seed 24 as param : tensor<8xf32>
  %m = check.fill seed 27 : tensor<3x2x5x5xf32>
  %0 = rlx.fused_attention_block %h, %wqkv, %wo out_bias %bo masked_by %m heads = 2 head_dim = 4 mask = bias softcap = 2.0
      : (tensor<3x5x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<3x2x5x5xf32>) -> tensor<3x5x8xf32>
  return %0 : tensor<3x5x8xf32>
}

func.func @dynamic_custom() -> tensor<?x?x8xf32> {
  %h = check.fill sizes [2, 6, 8] seed 30 range [-1.0, 1.0] : tensor<?x?x8xf32>
  %wqkv = check.fill seed 31 range [-0.5, 0.5] as param : tensor<8x30xf32>
  %wo = check.fill seed 32 range [-0.5, 0.5] as param : tensor<10x8xf32>
  %bqkv = check.fill seed 33 as param : tensor<30xf32>
  %bo = check.fill seed 34 as param : tensor<8xf32>
  %m = check.fill sizes [2, 6] seed 37 : tensor<?x?xi1>
  %0 = rlx.fused_attention_block %h, %wqkv, %wo qkv_bias %bqkv out_bias %bo masked_by %m heads = 2 head_dim = 5 mask = custom
      : (tensor<?x?x8xf32>, tensor<8x30xf32>, tensor<10x8xf32>, tensor<30xf32>, tensor<8xf32>, tensor<?x?xi1>) -> tensor<?x?x8xf32>
  return %0 : tensor<?x?x8xf32>
}

func.func @sliding_window_f16() -> tensor<2x9x12xf16> {
  %h = check.fill seed 40 range [-1.0, 1.0] : tensor<2x9x12xf16>
  %wqkv = check.fill seed 41 range [-0.5, 0.5] as param : tensor<12x36xf16>
  %wo = check.fill seed 42 range [-0.5, 0.5] as param : tensor<12x12xf16>
  %bqkv = check.fill seed 43 as param : tensor<36xf16>
  %cos = check.fill seed 45 range [-1.0, 1.0] as param : tensor<9x3xf16>
  %sin = check.fill seed 46 range [-1.0, 1.0] as param : tensor<9x3xf16>
  %0 = rlx.fused_attention_block %h, %wqkv, %wo qkv_bias %bqkv rope %cos, %sin heads = 2 head_dim = 6 mask = sliding_window window = 2
      : (tensor<2x9x12xf16>, tensor<12x36xf16>, tensor<12x12xf16>, tensor<36xf16>, tensor<9x3xf16>, tensor<9x3xf16>) -> tensor<2x9x12xf16>
  return %0 : tensor<2x9x12xf16>
}

func.func @bf16() -> tensor<2x4x8xbf16> {
  %h = check.fill seed 50 range [-1.0, 1.0] : tensor<2x4x8xbf16>
  %wqkv = check.fill seed 51 range [-0.5, 0.5] as param : tensor<8x24xbf16>
  %wo = check.fill seed 52 range [-0.5, 0.5] as param : tensor<8x8xbf16>
  %bqkv = check.fill seed 53 as param : tensor<24xbf16>
  %bo = check.fill seed 54 as param : tensor<8xbf16>
  %0 = rlx.fused_attention_block %h, %wqkv, %wo qkv_bias %bqkv out_bias %bo heads = 2 head_dim = 4 mask = none
      : (tensor<2x4x8xbf16>, tensor<8x24xbf16>, tensor<8x8xbf16>, tensor<24xbf16>, tensor<8xbf16>) -> tensor<2x4x8xbf16>
  return %0 : tensor<2x4x8xbf16>
}

func.func @f64_rank_4_mask() -> tensor<2x4x5xf64> {
  %h = check.fill seed 60 range [-1.0, 1.0] : tensor<2x4x5xf64>
  %wqkv = check.fill seed 61 range [-0.5, 0.5] as param : tensor<5x9xf64>
  %wo = check.fill seed 62 range [-0.5, 0.5] as param : tensor<3x5xf64>
  %m = check.fill seed 67 : tensor<2x1x4x4xi1>
  %0 = rlx.fused_attention_block %h, %wqkv, %wo masked_by %m heads = 1 head_dim = 3 mask = custom
      : (tensor<2x4x5xf64>, tensor<5x9xf64>, tensor<3x5xf64>, tensor<2x1x4x4xi1>) -> tensor<2x4x5xf64>
  return %0 : tensor<2x4x5xf64>
}

func.func @empty_batch() -> tensor<?x?x8xf32> {
  %h = check.fill sizes [0, 4, 8] seed 70 range [-1.0, 1.0] : tensor<?x?x8xf32>
  %wqkv = check.fill seed 71 range [-0.5, 0.5] as param : tensor<8x24xf32>
  %wo = check.fill seed 72 range [-0.5, 0.5] as param : tensor<8x8xf32>
  %bqkv = check.fill seed 73 as param : tensor<24xf32>
  %0 = rlx.fused_attention_block %h, %wqkv, %wo qkv_bias %bqkv heads = 2 head_dim = 4 mask = none
      : (tensor<?x?x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<24xf32>) -> tensor<?x?x8xf32>
  return %0 : tensor<?x?x8xf32>
}

func.func @empty_sequence() -> tensor<?x?x8xf32> {
  %h = check.fill sizes [2, 0, 8] seed 80 range [-1.0, 1.0] : tensor<?x?x8xf32>
  %wqkv = check.fill seed 81 range [-0.5, 0.5] as param : tensor<8x24xf32>
  %wo = check.fill seed 82 range [-0.5, 0.5] as param : tensor<8x8xf32>
  %cos = check.fill seed 85 range [-1.0, 1.0] as param : tensor<4x2xf32>
  %sin = check.fill seed 86 range [-1.0, 1.0] as param : tensor<4x2xf32>
  %0 = rlx.fused_attention_block %h, %wqkv, %wo rope %cos, %sin heads = 2 head_dim = 4 mask = causal
      : (tensor<?x?x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<?x?x8xf32>
  return %0 : tensor<?x?x8xf32>
}

func.func @dynamic_weights() -> tensor<?x?x?xf32> {
  %h = check.fill sizes [2, 5, 8] seed 1 range [-1.0, 1.0] : tensor<?x?x?xf32>
  %wqkv = check.fill sizes [8, 24] seed 2 range [-0.5, 0.5] : tensor<?x?xf32>
  %wo = check.fill sizes [8, 8] seed 3 range [-0.5, 0.5] : tensor<?x?xf32>
  %b = check.fill sizes [8] seed 6 : tensor<?xf32>
  %0 = rlx.fused_attention_block %h, %wqkv, %wo out_bias %b heads = 2 head_dim = 4 mask = causal : (tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
