// RUN: rlx-opt %s -split-input-file --rlx-fuse-conv-batch-norm | FileCheck %s

// CHECK-LABEL: @fold
// CHECK-NOT: rlx.batch_norm
// CHECK: %[[W:.*]] = rlx.mul %arg1
// CHECK: rlx.conv %arg0, %[[W]], %{{.*}} pads = [1, 1, 1, 1]
func.func @fold(%x: tensor<1x3x8x8xf32>, %w: tensor<16x3x3x3xf32> {rlx.kind = "param"},
                %s: tensor<16xf32> {rlx.kind = "param"}, %b: tensor<16xf32> {rlx.kind = "param"},
                %m: tensor<16xf32> {rlx.kind = "param"}, %v: tensor<16xf32> {rlx.kind = "param"})
    -> tensor<1x16x8x8xf32> {
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] : (tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32>) -> tensor<1x16x8x8xf32>
  %1 = rlx.batch_norm %0, %s, %b, %m, %v axis = 1 eps = 1.0e-5 : (tensor<1x16x8x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<1x16x8x8xf32>
  return %1 : tensor<1x16x8x8xf32>
}

// -----

// The unnormalised image has another reader.

// CHECK-LABEL: @shared
// CHECK: rlx.batch_norm
func.func @shared(%x: tensor<1x3x8x8xf32>, %w: tensor<16x3x1x1xf32> {rlx.kind = "param"},
                  %s: tensor<16xf32> {rlx.kind = "param"})
    -> (tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>) {
  %0 = rlx.conv %x, %w : (tensor<1x3x8x8xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x8x8xf32>
  %1 = rlx.batch_norm %0, %s, %s, %s, %s axis = 1 eps = 1.0e-5 : (tensor<1x16x8x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<1x16x8x8xf32>
  return %0, %1 : tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>
}

// -----

// Statistics or a filter that change from run to run: the folding would be computed in every run.

// CHECK-LABEL: @input_scale
// CHECK: rlx.conv %arg0, %arg1 :
// CHECK: rlx.batch_norm
func.func @input_scale(%x: tensor<1x3x8x8xf32>, %w: tensor<16x3x1x1xf32> {rlx.kind = "param"},
                       %s: tensor<16xf32> {rlx.kind = "input"}) -> tensor<1x16x8x8xf32> {
  %0 = rlx.conv %x, %w : (tensor<1x3x8x8xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x8x8xf32>
  %1 = rlx.batch_norm %0, %s, %s, %s, %s axis = 1 eps = 1.0e-5 : (tensor<1x16x8x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<1x16x8x8xf32>
  return %1 : tensor<1x16x8x8xf32>
}

// CHECK-LABEL: @input_filter
// CHECK: rlx.batch_norm
func.func @input_filter(%x: tensor<1x3x8x8xf32>, %w: tensor<16x3x1x1xf32>,
                        %s: tensor<16xf32> {rlx.kind = "param"}) -> tensor<1x16x8x8xf32> {
  %filter = rlx.abs %w : (tensor<16x3x1x1xf32>) -> tensor<16x3x1x1xf32>
  %0 = rlx.conv %x, %filter : (tensor<1x3x8x8xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x8x8xf32>
  %1 = rlx.batch_norm %0, %s, %s, %s, %s axis = 1 eps = 1.0e-5 : (tensor<1x16x8x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<1x16x8x8xf32>
  return %1 : tensor<1x16x8x8xf32>
}

// -----

// CHECK-LABEL: @twice
// CHECK-NOT: rlx.batch_norm
// CHECK: return
func.func @twice(%x: tensor<1x3x8x8xf32>, %w: tensor<16x3x1x1xf32> {rlx.kind = "param"},
                 %s: tensor<16xf32> {rlx.kind = "param"}) -> tensor<1x16x8x8xf32> {
  %filter = rlx.abs %w : (tensor<16x3x1x1xf32>) -> tensor<16x3x1x1xf32>
  %0 = rlx.conv %x, %filter : (tensor<1x3x8x8xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x8x8xf32>
  %1 = rlx.batch_norm %0, %s, %s, %s, %s axis = 1 eps = 1.0e-5 : (tensor<1x16x8x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<1x16x8x8xf32>
  %2 = rlx.batch_norm %1, %s, %s, %s, %s axis = 1 eps = 1.0e-5 : (tensor<1x16x8x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<1x16x8x8xf32>
  return %2 : tensor<1x16x8x8xf32>
}

// -----

// Of a transposed convolution the filter's second dimension has the channels.
// CHECK-LABEL: @transposed
// CHECK-NOT: rlx.batch_norm
// CHECK: %[[S:.*]] = rlx.reshape %{{.*}} to [1, 8, 1, 1]
// CHECK: %[[W:.*]] = rlx.mul %arg1, %[[S]] : (tensor<3x8x2x2xf32>, tensor<1x8x1x1xf32>)
// CHECK: rlx.conv_transpose %arg0, %[[W]], %{{.*}} strides = [2, 2]
func.func @transposed(%x: tensor<1x3x4x4xf32> {rlx.kind = "input", rlx.name = "x"},
                      %w: tensor<3x8x2x2xf32> {rlx.kind = "param", rlx.name = "w"},
                      %p: tensor<8xf32> {rlx.kind = "param", rlx.name = "p"}) -> tensor<1x8x8x8xf32> {
  %0 = rlx.conv_transpose %x, %w strides = [2, 2] : (tensor<1x3x4x4xf32>, tensor<3x8x2x2xf32>) -> tensor<1x8x8x8xf32>
  %1 = rlx.batch_norm %0, %p, %p, %p, %p axis = 1 eps = 1.0e-5 : (tensor<1x8x8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<1x8x8x8xf32>
  return %1 : tensor<1x8x8x8xf32>
}

// -----

// With groups the channels lie in two dimensions.
// CHECK-LABEL: @transposed_groups
// CHECK: rlx.batch_norm
func.func @transposed_groups(%x: tensor<1x4x4x4xf32> {rlx.kind = "input", rlx.name = "x"},
                             %w: tensor<4x4x2x2xf32> {rlx.kind = "param", rlx.name = "w"},
                             %p: tensor<8xf32> {rlx.kind = "param", rlx.name = "p"}) -> tensor<1x8x8x8xf32> {
  %0 = rlx.conv_transpose %x, %w strides = [2, 2] groups = 2 : (tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x8x8x8xf32>
  %1 = rlx.batch_norm %0, %p, %p, %p, %p axis = 1 eps = 1.0e-5 : (tensor<1x8x8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<1x8x8x8xf32>
  return %1 : tensor<1x8x8x8xf32>
}
