// RUN: rlx-check %{sample} %s

// Arithmetic on complex numbers. Expected values from NumPy (double precision).

func.func @add() -> tensor<2x3xcomplex<f32>> {
  %x0 = check.literal dense<[[(-1.5, -1.75), (-0.0, -1.5), (0.5, 1.75)], [(-2.0, 0.5), (-1.5, -0.5), (1.75, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %x1 = check.literal dense<[[(0.75, 1.25), (-1.0, 0.25), (-1.5, 2.0)], [(1.25, -1.25), (0.75, 0.25), (0.0, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = rlx.add %x0, %x1 : (tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %w = check.literal dense<[[(-0.75, -0.5), (-1.0, -1.25), (-1.0, 3.75)], [(-0.75, -0.75), (-0.75, -0.25), (1.75, 0.0)]]> : tensor<2x3xcomplex<f32>>
  check.expect_eq %0, %w : tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}

func.func @sub() -> tensor<2x3xcomplex<f32>> {
  %x0 = check.literal dense<[[(-1.5, -1.75), (-0.0, -1.5), (0.5, 1.75)], [(-2.0, 0.5), (-1.5, -0.5), (1.75, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %x1 = check.literal dense<[(0.75, 1.25), (-1.0, 0.25), (-1.5, 2.0)]> : tensor<3xcomplex<f32>>
  %0 = rlx.sub %x0, %x1 : (tensor<2x3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %w = check.literal dense<[[(-2.25, -3.0), (1.0, -1.75), (2.0, -0.25)], [(-2.75, -0.75), (-0.5, -0.75), (3.25, -2.0)]]> : tensor<2x3xcomplex<f32>>
  check.expect_eq %0, %w : tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}

func.func @mul() -> tensor<2x3xcomplex<f32>> {
  %x0 = check.literal dense<[[(-1.5, -1.75), (-0.0, -1.5), (0.5, 1.75)], [(-2.0, 0.5), (-1.5, -0.5), (1.75, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %x1 = check.literal dense<[[(0.75, 1.25), (-1.0, 0.25), (-1.5, 2.0)], [(1.25, -1.25), (0.75, 0.25), (0.0, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = rlx.mul %x0, %x1 : (tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %w = check.literal dense<[[(1.0625, -3.1875), (0.375, 1.5), (-4.25, -1.625)], [(-1.875, 3.125), (-1.0, -0.75), (0.0, 0.0)]]> : tensor<2x3xcomplex<f32>>
  check.expect_eq %0, %w : tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}

func.func @div() -> tensor<2x3xcomplex<f32>> {
  %x0 = check.literal dense<[[(-1.5, -1.75), (-0.0, -1.5), (0.5, 1.75)], [(-2.0, 0.5), (-1.5, -0.5), (1.75, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %x1 = check.literal dense<[[(0.75, 1.25), (-1.0, 0.25), (-1.5, 2.0)], [(1.25, -1.25), (0.75, 0.25), (1.0, -1.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = rlx.div %x0, %x1 : (tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %w = check.literal dense<[[(-1.5588235294117647, 0.2647058823529412), (-0.3529411764705882, 1.4117647058823528), (0.44, -0.58)], [(-1.0, -0.6000000000000001), (-2.0, 0.0), (0.875, 0.875)]]> : tensor<2x3xcomplex<f32>>
  check.expect_close %0, %w {atol = 1.0e-6} : tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}

func.func @div_f64() -> tensor<2x3xcomplex<f64>> {
  %x0 = check.literal dense<[[(-1.5, -1.75), (-0.0, -1.5), (0.5, 1.75)], [(-2.0, 0.5), (-1.5, -0.5), (1.75, 0.0)]]> : tensor<2x3xcomplex<f64>>
  %x1 = check.literal dense<[[(0.75, 1.25), (-1.0, 0.25), (-1.5, 2.0)], [(1.25, -1.25), (0.75, 0.25), (1.0, -1.0)]]> : tensor<2x3xcomplex<f64>>
  %0 = rlx.div %x0, %x1 : (tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %w = check.literal dense<[[(-1.5588235294117647, 0.2647058823529412), (-0.3529411764705882, 1.4117647058823528), (0.44, -0.58)], [(-1.0, -0.6000000000000001), (-2.0, 0.0), (0.875, 0.875)]]> : tensor<2x3xcomplex<f64>>
  check.expect_close %0, %w {atol = 1.0e-15} : tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>
  return %0 : tensor<2x3xcomplex<f64>>
}

func.func @neg() -> tensor<2x3xcomplex<f32>> {
  %x0 = check.literal dense<[[(-1.5, -1.75), (-0.0, -1.5), (0.5, 1.75)], [(-2.0, 0.5), (-1.5, -0.5), (1.75, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = rlx.neg %x0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %w = check.literal dense<[[(1.5, 1.75), (0.0, 1.5), (-0.5, -1.75)], [(2.0, -0.5), (1.5, 0.5), (-1.75, -0.0)]]> : tensor<2x3xcomplex<f32>>
  check.expect_eq %0, %w : tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}

func.func @exp() -> tensor<2x3xcomplex<f32>> {
  %x0 = check.literal dense<[[(-1.5, -1.75), (-0.0, -1.5), (0.5, 1.75)], [(-2.0, 0.5), (-1.5, -0.5), (1.75, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = rlx.exp %x0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %w = check.literal dense<[[(-0.0397720709428971, -0.2195569419097859), (0.0707372016677029, -0.9974949866040544), (-0.2938780633677164, 1.6223185606810662)], [(0.11876788457694579, 0.06488319105786541), (0.1958151375780682, -0.10697429720800304), (5.754602676005731, 0.0)]]> : tensor<2x3xcomplex<f32>>
  check.expect_close %0, %w {atol = 2.0e-6} : tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}

func.func @log() -> tensor<2x3xcomplex<f32>> {
  %x0 = check.literal dense<[[(-1.5, -1.75), (-0.0, -1.5), (0.5, 1.75)], [(-2.0, 0.5), (-1.5, -0.5), (1.75, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = rlx.log %x0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %w = check.literal dense<[[(0.8350312671252675, -2.279422598922567), (0.4054651081081644, -1.5707963267948966), (0.5988515956561703, 1.2924966677897853)], [(0.7234594914681627, 2.896613990462929), (0.45814536593707755, -2.819842099193151), (0.5596157879354227, 0.0)]]> : tensor<2x3xcomplex<f32>>
  check.expect_close %0, %w {atol = 1.0e-6} : tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}

func.func @sqrt() -> tensor<2x3xcomplex<f32>> {
  %x0 = check.literal dense<[[(-1.5, -1.75), (-0.0, -1.5), (0.5, 1.75)], [(-2.0, 0.5), (-1.5, -0.5), (1.75, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = rlx.sqrt %x0 : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %w = check.literal dense<[[(0.6343839981916402, -1.3792907804961254), (0.8660254037844386, -0.8660254037844386), (1.0770393382602441, 0.812412294441723)], [(0.17543205637629383, 1.425053124063947), (0.20141850719855617, -1.2411967672541269), (1.3228756555322954, 0.0)]]> : tensor<2x3xcomplex<f32>>
  check.expect_close %0, %w {atol = 1.0e-6} : tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}

func.func @exp_f64() -> tensor<2x3xcomplex<f64>> {
  %x0 = check.literal dense<[[(-1.5, -1.75), (-0.0, -1.5), (0.5, 1.75)], [(-2.0, 0.5), (-1.5, -0.5), (1.75, 0.0)]]> : tensor<2x3xcomplex<f64>>
  %0 = rlx.exp %x0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %w = check.literal dense<[[(-0.0397720709428971, -0.2195569419097859), (0.0707372016677029, -0.9974949866040544), (-0.2938780633677164, 1.6223185606810662)], [(0.11876788457694579, 0.06488319105786541), (0.1958151375780682, -0.10697429720800304), (5.754602676005731, 0.0)]]> : tensor<2x3xcomplex<f64>>
  check.expect_close %0, %w {atol = 1.0e-14} : tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>
  return %0 : tensor<2x3xcomplex<f64>>
}

func.func @log_f64() -> tensor<2x3xcomplex<f64>> {
  %x0 = check.literal dense<[[(-1.5, -1.75), (-0.0, -1.5), (0.5, 1.75)], [(-2.0, 0.5), (-1.5, -0.5), (1.75, 0.0)]]> : tensor<2x3xcomplex<f64>>
  %0 = rlx.log %x0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %w = check.literal dense<[[(0.8350312671252675, -2.279422598922567), (0.4054651081081644, -1.5707963267948966), (0.5988515956561703, 1.2924966677897853)], [(0.7234594914681627, 2.896613990462929), (0.45814536593707755, -2.819842099193151), (0.5596157879354227, 0.0)]]> : tensor<2x3xcomplex<f64>>
  check.expect_close %0, %w {atol = 1.0e-15} : tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>
  return %0 : tensor<2x3xcomplex<f64>>
}

func.func @sqrt_f64() -> tensor<2x3xcomplex<f64>> {
  %x0 = check.literal dense<[[(-1.5, -1.75), (-0.0, -1.5), (0.5, 1.75)], [(-2.0, 0.5), (-1.5, -0.5), (1.75, 0.0)]]> : tensor<2x3xcomplex<f64>>
  %0 = rlx.sqrt %x0 : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %w = check.literal dense<[[(0.6343839981916402, -1.3792907804961254), (0.8660254037844386, -0.8660254037844386), (1.0770393382602441, 0.812412294441723)], [(0.17543205637629383, 1.425053124063947), (0.20141850719855617, -1.2411967672541269), (1.3228756555322954, 0.0)]]> : tensor<2x3xcomplex<f64>>
  check.expect_close %0, %w {atol = 1.0e-15} : tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>
  return %0 : tensor<2x3xcomplex<f64>>
}

func.func @matmul() -> tensor<2x2xcomplex<f32>> {
  %x0 = check.literal dense<[[(-0.5, -0.25), (0.25, -1.0), (-1.0, -1.75)], [(1.25, 1.5), (1.5, -0.25), (-1.5, -1.5)]]> : tensor<2x3xcomplex<f32>>
  %x1 = check.literal dense<[[(0.75, -0.5), (-1.25, 0.0)], [(1.5, 1.5), (-1.25, 0.75)], [(-1.75, -0.75), (-1.25, -2.0)]]> : tensor<3x2xcomplex<f32>>
  %0 = rlx.matmul %x0, %x1 : (tensor<2x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  %w = check.literal dense<[[(1.8125, 2.75), (-1.1875, 5.9375)], [(5.8125, 6.125), (-4.375, 4.4375)]]> : tensor<2x2xcomplex<f32>>
  check.expect_close %0, %w {atol = 4.0e-6} : tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>
  return %0 : tensor<2x2xcomplex<f32>>
}

func.func @reduce_sum() -> tensor<2xcomplex<f32>> {
  %x0 = check.literal dense<[[(-1.5, -1.75), (-0.0, -1.5), (0.5, 1.75)], [(-2.0, 0.5), (-1.5, -0.5), (1.75, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = rlx.reduce_sum %x0 axes = [1] : (tensor<2x3xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  %w = check.literal dense<[(-1.0, -1.5), (-1.75, 0.0)]> : tensor<2xcomplex<f32>>
  check.expect_close %0, %w {atol = 2.0e-6} : tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

func.func @equal() -> tensor<2x3xi1> {
  %x0 = check.literal dense<[[(-1.5, -1.75), (-0.0, -1.5), (0.5, 1.75)], [(-2.0, 0.5), (-1.5, -0.5), (1.75, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %x1 = check.literal dense<[[(-1.5, -1.75), (-1.0, 0.25), (0.5, 1.75)], [(1.25, 0.5), (-1.5, -0.5), (1.75, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = rlx.compare eq %x0, %x1 : (tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xi1>
  %w = check.literal dense<[[true, false, true], [false, true, true]]> : tensor<2x3xi1>
  check.expect_eq %0, %w : tensor<2x3xi1>, tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

func.func @not_equal() -> tensor<2x3xi1> {
  %x0 = check.literal dense<[[(-1.5, -1.75), (-0.0, -1.5), (0.5, 1.75)], [(-2.0, 0.5), (-1.5, -0.5), (1.75, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %x1 = check.literal dense<[[(-1.5, -1.75), (-1.0, 0.25), (0.5, 1.75)], [(1.25, 0.5), (-1.5, -0.5), (1.75, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = rlx.compare ne %x0, %x1 : (tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xi1>
  %w = check.literal dense<[[false, true, false], [true, false, false]]> : tensor<2x3xi1>
  check.expect_eq %0, %w : tensor<2x3xi1>, tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

func.func @where() -> tensor<2x3xcomplex<f32>> {
  %x0 = check.literal dense<[true, false, true]> : tensor<3xi1>
  %x1 = check.literal dense<[[(-1.5, -1.75), (-0.0, -1.5), (0.5, 1.75)], [(-2.0, 0.5), (-1.5, -0.5), (1.75, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %x2 = check.literal dense<[[(0.75, 1.25), (-1.0, 0.25), (-1.5, 2.0)], [(1.25, -1.25), (0.75, 0.25), (0.0, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = rlx.where %x0, %x1, %x2 : (tensor<3xi1>, tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %w = check.literal dense<[[(-1.5, -1.75), (-1.0, 0.25), (0.5, 1.75)], [(-2.0, 0.5), (0.75, 0.25), (1.75, 0.0)]]> : tensor<2x3xcomplex<f32>>
  check.expect_eq %0, %w : tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}

func.func @casts() -> (tensor<3xcomplex<f32>>, tensor<3xcomplex<f64>>, tensor<2xcomplex<f32>>, tensor<2xcomplex<f64>>) {
  %x = check.literal dense<[1.5, -2.0, 0.0]> : tensor<3xf16>
  %0 = rlx.cast %x to complex<f32> : (tensor<3xf16>) -> tensor<3xcomplex<f32>>
  %w = check.literal dense<[(1.5, 0.0), (-2.0, 0.0), (0.0, 0.0)]> : tensor<3xcomplex<f32>>
  check.expect_eq %0, %w : tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>
  %1 = rlx.cast %0 to complex<f64> : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f64>>
  %z = check.literal dense<[(0.1, 1.0e300), (-2.0, 3.0)]> : tensor<2xcomplex<f64>>
  %2 = rlx.cast %z to complex<f32> : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f32>>
  %v = check.literal dense<[(0.1, 0x7F800000), (-2.0, 3.0)]> : tensor<2xcomplex<f32>>
  check.expect_eq %2, %v : tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>
  %n = check.literal dense<[255, 7]> : tensor<2xui8>
  %3 = rlx.cast %n to complex<f64> : (tensor<2xui8>) -> tensor<2xcomplex<f64>>
  %u = check.literal dense<[(255.0, 0.0), (7.0, 0.0)]> : tensor<2xcomplex<f64>>
  check.expect_eq %3, %u : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  return %0, %1, %2, %3 : tensor<3xcomplex<f32>>, tensor<3xcomplex<f64>>, tensor<2xcomplex<f32>>, tensor<2xcomplex<f64>>
}

// Annex G: infinities divided by zero and by infinities, zeros divided by infinity. No intermediate
// overflows.
func.func @div_special() -> tensor<7xcomplex<f32>> {
  %x0 = check.literal dense<[(1.0, 2.0), (1.0, 2.0), (0x7F800000, 1.0), (1.0, 1.0), (0.0, 0.0), (1.0e30, 1.0e30), (1.0e-30, 1.0e-30)]> : tensor<7xcomplex<f32>>
  %x1 = check.literal dense<[(0.0, 0.0), (-0.0, 0.0), (2.0, 1.0), (0x7F800000, 1.0), (0.0, 0.0), (1.0e30, 1.0e30), (1.0e-30, -1.0e-30)]> : tensor<7xcomplex<f32>>
  %0 = rlx.div %x0, %x1 : (tensor<7xcomplex<f32>>, tensor<7xcomplex<f32>>) -> tensor<7xcomplex<f32>>
  %w = check.literal dense<[(0x7F800000, 0x7F800000), (0xFF800000, 0xFF800000), (0x7F800000, 0xFF800000), (0.0, 0.0), (0x7FC00000, 0x7FC00000), (1.0, 0.0), (0.0, 1.0)]> : tensor<7xcomplex<f32>>
  check.expect_close %0, %w {atol = 1.0e-6} : tensor<7xcomplex<f32>>, tensor<7xcomplex<f32>>
  return %0 : tensor<7xcomplex<f32>>
}

// C cexp.
func.func @exp_special() -> tensor<8xcomplex<f32>> {
  %x0 = check.literal dense<[(0.0, 0.0), (0x7F800000, 0.0), (0xFF800000, 3.0), (0xFF800000, 0x7F800000), (0x7F800000, 0x7F800000), (0x7FC00000, 0.0), (100.0, 1.0), (-200.0, 1.0)]> : tensor<8xcomplex<f32>>
  %0 = rlx.exp %x0 : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  %w = check.literal dense<[(1.0, 0.0), (0x7F800000, 0.0), (0.0, 0.0), (0.0, 0.0), (0x7F800000, 0x7FC00000), (0x7FC00000, 0.0), (0x7F800000, 0x7F800000), (0.0, 0.0)]> : tensor<8xcomplex<f32>>
  check.expect_close %0, %w {atol = 1.0e-6} : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  return %0 : tensor<8xcomplex<f32>>
}

// C clog: the branch cut is at the negative numbers, tested on both sides.
func.func @log_special() -> tensor<9xcomplex<f32>> {
  %x0 = check.literal dense<[(0.0, 0.0), (-1.0, 0.0), (-1.0, -0.0), (0.0, 1.0), (0x7F800000, 1.0), (1.0, 0xFF800000), (0x7FC00000, 0x7F800000), (0xFF800000, 2.0), (1.0e30, 1.0e30)]> : tensor<9xcomplex<f32>>
  %0 = rlx.log %x0 : (tensor<9xcomplex<f32>>) -> tensor<9xcomplex<f32>>
  %w = check.literal dense<[(0xFF800000, 0.0), (0.0, 3.14159265358979), (0.0, -3.14159265358979), (0.0, 1.5707963267949), (0x7F800000, 0.0), (0x7F800000, -1.5707963267949), (0x7F800000, 0x7FC00000), (0x7F800000, 3.14159265358979), (69.42412638, 0.785398163397448)]> : tensor<9xcomplex<f32>>
  check.expect_close %0, %w {atol = 1.0e-6} : tensor<9xcomplex<f32>>, tensor<9xcomplex<f32>>
  return %0 : tensor<9xcomplex<f32>>
}

// C csqrt.
func.func @sqrt_special() -> tensor<9xcomplex<f32>> {
  %x0 = check.literal dense<[(0.0, 0.0), (-4.0, 0.0), (-4.0, -0.0), (3.0, -4.0), (1.0, 0x7F800000), (0x7FC00000, 0xFF800000), (0xFF800000, 1.0), (0x7F800000, -1.0), (1.0e-30, 0.0)]> : tensor<9xcomplex<f32>>
  %0 = rlx.sqrt %x0 : (tensor<9xcomplex<f32>>) -> tensor<9xcomplex<f32>>
  %w = check.literal dense<[(0.0, 0.0), (0.0, 2.0), (0.0, -2.0), (2.0, -1.0), (0x7F800000, 0x7F800000), (0x7F800000, 0xFF800000), (0.0, 0x7F800000), (0x7F800000, 0.0), (1.0e-15, 0.0)]> : tensor<9xcomplex<f32>>
  check.expect_close %0, %w {atol = 1.0e-6} : tensor<9xcomplex<f32>>, tensor<9xcomplex<f32>>
  return %0 : tensor<9xcomplex<f32>>
}

func.func @add_edges_f32() -> tensor<40x7xcomplex<f32>> {
  %x0 = check.fill seed 14 edges all : tensor<40x7xcomplex<f32>>
  %x1 = check.fill seed 15 edges all : tensor<7xcomplex<f32>>
  %0 = rlx.add %x0, %x1 : (tensor<40x7xcomplex<f32>>, tensor<7xcomplex<f32>>) -> tensor<40x7xcomplex<f32>>
  return %0 : tensor<40x7xcomplex<f32>>
}

func.func @add_edges_f64() -> tensor<40x7xcomplex<f64>> {
  %x0 = check.fill seed 14 edges all : tensor<40x7xcomplex<f64>>
  %x1 = check.fill seed 15 edges all : tensor<7xcomplex<f64>>
  %0 = rlx.add %x0, %x1 : (tensor<40x7xcomplex<f64>>, tensor<7xcomplex<f64>>) -> tensor<40x7xcomplex<f64>>
  return %0 : tensor<40x7xcomplex<f64>>
}

func.func @sub_edges_f32() -> tensor<40x7xcomplex<f32>> {
  %x0 = check.fill seed 14 edges all : tensor<40x7xcomplex<f32>>
  %x1 = check.fill seed 15 edges all : tensor<7xcomplex<f32>>
  %0 = rlx.sub %x0, %x1 : (tensor<40x7xcomplex<f32>>, tensor<7xcomplex<f32>>) -> tensor<40x7xcomplex<f32>>
  return %0 : tensor<40x7xcomplex<f32>>
}

func.func @sub_edges_f64() -> tensor<40x7xcomplex<f64>> {
  %x0 = check.fill seed 14 edges all : tensor<40x7xcomplex<f64>>
  %x1 = check.fill seed 15 edges all : tensor<7xcomplex<f64>>
  %0 = rlx.sub %x0, %x1 : (tensor<40x7xcomplex<f64>>, tensor<7xcomplex<f64>>) -> tensor<40x7xcomplex<f64>>
  return %0 : tensor<40x7xcomplex<f64>>
}

func.func @mul_edges_f32() -> tensor<40x7xcomplex<f32>> {
  %x0 = check.fill seed 14 edges all : tensor<40x7xcomplex<f32>>
  %x1 = check.fill seed 15 edges all : tensor<7xcomplex<f32>>
  %0 = rlx.mul %x0, %x1 : (tensor<40x7xcomplex<f32>>, tensor<7xcomplex<f32>>) -> tensor<40x7xcomplex<f32>>
  return %0 : tensor<40x7xcomplex<f32>>
}

func.func @mul_edges_f64() -> tensor<40x7xcomplex<f64>> {
  %x0 = check.fill seed 14 edges all : tensor<40x7xcomplex<f64>>
  %x1 = check.fill seed 15 edges all : tensor<7xcomplex<f64>>
  %0 = rlx.mul %x0, %x1 : (tensor<40x7xcomplex<f64>>, tensor<7xcomplex<f64>>) -> tensor<40x7xcomplex<f64>>
  return %0 : tensor<40x7xcomplex<f64>>
}

func.func @div_edges() -> tensor<40x7xcomplex<f32>> {
  %x0 = check.fill seed 10 edges all : tensor<40x7xcomplex<f32>>
  %x1 = check.fill seed 11 edges all : tensor<40x7xcomplex<f32>>
  %0 = rlx.div %x0, %x1 : (tensor<40x7xcomplex<f32>>, tensor<40x7xcomplex<f32>>) -> tensor<40x7xcomplex<f32>>
  return %0 : tensor<40x7xcomplex<f32>>
}

func.func @div_random_f64() -> tensor<40x7xcomplex<f64>> {
  %x0 = check.fill seed 15 : tensor<40x7xcomplex<f64>>
  %x1 = check.fill seed 16 : tensor<40x7xcomplex<f64>>
  %0 = rlx.div %x0, %x1 : (tensor<40x7xcomplex<f64>>, tensor<40x7xcomplex<f64>>) -> tensor<40x7xcomplex<f64>>
  return %0 : tensor<40x7xcomplex<f64>>
}

func.func @neg_edges() -> tensor<300xcomplex<f32>> {
  %x0 = check.fill seed 10 edges all : tensor<300xcomplex<f32>>
  %0 = rlx.neg %x0 : (tensor<300xcomplex<f32>>) -> tensor<300xcomplex<f32>>
  return %0 : tensor<300xcomplex<f32>>
}

func.func @exp_edges() -> tensor<300xcomplex<f32>> {
  %x0 = check.fill seed 10 edges all : tensor<300xcomplex<f32>>
  %0 = rlx.exp %x0 : (tensor<300xcomplex<f32>>) -> tensor<300xcomplex<f32>>
  return %0 : tensor<300xcomplex<f32>>
}

func.func @log_edges() -> tensor<300xcomplex<f32>> {
  %x0 = check.fill seed 10 edges all : tensor<300xcomplex<f32>>
  %0 = rlx.log %x0 : (tensor<300xcomplex<f32>>) -> tensor<300xcomplex<f32>>
  return %0 : tensor<300xcomplex<f32>>
}

func.func @sqrt_edges() -> tensor<300xcomplex<f32>> {
  %x0 = check.fill seed 11 edges all : tensor<300xcomplex<f32>>
  %0 = rlx.sqrt %x0 : (tensor<300xcomplex<f32>>) -> tensor<300xcomplex<f32>>
  return %0 : tensor<300xcomplex<f32>>
}

func.func @exp_random_f64() -> tensor<300xcomplex<f64>> {
  %x0 = check.fill seed 15 range [-20.0, 20.0] : tensor<300xcomplex<f64>>
  %0 = rlx.exp %x0 : (tensor<300xcomplex<f64>>) -> tensor<300xcomplex<f64>>
  return %0 : tensor<300xcomplex<f64>>
}

func.func @log_random_f64() -> tensor<300xcomplex<f64>> {
  %x0 = check.fill seed 15 range [-20.0, 20.0] : tensor<300xcomplex<f64>>
  %0 = rlx.log %x0 : (tensor<300xcomplex<f64>>) -> tensor<300xcomplex<f64>>
  return %0 : tensor<300xcomplex<f64>>
}

func.func @sqrt_random_f64() -> tensor<300xcomplex<f64>> {
  %x0 = check.fill seed 16 range [-20.0, 20.0] : tensor<300xcomplex<f64>>
  %0 = rlx.sqrt %x0 : (tensor<300xcomplex<f64>>) -> tensor<300xcomplex<f64>>
  return %0 : tensor<300xcomplex<f64>>
}

func.func @equal_edges() -> tensor<64xi1> {
  %x0 = check.fill seed 12 edges all : tensor<64xcomplex<f32>>
  %x1 = check.fill seed 13 edges all : tensor<complex<f32>>
  %0 = rlx.compare eq %x0, %x1 : (tensor<64xcomplex<f32>>, tensor<complex<f32>>) -> tensor<64xi1>
  return %0 : tensor<64xi1>
}

func.func @dynamic() -> tensor<?x3xcomplex<f32>> {
  %x0 = check.fill sizes [5, 3] seed 8 : tensor<?x3xcomplex<f32>>
  %x1 = check.fill seed 9 : tensor<3xcomplex<f32>>
  %0 = rlx.mul %x0, %x1 : (tensor<?x3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<?x3xcomplex<f32>>
  return %0 : tensor<?x3xcomplex<f32>>
}

func.func @empty() -> tensor<0x3xcomplex<f32>> {
  %x0 = check.fill seed 6 : tensor<0x3xcomplex<f32>>
  %x1 = check.fill seed 7 : tensor<3xcomplex<f32>>
  %0 = rlx.div %x0, %x1 : (tensor<0x3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<0x3xcomplex<f32>>
  return %0 : tensor<0x3xcomplex<f32>>
}

func.func @sum_all() -> tensor<complex<f32>> {
  %x0 = check.fill seed 8 : tensor<9x33xcomplex<f32>>
  %0 = rlx.reduce_sum %x0 axes = [] : (tensor<9x33xcomplex<f32>>) -> tensor<complex<f32>>
  return %0 : tensor<complex<f32>>
}

func.func @sum_dynamic() -> tensor<?x2xcomplex<f64>> {
  %x0 = check.fill sizes [9, 33, 2] seed 12 : tensor<?x33x2xcomplex<f64>>
  %0 = rlx.reduce_sum %x0 axes = [1] : (tensor<?x33x2xcomplex<f64>>) -> tensor<?x2xcomplex<f64>>
  return %0 : tensor<?x2xcomplex<f64>>
}

func.func @sum_of_nothing() -> tensor<3xcomplex<f32>> {
  %x0 = check.fill seed 15 : tensor<0x3xcomplex<f32>>
  %0 = rlx.reduce_sum %x0 axes = [0] : (tensor<0x3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  return %0 : tensor<3xcomplex<f32>>
}

func.func @matmul_batch() -> tensor<3x7x5xcomplex<f32>> {
  %x0 = check.fill seed 13 : tensor<3x7x19xcomplex<f32>>
  %x1 = check.fill seed 14 : tensor<19x5xcomplex<f32>>
  %0 = rlx.matmul %x0, %x1 : (tensor<3x7x19xcomplex<f32>>, tensor<19x5xcomplex<f32>>) -> tensor<3x7x5xcomplex<f32>>
  return %0 : tensor<3x7x5xcomplex<f32>>
}

func.func @matmul_dynamic() -> tensor<?x?xcomplex<f64>> {
  %x0 = check.fill sizes [9, 19] seed 15 : tensor<?x19xcomplex<f64>>
  %x1 = check.fill sizes [19, 4] seed 16 : tensor<19x?xcomplex<f64>>
  %0 = rlx.matmul %x0, %x1 : (tensor<?x19xcomplex<f64>>, tensor<19x?xcomplex<f64>>) -> tensor<?x?xcomplex<f64>>
  return %0 : tensor<?x?xcomplex<f64>>
}

func.func @dot_general() -> tensor<4x3x6xcomplex<f32>> {
  %x0 = check.fill seed 12 : tensor<4x3x5xcomplex<f32>>
  %x1 = check.fill seed 13 : tensor<4x6x5xcomplex<f32>>
  %0 = rlx.dot_general %x0, %x1 batch [0] x [0] contract [2] x [2] : (tensor<4x3x5xcomplex<f32>>, tensor<4x6x5xcomplex<f32>>) -> tensor<4x3x6xcomplex<f32>>
  return %0 : tensor<4x3x6xcomplex<f32>>
}

// Chains are fused, and kernels contain constants.
func.func @chain() -> tensor<?x4xf32> {
  %x = check.fill sizes [6, 4] seed 3 : tensor<?x4xf32>
  %y = check.fill sizes [6, 4] seed 4 : tensor<?x4xf32>
  %two = rlx.constant dense<(2.0, -1.0)> : tensor<complex<f32>>
  %few = rlx.constant dense<[(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]> : tensor<4xcomplex<f32>>
  %0 = rlx.complex %x, %y : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xcomplex<f32>>
  %1 = rlx.mul %0, %two : (tensor<?x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<?x4xcomplex<f32>>
  %2 = rlx.add %1, %few : (tensor<?x4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<?x4xcomplex<f32>>
  %3 = rlx.conj %2 : (tensor<?x4xcomplex<f32>>) -> tensor<?x4xcomplex<f32>>
  %4 = rlx.complex_norm_sq %3 : (tensor<?x4xcomplex<f32>>) -> tensor<?x4xf32>
  return %4 : tensor<?x4xf32>
}

// Behind a matmul, whose fast path has no vectors of complex numbers.
func.func @behind_a_matmul() -> tensor<16x32xcomplex<f32>> {
  %a = check.fill seed 1 : tensor<16x24xf32>
  %b = check.fill seed 2 as param : tensor<24x32xf32>
  %0 = rlx.matmul %a, %b : (tensor<16x24xf32>, tensor<24x32xf32>) -> tensor<16x32xf32>
  %1 = rlx.complex %0, %0 : (tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<16x32xcomplex<f32>>
  %2 = rlx.exp %1 : (tensor<16x32xcomplex<f32>>) -> tensor<16x32xcomplex<f32>>
  return %2 : tensor<16x32xcomplex<f32>>
}

// A small part has the error of the whole number: ln |z| where |z| is nearly 1.
func.func @small_parts() -> (tensor<3xf64>, tensor<3xf64>) {
  %a = check.literal dense<[(0.6, 0.8), (-0.28000000000001, 0.96), (0.7071067811865, 0.7071067811866)]> : tensor<3xcomplex<f64>>
  %0 = rlx.log %a : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  %1 = rlx.real %0 : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %2 = rlx.exp %0 : (tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  %3 = rlx.imag %2 : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  return %1, %3 : tensor<3xf64>, tensor<3xf64>
}
