// Two additions whose sizes must agree at run time.
func.func @main(
    %x: tensor<?xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n"]},
    %y: tensor<?xf32> {rlx.kind = "input", rlx.name = "y", rlx.dims = ["m"]},
    %z: tensor<?xf32> {rlx.kind = "input", rlx.name = "z", rlx.dims = ["k"]})
    -> (tensor<?xf32> {rlx.name = "sum"}) {
  %0 = rlx.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = rlx.add %0, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
