// Workgroups with shuffles have full subgroups, also if these are large.
// RUN: echo '{"subgroupSize": 64, "features": ["subgroupShuffle"]}' > %t.64.json
// RUN: rlx-opt %s --rlx-gpu-schedule="device=%t.64.json only=row-reduction" -split-input-file -mlir-print-local-scope | FileCheck %s
// RUN: echo '{"subgroupSize": 128, "features": ["subgroupShuffle"]}' > %t.128.json
// RUN: rlx-opt %s --rlx-gpu-schedule="device=%t.128.json only=row-reduction" -split-input-file -mlir-print-local-scope | FileCheck %s --check-prefix=LARGE
// RUN: echo '{"subgroupSize": 64}' > %t.none.json
// RUN: rlx-opt %s --rlx-gpu-schedule="device=%t.none.json only=row-reduction" -split-input-file -mlir-print-local-scope | FileCheck %s --check-prefix=NONE
// RUN: echo '{"subgroupSize": 64, "features": ["linearSubgroupOrder", "subgroupShuffle"]}' > %t.known.json
// RUN: rlx-opt %s --rlx-gpu-schedule="device=%t.known.json only=row-reduction" -split-input-file -mlir-print-local-scope | FileCheck %s --check-prefix=KNOWN

// 32 invocations would be enough for a row.
// CHECK-LABEL: func.func @row(
// CHECK-SAME: lir.workgroup_size = 64
// CHECK: gpu.subgroup_id
// CHECK-COUNT-6: gpu.shuffle
// Some devices have a known order of invocations in subgroups, and kernels for them declare it.
// KNOWN-LABEL: func.func @row(
// KNOWN-SAME: lir.linear_subgroup_order
// KNOWN-NOT: gpu.subgroup_id
// KNOWN-NOT: gpu.lane_id
// KNOWN-COUNT-6: gpu.shuffle
// NONE-LABEL: func.func @row(
// NONE-SAME: lir.workgroup_size = 32
// NONE-NOT: gpu.shuffle
func.func @row(%x: tensor<100x128xf32>, %f: tensor<100xf32>) -> tensor<100xf32> attributes {lir.kernel} {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : tensor<100x128xf32>) outs(%f : tensor<100xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %out, %in : f32
    linalg.yield %1 : f32
  } -> tensor<100xf32>
  return %0 : tensor<100xf32>
}

// -----

// Workgroups with fewer invocations use no shuffles.
// CHECK-LABEL: func.func @columns(
// CHECK-SAME: lir.workgroup_size = 64
// CHECK: gpu.shuffle
// LARGE-LABEL: func.func @columns(
// LARGE-SAME: lir.workgroup_size = 64
// LARGE-NOT: gpu.shuffle
func.func @columns(%x: tensor<32x4096xi8>, %f: tensor<4096xi32>) -> tensor<4096xi32> attributes {lir.kernel} {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : tensor<32x4096xi8>) outs(%f : tensor<4096xi32>) {
  ^bb0(%in: i8, %out: i32):
    %1 = arith.extsi %in : i8 to i32
    %2 = arith.addi %out, %1 : i32
    linalg.yield %2 : i32
  } -> tensor<4096xi32>
  return %0 : tensor<4096xi32>
}
