// RUN: rlx-check %s

func.func @literals() -> tensor<9xf32> {
  %a = check.literal dense<[1.5, -1.5, 0.0, -0.0, 9.99994610111476e-41, -9.99994610111476e-41, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %0 = rlx.abs %a : (tensor<9xf32>) -> tensor<9xf32>
  %w = check.literal dense<[1.5, 1.5, 0.0, 0.0, 9.99994610111476e-41, 9.99994610111476e-41, 0x7FC00000, 0x7F800000, 0x7F800000]> : tensor<9xf32>
  check.expect_eq %0, %w {signed_zeros} : tensor<9xf32>, tensor<9xf32>
  return %0 : tensor<9xf32>
}

// The smallest value is its own negation.
func.func @i8_literals() -> tensor<6xi8> {
  %a = check.literal dense<[0, 1, -128, 127, 5, -5]> : tensor<6xi8>
  %0 = rlx.abs %a : (tensor<6xi8>) -> tensor<6xi8>
  %w = check.literal dense<[0, 1, -128, 127, 5, 5]> : tensor<6xi8>
  check.expect_eq %0, %w : tensor<6xi8>, tensor<6xi8>
  return %0 : tensor<6xi8>
}

func.func @i64_literals() -> tensor<6xi64> {
  %a = check.literal dense<[0, 1, -9223372036854775808, 9223372036854775807, 5, -5]> : tensor<6xi64>
  %0 = rlx.abs %a : (tensor<6xi64>) -> tensor<6xi64>
  %w = check.literal dense<[0, 1, -9223372036854775808, 9223372036854775807, 5, 5]> : tensor<6xi64>
  check.expect_eq %0, %w : tensor<6xi64>, tensor<6xi64>
  return %0 : tensor<6xi64>
}

func.func @ui8_literals() -> tensor<6xui8> {
  %a = check.literal dense<[0, 1, 0, 255, 5, 251]> : tensor<6xui8>
  %0 = rlx.abs %a : (tensor<6xui8>) -> tensor<6xui8>
  %w = check.literal dense<[0, 1, 0, 255, 5, 251]> : tensor<6xui8>
  check.expect_eq %0, %w : tensor<6xui8>, tensor<6xui8>
  return %0 : tensor<6xui8>
}

func.func @ui64_literals() -> tensor<6xui64> {
  %a = check.literal dense<[0, 1, 0, 18446744073709551615, 5, 18446744073709551611]> : tensor<6xui64>
  %0 = rlx.abs %a : (tensor<6xui64>) -> tensor<6xui64>
  %w = check.literal dense<[0, 1, 0, 18446744073709551615, 5, 18446744073709551611]> : tensor<6xui64>
  check.expect_eq %0, %w : tensor<6xui64>, tensor<6xui64>
  return %0 : tensor<6xui64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 177 range [-10.0, 10.0] edges all : tensor<5x33xf16>
  %0 = rlx.abs %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 178 range [-10.0, 10.0] edges all : tensor<5x33xbf16>
  %0 = rlx.abs %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 179 range [-10.0, 10.0] edges all : tensor<5x33xf32>
  %0 = rlx.abs %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 180 range [-10.0, 10.0] edges all : tensor<5x33xf64>
  %0 = rlx.abs %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @i8() -> tensor<5x33xi8> {
  %a = check.fill seed 181 range [-128.0, 127.0] edges finite : tensor<5x33xi8>
  %0 = rlx.abs %a : (tensor<5x33xi8>) -> tensor<5x33xi8>
  return %0 : tensor<5x33xi8>
}

func.func @i16() -> tensor<5x33xi16> {
  %a = check.fill seed 182 range [-30000.0, 30000.0] edges finite : tensor<5x33xi16>
  %0 = rlx.abs %a : (tensor<5x33xi16>) -> tensor<5x33xi16>
  return %0 : tensor<5x33xi16>
}

func.func @i32() -> tensor<5x33xi32> {
  %a = check.fill seed 183 range [-1000000.0, 1000000.0] edges finite : tensor<5x33xi32>
  %0 = rlx.abs %a : (tensor<5x33xi32>) -> tensor<5x33xi32>
  return %0 : tensor<5x33xi32>
}

func.func @i64() -> tensor<5x33xi64> {
  %a = check.fill seed 184 range [-1000000000.0, 1000000000.0] edges finite : tensor<5x33xi64>
  %0 = rlx.abs %a : (tensor<5x33xi64>) -> tensor<5x33xi64>
  return %0 : tensor<5x33xi64>
}

func.func @ui8() -> tensor<5x33xui8> {
  %a = check.fill seed 185 range [0.0, 255.0] edges finite : tensor<5x33xui8>
  %0 = rlx.abs %a : (tensor<5x33xui8>) -> tensor<5x33xui8>
  return %0 : tensor<5x33xui8>
}

func.func @ui16() -> tensor<5x33xui16> {
  %a = check.fill seed 186 range [0.0, 60000.0] edges finite : tensor<5x33xui16>
  %0 = rlx.abs %a : (tensor<5x33xui16>) -> tensor<5x33xui16>
  return %0 : tensor<5x33xui16>
}

func.func @ui32() -> tensor<5x33xui32> {
  %a = check.fill seed 187 range [0.0, 4000000.0] edges finite : tensor<5x33xui32>
  %0 = rlx.abs %a : (tensor<5x33xui32>) -> tensor<5x33xui32>
  return %0 : tensor<5x33xui32>
}

func.func @ui64() -> tensor<5x33xui64> {
  %a = check.fill seed 188 range [0.0, 4000000000.0] edges finite : tensor<5x33xui64>
  %0 = rlx.abs %a : (tensor<5x33xui64>) -> tensor<5x33xui64>
  return %0 : tensor<5x33xui64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 189 range [-10.0, 10.0] : tensor<?x3x?xf32>
  %0 = rlx.abs %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 190 range [-10.0, 10.0] : tensor<f32>
  %0 = rlx.abs %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 191 : tensor<0x4xf32>
  %0 = rlx.abs %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
