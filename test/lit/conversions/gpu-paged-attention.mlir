// Paged attention on a GPU: the rows of several sequences, whose keys are in blocks of a cache.
// RUN: rlx-opt %s --rlx-pipeline-decompose="target=vulkan device=nvidia-hopper" --rlx-pipeline-kernels="target=vulkan device=nvidia-hopper" --rlx-pipeline-linalg="target=vulkan device=nvidia-hopper" --rlx-pipeline-bufferize="target=vulkan device=nvidia-hopper" -mlir-print-local-scope --remark-format=emitRemark --remarks-filter=rlx-schedule 2>&1 | FileCheck %s
// In f16, prompts take cooperative matrices if the cache is f16.
// RUN: rlx-opt %s --rlx-pipeline-decompose="target=vulkan device=nvidia-hopper precision=f16" --rlx-pipeline-kernels="target=vulkan device=nvidia-hopper" --rlx-pipeline-linalg="target=vulkan device=nvidia-hopper" --rlx-pipeline-bufferize="target=vulkan device=nvidia-hopper" -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-schedule 2>&1 | FileCheck %s --check-prefix=F16
// A device without shuffles has tiles only.
// RUN: sed 's/"sharedMemoryBytes": 16384/"sharedMemoryBytes": 32768/' %S/../../vulkan/no-shuffles.json > %t.json
// RUN: rlx-opt %s --rlx-pipeline-decompose="target=vulkan device=%t.json" | FileCheck %s --check-prefix=TILES
// Without fast paths keys are gathered, and where shared memory is small.
// RUN: rlx-opt %s --rlx-pipeline-decompose="target=vulkan device=%S/../../vulkan/no-shuffles.json" | FileCheck %s --check-prefix=GATHER
// RUN: rlx-opt %s --rlx-pipeline-decompose="target=vulkan device=nvidia-hopper fast-paths=false" | FileCheck %s --check-prefix=GATHER

// Fewer than 16 rows of a sequence on average: a workgroup takes one. Others are tiles.
// CHECK-DAG: Function=[[NAME:paged_attention_[0-9]]]_below_16 | Remark="decode-attention (1 of 3 queries of a row per workgroup)"
// CHECK-DAG: Function=[[NAME]] | Remark="flash-attention (64 queries per workgroup)"
// CHECK: lir.dispatch @kernels_vulkan::@paged_attention_0_below_16
// CHECK: lir.dispatch @kernels_vulkan::@paged_attention_0
// The workgroups of all rows. T >= 16 * S takes tiles.
// CHECK: func.func @paged_attention_0_below_16(
// CHECK-SAME: lir.grid = affine_map<()[s0, s1, s2, s3, s4, s5, s6, s7] -> ((s0 * 9) ceildiv
// CHECK-SAME: lir.when = affine_map<()[s0, s1, s2, s3, s4, s5, s6, s7] -> (-((s0 floordiv 16 - (s6 - 1)) ceildiv 2147483648) + 1)>
// Starts and lengths of eight sequences at a time. A workgroup without a row ends.
// CHECK: scf.for %{{.*}} step %c8
// CHECK-COUNT-9: memref.load %arg4
// CHECK-COUNT-8: memref.load %arg5
// CHECK: memref.atomic_rmw
// CHECK: scf.if
// Four keys at a time read their blocks. At the end these are checked.
// CHECK: scf.for
// CHECK-COUNT-8: memref.load %arg3
// CHECK-NOT: memref.atomic_rmw
// CHECK: scf.for %{{.*}} step %c1024
// CHECK: memref.load %arg3
// CHECK: memref.atomic_rmw
// A sequence has one tile that is not full, at most.
// CHECK: func.func @paged_attention_0(
// CHECK-SAME: lir.grid = affine_map<()[s0, s1, s2, s3, s4, s5, s6, s7] -> (((s0 floordiv 64 + s3) * 9) ceildiv

// F16-DAG: Remark="cooperative-flash-attention (64 queries per workgroup)"
// F16-DAG: Remark="flash-attention (64 queries per workgroup)"

// TILES-COUNT-2: rlx.paged_attention
// GATHER-NOT: rlx.paged_attention
// GATHER-COUNT-2: rlx.softmax
func.func @main(%q: tensor<?x9x64xf32> {rlx.kind = "input", rlx.name = "q", rlx.dims = ["t", "", ""]},
                %k: tensor<?x3x64x64xf32> {rlx.kind = "input", rlx.name = "k", rlx.dims = ["n", "", "", ""]},
                %v: tensor<?x3x64x64xf32> {rlx.kind = "input", rlx.name = "v", rlx.dims = ["n", "", "", ""]},
                %h: tensor<?x3x64x64xf16> {rlx.kind = "input", rlx.name = "h", rlx.dims = ["n", "", "", ""]},
                %table: tensor<?x?xi32> {rlx.kind = "input", rlx.name = "table", rlx.dims = ["s", "m"]},
                %starts: tensor<?xi32> {rlx.kind = "input", rlx.name = "starts", rlx.dims = ["e"]},
                %lengths: tensor<?xi32> {rlx.kind = "input", rlx.name = "lengths", rlx.dims = ["s"]})
    -> (tensor<?x9x64xf32> {rlx.name = "a"}, tensor<?x9x64xf32> {rlx.name = "b"}) {
  %a = rlx.paged_attention %q, %k, %v blocks = %table starts = %starts lengths = %lengths : (tensor<?x9x64xf32>, tensor<?x3x64x64xf32>, tensor<?x3x64x64xf32>, tensor<?x?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?x9x64xf32>
  %b = rlx.paged_attention %q, %h, %h blocks = %table starts = %starts lengths = %lengths : (tensor<?x9x64xf32>, tensor<?x3x64x64xf16>, tensor<?x3x64x64xf16>, tensor<?x?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?x9x64xf32>
  return %a, %b : tensor<?x9x64xf32>, tensor<?x9x64xf32>
}
