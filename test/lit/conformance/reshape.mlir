// RUN: rlx-check %s

func.func @literals() -> tensor<3x2xi64> {
  %a = check.literal dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %0 = rlx.reshape %a to [3, 2] : (tensor<2x3xi64>) -> tensor<3x2xi64>
  %w = check.literal dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
  check.expect_eq %0, %w : tensor<3x2xi64>, tensor<3x2xi64>
  return %0 : tensor<3x2xi64>
}

// NaN payloads, infinities and zeros of both signs pass through.
func.func @split_dynamic() -> tensor<?x2x4xf32> {
  %a = check.fill sizes [5, 8] seed 1 edges all : tensor<?x8xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x8xf32>
  %0 = rlx.reshape %a to [%n, 2, 4] : (tensor<?x8xf32>, index) -> tensor<?x2x4xf32>
  return %0 : tensor<?x2x4xf32>
}

func.func @merge_dynamic() -> tensor<?xi1> {
  %a = check.fill sizes [3, 7] seed 2 : tensor<?x7xi1>
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %n = tensor.dim %a, %c0 : tensor<?x7xi1>
  %m = arith.muli %n, %c7 : index
  %0 = rlx.reshape %a to [%m] : (tensor<?x7xi1>, index) -> tensor<?xi1>
  return %0 : tensor<?xi1>
}

func.func @to_scalar() -> tensor<bf16> {
  %a = check.fill seed 3 : tensor<1x1xbf16>
  %0 = rlx.reshape %a to [] : (tensor<1x1xbf16>) -> tensor<bf16>
  return %0 : tensor<bf16>
}

func.func @empty() -> tensor<0x6xui16> {
  %a = check.fill seed 4 : tensor<2x0x3xui16>
  %0 = rlx.reshape %a to [0, 6] : (tensor<2x0x3xui16>) -> tensor<0x6xui16>
  return %0 : tensor<0x6xui16>
}
