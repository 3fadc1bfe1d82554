// The body's sizes equal the op's if k = n + 1 and m = 1.
func.func @main(%x: tensor<?x?x2xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", "m", ""]},
                %y: tensor<?x1xf32> {rlx.kind = "input", rlx.name = "y", rlx.dims = ["k", ""]})
    -> (tensor<?x?xf32> {rlx.name = "sums"}, tensor<?xf32> {rlx.name = "flat"}) {
  %0:2 = rlx.custom "none"(%x, %y) outs = [tensor<?x?xf32>, tensor<?xf32>]
      sizes = [affine_map<()[n, m, a, k, b] -> (k - 1, m)>, affine_map<()[n, m, a, k, b] -> (n * m)>]
      : (tensor<?x?x2xf32>, tensor<?x1xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  ^bb0(%a: tensor<?x?x2xf32>, %b: tensor<?x1xf32>):
    %1 = rlx.reduce_sum %a axes = [2] : (tensor<?x?x2xf32>) -> tensor<?x?xf32>
    %2 = rlx.slice %a from [0, 0, 0] sizes [2, 1, 1] : (tensor<?x?x2xf32>) -> tensor<2x1x1xf32>
    %3 = rlx.reshape %2 to [2] : (tensor<2x1x1xf32>) -> tensor<2xf32>
    rlx.yield %1, %3 : tensor<?x?xf32>, tensor<2xf32>
  }
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?xf32>
}
