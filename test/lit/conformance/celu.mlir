// RUN: rlx-check %s %{quick-lanes}

// Values of the formula in double, rounded to f32.
func.func @literals() -> tensor<14xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 9.999999747378752e-05, -9.999999747378752e-05, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<14xf32>
  %0 = rlx.celu %a : (tensor<14xf32>) -> tensor<14xf32>
  %w = check.literal dense<[0.0, -0.0, 1.0, -0.6321205496788025, 0.5, -0.9502129554748535, 3.0, 10.0, -0.9999545812606812, 9.999999747378752e-05, -9.999499889090657e-05, 0x7FC00000, 0x7F800000, -1.0]> : tensor<14xf32>
  check.expect_close %0, %w : tensor<14xf32>, tensor<14xf32>
  return %0 : tensor<14xf32>
}

func.func @f64_literals() -> tensor<11xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 0.0001, -0.0001]> : tensor<11xf64>
  %0 = rlx.celu %a : (tensor<11xf64>) -> tensor<11xf64>
  %w = check.literal dense<[0.0, -0.0, 1.0, -0.6321205588285577, 0.5, -0.950212931632136, 3.0, 10.0, -0.9999546000702375, 0.0001, -9.999500016666251e-05]> : tensor<11xf64>
  check.expect_close %0, %w : tensor<11xf64>, tensor<11xf64>
  return %0 : tensor<11xf64>
}

func.func @attributes() -> tensor<11xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 9.999999747378752e-05, -9.999999747378752e-05]> : tensor<11xf32>
  %0 = rlx.celu %a {alpha = 2.0} : (tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[0.0, -0.0, 1.0, -0.7869386672973633, 0.5, -1.5537396669387817, 3.0, 10.0, -1.9865241050720215, 9.999999747378752e-05, -9.999749454436824e-05]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @attributes_bf16() -> tensor<130xbf16> {
  %a = check.fill seed 659 range [-6.0, 6.0] : tensor<130xbf16>
  %0 = rlx.celu %a {alpha = 2.0} : (tensor<130xbf16>) -> tensor<130xbf16>
  return %0 : tensor<130xbf16>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 660 range [-6.0, 6.0] : tensor<5x33xf16>
  %0 = rlx.celu %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 661 range [-6.0, 6.0] : tensor<5x33xbf16>
  %0 = rlx.celu %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 662 range [-6.0, 6.0] : tensor<5x33xf32>
  %0 = rlx.celu %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 663 range [-6.0, 6.0] : tensor<5x33xf64>
  %0 = rlx.celu %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 664 range [-6.0, 6.0] : tensor<?x3x?xf32>
  %0 = rlx.celu %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 665 range [-6.0, 6.0] : tensor<f32>
  %0 = rlx.celu %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 666 : tensor<0x4xf32>
  %0 = rlx.celu %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
