// RUN: rlx-check %{sample} %s %{quick-lanes}

// Many queries, in GPU tiles of 64 queries and 32 keys: full tiles, and partial tiles.
func.func @full() -> tensor<2x2x64x64xf32> {
  %q = check.fill seed 21 range [-2.0, 2.0] : tensor<2x2x64x64xf32>
  %k = check.fill seed 22 range [-2.0, 2.0] : tensor<2x2x96x64xf32>
  %v = check.fill seed 23 : tensor<2x2x96x64xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<2x2x64x64xf32>, tensor<2x2x96x64xf32>, tensor<2x2x96x64xf32>) -> tensor<2x2x64x64xf32>
  return %0 : tensor<2x2x64x64xf32>
}

// Keys before the first query, grouped heads, and sizes that no tile divides.
func.func @causal() -> tensor<1x70x6x48xf32> {
  %q = check.fill seed 24 range [-2.0, 2.0] : tensor<1x70x6x80xf32>
  %k = check.fill seed 25 range [-2.0, 2.0] : tensor<1x101x2x80xf32>
  %v = check.fill seed 26 : tensor<1x101x2x48xf32>
  %0 = rlx.attention %q, %k, %v layout = bshd mask = causal
      : (tensor<1x70x6x80xf32>, tensor<1x101x2x80xf32>, tensor<1x101x2x48xf32>) -> tensor<1x70x6x48xf32>
  return %0 : tensor<1x70x6x48xf32>
}

// The first queries see no key.
func.func @more_queries() -> tensor<1x2x150x16xf32> {
  %q = check.fill seed 27 range [-2.0, 2.0] : tensor<1x2x150x16xf32>
  %k = check.fill seed 28 range [-2.0, 2.0] : tensor<1x2x40x16xf32>
  %v = check.fill seed 29 : tensor<1x2x40x16xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<1x2x150x16xf32>, tensor<1x2x40x16xf32>, tensor<1x2x40x16xf32>) -> tensor<1x2x150x16xf32>
  return %0 : tensor<1x2x150x16xf32>
}

func.func @window() -> (tensor<1x2x130x32xf32>, tensor<1x2x130x32xf32>) {
  %q = check.fill seed 30 range [-2.0, 2.0] : tensor<1x2x130x32xf32>
  %k = check.fill seed 31 range [-2.0, 2.0] : tensor<1x2x130x32xf32>
  %v = check.fill seed 32 : tensor<1x2x130x32xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = sliding_window window = 21 scale = 0.3 softcap = 2.0
      : (tensor<1x2x130x32xf32>, tensor<1x2x130x32xf32>, tensor<1x2x130x32xf32>) -> tensor<1x2x130x32xf32>
  %1 = rlx.attention %q, %k, %v layout = bhsd mask = sliding_window window = 0
      : (tensor<1x2x130x32xf32>, tensor<1x2x130x32xf32>, tensor<1x2x130x32xf32>) -> tensor<1x2x130x32xf32>
  return %0, %1 : tensor<1x2x130x32xf32>, tensor<1x2x130x32xf32>
}

func.func @large_heads() -> tensor<2x3x65x128xf32> {
  %q = check.fill seed 33 range [-1.0, 1.0] : tensor<2x3x65x128xf32>
  %k = check.fill seed 34 range [-1.0, 1.0] : tensor<2x3x65x128xf32>
  %v = check.fill seed 35 : tensor<2x3x65x128xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<2x3x65x128xf32>, tensor<2x3x65x128xf32>, tensor<2x3x65x128xf32>) -> tensor<2x3x65x128xf32>
  return %0 : tensor<2x3x65x128xf32>
}

// Masks that broadcast along heads or queries, and fully masked rows.
func.func @masks() -> (tensor<2x2x33x32xf32>, tensor<2x2x33x32xf32>, tensor<2x2x33x32xf32>) {
  %q = check.fill seed 36 range [-2.0, 2.0] : tensor<2x2x33x32xf32>
  %k = check.fill seed 37 range [-2.0, 2.0] : tensor<2x2x37x32xf32>
  %v = check.fill seed 38 : tensor<2x2x37x32xf32>
  %m = check.fill seed 39 : tensor<2x37xi1>
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = custom
      : (tensor<2x2x33x32xf32>, tensor<2x2x37x32xf32>, tensor<2x2x37x32xf32>, tensor<2x37xi1>) -> tensor<2x2x33x32xf32>
  %n = check.literal dense<false> : tensor<1x1x33x37xi1>
  %1 = rlx.attention %q, %k, %v, %n layout = bhsd mask = custom
      : (tensor<2x2x33x32xf32>, tensor<2x2x37x32xf32>, tensor<2x2x37x32xf32>, tensor<1x1x33x37xi1>) -> tensor<2x2x33x32xf32>
  %b = check.fill seed 40 range [-4.0, 4.0] : tensor<2x33x37xf32>
  %2 = rlx.attention %q, %k, %v, %b layout = bhsd mask = bias
      : (tensor<2x2x33x32xf32>, tensor<2x2x37x32xf32>, tensor<2x2x37x32xf32>, tensor<2x33x37xf32>) -> tensor<2x2x33x32xf32>
  return %0, %1, %2 : tensor<2x2x33x32xf32>, tensor<2x2x33x32xf32>, tensor<2x2x33x32xf32>
}

