// RUN: rlx-check %s

// Expected values from NumPy (double precision). The length is never padded: 6 and 7 have different
// spectra.

func.func @even() -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %x = check.literal dense<[[-1.75, 1.0, 1.25, -0.25, -1.75, 0.75], [-1.0, 0.5, -0.5, 0.5, -1.0, -0.0]]> : tensor<2x6xf32>
  %0, %1 = rlx.rfft %x axis = -1 : (tensor<2x6xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  %w0 = check.literal dense<[[-0.75, -0.375, -2.625, -3.75], [-1.5, -0.49999999999999994, -5.551115123125783e-17, -3.5]]> : tensor<2x4xf32>
  check.expect_close %0, %w0 {atol = 5.0e-6} : tensor<2x4xf32>, tensor<2x4xf32>
  %w1 = check.literal dense<[[0.0, -2.814582562299426, 2.381569860407206, 0.0], [0.0, -0.8660254037844386, 0.0, 0.0]]> : tensor<2x4xf32>
  check.expect_close %1, %w1 {atol = 5.0e-6} : tensor<2x4xf32>, tensor<2x4xf32>
  return %0, %1 : tensor<2x4xf32>, tensor<2x4xf32>
}

func.func @odd() -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %x = check.literal dense<[[0.0, 0.5, -1.25, 1.75, -0.75, -0.75, -1.0], [-1.75, -0.25, 1.0, 0.75, -1.25, -1.5, -0.75]]> : tensor<2x7xf32>
  %0, %1 = rlx.rfft %x axis = -1 : (tensor<2x7xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  %w0 = check.literal dense<[[-1.5, -0.767671900919157, 2.5366880046417286, -1.0190161037225718], [-3.75, -1.8117449009293667, -1.3887395330218428, -1.0495155660487905]]> : tensor<2x4xf32>
  check.expect_close %0, %w0 {atol = 5.0e-6} : tensor<2x4xf32>, tensor<2x4xf32>
  %w1 = check.literal dense<[[0.0, -1.769992615405028, 0.27524496833856005, -3.4790611303649115], [0.0, -3.69600299992369, 2.160908356639043, -0.2122189877523517]]> : tensor<2x4xf32>
  check.expect_close %1, %w1 {atol = 5.0e-6} : tensor<2x4xf32>, tensor<2x4xf32>
  return %0, %1 : tensor<2x4xf32>, tensor<2x4xf32>
}

func.func @one() -> (tensor<2x1xf32>, tensor<2x1xf32>) {
  %x = check.literal dense<[[1.0], [-0.0]]> : tensor<2x1xf32>
  %0, %1 = rlx.rfft %x axis = 1 : (tensor<2x1xf32>) -> (tensor<2x1xf32>, tensor<2x1xf32>)
  %w0 = check.literal dense<[[1.0], [-0.0]]> : tensor<2x1xf32>
  check.expect_close %0, %w0 {atol = 5.0e-6} : tensor<2x1xf32>, tensor<2x1xf32>
  %w1 = check.literal dense<[[0.0], [0.0]]> : tensor<2x1xf32>
  check.expect_close %1, %w1 {atol = 5.0e-6} : tensor<2x1xf32>, tensor<2x1xf32>
  return %0, %1 : tensor<2x1xf32>, tensor<2x1xf32>
}

func.func @two() -> (tensor<2xf32>, tensor<2xf32>) {
  %x = check.literal dense<[1.75, 0.75]> : tensor<2xf32>
  %0, %1 = rlx.rfft %x axis = 0 : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %w0 = check.literal dense<[2.5, 1.0]> : tensor<2xf32>
  check.expect_close %0, %w0 {atol = 5.0e-6} : tensor<2xf32>, tensor<2xf32>
  %w1 = check.literal dense<[0.0, 0.0]> : tensor<2xf32>
  check.expect_close %1, %w1 {atol = 5.0e-6} : tensor<2xf32>, tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

func.func @first_axis() -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  %x = check.literal dense<[[0.5, 1.0, 1.0], [-0.5, -1.0, -0.25], [-0.0, -1.5, -0.25], [0.5, -1.5, -1.5], [-1.25, -0.75, 1.75]]> : tensor<5x3xf32>
  %0, %1 = rlx.rfft %x axis = 0 norm = forward : (tensor<5x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>)
  %w0 = check.literal dense<[[-0.15000000000000002, -0.75, 0.15000000000000002], [-0.08905764746872635, 0.5772542485937369, 0.5758610463437158], [0.4140576474687263, 0.2977457514062632, -0.15086104634371586]]> : tensor<3x3xf32>
  check.expect_close %0, %w0 {atol = 5.0e-6} : tensor<3x3xf32>, tensor<3x3xf32>
  %w1 = check.literal dense<[[0.0, 0.0, 0.0], [-0.08387995221502571, 0.04755282581475768, 0.23347629344494314], [-0.18327343947338634, 0.029389262614623657, 0.4728782299907776]]> : tensor<3x3xf32>
  check.expect_close %1, %w1 {atol = 5.0e-6} : tensor<3x3xf32>, tensor<3x3xf32>
  return %0, %1 : tensor<3x3xf32>, tensor<3x3xf32>
}

