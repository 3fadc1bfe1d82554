// Takes the first four of at most 512 rows, and the same number of rows of a table.
func.func @main(%x: tensor<?x4xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["rows", ""]},
                %t: tensor<512x4xf32> {rlx.kind = "param", rlx.name = "t"})
    -> (tensor<4x4xf32> {rlx.name = "y"}, tensor<?x4xf32> {rlx.name = "z"}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %0 = rlx.slice %x from [0, 0] sizes [4, 4] : (tensor<?x4xf32>) -> tensor<4x4xf32>
  %1 = rlx.slice %t from [0, 0] sizes [%n, 4] : (tensor<512x4xf32>, index) -> tensor<?x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<?x4xf32>
}
