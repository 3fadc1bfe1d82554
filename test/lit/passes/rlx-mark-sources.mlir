// RUN: rlx-opt %s --rlx-mark-sources -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s

// Every op except constants has its number and name in its location.
// An op with an infinite constant is marked as non-finite.
// CHECK-LABEL: func.func @main(
// CHECK: constant {{.*}} loc("{{.*}}rlx-mark-sources.mlir":15:10)
// CHECK: rlx.exp {{.*}} loc(fused<{name = "rlx.exp", rlx.source = 0 : i64}>["{{.*}}rlx-mark-sources.mlir":16:8])
// CHECK: rlx.where {{.*}} loc(fused<{name = "rlx.where", non_finite, rlx.source = 1 : i64}>
// CHECK: rlx.neg {{.*}} loc(fused<{name = "rlx.neg", rlx.source = 3 : i64}>
// CHECK: rlx.yield {{.*}} loc("{{.*}})
// CHECK: } loc(fused<{name = "rlx.if", rlx.source = 2 : i64}>
func.func @main(%x: tensor<4xf32> {rlx.kind = "input", rlx.name = "x"},
                %p: tensor<4xi1> {rlx.kind = "input", rlx.name = "p"},
                %q: tensor<i1> {rlx.kind = "input", rlx.name = "q"}) -> (tensor<4xf32> {rlx.name = "y"}) {
  %low = rlx.constant dense<0xFF800000> : tensor<f32>
  %0 = rlx.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = rlx.where %p, %0, %low : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = rlx.if %q : tensor<i1> -> (tensor<4xf32>) {
    %3 = rlx.neg %1 : (tensor<4xf32>) -> tensor<4xf32>
    rlx.yield %3 : tensor<4xf32>
  } else {
    rlx.yield %1 : tensor<4xf32>
  }
  return %2 : tensor<4xf32>
}
