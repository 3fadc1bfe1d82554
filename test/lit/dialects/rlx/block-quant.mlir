// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops | FileCheck %s --check-prefix=DECOMPOSE
// RUN: rlx-opt %s --rlx-decompose-ops=keep-lowerable | FileCheck %s --check-prefix=KEEP

// CHECK-LABEL: @dequantize_blocks
// CHECK: rlx.dequantize_blocks %{{.*}} scheme = q4_0 to f32 : (tensor<36xui8>) -> tensor<64xf32>
// CHECK: rlx.dequantize_blocks %{{.*}} scheme = q6_k to bf16 : (tensor<?x3x420xui8>) -> tensor<?x3x512xbf16>
// CHECK: rlx.dequantize_blocks %{{.*}} scheme = q8_k to f64 : (tensor<2x?xui8>) -> tensor<2x?xf64>
func.func @dequantize_blocks(%a: tensor<36xui8>, %b: tensor<?x3x420xui8>, %c: tensor<2x?xui8>) {
  %0 = rlx.dequantize_blocks %a scheme = q4_0 to f32 : (tensor<36xui8>) -> tensor<64xf32>
  %1 = rlx.dequantize_blocks %b scheme = q6_k to bf16 : (tensor<?x3x420xui8>) -> tensor<?x3x512xbf16>
  %2 = rlx.dequantize_blocks %c scheme = q8_k to f64 : (tensor<2x?xui8>) -> tensor<2x?xf64>
  return
}

// CHECK-LABEL: @recode_blocks
// CHECK: rlx.recode_blocks %{{.*}} scheme = iq2_xxs : (tensor<64x132xui8>) -> tensor<64x280xui8>
// CHECK: rlx.recode_blocks %{{.*}} scheme = tq1_0 : (tensor<?x54xui8>) -> tensor<?x66xui8>
func.func @recode_blocks(%a: tensor<64x132xui8>, %b: tensor<?x54xui8>) {
  %0 = rlx.recode_blocks %a scheme = iq2_xxs : (tensor<64x132xui8>) -> tensor<64x280xui8>
  %1 = rlx.recode_blocks %b scheme = tq1_0 : (tensor<?x54xui8>) -> tensor<?x66xui8>
  return
}

// CHECK-LABEL: @dequant_matmul
// CHECK: rlx.dequant_matmul %{{.*}}, %{{.*}} scheme = q2_k : (tensor<2x?x512xf16>, tensor<7x168xui8>) -> tensor<2x?x7xf16>
// DECOMPOSE-LABEL: @dequant_matmul
// DECOMPOSE: %[[W:.*]] = rlx.dequantize_blocks %{{.*}} scheme = q2_k to f32 : (tensor<7x168xui8>) -> tensor<7x512xf32>
// DECOMPOSE: rlx.dot_general %{{.*}}, %[[W]] contract [2] x [1]
// KEEP-LABEL: @dequant_matmul
// KEEP: rlx.dequant_matmul
func.func @dequant_matmul(%x: tensor<2x?x512xf16>, %w: tensor<7x168xui8>) -> tensor<2x?x7xf16> {
  %0 = rlx.dequant_matmul %x, %w scheme = q2_k : (tensor<2x?x512xf16>, tensor<7x168xui8>) -> tensor<2x?x7xf16>
  return %0 : tensor<2x?x7xf16>
}

// CHECK-LABEL: @dequant_grouped_matmul
// CHECK: rlx.dequant_grouped_matmul %{{.*}}, %{{.*}}, %{{.*}} scheme = q3_k : (tensor<?x256xf32>, tensor<4x7x110xui8>, tensor<?xui8>) -> tensor<?x7xf32>
// DECOMPOSE-LABEL: @dequant_grouped_matmul
// DECOMPOSE: rlx.gather
// DECOMPOSE: rlx.dequantize_blocks
// DECOMPOSE: rlx.dot_general {{.*}} batch [0] x [0] contract [1] x [2]
func.func @dequant_grouped_matmul(%x: tensor<?x256xf32>, %w: tensor<4x7x110xui8>, %i: tensor<?xui8>) -> tensor<?x7xf32> {
  %0 = rlx.dequant_grouped_matmul %x, %w, %i scheme = q3_k : (tensor<?x256xf32>, tensor<4x7x110xui8>, tensor<?xui8>) -> tensor<?x7xf32>
  return %0 : tensor<?x7xf32>
}
