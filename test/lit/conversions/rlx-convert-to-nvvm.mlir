// RUN: rlx-opt %s --rlx-flatten-buffers --convert-scf-to-cf --rlx-convert-to-nvvm -mlir-print-local-scope | FileCheck %s

// Operands are pointers, then the sizes. A buffer that is only read is readonly. Indices have 32
// bits and are extended without sign.
// CHECK-LABEL: gpu.module @scale
// CHECK-SAME: lir.reads = array<i1: true, false>
// CHECK: llvm.func @kernel(%[[X:.*]]: !llvm.ptr<1> {llvm.noalias, llvm.readonly}, %[[Y:.*]]: !llvm.ptr<1> {llvm.noalias}, %{{.*}}: i32, %{{.*}}: i32)
// CHECK-SAME: nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>
// CHECK: nvvm.read.ptx.sreg.tid.x
// CHECK: %[[AT:.*]] = llvm.zext %{{.*}} : i32 to i64
// CHECK: %[[P:.*]] = llvm.getelementptr %[[X]][%[[AT]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
// CHECK: llvm.load %[[P]] : !llvm.ptr<1> -> f32
// CHECK: llvm.fmul
// CHECK: llvm.store %{{.*}}, %{{.*}} : f32, !llvm.ptr<1>
func.func @scale(%x: memref<?xf32>, %y: memref<?xf32>, %ws: memref<?xi8>, %status: memref<1xi32>,
                 %id: index, %gy: index, %gz: index) attributes {lir.kernel} {
  %two = arith.constant 2.0 : f32
  %a = memref.load %x[%id] : memref<?xf32>
  %b = arith.mulf %a, %two : f32
  memref.store %b, %y[%id] : memref<?xf32>
  return
}

// Truth values are bytes in memory. The status is a parameter of a kernel that may fail.
// CHECK-LABEL: gpu.module @truth
// CHECK: llvm.func @kernel(%{{.*}}: !llvm.ptr<1> {{.*}}, %[[STATUS:.*]]: !llvm.ptr<1> {llvm.noalias})
// CHECK: %[[BYTE:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> i8
// CHECK: llvm.trunc %[[BYTE]] : i8 to i1
// CHECK: llvm.atomicrmw umax %{{.*}}, %{{.*}} monotonic : !llvm.ptr<1>, i32
func.func @truth(%y: memref<4xi1>, %ws: memref<?xi8>, %status: memref<1xi32>, %id: index,
                 %gy: index, %gz: index) attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %none = arith.constant 0 : i32
  %a = memref.load %y[%id] : memref<4xi1>
  %word = arith.select %a, %one, %none : i32
  %r = memref.atomic_rmw maxu %word, %status[%c0] : (i32, memref<1xi32>) -> i32
  return
}

// A larger number becomes the nearest index.
// CHECK-LABEL: gpu.module @index
// CHECK: %[[MOST:.*]] = llvm.intr.smin(%{{.*}}, %{{.*}}) : (i64, i64) -> i64
// CHECK: %[[INSIDE:.*]] = llvm.intr.smax(%[[MOST]], %{{.*}}) : (i64, i64) -> i64
// CHECK: llvm.trunc %[[INSIDE]] : i64 to i32
func.func @index(%x: memref<4xi64>, %y: memref<4xi64>, %ws: memref<?xi8>, %status: memref<1xi32>,
                 %id: index, %gy: index, %gz: index) attributes {lir.kernel} {
  %a = memref.load %x[%id] : memref<4xi64>
  %i = arith.index_cast %a : i64 to index
  %b = memref.load %x[%i] : memref<4xi64>
  memref.store %b, %y[%id] : memref<4xi64>
  return
}
