// RUN: rlx-check %s %{quick-lanes}

func.func @literals() -> tensor<25xf32> {
  %a = check.literal dense<[1.5, -7.0, 7.0, -7.0, 6.0, -6.0, 0.0, -0.0, 0.0, 1.0, -1.0, 1.0, 0.0, 0.0, -0.0, 0x7FC00000, 1.0, 0x7F800000, 1.0, -1.0, 1.0, 0x7F800000, 0x7F800000, 3.0000000054977558e+38, 9.99994610111476e-41]> : tensor<25xf32>
  %b = check.literal dense<[2.25, 3.0, -3.0, -3.0, 3.0, 3.0, 1.0, 1.0, -1.0, 0.0, 0.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0x7FC00000, 1.0, 0x7F800000, 0x7F800000, 0xFF800000, 0x7F800000, 0xFF800000, 3.0000000054977558e+38, 9.99994610111476e-41]> : tensor<25xf32>
  %0 = rlx.sub %a, %b : (tensor<25xf32>, tensor<25xf32>) -> tensor<25xf32>
  %w = check.literal dense<[-0.75, -10.0, 10.0, -4.0, 3.0, -9.0, -1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 0.0, 0.0, -0.0, 0x7FC00000, 0x7FC00000, 0x7F800000, 0xFF800000, 0xFF800000, 0x7F800000, 0x7FC00000, 0x7F800000, 0.0, 0.0]> : tensor<25xf32>
  check.expect_eq %0, %w {signed_zeros} : tensor<25xf32>, tensor<25xf32>
  return %0 : tensor<25xf32>
}

func.func @i8_literals() -> tensor<16xi8> {
  %a = check.literal dense<[7, 6, 5, 0, 0, -128, 127, -128, 127, -128, 127, -7, 7, -7, -128, -6]> : tensor<16xi8>
  %b = check.literal dense<[3, 3, 0, 0, 5, -1, -1, 1, 127, -128, 2, 3, -3, -3, 0, 3]> : tensor<16xi8>
  %0 = rlx.sub %a, %b : (tensor<16xi8>, tensor<16xi8>) -> tensor<16xi8>
  %w = check.literal dense<[4, 3, 5, 0, -5, -127, -128, 127, 0, 0, 125, -10, 10, -4, -128, -9]> : tensor<16xi8>
  check.expect_eq %0, %w : tensor<16xi8>, tensor<16xi8>
  return %0 : tensor<16xi8>
}

func.func @i64_literals() -> tensor<16xi64> {
  %a = check.literal dense<[7, 6, 5, 0, 0, -9223372036854775808, 9223372036854775807, -9223372036854775808, 9223372036854775807, -9223372036854775808, 9223372036854775807, -7, 7, -7, -9223372036854775808, -6]> : tensor<16xi64>
  %b = check.literal dense<[3, 3, 0, 0, 5, -1, -1, 1, 9223372036854775807, -9223372036854775808, 2, 3, -3, -3, 0, 3]> : tensor<16xi64>
  %0 = rlx.sub %a, %b : (tensor<16xi64>, tensor<16xi64>) -> tensor<16xi64>
  %w = check.literal dense<[4, 3, 5, 0, -5, -9223372036854775807, -9223372036854775808, 9223372036854775807, 0, 0, 9223372036854775805, -10, 10, -4, -9223372036854775808, -9]> : tensor<16xi64>
  check.expect_eq %0, %w : tensor<16xi64>, tensor<16xi64>
  return %0 : tensor<16xi64>
}

func.func @ui8_literals() -> tensor<11xui8> {
  %a = check.literal dense<[7, 6, 5, 0, 0, 0, 255, 0, 255, 0, 255]> : tensor<11xui8>
  %b = check.literal dense<[3, 3, 0, 0, 5, 255, 255, 1, 255, 0, 2]> : tensor<11xui8>
  %0 = rlx.sub %a, %b : (tensor<11xui8>, tensor<11xui8>) -> tensor<11xui8>
  %w = check.literal dense<[4, 3, 5, 0, 251, 1, 0, 255, 0, 0, 253]> : tensor<11xui8>
  check.expect_eq %0, %w : tensor<11xui8>, tensor<11xui8>
  return %0 : tensor<11xui8>
}

