// rows[2 * n + 1, m] times w[m, k] and a row that is added to it.
func.func @main(%x: tensor<?x?xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", "m"]},
                %w: tensor<?x?xf32> {rlx.kind = "input", rlx.name = "w", rlx.dims = ["m", "k"]})
    -> (tensor<?x?xf32> {rlx.name = "y"}) {
  %0 = rlx.matmul %x, %w : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
