// RUN: rlx-check %{sample} %s

// Expected values from the recurrence in NumPy.
func.func @literals() -> (tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>) {
  %q = check.literal dense<[[[[-1.5, -0.75], [-0.0, 1.5]], [[1.75, 0.75], [-1.25, 0.25]]], [[[0.75, -1.75], [0.75, -0.5]], [[0.25, 0.75], [0.75, 0.0]]]]> : tensor<2x2x2x2xf32>
  %k = check.literal dense<[[[[0.125, -0.625], [-0.0, -0.75]], [[-0.0, 0.125], [0.5, -0.25]]], [[[-1.0, 0.0], [-0.625, 0.5]], [[-0.25, -0.25], [0.875, -0.25]]]]> : tensor<2x2x2x2xf32>
  %v = check.literal dense<[[[[-0.5, -0.5, -0.0], [-1.75, 0.25, 1.75]], [[0.25, 1.0, 1.75], [1.25, 1.0, 1.25]]], [[[1.25, -1.0, -0.0], [-0.75, -1.0, 0.25]], [[-0.75, 0.5, 0.25], [-1.5, -0.25, -0.5]]]]> : tensor<2x2x2x3xf32>
  %g = check.literal dense<[[[-0.375, -0.875], [-0.625, -0.0]], [[-0.25, -0.375], [-0.375, -0.625]]]> : tensor<2x2x2xf32>
  %beta = check.literal dense<[[[0.875, 0.5], [0.75, 0.5]], [[0.375, 0.5], [0.125, 0.875]]]> : tensor<2x2x2xf32>
  %s = check.literal dense<[[[[-1.5, -0.25, 0.75], [1.5, 2.0, -1.5]], [[0.25, 1.5, -1.75], [0.25, -1.25, 1.0]]], [[[1.75, 0.25, -2.0], [-1.75, -0.25, 1.5]], [[-1.0, 0.75, -0.5], [-1.0, 0.75, -0.75]]]]> : tensor<2x2x2x3xf32>
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %beta : (tensor<2x2x2x2xf32>, tensor<2x2x2x2xf32>, tensor<2x2x2x3xf32>, tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> (tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>)
  %w0 = check.literal dense<[[[[-0.08700728, -0.08700728, 0.0], [0.696058238, -0.099436891, -0.696058238]], [[0.052917023, 0.090205857, 0.08700728], [-0.227703575, -0.253943866, -0.379966315]]], [[[-0.248592228, 0.198873782, 0.0], [0.190587375, 0.254116499, -0.063529125]], [[-0.038599039, 0.03308894, -0.005524272], [-0.597278105, -0.085811355, -0.20694127]]]]> : tensor<2x2x2x3xf32>
  check.expect_close %0#0, %w0 : tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>
  %w1 = check.literal dense<[[[[-0.029272109, -0.029272109, 0.0], [0.168082884, 0.238395384, 0.1640625]], [[0.353515625, 0.244140625, 0.271484375], [0.479492188, -0.215820312, -0.791992188]]], [[[-0.296212421, 0.240094937, -0.0078125], [0.025954429, -0.017638543, -0.0078125]], [[-1.126238395, -0.161807443, -0.390212202], [0.25726428, -0.03979346, 0.13299524]]]]> : tensor<2x2x2x3xf32>
  check.expect_close %0#1, %w1 : tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>
  %1:2 = rlx.gated_delta_net %q, %k, %v, %g, %beta state %s scale = 5.000000e-01 : (tensor<2x2x2x2xf32>, tensor<2x2x2x2xf32>, tensor<2x2x2x3xf32>, tensor<2x2x2xf32>, tensor<2x2x2xf32>, tensor<2x2x2x3xf32>) -> (tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>)
  %w2 = check.literal dense<[[[[0.42021668, -0.339769884, -0.087211573], [0.548366171, -0.351205853, -0.267472818]], [[-0.285188374, 0.205567159, 0.139019598], [-0.211044871, -0.547360164, 0.149152105]]], [[[1.336187458, 0.35662053, -1.387238895], [0.064291627, 0.232542999, -0.052640456]], [[-0.304006551, -0.016133002, 0.213020989], [-0.49332709, -0.007437022, -0.189378349]]]]> : tensor<2x2x2x3xf32>
  check.expect_close %1#0, %w2 : tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>
  %w3 = check.literal dense<[[[[-0.535824856, -0.069688552, 0.234415367], [0.489755666, 0.710785711, -0.176250261]], [[0.449385748, 0.767864246, -0.348109369], [0.558569773, -0.539560079, -0.547330006]]], [[[0.291974027, 0.324121572, -0.677934718], [-0.908008811, -0.151061863, 0.79403421]], [[-1.315538907, -0.019832059, -0.505008932], [-0.169028148, 0.27992586, -0.158974263]]]]> : tensor<2x2x2x3xf32>
  check.expect_close %1#1, %w3 : tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>
  return %0#0, %0#1, %1#0, %1#1 : tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>, tensor<2x2x2x3xf32>
}

// The state after the first step continues the sequence.
func.func @carried() -> (tensor<1x2x2x3xf32>, tensor<1x2x2x3xf32>) {
  %q0 = check.literal dense<[[[[-1.5, -0.75], [-0.0, 1.5]]]]> : tensor<1x1x2x2xf32>
  %q1 = check.literal dense<[[[[1.75, 0.75], [-1.25, 0.25]]]]> : tensor<1x1x2x2xf32>
  %k0 = check.literal dense<[[[[0.125, -0.625], [-0.0, -0.75]]]]> : tensor<1x1x2x2xf32>
  %k1 = check.literal dense<[[[[-0.0, 0.125], [0.5, -0.25]]]]> : tensor<1x1x2x2xf32>
  %v0 = check.literal dense<[[[[-0.5, -0.5, -0.0], [-1.75, 0.25, 1.75]]]]> : tensor<1x1x2x3xf32>
  %v1 = check.literal dense<[[[[0.25, 1.0, 1.75], [1.25, 1.0, 1.25]]]]> : tensor<1x1x2x3xf32>
  %g0 = check.literal dense<[[[-0.375, -0.875]]]> : tensor<1x1x2xf32>
  %g1 = check.literal dense<[[[-0.625, -0.0]]]> : tensor<1x1x2xf32>
  %beta0 = check.literal dense<[[[0.875, 0.5]]]> : tensor<1x1x2xf32>
  %beta1 = check.literal dense<[[[0.75, 0.5]]]> : tensor<1x1x2xf32>
  %0:2 = rlx.gated_delta_net %q0, %k0, %v0, %g0, %beta0 : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x3xf32>, tensor<1x1x2xf32>, tensor<1x1x2xf32>) -> (tensor<1x1x2x3xf32>, tensor<1x2x2x3xf32>)
  %1:2 = rlx.gated_delta_net %q1, %k1, %v1, %g1, %beta1 state %0#1 : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x3xf32>, tensor<1x1x2xf32>, tensor<1x1x2xf32>, tensor<1x2x2x3xf32>) -> (tensor<1x1x2x3xf32>, tensor<1x2x2x3xf32>)
  %o = rlx.concat %0#0, %1#0 axis = 1 : (tensor<1x1x2x3xf32>, tensor<1x1x2x3xf32>) -> tensor<1x2x2x3xf32>
  %w0 = check.literal dense<[[[[-0.08700728, -0.08700728, 0.0], [0.696058238, -0.099436891, -0.696058238]], [[0.052917023, 0.090205857, 0.08700728], [-0.227703575, -0.253943866, -0.379966315]]]]> : tensor<1x2x2x3xf32>
  check.expect_close %o, %w0 : tensor<1x2x2x3xf32>, tensor<1x2x2x3xf32>
  %w1 = check.literal dense<[[[[-0.029272109, -0.029272109, 0.0], [0.168082884, 0.238395384, 0.1640625]], [[0.353515625, 0.244140625, 0.271484375], [0.479492188, -0.215820312, -0.791992188]]]]> : tensor<1x2x2x3xf32>
  check.expect_close %1#1, %w1 : tensor<1x2x2x3xf32>, tensor<1x2x2x3xf32>
  return %o, %1#1 : tensor<1x2x2x3xf32>, tensor<1x2x2x3xf32>
}

