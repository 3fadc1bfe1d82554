// RUN: rlx-opt %s --rlx-decompose-ops | FileCheck %s
// The value alone tells how many query heads share a key: the query's heads become rows.

// CHECK-LABEL: @forward
// CHECK: rlx.matmul {{.*}}, tensor<2x2x7x8xf32>
func.func @forward(%q: tensor<2x4x5x6xf32>, %k: tensor<?x?x?x6xf32>, %v: tensor<2x2x7x8xf32>) -> tensor<2x4x5x8xf32> {
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal : (tensor<2x4x5x6xf32>, tensor<?x?x?x6xf32>, tensor<2x2x7x8xf32>) -> tensor<2x4x5x8xf32>
  return %0 : tensor<2x4x5x8xf32>
}

// CHECK-LABEL: @backward
// CHECK-NOT: rlx.attention_backward
func.func @backward(%dy: tensor<2x4x5x8xf32>, %q: tensor<2x4x5x6xf32>, %k: tensor<?x?x?x6xf32>, %v: tensor<2x2x7x8xf32>) -> (tensor<2x4x5x6xf32>, tensor<?x?x?x6xf32>, tensor<2x2x7x8xf32>) {
  %0:3 = rlx.attention_backward %q, %k, %v, %dy layout = bhsd mask = causal : (tensor<2x4x5x6xf32>, tensor<?x?x?x6xf32>, tensor<2x2x7x8xf32>, tensor<2x4x5x8xf32>) -> (tensor<2x4x5x6xf32>, tensor<?x?x?x6xf32>, tensor<2x2x7x8xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x4x5x6xf32>, tensor<?x?x?x6xf32>, tensor<2x2x7x8xf32>
}
