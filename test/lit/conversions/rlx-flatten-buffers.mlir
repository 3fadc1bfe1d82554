// RUN: rlx-opt %s --rlx-flatten-buffers --canonicalize -split-input-file -verify-diagnostics -mlir-print-local-scope | FileCheck %s

// A scalar for each buffer (its offset in bytes) and each size, the invocation's index, and a
// one-dimensional buffer for each operand. Element [i, 3] is at begin / 4 + i * n + 3.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[BEGIN:[a-z0-9]+]]: index {{.*}}scalar = 0
// CHECK-SAME: memref<?xf32, #gpu.address_space<global>> {{.*}}binding = 0
// CHECK-SAME: lir.kernel_abi = {dims = 2 : i64, operands = 1 : i64}
// CHECK-DAG: arith.divui %[[BEGIN]], %c4
// CHECK: arith.muli
// CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}] : memref<?xf32, #gpu.address_space<global>>
func.func @dynamic(%y: memref<?x?xf32>, %ws: memref<?xi8>, %status: memref<1xi32>, %id: index,
                   %gy: index, %gz: index) attributes {lir.kernel} {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %y[%id, %c3] : memref<?x?xf32>
  return
}

// -----

// Views are arithmetic: element 1 of row 2 of [4, 3], viewed as [2, 2, 3], is element 7.
// CHECK-LABEL: func.func @views(
// CHECK-NOT: memref.{{subview|expand_shape|collapse_shape}}
// CHECK: arith.addi %{{.*}}, %c7
// CHECK: memref.load
func.func @views(%x: memref<4x3xf32>, %y: memref<1xf32>, %ws: memref<?xi8>,
                 %status: memref<1xi32>, %id: index, %gy: index, %gz: index) attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.expand_shape %x [[0, 1], [2]] output_shape [2, 2, 3] : memref<4x3xf32> into memref<2x2x3xf32>
  %b = memref.collapse_shape %a [[0, 1], [2]] : memref<2x2x3xf32> into memref<4x3xf32>
  %c = memref.subview %b[2, 1] [1, 1] [1, 1] : memref<4x3xf32> to memref<1x1xf32, strided<[3, 1], offset: 7>>
  %v = memref.load %c[%c0, %c0] : memref<1x1xf32, strided<[3, 1], offset: 7>>
  memref.store %v, %y[%c0] : memref<1xf32>
  return
}

// -----

// The workspace is an array of each type that views it. The status has a separate binding.
// CHECK-LABEL: func.func @workspace_and_status(
// CHECK-SAME: lir.kernel_abi = {dims = 0 : i64, operands = 1 : i64, status, workspace}
// CHECK-DAG: memref.atomic_rmw maxu %{{.*}} : (i32, memref<?xi32, #gpu.address_space<global>>)
// CHECK-DAG: memref.load %{{.*}} : memref<?xf32, #gpu.address_space<global>>
func.func @workspace_and_status(%y: memref<1xf32>, %ws: memref<?xi8>, %status: memref<1xi32>,
                                %id: index, %gy: index, %gz: index) attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %own = memref.view %ws[%id][] : memref<?xi8> to memref<16xf32>
  %v = memref.load %own[%c0] : memref<16xf32>
  memref.store %v, %y[%c0] : memref<1xf32>
  %old = memref.atomic_rmw maxu %one, %status[%c0] : (i32, memref<1xi32>) -> i32
  return
}

// -----

// SPIR-V cannot select between pointers.
// expected-error@below {{has a buffer that changes in a loop}}
func.func @carried(%x: memref<4xf32>, %y: memref<4xf32>, %ws: memref<?xi8>, %status: memref<1xi32>,
                   %id: index, %gy: index, %gz: index) attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %r:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %x, %b = %y) -> (memref<4xf32>, memref<4xf32>) {
    memref.store %zero, %b[%i] : memref<4xf32>
    scf.yield %b, %a : memref<4xf32>, memref<4xf32>
  }
  return
}

// -----

// A table of constants is memory of the invocation. Equal elements, in any number, need one.
memref.global "private" constant @mixed : memref<2x2xi32> = dense<[[1, 2], [3, 4]]>
memref.global "private" constant @equal : memref<5x4x62xi32> = dense<7>
// CHECK-LABEL: func.func @tables(
// CHECK-DAG: %[[MIXED:.*]] = memref.alloca() : memref<4xi32, #gpu.address_space<private>>
// CHECK-DAG: %[[EQUAL:.*]] = memref.alloca() : memref<1xi32, #gpu.address_space<private>>
// CHECK-DAG: memref.store %c4_i32, %[[MIXED]][%c3]
// CHECK-DAG: memref.store %c7_i32, %[[EQUAL]][%c0]
// CHECK: memref.load %[[MIXED]][%{{.*}}]
// CHECK: memref.load %[[EQUAL]][%c0]
func.func @tables(%y: memref<2xi32>, %ws: memref<?xi8>, %status: memref<1xi32>, %id: index,
                  %gy: index, %gz: index) attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %mixed = memref.get_global @mixed : memref<2x2xi32>
  %equal = memref.get_global @equal : memref<5x4x62xi32>
  %part = memref.subview %equal[%id, 1, 0] [1, 2, 62] [1, 1, 1] : memref<5x4x62xi32> to memref<2x62xi32, strided<[62, 1], offset: ?>>
  %a = memref.load %mixed[%id, %c1] : memref<2x2xi32>
  %b = memref.load %part[%c1, %id] : memref<2x62xi32, strided<[62, 1], offset: ?>>
  memref.store %a, %y[%c0] : memref<2xi32>
  memref.store %b, %y[%c1] : memref<2xi32>
  return
}

// -----

// A reshape keeps the memory: element [%i, 0] of 4 x 1 is element %i. All elements of a splat are one.
memref.global "private" constant @sevens : memref<2x3xi32> = dense<7>
// CHECK-LABEL: func.func @reshapes(
// CHECK-NOT: memref.reshape
// CHECK: %[[PRIVATE:.*]] = memref.alloca() : memref<4xi32, #gpu.address_space<private>>
// CHECK: memref.load %[[PRIVATE]][%{{.*}}]
// CHECK: memref.load %{{.*}}[%c0]
func.func @reshapes(%y: memref<2xi32>, %ws: memref<?xi8>, %status: memref<1xi32>, %id: index,
                    %gy: index, %gz: index) attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %shape = memref.alloca() : memref<2xindex>
  %own = memref.alloca() : memref<4xi32>
  %value = memref.load %y[%c1] : memref<2xi32>
  memref.store %value, %own[%id] : memref<4xi32>
  %column = memref.reshape %own(%shape) : (memref<4xi32>, memref<2xindex>) -> memref<4x1xi32>
  %a = memref.load %column[%id, %c0] : memref<4x1xi32>
  memref.store %a, %y[%c0] : memref<2xi32>
  %sevens = memref.get_global @sevens : memref<2x3xi32>
  %wide = memref.reshape %sevens(%shape) : (memref<2x3xi32>, memref<2xindex>) -> memref<3x2xi32>
  %b = memref.load %wide[%id, %c1] : memref<3x2xi32>
  memref.store %b, %y[%c1] : memref<2xi32>
  return
}
