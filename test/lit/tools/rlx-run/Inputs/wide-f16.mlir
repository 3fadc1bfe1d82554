// A matmul of f16 that fills a large GPU.
func.func @main(%x: tensor<4096x512xf16> {rlx.kind = "input", rlx.name = "x"},
                %w: tensor<512x4096xf16> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<4096x4096xf16> {rlx.name = "y"}) {
  %0 = rlx.matmul %x, %w : (tensor<4096x512xf16>, tensor<512x4096xf16>) -> tensor<4096x4096xf16>
  return %0 : tensor<4096x4096xf16>
}
