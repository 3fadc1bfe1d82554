// RUN: rlx-opt %s --rlx-recode-blocks | FileCheck %s
// RUN: not rlx-opt %s --rlx-lower-to-linalg 2>&1 | FileCheck %s --check-prefix=LOWER

// LOWER: error: 'rlx.dequant_matmul' op could not be lowered to linalg
// LOWER: note: its blocks were not recoded (rlx-recode-blocks)

// CHECK-LABEL: func.func @matmul(
// CHECK: %[[R:.*]] = rlx.recode_blocks %arg1 scheme = iq2_xxs : (tensor<64x132xui8>) -> tensor<64x280xui8>
// CHECK: rlx.dequant_matmul %arg0, %[[R]] scheme = iq2_c32 row_precision = fast : (tensor<?x512xf32>, tensor<64x280xui8>) -> tensor<?x64xf32>
func.func @matmul(%x: tensor<?x512xf32>, %w: tensor<64x132xui8>) -> tensor<?x64xf32> {
  %0 = rlx.dequant_matmul %x, %w scheme = iq2_xxs row_precision = fast : (tensor<?x512xf32>, tensor<64x132xui8>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// CHECK-LABEL: func.func @grouped(
// CHECK: %[[R:.*]] = rlx.recode_blocks %arg1 scheme = iq1_m : (tensor<4x64x56xui8>) -> tensor<4x64x148xui8>
// CHECK: rlx.dequant_grouped_matmul %arg0, %[[R]], %arg2 scheme = iq1_c16 :
func.func @grouped(%x: tensor<3x256xf32>, %w: tensor<4x64x56xui8>, %i: tensor<3xi32>) -> tensor<3x64xf32> {
  %0 = rlx.dequant_grouped_matmul %x, %w, %i scheme = iq1_m : (tensor<3x256xf32>, tensor<4x64x56xui8>, tensor<3xi32>) -> tensor<3x64xf32>
  return %0 : tensor<3x64xf32>
}

// Also in regions; other schemes stay.
// CHECK-LABEL: func.func @values(
// CHECK: rlx.recode_blocks %{{.*}} scheme = tq1_0 : (tensor<2x54xui8>) -> tensor<2x66xui8>
// CHECK-NEXT: rlx.dequantize_blocks %{{.*}} scheme = tq2_0 to f16 : (tensor<2x66xui8>) -> tensor<2x256xf16>
// CHECK: rlx.dequantize_blocks %arg2 scheme = iq4_xs to f16
func.func @values(%c: tensor<i1>, %a: tensor<2x54xui8>, %b: tensor<2x136xui8>) -> tensor<2x256xf16> {
  %0 = rlx.if %c : tensor<i1> -> (tensor<2x256xf16>) {
    %1 = rlx.dequantize_blocks %a scheme = tq1_0 to f16 : (tensor<2x54xui8>) -> tensor<2x256xf16>
    rlx.yield %1 : tensor<2x256xf16>
  } else {
    %2 = rlx.dequantize_blocks %b scheme = iq4_xs to f16 : (tensor<2x136xui8>) -> tensor<2x256xf16>
    rlx.yield %2 : tensor<2x256xf16>
  }
  return %0 : tensor<2x256xf16>
}
