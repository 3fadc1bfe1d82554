func.func @main(%x: tensor<2x32xf32> {rlx.kind = "input", rlx.name = "x"},
                %w: tensor<3x1x34xui8> {rlx.kind = "input", rlx.name = "w"},
                %i: tensor<2xi64> {rlx.kind = "input", rlx.name = "i"})
    -> (tensor<2x1xf32> {rlx.name = "y"}) {
  %0 = rlx.dequant_grouped_matmul %x, %w, %i scheme = q8_0
      : (tensor<2x32xf32>, tensor<3x1x34xui8>, tensor<2xi64>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}
