// RUN: rlx-check %s

// Expected values from NumPy (double precision).

func.func @forward() -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %x = check.literal dense<[[1.5, 1.0, 1.25, 1.0], [0.75, 1.5, 0.75, 1.0]]> : tensor<2x4xf32>
  %y = check.literal dense<[[-0.75, -1.25, 1.0, -1.25], [1.75, 0.5, -0.75, 1.75]]> : tensor<2x4xf32>
  %0, %1 = rlx.fft_parts %x, %y axis = -1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  %w0 = check.literal dense<[[4.75, 0.25, 0.75, 0.25], [4.0, -1.25, -1.0, 1.25]]> : tensor<2x4xf32>
  check.expect_close %0, %w0 {atol = 5.0e-6} : tensor<2x4xf32>, tensor<2x4xf32>
  %w1 = check.literal dense<[[-2.25, -1.75, 2.75, -1.75], [3.25, 2.0, -1.25, 3.0]]> : tensor<2x4xf32>
  check.expect_close %1, %w1 {atol = 5.0e-6} : tensor<2x4xf32>, tensor<2x4xf32>
  return %0, %1 : tensor<2x4xf32>, tensor<2x4xf32>
}

func.func @inverse() -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %x = check.literal dense<[[-1.5, 0.0, -1.75, 1.75], [0.25, 1.25, -0.75, 1.25]]> : tensor<2x4xf32>
  %y = check.literal dense<[[0.75, 0.5, 1.75, -0.25], [-0.25, 0.75, 1.25, -0.75]]> : tensor<2x4xf32>
  %0, %1 = rlx.fft_parts %x, %y axis = -1 {inverse = true} : (tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  %w0 = check.literal dense<[[-0.375, -0.125, -1.25, 0.25], [0.5, -0.125, -0.75, 0.625]]> : tensor<2x4xf32>
  check.expect_close %0, %w0 {atol = 5.0e-6} : tensor<2x4xf32>, tensor<2x4xf32>
  %w1 = check.literal dense<[[0.6875, -0.6875, 0.5625, 0.1875], [0.25, -0.375, 0.25, -0.375]]> : tensor<2x4xf32>
  check.expect_close %1, %w1 {atol = 5.0e-6} : tensor<2x4xf32>, tensor<2x4xf32>
  return %0, %1 : tensor<2x4xf32>, tensor<2x4xf32>
}

func.func @first_axis() -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  %x = check.literal dense<[[0.75, -1.25], [0.25, 1.0], [-1.75, 1.0]]> : tensor<3x2xf32>
  %y = check.literal dense<[[-2.0, 1.75], [-0.25, -0.25], [1.0, 0.0]]> : tensor<3x2xf32>
  %0, %1 = rlx.fft_parts %x, %y axis = 0 norm = forward : (tensor<3x2xf32>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>)
  %w0 = check.literal dense<[[-0.25, 0.25], [0.13915608175648392, -0.8221687836487033], [0.860843918243516, -0.6778312163512967]]> : tensor<3x2xf32>
  check.expect_close %0, %w0 {atol = 5.0e-6} : tensor<3x2xf32>, tensor<3x2xf32>
  %w1 = check.literal dense<[[-0.41666666666666663, 0.5], [-1.3690169358562922, 0.625], [-0.21431639747704093, 0.625]]> : tensor<3x2xf32>
  check.expect_close %1, %w1 {atol = 5.0e-6} : tensor<3x2xf32>, tensor<3x2xf32>
  return %0, %1 : tensor<3x2xf32>, tensor<3x2xf32>
}

func.func @ortho() -> (tensor<5xf64>, tensor<5xf64>) {
  %x = check.literal dense<[1.0, -1.75, 0.25, 0.25, 1.75]> : tensor<5xf64>
  %y = check.literal dense<[-1.75, -0.25, 0.5, 0.25, -1.75]> : tensor<5xf64>
  %0, %1 = rlx.fft_parts %x, %y axis = 0 norm = ortho {inverse = true} : (tensor<5xf64>, tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>)
  %w0 = check.literal dense<[0.6708203932499369, -0.4373925992164584, 0.22834491301711798, 0.8042788791078084, 0.9700163913413847]> : tensor<5xf64>
  check.expect_close %0, %w0 {atol = 1.0e-12} : tensor<5xf64>, tensor<5xf64>
  %w1 = check.literal dense<[-1.3416407864998738, -2.8190084581472594, -0.8753989897396732, 0.9646599026772943, 0.15826937108488012]> : tensor<5xf64>
  check.expect_close %1, %w1 {atol = 1.0e-12} : tensor<5xf64>, tensor<5xf64>
  return %0, %1 : tensor<5xf64>, tensor<5xf64>
}