// Different sizes of keys and values.
func.func @dynamic() -> (tensor<?x?x3x40xf32>, tensor<?x3x16x40xf32>) {
  %q = check.fill sizes [2, 9, 3, 16] seed 1 range [-1.0, 1.0] : tensor<?x?x3x16xf32>
  %k = check.fill sizes [2, 9, 3, 16] seed 2 range [-0.433, 0.433] : tensor<?x?x3x16xf32>
  %v = check.fill sizes [2, 9, 3, 40] seed 3 range [-2.0, 2.0] : tensor<?x?x3x40xf32>
  %g = check.fill sizes [2, 9, 3] seed 4 range [-0.5, 0.0] : tensor<?x?x3xf32>
  %beta = check.fill sizes [2, 9, 3] seed 5 range [0.0, 1.0] : tensor<?x?x3xf32>
  %s = check.fill sizes [2, 3, 16, 40] seed 6 range [-1.0, 1.0] : tensor<?x3x16x40xf32>
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %beta state %s : (tensor<?x?x3x16xf32>, tensor<?x?x3x16xf32>, tensor<?x?x3x40xf32>, tensor<?x?x3xf32>, tensor<?x?x3xf32>, tensor<?x3x16x40xf32>) -> (tensor<?x?x3x40xf32>, tensor<?x3x16x40xf32>)
  return %0#0, %0#1 : tensor<?x?x3x40xf32>, tensor<?x3x16x40xf32>
}