func.func @ortho() -> (tensor<5xf64>, tensor<5xf64>) {
  %x = check.literal dense<[-2.0, -1.25, -1.25, -0.0, -2.0, -0.25, -1.25, -1.0, 1.25]> : tensor<9xf64>
  %0, %1 = rlx.rfft %x axis = 0 norm = ortho : (tensor<9xf64>) -> (tensor<5xf64>, tensor<5xf64>)
  %w0 = check.literal dense<[-2.583333333333333, 0.11619999900590017, -0.3280972000831356, -0.3333333333333333, -1.1631027989227645]> : tensor<5xf64>
  check.expect_close %0, %w0 {atol = 1.0e-12} : tensor<5xf64>, tensor<5xf64>
  %w1 = check.literal dense<[0.0, 0.45639148618625747, 0.8350592853803473, 1.1547005383792515, -0.7038639555364583]> : tensor<5xf64>
  check.expect_close %1, %w1 {atol = 1.0e-12} : tensor<5xf64>, tensor<5xf64>
  return %0, %1 : tensor<5xf64>, tensor<5xf64>
}

func.func @f16() -> (tensor<2x4xf16>, tensor<2x4xf16>) {
  %x = check.literal dense<[[-1.25, 0.5, -0.25, -0.25, 1.25, -1.25], [1.75, 1.5, 0.75, -1.75, 0.75, 0.5]]> : tensor<2x6xf16>
  %0, %1 = rlx.rfft %x axis = 1 : (tensor<2x6xf16>) -> (tensor<2x4xf16>, tensor<2x4xf16>)
  %w0 = check.literal dense<[[-1.25, -1.875, -1.625, 0.75], [3.5, 3.75, -1.75, 3.0]]> : tensor<2x4xf16>
  check.expect_close %0, %w0 {atol = 2.0e-2} : tensor<2x4xf16>, tensor<2x4xf16>
  %w1 = check.literal dense<[[0.0, -0.21650635094610937, -2.8145825622994254, 0.0], [0.0, -0.8660254037844387, -0.8660254037844387, 0.0]]> : tensor<2x4xf16>
  check.expect_close %1, %w1 {atol = 2.0e-2} : tensor<2x4xf16>, tensor<2x4xf16>
  return %0, %1 : tensor<2x4xf16>, tensor<2x4xf16>
}

func.func @bf16() -> (tensor<2x3xbf16>, tensor<2x3xbf16>) {
  %x = check.literal dense<[[1.0, -1.25, 1.75, 1.5, -1.5], [-0.75, -1.75, 1.25, 1.75, 2.0]]> : tensor<2x5xbf16>
  %0, %1 = rlx.rfft %x axis = 1 : (tensor<2x5xbf16>) -> (tensor<2x3xbf16>, tensor<2x3xbf16>)
  %w0 = check.literal dense<[[1.5, -2.4791019662496847, 4.229101966249685], [2.5, -3.0997967345311057, -0.02520326546889451]]> : tensor<2x3xbf16>
  check.expect_close %0, %w0 {atol = 1.5e-1} : tensor<2x3xbf16>, tensor<2x3xbf16>
  %w1 = check.literal dense<[[0.0, -0.38471044214690664, 0.0908178160006701], [0.0, 3.8603545622530624, 1.7286664379491974]]> : tensor<2x3xbf16>
  check.expect_close %1, %w1 {atol = 1.5e-1} : tensor<2x3xbf16>, tensor<2x3xbf16>
  return %0, %1 : tensor<2x3xbf16>, tensor<2x3xbf16>
}

