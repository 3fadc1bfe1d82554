// RUN: rlx-opt %s --pass-pipeline="builtin.module(func.func(rlx-cast-reshapes))" | FileCheck %s

// CHECK-LABEL: func.func @collapse(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?x8x?x4xf32>
// CHECK-DAG: %[[N:.*]] = memref.dim %[[X]], %c0
// CHECK-DAG: %[[ROWS:.*]] = arith.muli %[[N]], %c8
// CHECK-DAG: %[[M:.*]] = memref.dim %[[X]], %c2
// CHECK-DAG: %[[COLUMNS:.*]] = arith.muli %[[M]], %c4
// CHECK: %[[R:.*]] = memref.reinterpret_cast %[[X]] to offset: [0], sizes: [%[[ROWS]], %[[COLUMNS]]], strides: [%[[COLUMNS]], 1] : memref<?x8x?x4xf32> to memref<?x?xf32>
// CHECK: return %[[R]]
func.func @collapse(%x: memref<?x8x?x4xf32>) -> memref<?x?xf32> {
  %0 = memref.collapse_shape %x [[0, 1], [2, 3]] : memref<?x8x?x4xf32> into memref<?x?xf32>
  return %0 : memref<?x?xf32>
}

// CHECK-LABEL: func.func @expand(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?x6xf32>, %[[N:[a-z0-9]+]]: index
// CHECK: memref.reinterpret_cast %[[X]] to offset: [0], sizes: [%[[N]], 5, 2, 3], strides: [30, 6, 3, 1] : memref<?x6xf32> to memref<?x5x2x3xf32>
func.func @expand(%x: memref<?x6xf32>, %n: index) -> memref<?x5x2x3xf32> {
  %0 = memref.expand_shape %x [[0, 1], [2, 3]] output_shape [%n, 5, 2, 3] : memref<?x6xf32> into memref<?x5x2x3xf32>
  return %0 : memref<?x5x2x3xf32>
}

// One element, and no dimension.
// CHECK-LABEL: func.func @scalar(
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [], strides: [] : memref<1x1xf32> to memref<f32>
func.func @scalar(%x: memref<1x1xf32>) -> memref<f32> {
  %0 = memref.collapse_shape %x [] : memref<1x1xf32> into memref<f32>
  return %0 : memref<f32>
}

// Not contiguous.
// CHECK-LABEL: func.func @strided(
// CHECK: memref.collapse_shape
func.func @strided(%x: memref<4x8xf32, strided<[16, 2]>>) -> memref<32xf32, strided<[2]>> {
  %0 = memref.collapse_shape %x [[0, 1]] : memref<4x8xf32, strided<[16, 2]>> into memref<32xf32, strided<[2]>>
  return %0 : memref<32xf32, strided<[2]>>
}
