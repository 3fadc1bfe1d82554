// RUN: rlx-opt %s --rlx-gpu-schedule="device=nvidia-hopper only=decode-attention,cooperative-flash-attention,flash-attention" --canonicalize --cse -split-input-file -mlir-print-local-scope | FileCheck %s
// RUN: rlx-opt %s --rlx-gpu-schedule="device=lavapipe only=decode-attention,cooperative-flash-attention,flash-attention" --canonicalize --cse -split-input-file -mlir-print-local-scope | FileCheck %s --check-prefix=SUMS
// RUN: rlx-opt %s --rlx-gpu-schedule="device=%S/../../vulkan/matrices.json only=decode-attention,cooperative-flash-attention,flash-attention" --canonicalize --cse -split-input-file -mlir-print-local-scope | FileCheck %s --check-prefix=EMULATED
// RUN: rlx-opt %s --rlx-gpu-schedule="device=nvidia-hopper" -split-input-file --remarks-filter=rlx-schedule --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=NAMES

// NAMES: [Passed] Schedule | Category:rlx-schedule | Function=causal | Remark="cooperative-flash-attention (64 queries per workgroup)"
// NAMES: [Passed] Schedule | Category:rlx-schedule | Function=f32 | Remark="flash-attention (64 queries per workgroup)"
// NAMES: [Passed] Schedule | Category:rlx-schedule | Function=decode_attention | Remark="decode-attention (2 of 4 queries per workgroup)"

