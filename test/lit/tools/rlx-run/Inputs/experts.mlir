func.func @main(%x: tensor<?x8xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %ids: tensor<?xi32> {rlx.kind = "input", rlx.name = "ids", rlx.dims = ["n"]},
                %w: tensor<8x8x8xf32> {rlx.kind = "param", rlx.name = "w"},
                %v: tensor<3x8x8xf32> {rlx.kind = "param", rlx.name = "v"})
    -> (tensor<?x8xf32> {rlx.name = "y"}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %best, %top = rlx.top_k %x k = 1 axis = -1 : (tensor<?x8xf32>) -> (tensor<?x1xf32>, tensor<?x1xi64>)
  %flat = rlx.reshape %top to [%n] : (tensor<?x1xi64>, index) -> tensor<?xi64>
  %0 = rlx.grouped_matmul %x, %w, %flat
      : (tensor<?x8xf32>, tensor<8x8x8xf32>, tensor<?xi64>) -> tensor<?x8xf32>
  %1 = rlx.grouped_matmul %0, %w, %flat
      : (tensor<?x8xf32>, tensor<8x8x8xf32>, tensor<?xi64>) -> tensor<?x8xf32>
  %2 = rlx.grouped_matmul %1, %v, %ids
      : (tensor<?x8xf32>, tensor<3x8x8xf32>, tensor<?xi32>) -> tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}
