// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg --canonicalize --cse | FileCheck %s --check-prefix=LINALG

// LINALG-DAG: affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>
// LINALG-DAG: affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>

// CHECK-LABEL: @dot_general
// LINALG-LABEL: @dot_general
func.func @dot_general(%q: tensor<?x5x4x16xf32>, %k: tensor<?x7x4x16xf32>) -> tensor<?x4x5x7xf32> {
  // CHECK: rlx.dot_general %{{.*}}, %{{.*}} batch [0, 2] x [0, 2] contract [3] x [3] : (tensor<?x5x4x16xf32>, tensor<?x7x4x16xf32>) -> tensor<?x4x5x7xf32>
  // LINALG: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]
  // LINALG: arith.mulf
  // LINALG: arith.addf
  %0 = rlx.dot_general %q, %k batch [0, 2] x [0, 2] contract [3] x [3] : (tensor<?x5x4x16xf32>, tensor<?x7x4x16xf32>) -> tensor<?x4x5x7xf32>
  return %0 : tensor<?x4x5x7xf32>
}

// CHECK-LABEL: @no_batch
// LINALG-LABEL: @no_batch
func.func @no_batch(%a: tensor<2x3xbf16>, %b: tensor<2x3xbf16>) -> tensor<bf16> {
  // CHECK: rlx.dot_general %{{.*}}, %{{.*}} contract [0, 1] x [0, 1] :
  // LINALG: iterator_types = ["reduction", "reduction"]
  // LINALG: arith.extf
  // LINALG: arith.truncf
  %0 = rlx.dot_general %a, %b contract [0, 1] x [0, 1] : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<bf16>
  return %0 : tensor<bf16>
}