// Four subgroups have 16 queries each, as cooperative matrices. Keys and values are streamed
// through shared memory. Scores and weights stay in registers. The epilogue is computed where the
// result is written.
// CHECK-LABEL: func.func @causal(
// CHECK-SAME: %[[Q:[a-z0-9]*]]: memref<2x100x6x64xf16>, %[[K:[a-z0-9]*]]: memref<2x100x3x64xf16>, %[[V:[a-z0-9]*]]: memref<2x100x3x32xf16>,
// CHECK-SAME: %[[R:[a-z0-9]*]]: memref<2x100x6x32xf16>, %[[OUT:[a-z0-9]*]]: memref<2x100x6x32xf16>,
// Two tiles for each of twelve heads.
// CHECK-SAME: lir.cost = affine_map<() -> (1665000)>, lir.grid = affine_map<() -> (24, 1, 1)>
// CHECK-SAME: lir.workgroup_size = 128
// CHECK: memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
// CHECK: %[[KEYS:.*]] = memref.alloc() : memref<2560xf16, #gpu.address_space<workgroup>>
// CHECK: %[[VALUES:.*]] = memref.alloc() : memref<1280xf16, #gpu.address_space<workgroup>>
// CHECK: memref.alloc() : memref<1024xf32, #gpu.address_space<workgroup>>
// CHECK: %[[FLAG:.*]] = memref.alloc() : memref<4xi32, #gpu.address_space<workgroup>>
// CHECK: %[[PLACES:.*]] = memref.alloc() : memref<256xf32, #gpu.address_space<workgroup>>
// The loop ends at the last key that a query of the tile sees.
// CHECK: %[[SEEN:.*]] = arith.maxsi
// CHECK: %[[END:.*]] = arith.minsi %[[SEEN]], %c100
// Each subgroup has its own flag, which needs no barrier. Emulated subgroups, which all wait for
// each other, share one.
// CHECK: %[[SUBGROUP:.*]] = gpu.subgroup_id
// CHECK: memref.store %c0_i32, %[[FLAG]][%[[SUBGROUP]]]
// EMULATED: %[[FLAG:.*]] = memref.alloc() : memref<1xi32, #gpu.address_space<workgroup>>
// EMULATED: memref.store %c0_i32, %[[FLAG]][%c0]
// EMULATED: memref.load %[[FLAG]][%c0]
// CHECK: memref.load %[[Q]]
// CHECK-COUNT-4: gpu.subgroup_mma_load_matrix {{.*}} -> !gpu.mma_matrix<16x16xf16, "AOp">
// CHECK: memref.load %[[K]]
// CHECK: memref.load %[[V]]
// CHECK: scf.for %{{.*}} = %c0 to %[[END]] step %c32
// CHECK: memref.store {{.*}}, %[[KEYS]]
// CHECK: memref.store {{.*}}, %[[VALUES]]
// CHECK: gpu.barrier
// Prefetches the next keys and values.
// CHECK: memref.load %[[K]]
// CHECK: memref.load %[[V]]
// CHECK-COUNT-4: gpu.subgroup_mma_compute
// CHECK-COUNT-8: gpu.subgroup_mma_extract_thread_local
// CHECK-COUNT-4: gpu.subgroup_mma_compute
// CHECK-COUNT-8: gpu.subgroup_mma_extract_thread_local
// Only some tiles of keys need a mask. A matrix holds the elements' coordinates.
// CHECK: scf.if
// CHECK: gpu.subgroup_mma_load_matrix %[[PLACES]]
// CHECK-COUNT-16: arith.select
// CHECK: } else {
// The maxima stay in registers, unless one exceeds the reference of the weights.
// CHECK-COUNT-8: arith.maxnumf
// CHECK-COUNT-8: arith.cmpf ogt
// CHECK: scf.if
// CHECK: memref.store {{.*}}, %[[FLAG]][%[[SUBGROUP]]]
// CHECK-NOT: gpu.barrier
// CHECK: memref.load %[[FLAG]][%[[SUBGROUP]]]
// CHECK: scf.if
// CHECK-COUNT-8: gpu.subgroup_mma_insert_thread_local
// CHECK: gpu.subgroup_mma_store_matrix
// CHECK: lir.subgroup_barrier
// CHECK-COUNT-2: gpu.subgroup_mma_elementwise  mulf
// CHECK: } else {
// CHECK-COUNT-16: math.exp2
// CHECK-NOT: math.exp2
// CHECK: gpu.subgroup_mma_insert_thread_local {{.*}} -> !gpu.mma_matrix<16x16xf16, "AOp">
// CHECK: gpu.subgroup_mma_load_matrix %[[VALUES]]
// CHECK-COUNT-4: gpu.subgroup_mma_compute
// CHECK: gpu.barrier
// CHECK: scf.yield
// CHECK: arith.truncf {{.*}} : f32 to f16
// CHECK: memref.load %[[R]]
// CHECK: memref.store {{.*}}, %[[OUT]]
// CHECK-NOT: rlx.attention
// Without cooperative matrices each invocation accumulates 4 x 4 scores and 4 x 4 results, for
// chunks of 32 elements of each query and key.
// SUMS-LABEL: func.func @causal(
// SUMS-SAME: lir.grid = affine_map<() -> (24, 1, 1)>
// SUMS: memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
// SUMS: memref.alloc() : memref<2304xf32, #gpu.address_space<workgroup>>
// SUMS: memref.alloc() : memref<3456xf32, #gpu.address_space<workgroup>>
// SUMS: memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
// SUMS: scf.for
// SUMS: arith.extf {{.*}} : f16 to f32
// SUMS: gpu.barrier
// SUMS: scf.for %{{.*}} = %c0 to %c32 step %c4
// SUMS-COUNT-64: math.fma
// SUMS-NOT: math.fma
// SUMS: scf.for %{{.*}} = %c0 to %c32 step %c4
// SUMS-COUNT-64: math.fma
// SUMS: gpu.barrier
// SUMS-COUNT-17: math.exp
// SUMS: scf.for %{{.*}} = %c0 to %c32 step %c4
// SUMS-COUNT-64: math.fma
// SUMS: arith.truncf {{.*}} : f32 to f16
// SUMS-NOT: rlx.attention
// SUMS-LABEL: func.func @dynamic(
func.func @causal(%q: tensor<2x100x6x64xf16>, %k: tensor<2x100x3x64xf16>, %v: tensor<2x100x3x32xf16>, %r: tensor<2x100x6x32xf16>) -> tensor<2x100x6x32xf16> attributes {lir.kernel} {
  %0 = rlx.attention %q, %k, %v layout = bshd mask = causal
      : (tensor<2x100x6x64xf16>, tensor<2x100x3x64xf16>, tensor<2x100x3x32xf16>) -> tensor<2x100x6x32xf16>
  %e = tensor.empty() : tensor<2x100x6x32xf16>
  %1 = linalg.generic {
    indexing_maps = [affine_map<(b, s, h, d) -> (b, s, h, d)>, affine_map<(b, s, h, d) -> (b, s, h, d)>, affine_map<(b, s, h, d) -> (b, s, h, d)>],
    iterator_types = ["parallel", "parallel", "parallel", "parallel"]
  } ins(%0, %r : tensor<2x100x6x32xf16>, tensor<2x100x6x32xf16>) outs(%e : tensor<2x100x6x32xf16>) {
  ^bb0(%x: f16, %y: f16, %o: f16):
    %2 = arith.addf %x, %y : f16
    linalg.yield %2 : f16
  } -> tensor<2x100x6x32xf16>
  return %1 : tensor<2x100x6x32xf16>
}

