// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @selective_scan_c1(%x: tensor<3x4xf32>, %d: tensor<3x4xf32>, %a: tensor<4x5xf32>, %b: tensor<2x3x5xf32>, %c: tensor<2x3x5xf32>) {
  // expected-error@+1 {{'rlx.selective_scan' op expects x of rank 3, but got rank 2}}
  %0:2 = rlx.selective_scan %x, %d, %a, %b, %c : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<4x5xf32>, tensor<2x3x5xf32>, tensor<2x3x5xf32>) -> (tensor<2x3x4xf32>, tensor<2x4x5xf32>)
  return
}

// -----

func.func @selective_scan_c2(%x: tensor<2x3x4xf32>, %d: tensor<2x1x4xf32>, %a: tensor<4x5xf32>, %b: tensor<2x3x5xf32>, %c: tensor<2x3x5xf32>) {
  // expected-error@+1 {{'rlx.selective_scan' op expects delta of shape 2x3x4, but got 2x1x4}}
  %0:2 = rlx.selective_scan %x, %d, %a, %b, %c : (tensor<2x3x4xf32>, tensor<2x1x4xf32>, tensor<4x5xf32>, tensor<2x3x5xf32>, tensor<2x3x5xf32>) -> (tensor<2x3x4xf32>, tensor<2x4x5xf32>)
  return
}

// -----

func.func @selective_scan_c3(%x: tensor<2x3x4xf32>, %d: tensor<2x3x4xf32>, %a: tensor<3x5xf32>, %b: tensor<2x3x5xf32>, %c: tensor<2x3x5xf32>) {
  // expected-error@+1 {{'rlx.selective_scan' op expects a of shape 4x5, but got 3x5}}
  %0:2 = rlx.selective_scan %x, %d, %a, %b, %c : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<3x5xf32>, tensor<2x3x5xf32>, tensor<2x3x5xf32>) -> (tensor<2x3x4xf32>, tensor<2x4x5xf32>)
  return
}

// -----

func.func @selective_scan_c3_rank(%x: tensor<2x3x4xf32>, %d: tensor<2x3x4xf32>, %a: tensor<4xf32>, %b: tensor<2x3x5xf32>, %c: tensor<2x3x5xf32>) {
  // expected-error@+1 {{'rlx.selective_scan' op expects a of rank 2, but got rank 1}}
  %0:2 = rlx.selective_scan %x, %d, %a, %b, %c : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<4xf32>, tensor<2x3x5xf32>, tensor<2x3x5xf32>) -> (tensor<2x3x4xf32>, tensor<2x4x5xf32>)
  return
}

// -----

func.func @selective_scan_c4(%x: tensor<2x3x4xf32>, %d: tensor<2x3x4xf32>, %a: tensor<4x5xf32>, %b: tensor<2x3x6xf32>, %c: tensor<2x3x6xf32>) {
  // expected-error@+1 {{'rlx.selective_scan' op expects b of shape 2x3x5, but got 2x3x6}}
  %0:2 = rlx.selective_scan %x, %d, %a, %b, %c : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<4x5xf32>, tensor<2x3x6xf32>, tensor<2x3x6xf32>) -> (tensor<2x3x4xf32>, tensor<2x4x5xf32>)
  return
}

// -----

func.func @selective_scan_c4_c(%x: tensor<2x3x4xf32>, %d: tensor<2x3x4xf32>, %a: tensor<4x5xf32>, %b: tensor<2x3x5xf32>, %c: tensor<2x5xf32>) {
  // expected-error@+1 {{'rlx.selective_scan' op expects c of shape 2x3x5, but got 2x5}}
  %0:2 = rlx.selective_scan %x, %d, %a, %b, %c : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<4x5xf32>, tensor<2x3x5xf32>, tensor<2x5xf32>) -> (tensor<2x3x4xf32>, tensor<2x4x5xf32>)
  return
}

// -----

func.func @selective_scan_c5(%x: tensor<2x3x4xf32>, %d: tensor<2x3x4xf32>, %a: tensor<4x5xf32>, %b: tensor<2x3x5xf32>, %c: tensor<2x3x5xf32>, %s: tensor<1xf32>) {
  // expected-error@+1 {{'rlx.selective_scan' op expects skip of shape 4, but got 1}}
  %0:2 = rlx.selective_scan %x, %d, %a, %b, %c skip %s : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<4x5xf32>, tensor<2x3x5xf32>, tensor<2x3x5xf32>, tensor<1xf32>) -> (tensor<2x3x4xf32>, tensor<2x4x5xf32>)
  return
}

// -----

func.func @selective_scan_c6(%x: tensor<2x3x4xf32>, %d: tensor<2x3x4xf32>, %a: tensor<4x5xf32>, %b: tensor<2x3x5xf32>, %c: tensor<2x3x5xf32>, %t: tensor<2x5x4xf32>) {
  // expected-error@+1 {{'rlx.selective_scan' op expects state of shape 2x4x5, but got 2x5x4}}
  %0:2 = rlx.selective_scan %x, %d, %a, %b, %c state %t : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<4x5xf32>, tensor<2x3x5xf32>, tensor<2x3x5xf32>, tensor<2x5x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x4x5xf32>)
  return
}

// -----

