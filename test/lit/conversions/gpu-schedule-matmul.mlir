// RUN: rlx-opt %s --rlx-gpu-schedule="device=lavapipe only=cooperative-matmul,matmul" --canonicalize --cse -split-input-file -mlir-print-local-scope | FileCheck %s
// RUN: rlx-opt %s --rlx-gpu-schedule="device=nvidia-hopper only=cooperative-matmul,matmul" -split-input-file | FileCheck %s --check-prefix=MATRIX
// RUN: rlx-opt %s --rlx-gpu-schedule="device=vulkan1.1 only=cooperative-matmul,matmul" -split-input-file | FileCheck %s --check-prefix=SMALL

// A tile of 32 x 32 for 256 invocations. K-slices of both operands go through shared memory. The
// bias is added where the result is written.
// CHECK-LABEL: func.func @matmul(
// CHECK-SAME: %[[A:[a-z0-9]*]]: memref<?x100xf32>, %[[B:[a-z0-9]*]]: memref<100x48xf32>,
// CHECK-SAME: %[[BIAS:[a-z0-9]*]]: memref<48xf32>, %[[OUT:[a-z0-9]*]]: memref<?x48xf32>,
// CHECK-SAME: lir.grid =
// CHECK-SAME: lir.workgroup_size = 256
// CHECK-DAG: memref.alloc() : memref<576xf32, #gpu.address_space<workgroup>>
// CHECK-DAG: memref.alloc() : memref<576xf32, #gpu.address_space<workgroup>>
// CHECK: memref.load %[[A]]
// CHECK: memref.load %[[B]]
// CHECK: scf.for %{{.*}} = %c0 to %c100 step %c16
// CHECK: gpu.barrier
// Prefetches the next slices.
// CHECK: memref.load %[[A]]
// CHECK: memref.load %[[B]]
// The loop over a slice is unrolled.
// CHECK-NOT: scf.for
// CHECK-COUNT-64: math.fma
// CHECK-NOT: math.fma
// CHECK: gpu.barrier
// CHECK: memref.load %[[BIAS]]
// CHECK: memref.store %{{.*}}, %[[OUT]]
// SMALL-LABEL: func.func @matmul(
// SMALL-SAME: lir.workgroup_size = 128
func.func @matmul(%a: tensor<?x100xf32>, %b: tensor<100x48xf32>, %bias: tensor<48xf32>) -> tensor<?x48xf32> attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?x100xf32>
  %e = tensor.empty(%n) : tensor<?x48xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x48xf32>) -> tensor<?x48xf32>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %b : tensor<?x100xf32>, tensor<100x48xf32>) outs(%f : tensor<?x48xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %2 = arith.mulf %x, %y : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<?x48xf32>
  %1 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%0, %bias : tensor<?x48xf32>, tensor<48xf32>) outs(%e : tensor<?x48xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %2 = arith.addf %x, %y : f32
    linalg.yield %2 : f32
  } -> tensor<?x48xf32>
  return %1 : tensor<?x48xf32>
}

// -----