// -----

// bf16 matrices are f16 until the module is created. Without a positional mask all keys are
// visible. With a dynamic number of keys there may be none to load.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: lir.bf16_matrices
// CHECK-SAME: lir.grid = affine_map<()[s0, s1, s2, s3, s4, s5, s6, s7] -> (
// CHECK: scf.if
// CHECK: scf.if
// CHECK: scf.yield {{.*}} : bf16
// CHECK: scf.for
func.func @dynamic(%q: tensor<?x8x?x128xbf16>, %k: tensor<?x8x?x128xbf16>, %v: tensor<?x8x?x128xbf16>) -> tensor<?x8x?x128xbf16> attributes {lir.kernel} {
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<?x8x?x128xbf16>, tensor<?x8x?x128xbf16>, tensor<?x8x?x128xbf16>) -> tensor<?x8x?x128xbf16>
  return %0 : tensor<?x8x?x128xbf16>
}

// -----

// Accumulators of a large head: two chunks of columns, 8 x 4 each.
// CHECK-LABEL: func.func @f32(
// CHECK-NOT: gpu.subgroup_mma
// CHECK-COUNT-17: math.exp
// CHECK-COUNT-128: math.fma
// CHECK: gpu.barrier
// CHECK-COUNT-128: math.fma
func.func @f32(%q: tensor<1x2x64x40xf32>, %v: tensor<1x2x64x128xf32>) -> tensor<1x2x64x128xf32> attributes {lir.kernel} {
  %0 = rlx.attention %q, %q, %v layout = bhsd mask = none
      : (tensor<1x2x64x40xf32>, tensor<1x2x64x40xf32>, tensor<1x2x64x128xf32>) -> tensor<1x2x64x128xf32>
  return %0 : tensor<1x2x64x128xf32>
}

// -----

// A transpose only moves the elements of the result: they are stored at their final index.
// CHECK-LABEL: func.func @transposed(
// CHECK-SAME: memref<2x64x64x64xf16>, %[[OUT:[a-z0-9]*]]: memref<2x64x64x64xf16>,
// CHECK-SAME: lir.grid = affine_map<() -> (128, 1, 1)>
// CHECK-NOT: rlx.attention
// CHECK: %[[HEAD:.*]] = arith.remui {{.*}}, %c64
// CHECK: %[[BATCH:.*]] = arith.divui {{.*}}, %c64
// CHECK: memref.store {{.*}}, %[[OUT]][%[[BATCH]], %{{[0-9]+}}, %[[HEAD]], %{{[0-9]+}}]
func.func @transposed(%q: tensor<2x64x64x64xf16>) -> tensor<2x64x64x64xf16> attributes {lir.kernel} {
  %0 = rlx.attention %q, %q, %q layout = bhsd mask = none
      : (tensor<2x64x64x64xf16>, tensor<2x64x64x64xf16>, tensor<2x64x64x64xf16>) -> tensor<2x64x64x64xf16>
  %e = tensor.empty() : tensor<2x64x64x64xf16>
  %1 = linalg.generic {
    indexing_maps = [affine_map<(b, s, h, d) -> (b, h, s, d)>, affine_map<(b, s, h, d) -> (b, s, h, d)>],
    iterator_types = ["parallel", "parallel", "parallel", "parallel"]
  } ins(%0 : tensor<2x64x64x64xf16>) outs(%e : tensor<2x64x64x64xf16>) {
  ^bb0(%x: f16, %o: f16):
    %2 = arith.negf %x : f16
    linalg.yield %2 : f16
  } -> tensor<2x64x64x64xf16>
  return %1 : tensor<2x64x64x64xf16>
}

// -----

