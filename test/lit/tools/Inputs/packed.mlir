// The operand of an expectation becomes a result, too.
func.func @sum() -> tensor<3xf64> {
  %a = check.fill seed 1 : tensor<3x4xf64>
  %0 = rlx.reduce_sum %a axes = [1] : (tensor<3x4xf64>) -> tensor<3xf64>
  %1 = rlx.slice %a from [0, 1] sizes [3, 1] : (tensor<3x4xf64>) -> tensor<3x1xf64>
  %2 = rlx.neg %1 : (tensor<3x1xf64>) -> tensor<3x1xf64>
  check.expect_finite %2 : tensor<3x1xf64>
  return %0 : tensor<3xf64>
}

func.func @more() -> tensor<3xf64> {
  %a = check.fill seed 2 : tensor<3xf64>
  %b = check.fill seed 3 as param : tensor<3xf64>
  %0 = rlx.add %a, %b : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// Subnormal numbers, and no elements.
func.func @tiny() -> (tensor<2xf64>, tensor<2xf64>) {
  %a = check.literal dense<[1.0e-310, 2.0]> : tensor<2xf64>
  %0 = rlx.neg %a : (tensor<2xf64>) -> tensor<2xf64>
  %1 = rlx.max %0, %0 : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  check.expect_eq %0, %1 : tensor<2xf64>, tensor<2xf64>
  %b = check.literal dense<[1.0e-300, 2.0]> : tensor<2xf64>
  %2 = rlx.neg %b : (tensor<2xf64>) -> tensor<2xf64>
  return %1, %2 : tensor<2xf64>, tensor<2xf64>
}

func.func @users() -> tensor<3xf32> {
  %a = check.fill seed 1 : tensor<3xf32>
  %0 = rlx.custom "blend"(%a, %a) config = "0.25" outs = [tensor<3xf32>] : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
