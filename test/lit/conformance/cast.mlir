// RUN: rlx-check %{sample} %s %{quick-lanes}

// Toward zero, saturating, NaN to 0.
func.func @f32_to_i8() -> tensor<26xi8> {
  %a = check.literal dense<[0.0, -0.0, 0.8999999761581421, -0.8999999761581421, 1.5, -1.5, 127.0, 127.9000015258789, 128.0, -128.0, -128.89999389648438, -129.0, 255.0, 255.89999389648438, 256.0, 1.0000000150474662e+30, -1.0000000150474662e+30, 0x7FC00000, 0x7F800000, 0xFF800000, 2147483648.0, -2147483648.0, 4294967296.0, 9.300000300729369e+18, -9.300000300729369e+18, 1.900000073262039e+19]> : tensor<26xf32>
  %0 = rlx.cast %a to i8 : (tensor<26xf32>) -> tensor<26xi8>
  %w = check.literal dense<[0, 0, 0, 0, 1, -1, 127, 127, 127, -128, -128, -128, 127, 127, 127, 127, -128, 0, 127, -128, 127, -128, 127, 127, -128, 127]> : tensor<26xi8>
  check.expect_eq %0, %w : tensor<26xi8>, tensor<26xi8>
  return %0 : tensor<26xi8>
}

func.func @f64_to_i8() -> tensor<26xi8> {
  %a = check.literal dense<[0.0, -0.0, 0.9, -0.9, 1.5, -1.5, 127.0, 127.9, 128.0, -128.0, -128.9, -129.0, 255.0, 255.9, 256.0, 1.0e+30, -1.0e+30, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 2147483648.0, -2147483648.0, 4294967296.0, 9.3e+18, -9.3e+18, 1.9e+19]> : tensor<26xf64>
  %0 = rlx.cast %a to i8 : (tensor<26xf64>) -> tensor<26xi8>
  %w = check.literal dense<[0, 0, 0, 0, 1, -1, 127, 127, 127, -128, -128, -128, 127, 127, 127, 127, -128, 0, 127, -128, 127, -128, 127, 127, -128, 127]> : tensor<26xi8>
  check.expect_eq %0, %w : tensor<26xi8>, tensor<26xi8>
  return %0 : tensor<26xi8>
}

func.func @f32_to_i16() -> tensor<26xi16> {
  %a = check.literal dense<[0.0, -0.0, 0.8999999761581421, -0.8999999761581421, 1.5, -1.5, 127.0, 127.9000015258789, 128.0, -128.0, -128.89999389648438, -129.0, 255.0, 255.89999389648438, 256.0, 1.0000000150474662e+30, -1.0000000150474662e+30, 0x7FC00000, 0x7F800000, 0xFF800000, 2147483648.0, -2147483648.0, 4294967296.0, 9.300000300729369e+18, -9.300000300729369e+18, 1.900000073262039e+19]> : tensor<26xf32>
  %0 = rlx.cast %a to i16 : (tensor<26xf32>) -> tensor<26xi16>
  %w = check.literal dense<[0, 0, 0, 0, 1, -1, 127, 127, 128, -128, -128, -129, 255, 255, 256, 32767, -32768, 0, 32767, -32768, 32767, -32768, 32767, 32767, -32768, 32767]> : tensor<26xi16>
  check.expect_eq %0, %w : tensor<26xi16>, tensor<26xi16>
  return %0 : tensor<26xi16>
}

func.func @f64_to_i16() -> tensor<26xi16> {
  %a = check.literal dense<[0.0, -0.0, 0.9, -0.9, 1.5, -1.5, 127.0, 127.9, 128.0, -128.0, -128.9, -129.0, 255.0, 255.9, 256.0, 1.0e+30, -1.0e+30, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 2147483648.0, -2147483648.0, 4294967296.0, 9.3e+18, -9.3e+18, 1.9e+19]> : tensor<26xf64>
  %0 = rlx.cast %a to i16 : (tensor<26xf64>) -> tensor<26xi16>
  %w = check.literal dense<[0, 0, 0, 0, 1, -1, 127, 127, 128, -128, -128, -129, 255, 255, 256, 32767, -32768, 0, 32767, -32768, 32767, -32768, 32767, 32767, -32768, 32767]> : tensor<26xi16>
  check.expect_eq %0, %w : tensor<26xi16>, tensor<26xi16>
  return %0 : tensor<26xi16>
}

func.func @f32_to_i32() -> tensor<26xi32> {
  %a = check.literal dense<[0.0, -0.0, 0.8999999761581421, -0.8999999761581421, 1.5, -1.5, 127.0, 127.9000015258789, 128.0, -128.0, -128.89999389648438, -129.0, 255.0, 255.89999389648438, 256.0, 1.0000000150474662e+30, -1.0000000150474662e+30, 0x7FC00000, 0x7F800000, 0xFF800000, 2147483648.0, -2147483648.0, 4294967296.0, 9.300000300729369e+18, -9.300000300729369e+18, 1.900000073262039e+19]> : tensor<26xf32>
  %0 = rlx.cast %a to i32 : (tensor<26xf32>) -> tensor<26xi32>
  %w = check.literal dense<[0, 0, 0, 0, 1, -1, 127, 127, 128, -128, -128, -129, 255, 255, 256, 2147483647, -2147483648, 0, 2147483647, -2147483648, 2147483647, -2147483648, 2147483647, 2147483647, -2147483648, 2147483647]> : tensor<26xi32>
  check.expect_eq %0, %w : tensor<26xi32>, tensor<26xi32>
  return %0 : tensor<26xi32>
}

func.func @f64_to_i32() -> tensor<26xi32> {
  %a = check.literal dense<[0.0, -0.0, 0.9, -0.9, 1.5, -1.5, 127.0, 127.9, 128.0, -128.0, -128.9, -129.0, 255.0, 255.9, 256.0, 1.0e+30, -1.0e+30, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 2147483648.0, -2147483648.0, 4294967296.0, 9.3e+18, -9.3e+18, 1.9e+19]> : tensor<26xf64>
  %0 = rlx.cast %a to i32 : (tensor<26xf64>) -> tensor<26xi32>
  %w = check.literal dense<[0, 0, 0, 0, 1, -1, 127, 127, 128, -128, -128, -129, 255, 255, 256, 2147483647, -2147483648, 0, 2147483647, -2147483648, 2147483647, -2147483648, 2147483647, 2147483647, -2147483648, 2147483647]> : tensor<26xi32>
  check.expect_eq %0, %w : tensor<26xi32>, tensor<26xi32>
  return %0 : tensor<26xi32>
}

func.func @f32_to_i64() -> tensor<26xi64> {
  %a = check.literal dense<[0.0, -0.0, 0.8999999761581421, -0.8999999761581421, 1.5, -1.5, 127.0, 127.9000015258789, 128.0, -128.0, -128.89999389648438, -129.0, 255.0, 255.89999389648438, 256.0, 1.0000000150474662e+30, -1.0000000150474662e+30, 0x7FC00000, 0x7F800000, 0xFF800000, 2147483648.0, -2147483648.0, 4294967296.0, 9.300000300729369e+18, -9.300000300729369e+18, 1.900000073262039e+19]> : tensor<26xf32>
  %0 = rlx.cast %a to i64 : (tensor<26xf32>) -> tensor<26xi64>
  %w = check.literal dense<[0, 0, 0, 0, 1, -1, 127, 127, 128, -128, -128, -129, 255, 255, 256, 9223372036854775807, -9223372036854775808, 0, 9223372036854775807, -9223372036854775808, 2147483648, -2147483648, 4294967296, 9223372036854775807, -9223372036854775808, 9223372036854775807]> : tensor<26xi64>
  check.expect_eq %0, %w : tensor<26xi64>, tensor<26xi64>
  return %0 : tensor<26xi64>
}

func.func @f64_to_i64() -> tensor<26xi64> {
  %a = check.literal dense<[0.0, -0.0, 0.9, -0.9, 1.5, -1.5, 127.0, 127.9, 128.0, -128.0, -128.9, -129.0, 255.0, 255.9, 256.0, 1.0e+30, -1.0e+30, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 2147483648.0, -2147483648.0, 4294967296.0, 9.3e+18, -9.3e+18, 1.9e+19]> : tensor<26xf64>
  %0 = rlx.cast %a to i64 : (tensor<26xf64>) -> tensor<26xi64>
  %w = check.literal dense<[0, 0, 0, 0, 1, -1, 127, 127, 128, -128, -128, -129, 255, 255, 256, 9223372036854775807, -9223372036854775808, 0, 9223372036854775807, -9223372036854775808, 2147483648, -2147483648, 4294967296, 9223372036854775807, -9223372036854775808, 9223372036854775807]> : tensor<26xi64>
  check.expect_eq %0, %w : tensor<26xi64>, tensor<26xi64>
  return %0 : tensor<26xi64>
}

func.func @f32_to_ui8() -> tensor<26xui8> {
  %a = check.literal dense<[0.0, -0.0, 0.8999999761581421, -0.8999999761581421, 1.5, -1.5, 127.0, 127.9000015258789, 128.0, -128.0, -128.89999389648438, -129.0, 255.0, 255.89999389648438, 256.0, 1.0000000150474662e+30, -1.0000000150474662e+30, 0x7FC00000, 0x7F800000, 0xFF800000, 2147483648.0, -2147483648.0, 4294967296.0, 9.300000300729369e+18, -9.300000300729369e+18, 1.900000073262039e+19]> : tensor<26xf32>
  %0 = rlx.cast %a to ui8 : (tensor<26xf32>) -> tensor<26xui8>
  %w = check.literal dense<[0, 0, 0, 0, 1, 0, 127, 127, 128, 0, 0, 0, 255, 255, 255, 255, 0, 0, 255, 0, 255, 0, 255, 255, 0, 255]> : tensor<26xui8>
  check.expect_eq %0, %w : tensor<26xui8>, tensor<26xui8>
  return %0 : tensor<26xui8>
}

