// RUN: rlx-check %s %{quick-lanes}

// A zero query gives all visible keys equal weights.
func.func @literals_none() -> tensor<1x1x2x1xf32> {
  %q2 = check.literal dense<[[[[0.0], [0.0]]]]> : tensor<1x1x2x1xf32>
  %k3 = check.literal dense<[[[[5.0], [-7.0], [1.0]]]]> : tensor<1x1x3x1xf32>
  %v3 = check.literal dense<[[[[1.0], [2.0], [3.0]]]]> : tensor<1x1x3x1xf32>
  %0 = rlx.attention %q2, %k3, %v3 layout = bhsd mask = none
      : (tensor<1x1x2x1xf32>, tensor<1x1x3x1xf32>, tensor<1x1x3x1xf32>) -> tensor<1x1x2x1xf32>
  %e = check.literal dense<[[[[2.0], [2.0]]]]> : tensor<1x1x2x1xf32>
  check.expect_close %0, %e {ulp = 2} : tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>
  return %0 : tensor<1x1x2x1xf32>
}

func.func @literals_causal() -> tensor<1x1x2x1xf32> {
  %q2 = check.literal dense<[[[[0.0], [0.0]]]]> : tensor<1x1x2x1xf32>
  %k3 = check.literal dense<[[[[5.0], [-7.0], [1.0]]]]> : tensor<1x1x3x1xf32>
  %v3 = check.literal dense<[[[[1.0], [2.0], [3.0]]]]> : tensor<1x1x3x1xf32>
  %0 = rlx.attention %q2, %k3, %v3 layout = bhsd mask = causal
      : (tensor<1x1x2x1xf32>, tensor<1x1x3x1xf32>, tensor<1x1x3x1xf32>) -> tensor<1x1x2x1xf32>
  %e = check.literal dense<[[[[1.5], [2.0]]]]> : tensor<1x1x2x1xf32>
  check.expect_close %0, %e {ulp = 2} : tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>
  return %0 : tensor<1x1x2x1xf32>
}

func.func @literals_window_1() -> tensor<1x1x2x1xf32> {
  %q2 = check.literal dense<[[[[0.0], [0.0]]]]> : tensor<1x1x2x1xf32>
  %k3 = check.literal dense<[[[[5.0], [-7.0], [1.0]]]]> : tensor<1x1x3x1xf32>
  %v3 = check.literal dense<[[[[1.0], [2.0], [3.0]]]]> : tensor<1x1x3x1xf32>
  %0 = rlx.attention %q2, %k3, %v3 layout = bhsd mask = sliding_window window = 1
      : (tensor<1x1x2x1xf32>, tensor<1x1x3x1xf32>, tensor<1x1x3x1xf32>) -> tensor<1x1x2x1xf32>
  %e = check.literal dense<[[[[1.5], [2.5]]]]> : tensor<1x1x2x1xf32>
  check.expect_close %0, %e {ulp = 2} : tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>
  return %0 : tensor<1x1x2x1xf32>
}

func.func @literals_window_0() -> tensor<1x1x2x1xf32> {
  %q2 = check.literal dense<[[[[0.0], [0.0]]]]> : tensor<1x1x2x1xf32>
  %k3 = check.literal dense<[[[[5.0], [-7.0], [1.0]]]]> : tensor<1x1x3x1xf32>
  %v3 = check.literal dense<[[[[1.0], [2.0], [3.0]]]]> : tensor<1x1x3x1xf32>
  %0 = rlx.attention %q2, %k3, %v3 layout = bhsd mask = sliding_window window = 0
      : (tensor<1x1x2x1xf32>, tensor<1x1x3x1xf32>, tensor<1x1x3x1xf32>) -> tensor<1x1x2x1xf32>
  %e = check.literal dense<[[[[2.0], [3.0]]]]> : tensor<1x1x2x1xf32>
  check.expect_close %0, %e {ulp = 2} : tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>
  return %0 : tensor<1x1x2x1xf32>
}

