// RUN: rlx-check %s

// The amount is unsigned. An amount of at least the width leaves only fill bits.
func.func @i8_literals() -> tensor<14xi8> {
  %a = check.literal dense<[5, 5, 127, 127, 127, 1, 1, -128, -128, -128, -5, -5, -5, 5]> : tensor<14xi8>
  %b = check.literal dense<[0, 1, 1, 7, 8, 7, 127, 1, 8, 7, 1, 8, -1, -1]> : tensor<14xi8>
  %0 = rlx.shift_left %a, %b : (tensor<14xi8>, tensor<14xi8>) -> tensor<14xi8>
  %w = check.literal dense<[5, 10, -2, -128, 0, -128, 0, 0, 0, 0, -10, 0, 0, 0]> : tensor<14xi8>
  check.expect_eq %0, %w : tensor<14xi8>, tensor<14xi8>
  return %0 : tensor<14xi8>
}

func.func @i8() -> tensor<70xi8> {
  %a = check.fill seed 539 range [-128.0, 127.0] : tensor<70xi8>
  %b = check.fill seed 540 range [0.0, 10.0] : tensor<70xi8>
  %0 = rlx.shift_left %a, %b : (tensor<70xi8>, tensor<70xi8>) -> tensor<70xi8>
  return %0 : tensor<70xi8>
}

func.func @i16_literals() -> tensor<14xi16> {
  %a = check.literal dense<[5, 5, 32767, 32767, 32767, 1, 1, -32768, -32768, -32768, -5, -5, -5, 5]> : tensor<14xi16>
  %b = check.literal dense<[0, 1, 1, 15, 16, 15, 32767, 1, 16, 15, 1, 16, -1, -1]> : tensor<14xi16>
  %0 = rlx.shift_left %a, %b : (tensor<14xi16>, tensor<14xi16>) -> tensor<14xi16>
  %w = check.literal dense<[5, 10, -2, -32768, 0, -32768, 0, 0, 0, 0, -10, 0, 0, 0]> : tensor<14xi16>
  check.expect_eq %0, %w : tensor<14xi16>, tensor<14xi16>
  return %0 : tensor<14xi16>
}

func.func @i16() -> tensor<70xi16> {
  %a = check.fill seed 541 range [-30000.0, 30000.0] : tensor<70xi16>
  %b = check.fill seed 542 range [0.0, 18.0] : tensor<70xi16>
  %0 = rlx.shift_left %a, %b : (tensor<70xi16>, tensor<70xi16>) -> tensor<70xi16>
  return %0 : tensor<70xi16>
}

func.func @i32_literals() -> tensor<14xi32> {
  %a = check.literal dense<[5, 5, 2147483647, 2147483647, 2147483647, 1, 1, -2147483648, -2147483648, -2147483648, -5, -5, -5, 5]> : tensor<14xi32>
  %b = check.literal dense<[0, 1, 1, 31, 32, 31, 2147483647, 1, 32, 31, 1, 32, -1, -1]> : tensor<14xi32>
  %0 = rlx.shift_left %a, %b : (tensor<14xi32>, tensor<14xi32>) -> tensor<14xi32>
  %w = check.literal dense<[5, 10, -2, -2147483648, 0, -2147483648, 0, 0, 0, 0, -10, 0, 0, 0]> : tensor<14xi32>
  check.expect_eq %0, %w : tensor<14xi32>, tensor<14xi32>
  return %0 : tensor<14xi32>
}

func.func @i32() -> tensor<70xi32> {
  %a = check.fill seed 543 range [-1000000.0, 1000000.0] : tensor<70xi32>
  %b = check.fill seed 544 range [0.0, 34.0] : tensor<70xi32>
  %0 = rlx.shift_left %a, %b : (tensor<70xi32>, tensor<70xi32>) -> tensor<70xi32>
  return %0 : tensor<70xi32>
}

func.func @i64_literals() -> tensor<14xi64> {
  %a = check.literal dense<[5, 5, 9223372036854775807, 9223372036854775807, 9223372036854775807, 1, 1, -9223372036854775808, -9223372036854775808, -9223372036854775808, -5, -5, -5, 5]> : tensor<14xi64>
  %b = check.literal dense<[0, 1, 1, 63, 64, 63, 9223372036854775807, 1, 64, 63, 1, 64, -1, -1]> : tensor<14xi64>
  %0 = rlx.shift_left %a, %b : (tensor<14xi64>, tensor<14xi64>) -> tensor<14xi64>
  %w = check.literal dense<[5, 10, -2, -9223372036854775808, 0, -9223372036854775808, 0, 0, 0, 0, -10, 0, 0, 0]> : tensor<14xi64>
  check.expect_eq %0, %w : tensor<14xi64>, tensor<14xi64>
  return %0 : tensor<14xi64>
}

func.func @i64() -> tensor<70xi64> {
  %a = check.fill seed 545 range [-1000000000.0, 1000000000.0] : tensor<70xi64>
  %b = check.fill seed 546 range [0.0, 66.0] : tensor<70xi64>
  %0 = rlx.shift_left %a, %b : (tensor<70xi64>, tensor<70xi64>) -> tensor<70xi64>
  return %0 : tensor<70xi64>
}

