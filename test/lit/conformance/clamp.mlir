// RUN: rlx-check %s

func.func @literals() -> tensor<7xf32> {
  %a = check.literal dense<[-1.0, 7.0, 3.0, -0.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<7xf32>
  %0 = rlx.clamp %a {min = 0.0 : f32, max = 6.0 : f32} : (tensor<7xf32>) -> tensor<7xf32>
  %w = check.literal dense<[0.0, 6.0, 3.0, 0.0, 0x7FC00000, 6.0, 0.0]> : tensor<7xf32>
  check.expect_eq %0, %w : tensor<7xf32>, tensor<7xf32>
  return %0 : tensor<7xf32>
}

// min above max: all results are max.
func.func @crossed() -> tensor<3xf32> {
  %a = check.literal dense<[-1.0, 7.0, 3.0]> : tensor<3xf32>
  %0 = rlx.clamp %a {min = 2.0 : f32, max = 1.0 : f32} : (tensor<3xf32>) -> tensor<3xf32>
  %w = check.literal dense<[1.0, 1.0, 1.0]> : tensor<3xf32>
  check.expect_eq %0, %w : tensor<3xf32>, tensor<3xf32>
  return %0 : tensor<3xf32>
}

func.func @only_min() -> tensor<3xi8> {
  %a = check.literal dense<[-128, 0, 127]> : tensor<3xi8>
  %0 = rlx.clamp %a {min = -5 : i8} : (tensor<3xi8>) -> tensor<3xi8>
  %w = check.literal dense<[-5, 0, 127]> : tensor<3xi8>
  check.expect_eq %0, %w : tensor<3xi8>, tensor<3xi8>
  return %0 : tensor<3xi8>
}

func.func @only_max() -> tensor<3xui8> {
  %a = check.literal dense<[0, 199, 255]> : tensor<3xui8>
  %0 = rlx.clamp %a {max = 200 : ui8} : (tensor<3xui8>) -> tensor<3xui8>
  %w = check.literal dense<[0, 199, 200]> : tensor<3xui8>
  check.expect_eq %0, %w : tensor<3xui8>, tensor<3xui8>
  return %0 : tensor<3xui8>
}

// A bound that double cannot represent.
func.func @wide() -> tensor<3xi64> {
  %a = check.literal dense<[9007199254740992, 9007199254740993, 9007199254740994]> : tensor<3xi64>
  %0 = rlx.clamp %a {min = 9007199254740993 : i64} : (tensor<3xi64>) -> tensor<3xi64>
  %w = check.literal dense<[9007199254740993, 9007199254740993, 9007199254740994]> : tensor<3xi64>
  check.expect_eq %0, %w : tensor<3xi64>, tensor<3xi64>
  return %0 : tensor<3xi64>
}

func.func @wide_unsigned() -> tensor<3xui64> {
  %a = check.literal dense<[9223372036854775808, 18446744073709551615, 1]> : tensor<3xui64>
  %0 = rlx.clamp %a {max = 9223372036854775813 : ui64} : (tensor<3xui64>) -> tensor<3xui64>
  %w = check.literal dense<[9223372036854775808, 9223372036854775813, 1]> : tensor<3xui64>
  check.expect_eq %0, %w : tensor<3xui64>, tensor<3xui64>
  return %0 : tensor<3xui64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 802 range [-4.0, 4.0] edges all : tensor<5x33xf16>
  %0 = rlx.clamp %a {min = -1.5 : f16, max = 2.25 : f16} : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 803 range [-4.0, 4.0] edges all : tensor<5x33xbf16>
  %0 = rlx.clamp %a {min = -1.5 : bf16, max = 2.25 : bf16} : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 804 range [-4.0, 4.0] edges all : tensor<5x33xf32>
  %0 = rlx.clamp %a {min = -1.5 : f32, max = 2.25 : f32} : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 805 range [-4.0, 4.0] edges all : tensor<5x33xf64>
  %0 = rlx.clamp %a {min = -1.5 : f64, max = 2.25 : f64} : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @i8() -> tensor<5x33xi8> {
  %a = check.fill seed 806 range [-128.0, 127.0] edges finite : tensor<5x33xi8>
  %0 = rlx.clamp %a {min = 3 : i8, max = 90 : i8} : (tensor<5x33xi8>) -> tensor<5x33xi8>
  return %0 : tensor<5x33xi8>
}

func.func @i16() -> tensor<5x33xi16> {
  %a = check.fill seed 807 range [-30000.0, 30000.0] edges finite : tensor<5x33xi16>
  %0 = rlx.clamp %a {min = 3 : i16, max = 90 : i16} : (tensor<5x33xi16>) -> tensor<5x33xi16>
  return %0 : tensor<5x33xi16>
}

func.func @i32() -> tensor<5x33xi32> {
  %a = check.fill seed 808 range [-1000000.0, 1000000.0] edges finite : tensor<5x33xi32>
  %0 = rlx.clamp %a {min = 3 : i32, max = 90 : i32} : (tensor<5x33xi32>) -> tensor<5x33xi32>
  return %0 : tensor<5x33xi32>
}

func.func @i64() -> tensor<5x33xi64> {
  %a = check.fill seed 809 range [-1000000000.0, 1000000000.0] edges finite : tensor<5x33xi64>
  %0 = rlx.clamp %a {min = 3 : i64, max = 90 : i64} : (tensor<5x33xi64>) -> tensor<5x33xi64>
  return %0 : tensor<5x33xi64>
}

func.func @ui8() -> tensor<5x33xui8> {
  %a = check.fill seed 810 range [0.0, 255.0] edges finite : tensor<5x33xui8>
  %0 = rlx.clamp %a {min = 3 : ui8, max = 90 : ui8} : (tensor<5x33xui8>) -> tensor<5x33xui8>
  return %0 : tensor<5x33xui8>
}

func.func @ui16() -> tensor<5x33xui16> {
  %a = check.fill seed 811 range [0.0, 60000.0] edges finite : tensor<5x33xui16>
  %0 = rlx.clamp %a {min = 3 : ui16, max = 90 : ui16} : (tensor<5x33xui16>) -> tensor<5x33xui16>
  return %0 : tensor<5x33xui16>
}

func.func @ui32() -> tensor<5x33xui32> {
  %a = check.fill seed 812 range [0.0, 4000000.0] edges finite : tensor<5x33xui32>
  %0 = rlx.clamp %a {min = 3 : ui32, max = 90 : ui32} : (tensor<5x33xui32>) -> tensor<5x33xui32>
  return %0 : tensor<5x33xui32>
}

func.func @ui64() -> tensor<5x33xui64> {
  %a = check.fill seed 813 range [0.0, 4000000000.0] edges finite : tensor<5x33xui64>
  %0 = rlx.clamp %a {min = 3 : ui64, max = 90 : ui64} : (tensor<5x33xui64>) -> tensor<5x33xui64>
  return %0 : tensor<5x33xui64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 814 : tensor<?x3x?xf32>
  %0 = rlx.clamp %a {min = -0.5 : f32, max = 0.5 : f32} : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 815 : tensor<0x4xf32>
  %0 = rlx.clamp %a {min = -0.5 : f32} : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
