// An op of a dialect that models may not use.
func.func @main(%x: tensor<?xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n"]})
    -> (tensor<?xf32> {rlx.name = "y"}) {
  %0 = math.absf %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
