// Transposes in squares of registers, where the last dimension changes.
// RUN: rlx-opt %s -split-input-file --rlx-cpu-fastpaths=features=avx512f,avx512bw -mlir-print-local-scope --cse | FileCheck %s
// RUN: rlx-opt %s -split-input-file --rlx-cpu-fastpaths=features=avx2,fma -mlir-print-local-scope --cse | FileCheck %s --check-prefix=AVX2
// RUN: rlx-opt %s -split-input-file --rlx-cpu-fastpaths -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-cpu-fastpaths 2>&1 | FileCheck %s --check-prefix=REMARK

// Height and width count as one dimension. A workgroup has 256 pixels of 64 channels.
// CHECK-LABEL: func.func @channels_last(
// CHECK-SAME: lir.grid = affine_map<()[s0, {{.*}}] -> (64, 1, s0)>
// CHECK-COUNT-16: vector.load %{{.*}} : memref<?x64x16384xf32>, vector<16xf32>
// CHECK-COUNT-64: vector.shuffle
// CHECK-COUNT-16: vector.store %{{.*}} : memref<?x16384x64xf32>, vector<16xf32>
// CHECK-NOT: vector.gather
// AVX2-LABEL: func.func @channels_last(
// AVX2-COUNT-8: vector.load %{{.*}} : memref<?x64x16384xf32>, vector<8xf32>
// AVX2-COUNT-24: vector.shuffle
// AVX2-COUNT-8: vector.store
func.func @channels_last(%x: tensor<?x64x128x128xf32>) -> tensor<?x128x128x64xf32> {
  %0 = rlx.transpose %x perm = [0, 2, 3, 1] : (tensor<?x64x128x128xf32>) -> tensor<?x128x128x64xf32>
  return %0 : tensor<?x128x128x64xf32>
}

// -----

// A square is no larger than the smaller dimension. A workgroup has several of the outer indices.
// CHECK-LABEL: func.func @small(
// CHECK-SAME: lir.grid = affine_map<() -> (1, 1, 3)>
// CHECK-COUNT-4: vector.load %{{.*}} : memref<300x16x5xf32>, vector<4xf32>
// CHECK-COUNT-8: vector.shuffle
// CHECK-COUNT-4: vector.store
func.func @small(%x: tensor<300x16x5xf32>) -> tensor<300x5x16xf32> {
  %0 = rlx.transpose %x perm = [0, 2, 1] : (tensor<300x16x5xf32>) -> tensor<300x5x16xf32>
  return %0 : tensor<300x5x16xf32>
}

// -----

