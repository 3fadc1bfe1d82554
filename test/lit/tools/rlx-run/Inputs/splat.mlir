// A constant of 16 TB.
func.func @main(%x: tensor<4xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<1048576x1048576x4xf32> {rlx.name = "y"}) {
  %0 = rlx.constant dense<1.0> : tensor<1048576x1048576x4xf32>
  return %0 : tensor<1048576x1048576x4xf32>
}
