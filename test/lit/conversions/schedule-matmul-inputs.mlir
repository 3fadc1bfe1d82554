// RUN: rlx-opt %s -split-input-file --rlx-cpu-fastpaths -mlir-print-local-scope | FileCheck %s
// RUN: rlx-opt %s -split-input-file --rlx-cpu-fastpaths=features=avx2,fma -mlir-print-local-scope | FileCheck %s --check-prefix=AVX2
// RUN: rlx-opt %s -split-input-file --rlx-cpu-fastpaths -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-cpu-fastpaths 2>&1 | FileCheck %s --check-prefix=REMARK

// 1000 rows are 84 tiles of 12, in three blocks of 28. Each packs a panel of 32 columns, the last
// one with a mask. 24 accumulators stay in registers; the last tile has 4 rows.
// CHECK-LABEL: func.func @static(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<1000x768xf32>, %[[B:[a-z0-9]+]]: memref<768x1000xf32>, %[[OUT:[a-z0-9]+]]: memref<1000x1000xf32>
// CHECK-SAME: lir.grid = affine_map<() -> (3, 8, 1)>
// CHECK-SAME: lir.workspace = affine_map<() -> (98304)>
// CHECK: %[[PACKED:.*]] = memref.view {{.*}} : memref<?xi8> to memref<1x768x32xf32>
// CHECK: scf.if
// CHECK-COUNT-2: vector.store {{.*}}, %[[PACKED]]
// CHECK: } else {
// CHECK-COUNT-2: vector.maskedload
// CHECK: scf.for {{.*}} iter_args
// CHECK-COUNT-2: vector.load %[[PACKED]]
// CHECK: memref.prefetch %[[PACKED]]
// CHECK-COUNT-24: vector.fma
// CHECK-NOT: vector.fma
// CHECK: scf.yield
// CHECK-COUNT-24: vector.maskedstore
// CHECK: scf.for {{.*}} iter_args
// CHECK-COUNT-8: vector.fma
// CHECK-NOT: vector.fma
// AVX2-LABEL: func.func @static(
// AVX2: memref.view {{.*}} : memref<?xi8> to memref<1x768x16xf32>
// AVX2-COUNT-12: vector.fma {{.*}} vector<8xf32>
// REMARK: [Passed] FastPath | Category:rlx-cpu-fastpaths | Function=static | Remark=matmul
func.func @static(%a: tensor<1000x768xf32>, %b: tensor<768x1000xf32>) -> tensor<1000x1000xf32> {
  %0 = rlx.matmul %a, %b : (tensor<1000x768xf32>, tensor<768x1000xf32>) -> tensor<1000x1000xf32>
  return %0 : tensor<1000x1000xf32>
}

// -----

