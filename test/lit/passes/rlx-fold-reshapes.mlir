// RUN: rlx-opt %s --pass-pipeline="builtin.module(func.func(rlx-fold-reshapes))" | FileCheck %s

// The sizes of %0, as products of the input's.
// CHECK-LABEL: @same_sizes
// CHECK: %[[R:.*]] = rlx.relu
// CHECK: return %[[R]]
func.func @same_sizes(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %twice = arith.muli %n, %c2 : index
  %m = arith.divui %twice, %c2 : index
  %0 = rlx.relu %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = rlx.reshape %0 to [%m, 4] : (tensor<?x4xf32>, index) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// A reshape and its inverse.
// CHECK-LABEL: @pair
// CHECK: return %arg0
func.func @pair(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %m = arith.muli %n, %c4 : index
  %0 = rlx.reshape %x to [%m] : (tensor<?x4xf32>, index) -> tensor<?xf32>
  %1 = rlx.reshape %0 to [%n, 4] : (tensor<?xf32>, index) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// Equal types with different sizes.
// CHECK-LABEL: @other_sizes
// CHECK: rlx.reshape
func.func @other_sizes(%x: tensor<?x4xf32>, %s: tensor<?xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %s, %c0 : tensor<?xf32>
  %0 = rlx.reshape %x to [%n, 4] : (tensor<?x4xf32>, index) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: @swapped_sizes
// CHECK: rlx.reshape
func.func @swapped_sizes(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %0 = rlx.reshape %x to [%m, %n] : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A slice of all elements, and one of fewer.
// CHECK-LABEL: @slices
// CHECK: %[[R:.*]] = rlx.relu
// CHECK: %[[S:.*]] = rlx.slice %[[R]]
// CHECK: return %[[R]], %[[S]]
func.func @slices(%x: tensor<?x4xf32>, %m: index) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %0 = rlx.relu %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = rlx.slice %0 from [%c0, 0] sizes [%n, 4] : (tensor<?x4xf32>, index, index) -> tensor<?x4xf32>
  %2 = rlx.slice %0 from [0, 0] sizes [%m, 4] : (tensor<?x4xf32>, index) -> tensor<?x4xf32>
  return %1, %2 : tensor<?x4xf32>, tensor<?x4xf32>
}
