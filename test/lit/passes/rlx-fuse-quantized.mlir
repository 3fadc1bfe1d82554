// RUN: rlx-opt %s -split-input-file --rlx-fuse-quantized | FileCheck %s

// The bias has the scales of the sums. Saturation at the zero point acts as relu.

// CHECK-LABEL: @conv
// CHECK-DAG: %[[M:.*]] = rlx.constant dense<[5.000000e-01, 1.000000e+00]> : tensor<2xf32>
// CHECK-DAG: %[[B:.*]] = rlx.constant dense<[100, -100]> : tensor<2xi32>
// CHECK-DAG: %[[Z:.*]] = rlx.constant dense<128> : tensor<ui8>
// CHECK: %[[Q:.*]] = rlx.q_conv %arg0, %arg1 bias %[[B]] input_zero_point %[[Z]] multiplier %[[M]] to ui8 strides = [2, 1] pads = [1, 1, 1, 1]
// CHECK-NEXT: return %[[Q]]
func.func @conv(%q: tensor<1x3x8x?xui8>, %w: tensor<2x3x3x3xi8> {rlx.kind = "param"}) -> tensor<1x2x4x?xui8> {
  %s = rlx.constant dense<0.5> : tensor<f32>
  %z = rlx.constant dense<128> : tensor<ui8>
  %sw = rlx.constant dense<[0.25, 0.5]> : tensor<2xf32>
  %zw = rlx.constant dense<0> : tensor<2xi8>
  %b = rlx.constant dense<[100, -100]> : tensor<2xi32>
  %sb = rlx.constant dense<[0.125, 0.25]> : tensor<2xf32>
  %zero = rlx.constant dense<0> : tensor<ui8>
  %t = rlx.constant dense<0.25> : tensor<f32>
  %x = rlx.dequantize %q scale %s zero_point %z : (tensor<1x3x8x?xui8>, tensor<f32>, tensor<ui8>) -> tensor<1x3x8x?xf32>
  %f = rlx.dequantize %w scale %sw zero_point %zw axis = 0 : (tensor<2x3x3x3xi8>, tensor<2xf32>, tensor<2xi8>) -> tensor<2x3x3x3xf32>
  %bias = rlx.dequantize %b scale %sb axis = 0 : (tensor<2xi32>, tensor<2xf32>) -> tensor<2xf32>
  %0 = rlx.conv %x, %f, %bias strides = [2, 1] pads = [1, 1, 1, 1] : (tensor<1x3x8x?xf32>, tensor<2x3x3x3xf32>, tensor<2xf32>) -> tensor<1x2x4x?xf32>
  %1 = rlx.relu %0 : (tensor<1x2x4x?xf32>) -> tensor<1x2x4x?xf32>
  %2 = rlx.quantize %1 scale %t zero_point %zero to ui8 : (tensor<1x2x4x?xf32>, tensor<f32>, tensor<ui8>) -> tensor<1x2x4x?xui8>
  return %2 : tensor<1x2x4x?xui8>
}

// -----

// The activation limits the range more than saturation: from 0, which is -10, to 6. The other one:
// from 2, which is 8, to 2.125, which is 9, since half a step rounds away from zero.

