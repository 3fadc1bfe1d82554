// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// An if with a constant predicate becomes the ops of its region.
// CANON-LABEL: @known
// CANON-SAME: %[[X:.*]]: tensor<4xf32>
// CANON-NEXT: %[[Y:.*]] = rlx.exp %[[X]]
// CANON-NEXT: return %[[Y]], %[[X]]
func.func @known(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %p = rlx.constant dense<true> : tensor<i1>
  %0:2 = rlx.if %p : tensor<i1> -> (tensor<4xf32>, tensor<4xf32>) {
    %1 = rlx.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    rlx.yield %1, %x : tensor<4xf32>, tensor<4xf32>
  } else {
    rlx.yield %x, %x : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @choose
func.func @choose(%p: tensor<i1>, %x: tensor<?x4xf32>, %y: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // CHECK: rlx.if %{{.*}} : tensor<i1> -> (tensor<2x4xf32>) {
  // CHECK: } else {
  %0 = rlx.if %p : tensor<i1> -> (tensor<2x4xf32>) {
    rlx.yield %x : tensor<?x4xf32>
  } else {
    rlx.yield %y : tensor<2x4xf32>
  }
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: @repeat
func.func @repeat(%n: tensor<i64>, %x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: rlx.while %{{.*}}, %{{.*}} : (tensor<i64>, tensor<?xf32>) -> (tensor<i64>, tensor<?xf32>) cond {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<i64>, %{{.*}}: tensor<?xf32>):
  // CHECK: } do {
  %0:2 = rlx.while %n, %x : (tensor<i64>, tensor<?xf32>) -> (tensor<i64>, tensor<?xf32>) cond {
  ^bb0(%i: tensor<i64>, %y: tensor<?xf32>):
    %1 = rlx.compare gt %i, %i : (tensor<i64>, tensor<i64>) -> tensor<i1>
    rlx.yield %1 : tensor<i1>
  } do {
  ^bb0(%i: tensor<i64>, %y: tensor<?xf32>):
    rlx.yield %i, %y : tensor<i64>, tensor<?xf32>
  }
  return %0#1 : tensor<?xf32>
}

// CHECK-LABEL: @rows
func.func @rows(%x: tensor<?x3xf32>, %y: tensor<8xi8>, %c: tensor<f64>)
    -> (tensor<f64>, tensor<2x3xf32>, tensor<8xi8>, tensor<5xf64>) {
  // CHECK: rlx.scan init(%{{.*}} : tensor<f64>) over(%{{.*}}, %{{.*}} : tensor<?x3xf32>, tensor<8xi8>) num_checkpoints = 2 -> (tensor<f64>, tensor<2x3xf32>) {
  %0:2 = rlx.scan init(%c : tensor<f64>) over(%x, %y : tensor<?x3xf32>, tensor<8xi8>)
      num_checkpoints = 2 -> (tensor<f64>, tensor<2x3xf32>) {
  ^bb0(%s: tensor<f64>, %a: tensor<3xf32>, %b: tensor<i8>):
    rlx.yield %s, %a : tensor<f64>, tensor<3xf32>
  }
  // CHECK: rlx.scan over(%{{.*}} : tensor<8xi8>) reverse -> (tensor<8xi8>) {
  %1 = rlx.scan over(%y : tensor<8xi8>) reverse -> (tensor<8xi8>) {
  ^bb0(%b: tensor<i8>):
    rlx.yield %b : tensor<i8>
  }
  // CHECK: rlx.scan init(%{{.*}} : tensor<f64>) length = 5 -> (tensor<f64>, tensor<5xf64>) {
  %2:2 = rlx.scan init(%c : tensor<f64>) length = 5 -> (tensor<f64>, tensor<5xf64>) {
  ^bb0(%s: tensor<f64>):
    rlx.yield %s, %s : tensor<f64>, tensor<f64>
  }
  return %0#0, %0#1, %1, %2#1 : tensor<f64>, tensor<2x3xf32>, tensor<8xi8>, tensor<5xf64>
}

// CHECK-LABEL: @gradients
func.func @gradients(%h: tensor<2xf32>, %x: tensor<?x2xf32>, %d: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<?x2xf32>, tensor<f32>) {
  // CHECK: rlx.scan_backward init(%{{.*}} : tensor<2xf32>) over(%{{.*}} : tensor<?x2xf32>) gradients(%{{.*}} : tensor<2xf32>) reverse num_checkpoints = 4 -> (tensor<2xf32>, tensor<?x2xf32>, tensor<f32>) forward {
  // CHECK: } vjp {
  %0:3 = rlx.scan_backward init(%h : tensor<2xf32>) over(%x : tensor<?x2xf32>)
      gradients(%d : tensor<2xf32>) reverse num_checkpoints = 4
      -> (tensor<2xf32>, tensor<?x2xf32>, tensor<f32>) forward {
  ^bb0(%s: tensor<2xf32>, %row: tensor<2xf32>):
    rlx.yield %row : tensor<2xf32>
  } vjp {
  ^bb0(%s: tensor<2xf32>, %row: tensor<2xf32>, %ds: tensor<2xf32>):
    %1 = rlx.constant dense<1.0> : tensor<f32>
    rlx.yield %ds, %ds, %1 : tensor<2xf32>, tensor<2xf32>, tensor<f32>
  }
  return %0#0, %0#1, %0#2 : tensor<2xf32>, tensor<?x2xf32>, tensor<f32>
}
