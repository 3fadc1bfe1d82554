// RUN: rlx-opt %s --rlx-add-kernel-entries -split-input-file | FileCheck %s

// The runtime's signature of a kernel: (argument block, x, y, z) -> status. The block has pointers
// to the buffers' addresses, the dynamic sizes, and the workspace. The kernel itself becomes
// private.
// CHECK-LABEL: func.func private @scale.body(
// CHECK-SAME: memref<?x8xf32>
// CHECK-NOT: lir.kernel
// CHECK-LABEL: func.func @scale(
// CHECK-SAME: %[[ARGS:.*]]: !llvm.ptr, %[[X:.*]]: i32, %[[Y:.*]]: i32, %[[Z:.*]]: i32) -> i32 attributes {lir.kernel}
// CHECK: %[[P:.*]] = llvm.getelementptr %[[ARGS]][0]
// CHECK: %[[BUFFERS:.*]] = llvm.load %[[P]]
// CHECK: %[[P:.*]] = llvm.getelementptr %[[ARGS]][1]
// CHECK: %[[DIMS:.*]] = llvm.load %[[P]]
// CHECK: %[[P:.*]] = llvm.getelementptr %[[ARGS]][2]
// CHECK: %[[WORKSPACE:.*]] = llvm.load %[[P]]
// The first buffer has one dynamic size,
// CHECK: %[[P:.*]] = llvm.getelementptr %[[BUFFERS]][0]
// CHECK: %[[A:.*]] = llvm.load %[[P]] : !llvm.ptr -> !llvm.ptr
// CHECK: %[[P:.*]] = llvm.getelementptr %[[DIMS]][0]
// CHECK: %[[N:.*]] = llvm.load %[[P]] : !llvm.ptr -> i64
// and contiguous rows of 8 elements.
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[A]], %{{.*}}[1]
// CHECK: %[[EIGHT:.*]] = llvm.mlir.constant(8 : i64)
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
// CHECK: llvm.insertvalue %[[EIGHT]], %{{.*}}[3, 1]
// CHECK: llvm.insertvalue %[[ONE]], %{{.*}}[4, 1]
// CHECK: %[[STRIDE:.*]] = llvm.mul %[[ONE]], %[[EIGHT]]
// CHECK: llvm.insertvalue %[[N]], %{{.*}}[3, 0]
// CHECK: llvm.insertvalue %[[STRIDE]], %{{.*}}[4, 0]
// CHECK: %[[BUFFER:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?x8xf32>
// An index operand takes the next size,
// CHECK: %[[P:.*]] = llvm.getelementptr %[[DIMS]][1]
// CHECK: %[[SIZE:.*]] = llvm.load %[[P]] : !llvm.ptr -> i64
// CHECK: %[[INDEX:.*]] = arith.index_cast %[[SIZE]] : i64 to index
// and the next buffer takes the following ones.
// CHECK: llvm.getelementptr %[[BUFFERS]][1]
// CHECK: llvm.getelementptr %[[DIMS]][2]
// CHECK: %[[OUT:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xf32>
// The status is 0 unless the kernel writes another one.
// CHECK: llvm.insertvalue %[[WORKSPACE]]
// CHECK: %[[WS:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<?xi8>
// CHECK: %[[STATUS:.*]] = memref.alloca() : memref<1xi32>
// CHECK: memref.store %c0_i32, %[[STATUS]]
// CHECK: %[[IX:.*]] = arith.index_castui %[[X]]
// CHECK: %[[IY:.*]] = arith.index_castui %[[Y]]
// CHECK: %[[IZ:.*]] = arith.index_castui %[[Z]]
// CHECK: call @scale.body(%[[BUFFER]], %[[INDEX]], %[[OUT]], %[[WS]], %[[STATUS]], %[[IX]], %[[IY]], %[[IZ]])
// CHECK: %[[RESULT:.*]] = memref.load %[[STATUS]]
// CHECK: return %[[RESULT]] : i32
func.func @scale(%a: memref<?x8xf32>, %n: index, %b: memref<?xf32>, %ws: memref<?xi8>,
                 %status: memref<1xi32>, %x: index, %y: index, %z: index) attributes {lir.kernel} {
  return
}

// -----

// A scalar's descriptor has no sizes.
// CHECK-LABEL: func.func @scalar(
// CHECK: llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
// CHECK: builtin.unrealized_conversion_cast %{{.*}} to memref<f32>
func.func @scalar(%a: memref<f32>, %ws: memref<?xi8>, %status: memref<1xi32>, %x: index, %y: index,
                  %z: index) attributes {lir.kernel} {
  return
}

// -----

// Other functions are not changed.
// CHECK-LABEL: func.func @helper(%{{.*}}: index) {
// CHECK-NOT: func.func
func.func @helper(%x: index) {
  return
}