// Decode attention with enough queries for a GPU's compute units: a workgroup takes two queries of
// one key head. Four invocations share a key of 64 elements, 16 each in two chunks, and take two
// keys at once.
// CHECK-LABEL: func.func @decode_attention(
// CHECK-SAME: %[[Q:[a-z0-9]*]]: memref<16x32x1x64xf16>, %[[K:[a-z0-9]*]]: memref<16x8x300x64xf16>, %[[V:[a-z0-9]*]]: memref<16x8x300x32xf16>,
// CHECK-SAME: lir.grid = affine_map<() -> (256, 1, 1)>
// CHECK-SAME: lir.workgroup_size = 1024
// Sums and softmax of 32 subgroups.
// CHECK: memref.alloc() : memref<2048xf32, #gpu.address_space<workgroup>>
// CHECK: memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
// CHECK: memref.load %[[Q]]
// The loop has no iteration: 300 keys are fewer than 512. Invocations beyond the last key read it
// again, with no effect.
// CHECK-NOT: scf.for
// CHECK: %[[LAST:.*]] = arith.minui %{{.*}}, %c299
// CHECK: memref.load %[[K]][%{{.*}}, %{{.*}}, %[[LAST]],
// CHECK-COUNT-16: memref.load %[[V]]
// Four scores: pairs of invocations exchange partial sums, twice. Each reduces one score, which is
// scaled and masked once and updates its query's maximum.
// CHECK-COUNT-64: math.fma
// CHECK-COUNT-2: gpu.shuffle xor %{{.*}}, %c1_i32
// CHECK: gpu.shuffle xor %{{.*}}, %c2_i32
// CHECK-NEXT: %[[SCORE:.*]] = arith.addf
// CHECK-NEXT: %[[SCALED:.*]] = arith.mulf %[[SCORE]]
// CHECK: arith.select %{{.*}}, %[[SCALED]]
// CHECK: gpu.shuffle xor %{{.*}}, %c1_i32
// CHECK-COUNT-2: math.exp
// Its weight is read from the invocation that has it.
// CHECK: gpu.shuffle idx
// CHECK-COUNT-16: math.fma
// CHECK: gpu.shuffle idx
// Reduces over the eight groups of a subgroup, and then over all subgroups.
// CHECK: gpu.shuffle xor %{{.*}}, %c4_i32
// CHECK: gpu.shuffle xor %{{.*}}, %c8_i32
// CHECK: gpu.shuffle xor %{{.*}}, %c16_i32
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK-COUNT-32: math.exp
// CHECK-NOT: math.exp
// CHECK-COUNT-2: memref.store {{.*}} : memref<16x32x1x32xf16>
// CHECK-NOT: rlx.attention
func.func @decode_attention(%q: tensor<16x32x1x64xf16>, %k: tensor<16x8x300x64xf16>, %v: tensor<16x8x300x32xf16>) -> tensor<16x32x1x32xf16> attributes {lir.kernel} {
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none
      : (tensor<16x32x1x64xf16>, tensor<16x8x300x64xf16>, tensor<16x8x300x32xf16>) -> tensor<16x32x1x32xf16>
  return %0 : tensor<16x32x1x32xf16>
}

// -----

// An element of the result is only known to the invocation that computes it.
// CHECK-LABEL: func.func @summed(
// CHECK-NOT: lir.grid
// CHECK: rlx.attention
func.func @summed(%q: tensor<2x64x64x64xf16>) -> tensor<2x64x64xf16> attributes {lir.kernel} {
  %0 = rlx.attention %q, %q, %q layout = bhsd mask = none
      : (tensor<2x64x64x64xf16>, tensor<2x64x64x64xf16>, tensor<2x64x64x64xf16>) -> tensor<2x64x64x64xf16>
  %e = tensor.empty() : tensor<2x64x64xf16>
  %1 = linalg.generic {
    indexing_maps = [affine_map<(b, s, h, d) -> (b, s, h, d)>, affine_map<(b, s, h, d) -> (b, s, h)>],
    iterator_types = ["parallel", "parallel", "parallel", "reduction"]
  } ins(%0 : tensor<2x64x64x64xf16>) outs(%e : tensor<2x64x64xf16>) {
  ^bb0(%x: f16, %o: f16):
    %2 = arith.addf %x, %o : f16
    linalg.yield %2 : f16
  } -> tensor<2x64x64xf16>
  return %1 : tensor<2x64x64xf16>
}