// A bias of -inf for some keys, for all keys of the first tile, and for all keys.
func.func @infinite_bias() -> (tensor<1x1x16x16xf32>, tensor<1x1x16x16xf32>, tensor<1x1x16x16xf32>) {
  %q = check.fill seed 41 range [-2.0, 2.0] : tensor<1x1x16x16xf32>
  %k = check.fill seed 42 range [-2.0, 2.0] : tensor<1x1x40x16xf32>
  %m = check.literal dense<[[0x00000000], [0xFF800000], [0x00000000], [0xFF800000], [0x00000000], [0xFF800000], [0x00000000], [0x00000000], [0xFF800000], [0xFF800000], [0x00000000], [0x00000000], [0x00000000], [0x00000000], [0x00000000], [0xFF800000]]> : tensor<16x1xf32>
  %0 = rlx.attention %q, %k, %k, %m layout = bhsd mask = bias
      : (tensor<1x1x16x16xf32>, tensor<1x1x40x16xf32>, tensor<1x1x40x16xf32>, tensor<16x1xf32>) -> tensor<1x1x16x16xf32>
  %low = check.literal dense<0xFF800000> : tensor<34xf32>
  %high = check.fill seed 43 : tensor<6xf32>
  %first = rlx.concat %low, %high axis = 0 : (tensor<34xf32>, tensor<6xf32>) -> tensor<40xf32>
  %1 = rlx.attention %q, %k, %k, %first layout = bhsd mask = bias
      : (tensor<1x1x16x16xf32>, tensor<1x1x40x16xf32>, tensor<1x1x40x16xf32>, tensor<40xf32>) -> tensor<1x1x16x16xf32>
  %last = rlx.concat %high, %low axis = 0 : (tensor<6xf32>, tensor<34xf32>) -> tensor<40xf32>
  %2 = rlx.attention %q, %k, %k, %last layout = bhsd mask = bias
      : (tensor<1x1x16x16xf32>, tensor<1x1x40x16xf32>, tensor<1x1x40x16xf32>, tensor<40xf32>) -> tensor<1x1x16x16xf32>
  return %0, %1, %2 : tensor<1x1x16x16xf32>, tensor<1x1x16x16xf32>, tensor<1x1x16x16xf32>
}

// Dynamic sizes, an epilogue in the same kernel, and large scores.
func.func @dynamic() -> tensor<?x?x2x32xf32> {
  %q = check.fill sizes [2, 75, 2, 32] seed 43 range [-20.0, 20.0] : tensor<?x?x2x32xf32>
  %v = check.fill sizes [2, 75, 2, 32] seed 44 : tensor<?x?x2x32xf32>
  %0 = rlx.attention %q, %q, %v layout = bshd mask = causal
      : (tensor<?x?x2x32xf32>, tensor<?x?x2x32xf32>, tensor<?x?x2x32xf32>) -> tensor<?x?x2x32xf32>
  %1 = rlx.add %0, %v : (tensor<?x?x2x32xf32>, tensor<?x?x2x32xf32>) -> tensor<?x?x2x32xf32>
  return %1 : tensor<?x?x2x32xf32>
}

// Head sizes that differ from the tile's columns, and values in two groups of columns.
func.func @sizes() -> (tensor<1x20x2x72xf32>, tensor<1x20x2x40xf32>, tensor<1x20x2x12xf32>) {
  %q = check.fill seed 50 range [-2.0, 2.0] : tensor<1x20x2x40xf32>
  %k = check.fill seed 51 range [-2.0, 2.0] : tensor<1x41x2x40xf32>
  %v = check.fill seed 52 : tensor<1x41x2x72xf32>
  %0 = rlx.attention %q, %k, %v layout = bshd mask = causal
      : (tensor<1x20x2x40xf32>, tensor<1x41x2x40xf32>, tensor<1x41x2x72xf32>) -> tensor<1x20x2x72xf32>
  %1 = rlx.attention %q, %k, %k layout = bshd mask = none
      : (tensor<1x20x2x40xf32>, tensor<1x41x2x40xf32>, tensor<1x41x2x40xf32>) -> tensor<1x20x2x40xf32>
  %w = check.fill seed 53 : tensor<1x41x2x12xf32>
  %2 = rlx.attention %q, %k, %w layout = bshd mask = none
      : (tensor<1x20x2x40xf32>, tensor<1x41x2x40xf32>, tensor<1x41x2x12xf32>) -> tensor<1x20x2x12xf32>
  return %0, %1, %2 : tensor<1x20x2x72xf32>, tensor<1x20x2x40xf32>, tensor<1x20x2x12xf32>
}

