// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @complex_types(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error@+1 {{'rlx.complex' op expects operand #1 to have element type f32 like operand #0, but got f64}}
  %0 = rlx.complex %x, %y : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @complex_of_halves(%x: tensor<2xf16>) {
  // expected-error@+1 {{'rlx.complex' op operand #0 must be ranked tensor of f32 or f64 values, but got 'tensor<2xf16>'}}
  %0 = rlx.complex %x, %x : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xcomplex<f16>>
  return
}

// -----

func.func @real_of_real(%x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.real' op operand #0 must be ranked tensor of complex number values, but got 'tensor<2xf32>'}}
  %0 = rlx.real %x : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @complex_norm_sq_backward_c1(%x: tensor<2xcomplex<f32>>, %g: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.complex_norm_sq_backward' op expects operands whose shapes broadcast, but got 2 and 3}}
  %0 = rlx.complex_norm_sq_backward %x, %g : (tensor<2xcomplex<f32>>, tensor<3xf32>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @complex_norm_sq_backward_c2(%x: tensor<2xcomplex<f32>>, %g: tensor<2xf64>) {
  // expected-error@+1 {{'rlx.complex_norm_sq_backward' op expects grad to have element type f32 like the parts of the input, but got f64}}
  %0 = rlx.complex_norm_sq_backward %x, %g : (tensor<2xcomplex<f32>>, tensor<2xf64>) -> tensor<2xcomplex<f32>>
  return
}

// -----

// Ops without a meaning for complex numbers refuse them.
func.func @max(%x: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'rlx.max' op operand #0 must be ranked tensor of number values, but got 'tensor<2xcomplex<f32>>'}}
  %0 = rlx.max %x, %x : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @relu(%x: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'rlx.relu' op operand #0 must be ranked tensor of number values, but got 'tensor<2xcomplex<f32>>'}}
  %0 = rlx.relu %x : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @top_k(%x: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'rlx.top_k' op operand #0 must be ranked tensor of number or i1 values, but got 'tensor<2xcomplex<f32>>'}}
  %0:2 = rlx.top_k %x k = 1 axis = 0 : (tensor<2xcomplex<f32>>) -> (tensor<1xcomplex<f32>>, tensor<1xi64>)
  return
}

// -----

func.func @other_parts(%x: tensor<2xcomplex<i32>>) {
  // expected-error@+1 {{'rlx.neg' op operand #0 must be ranked tensor of number or complex number values, but got 'tensor<2xcomplex<i32>>'}}
  %0 = rlx.neg %x : (tensor<2xcomplex<i32>>) -> tensor<2xcomplex<i32>>
  return
}
