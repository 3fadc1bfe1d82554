// The same matmul with a weight that is an input and with one that is a param.
func.func @main(%x: tensor<4x8xf32> {rlx.kind = "input", rlx.name = "x"},
                %y: tensor<8x8xf32> {rlx.kind = "input", rlx.name = "y"},
                %w: tensor<8x8xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<4x8xf32> {rlx.name = "z"}) {
  %0 = rlx.matmul %x, %y : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = rlx.matmul %0, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