func.func @selective_scan_c7(%x: tensor<2x3x4xf32>, %d: tensor<2x3x4xf32>, %a: tensor<4x5xf16>, %b: tensor<2x3x5xf32>, %c: tensor<2x3x5xf32>) {
  // expected-error@+1 {{'rlx.selective_scan' op expects operand #2 to have element type f32 like operand #0, but got f16}}
  %0:2 = rlx.selective_scan %x, %d, %a, %b, %c : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<4x5xf16>, tensor<2x3x5xf32>, tensor<2x3x5xf32>) -> (tensor<2x3x4xf32>, tensor<2x4x5xf32>)
  return
}

// -----

func.func @gated_delta_net_c1(%q: tensor<2x3x4xf32>, %k: tensor<2x3x4xf32>, %v: tensor<2x3x4x6xf32>, %g: tensor<2x3x4xf32>, %b: tensor<2x3x4xf32>) {
  // expected-error@+1 {{'rlx.gated_delta_net' op expects q of rank 4, but got rank 3}}
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %b : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4x6xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4x6xf32>, tensor<2x4x5x6xf32>)
  return
}

// -----

func.func @gated_delta_net_c2(%q: tensor<2x3x4x5xf32>, %k: tensor<2x3x4x6xf32>, %v: tensor<2x3x4x6xf32>, %g: tensor<2x3x4xf32>, %b: tensor<2x3x4xf32>) {
  // expected-error@+1 {{'rlx.gated_delta_net' op expects k of shape 2x3x4x5, but got 2x3x4x6}}
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %b : (tensor<2x3x4x5xf32>, tensor<2x3x4x6xf32>, tensor<2x3x4x6xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4x6xf32>, tensor<2x4x5x6xf32>)
  return
}

// -----

func.func @gated_delta_net_c3(%q: tensor<2x3x4x5xf32>, %k: tensor<2x3x4x5xf32>, %v: tensor<2x3x1x6xf32>, %g: tensor<2x3x4xf32>, %b: tensor<2x3x4xf32>) {
  // expected-error@+1 {{'rlx.gated_delta_net' op expects v of shape 2x3x4x6, but got 2x3x1x6}}
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %b : (tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>, tensor<2x3x1x6xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4x6xf32>, tensor<2x4x5x6xf32>)
  return
}

// -----

func.func @gated_delta_net_c3_rank(%q: tensor<2x3x4x5xf32>, %k: tensor<2x3x4x5xf32>, %v: tensor<2x3x4xf32>, %g: tensor<2x3x4xf32>, %b: tensor<2x3x4xf32>) {
  // expected-error@+1 {{'rlx.gated_delta_net' op expects v of rank 4, but got rank 3}}
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %b : (tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4x6xf32>, tensor<2x4x5x6xf32>)
  return
}

// -----

func.func @gated_delta_net_c4(%q: tensor<2x3x4x5xf32>, %k: tensor<2x3x4x5xf32>, %v: tensor<2x3x4x6xf32>, %g: tensor<2x3x4x5xf32>, %b: tensor<2x3x4x5xf32>) {
  // expected-error@+1 {{'rlx.gated_delta_net' op expects g of shape 2x3x4, but got 2x3x4x5}}
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %b : (tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>, tensor<2x3x4x6xf32>, tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>) -> (tensor<2x3x4x6xf32>, tensor<2x4x5x6xf32>)
  return
}

// -----

func.func @gated_delta_net_c4_beta(%q: tensor<2x3x4x5xf32>, %k: tensor<2x3x4x5xf32>, %v: tensor<2x3x4x6xf32>, %g: tensor<2x3x4xf32>, %b: tensor<2x3x1xf32>) {
  // expected-error@+1 {{'rlx.gated_delta_net' op expects beta of shape 2x3x4, but got 2x3x1}}
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %b : (tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>, tensor<2x3x4x6xf32>, tensor<2x3x4xf32>, tensor<2x3x1xf32>) -> (tensor<2x3x4x6xf32>, tensor<2x4x5x6xf32>)
  return
}

// -----

func.func @gated_delta_net_c5(%q: tensor<2x3x4x5xf32>, %k: tensor<2x3x4x5xf32>, %v: tensor<2x3x4x6xf32>, %g: tensor<2x3x4xf32>, %b: tensor<2x3x4xf32>, %t: tensor<2x4x6x5xf32>) {
  // expected-error@+1 {{'rlx.gated_delta_net' op expects state of shape 2x4x5x6, but got 2x4x6x5}}
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %b state %t : (tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>, tensor<2x3x4x6xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x4x6x5xf32>) -> (tensor<2x3x4x6xf32>, tensor<2x4x5x6xf32>)
  return
}

// -----

func.func @gated_delta_net_c6(%q: tensor<2x3x4x5xf32>, %k: tensor<2x3x4x5xf32>, %v: tensor<2x3x4x6xf32>, %g: tensor<2x3x4xf64>, %b: tensor<2x3x4xf64>) {
  // expected-error@+1 {{'rlx.gated_delta_net' op expects operand #3 to have element type f32 like operand #0, but got f64}}
  %0:2 = rlx.gated_delta_net %q, %k, %v, %g, %b : (tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>, tensor<2x3x4x6xf32>, tensor<2x3x4xf64>, tensor<2x3x4xf64>) -> (tensor<2x3x4x6xf32>, tensor<2x4x5x6xf32>)
  return
}
