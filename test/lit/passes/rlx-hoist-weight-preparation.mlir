// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-hoist-weight-preparation))' | FileCheck %s

// A chain on a param moves out of two nested loops. Ops that read the row or the input stay.
// CHECK-LABEL: @weights
// CHECK-SAME: %[[X:.*]]: tensor<3x5x4xf32> {{.*}}, %[[W:.*]]: tensor<4xf32>
func.func @weights(%x: tensor<3x5x4xf32> {rlx.kind = "input"}, %w: tensor<4xf32> {rlx.kind = "param"})
    -> tensor<3x5x4xf32> {
  // CHECK: %[[EXP:.*]] = rlx.exp %[[W]]
  // CHECK: %[[NEG:.*]] = rlx.neg %[[EXP]]
  // CHECK: rlx.scan
  %0 = rlx.scan over(%x : tensor<3x5x4xf32>) -> (tensor<3x5x4xf32>) {
  ^bb0(%block: tensor<5x4xf32>):
    // CHECK: rlx.scan
    %1 = rlx.scan over(%block : tensor<5x4xf32>) -> (tensor<5x4xf32>) {
    ^bb0(%row: tensor<4xf32>):
      // CHECK-NOT: rlx.neg
      // CHECK: rlx.add %{{.*}}, %[[NEG]]
      %2 = rlx.exp %w : (tensor<4xf32>) -> tensor<4xf32>
      %3 = rlx.neg %2 : (tensor<4xf32>) -> tensor<4xf32>
      %4 = rlx.add %row, %3 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      rlx.yield %4 : tensor<4xf32>
    }
    rlx.yield %1 : tensor<5x4xf32>
  }
  return %0 : tensor<3x5x4xf32>
}

// Ops do not leave an isolated region.
// CHECK-LABEL: @isolated
func.func @isolated(%x: tensor<4xf32> {rlx.kind = "input"}) -> tensor<4xf32> {
  // CHECK: rlx.custom_fn
  // CHECK-NEXT: ^bb0
  // CHECK-NEXT: rlx.constant
  %0 = rlx.custom_fn %x : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    %1 = rlx.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    %2 = rlx.add %a, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    rlx.yield %2 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// Indices may be out of range if they are not used: the gather stays in its branch.
// CHECK-LABEL: @indices
func.func @indices(%p: tensor<i1> {rlx.kind = "input"}, %w: tensor<4x2xf32> {rlx.kind = "param"},
                   %i: tensor<3xi64> {rlx.kind = "param"}, %q: tensor<3x2xi8> {rlx.kind = "param"})
    -> (tensor<3x2xf32>, tensor<3x2xi8>) {
  // CHECK: %[[NEG:.*]] = rlx.neg
  // CHECK: rlx.if
  // CHECK-NEXT: rlx.gather
  // CHECK-NEXT: rlx.yield %{{.*}}, %[[NEG]]
  %0:2 = rlx.if %p : tensor<i1> -> (tensor<3x2xf32>, tensor<3x2xi8>) {
    %1 = rlx.gather %w, %i axis = 0 : (tensor<4x2xf32>, tensor<3xi64>) -> tensor<3x2xf32>
    %2 = rlx.neg %q : (tensor<3x2xi8>) -> tensor<3x2xi8>
    rlx.yield %1, %2 : tensor<3x2xf32>, tensor<3x2xi8>
  } else {
    %1 = rlx.constant dense<0.0> : tensor<3x2xf32>
    rlx.yield %1, %q : tensor<3x2xf32>, tensor<3x2xi8>
  }
  return %0#0, %0#1 : tensor<3x2xf32>, tensor<3x2xi8>
}

// A matrix may also be singular, a range invalid, and a slice out of bounds. A slice with static
// bounds is inside.
// CHECK-LABEL: @failing
func.func @failing(%p: tensor<i1> {rlx.kind = "input"}, %a: tensor<2x2xf32> {rlx.kind = "param"},
                   %b: tensor<2xf32> {rlx.kind = "param"}, %w: tensor<?xf32> {rlx.kind = "param"})
    -> (tensor<2xf32>, tensor<2xf32>, tensor<1xf32>) {
  %c = rlx.constant dense<0.0> : tensor<2xf32>
  %d = rlx.constant dense<0.0> : tensor<1xf32>
  // CHECK: %[[INSIDE:.*]] = rlx.slice %{{.*}} from [1] sizes [1]
  // CHECK: rlx.if
  // CHECK-NEXT: rlx.dense_solve
  // CHECK-NEXT: rlx.slice
  // CHECK-NEXT: rlx.yield %{{.*}}, %{{.*}}, %[[INSIDE]]
  %0:3 = rlx.if %p : tensor<i1> -> (tensor<2xf32>, tensor<2xf32>, tensor<1xf32>) {
    %1 = rlx.dense_solve %a, %b : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %2 = rlx.slice %w from [0] sizes [2] : (tensor<?xf32>) -> tensor<2xf32>
    %3 = rlx.slice %b from [1] sizes [1] : (tensor<2xf32>) -> tensor<1xf32>
    rlx.yield %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<1xf32>
  } else {
    rlx.yield %c, %c, %d : tensor<2xf32>, tensor<2xf32>, tensor<1xf32>
  }
  return %0#0, %0#1, %0#2 : tensor<2xf32>, tensor<2xf32>, tensor<1xf32>
}
