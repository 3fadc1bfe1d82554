// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg --canonicalize --cse | FileCheck %s --check-prefix=LINALG

// One matrix after the other, in f32. A zero pivot fails with the index of the matrix.
// CHECK-LABEL: @vectors
// LINALG-LABEL: @vectors
func.func @vectors(%a: tensor<?x8x8xf16>, %b: tensor<?x8xf16>) -> tensor<?x8xf16> {
  // CHECK: rlx.dense_solve %{{.*}}, %{{.*}} : (tensor<?x8x8xf16>, tensor<?x8xf16>) -> tensor<?x8xf16>
  // LINALG: scf.forall (%{{.*}}) = (0) to (%{{.*}}) step (32)
  // LINALG: %[[OK:.*]] = arith.cmpf une, %{{.*}}, %{{.*}} : f32
  // LINALG-NEXT: lir.check %[[OK]], singular_matrix(%{{.*}})
  %0 = rlx.dense_solve %a, %b : (tensor<?x8x8xf16>, tensor<?x8xf16>) -> tensor<?x8xf16>
  return %0 : tensor<?x8xf16>
}

// CHECK-LABEL: @matrix
// LINALG-LABEL: @matrix
func.func @matrix(%a: tensor<8x8xf64>, %b: tensor<8x?xf64>) -> tensor<8x?xf64> {
  // CHECK: rlx.dense_solve %{{.*}}, %{{.*}} : (tensor<8x8xf64>, tensor<8x?xf64>) -> tensor<8x?xf64>
  // LINALG-NOT: scf.forall
  // LINALG: lir.check
  %0 = rlx.dense_solve %a, %b : (tensor<8x8xf64>, tensor<8x?xf64>) -> tensor<8x?xf64>
  return %0 : tensor<8x?xf64>
}
