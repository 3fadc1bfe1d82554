// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops | FileCheck %s --check-prefix=DECOMPOSE
// RUN: rlx-opt %s --rlx-decompose-ops --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// LINALG-NOT: rlx.

// CHECK-LABEL: @softmax
// DECOMPOSE-LABEL: @softmax
func.func @softmax(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK: rlx.softmax %{{.*}} axis = -1 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  // DECOMPOSE: %[[MAX:.*]] = rlx.reduce_max %[[X:.*]] axes = [-1] {keep_dims = true}
  // DECOMPOSE: %[[SHIFTED:.*]] = rlx.sub %[[X]], %[[MAX]]
  // DECOMPOSE: %[[EXP:.*]] = rlx.exp %[[SHIFTED]]
  // DECOMPOSE: %[[SUM:.*]] = rlx.reduce_sum %[[EXP]] axes = [-1] {keep_dims = true}
  // DECOMPOSE: rlx.div %[[EXP]], %[[SUM]]
  %0 = rlx.softmax %x axis = -1 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @masked_softmax
// DECOMPOSE-LABEL: @masked_softmax
func.func @masked_softmax(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK: rlx.softmax %{{.*}} axis = -1 masked : (tensor<2x?xf32>) -> tensor<2x?xf32>
  // DECOMPOSE: %[[MAX:.*]] = rlx.reduce_max %[[X:.*]] axes = [-1] {keep_dims = true}
  // DECOMPOSE: %[[LOWEST:.*]] = rlx.constant dense<-3.40282347E+38>
  // DECOMPOSE: %[[FINITE:.*]] = rlx.max %[[MAX]], %[[LOWEST]]
  // DECOMPOSE: %[[SHIFTED:.*]] = rlx.sub %[[X]], %[[FINITE]]
  // DECOMPOSE: %[[EXP:.*]] = rlx.exp %[[SHIFTED]]
  // DECOMPOSE: %[[SUM:.*]] = rlx.reduce_sum %[[EXP]] axes = [-1] {keep_dims = true}
  // DECOMPOSE: %[[BY:.*]] = rlx.max %[[SUM]]
  // DECOMPOSE: rlx.div %[[EXP]], %[[BY]]
  %0 = rlx.softmax %x axis = -1 masked : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// f16 ops compute in f32.
// CHECK-LABEL: @log_softmax
// DECOMPOSE-LABEL: @log_softmax
func.func @log_softmax(%x: tensor<2x?x4xf16>) -> tensor<2x?x4xf16> {
  // CHECK: rlx.log_softmax %{{.*}} axis = 1 : (tensor<2x?x4xf16>) -> tensor<2x?x4xf16>
  // DECOMPOSE: rlx.cast %{{.*}} to f32
  // DECOMPOSE: rlx.log
  // DECOMPOSE: rlx.sub
  // DECOMPOSE: rlx.cast %{{.*}} to f16
  %0 = rlx.log_softmax %x axis = 1 : (tensor<2x?x4xf16>) -> tensor<2x?x4xf16>
  return %0 : tensor<2x?x4xf16>
}

// The result may declare sizes that are dynamic in the operands.
// CHECK-LABEL: @layer_norm
// DECOMPOSE-LABEL: @layer_norm
func.func @layer_norm(%x: tensor<?x384xf32>, %g: tensor<384xf32>, %b: tensor<384xf32>)
    -> tensor<7x384xf32> {
  // CHECK: rlx.layer_norm %{{.*}} gamma %{{.*}} beta %{{.*}} axis = -1 eps = 1.000000e-05 : (tensor<?x384xf32>, tensor<384xf32>, tensor<384xf32>) -> tensor<7x384xf32>
  // DECOMPOSE: rlx.reduce_mean
  // DECOMPOSE: rlx.sub
  // DECOMPOSE: rlx.mul
  // DECOMPOSE: rlx.reduce_mean
  // DECOMPOSE: rlx.rsqrt
  // DECOMPOSE: rlx.add %{{.*}} -> tensor<7x384xf32>
  %0 = rlx.layer_norm %x gamma %g beta %b axis = -1 eps = 1.0e-5
      : (tensor<?x384xf32>, tensor<384xf32>, tensor<384xf32>) -> tensor<7x384xf32>
  return %0 : tensor<7x384xf32>
}

// CHECK-LABEL: @layer_norm_beta_only
func.func @layer_norm_beta_only(%x: tensor<2x3x4xf32>, %b: tensor<3x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK: rlx.layer_norm %{{[^ ]*}} beta %{{[^ ]*}} axis = 1 eps = 1.000000e-03
  %0 = rlx.layer_norm %x beta %b axis = 1 eps = 1.0e-3
      : (tensor<2x3x4xf32>, tensor<3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: @rms_norm
// DECOMPOSE-LABEL: @rms_norm
func.func @rms_norm(%x: tensor<?x64xbf16>, %g: tensor<64xbf16>) -> tensor<?x64xbf16> {
  // CHECK: rlx.rms_norm %{{.*}} gamma %{{.*}} axis = -1 eps = 9.9999999999999995E-7
  // DECOMPOSE: rlx.reduce_mean
  // DECOMPOSE-NOT: rlx.sub
  // DECOMPOSE: rlx.rsqrt
  %0 = rlx.rms_norm %x gamma %g axis = -1 eps = 1.0e-6
      : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  return %0 : tensor<?x64xbf16>
}

// Ops that depend only on the statistics keep their rank.
// CHECK-LABEL: @batch_norm
// DECOMPOSE-LABEL: @batch_norm
func.func @batch_norm(%x: tensor<?x8x4x4xf32>, %s: tensor<8xf32>, %b: tensor<8xf32>,
                      %m: tensor<8xf32>, %v: tensor<8xf32>) -> tensor<?x8x4x4xf32> {
  // CHECK: rlx.batch_norm %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} axis = 1 eps = 1.000000e-05
  // DECOMPOSE: rlx.rsqrt %{{.*}} : (tensor<8xf32>)
  // DECOMPOSE: rlx.mul %{{.*}} : (tensor<8xf32>, tensor<8xf32>)
  // DECOMPOSE: rlx.reshape %{{.*}} to [8, 1, 1]
  %0 = rlx.batch_norm %x, %s, %b, %m, %v axis = 1 eps = 1.0e-5
      : (tensor<?x8x4x4xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
      -> tensor<?x8x4x4xf32>
  return %0 : tensor<?x8x4x4xf32>
}

// CHECK-LABEL: @group_norm
func.func @group_norm(%x: tensor<?x8x?xf32>, %y: tensor<2x3x8xf32>, %g: tensor<8xf32>)
    -> (tensor<?x8x?xf32>, tensor<2x3x8xf32>) {
  // CHECK: rlx.group_norm %{{.*}} gamma %{{.*}} groups = 4 eps = 1.000000e-05 : (tensor<?x8x?xf32>, tensor<8xf32>) -> tensor<?x8x?xf32>
  %0 = rlx.group_norm %x gamma %g groups = 4 eps = 1.0e-5 : (tensor<?x8x?xf32>, tensor<8xf32>) -> tensor<?x8x?xf32>
  // CHECK: rlx.group_norm %{{.*}} beta %{{.*}} groups = 1 eps = 5.000000e-01 data_format = channels_last
  %1 = rlx.group_norm %y beta %g groups = 1 eps = 0.5 data_format = channels_last : (tensor<2x3x8xf32>, tensor<8xf32>) -> tensor<2x3x8xf32>
  return %0, %1 : tensor<?x8x?xf32>, tensor<2x3x8xf32>
}

// CHECK-LABEL: @layer_norm_2d
func.func @layer_norm_2d(%x: tensor<?x8x?x4xf32>, %g: tensor<8xf32>) -> tensor<?x8x?x4xf32> {
  // CHECK: rlx.layer_norm_2d %{{.*}} gamma %{{.*}} beta %{{.*}} eps = 9.9999999999999995E-7
  %0 = rlx.layer_norm_2d %x gamma %g beta %g eps = 1.0e-6 : (tensor<?x8x?x4xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<?x8x?x4xf32>
  return %0 : tensor<?x8x?x4xf32>
}
