// A matmul for every entry of two batches, whose sizes have no name.
func.func @main(%a: tensor<?x2x3xf32> {rlx.kind = "input", rlx.name = "a"},
                %b: tensor<?x3x2xf32> {rlx.kind = "input", rlx.name = "b"})
    -> (tensor<?x2x2xf32> {rlx.name = "y"}) {
  %0 = rlx.matmul %a, %b : (tensor<?x2x3xf32>, tensor<?x3x2xf32>) -> tensor<?x2x2xf32>
  return %0 : tensor<?x2x2xf32>
}