func.func @literals_custom() -> tensor<1x1x2x1xf32> {
  %q2 = check.literal dense<[[[[0.0], [0.0]]]]> : tensor<1x1x2x1xf32>
  %k3 = check.literal dense<[[[[5.0], [-7.0], [1.0]]]]> : tensor<1x1x3x1xf32>
  %v3 = check.literal dense<[[[[1.0], [2.0], [3.0]]]]> : tensor<1x1x3x1xf32>
  %m = check.literal dense<[[true, false, true]]> : tensor<1x3xi1>
  %0 = rlx.attention %q2, %k3, %v3, %m layout = bhsd mask = custom
      : (tensor<1x1x2x1xf32>, tensor<1x1x3x1xf32>, tensor<1x1x3x1xf32>, tensor<1x3xi1>) -> tensor<1x1x2x1xf32>
  %e = check.literal dense<[[[[2.0], [2.0]]]]> : tensor<1x1x2x1xf32>
  check.expect_close %0, %e {ulp = 2} : tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>
  return %0 : tensor<1x1x2x1xf32>
}

func.func @literals_custom_none_kept() -> tensor<1x1x2x1xf32> {
  %q2 = check.literal dense<[[[[0.0], [0.0]]]]> : tensor<1x1x2x1xf32>
  %k3 = check.literal dense<[[[[5.0], [-7.0], [1.0]]]]> : tensor<1x1x3x1xf32>
  %v3 = check.literal dense<[[[[1.0], [2.0], [3.0]]]]> : tensor<1x1x3x1xf32>
  %m = check.literal dense<[[false, false, false]]> : tensor<1x3xi1>
  %0 = rlx.attention %q2, %k3, %v3, %m layout = bhsd mask = custom
      : (tensor<1x1x2x1xf32>, tensor<1x1x3x1xf32>, tensor<1x1x3x1xf32>, tensor<1x3xi1>) -> tensor<1x1x2x1xf32>
  %e = check.literal dense<[[[[0.0], [0.0]]]]> : tensor<1x1x2x1xf32>
  check.expect_close %0, %e {ulp = 2} : tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>
  return %0 : tensor<1x1x2x1xf32>
}

func.func @literals_custom_rows() -> tensor<1x1x2x1xf32> {
  %q2 = check.literal dense<[[[[0.0], [0.0]]]]> : tensor<1x1x2x1xf32>
  %k3 = check.literal dense<[[[[5.0], [-7.0], [1.0]]]]> : tensor<1x1x3x1xf32>
  %v3 = check.literal dense<[[[[1.0], [2.0], [3.0]]]]> : tensor<1x1x3x1xf32>
  %m = check.literal dense<[[[[true, false, false], [false, false, false]]]]> : tensor<1x1x2x3xi1>
  %0 = rlx.attention %q2, %k3, %v3, %m layout = bhsd mask = custom
      : (tensor<1x1x2x1xf32>, tensor<1x1x3x1xf32>, tensor<1x1x3x1xf32>, tensor<1x1x2x3xi1>) -> tensor<1x1x2x1xf32>
  %e = check.literal dense<[[[[1.0], [0.0]]]]> : tensor<1x1x2x1xf32>
  check.expect_close %0, %e {ulp = 2} : tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>
  return %0 : tensor<1x1x2x1xf32>
}

func.func @literals_bias() -> tensor<1x1x2x1xf32> {
  %q2 = check.literal dense<[[[[0.0], [0.0]]]]> : tensor<1x1x2x1xf32>
  %k3 = check.literal dense<[[[[5.0], [-7.0], [1.0]]]]> : tensor<1x1x3x1xf32>
  %v3 = check.literal dense<[[[[1.0], [2.0], [3.0]]]]> : tensor<1x1x3x1xf32>
  %m = check.literal dense<[0xFF800000, 0.0, 0.0]> : tensor<3xf32>
  %0 = rlx.attention %q2, %k3, %v3, %m layout = bhsd mask = bias
      : (tensor<1x1x2x1xf32>, tensor<1x1x3x1xf32>, tensor<1x1x3x1xf32>, tensor<3xf32>) -> tensor<1x1x2x1xf32>
  %e = check.literal dense<[[[[2.5], [2.5]]]]> : tensor<1x1x2x1xf32>
  check.expect_close %0, %e {ulp = 2} : tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>
  return %0 : tensor<1x1x2x1xf32>
}

