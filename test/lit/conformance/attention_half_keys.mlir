// RUN: rlx-check %{sample} %s %{quick-lanes}

// Attention of f32 queries with keys and values of f16 and bf16, as caches have them. Kernels of the CPU widen them as
// they read them.

// Decode attention: three heads share keys.
func.func @one_query() -> tensor<1x6x1x32xf32> {
  %q = check.fill seed 99 : tensor<1x6x1x32xf32>
  %kh = check.fill seed 100 : tensor<1x2x150x32xf16>
  %vh = check.fill seed 101 : tensor<1x2x150x32xf16>
  %k = rlx.cast %kh to f32 : (tensor<1x2x150x32xf16>) -> tensor<1x2x150x32xf32>
  %v = rlx.cast %vh to f32 : (tensor<1x2x150x32xf16>) -> tensor<1x2x150x32xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<1x6x1x32xf32>, tensor<1x2x150x32xf32>, tensor<1x2x150x32xf32>) -> tensor<1x6x1x32xf32>
  return %0 : tensor<1x6x1x32xf32>
}

// Four heads share keys, which are bf16.
func.func @one_query_bf16() -> tensor<1x8x1x64xf32> {
  %q = check.fill seed 102 : tensor<1x8x1x64xf32>
  %kh = check.fill seed 103 : tensor<1x2x150x64xbf16>
  %vh = check.fill seed 104 : tensor<1x2x150x64xbf16>
  %k = rlx.cast %kh to f32 : (tensor<1x2x150x64xbf16>) -> tensor<1x2x150x64xf32>
  %v = rlx.cast %vh to f32 : (tensor<1x2x150x64xbf16>) -> tensor<1x2x150x64xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<1x8x1x64xf32>, tensor<1x2x150x64xf32>, tensor<1x2x150x64xf32>) -> tensor<1x8x1x64xf32>
  return %0 : tensor<1x8x1x64xf32>
}

// Sizes that fill no vector, in layout bshd.
func.func @odd_sizes() -> tensor<2x3x4x37xf32> {
  %q = check.fill seed 105 : tensor<2x3x4x20xf32>
  %kh = check.fill seed 106 : tensor<2x83x2x20xf16>
  %vh = check.fill seed 107 : tensor<2x83x2x37xf16>
  %k = rlx.cast %kh to f32 : (tensor<2x83x2x20xf16>) -> tensor<2x83x2x20xf32>
  %v = rlx.cast %vh to f32 : (tensor<2x83x2x37xf16>) -> tensor<2x83x2x37xf32>
  %0 = rlx.attention %q, %k, %v layout = bshd mask = causal
      : (tensor<2x3x4x20xf32>, tensor<2x83x2x20xf32>, tensor<2x83x2x37xf32>) -> tensor<2x3x4x37xf32>
  return %0 : tensor<2x3x4x37xf32>
}

// Every head has keys of its own. The op takes them narrow, too.
func.func @own_keys() -> tensor<2x3x1x64xf32> {
  %q = check.fill seed 108 : tensor<2x3x1x64xf32>
  %kh = check.fill seed 109 : tensor<2x3x70x64xf16>
  %vh = check.fill seed 110 : tensor<2x3x70x64xf16>
  %0 = rlx.attention %q, %kh, %vh layout = bhsd mask = none
      : (tensor<2x3x1x64xf32>, tensor<2x3x70x64xf16>, tensor<2x3x70x64xf16>) -> tensor<2x3x1x64xf32>
  return %0 : tensor<2x3x1x64xf32>
}

// Few queries of a dynamic number.
func.func @dynamic_few() -> tensor<?x6x?x16xf32> {
  %q = check.fill sizes [1, 6, 5, 16] seed 111 : tensor<?x6x?x16xf32>
  %kh = check.fill sizes [1, 2, 131, 16] seed 112 : tensor<?x2x?x16xf16>
  %vh = check.fill sizes [1, 2, 131, 16] seed 113 : tensor<?x2x?x16xf16>
  %k = rlx.cast %kh to f32 : (tensor<?x2x?x16xf16>) -> tensor<?x2x?x16xf32>
  %v = rlx.cast %vh to f32 : (tensor<?x2x?x16xf16>) -> tensor<?x2x?x16xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<?x6x?x16xf32>, tensor<?x2x?x16xf32>, tensor<?x2x?x16xf32>) -> tensor<?x6x?x16xf32>
  return %0 : tensor<?x6x?x16xf32>
}