func.func @f64_to_ui8() -> tensor<26xui8> {
  %a = check.literal dense<[0.0, -0.0, 0.9, -0.9, 1.5, -1.5, 127.0, 127.9, 128.0, -128.0, -128.9, -129.0, 255.0, 255.9, 256.0, 1.0e+30, -1.0e+30, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 2147483648.0, -2147483648.0, 4294967296.0, 9.3e+18, -9.3e+18, 1.9e+19]> : tensor<26xf64>
  %0 = rlx.cast %a to ui8 : (tensor<26xf64>) -> tensor<26xui8>
  %w = check.literal dense<[0, 0, 0, 0, 1, 0, 127, 127, 128, 0, 0, 0, 255, 255, 255, 255, 0, 0, 255, 0, 255, 0, 255, 255, 0, 255]> : tensor<26xui8>
  check.expect_eq %0, %w : tensor<26xui8>, tensor<26xui8>
  return %0 : tensor<26xui8>
}

func.func @f32_to_ui16() -> tensor<26xui16> {
  %a = check.literal dense<[0.0, -0.0, 0.8999999761581421, -0.8999999761581421, 1.5, -1.5, 127.0, 127.9000015258789, 128.0, -128.0, -128.89999389648438, -129.0, 255.0, 255.89999389648438, 256.0, 1.0000000150474662e+30, -1.0000000150474662e+30, 0x7FC00000, 0x7F800000, 0xFF800000, 2147483648.0, -2147483648.0, 4294967296.0, 9.300000300729369e+18, -9.300000300729369e+18, 1.900000073262039e+19]> : tensor<26xf32>
  %0 = rlx.cast %a to ui16 : (tensor<26xf32>) -> tensor<26xui16>
  %w = check.literal dense<[0, 0, 0, 0, 1, 0, 127, 127, 128, 0, 0, 0, 255, 255, 256, 65535, 0, 0, 65535, 0, 65535, 0, 65535, 65535, 0, 65535]> : tensor<26xui16>
  check.expect_eq %0, %w : tensor<26xui16>, tensor<26xui16>
  return %0 : tensor<26xui16>
}

func.func @f64_to_ui16() -> tensor<26xui16> {
  %a = check.literal dense<[0.0, -0.0, 0.9, -0.9, 1.5, -1.5, 127.0, 127.9, 128.0, -128.0, -128.9, -129.0, 255.0, 255.9, 256.0, 1.0e+30, -1.0e+30, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 2147483648.0, -2147483648.0, 4294967296.0, 9.3e+18, -9.3e+18, 1.9e+19]> : tensor<26xf64>
  %0 = rlx.cast %a to ui16 : (tensor<26xf64>) -> tensor<26xui16>
  %w = check.literal dense<[0, 0, 0, 0, 1, 0, 127, 127, 128, 0, 0, 0, 255, 255, 256, 65535, 0, 0, 65535, 0, 65535, 0, 65535, 65535, 0, 65535]> : tensor<26xui16>
  check.expect_eq %0, %w : tensor<26xui16>, tensor<26xui16>
  return %0 : tensor<26xui16>
}

func.func @f32_to_ui32() -> tensor<26xui32> {
  %a = check.literal dense<[0.0, -0.0, 0.8999999761581421, -0.8999999761581421, 1.5, -1.5, 127.0, 127.9000015258789, 128.0, -128.0, -128.89999389648438, -129.0, 255.0, 255.89999389648438, 256.0, 1.0000000150474662e+30, -1.0000000150474662e+30, 0x7FC00000, 0x7F800000, 0xFF800000, 2147483648.0, -2147483648.0, 4294967296.0, 9.300000300729369e+18, -9.300000300729369e+18, 1.900000073262039e+19]> : tensor<26xf32>
  %0 = rlx.cast %a to ui32 : (tensor<26xf32>) -> tensor<26xui32>
  %w = check.literal dense<[0, 0, 0, 0, 1, 0, 127, 127, 128, 0, 0, 0, 255, 255, 256, 4294967295, 0, 0, 4294967295, 0, 2147483648, 0, 4294967295, 4294967295, 0, 4294967295]> : tensor<26xui32>
  check.expect_eq %0, %w : tensor<26xui32>, tensor<26xui32>
  return %0 : tensor<26xui32>
}

func.func @f64_to_ui32() -> tensor<26xui32> {
  %a = check.literal dense<[0.0, -0.0, 0.9, -0.9, 1.5, -1.5, 127.0, 127.9, 128.0, -128.0, -128.9, -129.0, 255.0, 255.9, 256.0, 1.0e+30, -1.0e+30, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 2147483648.0, -2147483648.0, 4294967296.0, 9.3e+18, -9.3e+18, 1.9e+19]> : tensor<26xf64>
  %0 = rlx.cast %a to ui32 : (tensor<26xf64>) -> tensor<26xui32>
  %w = check.literal dense<[0, 0, 0, 0, 1, 0, 127, 127, 128, 0, 0, 0, 255, 255, 256, 4294967295, 0, 0, 4294967295, 0, 2147483648, 0, 4294967295, 4294967295, 0, 4294967295]> : tensor<26xui32>
  check.expect_eq %0, %w : tensor<26xui32>, tensor<26xui32>
  return %0 : tensor<26xui32>
}

func.func @f32_to_ui64() -> tensor<26xui64> {
  %a = check.literal dense<[0.0, -0.0, 0.8999999761581421, -0.8999999761581421, 1.5, -1.5, 127.0, 127.9000015258789, 128.0, -128.0, -128.89999389648438, -129.0, 255.0, 255.89999389648438, 256.0, 1.0000000150474662e+30, -1.0000000150474662e+30, 0x7FC00000, 0x7F800000, 0xFF800000, 2147483648.0, -2147483648.0, 4294967296.0, 9.300000300729369e+18, -9.300000300729369e+18, 1.900000073262039e+19]> : tensor<26xf32>
  %0 = rlx.cast %a to ui64 : (tensor<26xf32>) -> tensor<26xui64>
  %w = check.literal dense<[0, 0, 0, 0, 1, 0, 127, 127, 128, 0, 0, 0, 255, 255, 256, 18446744073709551615, 0, 0, 18446744073709551615, 0, 2147483648, 0, 4294967296, 9300000300729368576, 0, 18446744073709551615]> : tensor<26xui64>
  check.expect_eq %0, %w : tensor<26xui64>, tensor<26xui64>
  return %0 : tensor<26xui64>
}

func.func @f64_to_ui64() -> tensor<26xui64> {
  %a = check.literal dense<[0.0, -0.0, 0.9, -0.9, 1.5, -1.5, 127.0, 127.9, 128.0, -128.0, -128.9, -129.0, 255.0, 255.9, 256.0, 1.0e+30, -1.0e+30, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 2147483648.0, -2147483648.0, 4294967296.0, 9.3e+18, -9.3e+18, 1.9e+19]> : tensor<26xf64>
  %0 = rlx.cast %a to ui64 : (tensor<26xf64>) -> tensor<26xui64>
  %w = check.literal dense<[0, 0, 0, 0, 1, 0, 127, 127, 128, 0, 0, 0, 255, 255, 256, 18446744073709551615, 0, 0, 18446744073709551615, 0, 2147483648, 0, 4294967296, 9300000000000000000, 0, 18446744073709551615]> : tensor<26xui64>
  check.expect_eq %0, %w : tensor<26xui64>, tensor<26xui64>
  return %0 : tensor<26xui64>
}

func.func @f16_to_i8() -> tensor<9xi8> {
  %a = check.literal dense<[0.89990234375, -0.89990234375, 127.5, 300.0, -300.0, 0x7E00, 0x7C00, 0xFC00, -0.0]> : tensor<9xf16>
  %0 = rlx.cast %a to i8 : (tensor<9xf16>) -> tensor<9xi8>
  %w = check.literal dense<[0, 0, 127, 127, -128, 0, 127, -128, 0]> : tensor<9xi8>
  check.expect_eq %0, %w : tensor<9xi8>, tensor<9xi8>
  return %0 : tensor<9xi8>
}

func.func @f16_to_ui8() -> tensor<9xui8> {
  %a = check.literal dense<[0.89990234375, -0.89990234375, 127.5, 300.0, -300.0, 0x7E00, 0x7C00, 0xFC00, -0.0]> : tensor<9xf16>
  %0 = rlx.cast %a to ui8 : (tensor<9xf16>) -> tensor<9xui8>
  %w = check.literal dense<[0, 0, 127, 255, 0, 0, 255, 0, 0]> : tensor<9xui8>
  check.expect_eq %0, %w : tensor<9xui8>, tensor<9xui8>
  return %0 : tensor<9xui8>
}

func.func @f16_to_i64() -> tensor<9xi64> {
  %a = check.literal dense<[0.89990234375, -0.89990234375, 127.5, 300.0, -300.0, 0x7E00, 0x7C00, 0xFC00, -0.0]> : tensor<9xf16>
  %0 = rlx.cast %a to i64 : (tensor<9xf16>) -> tensor<9xi64>
  %w = check.literal dense<[0, 0, 127, 300, -300, 0, 9223372036854775807, -9223372036854775808, 0]> : tensor<9xi64>
  check.expect_eq %0, %w : tensor<9xi64>, tensor<9xi64>
  return %0 : tensor<9xi64>
}

func.func @bf16_to_i8() -> tensor<9xi8> {
  %a = check.literal dense<[0.8984375, -0.8984375, 127.5, 300.0, -300.0, 0x7FC0, 0x7F80, 0xFF80, -0.0]> : tensor<9xbf16>
  %0 = rlx.cast %a to i8 : (tensor<9xbf16>) -> tensor<9xi8>
  %w = check.literal dense<[0, 0, 127, 127, -128, 0, 127, -128, 0]> : tensor<9xi8>
  check.expect_eq %0, %w : tensor<9xi8>, tensor<9xi8>
  return %0 : tensor<9xi8>
}

