// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// LINALG-NOT: = rlx.

// CHECK-LABEL: @quantize
func.func @quantize(%x: tensor<?x8x4xf32>, %s: tensor<8xf32>, %z: tensor<8xui8>, %t: tensor<f32>)
    -> (tensor<?x8x4xui8>, tensor<?x8x4xi8>) {
  // CHECK: rlx.quantize %{{.*}} scale %{{.*}} zero_point %{{.*}} axis = 1 to ui8 : (tensor<?x8x4xf32>, tensor<8xf32>, tensor<8xui8>) -> tensor<?x8x4xui8>
  %0 = rlx.quantize %x scale %s zero_point %z axis = 1 to ui8 : (tensor<?x8x4xf32>, tensor<8xf32>, tensor<8xui8>) -> tensor<?x8x4xui8>
  // CHECK: rlx.quantize %{{.*}} scale %{{.*}} to i8 : (tensor<?x8x4xf32>, tensor<f32>) -> tensor<?x8x4xi8>
  %1 = rlx.quantize %x scale %t to i8 : (tensor<?x8x4xf32>, tensor<f32>) -> tensor<?x8x4xi8>
  return %0, %1 : tensor<?x8x4xui8>, tensor<?x8x4xi8>
}

// CHECK-LABEL: @dequantize
func.func @dequantize(%q: tensor<?x8x4xui8>, %s: tensor<8xf16>, %z: tensor<8xui8>) -> tensor<?x8x4xf16> {
  // CHECK: rlx.dequantize %{{.*}} scale %{{.*}} zero_point %{{.*}} axis = 1 : (tensor<?x8x4xui8>, tensor<8xf16>, tensor<8xui8>) -> tensor<?x8x4xf16>
  %0 = rlx.dequantize %q scale %s zero_point %z axis = 1 : (tensor<?x8x4xui8>, tensor<8xf16>, tensor<8xui8>) -> tensor<?x8x4xf16>
  return %0 : tensor<?x8x4xf16>
}
