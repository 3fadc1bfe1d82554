// RUN: rlx-check %{sample} %s %{quick-lanes}

// From NumPy; the last row would overflow without the shift by the maximum.
func.func @literals() -> tensor<3x3xf32> {
  %x = check.literal dense<[[1.0, 2.0, 3.0], [0.0, 0.0, 0.0], [-1000.0, 1000.0, 0.0]]> : tensor<3x3xf32>
  %0 = rlx.log_softmax %x axis = 1 : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %e = check.literal dense<[[-2.40760596, -1.40760596, -0.40760596], [-1.09861229, -1.09861229, -1.09861229], [-2000.0, 0.0, -1000.0]]> : tensor<3x3xf32>
  check.expect_close %0, %e {atol = 1.0e-7, rtol = 1.0e-6} : tensor<3x3xf32>, tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// NaN and infinities.
func.func @specials() -> tensor<4x2xf32> {
  %x = check.literal dense<[[0x7FC00000, 1.0], [0x7F800000, 1.0], [0xFF800000, 0xFF800000], [0xFF800000, 3.0]]> : tensor<4x2xf32>
  %0 = rlx.log_softmax %x axis = -1 : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %e = check.literal dense<[[0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000], [0xFF800000, 0.0]]> : tensor<4x2xf32>
  check.expect_eq %0, %e : tensor<4x2xf32>, tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

func.func @rows() -> tensor<5x37xf32> {
  %x = check.fill seed 1 range [-8.0, 8.0] : tensor<5x37xf32>
  %0 = rlx.log_softmax %x axis = -1 : (tensor<5x37xf32>) -> tensor<5x37xf32>
  return %0 : tensor<5x37xf32>
}

func.func @first_axis() -> tensor<7x5xf32> {
  %x = check.fill seed 2 range [-8.0, 8.0] : tensor<7x5xf32>
  %0 = rlx.log_softmax %x axis = 0 : (tensor<7x5xf32>) -> tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}

func.func @middle_axis_dynamic() -> tensor<?x?x4xf32> {
  %x = check.fill sizes [3, 6, 4] seed 3 range [-8.0, 8.0] : tensor<?x?x4xf32>
  %0 = rlx.log_softmax %x axis = 1 : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  return %0 : tensor<?x?x4xf32>
}

func.func @dynamic_rows() -> tensor<?x?xf32> {
  %x = check.fill sizes [4, 9] seed 4 range [-8.0, 8.0] : tensor<?x?xf32>
  %0 = rlx.log_softmax %x axis = 1 : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @f16() -> tensor<4x100xf16> {
  %x = check.fill seed 5 range [-8.0, 8.0] : tensor<4x100xf16>
  %0 = rlx.log_softmax %x axis = 1 : (tensor<4x100xf16>) -> tensor<4x100xf16>
  return %0 : tensor<4x100xf16>
}

func.func @bf16() -> tensor<2x3x33xbf16> {
  %x = check.fill seed 6 range [-8.0, 8.0] : tensor<2x3x33xbf16>
  %0 = rlx.log_softmax %x axis = -1 : (tensor<2x3x33xbf16>) -> tensor<2x3x33xbf16>
  return %0 : tensor<2x3x33xbf16>
}

func.func @f64() -> tensor<3x17xf64> {
  %x = check.fill seed 7 range [-8.0, 8.0] : tensor<3x17xf64>
  %0 = rlx.log_softmax %x axis = 1 : (tensor<3x17xf64>) -> tensor<3x17xf64>
  return %0 : tensor<3x17xf64>
}

func.func @rank1() -> tensor<11xf32> {
  %x = check.fill seed 8 range [-8.0, 8.0] : tensor<11xf32>
  %0 = rlx.log_softmax %x axis = 0 : (tensor<11xf32>) -> tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @empty() -> tensor<0x4xf32> {
  %x = check.fill seed 9 range [-8.0, 8.0] : tensor<0x4xf32>
  %0 = rlx.log_softmax %x axis = 1 : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// All axes of a tensor of rank 4.
func.func @every_axis() -> (tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>) {
  %a = check.fill seed 91 : tensor<2x3x4x5xf32>
  %0 = rlx.log_softmax %a axis = 0 : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  %1 = rlx.log_softmax %a axis = 1 : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  %2 = rlx.log_softmax %a axis = 2 : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  %3 = rlx.log_softmax %a axis = 3 : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  %4 = rlx.log_softmax %a axis = -4 : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  %5 = rlx.log_softmax %a axis = -2 : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>
}

// Long first and middle axes: a workgroup takes some of the columns. Sizes that fill no tile.
func.func @columns() -> (tensor<301x131xf32>, tensor<3x257x67xf32>, tensor<?x?xf32>, tensor<?x1xf32>) {
  %x = check.fill seed 101 range [-8.0, 8.0] : tensor<301x131xf32>
  %0 = rlx.log_softmax %x axis = 0 : (tensor<301x131xf32>) -> tensor<301x131xf32>
  %y = check.fill seed 102 range [-8.0, 8.0] : tensor<3x257x67xf32>
  %1 = rlx.log_softmax %y axis = 1 : (tensor<3x257x67xf32>) -> tensor<3x257x67xf32>
  %z = check.fill sizes [259, 133] seed 103 range [-8.0, 8.0] : tensor<?x?xf32>
  %2 = rlx.log_softmax %z axis = 0 : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %w = check.fill sizes [1031, 1] seed 104 range [-8.0, 8.0] : tensor<?x1xf32>
  %3 = rlx.log_softmax %w axis = 0 : (tensor<?x1xf32>) -> tensor<?x1xf32>
  return %0, %1, %2, %3 : tensor<301x131xf32>, tensor<3x257x67xf32>, tensor<?x?xf32>, tensor<?x1xf32>
}

func.func @columns_of_one_row() -> (tensor<1x700xf32>, tensor<?x700xf32>, tensor<?x700xf32>) {
  %x = check.fill seed 105 range [-8.0, 8.0] : tensor<1x700xf32>
  %0 = rlx.log_softmax %x axis = 0 : (tensor<1x700xf32>) -> tensor<1x700xf32>
  %y = check.fill sizes [1, 700] seed 106 range [-8.0, 8.0] : tensor<?x700xf32>
  %1 = rlx.log_softmax %y axis = 0 : (tensor<?x700xf32>) -> tensor<?x700xf32>
  %z = check.fill sizes [0, 700] seed 107 : tensor<?x700xf32>
  %2 = rlx.log_softmax %z axis = 0 : (tensor<?x700xf32>) -> tensor<?x700xf32>
  return %0, %1, %2 : tensor<1x700xf32>, tensor<?x700xf32>, tensor<?x700xf32>
}
