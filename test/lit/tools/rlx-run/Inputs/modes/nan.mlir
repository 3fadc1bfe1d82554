// The second op makes an infinity, and the last one a NaN of it.
func.func @main(%x: tensor<?xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n"]},
                %w: tensor<2xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<?xf32> {rlx.name = "y"}) {
  %0 = rlx.relu %x : (tensor<?xf32>) -> tensor<?xf32>
  %1 = rlx.log %0 : (tensor<?xf32>) -> tensor<?xf32>
  %2 = rlx.sub %1, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = rlx.reduce_sum %w axes = [0] : (tensor<2xf32>) -> tensor<f32>
  %4 = rlx.reciprocal %3 : (tensor<f32>) -> tensor<f32>
  %5 = rlx.mul %2, %4 : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %5 : tensor<?xf32>
}
