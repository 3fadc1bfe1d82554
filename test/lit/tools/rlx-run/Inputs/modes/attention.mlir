// Attention as primitive ops, which the compiler recognizes, and as one op.
func.func @main(%q: tensor<2x3x?x8xf32> {rlx.kind = "input", rlx.name = "q", rlx.dims = ["", "", "n", ""]},
                %k: tensor<2x3x8x?xf32> {rlx.kind = "input", rlx.name = "k", rlx.dims = ["", "", "", "n"]},
                %v: tensor<2x3x?x8xf32> {rlx.kind = "input", rlx.name = "v", rlx.dims = ["", "", "n", ""]})
    -> (tensor<2x3x?x8xf32> {rlx.name = "y"}, tensor<2x3x?x8xf32> {rlx.name = "z"}) {
  %scale = rlx.constant dense<0.35355339> : tensor<f32>
  %0 = rlx.matmul %q, %k : (tensor<2x3x?x8xf32>, tensor<2x3x8x?xf32>) -> tensor<2x3x?x?xf32>
  %1 = rlx.mul %0, %scale : (tensor<2x3x?x?xf32>, tensor<f32>) -> tensor<2x3x?x?xf32>
  %2 = rlx.softmax %1 axis = 3 : (tensor<2x3x?x?xf32>) -> tensor<2x3x?x?xf32>
  %3 = rlx.matmul %2, %v : (tensor<2x3x?x?xf32>, tensor<2x3x?x8xf32>) -> tensor<2x3x?x8xf32>
  %4 = rlx.attention %q, %q, %v layout = bhsd mask = causal
      : (tensor<2x3x?x8xf32>, tensor<2x3x?x8xf32>, tensor<2x3x?x8xf32>) -> tensor<2x3x?x8xf32>
  return %3, %4 : tensor<2x3x?x8xf32>, tensor<2x3x?x8xf32>
}
