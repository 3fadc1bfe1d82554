// RUN: rlx-check %s

// Expected values from NumPy (double precision). The imaginary parts of element 0 and, for even
// lengths, of the last one have no influence.

func.func @even() -> tensor<2x6xf32> {
  %x = check.literal dense<[[1.5, 1.0, -0.75, -1.75], [-1.5, -1.25, -0.75, -0.25]]> : tensor<2x4xf32>
  %y = check.literal dense<[[1.75, -1.0, 1.5, 0.75], [1.5, -0.5, -2.0, 1.25]]> : tensor<2x4xf32>
  %0 = rlx.irfft %x, %y axis = -1 length = 6 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x6xf32>
  %w0 = check.literal dense<[[0.041666666666666664, 0.6889957660359269, 0.6383545031536988, -0.041666666666666664, -0.8050211698203654, 0.9776709006307397], [-0.9583333333333333, 0.4300211698203654, -0.39134603522555267, -0.041666666666666664, 0.474679368558886, -1.0133545031536988]]> : tensor<2x6xf32>
  check.expect_close %0, %w0 {atol = 5.0e-6} : tensor<2x6xf32>, tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}

func.func @odd() -> tensor<2x7xf32> {
  %x = check.literal dense<[[-1.0, -1.5, 1.25, 0.75], [-1.25, -1.0, 1.75, -1.0]]> : tensor<2x4xf32>
  %y = check.literal dense<[[0.75, -1.5, 1.25, -1.5], [0.0, -1.75, 0.25, 1.5]]> : tensor<2x4xf32>
  %0 = rlx.irfft %x, %y axis = -1 length = 7 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
  %w0 = check.literal dense<[[0.0, -0.5097713082883444, 0.0020534245480389973, 1.3012661953554054, -0.46473770752122867, -0.4733747574334688, -0.8554358466604027], [-0.25, -0.07522430308074433, 0.10990789087656376, 0.3091312859747188, 0.5992098312318623, -1.5971446832946505, -0.3458800217077496]]> : tensor<2x7xf32>
  check.expect_close %0, %w0 {atol = 5.0e-6} : tensor<2x7xf32>, tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}

