// RUN: rlx-opt %s --rlx-outline-kernels | FileCheck %s

// CHECK-DAG: #[[$BACK:.*]] = affine_map<(d0)[s0] -> ((-d0 + s0 - 1) * 16)>
// CHECK-DAG: #[[$KEPT:.*]] = affine_map<(d0, d1)[s0] -> (((d1 * 3) floordiv s0) * 16)>

// The branch with an op writes to the output in place. The other one copies.
// CHECK-LABEL: lir.program @choose
// CHECK: %[[P:.*]] = lir.input "p"
// CHECK: %[[X:.*]] = lir.input "x"
// CHECK: %[[Y:.*]] = lir.output "y"
// CHECK: lir.run {
// CHECK-NEXT: lir.if %[[P]] : memref<i1> {
// CHECK-NEXT: lir.dispatch @kernels_cpu::@exp_{{.*}} ins(%[[X]] {{.*}}) outs(%[[Y]]
// CHECK-NEXT: } else {
// CHECK-NEXT: lir.copy %[[X]] to %[[Y]]
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @choose(%p: tensor<i1> {rlx.kind = "input", rlx.name = "p"},
                  %x: tensor<?xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<?xf32> {rlx.name = "y"}) {
  %0 = rlx.if %p : tensor<i1> -> (tensor<?xf32>) {
    %1 = rlx.exp %x : (tensor<?xf32>) -> tensor<?xf32>
    rlx.yield %1 : tensor<?xf32>
  } else {
    rlx.yield %x : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// The carried values are stored in the outputs. Swapped values are saved first.
// CHECK-LABEL: lir.program @repeat
// CHECK: %[[A:.*]] = lir.input "a"
// CHECK: %[[B:.*]] = lir.input "b"
// CHECK: %[[C:.*]] = lir.output "c"
// CHECK: %[[D:.*]] = lir.output "d"
// CHECK: %[[MORE:.*]] = lir.alloc {{.*}} : memref<i1>
// CHECK: lir.copy %[[A]] to %[[C]]
// CHECK-NEXT: lir.copy %[[B]] to %[[D]]
// CHECK-NEXT: lir.while %[[MORE]] : memref<i1> cond {
// CHECK-NEXT: lir.dispatch {{.*}} ins(%[[C]], %[[D]] : {{.*}}) outs(%[[MORE]]
// CHECK-NEXT: } do {
// CHECK-NEXT: lir.copy %[[D]] to %[[SAVED1:.*]] :
// CHECK-NEXT: lir.copy %[[C]] to %[[SAVED2:.*]] :
// CHECK-NEXT: lir.copy %[[SAVED1]] to %[[C]]
// CHECK-NEXT: lir.copy %[[SAVED2]] to %[[D]]
// CHECK-NEXT: }
func.func @repeat(%a: tensor<f32> {rlx.kind = "input", rlx.name = "a"},
                  %b: tensor<f32> {rlx.kind = "input", rlx.name = "b"})
    -> (tensor<f32> {rlx.name = "c"}, tensor<f32> {rlx.name = "d"}) {
  %0:2 = rlx.while %a, %b : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>) cond {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = rlx.compare lt %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    rlx.yield %1 : tensor<i1>
  } do {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    rlx.yield %y, %x : tensor<f32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// Rows are views at an offset of the counter. A row that the body computes is written in place.
// CHECK-LABEL: lir.program @rows
// CHECK-DAG: %[[IN:.*]] = lir.view %{{.*}} at #[[$BACK]] : memref<?x4xf32> -> memref<4xf32>
// CHECK-DAG: %[[OUT:.*]] = lir.view %{{.*}} at #[[$BACK]] : memref<?x4xf32> -> memref<4xf32>
// CHECK-DAG: lir.view %{{.*}} at #[[$KEPT]] : memref<3x4xf32> -> memref<4xf32>
// CHECK: lir.for 0 to
// CHECK-NEXT: lir.dispatch @kernels_cpu::@exp_{{.*}} ins(%{{.*}} : memref<4xf32>) outs(%{{.*}} : memref<4xf32>)
// CHECK-NEXT: }
// CHECK: lir.for 1 to
// CHECK-NEXT: lir.copy
// CHECK-NEXT: }
func.func @rows(%x: tensor<?x4xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<?x4xf32> {rlx.name = "y"}, tensor<3x4xf32> {rlx.name = "z"}) {
  %0 = rlx.scan over(%x : tensor<?x4xf32>) reverse -> (tensor<?x4xf32>) {
  ^bb0(%row: tensor<4xf32>):
    %1 = rlx.exp %row : (tensor<4xf32>) -> tensor<4xf32>
    rlx.yield %1 : tensor<4xf32>
  }
  %1 = rlx.scan over(%x : tensor<?x4xf32>) num_checkpoints = 3 -> (tensor<3x4xf32>) {
  ^bb0(%row: tensor<4xf32>):
    rlx.yield %row : tensor<4xf32>
  }
  return %0, %1 : tensor<?x4xf32>, tensor<3x4xf32>
}
