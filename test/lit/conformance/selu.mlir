// RUN: rlx-check %s %{quick-lanes}

// Values of the formula in double, rounded to f32.
func.func @literals() -> tensor<14xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 9.999999747378752e-05, -9.999999747378752e-05, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<14xf32>
  %0 = rlx.selu %a : (tensor<14xf32>) -> tensor<14xf32>
  %w = check.literal dense<[0.0, -0.0, 1.0507010221481323, -1.1113307476043701, 0.5253505110740662, -1.6705687046051025, 3.1521029472351074, 10.507010459899902, -1.7580195665359497, 0.00010507010301807895, -0.00017580113490112126, 0x7FC00000, 0x7F800000, -1.7580993175506592]> : tensor<14xf32>
  check.expect_close %0, %w : tensor<14xf32>, tensor<14xf32>
  return %0 : tensor<14xf32>
}

func.func @f64_literals() -> tensor<11xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 0.0001, -0.0001]> : tensor<11xf64>
  %0 = rlx.selu %a : (tensor<11xf64>) -> tensor<11xf64>
  %w = check.literal dense<[0.0, -0.0, 1.0507010221481323, -1.1113307412864784, 0.5253505110740662, -1.6705687339891528, 3.152103066444397, 10.507010221481323, -1.758019528756191, 0.00010507010221481324, -0.00017580114443058057]> : tensor<11xf64>
  check.expect_close %0, %w : tensor<11xf64>, tensor<11xf64>
  return %0 : tensor<11xf64>
}

func.func @attributes() -> tensor<11xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, -3.0, 3.0, 10.0, -10.0, 9.999999747378752e-05, -9.999999747378752e-05]> : tensor<11xf32>
  %0 = rlx.selu %a {alpha = 2.0, gamma = 3.0} : (tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[0.0, -0.0, 3.0, -3.7927234172821045, 1.5, -5.701277732849121, 9.0, 30.0, -5.999727725982666, 0.00029999998514540493, -0.0005999699933454394]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @attributes_bf16() -> tensor<130xbf16> {
  %a = check.fill seed 651 range [-6.0, 6.0] : tensor<130xbf16>
  %0 = rlx.selu %a {alpha = 2.0, gamma = 3.0} : (tensor<130xbf16>) -> tensor<130xbf16>
  return %0 : tensor<130xbf16>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 652 range [-6.0, 6.0] : tensor<5x33xf16>
  %0 = rlx.selu %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 653 range [-6.0, 6.0] : tensor<5x33xbf16>
  %0 = rlx.selu %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 654 range [-6.0, 6.0] : tensor<5x33xf32>
  %0 = rlx.selu %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 655 range [-6.0, 6.0] : tensor<5x33xf64>
  %0 = rlx.selu %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 656 range [-6.0, 6.0] : tensor<?x3x?xf32>
  %0 = rlx.selu %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 657 range [-6.0, 6.0] : tensor<f32>
  %0 = rlx.selu %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 658 : tensor<0x4xf32>
  %0 = rlx.selu %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
