// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg --canonicalize --cse | FileCheck %s --check-prefix=LINALG

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
