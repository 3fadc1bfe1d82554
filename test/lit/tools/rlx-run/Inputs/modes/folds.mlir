// Ops that the compiler folds, shares or removes: x * 1, an op on constants, the same op twice, and
// a result without users.
func.func @main(%x: tensor<?x4xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]})
    -> (tensor<?xf32> {rlx.name = "y"}) {
  %one = rlx.constant dense<1.0> : tensor<f32>
  %c = rlx.constant dense<[0.5, -1.5, 2.0, 3.0]> : tensor<4xf32>
  %d = rlx.exp %c : (tensor<4xf32>) -> tensor<4xf32>
  %0 = rlx.mul %x, %one : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  %1 = rlx.sin %0 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = rlx.sin %0 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %dead = rlx.cos %0 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %3 = rlx.add %1, %2 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %4 = rlx.mul %3, %d : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %two = arith.constant 2 : index
  %width = arith.muli %two, %two : index
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %all = arith.muli %n, %width : index
  %5 = rlx.reshape %4 to [%all] : (tensor<?x4xf32>, index) -> tensor<?xf32>
  return %5 : tensor<?xf32>
}
