// A scatter that replaces rows of a cache on a GPU: the output has the donor's memory, and an
// invocation writes an element of an update. Of equal indices the last one counts, so an invocation
// looks at the updates behind its own.
// RUN: rlx-opt %s --rlx-pipeline-decompose="target=vulkan device=nvidia-hopper" --rlx-pipeline-kernels="target=vulkan device=nvidia-hopper" --rlx-pipeline-linalg="target=vulkan device=nvidia-hopper" --rlx-pipeline-bufferize="target=vulkan device=nvidia-hopper" --rlx-pipeline-lir="target=vulkan device=nvidia-hopper" --canonicalize --cse -mlir-print-local-scope | FileCheck %s
// A device without i64 leaves the update to the host, which changes a copy.
// RUN: rlx-opt %s --rlx-pipeline-decompose="target=vulkan device=swiftshader" --rlx-pipeline-kernels="target=vulkan device=swiftshader" --rlx-pipeline-linalg="target=vulkan device=swiftshader" -mlir-print-local-scope | FileCheck %s --check-prefix=HOST

// CHECK: %[[CACHE:.*]] = lir.input "cache"
// CHECK: %[[NEW:.*]] = lir.output "new" {{.*}} donor 0
// CHECK: lir.copy %[[CACHE]] to %[[NEW]]
// CHECK: lir.dispatch @kernels_vulkan::@scatter_nd_0 ins(%[[NEW]], {{.*}} outs(%[[NEW]]
// CHECK: func.func @scatter_nd_0(
// CHECK-SAME: %[[AT:[a-z0-9]*]]: memref<?x3x2xi64>, %[[ROWS:[a-z0-9]*]]: memref<?x3x64xf32>, %[[OUT:[a-z0-9]*]]: memref<3x?x64xf32>
// CHECK: %[[SLICE:.*]] = memref.subview %[[OUT]]
// CHECK: %[[LAST:.*]] = scf.for
// CHECK: arith.select
// CHECK: %[[ROW:.*]] = arith.divui %[[LAST]], %c3
// CHECK: %[[VALUE:.*]] = memref.load %[[ROWS]][%[[ROW]]
// CHECK: memref.store %[[VALUE]], %[[SLICE]]
// Unique indices need no look at others.
// CHECK: func.func @scatter_nd_1(
// CHECK-NOT: scf.for
// CHECK: return

// HOST: %[[OUT:.*]] = lir.output "new"
// HOST: %[[HERE:.*]] = lir.alloc host
// HOST: lir.copy %[[OUT]] to %[[HERE]]
// HOST: lir.dispatch @kernels_cpu::@scatter_nd_0 ins(%[[HERE]], {{.*}} outs(%[[HERE]]
// HOST: lir.copy %[[HERE]] to %[[OUT]]
func.func @main(%cache: tensor<3x?x64xf32> {rlx.kind = "input", rlx.name = "cache", rlx.dims = ["", "c", ""]},
                %other: tensor<3x?x64xf32> {rlx.kind = "input", rlx.name = "other", rlx.dims = ["", "c", ""]},
                %rows: tensor<?x3x64xf32> {rlx.kind = "input", rlx.name = "rows", rlx.dims = ["t", "", ""]},
                %at: tensor<?x3x2xi64> {rlx.kind = "input", rlx.name = "at", rlx.dims = ["t", "", ""]})
    -> (tensor<3x?x64xf32> {rlx.name = "new"}, tensor<?x3x64xf32> {rlx.name = "y"}, tensor<3x?x64xf32> {rlx.name = "unique"}) {
  %new = rlx.scatter_nd %cache, %at, %rows : (tensor<3x?x64xf32>, tensor<?x3x2xi64>, tensor<?x3x64xf32>) -> tensor<3x?x64xf32>
  %unique = rlx.scatter_nd %other, %at, %rows unique_indices = true : (tensor<3x?x64xf32>, tensor<?x3x2xi64>, tensor<?x3x64xf32>) -> tensor<3x?x64xf32>
  %y = rlx.neg %rows : (tensor<?x3x64xf32>) -> tensor<?x3x64xf32>
  return %new, %y, %unique : tensor<3x?x64xf32>, tensor<?x3x64xf32>, tensor<3x?x64xf32>
}
