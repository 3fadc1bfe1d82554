// Rows of matmuls by block-quantized weights are converted for GPUs only, and those of logits stay.
// RUN: rlx-opt %s --rlx-convert-precision=packed | FileCheck %s
// RUN: rlx-opt %s --rlx-convert-precision | FileCheck %s --check-prefix=CPU
// RUN: rlx-opt %s --rlx-pipeline-decompose="target=vulkan device=nvidia-hopper precision=f16" | FileCheck %s --check-prefix=GPU
// RUN: rlx-opt %s --rlx-dequantize-weights -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-precision 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: func.func @rows(
// CHECK: %[[X:.*]] = rlx.cast %{{.*}} to f16
// CHECK: %[[Y:.*]] = rlx.dequant_matmul %[[X]], {{.*}} -> tensor<?x32xf16>
// CHECK: rlx.cast %[[Y]] to f32
// CPU-NOT: f16
// GPU-LABEL: func.func @rows(
// GPU: rlx.dequant_matmul {{.*}} {lir.fuses_consumers} : (tensor<?x64xf16>
// REMARK: the device has no integer dot products, so precision 'fast' has no effect
func.func @rows(%x: tensor<?x64xf32>, %w: tensor<32x68xui8>) -> tensor<?x32xf32> {
  %0 = rlx.dequant_matmul %x, %w scheme = q8_0 row_precision = fast : (tensor<?x64xf32>, tensor<32x68xui8>) -> tensor<?x32xf32>
  return %0 : tensor<?x32xf32>
}

// CHECK-LABEL: func.func @logits(
// CHECK-NOT: f16
// CHECK: return
// REMARK-NOT: has no effect
func.func @logits(%x: tensor<?x64xf32>, %w: tensor<32x68xui8>) -> tensor<?x32xf32> {
  %0 = rlx.dequant_matmul %x, %w scheme = q8_0 row_precision = exact : (tensor<?x64xf32>, tensor<32x68xui8>) -> tensor<?x32xf32>
  return %0 : tensor<?x32xf32>
}
