// Attention of a language model's step on a GPU: a run decides the number of queries, a mask says
// which keys of the cache there are, and both transposes are part of kernels.
// RUN: rlx-opt %s --rlx-pipeline-decompose="target=vulkan device=nvidia-hopper" --rlx-pipeline-kernels="target=vulkan device=nvidia-hopper" -mlir-print-local-scope | FileCheck %s --check-prefix=KERNELS
// RUN: rlx-opt %s --rlx-pipeline-decompose="target=vulkan device=nvidia-hopper" --rlx-pipeline-kernels="target=vulkan device=nvidia-hopper" --rlx-pipeline-linalg="target=vulkan device=nvidia-hopper" --rlx-pipeline-bufferize="target=vulkan device=nvidia-hopper" -mlir-print-local-scope --remark-format=emitRemark --remarks-filter=rlx-schedule 2>&1 | FileCheck %s
// A device without shuffles has no decode attention.
// RUN: rlx-opt %s --rlx-pipeline-decompose="target=vulkan device=%S/../../vulkan/no-shuffles.json" | FileCheck %s --check-prefix=SPLIT

// KERNELS: lir.dispatch @kernels_vulkan::@rope_0 {{.*}} label "rope+transpose"
// KERNELS: lir.dispatch @kernels_vulkan::@attention_1 {{.*}} label "attention+transpose"
// KERNELS-NOT: lir.dispatch

// SPLIT-NOT: rlx.attention

// Fewer than 16 queries: a workgroup takes one. Others are tiles.
// CHECK-DAG: Function=attention_1_below_16 | Remark="decode-attention (1 of 3 queries of a row per workgroup)"
// CHECK-DAG: Function=attention_1 | Remark="flash-attention (64 queries per workgroup)"
// CHECK: lir.dispatch @kernels_vulkan::@attention_1_below_16
// CHECK: lir.dispatch @kernels_vulkan::@attention_1
// CHECK: func.func @attention_1_below_16(
// CHECK-SAME: %[[MASK:[a-z0-9]*]]: memref<1x1x?x?xi1>,
// CHECK-SAME: lir.when = affine_map<()[s0, s1, s2, s3, s4, s5] -> (-((s0 floordiv 16) ceildiv 2147483648) + 1)>
// The end of the keys that the mask shows, from shared memory, ends the loops over keys.
// CHECK: %[[ALL:.*]] = memref.dim
// CHECK: %[[SHOWN:.*]] = memref.alloc() : memref<2048xi32, #gpu.address_space<workgroup>>
// CHECK: gpu.barrier
// CHECK-COUNT-31: arith.maxsi
// CHECK: gpu.barrier
func.func @main(%x: tensor<?x576xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["t", ""]},
                %cos: tensor<?x32xf32> {rlx.kind = "input", rlx.name = "cos", rlx.dims = ["t", ""]},
                %sin: tensor<?x32xf32> {rlx.kind = "input", rlx.name = "sin", rlx.dims = ["t", ""]},
                %k: tensor<1x3x?x64xf32> {rlx.kind = "input", rlx.name = "k", rlx.dims = ["", "", "c", ""]},
                %v: tensor<1x3x?x64xf32> {rlx.kind = "input", rlx.name = "v", rlx.dims = ["", "", "c", ""]},
                %mask: tensor<1x1x?x?xi1> {rlx.kind = "input", rlx.name = "mask", rlx.dims = ["", "", "t", "c"]})
    -> (tensor<?x576xf32> {rlx.name = "y"}) {
  %c0 = arith.constant 0 : index
  %t = tensor.dim %x, %c0 : tensor<?x576xf32>
  %x4 = rlx.reshape %x to [1, %t, 9, 64] : (tensor<?x576xf32>, index) -> tensor<1x?x9x64xf32>
  %r = rlx.rope %x4, %cos, %sin style = interleaved layout = bshd : (tensor<1x?x9x64xf32>, tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<1x?x9x64xf32>
  %q = rlx.transpose %r perm = [0, 2, 1, 3] : (tensor<1x?x9x64xf32>) -> tensor<1x9x?x64xf32>
  %a = rlx.attention %q, %k, %v, %mask layout = bhsd mask = custom : (tensor<1x9x?x64xf32>, tensor<1x3x?x64xf32>, tensor<1x3x?x64xf32>, tensor<1x1x?x?xi1>) -> tensor<1x9x?x64xf32>
  %o = rlx.transpose %a perm = [0, 2, 1, 3] : (tensor<1x9x?x64xf32>) -> tensor<1x?x9x64xf32>
  %y = rlx.reshape %o to [%t, 576] : (tensor<1x?x9x64xf32>, index) -> tensor<?x576xf32>
  return %y : tensor<?x576xf32>
}