func.func @dynamic() -> (tensor<?x2x?xf32>, tensor<?x2x?xf32>) {
  %x = check.literal dense<[[[0.5, 0.75], [0.75, 0.25], [1.75, 0.5]], [[-0.75, 0.0], [-2.0, 1.0], [0.75, -0.25]]]> : tensor<2x3x2xf32> to tensor<?x3x?xf32>
  %0, %1 = rlx.rfft %x axis = 1 : (tensor<?x3x?xf32>) -> (tensor<?x2x?xf32>, tensor<?x2x?xf32>)
  %w0 = check.literal dense<[[[3.0, 1.5], [-0.75, 0.375]], [[-2.0, 0.75], [-0.125, -0.375]]]> : tensor<2x2x2xf32> to tensor<?x2x?xf32>
  check.expect_close %0, %w0 {atol = 5.0e-6} : tensor<?x2x?xf32>, tensor<?x2x?xf32>
  %w1 = check.literal dense<[[[0.0, 0.0], [0.8660254037844386, 0.21650635094610965]], [[0.0, 0.0], [2.381569860407206, -1.0825317547305482]]]> : tensor<2x2x2xf32> to tensor<?x2x?xf32>
  check.expect_close %1, %w1 {atol = 5.0e-6} : tensor<?x2x?xf32>, tensor<?x2x?xf32>
  return %0, %1 : tensor<?x2x?xf32>, tensor<?x2x?xf32>
}

func.func @length_19() -> (tensor<9x10xf32>, tensor<9x10xf32>) {
  %x = check.fill seed 1 : tensor<9x19xf32>
  %0, %1 = rlx.rfft %x axis = 1 : (tensor<9x19xf32>) -> (tensor<9x10xf32>, tensor<9x10xf32>)
  return %0, %1 : tensor<9x10xf32>, tensor<9x10xf32>
}

func.func @length_100() -> (tensor<9x51xf32>, tensor<9x51xf32>) {
  %x = check.fill seed 1 : tensor<9x100xf32>
  %0, %1 = rlx.rfft %x axis = 1 : (tensor<9x100xf32>) -> (tensor<9x51xf32>, tensor<9x51xf32>)
  return %0, %1 : tensor<9x51xf32>, tensor<9x51xf32>
}

func.func @length_255() -> (tensor<9x128xf32>, tensor<9x128xf32>) {
  %x = check.fill seed 1 : tensor<9x255xf32>
  %0, %1 = rlx.rfft %x axis = 1 : (tensor<9x255xf32>) -> (tensor<9x128xf32>, tensor<9x128xf32>)
  return %0, %1 : tensor<9x128xf32>, tensor<9x128xf32>
}

// Elements 0 and N / 2 are exactly real (those of the reference within its precision).
func.func @exactly_real() -> (tensor<3x1xf32>, tensor<3x1xf32>) {
  %x = check.fill seed 8 : tensor<3x30xf32>
  %re, %im = rlx.rfft %x axis = 1 : (tensor<3x30xf32>) -> (tensor<3x16xf32>, tensor<3x16xf32>)
  %first = rlx.slice %im from [0, 0] sizes [3, 1] : (tensor<3x16xf32>) -> tensor<3x1xf32>
  %last = rlx.slice %im from [0, 15] sizes [3, 1] : (tensor<3x16xf32>) -> tensor<3x1xf32>
  %zero = check.literal dense<0.0> : tensor<3x1xf32>
  check.expect_close %first, %zero {atol = 1.0e-15} : tensor<3x1xf32>, tensor<3x1xf32>
  check.expect_close %last, %zero {atol = 1.0e-15} : tensor<3x1xf32>, tensor<3x1xf32>
  return %first, %last : tensor<3x1xf32>, tensor<3x1xf32>
}

func.func @empty() -> (tensor<3x0xf32>, tensor<3x0xf32>) {
  %x = check.fill seed 1 : tensor<4x0xf32>
  %0, %1 = rlx.rfft %x axis = 0 : (tensor<4x0xf32>) -> (tensor<3x0xf32>, tensor<3x0xf32>)
  return %0, %1 : tensor<3x0xf32>, tensor<3x0xf32>
}

func.func @dynamic_batch() -> (tensor<?x7x?xf64>, tensor<?x7x?xf64>) {
  %x = check.fill sizes [5, 12, 3] seed 1 : tensor<?x12x?xf64>
  %0, %1 = rlx.rfft %x axis = 1 : (tensor<?x12x?xf64>) -> (tensor<?x7x?xf64>, tensor<?x7x?xf64>)
  return %0, %1 : tensor<?x7x?xf64>, tensor<?x7x?xf64>
}
