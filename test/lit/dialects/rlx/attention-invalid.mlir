// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @attention_c1(%q: tensor<2x4x5x8xf32>, %k: tensor<2x7x8xf32>, %v: tensor<2x2x7x8xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects query, key and value of rank 4, but got rank 3}}
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none : (tensor<2x4x5x8xf32>, tensor<2x7x8xf32>, tensor<2x2x7x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_c2(%q: tensor<2x4x5x8xf32>, %k: tensor<3x2x7x8xf32>, %v: tensor<2x2x7x8xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects equal batch sizes of query and key, but got 2 and 3}}
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none : (tensor<2x4x5x8xf32>, tensor<3x2x7x8xf32>, tensor<2x2x7x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_c2_size(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x6xf32>, %v: tensor<2x2x7x8xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects equal head sizes of query and key, but got 8 and 6}}
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none : (tensor<2x4x5x8xf32>, tensor<2x2x7x6xf32>, tensor<2x2x7x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_c2_length(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x6x8xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects equal sequence lengths of key and value, but got 7 and 6}}
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x6x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_c2_heads(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x6x8xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects equal head counts of key and value, but got 7 and 6}}
  %0 = rlx.attention %q, %k, %v layout = bshd mask = none : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x6x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_c3(%q: tensor<2x4x5x8xf32>, %k: tensor<2x3x7x8xf32>, %v: tensor<2x3x7x8xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects a number of query heads that is a multiple of the key heads, but got 4 and 3}}
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none : (tensor<2x4x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_c4(%q: tensor<2x4x5x?xf32>, %k: tensor<2x2x7x?xf32>, %v: tensor<2x2x7x8xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects a static head size where no scale is given, but got a dynamic one}}
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none : (tensor<2x4x5x?xf32>, tensor<2x2x7x?xf32>, tensor<2x2x7x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_c5(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x8xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects a mask operand for mask kind 'custom'}}
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = custom : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_c5_none(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x8xf32>, %m: tensor<2x7xi1>) {
  // expected-error@+1 {{'rlx.attention' op expects no mask operand for mask kind 'causal'}}
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = causal : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x8xf32>, tensor<2x7xi1>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_c6(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x8xf32>, %m: tensor<2x5xi1>) {
  // expected-error@+1 {{'rlx.attention' op expects a mask operand that broadcasts to 2x7, but got 2x5}}
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = custom : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x8xf32>, tensor<2x5xi1>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_c6_rank(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x8xf32>, %m: tensor<4x5x7xi1>) {
  // expected-error@+1 {{'rlx.attention' op expects a mask operand of rank 2 or 4, but got rank 3}}
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = custom : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x8xf32>, tensor<4x5x7xi1>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_c6_bias(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x8xf32>, %m: tensor<3x1x1xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects a mask operand that broadcasts to 2x4x5x7, but got 3x1x1}}
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = bias : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x8xf32>, tensor<3x1x1xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_c7(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x8xf32>, %m: tensor<2x7xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects a mask operand of element type i1, but got f32}}
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = custom : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x8xf32>, tensor<2x7xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_c7_bias(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x8xf32>, %m: tensor<5x7xf16>) {
  // expected-error@+1 {{'rlx.attention' op expects a mask operand of element type f32, but got f16}}
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = bias : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x8xf32>, tensor<5x7xf16>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_c8(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x8xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects a window for mask kind 'sliding_window'}}
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = sliding_window : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_c8_causal(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x8xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects no window for mask kind 'causal'}}
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal window = 3 : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_c8_range(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x8xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects a window of at least 0, but got -1}}
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = sliding_window window = -1 : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_c9(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x8xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects a positive softcap}}
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none softcap = 0.0 : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_c10_wide(%q: tensor<2x4x5x8xf16>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x8xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects operand #1 to have element type f16 like operand #0, but got f32}}
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none : (tensor<2x4x5x8xf16>, tensor<2x2x7x8xf32>, tensor<2x2x7x8xf32>) -> tensor<2x4x5x8xf16>
  return
}

// -----

// Keys and values may be narrower than the query, but not one of them alone.
func.func @attention_c10(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf16>, %v: tensor<2x2x7x8xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects value to have element type f16 like key, but got f32}}
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf16>, tensor<2x2x7x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @attention_c4_empty(%q: tensor<2x4x5x0xf32>, %k: tensor<2x2x7x0xf32>, %v: tensor<2x2x7x6xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects a scale for a head size of 0: the default is 1 / sqrt(0)}}
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none : (tensor<2x4x5x0xf32>, tensor<2x2x7x0xf32>, tensor<2x2x7x6xf32>) -> tensor<2x4x5x6xf32>
  return
}

// -----

func.func @attention_c9_inf(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x6xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects a positive softcap that is finite, but got +Inf}}
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none softcap = 0x7FF0000000000000 : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>) -> tensor<2x4x5x6xf32>
  return
}

// -----

func.func @attention_c9_nan(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x6xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects a positive softcap that is finite, but got NaN}}
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none softcap = 0x7FF8000000000000 : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>) -> tensor<2x4x5x6xf32>
  return
}

// -----

func.func @attention_c11(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x6xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects a finite scale, but got -Inf}}
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none scale = 0xFFF0000000000000 : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>) -> tensor<2x4x5x6xf32>
  return
}

// -----

func.func @attention_c11_nan(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x6xf32>) {
  // expected-error@+1 {{'rlx.attention' op expects a finite scale, but got NaN}}
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none scale = 0x7FF8000000000000 : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>) -> tensor<2x4x5x6xf32>
  return
}
