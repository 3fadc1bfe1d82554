// Block-quantized matmuls with dot products of bytes.
// RUN: rlx-opt %s -split-input-file --rlx-cpu-fastpaths=features=avx512f,avx512bw,avx512vnni -mlir-print-local-scope --cse | FileCheck %s
// RUN: rlx-opt %s -split-input-file --rlx-cpu-fastpaths=features=avx2,fma,f16c -mlir-print-local-scope --cse | FileCheck %s --check-prefix=AVX2
// RUN: rlx-opt %s -split-input-file --rlx-cpu-fastpaths=features=avx512f,avx512bw -mlir-print-local-scope --cse | FileCheck %s --check-prefix=PAIRS
// RUN: rlx-opt %s -split-input-file --rlx-cpu-fastpaths -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-cpu-fastpaths 2>&1 | FileCheck %s --check-prefix=REMARK

// One row: its fixed-point digits go to the workspace, 116 bytes for 32 elements. Then each block
// of 32 weight rows takes 8 quads of 3 digits times 2 vectors. A sum that is not finite is
// recomputed.
// CHECK-LABEL: func.func @row(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<1x4096xf32>, %[[W:[a-z0-9]+]]: memref<128x128x576xi8>
// CHECK-SAME: lir.grid = affine_map<() -> (1, 8, 1)>
// CHECK-SAME: lir.workspace = affine_map<() -> (14848)>
// CHECK: vector.reduction <maxsi>
// CHECK: vector.shuffle
// CHECK: vector.reduction <add>
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args
// CHECK: vector.load %[[W]]
// CHECK-COUNT-48: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK-NOT: llvm.call_intrinsic
// CHECK: arith.cmpf uno
// CHECK: scf.if
// CHECK-NOT: vector.maskedstore
// CHECK: return
// With AVX2, half of a vector at a time, and one vector of a panel after the other. 8 sums of pairs of nibbles
// fit in 16 bits.
// AVX2-LABEL: func.func @row(
// AVX2: scf.for {{.*}} iter_args
// AVX2-COUNT-44: llvm.call_intrinsic "llvm.x86.avx2.pmadd.ub.sw"{{.*}} -> vector<16xi16>
// AVX2-COUNT-2: llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"{{.*}} -> vector<8xi32>
// AVX2-COUNT-2: llvm.call_intrinsic "llvm.x86.avx2.pmadd.ub.sw"
// AVX2-COUNT-2: llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"
// AVX2-COUNT-2: llvm.call_intrinsic "llvm.x86.avx2.pmadd.ub.sw"
// AVX2-COUNT-2: llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"
// AVX2-NOT: llvm.call_intrinsic
// AVX2: scf.for {{.*}} iter_args
// AVX2-COUNT-44: llvm.call_intrinsic "llvm.x86.avx2.pmadd.ub.sw"
// AVX2: return
// The same in whole vectors, two at a time, with AVX-512BW but no VNNI.
// PAIRS-LABEL: func.func @row(
// PAIRS-COUNT-44: llvm.call_intrinsic "llvm.x86.avx512.pmaddubs.w.512"{{.*}} -> vector<32xi16>
// PAIRS: llvm.call_intrinsic "llvm.x86.avx512.pmaddw.d.512"{{.*}} -> vector<16xi32>
// REMARK: [Missed] FastPath | Category:rlx-cpu-fastpaths | Function=row | Remark="dequant_matmul_packed: the CPU has no dot-product instructions for these bytes"
func.func @row(%x: tensor<1x4096xf32>, %w: tensor<128x128x576xui8>) -> tensor<1x4096xf32> {
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_0 {n = 4096 : i64} : (tensor<1x4096xf32>, tensor<128x128x576xui8>) -> tensor<1x4096xf32>
  return %0 : tensor<1x4096xf32>
}

// -----

// Dynamic rows: code for one row and for two, and a last panel with a mask.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: lir.grid = affine_map<()[s0, s1] -> (s0 ceildiv 64, 1, 1)>
// CHECK: scf.if
// CHECK-COUNT-48: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK: else
// CHECK-COUNT-96: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK-NOT: llvm.call_intrinsic
// Whole bytes times digits do not fit in 16 bits, which AVX2 has for sums of pairs; low and high nibbles do.
// AVX2-LABEL: func.func @dynamic(
// AVX2-NOT: locality<2>
// AVX2-COUNT-96: llvm.call_intrinsic "llvm.x86.avx2.pmadd.ub.sw"
// AVX2-LABEL: func.func @groups(
// AVX2: llvm.call_intrinsic "llvm.x86.avx2.pmadd.ub.sw"
// CHECK: vector.create_mask
// CHECK: vector.maskedstore
func.func @dynamic(%x: tensor<?x64xf32>, %w: tensor<2x2x1088xui8>) -> tensor<?x40xf32> {
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q8_0 {n = 40 : i64} : (tensor<?x64xf32>, tensor<2x2x1088xui8>) -> tensor<?x40xf32>
  return %0 : tensor<?x40xf32>
}