func.func @f16() -> (tensor<2x6xf16>, tensor<2x6xf16>) {
  %x = check.literal dense<[[0.25, -1.0, -1.25, 1.5, -1.25, -0.25], [1.0, 0.75, 0.25, 1.25, -0.25, 0.5]]> : tensor<2x6xf16>
  %y = check.literal dense<[[1.25, 0.75, 0.5, -0.5, 0.25, -0.5], [1.0, -0.5, -0.25, 1.0, 0.0, -0.75]]> : tensor<2x6xf16>
  %0, %1 = rlx.fft_parts %x, %y axis = 1 : (tensor<2x6xf16>, tensor<2x6xf16>) -> (tensor<2x6xf16>, tensor<2x6xf16>)
  %w0 = check.literal dense<[[-2.0, 0.674038105676658, 4.491025403784438, -2.5, 2.7589745962155616, -1.924038105676658], [3.5, 0.375, 2.058012701892219, -1.5, 1.1919872981077808, 0.3749999999999999]]> : tensor<2x6xf16>
  check.expect_close %0, %w0 {atol = 2.0e-2} : tensor<2x6xf16>, tensor<2x6xf16>
  %w1 = check.literal dense<[[1.75, 2.149519052838329, 0.899519052838329, 2.25, -0.399519052838329, 0.8504809471616711], [0.5, -1.149519052838329, 2.96650635094611, 1.0, 2.53349364905389, 0.14951905283832906]]> : tensor<2x6xf16>
  check.expect_close %1, %w1 {atol = 2.0e-2} : tensor<2x6xf16>, tensor<2x6xf16>
  return %0, %1 : tensor<2x6xf16>, tensor<2x6xf16>
}

func.func @bf16() -> (tensor<2x6xbf16>, tensor<2x6xbf16>) {
  %x = check.literal dense<[[1.25, -0.5, 1.5, 1.25, -0.25, 0.75], [-1.75, -0.5, 1.5, 0.25, 0.25, 0.75]]> : tensor<2x6xbf16>
  %y = check.literal dense<[[0.75, 0.25, -0.25, -1.25, -0.75, -0.75], [-0.25, 2.0, -0.5, -0.25, -0.5, 0.25]]> : tensor<2x6xbf16>
  %0, %1 = rlx.fft_parts %x, %y axis = 1 {inverse = true} : (tensor<2x6xbf16>, tensor<2x6xbf16>) -> (tensor<2x6xbf16>, tensor<2x6xbf16>)
  %w0 = check.literal dense<[[0.6666666666666666, -0.29983968427944296, 0.21949788301796347, 0.16666666666666666, 0.36383545031536985, 0.13317301761277633], [0.08333333333333333, -0.7109240761037945, -0.6692574094371279, -0.08333333333333334, -0.1640759238962054, -0.20574259056287209]]> : tensor<2x6xbf16>
  check.expect_close %0, %w0 {atol = 1.5e-1} : tensor<2x6xbf16>, tensor<2x6xbf16>
  %w1 = check.literal dense<[[-0.3333333333333333, 0.44716878364870327, -0.39134603522555267, 0.25, 0.474679368558886, 0.30283121635129673], [0.125, 0.2708333333333333, -0.548343918243516, -0.5416666666666665, 0.17334391824351605, 0.27083333333333326]]> : tensor<2x6xbf16>
  check.expect_close %1, %w1 {atol = 1.5e-1} : tensor<2x6xbf16>, tensor<2x6xbf16>
  return %0, %1 : tensor<2x6xbf16>, tensor<2x6xbf16>
}

func.func @dynamic() -> (tensor<?x3x?xf32>, tensor<?x3x?xf32>) {
  %x = check.literal dense<[[[1.75, 1.5], [-0.5, -1.0], [1.5, -0.0]], [[0.75, -1.75], [1.5, -0.75], [0.0, -1.25]]]> : tensor<2x3x2xf32> to tensor<?x3x?xf32>
  %y = check.literal dense<[[[-0.25, 1.25], [1.25, 0.0], [1.0, -0.25]], [[-0.5, 0.25], [-1.25, -0.75], [0.75, 1.0]]]> : tensor<2x3x2xf32> to tensor<?x3x?xf32>
  %0, %1 = rlx.fft_parts %x, %y axis = 1 : (tensor<?x3x?xf32>, tensor<?x3x?xf32>) -> (tensor<?x3x?xf32>, tensor<?x3x?xf32>)
  %w0 = check.literal dense<[[[2.75, 0.5], [1.4665063509461096, 2.21650635094611], [1.0334936490538904, 1.7834936490538904]], [[2.25, -3.75], [-1.7320508075688772, -2.2655444566227674], [1.7320508075688772, 0.7655444566227676]]]> : tensor<2x3x2xf32> to tensor<?x3x?xf32>
  check.expect_close %0, %w0 {atol = 5.0e-6} : tensor<?x3x?xf32>, tensor<?x3x?xf32>
  %w1 = check.literal dense<[[[2.0, 1.0], [0.3570508075688772, 2.2410254037844384], [-3.107050807568877, 0.5089745962155614]], [[-1.0, 0.5], [-1.549038105676658, -0.3080127018922193], [1.049038105676658, 0.5580127018922193]]]> : tensor<2x3x2xf32> to tensor<?x3x?xf32>
  check.expect_close %1, %w1 {atol = 5.0e-6} : tensor<?x3x?xf32>, tensor<?x3x?xf32>
  return %0, %1 : tensor<?x3x?xf32>, tensor<?x3x?xf32>
}

