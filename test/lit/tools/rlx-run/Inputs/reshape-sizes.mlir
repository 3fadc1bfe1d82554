func.func @main(%x: tensor<?x4xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["a", ""]},
                %s: tensor<?xf32> {rlx.kind = "input", rlx.name = "s", rlx.dims = ["n"]})
    -> (tensor<?x4xf32> {rlx.name = "y"}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %s, %c0 : tensor<?xf32>
  %0 = rlx.reshape %x to [%n, 4] : (tensor<?x4xf32>, index) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
