func.func @main(%x: tensor<4xf32> {rlx.kind = "input", rlx.name = "x"},
                %i: tensor<2xi64> {rlx.kind = "input", rlx.name = "i"},
                %u: tensor<2xf32> {rlx.kind = "input", rlx.name = "u"})
    -> (tensor<4xf32> {rlx.name = "y"}) {
  %0 = rlx.scatter_elements %x, %i, %u axis = 0
      : (tensor<4xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
