// RUN: rlx-opt %s --rlx-gpu-schedule="device=cuda9.0a target=cuda" -split-input-file -mlir-print-local-scope | FileCheck %s
// RUN: rlx-opt %s --rlx-gpu-schedule="device=cuda9.0 target=cuda" -split-input-file | FileCheck %s --check-prefix=WARPS
// WARPS-NOT: wgmma

// Causal. One thread copies queries, then keys and values in tiles of 128. Scores of a tile start
// before the sums of the one before; warpgroups take turns. Weights are the left operand, in
// registers. Tiles that no mask touches have a loop of their own, without comparisons.
// CHECK-LABEL: func.func @causal(
// CHECK-SAME: lir.architecture
// CHECK-SAME: lir.grid = affine_map<()[s0, s1, s2, s3] -> (132, 1, 1)>
// CHECK-SAME: lir.workgroup_size = 384
// CHECK: %[[Q:.*]] = lir.tensor_map %{{.*}} sizes affine_map<()[s0, s1, s2, s3] -> (128, s0, 16, 8)> box [64, 128, 1, 1]
// CHECK: %[[K:.*]] = lir.tensor_map %{{.*}} sizes affine_map<()[s0, s1, s2, s3] -> (128, s1, 4, 8)> box [64, 128, 1, 1]
// CHECK: %[[V:.*]] = lir.tensor_map
// CHECK: nvvm.setmaxregister decrease 24
// CHECK-COUNT-2: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[Q]],
// CHECK-COUNT-2: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[K]],
// CHECK-COUNT-2: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[V]],
// CHECK: nvvm.setmaxregister increase 240
// The first tile's scores: the first multiplication overwrites.
// CHECK: wgmma.fence.sync.aligned
// CHECK: p, 0, 0;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16
// CHECK-COUNT-7: p, 1, 0;\0Awgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16
// CHECK: wgmma.wait_group.sync.aligned 0
// CHECK: ex2.approx.ftz.f32
// CHECK: cvt.rn.f16x2.f32
// Tiles that all queries see.
// CHECK: scf.for
// CHECK: nvvm.barrier id =
// CHECK-COUNT-8: wgmma.mma_async
// CHECK: wgmma.fence.sync.aligned
// CHECK-COUNT-8: wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {{.*}}, p, 1, 1, 1;
// CHECK: nvvm.barrier.arrive
// CHECK: wgmma.wait_group.sync.aligned 1
// CHECK-NOT: arith.cmpi slt, %{{.*}} : index
// CHECK: ex2.approx.ftz.f32
// CHECK: wgmma.wait_group.sync.aligned 0
// The others.
// CHECK: scf.for
// CHECK: wgmma.wait_group.sync.aligned 1
// CHECK: arith.cmpi slt, %{{.*}} : index
func.func @causal(%q: tensor<8x16x?x128xf16>, %k: tensor<8x4x?x128xf16>, %v: tensor<8x4x?x128xf16>) -> tensor<8x16x?x128xf16>
    attributes {lir.kernel, lir.aligned} {
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = causal : (tensor<8x16x?x128xf16>, tensor<8x4x?x128xf16>, tensor<8x4x?x128xf16>) -> tensor<8x16x?x128xf16>
  return %0 : tensor<8x16x?x128xf16>
}

// -----

// All keys are seen: no loop masks. Heads of 32 have boxes of 64 columns, of which half is zeros.
// CHECK-LABEL: func.func @whole(
// CHECK: lir.tensor_map %{{.*}} sizes affine_map<() -> (32, 12, 256, 2)> box [64, 1, 128, 1] : memref<2x256x12x32xbf16>
// CHECK: nvvm.setmaxregister increase
// CHECK: wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16
// CHECK-NOT: arith.cmpi slt, %{{.*}} : index
// CHECK: wgmma.mma_async.sync.aligned.m64n32k16.f32.bf16.bf16
// CHECK-NOT: arith.cmpi slt, %{{.*}} : index
func.func @whole(%q: tensor<2x256x12x32xbf16>, %k: tensor<2x256x12x32xbf16>, %v: tensor<2x256x12x32xbf16>) -> tensor<2x256x12x32xbf16>
    attributes {lir.kernel, lir.aligned} {
  %0 = rlx.attention %q, %k, %v layout = bshd mask = none : (tensor<2x256x12x32xbf16>, tensor<2x256x12x32xbf16>, tensor<2x256x12x32xbf16>) -> tensor<2x256x12x32xbf16>
  return %0 : tensor<2x256x12x32xbf16>
}

// -----

// A sliding window has three loops: the window begins, all is seen, the window ends.
// CHECK-LABEL: func.func @window(
// CHECK-COUNT-4: wgmma.wait_group.sync.aligned {{[01]}}
func.func @window(%q: tensor<1x4x700x64xf16>, %k: tensor<1x4x700x64xf16>, %v: tensor<1x4x700x64xf16>) -> tensor<1x4x700x64xf16>
    attributes {lir.kernel, lir.aligned} {
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = sliding_window window = 200 : (tensor<1x4x700x64xf16>, tensor<1x4x700x64xf16>, tensor<1x4x700x64xf16>) -> tensor<1x4x700x64xf16>
  return %0 : tensor<1x4x700x64xf16>
}

// -----

// Operands that may begin anywhere take the matrix instructions of warps.
// CHECK-LABEL: func.func @unaligned(
// CHECK-NOT: lir.tensor_map
// CHECK: gpu.subgroup_mma_compute
func.func @unaligned(%q: tensor<1x4x256x64xf16>, %k: tensor<1x4x256x64xf16>, %v: tensor<1x4x256x64xf16>) -> tensor<1x4x256x64xf16>
    attributes {lir.kernel} {
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none : (tensor<1x4x256x64xf16>, tensor<1x4x256x64xf16>, tensor<1x4x256x64xf16>) -> tensor<1x4x256x64xf16>
  return %0 : tensor<1x4x256x64xf16>
}

// -----

// A mask of truth values may hide keys from all queries, such as room of a cache: these are not read.
// CHECK-LABEL: func.func @shown(
// CHECK-NOT: lir.tensor_map
// CHECK: gpu.subgroup_mma_compute
func.func @shown(%q: tensor<1x4x256x64xf16>, %k: tensor<1x4x512x64xf16>, %v: tensor<1x4x512x64xf16>, %m: tensor<1x1x256x512xi1>) -> tensor<1x4x256x64xf16>
    attributes {lir.kernel, lir.aligned} {
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = custom : (tensor<1x4x256x64xf16>, tensor<1x4x512x64xf16>, tensor<1x4x512x64xf16>, tensor<1x1x256x512xi1>) -> tensor<1x4x256x64xf16>
  return %0 : tensor<1x4x256x64xf16>
}

// -----

// A bias is added to the scaled scores of every tile.
// CHECK-LABEL: func.func @bias(
// CHECK: nvvm.setmaxregister increase
// CHECK: wgmma.mma_async
// CHECK: memref.load %{{.*}} : memref<1x1x256x512xf16>
// CHECK: ex2.approx.ftz.f32
func.func @bias(%q: tensor<1x4x256x64xf16>, %k: tensor<1x4x512x64xf16>, %v: tensor<1x4x512x64xf16>, %m: tensor<1x1x256x512xf16>) -> tensor<1x4x256x64xf16>
    attributes {lir.kernel, lir.aligned} {
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = bias : (tensor<1x4x256x64xf16>, tensor<1x4x512x64xf16>, tensor<1x4x512x64xf16>, tensor<1x1x256x512xf16>) -> tensor<1x4x256x64xf16>
  return %0 : tensor<1x4x256x64xf16>
}
