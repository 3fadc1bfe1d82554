func.func @main(%x: tensor<2x3xf32> {rlx.kind = "input", rlx.name = "x"},
                %l: tensor<2xi64> {rlx.kind = "input", rlx.name = "l"},
                %dy: tensor<2xf32> {rlx.kind = "input", rlx.name = "dy"})
    -> (tensor<2xf32> {rlx.name = "loss"}, tensor<2x3xf32> {rlx.name = "dx"}) {
  %0 = rlx.softmax_cross_entropy %x, %l : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2xf32>
  %1 = rlx.softmax_cross_entropy_backward %x, %l, %dy
      : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<2x3xf32>
  return %0, %1 : tensor<2xf32>, tensor<2x3xf32>
}
