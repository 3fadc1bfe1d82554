// A sum with cancellation, and whether it is below zero, which then gives another boolean.
func.func @main(%x: tensor<1x8xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<1xf32> {rlx.name = "sum"}, tensor<1xi1> {rlx.name = "below"}) {
  %zero = rlx.constant dense<0.0> : tensor<f32>
  %0 = rlx.reduce_sum %x axes = [1] : (tensor<1x8xf32>) -> tensor<1xf32>
  %1 = rlx.compare lt %0, %zero : (tensor<1xf32>, tensor<f32>) -> tensor<1xi1>
  return %0, %1 : tensor<1xf32>, tensor<1xi1>
}