func.func @literals_bias_rows() -> tensor<1x1x2x1xf32> {
  %q2 = check.literal dense<[[[[0.0], [0.0]]]]> : tensor<1x1x2x1xf32>
  %k3 = check.literal dense<[[[[5.0], [-7.0], [1.0]]]]> : tensor<1x1x3x1xf32>
  %v3 = check.literal dense<[[[[1.0], [2.0], [3.0]]]]> : tensor<1x1x3x1xf32>
  %m = check.literal dense<[[0xFF800000, 0xFF800000, 0xFF800000], [1.0, 1.0, 1.0]]> : tensor<2x3xf32>
  %0 = rlx.attention %q2, %k3, %v3, %m layout = bhsd mask = bias
      : (tensor<1x1x2x1xf32>, tensor<1x1x3x1xf32>, tensor<1x1x3x1xf32>, tensor<2x3xf32>) -> tensor<1x1x2x1xf32>
  %e = check.literal dense<[[[[0.0], [2.0]]]]> : tensor<1x1x2x1xf32>
  check.expect_close %0, %e {ulp = 2} : tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>
  return %0 : tensor<1x1x2x1xf32>
}

// More queries than keys: the first query sees no key and gives zero.
func.func @literals_causal_more_queries() -> tensor<1x1x3x1xf32> {
  %q3 = check.literal dense<[[[[0.0], [0.0], [0.0]]]]> : tensor<1x1x3x1xf32>
  %k2 = check.literal dense<[[[[1.0], [1.0]]]]> : tensor<1x1x2x1xf32>
  %v2 = check.literal dense<[[[[1.0], [2.0]]]]> : tensor<1x1x2x1xf32>
  %0 = rlx.attention %q3, %k2, %v2 layout = bhsd mask = causal
      : (tensor<1x1x3x1xf32>, tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>) -> tensor<1x1x3x1xf32>
  %e = check.literal dense<[[[[0.0], [1.0], [1.5]]]]> : tensor<1x1x3x1xf32>
  check.expect_close %0, %e {ulp = 2} : tensor<1x1x3x1xf32>, tensor<1x1x3x1xf32>
  return %0 : tensor<1x1x3x1xf32>
}

// Weights 1/3 and 2/3 from a score of ln 2; a score of 1000 capped at 1.
func.func @literals_scale_softcap() -> (tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>) {
  %q = check.literal dense<[[[[1.0]]]]> : tensor<1x1x1x1xf32>
  %k = check.literal dense<[[[[0.0], [0.34657359]]]]> : tensor<1x1x2x1xf32>
  %v = check.literal dense<[[[[3.0], [6.0]]]]> : tensor<1x1x2x1xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none scale = 2.0
      : (tensor<1x1x1x1xf32>, tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>) -> tensor<1x1x1x1xf32>
  %e = check.literal dense<[[[[5.0]]]]> : tensor<1x1x1x1xf32>
  check.expect_close %0, %e {rtol = 1.0e-6} : tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>
  %l = check.literal dense<[[[[0.0], [1000.0]]]]> : tensor<1x1x2x1xf32>
  %w = check.literal dense<[[[[0.0], [1.0]]]]> : tensor<1x1x2x1xf32>
  %1 = rlx.attention %q, %l, %w layout = bhsd mask = none softcap = 1.0
      : (tensor<1x1x1x1xf32>, tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>) -> tensor<1x1x1x1xf32>
  %f = check.literal dense<[[[[0.73105858]]]]> : tensor<1x1x1x1xf32>
  check.expect_close %1, %f {rtol = 1.0e-6} : tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>
  return %0, %1 : tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>
}

func.func @self() -> tensor<2x3x17x16xf32> {
  %q = check.fill seed 1 range [-2.0, 2.0] : tensor<2x3x17x16xf32>
  %k = check.fill seed 2 range [-2.0, 2.0] : tensor<2x3x17x16xf32>
  %v = check.fill seed 3 : tensor<2x3x17x16xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<2x3x17x16xf32>, tensor<2x3x17x16xf32>, tensor<2x3x17x16xf32>) -> tensor<2x3x17x16xf32>
  return %0 : tensor<2x3x17x16xf32>
}

