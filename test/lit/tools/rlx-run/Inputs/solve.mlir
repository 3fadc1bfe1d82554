func.func @main(%a: tensor<?x2x2xf32> {rlx.kind = "input", rlx.name = "a", rlx.dims = ["n", "", ""]},
                %b: tensor<?x2xf32> {rlx.kind = "input", rlx.name = "b", rlx.dims = ["n", ""]})
    -> (tensor<?x2xf32> {rlx.name = "x"}) {
  %0 = rlx.dense_solve %a, %b : (tensor<?x2x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
