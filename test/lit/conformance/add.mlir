// RUN: rlx-check %s

// Values from the definition, with an integer that wraps and the float specials.
func.func @literals() -> (tensor<4xf32>, tensor<3xi8>) {
  %a = check.literal dense<[1.5, -0.0, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
  %b = check.literal dense<[2.25, -0.0, 1.0, 1.0]> : tensor<4xf32>
  %0 = rlx.add %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %w = check.literal dense<[3.75, -0.0, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
  check.expect_eq %0, %w {signed_zeros} : tensor<4xf32>, tensor<4xf32>

  %c = check.literal dense<[127, -128, 5]> : tensor<3xi8>
  %d = check.literal dense<[1, -1, -7]> : tensor<3xi8>
  %1 = rlx.add %c, %d : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %x = check.literal dense<[-128, 127, -2]> : tensor<3xi8>
  check.expect_eq %1, %x : tensor<3xi8>, tensor<3xi8>
  return %0, %1 : tensor<4xf32>, tensor<3xi8>
}

func.func @f32() -> tensor<3x50xf32> {
  %a = check.fill seed 1 edges all : tensor<3x50xf32>
  %b = check.fill seed 2 edges all : tensor<3x50xf32>
  %0 = rlx.add %a, %b : (tensor<3x50xf32>, tensor<3x50xf32>) -> tensor<3x50xf32>
  return %0 : tensor<3x50xf32>
}

func.func @f16() -> tensor<100xf16> {
  %a = check.fill seed 3 range [-300.0, 300.0] : tensor<100xf16>
  %b = check.fill seed 4 : tensor<100xf16>
  %0 = rlx.add %a, %b : (tensor<100xf16>, tensor<100xf16>) -> tensor<100xf16>
  return %0 : tensor<100xf16>
}

func.func @bf16() -> tensor<100xbf16> {
  %a = check.fill seed 5 : tensor<100xbf16>
  %b = check.fill seed 6 : tensor<100xbf16>
  %0 = rlx.add %a, %b : (tensor<100xbf16>, tensor<100xbf16>) -> tensor<100xbf16>
  return %0 : tensor<100xbf16>
}

func.func @ui8_wraps() -> tensor<64xui8> {
  %a = check.fill seed 7 range [0.0, 255.0] edges finite : tensor<64xui8>
  %b = check.fill seed 8 range [0.0, 255.0] edges finite : tensor<64xui8>
  %0 = rlx.add %a, %b : (tensor<64xui8>, tensor<64xui8>) -> tensor<64xui8>
  return %0 : tensor<64xui8>
}

func.func @broadcast_dynamic() -> tensor<?x3x?xf64> {
  %a = check.fill sizes [4, 1, 5] seed 9 : tensor<?x1x?xf64>
  %b = check.fill seed 10 : tensor<3x1xf64>
  %0 = rlx.add %a, %b : (tensor<?x1x?xf64>, tensor<3x1xf64>) -> tensor<?x3x?xf64>
  return %0 : tensor<?x3x?xf64>
}

func.func @empty() -> tensor<0x3xf32> {
  %a = check.fill seed 11 : tensor<0x3xf32>
  %0 = rlx.add %a, %a : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}
