// RUN: rlx-check %{sample} %s %{quick-lanes}

// Decode attention with enough heads and batches to fill a GPU with one kernel. A workgroup takes
// one key head and some of the queries that read it.

func.func @one_query() -> tensor<14x8x1x64xf16> {
  %q = check.fill seed 3001 : tensor<14x8x1x64xf16>
  %k = check.fill seed 3002 : tensor<14x8x140x64xf16>
  %v = check.fill seed 3003 : tensor<14x8x140x64xf16>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<14x8x1x64xf16>, tensor<14x8x140x64xf16>, tensor<14x8x140x64xf16>) -> tensor<14x8x1x64xf16>
  return %0 : tensor<14x8x1x64xf16>
}

// Four queries share keys, in layout bshd. Values are smaller than keys.
func.func @shared_keys() -> tensor<26x1x16x32xbf16> {
  %q = check.fill seed 3004 : tensor<26x1x16x128xbf16>
  %k = check.fill seed 3005 : tensor<26x77x4x128xbf16>
  %v = check.fill seed 3006 : tensor<26x77x4x32xbf16>
  %0 = rlx.attention %q, %k, %v layout = bshd mask = none
      : (tensor<26x1x16x128xbf16>, tensor<26x77x4x128xbf16>, tensor<26x77x4x32xbf16>) -> tensor<26x1x16x32xbf16>
  return %0 : tensor<26x1x16x32xbf16>
}

// One query per workgroup, because groups would be too few. The head size is not a power of two.
func.func @groups_of_three() -> tensor<9x12x1x96xf32> {
  %q = check.fill seed 3007 : tensor<9x12x1x96xf32>
  %k = check.fill seed 3008 : tensor<9x4x53x96xf32>
  %v = check.fill seed 3009 : tensor<9x4x53x96xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<9x12x1x96xf32>, tensor<9x4x53x96xf32>, tensor<9x4x53x96xf32>) -> tensor<9x12x1x96xf32>
  return %0 : tensor<9x12x1x96xf32>
}

// Seven heads share keys: one query per workgroup.
func.func @seven_heads() -> tensor<15x7x1x128xf16> {
  %q = check.fill seed 3910 : tensor<15x7x1x128xf16>
  %k = check.fill seed 3911 : tensor<15x1x600x128xf16>
  %v = check.fill seed 3912 : tensor<15x1x600x128xf16>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<15x7x1x128xf16>, tensor<15x1x600x128xf16>, tensor<15x1x600x128xf16>) -> tensor<15x7x1x128xf16>
  return %0 : tensor<15x7x1x128xf16>
}

// Two of four queries per workgroup.
func.func @pairs() -> tensor<13x16x1x128xf16> {
  %q = check.fill seed 3913 : tensor<13x16x1x128xf16>
  %k = check.fill seed 3914 : tensor<13x4x300x128xf16>
  %v = check.fill seed 3915 : tensor<13x4x300x128xf16>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<13x16x1x128xf16>, tensor<13x4x300x128xf16>, tensor<13x4x300x128xf16>) -> tensor<13x16x1x128xf16>
  return %0 : tensor<13x16x1x128xf16>
}

// Each query sees another number of keys. The kernel has an epilogue.
func.func @three_queries() -> tensor<13x8x3x16xf32> {
  %q = check.fill seed 3010 : tensor<13x8x3x16xf32>
  %k = check.fill seed 3011 : tensor<13x8x300x16xf32>
  %v = check.fill seed 3012 : tensor<13x8x300x16xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<13x8x3x16xf32>, tensor<13x8x300x16xf32>, tensor<13x8x300x16xf32>) -> tensor<13x8x3x16xf32>
  %r = check.fill seed 3900 : tensor<13x8x3x16xf32>
  %1 = rlx.add %0, %r : (tensor<13x8x3x16xf32>, tensor<13x8x3x16xf32>) -> tensor<13x8x3x16xf32>
  return %1 : tensor<13x8x3x16xf32>
}

func.func @eight_queries() -> tensor<100x1x8x48xf16> {
  %q = check.fill seed 3013 : tensor<100x1x8x16xf16>
  %k = check.fill seed 3014 : tensor<100x1x70x16xf16>
  %v = check.fill seed 3015 : tensor<100x1x70x48xf16>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<100x1x8x16xf16>, tensor<100x1x70x16xf16>, tensor<100x1x70x48xf16>) -> tensor<100x1x8x48xf16>
  return %0 : tensor<100x1x8x48xf16>
}

// More queries than keys: the first queries see none.
func.func @no_keys_seen() -> tensor<25x4x4x32xf32> {
  %q = check.fill seed 3016 : tensor<25x4x4x32xf32>
  %k = check.fill seed 3017 : tensor<25x4x2x32xf32>
  %v = check.fill seed 3018 : tensor<25x4x2x32xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal
      : (tensor<25x4x4x32xf32>, tensor<25x4x2x32xf32>, tensor<25x4x2x32xf32>) -> tensor<25x4x4x32xf32>
  return %0 : tensor<25x4x4x32xf32>
}

func.func @window() -> tensor<25x4x2x16xf32> {
  %q = check.fill seed 3019 : tensor<25x4x2x16xf32>
  %k = check.fill seed 3020 : tensor<25x4x600x16xf32>
  %v = check.fill seed 3021 : tensor<25x4x600x16xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = sliding_window window = 300
      : (tensor<25x4x2x16xf32>, tensor<25x4x600x16xf32>, tensor<25x4x600x16xf32>) -> tensor<25x4x2x16xf32>
  return %0 : tensor<25x4x2x16xf32>
}

