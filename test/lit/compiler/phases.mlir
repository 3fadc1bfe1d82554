// Every phase of the compiler on one model, each on the printed output of the one before: a phase's
// output is all that the next one needs.
// RUN: rlx-opt %s --rlx-pipeline-input -o %t.1
// RUN: FileCheck %s --check-prefix=INPUT < %t.1
// RUN: rlx-opt %t.1 --rlx-pipeline-simplify -o %t.2
// RUN: FileCheck %s --check-prefix=SIMPLIFY < %t.2
// RUN: rlx-opt %t.2 --rlx-pipeline-fuse -o %t.3
// RUN: FileCheck %s --check-prefix=FUSE < %t.3
// RUN: rlx-opt %t.3 --rlx-pipeline-decompose -o %t.4
// RUN: FileCheck %s --check-prefix=DECOMPOSE < %t.4
// RUN: rlx-opt %t.4 --rlx-pipeline-kernels -mlir-print-local-scope -o %t.5
// RUN: FileCheck %s --check-prefix=KERNELS < %t.5
// RUN: rlx-opt %t.5 --rlx-pipeline-linalg -mlir-print-local-scope -o %t.6
// RUN: FileCheck %s --check-prefix=LINALG < %t.6
// RUN: rlx-opt %t.6 --rlx-pipeline-bufferize -mlir-print-local-scope -o %t.7
// RUN: FileCheck %s --check-prefix=BUFFERIZE < %t.7
// RUN: rlx-opt %t.7 --rlx-pipeline-lir -mlir-print-local-scope -o %t.8
// RUN: FileCheck %s --check-prefix=LIR < %t.8
// RUN: rlx-opt %t.8 --rlx-pipeline-target -mlir-print-local-scope -o %t.9
// RUN: FileCheck %s --check-prefix=TARGET < %t.9

// rlx-opt cannot run any other phases of the table.
// RUN: rlx-opt --help | grep -c -e '--rlx-pipeline-' | FileCheck %s --check-prefix=COUNT
// COUNT: {{^9$}}

// Without fast paths: no packed weights, and every kernel takes the generic route.
// RUN: rlx-opt %t.3 --rlx-pipeline-decompose=fast-paths=false -o %t.g4
// RUN: FileCheck %s --check-prefix=GENERIC4 < %t.g4
// RUN: rlx-opt %t.g4 --rlx-pipeline-kernels --rlx-pipeline-linalg=fast-paths=false -mlir-print-local-scope -o %t.g6
// RUN: FileCheck %s --check-prefix=GENERIC6 < %t.g6
// RUN: rlx-opt %t.g6 --rlx-pipeline-bufferize --rlx-pipeline-lir --rlx-pipeline-target | FileCheck %s --check-prefix=GENERIC9

// Without fusion the model's ops stay separate. Locations have the marks, which are printed on
// request.
// RUN: rlx-opt %t.1 --rlx-pipeline-simplify=fuse=false --rlx-pipeline-fuse=fuse=false --rlx-pipeline-decompose=fuse=false --rlx-pipeline-kernels=fuse=false -mlir-print-local-scope | FileCheck %s --check-prefix=APART

// A name of a phase without a pipeline, and an option that no phase has.
// RUN: not rlx-opt %s --rlx-pipeline-package 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: Unknown command line argument '--rlx-pipeline-package'
// RUN: not rlx-opt %s --rlx-pipeline-linalg=fast=false 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: no such option fast

// The model as written.
// INPUT-LABEL: func.func @main(
// INPUT-COUNT-2: rlx.add
// INPUT: rlx.relu
// INPUT: -> tensor<?x?xf32>

// Constants are folded. Sizes are static where possible.
// SIMPLIFY-LABEL: func.func @main(
// SIMPLIFY: rlx.constant dense<2.000000e+00> : tensor<f32>
// SIMPLIFY: rlx.matmul
// SIMPLIFY-COUNT-1: rlx.add
// SIMPLIFY: rlx.relu
// SIMPLIFY: rlx.mul {{.*}} -> tensor<?x39xf32>
// SIMPLIFY-NOT: ?x?

// APART: lir.run
// APART: label "matmul: matmul_packed @
// APART: label "add @
// APART: label "relu @
// APART: label "mul @

// FUSE-LABEL: func.func @main(
// FUSE: rlx.fused_matmul_bias_act {{.*}} activation = relu
// FUSE-NOT: rlx.relu

// Weights are packed by ops on params (39 columns fill no CPU's panels). Only composite ops that
// the target takes remain.
// DECOMPOSE-LABEL: func.func @main(
// DECOMPOSE-SAME: %[[X:[a-z0-9]+]]: tensor<?x64xf32> {{.*}}, %[[W:[a-z0-9]+]]: tensor<64x39xf32>
// DECOMPOSE: %[[NORMAL:.*]] = rlx.where %{{.*}}, %{{.*}}, %[[W]]
// DECOMPOSE: rlx.concat %[[NORMAL]],
// DECOMPOSE: %[[PACKED:.*]] = rlx.transpose
// DECOMPOSE: rlx.matmul_packed %[[X]], %[[PACKED]], %{{.*}} {n = 39 : i64}
// DECOMPOSE: rlx.relu
// DECOMPOSE-NOT: rlx.fused

