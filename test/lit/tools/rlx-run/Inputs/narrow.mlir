// Narrow types as inputs and results of a model.
func.func @main(%x: tensor<4xf8E4M3FN> {rlx.kind = "input", rlx.name = "x"},
                %w: tensor<4xi4> {rlx.kind = "input", rlx.name = "w"})
    -> (tensor<4xf8E5M2> {rlx.name = "y"}, tensor<4xi4> {rlx.name = "v"}, tensor<4xf32> {rlx.name = "z"}) {
  %0 = rlx.cast %x to f32 : (tensor<4xf8E4M3FN>) -> tensor<4xf32>
  %1 = rlx.cast %w to f32 : (tensor<4xi4>) -> tensor<4xf32>
  %2 = rlx.mul %0, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = rlx.cast %2 to f8E5M2 : (tensor<4xf32>) -> tensor<4xf8E5M2>
  %p = rlx.constant dense<[1, 0, 3, 2]> : tensor<4xi64>
  %4 = rlx.gather %w, %p axis = 0 : (tensor<4xi4>, tensor<4xi64>) -> tensor<4xi4>
  return %3, %4, %2 : tensor<4xf8E5M2>, tensor<4xi4>, tensor<4xf32>
}
