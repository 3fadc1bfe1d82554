// RUN: rlx-check %s

func.func @bool() -> tensor<2xi1> {
  %a = check.literal dense<[true, false]> : tensor<2xi1>
  %0 = rlx.not %a : (tensor<2xi1>) -> tensor<2xi1>
  %w = check.literal dense<[false, true]> : tensor<2xi1>
  check.expect_eq %0, %w : tensor<2xi1>, tensor<2xi1>
  return %0 : tensor<2xi1>
}

func.func @i8_literals() -> tensor<5xi8> {
  %a = check.literal dense<[0, -1, 127, -128, 5]> : tensor<5xi8>
  %0 = rlx.not %a : (tensor<5xi8>) -> tensor<5xi8>
  %w = check.literal dense<[-1, 0, -128, 127, -6]> : tensor<5xi8>
  check.expect_eq %0, %w : tensor<5xi8>, tensor<5xi8>
  return %0 : tensor<5xi8>
}

func.func @ui16_literals() -> tensor<3xui16> {
  %a = check.literal dense<[0, 65535, 1]> : tensor<3xui16>
  %0 = rlx.not %a : (tensor<3xui16>) -> tensor<3xui16>
  %w = check.literal dense<[65535, 0, 65534]> : tensor<3xui16>
  check.expect_eq %0, %w : tensor<3xui16>, tensor<3xui16>
  return %0 : tensor<3xui16>
}

func.func @i1() -> tensor<5x33xi1> {
  %a = check.fill seed 207 : tensor<5x33xi1>
  %0 = rlx.not %a : (tensor<5x33xi1>) -> tensor<5x33xi1>
  return %0 : tensor<5x33xi1>
}

func.func @i8() -> tensor<5x33xi8> {
  %a = check.fill seed 208 range [-128.0, 127.0] edges finite : tensor<5x33xi8>
  %0 = rlx.not %a : (tensor<5x33xi8>) -> tensor<5x33xi8>
  return %0 : tensor<5x33xi8>
}

func.func @i16() -> tensor<5x33xi16> {
  %a = check.fill seed 209 range [-30000.0, 30000.0] edges finite : tensor<5x33xi16>
  %0 = rlx.not %a : (tensor<5x33xi16>) -> tensor<5x33xi16>
  return %0 : tensor<5x33xi16>
}

func.func @i32() -> tensor<5x33xi32> {
  %a = check.fill seed 210 range [-1000000.0, 1000000.0] edges finite : tensor<5x33xi32>
  %0 = rlx.not %a : (tensor<5x33xi32>) -> tensor<5x33xi32>
  return %0 : tensor<5x33xi32>
}

func.func @i64() -> tensor<5x33xi64> {
  %a = check.fill seed 211 range [-1000000000.0, 1000000000.0] edges finite : tensor<5x33xi64>
  %0 = rlx.not %a : (tensor<5x33xi64>) -> tensor<5x33xi64>
  return %0 : tensor<5x33xi64>
}

func.func @ui8() -> tensor<5x33xui8> {
  %a = check.fill seed 212 range [0.0, 255.0] edges finite : tensor<5x33xui8>
  %0 = rlx.not %a : (tensor<5x33xui8>) -> tensor<5x33xui8>
  return %0 : tensor<5x33xui8>
}

func.func @ui16() -> tensor<5x33xui16> {
  %a = check.fill seed 213 range [0.0, 60000.0] edges finite : tensor<5x33xui16>
  %0 = rlx.not %a : (tensor<5x33xui16>) -> tensor<5x33xui16>
  return %0 : tensor<5x33xui16>
}

func.func @ui32() -> tensor<5x33xui32> {
  %a = check.fill seed 214 range [0.0, 4000000.0] edges finite : tensor<5x33xui32>
  %0 = rlx.not %a : (tensor<5x33xui32>) -> tensor<5x33xui32>
  return %0 : tensor<5x33xui32>
}

func.func @ui64() -> tensor<5x33xui64> {
  %a = check.fill seed 215 range [0.0, 4000000000.0] edges finite : tensor<5x33xui64>
  %0 = rlx.not %a : (tensor<5x33xui64>) -> tensor<5x33xui64>
  return %0 : tensor<5x33xui64>
}

func.func @dynamic() -> tensor<?x3x?xi1> {
  %a = check.fill sizes [2, 3, 5] seed 216 : tensor<?x3x?xi1>
  %0 = rlx.not %a : (tensor<?x3x?xi1>) -> tensor<?x3x?xi1>
  return %0 : tensor<?x3x?xi1>
}

func.func @scalar() -> tensor<i1> {
  %a = check.fill seed 217 : tensor<i1>
  %0 = rlx.not %a : (tensor<i1>) -> tensor<i1>
  return %0 : tensor<i1>
}

func.func @empty() -> tensor<0x4xi1> {
  %a = check.fill seed 218 : tensor<0x4xi1>
  %0 = rlx.not %a : (tensor<0x4xi1>) -> tensor<0x4xi1>
  return %0 : tensor<0x4xi1>
}