// All sizes are decided by a run. Up to 8 rows read whole panels in place, 1 row 4 of them at once.
// Tails of 4, 6, 8 and 11 rows have code.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: lir.grid = affine_map<()[s0, s1, s2, s3, s4, s5] -> (s4 ceildiv 384, s5 ceildiv 128, 1)>
// CHECK-SAME: lir.workspace = affine_map<()[s0, s1, s2, s3, s4, s5] -> (s1 * 128)>
// CHECK: memref.view {{.*}} : memref<?xi8> to memref<1x?x32xf32>
// CHECK-COUNT-8: vector.fma
// CHECK-NOT: vector.fma
// CHECK: scf.yield
// CHECK-COUNT-16: vector.fma
// CHECK-NOT: vector.fma
// CHECK: scf.yield
// CHECK-COUNT-24: vector.fma
// CHECK-NOT: vector.fma
// CHECK: scf.yield
// CHECK-COUNT-16: vector.fma
// CHECK-NOT: vector.fma
// CHECK: scf.yield
// CHECK-COUNT-24: vector.fma
// CHECK-NOT: vector.fma
// CHECK: scf.yield
// CHECK-COUNT-50: vector.fma
func.func @dynamic(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = rlx.matmul %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A batch entry is a workgroup. Those of a broadcast operand repeat.
// CHECK-LABEL: func.func @batches(
// CHECK-SAME: lir.grid = affine_map<()[s0, s1] -> (1, 2, s1 * 3)>
// CHECK: arith.remui
// CHECK: vector.fma
// REMARK: [Passed] FastPath | Category:rlx-cpu-fastpaths | Function=batches | Remark=matmul
func.func @batches(%a: tensor<?x1x128x64xf32>, %b: tensor<3x64x256xf32>) -> tensor<?x3x128x256xf32> {
  %0 = rlx.matmul %a, %b : (tensor<?x1x128x64xf32>, tensor<3x64x256xf32>) -> tensor<?x3x128x256xf32>
  return %0 : tensor<?x3x128x256xf32>
}

// -----

// All entries are multiplied by one matrix, so their rows are joined.
// CHECK-LABEL: func.func @joined(
// CHECK-SAME: lir.grid = affine_map<()[s0, s1] -> ((s1 * 128) ceildiv 384, 2, 1)>
func.func @joined(%a: tensor<?x128x64xf32>, %b: tensor<64x256xf32>) -> tensor<?x128x256xf32> {
  %0 = rlx.matmul %a, %b : (tensor<?x128x64xf32>, tensor<64x256xf32>) -> tensor<?x128x256xf32>
  return %0 : tensor<?x128x256xf32>
}

// -----

// Elements of 16 bits are widened to f32 on the way to the workspace, rows too.
// CHECK-LABEL: func.func @bf16(
// CHECK: %[[PACKED:.*]] = memref.view {{.*}} : memref<?xi8> to memref<1x64x32xf32>
// CHECK: %[[ROWS:.*]] = memref.view {{.*}} : memref<?xi8> to memref<132x64xf32>
// CHECK: arith.extf {{.*}} : vector<16xbf16> to vector<16xf32>
// CHECK: vector.store {{.*}}, %[[ROWS]]
// CHECK: vector.store {{.*}}, %[[PACKED]]
// CHECK: memref.load %[[ROWS]]
// CHECK: vector.fma {{.*}} : vector<16xf32>
// CHECK: arith.truncf {{.*}} : vector<16xf32> to vector<16xbf16>
func.func @bf16(%a: tensor<128x64xbf16>, %b: tensor<64x256xbf16>) -> tensor<128x256xbf16> {
  %0 = rlx.matmul %a, %b : (tensor<128x64xbf16>, tensor<64x256xbf16>) -> tensor<128x256xbf16>
  return %0 : tensor<128x256xbf16>
}

// -----

// Others take the generic route.
// CHECK-LABEL: func.func @small(
// CHECK: rlx.matmul
// REMARK: Function=small | Remark="matmul: the matmul is small"
func.func @small(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = rlx.matmul %a, %b : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// CHECK-LABEL: func.func @few_columns(
// CHECK: rlx.matmul
// REMARK: Function=few_columns | Remark="matmul: the result has few columns"
func.func @few_columns(%a: tensor<?x?xf32>, %b: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = rlx.matmul %a, %b : (tensor<?x?xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
// CHECK-LABEL: func.func @vector(
// CHECK: rlx.matmul
// REMARK: Function=vector | Remark="matmul: an operand is a vector"
func.func @vector(%a: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = rlx.matmul %a, %b : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// CHECK-LABEL: func.func @f64(
// CHECK-SAME: lir.workspace
// CHECK: vector.fma {{.*}}xf64>
func.func @f64(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = rlx.matmul %a, %b : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

// -----

// Rows of rhs are columns of the result: squares of 16 x 16 are transposed in registers. The view
// has whole squares, so 40 rows take 48.
// CHECK-LABEL: func.func @transposed(
// CHECK-SAME: lir.workspace = affine_map<()[s0, s1, s2, s3] -> (6144)>
// CHECK: %[[PACKED:.*]] = memref.view {{.*}} : memref<?xi8> to memref<1x48x32xf32>
// CHECK-COUNT-16: vector.load
// CHECK-COUNT-64: vector.shuffle
// CHECK-COUNT-16: vector.store {{.*}}, %[[PACKED]]
// CHECK: vector.create_mask
// CHECK-COUNT-16: vector.maskedload
// CHECK: vector.fma
// AVX2-LABEL: func.func @transposed(
// AVX2-COUNT-24: vector.shuffle {{.*}} : vector<8xf32>, vector<8xf32>
// REMARK: [Passed] FastPath | Category:rlx-cpu-fastpaths | Function=transposed | Remark=dot_general
func.func @transposed(%a: tensor<4x?x40xf32>, %b: tensor<4x?x40xf32>) -> tensor<4x?x?xf32> {
  %0 = rlx.dot_general %a, %b batch [0] x [0] contract [2] x [2] : (tensor<4x?x40xf32>, tensor<4x?x40xf32>) -> tensor<4x?x?xf32>
  return %0 : tensor<4x?x?xf32>
}

// -----

// CHECK-LABEL: func.func @other_order(
// CHECK: rlx.dot_general
// REMARK: Function=other_order | Remark="dot_general: its operands are not [batch.., rows, k] and [batch.., columns, k]"
func.func @other_order(%a: tensor<4x?x40xf32>, %b: tensor<?x4x40xf32>) -> tensor<4x?x?xf32> {
  %0 = rlx.dot_general %a, %b batch [0] x [1] contract [2] x [2] : (tensor<4x?x40xf32>, tensor<?x4x40xf32>) -> tensor<4x?x?xf32>
  return %0 : tensor<4x?x?xf32>
}
// CHECK-LABEL: func.func @f64_sums(
// CHECK: rlx.dot_general
// REMARK: Function=f64_sums | Remark="dot_general: only the operands or the sums are f64"
func.func @f64_sums(%a: tensor<4x?x40xf32>, %b: tensor<4x?x40xf32>) -> tensor<4x?x?xf64> {
  %0 = rlx.dot_general %a, %b batch [0] x [0] contract [2] x [2] to f64 : (tensor<4x?x40xf32>, tensor<4x?x40xf32>) -> tensor<4x?x?xf64>
  return %0 : tensor<4x?x?xf64>
}
