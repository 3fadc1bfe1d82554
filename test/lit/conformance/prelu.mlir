// RUN: rlx-check %s

func.func @literals() -> tensor<8xf32> {
  %a = check.literal dense<[2.0, -2.0, -0.0, 0.0, 0x7FC00000, 0xFF800000, 0x7F800000, -2.0]> : tensor<8xf32>
  %b = check.literal dense<[0.5, 0.5, 0.5, 0x7FC00000, 1.0, 0.5, 3.0, -1.0]> : tensor<8xf32>
  %0 = rlx.prelu %a, %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %w = check.literal dense<[2.0, -1.0, -0.0, 0.0, 0x7FC00000, 0xFF800000, 0x7F800000, 2.0]> : tensor<8xf32>
  check.expect_eq %0, %w {signed_zeros} : tensor<8xf32>, tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @i8_literals() -> tensor<4xi8> {
  %a = check.literal dense<[5, -5, -128, -100]> : tensor<4xi8>
  %b = check.literal dense<[3, 3, -1, 2]> : tensor<4xi8>
  %0 = rlx.prelu %a, %b : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  %w = check.literal dense<[5, -15, -128, 56]> : tensor<4xi8>
  check.expect_eq %0, %w : tensor<4xi8>, tensor<4xi8>
  return %0 : tensor<4xi8>
}

func.func @f16() -> tensor<2x5x33xf16> {
  %a = check.fill seed 698 range [-6.0, 6.0] : tensor<2x5x33xf16>
  %b = check.fill seed 699 range [-6.0, 6.0] : tensor<5x1xf16>
  %0 = rlx.prelu %a, %b : (tensor<2x5x33xf16>, tensor<5x1xf16>) -> tensor<2x5x33xf16>
  return %0 : tensor<2x5x33xf16>
}

func.func @bf16() -> tensor<2x5x33xbf16> {
  %a = check.fill seed 700 range [-6.0, 6.0] : tensor<2x5x33xbf16>
  %b = check.fill seed 701 range [-6.0, 6.0] : tensor<5x1xbf16>
  %0 = rlx.prelu %a, %b : (tensor<2x5x33xbf16>, tensor<5x1xbf16>) -> tensor<2x5x33xbf16>
  return %0 : tensor<2x5x33xbf16>
}

func.func @f32() -> tensor<2x5x33xf32> {
  %a = check.fill seed 702 range [-6.0, 6.0] : tensor<2x5x33xf32>
  %b = check.fill seed 703 range [-6.0, 6.0] : tensor<5x1xf32>
  %0 = rlx.prelu %a, %b : (tensor<2x5x33xf32>, tensor<5x1xf32>) -> tensor<2x5x33xf32>
  return %0 : tensor<2x5x33xf32>
}

func.func @f64() -> tensor<2x5x33xf64> {
  %a = check.fill seed 704 range [-6.0, 6.0] : tensor<2x5x33xf64>
  %b = check.fill seed 705 range [-6.0, 6.0] : tensor<5x1xf64>
  %0 = rlx.prelu %a, %b : (tensor<2x5x33xf64>, tensor<5x1xf64>) -> tensor<2x5x33xf64>
  return %0 : tensor<2x5x33xf64>
}

func.func @i8() -> tensor<2x5x33xi8> {
  %a = check.fill seed 706 range [-9.0, 9.0] : tensor<2x5x33xi8>
  %b = check.fill seed 707 range [-9.0, 9.0] : tensor<5x1xi8>
  %0 = rlx.prelu %a, %b : (tensor<2x5x33xi8>, tensor<5x1xi8>) -> tensor<2x5x33xi8>
  return %0 : tensor<2x5x33xi8>
}

func.func @i16() -> tensor<2x5x33xi16> {
  %a = check.fill seed 708 range [-9.0, 9.0] : tensor<2x5x33xi16>
  %b = check.fill seed 709 range [-9.0, 9.0] : tensor<5x1xi16>
  %0 = rlx.prelu %a, %b : (tensor<2x5x33xi16>, tensor<5x1xi16>) -> tensor<2x5x33xi16>
  return %0 : tensor<2x5x33xi16>
}

func.func @i32() -> tensor<2x5x33xi32> {
  %a = check.fill seed 710 range [-9.0, 9.0] : tensor<2x5x33xi32>
  %b = check.fill seed 711 range [-9.0, 9.0] : tensor<5x1xi32>
  %0 = rlx.prelu %a, %b : (tensor<2x5x33xi32>, tensor<5x1xi32>) -> tensor<2x5x33xi32>
  return %0 : tensor<2x5x33xi32>
}

func.func @i64() -> tensor<2x5x33xi64> {
  %a = check.fill seed 712 range [-9.0, 9.0] : tensor<2x5x33xi64>
  %b = check.fill seed 713 range [-9.0, 9.0] : tensor<5x1xi64>
  %0 = rlx.prelu %a, %b : (tensor<2x5x33xi64>, tensor<5x1xi64>) -> tensor<2x5x33xi64>
  return %0 : tensor<2x5x33xi64>
}

func.func @ui8() -> tensor<2x5x33xui8> {
  %a = check.fill seed 714 range [0.0, 9.0] : tensor<2x5x33xui8>
  %b = check.fill seed 715 range [0.0, 9.0] : tensor<5x1xui8>
  %0 = rlx.prelu %a, %b : (tensor<2x5x33xui8>, tensor<5x1xui8>) -> tensor<2x5x33xui8>
  return %0 : tensor<2x5x33xui8>
}

func.func @ui16() -> tensor<2x5x33xui16> {
  %a = check.fill seed 716 range [0.0, 9.0] : tensor<2x5x33xui16>
  %b = check.fill seed 717 range [0.0, 9.0] : tensor<5x1xui16>
  %0 = rlx.prelu %a, %b : (tensor<2x5x33xui16>, tensor<5x1xui16>) -> tensor<2x5x33xui16>
  return %0 : tensor<2x5x33xui16>
}

func.func @ui32() -> tensor<2x5x33xui32> {
  %a = check.fill seed 718 range [0.0, 9.0] : tensor<2x5x33xui32>
  %b = check.fill seed 719 range [0.0, 9.0] : tensor<5x1xui32>
  %0 = rlx.prelu %a, %b : (tensor<2x5x33xui32>, tensor<5x1xui32>) -> tensor<2x5x33xui32>
  return %0 : tensor<2x5x33xui32>
}

func.func @ui64() -> tensor<2x5x33xui64> {
  %a = check.fill seed 720 range [0.0, 9.0] : tensor<2x5x33xui64>
  %b = check.fill seed 721 range [0.0, 9.0] : tensor<5x1xui64>
  %0 = rlx.prelu %a, %b : (tensor<2x5x33xui64>, tensor<5x1xui64>) -> tensor<2x5x33xui64>
  return %0 : tensor<2x5x33xui64>
}

func.func @broadcast_dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [4, 3, 5] seed 722 : tensor<?x3x?xf32>
  %b = check.fill seed 723 : tensor<3x1xf32>
  %0 = rlx.prelu %a, %b : (tensor<?x3x?xf32>, tensor<3x1xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @empty() -> tensor<0x3xf32> {
  %a = check.fill seed 724 : tensor<0x3xf32>
  %b = check.fill seed 725 : tensor<3xf32>
  %0 = rlx.prelu %a, %b : (tensor<0x3xf32>, tensor<3xf32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}
