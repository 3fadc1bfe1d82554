// RUN: rlx-opt %s --rlx-remove-dead-ops | FileCheck %s

// A chain without users is removed, in regions too. Duplicates and foldable ops stay.
// CHECK-LABEL: func.func @main(
// CHECK-NOT: rlx.cos
// CHECK-COUNT-2: rlx.sin
// CHECK-NOT: rlx.cos
// CHECK: return
func.func @main(%x: tensor<4xf32> {rlx.kind = "input", rlx.name = "x"},
                %q: tensor<i1> {rlx.kind = "input", rlx.name = "q"}) -> (tensor<4xf32> {rlx.name = "y"}) {
  %d0 = rlx.cos %x : (tensor<4xf32>) -> tensor<4xf32>
  %d1 = rlx.cos %d0 : (tensor<4xf32>) -> tensor<4xf32>
  %0 = rlx.sin %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = rlx.sin %x : (tensor<4xf32>) -> tensor<4xf32>
  %2 = rlx.if %q : tensor<i1> -> (tensor<4xf32>) {
    %d2 = rlx.cos %d1 : (tensor<4xf32>) -> tensor<4xf32>
    rlx.yield %1 : tensor<4xf32>
  } else {
    rlx.yield %0 : tensor<4xf32>
  }
  return %2 : tensor<4xf32>
}
