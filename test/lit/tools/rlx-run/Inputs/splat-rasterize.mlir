func.func @main(%r: tensor<?x15xf32> {rlx.kind = "input", rlx.name = "r", rlx.dims = ["n", ""]},
                %t: tensor<1x2xi64> {rlx.kind = "input", rlx.name = "t"},
                %e: tensor<?xi64> {rlx.kind = "input", rlx.name = "e", rlx.dims = ["m"]},
                %b: tensor<3xf32> {rlx.kind = "input", rlx.name = "b"})
    -> (tensor<1x1x4xf32> {rlx.name = "y"}, tensor<?x15xf32> {rlx.name = "d"}) {
  %0 = rlx.gaussian_splat_rasterize %r, %t, %e, %b {width = 1, height = 1}
      : (tensor<?x15xf32>, tensor<1x2xi64>, tensor<?xi64>, tensor<3xf32>) -> tensor<1x1x4xf32>
  %1 = rlx.gaussian_splat_rasterize_backward %r, %t, %e, %b, %0 {width = 1, height = 1}
      : (tensor<?x15xf32>, tensor<1x2xi64>, tensor<?xi64>, tensor<3xf32>, tensor<1x1x4xf32>) -> tensor<?x15xf32>
  return %0, %1 : tensor<1x1x4xf32>, tensor<?x15xf32>
}
