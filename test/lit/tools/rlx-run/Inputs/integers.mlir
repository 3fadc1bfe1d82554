// Returns its input. The test inserts the element type.
func.func @main(%x: tensor<4xT> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<4xT> {rlx.name = "y"}) {
  return %x : tensor<4xT>
}
