// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @dequantize_scaled_c1(%w: tensor<8x3xui8>, %s: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.dequantize_scaled' op expects weights of rank 2 and element type i8 (int8)}}
  %0 = rlx.dequantize_scaled %w scale %s format = int8 block_size = 4 to f32 : (tensor<8x3xui8>, tensor<2x3xf32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @dequant_matmul_scaled_c1(%x: tensor<2x8xf32>, %w: tensor<8x3xui8>, %s: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.dequant_matmul_scaled' op expects weights of rank 2 and element type i8 (int8)}}
  %0 = rlx.dequant_matmul_scaled %x, %w scale %s format = int8 block_size = 4 : (tensor<2x8xf32>, tensor<8x3xui8>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dequantize_scaled_c1_packed(%w: tensor<8x3xui8>, %s: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.dequantize_scaled' op expects weights of rank 1 and element type ui8 (int4)}}
  %0 = rlx.dequantize_scaled %w scale %s format = int4 block_size = 4 to f32 : (tensor<8x3xui8>, tensor<2x3xf32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @dequant_matmul_scaled_c1_packed(%x: tensor<2x8xf32>, %w: tensor<8x3xui8>, %s: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.dequant_matmul_scaled' op expects weights of rank 1 and element type ui8 (int4)}}
  %0 = rlx.dequant_matmul_scaled %x, %w scale %s format = int4 block_size = 4 : (tensor<2x8xf32>, tensor<8x3xui8>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dequantize_scaled_c2(%w: tensor<8x3xi8>, %s: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.dequantize_scaled' op expects a block_size in [1, 2^31] (int8)}}
  %0 = rlx.dequantize_scaled %w scale %s format = int8 to f32 : (tensor<8x3xi8>, tensor<2x3xf32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @dequant_matmul_scaled_c2(%x: tensor<2x8xf32>, %w: tensor<8x3xi8>, %s: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.dequant_matmul_scaled' op expects a block_size in [1, 2^31] (int8)}}
  %0 = rlx.dequant_matmul_scaled %x, %w scale %s format = int8 : (tensor<2x8xf32>, tensor<8x3xi8>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dequantize_scaled_c2_zero(%w: tensor<12xui8>, %s: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.dequantize_scaled' op expects a block_size in [1, 2^31] (int4)}}
  %0 = rlx.dequantize_scaled %w scale %s format = int4 block_size = 0 to f32 : (tensor<12xui8>, tensor<2x3xf32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @dequant_matmul_scaled_c2_zero(%x: tensor<2x8xf32>, %w: tensor<12xui8>, %s: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.dequant_matmul_scaled' op expects a block_size in [1, 2^31] (int4)}}
  %0 = rlx.dequant_matmul_scaled %x, %w scale %s format = int4 block_size = 0 : (tensor<2x8xf32>, tensor<12xui8>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dequantize_scaled_c2_given(%w: tensor<8x3xui8>, %s: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.dequantize_scaled' op expects no block_size (fp8_e4m3)}}
  %0 = rlx.dequantize_scaled %w scale %s format = fp8_e4m3 block_size = 4 to f32 : (tensor<8x3xui8>, tensor<3xf32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @dequant_matmul_scaled_c2_given(%x: tensor<2x8xf32>, %w: tensor<8x3xui8>, %s: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.dequant_matmul_scaled' op expects no block_size (fp8_e4m3)}}
  %0 = rlx.dequant_matmul_scaled %x, %w scale %s format = fp8_e4m3 block_size = 4 : (tensor<2x8xf32>, tensor<8x3xui8>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dequantize_scaled_c3(%w: tensor<8x3xui8>, %s: tensor<1x3xf32>) {
  // expected-error@+1 {{'rlx.dequantize_scaled' op expects a scale of rank 1 and element type f32 (fp8_e5m2)}}
  %0 = rlx.dequantize_scaled %w scale %s format = fp8_e5m2 to f32 : (tensor<8x3xui8>, tensor<1x3xf32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @dequant_matmul_scaled_c3(%x: tensor<2x8xf32>, %w: tensor<8x3xui8>, %s: tensor<1x3xf32>) {
  // expected-error@+1 {{'rlx.dequant_matmul_scaled' op expects a scale of rank 1 and element type f32 (fp8_e5m2)}}
  %0 = rlx.dequant_matmul_scaled %x, %w scale %s format = fp8_e5m2 : (tensor<2x8xf32>, tensor<8x3xui8>, tensor<1x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dequantize_scaled_c3_nvfp4(%w: tensor<24xui8>, %s: tensor<1x3xf32>) {
  // expected-error@+1 {{'rlx.dequantize_scaled' op expects a scale of rank 2 and element type ui8 (nvfp4)}}
  %0 = rlx.dequantize_scaled %w scale %s format = nvfp4 to f32 : (tensor<24xui8>, tensor<1x3xf32>) -> tensor<16x3xf32>
  return
}

// -----

func.func @dequant_matmul_scaled_c3_nvfp4(%x: tensor<2x8xf32>, %w: tensor<24xui8>, %s: tensor<1x3xf32>) {
  // expected-error@+1 {{'rlx.dequant_matmul_scaled' op expects a scale of rank 2 and element type ui8 (nvfp4)}}
  %0 = rlx.dequant_matmul_scaled %x, %w scale %s format = nvfp4 : (tensor<2x8xf32>, tensor<24xui8>, tensor<1x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dequantize_scaled_c4(%w: tensor<8x3xi8>, %s: tensor<3x3xf32>) {
  // expected-error@+1 {{'rlx.dequantize_scaled' op expects weights of shape 12x3, but got 8x3}}
  %0 = rlx.dequantize_scaled %w scale %s format = int8 block_size = 4 to f32 : (tensor<8x3xi8>, tensor<3x3xf32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @dequant_matmul_scaled_c4(%x: tensor<2x8xf32>, %w: tensor<8x3xi8>, %s: tensor<3x3xf32>) {
  // expected-error@+1 {{'rlx.dequant_matmul_scaled' op expects weights of shape 12x3, but got 8x3}}
  %0 = rlx.dequant_matmul_scaled %x, %w scale %s format = int8 block_size = 4 : (tensor<2x8xf32>, tensor<8x3xi8>, tensor<3x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dequantize_scaled_c5(%w: tensor<11xui8>, %s: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.dequantize_scaled' op expects weights of shape 12, but got 11}}
  %0 = rlx.dequantize_scaled %w scale %s format = int4 block_size = 4 to f32 : (tensor<11xui8>, tensor<2x3xf32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @dequant_matmul_scaled_c5(%x: tensor<2x8xf32>, %w: tensor<11xui8>, %s: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.dequant_matmul_scaled' op expects weights of shape 12, but got 11}}
  %0 = rlx.dequant_matmul_scaled %x, %w scale %s format = int4 block_size = 4 : (tensor<2x8xf32>, tensor<11xui8>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dequantize_scaled_c6(%w: tensor<8x3xi8>, %s: tensor<2x3xf32>, %z: tensor<3xi8>) {
  // expected-error@+1 {{'rlx.dequantize_scaled' op expects zero_point of shape 2x3, but got 3}}
  %0 = rlx.dequantize_scaled %w scale %s zero_point %z format = int8 block_size = 4 to f32 : (tensor<8x3xi8>, tensor<2x3xf32>, tensor<3xi8>) -> tensor<8x3xf32>
  return
}

// -----

func.func @dequant_matmul_scaled_c6(%x: tensor<2x8xf32>, %w: tensor<8x3xi8>, %s: tensor<2x3xf32>, %z: tensor<3xi8>) {
  // expected-error@+1 {{'rlx.dequant_matmul_scaled' op expects zero_point of shape 2x3, but got 3}}
  %0 = rlx.dequant_matmul_scaled %x, %w scale %s zero_point %z format = int8 block_size = 4 : (tensor<2x8xf32>, tensor<8x3xi8>, tensor<2x3xf32>, tensor<3xi8>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dequantize_scaled_c6_type(%w: tensor<12xui8>, %s: tensor<2x3xf32>, %z: tensor<2x3xi8>) {
  // expected-error@+1 {{'rlx.dequantize_scaled' op expects a zero_point of the element type of the weights}}
  %0 = rlx.dequantize_scaled %w scale %s zero_point %z format = int4 block_size = 4 to f32 : (tensor<12xui8>, tensor<2x3xf32>, tensor<2x3xi8>) -> tensor<8x3xf32>
  return
}

// -----

func.func @dequant_matmul_scaled_c6_type(%x: tensor<2x8xf32>, %w: tensor<12xui8>, %s: tensor<2x3xf32>, %z: tensor<2x3xi8>) {
  // expected-error@+1 {{'rlx.dequant_matmul_scaled' op expects a zero_point of the element type of the weights}}
  %0 = rlx.dequant_matmul_scaled %x, %w scale %s zero_point %z format = int4 block_size = 4 : (tensor<2x8xf32>, tensor<12xui8>, tensor<2x3xf32>, tensor<2x3xi8>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dequantize_scaled_c6_given(%w: tensor<8x3xui8>, %s: tensor<3xf32>, %z: tensor<3xui8>) {
  // expected-error@+1 {{'rlx.dequantize_scaled' op expects no zero_point (fp8_e4m3)}}
  %0 = rlx.dequantize_scaled %w scale %s zero_point %z format = fp8_e4m3 to f32 : (tensor<8x3xui8>, tensor<3xf32>, tensor<3xui8>) -> tensor<8x3xf32>
  return
}

// -----

func.func @dequant_matmul_scaled_c6_given(%x: tensor<2x8xf32>, %w: tensor<8x3xui8>, %s: tensor<3xf32>, %z: tensor<3xui8>) {
  // expected-error@+1 {{'rlx.dequant_matmul_scaled' op expects no zero_point (fp8_e4m3)}}
  %0 = rlx.dequant_matmul_scaled %x, %w scale %s zero_point %z format = fp8_e4m3 : (tensor<2x8xf32>, tensor<8x3xui8>, tensor<3xf32>, tensor<3xui8>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dequantize_scaled_c7(%w: tensor<24xui8>, %s: tensor<1x3xui8>, %g: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.dequantize_scaled' op expects global_scale of shape }}
  %0 = rlx.dequantize_scaled %w scale %s global_scale %g format = nvfp4 to f32 : (tensor<24xui8>, tensor<1x3xui8>, tensor<3xf32>) -> tensor<16x3xf32>
  return
}

// -----

func.func @dequant_matmul_scaled_c7(%x: tensor<2x8xf32>, %w: tensor<24xui8>, %s: tensor<1x3xui8>, %g: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.dequant_matmul_scaled' op expects global_scale of shape }}
  %0 = rlx.dequant_matmul_scaled %x, %w scale %s global_scale %g format = nvfp4 : (tensor<2x8xf32>, tensor<24xui8>, tensor<1x3xui8>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dequantize_scaled_c7_given(%w: tensor<8x3xi8>, %s: tensor<2x3xf32>, %g: tensor<f32>) {
  // expected-error@+1 {{'rlx.dequantize_scaled' op expects no global_scale (int8)}}
  %0 = rlx.dequantize_scaled %w scale %s global_scale %g format = int8 block_size = 4 to f32 : (tensor<8x3xi8>, tensor<2x3xf32>, tensor<f32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @dequant_matmul_scaled_c7_given(%x: tensor<2x8xf32>, %w: tensor<8x3xi8>, %s: tensor<2x3xf32>, %g: tensor<f32>) {
  // expected-error@+1 {{'rlx.dequant_matmul_scaled' op expects no global_scale (int8)}}
  %0 = rlx.dequant_matmul_scaled %x, %w scale %s global_scale %g format = int8 block_size = 4 : (tensor<2x8xf32>, tensor<8x3xi8>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dequant_matmul_scaled_c8(%x: tensor<8xf32>, %w: tensor<8x3xi8>, %s: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.dequant_matmul_scaled' op expects lhs of rank 2 or more, but got rank 1}}
  %0 = rlx.dequant_matmul_scaled %x, %w scale %s format = int8 block_size = 4 : (tensor<8xf32>, tensor<8x3xi8>, tensor<2x3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @dequant_matmul_scaled_c9(%x: tensor<2x9xf32>, %w: tensor<8x3xi8>, %s: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.dequant_matmul_scaled' op expects the last size of lhs to equal the 8 rows of the weights, but got 9}}
  %0 = rlx.dequant_matmul_scaled %x, %w scale %s format = int8 block_size = 4 : (tensor<2x9xf32>, tensor<8x3xi8>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
