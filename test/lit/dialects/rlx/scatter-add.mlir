// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops | FileCheck %s --check-prefix=DECOMPOSE

// CHECK-LABEL: @scatter_add
// DECOMPOSE-LABEL: @scatter_add
func.func @scatter_add(%u: tensor<?x64xf32>, %ids: tensor<?xi64>) -> tensor<1000x64xf32> {
  // CHECK: rlx.scatter_add %{{.*}}, %{{.*}} into [1000] : (tensor<?x64xf32>, tensor<?xi64>) -> tensor<1000x64xf32>
  // DECOMPOSE: rlx.expand %{{.*}} to [1000, 64]
  // DECOMPOSE: rlx.reshape
  // DECOMPOSE: rlx.scatter_nd {{.*}} reduction = add
  %0 = rlx.scatter_add %u, %ids into [1000] : (tensor<?x64xf32>, tensor<?xi64>) -> tensor<1000x64xf32>
  return %0 : tensor<1000x64xf32>
}
