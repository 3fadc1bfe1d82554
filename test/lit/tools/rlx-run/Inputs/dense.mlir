// A dense layer with a dynamic batch, which most tests of rlx-run use.
func.func @main(%x: tensor<?x3xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["batch", ""]},
                %w: tensor<3x2xf32> {rlx.kind = "param", rlx.name = "w"},
                %b: tensor<2xf32> {rlx.kind = "param", rlx.name = "b"})
    -> (tensor<?x2xf32> {rlx.name = "y"}) {
  %0 = rlx.matmul %x, %w : (tensor<?x3xf32>, tensor<3x2xf32>) -> tensor<?x2xf32>
  %1 = rlx.add %0, %b : (tensor<?x2xf32>, tensor<2xf32>) -> tensor<?x2xf32>
  return %1 : tensor<?x2xf32>
}
