// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @sample_c1(%x: tensor<f32>, %s: tensor<ui64>) {
  // expected-error@+1 {{'rlx.sample' op expects logits of rank 1 or more, but got rank 0}}
  %0 = rlx.sample %x seed %s offset %s : (tensor<f32>, tensor<ui64>, tensor<ui64>) -> tensor<i64>
  return
}

// -----

func.func @sample_c2(%x: tensor<2x?xf32>, %s: tensor<ui64>) {
  // expected-error@+1 {{'rlx.sample' op expects logits whose last size is static and at least 1, but got 2x?}}
  %0 = rlx.sample %x seed %s offset %s : (tensor<2x?xf32>, tensor<ui64>, tensor<ui64>) -> tensor<2xi64>
  return
}

// -----

func.func @sample_c3(%x: tensor<2x3xf32>, %s: tensor<ui64>, %o: tensor<1xui64>) {
  // expected-error@+1 {{'rlx.sample' op expects seed and offset of rank 0}}
  %0 = rlx.sample %x seed %s offset %o : (tensor<2x3xf32>, tensor<ui64>, tensor<1xui64>) -> tensor<2xi64>
  return
}

// -----

func.func @sample_c4(%x: tensor<2x3xf32>, %s: tensor<ui64>) {
  // expected-error@+1 {{'rlx.sample' op expects a finite temperature of at least 0, but got -1.0}}
  %0 = rlx.sample %x seed %s offset %s {temperature = -1.0} : (tensor<2x3xf32>, tensor<ui64>, tensor<ui64>) -> tensor<2xi64>
  return
}

// -----

func.func @sample_c5(%x: tensor<2x3xf32>, %s: tensor<ui64>) {
  // expected-error@+1 {{'rlx.sample' op expects top_k to be at least 0, but got -2}}
  %0 = rlx.sample %x seed %s offset %s {top_k = -2} : (tensor<2x3xf32>, tensor<ui64>, tensor<ui64>) -> tensor<2xi64>
  return
}

// -----

func.func @sample_c6(%x: tensor<2x3xf32>, %s: tensor<ui64>) {
  // expected-error@+1 {{'rlx.sample' op expects top_p in (0, 1], but got 0.0}}
  %0 = rlx.sample %x seed %s offset %s {top_p = 0.0} : (tensor<2x3xf32>, tensor<ui64>, tensor<ui64>) -> tensor<2xi64>
  return
}
