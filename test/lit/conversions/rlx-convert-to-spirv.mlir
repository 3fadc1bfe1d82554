// RUN: rlx-opt %s --rlx-flatten-buffers --rlx-convert-to-spirv=device=vulkan1.1 -mlir-print-local-scope | FileCheck %s --check-prefixes=CHECK,OLD
// RUN: rlx-opt %s --rlx-flatten-buffers --rlx-convert-to-spirv=device=lavapipe -mlir-print-local-scope | FileCheck %s --check-prefixes=CHECK,NEW
// RUN: not rlx-opt %s --rlx-convert-to-spirv=device=voodoo 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: there is no device profile called 'voodoo'; there are {{.*}}lavapipe

// Scalars are push constants. Additions and multiplications must not be contracted. Before SPIR-V
// 1.4 an entry point lists only inputs, later all variables that it uses.
// CHECK-LABEL: spirv.module @scale
// OLD-SAME: requires #spirv.vce<v1.3
// NEW-SAME: requires #spirv.vce<v1.6
// CHECK-DAG: spirv.GlobalVariable @scalars : {{.*}}PushConstant>
// CHECK-DAG: spirv.GlobalVariable @binding0_0 bind(0, 0)
// CHECK: spirv.FMul {{.*}}no_contraction
// OLD: spirv.EntryPoint "GLCompute" @main
// OLD-NOT: @binding0_0
// NEW: spirv.EntryPoint "GLCompute" @main{{.*}}@binding0_0
// CHECK: spirv.ExecutionMode @main "LocalSize", 64, 1, 1
func.func @scale(%y: memref<?xf32>, %ws: memref<?xi8>, %status: memref<1xi32>, %id: index,
                 %gy: index, %gz: index) attributes {lir.kernel} {
  %two = arith.constant 2.0 : f32
  %a = memref.load %y[%id] : memref<?xf32>
  %b = arith.mulf %a, %two : f32
  memref.store %b, %y[%id] : memref<?xf32>
  return
}

// A loop without iterations has a result, too: its initial value is stored before it.
// CHECK-LABEL: spirv.module @loop
// CHECK: %[[RESULT:.*]] = spirv.Variable
// CHECK: spirv.Store "Function" %[[RESULT]]
// CHECK: spirv.mlir.loop
func.func @loop(%y: memref<?xf32>, %ws: memref<?xi8>, %status: memref<1xi32>, %id: index,
                %gy: index, %gz: index) attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %start = arith.constant 1.0 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %start) -> (f32) {
    %b = arith.addf %a, %a : f32
    scf.yield %b : f32
  }
  memref.store %r, %y[%id] : memref<?xf32>
  return
}

// More than 32 scalars, here 2 operands and 31 sizes of one, are a buffer after the operands, the
// status and the workspace.
// CHECK-LABEL: spirv.module @many
// CHECK-NOT: PushConstant
// CHECK: spirv.GlobalVariable @scalars bind(0, 4)
func.func @many(
    %x: memref<?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?xf32>,
    %y: memref<1xf32>, %ws: memref<?xi8>, %status: memref<1xi32>, %id: index, %gy: index,
    %gz: index) attributes {lir.kernel} {
  %c30 = arith.constant 30 : index
  %n = memref.dim %x, %c30
      : memref<?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?xf32>
  %w = arith.index_cast %n : index to i32
  %f = arith.sitofp %w : i32 to f32
  memref.store %f, %y[%id] : memref<1xf32>
  return
}
