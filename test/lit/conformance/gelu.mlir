// RUN: rlx-check %s

// Values of the formula in double, rounded to f32.
func.func @literals() -> tensor<13xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 9.999999747378752e-05, -9.999999747378752e-05, 0x7FC00000, 0x7F800000]> : tensor<13xf32>
  %0 = rlx.gelu %a : (tensor<13xf32>) -> tensor<13xf32>
  %w = check.literal dense<[0.0, -0.0, 0.8413447737693787, -0.15865525603294373, 0.3457312285900116, -0.004049694165587425, 2.995950222015381, 10.0, -7.619852977043458e-23, 5.000398959964514e-05, -4.999600787414238e-05, 0x7FC00000, 0x7F800000]> : tensor<13xf32>
  check.expect_close %0, %w : tensor<13xf32>, tensor<13xf32>
  return %0 : tensor<13xf32>
}

func.func @f64_literals() -> tensor<11xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 0.0001, -0.0001]> : tensor<11xf64>
  %0 = rlx.gelu %a : (tensor<11xf64>) -> tensor<11xf64>
  %w = check.literal dense<[0.0, -0.0, 0.8413447460685429, -0.15865525393145707, 0.34573123063700656, -0.004049694094890287, 2.99595030590511, 10.0, -7.619853024160593e-23, 5.000398942279737e-05, -4.9996010577202634e-05]> : tensor<11xf64>
  check.expect_close %0, %w : tensor<11xf64>, tensor<11xf64>
  return %0 : tensor<11xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 593 range [-6.0, 6.0] : tensor<5x33xf16>
  %0 = rlx.gelu %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 594 range [-6.0, 6.0] : tensor<5x33xbf16>
  %0 = rlx.gelu %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 595 range [-6.0, 6.0] : tensor<5x33xf32>
  %0 = rlx.gelu %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 596 range [-6.0, 6.0] : tensor<5x33xf64>
  %0 = rlx.gelu %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 597 range [-6.0, 6.0] : tensor<?x3x?xf32>
  %0 = rlx.gelu %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 598 range [-6.0, 6.0] : tensor<f32>
  %0 = rlx.gelu %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 599 : tensor<0x4xf32>
  %0 = rlx.gelu %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// 16-bit types have separate formulas; tails, infinities and NaN included.
func.func @narrow_edges() -> (tensor<300xf16>, tensor<300xbf16>) {
  %a = check.fill seed 601 edges all : tensor<300xf16>
  %0 = rlx.gelu %a : (tensor<300xf16>) -> tensor<300xf16>
  %b = check.fill seed 602 edges all : tensor<300xbf16>
  %1 = rlx.gelu %b : (tensor<300xbf16>) -> tensor<300xbf16>
  return %0, %1 : tensor<300xf16>, tensor<300xbf16>
}