func.func @bshd_causal() -> tensor<2x9x3x8xf32> {
  %q = check.fill seed 4 range [-2.0, 2.0] : tensor<2x9x3x8xf32>
  %k = check.fill seed 5 range [-2.0, 2.0] : tensor<2x12x3x8xf32>
  %v = check.fill seed 6 : tensor<2x12x3x8xf32>
  %0 = rlx.attention %q, %k, %v layout = bshd mask = causal
      : (tensor<2x9x3x8xf32>, tensor<2x12x3x8xf32>, tensor<2x12x3x8xf32>) -> tensor<2x9x3x8xf32>
  return %0 : tensor<2x9x3x8xf32>
}

func.func @bshd_cross_value_size() -> tensor<2x5x4x6xf32> {
  %q = check.fill seed 7 : tensor<2x5x4x8xf32>
  %k = check.fill seed 8 : tensor<2x7x4x8xf32>
  %v = check.fill seed 9 : tensor<2x7x4x6xf32>
  %0 = rlx.attention %q, %k, %v layout = bshd mask = none
      : (tensor<2x5x4x8xf32>, tensor<2x7x4x8xf32>, tensor<2x7x4x6xf32>) -> tensor<2x5x4x6xf32>
  return %0 : tensor<2x5x4x6xf32>
}

func.func @grouped_bshd() -> tensor<2x5x6x8xf32> {
  %q = check.fill seed 10 : tensor<2x5x6x8xf32>
  %k = check.fill seed 11 : tensor<2x7x2x8xf32>
  %v = check.fill seed 12 : tensor<2x7x2x8xf32>
  %0 = rlx.attention %q, %k, %v layout = bshd mask = causal
      : (tensor<2x5x6x8xf32>, tensor<2x7x2x8xf32>, tensor<2x7x2x8xf32>) -> tensor<2x5x6x8xf32>
  return %0 : tensor<2x5x6x8xf32>
}

func.func @grouped_dynamic() -> tensor<?x8x?x16xf32> {
  %q = check.fill sizes [2, 8, 4, 16] seed 13 : tensor<?x8x?x16xf32>
  %k = check.fill sizes [2, 2, 11, 16] seed 14 : tensor<?x2x?x16xf32>
  %v = check.fill sizes [2, 2, 11, 16] seed 15 : tensor<?x2x?x16xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<?x8x?x16xf32>, tensor<?x2x?x16xf32>, tensor<?x2x?x16xf32>) -> tensor<?x8x?x16xf32>
  return %0 : tensor<?x8x?x16xf32>
}

func.func @dynamic_more_queries() -> tensor<?x2x?x4xf32> {
  %q = check.fill sizes [1, 2, 7, 4] seed 16 : tensor<?x2x?x4xf32>
  %k = check.fill sizes [1, 2, 5, 4] seed 17 : tensor<?x2x?x4xf32>
  %v = check.fill sizes [1, 2, 5, 4] seed 18 : tensor<?x2x?x4xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = sliding_window window = 2
      : (tensor<?x2x?x4xf32>, tensor<?x2x?x4xf32>, tensor<?x2x?x4xf32>) -> tensor<?x2x?x4xf32>
  return %0 : tensor<?x2x?x4xf32>
}

func.func @sliding_bshd() -> tensor<2x6x2x4xf32> {
  %q = check.fill seed 19 : tensor<2x6x2x4xf32>
  %k = check.fill seed 20 : tensor<2x9x2x4xf32>
  %v = check.fill seed 21 : tensor<2x9x2x4xf32>
  %0 = rlx.attention %q, %k, %v layout = bshd mask = sliding_window window = 3
      : (tensor<2x6x2x4xf32>, tensor<2x9x2x4xf32>, tensor<2x9x2x4xf32>) -> tensor<2x6x2x4xf32>
  return %0 : tensor<2x6x2x4xf32>
}

