// RUN: rlx-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(rlx-distribute-to-workgroups))' | FileCheck %s

// CHECK-DAG: #[[SHARED:.*]] = affine_map<() -> (4, 1, 1)>
// CHECK-LABEL: func.func @only_work
// CHECK-SAME: lir.grid = #[[SHARED]]
// CHECK-NOT: scf.for
// CHECK: return
func.func @only_work(%x: memref<64xf32>, %y: memref<64xf32>, %workspace: memref<?xi8>,
                     %status: memref<1xi32>, %gx: index, %gy: index, %gz: index) {
  %c0 = arith.constant 0 : index
  %limit = memref.load %x[%c0] : memref<64xf32>
  %finite = arith.cmpf ord, %limit, %limit : f32
  cf.assert %finite, "expects a number"
  %scratch = memref.alloc() : memref<4xf32>
  scf.forall (%i) = (0) to (64) step (16) {
    %v = memref.load %x[%i] : memref<64xf32>
    memref.store %v, %scratch[%c0] : memref<4xf32>
    memref.store %v, %y[%i] : memref<64xf32>
  }
  return
}

// -----

// Ops in a region count too.
// CHECK-DAG: #[[ALONE:.*]] = affine_map<() -> (1, 1, 1)>
// CHECK-LABEL: func.func @conditional_store
// CHECK-SAME: lir.grid = #[[ALONE]]
// CHECK: scf.for
func.func @conditional_store(%x: memref<64xf32>, %y: memref<64xf32>, %workspace: memref<?xi8>,
                             %status: memref<1xi32>, %gx: index, %gy: index, %gz: index) {
  %c0 = arith.constant 0 : index
  %first = memref.load %x[%c0] : memref<64xf32>
  %finite = arith.cmpf ord, %first, %first : f32
  scf.forall (%i) = (0) to (64) step (16) {
    %v = memref.load %x[%i] : memref<64xf32>
    memref.store %v, %y[%i] : memref<64xf32>
  }
  scf.if %finite {
    %sum = memref.load %y[%c0] : memref<64xf32>
    %twice = arith.addf %sum, %sum : f32
    memref.store %twice, %y[%c0] : memref<64xf32>
  }
  return
}

// -----

// An op that the pass does not know.
// CHECK-DAG: #[[ALONE:.*]] = affine_map<() -> (1, 1, 1)>
// CHECK-LABEL: func.func @other_write
// CHECK-SAME: lir.grid = #[[ALONE]]
// CHECK: scf.for
func.func @other_write(%x: memref<64xf32>, %y: memref<64xf32>, %workspace: memref<?xi8>,
                       %status: memref<1xi32>, %gx: index, %gy: index, %gz: index) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  scf.forall (%i) = (0) to (64) step (16) {
    %v = memref.load %x[%i] : memref<64xf32>
    memref.store %v, %y[%i] : memref<64xf32>
  }
  %old = memref.atomic_rmw addf %one, %y[%c0] : (f32, memref<64xf32>) -> f32
  return
}
