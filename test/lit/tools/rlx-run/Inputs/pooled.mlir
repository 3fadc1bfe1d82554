// A window that the width must hold; the test puts in how wide it is.
func.func @main(%x: tensor<?x1x?xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", "", "w"]})
    -> (tensor<?x1x?xf32> {rlx.name = "y"}) {
  %0 = rlx.pool max %x kernel = [WINDOW] : (tensor<?x1x?xf32>) -> tensor<?x1x?xf32>
  return %0 : tensor<?x1x?xf32>
}