// 1 / sqrt(K) is computed at run time.
func.func @all_dynamic() -> (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) {
  %q = check.fill sizes [2, 5, 3, 7] seed 10 range [-1.0, 1.0] : tensor<?x?x?x?xf32>
  %k = check.fill sizes [2, 5, 3, 7] seed 11 range [-0.655, 0.655] : tensor<?x?x?x?xf32>
  %v = check.fill sizes [2, 5, 3, 70] seed 12 range [-2.0, 2.0] : tensor<?x?x?x?xf32>
  %g = check.fill sizes [2, 5, 3] seed 13 range [-0.5, 0.0] : tensor<?x?x?xf32>
  %beta = check.fill sizes [2, 5, 3] seed 14 range [0.0, 1.0] : tensor<?x?x?xf32>
  %s = check.fill sizes [2, 3, 7, 70] seed 15 range [-1.0, 1.0] : tensor<?x?x?x?xf32>
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %beta state %s : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?x?x?xf32>) -> (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>)
  return %0#0, %0#1 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>
}

// Head sizes above 128. Columns are distributed to workgroups.
func.func @large_heads() -> (tensor<1x6x2x200xf32>, tensor<1x2x160x200xf32>) {
  %q = check.fill seed 20 range [-1.0, 1.0] : tensor<1x6x2x160xf32>
  %k = check.fill seed 21 range [-0.137, 0.137] : tensor<1x6x2x160xf32>
  %v = check.fill seed 22 range [-2.0, 2.0] : tensor<1x6x2x200xf32>
  %g = check.fill seed 23 range [-0.5, 0.0] : tensor<1x6x2xf32>
  %beta = check.fill seed 24 range [0.0, 1.0] : tensor<1x6x2xf32>
  %s = check.fill seed 25 range [-1.0, 1.0] : tensor<1x2x160x200xf32>
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %beta state %s : (tensor<1x6x2x160xf32>, tensor<1x6x2x160xf32>, tensor<1x6x2x200xf32>, tensor<1x6x2xf32>, tensor<1x6x2xf32>, tensor<1x2x160x200xf32>) -> (tensor<1x6x2x200xf32>, tensor<1x2x160x200xf32>)
  return %0#0, %0#1 : tensor<1x6x2x200xf32>, tensor<1x2x160x200xf32>
}

func.func @long() -> (tensor<2x200x2x8xf32>, tensor<2x2x8x8xf32>) {
  %q = check.fill seed 30 range [-1.0, 1.0] : tensor<2x200x2x8xf32>
  %k = check.fill seed 31 range [-0.612, 0.612] : tensor<2x200x2x8xf32>
  %v = check.fill seed 32 range [-2.0, 2.0] : tensor<2x200x2x8xf32>
  %g = check.fill seed 33 range [-0.5, 0.0] : tensor<2x200x2xf32>
  %beta = check.fill seed 34 range [0.0, 1.0] : tensor<2x200x2xf32>
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %beta : (tensor<2x200x2x8xf32>, tensor<2x200x2x8xf32>, tensor<2x200x2x8xf32>, tensor<2x200x2xf32>, tensor<2x200x2xf32>) -> (tensor<2x200x2x8xf32>, tensor<2x2x8x8xf32>)
  return %0#0, %0#1 : tensor<2x200x2x8xf32>, tensor<2x2x8x8xf32>
}