func.func @bf16_to_ui8() -> tensor<9xui8> {
  %a = check.literal dense<[0.8984375, -0.8984375, 127.5, 300.0, -300.0, 0x7FC0, 0x7F80, 0xFF80, -0.0]> : tensor<9xbf16>
  %0 = rlx.cast %a to ui8 : (tensor<9xbf16>) -> tensor<9xui8>
  %w = check.literal dense<[0, 0, 127, 255, 0, 0, 255, 0, 0]> : tensor<9xui8>
  check.expect_eq %0, %w : tensor<9xui8>, tensor<9xui8>
  return %0 : tensor<9xui8>
}

func.func @bf16_to_i64() -> tensor<9xi64> {
  %a = check.literal dense<[0.8984375, -0.8984375, 127.5, 300.0, -300.0, 0x7FC0, 0x7F80, 0xFF80, -0.0]> : tensor<9xbf16>
  %0 = rlx.cast %a to i64 : (tensor<9xbf16>) -> tensor<9xi64>
  %w = check.literal dense<[0, 0, 127, 300, -300, 0, 9223372036854775807, -9223372036854775808, 0]> : tensor<9xi64>
  check.expect_eq %0, %w : tensor<9xi64>, tensor<9xi64>
  return %0 : tensor<9xi64>
}

// NaN is not zero.
func.func @f16_to_i1() -> tensor<6xi1> {
  %a = check.literal dense<[0.0, -0.0, 0x7E00, 0x7C00, 0.5, -1.0]> : tensor<6xf16>
  %0 = rlx.cast %a to i1 : (tensor<6xf16>) -> tensor<6xi1>
  %w = check.literal dense<[false, false, true, true, true, true]> : tensor<6xi1>
  check.expect_eq %0, %w : tensor<6xi1>, tensor<6xi1>
  return %0 : tensor<6xi1>
}

func.func @bf16_to_i1() -> tensor<6xi1> {
  %a = check.literal dense<[0.0, -0.0, 0x7FC0, 0x7F80, 0.5, -1.0]> : tensor<6xbf16>
  %0 = rlx.cast %a to i1 : (tensor<6xbf16>) -> tensor<6xi1>
  %w = check.literal dense<[false, false, true, true, true, true]> : tensor<6xi1>
  check.expect_eq %0, %w : tensor<6xi1>, tensor<6xi1>
  return %0 : tensor<6xi1>
}

func.func @f32_to_i1() -> tensor<6xi1> {
  %a = check.literal dense<[0.0, -0.0, 0x7FC00000, 0x7F800000, 0.5, -1.0]> : tensor<6xf32>
  %0 = rlx.cast %a to i1 : (tensor<6xf32>) -> tensor<6xi1>
  %w = check.literal dense<[false, false, true, true, true, true]> : tensor<6xi1>
  check.expect_eq %0, %w : tensor<6xi1>, tensor<6xi1>
  return %0 : tensor<6xi1>
}

func.func @f64_to_i1() -> tensor<6xi1> {
  %a = check.literal dense<[0.0, -0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0.5, -1.0]> : tensor<6xf64>
  %0 = rlx.cast %a to i1 : (tensor<6xf64>) -> tensor<6xi1>
  %w = check.literal dense<[false, false, true, true, true, true]> : tensor<6xi1>
  check.expect_eq %0, %w : tensor<6xi1>, tensor<6xi1>
  return %0 : tensor<6xi1>
}

func.func @i8_to_i1() -> tensor<5xi1> {
  %a = check.literal dense<[0, 1, -128, 127, 2]> : tensor<5xi8>
  %0 = rlx.cast %a to i1 : (tensor<5xi8>) -> tensor<5xi1>
  %w = check.literal dense<[false, true, true, true, true]> : tensor<5xi1>
  check.expect_eq %0, %w : tensor<5xi1>, tensor<5xi1>
  return %0 : tensor<5xi1>
}

func.func @i1_to_i8() -> tensor<2xi8> {
  %a = check.literal dense<[false, true]> : tensor<2xi1>
  %0 = rlx.cast %a to i8 : (tensor<2xi1>) -> tensor<2xi8>
  %w = check.literal dense<[0, 1]> : tensor<2xi8>
  check.expect_eq %0, %w : tensor<2xi8>, tensor<2xi8>
  return %0 : tensor<2xi8>
}

func.func @i16_to_i1() -> tensor<5xi1> {
  %a = check.literal dense<[0, 1, -32768, 32767, 2]> : tensor<5xi16>
  %0 = rlx.cast %a to i1 : (tensor<5xi16>) -> tensor<5xi1>
  %w = check.literal dense<[false, true, true, true, true]> : tensor<5xi1>
  check.expect_eq %0, %w : tensor<5xi1>, tensor<5xi1>
  return %0 : tensor<5xi1>
}

func.func @i1_to_i16() -> tensor<2xi16> {
  %a = check.literal dense<[false, true]> : tensor<2xi1>
  %0 = rlx.cast %a to i16 : (tensor<2xi1>) -> tensor<2xi16>
  %w = check.literal dense<[0, 1]> : tensor<2xi16>
  check.expect_eq %0, %w : tensor<2xi16>, tensor<2xi16>
  return %0 : tensor<2xi16>
}

func.func @i32_to_i1() -> tensor<5xi1> {
  %a = check.literal dense<[0, 1, -2147483648, 2147483647, 2]> : tensor<5xi32>
  %0 = rlx.cast %a to i1 : (tensor<5xi32>) -> tensor<5xi1>
  %w = check.literal dense<[false, true, true, true, true]> : tensor<5xi1>
  check.expect_eq %0, %w : tensor<5xi1>, tensor<5xi1>
  return %0 : tensor<5xi1>
}

func.func @i1_to_i32() -> tensor<2xi32> {
  %a = check.literal dense<[false, true]> : tensor<2xi1>
  %0 = rlx.cast %a to i32 : (tensor<2xi1>) -> tensor<2xi32>
  %w = check.literal dense<[0, 1]> : tensor<2xi32>
  check.expect_eq %0, %w : tensor<2xi32>, tensor<2xi32>
  return %0 : tensor<2xi32>
}

func.func @i64_to_i1() -> tensor<5xi1> {
  %a = check.literal dense<[0, 1, -9223372036854775808, 9223372036854775807, 2]> : tensor<5xi64>
  %0 = rlx.cast %a to i1 : (tensor<5xi64>) -> tensor<5xi1>
  %w = check.literal dense<[false, true, true, true, true]> : tensor<5xi1>
  check.expect_eq %0, %w : tensor<5xi1>, tensor<5xi1>
  return %0 : tensor<5xi1>
}

func.func @i1_to_i64() -> tensor<2xi64> {
  %a = check.literal dense<[false, true]> : tensor<2xi1>
  %0 = rlx.cast %a to i64 : (tensor<2xi1>) -> tensor<2xi64>
  %w = check.literal dense<[0, 1]> : tensor<2xi64>
  check.expect_eq %0, %w : tensor<2xi64>, tensor<2xi64>
  return %0 : tensor<2xi64>
}

func.func @ui8_to_i1() -> tensor<5xi1> {
  %a = check.literal dense<[0, 1, 0, 255, 2]> : tensor<5xui8>
  %0 = rlx.cast %a to i1 : (tensor<5xui8>) -> tensor<5xi1>
  %w = check.literal dense<[false, true, false, true, true]> : tensor<5xi1>
  check.expect_eq %0, %w : tensor<5xi1>, tensor<5xi1>
  return %0 : tensor<5xi1>
}

func.func @i1_to_ui8() -> tensor<2xui8> {
  %a = check.literal dense<[false, true]> : tensor<2xi1>
  %0 = rlx.cast %a to ui8 : (tensor<2xi1>) -> tensor<2xui8>
  %w = check.literal dense<[0, 1]> : tensor<2xui8>
  check.expect_eq %0, %w : tensor<2xui8>, tensor<2xui8>
  return %0 : tensor<2xui8>
}

func.func @ui16_to_i1() -> tensor<5xi1> {
  %a = check.literal dense<[0, 1, 0, 65535, 2]> : tensor<5xui16>
  %0 = rlx.cast %a to i1 : (tensor<5xui16>) -> tensor<5xi1>
  %w = check.literal dense<[false, true, false, true, true]> : tensor<5xi1>
  check.expect_eq %0, %w : tensor<5xi1>, tensor<5xi1>
  return %0 : tensor<5xi1>
}

func.func @i1_to_ui16() -> tensor<2xui16> {
  %a = check.literal dense<[false, true]> : tensor<2xi1>
  %0 = rlx.cast %a to ui16 : (tensor<2xi1>) -> tensor<2xui16>
  %w = check.literal dense<[0, 1]> : tensor<2xui16>
  check.expect_eq %0, %w : tensor<2xui16>, tensor<2xui16>
  return %0 : tensor<2xui16>
}

func.func @ui32_to_i1() -> tensor<5xi1> {
  %a = check.literal dense<[0, 1, 0, 4294967295, 2]> : tensor<5xui32>
  %0 = rlx.cast %a to i1 : (tensor<5xui32>) -> tensor<5xi1>
  %w = check.literal dense<[false, true, false, true, true]> : tensor<5xi1>
  check.expect_eq %0, %w : tensor<5xi1>, tensor<5xi1>
  return %0 : tensor<5xi1>
}

func.func @i1_to_ui32() -> tensor<2xui32> {
  %a = check.literal dense<[false, true]> : tensor<2xi1>
  %0 = rlx.cast %a to ui32 : (tensor<2xi1>) -> tensor<2xui32>
  %w = check.literal dense<[0, 1]> : tensor<2xui32>
  check.expect_eq %0, %w : tensor<2xui32>, tensor<2xui32>
  return %0 : tensor<2xui32>
}

func.func @ui64_to_i1() -> tensor<5xi1> {
  %a = check.literal dense<[0, 1, 0, 18446744073709551615, 2]> : tensor<5xui64>
  %0 = rlx.cast %a to i1 : (tensor<5xui64>) -> tensor<5xi1>
  %w = check.literal dense<[false, true, false, true, true]> : tensor<5xi1>
  check.expect_eq %0, %w : tensor<5xi1>, tensor<5xi1>
  return %0 : tensor<5xi1>
}

