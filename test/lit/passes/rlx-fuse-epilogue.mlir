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

// CHECK-LABEL: @matmul_is_shared
// CHECK: rlx.matmul
// CHECK: rlx.add
func.func @matmul_is_shared(%x: tensor<?x8xf32>, %w: tensor<8x4xf32>, %b: tensor<4xf32>)
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

// A transposed convolution takes a bias of size groups * (filter dimension 1).
// CHECK-LABEL: @transposed_bias
// CHECK: %[[B:.*]] = rlx.reshape %{{.*}} to [8]
// CHECK: rlx.conv_transpose %{{.*}}, %{{.*}}, %[[B]] strides = [2, 2] groups = 2
// CHECK-NOT: rlx.add
func.func @transposed_bias(%x: tensor<1x4x?x4xf32>, %w: tensor<4x4x2x2xf32>, %b: tensor<1x8x1x1xf32>) -> tensor<1x8x?x8xf32> {
  %0 = rlx.conv_transpose %x, %w strides = [2, 2] groups = 2 : (tensor<1x4x?x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x8x?x8xf32>
  %1 = rlx.add %0, %b : (tensor<1x8x?x8xf32>, tensor<1x8x1x1xf32>) -> tensor<1x8x?x8xf32>
  return %1 : tensor<1x8x?x8xf32>
}

// -----

// The factors of gelu in any order, as multiplication or division. The matmul before it takes it
// in.
// CHECK-LABEL: @gelu
// CHECK: rlx.fused_matmul_bias_act %arg0, %arg1, %arg2 activation = gelu
// CHECK-NEXT: %[[G:.*]] = rlx.gelu %arg0
// CHECK-NEXT: return %{{.*}}, %[[G]]
func.func @gelu(%x: tensor<?x4xf32>, %w: tensor<4x4xf32>, %b: tensor<4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %root = rlx.constant dense<1.41421354> : tensor<f32>
  %inverse = rlx.constant dense<0.707106769> : tensor<1xf32>
  %one = rlx.constant dense<1.0> : tensor<f32>
  %half = rlx.constant dense<0.5> : tensor<f32>
  %0 = rlx.matmul %x, %w : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
  %1 = rlx.add %0, %b : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %2 = rlx.div %1, %root : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  %3 = rlx.erf %2 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %4 = rlx.add %3, %one : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  %5 = rlx.mul %1, %4 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %6 = rlx.mul %5, %half : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  %7 = rlx.mul %inverse, %x : (tensor<1xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %8 = rlx.erf %7 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %9 = rlx.add %one, %8 : (tensor<f32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %10 = rlx.mul %half, %9 : (tensor<f32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %11 = rlx.mul %10, %x : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %6, %11 : tensor<?x4xf32>, tensor<?x4xf32>
}

// -----

// Another square root, another tensor, f16, a constant close to 1.
// CHECK-LABEL: @no_gelu
// CHECK-NOT: rlx.gelu
// CHECK: return
func.func @no_gelu(%x: tensor<4xf32>, %y: tensor<4xf32>, %h: tensor<4xf16>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xf32>) {
  %root = rlx.constant dense<1.41421> : tensor<f32>
  %exact = rlx.constant dense<1.41421354> : tensor<f32>
  %one = rlx.constant dense<1.0> : tensor<f32>
  %half = rlx.constant dense<0.5> : tensor<f32>
  %0 = rlx.div %x, %root : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = rlx.erf %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = rlx.add %1, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = rlx.mul %x, %2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = rlx.mul %3, %half : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = rlx.div %y, %exact : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %6 = rlx.erf %5 : (tensor<4xf32>) -> tensor<4xf32>
  %7 = rlx.add %6, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %8 = rlx.mul %x, %7 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %9 = rlx.mul %8, %half : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %two = rlx.constant dense<1.41421354> : tensor<f16>
  %single = rlx.constant dense<1.0> : tensor<f16>
  %part = rlx.constant dense<0.5> : tensor<f16>
  %10 = rlx.div %h, %two : (tensor<4xf16>, tensor<f16>) -> tensor<4xf16>
  %11 = rlx.erf %10 : (tensor<4xf16>) -> tensor<4xf16>
  %12 = rlx.add %11, %single : (tensor<4xf16>, tensor<f16>) -> tensor<4xf16>
  %13 = rlx.mul %h, %12 : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  %14 = rlx.mul %13, %part : (tensor<4xf16>, tensor<f16>) -> tensor<4xf16>
  %nearly = rlx.constant dense<1.0000002> : tensor<f32>
  %15 = rlx.div %x, %exact : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %16 = rlx.erf %15 : (tensor<4xf32>) -> tensor<4xf32>
  %17 = rlx.add %16, %nearly : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %18 = rlx.mul %x, %17 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %19 = rlx.mul %18, %half : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %4, %9, %14, %19 : tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xf32>
}
