// RUN: rlx-opt %s -split-input-file --rlx-fuse-epilogue | FileCheck %s

// CHECK-LABEL: @matmul_bias_gelu
// CHECK: rlx.fused_matmul_bias_act %arg0, %arg1, %arg2 {{.*}}gelu
// CHECK-NEXT: return
func.func @matmul_bias_gelu(%x: tensor<?x8xf32>, %w: tensor<8x4xf32>, %b: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = rlx.matmul %x, %w : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %1 = rlx.add %b, %0 : (tensor<4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = rlx.gelu %1 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// -----

// CHECK-LABEL: @product_is_shared
// CHECK: rlx.matmul
// CHECK: rlx.add
func.func @product_is_shared(%x: tensor<?x8xf32>, %w: tensor<8x4xf32>, %b: tensor<4xf32>)
    -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %0 = rlx.matmul %x, %w : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %1 = rlx.add %0, %b : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<?x4xf32>
}

// -----

// A column vector is not a bias.

// CHECK-LABEL: @not_a_bias
// CHECK-NOT: fused
func.func @not_a_bias(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>, %b: tensor<4x1xf32>) -> tensor<4x4xf32> {
  %0 = rlx.matmul %x, %w : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = rlx.add %0, %b : (tensor<4x4xf32>, tensor<4x1xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: @residual
// CHECK: rlx.fused_residual_ln
// CHECK-NOT: rlx.add
func.func @residual(%x: tensor<2x?x8xf32>, %r: tensor<2x?x8xf32>, %g: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<2x?x8xf32> {
  %0 = rlx.add %x, %r : (tensor<2x?x8xf32>, tensor<2x?x8xf32>) -> tensor<2x?x8xf32>
  %1 = rlx.layer_norm %0 gamma %g beta %b axis = -1 eps = 1.0e-5 : (tensor<2x?x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x?x8xf32>
  return %1 : tensor<2x?x8xf32>
}

// -----

// A transposed convolution takes a bias of its groups * filter size 1 channels.
// CHECK-LABEL: @transposed_bias
// CHECK: %[[B:.*]] = rlx.reshape %{{.*}} to [8]
// CHECK: rlx.conv_transpose %{{.*}}, %{{.*}}, %[[B]] strides = [2, 2] groups = 2
// CHECK-NOT: rlx.add
func.func @transposed_bias(%x: tensor<1x4x?x4xf32>, %w: tensor<4x4x2x2xf32>, %b: tensor<1x8x1x1xf32>) -> tensor<1x8x?x8xf32> {
  %0 = rlx.conv_transpose %x, %w strides = [2, 2] groups = 2 : (tensor<1x4x?x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x8x?x8xf32>
  %1 = rlx.add %0, %b : (tensor<1x8x?x8xf32>, tensor<1x8x1x1xf32>) -> tensor<1x8x?x8xf32>
  return %1 : tensor<1x8x?x8xf32>
}
