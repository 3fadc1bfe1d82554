// RUN: rlx-check %s

func.func @literals() -> (tensor<2xi64>, tensor<2xi64>, tensor<1x3xi64>) {
  %a = check.literal dense<[[3, 1, 1], [-5, -7, -7]]> : tensor<2x3xi32>
  %0 = rlx.argmin %a axis = 1 : (tensor<2x3xi32>) -> tensor<2xi64>
  %w0 = check.literal dense<[1, 1]> : tensor<2xi64>
  check.expect_eq %0, %w0 : tensor<2xi64>, tensor<2xi64>
  %1 = rlx.argmin %a axis = -1 {select_last = true} : (tensor<2x3xi32>) -> tensor<2xi64>
  %w1 = check.literal dense<[2, 2]> : tensor<2xi64>
  check.expect_eq %1, %w1 : tensor<2xi64>, tensor<2xi64>
  %b = check.literal dense<[[200, 1, 7], [100, 255, 7]]> : tensor<2x3xui8>
  %2 = rlx.argmin %b axis = 0 {keep_dims = true} : (tensor<2x3xui8>) -> tensor<1x3xi64>
  %w2 = check.literal dense<[[1, 0, 0]]> : tensor<1x3xi64>
  check.expect_eq %2, %w2 : tensor<1x3xi64>, tensor<1x3xi64>
  return %0, %1, %2 : tensor<2xi64>, tensor<2xi64>, tensor<1x3xi64>
}

// The first NaN wins. A row of infinity still has a minimum.
func.func @specials() -> tensor<3xi64> {
  %a = check.literal dense<[[0xFF800000, 0x7FC00000, 0x7FC00000], [0x7F800000, 0x7F800000, 0x7F800000],
                            [0.0, -0.0, 1.0]]> : tensor<3x3xf32>
  %0 = rlx.argmin %a axis = 1 : (tensor<3x3xf32>) -> tensor<3xi64>
  %w = check.literal dense<[1, 0, 0]> : tensor<3xi64>
  check.expect_eq %0, %w : tensor<3xi64>, tensor<3xi64>
  return %0 : tensor<3xi64>
}

func.func @dynamic() -> (tensor<?x5xi64>, tensor<?x7xi64>) {
  %a = check.fill sizes [2, 7, 5] seed 1 edges all : tensor<?x7x5xf32>
  %0 = rlx.argmin %a axis = 1 : (tensor<?x7x5xf32>) -> tensor<?x5xi64>
  %1 = rlx.argmin %a axis = 2 {select_last = true} : (tensor<?x7x5xf32>) -> tensor<?x7xi64>
  return %0, %1 : tensor<?x5xi64>, tensor<?x7xi64>
}

func.func @types() -> (tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) {
  %a = check.fill seed 2 edges all : tensor<4x9xf16>
  %0 = rlx.argmin %a axis = 1 : (tensor<4x9xf16>) -> tensor<4xi64>
  %b = check.fill seed 3 edges finite : tensor<4x9xui64>
  %1 = rlx.argmin %b axis = 1 : (tensor<4x9xui64>) -> tensor<4xi64>
  %c = check.fill seed 4 : tensor<4x3xi1>
  %2 = rlx.argmin %c axis = 1 : (tensor<4x3xi1>) -> tensor<4xi64>
  %d = check.fill seed 5 edges finite : tensor<4x9xi16>
  %3 = rlx.argmin %d axis = 1 : (tensor<4x9xi16>) -> tensor<4xi64>
  return %0, %1, %2, %3 : tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>
}

// Long axes, and sizes that fill no vector or tile. Few different values, so that many are extreme.
func.func @long() -> (tensor<37xi64>, tensor<37xi64>, tensor<1x531xi64>, tensor<3x67xi64>, tensor<?xi64>, tensor<?xi64>, tensor<2xi64>) {
  %a = check.fill seed 61 : tensor<37x1003xi8>
  %0 = rlx.argmin %a axis = 1 : (tensor<37x1003xi8>) -> tensor<37xi64>
  %1 = rlx.argmin %a axis = 1 {select_last = true} : (tensor<37x1003xi8>) -> tensor<37xi64>
  %b = check.fill seed 62 : tensor<307x531xf32>
  %2 = rlx.argmin %b axis = 0 {keep_dims = true} : (tensor<307x531xf32>) -> tensor<1x531xi64>
  %c = check.fill seed 63 edges all : tensor<3x131x67xf32>
  %3 = rlx.argmin %c axis = 1 {select_last = true} : (tensor<3x131x67xf32>) -> tensor<3x67xi64>
  %d = check.fill sizes [129, 517] seed 64 edges all : tensor<?x?xf32>
  %4 = rlx.argmin %d axis = 0 : (tensor<?x?xf32>) -> tensor<?xi64>
  %5 = rlx.argmin %d axis = 1 : (tensor<?x?xf32>) -> tensor<?xi64>
  %e = check.fill seed 65 : tensor<2x1xf64>
  %6 = rlx.argmin %e axis = 1 : (tensor<2x1xf64>) -> tensor<2xi64>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<37xi64>, tensor<37xi64>, tensor<1x531xi64>, tensor<3x67xi64>, tensor<?xi64>, tensor<?xi64>, tensor<2xi64>
}