// A program: ops that depend on params only are prepared once. Kernels are still rlx ops on
// tensors.
// KERNELS: lir.program @main symbols ["n"]
// KERNELS: lir.prepare {
// KERNELS: lir.dispatch @kernels_cpu::@abs_0 {{.*}} label "abs+compare+where"
// KERNELS: lir.dispatch @kernels_cpu::@concat_1
// KERNELS: lir.dispatch @kernels_cpu::@transpose_2
// KERNELS: lir.run {
// KERNELS: lir.dispatch @kernels_cpu::@matmul_packed_3 {{.*}} dims affine_map<()[s0] -> (s0, s0)> label "matmul_packed+relu+mul"
// KERNELS-NOT: grid
// KERNELS: lir.dispatch @kernels_cpu::@reduce_sum_4
// KERNELS: module @kernels_cpu
// KERNELS: func.func @matmul_packed_3({{.*}}) -> tensor<?x39xf32> attributes {lir.kernel}
// KERNELS: rlx.matmul_packed
// KERNELS: rlx.mul

// A fast path schedules the matmul, down to buffers. The sum is linalg on tensors.
// LINALG: lir.program @main
// LINALG: func.func @matmul_packed_3({{.*}} memref<?x39xf32>, {{.*}} lir.grid =
// LINALG: vector.fma
// LINALG: func.func @reduce_sum_4({{.*}}) -> tensor<?xf32> attributes {lir.kernel}
// LINALG: linalg.generic {{.*}} ["parallel", "reduction"]
// LINALG-NOT: = rlx.

// All kernels on buffers, for one workgroup each. Dispatches have no grid yet.
// BUFFERIZE: lir.dispatch @kernels_cpu::@reduce_sum_4
// BUFFERIZE-NOT: grid
// BUFFERIZE: module @kernels_cpu
// BUFFERIZE: func.func @reduce_sum_4(%{{[a-z0-9]+}}: memref<?x39xf32>, %{{[a-z0-9]+}}: memref<?xf32>, %{{[a-z0-9]+}}: memref<?xi8>, %{{[a-z0-9]+}}: memref<1xi32>, %{{[a-z0-9]+}}: index, %{{[a-z0-9]+}}: index, %{{[a-z0-9]+}}: index)
// BUFFERIZE-SAME: lir.cost = {{.*}} lir.grid = {{.*}} lir.workspace =
// BUFFERIZE-NOT: tensor<
// BUFFERIZE-NOT: scf.forall

// LIR: lir.dispatch @kernels_cpu::@matmul_packed_3
// LIR-SAME: grid affine_map<()[s0] -> (s0 ceildiv {{[0-9]+}}, {{[0-9]+}}, 1)> workspace affine_map<()[s0] -> (0)> cost affine_map<()[s0] -> (s0 *
// LIR: lir.dispatch @kernels_cpu::@reduce_sum_4
// LIR-SAME: grid affine_map<()[s0] -> (s0 ceildiv 420, 1, 1)> workspace affine_map<()[s0] -> (0)> cost affine_map<()[s0] ->

// LLVM code: an entry for each kernel, whose body is internal. The program is unchanged.
// TARGET: lir.program @main
// TARGET: grid affine_map<()[s0] -> (s0 ceildiv 420, 1, 1)>
// TARGET: module @kernels_cpu
// TARGET: llvm.func internal @matmul_packed_3.body(
// TARGET: llvm.func @matmul_packed_3(%{{.*}}: !llvm.ptr, %{{.*}}: i32, %{{.*}}: i32, %{{.*}}: i32) -> i32
// TARGET: llvm.func @reduce_sum_4(
// TARGET-NOT: {{func.func|scf.for|memref.load|arith.|builtin.unrealized_conversion_cast}}

// GENERIC4-NOT: rlx.matmul_packed
// GENERIC4: rlx.matmul
// GENERIC4: rlx.relu
// GENERIC6: func.func @matmul_{{.*}} -> tensor<?x39xf32> attributes {lir.kernel}
// GENERIC6: linalg.generic {{.*}} ["parallel", "parallel", "reduction"]
// GENERIC6-NOT: vector.
// GENERIC9: llvm.func @matmul_

func.func @main(%x: tensor<?x64xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %w: tensor<64x39xf32> {rlx.kind = "param", rlx.name = "w"},
                %b: tensor<39xf32> {rlx.kind = "param", rlx.name = "b"})
    -> (tensor<?xf32> {rlx.name = "y"}) {
  %one = rlx.constant dense<1.0> : tensor<f32>
  %two = rlx.add %one, %one : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %0 = rlx.matmul %x, %w : (tensor<?x64xf32>, tensor<64x39xf32>) -> tensor<?x39xf32>
  %1 = rlx.add %0, %b : (tensor<?x39xf32>, tensor<39xf32>) -> tensor<?x39xf32>
  %2 = rlx.relu %1 : (tensor<?x39xf32>) -> tensor<?x39xf32>
  %3 = rlx.mul %2, %two : (tensor<?x39xf32>, tensor<f32>) -> tensor<?x?xf32>
  %4 = rlx.reduce_sum %3 axes = [1] : (tensor<?x?xf32>) -> tensor<?xf32>
  return %4 : tensor<?xf32>
}
