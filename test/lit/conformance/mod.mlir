// RUN: rlx-check %s %{quick-lanes}

func.func @literals() -> tensor<25xf32> {
  %a = check.literal dense<[1.5, -7.0, 7.0, -7.0, 6.0, -6.0, 0.0, -0.0, 0.0, 1.0, -1.0, 1.0, 0.0, 0.0, -0.0, 0x7FC00000, 1.0, 0x7F800000, 1.0, -1.0, 1.0, 0x7F800000, 0x7F800000, 3.0000000054977558e+38, 9.99994610111476e-41]> : tensor<25xf32>
  %b = check.literal dense<[2.25, 3.0, -3.0, -3.0, 3.0, 3.0, 1.0, 1.0, -1.0, 0.0, 0.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0x7FC00000, 1.0, 0x7F800000, 0x7F800000, 0xFF800000, 0x7F800000, 0xFF800000, 3.0000000054977558e+38, 9.99994610111476e-41]> : tensor<25xf32>
  %0 = rlx.mod %a, %b : (tensor<25xf32>, tensor<25xf32>) -> tensor<25xf32>
  %w = check.literal dense<[1.5, 2.0, -2.0, -1.0, 0.0, 0.0, 0.0, 0.0, -0.0, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 1.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0.0, 0.0]> : tensor<25xf32>
  check.expect_eq %0, %w {signed_zeros} : tensor<25xf32>, tensor<25xf32>
  return %0 : tensor<25xf32>
}

// The sign is that of the divisor. A divisor of zero gives 0.
func.func @i8_literals() -> tensor<16xi8> {
  %a = check.literal dense<[7, 6, 5, 0, 0, -128, 127, -128, 127, -128, 127, -7, 7, -7, -128, -6]> : tensor<16xi8>
  %b = check.literal dense<[3, 3, 0, 0, 5, -1, -1, 1, 127, -128, 2, 3, -3, -3, 0, 3]> : tensor<16xi8>
  %0 = rlx.mod %a, %b : (tensor<16xi8>, tensor<16xi8>) -> tensor<16xi8>
  %w = check.literal dense<[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, -2, -1, 0, 0]> : tensor<16xi8>
  check.expect_eq %0, %w : tensor<16xi8>, tensor<16xi8>
  return %0 : tensor<16xi8>
}

func.func @i64_literals() -> tensor<16xi64> {
  %a = check.literal dense<[7, 6, 5, 0, 0, -9223372036854775808, 9223372036854775807, -9223372036854775808, 9223372036854775807, -9223372036854775808, 9223372036854775807, -7, 7, -7, -9223372036854775808, -6]> : tensor<16xi64>
  %b = check.literal dense<[3, 3, 0, 0, 5, -1, -1, 1, 9223372036854775807, -9223372036854775808, 2, 3, -3, -3, 0, 3]> : tensor<16xi64>
  %0 = rlx.mod %a, %b : (tensor<16xi64>, tensor<16xi64>) -> tensor<16xi64>
  %w = check.literal dense<[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, -2, -1, 0, 0]> : tensor<16xi64>
  check.expect_eq %0, %w : tensor<16xi64>, tensor<16xi64>
  return %0 : tensor<16xi64>
}

func.func @ui8_literals() -> tensor<11xui8> {
  %a = check.literal dense<[7, 6, 5, 0, 0, 0, 255, 0, 255, 0, 255]> : tensor<11xui8>
  %b = check.literal dense<[3, 3, 0, 0, 5, 255, 255, 1, 255, 0, 2]> : tensor<11xui8>
  %0 = rlx.mod %a, %b : (tensor<11xui8>, tensor<11xui8>) -> tensor<11xui8>
  %w = check.literal dense<[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]> : tensor<11xui8>
  check.expect_eq %0, %w : tensor<11xui8>, tensor<11xui8>
  return %0 : tensor<11xui8>
}