// Many tiles allow large ones, with 8 x 8 accumulators per invocation. The sum length is a multiple
// of the slice, so nothing is compared. Invocations form blocks of 4 x 8, two of them side by
// side. Shared memory stores both operands step by step.
// CHECK-LABEL: func.func @large(
// CHECK-SAME: lir.workgroup_size = 128
// CHECK-DAG: memref.alloc() : memref<1088xf32, #gpu.address_space<workgroup>>
// CHECK-DAG: memref.alloc() : memref<2112xf32, #gpu.address_space<workgroup>>
// CHECK-NOT: arith.select
// CHECK: %[[DOWN:.*]] = arith.divui %[[BLOCK:.*]], %c2 : index
// CHECK: arith.muli %[[DOWN]], %c4 : index
// CHECK: %[[ACROSS:.*]] = arith.remui %[[BLOCK]], %c2 : index
// CHECK: arith.muli %[[ACROSS]], %c8 : index
// CHECK-NOT: arith.select
// CHECK-COUNT-1024: math.fma
// CHECK-NOT: math.fma
func.func @large(%a: tensor<4096x64xf32>, %b: tensor<64x4096xf32>, %f: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> attributes {lir.kernel} {
  %0 = linalg.matmul ins(%a, %b : tensor<4096x64xf32>, tensor<64x4096xf32>) outs(%f : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}

// -----

// A matrix-vector product is not scheduled, and neither is a depthwise window.
// CHECK-LABEL: func.func @vector(
// CHECK-SAME: tensor<64x64xf32>
// CHECK-NOT: lir.grid
// CHECK-LABEL: func.func @depthwise(
// CHECK-SAME: tensor<8x40xf32>
// CHECK-NOT: lir.grid
func.func @vector(%a: tensor<64x64xf32>, %b: tensor<64xf32>, %f: tensor<64xf32>) -> tensor<64xf32> attributes {lir.kernel} {
  %0 = linalg.matvec ins(%a, %b : tensor<64x64xf32>, tensor<64xf32>) outs(%f : tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
func.func @depthwise(%a: tensor<8x40xf32>, %b: tensor<8x9xf32>, %f: tensor<8x32xf32>) -> tensor<8x32xf32> attributes {lir.kernel} {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(c, i, k) -> (c, i + k)>, affine_map<(c, i, k) -> (c, k)>, affine_map<(c, i, k) -> (c, i)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %b : tensor<8x40xf32>, tensor<8x9xf32>) outs(%f : tensor<8x32xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %2 = arith.mulf %x, %y : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}

// -----

// A device with f16 cooperative matrices: four subgroups hold 4 x 4 of them each. The slices that
// they load keep the model's type. The epilogue reads its elements from shared memory. On other
// devices the operands are widened on the way there.
// MATRIX-LABEL: func.func @halves(
// MATRIX-SAME: lir.workgroup_size = 128
// MATRIX-DAG: memref.alloc() : memref<5120xf16, #gpu.address_space<workgroup>>
// MATRIX-DAG: memref.alloc() : memref<4352xf16, #gpu.address_space<workgroup>>
// MATRIX: gpu.subgroup_id
// MATRIX: scf.for
// MATRIX: gpu.barrier
// MATRIX: gpu.subgroup_mma_load_matrix {{.*}} {leadDimension = 40 : index} : {{.*}} -> !gpu.mma_matrix<16x16xf16, "AOp">
// MATRIX: gpu.subgroup_mma_load_matrix {{.*}} {leadDimension = 136 : index} : {{.*}} -> !gpu.mma_matrix<16x16xf16, "BOp">
// MATRIX-COUNT-32: gpu.subgroup_mma_compute
// MATRIX-NOT: gpu.subgroup_mma_compute
// MATRIX-COUNT-16: gpu.subgroup_mma_store_matrix
// CHECK-LABEL: func.func @halves(
// CHECK-NOT: gpu.subgroup_mma
// CHECK: memref.alloc() : memref<{{.*}}xf32, #gpu.address_space<workgroup>>
// CHECK: math.fma
func.func @halves(%a: tensor<1300x64xf16>, %b: tensor<64x1500xf16>, %f: tensor<1300x1500xf32>) -> tensor<1300x1500xf16> attributes {lir.kernel} {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %b : tensor<1300x64xf16>, tensor<64x1500xf16>) outs(%f : tensor<1300x1500xf32>) {
  ^bb0(%x: f16, %y: f16, %out: f32):
    %2 = arith.extf %x : f16 to f32
    %3 = arith.extf %y : f16 to f32
    %4 = arith.mulf %2, %3 : f32
    %5 = arith.addf %out, %4 : f32
    linalg.yield %5 : f32
  } -> tensor<1300x1500xf32>
  %e = tensor.empty() : tensor<1300x1500xf16>
  %1 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%0 : tensor<1300x1500xf32>) outs(%e : tensor<1300x1500xf16>) {
  ^bb0(%x: f32, %out: f16):
    %2 = arith.truncf %x : f32 to f16
    linalg.yield %2 : f16
  } -> tensor<1300x1500xf16>
  return %1 : tensor<1300x1500xf16>
}

// -----

// Few tiles of that size would leave most of a large device idle: they are smaller, and their
// slices longer.
// MATRIX-LABEL: func.func @few_halves(
// MATRIX-SAME: lir.workgroup_size = 128
// MATRIX: arith.cmpi ult, %{{.*}}, %c48
// MATRIX: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c128
// MATRIX-COUNT-8: gpu.subgroup_mma_compute
// MATRIX-NOT: gpu.subgroup_mma_compute
// MATRIX: gpu.subgroup_mma_store_matrix
// MATRIX-NOT: gpu.subgroup_mma_store_matrix
// CHECK-LABEL: func.func @few_halves(
func.func @few_halves(%a: tensor<128x64xf16>, %b: tensor<64x384xf16>, %f: tensor<128x384xf32>) -> tensor<128x384xf16> attributes {lir.kernel} {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %b : tensor<128x64xf16>, tensor<64x384xf16>) outs(%f : tensor<128x384xf32>) {
  ^bb0(%x: f16, %y: f16, %out: f32):
    %2 = arith.extf %x : f16 to f32
    %3 = arith.extf %y : f16 to f32
    %4 = arith.mulf %2, %3 : f32
    %5 = arith.addf %out, %4 : f32
    linalg.yield %5 : f32
  } -> tensor<128x384xf32>
  %e = tensor.empty() : tensor<128x384xf16>
  %1 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%0 : tensor<128x384xf32>) outs(%e : tensor<128x384xf16>) {
  ^bb0(%x: f32, %out: f16):
    %2 = arith.truncf %x : f32 to f16
    linalg.yield %2 : f16
  } -> tensor<128x384xf16>
  return %1 : tensor<128x384xf16>
}
