// RUN: rlx-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @transpose_of_transpose
// CHECK: %[[T:.*]] = rlx.transpose %arg0 perm = [2, 1, 0] : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
// CHECK-NEXT: return %[[T]]
func.func @transpose_of_transpose(%x: tensor<2x3x4xf32>) -> tensor<4x3x2xf32> {
  %0 = rlx.transpose %x perm = [1, 2, 0] : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  %1 = rlx.transpose %0 perm = [1, 0, 2] : (tensor<3x4x2xf32>) -> tensor<4x3x2xf32>
  return %1 : tensor<4x3x2xf32>
}

// CHECK-LABEL: @transpose_and_back
// CHECK-NEXT: return %arg0
func.func @transpose_and_back(%x: tensor<2x?x4xf32>) -> tensor<2x?x4xf32> {
  %0 = rlx.transpose %x perm = [1, 2, 0] : (tensor<2x?x4xf32>) -> tensor<?x4x2xf32>
  %1 = rlx.transpose %0 perm = [2, 0, 1] : (tensor<?x4x2xf32>) -> tensor<2x?x4xf32>
  return %1 : tensor<2x?x4xf32>
}

// CHECK-LABEL: @reshape_of_reshape
// CHECK: %[[R:.*]] = rlx.reshape %arg0 to [8, 3]
// CHECK-NEXT: return %[[R]]
func.func @reshape_of_reshape(%x: tensor<2x3x4xf32>) -> tensor<8x3xf32> {
  %0 = rlx.reshape %x to [24] : (tensor<2x3x4xf32>) -> tensor<24xf32>
  %1 = rlx.reshape %0 to [8, 3] : (tensor<24xf32>) -> tensor<8x3xf32>
  return %1 : tensor<8x3xf32>
}

// CHECK-LABEL: @reshape_to_itself
// CHECK-NOT: rlx.reshape
// CHECK: return %arg0
func.func @reshape_to_itself(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3xf32>
  %0 = rlx.reshape %x to [%n, 3] : (tensor<?x3xf32>, index) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// Any other size makes it a check that the numbers of elements agree.
// CHECK-LABEL: @reshape_to_some_size
// CHECK-NEXT: rlx.reshape
func.func @reshape_to_some_size(%x: tensor<?x3xf32>, %n: index) -> tensor<?x3xf32> {
  %0 = rlx.reshape %x to [%n, 3] : (tensor<?x3xf32>, index) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// Two dynamic sizes may be swapped.
// CHECK-LABEL: @reshape_two_dynamic
// CHECK-NEXT: rlx.reshape
func.func @reshape_two_dynamic(%x: tensor<?x?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %0 = rlx.reshape %x to [%n, %m] : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: @whole_slice
// CHECK-NOT: rlx.slice
// CHECK: return %arg0
func.func @whole_slice(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3xf32>
  %0 = rlx.slice %x from [0, 0] sizes [%n, 3] : (tensor<?x3xf32>, index) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: @reversal_is_kept
// CHECK: rlx.slice
func.func @reversal_is_kept(%x: tensor<1x3xf32>) -> tensor<1x3xf32> {
  %0 = rlx.slice %x from [0, 2] sizes [1, 3] strides = [1, -1] : (tensor<1x3xf32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// CHECK-LABEL: @no_ops
// CHECK-NEXT: return %arg0, %arg0, %arg0
func.func @no_ops(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = rlx.concat %x axis = 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = rlx.expand %x to [2, 3] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = rlx.pad edge %x low [0, 0] high [0, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// The target size of the expand must be checked: it may differ from the input's.
// CHECK-LABEL: @expand_is_kept
// CHECK: rlx.expand
func.func @expand_is_kept(%x: tensor<?x3xf32>, %n: index) -> tensor<?x3xf32> {
  %0 = rlx.expand %x to [%n, 3] : (tensor<?x3xf32>, index) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
