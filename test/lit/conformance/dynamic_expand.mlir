// RUN: rlx-check %s

// The size is 1 in one call and the result's in the other.
func.func @mask() -> (tensor<?x1x?xf32>, tensor<?x1x?xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %x = check.fill sizes [3, 1, 17] seed 1 : tensor<?x1x?xf32>
  %one = check.fill sizes [1, 1, 17] seed 2 : tensor<?x1x?xf32>
  %all = check.fill sizes [3, 1, 17] seed 3 : tensor<?x1x?xf32>
  %n = tensor.dim %x, %c0 : tensor<?x1x?xf32>
  %m = tensor.dim %x, %c2 : tensor<?x1x?xf32>
  %a = rlx.dynamic_expand %one dims = [0, 2] to [%n, %m] : (tensor<?x1x?xf32>, index, index) -> tensor<?x1x?xf32>
  %b = rlx.dynamic_expand %all dims = [0, 2] to [%n, %m] : (tensor<?x1x?xf32>, index, index) -> tensor<?x1x?xf32>
  %0 = rlx.add %x, %a : (tensor<?x1x?xf32>, tensor<?x1x?xf32>) -> tensor<?x1x?xf32>
  %1 = rlx.add %x, %b : (tensor<?x1x?xf32>, tensor<?x1x?xf32>) -> tensor<?x1x?xf32>
  return %0, %1 : tensor<?x1x?xf32>, tensor<?x1x?xf32>
}

// The result is returned and read by a kernel.
func.func @returned() -> (tensor<5x2xf32>, tensor<5x2xf32>) {
  %x = check.fill sizes [1, 2] seed 4 : tensor<?x2xf32>
  %0 = rlx.dynamic_expand %x dims = [0] to [5] : (tensor<?x2xf32>) -> tensor<5x2xf32>
  %1 = rlx.exp %0 : (tensor<5x2xf32>) -> tensor<5x2xf32>
  return %0, %1 : tensor<5x2xf32>, tensor<5x2xf32>
}

// Two expansions, of which one changes the size: both are computed.
func.func @either() -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = check.fill sizes [1, 7] seed 5 : tensor<?x?xf32>
  %y = check.fill sizes [4, 7] seed 6 : tensor<?x?xf32>
  %n = tensor.dim %y, %c0 : tensor<?x?xf32>
  %m = tensor.dim %y, %c1 : tensor<?x?xf32>
  %a = rlx.dynamic_expand %x dims = [0, 1] to [%n, %m] : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  %b = rlx.dynamic_expand %y dims = [1] to [%m] : (tensor<?x?xf32>, index) -> tensor<?x?xf32>
  %0 = rlx.mul %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A column against a row, and an expansion of an expansion.
func.func @chain() -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = check.fill sizes [6, 1] seed 7 : tensor<?x?xf32>
  %y = check.fill sizes [1, 9] seed 8 : tensor<?x?xf32>
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %y, %c1 : tensor<?x?xf32>
  %a = rlx.dynamic_expand %x dims = [1] to [%m] : (tensor<?x?xf32>, index) -> tensor<?x?xf32>
  %b = rlx.dynamic_expand %y dims = [0] to [%n] : (tensor<?x?xf32>, index) -> tensor<?x?xf32>
  %0 = rlx.sub %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %c = rlx.dynamic_expand %a dims = [0, 1] to [%n, %m] : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  %1 = rlx.add %0, %c : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

func.func @empty() -> tensor<?x3xf32> {
  %c0 = arith.constant 0 : index
  %x = check.fill sizes [1, 3] seed 9 : tensor<?x3xf32>
  %y = check.fill sizes [0, 3] seed 10 : tensor<?x3xf32>
  %n = tensor.dim %y, %c0 : tensor<?x3xf32>
  %a = rlx.dynamic_expand %x dims = [0] to [%n] : (tensor<?x3xf32>, index) -> tensor<?x3xf32>
  %0 = rlx.add %a, %y : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

func.func @types() -> (tensor<4x3xi1>, tensor<4x3xi64>, tensor<4x3xf16>, tensor<4x3xui8>) {
  %a = check.fill sizes [1, 3] seed 11 : tensor<?x3xi1>
  %0 = rlx.dynamic_expand %a dims = [0] to [4] : (tensor<?x3xi1>) -> tensor<4x3xi1>
  %b = check.fill sizes [1, 3] seed 12 range [0.0, 9.0] edges finite : tensor<?x3xi64>
  %1 = rlx.dynamic_expand %b dims = [0] to [4] : (tensor<?x3xi64>) -> tensor<4x3xi64>
  %c = check.fill sizes [1, 3] seed 13 : tensor<?x3xf16>
  %2 = rlx.dynamic_expand %c dims = [0] to [4] : (tensor<?x3xf16>) -> tensor<4x3xf16>
  %d = check.fill sizes [4, 3] seed 14 range [0.0, 9.0] edges finite : tensor<?x3xui8>
  %3 = rlx.dynamic_expand %d dims = [0] to [4] : (tensor<?x3xui8>) -> tensor<4x3xui8>
  return %0, %1, %2, %3 : tensor<4x3xi1>, tensor<4x3xi64>, tensor<4x3xf16>, tensor<4x3xui8>
}
