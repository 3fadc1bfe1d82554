// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops | FileCheck %s --check-prefix=DECOMPOSE
// RUN: rlx-opt %s --rlx-decompose-ops --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// LINALG-NOT: rlx.

// Labels reach the gather, which checks them, as unsigned integers.
// CHECK-LABEL: @softmax_cross_entropy
// DECOMPOSE-LABEL: @softmax_cross_entropy
// LINALG-LABEL: @softmax_cross_entropy
func.func @softmax_cross_entropy(%x: tensor<?x1000xf32>, %l: tensor<?xi64>) -> tensor<?xf32> {
  // CHECK: rlx.softmax_cross_entropy %{{.*}}, %{{.*}} : (tensor<?x1000xf32>, tensor<?xi64>) -> tensor<?xf32>
  // DECOMPOSE: rlx.reduce_max
  // DECOMPOSE: rlx.reduce_sum
  // DECOMPOSE: rlx.cast %arg1 to ui64
  // DECOMPOSE: rlx.gather_elements {{.*}} (tensor<?x1000xf32>, tensor<?x1xui64>) -> tensor<?x1xf32>
  // DECOMPOSE: rlx.log
  // LINALG: lir.check %{{.*}}, index_out_of_range(%{{.*}})
  %0 = rlx.softmax_cross_entropy %x, %l : (tensor<?x1000xf32>, tensor<?xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: @softmax_cross_entropy_backward
// DECOMPOSE-LABEL: @softmax_cross_entropy_backward
// LINALG-LABEL: @softmax_cross_entropy_backward
func.func @softmax_cross_entropy_backward(%x: tensor<2x?x?xf16>, %l: tensor<2x?xui8>, %dy: tensor<2x?xf16>) -> tensor<2x?x?xf16> {
  // CHECK: rlx.softmax_cross_entropy_backward %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x?x?xf16>, tensor<2x?xui8>, tensor<2x?xf16>) -> tensor<2x?x?xf16>
  // DECOMPOSE: rlx.cast %arg0 to f32
  // DECOMPOSE: rlx.gather {{.*}} axis = 0 : (tensor<?xi64>, tensor<2x?xui8>) -> tensor<2x?xi64>
  // DECOMPOSE: rlx.compare eq
  // DECOMPOSE: rlx.cast {{.*}} to f16
  // LINALG: lir.check %{{.*}}, index_out_of_range(%{{.*}})
  %0 = rlx.softmax_cross_entropy_backward %x, %l, %dy : (tensor<2x?x?xf16>, tensor<2x?xui8>, tensor<2x?xf16>) -> tensor<2x?x?xf16>
  return %0 : tensor<2x?x?xf16>
}
