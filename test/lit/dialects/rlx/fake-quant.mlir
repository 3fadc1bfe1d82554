// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// LINALG-NOT: = rlx.

// CHECK-LABEL: @fake_quantize
func.func @fake_quantize(%x: tensor<8x?xf32>, %s: tensor<8xf32>, %t: tensor<f32>)
    -> (tensor<8x?xf32>, tensor<8x?xf32>, tensor<8x?xf32>, tensor<f32>) {
  // CHECK: rlx.fake_quantize %{{.*}} per_batch bits = 8 axis = 0 : (tensor<8x?xf32>) -> (tensor<8x?xf32>, tensor<8xf32>)
  %0, %s0 = rlx.fake_quantize %x per_batch bits = 8 axis = 0 : (tensor<8x?xf32>) -> (tensor<8x?xf32>, tensor<8xf32>)
  // CHECK: rlx.fake_quantize %{{.*}} fixed %{{.*}} bits = 4 axis = 0 ste = clipped_identity : (tensor<8x?xf32>, tensor<8xf32>) -> (tensor<8x?xf32>, tensor<8xf32>)
  %1, %s1 = rlx.fake_quantize %x fixed %s bits = 4 axis = 0 ste = clipped_identity : (tensor<8x?xf32>, tensor<8xf32>) -> (tensor<8x?xf32>, tensor<8xf32>)
  // CHECK: rlx.fake_quantize %{{.*}} ema %{{.*}} bits = 8 decay = 7.500000e-01 rounding = half_to_even : (tensor<8x?xf32>, tensor<f32>) -> (tensor<8x?xf32>, tensor<f32>)
  %2, %s2 = rlx.fake_quantize %x ema %t bits = 8 decay = 0.75 rounding = half_to_even : (tensor<8x?xf32>, tensor<f32>) -> (tensor<8x?xf32>, tensor<f32>)
  return %0, %1, %2, %s2 : tensor<8x?xf32>, tensor<8x?xf32>, tensor<8x?xf32>, tensor<f32>
}

// CHECK-LABEL: @fake_quantize_backward
func.func @fake_quantize_backward(%x: tensor<?x8xbf16>, %s: tensor<8xf32>, %g: tensor<?x8xbf16>) -> tensor<?x8xbf16> {
  // CHECK: rlx.fake_quantize_backward %{{.*}} scale %{{.*}} grad %{{.*}} bits = 8 axis = -1 ste = hard_tanh : (tensor<?x8xbf16>, tensor<8xf32>, tensor<?x8xbf16>) -> tensor<?x8xbf16>
  %0 = rlx.fake_quantize_backward %x scale %s grad %g bits = 8 axis = -1 ste = hard_tanh : (tensor<?x8xbf16>, tensor<8xf32>, tensor<?x8xbf16>) -> tensor<?x8xbf16>
  return %0 : tensor<?x8xbf16>
}

// CHECK-LABEL: @fake_quantize_lsq
func.func @fake_quantize_lsq(%x: tensor<8x?xf64>, %s: tensor<8xf64>, %g: tensor<8x?xf64>)
    -> (tensor<8x?xf64>, tensor<8x?xf64>, tensor<8xf64>) {
  // CHECK: rlx.fake_quantize_lsq %{{.*}} scale %{{.*}} bits = 4 axis = 0 : (tensor<8x?xf64>, tensor<8xf64>) -> tensor<8x?xf64>
  %0 = rlx.fake_quantize_lsq %x scale %s bits = 4 axis = 0 : (tensor<8x?xf64>, tensor<8xf64>) -> tensor<8x?xf64>
  // CHECK: rlx.fake_quantize_lsq_backward %{{.*}} scale %{{.*}} grad %{{.*}} bits = 4 axis = 0 rounding = half_to_even {gradient_scale = true} : (tensor<8x?xf64>, tensor<8xf64>, tensor<8x?xf64>) -> (tensor<8x?xf64>, tensor<8xf64>)
  %1, %2 = rlx.fake_quantize_lsq_backward %x scale %s grad %g bits = 4 axis = 0 rounding = half_to_even {gradient_scale = true} : (tensor<8x?xf64>, tensor<8xf64>, tensor<8x?xf64>) -> (tensor<8x?xf64>, tensor<8xf64>)
  return %0, %1, %2 : tensor<8x?xf64>, tensor<8x?xf64>, tensor<8xf64>
}
