// RUN: rlx-opt %s -split-input-file --rlx-sink-dequantize | FileCheck %s

// Quantized with the same parameters: both ops disappear.

// CHECK-LABEL: @moves
// CHECK-NOT: quantize
// CHECK: %[[T:.*]] = rlx.transpose %arg0 perm = [0, 2, 1] : (tensor<2x?x4xui8>) -> tensor<2x4x?xui8>
// CHECK: %[[S:.*]] = rlx.slice %[[T]] {{.*}} -> tensor<2x2x?xui8>
// CHECK: %[[R:.*]] = rlx.reshape %[[S]] {{.*}} -> tensor<4x?xui8>
// CHECK: return %[[R]]
func.func @moves(%q: tensor<2x?x4xui8>) -> tensor<4x?xui8> {
  %s = rlx.constant dense<0.1> : tensor<f32>
  %z = rlx.constant dense<3> : tensor<ui8>
  %again = rlx.constant dense<0.1> : tensor<1xf32>
  %s2 = rlx.reshape %again to [] : (tensor<1xf32>) -> tensor<f32>
  %z2 = rlx.constant dense<3> : tensor<ui8>
  %c1 = arith.constant 1 : index
  %n = tensor.dim %q, %c1 : tensor<2x?x4xui8>
  %0 = rlx.dequantize %q scale %s zero_point %z : (tensor<2x?x4xui8>, tensor<f32>, tensor<ui8>) -> tensor<2x?x4xf32>
  %1 = rlx.transpose %0 perm = [0, 2, 1] : (tensor<2x?x4xf32>) -> tensor<2x4x?xf32>
  %2 = rlx.slice %1 from [0, 1, 0] sizes [2, 2, %n] : (tensor<2x4x?xf32>, index) -> tensor<2x2x?xf32>
  %3 = rlx.reshape %2 to [4, %n] : (tensor<2x2x?xf32>, index) -> tensor<4x?xf32>
  %4 = rlx.quantize %3 scale %s2 zero_point %z2 to ui8 : (tensor<4x?xf32>, tensor<f32>, tensor<ui8>) -> tensor<4x?xui8>
  return %4 : tensor<4x?xui8>
}

// -----

// Selected and joined elements. Data movement allows scales that are not constant.

// CHECK-LABEL: @selects
// CHECK: %[[G:.*]] = rlx.gather %arg0, %arg1 {{.*}} -> tensor<?x4xi8>
// CHECK: %[[C:.*]] = rlx.concat %[[G]], %[[G]] {{.*}} -> tensor<?x8xi8>
// CHECK: %[[D:.*]] = rlx.dequantize %[[C]] scale %arg2
// CHECK: return %[[D]]
func.func @selects(%q: tensor<100x4xi8>, %i: tensor<?xi64>, %s: tensor<f32>) -> tensor<?x8xf32> {
  %0 = rlx.dequantize %q scale %s : (tensor<100x4xi8>, tensor<f32>) -> tensor<100x4xf32>
  %1 = rlx.gather %0, %i axis = 0 : (tensor<100x4xf32>, tensor<?xi64>) -> tensor<?x4xf32>
  %2 = rlx.concat %1, %1 axis = 1 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}

// -----

// CHECK-LABEL: @images
// CHECK: %[[P:.*]] = rlx.pool max %arg0 {{.*}} -> tensor<1x2x?x4xi8>
// CHECK: %[[R:.*]] = rlx.resize nearest %[[P]] {{.*}} -> tensor<1x2x8x8xi8>
// CHECK: rlx.dequantize %[[R]]
func.func @images(%q: tensor<1x2x?x8xi8>) -> tensor<1x2x8x8xf32> {
  %s = rlx.constant dense<0.1> : tensor<f32>
  %0 = rlx.dequantize %q scale %s : (tensor<1x2x?x8xi8>, tensor<f32>) -> tensor<1x2x?x8xf32>
  %1 = rlx.pool max %0 kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] : (tensor<1x2x?x8xf32>) -> tensor<1x2x?x4xf32>
  %2 = rlx.resize nearest %1 axes = [2, 3] to [8, 8] : (tensor<1x2x?x4xf32>) -> tensor<1x2x8x8xf32>
  return %2 : tensor<1x2x8x8xf32>
}

// -----

// One scale per channel: transposes keep channels together, for any number. Reshapes do not.

// CHECK-LABEL: @channels
// CHECK: %[[T:.*]] = rlx.transpose %arg0 perm = [2, 0, 1] : (tensor<3x4x5xi8>) -> tensor<5x3x4xi8>
// CHECK: %[[D:.*]] = rlx.dequantize %[[T]] scale %arg1 axis = 0
// CHECK: rlx.reshape %[[D]]
func.func @channels(%q: tensor<3x4x5xi8>, %s: tensor<5xf32>) -> tensor<60xf32> {
  %0 = rlx.dequantize %q scale %s axis = -1 : (tensor<3x4x5xi8>, tensor<5xf32>) -> tensor<3x4x5xf32>
  %1 = rlx.transpose %0 perm = [2, 0, 1] : (tensor<3x4x5xf32>) -> tensor<5x3x4xf32>
  %2 = rlx.reshape %1 to [60] : (tensor<5x3x4xf32>) -> tensor<60xf32>
  return %2 : tensor<60xf32>
}

// -----

// With another user the dequantized values stay. The movement is still one of bytes.

