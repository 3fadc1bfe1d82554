// RUN: rlx-check %{sample} %s %{quick-lanes}

func.func @literals() -> tensor<23xf32> {
  %a = check.literal dense<[2.0, 2.0, 2.0, -2.0, -2.0, -2.0, 0.0, 0x7FC00000, 1.0, 0.0, -0.0, -0.0, -0.0, -0.0, 0x7F800000, 0xFF800000, 0xFF800000, 0.5, 2.0, -1.0, 1.0000000200408773e+20, -1.0000000200408773e+20, 9.999999682655225e-21]> : tensor<23xf32>
  %b = check.literal dense<[3.0, -1.0, 0.5, 3.0, 2.0, 0.5, 0.0, 0.0, 0x7FC00000, -1.0, -1.0, -2.0, 3.0, 0.5, 0.5, 3.0, 2.0, 0x7F800000, 0xFF800000, 0x7F800000, 2.0, 3.0, 3.0]> : tensor<23xf32>
  %0 = rlx.pow %a, %b : (tensor<23xf32>, tensor<23xf32>) -> tensor<23xf32>
  %w = check.literal dense<[8.0, 0.5, 1.4142135381698608, -8.0, 4.0, 0x7FC00000, 1.0, 1.0, 1.0, 0x7F800000, 0xFF800000, 0x7F800000, -0.0, 0.0, 0x7F800000, 0xFF800000, 0x7F800000, 0.0, 0.0, 1.0, 0x7F800000, 0xFF800000, 0.0]> : tensor<23xf32>
  check.expect_close %0, %w : tensor<23xf32>, tensor<23xf32>
  return %0 : tensor<23xf32>
}

// The result wraps. A negative exponent truncates the real result.
func.func @i8_literals() -> tensor<24xi8> {
  %a = check.literal dense<[2, 3, 2, 0, 0, 1, 2, 2, 7, 127, 127, 10, -2, -1, -1, 1, 2, 0, -2, -128, -128, -1, 1, -3]> : tensor<24xi8>
  %b = check.literal dense<[3, 4, 0, 0, 3, 100, 7, 8, 11, 2, 127, 20, 3, -3, -2, -5, -1, -1, -2, 2, -128, -128, -128, 5]> : tensor<24xi8>
  %0 = rlx.pow %a, %b : (tensor<24xi8>, tensor<24xi8>) -> tensor<24xi8>
  %w = check.literal dense<[8, 81, 1, 1, 0, 1, -128, 0, -105, 1, 127, 0, -8, -1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 13]> : tensor<24xi8>
  check.expect_eq %0, %w : tensor<24xi8>, tensor<24xi8>
  return %0 : tensor<24xi8>
}

func.func @i64_literals() -> tensor<24xi64> {
  %a = check.literal dense<[2, 3, 2, 0, 0, 1, 2, 2, 7, 9223372036854775807, 9223372036854775807, 10, -2, -1, -1, 1, 2, 0, -2, -9223372036854775808, -9223372036854775808, -1, 1, -3]> : tensor<24xi64>
  %b = check.literal dense<[3, 4, 0, 0, 3, 100, 7, 8, 11, 2, 9223372036854775807, 20, 3, -3, -2, -5, -1, -1, -2, 2, -9223372036854775808, -9223372036854775808, -9223372036854775808, 5]> : tensor<24xi64>
  %0 = rlx.pow %a, %b : (tensor<24xi64>, tensor<24xi64>) -> tensor<24xi64>
  %w = check.literal dense<[8, 81, 1, 1, 0, 1, 128, 256, 1977326743, 1, 9223372036854775807, 7766279631452241920, -8, -1, 1, 1, 0, 0, 0, 0, 0, 1, 1, -243]> : tensor<24xi64>
  check.expect_eq %0, %w : tensor<24xi64>, tensor<24xi64>
  return %0 : tensor<24xi64>
}

func.func @ui8_literals() -> tensor<12xui8> {
  %a = check.literal dense<[2, 3, 2, 0, 0, 1, 2, 2, 7, 255, 255, 10]> : tensor<12xui8>
  %b = check.literal dense<[3, 4, 0, 0, 3, 100, 7, 8, 11, 2, 255, 20]> : tensor<12xui8>
  %0 = rlx.pow %a, %b : (tensor<12xui8>, tensor<12xui8>) -> tensor<12xui8>
  %w = check.literal dense<[8, 81, 1, 1, 0, 1, 128, 0, 151, 1, 255, 0]> : tensor<12xui8>
  check.expect_eq %0, %w : tensor<12xui8>, tensor<12xui8>
  return %0 : tensor<12xui8>
}

