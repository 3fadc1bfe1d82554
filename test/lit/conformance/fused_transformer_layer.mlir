// RUN: rlx-check %{sample} %s %{quick-lanes}

// From a program that computes head by head and row by row: all biases, gammas and betas.
func.func @literals() -> tensor<2x3x3xf64> {
  %h = check.literal dense<[[[-0.35, -0.7, 0.3], [-0.86, 0.07, -0.27], [-0.88, 0.01, -0.93]], [[-0.13, -0.86, -0.82], [-0.15, 0.65, -0.75], [-0.55, 0.25, 0.9]]]> : tensor<2x3x3xf64>
  %wqkv = check.literal dense<[[0.15, -0.21, 0.95, -0.91, 0.72, -0.42, -0.71, -0.76, -0.38, 0.63, -0.64, 0.16], [0.28, -0.26, 0.1, -0.87, -0.88, -0.59, 0.36, -0.14, -0.37, 0.17, -0.09, -0.4], [0.59, 0.4, -0.51, 0.15, 0.05, 0.75, 0.46, -0.42, 0.96, -0.76, -0.16, 0.51]]> : tensor<3x12xf64>
  %wo = check.literal dense<[[0.68, 0.89, -0.05], [0.33, -0.88, 0.4], [0.29, 0.99, 0.64], [-0.43, -0.23, 0.34]]> : tensor<4x3xf64>
  %w1 = check.literal dense<[[-0.77, -0.88, 0.54, -0.74, -0.5], [-0.22, 0.74, -0.84, -0.1, 0.1], [0.77, 0.64, 0.73, -0.44, -0.17]]> : tensor<3x5xf64>
  %w2 = check.literal dense<[[-0.54, -0.53, -0.03], [0.18, -0.47, -0.99], [-0.16, -0.26, 0.13], [0.91, 0.38, 0.03], [0.24, 0.35, -0.89]]> : tensor<5x3xf64>
  %bqkv = check.literal dense<[-0.7, -0.02, -0.92, 0.34, 0.53, 0.15, 0.75, -0.37, 0.39, 0.19, 0.16, -0.09]> : tensor<12xf64>
  %bo = check.literal dense<[-0.95, -0.08, -0.66]> : tensor<3xf64>
  %b1 = check.literal dense<[-0.28, 0.77, 0.92, -0.7, -0.65]> : tensor<5xf64>
  %b2 = check.literal dense<[0.8, 0.56, 0.75]> : tensor<3xf64>
  %g1 = check.literal dense<[0.6, -0.22, -0.2]> : tensor<3xf64>
  %be1 = check.literal dense<[-0.79, 0.27, -0.88]> : tensor<3xf64>
  %g2 = check.literal dense<[-0.87, -0.58, -0.68]> : tensor<3xf64>
  %be2 = check.literal dense<[-0.32, -0.89, -1.0]> : tensor<3xf64>
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 qkv_bias %bqkv out_bias %bo fc1_bias %b1 fc2_bias %b2 ln1_gamma %g1 ln1_beta %be1 ln2_gamma %g2 ln2_beta %be2 heads = 2 head_dim = 2 mask = none activation = gelu eps2 = 1.0e-3
      : (tensor<2x3x3xf64>, tensor<3x12xf64>, tensor<4x3xf64>, tensor<3x5xf64>, tensor<5x3xf64>, tensor<12xf64>, tensor<3xf64>, tensor<5xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<2x3x3xf64>
  %e = check.literal dense<[[[-0.912965144227, -1.314270384645, -0.039112539756], [-0.937147176917, -1.298097319805, -0.039173164938], [-0.958175449928, -1.2835998681, -0.039734285732]], [[-1.07091870279, -1.199458838652, -0.050261226067], [-0.982964925405, -1.266012848966, -0.040977867563], [-0.904670321801, -1.319697743059, -0.039232739374]]]> : tensor<2x3x3xf64>
  check.expect_close %0, %e {rtol = 1.0e-10, atol = 1.0e-11} : tensor<2x3x3xf64>, tensor<2x3x3xf64>
  return %0 : tensor<2x3x3xf64>
}

// Without any of them.
func.func @literals_no_bias() -> tensor<2x3x3xf64> {
  %h = check.literal dense<[[[-0.35, -0.7, 0.3], [-0.86, 0.07, -0.27], [-0.88, 0.01, -0.93]], [[-0.13, -0.86, -0.82], [-0.15, 0.65, -0.75], [-0.55, 0.25, 0.9]]]> : tensor<2x3x3xf64>
  %wqkv = check.literal dense<[[0.15, -0.21, 0.95, -0.91, 0.72, -0.42, -0.71, -0.76, -0.38, 0.63, -0.64, 0.16], [0.28, -0.26, 0.1, -0.87, -0.88, -0.59, 0.36, -0.14, -0.37, 0.17, -0.09, -0.4], [0.59, 0.4, -0.51, 0.15, 0.05, 0.75, 0.46, -0.42, 0.96, -0.76, -0.16, 0.51]]> : tensor<3x12xf64>
  %wo = check.literal dense<[[0.68, 0.89, -0.05], [0.33, -0.88, 0.4], [0.29, 0.99, 0.64], [-0.43, -0.23, 0.34]]> : tensor<4x3xf64>
  %w1 = check.literal dense<[[-0.77, -0.88, 0.54, -0.74, -0.5], [-0.22, 0.74, -0.84, -0.1, 0.1], [0.77, 0.64, 0.73, -0.44, -0.17]]> : tensor<3x5xf64>
  %w2 = check.literal dense<[[-0.54, -0.53, -0.03], [0.18, -0.47, -0.99], [-0.16, -0.26, 0.13], [0.91, 0.38, 0.03], [0.24, 0.35, -0.89]]> : tensor<5x3xf64>
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 heads = 2 head_dim = 2 mask = causal activation = relu eps2 = 1.0e-3
      : (tensor<2x3x3xf64>, tensor<3x12xf64>, tensor<4x3xf64>, tensor<3x5xf64>, tensor<5x3xf64>) -> tensor<2x3x3xf64>
  %e = check.literal dense<[[[0.361145965517, 1.003020743442, -1.364166708959], [0.370386228599, 0.996533584133, -1.366919812731], [0.35613519676, 1.006955172918, -1.363090369678]], [[0.765760105739, -1.412023787086, 0.646263681347], [0.473351261176, 0.916918473592, -1.390269734768], [0.244670042702, 1.060712658267, -1.305382700969]]]> : tensor<2x3x3xf64>
  check.expect_close %0, %e {rtol = 1.0e-10, atol = 1.0e-11} : tensor<2x3x3xf64>, tensor<2x3x3xf64>
  return %0 : tensor<2x3x3xf64>
}

func.func @dynamic() -> tensor<?x?x12xf32> {
  %h = check.fill sizes [2, 7, 12] seed 10 range [-1.0, 1.0] : tensor<?x?x12xf32>
  %wqkv = check.fill seed 11 range [-0.5, 0.5] as param : tensor<12x36xf32>
  %wo = check.fill seed 12 range [-0.5, 0.5] as param : tensor<12x12xf32>
  %w1 = check.fill seed 13 range [-0.5, 0.5] as param : tensor<12x20xf32>
  %w2 = check.fill seed 14 range [-0.5, 0.5] as param : tensor<20x12xf32>
  %bqkv = check.fill seed 15 as param : tensor<36xf32>
  %bo = check.fill seed 16 as param : tensor<12xf32>
  %b1 = check.fill seed 17 as param : tensor<20xf32>
  %b2 = check.fill seed 18 as param : tensor<12xf32>
  %g1 = check.fill seed 19 range [0.5, 1.5] as param : tensor<12xf32>
  %be1 = check.fill seed 20 as param : tensor<12xf32>
  %g2 = check.fill seed 21 range [0.5, 1.5] as param : tensor<12xf32>
  %be2 = check.fill seed 22 as param : tensor<12xf32>
  %m = check.fill sizes [2, 7] seed 23 : tensor<?x?xi1>
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 qkv_bias %bqkv out_bias %bo fc1_bias %b1 fc2_bias %b2 ln1_gamma %g1 ln1_beta %be1 ln2_gamma %g2 ln2_beta %be2 masked_by %m heads = 3 head_dim = 4 mask = custom activation = gelu_tanh
      : (tensor<?x?x12xf32>, tensor<12x36xf32>, tensor<12x12xf32>, tensor<12x20xf32>, tensor<20x12xf32>, tensor<36xf32>, tensor<12xf32>, tensor<20xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<?x?xi1>) -> tensor<?x?x12xf32>
  return %0 : tensor<?x?x12xf32>
}

func.func @some() -> tensor<3x5x9xf32> {
  %h = check.fill seed 30 range [-1.0, 1.0] : tensor<3x5x9xf32>
  %wqkv = check.fill seed 31 range [-0.5, 0.5] as param : tensor<9x24xf32>
  %wo = check.fill seed 32 range [-0.5, 0.5] as param : tensor<8x9xf32>
  %w1 = check.fill seed 33 range [-0.5, 0.5] as param : tensor<9x11xf32>
  %w2 = check.fill seed 34 range [-0.5, 0.5] as param : tensor<11x9xf32>
  %b1 = check.fill seed 35 as param : tensor<11xf32>
  %g1 = check.fill seed 36 range [0.5, 1.5] as param : tensor<9xf32>
  %be2 = check.fill seed 37 as param : tensor<9xf32>
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 fc1_bias %b1 ln1_gamma %g1 ln2_beta %be2 heads = 2 head_dim = 4 mask = causal scale = 0.25 activation = silu
      : (tensor<3x5x9xf32>, tensor<9x24xf32>, tensor<8x9xf32>, tensor<9x11xf32>, tensor<11x9xf32>, tensor<11xf32>, tensor<9xf32>, tensor<9xf32>) -> tensor<3x5x9xf32>
  return %0 : tensor<3x5x9xf32>
}

func.func @bias_mask() -> tensor<2x4x8xf32> {
  %h = check.fill seed 50 range [-1.0, 1.0] : tensor<2x4x8xf32>
  %wqkv = check.fill seed 51 range [-0.5, 0.5] as param : tensor<8x24xf32>
  %wo = check.fill seed 52 range [-0.5, 0.5] as param : tensor<8x8xf32>
  %w1 = check.fill seed 53 range [-0.5, 0.5] as param : tensor<8x16xf32>
  %w2 = check.fill seed 54 range [-0.5, 0.5] as param : tensor<16x8xf32>
  %bqkv = check.fill seed 55 as param : tensor<24xf32>
  %b2 = check.fill seed 56 as param : tensor<8xf32>
  %m = check.fill seed 57 : tensor<4x4xf32>
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 qkv_bias %bqkv fc2_bias %b2 masked_by %m heads = 2 head_dim = 4 mask = bias activation = tanh eps1 = 1.0e-3
      : (tensor<2x4x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8x16xf32>, tensor<16x8xf32>, tensor<24xf32>, tensor<8xf32>, tensor<4x4xf32>) -> tensor<2x4x8xf32>
  return %0 : tensor<2x4x8xf32>
}

func.func @f16() -> tensor<2x6x16xf16> {
  %h = check.fill seed 70 range [-1.0, 1.0] : tensor<2x6x16xf16>
  %wqkv = check.fill seed 71 range [-0.5, 0.5] as param : tensor<16x48xf16>
  %wo = check.fill seed 72 range [-0.5, 0.5] as param : tensor<16x16xf16>
  %w1 = check.fill seed 73 range [-0.5, 0.5] as param : tensor<16x32xf16>
  %w2 = check.fill seed 74 range [-0.5, 0.5] as param : tensor<32x16xf16>
  %bqkv = check.fill seed 75 as param : tensor<48xf16>
  %bo = check.fill seed 76 as param : tensor<16xf16>
  %b1 = check.fill seed 77 as param : tensor<32xf16>
  %b2 = check.fill seed 78 as param : tensor<16xf16>
  %g1 = check.fill seed 79 range [0.5, 1.5] as param : tensor<16xf16>
  %be1 = check.fill seed 80 as param : tensor<16xf16>
  %g2 = check.fill seed 81 range [0.5, 1.5] as param : tensor<16xf16>
  %be2 = check.fill seed 82 as param : tensor<16xf16>
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 qkv_bias %bqkv out_bias %bo fc1_bias %b1 fc2_bias %b2 ln1_gamma %g1 ln1_beta %be1 ln2_gamma %g2 ln2_beta %be2 heads = 2 head_dim = 8 mask = none activation = gelu
      : (tensor<2x6x16xf16>, tensor<16x48xf16>, tensor<16x16xf16>, tensor<16x32xf16>, tensor<32x16xf16>, tensor<48xf16>, tensor<16xf16>, tensor<32xf16>, tensor<16xf16>, tensor<16xf16>, tensor<16xf16>, tensor<16xf16>, tensor<16xf16>) -> tensor<2x6x16xf16>
  return %0 : tensor<2x6x16xf16>
}

func.func @bf16() -> tensor<2x3x16xbf16> {
  %h = check.fill seed 90 range [-1.0, 1.0] : tensor<2x3x16xbf16>
  %wqkv = check.fill seed 91 range [-0.5, 0.5] as param : tensor<16x48xbf16>
  %wo = check.fill seed 92 range [-0.5, 0.5] as param : tensor<16x16xbf16>
  %w1 = check.fill seed 93 range [-0.5, 0.5] as param : tensor<16x24xbf16>
  %w2 = check.fill seed 94 range [-0.5, 0.5] as param : tensor<24x16xbf16>
  %bqkv = check.fill seed 95 as param : tensor<48xbf16>
  %bo = check.fill seed 96 as param : tensor<16xbf16>
  %b1 = check.fill seed 97 as param : tensor<24xbf16>
  %b2 = check.fill seed 98 as param : tensor<16xbf16>
  %g1 = check.fill seed 99 range [0.5, 1.5] as param : tensor<16xbf16>
  %be1 = check.fill seed 100 as param : tensor<16xbf16>
  %g2 = check.fill seed 101 range [0.5, 1.5] as param : tensor<16xbf16>
  %be2 = check.fill seed 102 as param : tensor<16xbf16>
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 qkv_bias %bqkv out_bias %bo fc1_bias %b1 fc2_bias %b2 ln1_gamma %g1 ln1_beta %be1 ln2_gamma %g2 ln2_beta %be2 heads = 2 head_dim = 8 mask = none activation = gelu
      : (tensor<2x3x16xbf16>, tensor<16x48xbf16>, tensor<16x16xbf16>, tensor<16x24xbf16>, tensor<24x16xbf16>, tensor<48xbf16>, tensor<16xbf16>, tensor<24xbf16>, tensor<16xbf16>, tensor<16xbf16>, tensor<16xbf16>, tensor<16xbf16>, tensor<16xbf16>) -> tensor<2x3x16xbf16>
  return %0 : tensor<2x3x16xbf16>
}

func.func @f64_no_bias() -> tensor<2x3x5xf64> {
  %h = check.fill seed 110 range [-1.0, 1.0] : tensor<2x3x5xf64>
  %wqkv = check.fill seed 111 range [-0.5, 0.5] as param : tensor<5x12xf64>
  %wo = check.fill seed 112 range [-0.5, 0.5] as param : tensor<4x5xf64>
  %w1 = check.fill seed 113 range [-0.5, 0.5] as param : tensor<5x7xf64>
  %w2 = check.fill seed 114 range [-0.5, 0.5] as param : tensor<7x5xf64>
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 heads = 1 head_dim = 4 mask = none activation = gelu
      : (tensor<2x3x5xf64>, tensor<5x12xf64>, tensor<4x5xf64>, tensor<5x7xf64>, tensor<7x5xf64>) -> tensor<2x3x5xf64>
  return %0 : tensor<2x3x5xf64>
}

func.func @empty_batch() -> tensor<?x?x8xf32> {
  %h = check.fill sizes [0, 4, 8] seed 130 range [-1.0, 1.0] : tensor<?x?x8xf32>
  %wqkv = check.fill seed 131 range [-0.5, 0.5] as param : tensor<8x24xf32>
  %wo = check.fill seed 132 range [-0.5, 0.5] as param : tensor<8x8xf32>
  %w1 = check.fill seed 133 range [-0.5, 0.5] as param : tensor<8x16xf32>
  %w2 = check.fill seed 134 range [-0.5, 0.5] as param : tensor<16x8xf32>
  %bqkv = check.fill seed 135 as param : tensor<24xf32>
  %bo = check.fill seed 136 as param : tensor<8xf32>
  %b1 = check.fill seed 137 as param : tensor<16xf32>
  %b2 = check.fill seed 138 as param : tensor<8xf32>
  %g1 = check.fill seed 139 range [0.5, 1.5] as param : tensor<8xf32>
  %be1 = check.fill seed 140 as param : tensor<8xf32>
  %g2 = check.fill seed 141 range [0.5, 1.5] as param : tensor<8xf32>
  %be2 = check.fill seed 142 as param : tensor<8xf32>
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 qkv_bias %bqkv out_bias %bo fc1_bias %b1 fc2_bias %b2 ln1_gamma %g1 ln1_beta %be1 ln2_gamma %g2 ln2_beta %be2 heads = 2 head_dim = 4 mask = none activation = gelu
      : (tensor<?x?x8xf32>, tensor<8x24xf32>, tensor<8x8xf32>, tensor<8x16xf32>, tensor<16x8xf32>, tensor<24xf32>, tensor<8xf32>, tensor<16xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x?x8xf32>
  return %0 : tensor<?x?x8xf32>
}

func.func @dynamic_weights() -> tensor<?x?x?xf32> {
  %h = check.fill sizes [2, 5, 8] seed 1 range [-1.0, 1.0] : tensor<?x?x?xf32>
  %wqkv = check.fill sizes [8, 24] seed 2 range [-0.5, 0.5] : tensor<?x?xf32>
  %wo = check.fill sizes [8, 8] seed 3 range [-0.5, 0.5] : tensor<?x?xf32>
  %w1 = check.fill sizes [8, 12] seed 4 range [-0.5, 0.5] : tensor<?x?xf32>
  %w2 = check.fill sizes [12, 8] seed 5 range [-0.5, 0.5] : tensor<?x?xf32>
  %b = check.fill sizes [8] seed 6 : tensor<?xf32>
  %0 = rlx.fused_transformer_layer %h, %wqkv, %wo, %w1, %w2 ln1_beta %b heads = 2 head_dim = 4 mask = none activation = sigmoid : (tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