func.func @custom_keys() -> tensor<2x2x5x4xf32> {
  %q = check.fill seed 22 : tensor<2x2x5x4xf32>
  %k = check.fill seed 23 : tensor<2x2x6x4xf32>
  %v = check.fill seed 24 : tensor<2x2x6x4xf32>
  %m = check.fill seed 25 : tensor<2x6xi1>
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = custom
      : (tensor<2x2x5x4xf32>, tensor<2x2x6x4xf32>, tensor<2x2x6x4xf32>, tensor<2x6xi1>) -> tensor<2x2x5x4xf32>
  return %0 : tensor<2x2x5x4xf32>
}

func.func @custom_keys_dynamic() -> tensor<?x2x?x4xf32> {
  %q = check.fill sizes [3, 2, 5, 4] seed 26 : tensor<?x2x?x4xf32>
  %k = check.fill sizes [3, 2, 5, 4] seed 27 : tensor<?x2x?x4xf32>
  %v = check.fill sizes [3, 2, 5, 4] seed 28 : tensor<?x2x?x4xf32>
  %m = check.fill sizes [3, 5] seed 29 : tensor<?x?xi1>
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = custom
      : (tensor<?x2x?x4xf32>, tensor<?x2x?x4xf32>, tensor<?x2x?x4xf32>, tensor<?x?xi1>) -> tensor<?x2x?x4xf32>
  return %0 : tensor<?x2x?x4xf32>
}

func.func @custom_full_bshd() -> tensor<2x5x2x4xf32> {
  %q = check.fill seed 30 : tensor<2x5x2x4xf32>
  %k = check.fill seed 31 : tensor<2x6x2x4xf32>
  %v = check.fill seed 32 : tensor<2x6x2x4xf32>
  %m = check.fill seed 33 : tensor<2x1x5x6xi1>
  %0 = rlx.attention %q, %k, %v, %m layout = bshd mask = custom
      : (tensor<2x5x2x4xf32>, tensor<2x6x2x4xf32>, tensor<2x6x2x4xf32>, tensor<2x1x5x6xi1>) -> tensor<2x5x2x4xf32>
  return %0 : tensor<2x5x2x4xf32>
}

func.func @bias_broadcast() -> tensor<2x4x5x4xf32> {
  %q = check.fill seed 34 : tensor<2x4x5x4xf32>
  %k = check.fill seed 35 : tensor<2x2x6x4xf32>
  %v = check.fill seed 36 : tensor<2x2x6x4xf32>
  %m = check.fill seed 37 range [-4.0, 4.0] : tensor<4x5x6xf32>
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = bias
      : (tensor<2x4x5x4xf32>, tensor<2x2x6x4xf32>, tensor<2x2x6x4xf32>, tensor<4x5x6xf32>) -> tensor<2x4x5x4xf32>
  return %0 : tensor<2x4x5x4xf32>
}

func.func @bias_keys_dynamic() -> tensor<?x2x?x4xf32> {
  %q = check.fill sizes [2, 2, 3, 4] seed 38 : tensor<?x2x?x4xf32>
  %k = check.fill sizes [2, 2, 6, 4] seed 39 : tensor<?x2x?x4xf32>
  %v = check.fill sizes [2, 2, 6, 4] seed 40 : tensor<?x2x?x4xf32>
  %m = check.fill sizes [2, 1, 1, 6] seed 41 : tensor<?x1x1x?xf32>
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = bias
      : (tensor<?x2x?x4xf32>, tensor<?x2x?x4xf32>, tensor<?x2x?x4xf32>, tensor<?x1x1x?xf32>) -> tensor<?x2x?x4xf32>
  return %0 : tensor<?x2x?x4xf32>
}