// CHECK-LABEL: @shared
// CHECK: %[[D:.*]] = rlx.dequantize %arg0
// CHECK: %[[T:.*]] = rlx.transpose %arg0
// CHECK: return %[[D]], %[[T]]
func.func @shared(%q: tensor<2x3xi8>) -> (tensor<2x3xf32>, tensor<3x2xi8>) {
  %s = rlx.constant dense<0.1> : tensor<f32>
  %0 = rlx.dequantize %q scale %s : (tensor<2x3xi8>, tensor<f32>) -> tensor<2x3xf32>
  %1 = rlx.transpose %0 perm = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = rlx.quantize %1 scale %s to i8 : (tensor<3x2xf32>, tensor<f32>) -> tensor<3x2xi8>
  return %0, %2 : tensor<2x3xf32>, tensor<3x2xi8>
}

// -----

// A mean is not an element, and neither is the maximum of padding only.

// CHECK-LABEL: @pools
// CHECK: %[[D:.*]] = rlx.dequantize
// CHECK: rlx.pool mean %[[D]]
// CHECK: rlx.pool max %[[D]]
// CHECK: rlx.pool max %[[D]]
func.func @pools(%q: tensor<1x2x?xi8>) -> (tensor<1x2x?xf32>, tensor<1x2x?xf32>, tensor<1x2x?xf32>) {
  %s = rlx.constant dense<0.1> : tensor<f32>
  %0 = rlx.dequantize %q scale %s : (tensor<1x2x?xi8>, tensor<f32>) -> tensor<1x2x?xf32>
  %1 = rlx.pool mean %0 kernel = [3] pads = [1, 1] : (tensor<1x2x?xf32>) -> tensor<1x2x?xf32>
  %2 = rlx.pool max %0 kernel = [3] pads = [2, 1] : (tensor<1x2x?xf32>) -> tensor<1x2x?xf32>
  %3 = rlx.pool max %0 kernel = [3] dilations = [4] : (tensor<1x2x?xf32>) -> tensor<1x2x?xf32>
  return %1, %2, %3 : tensor<1x2x?xf32>, tensor<1x2x?xf32>, tensor<1x2x?xf32>
}

// -----

// An unknown scale may be negative, and the largest value would be the smallest integer.

// CHECK-LABEL: @unknown_scale
// CHECK: %[[D:.*]] = rlx.dequantize
// CHECK: rlx.pool max %[[D]]
func.func @unknown_scale(%q: tensor<1x2x9xi8>, %s: tensor<f32>) -> tensor<1x2x7xf32> {
  %0 = rlx.dequantize %q scale %s : (tensor<1x2x9xi8>, tensor<f32>) -> tensor<1x2x9xf32>
  %1 = rlx.pool max %0 kernel = [3] : (tensor<1x2x9xf32>) -> tensor<1x2x7xf32>
  return %1 : tensor<1x2x7xf32>
}

// -----

// Other parameters, other types, and an infinite scale, which makes NaN of 0.

// CHECK-LABEL: @different
// CHECK-COUNT-4: rlx.quantize
func.func @different(%q: tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>, tensor<4xui8>, tensor<4xi8>) {
  %s = rlx.constant dense<0.1> : tensor<f32>
  %t = rlx.constant dense<0.2> : tensor<f32>
  %z = rlx.constant dense<1> : tensor<i8>
  %inf = rlx.constant dense<0x7F800000> : tensor<f32>
  %0 = rlx.dequantize %q scale %s : (tensor<4xi8>, tensor<f32>) -> tensor<4xf32>
  %1 = rlx.quantize %0 scale %t to i8 : (tensor<4xf32>, tensor<f32>) -> tensor<4xi8>
  %2 = rlx.quantize %0 scale %s zero_point %z to i8 : (tensor<4xf32>, tensor<f32>, tensor<i8>) -> tensor<4xi8>
  %3 = rlx.quantize %0 scale %s to ui8 : (tensor<4xf32>, tensor<f32>) -> tensor<4xui8>
  %4 = rlx.dequantize %q scale %inf : (tensor<4xi8>, tensor<f32>) -> tensor<4xf32>
  %5 = rlx.quantize %4 scale %inf to i8 : (tensor<4xf32>, tensor<f32>) -> tensor<4xi8>
  return %1, %2, %3, %5 : tensor<4xi8>, tensor<4xi8>, tensor<4xui8>, tensor<4xi8>
}

// -----

// CHECK-LABEL: @concat
// CHECK: rlx.concat {{.*}} -> tensor<8xf32>
func.func @concat(%q: tensor<4xi8>) -> tensor<8xf32> {
  %s = rlx.constant dense<0.1> : tensor<f32>
  %t = rlx.constant dense<0.2> : tensor<f32>
  %0 = rlx.dequantize %q scale %s : (tensor<4xi8>, tensor<f32>) -> tensor<4xf32>
  %1 = rlx.dequantize %q scale %t : (tensor<4xi8>, tensor<f32>) -> tensor<4xf32>
  %2 = rlx.concat %0, %1 axis = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

// Not into a region, which may run repeatedly.

// CHECK-LABEL: @loop
// CHECK: %[[D:.*]] = rlx.dequantize
// CHECK: rlx.if
// CHECK: rlx.transpose %[[D]]
func.func @loop(%q: tensor<4x2xi8>, %p: tensor<i1>) -> tensor<2x4xf32> {
  %s = rlx.constant dense<0.1> : tensor<f32>
  %0 = rlx.dequantize %q scale %s : (tensor<4x2xi8>, tensor<f32>) -> tensor<4x2xf32>
  %1 = rlx.if %p : tensor<i1> -> (tensor<2x4xf32>) {
    %2 = rlx.transpose %0 perm = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
    rlx.yield %2 : tensor<2x4xf32>
  } else {
    %2 = rlx.reshape %0 to [2, 4] : (tensor<4x2xf32>) -> tensor<2x4xf32>
    rlx.yield %2 : tensor<2x4xf32>
  }
  return %1 : tensor<2x4xf32>
}