// CHECK-LABEL: @clamps
// CHECK: %[[P:.*]] = rlx.q_matmul %arg0, %arg1 multiplier %{{.*}} result_zero_point %{{.*}} to i8 :
// CHECK: rlx.clamp %[[P]] {max = 14 : i8, min = -10 : i8}
// CHECK: %[[R:.*]] = rlx.q_matmul %arg0, %arg1 multiplier %{{.*}} to ui8 rounding = half_away_from_zero
// CHECK: rlx.clamp %[[R]] {max = 9 : ui8, min = 8 : ui8}
// CHECK: %[[S:.*]] = rlx.q_matmul %arg0, %arg1 {{.*}} to i8 :
// CHECK: rlx.clamp %[[S]] {min = -10 : i8}
func.func @clamps(%q: tensor<?x8xi8>, %w: tensor<8x4xui8> {rlx.kind = "param"}) -> (tensor<?x4xi8>, tensor<?x4xui8>, tensor<?x4xi8>) {
  %s = rlx.constant dense<0.25> : tensor<f32>
  %z = rlx.constant dense<-10> : tensor<i8>
  %x = rlx.dequantize %q scale %s : (tensor<?x8xi8>, tensor<f32>) -> tensor<?x8xf32>
  %f = rlx.dequantize %w scale %s : (tensor<8x4xui8>, tensor<f32>) -> tensor<8x4xf32>
  %0 = rlx.matmul %x, %f : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %1 = rlx.clamp %0 {min = 0.0 : f32, max = 6.0 : f32} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = rlx.quantize %1 scale %s zero_point %z to i8 : (tensor<?x4xf32>, tensor<f32>, tensor<i8>) -> tensor<?x4xi8>
  %3 = rlx.matmul %x, %f : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %4 = rlx.clamp %3 {min = 2.0 : f32, max = 2.125 : f32} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %5 = rlx.quantize %4 scale %s to ui8 rounding = half_away_from_zero : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xui8>
  %6 = rlx.fused_matmul_bias_act %x, %f activation = relu : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %7 = rlx.quantize %6 scale %s zero_point %z to i8 : (tensor<?x4xf32>, tensor<f32>, tensor<i8>) -> tensor<?x4xi8>
  return %2, %5, %7 : tensor<?x4xi8>, tensor<?x4xui8>, tensor<?x4xi8>
}

// -----

// An added bias; a chain of two matmuls; weights with two uses.

