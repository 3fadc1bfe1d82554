// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops | FileCheck %s --check-prefix=DECOMPOSE
// RUN: rlx-opt %s --rlx-decompose-ops --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// LINALG-NOT: = rlx.

// CHECK-LABEL: @matmul_bias_act
// DECOMPOSE-LABEL: @matmul_bias_act
func.func @matmul_bias_act(%a: tensor<?x8xf32>, %b: tensor<8x16xf32>, %c: tensor<16xf32>,
                           %w: tensor<16x16xf32>)
    -> tensor<?x16xf32> {
  // CHECK: rlx.fused_matmul_bias_act %{{.*}}, %{{.*}}, %{{.*}} activation = gelu : (tensor<?x8xf32>, tensor<8x16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
  // DECOMPOSE: rlx.matmul
  // DECOMPOSE: rlx.add
  // DECOMPOSE: rlx.gelu
  %0 = rlx.fused_matmul_bias_act %a, %b, %c activation = gelu
      : (tensor<?x8xf32>, tensor<8x16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
  // DECOMPOSE: rlx.matmul
  // DECOMPOSE-NOT: rlx.add
  // DECOMPOSE: return
  %1 = rlx.fused_matmul_bias_act %0, %w activation = none
      : (tensor<?x16xf32>, tensor<16x16xf32>) -> tensor<?x16xf32>
  return %1 : tensor<?x16xf32>
}

// CHECK-LABEL: @residual_ln
// DECOMPOSE-LABEL: @residual_ln
func.func @residual_ln(%x: tensor<?x384xf32>, %g: tensor<384xf32>) -> tensor<?x384xf32> {
  // CHECK: rlx.fused_residual_ln %{{[^ ]*}}, %{{[^ ]*}} gamma %{{[^ ]*}} beta %{{[^ ]*}} axis = -1 eps = 1.000000e-05
  // DECOMPOSE: rlx.add
  // DECOMPOSE: rlx.reduce_mean
  %0 = rlx.fused_residual_ln %x, %x gamma %g beta %g axis = -1 eps = 1.0e-5
      : (tensor<?x384xf32>, tensor<?x384xf32>, tensor<384xf32>, tensor<384xf32>) -> tensor<?x384xf32>
  return %0 : tensor<?x384xf32>
}

// CHECK-LABEL: @residual_rms_norm
// DECOMPOSE-LABEL: @residual_rms_norm
func.func @residual_rms_norm(%x: tensor<?x64xf16>, %b: tensor<64xf16>) -> tensor<?x64xf16> {
  // CHECK: rlx.fused_residual_rms_norm %{{[^ ]*}}, %{{[^ ]*}} bias %{{[^ ]*}} gamma
  // DECOMPOSE: rlx.add
  // DECOMPOSE: rlx.add
  // DECOMPOSE: rlx.reduce_mean
  %0 = rlx.fused_residual_rms_norm %x, %x bias %b gamma %b axis = 1 eps = 1.0e-5
      : (tensor<?x64xf16>, tensor<?x64xf16>, tensor<64xf16>, tensor<64xf16>) -> tensor<?x64xf16>
  return %0 : tensor<?x64xf16>
}

// CHECK-LABEL: @swiglu
// DECOMPOSE-LABEL: @swiglu
func.func @swiglu(%x: tensor<2x?x16xf32>, %y: tensor<2x?xf32>) -> (tensor<2x?x8xf32>, tensor<2x?xf32>) {
  // CHECK: rlx.fused_swiglu %{{.*}} : (tensor<2x?x16xf32>) -> tensor<2x?x8xf32>
  // DECOMPOSE: rlx.slice
  // DECOMPOSE: %[[GATE:.*]] = rlx.slice %{{.*}} from [0, 0, 8]
  // DECOMPOSE: rlx.silu %[[GATE]]
  %0 = rlx.fused_swiglu %x : (tensor<2x?x16xf32>) -> tensor<2x?x8xf32>
  // CHECK: rlx.fused_swiglu %{{.*}} {gate_first = true} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  // DECOMPOSE: affine.apply
  // DECOMPOSE: %[[FIRST:.*]] = rlx.slice %{{.*}} from [0, 0]
  // DECOMPOSE: rlx.silu %[[FIRST]]
  %1 = rlx.fused_swiglu %y {gate_first = true} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0, %1 : tensor<2x?x8xf32>, tensor<2x?xf32>
}
