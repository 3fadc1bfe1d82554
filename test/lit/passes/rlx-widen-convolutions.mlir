// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-widen-convolutions))' | FileCheck %s

// Dynamic sizes are kept. Absent lists get their defaults.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: (%[[X:.*]]: tensor<?x8x?xf32>, %[[W:.*]]: tensor<16x8x3xf32>, %[[B:.*]]: tensor<16xf32>)
// CHECK-DAG: %[[N:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[L:.*]] = tensor.dim %[[X]], %c2
// CHECK: %[[IMAGE:.*]] = rlx.reshape %[[X]] to [%[[N]], 8, 1, %[[L]]]
// CHECK: %[[FILTER:.*]] = rlx.reshape %[[W]] to [16, 8, 1, 3]
// CHECK: %[[Y:.*]] = rlx.conv %[[IMAGE]], %[[FILTER]], %[[B]] strides = [1, 2] pads = [0, 1, 0, 1] dilations = [1, 1]
// CHECK: rlx.reshape %[[Y]] to [%{{.*}}, 16, %{{.*}}] : ({{.*}}) -> tensor<?x16x?xf32>
func.func @dynamic(%x: tensor<?x8x?xf32>, %w: tensor<16x8x3xf32>, %b: tensor<16xf32>)
    -> tensor<?x16x?xf32> {
  %0 = rlx.conv %x, %w, %b strides = [2] pads = [1, 1]
      : (tensor<?x8x?xf32>, tensor<16x8x3xf32>, tensor<16xf32>) -> tensor<?x16x?xf32>
  return %0 : tensor<?x16x?xf32>
}

// CHECK-LABEL: func.func @channels_last_and_groups
// CHECK: rlx.reshape %{{.*}} to [2, 1, 20, 8]
// CHECK: rlx.reshape %{{.*}} to [16, 4, 1, 3]
// CHECK: rlx.conv {{.*}} dilations = [1, 2] groups = 2 data_format = channels_last
// CHECK-SAME: -> tensor<2x1x16x16xf32>
// CHECK: rlx.reshape %{{.*}} to [2, 16, 16]
func.func @channels_last_and_groups(%x: tensor<2x20x8xf32>, %w: tensor<16x4x3xf32>)
    -> tensor<2x16x16xf32> {
  %0 = rlx.conv %x, %w dilations = [2] groups = 2 data_format = channels_last
      : (tensor<2x20x8xf32>, tensor<16x4x3xf32>) -> tensor<2x16x16xf32>
  return %0 : tensor<2x16x16xf32>
}

// Two-dimensional images do not change.
// CHECK-LABEL: func.func @images
// CHECK-NOT: rlx.reshape
// CHECK: return
func.func @images(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<1x4x6x6xf32> {
  %0 = rlx.conv %x, %w : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x6x6xf32>
  return %0 : tensor<1x4x6x6xf32>
}

// CHECK-LABEL: func.func @integers
// CHECK-SAME: (%[[X:.*]]: tensor<1x8x20xui8>, %[[W:.*]]: tensor<16x8x3xi8>, %[[Z:.*]]: tensor<ui8>, %[[V:.*]]: tensor<16xi8>)
// CHECK: %[[IMAGE:.*]] = rlx.reshape %[[X]] to [1, 8, 1, 20]
// CHECK: rlx.conv_integer %[[IMAGE]], %{{.*}} input_zero_point %[[Z]] filter_zero_point %[[V]] strides = [1, 1] pads = [0, 1, 0, 1]
func.func @integers(%x: tensor<1x8x20xui8>, %w: tensor<16x8x3xi8>, %z: tensor<ui8>, %v: tensor<16xi8>)
    -> tensor<1x16x20xi32> {
  %0 = rlx.conv_integer %x, %w input_zero_point %z filter_zero_point %v pads = [1, 1]
      : (tensor<1x8x20xui8>, tensor<16x8x3xi8>, tensor<ui8>, tensor<16xi8>) -> tensor<1x16x20xi32>
  return %0 : tensor<1x16x20xi32>
}
