// RUN: rlx-check %s

func.func @literals() -> (tensor<2x3xi64>, tensor<2x3xi64>) {
  %start = arith.constant -1 : index
  %0 = rlx.iota from %start to [2, 3] axis = -1 : (index) -> tensor<2x3xi64>
  %e = check.literal dense<[[-1, 0, 1], [-1, 0, 1]]> : tensor<2x3xi64>
  check.expect_eq %0, %e : tensor<2x3xi64>, tensor<2x3xi64>
  %1 = rlx.iota from %start to [2, 3] axis = 0 : (index) -> tensor<2x3xi64>
  %f = check.literal dense<[[-1, -1, -1], [0, 0, 0]]> : tensor<2x3xi64>
  check.expect_eq %1, %f : tensor<2x3xi64>, tensor<2x3xi64>
  return %0, %1 : tensor<2x3xi64>, tensor<2x3xi64>
}

func.func @dynamic() -> tensor<?x1xi64> {
  %x = check.fill sizes [5] seed 1 : tensor<?xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = rlx.iota from %n to [%n, 1] axis = 0 : (index, index) -> tensor<?x1xi64>
  return %0 : tensor<?x1xi64>
}