func.func @softcap_scale() -> tensor<1x2x5x8xf32> {
  %q = check.fill seed 42 range [-2.0, 2.0] : tensor<1x2x5x8xf32>
  %k = check.fill seed 43 range [-2.0, 2.0] : tensor<1x2x5x8xf32>
  %v = check.fill seed 44 : tensor<1x2x5x8xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal scale = 0.7 softcap = 1.5
      : (tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x2x5x8xf32>
  return %0 : tensor<1x2x5x8xf32>
}

func.func @f16() -> tensor<2x4x9x32xf16> {
  %q = check.fill seed 45 : tensor<2x4x9x32xf16>
  %k = check.fill seed 46 : tensor<2x2x9x32xf16>
  %v = check.fill seed 47 : tensor<2x2x9x32xf16>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<2x4x9x32xf16>, tensor<2x2x9x32xf16>, tensor<2x2x9x32xf16>) -> tensor<2x4x9x32xf16>
  return %0 : tensor<2x4x9x32xf16>
}

func.func @bf16() -> tensor<1x3x2x8xbf16> {
  %q = check.fill seed 48 : tensor<1x3x2x8xbf16>
  %k = check.fill seed 49 : tensor<1x6x2x8xbf16>
  %v = check.fill seed 50 : tensor<1x6x2x8xbf16>
  %m = check.fill seed 51 : tensor<3x6xbf16>
  %0 = rlx.attention %q, %k, %v, %m layout = bshd mask = bias
      : (tensor<1x3x2x8xbf16>, tensor<1x6x2x8xbf16>, tensor<1x6x2x8xbf16>, tensor<3x6xbf16>) -> tensor<1x3x2x8xbf16>
  return %0 : tensor<1x3x2x8xbf16>
}

func.func @f64() -> tensor<1x2x4x8xf64> {
  %q = check.fill seed 52 : tensor<1x2x4x8xf64>
  %k = check.fill seed 53 : tensor<1x2x4x8xf64>
  %v = check.fill seed 54 : tensor<1x2x4x8xf64>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<1x2x4x8xf64>, tensor<1x2x4x8xf64>, tensor<1x2x4x8xf64>) -> tensor<1x2x4x8xf64>
  return %0 : tensor<1x2x4x8xf64>
}

// More keys and queries than a tile of any schedule, none a multiple of it, and an epilogue.
func.func @long() -> tensor<?x?x3x20xf32> {
  %q = check.fill sizes [2, 70, 3, 20] seed 61 : tensor<?x?x3x20xf32>
  %k = check.fill sizes [2, 150, 3, 20] seed 62 : tensor<?x?x3x20xf32>
  %v = check.fill sizes [2, 150, 3, 20] seed 63 : tensor<?x?x3x20xf32>
  %0 = rlx.attention %q, %k, %v layout = bshd mask = causal
      : (tensor<?x?x3x20xf32>, tensor<?x?x3x20xf32>, tensor<?x?x3x20xf32>) -> tensor<?x?x3x20xf32>
  %1 = rlx.add %0, %q : (tensor<?x?x3x20xf32>, tensor<?x?x3x20xf32>) -> tensor<?x?x3x20xf32>
  return %1 : tensor<?x?x3x20xf32>
}

// Operands are params, so attention runs once. Its head counts still matter.
func.func @prepared_grouped_query() -> tensor<17x4x1x1xf32> {
  %q = check.fill seed 71 as param : tensor<17x4x1x1xf32>
  %k = check.fill seed 72 as param : tensor<17x2x6x1xf32>
  %v = check.fill seed 73 as param : tensor<17x2x6x1xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<17x4x1x1xf32>, tensor<17x2x6x1xf32>, tensor<17x2x6x1xf32>) -> tensor<17x4x1x1xf32>
  return %0 : tensor<17x4x1x1xf32>
}

