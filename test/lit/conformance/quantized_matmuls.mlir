// RUN: rlx-check %s

// Dequantizations, float ops and quantizations, which are compiled to integer matmuls. All scales
// are powers of two and all sums are below 2^24 steps, so f32 sums are exact too. Every lane must
// agree bit for bit, ties included.

// A small network: zero points at the limits, a scale per channel, i32 biases, relu and clamp, a
// maximum on bytes, a residual, a mean, and a matmul with transposed weights.
func.func @network() -> tensor<2x5xi8> {
  %x = check.fill seed 1 range [-4.0, 4.0] : tensor<2x3x9x11xf32>
  %w1 = check.fill seed 2 range [-128.0, 127.0] as param : tensor<8x3x3x3xi8>
  %b1 = check.fill seed 3 range [-100000.0, 100000.0] as constant : tensor<8xi32>
  %w2 = check.fill seed 4 range [0.0, 255.0] as param : tensor<8x1x3x3xui8>
  %z2 = check.fill seed 5 range [0.0, 255.0] as param : tensor<8xui8>
  %w3 = check.fill seed 6 range [-128.0, 127.0] as param : tensor<8x8x1x1xi8>
  %w4 = check.fill seed 7 range [-128.0, 127.0] as param : tensor<5x8xi8>
  %s = rlx.constant dense<0.03125> : tensor<f32>
  %z = rlx.constant dense<128> : tensor<ui8>
  %s1 = rlx.constant dense<[0.25, 0.5, 0.0625, 0.125, 0.25, 1.0, 0.5, 0.25]> : tensor<8xf32>
  %sb1 = rlx.constant dense<[0.0078125, 0.015625, 0.001953125, 0.00390625, 0.0078125, 0.03125, 0.015625, 0.0078125]> : tensor<8xf32>
  %t = rlx.constant dense<8.0> : tensor<f32>
  %zero = rlx.constant dense<0> : tensor<ui8>
  %end = rlx.constant dense<255> : tensor<ui8>
  %s2 = rlx.constant dense<0.0078125> : tensor<f32>
  %u = rlx.constant dense<32.0> : tensor<f32>
  %low = rlx.constant dense<-128> : tensor<i8>
  %v = rlx.constant dense<256.0> : tensor<f32>
  %q0 = rlx.quantize %x scale %s zero_point %z to ui8 : (tensor<2x3x9x11xf32>, tensor<f32>, tensor<ui8>) -> tensor<2x3x9x11xui8>
  %x0 = rlx.dequantize %q0 scale %s zero_point %z : (tensor<2x3x9x11xui8>, tensor<f32>, tensor<ui8>) -> tensor<2x3x9x11xf32>
  %f1 = rlx.dequantize %w1 scale %s1 axis = 0 : (tensor<8x3x3x3xi8>, tensor<8xf32>) -> tensor<8x3x3x3xf32>
  %c1 = rlx.dequantize %b1 scale %sb1 axis = 0 : (tensor<8xi32>, tensor<8xf32>) -> tensor<8xf32>
  %1 = rlx.conv %x0, %f1, %c1 pads = [1, 1, 1, 1] : (tensor<2x3x9x11xf32>, tensor<8x3x3x3xf32>, tensor<8xf32>) -> tensor<2x8x9x11xf32>
  %2 = rlx.relu %1 : (tensor<2x8x9x11xf32>) -> tensor<2x8x9x11xf32>
  %q1 = rlx.quantize %2 scale %t zero_point %zero to ui8 : (tensor<2x8x9x11xf32>, tensor<f32>, tensor<ui8>) -> tensor<2x8x9x11xui8>
  %x1 = rlx.dequantize %q1 scale %t zero_point %zero : (tensor<2x8x9x11xui8>, tensor<f32>, tensor<ui8>) -> tensor<2x8x9x11xf32>
  %3 = rlx.pool max %x1 kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] : (tensor<2x8x9x11xf32>) -> tensor<2x8x5x6xf32>
  %q3 = rlx.quantize %3 scale %t zero_point %zero to ui8 : (tensor<2x8x5x6xf32>, tensor<f32>, tensor<ui8>) -> tensor<2x8x5x6xui8>
  %x3 = rlx.dequantize %q3 scale %t zero_point %zero : (tensor<2x8x5x6xui8>, tensor<f32>, tensor<ui8>) -> tensor<2x8x5x6xf32>
  %f2 = rlx.dequantize %w2 scale %s1 zero_point %z2 axis = 0 : (tensor<8x1x3x3xui8>, tensor<8xf32>, tensor<8xui8>) -> tensor<8x1x3x3xf32>
  %4 = rlx.conv %x3, %f2 pads = [1, 1, 1, 1] groups = 8 : (tensor<2x8x5x6xf32>, tensor<8x1x3x3xf32>) -> tensor<2x8x5x6xf32>
  %5 = rlx.clamp %4 {min = -5000.0 : f32, max = 3000.0 : f32} : (tensor<2x8x5x6xf32>) -> tensor<2x8x5x6xf32>
  %q5 = rlx.quantize %5 scale %u zero_point %end to ui8 : (tensor<2x8x5x6xf32>, tensor<f32>, tensor<ui8>) -> tensor<2x8x5x6xui8>
  %x5 = rlx.dequantize %q5 scale %u zero_point %end : (tensor<2x8x5x6xui8>, tensor<f32>, tensor<ui8>) -> tensor<2x8x5x6xf32>
  %f3 = rlx.dequantize %w3 scale %s2 : (tensor<8x8x1x1xi8>, tensor<f32>) -> tensor<8x8x1x1xf32>
  %6 = rlx.conv %x5, %f3 : (tensor<2x8x5x6xf32>, tensor<8x8x1x1xf32>) -> tensor<2x8x5x6xf32>
  %q6 = rlx.quantize %6 scale %u zero_point %low to i8 : (tensor<2x8x5x6xf32>, tensor<f32>, tensor<i8>) -> tensor<2x8x5x6xi8>
  %x6 = rlx.dequantize %q6 scale %u zero_point %low : (tensor<2x8x5x6xi8>, tensor<f32>, tensor<i8>) -> tensor<2x8x5x6xf32>
  %7 = rlx.add %x6, %x3 : (tensor<2x8x5x6xf32>, tensor<2x8x5x6xf32>) -> tensor<2x8x5x6xf32>
  %q7 = rlx.quantize %7 scale %u zero_point %low to i8 : (tensor<2x8x5x6xf32>, tensor<f32>, tensor<i8>) -> tensor<2x8x5x6xi8>
  %x7 = rlx.dequantize %q7 scale %u zero_point %low : (tensor<2x8x5x6xi8>, tensor<f32>, tensor<i8>) -> tensor<2x8x5x6xf32>
  %8 = rlx.reduce_max %x7 axes = [2, 3] : (tensor<2x8x5x6xf32>) -> tensor<2x8xf32>
  %q8 = rlx.quantize %8 scale %u zero_point %low to i8 : (tensor<2x8xf32>, tensor<f32>, tensor<i8>) -> tensor<2x8xi8>
  %x8 = rlx.dequantize %q8 scale %u zero_point %low : (tensor<2x8xi8>, tensor<f32>, tensor<i8>) -> tensor<2x8xf32>
  %f4 = rlx.dequantize %w4 scale %s2 : (tensor<5x8xi8>, tensor<f32>) -> tensor<5x8xf32>
  %f5 = rlx.transpose %f4 perm = [1, 0] : (tensor<5x8xf32>) -> tensor<8x5xf32>
  %9 = rlx.matmul %x8, %f5 : (tensor<2x8xf32>, tensor<8x5xf32>) -> tensor<2x5xf32>
  %10 = rlx.quantize %9 scale %v to i8 : (tensor<2x5xf32>, tensor<f32>) -> tensor<2x5xi8>
  return %10 : tensor<2x5xi8>
}

