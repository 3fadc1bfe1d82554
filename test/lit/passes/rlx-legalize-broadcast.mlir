// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-legalize-broadcast))' | FileCheck %s

// A missing dimension and a size of 1 are broadcast to the result's sizes, which come from the
// operand that has them.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: (%[[X:.*]]: tensor<?x?x4xf32>, %[[B:.*]]: tensor<?x1xf32>)
// CHECK-DAG: %[[D0:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[D1:.*]] = tensor.dim %[[X]], %c1
// CHECK: %[[E:.*]] = rlx.expand %[[B]] to [%[[D0]], %[[D1]], 4]
// CHECK: rlx.add %[[X]], %[[E]] : (tensor<?x?x4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
func.func @dynamic(%x: tensor<?x?x4xf32>, %b: tensor<?x1xf32>) -> tensor<?x?x4xf32> {
  %0 = rlx.add %x, %b : (tensor<?x?x4xf32>, tensor<?x1xf32>) -> tensor<?x?x4xf32>
  return %0 : tensor<?x?x4xf32>
}

// Both operands may need a broadcast, and ops with three operands are covered.
// CHECK-LABEL: func.func @both_ways
// CHECK: rlx.expand %{{.*}} to [2, 3] : (tensor<2x1xf32>) -> tensor<2x3xf32>
// CHECK: rlx.expand %{{.*}} to [2, 3] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK: rlx.mul
// CHECK: rlx.expand %{{.*}} to [2, 3] : (tensor<i1>) -> tensor<2x3xi1>
// CHECK: rlx.where
func.func @both_ways(%x: tensor<2x1xf32>, %y: tensor<3xf32>, %p: tensor<i1>) -> tensor<2x3xf32> {
  %0 = rlx.mul %x, %y : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = rlx.where %p, %0, %0 : (tensor<i1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// Not changed: equal shapes, dynamic sizes that are equal at run time, other ops.
// CHECK-LABEL: func.func @untouched
// CHECK-NOT: rlx.expand
// CHECK: return
func.func @untouched(%x: tensor<?x1xf32>, %y: tensor<?x1xf32>, %a: tensor<4x2x3xf32>,
                     %b: tensor<3x5xf32>) -> (tensor<?x1xf32>, tensor<4x2x5xf32>) {
  %0 = rlx.add %x, %y : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<?x1xf32>
  %1 = rlx.matmul %a, %b : (tensor<4x2x3xf32>, tensor<3x5xf32>) -> tensor<4x2x5xf32>
  return %0, %1 : tensor<?x1xf32>, tensor<4x2x5xf32>
}

// The body of a region op gets the broadcast inputs: arguments, and values computed from smaller
// ones alone, have the result's shape.
// CHECK-LABEL: func.func @region
// CHECK: %[[E:.*]] = rlx.expand %{{.*}} to [2, 3] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK: rlx.elementwise_region %{{.*}}, %[[E]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK: ^bb0(%{{.*}}: tensor<2x3xf32>, %[[B:.*]]: tensor<2x3xf32>)
// CHECK: %[[N:.*]] = rlx.neg %[[B]] : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK: rlx.add %{{.*}}, %[[N]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
func.func @region(%x: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = rlx.elementwise_region %x, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32> {
  ^bb0(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>):
    %1 = rlx.neg %arg1 : (tensor<3xf32>) -> tensor<3xf32>
    %2 = rlx.add %arg0, %1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    rlx.yield %2 : tensor<2x3xf32>
  }
  return %0 : tensor<2x3xf32>
}
