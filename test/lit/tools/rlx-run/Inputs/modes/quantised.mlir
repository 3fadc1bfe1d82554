// Block-quantized weights and 8-bit integers.
func.func @main(%x: tensor<?x64xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %p: tensor<5x68xui8> {rlx.kind = "param", rlx.name = "p"},
                %a: tensor<4x8xui8> {rlx.kind = "input", rlx.name = "a"},
                %b: tensor<8x3xi8> {rlx.kind = "param", rlx.name = "b"})
    -> (tensor<?x5xf32> {rlx.name = "y"}, tensor<4x3xi32> {rlx.name = "z"}) {
  %0 = rlx.dequant_matmul %x, %p scheme = q8_0 : (tensor<?x64xf32>, tensor<5x68xui8>) -> tensor<?x5xf32>
  %1 = rlx.relu %0 : (tensor<?x5xf32>) -> tensor<?x5xf32>
  %2 = rlx.matmul_integer %a, %b : (tensor<4x8xui8>, tensor<8x3xi8>) -> tensor<4x3xi32>
  return %1, %2 : tensor<?x5xf32>, tensor<4x3xi32>
}
