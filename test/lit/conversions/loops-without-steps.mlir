// RUN: rlx-opt %s --canonicalize --rlx-flatten-buffers --rlx-convert-to-spirv="device=lavapipe" | FileCheck %s

// A loop without iterations returns its initial values, also if all of them are the same value.
// CHECK-DAG: %[[ONE:.*]] = spirv.Constant 1.000000e+00 : f32
// CHECK-DAG: %[[SEVEN:.*]] = spirv.Constant 7.000000e+00 : f32
// CHECK: %[[FIRST:.*]] = spirv.Variable
// CHECK: %[[SECOND:.*]] = spirv.Variable
// CHECK-DAG: spirv.Store "Function" %[[FIRST]], %[[ONE]]
// CHECK-DAG: spirv.Store "Function" %[[SECOND]], %[[SEVEN]]
// CHECK: spirv.mlir.loop
func.func @loop(%y: memref<?xf32>, %ws: memref<?xi8>, %status: memref<1xi32>, %id: index,
                %gy: index, %gz: index) attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s0 = arith.constant 1.0 : f32
  %s1 = arith.constant 7.0 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %s0, %b = %s1) -> (f32, f32) {
    %c = arith.addf %a, %b : f32
    scf.yield %c, %c : f32, f32
  }
  memref.store %r#0, %y[%c0] : memref<?xf32>
  memref.store %r#1, %y[%c1] : memref<?xf32>
  return
}
