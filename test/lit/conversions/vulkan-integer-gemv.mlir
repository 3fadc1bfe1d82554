// RUN: rlx-run %s --device-profile=nvidia-hopper --stop-after=target | FileCheck %s
// RUN: rlx-run %s --device-profile=nvidia-hopper --dispatch-report | FileCheck %s --check-prefix=REPORT
// RUN: rlx-run %s --device-profile=nvidia-hopper --stop-after=linalg | rlx-opt --rlx-pipeline-bufferize="target=vulkan device=nvidia-hopper" -o /dev/null --remarks-filter=rlx-schedule --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: sed 's/"shaderIntegerDotProduct", *//' %S/../../../conversions/gpu/device/profiles/nvidia-hopper.json > %t.json
// RUN: rlx-run %s --device-profile=%t.json --stop-after=target | FileCheck %s --check-prefix=WITHOUT

// A dynamic number of rows: a single row becomes bytes, of two digits. A unit of q4_k has 64
// codes in two vectors of four words, and its block has the scales in one. Blocks of q6_k begin at
// every other half of a word.
// CHECK-LABEL: spirv.module @dequant_matmul_0_below_2 Logical
// CHECK: requires #spirv.vce<{{.*}}DotProductInput4x8BitPacked
// CHECK: GroupNonUniformShuffleXor
// CHECK: spirv.Store "Workgroup" {{.*}} : vector<4xi32>
// CHECK: spirv.ControlBarrier
// CHECK-COUNT-3: spirv.Load "StorageBuffer" {{.*}} : vector<4xi32>
// CHECK: spirv.Load "Workgroup" {{.*}} : vector<4xi32>
// CHECK-COUNT-32: spirv.SDot {{.*}}, <PackedVectorFormat4x8Bit> : i32 -> i32
// CHECK-NOT: spirv.SDot
// Several rows are bytes in a buffer. The dot products that convert a run of 16 elements add up its integers.
// A codes' vector is read once for all rows, and a vector of digits once for all columns.
// CHECK: spirv.module @quantize_rows Logical
// CHECK-COUNT-8: spirv.SDot
// CHECK-NOT: spirv.SDot
// CHECK: spirv.module @dequant_matmul_0_below_8 Logical
// CHECK-NOT: "Workgroup"
// CHECK-COUNT-64: spirv.SDot
// CHECK-NOT: spirv.SDot
// CHECK: spirv.module @dequant_matmul_0_below_192 Logical
// CHECK-COUNT-256: spirv.SDot
// CHECK-NOT: spirv.SDot
// CHECK: spirv.module @dequant_matmul_0 Logical
// CHECK-NOT: spirv.SDot
// Three digits of two rows: 12 products add up the integers of a run, and 96 multiply a unit of two rows.
// CHECK: spirv.module @quantize_rows_0 Logical
// CHECK-COUNT-12: spirv.SDot
// CHECK-NOT: spirv.SDot
// CHECK: spirv.module @dequant_matmul_1 Logical
// CHECK-COUNT-96: spirv.SDot
// CHECK-NOT: spirv.SDot
// One digit of one row: 4 and 16.
// CHECK: spirv.module @dequant_matmul_2 Logical
// CHECK-COUNT-20: spirv.SDot
// Other kernels stay in floats: no precision is given, codes are entries of a table, or rows are too short
// for a subgroup.
// CHECK-NOT: spirv.SDot
// CHECK: spirv.module @quantize_rows_1 Logical
// CHECK: spirv.module @dequant_matmul_6 Logical
// CHECK-COUNT-256: spirv.SDot
// WITHOUT-NOT: spirv.SDot

// REPORT: kernel dequant_matmul_0_below_2: integer-gemv (8 columns of 1 rows per workgroup, 32 invocations each, 2 bytes an element)
// REPORT: kernel dequant_matmul_1: integer-gemv (4 columns of 2 rows per workgroup, 32 invocations each, 3 bytes an element, made once)
// REPORT: kernel dequant_matmul_2: integer-gemv (8 columns of 1 rows per workgroup, 32 invocations each, 1 bytes an element)
// REPORT: kernel dequant_matmul_3: row-reduction
// REPORT: kernel dequant_matmul_6: integer-gemv (4 columns of 8 rows per workgroup, 32 invocations each, 2 bytes an element, made once)

// EXPLAIN-DAG: integer-gemv: its codes are no bytes
// EXPLAIN-DAG: integer-gemv: rows of 576 weights leave invocations of a subgroup idle
func.func @matmuls(%x: tensor<?x2048xf32> {rlx.name = "x", rlx.kind = "input", rlx.dims = ["n", ""]},
                   %y: tensor<2x2048xf32> {rlx.name = "y", rlx.kind = "input"},
                   %z: tensor<1x2048xf32> {rlx.name = "z", rlx.kind = "input"},
                   %s: tensor<1x576xf32> {rlx.name = "s", rlx.kind = "input"},
                   %m: tensor<64x2048xf32> {rlx.name = "m", rlx.kind = "input"},
                   %a: tensor<512x1152xui8> {rlx.name = "a", rlx.kind = "param"},
                   %b: tensor<300x1680xui8> {rlx.name = "b", rlx.kind = "param"},
                   %c: tensor<64x1088xui8> {rlx.name = "c", rlx.kind = "param"},
                   %d: tensor<64x324xui8> {rlx.name = "d", rlx.kind = "param"})
    -> (tensor<?x512xf32> {rlx.name = "p0"}, tensor<2x300xf32> {rlx.name = "p1"},
        tensor<1x300xf32> {rlx.name = "p2"}, tensor<1x512xf32> {rlx.name = "p3"},
        tensor<1x64xf32> {rlx.name = "p4"}, tensor<1x64xf32> {rlx.name = "p5"},
        tensor<64x512xf32> {rlx.name = "p6"}) {
  %0 = rlx.dequant_matmul %x, %a scheme = q4_k row_precision = high : (tensor<?x2048xf32>, tensor<512x1152xui8>) -> tensor<?x512xf32>
  %1 = rlx.dequant_matmul %y, %b scheme = q6_k row_precision = exact : (tensor<2x2048xf32>, tensor<300x1680xui8>) -> tensor<2x300xf32>
  %2 = rlx.dequant_matmul %z, %b scheme = q6_k row_precision = fast : (tensor<1x2048xf32>, tensor<300x1680xui8>) -> tensor<1x300xf32>
  %3 = rlx.dequant_matmul %z, %a scheme = q4_k : (tensor<1x2048xf32>, tensor<512x1152xui8>) -> tensor<1x512xf32>
  %4 = rlx.dequant_matmul %z, %c scheme = iq4_xs row_precision = high : (tensor<1x2048xf32>, tensor<64x1088xui8>) -> tensor<1x64xf32>
  %5 = rlx.dequant_matmul %s, %d scheme = q4_0 row_precision = high : (tensor<1x576xf32>, tensor<64x324xui8>) -> tensor<1x64xf32>
  %6 = rlx.dequant_matmul %m, %a scheme = q4_k row_precision = high : (tensor<64x2048xf32>, tensor<512x1152xui8>) -> tensor<64x512xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x512xf32>, tensor<2x300xf32>, tensor<1x300xf32>, tensor<1x512xf32>, tensor<1x64xf32>, tensor<1x64xf32>, tensor<64x512xf32>
}
