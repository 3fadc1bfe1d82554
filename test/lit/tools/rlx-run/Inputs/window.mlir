// A window that some sizes cannot hold. Two negative sizes would have a positive product.
func.func @main(%x: tensor<1x1x?x?xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["", "", "h", "w"]},
                %f: tensor<4x1x3x3xf32> {rlx.kind = "param", rlx.name = "f"})
    -> (tensor<1x?xf32> {rlx.name = "y"}) {
  %0 = rlx.conv %x, %f : (tensor<1x1x?x?xf32>, tensor<4x1x3x3xf32>) -> tensor<1x4x?x?xf32>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %h = tensor.dim %0, %c2 : tensor<1x4x?x?xf32>
  %w = tensor.dim %0, %c3 : tensor<1x4x?x?xf32>
  %hw = arith.muli %h, %w : index
  %n = arith.muli %hw, %c4 : index
  %1 = rlx.reshape %0 to [1, %n] : (tensor<1x4x?x?xf32>, index) -> tensor<1x?xf32>
  return %1 : tensor<1x?xf32>
}