func.func @f64() -> (tensor<2x5x3x16xf64>, tensor<2x3x16x16xf64>) {
  %q = check.fill seed 40 range [-1.0, 1.0] : tensor<2x5x3x16xf64>
  %k = check.fill seed 41 range [-0.433, 0.433] : tensor<2x5x3x16xf64>
  %v = check.fill seed 42 range [-2.0, 2.0] : tensor<2x5x3x16xf64>
  %g = check.fill seed 43 range [-0.5, 0.0] : tensor<2x5x3xf64>
  %beta = check.fill seed 44 range [0.0, 1.0] : tensor<2x5x3xf64>
  %s = check.fill seed 45 range [-1.0, 1.0] : tensor<2x3x16x16xf64>
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %beta state %s : (tensor<2x5x3x16xf64>, tensor<2x5x3x16xf64>, tensor<2x5x3x16xf64>, tensor<2x5x3xf64>, tensor<2x5x3xf64>, tensor<2x3x16x16xf64>) -> (tensor<2x5x3x16xf64>, tensor<2x3x16x16xf64>)
  return %0#0, %0#1 : tensor<2x5x3x16xf64>, tensor<2x3x16x16xf64>
}

func.func @f16() -> (tensor<2x5x3x35xf16>, tensor<2x3x16x35xf16>) {
  %q = check.fill seed 50 range [-1.0, 1.0] : tensor<2x5x3x16xf16>
  %k = check.fill seed 51 range [-0.433, 0.433] : tensor<2x5x3x16xf16>
  %v = check.fill seed 52 range [-2.0, 2.0] : tensor<2x5x3x35xf16>
  %g = check.fill seed 53 range [-0.5, 0.0] : tensor<2x5x3xf16>
  %beta = check.fill seed 54 range [0.0, 1.0] : tensor<2x5x3xf16>
  %s = check.fill seed 55 range [-1.0, 1.0] : tensor<2x3x16x35xf16>
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %beta state %s : (tensor<2x5x3x16xf16>, tensor<2x5x3x16xf16>, tensor<2x5x3x35xf16>, tensor<2x5x3xf16>, tensor<2x5x3xf16>, tensor<2x3x16x35xf16>) -> (tensor<2x5x3x35xf16>, tensor<2x3x16x35xf16>)
  return %0#0, %0#1 : tensor<2x5x3x35xf16>, tensor<2x3x16x35xf16>
}

func.func @bf16() -> (tensor<?x?x3x16xbf16>, tensor<?x3x16x16xbf16>) {
  %q = check.fill sizes [2, 5, 3, 16] seed 60 range [-1.0, 1.0] : tensor<?x?x3x16xbf16>
  %k = check.fill sizes [2, 5, 3, 16] seed 61 range [-0.433, 0.433] : tensor<?x?x3x16xbf16>
  %v = check.fill sizes [2, 5, 3, 16] seed 62 range [-2.0, 2.0] : tensor<?x?x3x16xbf16>
  %g = check.fill sizes [2, 5, 3] seed 63 range [-0.5, 0.0] : tensor<?x?x3xbf16>
  %beta = check.fill sizes [2, 5, 3] seed 64 range [0.0, 1.0] : tensor<?x?x3xbf16>
  %s = check.fill sizes [2, 3, 16, 16] seed 65 range [-1.0, 1.0] : tensor<?x3x16x16xbf16>
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %beta state %s : (tensor<?x?x3x16xbf16>, tensor<?x?x3x16xbf16>, tensor<?x?x3x16xbf16>, tensor<?x?x3xbf16>, tensor<?x?x3xbf16>, tensor<?x3x16x16xbf16>) -> (tensor<?x?x3x16xbf16>, tensor<?x3x16x16xbf16>)
  return %0#0, %0#1 : tensor<?x?x3x16xbf16>, tensor<?x3x16x16xbf16>
}

func.func @bf16_zero_state() -> (tensor<2x5x3x16xbf16>, tensor<2x3x16x16xbf16>) {
  %q = check.fill seed 70 range [-1.0, 1.0] : tensor<2x5x3x16xbf16>
  %k = check.fill seed 71 range [-0.433, 0.433] : tensor<2x5x3x16xbf16>
  %v = check.fill seed 72 range [-2.0, 2.0] : tensor<2x5x3x16xbf16>
  %g = check.fill seed 73 range [-0.5, 0.0] : tensor<2x5x3xbf16>
  %beta = check.fill seed 74 range [0.0, 1.0] : tensor<2x5x3xbf16>
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %beta scale = 2.500000e-01 : (tensor<2x5x3x16xbf16>, tensor<2x5x3x16xbf16>, tensor<2x5x3x16xbf16>, tensor<2x5x3xbf16>, tensor<2x5x3xbf16>) -> (tensor<2x5x3x16xbf16>, tensor<2x3x16x16xbf16>)
  return %0#0, %0#1 : tensor<2x5x3x16xbf16>, tensor<2x3x16x16xbf16>
}

