// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg --canonicalize --cse | FileCheck %s --check-prefix=LINALG

// One check per row. The loop over columns, whose elements are contiguous, is the inner one.
// CHECK-LABEL: @grouped_matmul
// LINALG-LABEL: @grouped_matmul
func.func @grouped_matmul(%x: tensor<?x64xf32>, %w: tensor<8x64x32xf32>, %i: tensor<?xi32>) -> tensor<?x32xf32> {
  // CHECK: rlx.grouped_matmul %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x64xf32>, tensor<8x64x32xf32>, tensor<?xi32>) -> tensor<?x32xf32>
  // LINALG: scf.forall
  // LINALG: scf.for
  // LINALG: lir.check %{{.*}}, index_out_of_range(%{{.*}})
  // LINALG: linalg.generic {{.*}}iterator_types = ["reduction", "parallel"]
  %0 = rlx.grouped_matmul %x, %w, %i : (tensor<?x64xf32>, tensor<8x64x32xf32>, tensor<?xi32>) -> tensor<?x32xf32>
  return %0 : tensor<?x32xf32>
}