// -----

// Four of the eight groups of a block per iteration, in a loop of two: the code is emitted once. Each
// prefetches its share of the next block into the first-level cache, 9 lines, and one of the next panel into the second.
// CHECK-LABEL: func.func @groups(
// CHECK-COUNT-9: memref.prefetch {{.*}}, read, locality<3>, data
// CHECK-COUNT-9: memref.prefetch {{.*}}, read, locality<2>, data
// CHECK-NOT: memref.prefetch
// CHECK-COUNT-48: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK-COUNT-9: memref.prefetch {{.*}}, read, locality<3>, data
// CHECK-COUNT-144: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK-NOT: llvm.call_intrinsic
func.func @groups(%x: tensor<1x256xf32>, %w: tensor<1x1x4608xui8>) -> tensor<1x32xf32> {
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_k {n = 32 : i64} : (tensor<1x256xf32>, tensor<1x1x4608xui8>) -> tensor<1x32xf32>
  return %0 : tensor<1x32xf32>
}

// -----

// Code for one of eight groups with variable shifts, and prefetches for the next block.
// CHECK-LABEL: func.func @shifts(
// CHECK-COUNT-14: memref.prefetch {{.*}}, read, locality<3>, data
// CHECK-COUNT-14: memref.prefetch {{.*}}, read, locality<2>, data
// CHECK: llvm.intr.fshl
// CHECK-COUNT-48: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK-NOT: llvm.call_intrinsic
func.func @shifts(%x: tensor<1x256xf32>, %w: tensor<1x1x6720xui8>) -> tensor<1x32xf32> {
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q6_k {n = 32 : i64} : (tensor<1x256xf32>, tensor<1x1x6720xui8>) -> tensor<1x32xf32>
  return %0 : tensor<1x32xf32>
}

// -----

// The fifth bit of each element is a test of a byte that its quad shares. The minimum is one more multiplication for each
// block.
// CHECK-LABEL: func.func @five_bits(
// CHECK: %[[BITS:.*]] = vector.shuffle
// CHECK: %[[BIT:.*]] = arith.andi %{{.*}}, %{{.*}} : vector<64xi8>
// CHECK: %[[SET:.*]] = arith.cmpi ne, %[[BIT]]
// CHECK: %[[FIFTH:.*]] = arith.select %[[SET]]
// CHECK: %[[Q:.*]] = arith.ori %{{.*}}, %[[FIFTH]] : vector<64xi8>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %[[Q]],
// CHECK-COUNT-47: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK-NOT: llvm.call_intrinsic
// CHECK: vector.fma
func.func @five_bits(%x: tensor<1x64xf32>, %w: tensor<1x2x768xui8>) -> tensor<1x32xf32> {
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q5_1 {n = 32 : i64} : (tensor<1x64xf32>, tensor<1x2x768xui8>) -> tensor<1x32xf32>
  return %0 : tensor<1x32xf32>
}

// -----

// CHECK-LABEL: func.func @not_f32(
// CHECK: rlx.dequant_matmul_packed
// REMARK: Function=not_f32 | Remark="dequant_matmul_packed: only f32 is supported"
func.func @not_f32(%x: tensor<1x32xf16>, %w: tensor<1x1x576xui8>) -> tensor<1x32xf16> {
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_0 {n = 32 : i64} : (tensor<1x32xf16>, tensor<1x1x576xui8>) -> tensor<1x32xf16>
  return %0 : tensor<1x32xf16>
}

// -----

// CHECK-LABEL: func.func @dynamic_weights(
// CHECK: rlx.dequant_matmul_packed
func.func @dynamic_weights(%x: tensor<1x?xf32>, %w: tensor<1x?x576xui8>) -> tensor<1x32xf32> {
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_0 {n = 32 : i64} : (tensor<1x?xf32>, tensor<1x?x576xui8>) -> tensor<1x32xf32>
  return %0 : tensor<1x32xf32>
}

// -----

// CHECK-LABEL: func.func @nothing_to_sum(
// CHECK: rlx.dequant_matmul_packed
func.func @nothing_to_sum(%x: tensor<1x0xf32>, %w: tensor<1x0x576xui8>) -> tensor<1x32xf32> {
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_0 {n = 32 : i64} : (tensor<1x0xf32>, tensor<1x0x576xui8>) -> tensor<1x32xf32>
  return %0 : tensor<1x32xf32>
}