func.func @ui64_literals() -> tensor<12xui64> {
  %a = check.literal dense<[2, 3, 2, 0, 0, 1, 2, 2, 7, 18446744073709551615, 18446744073709551615, 10]> : tensor<12xui64>
  %b = check.literal dense<[3, 4, 0, 0, 3, 100, 7, 8, 11, 2, 18446744073709551615, 20]> : tensor<12xui64>
  %0 = rlx.pow %a, %b : (tensor<12xui64>, tensor<12xui64>) -> tensor<12xui64>
  %w = check.literal dense<[8, 81, 1, 1, 0, 1, 128, 256, 1977326743, 1, 18446744073709551615, 7766279631452241920]> : tensor<12xui64>
  check.expect_eq %0, %w : tensor<12xui64>, tensor<12xui64>
  return %0 : tensor<12xui64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 443 range [0.1, 8.0] : tensor<5x33xf16>
  %b = check.fill seed 444 range [-3.0, 3.0] : tensor<5x33xf16>
  %0 = rlx.pow %a, %b : (tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 445 range [0.1, 8.0] : tensor<5x33xbf16>
  %b = check.fill seed 446 range [-3.0, 3.0] : tensor<5x33xbf16>
  %0 = rlx.pow %a, %b : (tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 447 range [0.1, 8.0] : tensor<5x33xf32>
  %b = check.fill seed 448 range [-3.0, 3.0] : tensor<5x33xf32>
  %0 = rlx.pow %a, %b : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 449 range [0.1, 8.0] : tensor<5x33xf64>
  %b = check.fill seed 450 range [-3.0, 3.0] : tensor<5x33xf64>
  %0 = rlx.pow %a, %b : (tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @i8() -> tensor<70xi8> {
  %a = check.fill seed 451 range [-128.0, 127.0] edges finite : tensor<70xi8>
  %b = check.fill seed 452 range [0.0, 9.0] edges finite : tensor<70xi8>
  %0 = rlx.pow %a, %b : (tensor<70xi8>, tensor<70xi8>) -> tensor<70xi8>
  return %0 : tensor<70xi8>
}

func.func @i16() -> tensor<70xi16> {
  %a = check.fill seed 453 range [-30000.0, 30000.0] edges finite : tensor<70xi16>
  %b = check.fill seed 454 range [0.0, 9.0] edges finite : tensor<70xi16>
  %0 = rlx.pow %a, %b : (tensor<70xi16>, tensor<70xi16>) -> tensor<70xi16>
  return %0 : tensor<70xi16>
}

func.func @i32() -> tensor<70xi32> {
  %a = check.fill seed 455 range [-1000000.0, 1000000.0] edges finite : tensor<70xi32>
  %b = check.fill seed 456 range [0.0, 9.0] edges finite : tensor<70xi32>
  %0 = rlx.pow %a, %b : (tensor<70xi32>, tensor<70xi32>) -> tensor<70xi32>
  return %0 : tensor<70xi32>
}

func.func @i64() -> tensor<70xi64> {
  %a = check.fill seed 457 range [-1000000000.0, 1000000000.0] edges finite : tensor<70xi64>
  %b = check.fill seed 458 range [0.0, 9.0] edges finite : tensor<70xi64>
  %0 = rlx.pow %a, %b : (tensor<70xi64>, tensor<70xi64>) -> tensor<70xi64>
  return %0 : tensor<70xi64>
}

func.func @ui8() -> tensor<70xui8> {
  %a = check.fill seed 459 range [0.0, 255.0] edges finite : tensor<70xui8>
  %b = check.fill seed 460 range [0.0, 9.0] edges finite : tensor<70xui8>
  %0 = rlx.pow %a, %b : (tensor<70xui8>, tensor<70xui8>) -> tensor<70xui8>
  return %0 : tensor<70xui8>
}

func.func @ui16() -> tensor<70xui16> {
  %a = check.fill seed 461 range [0.0, 60000.0] edges finite : tensor<70xui16>
  %b = check.fill seed 462 range [0.0, 9.0] edges finite : tensor<70xui16>
  %0 = rlx.pow %a, %b : (tensor<70xui16>, tensor<70xui16>) -> tensor<70xui16>
  return %0 : tensor<70xui16>
}

func.func @ui32() -> tensor<70xui32> {
  %a = check.fill seed 463 range [0.0, 4000000.0] edges finite : tensor<70xui32>
  %b = check.fill seed 464 range [0.0, 9.0] edges finite : tensor<70xui32>
  %0 = rlx.pow %a, %b : (tensor<70xui32>, tensor<70xui32>) -> tensor<70xui32>
  return %0 : tensor<70xui32>
}

func.func @ui64() -> tensor<70xui64> {
  %a = check.fill seed 465 range [0.0, 4000000000.0] edges finite : tensor<70xui64>
  %b = check.fill seed 466 range [0.0, 9.0] edges finite : tensor<70xui64>
  %0 = rlx.pow %a, %b : (tensor<70xui64>, tensor<70xui64>) -> tensor<70xui64>
  return %0 : tensor<70xui64>
}

func.func @broadcast_dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [4, 1, 5] seed 467 range [0.1, 8.0] : tensor<?x1x?xf32>
  %b = check.fill seed 468 range [-3.0, 3.0] : tensor<3x1xf32>
  %0 = rlx.pow %a, %b : (tensor<?x1x?xf32>, tensor<3x1xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @broadcast_scalar() -> tensor<7xi32> {
  %a = check.fill seed 469 range [1.0, 100.0] : tensor<7xi32>
  %b = check.fill seed 470 range [1.0, 5.0] : tensor<i32>
  %0 = rlx.pow %a, %b : (tensor<7xi32>, tensor<i32>) -> tensor<7xi32>
  return %0 : tensor<7xi32>
}

func.func @empty() -> tensor<0x3xf32> {
  %a = check.fill seed 471 : tensor<0x3xf32>
  %b = check.fill seed 472 : tensor<3xf32>
  %0 = rlx.pow %a, %b : (tensor<0x3xf32>, tensor<3xf32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}
