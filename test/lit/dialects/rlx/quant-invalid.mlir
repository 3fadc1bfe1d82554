// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @quantize_c1(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.quantize' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.quantize %x scale %s axis = 2 to i8 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi8>
  return
}

// -----

func.func @quantize_c2(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.quantize' op expects scale of shape 3, but got 2}}
  %0 = rlx.quantize %x scale %s axis = 1 to i8 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xi8>
  return
}

// -----

func.func @quantize_c2_zero_point(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %z: tensor<i8>) {
  // expected-error@+1 {{'rlx.quantize' op expects zero_point of shape 3, but got }}
  %0 = rlx.quantize %x scale %s zero_point %z axis = 1 to i8 : (tensor<2x3xf32>, tensor<3xf32>, tensor<i8>) -> tensor<2x3xi8>
  return
}

// -----

func.func @quantize_c3(%x: tensor<2x3xf32>, %s: tensor<f16>) {
  // expected-error@+1 {{'rlx.quantize' op expects scale of element type f32, but got f16}}
  %0 = rlx.quantize %x scale %s to i8 : (tensor<2x3xf32>, tensor<f16>) -> tensor<2x3xi8>
  return
}

// -----

func.func @quantize_c3_zero_point(%x: tensor<2x3xf32>, %s: tensor<f32>, %z: tensor<ui8>) {
  // expected-error@+1 {{'rlx.quantize' op expects zero_point of element type i8, but got ui8}}
  %0 = rlx.quantize %x scale %s zero_point %z to i8 : (tensor<2x3xf32>, tensor<f32>, tensor<ui8>) -> tensor<2x3xi8>
  return
}

// -----

func.func @dequantize_c1(%q: tensor<2x3xi8>, %s: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.dequantize' op expects an axis in [-2, 2), but got -3}}
  %0 = rlx.dequantize %q scale %s axis = -3 : (tensor<2x3xi8>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dequantize_c2(%q: tensor<2x3xi8>, %s: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.dequantize' op expects scale of shape }}
  %0 = rlx.dequantize %q scale %s : (tensor<2x3xi8>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dequantize_c3(%q: tensor<2x3xi8>, %s: tensor<f32>, %z: tensor<i16>) {
  // expected-error@+1 {{'rlx.dequantize' op expects zero_point of element type i8, but got i16}}
  %0 = rlx.dequantize %q scale %s zero_point %z : (tensor<2x3xi8>, tensor<f32>, tensor<i16>) -> tensor<2x3xf32>
  return
}