// NaN and infinities stay in their column.
func.func @special() -> (tensor<2x4x2x6xf32>, tensor<2x2x5x6xf32>) {
  %q = check.fill seed 80 range [-1.0, 1.0] : tensor<2x4x2x5xf32>
  %k = check.fill seed 81 range [-0.775, 0.775] : tensor<2x4x2x5xf32>
  %v = check.fill seed 82 range [-2.0, 2.0] edges all : tensor<2x4x2x6xf32>
  %g = check.fill seed 83 range [-0.5, 0.0] : tensor<2x4x2xf32>
  %beta = check.fill seed 84 range [0.0, 1.0] : tensor<2x4x2xf32>
  %s = check.fill seed 85 range [-1.0, 1.0] : tensor<2x2x5x6xf32>
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %beta state %s : (tensor<2x4x2x5xf32>, tensor<2x4x2x5xf32>, tensor<2x4x2x6xf32>, tensor<2x4x2xf32>, tensor<2x4x2xf32>, tensor<2x2x5x6xf32>) -> (tensor<2x4x2x6xf32>, tensor<2x2x5x6xf32>)
  return %0#0, %0#1 : tensor<2x4x2x6xf32>, tensor<2x2x5x6xf32>
}

// The initial state is the result.
func.func @empty_sequence() -> (tensor<?x?x3x5xf32>, tensor<?x3x4x5xf32>) {
  %q = check.fill sizes [2, 0, 3, 4] seed 90 range [-1.0, 1.0] : tensor<?x?x3x4xf32>
  %k = check.fill sizes [2, 0, 3, 4] seed 91 range [-0.866, 0.866] : tensor<?x?x3x4xf32>
  %v = check.fill sizes [2, 0, 3, 5] seed 92 range [-2.0, 2.0] : tensor<?x?x3x5xf32>
  %g = check.fill sizes [2, 0, 3] seed 93 range [-0.5, 0.0] : tensor<?x?x3xf32>
  %beta = check.fill sizes [2, 0, 3] seed 94 range [0.0, 1.0] : tensor<?x?x3xf32>
  %s = check.fill sizes [2, 3, 4, 5] seed 95 range [-1.0, 1.0] : tensor<?x3x4x5xf32>
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %beta state %s : (tensor<?x?x3x4xf32>, tensor<?x?x3x4xf32>, tensor<?x?x3x5xf32>, tensor<?x?x3xf32>, tensor<?x?x3xf32>, tensor<?x3x4x5xf32>) -> (tensor<?x?x3x5xf32>, tensor<?x3x4x5xf32>)
  return %0#0, %0#1 : tensor<?x?x3x5xf32>, tensor<?x3x4x5xf32>
}

func.func @empty_batch() -> (tensor<?x?x2x5xf32>, tensor<?x2x4x5xf32>) {
  %q = check.fill sizes [0, 3, 2, 4] seed 100 range [-1.0, 1.0] : tensor<?x?x2x4xf32>
  %k = check.fill sizes [0, 3, 2, 4] seed 101 range [-0.866, 0.866] : tensor<?x?x2x4xf32>
  %v = check.fill sizes [0, 3, 2, 5] seed 102 range [-2.0, 2.0] : tensor<?x?x2x5xf32>
  %g = check.fill sizes [0, 3, 2] seed 103 range [-0.5, 0.0] : tensor<?x?x2xf32>
  %beta = check.fill sizes [0, 3, 2] seed 104 range [0.0, 1.0] : tensor<?x?x2xf32>
  %s = check.fill sizes [0, 2, 4, 5] seed 105 range [-1.0, 1.0] : tensor<?x2x4x5xf32>
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %beta state %s : (tensor<?x?x2x4xf32>, tensor<?x?x2x4xf32>, tensor<?x?x2x5xf32>, tensor<?x?x2xf32>, tensor<?x?x2xf32>, tensor<?x2x4x5xf32>) -> (tensor<?x?x2x5xf32>, tensor<?x2x4x5xf32>)
  return %0#0, %0#1 : tensor<?x?x2x5xf32>, tensor<?x2x4x5xf32>
}

