// RUN: rlx-run %s --stop-after=bufferize | FileCheck %s

// Reductions that keep their dimension are computed in the tile that uses them. So the kernel has
// many workgroups, and the results stay on the stack.
// CHECK-DAG: #[[GRID:.*]] = affine_map<() -> (13, 1, 1)>
// CHECK: func.func @softmax
// CHECK-SAME: lir.grid = #[[GRID]]
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<40xi8>
// CHECK: iterator_types = ["parallel", "parallel", "reduction"]
// CHECK: arith.maximumf
// CHECK: iterator_types = ["parallel", "parallel", "reduction"]
// CHECK: arith.addf
// CHECK: arith.divf
func.func @main(%x: tensor<128x384xf32> {rlx.name = "x", rlx.kind = "input"})
    -> (tensor<128x384xf32> {rlx.name = "y"}) {
  %0 = rlx.softmax %x axis = -1 : (tensor<128x384xf32>) -> tensor<128x384xf32>
  return %0 : tensor<128x384xf32>
}