// Scores of -inf without a mask: the row is zeros on every route.
func.func @empty_row() -> (tensor<1x2x1x2xf32>, tensor<1x2x1x2xf64>) {
  %q = check.literal dense<[[[[1.0, 0.0]], [[-1.0, 0.5]]]]> : tensor<1x2x1x2xf32>
  %k = check.literal dense<[[[[0xFF800000, 1.0]], [[0xFF800000, 2.0]]]]> : tensor<1x2x1x2xf32>
  %v = check.literal dense<[[[[1.0, 2.0]], [[3.0, 4.0]]]]> : tensor<1x2x1x2xf32>
  %0 = rlx.attention %q, %k, %v layout = bshd mask = none : (tensor<1x2x1x2xf32>, tensor<1x2x1x2xf32>, tensor<1x2x1x2xf32>) -> tensor<1x2x1x2xf32>
  %a = rlx.cast %q to f64 : (tensor<1x2x1x2xf32>) -> tensor<1x2x1x2xf64>
  %b = rlx.cast %k to f64 : (tensor<1x2x1x2xf32>) -> tensor<1x2x1x2xf64>
  %c = rlx.cast %v to f64 : (tensor<1x2x1x2xf32>) -> tensor<1x2x1x2xf64>
  %1 = rlx.attention %a, %b, %c layout = bshd mask = none : (tensor<1x2x1x2xf64>, tensor<1x2x1x2xf64>, tensor<1x2x1x2xf64>) -> tensor<1x2x1x2xf64>
  return %0, %1 : tensor<1x2x1x2xf32>, tensor<1x2x1x2xf64>
}

// With empty heads the scores are 0, and all keys have equal weights. A scale must be given.
func.func @empty_heads() -> tensor<1x2x3x2xf32> {
  %q = check.literal dense<0.0> : tensor<1x2x3x0xf32>
  %v = check.literal dense<[[[[1.0, 2.0], [3.0, 4.0], [8.0, 6.0]], [[0.0, 0.0], [0.0, 3.0], [3.0, 0.0]]]]> : tensor<1x2x3x2xf32>
  %0 = rlx.attention %q, %q, %v layout = bhsd mask = none scale = 1.0
      : (tensor<1x2x3x0xf32>, tensor<1x2x3x0xf32>, tensor<1x2x3x2xf32>) -> tensor<1x2x3x2xf32>
  %w = check.literal dense<[[[[4.0, 4.0], [4.0, 4.0], [4.0, 4.0]], [[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]]]]> : tensor<1x2x3x2xf32>
  check.expect_close %0, %w {atol = 1.0e-6} : tensor<1x2x3x2xf32>, tensor<1x2x3x2xf32>
  return %0 : tensor<1x2x3x2xf32>
}

// Grouped heads with dynamic sizes: the queries of a group are rows of one matmul. f64 has no
// dedicated kernel.
func.func @groups_dynamic() -> (tensor<?x4x?x4xf16>, tensor<?x4x?x4xf64>, tensor<?x?x4x4xbf16>) {
  %q = check.fill sizes [2, 4, 3, 4] seed 120 : tensor<?x4x?x4xf16>
  %k = check.fill sizes [2, 2, 5, 4] seed 121 : tensor<?x2x?x4xf16>
  %0 = rlx.attention %q, %k, %k layout = bhsd mask = sliding_window window = 2 scale = 0.3
      : (tensor<?x4x?x4xf16>, tensor<?x2x?x4xf16>, tensor<?x2x?x4xf16>) -> tensor<?x4x?x4xf16>
  %q1 = check.fill sizes [2, 4, 3, 4] seed 122 : tensor<?x4x?x4xf64>
  %k1 = check.fill sizes [2, 2, 5, 4] seed 123 : tensor<?x2x?x4xf64>
  %1 = rlx.attention %q1, %k1, %k1 layout = bhsd mask = causal
      : (tensor<?x4x?x4xf64>, tensor<?x2x?x4xf64>, tensor<?x2x?x4xf64>) -> tensor<?x4x?x4xf64>
  %q2 = check.fill sizes [1, 6, 4, 4] seed 124 : tensor<?x?x4x4xbf16>
  %k2 = check.fill sizes [1, 7, 2, 4] seed 125 : tensor<?x?x2x4xbf16>
  %2 = rlx.attention %q2, %k2, %k2 layout = bshd mask = none
      : (tensor<?x?x4x4xbf16>, tensor<?x?x2x4xbf16>, tensor<?x?x2x4xbf16>) -> tensor<?x?x4x4xbf16>
  return %0, %1, %2 : tensor<?x4x?x4xf16>, tensor<?x4x?x4xf64>, tensor<?x?x4x4xbf16>
}
