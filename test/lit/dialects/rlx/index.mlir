// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg --canonicalize --cse | FileCheck %s --check-prefix=LINALG

// CHECK-LABEL: @gather
// LINALG-LABEL: @gather
func.func @gather(%table: tensor<1000x64xf32>, %ids: tensor<?x7xi64>) -> tensor<?x7x64xf32> {
  // CHECK: rlx.gather %{{.*}}, %{{.*}} axis = 0 : (tensor<1000x64xf32>, tensor<?x7xi64>) -> tensor<?x7x64xf32>
  // LINALG: linalg.generic
  // LINALG: arith.select
  // LINALG: lir.check %{{.*}}, index_out_of_range(%{{.*}})
  // LINALG: arith.maxsi
  // LINALG: arith.minsi
  // LINALG: tensor.extract
  %0 = rlx.gather %table, %ids axis = 0 : (tensor<1000x64xf32>, tensor<?x7xi64>) -> tensor<?x7x64xf32>
  return %0 : tensor<?x7x64xf32>
}

// Unsigned indices do not wrap. Indices of rank 0 drop the axis.
// CHECK-LABEL: @gather_scalar
// LINALG-LABEL: @gather_scalar
func.func @gather_scalar(%x: tensor<2x?x4xi1>, %i: tensor<ui8>) -> tensor<2x4xi1> {
  // CHECK: axis = -2
  // LINALG: arith.index_castui
  // LINALG-NOT: arith.select
  // LINALG: tensor.extract
  %0 = rlx.gather %x, %i axis = -2 : (tensor<2x?x4xi1>, tensor<ui8>) -> tensor<2x4xi1>
  return %0 : tensor<2x4xi1>
}

// CHECK-LABEL: @gather_elements
// LINALG-LABEL: @gather_elements
func.func @gather_elements(%x: tensor<?x8xf32>, %ids: tensor<?x3xi32>) -> tensor<?x3xf32> {
  // CHECK: rlx.gather_elements %{{.*}}, %{{.*}} axis = 1 : (tensor<?x8xf32>, tensor<?x3xi32>) -> tensor<?x3xf32>
  // LINALG: lir.check %{{.*}}, index_out_of_range(%{{.*}})
  // LINALG: tensor.extract
  %0 = rlx.gather_elements %x, %ids axis = 1 : (tensor<?x8xf32>, tensor<?x3xi32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: @argmax
// LINALG-LABEL: @argmax
func.func @argmax(%x: tensor<?x1000xf32>) -> tensor<?xi64> {
  // CHECK: rlx.argmax %{{.*}} axis = -1 : (tensor<?x1000xf32>) -> tensor<?xi64>
  // LINALG: iterator_types = ["parallel", "reduction"]
  // LINALG: arith.maximumf
  // LINALG: iterator_types = ["parallel", "reduction"]
  %0 = rlx.argmax %x axis = -1 : (tensor<?x1000xf32>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// CHECK-LABEL: @argmin
// LINALG-LABEL: @argmin
func.func @argmin(%x: tensor<4x?xui8>) -> tensor<1x?xi64> {
  // CHECK: rlx.argmin %{{.*}} axis = 0 {keep_dims = true, select_last = true}
  // LINALG: arith.minui
  %0 = rlx.argmin %x axis = 0 {keep_dims = true, select_last = true} : (tensor<4x?xui8>) -> tensor<1x?xi64>
  return %0 : tensor<1x?xi64>
}

// Each element is a search of its own.
// CHECK-LABEL: @search_sorted
// LINALG-LABEL: @search_sorted
func.func @search_sorted(%x: tensor<?xf32>, %v: tensor<8x3xf32>) -> tensor<8x3xi64> {
  // CHECK: rlx.search_sorted %{{.*}}, %{{.*}} {right = true} : (tensor<?xf32>, tensor<8x3xf32>) -> tensor<8x3xi64>
  // LINALG: iterator_types = ["parallel", "parallel"]
  // LINALG: scf.while
  %0 = rlx.search_sorted %x, %v {right = true} : (tensor<?xf32>, tensor<8x3xf32>) -> tensor<8x3xi64>
  return %0 : tensor<8x3xi64>
}

// A loop over whole blocks, and one over the last block.
// CHECK-LABEL: @flat_nonzero
// LINALG-LABEL: @flat_nonzero
func.func @flat_nonzero(%f: tensor<?xi1>, %s: tensor<?xi64>, %n: index) -> tensor<?xi64> {
  // CHECK: rlx.flat_nonzero %{{.*}}, %{{.*}} to [%{{.*}}] block = 256 : (tensor<?xi1>, tensor<?xi64>, index) -> tensor<?xi64>
  // LINALG: scf.forall
  // LINALG: scf.while
  // LINALG: scf.for
  // LINALG: scf.for
  %0 = rlx.flat_nonzero %f, %s to [%n] block = 256 : (tensor<?xi1>, tensor<?xi64>, index) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}
