// A sum with cancellation: with large inputs single precision is wrong from the sum on.
func.func @main(%x: tensor<?x8xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %w: tensor<8x8xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<?x8xf32> {rlx.name = "y"}) {
  %0 = rlx.neg %x : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = rlx.softmax %0 axis = 1 : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %2 = rlx.reduce_sum %0 axes = [1] {keep_dims = true} : (tensor<?x8xf32>) -> tensor<?x1xf32>
  %3 = rlx.add %1, %2 : (tensor<?x8xf32>, tensor<?x1xf32>) -> tensor<?x8xf32>
  %4 = rlx.matmul %3, %w : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  return %4 : tensor<?x8xf32>
}
