// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-fuse-elementwise))' | FileCheck %s

// A chain becomes one region. The scalar constant moves in, and the bias is broadcast inside.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[X:.*]]: tensor<2x?xf32>, %[[B:.*]]: tensor<?xf32>)
// CHECK: %[[R:.*]] = rlx.elementwise_region %[[X]], %[[B]] : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32> {
// CHECK-NEXT: ^bb0(%[[X1:.*]]: tensor<2x?xf32>, %[[B1:.*]]: tensor<?xf32>):
// CHECK-NEXT:   %[[C:.*]] = rlx.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT:   %[[ADD:.*]] = rlx.add %[[X1]], %[[B1]]
// CHECK-NEXT:   %[[MUL:.*]] = rlx.mul %[[ADD]], %[[C]]
// CHECK-NEXT:   %[[RELU:.*]] = rlx.relu %[[MUL]]
// CHECK-NEXT:   rlx.yield %[[RELU]]
// CHECK:      return %[[R]]
func.func @chain(%x: tensor<2x?xf32>, %b: tensor<?xf32>) -> tensor<2x?xf32> {
  %two = rlx.constant dense<2.0> : tensor<f32>
  %0 = rlx.add %x, %b : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  %1 = rlx.mul %0, %two : (tensor<2x?xf32>, tensor<f32>) -> tensor<2x?xf32>
  %2 = rlx.relu %1 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %2 : tensor<2x?xf32>
}

// A value with another user stays a separate op: a region has one result here.
// CHECK-LABEL: func.func @two_users
// CHECK: %[[EXP:.*]] = rlx.exp
// CHECK: rlx.elementwise_region %[[EXP]]
// CHECK: rlx.neg
// CHECK: rlx.tanh
// CHECK: return %[[EXP]],
func.func @two_users(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = rlx.exp %x : (tensor<8xf32>) -> tensor<8xf32>
  %1 = rlx.neg %0 : (tensor<8xf32>) -> tensor<8xf32>
  %2 = rlx.tanh %1 : (tensor<8xf32>) -> tensor<8xf32>
  return %0, %2 : tensor<8xf32>, tensor<8xf32>
}

// The consumers of a matmul are its epilogue. A single op is no chain.
// CHECK-LABEL: func.func @epilogue
// CHECK-NOT: elementwise_region
// CHECK: return
func.func @epilogue(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>, %b: tensor<4xf32>, %y: tensor<5xf32>)
    -> (tensor<2x4xf32>, tensor<5xf32>) {
  %0 = rlx.matmul %x, %w : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = rlx.add %0, %b : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %2 = rlx.relu %1 : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %3 = rlx.exp %y : (tensor<5xf32>) -> tensor<5xf32>
  return %2, %3 : tensor<2x4xf32>, tensor<5xf32>
}

// A constant that determines the result's shape remains an input.
// CHECK-LABEL: func.func @shape_from_constant
// CHECK: %[[C:.*]] = rlx.constant dense<1.000000e+00> : tensor<1xf32>
// CHECK: rlx.elementwise_region %{{.*}}, %[[C]] : (tensor<f32>, tensor<1xf32>) -> tensor<1xf32>
func.func @shape_from_constant(%x: tensor<f32>) -> tensor<1xf32> {
  %one = rlx.constant dense<1.0> : tensor<1xf32>
  %0 = rlx.add %x, %one : (tensor<f32>, tensor<1xf32>) -> tensor<1xf32>
  %1 = rlx.exp %0 : (tensor<1xf32>) -> tensor<1xf32>
  return %1 : tensor<1xf32>
}

// Types may change along the chain.
// CHECK-LABEL: func.func @types
// CHECK: rlx.elementwise_region %{{.*}}, %{{.*}} : (tensor<4xi32>, tensor<4xf32>) -> tensor<4xi1>
func.func @types(%x: tensor<4xi32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %0 = rlx.cast %x to f32 : (tensor<4xi32>) -> tensor<4xf32>
  %1 = rlx.compare lt %0, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}