func.func @one() -> tensor<2x1xf32> {
  %x = check.literal dense<[[-1.75], [-1.0]]> : tensor<2x1xf32>
  %y = check.literal dense<[[1.0], [0.5]]> : tensor<2x1xf32>
  %0 = rlx.irfft %x, %y axis = 1 length = 1 : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  %w0 = check.literal dense<[[-1.75], [-1.0]]> : tensor<2x1xf32>
  check.expect_close %0, %w0 {atol = 5.0e-6} : tensor<2x1xf32>, tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

func.func @two() -> tensor<2xf32> {
  %x = check.literal dense<[-0.75, 0.5]> : tensor<2xf32>
  %y = check.literal dense<[-0.25, 1.5]> : tensor<2xf32>
  %0 = rlx.irfft %x, %y axis = 0 length = 2 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %w0 = check.literal dense<[-0.125, -0.625]> : tensor<2xf32>
  check.expect_close %0, %w0 {atol = 5.0e-6} : tensor<2xf32>, tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @first_axis() -> tensor<5x3xf32> {
  %x = check.literal dense<[[-0.75, 1.0, 0.5], [1.0, -0.5, 1.0], [0.75, -0.5, -2.0]]> : tensor<3x3xf32>
  %y = check.literal dense<[[1.75, 0.75, -1.25], [1.0, -1.0, 0.0], [1.5, -0.25, -0.75]]> : tensor<3x3xf32>
  %0 = rlx.irfft %x, %y axis = 0 length = 5 norm = forward : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<5x3xf32>
  %w0 = check.literal dense<[[2.75, -1.0, -1.5], [-5.010960292280252, 3.6960056587365435, 5.235779844688395], [-0.22690945288695952, 2.2000422464373695, -3.780686740692415], [-3.582107541487988, 0.7999577535626305, -0.9275171918069545], [2.3199772866552, -0.6960056587365435, 3.472424087810975]]> : tensor<5x3xf32>
  check.expect_close %0, %w0 {atol = 5.0e-6} : tensor<5x3xf32>, tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

func.func @ortho() -> tensor<9xf64> {
  %x = check.literal dense<[-0.75, -1.75, -1.0, -1.0, -1.25]> : tensor<5xf64>
  %y = check.literal dense<[-1.75, -0.25, -1.25, 1.0, 1.75]> : tensor<5xf64>
  %0 = rlx.irfft %x, %y axis = 0 length = 9 norm = ortho : (tensor<5xf64>, tensor<5xf64>) -> tensor<9xf64>
  %w0 = check.literal dense<[-3.583333333333333, -0.19164282537348032, 1.6452557294107184, -1.1710465736048041, 0.6171774059219115, 0.4312991556416868, 2.004379906938137, -1.9075853881173082, -0.09450407748352825]> : tensor<9xf64>
  check.expect_close %0, %w0 {atol = 1.0e-12} : tensor<9xf64>, tensor<9xf64>
  return %0 : tensor<9xf64>
}

func.func @f16() -> tensor<2x6xf16> {
  %x = check.literal dense<[[-1.0, 0.25, 0.0, -1.75], [-1.5, 1.5, -0.0, 1.25]]> : tensor<2x4xf16>
  %y = check.literal dense<[[-1.75, 0.5, 1.5, 1.5], [-2.0, 0.0, -0.5, 1.0]]> : tensor<2x4xf16>
  %0 = rlx.irfft %x, %y axis = 1 length = 6 : (tensor<2x4xf16>, tensor<2x4xf16>) -> tensor<2x6xf16>
  %w0 = check.literal dense<[[-0.375, -0.41068360252295905, -0.21132486540518713, 0.041666666666666664, -0.7886751345948128, 0.7440169358562924], [0.4583333333333333, -0.06399576603592694, -0.43600423396407306, -0.9583333333333333, -0.14732909936926022, -0.3526709006307397]]> : tensor<2x6xf16>
  check.expect_close %0, %w0 {atol = 2.0e-2} : tensor<2x6xf16>, tensor<2x6xf16>
  return %0 : tensor<2x6xf16>
}

func.func @bf16() -> tensor<2x5xbf16> {
  %x = check.literal dense<[[-1.75, -1.0, 1.25], [-0.0, -0.25, 1.75]]> : tensor<2x3xbf16>
  %y = check.literal dense<[[-0.75, -1.75, -0.5], [-1.5, -1.75, 0.25]]> : tensor<2x3xbf16>
  %0 = rlx.irfft %x, %y axis = 1 length = 5 : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<2x5xbf16>
  %w0 = check.literal dense<[[-0.25, -0.09481868307235058, 0.3493536682831532, -0.09312307840824774, -1.6614119068025546], [0.6000000000000001, 0.009747440677402165, 0.8037689237342045, -0.20934173273428858, -1.2041746316773183]]> : tensor<2x5xbf16>
  check.expect_close %0, %w0 {atol = 1.5e-1} : tensor<2x5xbf16>, tensor<2x5xbf16>
  return %0 : tensor<2x5xbf16>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %x = check.literal dense<[[[1.75, 0.25], [0.5, -0.75]], [[0.25, 1.0], [0.25, 1.25]]]> : tensor<2x2x2xf32> to tensor<?x2x?xf32>
  %y = check.literal dense<[[[0.25, -1.25], [0.25, 0.0]], [[-1.25, 0.5], [1.25, -1.5]]]> : tensor<2x2x2xf32> to tensor<?x2x?xf32>
  %0 = rlx.irfft %x, %y axis = 1 length = 3 : (tensor<?x2x?xf32>, tensor<?x2x?xf32>) -> tensor<?x3x?xf32>
  %w0 = check.literal dense<[[[0.9166666666666666, -0.41666666666666663], [0.2723290993692602, 0.3333333333333333], [0.5610042339640731, 0.3333333333333333]], [[0.25, 1.1666666666666665], [-0.721687836487032, 0.7826920704511053], [0.721687836487032, -0.949358737117772]]]> : tensor<2x3x2xf32> to tensor<?x3x?xf32>
  check.expect_close %0, %w0 {atol = 5.0e-6} : tensor<?x3x?xf32>, tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @length_19() -> tensor<9x19xf32> {
  %x = check.fill seed 1 : tensor<9x10xf32>
  %y = check.fill seed 2 : tensor<9x10xf32>
  %0 = rlx.irfft %x, %y axis = 1 length = 19 : (tensor<9x10xf32>, tensor<9x10xf32>) -> tensor<9x19xf32>
  return %0 : tensor<9x19xf32>
}

func.func @length_100() -> tensor<9x100xf32> {
  %x = check.fill seed 1 : tensor<9x51xf32>
  %y = check.fill seed 2 : tensor<9x51xf32>
  %0 = rlx.irfft %x, %y axis = 1 length = 100 : (tensor<9x51xf32>, tensor<9x51xf32>) -> tensor<9x100xf32>
  return %0 : tensor<9x100xf32>
}

func.func @length_255() -> tensor<9x255xf32> {
  %x = check.fill seed 1 : tensor<9x128xf32>
  %y = check.fill seed 2 : tensor<9x128xf32>
  %0 = rlx.irfft %x, %y axis = 1 length = 255 : (tensor<9x128xf32>, tensor<9x128xf32>) -> tensor<9x255xf32>
  return %0 : tensor<9x255xf32>
}

func.func @empty() -> tensor<5x0xf32> {
  %x = check.fill seed 1 : tensor<3x0xf32>
  %y = check.fill seed 2 : tensor<3x0xf32>
  %0 = rlx.irfft %x, %y axis = 0 length = 5 : (tensor<3x0xf32>, tensor<3x0xf32>) -> tensor<5x0xf32>
  return %0 : tensor<5x0xf32>
}

func.func @dynamic_batch() -> tensor<?x12x?xf64> {
  %x = check.fill sizes [5, 7, 3] seed 1 : tensor<?x7x?xf64>
  %y = check.fill sizes [5, 7, 3] seed 2 : tensor<?x7x?xf64>
  %0 = rlx.irfft %x, %y axis = 1 length = 12 : (tensor<?x7x?xf64>, tensor<?x7x?xf64>) -> tensor<?x12x?xf64>
  return %0 : tensor<?x12x?xf64>
}

// Inverse and forward, with an odd length.
func.func @round_trip() -> tensor<3x15xf64> {
  %x = check.fill seed 5 : tensor<3x15xf64>
  %re, %im = rlx.rfft %x axis = 1 : (tensor<3x15xf64>) -> (tensor<3x8xf64>, tensor<3x8xf64>)
  %0 = rlx.irfft %re, %im axis = 1 length = 15 : (tensor<3x8xf64>, tensor<3x8xf64>) -> tensor<3x15xf64>
  check.expect_close %0, %x {atol = 1.0e-14} : tensor<3x15xf64>, tensor<3x15xf64>
  return %0 : tensor<3x15xf64>
}
