// What it gets, of an element type that the test puts in.
func.func @main(%x: tensor<4xT> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<4xT> {rlx.name = "y"}) {
  return %x : tensor<4xT>
}
