// A concatenation is distributed to workgroups and has a cost. Its consumer is a separate kernel,
// because it could not be computed in the same tiles.
// RUN: rlx-opt %s --rlx-pipeline-input --rlx-pipeline-simplify --rlx-pipeline-fuse --rlx-pipeline-decompose --rlx-pipeline-kernels --rlx-pipeline-linalg --rlx-pipeline-bufferize -mlir-print-local-scope | FileCheck %s

// CHECK: func.func @concat_0
// CHECK-SAME: lir.cost = affine_map<()[s0, s1, s2] -> (
// CHECK-SAME: lir.grid = affine_map<()[s0, s1, s2] -> (s0, 20, 1)>
// CHECK: func.func @relu_1
func.func @main(%a: tensor<?x64x56x56xf32> {rlx.kind = "input", rlx.name = "a", rlx.dims = ["n", "", "", ""]},
                %b: tensor<?x32x56x56xf32> {rlx.kind = "input", rlx.name = "b", rlx.dims = ["n", "", "", ""]})
    -> (tensor<?x96x56x56xf32> {rlx.name = "y"}) {
  %0 = rlx.concat %a, %b axis = 1 : (tensor<?x64x56x56xf32>, tensor<?x32x56x56xf32>) -> tensor<?x96x56x56xf32>
  %1 = rlx.relu %0 : (tensor<?x96x56x56xf32>) -> tensor<?x96x56x56xf32>
  return %1 : tensor<?x96x56x56xf32>
}