// CHECK-LABEL: @chain
// CHECK: %[[A:.*]] = rlx.q_matmul %arg0, %arg1 bias
// CHECK: %[[B:.*]] = rlx.q_matmul %[[A]], %arg1 bias
// CHECK-NEXT: return %[[B]]
func.func @chain(%q: tensor<5x4xi8>, %w: tensor<4x4xi8> {rlx.kind = "param"}) -> tensor<5x4xi8> {
  %s = rlx.constant dense<0.25> : tensor<f32>
  %sb = rlx.constant dense<0.0625> : tensor<f32>
  %b = rlx.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %zb = rlx.constant dense<0> : tensor<i32>
  %x = rlx.dequantize %q scale %s : (tensor<5x4xi8>, tensor<f32>) -> tensor<5x4xf32>
  %f = rlx.dequantize %w scale %s : (tensor<4x4xi8>, tensor<f32>) -> tensor<4x4xf32>
  %bias = rlx.dequantize %b scale %sb zero_point %zb : (tensor<4xi32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %0 = rlx.matmul %x, %f : (tensor<5x4xf32>, tensor<4x4xf32>) -> tensor<5x4xf32>
  %1 = rlx.add %bias, %0 : (tensor<4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
  %2 = rlx.quantize %1 scale %s to i8 : (tensor<5x4xf32>, tensor<f32>) -> tensor<5x4xi8>
  %3 = rlx.dequantize %2 scale %s : (tensor<5x4xi8>, tensor<f32>) -> tensor<5x4xf32>
  %4 = rlx.matmul %3, %f : (tensor<5x4xf32>, tensor<4x4xf32>) -> tensor<5x4xf32>
  %5 = rlx.add %4, %bias : (tensor<5x4xf32>, tensor<4xf32>) -> tensor<5x4xf32>
  %6 = rlx.quantize %5 scale %s to i8 : (tensor<5x4xf32>, tensor<f32>) -> tensor<5x4xi8>
  return %6 : tensor<5x4xi8>
}

// -----

// The result is not quantized, or has another user, or is activated by a function that integers
// cannot represent.

// CHECK-LABEL: @real_results
// CHECK: %[[C:.*]] = rlx.conv_integer %arg0, %arg1 input_zero_point %{{.*}} pads = [1, 1] : {{.*}} -> tensor<1x2x?xi32>
// CHECK: %[[F:.*]] = rlx.cast %[[C]] to f32
// CHECK: %[[S:.*]] = rlx.reshape %{{.*}} to [2, 1] : (tensor<2xf32>) -> tensor<2x1xf32>
// CHECK: %[[M:.*]] = rlx.mul %[[F]], %[[S]]
// CHECK: %[[B:.*]] = rlx.reshape %arg2 to [2, 1]
// CHECK: %[[R:.*]] = rlx.add %[[M]], %[[B]]
// CHECK: rlx.quantize %[[R]]
// CHECK: return %[[R]]
func.func @real_results(%q: tensor<1x3x?xui8>, %w: tensor<2x3x3xi8> {rlx.kind = "param"}, %bias: tensor<2xf32>) -> (tensor<1x2x?xf32>, tensor<1x2x?xui8>) {
  %s = rlx.constant dense<0.5> : tensor<f32>
  %z = rlx.constant dense<255> : tensor<ui8>
  %sw = rlx.constant dense<[0.25, 0.5]> : tensor<2xf32>
  %x = rlx.dequantize %q scale %s zero_point %z : (tensor<1x3x?xui8>, tensor<f32>, tensor<ui8>) -> tensor<1x3x?xf32>
  %f = rlx.dequantize %w scale %sw axis = 0 : (tensor<2x3x3xi8>, tensor<2xf32>) -> tensor<2x3x3xf32>
  %0 = rlx.conv %x, %f, %bias pads = [1, 1] : (tensor<1x3x?xf32>, tensor<2x3x3xf32>, tensor<2xf32>) -> tensor<1x2x?xf32>
  %1 = rlx.quantize %0 scale %s to ui8 : (tensor<1x2x?xf32>, tensor<f32>) -> tensor<1x2x?xui8>
  return %0, %1 : tensor<1x2x?xf32>, tensor<1x2x?xui8>
}

// CHECK-LABEL: @activations
// CHECK: %[[S:.*]] = rlx.matmul_integer %arg0, %arg1 rhs_zero_point %{{.*}} : {{.*}} -> tensor<?x4xi32>
// CHECK: rlx.cast
// CHECK: rlx.mul
// CHECK: %[[A:.*]] = rlx.add %{{.*}}, %arg2
// CHECK: %[[G:.*]] = rlx.gelu %[[A]]
// CHECK: rlx.quantize %[[G]]
func.func @activations(%q: tensor<?x8xi8>, %w: tensor<8x4xui8> {rlx.kind = "param"}, %b: tensor<4xf32>) -> tensor<?x4xi8> {
  %s = rlx.constant dense<0.25> : tensor<f32>
  %z = rlx.constant dense<[1, 2, 3, 255]> : tensor<4xui8>
  %t = rlx.constant dense<0.5> : tensor<4xf32>
  %x = rlx.dequantize %q scale %s : (tensor<?x8xi8>, tensor<f32>) -> tensor<?x8xf32>
  %f = rlx.dequantize %w scale %t zero_point %z axis = -1 : (tensor<8x4xui8>, tensor<4xf32>, tensor<4xui8>) -> tensor<8x4xf32>
  %0 = rlx.fused_matmul_bias_act %x, %f, %b activation = gelu : (tensor<?x8xf32>, tensor<8x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %1 = rlx.quantize %0 scale %s to i8 : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xi8>
  return %1 : tensor<?x4xi8>
}

// -----

// Biases that the sums cannot take: on another scale, with another zero point, or so large that a
// sum could exceed 32 bits.

// CHECK-LABEL: @biases
// CHECK-NOT: rlx.q_matmul
// CHECK-COUNT-3: rlx.matmul_integer
// CHECK-NOT: rlx.q_matmul
func.func @biases(%q: tensor<5x4xi8>, %w: tensor<4x2xi8> {rlx.kind = "param"}) -> (tensor<5x2xi8>, tensor<5x2xi8>, tensor<5x2xi8>) {
  %s = rlx.constant dense<0.25> : tensor<f32>
  %sb = rlx.constant dense<0.0625> : tensor<f32>
  %other = rlx.constant dense<0.0626> : tensor<f32>
  %b = rlx.constant dense<[1, 2]> : tensor<2xi32>
  %large = rlx.constant dense<[1, -2147483600]> : tensor<2xi32>
  %one = rlx.constant dense<1> : tensor<i32>
  %x = rlx.dequantize %q scale %s : (tensor<5x4xi8>, tensor<f32>) -> tensor<5x4xf32>
  %f = rlx.dequantize %w scale %s : (tensor<4x2xi8>, tensor<f32>) -> tensor<4x2xf32>
  %b1 = rlx.dequantize %b scale %other : (tensor<2xi32>, tensor<f32>) -> tensor<2xf32>
  %b2 = rlx.dequantize %b scale %sb zero_point %one : (tensor<2xi32>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  %b3 = rlx.dequantize %large scale %sb : (tensor<2xi32>, tensor<f32>) -> tensor<2xf32>
  %0 = rlx.fused_matmul_bias_act %x, %f, %b1 activation = none : (tensor<5x4xf32>, tensor<4x2xf32>, tensor<2xf32>) -> tensor<5x2xf32>
  %1 = rlx.quantize %0 scale %s to i8 : (tensor<5x2xf32>, tensor<f32>) -> tensor<5x2xi8>
  %2 = rlx.fused_matmul_bias_act %x, %f, %b2 activation = none : (tensor<5x4xf32>, tensor<4x2xf32>, tensor<2xf32>) -> tensor<5x2xf32>
  %3 = rlx.quantize %2 scale %s to i8 : (tensor<5x2xf32>, tensor<f32>) -> tensor<5x2xi8>
  %4 = rlx.fused_matmul_bias_act %x, %f, %b3 activation = none : (tensor<5x4xf32>, tensor<4x2xf32>, tensor<2xf32>) -> tensor<5x2xf32>
  %5 = rlx.quantize %4 scale %s to i8 : (tensor<5x2xf32>, tensor<f32>) -> tensor<5x2xi8>
  return %1, %3, %5 : tensor<5x2xi8>, tensor<5x2xi8>, tensor<5x2xi8>
}

// -----

// Results in 16 bits, on an unknown scale, behind bounds in the wrong order: floats.

// CHECK-LABEL: @quantised_otherwise
// CHECK-NOT: rlx.q_matmul
// CHECK-COUNT-3: rlx.matmul_integer
// CHECK-NOT: rlx.q_matmul
func.func @quantised_otherwise(%q: tensor<5x4xi8>, %w: tensor<4x2xi8> {rlx.kind = "param"}, %t: tensor<f32>) -> (tensor<5x2xi16>, tensor<5x2xi8>, tensor<5x2xi8>) {
  %s = rlx.constant dense<0.25> : tensor<f32>
  %x = rlx.dequantize %q scale %s : (tensor<5x4xi8>, tensor<f32>) -> tensor<5x4xf32>
  %f = rlx.dequantize %w scale %s : (tensor<4x2xi8>, tensor<f32>) -> tensor<4x2xf32>
  %0 = rlx.matmul %x, %f : (tensor<5x4xf32>, tensor<4x2xf32>) -> tensor<5x2xf32>
  %1 = rlx.quantize %0 scale %s to i16 : (tensor<5x2xf32>, tensor<f32>) -> tensor<5x2xi16>
  %2 = rlx.matmul %x, %f : (tensor<5x4xf32>, tensor<4x2xf32>) -> tensor<5x2xf32>
  %3 = rlx.quantize %2 scale %t to i8 : (tensor<5x2xf32>, tensor<f32>) -> tensor<5x2xi8>
  %4 = rlx.matmul %x, %f : (tensor<5x4xf32>, tensor<4x2xf32>) -> tensor<5x2xf32>
  %5 = rlx.clamp %4 {min = 2.0 : f32, max = 1.0 : f32} : (tensor<5x2xf32>) -> tensor<5x2xf32>
  %6 = rlx.quantize %5 scale %s to i8 : (tensor<5x2xf32>, tensor<f32>) -> tensor<5x2xi8>
  return %1, %3, %6 : tensor<5x2xi16>, tensor<5x2xi8>, tensor<5x2xi8>
}

// -----

// Not integers: scales of the input's channels, of the inner dimension, unknown, NaN, infinite or
// negative scales, a product of scales that is subnormal, 16 bits, and f16.

// CHECK-LABEL: @scales
// CHECK-NOT: integer
// CHECK-COUNT-9: rlx.matmul %
// CHECK-NOT: integer
func.func @scales(%q: tensor<5x2xi8>, %w: tensor<2x3xi8> {rlx.kind = "param"}, %v: tensor<2x3xi16> {rlx.kind = "param"}, %p: tensor<f32> {rlx.kind = "param"})
    -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf16>) {
  %s = rlx.constant dense<0.25> : tensor<f32>
  %two = rlx.constant dense<0.25> : tensor<2xf32>
  %nan = rlx.constant dense<[0.5, 0x7FC00000, 0.5]> : tensor<3xf32>
  %inf = rlx.constant dense<0x7F800000> : tensor<f32>
  %negative = rlx.constant dense<-0.25> : tensor<f32>
  %small = rlx.constant dense<2.0e-38> : tensor<f32>
  %half = rlx.constant dense<0.25> : tensor<f16>
  %x = rlx.dequantize %q scale %s : (tensor<5x2xi8>, tensor<f32>) -> tensor<5x2xf32>
  %xc = rlx.dequantize %q scale %two axis = 1 : (tensor<5x2xi8>, tensor<2xf32>) -> tensor<5x2xf32>
  %f = rlx.dequantize %w scale %s : (tensor<2x3xi8>, tensor<f32>) -> tensor<2x3xf32>
  %f1 = rlx.dequantize %w scale %two axis = 0 : (tensor<2x3xi8>, tensor<2xf32>) -> tensor<2x3xf32>
  %f2 = rlx.dequantize %w scale %p : (tensor<2x3xi8>, tensor<f32>) -> tensor<2x3xf32>
  %f3 = rlx.dequantize %w scale %nan axis = 1 : (tensor<2x3xi8>, tensor<3xf32>) -> tensor<2x3xf32>
  %f4 = rlx.dequantize %w scale %inf : (tensor<2x3xi8>, tensor<f32>) -> tensor<2x3xf32>
  %f5 = rlx.dequantize %w scale %negative : (tensor<2x3xi8>, tensor<f32>) -> tensor<2x3xf32>
  %f6 = rlx.dequantize %w scale %small : (tensor<2x3xi8>, tensor<f32>) -> tensor<2x3xf32>
  %f7 = rlx.dequantize %v scale %s : (tensor<2x3xi16>, tensor<f32>) -> tensor<2x3xf32>
  %xh = rlx.dequantize %q scale %half : (tensor<5x2xi8>, tensor<f16>) -> tensor<5x2xf16>
  %fh = rlx.dequantize %w scale %half : (tensor<2x3xi8>, tensor<f16>) -> tensor<2x3xf16>
  %0 = rlx.matmul %xc, %f : (tensor<5x2xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  %1 = rlx.matmul %x, %f1 : (tensor<5x2xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  %2 = rlx.matmul %x, %f2 : (tensor<5x2xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  %3 = rlx.matmul %x, %f3 : (tensor<5x2xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  %4 = rlx.matmul %x, %f4 : (tensor<5x2xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  %5 = rlx.matmul %x, %f5 : (tensor<5x2xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  %6 = rlx.matmul %x, %f6 : (tensor<5x2xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  %7 = rlx.matmul %x, %f7 : (tensor<5x2xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  %8 = rlx.matmul %xh, %fh : (tensor<5x2xf16>, tensor<2x3xf16>) -> tensor<5x3xf16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf16>
}

// -----

// Weights that change without a quantized result, weights as lhs, data that does not change, and
// more terms than 32 bits allow: one more than 33025 products of 255 and 255.

// CHECK-LABEL: @operands
// CHECK-NOT: integer
// CHECK-COUNT-4: rlx.matmul %
// CHECK: rlx.matmul_integer
func.func @operands(%q: tensor<2x2xi8>, %w: tensor<2x2xi8> {rlx.kind = "param"}, %long: tensor<1x33026xui8>, %weights: tensor<33026x1xui8> {rlx.kind = "param"},
                    %fits: tensor<1x33025xui8>, %others: tensor<33025x1xui8> {rlx.kind = "param"})
    -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>) {
  %s = rlx.constant dense<0.25> : tensor<f32>
  %z = rlx.constant dense<255> : tensor<ui8>
  %x = rlx.dequantize %q scale %s : (tensor<2x2xi8>, tensor<f32>) -> tensor<2x2xf32>
  %f = rlx.dequantize %w scale %s : (tensor<2x2xi8>, tensor<f32>) -> tensor<2x2xf32>
  %0 = rlx.matmul %x, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = rlx.matmul %f, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = rlx.matmul %f, %f : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %l = rlx.dequantize %long scale %s zero_point %z : (tensor<1x33026xui8>, tensor<f32>, tensor<ui8>) -> tensor<1x33026xf32>
  %r = rlx.dequantize %weights scale %s : (tensor<33026x1xui8>, tensor<f32>) -> tensor<33026x1xf32>
  %3 = rlx.matmul %l, %r : (tensor<1x33026xf32>, tensor<33026x1xf32>) -> tensor<1x1xf32>
  %m = rlx.dequantize %fits scale %s zero_point %z : (tensor<1x33025xui8>, tensor<f32>, tensor<ui8>) -> tensor<1x33025xf32>
  %t = rlx.dequantize %others scale %s : (tensor<33025x1xui8>, tensor<f32>) -> tensor<33025x1xf32>
  %4 = rlx.matmul %m, %t : (tensor<1x33025xf32>, tensor<33025x1xf32>) -> tensor<1x1xf32>
  return %0, %1, %2, %3, %4 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>
}

// -----

// Both operands are data: the keys and values of an attention. The types of their zero points may
// differ. A dynamic length of the dot products has a guard: 2^31 - 1 over 255 and 128.

// CHECK-LABEL: @data
// CHECK: %[[S:.*]] = rlx.q_matmul %arg0, %arg1 lhs_zero_point %{{.*}} multiplier %{{.*}} to ui8 : (tensor<2x?x16xui8>, tensor<2x16x?xi8>, tensor<ui8>, tensor<f32>) -> tensor<2x?x?xui8>
// CHECK: %[[DIM:.*]] = tensor.dim %[[S]], %c2
// CHECK: %[[MOST:.*]] = arith.constant 65793 : index
// CHECK: %[[FITS:.*]] = arith.cmpi sle, %[[DIM]], %[[MOST]] : index
// CHECK: cf.assert %[[FITS]], "the sums of a quantized matmul must fit 32 bits: it may add at most 65793 products"
// CHECK: %[[R:.*]] = rlx.q_matmul %[[S]], %arg2
// CHECK: return %[[R]]
func.func @data(%q: tensor<2x?x16xui8>, %k: tensor<2x16x?xi8>, %v: tensor<2x?x16xi8>) -> tensor<2x?x16xi8> {
  %s = rlx.constant dense<0.25> : tensor<f32>
  %z = rlx.constant dense<128> : tensor<ui8>
  %0 = rlx.dequantize %q scale %s zero_point %z : (tensor<2x?x16xui8>, tensor<f32>, tensor<ui8>) -> tensor<2x?x16xf32>
  %1 = rlx.dequantize %k scale %s : (tensor<2x16x?xi8>, tensor<f32>) -> tensor<2x16x?xf32>
  %2 = rlx.matmul %0, %1 : (tensor<2x?x16xf32>, tensor<2x16x?xf32>) -> tensor<2x?x?xf32>
  %zero = rlx.constant dense<0> : tensor<ui8>
  %3 = rlx.quantize %2 scale %s zero_point %zero to ui8 : (tensor<2x?x?xf32>, tensor<f32>, tensor<ui8>) -> tensor<2x?x?xui8>
  %4 = rlx.dequantize %3 scale %s zero_point %zero : (tensor<2x?x?xui8>, tensor<f32>, tensor<ui8>) -> tensor<2x?x?xf32>
  %5 = rlx.dequantize %v scale %s : (tensor<2x?x16xi8>, tensor<f32>) -> tensor<2x?x16xf32>
  %6 = rlx.matmul %4, %5 : (tensor<2x?x?xf32>, tensor<2x?x16xf32>) -> tensor<2x?x16xf32>
  %7 = rlx.quantize %6 scale %s to i8 : (tensor<2x?x16xf32>, tensor<f32>) -> tensor<2x?x16xi8>
  return %7 : tensor<2x?x16xi8>
}

// -----

// Data of 16 bits, with a scale per channel, on an unknown scale, with a zero point that changes, of
// too many terms, or whose result has 16 bits.

// CHECK-LABEL: @data_otherwise
// CHECK-NOT: integer
// CHECK-NOT: q_matmul
// CHECK-COUNT-6: rlx.matmul %
// CHECK-NOT: q_matmul
func.func @data_otherwise(%q: tensor<2x5x2xui8>, %k: tensor<2x2x5xui8>, %wide: tensor<2x2x5xui16>, %sk: tensor<f32>, %zk: tensor<ui8>,
                          %l: tensor<1x33026xui8>, %r: tensor<33026x1xui8>)
    -> (tensor<2x5x5xui8>, tensor<2x5x5xui8>, tensor<2x5x5xui8>, tensor<2x5x5xui8>, tensor<1x1xui8>, tensor<2x5x5xui16>) {
  %s = rlx.constant dense<0.25> : tensor<f32>
  %each = rlx.constant dense<0.25> : tensor<5xf32>
  %x = rlx.dequantize %q scale %s : (tensor<2x5x2xui8>, tensor<f32>) -> tensor<2x5x2xf32>
  %k1 = rlx.dequantize %wide scale %s : (tensor<2x2x5xui16>, tensor<f32>) -> tensor<2x2x5xf32>
  %k2 = rlx.dequantize %k scale %each axis = 2 : (tensor<2x2x5xui8>, tensor<5xf32>) -> tensor<2x2x5xf32>
  %k3 = rlx.dequantize %k scale %sk : (tensor<2x2x5xui8>, tensor<f32>) -> tensor<2x2x5xf32>
  %k4 = rlx.dequantize %k scale %s zero_point %zk : (tensor<2x2x5xui8>, tensor<f32>, tensor<ui8>) -> tensor<2x2x5xf32>
  %k6 = rlx.dequantize %k scale %s : (tensor<2x2x5xui8>, tensor<f32>) -> tensor<2x2x5xf32>
  %0 = rlx.matmul %x, %k1 : (tensor<2x5x2xf32>, tensor<2x2x5xf32>) -> tensor<2x5x5xf32>
  %1 = rlx.matmul %x, %k2 : (tensor<2x5x2xf32>, tensor<2x2x5xf32>) -> tensor<2x5x5xf32>
  %2 = rlx.matmul %x, %k3 : (tensor<2x5x2xf32>, tensor<2x2x5xf32>) -> tensor<2x5x5xf32>
  %3 = rlx.matmul %x, %k4 : (tensor<2x5x2xf32>, tensor<2x2x5xf32>) -> tensor<2x5x5xf32>
  %l5 = rlx.dequantize %l scale %s : (tensor<1x33026xui8>, tensor<f32>) -> tensor<1x33026xf32>
  %r5 = rlx.dequantize %r scale %s : (tensor<33026x1xui8>, tensor<f32>) -> tensor<33026x1xf32>
  %4 = rlx.matmul %l5, %r5 : (tensor<1x33026xf32>, tensor<33026x1xf32>) -> tensor<1x1xf32>
  %5 = rlx.matmul %x, %k6 : (tensor<2x5x2xf32>, tensor<2x2x5xf32>) -> tensor<2x5x5xf32>
  %q0 = rlx.quantize %0 scale %s to ui8 : (tensor<2x5x5xf32>, tensor<f32>) -> tensor<2x5x5xui8>
  %q1 = rlx.quantize %1 scale %s to ui8 : (tensor<2x5x5xf32>, tensor<f32>) -> tensor<2x5x5xui8>
  %q2 = rlx.quantize %2 scale %s to ui8 : (tensor<2x5x5xf32>, tensor<f32>) -> tensor<2x5x5xui8>
  %q3 = rlx.quantize %3 scale %s to ui8 : (tensor<2x5x5xf32>, tensor<f32>) -> tensor<2x5x5xui8>
  %q4 = rlx.quantize %4 scale %s to ui8 : (tensor<1x1xf32>, tensor<f32>) -> tensor<1x1xui8>
  %q5 = rlx.quantize %5 scale %s to ui16 : (tensor<2x5x5xf32>, tensor<f32>) -> tensor<2x5x5xui16>
  return %q0, %q1, %q2, %q3, %q4, %q5 : tensor<2x5x5xui8>, tensor<2x5x5xui8>, tensor<2x5x5xui8>, tensor<2x5x5xui8>, tensor<1x1xui8>, tensor<2x5x5xui16>
}
