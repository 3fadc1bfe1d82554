// An op that no model may have.
func.func @main(%x: tensor<2xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<2xf32> {rlx.name = "y"}) {
  %0 = math.absf %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
