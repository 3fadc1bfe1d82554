// A convolution whose bias and activation become part of it; it runs channels last.
func.func @main(%x: tensor<?x8x5x5xf32> {rlx.kind = "input", rlx.name = "x"},
                %f: tensor<16x8x3x3xf32> {rlx.kind = "param", rlx.name = "f"},
                %b: tensor<16x1x1xf32> {rlx.kind = "param", rlx.name = "b"})
    -> (tensor<?x16x5x5xf32> {rlx.name = "y"}) {
  %0 = rlx.conv %x, %f pads = [1, 1, 1, 1] : (tensor<?x8x5x5xf32>, tensor<16x8x3x3xf32>) -> tensor<?x16x5x5xf32>
  %1 = rlx.add %0, %b : (tensor<?x16x5x5xf32>, tensor<16x1x1xf32>) -> tensor<?x16x5x5xf32>
  %2 = rlx.relu %1 : (tensor<?x16x5x5xf32>) -> tensor<?x16x5x5xf32>
  %3 = rlx.softmax %2 axis = 1 : (tensor<?x16x5x5xf32>) -> tensor<?x16x5x5xf32>
  return %3 : tensor<?x16x5x5xf32>
}
