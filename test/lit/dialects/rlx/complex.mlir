// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg --canonicalize | FileCheck %s --check-prefix=LINALG
// RUN: rlx-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// CHECK-LABEL: @make
// LINALG-LABEL: @make
func.func @make(%x: tensor<2x?xf32>, %y: tensor<2x?xf32>) -> tensor<2x?xcomplex<f32>> {
  // CHECK: rlx.complex %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xcomplex<f32>>
  // LINALG: complex.create
  %0 = rlx.complex %x, %y : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xcomplex<f32>>
  return %0 : tensor<2x?xcomplex<f32>>
}

// CHECK-LABEL: @parts
func.func @parts(%z: tensor<?xcomplex<f64>>, %g: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xcomplex<f64>>, tensor<?xcomplex<f64>>) {
  // CHECK: rlx.real %{{.*}} : (tensor<?xcomplex<f64>>) -> tensor<?xf64>
  %0 = rlx.real %z : (tensor<?xcomplex<f64>>) -> tensor<?xf64>
  // CHECK: rlx.imag
  %1 = rlx.imag %z : (tensor<?xcomplex<f64>>) -> tensor<?xf64>
  // CHECK: rlx.complex_abs
  %2 = rlx.complex_abs %z : (tensor<?xcomplex<f64>>) -> tensor<?xf64>
  // CHECK: rlx.complex_norm_sq
  %3 = rlx.complex_norm_sq %z : (tensor<?xcomplex<f64>>) -> tensor<?xf64>
  // CHECK: rlx.complex_norm_sq_backward %{{.*}}, %{{.*}} : (tensor<?xcomplex<f64>>, tensor<?xf64>) -> tensor<?xcomplex<f64>>
  %4 = rlx.complex_norm_sq_backward %z, %g : (tensor<?xcomplex<f64>>, tensor<?xf64>) -> tensor<?xcomplex<f64>>
  // CHECK: rlx.conj
  %5 = rlx.conj %z : (tensor<?xcomplex<f64>>) -> tensor<?xcomplex<f64>>
  return %0, %1, %2, %3, %4, %5 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xcomplex<f64>>, tensor<?xcomplex<f64>>
}

// Functions and division of complex<f32> compute in f64.
// LINALG-LABEL: @functions
func.func @functions(%z: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  // LINALG: math.exp {{.*}} : f64
  // LINALG: math.sin {{.*}} : f64
  // LINALG: arith.truncf {{.*}} : f64 to f32
  %0 = rlx.exp %z : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  return %0 : tensor<3xcomplex<f32>>
}

// FOLD-LABEL: @folds
func.func @folds(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xcomplex<f32>>) {
  %z = rlx.complex %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>
  %0 = rlx.real %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %1 = rlx.imag %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %2 = rlx.conj %z : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %3 = rlx.conj %2 : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  // FOLD: %[[Z:.*]] = rlx.complex
  // FOLD: return %arg0, %arg1, %[[Z]]
  return %0, %1, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xcomplex<f32>>
}

// Neutral elements of complex type neither fold nor fail.
// FOLD-LABEL: @splats
func.func @splats(%z: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // FOLD: rlx.mul
  // FOLD: rlx.add
  %one = rlx.constant dense<(1.0, 0.0)> : tensor<4xcomplex<f32>>
  %0 = rlx.mul %z, %one : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %1 = rlx.add %0, %one : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %1 : tensor<4xcomplex<f32>>
}

// CHECK-LABEL: @cast
func.func @cast(%x: tensor<2xi32>) -> tensor<2xcomplex<f64>> {
  // CHECK: rlx.cast %{{.*}} to complex<f64> : (tensor<2xi32>) -> tensor<2xcomplex<f64>>
  %0 = rlx.cast %x to complex<f64> : (tensor<2xi32>) -> tensor<2xcomplex<f64>>
  return %0 : tensor<2xcomplex<f64>>
}
