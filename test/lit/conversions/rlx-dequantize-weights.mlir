// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-dequantize-weights{device=nvidia-hopper}))' | FileCheck %s
// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-dequantize-weights{device=lavapipe}))' | FileCheck %s --check-prefix=NONE
// RUN: not rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-dequantize-weights{device=toaster}))' 2>&1 | FileCheck %s --check-prefix=DEVICE

// DEVICE: error: {{.*}}toaster
// NONE-NOT: rlx.dequantize_blocks

// Weights are dequantized to the rows' type in every run, and transposed to rows across the sum.
// CHECK-LABEL: func.func @many_rows(
// CHECK-SAME: %[[X:[^:]*]]: {{[^%]*}}%[[W:[^:]*]]:
// CHECK: %[[U:.*]] = rlx.dequantize_blocks %[[W]] scheme = q4_0 to f16 {rlx.no_hoist} : (tensor<1024x2304xui8>) -> tensor<1024x4096xf16>
// CHECK: %[[T:.*]] = rlx.transpose %[[U]] perm = [1, 0] : {{.*}} -> tensor<4096x1024xf16>
// CHECK: rlx.dot_general %[[X]], %[[T]] contract [1] x [0] : {{.*}} -> tensor<256x1024xf16>
func.func @many_rows(%x: tensor<256x4096xf16> {rlx.kind = "input"}, %w: tensor<1024x2304xui8> {rlx.kind = "param"}) -> tensor<256x1024xf16> {
  %0 = rlx.dequant_matmul %x, %w scheme = q4_0 : (tensor<256x4096xf16>, tensor<1024x2304xui8>) -> tensor<256x1024xf16>
  return %0 : tensor<256x1024xf16>
}

// Rows in all dimensions but the last. Small weights are not transposed.
// CHECK-LABEL: func.func @batches(
// CHECK: rlx.dequantize_blocks {{.*}} to bf16
// CHECK: rlx.dot_general {{.*}} contract [2] x [1] : {{.*}} -> tensor<4x64x128xbf16>
func.func @batches(%x: tensor<4x64x256xbf16>, %w: tensor<128x144xui8>) -> tensor<4x64x128xbf16> {
  %0 = rlx.dequant_matmul %x, %w scheme = q4_k : (tensor<4x64x256xbf16>, tensor<128x144xui8>) -> tensor<4x64x128xbf16>
  return %0 : tensor<4x64x128xbf16>
}

// Columns without 16 contiguous bytes are not transposed either.
// CHECK-LABEL: func.func @odd_columns(
// CHECK: %[[U:.*]] = rlx.dequantize_blocks
// CHECK-NEXT: rlx.dot_general %{{.*}}, %[[U]] contract [1] x [1]
func.func @odd_columns(%x: tensor<256x4096xf16>, %w: tensor<1021x2304xui8>) -> tensor<256x1021xf16> {
  %0 = rlx.dequant_matmul %x, %w scheme = q4_0 : (tensor<256x4096xf16>, tensor<1021x2304xui8>) -> tensor<256x1021xf16>
  return %0 : tensor<256x1021xf16>
}

// CHECK-LABEL: func.func @few_rows(
// CHECK-NEXT: rlx.dequant_matmul
func.func @few_rows(%x: tensor<255x256xf16>, %w: tensor<128x144xui8>) -> tensor<255x128xf16> {
  %0 = rlx.dequant_matmul %x, %w scheme = q4_k : (tensor<255x256xf16>, tensor<128x144xui8>) -> tensor<255x128xf16>
  return %0 : tensor<255x128xf16>
}

// CHECK-LABEL: func.func @unknown_rows(
// CHECK-NEXT: rlx.dequant_matmul
func.func @unknown_rows(%x: tensor<?x256xf16>, %w: tensor<128x144xui8>) -> tensor<?x128xf16> {
  %0 = rlx.dequant_matmul %x, %w scheme = q4_k : (tensor<?x256xf16>, tensor<128x144xui8>) -> tensor<?x128xf16>
  return %0 : tensor<?x128xf16>
}

// Tensor cores have no f32, and few columns do not fill them.
// CHECK-LABEL: func.func @no_matrices(
// CHECK-NEXT: rlx.dequant_matmul
// CHECK-NEXT: rlx.dequant_matmul
func.func @no_matrices(%x: tensor<512x256xf32>, %y: tensor<512x256xf16>, %w: tensor<128x144xui8>, %v: tensor<32x144xui8>) -> (tensor<512x128xf32>, tensor<512x32xf16>) {
  %0 = rlx.dequant_matmul %x, %w scheme = q4_k : (tensor<512x256xf32>, tensor<128x144xui8>) -> tensor<512x128xf32>
  %1 = rlx.dequant_matmul %y, %v scheme = q4_k : (tensor<512x256xf16>, tensor<32x144xui8>) -> tensor<512x32xf16>
  return %0, %1 : tensor<512x128xf32>, tensor<512x32xf16>
}

// A matmul of params is prepared and runs once, so it is not changed.
// CHECK-LABEL: func.func @prepared(
// CHECK-NEXT: rlx.dequant_matmul
func.func @prepared(%x: tensor<512x256xf16> {rlx.kind = "param"}, %w: tensor<128x144xui8> {rlx.kind = "param"}) -> tensor<512x128xf16> {
  %0 = rlx.dequant_matmul %x, %w scheme = q4_k : (tensor<512x256xf16>, tensor<128x144xui8>) -> tensor<512x128xf16>
  return %0 : tensor<512x128xf16>
}
