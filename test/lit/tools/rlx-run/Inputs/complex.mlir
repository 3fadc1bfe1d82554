func.func @main(%x: tensor<?xcomplex<f32>> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n"]},
                %w: tensor<2xcomplex<f32>> {rlx.kind = "input", rlx.name = "w"})
    -> (tensor<?xcomplex<f32>> {rlx.name = "y", rlx.dims = ["n"]}, tensor<2xcomplex<f64>> {rlx.name = "z"}) {
  %0 = rlx.conj %x : (tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
  %1 = rlx.cast %w to complex<f64> : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f64>>
  return %0, %1 : tensor<?xcomplex<f32>>, tensor<2xcomplex<f64>>
}