// Flash attention.
func.func @prompt() -> tensor<1x4x70x32xf32> {
  %q = check.fill seed 114 : tensor<1x4x70x32xf32>
  %kh = check.fill seed 115 : tensor<1x2x140x32xf16>
  %vh = check.fill seed 116 : tensor<1x2x140x32xf16>
  %k = rlx.cast %kh to f32 : (tensor<1x2x140x32xf16>) -> tensor<1x2x140x32xf32>
  %v = rlx.cast %vh to f32 : (tensor<1x2x140x32xf16>) -> tensor<1x2x140x32xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<1x4x70x32xf32>, tensor<1x2x140x32xf32>, tensor<1x2x140x32xf32>) -> tensor<1x4x70x32xf32>
  return %0 : tensor<1x4x70x32xf32>
}

// The last block is partial, and sizes fill no vector.
func.func @prompt_bf16() -> tensor<1x37x2x12xf32> {
  %q = check.fill seed 117 : tensor<1x37x2x20xf32>
  %kh = check.fill seed 118 : tensor<1x101x1x20xbf16>
  %vh = check.fill seed 119 : tensor<1x101x1x12xbf16>
  %0 = rlx.attention %q, %kh, %vh layout = bshd mask = causal
      : (tensor<1x37x2x20xf32>, tensor<1x101x1x20xbf16>, tensor<1x101x1x12xbf16>) -> tensor<1x37x2x12xf32>
  return %0 : tensor<1x37x2x12xf32>
}

// Many queries of a dynamic number, with a window.
func.func @dynamic_many() -> tensor<?x6x?x16xf32> {
  %q = check.fill sizes [1, 6, 90, 16] seed 120 : tensor<?x6x?x16xf32>
  %kh = check.fill sizes [1, 2, 170, 16] seed 121 : tensor<?x2x?x16xf16>
  %vh = check.fill sizes [1, 2, 170, 16] seed 122 : tensor<?x2x?x16xf16>
  %k = rlx.cast %kh to f32 : (tensor<?x2x?x16xf16>) -> tensor<?x2x?x16xf32>
  %v = rlx.cast %vh to f32 : (tensor<?x2x?x16xf16>) -> tensor<?x2x?x16xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = sliding_window window = 50
      : (tensor<?x6x?x16xf32>, tensor<?x2x?x16xf32>, tensor<?x2x?x16xf32>) -> tensor<?x6x?x16xf32>
  return %0 : tensor<?x6x?x16xf32>
}

// A cache of f16 that a step writes to: rows are rounded once. The mask hides what is behind them.
func.func @cache() -> (tensor<1x4x2x16xf32>, tensor<2x100x16xf16>) {
  %q = check.fill seed 950 : tensor<1x4x2x16xf32>
  %cache = check.fill seed 951 : tensor<2x100x16xf16>
  %rows = check.fill seed 952 : tensor<2x2x16xf32>
  %at = check.literal dense<[[[0, 40], [1, 40]], [[0, 41], [1, 41]]]> : tensor<2x2x2xi64>
  %narrow = rlx.cast %rows to f16 : (tensor<2x2x16xf32>) -> tensor<2x2x16xf16>
  %new = rlx.scatter_nd %cache, %at, %narrow : (tensor<2x100x16xf16>, tensor<2x2x2xi64>, tensor<2x2x16xf16>) -> tensor<2x100x16xf16>
  %heads = rlx.reshape %new to [1, 2, 100, 16] : (tensor<2x100x16xf16>) -> tensor<1x2x100x16xf16>
  %k = rlx.cast %heads to f32 : (tensor<1x2x100x16xf16>) -> tensor<1x2x100x16xf32>
  %c0 = arith.constant 0 : index
  %keys = rlx.iota from %c0 to [1, 1, 1, 100] axis = 3 : (index) -> tensor<1x1x1x100xi64>
  %last = check.literal dense<[[[[40], [41]]]]> : tensor<1x1x2x1xi64>
  %m = rlx.compare le %keys, %last : (tensor<1x1x1x100xi64>, tensor<1x1x2x1xi64>) -> tensor<1x1x2x100xi1>
  %0 = rlx.attention %q, %k, %k, %m layout = bhsd mask = custom
      : (tensor<1x4x2x16xf32>, tensor<1x2x100x16xf32>, tensor<1x2x100x16xf32>, tensor<1x1x2x100xi1>) -> tensor<1x4x2x16xf32>
  return %0, %new : tensor<1x4x2x16xf32>, tensor<2x100x16xf16>
}
