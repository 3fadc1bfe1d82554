// RUN: rlx-opt %s --split-input-file --rlx-outline-kernels | FileCheck %s

// A kernel reads the operand of an expansion if no size changes, and its result otherwise. The
// result has memory in the second case only.

// CHECK-DAG: #[[SIZE:.*]] = affine_map<()[s0, s1, s2, s3, s4, s5, s6] -> (s1 * (-s6 + 1))>
// CHECK-DAG: #[[KEPT:.*]] = affine_map<()[s0, s1, s2, s3, s4, s5, s6] -> (s6)>
// CHECK-DAG: #[[CHANGED:.*]] = affine_map<()[s0, s1, s2, s3, s4, s5, s6] -> (-s6 + 1)>

// CHECK: lir.program @main
// CHECK: %[[X:.*]] = lir.input "x"
// CHECK: %[[Y:.*]] = lir.input "y"
// CHECK: %[[OUT:.*]] = lir.output
// CHECK: %[[E:.*]] = lir.alloc #[[SIZE]] : memref<?xf32>
// CHECK: lir.dispatch @{{.*}}dynamic_expand_0 ins(%[[X]] : {{.*}}) outs(%[[E]] : {{.*}} {lir.when = #[[CHANGED]]}
// CHECK: lir.dispatch @{{.*}}[[ADD:add_.*]] ins(%[[X]], %[[Y]] : {{.*}}) outs(%[[OUT]] : {{.*}} {lir.when = #[[KEPT]]}
// CHECK: lir.dispatch @{{.*}}[[ADD]] ins(%[[E]], %[[Y]] : {{.*}}) outs(%[[OUT]] : {{.*}} {lir.when = #[[CHANGED]]}
func.func @main(%x: tensor<?xf32> {rlx.kind = "input", rlx.name = "x"}, %y: tensor<?xf32> {rlx.kind = "input", rlx.name = "y"}) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %0 = rlx.dynamic_expand %x dims = [0] to [%n] : (tensor<?xf32>, index) -> tensor<?xf32>
  %1 = rlx.add %0, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// A result of the model is always computed.

// CHECK: lir.program @returned
// CHECK: lir.dispatch
// CHECK-NOT: lir.when
func.func @returned(%x: tensor<?xf32> {rlx.kind = "input", rlx.name = "x"}) -> tensor<5xf32> {
  %0 = rlx.dynamic_expand %x dims = [0] to [5] : (tensor<?xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
