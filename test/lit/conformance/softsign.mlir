// RUN: rlx-check %s %{quick-lanes}

// Values of the formula in double, rounded to f32.
func.func @literals() -> tensor<12xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 9.999999747378752e-05, -9.999999747378752e-05, 0x7FC00000]> : tensor<12xf32>
  %0 = rlx.softsign %a : (tensor<12xf32>) -> tensor<12xf32>
  %w = check.literal dense<[0.0, -0.0, 0.5, -0.5, 0.3333333432674408, -0.75, 0.75, 0.9090909361839294, -0.9090909361839294, 9.999000030802563e-05, -9.999000030802563e-05, 0x7FC00000]> : tensor<12xf32>
  check.expect_close %0, %w : tensor<12xf32>, tensor<12xf32>
  return %0 : tensor<12xf32>
}

func.func @f64_literals() -> tensor<11xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 0.0001, -0.0001]> : tensor<11xf64>
  %0 = rlx.softsign %a : (tensor<11xf64>) -> tensor<11xf64>
  %w = check.literal dense<[0.0, -0.0, 0.5, -0.5, 0.3333333333333333, -0.75, 0.75, 0.9090909090909091, -0.9090909090909091, 9.999000099990002e-05, -9.999000099990002e-05]> : tensor<11xf64>
  check.expect_close %0, %w : tensor<11xf64>, tensor<11xf64>
  return %0 : tensor<11xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 614 range [-6.0, 6.0] : tensor<5x33xf16>
  %0 = rlx.softsign %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 615 range [-6.0, 6.0] : tensor<5x33xbf16>
  %0 = rlx.softsign %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 616 range [-6.0, 6.0] : tensor<5x33xf32>
  %0 = rlx.softsign %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 617 range [-6.0, 6.0] : tensor<5x33xf64>
  %0 = rlx.softsign %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 618 range [-6.0, 6.0] : tensor<?x3x?xf32>
  %0 = rlx.softsign %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 619 range [-6.0, 6.0] : tensor<f32>
  %0 = rlx.softsign %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 620 : tensor<0x4xf32>
  %0 = rlx.softsign %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
