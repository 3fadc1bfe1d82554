// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg --canonicalize --cse | FileCheck %s --check-prefix=LINALG

// CHECK-LABEL: @scatter_elements
// LINALG-LABEL: @scatter_elements
func.func @scatter_elements(%x: tensor<?x8xf16>, %ids: tensor<?x3xi32>, %u: tensor<?x3xf16>) -> tensor<?x8xf16> {
  // CHECK: rlx.scatter_elements %{{.*}}, %{{.*}}, %{{.*}} axis = 1 reduction = add : (tensor<?x8xf16>, tensor<?x3xi32>, tensor<?x3xf16>) -> tensor<?x8xf16>
  // LINALG: scf.forall
  // LINALG: scf.for
  // LINALG: lir.check %{{.*}}, index_out_of_range(%{{.*}})
  // LINALG: arith.addf {{.*}} : f32
  %0 = rlx.scatter_elements %x, %ids, %u axis = 1 reduction = add : (tensor<?x8xf16>, tensor<?x3xi32>, tensor<?x3xf16>) -> tensor<?x8xf16>
  return %0 : tensor<?x8xf16>
}

// Without a reduction the data is neither read nor widened.
// CHECK-LABEL: @scatter_nd
// LINALG-LABEL: @scatter_nd
func.func @scatter_nd(%x: tensor<9x?xf16>, %ids: tensor<4x1xi64>, %u: tensor<4x?xf16>) -> tensor<9x?xf16> {
  // CHECK: rlx.scatter_nd %{{.*}}, %{{.*}}, %{{.*}} : (tensor<9x?xf16>, tensor<4x1xi64>, tensor<4x?xf16>) -> tensor<9x?xf16>
  // LINALG: lir.check %{{.*}}, index_out_of_range(%{{.*}})
  // LINALG-NOT: f32
  // LINALG: tensor.insert
  %0 = rlx.scatter_nd %x, %ids, %u : (tensor<9x?xf16>, tensor<4x1xi64>, tensor<4x?xf16>) -> tensor<9x?xf16>
  return %0 : tensor<9x?xf16>
}

// CHECK-LABEL: @gather_nd
// LINALG-LABEL: @gather_nd
func.func @gather_nd(%x: tensor<?x5x8xf32>, %ids: tensor<?x3x1xi64>) -> tensor<?x3x8xf32> {
  // CHECK: rlx.gather_nd %{{.*}}, %{{.*}} batch_dims = 1 : (tensor<?x5x8xf32>, tensor<?x3x1xi64>) -> tensor<?x3x8xf32>
  // LINALG: linalg.generic
  // LINALG: lir.check %{{.*}}, index_out_of_range(%{{.*}})
  %0 = rlx.gather_nd %x, %ids batch_dims = 1 : (tensor<?x5x8xf32>, tensor<?x3x1xi64>) -> tensor<?x3x8xf32>
  return %0 : tensor<?x3x8xf32>
}
