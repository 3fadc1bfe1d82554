// RUN: rlx-check %s

func.func @literals() -> (tensor<1x6xi32>, tensor<7xi32>, tensor<7xi32>, tensor<8xi32>) {
  %a = check.literal dense<[[1, 2, 3]]> : tensor<1x3xi32>
  %v = check.literal dense<9> : tensor<i32>
  %0 = rlx.pad constant %a, %v low [0, 1] high [0, 2] : (tensor<1x3xi32>, tensor<i32>) -> tensor<1x6xi32>
  %w0 = check.literal dense<[[9, 1, 2, 3, 9, 9]]> : tensor<1x6xi32>
  check.expect_eq %0, %w0 : tensor<1x6xi32>, tensor<1x6xi32>
  %b = check.literal dense<[1, 2, 3]> : tensor<3xi32>
  %1 = rlx.pad reflect %b low [2] high [2] : (tensor<3xi32>) -> tensor<7xi32>
  %w1 = check.literal dense<[3, 2, 1, 2, 3, 2, 1]> : tensor<7xi32>
  check.expect_eq %1, %w1 : tensor<7xi32>, tensor<7xi32>
  %2 = rlx.pad edge %b low [1] high [3] : (tensor<3xi32>) -> tensor<7xi32>
  %w2 = check.literal dense<[1, 1, 2, 3, 3, 3, 3]> : tensor<7xi32>
  check.expect_eq %2, %w2 : tensor<7xi32>, tensor<7xi32>
  // More than once around.
  %3 = rlx.pad wrap %b low [4] high [1] : (tensor<3xi32>) -> tensor<8xi32>
  %w3 = check.literal dense<[3, 1, 2, 3, 1, 2, 3, 1]> : tensor<8xi32>
  check.expect_eq %3, %w3 : tensor<8xi32>, tensor<8xi32>
  return %0, %1, %2, %3 : tensor<1x6xi32>, tensor<7xi32>, tensor<7xi32>, tensor<8xi32>
}

// Zero is the default value.
func.func @image() -> tensor<2x3x9x11xf32> {
  %a = check.fill seed 1 edges all : tensor<2x3x6x7xf32>
  %0 = rlx.pad constant %a low [0, 0, 1, 2] high [0, 0, 2, 2] : (tensor<2x3x6x7xf32>) -> tensor<2x3x9x11xf32>
  return %0 : tensor<2x3x9x11xf32>
}

func.func @dynamic_constant() -> tensor<?x?xf32> {
  %a = check.fill sizes [4, 6] seed 2 : tensor<?x?xf32>
  %v = check.literal dense<0xFF800000> : tensor<f32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x?xf32>
  %0 = rlx.pad constant %a, %v low [0, %n] high [%n, 1] : (tensor<?x?xf32>, tensor<f32>, index, index) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @dynamic_modes() -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %a = check.fill sizes [4, 6] seed 3 : tensor<?x?xf32>
  %0 = rlx.pad reflect %a low [3, 0] high [1, 5] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = rlx.pad edge %a low [3, 0] high [1, 8] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = rlx.pad wrap %a low [9, 0] high [1, 8] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @types() -> (tensor<5xf16>, tensor<5xbf16>, tensor<5xui8>, tensor<5xi1>, tensor<5xf64>) {
  %a = check.fill seed 4 : tensor<3xf16>
  %0 = rlx.pad constant %a low [1] high [1] : (tensor<3xf16>) -> tensor<5xf16>
  %b = check.fill seed 5 : tensor<3xbf16>
  %1 = rlx.pad edge %b low [1] high [1] : (tensor<3xbf16>) -> tensor<5xbf16>
  %c = check.fill seed 6 range [0.0, 255.0] : tensor<3xui8>
  %u = check.fill seed 7 range [200.0, 255.0] : tensor<ui8>
  %2 = rlx.pad constant %c, %u low [1] high [1] : (tensor<3xui8>, tensor<ui8>) -> tensor<5xui8>
  %d = check.fill seed 8 : tensor<3xi1>
  %3 = rlx.pad reflect %d low [1] high [1] : (tensor<3xi1>) -> tensor<5xi1>
  %e = check.fill seed 9 : tensor<3xf64>
  %4 = rlx.pad wrap %e low [1] high [1] : (tensor<3xf64>) -> tensor<5xf64>
  return %0, %1, %2, %3, %4 : tensor<5xf16>, tensor<5xbf16>, tensor<5xui8>, tensor<5xi1>, tensor<5xf64>
}

func.func @empty() -> tensor<2x3xf32> {
  %a = check.fill seed 10 : tensor<2x0xf32>
  %0 = rlx.pad constant %a low [0, 1] high [0, 2] : (tensor<2x0xf32>) -> tensor<2x3xf32>
  %w = check.literal dense<0.0> : tensor<2x3xf32>
  check.expect_eq %0, %w : tensor<2x3xf32>, tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// The input is empty along the tiled dimension.
func.func @empty_rows() -> (tensor<3x1xi64>, tensor<70x40xf32>) {
  %a = check.fill seed 16 : tensor<0x1xi64>
  %v = check.literal dense<-6> : tensor<i64>
  %0 = rlx.pad constant %a, %v low [3, 0] high [0, 0] : (tensor<0x1xi64>, tensor<i64>) -> tensor<3x1xi64>
  %w = check.literal dense<-6> : tensor<3x1xi64>
  check.expect_eq %0, %w : tensor<3x1xi64>, tensor<3x1xi64>
  %b = check.fill seed 17 : tensor<0x38xf32>
  %1 = rlx.pad constant %b low [67, 1] high [3, 1] : (tensor<0x38xf32>) -> tensor<70x40xf32>
  return %0, %1 : tensor<3x1xi64>, tensor<70x40xf32>
}

// Dynamic low pads, up to more than a tile of padding only.
func.func @dynamic_low() -> (tensor<?x40xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %a = check.fill sizes [6, 40] seed 11 : tensor<?x40xf32>
  %s = check.fill sizes [70] seed 12 : tensor<?xf32>
  %v = check.literal dense<2.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %s, %c0 : tensor<?xf32>
  %0 = rlx.pad constant %a, %v low [%n, 0] high [0, 0] : (tensor<?x40xf32>, tensor<f32>, index) -> tensor<?x40xf32>
  %1 = rlx.pad constant %a low [%n, 1] high [2, %n] : (tensor<?x40xf32>, index, index) -> tensor<?x?xf32>
  %e = check.fill sizes [0, 3] seed 13 : tensor<?x?xf32>
  %2 = rlx.pad constant %e, %v low [%n, %n] high [0, 0] : (tensor<?x?xf32>, tensor<f32>, index, index) -> tensor<?x?xf32>
  return %0, %1, %2 : tensor<?x40xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @dynamic_low_ui8() -> tensor<?xui8> {
  %a = check.fill sizes [6] seed 14 range [0.0, 255.0] : tensor<?xui8>
  %v = check.fill seed 15 range [200.0, 255.0] : tensor<ui8>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xui8>
  %0 = rlx.pad constant %a, %v low [%n] high [%n] : (tensor<?xui8>, tensor<ui8>, index, index) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}
