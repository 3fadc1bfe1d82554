// RUN: rlx-opt %s -split-input-file --rlx-pack-weights --canonicalize | FileCheck %s

// CHECK-LABEL: @dense
// CHECK: rlx.concat
// CHECK: rlx.transpose {{.*}} perm = [1, 0, 2]
// CHECK: rlx.matmul_packed %arg0, %{{.*}}, %arg2 {n = 40 : i64}
// CHECK: rlx.gelu
func.func @dense(%x: tensor<?x8xf32> {rlx.kind = "input"}, %w: tensor<8x40xf32> {rlx.kind = "param"},
                 %b: tensor<40xf32> {rlx.kind = "param"}) -> tensor<?x40xf32> {
  %0 = rlx.fused_matmul_bias_act %x, %w, %b activation = gelu : (tensor<?x8xf32>, tensor<8x40xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  return %0 : tensor<?x40xf32>
}

// -----

// Both operands change from run to run.

// CHECK-LABEL: @two_activations
// CHECK: rlx.matmul %
func.func @two_activations(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = rlx.matmul %x, %y : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: @convolutions
// CHECK: rlx.conv_packed %arg0
// CHECK: rlx.depthwise_conv
// CHECK: rlx.matmul_packed
func.func @convolutions(%x: tensor<1x?x?x3xf32> {rlx.kind = "input"}, %w: tensor<32x3x3x3xf32> {rlx.kind = "param"},
                        %d: tensor<32x1x3x3xf32> {rlx.kind = "param"}, %p: tensor<64x32x1x1xf32> {rlx.kind = "param"})
    -> tensor<1x?x?x64xf32> {
  %0 = rlx.conv %x, %w strides = [2, 2] pads = [1, 1, 1, 1] data_format = channels_last : (tensor<1x?x?x3xf32>, tensor<32x3x3x3xf32>) -> tensor<1x?x?x32xf32>
  %1 = rlx.conv %0, %d pads = [1, 1, 1, 1] groups = 32 data_format = channels_last : (tensor<1x?x?x32xf32>, tensor<32x1x3x3xf32>) -> tensor<1x?x?x32xf32>
  %2 = rlx.conv %1, %p data_format = channels_last : (tensor<1x?x?x32xf32>, tensor<64x32x1x1xf32>) -> tensor<1x?x?x64xf32>
  return %2 : tensor<1x?x?x64xf32>
}