// Matmuls with a dynamic number of rows: a float bias without a quantized result, a bias on the
// scales of the sums, halves away from zero, and activations.
func.func @products() -> (tensor<?x7x24xf32>, tensor<?x7x24xui8>, tensor<?x7x24xi8>) {
  %q = check.fill sizes [3, 7, 40] seed 11 range [0.0, 255.0] : tensor<?x7x40xui8>
  %w = check.fill seed 12 range [-128.0, 127.0] as param : tensor<24x40xi8>
  %zw = check.fill seed 13 range [-128.0, 127.0] as param : tensor<24xi8>
  %b = check.fill seed 14 range [-500000.0, 500000.0] as constant : tensor<24xi32>
  %r = rlx.constant dense<-12.25> : tensor<24xf32>
  %s = rlx.constant dense<0.5> : tensor<f32>
  %z = rlx.constant dense<255> : tensor<ui8>
  %sw = rlx.constant dense<0.25> : tensor<24xf32>
  %sb = rlx.constant dense<0.125> : tensor<f32>
  %t = rlx.constant dense<128.0> : tensor<f32>
  %low = rlx.constant dense<-100> : tensor<i8>
  %x = rlx.dequantize %q scale %s zero_point %z : (tensor<?x7x40xui8>, tensor<f32>, tensor<ui8>) -> tensor<?x7x40xf32>
  %f = rlx.dequantize %w scale %sw zero_point %zw axis = 0 : (tensor<24x40xi8>, tensor<24xf32>, tensor<24xi8>) -> tensor<24x40xf32>
  %g = rlx.transpose %f perm = [1, 0] : (tensor<24x40xf32>) -> tensor<40x24xf32>
  %c = rlx.dequantize %b scale %sb : (tensor<24xi32>, tensor<f32>) -> tensor<24xf32>
  %0 = rlx.matmul %x, %g : (tensor<?x7x40xf32>, tensor<40x24xf32>) -> tensor<?x7x24xf32>
  %1 = rlx.add %0, %r : (tensor<?x7x24xf32>, tensor<24xf32>) -> tensor<?x7x24xf32>
  %2 = rlx.fused_matmul_bias_act %x, %g, %c activation = relu : (tensor<?x7x40xf32>, tensor<40x24xf32>, tensor<24xf32>) -> tensor<?x7x24xf32>
  %3 = rlx.quantize %2 scale %t to ui8 rounding = half_away_from_zero : (tensor<?x7x24xf32>, tensor<f32>) -> tensor<?x7x24xui8>
  %4 = rlx.matmul %x, %g : (tensor<?x7x40xf32>, tensor<40x24xf32>) -> tensor<?x7x24xf32>
  %5 = rlx.add %c, %4 : (tensor<24xf32>, tensor<?x7x24xf32>) -> tensor<?x7x24xf32>
  %6 = rlx.relu %5 : (tensor<?x7x24xf32>) -> tensor<?x7x24xf32>
  %7 = rlx.quantize %6 scale %t zero_point %low to i8 : (tensor<?x7x24xf32>, tensor<f32>, tensor<i8>) -> tensor<?x7x24xi8>
  return %1, %3, %7 : tensor<?x7x24xf32>, tensor<?x7x24xui8>, tensor<?x7x24xi8>
}

