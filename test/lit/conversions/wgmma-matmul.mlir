// RUN: rlx-opt %s --rlx-gpu-schedule="device=cuda9.0a target=cuda" -split-input-file -mlir-print-local-scope | FileCheck %s
// RUN: rlx-opt %s --rlx-gpu-schedule="device=cuda9.0 target=cuda" -split-input-file | FileCheck %s --check-prefix=WARPS
// WARPS-NOT: nvvm.wgmma

// Rows along K, weights [K][N] in panels of 64 columns. One thread copies; two warpgroups multiply.
// CHECK-LABEL: func.func @matmul(
// CHECK-SAME: %[[A:[a-z0-9]*]]: memref<?x512xf16>, %[[B:[a-z0-9]*]]: memref<512x4096xf16>,
// CHECK-SAME: lir.architecture
// CHECK-SAME: lir.grid = affine_map<()[s0, s1] -> (132, 1, 1)>
// CHECK-SAME: lir.workgroup_size = 384
// CHECK-DAG: %[[ROWS:.*]] = lir.tensor_map %[[A]] sizes affine_map<()[s0, s1] -> (512, s0)> box [64, 128] : memref<?x512xf16> -> !llvm.ptr
// CHECK-DAG: %[[COLUMNS:.*]] = lir.tensor_map %[[B]] sizes affine_map<()[s0, s1] -> (4096, 512)> box [64, 64] : memref<512x4096xf16> -> !llvm.ptr
// CHECK: lir.dynamic_shared_memory
// CHECK: nvvm.mbarrier.init
// CHECK: nvvm.fence.mbarrier.init
// CHECK: gpu.barrier
// CHECK: nvvm.setmaxregister decrease 40
// CHECK: nvvm.elect.sync
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK: nvvm.mbarrier.arrive.expect_tx
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[ROWS]],
// CHECK-COUNT-4: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[COLUMNS]],
// CHECK-NOT: nvvm.cp.async.bulk.tensor
// CHECK: nvvm.setmaxregister increase 232
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK: nvvm.wgmma.fence.aligned
// CHECK-COUNT-4: nvvm.wgmma.mma_async {{.*}}A[<f16>, <one>, <row>], B[<f16>, <one>, <row>]
// CHECK: nvvm.wgmma.commit.group.sync.aligned
// CHECK: nvvm.wgmma.wait.group.sync.aligned 1
// CHECK: nvvm.mbarrier.arrive
// The last stage is released behind the loop.
// CHECK: nvvm.wgmma.wait.group.sync.aligned 0
// CHECK: nvvm.mbarrier.arrive
func.func @matmul(%a: tensor<?x512xf16>, %b: tensor<512x4096xf16>) -> tensor<?x4096xf16>
    attributes {lir.kernel, lir.aligned} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %a, %c0 : tensor<?x512xf16>
  %empty = tensor.empty(%rows) : tensor<?x4096xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x4096xf32>) -> tensor<?x4096xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<?x512xf16>, tensor<512x4096xf16>) outs(%init : tensor<?x4096xf32>) -> tensor<?x4096xf32>
  %narrow = tensor.empty(%rows) : tensor<?x4096xf16>
  %c = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%sum : tensor<?x4096xf32>) outs(%narrow : tensor<?x4096xf16>) {
  ^bb0(%x: f32, %out: f16):
    %0 = arith.truncf %x : f32 to f16
    linalg.yield %0 : f16
  } -> tensor<?x4096xf16>
  return %c : tensor<?x4096xf16>
}

// -----

// Few rows: the operands change places, so that wgmma has 8 columns. Weights [N][K] are boxes along K.
// CHECK-LABEL: func.func @few_rows(
// CHECK-DAG: lir.tensor_map %{{.*}} sizes affine_map<() -> (1024, 4096)> box [64, {{64|128}}] : memref<4096x1024xbf16>
// CHECK-DAG: lir.tensor_map %{{.*}} sizes affine_map<() -> (1024, 16)> box [64, {{8|16}}] : memref<16x1024xbf16>
// CHECK: nvvm.wgmma.mma_async {{.*}}, <m = 64, n = {{8|16}}, k = 16>, {{.*}}A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>]
func.func @few_rows(%a: tensor<16x1024xbf16>, %b: tensor<4096x1024xbf16>) -> tensor<16x4096xf32>
    attributes {lir.kernel, lir.aligned} {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x4096xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x4096xf32>) -> tensor<16x4096xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
                         iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<16x1024xbf16>, tensor<4096x1024xbf16>) outs(%init : tensor<16x4096xf32>) {
  ^bb0(%x: bf16, %y: bf16, %acc: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.extf %y : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %acc, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<16x4096xf32>
  return %sum : tensor<16x4096xf32>
}

// -----

// Heads in the middle: batches are dimensions of the map, each with a box of one.
// CHECK-LABEL: func.func @heads(
// CHECK-DAG: lir.tensor_map %{{.*}} sizes affine_map<()[s0, s1] -> (64, 12, s0, 4)> box [64, 1, {{64|128}}, 1] : memref<4x?x12x64xf16>
// CHECK-DAG: lir.tensor_map %{{.*}} sizes affine_map<()[s0, s1] -> (64, 256, 48)> box [64, {{[0-9]+}}, 1] : memref<4x12x256x64xf16>
// CHECK: nvvm.wgmma.mma_async
func.func @heads(%a: tensor<4x?x12x64xf16>, %b: tensor<4x12x256x64xf16>) -> tensor<4x12x?x256xf32>
    attributes {lir.kernel, lir.aligned} {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %a, %c1 : tensor<4x?x12x64xf16>
  %empty = tensor.empty(%rows) : tensor<4x12x?x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x12x?x256xf32>) -> tensor<4x12x?x256xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(b, h, m, n, k) -> (b, m, h, k)>, affine_map<(b, h, m, n, k) -> (b, h, n, k)>, affine_map<(b, h, m, n, k) -> (b, h, m, n)>],
                         iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<4x?x12x64xf16>, tensor<4x12x256x64xf16>) outs(%init : tensor<4x12x?x256xf32>) {
  ^bb0(%x: f16, %y: f16, %acc: f32):
    %0 = arith.extf %x : f16 to f32
    %1 = arith.extf %y : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %acc, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<4x12x?x256xf32>
  return %sum : tensor<4x12x?x256xf32>
}

// -----

// Rows of 1,001 elements are no multiple of 16 bytes: the copy engine cannot read them.
// CHECK-LABEL: func.func @odd(
// CHECK-NOT: lir.tensor_map
func.func @odd(%a: tensor<256x1001xf16>, %b: tensor<1001x256xf16>) -> tensor<256x256xf32>
    attributes {lir.kernel, lir.aligned} {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<256x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<256x256xf32>) -> tensor<256x256xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<256x1001xf16>, tensor<1001x256xf16>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %sum : tensor<256x256xf32>
}

// -----

// An operand that may begin anywhere.
// CHECK-LABEL: func.func @unaligned(
// CHECK-NOT: lir.tensor_map
func.func @unaligned(%a: tensor<256x1024xf16>, %b: tensor<1024x256xf16>) -> tensor<256x256xf32>
    attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<256x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<256x256xf32>) -> tensor<256x256xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<256x1024xf16>, tensor<1024x256xf16>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %sum : tensor<256x256xf32>
}
