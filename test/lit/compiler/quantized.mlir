// RUN: rlx-opt %s --rlx-pipeline-simplify | FileCheck %s --check-prefix=FUSED
// RUN: rlx-opt %s --rlx-pipeline-simplify=fuse=false | FileCheck %s --check-prefix=APART
// RUN: rlx-opt %s --rlx-pipeline-simplify --rlx-pipeline-fuse --rlx-pipeline-decompose --rlx-pipeline-kernels \
// RUN:   | FileCheck %s --check-prefix=KERNELS

// Weights small enough to be folded are not dequantized before the matmul is matched.

// FUSED-LABEL: @model
// FUSED: %[[W:.*]] = rlx.constant dense<{{.*}}> : tensor<4x4xi8>
// FUSED: %[[X:.*]] = rlx.dequantize %arg0
// FUSED-NEXT: %[[P:.*]] = rlx.q_matmul %arg0, %[[W]]
// FUSED-NEXT: %[[D:.*]] = rlx.dequantize %[[P]]
// FUSED-NEXT: %[[S:.*]] = rlx.add %[[D]], %[[X]]
// FUSED-NEXT: rlx.quantize %[[S]]

// APART-LABEL: @model
// APART: rlx.dequantize
// APART: rlx.matmul
// APART: rlx.quantize

// The whole chain is one kernel. The residual is dequantized at its addition, although it comes
// first.

// KERNELS-LABEL: lir.program
// KERNELS: lir.run {
// KERNELS-NEXT: lir.dispatch @kernels_cpu::@[[KERNEL:.*]] ins({{.*}}) outs({{.*}} : memref<?x4xi8>)
// KERNELS-NEXT: }
// KERNELS: func.func @[[KERNEL]]
// KERNELS: rlx.matmul_integer
// KERNELS: rlx.add
// KERNELS: return %{{.*}} : tensor<?x4xi8>
func.func @model(%q: tensor<?x4xi8> {rlx.kind = "input", rlx.name = "q"}) -> (tensor<?x4xi8> {rlx.name = "y"}) {
  %s = rlx.constant dense<0.1> : tensor<f32>
  %z = rlx.constant dense<3> : tensor<i8>
  %w = rlx.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [-1, -2, -3, -4], [9, 8, 7, 6]]> : tensor<4x4xi8>
  %x = rlx.dequantize %q scale %s zero_point %z : (tensor<?x4xi8>, tensor<f32>, tensor<i8>) -> tensor<?x4xf32>
  %f = rlx.dequantize %w scale %s : (tensor<4x4xi8>, tensor<f32>) -> tensor<4x4xf32>
  %0 = rlx.matmul %x, %f : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
  %1 = rlx.quantize %0 scale %s zero_point %z to i8 : (tensor<?x4xf32>, tensor<f32>, tensor<i8>) -> tensor<?x4xi8>
  %2 = rlx.dequantize %1 scale %s zero_point %z : (tensor<?x4xi8>, tensor<f32>, tensor<i8>) -> tensor<?x4xf32>
  %3 = rlx.add %2, %x : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %4 = rlx.quantize %3 scale %s zero_point %z to i8 : (tensor<?x4xf32>, tensor<f32>, tensor<i8>) -> tensor<?x4xi8>
  return %4 : tensor<?x4xi8>
}