func.func @i1_to_ui64() -> tensor<2xui64> {
  %a = check.literal dense<[false, true]> : tensor<2xi1>
  %0 = rlx.cast %a to ui64 : (tensor<2xi1>) -> tensor<2xui64>
  %w = check.literal dense<[0, 1]> : tensor<2xui64>
  check.expect_eq %0, %w : tensor<2xui64>, tensor<2xui64>
  return %0 : tensor<2xui64>
}

func.func @i1_to_f16() -> tensor<2xf16> {
  %a = check.literal dense<[false, true]> : tensor<2xi1>
  %0 = rlx.cast %a to f16 : (tensor<2xi1>) -> tensor<2xf16>
  %w = check.literal dense<[0.0, 1.0]> : tensor<2xf16>
  check.expect_eq %0, %w : tensor<2xf16>, tensor<2xf16>
  return %0 : tensor<2xf16>
}

func.func @i1_to_bf16() -> tensor<2xbf16> {
  %a = check.literal dense<[false, true]> : tensor<2xi1>
  %0 = rlx.cast %a to bf16 : (tensor<2xi1>) -> tensor<2xbf16>
  %w = check.literal dense<[0.0, 1.0]> : tensor<2xbf16>
  check.expect_eq %0, %w : tensor<2xbf16>, tensor<2xbf16>
  return %0 : tensor<2xbf16>
}

