// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops | FileCheck %s --check-prefix=DECOMPOSE

// CHECK-LABEL: @dequantize_scaled
// CHECK: rlx.dequantize_scaled %{{.*}} scale %{{.*}} zero_point %{{.*}} format = int4 block_size = 4 to f32 : (tensor<12xui8>, tensor<2x3xf32>, tensor<2x3xui8>) -> tensor<8x3xf32>
// CHECK: rlx.dequantize_scaled %{{.*}} scale %{{.*}} format = int8 block_size = 8 to f16 : (tensor<8x3xi8>, tensor<1x3xf32>) -> tensor<8x3xf16>
// CHECK: rlx.dequantize_scaled %{{.*}} scale %{{.*}} global_scale %{{.*}} format = nvfp4 to f32 : (tensor<?xui8>, tensor<?x3xui8>, tensor<f32>) -> tensor<?x3xf32>
// CHECK: rlx.dequantize_scaled %{{.*}} scale %{{.*}} format = fp8_e5m2 to f64 : (tensor<?x3xui8>, tensor<3xf32>) -> tensor<?x3xf64>
func.func @dequantize_scaled(%a: tensor<12xui8>, %as: tensor<2x3xf32>, %az: tensor<2x3xui8>, %b: tensor<8x3xi8>, %bs: tensor<1x3xf32>, %c: tensor<?xui8>, %cs: tensor<?x3xui8>, %cg: tensor<f32>, %d: tensor<?x3xui8>, %ds: tensor<3xf32>) {
  %0 = rlx.dequantize_scaled %a scale %as zero_point %az format = int4 block_size = 4 to f32 : (tensor<12xui8>, tensor<2x3xf32>, tensor<2x3xui8>) -> tensor<8x3xf32>
  %1 = rlx.dequantize_scaled %b scale %bs format = int8 block_size = 8 to f16 : (tensor<8x3xi8>, tensor<1x3xf32>) -> tensor<8x3xf16>
  %2 = rlx.dequantize_scaled %c scale %cs global_scale %cg format = nvfp4 to f32 : (tensor<?xui8>, tensor<?x3xui8>, tensor<f32>) -> tensor<?x3xf32>
  %3 = rlx.dequantize_scaled %d scale %ds format = fp8_e5m2 to f64 : (tensor<?x3xui8>, tensor<3xf32>) -> tensor<?x3xf64>
  return
}

// CHECK-LABEL: @dequant_matmul_scaled
// CHECK: rlx.dequant_matmul_scaled %{{.*}}, %{{.*}} scale %{{.*}} format = fp8_e4m3 : (tensor<2x?x8xbf16>, tensor<8x3xui8>, tensor<3xf32>) -> tensor<2x?x3xbf16>
// DECOMPOSE-LABEL: @dequant_matmul_scaled
// DECOMPOSE: %[[W:.*]] = rlx.dequantize_scaled %{{.*}} scale %{{.*}} format = fp8_e4m3 to f32 : (tensor<8x3xui8>, tensor<3xf32>) -> tensor<8x3xf32>
// DECOMPOSE: rlx.dot_general %{{.*}}, %[[W]] contract [2] x [0]
func.func @dequant_matmul_scaled(%x: tensor<2x?x8xbf16>, %w: tensor<8x3xui8>, %s: tensor<3xf32>) -> tensor<2x?x3xbf16> {
  %0 = rlx.dequant_matmul_scaled %x, %w scale %s format = fp8_e4m3 : (tensor<2x?x8xbf16>, tensor<8x3xui8>, tensor<3xf32>) -> tensor<2x?x3xbf16>
  return %0 : tensor<2x?x3xbf16>
}
