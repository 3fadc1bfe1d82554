// Contractions in other forms take the fast path of matmul.
// RUN: rlx-run %s --dispatch-report | FileCheck %s
// CHECK-NOT: rlx.dot_general common
// CHECK: 6 rlx.matmul_packed native fast path matmul_packed
// CHECK-NOT: rlx.matmul:

// The weight of a linear layer as [out, in], a weight with two contracting dimensions, a vector as
// lhs, and a weight with a low-rank update, which is three matmuls.
func.func @main(%x: tensor<?x4x8xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", "", ""]},
                %v: tensor<8xf32> {rlx.kind = "input", rlx.name = "v"},
                %w: tensor<24x8xf32> {rlx.kind = "param", rlx.name = "w"},
                %u: tensor<4x8x24xf32> {rlx.kind = "param", rlx.name = "u"},
                %m: tensor<8x40xf32> {rlx.kind = "param", rlx.name = "m"},
                %p: tensor<8x2xf32> {rlx.kind = "param", rlx.name = "p"},
                %q: tensor<2x40xf32> {rlx.kind = "param", rlx.name = "q"})
    -> (tensor<?x4x24xf32> {rlx.name = "a"}, tensor<?x24xf32> {rlx.name = "b"}, tensor<40xf32> {rlx.name = "c"},
        tensor<?x4x40xf32> {rlx.name = "d"}) {
  %0 = rlx.dot_general %x, %w contract [2] x [1] : (tensor<?x4x8xf32>, tensor<24x8xf32>) -> tensor<?x4x24xf32>
  %1 = rlx.dot_general %x, %u contract [1, 2] x [0, 1] : (tensor<?x4x8xf32>, tensor<4x8x24xf32>) -> tensor<?x24xf32>
  %2 = rlx.matmul %v, %m : (tensor<8xf32>, tensor<8x40xf32>) -> tensor<40xf32>
  %3 = rlx.lora_matmul %x, %m, %p, %q scale = 2.0 : (tensor<?x4x8xf32>, tensor<8x40xf32>, tensor<8x2xf32>, tensor<2x40xf32>) -> tensor<?x4x40xf32>
  return %0, %1, %2, %3 : tensor<?x4x24xf32>, tensor<?x24xf32>, tensor<40xf32>, tensor<?x4x40xf32>
}
