// RUN: rlx-check %s

func.func @eq_f32() -> tensor<9xi1> {
  %a = check.literal dense<[1.0, 2.0, 1.0, 0.0, 0x7FC00000, 1.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %b = check.literal dense<[2.0, 1.0, 1.0, -0.0, 1.0, 0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000]> : tensor<9xf32>
  %0 = rlx.compare eq %a, %b : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xi1>
  %w = check.literal dense<[false, false, true, true, false, false, false, true, false]> : tensor<9xi1>
  check.expect_eq %0, %w : tensor<9xi1>, tensor<9xi1>
  return %0 : tensor<9xi1>
}

func.func @eq_i8() -> tensor<4xi1> {
  %a = check.literal dense<[-1, 1, 3, -128]> : tensor<4xi8>
  %b = check.literal dense<[1, -1, 3, 127]> : tensor<4xi8>
  %0 = rlx.compare eq %a, %b : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  %w = check.literal dense<[false, false, true, false]> : tensor<4xi1>
  check.expect_eq %0, %w : tensor<4xi1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @eq_ui8() -> tensor<4xi1> {
  %a = check.literal dense<[255, 1, 3, 128]> : tensor<4xui8>
  %b = check.literal dense<[1, 255, 3, 127]> : tensor<4xui8>
  %0 = rlx.compare eq %a, %b : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %w = check.literal dense<[false, false, true, false]> : tensor<4xi1>
  check.expect_eq %0, %w : tensor<4xi1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @eq_ui64() -> tensor<3xi1> {
  %a = check.literal dense<[9223372036854775808, 1, 18446744073709551615]> : tensor<3xui64>
  %b = check.literal dense<[1, 9223372036854775808, 18446744073709551615]> : tensor<3xui64>
  %0 = rlx.compare eq %a, %b : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xi1>
  %w = check.literal dense<[false, false, true]> : tensor<3xi1>
  check.expect_eq %0, %w : tensor<3xi1>, tensor<3xi1>
  return %0 : tensor<3xi1>
}

func.func @eq_i1() -> tensor<4xi1> {
  %a = check.literal dense<[false, false, true, true]> : tensor<4xi1>
  %b = check.literal dense<[false, true, false, true]> : tensor<4xi1>
  %0 = rlx.compare eq %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %w = check.literal dense<[true, false, false, true]> : tensor<4xi1>
  check.expect_eq %0, %w : tensor<4xi1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @ne_f32() -> tensor<9xi1> {
  %a = check.literal dense<[1.0, 2.0, 1.0, 0.0, 0x7FC00000, 1.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %b = check.literal dense<[2.0, 1.0, 1.0, -0.0, 1.0, 0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000]> : tensor<9xf32>
  %0 = rlx.compare ne %a, %b : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xi1>
  %w = check.literal dense<[true, true, false, false, true, true, true, false, true]> : tensor<9xi1>
  check.expect_eq %0, %w : tensor<9xi1>, tensor<9xi1>
  return %0 : tensor<9xi1>
}

func.func @ne_i8() -> tensor<4xi1> {
  %a = check.literal dense<[-1, 1, 3, -128]> : tensor<4xi8>
  %b = check.literal dense<[1, -1, 3, 127]> : tensor<4xi8>
  %0 = rlx.compare ne %a, %b : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  %w = check.literal dense<[true, true, false, true]> : tensor<4xi1>
  check.expect_eq %0, %w : tensor<4xi1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @ne_ui8() -> tensor<4xi1> {
  %a = check.literal dense<[255, 1, 3, 128]> : tensor<4xui8>
  %b = check.literal dense<[1, 255, 3, 127]> : tensor<4xui8>
  %0 = rlx.compare ne %a, %b : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %w = check.literal dense<[true, true, false, true]> : tensor<4xi1>
  check.expect_eq %0, %w : tensor<4xi1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @ne_ui64() -> tensor<3xi1> {
  %a = check.literal dense<[9223372036854775808, 1, 18446744073709551615]> : tensor<3xui64>
  %b = check.literal dense<[1, 9223372036854775808, 18446744073709551615]> : tensor<3xui64>
  %0 = rlx.compare ne %a, %b : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xi1>
  %w = check.literal dense<[true, true, false]> : tensor<3xi1>
  check.expect_eq %0, %w : tensor<3xi1>, tensor<3xi1>
  return %0 : tensor<3xi1>
}

func.func @ne_i1() -> tensor<4xi1> {
  %a = check.literal dense<[false, false, true, true]> : tensor<4xi1>
  %b = check.literal dense<[false, true, false, true]> : tensor<4xi1>
  %0 = rlx.compare ne %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %w = check.literal dense<[false, true, true, false]> : tensor<4xi1>
  check.expect_eq %0, %w : tensor<4xi1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @lt_f32() -> tensor<9xi1> {
  %a = check.literal dense<[1.0, 2.0, 1.0, 0.0, 0x7FC00000, 1.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %b = check.literal dense<[2.0, 1.0, 1.0, -0.0, 1.0, 0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000]> : tensor<9xf32>
  %0 = rlx.compare lt %a, %b : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xi1>
  %w = check.literal dense<[true, false, false, false, false, false, false, false, true]> : tensor<9xi1>
  check.expect_eq %0, %w : tensor<9xi1>, tensor<9xi1>
  return %0 : tensor<9xi1>
}

func.func @lt_i8() -> tensor<4xi1> {
  %a = check.literal dense<[-1, 1, 3, -128]> : tensor<4xi8>
  %b = check.literal dense<[1, -1, 3, 127]> : tensor<4xi8>
  %0 = rlx.compare lt %a, %b : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  %w = check.literal dense<[true, false, false, true]> : tensor<4xi1>
  check.expect_eq %0, %w : tensor<4xi1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @lt_ui8() -> tensor<4xi1> {
  %a = check.literal dense<[255, 1, 3, 128]> : tensor<4xui8>
  %b = check.literal dense<[1, 255, 3, 127]> : tensor<4xui8>
  %0 = rlx.compare lt %a, %b : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %w = check.literal dense<[false, true, false, false]> : tensor<4xi1>
  check.expect_eq %0, %w : tensor<4xi1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @lt_ui64() -> tensor<3xi1> {
  %a = check.literal dense<[9223372036854775808, 1, 18446744073709551615]> : tensor<3xui64>
  %b = check.literal dense<[1, 9223372036854775808, 18446744073709551615]> : tensor<3xui64>
  %0 = rlx.compare lt %a, %b : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xi1>
  %w = check.literal dense<[false, true, false]> : tensor<3xi1>
  check.expect_eq %0, %w : tensor<3xi1>, tensor<3xi1>
  return %0 : tensor<3xi1>
}

func.func @lt_i1() -> tensor<4xi1> {
  %a = check.literal dense<[false, false, true, true]> : tensor<4xi1>
  %b = check.literal dense<[false, true, false, true]> : tensor<4xi1>
  %0 = rlx.compare lt %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %w = check.literal dense<[false, true, false, false]> : tensor<4xi1>
  check.expect_eq %0, %w : tensor<4xi1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @le_f32() -> tensor<9xi1> {
  %a = check.literal dense<[1.0, 2.0, 1.0, 0.0, 0x7FC00000, 1.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %b = check.literal dense<[2.0, 1.0, 1.0, -0.0, 1.0, 0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000]> : tensor<9xf32>
  %0 = rlx.compare le %a, %b : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xi1>
  %w = check.literal dense<[true, false, true, true, false, false, false, true, true]> : tensor<9xi1>
  check.expect_eq %0, %w : tensor<9xi1>, tensor<9xi1>
  return %0 : tensor<9xi1>
}

func.func @le_i8() -> tensor<4xi1> {
  %a = check.literal dense<[-1, 1, 3, -128]> : tensor<4xi8>
  %b = check.literal dense<[1, -1, 3, 127]> : tensor<4xi8>
  %0 = rlx.compare le %a, %b : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  %w = check.literal dense<[true, false, true, true]> : tensor<4xi1>
  check.expect_eq %0, %w : tensor<4xi1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @le_ui8() -> tensor<4xi1> {
  %a = check.literal dense<[255, 1, 3, 128]> : tensor<4xui8>
  %b = check.literal dense<[1, 255, 3, 127]> : tensor<4xui8>
  %0 = rlx.compare le %a, %b : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %w = check.literal dense<[false, true, true, false]> : tensor<4xi1>
  check.expect_eq %0, %w : tensor<4xi1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @le_ui64() -> tensor<3xi1> {
  %a = check.literal dense<[9223372036854775808, 1, 18446744073709551615]> : tensor<3xui64>
  %b = check.literal dense<[1, 9223372036854775808, 18446744073709551615]> : tensor<3xui64>
  %0 = rlx.compare le %a, %b : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xi1>
  %w = check.literal dense<[false, true, true]> : tensor<3xi1>
  check.expect_eq %0, %w : tensor<3xi1>, tensor<3xi1>
  return %0 : tensor<3xi1>
}

func.func @le_i1() -> tensor<4xi1> {
  %a = check.literal dense<[false, false, true, true]> : tensor<4xi1>
  %b = check.literal dense<[false, true, false, true]> : tensor<4xi1>
  %0 = rlx.compare le %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %w = check.literal dense<[true, true, false, true]> : tensor<4xi1>
  check.expect_eq %0, %w : tensor<4xi1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @gt_f32() -> tensor<9xi1> {
  %a = check.literal dense<[1.0, 2.0, 1.0, 0.0, 0x7FC00000, 1.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %b = check.literal dense<[2.0, 1.0, 1.0, -0.0, 1.0, 0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000]> : tensor<9xf32>
  %0 = rlx.compare gt %a, %b : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xi1>
  %w = check.literal dense<[false, true, false, false, false, false, false, false, false]> : tensor<9xi1>
  check.expect_eq %0, %w : tensor<9xi1>, tensor<9xi1>
  return %0 : tensor<9xi1>
}

func.func @gt_i8() -> tensor<4xi1> {
  %a = check.literal dense<[-1, 1, 3, -128]> : tensor<4xi8>
  %b = check.literal dense<[1, -1, 3, 127]> : tensor<4xi8>
  %0 = rlx.compare gt %a, %b : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  %w = check.literal dense<[false, true, false, false]> : tensor<4xi1>
  check.expect_eq %0, %w : tensor<4xi1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @gt_ui8() -> tensor<4xi1> {
  %a = check.literal dense<[255, 1, 3, 128]> : tensor<4xui8>
  %b = check.literal dense<[1, 255, 3, 127]> : tensor<4xui8>
  %0 = rlx.compare gt %a, %b : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %w = check.literal dense<[true, false, false, true]> : tensor<4xi1>
  check.expect_eq %0, %w : tensor<4xi1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @gt_ui64() -> tensor<3xi1> {
  %a = check.literal dense<[9223372036854775808, 1, 18446744073709551615]> : tensor<3xui64>
  %b = check.literal dense<[1, 9223372036854775808, 18446744073709551615]> : tensor<3xui64>
  %0 = rlx.compare gt %a, %b : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xi1>
  %w = check.literal dense<[true, false, false]> : tensor<3xi1>
  check.expect_eq %0, %w : tensor<3xi1>, tensor<3xi1>
  return %0 : tensor<3xi1>
}

func.func @gt_i1() -> tensor<4xi1> {
  %a = check.literal dense<[false, false, true, true]> : tensor<4xi1>
  %b = check.literal dense<[false, true, false, true]> : tensor<4xi1>
  %0 = rlx.compare gt %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %w = check.literal dense<[false, false, true, false]> : tensor<4xi1>
  check.expect_eq %0, %w : tensor<4xi1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @ge_f32() -> tensor<9xi1> {
  %a = check.literal dense<[1.0, 2.0, 1.0, 0.0, 0x7FC00000, 1.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %b = check.literal dense<[2.0, 1.0, 1.0, -0.0, 1.0, 0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000]> : tensor<9xf32>
  %0 = rlx.compare ge %a, %b : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xi1>
  %w = check.literal dense<[false, true, true, true, false, false, false, true, false]> : tensor<9xi1>
  check.expect_eq %0, %w : tensor<9xi1>, tensor<9xi1>
  return %0 : tensor<9xi1>
}

func.func @ge_i8() -> tensor<4xi1> {
  %a = check.literal dense<[-1, 1, 3, -128]> : tensor<4xi8>
  %b = check.literal dense<[1, -1, 3, 127]> : tensor<4xi8>
  %0 = rlx.compare ge %a, %b : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  %w = check.literal dense<[false, true, true, false]> : tensor<4xi1>
  check.expect_eq %0, %w : tensor<4xi1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @ge_ui8() -> tensor<4xi1> {
  %a = check.literal dense<[255, 1, 3, 128]> : tensor<4xui8>
  %b = check.literal dense<[1, 255, 3, 127]> : tensor<4xui8>
  %0 = rlx.compare ge %a, %b : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %w = check.literal dense<[true, false, true, true]> : tensor<4xi1>
  check.expect_eq %0, %w : tensor<4xi1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @ge_ui64() -> tensor<3xi1> {
  %a = check.literal dense<[9223372036854775808, 1, 18446744073709551615]> : tensor<3xui64>
  %b = check.literal dense<[1, 9223372036854775808, 18446744073709551615]> : tensor<3xui64>
  %0 = rlx.compare ge %a, %b : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xi1>
  %w = check.literal dense<[true, false, true]> : tensor<3xi1>
  check.expect_eq %0, %w : tensor<3xi1>, tensor<3xi1>
  return %0 : tensor<3xi1>
}

func.func @ge_i1() -> tensor<4xi1> {
  %a = check.literal dense<[false, false, true, true]> : tensor<4xi1>
  %b = check.literal dense<[false, true, false, true]> : tensor<4xi1>
  %0 = rlx.compare ge %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %w = check.literal dense<[true, false, true, true]> : tensor<4xi1>
  check.expect_eq %0, %w : tensor<4xi1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @f16() -> tensor<70xi1> {
  %a = check.fill seed 726 range [-3.0, 3.0] edges all : tensor<70xf16>
  %b = check.fill seed 727 range [-3.0, 3.0] edges all : tensor<70xf16>
  %0 = rlx.compare le %a, %b : (tensor<70xf16>, tensor<70xf16>) -> tensor<70xi1>
  return %0 : tensor<70xi1>
}

func.func @bf16() -> tensor<70xi1> {
  %a = check.fill seed 728 range [-3.0, 3.0] edges all : tensor<70xbf16>
  %b = check.fill seed 729 range [-3.0, 3.0] edges all : tensor<70xbf16>
  %0 = rlx.compare le %a, %b : (tensor<70xbf16>, tensor<70xbf16>) -> tensor<70xi1>
  return %0 : tensor<70xi1>
}

func.func @f32() -> tensor<70xi1> {
  %a = check.fill seed 730 range [-3.0, 3.0] edges all : tensor<70xf32>
  %b = check.fill seed 731 range [-3.0, 3.0] edges all : tensor<70xf32>
  %0 = rlx.compare le %a, %b : (tensor<70xf32>, tensor<70xf32>) -> tensor<70xi1>
  return %0 : tensor<70xi1>
}

func.func @f64() -> tensor<70xi1> {
  %a = check.fill seed 732 range [-3.0, 3.0] edges all : tensor<70xf64>
  %b = check.fill seed 733 range [-3.0, 3.0] edges all : tensor<70xf64>
  %0 = rlx.compare le %a, %b : (tensor<70xf64>, tensor<70xf64>) -> tensor<70xi1>
  return %0 : tensor<70xi1>
}

func.func @i8() -> tensor<70xi1> {
  %a = check.fill seed 734 range [0.0, 3.0] edges finite : tensor<70xi8>
  %b = check.fill seed 735 range [0.0, 3.0] edges finite : tensor<70xi8>
  %0 = rlx.compare le %a, %b : (tensor<70xi8>, tensor<70xi8>) -> tensor<70xi1>
  return %0 : tensor<70xi1>
}

func.func @i16() -> tensor<70xi1> {
  %a = check.fill seed 736 range [0.0, 3.0] edges finite : tensor<70xi16>
  %b = check.fill seed 737 range [0.0, 3.0] edges finite : tensor<70xi16>
  %0 = rlx.compare le %a, %b : (tensor<70xi16>, tensor<70xi16>) -> tensor<70xi1>
  return %0 : tensor<70xi1>
}

func.func @i32() -> tensor<70xi1> {
  %a = check.fill seed 738 range [0.0, 3.0] edges finite : tensor<70xi32>
  %b = check.fill seed 739 range [0.0, 3.0] edges finite : tensor<70xi32>
  %0 = rlx.compare le %a, %b : (tensor<70xi32>, tensor<70xi32>) -> tensor<70xi1>
  return %0 : tensor<70xi1>
}

func.func @i64() -> tensor<70xi1> {
  %a = check.fill seed 740 range [0.0, 3.0] edges finite : tensor<70xi64>
  %b = check.fill seed 741 range [0.0, 3.0] edges finite : tensor<70xi64>
  %0 = rlx.compare le %a, %b : (tensor<70xi64>, tensor<70xi64>) -> tensor<70xi1>
  return %0 : tensor<70xi1>
}

func.func @ui8() -> tensor<70xi1> {
  %a = check.fill seed 742 range [0.0, 3.0] edges finite : tensor<70xui8>
  %b = check.fill seed 743 range [0.0, 3.0] edges finite : tensor<70xui8>
  %0 = rlx.compare le %a, %b : (tensor<70xui8>, tensor<70xui8>) -> tensor<70xi1>
  return %0 : tensor<70xi1>
}

func.func @ui16() -> tensor<70xi1> {
  %a = check.fill seed 744 range [0.0, 3.0] edges finite : tensor<70xui16>
  %b = check.fill seed 745 range [0.0, 3.0] edges finite : tensor<70xui16>
  %0 = rlx.compare le %a, %b : (tensor<70xui16>, tensor<70xui16>) -> tensor<70xi1>
  return %0 : tensor<70xi1>
}

func.func @ui32() -> tensor<70xi1> {
  %a = check.fill seed 746 range [0.0, 3.0] edges finite : tensor<70xui32>
  %b = check.fill seed 747 range [0.0, 3.0] edges finite : tensor<70xui32>
  %0 = rlx.compare le %a, %b : (tensor<70xui32>, tensor<70xui32>) -> tensor<70xi1>
  return %0 : tensor<70xi1>
}

func.func @ui64() -> tensor<70xi1> {
  %a = check.fill seed 748 range [0.0, 3.0] edges finite : tensor<70xui64>
  %b = check.fill seed 749 range [0.0, 3.0] edges finite : tensor<70xui64>
  %0 = rlx.compare le %a, %b : (tensor<70xui64>, tensor<70xui64>) -> tensor<70xi1>
  return %0 : tensor<70xi1>
}

func.func @broadcast_dynamic() -> tensor<?x3x?xi1> {
  %a = check.fill sizes [4, 1, 5] seed 750 : tensor<?x1x?xf32>
  %b = check.fill seed 751 : tensor<3x1xf32>
  %0 = rlx.compare gt %a, %b : (tensor<?x1x?xf32>, tensor<3x1xf32>) -> tensor<?x3x?xi1>
  return %0 : tensor<?x3x?xi1>
}

func.func @empty() -> tensor<0x3xi1> {
  %a = check.fill seed 752 : tensor<0x3xf32>
  %b = check.fill seed 753 : tensor<3xf32>
  %0 = rlx.compare eq %a, %b : (tensor<0x3xf32>, tensor<3xf32>) -> tensor<0x3xi1>
  return %0 : tensor<0x3xi1>
}

// Different ranks, broadcasts on both sides, and a scalar.
func.func @broadcast_both_ways() -> (tensor<2x3x4xi1>, tensor<2x3x4xi1>, tensor<3x1xi1>) {
  %a = check.fill seed 90 range [0.0, 3.0] : tensor<2x1x4xi8>
  %b = check.fill seed 91 range [0.0, 3.0] : tensor<3x1xi8>
  %0 = rlx.compare le %a, %b : (tensor<2x1x4xi8>, tensor<3x1xi8>) -> tensor<2x3x4xi1>
  %1 = rlx.compare ne %b, %a : (tensor<3x1xi8>, tensor<2x1x4xi8>) -> tensor<2x3x4xi1>
  %c = check.literal dense<1> : tensor<i8>
  %2 = rlx.compare gt %b, %c : (tensor<3x1xi8>, tensor<i8>) -> tensor<3x1xi1>
  return %0, %1, %2 : tensor<2x3x4xi1>, tensor<2x3x4xi1>, tensor<3x1xi1>
}