// -----

// Fifth bits, turned to their place.
// CHECK-LABEL: func.func @fifth_bits(
// CHECK: llvm.intr.fshl
// CHECK-COUNT-192: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK-NOT: llvm.call_intrinsic
func.func @fifth_bits(%x: tensor<1x256xf32>, %w: tensor<1x1x5632xui8>) -> tensor<1x32xf32> {
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q5_k {n = 32 : i64} : (tensor<1x256xf32>, tensor<1x1x5632xui8>) -> tensor<1x32xf32>
  return %0 : tensor<1x32xf32>
}

// -----

// Two digits, and one: two vectors of 8 quads each. A tile of one digit has four rows.
// CHECK-LABEL: func.func @high(
// CHECK-COUNT-32: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK-NOT: llvm.call_intrinsic
func.func @high(%x: tensor<1x32xf32>, %w: tensor<1x1x576xui8>) -> tensor<1x32xf32> {
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_0 row_precision = high {n = 32 : i64} : (tensor<1x32xf32>, tensor<1x1x576xui8>) -> tensor<1x32xf32>
  return %0 : tensor<1x32xf32>
}

// -----

// CHECK-LABEL: func.func @fast(
// CHECK-COUNT-64: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK-NOT: llvm.call_intrinsic
func.func @fast(%x: tensor<4x32xf32>, %w: tensor<1x1x576xui8>) -> tensor<4x32xf32> {
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_0 row_precision = fast {n = 32 : i64} : (tensor<4x32xf32>, tensor<1x1x576xui8>) -> tensor<4x32xf32>
  return %0 : tensor<4x32xf32>
}

// -----

// Codes of four bits are looked up: 4 loads of two vectors, for low and high nibbles.
// CHECK-LABEL: func.func @codes(
// CHECK-COUNT-16: llvm.call_intrinsic "llvm.x86.avx512.pshuf.b.512"
// CHECK: return
// AVX2-LABEL: func.func @codes(
// AVX2-COUNT-16: llvm.call_intrinsic "llvm.x86.avx2.pshuf.b"
// AVX2: return
func.func @codes(%x: tensor<1x64xf32>, %w: tensor<1x2x544xui8>) -> tensor<1x32xf32> {
  %0 = rlx.dequant_matmul_packed %x, %w scheme = mxfp4 {n = 32 : i64} : (tensor<1x64xf32>, tensor<1x2x544xui8>) -> tensor<1x32xf32>
  return %0 : tensor<1x32xf32>
}

// -----

// A workgroup lists the rows of its expert, and computes them in blocks.
// CHECK-LABEL: func.func @experts(
// CHECK-SAME: lir.grid = affine_map<()[s0, s1, s2] -> (8, 1, 1)>
// CHECK: scf.for {{.*}} iter_args
// CHECK: arith.cmpi ult
// CHECK: memref.store
// CHECK: scf.for
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
func.func @experts(%x: tensor<?x64xf32>, %w: tensor<8x2x2x576xui8>, %i: tensor<?xi32>) -> tensor<?x64xf32> {
  %0 = rlx.dequant_grouped_matmul_packed %x, %w, %i scheme = q4_0 row_precision = high : (tensor<?x64xf32>, tensor<8x2x2x576xui8>, tensor<?xi32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// Many rows: eight of them times one vector of a panel after the other, so that weights are unpacked once for eight rows.
// Of the rest, two rows share them, and the last row is alone.
// CHECK-LABEL: func.func @many_rows(
// CHECK: scf.if
// CHECK-COUNT-32: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK: else
// CHECK-COUNT-64: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK: else
// CHECK-COUNT-128: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK: scf.for
// CHECK-COUNT-128: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK-NOT: llvm.call_intrinsic
func.func @many_rows(%x: tensor<?x64xf32>, %w: tensor<1x2x576xui8>) -> tensor<?x32xf32> {
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_0 row_precision = high {n = 32 : i64} : (tensor<?x64xf32>, tensor<1x2x576xui8>) -> tensor<?x32xf32>
  return %0 : tensor<?x32xf32>
}

// -----

// Six panels are two workgroups, for two threads.
// CHECK-LABEL: func.func @few_panels(
// CHECK-SAME: lir.grid = affine_map<() -> (1, 2, 1)>
func.func @few_panels(%x: tensor<1x64xf32>, %w: tensor<6x2x576xui8>) -> tensor<1x192xf32> {
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_0 {n = 192 : i64} : (tensor<1x64xf32>, tensor<6x2x576xui8>) -> tensor<1x192xf32>
  return %0 : tensor<1x192xf32>
}