// Dynamic sizes may be below that of a square: then rows are gathered.
// CHECK-LABEL: func.func @dynamic(
// CHECK: scf.if
// CHECK: vector.gather
// CHECK: vector.maskedstore
// CHECK: else
// CHECK-COUNT-16: vector.load
// CHECK-COUNT-16: vector.store
func.func @dynamic(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = rlx.transpose %x perm = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// The elementwise ops of a costly epilogue exist once, in a loop over the rows of a square.
// CHECK-LABEL: func.func @epilogue(
// CHECK: memref.alloca{{.*}}: memref<16x16xf32>
// CHECK: math.exp
// CHECK-NOT: math.exp
// CHECK: return
func.func @epilogue(%x: tensor<64x32xf32>) -> tensor<32x64xf32> {
  %0 = rlx.transpose %x perm = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
  %1 = rlx.sigmoid %0 : (tensor<32x64xf32>) -> tensor<32x64xf32>
  return %1 : tensor<32x64xf32>
}

// -----

// REMARK: Function=heads | Remark="transpose: the last dimension stays the last one"
func.func @heads(%x: tensor<2x16x4x32xf32>) -> tensor<2x4x16x32xf32> {
  %0 = rlx.transpose %x perm = [0, 2, 1, 3] : (tensor<2x16x4x32xf32>) -> tensor<2x4x16x32xf32>
  return %0 : tensor<2x4x16x32xf32>
}

// -----

// REMARK: Function=rgb | Remark="transpose: one of the last dimensions is smaller than 4"
func.func @rgb(%x: tensor<3x64xf32>) -> tensor<64x3xf32> {
  %0 = rlx.transpose %x perm = [1, 0] : (tensor<3x64xf32>) -> tensor<64x3xf32>
  return %0 : tensor<64x3xf32>
}

// -----

// REMARK: Function=rows | Remark="transpose: the elementwise ops that follow need more than rows and columns"
func.func @rows(%x: tensor<16x4x17xf32>, %y: tensor<17x1xf32>) -> tensor<4x17x16xf32> {
  %0 = rlx.transpose %x perm = [1, 2, 0] : (tensor<16x4x17xf32>) -> tensor<4x17x16xf32>
  %1 = rlx.sub %0, %y : (tensor<4x17x16xf32>, tensor<17x1xf32>) -> tensor<4x17x16xf32>
  return %1 : tensor<4x17x16xf32>
}

// -----

// REMARK: Function=bits | Remark="transpose: elements of this type are not moved in vectors"
func.func @bits(%x: tensor<16x17xi1>) -> tensor<17x16xi1> {
  %0 = rlx.transpose %x perm = [1, 0] : (tensor<16x17xi1>) -> tensor<17x16xi1>
  return %0 : tensor<17x16xi1>
}

// -----

// REMARK: Function=halves | Remark="transpose: the CPU has no vectors of bf16"
func.func @halves(%x: tensor<16x17xbf16>) -> tensor<17x16xbf16> {
  %0 = rlx.transpose %x perm = [1, 0] : (tensor<16x17xbf16>) -> tensor<17x16xbf16>
  return %0 : tensor<17x16xbf16>
}

// -----

// Pairs of bf16 that stay together move as words of 32 bits, also on CPUs without vectors of bf16.
// The comparison that follows has the row as bf16.
// CHECK-LABEL: func.func @pairs(
// CHECK-COUNT-16: vector.bitcast %{{.*}} : vector<32xbf16> to vector<16xi32>
// CHECK-COUNT-64: vector.shuffle {{.*}} : vector<16xi32>, vector<16xi32>
// CHECK: vector.bitcast %{{.*}} : vector<16xi32> to vector<32xbf16>
// CHECK: vector.store %{{.*}} : memref<3x32x64xbf16>, vector<32xbf16>
// AVX2-LABEL: func.func @pairs(
// AVX2-COUNT-8: vector.load %{{.*}} : memref<3x32x64xbf16>, vector<16xbf16>
// AVX2-COUNT-24: vector.shuffle {{.*}} : vector<8xi32>, vector<8xi32>
func.func @pairs(%x: tensor<3x32x32x2xbf16>) -> tensor<3x32x32x2xbf16> {
  %least = rlx.constant dense<0.0> : tensor<bf16>
  %0 = rlx.transpose %x perm = [0, 2, 1, 3] : (tensor<3x32x32x2xbf16>) -> tensor<3x32x32x2xbf16>
  %1 = rlx.max %0, %least : (tensor<3x32x32x2xbf16>, tensor<bf16>) -> tensor<3x32x32x2xbf16>
  return %1 : tensor<3x32x32x2xbf16>
}

// -----

// Pairs of dynamic sizes below that of a square are read one by one.
// CHECK-LABEL: func.func @dynamic_pairs(
// CHECK: scf.if
// CHECK-COUNT-16: vector.load {{.*}} : memref<?x64xbf16>, vector<2xbf16>
// CHECK: vector.maskedstore
// CHECK: else
// CHECK-COUNT-16: vector.bitcast %{{.*}} : vector<32xbf16> to vector<16xi32>
func.func @dynamic_pairs(%x: tensor<?x32x2xbf16>) -> tensor<32x?x2xbf16> {
  %0 = rlx.transpose %x perm = [1, 0, 2] : (tensor<?x32x2xbf16>) -> tensor<32x?x2xbf16>
  return %0 : tensor<32x?x2xbf16>
}
