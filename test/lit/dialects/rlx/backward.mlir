// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops | FileCheck %s --check-prefix=DECOMPOSE
// RUN: rlx-opt %s --rlx-decompose-ops --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// CHECK-LABEL: @relu_backward
// LINALG-LABEL: @relu_backward
func.func @relu_backward(%x: tensor<2x?xf32>, %dy: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK: rlx.relu_backward %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  // LINALG: linalg.generic
  // LINALG: arith.cmpf ogt
  // LINALG: arith.select
  %0 = rlx.relu_backward %x, %dy : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// f16 ops compute in f32.
// CHECK-LABEL: @activation_backward
// LINALG-LABEL: @activation_backward
func.func @activation_backward(%x: tensor<4xf16>, %dy: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK: rlx.activation_backward %{{.*}}, %{{.*}} kind = gelu_tanh : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  // LINALG: linalg.generic
  // LINALG: arith.extf
  // LINALG: math.exp {{.*}} : f32
  // LINALG: arith.truncf
  %0 = rlx.activation_backward %x, %dy kind = gelu_tanh : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// A dimension of dy that is dynamic in the input must equal the input's.
// CHECK-LABEL: @known_from_dy
func.func @known_from_dy(%x: tensor<?xf32>, %dy: tensor<7xf32>) -> tensor<7xf32> {
  // CHECK: rlx.activation_backward {{.*}} kind = abs : (tensor<?xf32>, tensor<7xf32>) -> tensor<7xf32>
  %0 = rlx.activation_backward %x, %dy kind = abs : (tensor<?xf32>, tensor<7xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// DECOMPOSE-LABEL: @cumsum_backward
// CHECK-LABEL: @cumsum_backward
func.func @cumsum_backward(%dy: tensor<?x128xf32>) -> (tensor<?x128xf32>, tensor<?x128xf32>) {
  // CHECK: rlx.cumsum_backward %{{.*}} axis = -1 {exclusive = true} : (tensor<?x128xf32>) -> tensor<?x128xf32>
  // DECOMPOSE: rlx.cumsum %{{.*}} axis = -1 {exclusive = true, reverse = true}
  %0 = rlx.cumsum_backward %dy axis = -1 {exclusive = true} : (tensor<?x128xf32>) -> tensor<?x128xf32>
  // DECOMPOSE: rlx.cumsum %{{.*}} axis = 1 :
  %1 = rlx.cumsum_backward %dy axis = 1 {reverse = true} : (tensor<?x128xf32>) -> tensor<?x128xf32>
  return %0, %1 : tensor<?x128xf32>, tensor<?x128xf32>
}

// DECOMPOSE-LABEL: @gather_backward
// CHECK-LABEL: @gather_backward
func.func @gather_backward(%dy: tensor<?x7x64xf32>, %ids: tensor<?x7xi64>) -> tensor<1000x64xf32> {
  // CHECK: rlx.gather_backward %{{.*}}, %{{.*}} into [1000] axis = 0 : (tensor<?x7x64xf32>, tensor<?x7xi64>) -> tensor<1000x64xf32>
  // DECOMPOSE-NOT: rlx.transpose
  // DECOMPOSE: rlx.scatter_nd {{.*}} reduction = add
  %0 = rlx.gather_backward %dy, %ids into [1000] axis = 0 : (tensor<?x7x64xf32>, tensor<?x7xi64>) -> tensor<1000x64xf32>
  return %0 : tensor<1000x64xf32>
}

// The scattered dimensions are moved to the front, and back.
// DECOMPOSE-LABEL: @gather_backward_axis
// CHECK-LABEL: @gather_backward_axis
func.func @gather_backward_axis(%dy: tensor<2x3x?x5x7xf32>, %ids: tensor<?x5xi32>, %n: index) -> tensor<2x3x?x7xf32> {
  // CHECK: rlx.gather_backward %{{.*}}, %{{.*}} into [%{{.*}}] axis = -2 : (tensor<2x3x?x5x7xf32>, tensor<?x5xi32>, index) -> tensor<2x3x?x7xf32>
  // DECOMPOSE: rlx.transpose %{{.*}} perm = [2, 3, 0, 1, 4]
  // DECOMPOSE: rlx.scatter_nd
  // DECOMPOSE: rlx.transpose %{{.*}} perm = [1, 2, 0, 3]
  %0 = rlx.gather_backward %dy, %ids into [%n] axis = -2 : (tensor<2x3x?x5x7xf32>, tensor<?x5xi32>, index) -> tensor<2x3x?x7xf32>
  return %0 : tensor<2x3x?x7xf32>
}

// DECOMPOSE-LABEL: @rope_backward
// CHECK-LABEL: @rope_backward
func.func @rope_backward(%dy: tensor<?x?x8x64xf32>, %c: tensor<2048x16xf32>, %s: tensor<2048x16xf32>, %p: tensor<?xi64>) -> tensor<?x?x8x64xf32> {
  // CHECK: rlx.rope_backward %{{.*}}, %{{.*}}, %{{.*}} at %{{.*}} style = half layout = bshd : (tensor<?x?x8x64xf32>, tensor<2048x16xf32>, tensor<2048x16xf32>, tensor<?xi64>) -> tensor<?x?x8x64xf32>
  // DECOMPOSE: rlx.neg %arg2
  // DECOMPOSE: rlx.gather
  // DECOMPOSE: rlx.concat
  %0 = rlx.rope_backward %dy, %c, %s at %p style = half layout = bshd : (tensor<?x?x8x64xf32>, tensor<2048x16xf32>, tensor<2048x16xf32>, tensor<?xi64>) -> tensor<?x?x8x64xf32>
  return %0 : tensor<?x?x8x64xf32>
}