func.func @i1_to_f32() -> tensor<2xf32> {
  %a = check.literal dense<[false, true]> : tensor<2xi1>
  %0 = rlx.cast %a to f32 : (tensor<2xi1>) -> tensor<2xf32>
  %w = check.literal dense<[0.0, 1.0]> : tensor<2xf32>
  check.expect_eq %0, %w : tensor<2xf32>, tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @i1_to_f64() -> tensor<2xf64> {
  %a = check.literal dense<[false, true]> : tensor<2xi1>
  %0 = rlx.cast %a to f64 : (tensor<2xi1>) -> tensor<2xf64>
  %w = check.literal dense<[0.0, 1.0]> : tensor<2xf64>
  check.expect_eq %0, %w : tensor<2xf64>, tensor<2xf64>
  return %0 : tensor<2xf64>
}

// Modulo 2^width.
func.func @i16_to_i8() -> tensor<7xi8> {
  %a = check.literal dense<[127, 128, 255, 256, -1, -129, -32768]> : tensor<7xi16>
  %0 = rlx.cast %a to i8 : (tensor<7xi16>) -> tensor<7xi8>
  %w = check.literal dense<[127, -128, -1, 0, -1, 127, 0]> : tensor<7xi8>
  check.expect_eq %0, %w : tensor<7xi8>, tensor<7xi8>
  return %0 : tensor<7xi8>
}

func.func @i8_to_ui32() -> tensor<3xui32> {
  %a = check.literal dense<[-1, -128, 127]> : tensor<3xi8>
  %0 = rlx.cast %a to ui32 : (tensor<3xi8>) -> tensor<3xui32>
  %w = check.literal dense<[4294967295, 4294967168, 127]> : tensor<3xui32>
  check.expect_eq %0, %w : tensor<3xui32>, tensor<3xui32>
  return %0 : tensor<3xui32>
}

func.func @ui8_to_i32() -> tensor<3xi32> {
  %a = check.literal dense<[255, 128, 1]> : tensor<3xui8>
  %0 = rlx.cast %a to i32 : (tensor<3xui8>) -> tensor<3xi32>
  %w = check.literal dense<[255, 128, 1]> : tensor<3xi32>
  check.expect_eq %0, %w : tensor<3xi32>, tensor<3xi32>
  return %0 : tensor<3xi32>
}

func.func @ui8_to_i8() -> tensor<3xi8> {
  %a = check.literal dense<[255, 128, 127]> : tensor<3xui8>
  %0 = rlx.cast %a to i8 : (tensor<3xui8>) -> tensor<3xi8>
  %w = check.literal dense<[-1, -128, 127]> : tensor<3xi8>
  check.expect_eq %0, %w : tensor<3xi8>, tensor<3xi8>
  return %0 : tensor<3xi8>
}

func.func @i64_to_ui8() -> tensor<3xui8> {
  %a = check.literal dense<[-1, 256, 511]> : tensor<3xi64>
  %0 = rlx.cast %a to ui8 : (tensor<3xi64>) -> tensor<3xui8>
  %w = check.literal dense<[255, 0, 255]> : tensor<3xui8>
  check.expect_eq %0, %w : tensor<3xui8>, tensor<3xui8>
  return %0 : tensor<3xui8>
}

func.func @ui32_to_i64() -> tensor<1xi64> {
  %a = check.literal dense<[4294967295]> : tensor<1xui32>
  %0 = rlx.cast %a to i64 : (tensor<1xui32>) -> tensor<1xi64>
  %w = check.literal dense<[4294967295]> : tensor<1xi64>
  check.expect_eq %0, %w : tensor<1xi64>, tensor<1xi64>
  return %0 : tensor<1xi64>
}

// Ties to even, subnormal results, overflow.
func.func @f32_to_f16() -> tensor<15xf16> {
  %a = check.literal dense<[1.00048828125, 1.00146484375, 1.0004892349243164, 65504.0, 65519.0, 65520.0, 5.960464477539063e-08, 2.9802322387695312e-08, 2.983212610274677e-08, -2.9802322387695312e-08, 1.0000000150474662e+30, 0x7FC00000, 0x7F800000, 0xFF800000, -0.0]> : tensor<15xf32>
  %0 = rlx.cast %a to f16 : (tensor<15xf32>) -> tensor<15xf16>
  %w = check.literal dense<[1.0, 1.001953125, 1.0009765625, 65504.0, 65504.0, 0x7C00, 5.960464477539063e-08, 0.0, 5.960464477539063e-08, -0.0, 0x7C00, 0x7E00, 0x7C00, 0xFC00, -0.0]> : tensor<15xf16>
  check.expect_eq %0, %w {signed_zeros} : tensor<15xf16>, tensor<15xf16>
  return %0 : tensor<15xf16>
}

func.func @f32_to_bf16() -> tensor<11xbf16> {
  %a = check.literal dense<[1.00390625, 1.01171875, 1.0039072036743164, 3.3800000765064914e+38, 9.183549615799121e-41, 4.591774807899561e-41, 4.637737397529415e-41, 0x7FC00000, 0x7F800000, 0xFF800000, -0.0]> : tensor<11xf32>
  %0 = rlx.cast %a to bf16 : (tensor<11xf32>) -> tensor<11xbf16>
  %w = check.literal dense<[1.0, 1.015625, 1.0078125, 3.3762391092936863e+38, 9.183549615799121e-41, 0.0, 9.183549615799121e-41, 0x7FC0, 0x7F80, 0xFF80, -0.0]> : tensor<11xbf16>
  check.expect_eq %0, %w {signed_zeros} : tensor<11xbf16>, tensor<11xbf16>
  return %0 : tensor<11xbf16>
}

// Rounded once: an intermediate f32 would be a tie.
func.func @f64_to_f16() -> tensor<14xf16> {
  %a = check.literal dense<[1.0004882812509095, 1.0004882812490905, 1.0014648437499716, -1.0004882812509095, 2.9802322388562674e-08, 65519.99999999, 65520.0, 1.0e+300, -1.0e+300, 1.0e-300, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, -0.0]> : tensor<14xf64>
  %0 = rlx.cast %a to f16 : (tensor<14xf64>) -> tensor<14xf16>
  %w = check.literal dense<[1.0009765625, 1.0, 1.0009765625, -1.0009765625, 5.960464477539063e-08, 65504.0, 0x7C00, 0x7C00, 0xFC00, 0.0, 0x7E00, 0x7C00, 0xFC00, -0.0]> : tensor<14xf16>
  check.expect_eq %0, %w {signed_zeros} : tensor<14xf16>, tensor<14xf16>
  return %0 : tensor<14xf16>
}

func.func @f64_to_bf16() -> tensor<11xbf16> {
  %a = check.literal dense<[1.0039062500009095, 1.0039062499990905, 1.0117187499999716, -1.0039062500009095, 1.0e+300, -1.0e+300, 1.0e-300, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, -0.0]> : tensor<11xf64>
  %0 = rlx.cast %a to bf16 : (tensor<11xf64>) -> tensor<11xbf16>
  %w = check.literal dense<[1.0078125, 1.0, 1.0078125, -1.0078125, 0x7F80, 0xFF80, 0.0, 0x7FC0, 0x7F80, 0xFF80, -0.0]> : tensor<11xbf16>
  check.expect_eq %0, %w {signed_zeros} : tensor<11xbf16>, tensor<11xbf16>
  return %0 : tensor<11xbf16>
}

func.func @f64_to_f32() -> tensor<7xf32> {
  %a = check.literal dense<[1.0000000596046448, 1.0000001788139343, 1.0e+300, -1.0e+300, 1.0e-300, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<7xf64>
  %0 = rlx.cast %a to f32 : (tensor<7xf64>) -> tensor<7xf32>
  %w = check.literal dense<[1.0, 1.000000238418579, 0x7F800000, 0xFF800000, 0.0, 0x7FC00000, 0x7F800000]> : tensor<7xf32>
  check.expect_eq %0, %w {signed_zeros} : tensor<7xf32>, tensor<7xf32>
  return %0 : tensor<7xf32>
}

func.func @bf16_to_f16() -> tensor<7xf16> {
  %a = check.literal dense<[1.0, 1.5, 70144.0, 9.98402083170343e-31, -65536.0, 0x7FC0, 0xFF80]> : tensor<7xbf16>
  %0 = rlx.cast %a to f16 : (tensor<7xbf16>) -> tensor<7xf16>
  %w = check.literal dense<[1.0, 1.5, 0x7C00, 0.0, 0xFC00, 0x7E00, 0xFC00]> : tensor<7xf16>
  check.expect_eq %0, %w {signed_zeros} : tensor<7xf16>, tensor<7xf16>
  return %0 : tensor<7xf16>
}

func.func @f16_to_bf16() -> tensor<6xbf16> {
  %a = check.literal dense<[1.0, 1.00390625, 1.0048828125, 65504.0, 5.960464477539063e-08, 0x7E00]> : tensor<6xf16>
  %0 = rlx.cast %a to bf16 : (tensor<6xf16>) -> tensor<6xbf16>
  %w = check.literal dense<[1.0, 1.0, 1.0078125, 65536.0, 5.960464477539063e-08, 0x7FC0]> : tensor<6xbf16>
  check.expect_eq %0, %w {signed_zeros} : tensor<6xbf16>, tensor<6xbf16>
  return %0 : tensor<6xbf16>
}

func.func @i32_to_f16() -> tensor<19xf16> {
  %a = check.literal dense<[0, 1, -2147483648, 2147483647, 16777217, 16777219, 2146435071, 2049, 2051, 257, 259, 65519, 65520, 1077936129, 1077936127, 1077936128, -1077936129, -1077936127, -2049]> : tensor<19xi32>
  %0 = rlx.cast %a to f16 : (tensor<19xi32>) -> tensor<19xf16>
  %w = check.literal dense<[0.0, 1.0, 0xFC00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 2048.0, 2052.0, 257.0, 259.0, 65504.0, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0xFC00, 0xFC00, -2048.0]> : tensor<19xf16>
  check.expect_eq %0, %w : tensor<19xf16>, tensor<19xf16>
  return %0 : tensor<19xf16>
}

// Rounded once, ties to even.
func.func @i32_to_bf16() -> tensor<19xbf16> {
  %a = check.literal dense<[0, 1, -2147483648, 2147483647, 16777217, 16777219, 2146435071, 2049, 2051, 257, 259, 65519, 65520, 1077936129, 1077936127, 1077936128, -1077936129, -1077936127, -2049]> : tensor<19xi32>
  %0 = rlx.cast %a to bf16 : (tensor<19xi32>) -> tensor<19xbf16>
  %w = check.literal dense<[0.0, 1.0, -2147483648.0, 2147483648.0, 16777216.0, 16777216.0, 2147483648.0, 2048.0, 2048.0, 256.0, 260.0, 65536.0, 65536.0, 1082130432.0, 1073741824.0, 1073741824.0, -1082130432.0, -1073741824.0, -2048.0]> : tensor<19xbf16>
  check.expect_eq %0, %w : tensor<19xbf16>, tensor<19xbf16>
  return %0 : tensor<19xbf16>
}

func.func @i32_to_f32() -> tensor<19xf32> {
  %a = check.literal dense<[0, 1, -2147483648, 2147483647, 16777217, 16777219, 2146435071, 2049, 2051, 257, 259, 65519, 65520, 1077936129, 1077936127, 1077936128, -1077936129, -1077936127, -2049]> : tensor<19xi32>
  %0 = rlx.cast %a to f32 : (tensor<19xi32>) -> tensor<19xf32>
  %w = check.literal dense<[0.0, 1.0, -2147483648.0, 2147483648.0, 16777216.0, 16777220.0, 2146435072.0, 2049.0, 2051.0, 257.0, 259.0, 65519.0, 65520.0, 1077936128.0, 1077936128.0, 1077936128.0, -1077936128.0, -1077936128.0, -2049.0]> : tensor<19xf32>
  check.expect_eq %0, %w : tensor<19xf32>, tensor<19xf32>
  return %0 : tensor<19xf32>
}

func.func @i32_to_f64() -> tensor<19xf64> {
  %a = check.literal dense<[0, 1, -2147483648, 2147483647, 16777217, 16777219, 2146435071, 2049, 2051, 257, 259, 65519, 65520, 1077936129, 1077936127, 1077936128, -1077936129, -1077936127, -2049]> : tensor<19xi32>
  %0 = rlx.cast %a to f64 : (tensor<19xi32>) -> tensor<19xf64>
  %w = check.literal dense<[0.0, 1.0, -2147483648.0, 2147483647.0, 16777217.0, 16777219.0, 2146435071.0, 2049.0, 2051.0, 257.0, 259.0, 65519.0, 65520.0, 1077936129.0, 1077936127.0, 1077936128.0, -1077936129.0, -1077936127.0, -2049.0]> : tensor<19xf64>
  check.expect_eq %0, %w : tensor<19xf64>, tensor<19xf64>
  return %0 : tensor<19xf64>
}

func.func @i64_to_f16() -> tensor<26xf16> {
  %a = check.literal dense<[0, 1, -9223372036854775808, 9223372036854775807, 16777217, 16777219, 9218868437227405311, 2049, 2051, 257, 259, 65519, 65520, 1077936129, 1077936127, 1077936128, 4629700416936869889, 4629700416936869887, 4629700416936869888, 9007199254740993, 9007199254740995, -1077936129, -1077936127, -2049, -4629700416936869889, -4629700416936869887]> : tensor<26xi64>
  %0 = rlx.cast %a to f16 : (tensor<26xi64>) -> tensor<26xf16>
  %w = check.literal dense<[0.0, 1.0, 0xFC00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 2048.0, 2052.0, 257.0, 259.0, 65504.0, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0xFC00, 0xFC00, -2048.0, 0xFC00, 0xFC00]> : tensor<26xf16>
  check.expect_eq %0, %w : tensor<26xf16>, tensor<26xf16>
  return %0 : tensor<26xf16>
}

func.func @i64_to_bf16() -> tensor<26xbf16> {
  %a = check.literal dense<[0, 1, -9223372036854775808, 9223372036854775807, 16777217, 16777219, 9218868437227405311, 2049, 2051, 257, 259, 65519, 65520, 1077936129, 1077936127, 1077936128, 4629700416936869889, 4629700416936869887, 4629700416936869888, 9007199254740993, 9007199254740995, -1077936129, -1077936127, -2049, -4629700416936869889, -4629700416936869887]> : tensor<26xi64>
  %0 = rlx.cast %a to bf16 : (tensor<26xi64>) -> tensor<26xbf16>
  %w = check.literal dense<[0.0, 1.0, -9.223372036854776e+18, 9.223372036854776e+18, 16777216.0, 16777216.0, 9.223372036854776e+18, 2048.0, 2048.0, 256.0, 260.0, 65536.0, 65536.0, 1082130432.0, 1073741824.0, 1073741824.0, 4.647714815446352e+18, 4.611686018427388e+18, 4.611686018427388e+18, 9007199254740992.0, 9007199254740992.0, -1082130432.0, -1073741824.0, -2048.0, -4.647714815446352e+18, -4.611686018427388e+18]> : tensor<26xbf16>
  check.expect_eq %0, %w : tensor<26xbf16>, tensor<26xbf16>
  return %0 : tensor<26xbf16>
}

func.func @i64_to_f32() -> tensor<26xf32> {
  %a = check.literal dense<[0, 1, -9223372036854775808, 9223372036854775807, 16777217, 16777219, 9218868437227405311, 2049, 2051, 257, 259, 65519, 65520, 1077936129, 1077936127, 1077936128, 4629700416936869889, 4629700416936869887, 4629700416936869888, 9007199254740993, 9007199254740995, -1077936129, -1077936127, -2049, -4629700416936869889, -4629700416936869887]> : tensor<26xi64>
  %0 = rlx.cast %a to f32 : (tensor<26xi64>) -> tensor<26xf32>
  %w = check.literal dense<[0.0, 1.0, -9.223372036854776e+18, 9.223372036854776e+18, 16777216.0, 16777220.0, 9.218868437227405e+18, 2049.0, 2051.0, 257.0, 259.0, 65519.0, 65520.0, 1077936128.0, 1077936128.0, 1077936128.0, 4.62970041693687e+18, 4.62970041693687e+18, 4.62970041693687e+18, 9007199254740992.0, 9007199254740992.0, -1077936128.0, -1077936128.0, -2049.0, -4.62970041693687e+18, -4.62970041693687e+18]> : tensor<26xf32>
  check.expect_eq %0, %w : tensor<26xf32>, tensor<26xf32>
  return %0 : tensor<26xf32>
}

func.func @i64_to_f64() -> tensor<26xf64> {
  %a = check.literal dense<[0, 1, -9223372036854775808, 9223372036854775807, 16777217, 16777219, 9218868437227405311, 2049, 2051, 257, 259, 65519, 65520, 1077936129, 1077936127, 1077936128, 4629700416936869889, 4629700416936869887, 4629700416936869888, 9007199254740993, 9007199254740995, -1077936129, -1077936127, -2049, -4629700416936869889, -4629700416936869887]> : tensor<26xi64>
  %0 = rlx.cast %a to f64 : (tensor<26xi64>) -> tensor<26xf64>
  %w = check.literal dense<[0.0, 1.0, -9.223372036854776e+18, 9.223372036854776e+18, 16777217.0, 16777219.0, 9.218868437227405e+18, 2049.0, 2051.0, 257.0, 259.0, 65519.0, 65520.0, 1077936129.0, 1077936127.0, 1077936128.0, 4.62970041693687e+18, 4.62970041693687e+18, 4.62970041693687e+18, 9007199254740992.0, 9007199254740996.0, -1077936129.0, -1077936127.0, -2049.0, -4.62970041693687e+18, -4.62970041693687e+18]> : tensor<26xf64>
  check.expect_eq %0, %w : tensor<26xf64>, tensor<26xf64>
  return %0 : tensor<26xf64>
}

func.func @ui32_to_f16() -> tensor<16xf16> {
  %a = check.literal dense<[0, 1, 0, 4294967295, 16777217, 16777219, 4293918719, 2049, 2051, 257, 259, 65519, 65520, 1077936129, 1077936127, 1077936128]> : tensor<16xui32>
  %0 = rlx.cast %a to f16 : (tensor<16xui32>) -> tensor<16xf16>
  %w = check.literal dense<[0.0, 1.0, 0.0, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 2048.0, 2052.0, 257.0, 259.0, 65504.0, 0x7C00, 0x7C00, 0x7C00, 0x7C00]> : tensor<16xf16>
  check.expect_eq %0, %w : tensor<16xf16>, tensor<16xf16>
  return %0 : tensor<16xf16>
}

func.func @ui32_to_bf16() -> tensor<16xbf16> {
  %a = check.literal dense<[0, 1, 0, 4294967295, 16777217, 16777219, 4293918719, 2049, 2051, 257, 259, 65519, 65520, 1077936129, 1077936127, 1077936128]> : tensor<16xui32>
  %0 = rlx.cast %a to bf16 : (tensor<16xui32>) -> tensor<16xbf16>
  %w = check.literal dense<[0.0, 1.0, 0.0, 4294967296.0, 16777216.0, 16777216.0, 4294967296.0, 2048.0, 2048.0, 256.0, 260.0, 65536.0, 65536.0, 1082130432.0, 1073741824.0, 1073741824.0]> : tensor<16xbf16>
  check.expect_eq %0, %w : tensor<16xbf16>, tensor<16xbf16>
  return %0 : tensor<16xbf16>
}

func.func @ui32_to_f32() -> tensor<16xf32> {
  %a = check.literal dense<[0, 1, 0, 4294967295, 16777217, 16777219, 4293918719, 2049, 2051, 257, 259, 65519, 65520, 1077936129, 1077936127, 1077936128]> : tensor<16xui32>
  %0 = rlx.cast %a to f32 : (tensor<16xui32>) -> tensor<16xf32>
  %w = check.literal dense<[0.0, 1.0, 0.0, 4294967296.0, 16777216.0, 16777220.0, 4293918720.0, 2049.0, 2051.0, 257.0, 259.0, 65519.0, 65520.0, 1077936128.0, 1077936128.0, 1077936128.0]> : tensor<16xf32>
  check.expect_eq %0, %w : tensor<16xf32>, tensor<16xf32>
  return %0 : tensor<16xf32>
}

func.func @ui32_to_f64() -> tensor<16xf64> {
  %a = check.literal dense<[0, 1, 0, 4294967295, 16777217, 16777219, 4293918719, 2049, 2051, 257, 259, 65519, 65520, 1077936129, 1077936127, 1077936128]> : tensor<16xui32>
  %0 = rlx.cast %a to f64 : (tensor<16xui32>) -> tensor<16xf64>
  %w = check.literal dense<[0.0, 1.0, 0.0, 4294967295.0, 16777217.0, 16777219.0, 4293918719.0, 2049.0, 2051.0, 257.0, 259.0, 65519.0, 65520.0, 1077936129.0, 1077936127.0, 1077936128.0]> : tensor<16xf64>
  check.expect_eq %0, %w : tensor<16xf64>, tensor<16xf64>
  return %0 : tensor<16xf64>
}

func.func @ui64_to_f16() -> tensor<21xf16> {
  %a = check.literal dense<[0, 1, 0, 18446744073709551615, 16777217, 16777219, 18442240474082181119, 2049, 2051, 257, 259, 65519, 65520, 1077936129, 1077936127, 1077936128, 4629700416936869889, 4629700416936869887, 4629700416936869888, 9007199254740993, 9007199254740995]> : tensor<21xui64>
  %0 = rlx.cast %a to f16 : (tensor<21xui64>) -> tensor<21xf16>
  %w = check.literal dense<[0.0, 1.0, 0.0, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 2048.0, 2052.0, 257.0, 259.0, 65504.0, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00]> : tensor<21xf16>
  check.expect_eq %0, %w : tensor<21xf16>, tensor<21xf16>
  return %0 : tensor<21xf16>
}

func.func @ui64_to_bf16() -> tensor<21xbf16> {
  %a = check.literal dense<[0, 1, 0, 18446744073709551615, 16777217, 16777219, 18442240474082181119, 2049, 2051, 257, 259, 65519, 65520, 1077936129, 1077936127, 1077936128, 4629700416936869889, 4629700416936869887, 4629700416936869888, 9007199254740993, 9007199254740995]> : tensor<21xui64>
  %0 = rlx.cast %a to bf16 : (tensor<21xui64>) -> tensor<21xbf16>
  %w = check.literal dense<[0.0, 1.0, 0.0, 1.8446744073709552e+19, 16777216.0, 16777216.0, 1.8446744073709552e+19, 2048.0, 2048.0, 256.0, 260.0, 65536.0, 65536.0, 1082130432.0, 1073741824.0, 1073741824.0, 4.647714815446352e+18, 4.611686018427388e+18, 4.611686018427388e+18, 9007199254740992.0, 9007199254740992.0]> : tensor<21xbf16>
  check.expect_eq %0, %w : tensor<21xbf16>, tensor<21xbf16>
  return %0 : tensor<21xbf16>
}

func.func @ui64_to_f32() -> tensor<21xf32> {
  %a = check.literal dense<[0, 1, 0, 18446744073709551615, 16777217, 16777219, 18442240474082181119, 2049, 2051, 257, 259, 65519, 65520, 1077936129, 1077936127, 1077936128, 4629700416936869889, 4629700416936869887, 4629700416936869888, 9007199254740993, 9007199254740995]> : tensor<21xui64>
  %0 = rlx.cast %a to f32 : (tensor<21xui64>) -> tensor<21xf32>
  %w = check.literal dense<[0.0, 1.0, 0.0, 1.8446744073709552e+19, 16777216.0, 16777220.0, 1.8442240474082181e+19, 2049.0, 2051.0, 257.0, 259.0, 65519.0, 65520.0, 1077936128.0, 1077936128.0, 1077936128.0, 4.62970041693687e+18, 4.62970041693687e+18, 4.62970041693687e+18, 9007199254740992.0, 9007199254740992.0]> : tensor<21xf32>
  check.expect_eq %0, %w : tensor<21xf32>, tensor<21xf32>
  return %0 : tensor<21xf32>
}

func.func @ui64_to_f64() -> tensor<21xf64> {
  %a = check.literal dense<[0, 1, 0, 18446744073709551615, 16777217, 16777219, 18442240474082181119, 2049, 2051, 257, 259, 65519, 65520, 1077936129, 1077936127, 1077936128, 4629700416936869889, 4629700416936869887, 4629700416936869888, 9007199254740993, 9007199254740995]> : tensor<21xui64>
  %0 = rlx.cast %a to f64 : (tensor<21xui64>) -> tensor<21xf64>
  %w = check.literal dense<[0.0, 1.0, 0.0, 1.8446744073709552e+19, 16777217.0, 16777219.0, 1.8442240474082181e+19, 2049.0, 2051.0, 257.0, 259.0, 65519.0, 65520.0, 1077936129.0, 1077936127.0, 1077936128.0, 4.62970041693687e+18, 4.62970041693687e+18, 4.62970041693687e+18, 9007199254740992.0, 9007199254740996.0]> : tensor<21xf64>
  check.expect_eq %0, %w : tensor<21xf64>, tensor<21xf64>
  return %0 : tensor<21xf64>
}

func.func @f16_to_all() -> (tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>) {
  %a = check.fill seed 816 range [-300.0, 300.0] edges all : tensor<67xf16>
  %bf16 = rlx.cast %a to bf16 : (tensor<67xf16>) -> tensor<67xbf16>
  %f32 = rlx.cast %a to f32 : (tensor<67xf16>) -> tensor<67xf32>
  %f64 = rlx.cast %a to f64 : (tensor<67xf16>) -> tensor<67xf64>
  %i8 = rlx.cast %a to i8 : (tensor<67xf16>) -> tensor<67xi8>
  %i16 = rlx.cast %a to i16 : (tensor<67xf16>) -> tensor<67xi16>
  %i32 = rlx.cast %a to i32 : (tensor<67xf16>) -> tensor<67xi32>
  %i64 = rlx.cast %a to i64 : (tensor<67xf16>) -> tensor<67xi64>
  %ui8 = rlx.cast %a to ui8 : (tensor<67xf16>) -> tensor<67xui8>
  %ui16 = rlx.cast %a to ui16 : (tensor<67xf16>) -> tensor<67xui16>
  %ui32 = rlx.cast %a to ui32 : (tensor<67xf16>) -> tensor<67xui32>
  %ui64 = rlx.cast %a to ui64 : (tensor<67xf16>) -> tensor<67xui64>
  %i1 = rlx.cast %a to i1 : (tensor<67xf16>) -> tensor<67xi1>
  return %bf16, %f32, %f64, %i8, %i16, %i32, %i64, %ui8, %ui16, %ui32, %ui64, %i1 : tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>
}

func.func @bf16_to_all() -> (tensor<67xf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>) {
  %a = check.fill seed 817 range [-300.0, 300.0] edges all : tensor<67xbf16>
  %f16 = rlx.cast %a to f16 : (tensor<67xbf16>) -> tensor<67xf16>
  %f32 = rlx.cast %a to f32 : (tensor<67xbf16>) -> tensor<67xf32>
  %f64 = rlx.cast %a to f64 : (tensor<67xbf16>) -> tensor<67xf64>
  %i8 = rlx.cast %a to i8 : (tensor<67xbf16>) -> tensor<67xi8>
  %i16 = rlx.cast %a to i16 : (tensor<67xbf16>) -> tensor<67xi16>
  %i32 = rlx.cast %a to i32 : (tensor<67xbf16>) -> tensor<67xi32>
  %i64 = rlx.cast %a to i64 : (tensor<67xbf16>) -> tensor<67xi64>
  %ui8 = rlx.cast %a to ui8 : (tensor<67xbf16>) -> tensor<67xui8>
  %ui16 = rlx.cast %a to ui16 : (tensor<67xbf16>) -> tensor<67xui16>
  %ui32 = rlx.cast %a to ui32 : (tensor<67xbf16>) -> tensor<67xui32>
  %ui64 = rlx.cast %a to ui64 : (tensor<67xbf16>) -> tensor<67xui64>
  %i1 = rlx.cast %a to i1 : (tensor<67xbf16>) -> tensor<67xi1>
  return %f16, %f32, %f64, %i8, %i16, %i32, %i64, %ui8, %ui16, %ui32, %ui64, %i1 : tensor<67xf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>
}

func.func @f32_to_all() -> (tensor<67xf16>, tensor<67xbf16>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>) {
  %a = check.fill seed 818 range [-300.0, 300.0] edges all : tensor<67xf32>
  %f16 = rlx.cast %a to f16 : (tensor<67xf32>) -> tensor<67xf16>
  %bf16 = rlx.cast %a to bf16 : (tensor<67xf32>) -> tensor<67xbf16>
  %f64 = rlx.cast %a to f64 : (tensor<67xf32>) -> tensor<67xf64>
  %i8 = rlx.cast %a to i8 : (tensor<67xf32>) -> tensor<67xi8>
  %i16 = rlx.cast %a to i16 : (tensor<67xf32>) -> tensor<67xi16>
  %i32 = rlx.cast %a to i32 : (tensor<67xf32>) -> tensor<67xi32>
  %i64 = rlx.cast %a to i64 : (tensor<67xf32>) -> tensor<67xi64>
  %ui8 = rlx.cast %a to ui8 : (tensor<67xf32>) -> tensor<67xui8>
  %ui16 = rlx.cast %a to ui16 : (tensor<67xf32>) -> tensor<67xui16>
  %ui32 = rlx.cast %a to ui32 : (tensor<67xf32>) -> tensor<67xui32>
  %ui64 = rlx.cast %a to ui64 : (tensor<67xf32>) -> tensor<67xui64>
  %i1 = rlx.cast %a to i1 : (tensor<67xf32>) -> tensor<67xi1>
  return %f16, %bf16, %f64, %i8, %i16, %i32, %i64, %ui8, %ui16, %ui32, %ui64, %i1 : tensor<67xf16>, tensor<67xbf16>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>
}

func.func @f64_to_all() -> (tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>) {
  %a = check.fill seed 819 range [-300.0, 300.0] edges all : tensor<67xf64>
  %f16 = rlx.cast %a to f16 : (tensor<67xf64>) -> tensor<67xf16>
  %bf16 = rlx.cast %a to bf16 : (tensor<67xf64>) -> tensor<67xbf16>
  %f32 = rlx.cast %a to f32 : (tensor<67xf64>) -> tensor<67xf32>
  %i8 = rlx.cast %a to i8 : (tensor<67xf64>) -> tensor<67xi8>
  %i16 = rlx.cast %a to i16 : (tensor<67xf64>) -> tensor<67xi16>
  %i32 = rlx.cast %a to i32 : (tensor<67xf64>) -> tensor<67xi32>
  %i64 = rlx.cast %a to i64 : (tensor<67xf64>) -> tensor<67xi64>
  %ui8 = rlx.cast %a to ui8 : (tensor<67xf64>) -> tensor<67xui8>
  %ui16 = rlx.cast %a to ui16 : (tensor<67xf64>) -> tensor<67xui16>
  %ui32 = rlx.cast %a to ui32 : (tensor<67xf64>) -> tensor<67xui32>
  %ui64 = rlx.cast %a to ui64 : (tensor<67xf64>) -> tensor<67xui64>
  %i1 = rlx.cast %a to i1 : (tensor<67xf64>) -> tensor<67xi1>
  return %f16, %bf16, %f32, %i8, %i16, %i32, %i64, %ui8, %ui16, %ui32, %ui64, %i1 : tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>
}

func.func @i8_to_all() -> (tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>) {
  %a = check.fill seed 820 range [-128.0, 127.0] : tensor<67xi8>
  %f16 = rlx.cast %a to f16 : (tensor<67xi8>) -> tensor<67xf16>
  %bf16 = rlx.cast %a to bf16 : (tensor<67xi8>) -> tensor<67xbf16>
  %f32 = rlx.cast %a to f32 : (tensor<67xi8>) -> tensor<67xf32>
  %f64 = rlx.cast %a to f64 : (tensor<67xi8>) -> tensor<67xf64>
  %i16 = rlx.cast %a to i16 : (tensor<67xi8>) -> tensor<67xi16>
  %i32 = rlx.cast %a to i32 : (tensor<67xi8>) -> tensor<67xi32>
  %i64 = rlx.cast %a to i64 : (tensor<67xi8>) -> tensor<67xi64>
  %ui8 = rlx.cast %a to ui8 : (tensor<67xi8>) -> tensor<67xui8>
  %ui16 = rlx.cast %a to ui16 : (tensor<67xi8>) -> tensor<67xui16>
  %ui32 = rlx.cast %a to ui32 : (tensor<67xi8>) -> tensor<67xui32>
  %ui64 = rlx.cast %a to ui64 : (tensor<67xi8>) -> tensor<67xui64>
  %i1 = rlx.cast %a to i1 : (tensor<67xi8>) -> tensor<67xi1>
  return %f16, %bf16, %f32, %f64, %i16, %i32, %i64, %ui8, %ui16, %ui32, %ui64, %i1 : tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>
}

func.func @i16_to_all() -> (tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>) {
  %a = check.fill seed 821 range [-30000.0, 30000.0] : tensor<67xi16>
  %f16 = rlx.cast %a to f16 : (tensor<67xi16>) -> tensor<67xf16>
  %bf16 = rlx.cast %a to bf16 : (tensor<67xi16>) -> tensor<67xbf16>
  %f32 = rlx.cast %a to f32 : (tensor<67xi16>) -> tensor<67xf32>
  %f64 = rlx.cast %a to f64 : (tensor<67xi16>) -> tensor<67xf64>
  %i8 = rlx.cast %a to i8 : (tensor<67xi16>) -> tensor<67xi8>
  %i32 = rlx.cast %a to i32 : (tensor<67xi16>) -> tensor<67xi32>
  %i64 = rlx.cast %a to i64 : (tensor<67xi16>) -> tensor<67xi64>
  %ui8 = rlx.cast %a to ui8 : (tensor<67xi16>) -> tensor<67xui8>
  %ui16 = rlx.cast %a to ui16 : (tensor<67xi16>) -> tensor<67xui16>
  %ui32 = rlx.cast %a to ui32 : (tensor<67xi16>) -> tensor<67xui32>
  %ui64 = rlx.cast %a to ui64 : (tensor<67xi16>) -> tensor<67xui64>
  %i1 = rlx.cast %a to i1 : (tensor<67xi16>) -> tensor<67xi1>
  return %f16, %bf16, %f32, %f64, %i8, %i32, %i64, %ui8, %ui16, %ui32, %ui64, %i1 : tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>
}

func.func @i32_to_all() -> (tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>) {
  %a = check.fill seed 822 range [-1000000.0, 1000000.0] : tensor<67xi32>
  %f16 = rlx.cast %a to f16 : (tensor<67xi32>) -> tensor<67xf16>
  %bf16 = rlx.cast %a to bf16 : (tensor<67xi32>) -> tensor<67xbf16>
  %f32 = rlx.cast %a to f32 : (tensor<67xi32>) -> tensor<67xf32>
  %f64 = rlx.cast %a to f64 : (tensor<67xi32>) -> tensor<67xf64>
  %i8 = rlx.cast %a to i8 : (tensor<67xi32>) -> tensor<67xi8>
  %i16 = rlx.cast %a to i16 : (tensor<67xi32>) -> tensor<67xi16>
  %i64 = rlx.cast %a to i64 : (tensor<67xi32>) -> tensor<67xi64>
  %ui8 = rlx.cast %a to ui8 : (tensor<67xi32>) -> tensor<67xui8>
  %ui16 = rlx.cast %a to ui16 : (tensor<67xi32>) -> tensor<67xui16>
  %ui32 = rlx.cast %a to ui32 : (tensor<67xi32>) -> tensor<67xui32>
  %ui64 = rlx.cast %a to ui64 : (tensor<67xi32>) -> tensor<67xui64>
  %i1 = rlx.cast %a to i1 : (tensor<67xi32>) -> tensor<67xi1>
  return %f16, %bf16, %f32, %f64, %i8, %i16, %i64, %ui8, %ui16, %ui32, %ui64, %i1 : tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>
}

func.func @i64_to_all() -> (tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>) {
  %a = check.fill seed 823 range [-1000000000.0, 1000000000.0] : tensor<67xi64>
  %f16 = rlx.cast %a to f16 : (tensor<67xi64>) -> tensor<67xf16>
  %bf16 = rlx.cast %a to bf16 : (tensor<67xi64>) -> tensor<67xbf16>
  %f32 = rlx.cast %a to f32 : (tensor<67xi64>) -> tensor<67xf32>
  %f64 = rlx.cast %a to f64 : (tensor<67xi64>) -> tensor<67xf64>
  %i8 = rlx.cast %a to i8 : (tensor<67xi64>) -> tensor<67xi8>
  %i16 = rlx.cast %a to i16 : (tensor<67xi64>) -> tensor<67xi16>
  %i32 = rlx.cast %a to i32 : (tensor<67xi64>) -> tensor<67xi32>
  %ui8 = rlx.cast %a to ui8 : (tensor<67xi64>) -> tensor<67xui8>
  %ui16 = rlx.cast %a to ui16 : (tensor<67xi64>) -> tensor<67xui16>
  %ui32 = rlx.cast %a to ui32 : (tensor<67xi64>) -> tensor<67xui32>
  %ui64 = rlx.cast %a to ui64 : (tensor<67xi64>) -> tensor<67xui64>
  %i1 = rlx.cast %a to i1 : (tensor<67xi64>) -> tensor<67xi1>
  return %f16, %bf16, %f32, %f64, %i8, %i16, %i32, %ui8, %ui16, %ui32, %ui64, %i1 : tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>
}

func.func @ui8_to_all() -> (tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>) {
  %a = check.fill seed 824 range [0.0, 255.0] : tensor<67xui8>
  %f16 = rlx.cast %a to f16 : (tensor<67xui8>) -> tensor<67xf16>
  %bf16 = rlx.cast %a to bf16 : (tensor<67xui8>) -> tensor<67xbf16>
  %f32 = rlx.cast %a to f32 : (tensor<67xui8>) -> tensor<67xf32>
  %f64 = rlx.cast %a to f64 : (tensor<67xui8>) -> tensor<67xf64>
  %i8 = rlx.cast %a to i8 : (tensor<67xui8>) -> tensor<67xi8>
  %i16 = rlx.cast %a to i16 : (tensor<67xui8>) -> tensor<67xi16>
  %i32 = rlx.cast %a to i32 : (tensor<67xui8>) -> tensor<67xi32>
  %i64 = rlx.cast %a to i64 : (tensor<67xui8>) -> tensor<67xi64>
  %ui16 = rlx.cast %a to ui16 : (tensor<67xui8>) -> tensor<67xui16>
  %ui32 = rlx.cast %a to ui32 : (tensor<67xui8>) -> tensor<67xui32>
  %ui64 = rlx.cast %a to ui64 : (tensor<67xui8>) -> tensor<67xui64>
  %i1 = rlx.cast %a to i1 : (tensor<67xui8>) -> tensor<67xi1>
  return %f16, %bf16, %f32, %f64, %i8, %i16, %i32, %i64, %ui16, %ui32, %ui64, %i1 : tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>
}

func.func @ui16_to_all() -> (tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>) {
  %a = check.fill seed 825 range [0.0, 60000.0] : tensor<67xui16>
  %f16 = rlx.cast %a to f16 : (tensor<67xui16>) -> tensor<67xf16>
  %bf16 = rlx.cast %a to bf16 : (tensor<67xui16>) -> tensor<67xbf16>
  %f32 = rlx.cast %a to f32 : (tensor<67xui16>) -> tensor<67xf32>
  %f64 = rlx.cast %a to f64 : (tensor<67xui16>) -> tensor<67xf64>
  %i8 = rlx.cast %a to i8 : (tensor<67xui16>) -> tensor<67xi8>
  %i16 = rlx.cast %a to i16 : (tensor<67xui16>) -> tensor<67xi16>
  %i32 = rlx.cast %a to i32 : (tensor<67xui16>) -> tensor<67xi32>
  %i64 = rlx.cast %a to i64 : (tensor<67xui16>) -> tensor<67xi64>
  %ui8 = rlx.cast %a to ui8 : (tensor<67xui16>) -> tensor<67xui8>
  %ui32 = rlx.cast %a to ui32 : (tensor<67xui16>) -> tensor<67xui32>
  %ui64 = rlx.cast %a to ui64 : (tensor<67xui16>) -> tensor<67xui64>
  %i1 = rlx.cast %a to i1 : (tensor<67xui16>) -> tensor<67xi1>
  return %f16, %bf16, %f32, %f64, %i8, %i16, %i32, %i64, %ui8, %ui32, %ui64, %i1 : tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui32>, tensor<67xui64>, tensor<67xi1>
}

func.func @ui32_to_all() -> (tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui64>, tensor<67xi1>) {
  %a = check.fill seed 826 range [0.0, 4000000.0] : tensor<67xui32>
  %f16 = rlx.cast %a to f16 : (tensor<67xui32>) -> tensor<67xf16>
  %bf16 = rlx.cast %a to bf16 : (tensor<67xui32>) -> tensor<67xbf16>
  %f32 = rlx.cast %a to f32 : (tensor<67xui32>) -> tensor<67xf32>
  %f64 = rlx.cast %a to f64 : (tensor<67xui32>) -> tensor<67xf64>
  %i8 = rlx.cast %a to i8 : (tensor<67xui32>) -> tensor<67xi8>
  %i16 = rlx.cast %a to i16 : (tensor<67xui32>) -> tensor<67xi16>
  %i32 = rlx.cast %a to i32 : (tensor<67xui32>) -> tensor<67xi32>
  %i64 = rlx.cast %a to i64 : (tensor<67xui32>) -> tensor<67xi64>
  %ui8 = rlx.cast %a to ui8 : (tensor<67xui32>) -> tensor<67xui8>
  %ui16 = rlx.cast %a to ui16 : (tensor<67xui32>) -> tensor<67xui16>
  %ui64 = rlx.cast %a to ui64 : (tensor<67xui32>) -> tensor<67xui64>
  %i1 = rlx.cast %a to i1 : (tensor<67xui32>) -> tensor<67xi1>
  return %f16, %bf16, %f32, %f64, %i8, %i16, %i32, %i64, %ui8, %ui16, %ui64, %i1 : tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui64>, tensor<67xi1>
}

func.func @ui64_to_all() -> (tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xi1>) {
  %a = check.fill seed 827 range [0.0, 4000000000.0] : tensor<67xui64>
  %f16 = rlx.cast %a to f16 : (tensor<67xui64>) -> tensor<67xf16>
  %bf16 = rlx.cast %a to bf16 : (tensor<67xui64>) -> tensor<67xbf16>
  %f32 = rlx.cast %a to f32 : (tensor<67xui64>) -> tensor<67xf32>
  %f64 = rlx.cast %a to f64 : (tensor<67xui64>) -> tensor<67xf64>
  %i8 = rlx.cast %a to i8 : (tensor<67xui64>) -> tensor<67xi8>
  %i16 = rlx.cast %a to i16 : (tensor<67xui64>) -> tensor<67xi16>
  %i32 = rlx.cast %a to i32 : (tensor<67xui64>) -> tensor<67xi32>
  %i64 = rlx.cast %a to i64 : (tensor<67xui64>) -> tensor<67xi64>
  %ui8 = rlx.cast %a to ui8 : (tensor<67xui64>) -> tensor<67xui8>
  %ui16 = rlx.cast %a to ui16 : (tensor<67xui64>) -> tensor<67xui16>
  %ui32 = rlx.cast %a to ui32 : (tensor<67xui64>) -> tensor<67xui32>
  %i1 = rlx.cast %a to i1 : (tensor<67xui64>) -> tensor<67xi1>
  return %f16, %bf16, %f32, %f64, %i8, %i16, %i32, %i64, %ui8, %ui16, %ui32, %i1 : tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xi1>
}

func.func @i1_to_all() -> (tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>) {
  %a = check.fill seed 828 : tensor<67xi1>
  %f16 = rlx.cast %a to f16 : (tensor<67xi1>) -> tensor<67xf16>
  %bf16 = rlx.cast %a to bf16 : (tensor<67xi1>) -> tensor<67xbf16>
  %f32 = rlx.cast %a to f32 : (tensor<67xi1>) -> tensor<67xf32>
  %f64 = rlx.cast %a to f64 : (tensor<67xi1>) -> tensor<67xf64>
  %i8 = rlx.cast %a to i8 : (tensor<67xi1>) -> tensor<67xi8>
  %i16 = rlx.cast %a to i16 : (tensor<67xi1>) -> tensor<67xi16>
  %i32 = rlx.cast %a to i32 : (tensor<67xi1>) -> tensor<67xi32>
  %i64 = rlx.cast %a to i64 : (tensor<67xi1>) -> tensor<67xi64>
  %ui8 = rlx.cast %a to ui8 : (tensor<67xi1>) -> tensor<67xui8>
  %ui16 = rlx.cast %a to ui16 : (tensor<67xi1>) -> tensor<67xui16>
  %ui32 = rlx.cast %a to ui32 : (tensor<67xi1>) -> tensor<67xui32>
  %ui64 = rlx.cast %a to ui64 : (tensor<67xi1>) -> tensor<67xui64>
  return %f16, %bf16, %f32, %f64, %i8, %i16, %i32, %i64, %ui8, %ui16, %ui32, %ui64 : tensor<67xf16>, tensor<67xbf16>, tensor<67xf32>, tensor<67xf64>, tensor<67xi8>, tensor<67xi16>, tensor<67xi32>, tensor<67xi64>, tensor<67xui8>, tensor<67xui16>, tensor<67xui32>, tensor<67xui64>
}

func.func @dynamic() -> tensor<?x3x?xi32> {
  %a = check.fill sizes [2, 3, 5] seed 829 range [-9.0, 9.0] : tensor<?x3x?xf32>
  %0 = rlx.cast %a to i32 : (tensor<?x3x?xf32>) -> tensor<?x3x?xi32>
  return %0 : tensor<?x3x?xi32>
}

// Integers through floats to narrower or unsigned ones saturate, at every value of i8.
func.func @saturating_detour() -> (tensor<4xui32>, tensor<4xi16>, tensor<300xui8>) {
  %a = check.literal dense<[-128, -1, 0, 127]> : tensor<4xi8>
  %0 = rlx.cast %a to f32 : (tensor<4xi8>) -> tensor<4xf32>
  %1 = rlx.cast %0 to ui32 : (tensor<4xf32>) -> tensor<4xui32>
  %w1 = check.literal dense<[0, 0, 0, 127]> : tensor<4xui32>
  check.expect_eq %1, %w1 : tensor<4xui32>, tensor<4xui32>
  %2 = rlx.cast %0 to i16 : (tensor<4xf32>) -> tensor<4xi16>
  %w2 = check.literal dense<[-128, -1, 0, 127]> : tensor<4xi16>
  check.expect_eq %2, %w2 : tensor<4xi16>, tensor<4xi16>
  %b = check.fill seed 831 range [-1000.0, 1000.0] : tensor<300xi16>
  %3 = rlx.cast %b to f32 : (tensor<300xi16>) -> tensor<300xf32>
  %4 = rlx.cast %3 to ui8 : (tensor<300xf32>) -> tensor<300xui8>
  return %1, %2, %4 : tensor<4xui32>, tensor<4xi16>, tensor<300xui8>
}

func.func @empty() -> tensor<0x4xf16> {
  %a = check.fill seed 830 : tensor<0x4xf32>
  %0 = rlx.cast %a to f16 : (tensor<0x4xf32>) -> tensor<0x4xf16>
  return %0 : tensor<0x4xf16>
}
