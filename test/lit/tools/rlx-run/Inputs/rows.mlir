// The first min(n, k) rows of x.
func.func @main(%x: tensor<?x2xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %k: tensor<1xi64> {rlx.kind = "input", rlx.name = "k"})
    -> (tensor<?x2xf32> {rlx.name = "y"}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x2xf32>
  %e = tensor.extract %k[%c0] : tensor<1xi64>
  %wanted = arith.index_cast %e : i64 to index
  %m = arith.minsi %n, %wanted : index
  %0 = rlx.slice %x from [0, 0] sizes [%m, 2] : (tensor<?x2xf32>, index) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