func.func @length_1() -> (tensor<9x1xf32>, tensor<9x1xf32>) {
  %x = check.fill seed 1 : tensor<9x1xf32>
  %y = check.fill seed 2 : tensor<9x1xf32>
  %0, %1 = rlx.fft_parts %x, %y axis = 1 norm = none {inverse = true} : (tensor<9x1xf32>, tensor<9x1xf32>) -> (tensor<9x1xf32>, tensor<9x1xf32>)
  return %0, %1 : tensor<9x1xf32>, tensor<9x1xf32>
}

func.func @length_4() -> (tensor<9x4xf32>, tensor<9x4xf32>) {
  %x = check.fill seed 1 : tensor<9x4xf32>
  %y = check.fill seed 2 : tensor<9x4xf32>
  %0, %1 = rlx.fft_parts %x, %y axis = 1 norm = none {inverse = true} : (tensor<9x4xf32>, tensor<9x4xf32>) -> (tensor<9x4xf32>, tensor<9x4xf32>)
  return %0, %1 : tensor<9x4xf32>, tensor<9x4xf32>
}

func.func @length_23() -> (tensor<9x23xf32>, tensor<9x23xf32>) {
  %x = check.fill seed 1 : tensor<9x23xf32>
  %y = check.fill seed 2 : tensor<9x23xf32>
  %0, %1 = rlx.fft_parts %x, %y axis = 1 norm = none {inverse = true} : (tensor<9x23xf32>, tensor<9x23xf32>) -> (tensor<9x23xf32>, tensor<9x23xf32>)
  return %0, %1 : tensor<9x23xf32>, tensor<9x23xf32>
}

func.func @length_45() -> (tensor<9x45xf32>, tensor<9x45xf32>) {
  %x = check.fill seed 1 : tensor<9x45xf32>
  %y = check.fill seed 2 : tensor<9x45xf32>
  %0, %1 = rlx.fft_parts %x, %y axis = 1 norm = none {inverse = true} : (tensor<9x45xf32>, tensor<9x45xf32>) -> (tensor<9x45xf32>, tensor<9x45xf32>)
  return %0, %1 : tensor<9x45xf32>, tensor<9x45xf32>
}

func.func @length_256() -> (tensor<9x256xf32>, tensor<9x256xf32>) {
  %x = check.fill seed 1 : tensor<9x256xf32>
  %y = check.fill seed 2 : tensor<9x256xf32>
  %0, %1 = rlx.fft_parts %x, %y axis = 1 norm = none {inverse = true} : (tensor<9x256xf32>, tensor<9x256xf32>) -> (tensor<9x256xf32>, tensor<9x256xf32>)
  return %0, %1 : tensor<9x256xf32>, tensor<9x256xf32>
}

func.func @empty() -> (tensor<4x0xf32>, tensor<4x0xf32>) {
  %x = check.fill seed 1 : tensor<4x0xf32>
  %y = check.fill seed 2 : tensor<4x0xf32>
  %0, %1 = rlx.fft_parts %x, %y axis = 0 : (tensor<4x0xf32>, tensor<4x0xf32>) -> (tensor<4x0xf32>, tensor<4x0xf32>)
  return %0, %1 : tensor<4x0xf32>, tensor<4x0xf32>
}

func.func @dynamic_batch() -> (tensor<?x12x?xf64>, tensor<?x12x?xf64>) {
  %x = check.fill sizes [5, 12, 3] seed 1 : tensor<?x12x?xf64>
  %y = check.fill sizes [5, 12, 3] seed 2 : tensor<?x12x?xf64>
  %0, %1 = rlx.fft_parts %x, %y axis = 1 : (tensor<?x12x?xf64>, tensor<?x12x?xf64>) -> (tensor<?x12x?xf64>, tensor<?x12x?xf64>)
  return %0, %1 : tensor<?x12x?xf64>, tensor<?x12x?xf64>
}
