// RUN: rlx-check %s

func.func @literals() -> tensor<7xf32> {
  %a = check.literal dense<[1.5, -1.5, 0.0, -0.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<7xf32>
  %0 = rlx.relu %a : (tensor<7xf32>) -> tensor<7xf32>
  %w = check.literal dense<[1.5, 0.0, 0.0, 0.0, 0x7FC00000, 0x7F800000, 0.0]> : tensor<7xf32>
  check.expect_eq %0, %w {signed_zeros} : tensor<7xf32>, tensor<7xf32>
  return %0 : tensor<7xf32>
}

func.func @i8_literals() -> tensor<5xi8> {
  %a = check.literal dense<[-128, -1, 0, 1, 127]> : tensor<5xi8>
  %0 = rlx.relu %a : (tensor<5xi8>) -> tensor<5xi8>
  %w = check.literal dense<[0, 0, 0, 1, 127]> : tensor<5xi8>
  check.expect_eq %0, %w : tensor<5xi8>, tensor<5xi8>
  return %0 : tensor<5xi8>
}

func.func @ui8_literals() -> tensor<3xui8> {
  %a = check.literal dense<[0, 128, 255]> : tensor<3xui8>
  %0 = rlx.relu %a : (tensor<3xui8>) -> tensor<3xui8>
  %w = check.literal dense<[0, 128, 255]> : tensor<3xui8>
  check.expect_eq %0, %w : tensor<3xui8>, tensor<3xui8>
  return %0 : tensor<3xui8>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 683 range [-6.0, 6.0] edges all : tensor<5x33xf16>
  %0 = rlx.relu %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 684 range [-6.0, 6.0] edges all : tensor<5x33xbf16>
  %0 = rlx.relu %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 685 range [-6.0, 6.0] edges all : tensor<5x33xf32>
  %0 = rlx.relu %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 686 range [-6.0, 6.0] edges all : tensor<5x33xf64>
  %0 = rlx.relu %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @i8() -> tensor<5x33xi8> {
  %a = check.fill seed 687 range [-128.0, 127.0] edges finite : tensor<5x33xi8>
  %0 = rlx.relu %a : (tensor<5x33xi8>) -> tensor<5x33xi8>
  return %0 : tensor<5x33xi8>
}

func.func @i16() -> tensor<5x33xi16> {
  %a = check.fill seed 688 range [-30000.0, 30000.0] edges finite : tensor<5x33xi16>
  %0 = rlx.relu %a : (tensor<5x33xi16>) -> tensor<5x33xi16>
  return %0 : tensor<5x33xi16>
}

func.func @i32() -> tensor<5x33xi32> {
  %a = check.fill seed 689 range [-1000000.0, 1000000.0] edges finite : tensor<5x33xi32>
  %0 = rlx.relu %a : (tensor<5x33xi32>) -> tensor<5x33xi32>
  return %0 : tensor<5x33xi32>
}

func.func @i64() -> tensor<5x33xi64> {
  %a = check.fill seed 690 range [-1000000000.0, 1000000000.0] edges finite : tensor<5x33xi64>
  %0 = rlx.relu %a : (tensor<5x33xi64>) -> tensor<5x33xi64>
  return %0 : tensor<5x33xi64>
}

func.func @ui8() -> tensor<5x33xui8> {
  %a = check.fill seed 691 range [0.0, 255.0] edges finite : tensor<5x33xui8>
  %0 = rlx.relu %a : (tensor<5x33xui8>) -> tensor<5x33xui8>
  return %0 : tensor<5x33xui8>
}

func.func @ui16() -> tensor<5x33xui16> {
  %a = check.fill seed 692 range [0.0, 60000.0] edges finite : tensor<5x33xui16>
  %0 = rlx.relu %a : (tensor<5x33xui16>) -> tensor<5x33xui16>
  return %0 : tensor<5x33xui16>
}

func.func @ui32() -> tensor<5x33xui32> {
  %a = check.fill seed 693 range [0.0, 4000000.0] edges finite : tensor<5x33xui32>
  %0 = rlx.relu %a : (tensor<5x33xui32>) -> tensor<5x33xui32>
  return %0 : tensor<5x33xui32>
}

func.func @ui64() -> tensor<5x33xui64> {
  %a = check.fill seed 694 range [0.0, 4000000000.0] edges finite : tensor<5x33xui64>
  %0 = rlx.relu %a : (tensor<5x33xui64>) -> tensor<5x33xui64>
  return %0 : tensor<5x33xui64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 695 range [-6.0, 6.0] : tensor<?x3x?xf32>
  %0 = rlx.relu %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 696 range [-6.0, 6.0] : tensor<f32>
  %0 = rlx.relu %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 697 : tensor<0x4xf32>
  %0 = rlx.relu %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
