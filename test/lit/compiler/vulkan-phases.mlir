// A small dynamic model through the phases of the Vulkan target. Control flow reads its condition
// on the host.
// RUN: rlx-opt %s --rlx-pipeline-input --rlx-pipeline-simplify --rlx-pipeline-fuse --rlx-pipeline-decompose="target=vulkan device=lavapipe" --rlx-pipeline-kernels="target=vulkan device=lavapipe" --rlx-pipeline-linalg="target=vulkan device=lavapipe" -o %t.1
// RUN: FileCheck %s --check-prefix=LINALG < %t.1
// RUN: rlx-opt %t.1 --rlx-pipeline-bufferize="target=vulkan device=lavapipe" --rlx-pipeline-lir="target=vulkan device=lavapipe" --rlx-pipeline-target="target=vulkan device=lavapipe" -mlir-print-local-scope | FileCheck %s --check-prefix=TARGET

// Control flow runs on the host: the device's result is copied to host memory for the condition.
// LINALG: lir.program @main symbols ["n"]
// LINALG: %[[HERE:.*]] = lir.alloc host
// LINALG: lir.dispatch @kernels_vulkan::@softmax
// LINALG: lir.copy %{{.*}} to %[[HERE]]
// LINALG-NEXT: lir.if %[[HERE]]
// LINALG: module @kernels_vulkan
// LINALG: linalg.generic
// LINALG-NOT: kernels_cpu

// TARGET: lir.dispatch @kernels_vulkan::@softmax{{.*}} grid affine_map<()[s0] -> (
// TARGET: module @kernels_vulkan
// TARGET: spirv.module @softmax
// TARGET: spirv.EntryPoint "GLCompute" @main
// TARGET-NOT: {{func.func|scf.for|memref.load|arith.|builtin.unrealized_conversion_cast}}
func.func @main(%x: tensor<?x5xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %c: tensor<i1> {rlx.kind = "input", rlx.name = "c"})
    -> (tensor<?x5xf32> {rlx.name = "y"}) {
  %0 = rlx.softmax %x axis = 1 : (tensor<?x5xf32>) -> tensor<?x5xf32>
  %n = rlx.not %c : (tensor<i1>) -> tensor<i1>
  %1 = rlx.if %n : tensor<i1> -> (tensor<?x5xf32>) {
    %2 = rlx.exp %0 : (tensor<?x5xf32>) -> tensor<?x5xf32>
    rlx.yield %2 : tensor<?x5xf32>
  } else {
    %2 = rlx.neg %0 : (tensor<?x5xf32>) -> tensor<?x5xf32>
    rlx.yield %2 : tensor<?x5xf32>
  }
  return %1 : tensor<?x5xf32>
}
