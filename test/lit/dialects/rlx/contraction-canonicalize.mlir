// RUN: rlx-opt %s --canonicalize | FileCheck %s

// The weight of a linear layer in its usual layout.
// CHECK-LABEL: @linear
// CHECK: %[[W:.*]] = rlx.transpose %arg1 perm = [1, 0]
// CHECK: %[[Y:.*]] = rlx.matmul %arg0, %[[W]] : (tensor<?x3x16xf32>, tensor<16x8xf32>) -> tensor<?x3x8xf32>
// CHECK: return %[[Y]]
func.func @linear(%x: tensor<?x3x16xf32>, %w: tensor<8x16xf32>) -> tensor<?x3x8xf32> {
  %0 = rlx.dot_general %x, %w contract [2] x [1] : (tensor<?x3x16xf32>, tensor<8x16xf32>) -> tensor<?x3x8xf32>
  return %0 : tensor<?x3x8xf32>
}

// CHECK-LABEL: @joined
// CHECK-DAG: %[[X:.*]] = rlx.reshape %arg0 to [%{{.*}}, 48]
// CHECK-DAG: %[[T:.*]] = rlx.transpose %arg1 perm = [3, 1, 0, 2]
// CHECK-DAG: %[[W:.*]] = rlx.reshape %[[T]] to [48, 42]
// CHECK: %[[Y:.*]] = rlx.matmul %[[X]], %[[W]]
// CHECK: rlx.reshape %[[Y]] to [%{{.*}}, 6, 7]
func.func @joined(%x: tensor<?x3x16xf32>, %w: tensor<6x16x7x3xf32>) -> tensor<?x6x7xf32> {
  %0 = rlx.dot_general %x, %w contract [1, 2] x [3, 1] : (tensor<?x3x16xf32>, tensor<6x16x7x3xf32>) -> tensor<?x6x7xf32>
  return %0 : tensor<?x6x7xf32>
}

// CHECK-LABEL: @batches
// CHECK: rlx.matmul %arg0, %arg1 : (tensor<3x?x?xi32>, tensor<3x?x5xi32>) -> tensor<3x?x5xi32>
func.func @batches(%x: tensor<3x?x?xi32>, %y: tensor<3x?x5xi32>) -> tensor<3x?x5xi32> {
  %0 = rlx.dot_general %x, %y batch [0] x [0] contract [2] x [1] : (tensor<3x?x?xi32>, tensor<3x?x5xi32>) -> tensor<3x?x5xi32>
  return %0 : tensor<3x?x5xi32>
}

// Not changed: a form that needs a transposed lhs or batch, a wider sum, or no sum.
// CHECK-LABEL: @others
// CHECK-COUNT-5: rlx.dot_general
func.func @others(%x: tensor<4x5xf16>, %y: tensor<4x6xf16>, %q: tensor<2x5x4x8xf16>) -> (tensor<5x6xf16>, tensor<5x5xf16>, tensor<4x5x4x6xf16>, tensor<2x4x5x5xf16>, tensor<4x4xf32>) {
  %0 = rlx.dot_general %x, %y contract [0] x [0] : (tensor<4x5xf16>, tensor<4x6xf16>) -> tensor<5x6xf16>
  %1 = rlx.dot_general %x, %x contract [0] x [0] : (tensor<4x5xf16>, tensor<4x5xf16>) -> tensor<5x5xf16>
  %2 = rlx.dot_general %x, %y contract [] x [] : (tensor<4x5xf16>, tensor<4x6xf16>) -> tensor<4x5x4x6xf16>
  %3 = rlx.dot_general %q, %q batch [0, 2] x [0, 2] contract [3] x [3] : (tensor<2x5x4x8xf16>, tensor<2x5x4x8xf16>) -> tensor<2x4x5x5xf16>
  %4 = rlx.dot_general %x, %x contract [1] x [1] to f32 : (tensor<4x5xf16>, tensor<4x5xf16>) -> tensor<4x4xf32>
  return %0, %1, %2, %3, %4 : tensor<5x6xf16>, tensor<5x5xf16>, tensor<4x5x4x6xf16>, tensor<2x4x5x5xf16>, tensor<4x4xf32>
}

// Sizes that must agree one by one at run time. Their product would not show it.
// CHECK-LABEL: @unknown
// CHECK-COUNT-2: rlx.dot_general
func.func @unknown(%x: tensor<4x?x?xf32>, %y: tensor<?x?x5xf32>, %z: tensor<?x2x3xf32>, %w: tensor<1x3x4xf32>) -> (tensor<4x5xf32>, tensor<1x2x4xf32>) {
  %0 = rlx.dot_general %x, %y contract [1, 2] x [0, 1] : (tensor<4x?x?xf32>, tensor<?x?x5xf32>) -> tensor<4x5xf32>
  %1 = rlx.dot_general %z, %w batch [0] x [0] contract [2] x [1] : (tensor<?x2x3xf32>, tensor<1x3x4xf32>) -> tensor<1x2x4xf32>
  return %0, %1 : tensor<4x5xf32>, tensor<1x2x4xf32>
}

// CHECK-LABEL: @row
// CHECK: %[[X:.*]] = rlx.reshape %arg0 to [1, %{{.*}}]
// CHECK: %[[Y:.*]] = rlx.matmul %[[X]], %arg1 : (tensor<1x?xf32>, tensor<?x8x5xf32>) -> tensor<?x1x5xf32>
// CHECK: rlx.reshape %[[Y]] to [%{{.*}}, 5]
func.func @row(%x: tensor<?xf32>, %w: tensor<?x8x5xf32>) -> tensor<?x5xf32> {
  %0 = rlx.matmul %x, %w : (tensor<?xf32>, tensor<?x8x5xf32>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// The weight keeps its static shape.
// CHECK-LABEL: @known_inner
// CHECK: %[[W:.*]] = rlx.reshape %arg1 to [16, 6] : (tensor<16x2x3xf32>) -> tensor<16x6xf32>
// CHECK: rlx.matmul %arg0, %[[W]] : (tensor<?x?xf32>, tensor<16x6xf32>) -> tensor<?x6xf32>
func.func @known_inner(%x: tensor<?x?xf32>, %w: tensor<16x2x3xf32>) -> tensor<?x2x3xf32> {
  %0 = rlx.dot_general %x, %w contract [1] x [0] : (tensor<?x?xf32>, tensor<16x2x3xf32>) -> tensor<?x2x3xf32>
  return %0 : tensor<?x2x3xf32>
}
