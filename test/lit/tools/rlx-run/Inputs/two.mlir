// Two inputs that share a dimension, two outputs.
func.func @main(%x: tensor<?xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n"]},
                %y: tensor<?xf32> {rlx.kind = "input", rlx.name = "in/y", rlx.dims = ["n"]})
    -> (tensor<?xf32> {rlx.name = "sum"}, tensor<?xf32> {rlx.name = "exp/x"}) {
  %0 = rlx.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = rlx.exp %x : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
