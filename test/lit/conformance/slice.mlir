// RUN: rlx-check %s

func.func @literals() -> (tensor<1x2xi32>, tensor<2x3xi32>, tensor<2x2xi32>) {
  %a = check.literal dense<[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]> : tensor<2x5xi32>
  %0 = rlx.slice %a from [1, 2] sizes [1, 2] : (tensor<2x5xi32>) -> tensor<1x2xi32>
  %w0 = check.literal dense<[[8, 9]]> : tensor<1x2xi32>
  check.expect_eq %0, %w0 : tensor<1x2xi32>, tensor<1x2xi32>
  %1 = rlx.slice %a from [0, 0] sizes [2, 3] strides = [1, 2] : (tensor<2x5xi32>) -> tensor<2x3xi32>
  %w1 = check.literal dense<[[1, 3, 5], [6, 8, 10]]> : tensor<2x3xi32>
  check.expect_eq %1, %w1 : tensor<2x3xi32>, tensor<2x3xi32>
  // Reversed in both dimensions.
  %2 = rlx.slice %a from [1, 4] sizes [2, 2] strides = [-1, -3] : (tensor<2x5xi32>) -> tensor<2x2xi32>
  %w2 = check.literal dense<[[10, 7], [5, 2]]> : tensor<2x2xi32>
  check.expect_eq %2, %w2 : tensor<2x2xi32>, tensor<2x2xi32>
  return %0, %1, %2 : tensor<1x2xi32>, tensor<2x3xi32>, tensor<2x2xi32>
}

// All but the last row, the last three columns.
func.func @dynamic() -> tensor<?x3xf32> {
  %a = check.fill sizes [6, 9] seed 1 edges all : tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %d0 = tensor.dim %a, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %a, %c1 : tensor<?x?xf32>
  %n = arith.subi %d0, %c1 : index
  %s = arith.subi %d1, %c3 : index
  %0 = rlx.slice %a from [0, %s] sizes [%n, 3] : (tensor<?x?xf32>, index, index) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

func.func @reverse_dynamic() -> tensor<?x40xf32> {
  %a = check.fill sizes [5, 40] seed 2 : tensor<?x40xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?x40xf32>
  %s = arith.subi %n, %c1 : index
  %0 = rlx.slice %a from [%s, 39] sizes [%n, 40] strides = [-1, -1] : (tensor<?x40xf32>, index, index) -> tensor<?x40xf32>
  return %0 : tensor<?x40xf32>
}

func.func @types() -> (tensor<4xf16>, tensor<4xbf16>, tensor<4xui16>, tensor<4xi1>, tensor<4xf64>) {
  %a = check.fill seed 3 : tensor<9xf16>
  %0 = rlx.slice %a from [1] sizes [4] strides = [2] : (tensor<9xf16>) -> tensor<4xf16>
  %b = check.fill seed 4 : tensor<9xbf16>
  %1 = rlx.slice %b from [1] sizes [4] strides = [2] : (tensor<9xbf16>) -> tensor<4xbf16>
  %c = check.fill seed 5 range [0.0, 65535.0] : tensor<9xui16>
  %2 = rlx.slice %c from [7] sizes [4] strides = [-2] : (tensor<9xui16>) -> tensor<4xui16>
  %d = check.fill seed 6 : tensor<9xi1>
  %3 = rlx.slice %d from [5] sizes [4] : (tensor<9xi1>) -> tensor<4xi1>
  %e = check.fill seed 7 : tensor<9xf64>
  %4 = rlx.slice %e from [0] sizes [4] : (tensor<9xf64>) -> tensor<4xf64>
  return %0, %1, %2, %3, %4 : tensor<4xf16>, tensor<4xbf16>, tensor<4xui16>, tensor<4xi1>, tensor<4xf64>
}

func.func @empty() -> (tensor<2x0xf32>, tensor<0x3xf32>) {
  %a = check.fill seed 8 : tensor<2x3xf32>
  %0 = rlx.slice %a from [0, 3] sizes [2, 0] : (tensor<2x3xf32>) -> tensor<2x0xf32>
  %b = check.fill seed 9 : tensor<0x3xf32>
  %1 = rlx.slice %b from [0, 0] sizes [0, 3] : (tensor<0x3xf32>) -> tensor<0x3xf32>
  return %0, %1 : tensor<2x0xf32>, tensor<0x3xf32>
}

// More elements than one invocation of some devices copies.
func.func @large() -> tensor<?x300xf32> {
  %a = check.fill sizes [290, 300] seed 240 : tensor<?x300xf32>
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c280 = arith.constant 280 : index
  %0 = rlx.slice %a from [%c5, %c0] sizes [%c280, 300] : (tensor<?x300xf32>, index, index, index) -> tensor<?x300xf32>
  return %0 : tensor<?x300xf32>
}
