// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg --canonicalize --cse | FileCheck %s --check-prefix=LINALG
// RUN: rlx-opt %s --canonicalize | FileCheck %s --check-prefix=CANONICAL

// Rows are distributed to workgroups. A row is summed in order.
// CHECK-LABEL: @cumsum
// LINALG-LABEL: @cumsum
func.func @cumsum(%x: tensor<?x128xf16>) -> tensor<?x128xf16> {
  // CHECK: rlx.cumsum %{{.*}} axis = -1 {exclusive = true} : (tensor<?x128xf16>) -> tensor<?x128xf16>
  // LINALG: scf.forall {{.*}} step (128)
  // LINALG: scf.for
  // LINALG: scf.for
  // LINALG: arith.extf
  // LINALG: arith.addf {{.*}} : f32
  %0 = rlx.cumsum %x axis = -1 {exclusive = true} : (tensor<?x128xf16>) -> tensor<?x128xf16>
  return %0 : tensor<?x128xf16>
}

// CHECK-LABEL: @cumsum_reverse
// LINALG-LABEL: @cumsum_reverse
func.func @cumsum_reverse(%x: tensor<?xui8>) -> tensor<?xui8> {
  // CHECK: rlx.cumsum %{{.*}} axis = 0 {reverse = true} : (tensor<?xui8>) -> tensor<?xui8>
  // LINALG-NOT: scf.forall
  // LINALG: arith.subi
  // LINALG: arith.addi {{.*}} : i8
  %0 = rlx.cumsum %x axis = 0 {reverse = true} : (tensor<?xui8>) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}

// CHECK-LABEL: @top_k
// LINALG-LABEL: @top_k
func.func @top_k(%x: tensor<?x1000xf32>) -> (tensor<?x5xf32>, tensor<?x5xi64>) {
  // CHECK: rlx.top_k %{{.*}} k = 5 axis = -1 {largest = false} : (tensor<?x1000xf32>) -> (tensor<?x5xf32>, tensor<?x5xi64>)
  // LINALG: scf.forall
  // LINALG: arith.cmpf ult
  // LINALG: scf.while
  %0:2 = rlx.top_k %x k = 5 axis = -1 {largest = false} : (tensor<?x1000xf32>) -> (tensor<?x5xf32>, tensor<?x5xi64>)
  return %0#0, %0#1 : tensor<?x5xf32>, tensor<?x5xi64>
}

// A sort of dynamic size has its own loops; one of static size is a top_k.
// CHECK-LABEL: @sort
// LINALG-LABEL: @sort
func.func @sort(%x: tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<4x?xi64>) {
  // CHECK: rlx.sort %{{.*}} axis = -1 {descending = true} : (tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<4x?xi64>)
  // LINALG: arith.cmpf ugt
  // LINALG: scf.while
  %0:2 = rlx.sort %x axis = -1 {descending = true} : (tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<4x?xi64>)
  return %0#0, %0#1 : tensor<4x?xf32>, tensor<4x?xi64>
}

// CANONICAL-LABEL: @static_sort
func.func @static_sort(%x: tensor<?x7xf32>) -> (tensor<?x7xf32>, tensor<?x7xi64>) {
  // CANONICAL: rlx.top_k %{{.*}} k = 7 axis = 1 {largest = false} : (tensor<?x7xf32>) -> (tensor<?x7xf32>, tensor<?x7xi64>)
  %0:2 = rlx.sort %x axis = 1 : (tensor<?x7xf32>) -> (tensor<?x7xf32>, tensor<?x7xi64>)
  return %0#0, %0#1 : tensor<?x7xf32>, tensor<?x7xi64>
}

// CHECK-LABEL: @non_max_suppression
// LINALG-LABEL: @non_max_suppression
func.func @non_max_suppression(%boxes: tensor<1x?x4xf32>, %scores: tensor<1x80x?xf32>, %max: tensor<i64>,
                               %iou: tensor<f32>) -> (tensor<1x80x?xi64>, tensor<1x80x?xf32>, tensor<1x80xi64>) {
  // CHECK: rlx.non_max_suppression %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {center_point_box = true} : (tensor<1x?x4xf32>, tensor<1x80x?xf32>, tensor<i64>, tensor<f32>) -> (tensor<1x80x?xi64>, tensor<1x80x?xf32>, tensor<1x80xi64>)
  // LINALG: scf.forall
  // LINALG: arith.divf
  %0:3 = rlx.non_max_suppression %boxes, %scores, %max, %iou {center_point_box = true} : (tensor<1x?x4xf32>, tensor<1x80x?xf32>, tensor<i64>, tensor<f32>) -> (tensor<1x80x?xi64>, tensor<1x80x?xf32>, tensor<1x80xi64>)
  return %0#0, %0#1, %0#2 : tensor<1x80x?xi64>, tensor<1x80x?xf32>, tensor<1x80xi64>
}
