// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @paged_attention_c1(%q: tensor<1x5x4x8xf32>, %k: tensor<6x2x16x8xf32>, %v: tensor<6x2x16x8xf32>, %t: tensor<2x3xi32>, %s: tensor<3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects a query of rank 3, but got rank 4}}
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l : (tensor<1x5x4x8xf32>, tensor<6x2x16x8xf32>, tensor<6x2x16x8xf32>, tensor<2x3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @paged_attention_c1_key(%q: tensor<5x4x8xf32>, %k: tensor<6x16x8xf32>, %v: tensor<6x2x16x8xf32>, %t: tensor<2x3xi32>, %s: tensor<3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects a key of rank 4, but got rank 3}}
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l : (tensor<5x4x8xf32>, tensor<6x16x8xf32>, tensor<6x2x16x8xf32>, tensor<2x3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @paged_attention_c1_table(%q: tensor<5x4x8xf32>, %k: tensor<6x2x16x8xf32>, %v: tensor<6x2x16x8xf32>, %t: tensor<6xi32>, %s: tensor<3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects a block table of rank 2, but got rank 1}}
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l : (tensor<5x4x8xf32>, tensor<6x2x16x8xf32>, tensor<6x2x16x8xf32>, tensor<6xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @paged_attention_c1_starts(%q: tensor<5x4x8xf32>, %k: tensor<6x2x16x8xf32>, %v: tensor<6x2x16x8xf32>, %t: tensor<2x3xi32>, %s: tensor<3x1xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects starts of rank 1, but got rank 2}}
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l : (tensor<5x4x8xf32>, tensor<6x2x16x8xf32>, tensor<6x2x16x8xf32>, tensor<2x3xi32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @paged_attention_c2_size(%q: tensor<5x4x8xf32>, %k: tensor<6x2x16x4xf32>, %v: tensor<6x2x16x8xf32>, %t: tensor<2x3xi32>, %s: tensor<3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects equal head sizes of query and key, but got 8 and 4}}
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l : (tensor<5x4x8xf32>, tensor<6x2x16x4xf32>, tensor<6x2x16x8xf32>, tensor<2x3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @paged_attention_c2_blocks(%q: tensor<5x4x8xf32>, %k: tensor<6x2x16x8xf32>, %v: tensor<7x2x16x8xf32>, %t: tensor<2x3xi32>, %s: tensor<3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects equal block counts of key and value, but got 6 and 7}}
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l : (tensor<5x4x8xf32>, tensor<6x2x16x8xf32>, tensor<7x2x16x8xf32>, tensor<2x3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @paged_attention_c2_heads(%q: tensor<5x4x8xf32>, %k: tensor<6x2x16x8xf32>, %v: tensor<6x4x16x8xf32>, %t: tensor<2x3xi32>, %s: tensor<3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects equal head counts of key and value, but got 2 and 4}}
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l : (tensor<5x4x8xf32>, tensor<6x2x16x8xf32>, tensor<6x4x16x8xf32>, tensor<2x3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @paged_attention_c2_places(%q: tensor<5x4x8xf32>, %k: tensor<6x2x16x8xf32>, %v: tensor<6x2x32x8xf32>, %t: tensor<2x3xi32>, %s: tensor<3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects equal block sizes of key and value, but got 16 and 32}}
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l : (tensor<5x4x8xf32>, tensor<6x2x16x8xf32>, tensor<6x2x32x8xf32>, tensor<2x3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @paged_attention_c2_starts(%q: tensor<5x4x8xf32>, %k: tensor<6x2x16x8xf32>, %v: tensor<6x2x16x8xf32>, %t: tensor<2x3xi32>, %s: tensor<2xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects starts of shape 3, but got 2}}
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l : (tensor<5x4x8xf32>, tensor<6x2x16x8xf32>, tensor<6x2x16x8xf32>, tensor<2x3xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @paged_attention_c2_lengths(%q: tensor<5x4x8xf32>, %k: tensor<6x2x16x8xf32>, %v: tensor<6x2x16x8xf32>, %t: tensor<2x3xi32>, %s: tensor<3xi32>, %l: tensor<3xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects lengths of shape 2, but got 3}}
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l : (tensor<5x4x8xf32>, tensor<6x2x16x8xf32>, tensor<6x2x16x8xf32>, tensor<2x3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @paged_attention_c3(%q: tensor<5x4x8xf32>, %k: tensor<6x3x16x8xf32>, %v: tensor<6x3x16x8xf32>, %t: tensor<2x3xi32>, %s: tensor<3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects a number of query heads that is a multiple of the key heads, but got 4 and 3}}
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l : (tensor<5x4x8xf32>, tensor<6x3x16x8xf32>, tensor<6x3x16x8xf32>, tensor<2x3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @paged_attention_c4(%q: tensor<5x4x?xf32>, %k: tensor<6x2x16x?xf32>, %v: tensor<6x2x16x8xf32>, %t: tensor<2x3xi32>, %s: tensor<3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects a static head size where no scale is given, but got a dynamic one}}
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l : (tensor<5x4x?xf32>, tensor<6x2x16x?xf32>, tensor<6x2x16x8xf32>, tensor<2x3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @paged_attention_c5(%q: tensor<5x4x8xf32>, %k: tensor<6x2x?x8xf32>, %v: tensor<6x2x?x8xf32>, %t: tensor<2x3xi32>, %s: tensor<3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects a static block size of at least 1, but got ?}}
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l : (tensor<5x4x8xf32>, tensor<6x2x?x8xf32>, tensor<6x2x?x8xf32>, tensor<2x3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @paged_attention_c5_zero(%q: tensor<5x4x8xf32>, %k: tensor<6x2x0x8xf32>, %v: tensor<6x2x0x8xf32>, %t: tensor<2x3xi32>, %s: tensor<3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects a static block size of at least 1, but got 0}}
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l : (tensor<5x4x8xf32>, tensor<6x2x0x8xf32>, tensor<6x2x0x8xf32>, tensor<2x3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @paged_attention_c6_window(%q: tensor<5x4x8xf32>, %k: tensor<6x2x16x8xf32>, %v: tensor<6x2x16x8xf32>, %t: tensor<2x3xi32>, %s: tensor<3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects a window of at least 0, but got -1}}
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l window = -1 : (tensor<5x4x8xf32>, tensor<6x2x16x8xf32>, tensor<6x2x16x8xf32>, tensor<2x3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @paged_attention_c6_softcap(%q: tensor<5x4x8xf32>, %k: tensor<6x2x16x8xf32>, %v: tensor<6x2x16x8xf32>, %t: tensor<2x3xi32>, %s: tensor<3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects a positive softcap that is finite, but got 0}}
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l softcap = 0.0 : (tensor<5x4x8xf32>, tensor<6x2x16x8xf32>, tensor<6x2x16x8xf32>, tensor<2x3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @paged_attention_c6_scale(%q: tensor<5x4x8xf32>, %k: tensor<6x2x16x8xf32>, %v: tensor<6x2x16x8xf32>, %t: tensor<2x3xi32>, %s: tensor<3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects a finite scale, but got}}
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l scale = 0x7FF0000000000000 : (tensor<5x4x8xf32>, tensor<6x2x16x8xf32>, tensor<6x2x16x8xf32>, tensor<2x3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @paged_attention_c7(%q: tensor<5x4x8xf32>, %k: tensor<6x2x16x8xf32>, %v: tensor<6x2x16x8xf64>, %t: tensor<2x3xi32>, %s: tensor<3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects}}
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l : (tensor<5x4x8xf32>, tensor<6x2x16x8xf32>, tensor<6x2x16x8xf64>, tensor<2x3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @paged_attention_c7_narrow(%q: tensor<5x4x8xf32>, %k: tensor<6x2x16x8xf16>, %v: tensor<6x2x16x8xbf16>, %t: tensor<2x3xi32>, %s: tensor<3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects value to have element type f16 like key, but got bf16}}
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l : (tensor<5x4x8xf32>, tensor<6x2x16x8xf16>, tensor<6x2x16x8xbf16>, tensor<2x3xi32>, tensor<3xi32>, tensor<2xi32>) -> tensor<5x4x8xf32>
  return
}

// -----

func.func @paged_attention_c8(%q: tensor<5x4x8xf32>, %k: tensor<6x2x16x8xf32>, %t: tensor<0x3xi32>, %s: tensor<1xi32>, %l: tensor<0xi32>) {
  // expected-error@+1 {{'rlx.paged_attention' op expects a sequence for the rows of the query}}
  %0 = rlx.paged_attention %q, %k, %k blocks = %t starts = %s lengths = %l : (tensor<5x4x8xf32>, tensor<6x2x16x8xf32>, tensor<6x2x16x8xf32>, tensor<0x3xi32>, tensor<1xi32>, tensor<0xi32>) -> tensor<5x4x8xf32>
  return
}