func.func @one_key() -> tensor<100x1x1x8xf32> {
  %q = check.fill seed 3022 : tensor<100x1x1x8xf32>
  %k = check.fill seed 3023 : tensor<100x1x1x8xf32>
  %v = check.fill seed 3024 : tensor<100x1x1x8xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<100x1x1x8xf32>, tensor<100x1x1x8xf32>, tensor<100x1x1x8xf32>) -> tensor<100x1x1x8xf32>
  return %0 : tensor<100x1x1x8xf32>
}

// Large scores with a softcap.
func.func @capped() -> tensor<13x8x1x32xf32> {
  %q = check.fill seed 3025 range [-4.0, 4.0] : tensor<13x8x1x32xf32>
  %k = check.fill seed 3026 range [-4.0, 4.0] : tensor<13x8x129x32xf32>
  %v = check.fill seed 3027 range [-4.0, 4.0] : tensor<13x8x129x32xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none softcap = 5.0
      : (tensor<13x8x1x32xf32>, tensor<13x8x129x32xf32>, tensor<13x8x129x32xf32>) -> tensor<13x8x1x32xf32>
  return %0 : tensor<13x8x1x32xf32>
}

// The bias is the same for all batches and queries.
func.func @bias() -> tensor<13x8x2x32xf32> {
  %q = check.fill seed 3028 : tensor<13x8x2x32xf32>
  %k = check.fill seed 3029 : tensor<13x8x129x32xf32>
  %v = check.fill seed 3030 : tensor<13x8x129x32xf32>
  %m = check.fill seed 3901 range [-8.0, 8.0] : tensor<8x1x129xf32>
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = bias
      : (tensor<13x8x2x32xf32>, tensor<13x8x129x32xf32>, tensor<13x8x129x32xf32>, tensor<8x1x129xf32>) -> tensor<13x8x2x32xf32>
  return %0 : tensor<13x8x2x32xf32>
}

func.func @masked_keys() -> tensor<50x4x1x32xf32> {
  %q = check.fill seed 3031 : tensor<50x4x1x32xf32>
  %k = check.fill seed 3032 : tensor<50x2x70x32xf32>
  %v = check.fill seed 3033 : tensor<50x2x70x32xf32>
  %x = check.fill seed 3902 : tensor<50x70xf32>
  %y = check.fill seed 3903 : tensor<50x70xf32>
  %m = rlx.compare lt %x, %y : (tensor<50x70xf32>, tensor<50x70xf32>) -> tensor<50x70xi1>
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = custom
      : (tensor<50x4x1x32xf32>, tensor<50x2x70x32xf32>, tensor<50x2x70x32xf32>, tensor<50x70xi1>) -> tensor<50x4x1x32xf32>
  return %0 : tensor<50x4x1x32xf32>
}

// A dynamic number of keys.
func.func @run_decides() -> tensor<25x4x1x32xf16> {
  %q = check.fill seed 3034 : tensor<25x4x1x32xf16>
  %k = check.fill sizes [25, 4, 333, 32] seed 3035 : tensor<25x4x?x32xf16>
  %v = check.fill sizes [25, 4, 333, 32] seed 3036 : tensor<25x4x?x32xf16>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<25x4x1x32xf16>, tensor<25x4x?x32xf16>, tensor<25x4x?x32xf16>) -> tensor<25x4x1x32xf16>
  return %0 : tensor<25x4x1x32xf16>
}

// A NaN key makes its results NaN.
func.func @special() -> tensor<100x2x1x8xf32> {
  %q = check.fill seed 3907 : tensor<100x2x1x8xf32>
  %k0 = check.fill seed 3908 : tensor<100x1x70x8xf32>
  %v = check.fill seed 3909 : tensor<100x1x71x8xf32>
  %nan = check.literal dense<0x7FC00000> : tensor<100x1x1x8xf32>
  %k = rlx.concat %k0, %nan axis = 2 : (tensor<100x1x70x8xf32>, tensor<100x1x1x8xf32>) -> tensor<100x1x71x8xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<100x2x1x8xf32>, tensor<100x1x71x8xf32>, tensor<100x1x71x8xf32>) -> tensor<100x2x1x8xf32>
  return %0 : tensor<100x2x1x8xf32>
}

// The last value, which is infinite, is also read in place of keys behind it, with weight zero.
func.func @infinite_value() -> tensor<100x1x1x8xf32> {
  %q = check.fill seed 3904 : tensor<100x1x1x8xf32>
  %k = check.fill seed 3905 : tensor<100x1x6x8xf32>
  %f = check.fill seed 3906 : tensor<100x1x5x8xf32>
  %i = check.literal dense<0x7F800000> : tensor<100x1x1x8xf32>
  %v = rlx.concat %f, %i axis = 2 : (tensor<100x1x5x8xf32>, tensor<100x1x1x8xf32>) -> tensor<100x1x6x8xf32>
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<100x1x1x8xf32>, tensor<100x1x6x8xf32>, tensor<100x1x6x8xf32>) -> tensor<100x1x1x8xf32>
  return %0 : tensor<100x1x1x8xf32>
}