func.func @ui64_literals() -> tensor<11xui64> {
  %a = check.literal dense<[7, 6, 5, 0, 0, 0, 18446744073709551615, 0, 18446744073709551615, 0, 18446744073709551615]> : tensor<11xui64>
  %b = check.literal dense<[3, 3, 0, 0, 5, 18446744073709551615, 18446744073709551615, 1, 18446744073709551615, 0, 2]> : tensor<11xui64>
  %0 = rlx.mod %a, %b : (tensor<11xui64>, tensor<11xui64>) -> tensor<11xui64>
  %w = check.literal dense<[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]> : tensor<11xui64>
  check.expect_eq %0, %w : tensor<11xui64>, tensor<11xui64>
  return %0 : tensor<11xui64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 383 range [-10.0, 10.0] : tensor<5x33xf16>
  %b = check.fill seed 384 range [-10.0, 10.0] : tensor<5x33xf16>
  %0 = rlx.mod %a, %b : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 385 range [-10.0, 10.0] : tensor<5x33xbf16>
  %b = check.fill seed 386 range [-10.0, 10.0] : tensor<5x33xbf16>
  %0 = rlx.mod %a, %b : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 387 range [-10.0, 10.0] : tensor<5x33xf32>
  %b = check.fill seed 388 range [-10.0, 10.0] : tensor<5x33xf32>
  %0 = rlx.mod %a, %b : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 389 range [-10.0, 10.0] : tensor<5x33xf64>
  %b = check.fill seed 390 range [-10.0, 10.0] : tensor<5x33xf64>
  %0 = rlx.mod %a, %b : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @i8() -> tensor<70xi8> {
  %a = check.fill seed 391 range [-128.0, 127.0] edges finite : tensor<70xi8>
  %b = check.fill seed 392 range [-128.0, 127.0] edges finite : tensor<70xi8>
  %0 = rlx.mod %a, %b : (tensor<70xi8>, tensor<70xi8>) -> tensor<70xi8>
  return %0 : tensor<70xi8>
}

func.func @i16() -> tensor<70xi16> {
  %a = check.fill seed 393 range [-30000.0, 30000.0] edges finite : tensor<70xi16>
  %b = check.fill seed 394 range [-30000.0, 30000.0] edges finite : tensor<70xi16>
  %0 = rlx.mod %a, %b : (tensor<70xi16>, tensor<70xi16>) -> tensor<70xi16>
  return %0 : tensor<70xi16>
}

func.func @i32() -> tensor<70xi32> {
  %a = check.fill seed 395 range [-1000000.0, 1000000.0] edges finite : tensor<70xi32>
  %b = check.fill seed 396 range [-1000000.0, 1000000.0] edges finite : tensor<70xi32>
  %0 = rlx.mod %a, %b : (tensor<70xi32>, tensor<70xi32>) -> tensor<70xi32>
  return %0 : tensor<70xi32>
}

func.func @i64() -> tensor<70xi64> {
  %a = check.fill seed 397 range [-1000000000.0, 1000000000.0] edges finite : tensor<70xi64>
  %b = check.fill seed 398 range [-1000000000.0, 1000000000.0] edges finite : tensor<70xi64>
  %0 = rlx.mod %a, %b : (tensor<70xi64>, tensor<70xi64>) -> tensor<70xi64>
  return %0 : tensor<70xi64>
}

func.func @ui8() -> tensor<70xui8> {
  %a = check.fill seed 399 range [0.0, 255.0] edges finite : tensor<70xui8>
  %b = check.fill seed 400 range [0.0, 255.0] edges finite : tensor<70xui8>
  %0 = rlx.mod %a, %b : (tensor<70xui8>, tensor<70xui8>) -> tensor<70xui8>
  return %0 : tensor<70xui8>
}

func.func @ui16() -> tensor<70xui16> {
  %a = check.fill seed 401 range [0.0, 60000.0] edges finite : tensor<70xui16>
  %b = check.fill seed 402 range [0.0, 60000.0] edges finite : tensor<70xui16>
  %0 = rlx.mod %a, %b : (tensor<70xui16>, tensor<70xui16>) -> tensor<70xui16>
  return %0 : tensor<70xui16>
}

func.func @ui32() -> tensor<70xui32> {
  %a = check.fill seed 403 range [0.0, 4000000.0] edges finite : tensor<70xui32>
  %b = check.fill seed 404 range [0.0, 4000000.0] edges finite : tensor<70xui32>
  %0 = rlx.mod %a, %b : (tensor<70xui32>, tensor<70xui32>) -> tensor<70xui32>
  return %0 : tensor<70xui32>
}

func.func @ui64() -> tensor<70xui64> {
  %a = check.fill seed 405 range [0.0, 4000000000.0] edges finite : tensor<70xui64>
  %b = check.fill seed 406 range [0.0, 4000000000.0] edges finite : tensor<70xui64>
  %0 = rlx.mod %a, %b : (tensor<70xui64>, tensor<70xui64>) -> tensor<70xui64>
  return %0 : tensor<70xui64>
}

func.func @broadcast_dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [4, 1, 5] seed 407 range [-10.0, 10.0] : tensor<?x1x?xf32>
  %b = check.fill seed 408 range [-10.0, 10.0] : tensor<3x1xf32>
  %0 = rlx.mod %a, %b : (tensor<?x1x?xf32>, tensor<3x1xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @broadcast_scalar() -> tensor<7xi32> {
  %a = check.fill seed 409 range [1.0, 100.0] : tensor<7xi32>
  %b = check.fill seed 410 range [1.0, 5.0] : tensor<i32>
  %0 = rlx.mod %a, %b : (tensor<7xi32>, tensor<i32>) -> tensor<7xi32>
  return %0 : tensor<7xi32>
}

func.func @empty() -> tensor<0x3xf32> {
  %a = check.fill seed 411 : tensor<0x3xf32>
  %b = check.fill seed 412 : tensor<3xf32>
  %0 = rlx.mod %a, %b : (tensor<0x3xf32>, tensor<3xf32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}
