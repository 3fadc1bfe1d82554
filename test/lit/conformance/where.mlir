// RUN: rlx-check %s

func.func @literals() -> tensor<4xf32> {
  %a = check.literal dense<[true, false, true, false]> : tensor<4xi1>
  %b = check.literal dense<[1.0, 0x7FC00000, 0x7FC00000, -0.0]> : tensor<4xf32>
  %c = check.literal dense<[0x7FC00000, 2.0, 0x7F800000, 0xFF800000]> : tensor<4xf32>
  %0 = rlx.where %a, %b, %c : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %w = check.literal dense<[1.0, 2.0, 0x7FC00000, 0xFF800000]> : tensor<4xf32>
  check.expect_eq %0, %w {signed_zeros} : tensor<4xf32>, tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @f16() -> tensor<5x33xf16> {
  %c = check.fill seed 754 : tensor<5x33xi1>
  %a = check.fill seed 755 range [-5.0, 5.0] edges all : tensor<5x33xf16>
  %b = check.fill seed 756 range [-5.0, 5.0] : tensor<5x33xf16>
  %0 = rlx.where %c, %a, %b : (tensor<5x33xi1>, tensor<5x33xf16>, tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %c = check.fill seed 757 : tensor<5x33xi1>
  %a = check.fill seed 758 range [-5.0, 5.0] edges all : tensor<5x33xbf16>
  %b = check.fill seed 759 range [-5.0, 5.0] : tensor<5x33xbf16>
  %0 = rlx.where %c, %a, %b : (tensor<5x33xi1>, tensor<5x33xbf16>, tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %c = check.fill seed 760 : tensor<5x33xi1>
  %a = check.fill seed 761 range [-5.0, 5.0] edges all : tensor<5x33xf32>
  %b = check.fill seed 762 range [-5.0, 5.0] : tensor<5x33xf32>
  %0 = rlx.where %c, %a, %b : (tensor<5x33xi1>, tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %c = check.fill seed 763 : tensor<5x33xi1>
  %a = check.fill seed 764 range [-5.0, 5.0] edges all : tensor<5x33xf64>
  %b = check.fill seed 765 range [-5.0, 5.0] : tensor<5x33xf64>
  %0 = rlx.where %c, %a, %b : (tensor<5x33xi1>, tensor<5x33xf64>, tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @i8() -> tensor<5x33xi8> {
  %c = check.fill seed 766 : tensor<5x33xi1>
  %a = check.fill seed 767 range [-5.0, 5.0] : tensor<5x33xi8>
  %b = check.fill seed 768 range [-5.0, 5.0] : tensor<5x33xi8>
  %0 = rlx.where %c, %a, %b : (tensor<5x33xi1>, tensor<5x33xi8>, tensor<5x33xi8>) -> tensor<5x33xi8>
  return %0 : tensor<5x33xi8>
}

func.func @i16() -> tensor<5x33xi16> {
  %c = check.fill seed 769 : tensor<5x33xi1>
  %a = check.fill seed 770 range [-5.0, 5.0] : tensor<5x33xi16>
  %b = check.fill seed 771 range [-5.0, 5.0] : tensor<5x33xi16>
  %0 = rlx.where %c, %a, %b : (tensor<5x33xi1>, tensor<5x33xi16>, tensor<5x33xi16>) -> tensor<5x33xi16>
  return %0 : tensor<5x33xi16>
}

func.func @i32() -> tensor<5x33xi32> {
  %c = check.fill seed 772 : tensor<5x33xi1>
  %a = check.fill seed 773 range [-5.0, 5.0] : tensor<5x33xi32>
  %b = check.fill seed 774 range [-5.0, 5.0] : tensor<5x33xi32>
  %0 = rlx.where %c, %a, %b : (tensor<5x33xi1>, tensor<5x33xi32>, tensor<5x33xi32>) -> tensor<5x33xi32>
  return %0 : tensor<5x33xi32>
}

func.func @i64() -> tensor<5x33xi64> {
  %c = check.fill seed 775 : tensor<5x33xi1>
  %a = check.fill seed 776 range [-5.0, 5.0] : tensor<5x33xi64>
  %b = check.fill seed 777 range [-5.0, 5.0] : tensor<5x33xi64>
  %0 = rlx.where %c, %a, %b : (tensor<5x33xi1>, tensor<5x33xi64>, tensor<5x33xi64>) -> tensor<5x33xi64>
  return %0 : tensor<5x33xi64>
}

func.func @ui8() -> tensor<5x33xui8> {
  %c = check.fill seed 778 : tensor<5x33xi1>
  %a = check.fill seed 779 range [0.0, 200.0] : tensor<5x33xui8>
  %b = check.fill seed 780 range [0.0, 200.0] : tensor<5x33xui8>
  %0 = rlx.where %c, %a, %b : (tensor<5x33xi1>, tensor<5x33xui8>, tensor<5x33xui8>) -> tensor<5x33xui8>
  return %0 : tensor<5x33xui8>
}

func.func @ui16() -> tensor<5x33xui16> {
  %c = check.fill seed 781 : tensor<5x33xi1>
  %a = check.fill seed 782 range [0.0, 200.0] : tensor<5x33xui16>
  %b = check.fill seed 783 range [0.0, 200.0] : tensor<5x33xui16>
  %0 = rlx.where %c, %a, %b : (tensor<5x33xi1>, tensor<5x33xui16>, tensor<5x33xui16>) -> tensor<5x33xui16>
  return %0 : tensor<5x33xui16>
}

func.func @ui32() -> tensor<5x33xui32> {
  %c = check.fill seed 784 : tensor<5x33xi1>
  %a = check.fill seed 785 range [0.0, 200.0] : tensor<5x33xui32>
  %b = check.fill seed 786 range [0.0, 200.0] : tensor<5x33xui32>
  %0 = rlx.where %c, %a, %b : (tensor<5x33xi1>, tensor<5x33xui32>, tensor<5x33xui32>) -> tensor<5x33xui32>
  return %0 : tensor<5x33xui32>
}

func.func @ui64() -> tensor<5x33xui64> {
  %c = check.fill seed 787 : tensor<5x33xi1>
  %a = check.fill seed 788 range [0.0, 200.0] : tensor<5x33xui64>
  %b = check.fill seed 789 range [0.0, 200.0] : tensor<5x33xui64>
  %0 = rlx.where %c, %a, %b : (tensor<5x33xi1>, tensor<5x33xui64>, tensor<5x33xui64>) -> tensor<5x33xui64>
  return %0 : tensor<5x33xui64>
}

func.func @i1() -> tensor<5x33xi1> {
  %c = check.fill seed 790 : tensor<5x33xi1>
  %a = check.fill seed 791 : tensor<5x33xi1>
  %b = check.fill seed 792 : tensor<5x33xi1>
  %0 = rlx.where %c, %a, %b : (tensor<5x33xi1>, tensor<5x33xi1>, tensor<5x33xi1>) -> tensor<5x33xi1>
  return %0 : tensor<5x33xi1>
}

func.func @broadcast_dynamic() -> tensor<?x3x?xf32> {
  %c = check.fill sizes [4, 1, 1] seed 793 : tensor<?x1x1xi1>
  %a = check.fill sizes [3, 5] seed 794 range [-5.0, 5.0] edges all : tensor<3x?xf32>
  %b = check.fill seed 795 range [-5.0, 5.0] : tensor<f32>
  %0 = rlx.where %c, %a, %b : (tensor<?x1x1xi1>, tensor<3x?xf32>, tensor<f32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @broadcast_branches() -> tensor<2x3x4xi64> {
  %c = check.fill seed 796 : tensor<2x3x4xi1>
  %a = check.fill seed 797 range [-5.0, 5.0] : tensor<3x1xi64>
  %b = check.fill seed 798 range [-5.0, 5.0] : tensor<4xi64>
  %0 = rlx.where %c, %a, %b : (tensor<2x3x4xi1>, tensor<3x1xi64>, tensor<4xi64>) -> tensor<2x3x4xi64>
  return %0 : tensor<2x3x4xi64>
}

func.func @empty() -> tensor<0x3xf32> {
  %c = check.fill seed 799 : tensor<0x3xi1>
  %a = check.fill seed 800 range [-5.0, 5.0] edges all : tensor<3xf32>
  %b = check.fill seed 801 range [-5.0, 5.0] : tensor<0x3xf32>
  %0 = rlx.where %c, %a, %b : (tensor<0x3xi1>, tensor<3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}