func.func @narrow() -> (tensor<1x2x70x24xf16>, tensor<1x2x70x48xbf16>) {
  %q = check.fill seed 54 range [-2.0, 2.0] : tensor<1x2x70x24xf16>
  %0 = rlx.attention %q, %q, %q layout = bhsd mask = causal
      : (tensor<1x2x70x24xf16>, tensor<1x2x70x24xf16>, tensor<1x2x70x24xf16>) -> tensor<1x2x70x24xf16>
  %r = check.fill seed 55 range [-2.0, 2.0] : tensor<1x2x70x48xbf16>
  %1 = rlx.attention %r, %r, %r layout = bhsd mask = causal
      : (tensor<1x2x70x48xbf16>, tensor<1x2x70x48xbf16>, tensor<1x2x70x48xbf16>) -> tensor<1x2x70x48xbf16>
  return %0, %1 : tensor<1x2x70x24xf16>, tensor<1x2x70x48xbf16>
}

// A dynamic number of keys, which may be less than the number of queries, or zero.
func.func @few_keys() -> tensor<1x2x66x16xf32> {
  %q = check.fill seed 56 range [-2.0, 2.0] : tensor<1x2x66x16xf32>
  %k = check.fill sizes [1, 2, 5, 16] seed 57 range [-2.0, 2.0] : tensor<1x2x?x16xf32>
  %0 = rlx.attention %q, %k, %k layout = bhsd mask = sliding_window window = 3
      : (tensor<1x2x66x16xf32>, tensor<1x2x?x16xf32>, tensor<1x2x?x16xf32>) -> tensor<1x2x66x16xf32>
  return %0 : tensor<1x2x66x16xf32>
}
func.func @no_keys() -> tensor<1x2x66x16xf32> {
  %q = check.fill seed 58 : tensor<1x2x66x16xf32>
  %k = check.fill sizes [1, 2, 0, 16] seed 59 : tensor<1x2x?x16xf32>
  %0 = rlx.attention %q, %k, %k layout = bhsd mask = causal
      : (tensor<1x2x66x16xf32>, tensor<1x2x?x16xf32>, tensor<1x2x?x16xf32>) -> tensor<1x2x66x16xf32>
  return %0 : tensor<1x2x66x16xf32>
}

// Visible NaN and infinities.
func.func @not_finite() -> (tensor<1x1x17x8xf32>, tensor<1x1x17x8xf32>, tensor<1x1x17x8xf32>) {
  %q = check.fill seed 60 : tensor<1x1x17x8xf32>
  %k = check.fill seed 61 : tensor<1x1x34x8xf32>
  %v = check.fill seed 62 : tensor<1x1x34x8xf32>
  %nan = check.literal dense<[0.0, 0.0, 0.0, 0.0, 0x7FC00000, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<17xf32>
  %inf = check.literal dense<[0.0, 0x7F800000, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<17xf32>
  %r = rlx.reshape %nan to [17, 1] : (tensor<17xf32>) -> tensor<17x1xf32>
  %s = rlx.reshape %inf to [17, 1] : (tensor<17xf32>) -> tensor<17x1xf32>
  %0 = rlx.attention %q, %k, %v, %r layout = bhsd mask = bias
      : (tensor<1x1x17x8xf32>, tensor<1x1x34x8xf32>, tensor<1x1x34x8xf32>, tensor<17x1xf32>) -> tensor<1x1x17x8xf32>
  %1 = rlx.attention %q, %k, %v, %s layout = bhsd mask = bias
      : (tensor<1x1x17x8xf32>, tensor<1x1x34x8xf32>, tensor<1x1x34x8xf32>, tensor<17x1xf32>) -> tensor<1x1x17x8xf32>
  %last = check.literal dense<0x7F800000> : tensor<1x1x1x8xf32>
  %before = check.fill seed 63 : tensor<1x1x33x8xf32>
  %w = rlx.concat %before, %last axis = 2 : (tensor<1x1x33x8xf32>, tensor<1x1x1x8xf32>) -> tensor<1x1x34x8xf32>
  %2 = rlx.attention %q, %k, %w layout = bhsd mask = none
      : (tensor<1x1x17x8xf32>, tensor<1x1x34x8xf32>, tensor<1x1x34x8xf32>) -> tensor<1x1x17x8xf32>
  return %0, %1, %2 : tensor<1x1x17x8xf32>, tensor<1x1x17x8xf32>, tensor<1x1x17x8xf32>
}