// Empty keys: the state is empty, and the output is zero.
func.func @empty_keys() -> (tensor<2x3x2x5xf32>, tensor<2x2x0x5xf32>) {
  %q = check.fill seed 110 range [-1.0, 1.0] : tensor<2x3x2x0xf32>
  %k = check.fill seed 111 range [-1.0, 1.0] : tensor<2x3x2x0xf32>
  %v = check.fill seed 112 range [-2.0, 2.0] : tensor<2x3x2x5xf32>
  %g = check.fill seed 113 range [-0.5, 0.0] : tensor<2x3x2xf32>
  %beta = check.fill seed 114 range [0.0, 1.0] : tensor<2x3x2xf32>
  %s = check.fill seed 115 range [-1.0, 1.0] : tensor<2x2x0x5xf32>
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %beta state %s scale = 1.0 : (tensor<2x3x2x0xf32>, tensor<2x3x2x0xf32>, tensor<2x3x2x5xf32>, tensor<2x3x2xf32>, tensor<2x3x2xf32>, tensor<2x2x0x5xf32>) -> (tensor<2x3x2x5xf32>, tensor<2x2x0x5xf32>)
  return %0#0, %0#1 : tensor<2x3x2x5xf32>, tensor<2x2x0x5xf32>
}

func.func @empty_values() -> (tensor<2x3x2x0xf32>, tensor<2x2x4x0xf32>) {
  %q = check.fill seed 120 range [-1.0, 1.0] : tensor<2x3x2x4xf32>
  %k = check.fill seed 121 range [-0.866, 0.866] : tensor<2x3x2x4xf32>
  %v = check.fill seed 122 range [-2.0, 2.0] : tensor<2x3x2x0xf32>
  %g = check.fill seed 123 range [-0.5, 0.0] : tensor<2x3x2xf32>
  %beta = check.fill seed 124 range [0.0, 1.0] : tensor<2x3x2xf32>
  %s = check.fill seed 125 range [-1.0, 1.0] : tensor<2x2x4x0xf32>
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %beta state %s : (tensor<2x3x2x4xf32>, tensor<2x3x2x4xf32>, tensor<2x3x2x0xf32>, tensor<2x3x2xf32>, tensor<2x3x2xf32>, tensor<2x2x4x0xf32>) -> (tensor<2x3x2x0xf32>, tensor<2x2x4x0xf32>)
  return %0#0, %0#1 : tensor<2x3x2x0xf32>, tensor<2x2x4x0xf32>
}

// An empty sequence in a type with wider arithmetic: the state is the initial one, or zeros.
func.func @empty_sequence_f16() -> (tensor<2x2x4x5xf16>, tensor<2x2x4x5xf16>) {
  %q = check.fill seed 130 : tensor<2x0x2x4xf16>
  %v = check.fill seed 131 : tensor<2x0x2x5xf16>
  %g = check.fill seed 132 : tensor<2x0x2xf16>
  %s = check.fill seed 133 : tensor<2x2x4x5xf16>
  %0:2 = rlx.gated_delta_net %q, %q, %v, %g, %g state %s : (tensor<2x0x2x4xf16>, tensor<2x0x2x4xf16>, tensor<2x0x2x5xf16>, tensor<2x0x2xf16>, tensor<2x0x2xf16>, tensor<2x2x4x5xf16>) -> (tensor<2x0x2x5xf16>, tensor<2x2x4x5xf16>)
  %1:2 = rlx.gated_delta_net %q, %q, %v, %g, %g : (tensor<2x0x2x4xf16>, tensor<2x0x2x4xf16>, tensor<2x0x2x5xf16>, tensor<2x0x2xf16>, tensor<2x0x2xf16>) -> (tensor<2x0x2x5xf16>, tensor<2x2x4x5xf16>)
  check.expect_eq %0#1, %s : tensor<2x2x4x5xf16>, tensor<2x2x4x5xf16>
  %e = check.literal dense<0.0> : tensor<2x2x4x5xf16>
  check.expect_eq %1#1, %e : tensor<2x2x4x5xf16>, tensor<2x2x4x5xf16>
  return %0#1, %1#1 : tensor<2x2x4x5xf16>, tensor<2x2x4x5xf16>
}
