// The region computes the same as the chain: the reference checks it before and after.
// RUN: rlx-opt %s --rlx-interpret -o /dev/null
// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-fuse-elementwise),rlx-interpret)' | FileCheck %s
// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-legalize-broadcast),rlx-interpret)' \
// RUN:   | FileCheck %s --check-prefix=EXPAND

// CHECK: rlx.elementwise_region
// EXPAND-COUNT-3: rlx.expand
func.func @main() {
  %x = rlx.constant dense<[[1.0, -2.0, 3.0], [-4.0, 5.0, -6.0]]> : tensor<2x3xf32>
  %row = rlx.constant dense<[0.5, 1.0, 1.5]> : tensor<3xf32>
  %column = rlx.constant dense<[[2.0], [3.0]]> : tensor<2x1xf32>
  %scalar = rlx.constant dense<-1.0> : tensor<f32>
  %0 = rlx.add %x, %row : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = rlx.mul %0, %column : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  %2 = rlx.mul %1, %scalar : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %3 = rlx.relu %2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = rlx.constant dense<[[0.0, 2.0, 0.0], [10.5, 0.0, 13.5]]> : tensor<2x3xf32>
  check.expect_eq %3, %expected : tensor<2x3xf32>, tensor<2x3xf32>
  return
}
