// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @attention_backward_c1(%q: tensor<2x4x5x8xf32>, %k: tensor<2x7x8xf32>, %v: tensor<2x2x7x6xf32>, %dy: tensor<2x4x5x6xf32>) {
  // expected-error@+1 {{'rlx.attention_backward' op expects query, key and value of rank 4, but got rank 3}}
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = none : (tensor<2x4x5x8xf32>, tensor<2x7x8xf32>, tensor<2x2x7x6xf32>, tensor<2x4x5x6xf32>) -> (tensor<2x4x5x8xf32>, tensor<2x7x8xf32>, tensor<2x2x7x6xf32>)
  return
}

// -----

func.func @attention_backward_c2(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x6xf32>, %v: tensor<2x2x7x6xf32>, %dy: tensor<2x4x5x6xf32>) {
  // expected-error@+1 {{'rlx.attention_backward' op expects equal head sizes of query and key, but got 8 and 6}}
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = none : (tensor<2x4x5x8xf32>, tensor<2x2x7x6xf32>, tensor<2x2x7x6xf32>, tensor<2x4x5x6xf32>) -> (tensor<2x4x5x8xf32>, tensor<2x2x7x6xf32>, tensor<2x2x7x6xf32>)
  return
}

// -----

func.func @attention_backward_c3(%q: tensor<2x4x5x8xf32>, %k: tensor<2x3x7x8xf32>, %v: tensor<2x3x7x6xf32>, %dy: tensor<2x4x5x6xf32>) {
  // expected-error@+1 {{'rlx.attention_backward' op expects a number of query heads that is a multiple of the key heads, but got 4 and 3}}
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = none : (tensor<2x4x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x6xf32>, tensor<2x4x5x6xf32>) -> (tensor<2x4x5x8xf32>, tensor<2x3x7x8xf32>, tensor<2x3x7x6xf32>)
  return
}

// -----

func.func @attention_backward_c4(%q: tensor<2x4x5x?xf32>, %k: tensor<2x2x7x?xf32>, %v: tensor<2x2x7x6xf32>, %dy: tensor<2x4x5x6xf32>) {
  // expected-error@+1 {{'rlx.attention_backward' op expects a static head size where no scale is given, but got a dynamic one}}
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = none : (tensor<2x4x5x?xf32>, tensor<2x2x7x?xf32>, tensor<2x2x7x6xf32>, tensor<2x4x5x6xf32>) -> (tensor<2x4x5x?xf32>, tensor<2x2x7x?xf32>, tensor<2x2x7x6xf32>)
  return
}

// -----

func.func @attention_backward_c5(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x6xf32>, %dy: tensor<2x4x5x6xf32>) {
  // expected-error@+1 {{'rlx.attention_backward' op expects a mask operand for mask kind 'bias'}}
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = bias : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>, tensor<2x4x5x6xf32>) -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>)
  return
}

// -----

func.func @attention_backward_c6(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x6xf32>, %dy: tensor<2x4x5x6xf32>, %m: tensor<5x6xf32>) {
  // expected-error@+1 {{'rlx.attention_backward' op expects a mask operand that broadcasts to 2x4x5x7, but got 5x6}}
  %0:3 = rlx.attention_backward %q, %k, %v, %dy, %m layout = bhsd mask = bias : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>, tensor<2x4x5x6xf32>, tensor<5x6xf32>) -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>)
  return
}

// -----

func.func @attention_backward_c7(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x6xf32>, %dy: tensor<2x4x5x6xf32>, %m: tensor<2x7xf32>) {
  // expected-error@+1 {{'rlx.attention_backward' op expects a mask operand of element type i1, but got f32}}
  %0:3 = rlx.attention_backward %q, %k, %v, %dy, %m layout = bhsd mask = custom : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>, tensor<2x4x5x6xf32>, tensor<2x7xf32>) -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>)
  return
}

// -----

func.func @attention_backward_c8(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x6xf32>, %dy: tensor<2x4x5x6xf32>) {
  // expected-error@+1 {{'rlx.attention_backward' op expects a window for mask kind 'sliding_window'}}
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = sliding_window : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>, tensor<2x4x5x6xf32>) -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>)
  return
}

// -----

func.func @attention_backward_c9(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x6xf32>, %dy: tensor<2x4x5x6xf32>) {
  // expected-error@+1 {{'rlx.attention_backward' op expects a positive softcap}}
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = none softcap = -1.0 : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>, tensor<2x4x5x6xf32>) -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>)
  return
}

// -----

func.func @attention_backward_c10(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x6xf32>, %dy: tensor<2x4x5x6xf16>) {
  // expected-error@+1 {{'rlx.attention_backward' op expects operand #3 to have element type f32 like operand #0, but got f16}}
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = none : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>, tensor<2x4x5x6xf16>) -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>)
  return
}

// -----

func.func @attention_backward_c11(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x6xf32>, %dy: tensor<2x4x5x8xf32>) {
  // expected-error@+1 {{'rlx.attention_backward' op expects dy of shape 2x4x5x6, but got 2x4x5x8}}
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = none : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>, tensor<2x4x5x8xf32>) -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>)
  return
}

// -----

func.func @attention_backward_c4_empty(%q: tensor<2x4x5x0xf32>, %k: tensor<2x2x7x0xf32>, %v: tensor<2x2x7x6xf32>, %dy: tensor<2x4x5x6xf32>) {
  // expected-error@+1 {{'rlx.attention_backward' op expects a scale for a head size of 0: the default is 1 / sqrt(0)}}
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = none : (tensor<2x4x5x0xf32>, tensor<2x2x7x0xf32>, tensor<2x2x7x6xf32>, tensor<2x4x5x6xf32>) -> (tensor<2x4x5x0xf32>, tensor<2x2x7x0xf32>, tensor<2x2x7x6xf32>)
  return
}

// -----

func.func @attention_backward_c9_inf(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x6xf32>, %dy: tensor<2x4x5x6xf32>) {
  // expected-error@+1 {{'rlx.attention_backward' op expects a positive softcap that is finite, but got +Inf}}
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = none softcap = 0x7FF0000000000000 : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>, tensor<2x4x5x6xf32>) -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>)
  return
}

// -----

func.func @attention_backward_c12(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x6xf32>, %dy: tensor<2x4x5x6xf32>) {
  // expected-error@+1 {{'rlx.attention_backward' op expects a finite scale, but got NaN}}
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = none scale = 0x7FF8000000000000 : (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>, tensor<2x4x5x6xf32>) -> (tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x6xf32>)
  return
}
