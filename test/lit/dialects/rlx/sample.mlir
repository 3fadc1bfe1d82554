// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops | FileCheck %s --check-prefix=DECOMPOSE

// CHECK-LABEL: @sample
// DECOMPOSE-LABEL: @sample
func.func @sample(%x: tensor<?x1000xf32>, %s: tensor<ui64>, %o: tensor<ui64>) -> tensor<?xi64> {
  // CHECK: rlx.sample %{{.*}} seed %{{.*}} offset %{{.*}} {temperature = 8.000000e-01 : f64, top_k = 40 : i64, top_p = 0.94999999999999996 : f64} : (tensor<?x1000xf32>, tensor<ui64>, tensor<ui64>) -> tensor<?xi64>
  // DECOMPOSE: rlx.top_k {{.*}} k = 40
  // DECOMPOSE: rlx.shift_right
  // DECOMPOSE: rlx.gather_elements
  %0 = rlx.sample %x seed %s offset %o {temperature = 0.8, top_k = 40, top_p = 0.95} : (tensor<?x1000xf32>, tensor<ui64>, tensor<ui64>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// Without top_k and top_p no sort is needed.
// CHECK-LABEL: @sample_all
// DECOMPOSE-LABEL: @sample_all
func.func @sample_all(%x: tensor<1000xf16>, %s: tensor<i64>, %o: tensor<i64>) -> tensor<i64> {
  // DECOMPOSE-NOT: rlx.top_k
  // DECOMPOSE: return
  %0 = rlx.sample %x seed %s offset %o : (tensor<1000xf16>, tensor<i64>, tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}
