// Normalization, matmuls with bias and activation, a residual: ops that the compiler fuses.
func.func @main(%x: tensor<?x24xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %s: tensor<24xf32> {rlx.kind = "param", rlx.name = "s"},
                %b: tensor<24xf32> {rlx.kind = "param", rlx.name = "b"},
                %w: tensor<24x40xf32> {rlx.kind = "param", rlx.name = "w"},
                %c: tensor<40xf32> {rlx.kind = "param", rlx.name = "c"},
                %v: tensor<40x24xf32> {rlx.kind = "param", rlx.name = "v"})
    -> (tensor<?x24xf32> {rlx.name = "y"}) {
  %0 = rlx.layer_norm %x gamma %s beta %b axis = 1 eps = 1.0e-5
      : (tensor<?x24xf32>, tensor<24xf32>, tensor<24xf32>) -> tensor<?x24xf32>
  %1 = rlx.matmul %0, %w : (tensor<?x24xf32>, tensor<24x40xf32>) -> tensor<?x40xf32>
  %2 = rlx.add %1, %c : (tensor<?x40xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %3 = rlx.gelu %2 : (tensor<?x40xf32>) -> tensor<?x40xf32>
  %4 = rlx.matmul %3, %v : (tensor<?x40xf32>, tensor<40x24xf32>) -> tensor<?x24xf32>
  %5 = rlx.add %4, %x : (tensor<?x24xf32>, tensor<?x24xf32>) -> tensor<?x24xf32>
  %6 = rlx.log_softmax %5 axis = 1 : (tensor<?x24xf32>) -> tensor<?x24xf32>
  return %6 : tensor<?x24xf32>
}