func.func @ui64_literals() -> tensor<11xui64> {
  %a = check.literal dense<[7, 6, 5, 0, 0, 0, 18446744073709551615, 0, 18446744073709551615, 0, 18446744073709551615]> : tensor<11xui64>
  %b = check.literal dense<[3, 3, 0, 0, 5, 18446744073709551615, 18446744073709551615, 1, 18446744073709551615, 0, 2]> : tensor<11xui64>
  %0 = rlx.sub %a, %b : (tensor<11xui64>, tensor<11xui64>) -> tensor<11xui64>
  %w = check.literal dense<[4, 3, 5, 0, 18446744073709551611, 1, 0, 18446744073709551615, 0, 0, 18446744073709551613]> : tensor<11xui64>
  check.expect_eq %0, %w : tensor<11xui64>, tensor<11xui64>
  return %0 : tensor<11xui64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 233 range [-10.0, 10.0] edges all : tensor<5x33xf16>
  %b = check.fill seed 234 range [-10.0, 10.0] edges all : tensor<5x33xf16>
  %0 = rlx.sub %a, %b : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 235 range [-10.0, 10.0] edges all : tensor<5x33xbf16>
  %b = check.fill seed 236 range [-10.0, 10.0] edges all : tensor<5x33xbf16>
  %0 = rlx.sub %a, %b : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 237 range [-10.0, 10.0] edges all : tensor<5x33xf32>
  %b = check.fill seed 238 range [-10.0, 10.0] edges all : tensor<5x33xf32>
  %0 = rlx.sub %a, %b : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 239 range [-10.0, 10.0] edges all : tensor<5x33xf64>
  %b = check.fill seed 240 range [-10.0, 10.0] edges all : tensor<5x33xf64>
  %0 = rlx.sub %a, %b : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @i8() -> tensor<70xi8> {
  %a = check.fill seed 241 range [-128.0, 127.0] edges finite : tensor<70xi8>
  %b = check.fill seed 242 range [-128.0, 127.0] edges finite : tensor<70xi8>
  %0 = rlx.sub %a, %b : (tensor<70xi8>, tensor<70xi8>) -> tensor<70xi8>
  return %0 : tensor<70xi8>
}

func.func @i16() -> tensor<70xi16> {
  %a = check.fill seed 243 range [-30000.0, 30000.0] edges finite : tensor<70xi16>
  %b = check.fill seed 244 range [-30000.0, 30000.0] edges finite : tensor<70xi16>
  %0 = rlx.sub %a, %b : (tensor<70xi16>, tensor<70xi16>) -> tensor<70xi16>
  return %0 : tensor<70xi16>
}

func.func @i32() -> tensor<70xi32> {
  %a = check.fill seed 245 range [-1000000.0, 1000000.0] edges finite : tensor<70xi32>
  %b = check.fill seed 246 range [-1000000.0, 1000000.0] edges finite : tensor<70xi32>
  %0 = rlx.sub %a, %b : (tensor<70xi32>, tensor<70xi32>) -> tensor<70xi32>
  return %0 : tensor<70xi32>
}

func.func @i64() -> tensor<70xi64> {
  %a = check.fill seed 247 range [-1000000000.0, 1000000000.0] edges finite : tensor<70xi64>
  %b = check.fill seed 248 range [-1000000000.0, 1000000000.0] edges finite : tensor<70xi64>
  %0 = rlx.sub %a, %b : (tensor<70xi64>, tensor<70xi64>) -> tensor<70xi64>
  return %0 : tensor<70xi64>
}

func.func @ui8() -> tensor<70xui8> {
  %a = check.fill seed 249 range [0.0, 255.0] edges finite : tensor<70xui8>
  %b = check.fill seed 250 range [0.0, 255.0] edges finite : tensor<70xui8>
  %0 = rlx.sub %a, %b : (tensor<70xui8>, tensor<70xui8>) -> tensor<70xui8>
  return %0 : tensor<70xui8>
}

func.func @ui16() -> tensor<70xui16> {
  %a = check.fill seed 251 range [0.0, 60000.0] edges finite : tensor<70xui16>
  %b = check.fill seed 252 range [0.0, 60000.0] edges finite : tensor<70xui16>
  %0 = rlx.sub %a, %b : (tensor<70xui16>, tensor<70xui16>) -> tensor<70xui16>
  return %0 : tensor<70xui16>
}

func.func @ui32() -> tensor<70xui32> {
  %a = check.fill seed 253 range [0.0, 4000000.0] edges finite : tensor<70xui32>
  %b = check.fill seed 254 range [0.0, 4000000.0] edges finite : tensor<70xui32>
  %0 = rlx.sub %a, %b : (tensor<70xui32>, tensor<70xui32>) -> tensor<70xui32>
  return %0 : tensor<70xui32>
}

func.func @ui64() -> tensor<70xui64> {
  %a = check.fill seed 255 range [0.0, 4000000000.0] edges finite : tensor<70xui64>
  %b = check.fill seed 256 range [0.0, 4000000000.0] edges finite : tensor<70xui64>
  %0 = rlx.sub %a, %b : (tensor<70xui64>, tensor<70xui64>) -> tensor<70xui64>
  return %0 : tensor<70xui64>
}

func.func @broadcast_dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [4, 1, 5] seed 257 range [-10.0, 10.0] : tensor<?x1x?xf32>
  %b = check.fill seed 258 range [-10.0, 10.0] : tensor<3x1xf32>
  %0 = rlx.sub %a, %b : (tensor<?x1x?xf32>, tensor<3x1xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @broadcast_scalar() -> tensor<7xi32> {
  %a = check.fill seed 259 range [1.0, 100.0] : tensor<7xi32>
  %b = check.fill seed 260 range [1.0, 5.0] : tensor<i32>
  %0 = rlx.sub %a, %b : (tensor<7xi32>, tensor<i32>) -> tensor<7xi32>
  return %0 : tensor<7xi32>
}

func.func @empty() -> tensor<0x3xf32> {
  %a = check.fill seed 261 : tensor<0x3xf32>
  %b = check.fill seed 262 : tensor<3xf32>
  %0 = rlx.sub %a, %b : (tensor<0x3xf32>, tensor<3xf32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}
