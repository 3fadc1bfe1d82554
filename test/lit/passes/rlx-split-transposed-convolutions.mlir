// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-split-transposed-convolutions))' | FileCheck %s

// All phases have the same taps: one convolution, with the bias four times. Elementwise ops move
// before the reordering.
// CHECK-LABEL: func.func @one_convolution
// CHECK-SAME: (%[[X:.*]]: tensor<?x?x8x3xf32> {{.*}}, %[[W:.*]]: tensor<3x4x2x2xf32> {{.*}}, %[[B:.*]]: tensor<4xf32>
// CHECK-DAG: %[[ROW:.*]] = rlx.reshape %[[B]] to [1, 4]
// CHECK-DAG: %[[ROWS:.*]] = rlx.expand %[[ROW]] to [4, 4]
// CHECK-DAG: %[[BIAS:.*]] = rlx.reshape %[[ROWS]] to [16]
// CHECK-DAG: %[[SPLIT:.*]] = rlx.reshape %[[W]] to [3, 4, 1, 2, 1, 2]
// CHECK-DAG: %[[BACK:.*]] = rlx.slice %[[SPLIT]] from [0, 0, 0, 0, 0, 0] sizes [3, 4, 1, 2, 1, 2] strides = [1, 1, -1, 1, -1, 1]
// CHECK-DAG: %[[PHASES:.*]] = rlx.transpose %[[BACK]] perm = [3, 5, 1, 0, 2, 4]
// CHECK-DAG: %[[F:.*]] = rlx.reshape %[[PHASES]] to [16, 3, 1, 1]
// CHECK: %[[Y:.*]] = rlx.conv %[[X]], %[[F]], %[[BIAS]] strides = [1, 1] pads = [0, 0, 0, 0] dilations = [1, 1] data_format = channels_last
// CHECK: %[[R:.*]] = rlx.relu %[[Y]] : (tensor<?x?x8x16xf32>)
// CHECK: rlx.reshape %[[R]] to [%{{.*}}, %{{.*}}, 8, 2, 2, 4]
// CHECK: rlx.transpose %{{.*}} perm = [0, 1, 3, 2, 4, 5]
// CHECK: %[[Z:.*]] = rlx.reshape %{{.*}} to [%{{.*}}, %{{.*}}, 16, 4] : {{.*}} -> tensor<?x?x16x4xf32>
// CHECK-NOT: rlx.
// CHECK: return %[[Z]]
func.func @one_convolution(%x: tensor<?x?x8x3xf32> {rlx.kind = "input", rlx.name = "x"},
                           %w: tensor<3x4x2x2xf32> {rlx.kind = "param", rlx.name = "w"},
                           %b: tensor<4xf32> {rlx.kind = "param", rlx.name = "b"}) -> tensor<?x?x16x4xf32> {
  %0 = rlx.conv_transpose %x, %w, %b strides = [2, 2] data_format = channels_last
      : (tensor<?x?x8x3xf32>, tensor<3x4x2x2xf32>, tensor<4xf32>) -> tensor<?x?x16x4xf32>
  %1 = rlx.relu %0 : (tensor<?x?x16x4xf32>) -> tensor<?x?x16x4xf32>
  return %1 : tensor<?x?x16x4xf32>
}

// Taps 0 and 2, and tap 1: two convolutions, with reversed taps. Pads crop one element at each end.
// CHECK-LABEL: func.func @phases_differ
// CHECK-SAME: (%[[X:.*]]: tensor<1x3x5xf32> {{.*}}, %[[W:.*]]: tensor<3x4x3xf32>
// CHECK: rlx.slice %[[W]] from [0, 0, 2] sizes [3, 4, 2] strides = [1, 1, -2]
// CHECK: %[[A:.*]] = rlx.conv {{.*}} strides = [1] pads = [1, 1] dilations = [1] : {{.*}} -> tensor<1x4x6xf32>
// CHECK: rlx.slice %[[W]] from [0, 0, 1] sizes [3, 4, 1] strides = [1, 1, -2]
// CHECK: %[[B:.*]] = rlx.conv {{.*}} strides = [1] pads = [0, 1] dilations = [1] : {{.*}} -> tensor<1x4x6xf32>
// CHECK: %[[C:.*]] = rlx.concat %[[A]], %[[B]] axis = 1
// CHECK: rlx.reshape %[[C]] to [1, 2, 4, 6]
// CHECK: rlx.transpose %{{.*}} perm = [0, 2, 3, 1]
// CHECK: %[[Z:.*]] = rlx.reshape %{{.*}} to [1, 4, 12]
// CHECK: rlx.slice %[[Z]] from [0, 0, 1] sizes [1, 4, 10]
func.func @phases_differ(%x: tensor<1x3x5xf32> {rlx.kind = "input", rlx.name = "x"},
                         %w: tensor<3x4x3xf32> {rlx.kind = "param", rlx.name = "w"}) -> tensor<1x4x10xf32> {
  %0 = rlx.conv_transpose %x, %w strides = [2] pads = [1, 1] output_padding = [1]
      : (tensor<1x3x5xf32>, tensor<3x4x3xf32>) -> tensor<1x4x10xf32>
  return %0 : tensor<1x4x10xf32>
}

// With four taps and pads of 3, one whole stride of the image is not computed at all.
// CHECK-LABEL: func.func @skips_strides
// CHECK: rlx.conv {{.*}} strides = [1] pads = [0, 0] dilations = [1] : {{.*}} -> tensor<1x8x4xf32>
// CHECK: rlx.slice %{{.*}} from [0, 0, 1] sizes [1, 4, 6]
func.func @skips_strides(%x: tensor<1x3x5xf32> {rlx.kind = "input", rlx.name = "x"},
                         %w: tensor<3x4x4xf32> {rlx.kind = "param", rlx.name = "w"}) -> tensor<1x4x6xf32> {
  %0 = rlx.conv_transpose %x, %w strides = [2] pads = [3, 3]
      : (tensor<1x3x5xf32>, tensor<3x4x4xf32>) -> tensor<1x4x6xf32>
  return %0 : tensor<1x4x6xf32>
}

// Not split: elements without a tap, strides with dilations, and filters that are inputs.
// CHECK-LABEL: func.func @stay
// CHECK-COUNT-3: rlx.conv_transpose
func.func @stay(%x: tensor<1x3x5xf32> {rlx.kind = "input", rlx.name = "x"},
                %v: tensor<3x4x2xf32> {rlx.kind = "input", rlx.name = "v"},
                %w: tensor<3x4x2xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<1x4x14xf32>, tensor<1x4x12xf32>, tensor<1x4x10xf32>) {
  %0 = rlx.conv_transpose %x, %w strides = [3] : (tensor<1x3x5xf32>, tensor<3x4x2xf32>) -> tensor<1x4x14xf32>
  %1 = rlx.conv_transpose %x, %w strides = [2] dilations = [3] : (tensor<1x3x5xf32>, tensor<3x4x2xf32>) -> tensor<1x4x12xf32>
  %2 = rlx.conv_transpose %x, %v strides = [2] : (tensor<1x3x5xf32>, tensor<3x4x2xf32>) -> tensor<1x4x10xf32>
  return %0, %1, %2 : tensor<1x4x14xf32>, tensor<1x4x12xf32>, tensor<1x4x10xf32>
}
