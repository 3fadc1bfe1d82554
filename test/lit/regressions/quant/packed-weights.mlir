// Weights stay packed: a matmul with block-quantized weights is one kernel on their bytes, without
// workspace. It unpacks them in vectors, and nothing is prepared. Fast paths, off here, have their
// own layout.
// RUN: rlx-opt %s --rlx-pipeline-input --rlx-pipeline-simplify --rlx-pipeline-fuse --rlx-pipeline-decompose=fast-paths=false --rlx-pipeline-kernels --rlx-pipeline-linalg=fast-paths=false --rlx-pipeline-bufferize -mlir-print-local-scope | FileCheck %s

// CHECK: lir.prepare {
// CHECK-NEXT: }
// CHECK: lir.run {
// CHECK-NEXT: lir.dispatch
// CHECK-NEXT: }
// CHECK: func.func @dequant_matmul_0(%{{.*}}: memref<1x4096xf32>, %[[W:[a-z0-9]*]]: memref<4096x2304xi8>
// CHECK-SAME: lir.workspace = affine_map<() -> (0)>
// CHECK-NOT: memref.alloc
// CHECK: vector.transfer_read %[[W]][{{.*}} : memref<4096x2304xi8>, vector<16xi8>
// CHECK-NOT: arith.divf
func.func @main(%x: tensor<1x4096xf32> {rlx.kind = "input", rlx.name = "x"},
                %w: tensor<4096x2304xui8> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<1x4096xf32> {rlx.name = "y"}) {
  %0 = rlx.dequant_matmul %x, %w scheme = q4_k : (tensor<1x4096xf32>, tensor<4096x2304xui8>) -> tensor<1x4096xf32>
  return %0 : tensor<1x4096xf32>
}