func.func @ui8_literals() -> tensor<10xui8> {
  %a = check.literal dense<[5, 5, 255, 255, 255, 1, 1, 0, 0, 0]> : tensor<10xui8>
  %b = check.literal dense<[0, 1, 1, 7, 8, 7, 255, 1, 8, 7]> : tensor<10xui8>
  %0 = rlx.shift_left %a, %b : (tensor<10xui8>, tensor<10xui8>) -> tensor<10xui8>
  %w = check.literal dense<[5, 10, 254, 128, 0, 128, 0, 0, 0, 0]> : tensor<10xui8>
  check.expect_eq %0, %w : tensor<10xui8>, tensor<10xui8>
  return %0 : tensor<10xui8>
}

func.func @ui8() -> tensor<70xui8> {
  %a = check.fill seed 547 range [0.0, 255.0] : tensor<70xui8>
  %b = check.fill seed 548 range [0.0, 10.0] : tensor<70xui8>
  %0 = rlx.shift_left %a, %b : (tensor<70xui8>, tensor<70xui8>) -> tensor<70xui8>
  return %0 : tensor<70xui8>
}

func.func @ui16_literals() -> tensor<10xui16> {
  %a = check.literal dense<[5, 5, 65535, 65535, 65535, 1, 1, 0, 0, 0]> : tensor<10xui16>
  %b = check.literal dense<[0, 1, 1, 15, 16, 15, 65535, 1, 16, 15]> : tensor<10xui16>
  %0 = rlx.shift_left %a, %b : (tensor<10xui16>, tensor<10xui16>) -> tensor<10xui16>
  %w = check.literal dense<[5, 10, 65534, 32768, 0, 32768, 0, 0, 0, 0]> : tensor<10xui16>
  check.expect_eq %0, %w : tensor<10xui16>, tensor<10xui16>
  return %0 : tensor<10xui16>
}

func.func @ui16() -> tensor<70xui16> {
  %a = check.fill seed 549 range [0.0, 60000.0] : tensor<70xui16>
  %b = check.fill seed 550 range [0.0, 18.0] : tensor<70xui16>
  %0 = rlx.shift_left %a, %b : (tensor<70xui16>, tensor<70xui16>) -> tensor<70xui16>
  return %0 : tensor<70xui16>
}

func.func @ui32_literals() -> tensor<10xui32> {
  %a = check.literal dense<[5, 5, 4294967295, 4294967295, 4294967295, 1, 1, 0, 0, 0]> : tensor<10xui32>
  %b = check.literal dense<[0, 1, 1, 31, 32, 31, 4294967295, 1, 32, 31]> : tensor<10xui32>
  %0 = rlx.shift_left %a, %b : (tensor<10xui32>, tensor<10xui32>) -> tensor<10xui32>
  %w = check.literal dense<[5, 10, 4294967294, 2147483648, 0, 2147483648, 0, 0, 0, 0]> : tensor<10xui32>
  check.expect_eq %0, %w : tensor<10xui32>, tensor<10xui32>
  return %0 : tensor<10xui32>
}

func.func @ui32() -> tensor<70xui32> {
  %a = check.fill seed 551 range [0.0, 4000000.0] : tensor<70xui32>
  %b = check.fill seed 552 range [0.0, 34.0] : tensor<70xui32>
  %0 = rlx.shift_left %a, %b : (tensor<70xui32>, tensor<70xui32>) -> tensor<70xui32>
  return %0 : tensor<70xui32>
}

func.func @ui64_literals() -> tensor<10xui64> {
  %a = check.literal dense<[5, 5, 18446744073709551615, 18446744073709551615, 18446744073709551615, 1, 1, 0, 0, 0]> : tensor<10xui64>
  %b = check.literal dense<[0, 1, 1, 63, 64, 63, 18446744073709551615, 1, 64, 63]> : tensor<10xui64>
  %0 = rlx.shift_left %a, %b : (tensor<10xui64>, tensor<10xui64>) -> tensor<10xui64>
  %w = check.literal dense<[5, 10, 18446744073709551614, 9223372036854775808, 0, 9223372036854775808, 0, 0, 0, 0]> : tensor<10xui64>
  check.expect_eq %0, %w : tensor<10xui64>, tensor<10xui64>
  return %0 : tensor<10xui64>
}

func.func @ui64() -> tensor<70xui64> {
  %a = check.fill seed 553 range [0.0, 4000000000.0] : tensor<70xui64>
  %b = check.fill seed 554 range [0.0, 66.0] : tensor<70xui64>
  %0 = rlx.shift_left %a, %b : (tensor<70xui64>, tensor<70xui64>) -> tensor<70xui64>
  return %0 : tensor<70xui64>
}

func.func @broadcast_dynamic() -> tensor<?x3x?xui32> {
  %a = check.fill sizes [4, 1, 5] seed 555 range [0.0, 1000.0] : tensor<?x1x?xui32>
  %b = check.fill seed 556 range [0.0, 10.0] : tensor<3x1xui32>
  %0 = rlx.shift_left %a, %b : (tensor<?x1x?xui32>, tensor<3x1xui32>) -> tensor<?x3x?xui32>
  return %0 : tensor<?x3x?xui32>
}

func.func @empty() -> tensor<0x3xi32> {
  %a = check.fill seed 557 : tensor<0x3xi32>
  %b = check.fill seed 558 : tensor<3xi32>
  %0 = rlx.shift_left %a, %b : (tensor<0x3xi32>, tensor<3xi32>) -> tensor<0x3xi32>
  return %0 : tensor<0x3xi32>
}
