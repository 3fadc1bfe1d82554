// RUN: rlx-check %s

// By hand; the second is the example of PyTorch and ONNX. The last of two updates of one element
// wins.
func.func @literals() -> (tensor<1x5xf32>, tensor<3x3xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %x = check.literal dense<[[1.0, 2.0, 3.0, 4.0, 5.0]]> : tensor<1x5xf32>
  %i = check.literal dense<[[1, -2]]> : tensor<1x2xi64>
  %u = check.literal dense<[[1.5, 2.5]]> : tensor<1x2xf32>
  %0 = rlx.scatter_elements %x, %i, %u axis = 1 : (tensor<1x5xf32>, tensor<1x2xi64>, tensor<1x2xf32>) -> tensor<1x5xf32>
  %w0 = check.literal dense<[[1.0, 1.5, 3.0, 2.5, 5.0]]> : tensor<1x5xf32>
  check.expect_eq %0, %w0 : tensor<1x5xf32>, tensor<1x5xf32>
  %y = check.literal dense<0.0> : tensor<3x3xf32>
  %j = check.literal dense<[[1, 0, 2], [0, 2, 1]]> : tensor<2x3xi32>
  %v = check.literal dense<[[1.0, 1.1, 1.2], [2.0, 2.1, 2.2]]> : tensor<2x3xf32>
  %1 = rlx.scatter_elements %y, %j, %v axis = 0 : (tensor<3x3xf32>, tensor<2x3xi32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  %w1 = check.literal dense<[[2.0, 1.1, 0.0], [1.0, 0.0, 2.2], [0.0, 2.1, 1.2]]> : tensor<3x3xf32>
  check.expect_eq %1, %w1 : tensor<3x3xf32>, tensor<3x3xf32>
  %z = check.literal dense<[1, 2, 3, 4]> : tensor<4xi32>
  %k = check.literal dense<[2, 2, -1]> : tensor<3xi8>
  %t = check.literal dense<[10, 20, 30]> : tensor<3xi32>
  %2 = rlx.scatter_elements %z, %k, %t axis = 0 reduction = none : (tensor<4xi32>, tensor<3xi8>, tensor<3xi32>) -> tensor<4xi32>
  %w2 = check.literal dense<[1, 2, 20, 30]> : tensor<4xi32>
  check.expect_eq %2, %w2 : tensor<4xi32>, tensor<4xi32>
  %3 = rlx.scatter_elements %z, %k, %t axis = 0 reduction = add : (tensor<4xi32>, tensor<3xi8>, tensor<3xi32>) -> tensor<4xi32>
  %w3 = check.literal dense<[1, 2, 33, 34]> : tensor<4xi32>
  check.expect_eq %3, %w3 : tensor<4xi32>, tensor<4xi32>
  %4 = rlx.scatter_elements %z, %k, %t axis = 0 reduction = mul : (tensor<4xi32>, tensor<3xi8>, tensor<3xi32>) -> tensor<4xi32>
  %w4 = check.literal dense<[1, 2, 600, 120]> : tensor<4xi32>
  check.expect_eq %4, %w4 : tensor<4xi32>, tensor<4xi32>
  return %0, %1, %2, %3, %4 : tensor<1x5xf32>, tensor<3x3xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// f16 cannot represent 2048 + 1, so a sum of ones in f16 would stay at 2048.
func.func @f16_accumulates_in_f32() -> tensor<2xf16> {
  %x = check.literal dense<[2048.0, 1.0]> : tensor<2xf16>
  %i = check.literal dense<[0, 0, 0, 0]> : tensor<4xi64>
  %u = check.literal dense<[1.0, 1.0, 1.0, 1.0]> : tensor<4xf16>
  %0 = rlx.scatter_elements %x, %i, %u axis = 0 reduction = add : (tensor<2xf16>, tensor<4xi64>, tensor<4xf16>) -> tensor<2xf16>
  %w0 = check.literal dense<[2052.0, 1.0]> : tensor<2xf16>
  check.expect_eq %0, %w0 : tensor<2xf16>, tensor<2xf16>
  return %0 : tensor<2xf16>
}

func.func @every_axis() -> (tensor<3x6x5xf32>, tensor<3x6x5xf32>, tensor<3x6x5xf32>) {
  %x = check.fill seed 1 edges all : tensor<3x6x5xf32>
  %i = check.fill seed 2 range [-3.0, 2.0] : tensor<7x4x5xi64>
  %u = check.fill seed 3 : tensor<7x4x5xf32>
  %0 = rlx.scatter_elements %x, %i, %u axis = 0 : (tensor<3x6x5xf32>, tensor<7x4x5xi64>, tensor<7x4x5xf32>) -> tensor<3x6x5xf32>
  %j = check.fill seed 4 range [-6.0, 5.0] : tensor<2x9x5xi32>
  %v = check.fill seed 5 : tensor<2x9x5xf32>
  %1 = rlx.scatter_elements %x, %j, %v axis = -2 reduction = add : (tensor<3x6x5xf32>, tensor<2x9x5xi32>, tensor<2x9x5xf32>) -> tensor<3x6x5xf32>
  %k = check.fill seed 6 range [0.0, 4.0] : tensor<3x6x3xui8>
  %t = check.fill seed 7 : tensor<3x6x3xf32>
  %2 = rlx.scatter_elements %x, %k, %t axis = 2 reduction = mul : (tensor<3x6x5xf32>, tensor<3x6x3xui8>, tensor<3x6x3xf32>) -> tensor<3x6x5xf32>
  return %0, %1, %2 : tensor<3x6x5xf32>, tensor<3x6x5xf32>, tensor<3x6x5xf32>
}

// Several workgroups, some of them beyond the last update. The consumer is a separate kernel.
func.func @dynamic() -> (tensor<?x50xf32>, tensor<?x?xbf16>) {
  %x = check.fill sizes [900, 50] seed 8 : tensor<?x50xf32>
  %i = check.fill sizes [700, 60] seed 9 range [-50.0, 49.0] : tensor<?x60xi64>
  %u = check.fill sizes [700, 60] seed 10 : tensor<?x60xf32>
  %0 = rlx.scatter_elements %x, %i, %u axis = 1 reduction = add : (tensor<?x50xf32>, tensor<?x60xi64>, tensor<?x60xf32>) -> tensor<?x50xf32>
  %1 = rlx.abs %0 : (tensor<?x50xf32>) -> tensor<?x50xf32>
  %y = check.fill sizes [20, 300] seed 11 : tensor<?x?xbf16>
  %j = check.fill sizes [30, 300] seed 12 range [-20.0, 19.0] : tensor<?x?xi64>
  %v = check.fill sizes [30, 300] seed 13 : tensor<?x?xbf16>
  %2 = rlx.scatter_elements %y, %j, %v axis = 0 reduction = add : (tensor<?x?xbf16>, tensor<?x?xi64>, tensor<?x?xbf16>) -> tensor<?x?xbf16>
  return %1, %2 : tensor<?x50xf32>, tensor<?x?xbf16>
}

func.func @types() -> (tensor<4xf64>, tensor<4xi1>, tensor<4xui8>, tensor<4xi16>, tensor<4xui64>) {
  %i = check.literal dense<[3, 0, 3]> : tensor<3xui32>
  %a = check.fill seed 14 : tensor<4xf64>
  %ua = check.fill seed 15 : tensor<3xf64>
  %0 = rlx.scatter_elements %a, %i, %ua axis = 0 reduction = mul : (tensor<4xf64>, tensor<3xui32>, tensor<3xf64>) -> tensor<4xf64>
  %b = check.fill seed 16 : tensor<4xi1>
  %ub = check.fill seed 17 : tensor<3xi1>
  %1 = rlx.scatter_elements %b, %i, %ub axis = 0 : (tensor<4xi1>, tensor<3xui32>, tensor<3xi1>) -> tensor<4xi1>
  %c = check.fill seed 18 edges all : tensor<4xui8>
  %uc = check.fill seed 19 edges all : tensor<3xui8>
  %2 = rlx.scatter_elements %c, %i, %uc axis = 0 reduction = add : (tensor<4xui8>, tensor<3xui32>, tensor<3xui8>) -> tensor<4xui8>
  %d = check.fill seed 20 edges all : tensor<4xi16>
  %ud = check.fill seed 21 edges all : tensor<3xi16>
  %3 = rlx.scatter_elements %d, %i, %ud axis = 0 reduction = mul : (tensor<4xi16>, tensor<3xui32>, tensor<3xi16>) -> tensor<4xi16>
  %e = check.fill seed 22 edges all : tensor<4xui64>
  %ue = check.fill seed 23 edges all : tensor<3xui64>
  %4 = rlx.scatter_elements %e, %i, %ue axis = 0 reduction = add : (tensor<4xui64>, tensor<3xui32>, tensor<3xui64>) -> tensor<4xui64>
  return %0, %1, %2, %3, %4 : tensor<4xf64>, tensor<4xi1>, tensor<4xui8>, tensor<4xi16>, tensor<4xui64>
}

func.func @empty_and_one() -> (tensor<3x2xf32>, tensor<?x2xf32>, tensor<1xi32>) {
  %x = check.fill seed 24 : tensor<3x2xf32>
  %i = check.fill seed 25 : tensor<0x2xi64>
  %u = check.fill seed 26 : tensor<0x2xf32>
  %0 = rlx.scatter_elements %x, %i, %u axis = 0 : (tensor<3x2xf32>, tensor<0x2xi64>, tensor<0x2xf32>) -> tensor<3x2xf32>
  %y = check.fill sizes [0, 2] seed 27 : tensor<?x2xf32>
  %j = check.fill sizes [0, 4] seed 28 : tensor<?x4xi64>
  %v = check.fill sizes [0, 4] seed 29 : tensor<?x4xf32>
  %1 = rlx.scatter_elements %y, %j, %v axis = 1 : (tensor<?x2xf32>, tensor<?x4xi64>, tensor<?x4xf32>) -> tensor<?x2xf32>
  %z = check.literal dense<7> : tensor<1xi32>
  %k = check.literal dense<-1> : tensor<1xi64>
  %t = check.literal dense<-7> : tensor<1xi32>
  %2 = rlx.scatter_elements %z, %k, %t axis = 0 reduction = add : (tensor<1xi32>, tensor<1xi64>, tensor<1xi32>) -> tensor<1xi32>
  return %0, %1, %2 : tensor<3x2xf32>, tensor<?x2xf32>, tensor<1xi32>
}

// Many slices in bf16, which are rounded at every update, and a single slice.
func.func @slices_bf16() -> (tensor<1x6x5x2x4xbf16>, tensor<300xbf16>) {
  %x = check.fill seed 30 : tensor<1x6x5x2x4xbf16>
  %i = check.fill seed 31 range [-1.0, 0.0] : tensor<8x6x5x2x4xi8>
  %u = check.fill seed 32 : tensor<8x6x5x2x4xbf16>
  %0 = rlx.scatter_elements %x, %i, %u axis = 0 reduction = mul
      : (tensor<1x6x5x2x4xbf16>, tensor<8x6x5x2x4xi8>, tensor<8x6x5x2x4xbf16>) -> tensor<1x6x5x2x4xbf16>
  %y = check.fill seed 33 : tensor<300xbf16>
  %j = check.fill seed 34 range [0.0, 299.0] : tensor<400xi32>
  %v = check.fill seed 35 : tensor<400xbf16>
  %1 = rlx.scatter_elements %y, %j, %v axis = 0 reduction = add
      : (tensor<300xbf16>, tensor<400xi32>, tensor<400xbf16>) -> tensor<300xbf16>
  return %0, %1 : tensor<1x6x5x2x4xbf16>, tensor<300xbf16>
}

// The greatest and the least of several updates. NaN stays.
func.func @extrema() -> (tensor<4xf32>, tensor<4xf32>, tensor<3xui8>, tensor<3xi8>) {
  %x = check.literal dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %i = check.literal dense<[0, 0, 1, -1, 2]> : tensor<5xi64>
  %u = check.literal dense<[5.0, 2.0, -7.0, 0x7FC00000, 3.5]> : tensor<5xf32>
  %0 = rlx.scatter_elements %x, %i, %u axis = 0 reduction = max : (tensor<4xf32>, tensor<5xi64>, tensor<5xf32>) -> tensor<4xf32>
  %w0 = check.literal dense<[5.0, 2.0, 3.5, 0x7FC00000]> : tensor<4xf32>
  check.expect_eq %0, %w0 : tensor<4xf32>, tensor<4xf32>
  %1 = rlx.scatter_elements %x, %i, %u axis = 0 reduction = min : (tensor<4xf32>, tensor<5xi64>, tensor<5xf32>) -> tensor<4xf32>
  %w1 = check.literal dense<[1.0, -7.0, 3.0, 0x7FC00000]> : tensor<4xf32>
  check.expect_eq %1, %w1 : tensor<4xf32>, tensor<4xf32>
  %y = check.literal dense<[200, 1, 7]> : tensor<3xui8>
  %j = check.literal dense<[0, 1, 2]> : tensor<3xi64>
  %v = check.literal dense<[3, 255, 7]> : tensor<3xui8>
  %2 = rlx.scatter_elements %y, %j, %v axis = 0 reduction = max : (tensor<3xui8>, tensor<3xi64>, tensor<3xui8>) -> tensor<3xui8>
  %w2 = check.literal dense<[200, 255, 7]> : tensor<3xui8>
  check.expect_eq %2, %w2 : tensor<3xui8>, tensor<3xui8>
  %z = check.literal dense<[-100, 1, 7]> : tensor<3xi8>
  %t = check.literal dense<[3, -1, 8]> : tensor<3xi8>
  %3 = rlx.scatter_elements %z, %j, %t axis = 0 reduction = min : (tensor<3xi8>, tensor<3xi64>, tensor<3xi8>) -> tensor<3xi8>
  %w3 = check.literal dense<[-100, -1, 7]> : tensor<3xi8>
  check.expect_eq %3, %w3 : tensor<3xi8>, tensor<3xi8>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<3xui8>, tensor<3xi8>
}
