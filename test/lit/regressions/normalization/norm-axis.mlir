// layer_norm and rms_norm ignored the axis and normalized the last dimension. The first result
// would then be -1, 1 in both rows.
// RUN: rlx-check %s
func.func @main() -> (tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>) {
  %v1 = check.literal dense<[[0.0, 2.0], [4.0, 6.0]]> : tensor<2x2xf64>
  %v2 = rlx.layer_norm %v1 axis = 0 eps = 0.0 : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %v3 = check.literal dense<[[-1.3416407864998738, -0.4472135954999579], [0.4472135954999579, 1.3416407864998738]]> : tensor<2x2xf64>
  check.expect_close %v2, %v3 {rtol = 1.0e-14} : tensor<2x2xf64>, tensor<2x2xf64>
  %v4 = check.literal dense<[[1.0, 1.0], [1.0, 7.0]]> : tensor<2x2xf64>
  %v5 = rlx.rms_norm %v4 axis = 0 eps = 0.0 : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %v6 = check.literal dense<[[0.2773500981126146, 0.2773500981126146], [0.2773500981126146, 1.9414506867883021]]> : tensor<2x2xf64>
  check.expect_close %v5, %v6 {rtol = 1.0e-14} : tensor<2x2xf64>, tensor<2x2xf64>
  %v7 = rlx.rms_norm %v4 axis = -1 eps = 0.0 : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %v8 = check.literal dense<[[1.0, 1.0], [0.2, 1.4]]> : tensor<2x2xf64>
  check.expect_close %v7, %v8 {rtol = 1.0e-14} : tensor<2x2xf64>, tensor<2x2xf64>
  return %v2, %v5, %v7 : tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2xf64>
}
