// A recurrent network over the rows of x: its last state, or twice that if flag is set.
func.func @main(%x: tensor<?x?x20xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["t", "b", ""]},
                %h: tensor<?x33xf32> {rlx.kind = "input", rlx.name = "h", rlx.dims = ["b", ""]},
                %flag: tensor<i1> {rlx.kind = "input", rlx.name = "flag"},
                %w: tensor<20x33xf32> {rlx.kind = "param", rlx.name = "w"},
                %u: tensor<33x33xf32> {rlx.kind = "param", rlx.name = "u"})
    -> (tensor<?x33xf32> {rlx.name = "y"}, tensor<?x?x33xf32> {rlx.name = "ys"}) {
  // So small that errors do not grow from iteration to iteration
  %small = rlx.constant dense<0.1> : tensor<f32>
  %v = rlx.mul %u, %small : (tensor<33x33xf32>, tensor<f32>) -> tensor<33x33xf32>
  %0:2 = rlx.scan init(%h : tensor<?x33xf32>) over(%x : tensor<?x?x20xf32>)
      -> (tensor<?x33xf32>, tensor<?x?x33xf32>) {
  ^bb0(%s: tensor<?x33xf32>, %row: tensor<?x20xf32>):
    %1 = rlx.matmul %row, %w : (tensor<?x20xf32>, tensor<20x33xf32>) -> tensor<?x33xf32>
    %2 = rlx.matmul %s, %v : (tensor<?x33xf32>, tensor<33x33xf32>) -> tensor<?x33xf32>
    %3 = rlx.add %1, %2 : (tensor<?x33xf32>, tensor<?x33xf32>) -> tensor<?x33xf32>
    %4 = rlx.tanh %3 : (tensor<?x33xf32>) -> tensor<?x33xf32>
    rlx.yield %4, %4 : tensor<?x33xf32>, tensor<?x33xf32>
  }
  %5 = rlx.if %flag : tensor<i1> -> (tensor<?x33xf32>) {
    %6 = rlx.add %0#0, %0#0 : (tensor<?x33xf32>, tensor<?x33xf32>) -> tensor<?x33xf32>
    rlx.yield %6 : tensor<?x33xf32>
  } else {
    rlx.yield %0#0 : tensor<?x33xf32>
  }
  return %5, %0#1 : tensor<?x33xf32>, tensor<?x?x33xf32>
}
