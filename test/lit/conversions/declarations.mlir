// Declarations are not changed: by passes over functions, by those over modules, and by a phase.
// (test/lit/tools/rlx-opt/any-ir.test checks that every pass accepts declarations.)
// RUN: rlx-opt %s --rlx-bufferize-kernels --rlx-distribute-to-workgroups | FileCheck %s
// RUN: rlx-opt %s --rlx-fold-transposes-into-matmul --rlx-gpu-schedule="device=lavapipe only=decode-attention,cooperative-flash-attention,flash-attention" | FileCheck %s
// RUN: rlx-opt %s --rlx-tile-kernels --rlx-gpu-schedule=only=invocations --rlx-distribute-to-invocations | FileCheck %s
// RUN: rlx-opt %s --rlx-scalarize-vectors --rlx-flatten-buffers | FileCheck %s
// RUN: rlx-opt %s --rlx-convert-to-spirv=device=lavapipe | FileCheck %s
// RUN: rlx-opt %s --rlx-add-kernel-entries | FileCheck %s
// RUN: rlx-opt %s --rlx-pipeline-decompose="target=vulkan device=lavapipe" | FileCheck %s

// CHECK: module
// CHECK-NEXT: func.func private @buffers(memref<4xf32>) attributes {lir.kernel}
// CHECK-NEXT: func.func private @tensors(tensor<?x4xf32>) -> tensor<?x4xf32>
// CHECK-NEXT: }
func.func private @buffers(%x: memref<4xf32>) attributes {lir.kernel}
func.func private @tensors(%x: tensor<?x4xf32>) -> tensor<?x4xf32>
