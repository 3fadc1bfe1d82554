// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops | FileCheck %s --check-prefix=DECOMPOSE
// RUN: rlx-opt %s --rlx-decompose-ops --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// LINALG-NOT: rlx.

// The input is normalized once for all three results.
// CHECK-LABEL: @layer_norm_backward
// DECOMPOSE-LABEL: @layer_norm_backward
func.func @layer_norm_backward(%x: tensor<?x384xf32>, %dy: tensor<?x384xf32>, %g: tensor<384xf32>)
    -> (tensor<?x384xf32>, tensor<384xf32>, tensor<384xf32>) {
  // CHECK: rlx.layer_norm_backward %{{.*}}, %{{.*}} gamma %{{.*}} axis = -1 eps = 1.000000e-05 : (tensor<?x384xf32>, tensor<?x384xf32>, tensor<384xf32>) -> (tensor<?x384xf32>, tensor<384xf32>, tensor<384xf32>)
  // DECOMPOSE-COUNT-1: rlx.rsqrt
  // DECOMPOSE-NOT: rlx.rsqrt
  // DECOMPOSE: rlx.reduce_sum %{{.*}} axes = [0] : (tensor<?x384xf32>) -> tensor<384xf32>
  // DECOMPOSE: rlx.reduce_sum %arg1 axes = [0] : (tensor<?x384xf32>) -> tensor<384xf32>
  %0:3 = rlx.layer_norm_backward %x, %dy gamma %g axis = -1 eps = 1.0e-5
      : (tensor<?x384xf32>, tensor<?x384xf32>, tensor<384xf32>) -> (tensor<?x384xf32>, tensor<384xf32>, tensor<384xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x384xf32>, tensor<384xf32>, tensor<384xf32>
}

// Without leading axes no sum is needed. f16 ops compute in f32.
// CHECK-LABEL: @rms_norm_backward
// DECOMPOSE-LABEL: @rms_norm_backward
func.func @rms_norm_backward(%x: tensor<3x4xf16>, %dy: tensor<3x4xf16>)
    -> (tensor<3x4xf16>, tensor<3x4xf16>, tensor<3x4xf16>) {
  // CHECK: rlx.rms_norm_backward %{{.*}}, %{{.*}} axis = 0 eps = 1.000000e-03 : (tensor<3x4xf16>, tensor<3x4xf16>) -> (tensor<3x4xf16>, tensor<3x4xf16>, tensor<3x4xf16>)
  // DECOMPOSE: rlx.cast %arg0 to f32
  // DECOMPOSE-NOT: rlx.reduce_sum
  // DECOMPOSE: rlx.cast %{{.*}} to f16
  %0:3 = rlx.rms_norm_backward %x, %dy axis = 0 eps = 1.0e-3
      : (tensor<3x4xf16>, tensor<3x4xf16>) -> (tensor<3x4xf16>, tensor<3x4xf16>, tensor<3x4xf16>)
  return %0#0, %0#1, %0#2 : tensor<3x4xf16>, tensor<3x4xf16>, tensor<3x4xf16>
}

// CHECK-LABEL: @group_norm_backward
// DECOMPOSE-LABEL: @group_norm_backward
func.func @group_norm_backward(%x: tensor<?x8x?x6xf32>, %dy: tensor<?x8x?x6xf32>, %g: tensor<8xf32>)
    -> (tensor<?x8x?x6xf32>, tensor<8xf32>, tensor<8xf32>) {
  // CHECK: rlx.group_norm_backward %{{.*}}, %{{.*}} gamma %{{.*}} groups = 4 eps = 1.000000e-05 : (tensor<?x8x?x6xf32>, tensor<?x8x?x6xf32>, tensor<8xf32>) -> (tensor<?x8x?x6xf32>, tensor<8xf32>, tensor<8xf32>)
  // DECOMPOSE: rlx.reduce_mean %{{.*}} axes = [2, 3, 4] {keep_dims = true} : (tensor<?x4x2x?x6xf32>)
  // DECOMPOSE: rlx.reduce_sum %{{.*}} axes = [0, 2, 3] : (tensor<?x8x?x6xf32>) -> tensor<8xf32>
  %0:3 = rlx.group_norm_backward %x, %dy gamma %g groups = 4 eps = 1.0e-5
      : (tensor<?x8x?x6xf32>, tensor<?x8x?x6xf32>, tensor<8xf32>) -> (tensor<?x8x?x6xf32>, tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x8x?x6xf32>, tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: @group_norm_backward_channels_last
func.func @group_norm_backward_channels_last(%x: tensor<2x5x?xbf16>, %dy: tensor<2x5x?xbf16>)
    -> (tensor<2x5x?xbf16>, tensor<?xbf16>, tensor<?xbf16>) {
  // CHECK: groups = 2 eps = 1.000000e-05 data_format = channels_last : (tensor<2x5x?xbf16>, tensor<2x5x?xbf16>) -> (tensor<2x5x?xbf16>, tensor<?xbf16>, tensor<?xbf16>)
  %0:3 = rlx.group_norm_backward %x, %dy groups = 2 eps = 1.0e-5 data_format = channels_last
      : (tensor<2x5x?xbf16>, tensor<2x5x?xbf16>) -> (tensor<2x5x?xbf16>, tensor<?xbf16>, tensor<?xbf16>)
  return %0#0, %0#1, %0#2 : tensor<2x5x?xbf16>, tensor<?xbf16>, tensor<?xbf16>
}
