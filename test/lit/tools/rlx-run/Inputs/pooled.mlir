// A window that must fit in the width. The test inserts the window size.
func.func @main(%x: tensor<?x1x?xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", "", "w"]})
    -> (tensor<?x1x?xf32> {rlx.name = "y"}) {
  %0 = rlx.pool max %x kernel = [WINDOW] : (tensor<?x1x?xf32>) -> tensor<?x1x?xf32>
  return %0 : tensor<?x1x?xf32>
}
