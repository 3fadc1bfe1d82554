// What an expectation is about becomes a result, too.
func.func @sum() -> tensor<3xf32> {
  %a = check.fill seed 1 : tensor<3x4xf32>
  %0 = rlx.reduce_sum %a axes = [1] : (tensor<3x4xf32>) -> tensor<3xf32>
  %1 = rlx.slice %a from [0, 1] sizes [3, 1] : (tensor<3x4xf32>) -> tensor<3x1xf32>
  %2 = rlx.neg %1 : (tensor<3x1xf32>) -> tensor<3x1xf32>
  check.expect_finite %2 : tensor<3x1xf32>
  return %0 : tensor<3xf32>
}

func.func @more() -> tensor<3xf32> {
  %a = check.fill seed 2 : tensor<3xf32>
  %b = check.fill seed 3 as param : tensor<3xf32>
  %0 = rlx.add %a, %b : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

func.func @users() -> tensor<3xf32> {
  %a = check.fill seed 1 : tensor<3xf32>
  %0 = rlx.custom "blend"(%a, %a) config = "0.25" outs = [tensor<3xf32>] : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
