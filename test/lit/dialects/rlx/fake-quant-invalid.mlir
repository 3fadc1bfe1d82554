// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @fake_quantize_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize' op expects an axis in [-2, 2), but got 2}}
  %0, %t = rlx.fake_quantize %x per_batch bits = 8 axis = 2 : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
  return
}

// -----

func.func @fake_quantize_c2(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize' op expects bits in [2, 16], but got 1}}
  %0, %t = rlx.fake_quantize %x per_batch bits = 1 axis = 0 : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
  return
}

// -----

func.func @fake_quantize_c3(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize' op expects a scale operand for mode 'fixed'}}
  %0, %t = rlx.fake_quantize %x fixed bits = 8 axis = 0 : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
  return
}

// -----

func.func @fake_quantize_c3_per_batch(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize' op expects no scale operand for mode 'per_batch'}}
  %0, %t = rlx.fake_quantize %x per_batch %s bits = 8 axis = 0 : (tensor<2x3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
  return
}

// -----

func.func @fake_quantize_c4(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize' op expects a decay for mode 'ema'}}
  %0, %t = rlx.fake_quantize %x ema %s bits = 8 axis = 0 : (tensor<2x3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
  return
}

// -----

func.func @fake_quantize_c4_fixed(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize' op expects no decay for mode 'fixed'}}
  %0, %t = rlx.fake_quantize %x fixed %s bits = 8 axis = 0 decay = 0.5 : (tensor<2x3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
  return
}

// -----

func.func @fake_quantize_c4_range(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize' op expects a decay in [0, 1], but got 1.5}}
  %0, %t = rlx.fake_quantize %x ema %s bits = 8 axis = 0 decay = 1.5 : (tensor<2x3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
  return
}

// -----

func.func @fake_quantize_c5(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize' op expects scale of shape 3, but got 2}}
  %0, %t = rlx.fake_quantize %x fixed %s bits = 8 axis = 1 : (tensor<2x3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @fake_quantize_c6(%x: tensor<2x3xf16>, %s: tensor<2xf64>) {
  // expected-error@+1 {{'rlx.fake_quantize' op expects scale of element type f32, but got f64}}
  %0, %t = rlx.fake_quantize %x fixed %s bits = 8 axis = 0 : (tensor<2x3xf16>, tensor<2xf64>) -> (tensor<2x3xf16>, tensor<2xf32>)
  return
}

// -----

func.func @fake_quantize_backward_c1(%x: tensor<2x3xf32>, %s: tensor<2xf32>, %g: tensor<3x2xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize_backward' op expects grad of shape 2x3, but got 3x2}}
  %0 = rlx.fake_quantize_backward %x scale %s grad %g bits = 8 axis = 0 ste = tanh : (tensor<2x3xf32>, tensor<2xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fake_quantize_backward_c2(%x: tensor<2x3xf32>, %s: tensor<2xf32>, %g: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize_backward' op expects an axis in [-2, 2), but got -3}}
  %0 = rlx.fake_quantize_backward %x scale %s grad %g bits = 8 axis = -3 ste = tanh : (tensor<2x3xf32>, tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fake_quantize_backward_c3(%x: tensor<2x3xf32>, %s: tensor<2xf32>, %g: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize_backward' op expects bits in [2, 16], but got 17}}
  %0 = rlx.fake_quantize_backward %x scale %s grad %g bits = 17 axis = 0 ste = tanh : (tensor<2x3xf32>, tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fake_quantize_backward_c4(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %g: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize_backward' op expects scale of shape 2, but got 3}}
  %0 = rlx.fake_quantize_backward %x scale %s grad %g bits = 8 axis = 0 ste = tanh : (tensor<2x3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fake_quantize_backward_c5(%x: tensor<2x3xf32>, %s: tensor<2xf32>, %g: tensor<2x3xf16>) {
  // expected-error@+1 {{'rlx.fake_quantize_backward' op expects grad of element type f32, but got f16}}
  %0 = rlx.fake_quantize_backward %x scale %s grad %g bits = 8 axis = 0 ste = tanh : (tensor<2x3xf32>, tensor<2xf32>, tensor<2x3xf16>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fake_quantize_backward_c6(%x: tensor<2x3xf32>, %s: tensor<2xf64>, %g: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize_backward' op expects scale of element type f32, but got f64}}
  %0 = rlx.fake_quantize_backward %x scale %s grad %g bits = 8 axis = 0 ste = tanh : (tensor<2x3xf32>, tensor<2xf64>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fake_quantize_lsq_c1(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize_lsq' op expects an axis in [-2, 2), but got -3}}
  %0 = rlx.fake_quantize_lsq %x scale %s bits = 8 axis = -3 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fake_quantize_lsq_c2(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize_lsq' op expects bits in [2, 16], but got 17}}
  %0 = rlx.fake_quantize_lsq %x scale %s bits = 17 axis = 0 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fake_quantize_lsq_c3(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize_lsq' op expects scale of shape 2, but got 3}}
  %0 = rlx.fake_quantize_lsq %x scale %s bits = 8 axis = 0 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fake_quantize_lsq_c4(%x: tensor<2x3xf32>, %s: tensor<2xf64>) {
  // expected-error@+1 {{'rlx.fake_quantize_lsq' op expects scale of element type f32, but got f64}}
  %0 = rlx.fake_quantize_lsq %x scale %s bits = 8 axis = 0 : (tensor<2x3xf32>, tensor<2xf64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @fake_quantize_lsq_backward_c1(%x: tensor<2x3xf32>, %s: tensor<2xf32>, %g: tensor<3x2xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize_lsq_backward' op expects grad of shape 2x3, but got 3x2}}
  %0, %1 = rlx.fake_quantize_lsq_backward %x scale %s grad %g bits = 8 axis = 0 : (tensor<2x3xf32>, tensor<2xf32>, tensor<3x2xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
  return
}

// -----

func.func @fake_quantize_lsq_backward_c2(%x: tensor<2x3xf32>, %s: tensor<2xf32>, %g: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize_lsq_backward' op expects an axis in [-2, 2), but got -3}}
  %0, %1 = rlx.fake_quantize_lsq_backward %x scale %s grad %g bits = 8 axis = -3 : (tensor<2x3xf32>, tensor<2xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
  return
}

// -----

func.func @fake_quantize_lsq_backward_c3(%x: tensor<2x3xf32>, %s: tensor<2xf32>, %g: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize_lsq_backward' op expects bits in [2, 16], but got 17}}
  %0, %1 = rlx.fake_quantize_lsq_backward %x scale %s grad %g bits = 17 axis = 0 : (tensor<2x3xf32>, tensor<2xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
  return
}

// -----

func.func @fake_quantize_lsq_backward_c4(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %g: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize_lsq_backward' op expects scale of shape 2, but got 3}}
  %0, %1 = rlx.fake_quantize_lsq_backward %x scale %s grad %g bits = 8 axis = 0 : (tensor<2x3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
  return
}

// -----

func.func @fake_quantize_lsq_backward_c5(%x: tensor<2x3xf32>, %s: tensor<2xf32>, %g: tensor<2x3xf16>) {
  // expected-error@+1 {{'rlx.fake_quantize_lsq_backward' op expects grad of element type f32, but got f16}}
  %0, %1 = rlx.fake_quantize_lsq_backward %x scale %s grad %g bits = 8 axis = 0 : (tensor<2x3xf32>, tensor<2xf32>, tensor<2x3xf16>) -> (tensor<2x3xf32>, tensor<2xf32>)
  return
}

// -----

func.func @fake_quantize_lsq_backward_c6(%x: tensor<2x3xf32>, %s: tensor<2xf64>, %g: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.fake_quantize_lsq_backward' op expects scale of element type f32, but got f64}}
  %0, %1 = rlx.fake_quantize_lsq_backward %x scale %s grad %g bits = 8 axis = 0 : (tensor<2x3xf32>, tensor<2xf64>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
  return
}