// Data movement on bytes: concatenation, slice, gather, resize; also of empty tensors.
func.func @moves() -> (tensor<?x6x8x10xi8>, tensor<0x3xi8>) {
  %q = check.fill sizes [2, 3, 4, 5] seed 21 range [-128.0, 127.0] : tensor<?x3x4x5xi8>
  %i = check.literal dense<[2, 0, 1, 1, 4, 3]> : tensor<6xi64>
  %s = rlx.constant dense<0.1> : tensor<f32>
  %z = rlx.constant dense<5> : tensor<i8>
  %x = rlx.dequantize %q scale %s zero_point %z : (tensor<?x3x4x5xi8>, tensor<f32>, tensor<i8>) -> tensor<?x3x4x5xf32>
  %0 = rlx.concat %x, %x axis = 1 : (tensor<?x3x4x5xf32>, tensor<?x3x4x5xf32>) -> tensor<?x6x4x5xf32>
  %1 = rlx.gather %0, %i axis = 1 : (tensor<?x6x4x5xf32>, tensor<6xi64>) -> tensor<?x6x4x5xf32>
  %2 = rlx.pool min %1 kernel = [2, 3] pads = [0, 1, 1, 1] : (tensor<?x6x4x5xf32>) -> tensor<?x6x4x5xf32>
  %3 = rlx.resize nearest %2 axes = [2, 3] to [8, 10] : (tensor<?x6x4x5xf32>) -> tensor<?x6x8x10xf32>
  %4 = rlx.quantize %3 scale %s zero_point %z to i8 : (tensor<?x6x8x10xf32>, tensor<f32>, tensor<i8>) -> tensor<?x6x8x10xi8>
  %e = check.fill seed 22 range [-128.0, 127.0] : tensor<0x4xi8>
  %w = check.fill seed 23 range [-128.0, 127.0] as param : tensor<4x3xi8>
  %y = rlx.dequantize %e scale %s : (tensor<0x4xi8>, tensor<f32>) -> tensor<0x4xf32>
  %f = rlx.dequantize %w scale %s : (tensor<4x3xi8>, tensor<f32>) -> tensor<4x3xf32>
  %5 = rlx.matmul %y, %f : (tensor<0x4xf32>, tensor<4x3xf32>) -> tensor<0x3xf32>
  %6 = rlx.quantize %5 scale %s to i8 : (tensor<0x3xf32>, tensor<f32>) -> tensor<0x3xi8>
  return %4, %6 : tensor<?x6x8x10xi8>, tensor<0x3xi8>
}
