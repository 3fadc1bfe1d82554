// Block-quantized matmuls of many rows by AMX's tiles.
// RUN: rlx-opt %s -split-input-file --rlx-cpu-fastpaths=features=avx512f,avx512bw,avx512vnni,amx-int8 -mlir-print-local-scope --cse | FileCheck %s
// RUN: rlx-opt %s -split-input-file --rlx-cpu-fastpaths=features=avx512f,avx512bw,avx512vnni | FileCheck %s --check-prefix=WITHOUT
// RUN: rlx-opt %s -split-input-file --rlx-cpu-fastpaths=features=avx512f,avx512bw,amx-int8 | FileCheck %s --check-prefix=WITHOUT
// WITHOUT-NOT: llvm.x86.tdpbsud

// Rows of a workgroup, 16 at once: tiles are configured once. 6 of 18 blocks are decoded at a time, to bytes and two
// factors in f32. A step multiplies two groups with both vectors of a panel. Then four rows at a time are scaled. Rows
// that fill no tile take dot products of bytes.
// CHECK-LABEL: func.func @many(
// CHECK-SAME: lir.grid = affine_map<()[s0, s1] -> (s0 ceildiv 64, 1, 1)>
// CHECK: memref.view {{.*}} to memref<4x18x1x16x8xi32>
// CHECK: memref.view {{.*}} to memref<6x2x512xi8>
// CHECK: memref.view {{.*}} to memref<6x2x2x16xf32>
// CHECK: memref.view {{.*}} to memref<6x1x1x2x16x16xi32>
// CHECK: llvm.call_intrinsic "llvm.x86.ldtilecfg"
// CHECK-COUNT-4: llvm.call_intrinsic "llvm.x86.tdpbsud"
// CHECK-COUNT-4: llvm.call_intrinsic "llvm.x86.tilestored64"
// CHECK-NOT: llvm.x86.tdpbsud
// CHECK: arith.sitofp {{.*}} vector<16xi32> to vector<16xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK: llvm.call_intrinsic "llvm.x86.tilerelease"
// CHECK: return
func.func @many(%x: tensor<?x576xf32>, %w: tensor<4x18x640xui8>) -> tensor<?x128xf32> {
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_1 row_precision = fast {n = 128 : i64} : (tensor<?x576xf32>, tensor<4x18x640xui8>) -> tensor<?x128xf32>
  return %0 : tensor<?x128xf32>
}

// -----

// Fewer than 16 rows.
// CHECK-LABEL: func.func @fifteen(
// CHECK-NOT: llvm.x86.tile
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK-NOT: llvm.x86.tile
// CHECK: return
func.func @fifteen(%x: tensor<15x64xf32>, %w: tensor<1x2x640xui8>) -> tensor<15x32xf32> {
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_1 {n = 32 : i64} : (tensor<15x64xf32>, tensor<1x2x640xui8>) -> tensor<15x32xf32>
  return %0 : tensor<15x32xf32>
}

// -----

// Tiles take all rows: 16 and 15. Two digits: one vector of a panel at once, each loaded once for both digits.
// CHECK-LABEL: func.func @all_rows(
// CHECK: llvm.call_intrinsic "llvm.x86.ldtilecfg"
// CHECK: %[[B:.*]] = arith.constant 6 : i8
// CHECK: llvm.call_intrinsic "llvm.x86.tileloadd64"(%[[B]],
// CHECK: llvm.call_intrinsic "llvm.x86.tdpbsud"(%{{.*}}, %{{.*}}, %[[B]])
// CHECK: llvm.call_intrinsic "llvm.x86.tdpbsud"(%{{.*}}, %{{.*}}, %[[B]])
// CHECK-COUNT-6: llvm.call_intrinsic "llvm.x86.tdpbsud"
// CHECK-NOT: llvm.x86.tdpbsud
// CHECK-NOT: vpdpbusd
// CHECK: return
func.func @all_rows(%x: tensor<31x64xf32>, %w: tensor<1x2x640xui8>) -> tensor<31x32xf32> {
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_1 row_precision = high {n = 32 : i64} : (tensor<31x64xf32>, tensor<1x2x640xui8>) -> tensor<31x32xf32>
  return %0 : tensor<31x32xf32>
}

// -----

// Two scales in a group: tiles of 16 bytes a row, 4 quads. The configuration says so.
// CHECK-LABEL: func.func @two_scales(
// CHECK: memref.view {{.*}} to memref<8x2x1x1x16x16xi32>
// CHECK: arith.constant dense<[1, 0, {{[0, ]*}}, 64, 0, 64, 0, 64, 0, 64, 0, 16, 0, 16, 0, 64, 0, 64, 0, {{[0, ]*}}, 16, 16, 16, 16, 16, 16, 4, 4, 0,
// CHECK: llvm.call_intrinsic "llvm.x86.tdpbsud"
func.func @two_scales(%x: tensor<?x256xf32>, %w: tensor<1x1x6720xui8>) -> tensor<?x32xf32> {
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q6_k row_precision = fast {n = 32 : i64} : (tensor<?x256xf32>, tensor<1x1x6720xui8>) -> tensor<?x32xf32>
  return %0 : tensor<?x32xf32>
}

// -----

// The rows of an expert, listed behind the memory of tiles.
// CHECK-LABEL: func.func @experts(
// CHECK: llvm.call_intrinsic "llvm.x86.ldtilecfg"
// CHECK: llvm.call_intrinsic "llvm.x86.tdpbsud"
// CHECK: llvm.call_intrinsic "llvm.x86.tilerelease"
func.func @experts(%x: tensor<?x64xf32>, %w: tensor<8x2x2x576xui8>, %i: tensor<?xi32>) -> tensor<?x64xf32> {
  %0 = rlx.dequant_grouped_matmul_packed %x, %w, %i scheme = q4_0 row_precision = high : (tensor<?x64xf32>, tensor<8x2x2x576xui8>, tensor<?xi32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}
