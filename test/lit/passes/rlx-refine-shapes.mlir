// RUN: rlx-opt %s --rlx-refine-shapes -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: @forward
// CHECK-SAME: -> tensor<2x3xf32>
func.func @forward(%a: tensor<?x3xf32>, %b: tensor<2x1xf32>) -> tensor<?x?xf32> {
  // CHECK: %[[S:.*]] = rlx.add {{.*}} -> tensor<2x3xf32>
  // CHECK: %[[E:.*]] = rlx.exp %[[S]] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: return %[[E]] : tensor<2x3xf32>
  %0 = rlx.add %a, %b : (tensor<?x3xf32>, tensor<2x1xf32>) -> tensor<?x?xf32>
  %1 = rlx.exp %0 : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// Sizes that follow from other sizes.
// CHECK-LABEL: @through_sizes
// CHECK-SAME: -> tensor<6x1xf32>
func.func @through_sizes(%a: tensor<2x3xf32>, %b: tensor<?x1xf32>) -> tensor<?x1xf32> {
  %0 = rlx.add %a, %b : (tensor<2x3xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %0, %c0 : tensor<?x?xf32>
  %n = tensor.dim %0, %c1 : tensor<?x?xf32>
  %size = arith.muli %m, %n : index
  // CHECK: rlx.reshape {{.*}} -> tensor<6x1xf32>
  %1 = rlx.reshape %0 to [%size, 1] : (tensor<?x?xf32>, index) -> tensor<?x1xf32>
  return %1 : tensor<?x1xf32>
}

// A declared size that inference cannot derive is kept.
// CHECK-LABEL: @declared
// CHECK: rlx.exp %{{.*}} : (tensor<?xf32>) -> tensor<4xf32>
func.func @declared(%a: tensor<?xf32>) -> tensor<4xf32> {
  %0 = rlx.exp %a : (tensor<?xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Operands of a call keep their types.
// CHECK-LABEL: @call
func.func @call(%a: tensor<2xf32>) -> tensor<?xf32> {
  // CHECK: %[[E:.*]] = rlx.exp %{{.*}} : (tensor<2xf32>) -> tensor<?xf32>
  // CHECK: call @callee(%[[E]]) : (tensor<?xf32>) -> tensor<?xf32>
  %0 = rlx.exp %a : (tensor<2xf32>) -> tensor<?xf32>
  %1 = call @callee(%0) : (tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func private @callee(%a: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}

// -----

// More refined operand types may show an error of an op.
func.func @wrong(%a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<?xf32> {
  %0 = rlx.exp %a : (tensor<2xf32>) -> tensor<?xf32>
  // expected-error@+1 {{'rlx.add' op expects operands whose shapes broadcast, but got 2 and 3}}
  %1 = rlx.add %0, %b : (tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

func.func @contradiction(%a: tensor<2xf32>) -> tensor<3xf32> {
  %0 = rlx.exp %a : (tensor<2xf32>) -> tensor<?xf32>
  // expected-error@+1 {{'rlx.exp' op declares result #0 as 'tensor<3xf32>', but its operands make it 'tensor<2xf32>'}}
  %1 = rlx.exp %0 : (tensor<?xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
