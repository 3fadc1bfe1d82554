// Static sizes whose bytes do not fit in 64 bits: 2^66 wrapped to a buffer of 0 bytes.
// RUN: not rlx-run %s --input=z=4xf32=1 2>&1 | FileCheck %s
// CHECK: error: {{.*}}expects tensors of at most 17592186044416 elements, but got 'tensor<4611686018427387904x4xf32>'

func.func @main(%z: tensor<4xf32> {rlx.kind = "input", rlx.name = "z"})
    -> (tensor<4xf32> {rlx.name = "y"}) {
  %0:2 = rlx.scan init(%z : tensor<4xf32>) length = 4611686018427387904
      -> (tensor<4xf32>, tensor<4611686018427387904x4xf32>) {
  ^bb0(%carried: tensor<4xf32>):
    rlx.yield %carried, %carried : tensor<4xf32>, tensor<4xf32>
  }
  %1 = rlx.reduce_sum %0#1 axes = [0] : (tensor<4611686018427387904x4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
