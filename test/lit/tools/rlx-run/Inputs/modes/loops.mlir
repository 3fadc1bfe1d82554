// A while loop around a branch, both with params. Ops on params alone are prepared.
func.func @main(%x: tensor<?x6xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %w: tensor<6x6xf32> {rlx.kind = "param", rlx.name = "w"},
                %b: tensor<6xf32> {rlx.kind = "param", rlx.name = "b"})
    -> (tensor<?x6xf32> {rlx.name = "y"}, tensor<i64> {rlx.name = "turns"}) {
  %zero = rlx.constant dense<0> : tensor<i64>
  %0:2 = rlx.while %zero, %x : (tensor<i64>, tensor<?x6xf32>) -> (tensor<i64>, tensor<?x6xf32>) cond {
  ^bb0(%i: tensor<i64>, %y: tensor<?x6xf32>):
    %five = rlx.constant dense<5> : tensor<i64>
    %more = rlx.compare lt %i, %five : (tensor<i64>, tensor<i64>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i64>, %y: tensor<?x6xf32>):
    %one = rlx.constant dense<1> : tensor<i64>
    %two = rlx.constant dense<2> : tensor<i64>
    %next = rlx.add %i, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %early = rlx.compare lt %i, %two : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %z = rlx.if %early : tensor<i1> -> (tensor<?x6xf32>) {
      %m = rlx.matmul %y, %w : (tensor<?x6xf32>, tensor<6x6xf32>) -> tensor<?x6xf32>
      %t = rlx.tanh %m : (tensor<?x6xf32>) -> tensor<?x6xf32>
      rlx.yield %t : tensor<?x6xf32>
    } else {
      %e = rlx.exp %b : (tensor<6xf32>) -> tensor<6xf32>
      %a = rlx.add %y, %e : (tensor<?x6xf32>, tensor<6xf32>) -> tensor<?x6xf32>
      rlx.yield %a : tensor<?x6xf32>
    }
    rlx.yield %next, %z : tensor<i64>, tensor<?x6xf32>
  }
  return %0#1, %0#0 : tensor<?x6xf32>, tensor<i64>
}
