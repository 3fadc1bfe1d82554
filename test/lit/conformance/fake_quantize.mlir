// RUN: rlx-check %s

// By hand: the largest element is 127 * 0.5, so the scale is 0.5. Halves round away from zero, or
// to even.
func.func @literals() -> (tensor<9xf32>, tensor<9xf32>, tensor<f32>) {
  %x = check.literal dense<[63.5, -63.5, 0.25, -0.25, 0.75, 1.25, 0.24, 0.0, 10.1]> : tensor<9xf32>
  %0, %s = rlx.fake_quantize %x per_batch bits = 8 : (tensor<9xf32>) -> (tensor<9xf32>, tensor<f32>)
  %e0 = check.literal dense<[63.5, -63.5, 0.5, -0.5, 1.0, 1.5, 0.0, 0.0, 10.0]> : tensor<9xf32>
  check.expect_eq %0, %e0 : tensor<9xf32>, tensor<9xf32>
  %es = check.literal dense<0.5> : tensor<f32>
  check.expect_eq %s, %es : tensor<f32>, tensor<f32>
  %1, %t = rlx.fake_quantize %x per_batch bits = 8 rounding = half_to_even
      : (tensor<9xf32>) -> (tensor<9xf32>, tensor<f32>)
  %e1 = check.literal dense<[63.5, -63.5, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 10.0]> : tensor<9xf32>
  check.expect_eq %1, %e1 : tensor<9xf32>, tensor<9xf32>
  return %0, %1, %s : tensor<9xf32>, tensor<9xf32>, tensor<f32>
}

// The number just below one half rounds down. Adding one half to it would give 1.
func.func @before_half() -> tensor<3xf32> {
  %x = check.literal dense<[0.49999997, -0.49999997, 0.5]> : tensor<3xf32>
  %s = check.literal dense<1.0> : tensor<f32>
  %0, %t = rlx.fake_quantize %x fixed %s bits = 8 : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<f32>)
  %e = check.literal dense<[0.0, 0.0, 1.0]> : tensor<3xf32>
  check.expect_eq %0, %e : tensor<3xf32>, tensor<3xf32>
  return %0 : tensor<3xf32>
}

// By hand: qmax is 7; the largest elements of the channels are 7, 14 and 0.
func.func @channels() -> (tensor<2x3x2xf32>, tensor<3xf32>) {
  %x = check.literal dense<[[[1.4, -7.0], [14.0, 2.9], [0.0, 0.0]],
                            [[2.5, 3.0], [-3.1, 5.0], [0.0, 0.0]]]> : tensor<2x3x2xf32>
  %0, %s = rlx.fake_quantize %x per_batch bits = 4 axis = 1
      : (tensor<2x3x2xf32>) -> (tensor<2x3x2xf32>, tensor<3xf32>)
  %e = check.literal dense<[[[1.0, -7.0], [14.0, 2.0], [0.0, 0.0]],
                            [[3.0, 3.0], [-4.0, 6.0], [0.0, 0.0]]]> : tensor<2x3x2xf32>
  check.expect_eq %0, %e : tensor<2x3x2xf32>, tensor<2x3x2xf32>
  %es = check.literal dense<[1.0, 2.0, 1.0e-12]> : tensor<3xf32>
  check.expect_eq %s, %es : tensor<3xf32>, tensor<3xf32>
  return %0, %s : tensor<2x3x2xf32>, tensor<3xf32>
}

// By hand: qmax is 1. Infinities saturate, NaN stays. A scale that is not positive is replaced by
// the floor.
func.func @fixed() -> (tensor<2x8xf32>, tensor<2xf32>) {
  %x = check.literal dense<[[-3.0, -0.2, 0.2, 0.25, 0.3, 0x7FC00000, 0x7F800000, 0xFF800000],
                            [-3.0, -0.2, 0.2, 0.25, 0.3, 0x7FC00000, 0x7F800000, 0.0]]> : tensor<2x8xf32>
  %s = check.literal dense<[0.5, -1.0]> : tensor<2xf32>
  %0, %t = rlx.fake_quantize %x fixed %s bits = 2 axis = 0
      : (tensor<2x8xf32>, tensor<2xf32>) -> (tensor<2x8xf32>, tensor<2xf32>)
  %e = check.literal dense<[[-0.5, 0.0, 0.0, 0.5, 0.5, 0x7FC00000, 0.5, -0.5],
                            [-1.0e-12, -1.0e-12, 1.0e-12, 1.0e-12, 1.0e-12, 0x7FC00000, 1.0e-12, 0.0]]> : tensor<2x8xf32>
  check.expect_eq %0, %e : tensor<2x8xf32>, tensor<2x8xf32>
  %es = check.literal dense<[0.5, 1.0e-12]> : tensor<2xf32>
  check.expect_eq %t, %es : tensor<2xf32>, tensor<2xf32>
  return %0, %t : tensor<2x8xf32>, tensor<2xf32>
}

// By hand: the scales of this batch are 1, 2 and 4. States of 0 and below are replaced by them; 8
// moves to 0.75 * 8 + 0.25 * 4.
func.func @ema() -> (tensor<3x3xf32>, tensor<3xf32>) {
  %x = check.literal dense<[[7.0, 1.0, 2.4], [-14.0, 3.0, 8.0], [28.0, 13.0, -20.0]]> : tensor<3x3xf32>
  %state = check.literal dense<[0.0, -1.0, 8.0]> : tensor<3xf32>
  %0, %s = rlx.fake_quantize %x ema %state bits = 4 axis = -2 decay = 7.5e-1
      : (tensor<3x3xf32>, tensor<3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>)
  %e = check.literal dense<[[7.0, 1.0, 2.0], [-14.0, 4.0, 8.0], [28.0, 14.0, -21.0]]> : tensor<3x3xf32>
  check.expect_eq %0, %e : tensor<3x3xf32>, tensor<3x3xf32>
  %es = check.literal dense<[1.0, 2.0, 7.0]> : tensor<3xf32>
  check.expect_eq %s, %es : tensor<3xf32>, tensor<3xf32>
  return %0, %s : tensor<3x3xf32>, tensor<3xf32>
}

// The state continues from run to run: two batches, one after the other.
func.func @ema_twice() -> (tensor<5x7xf32>, tensor<f32>) {
  %a = check.fill seed 1 : tensor<5x7xf32>
  %b = check.fill seed 2 range [-3.0, 3.0] : tensor<5x7xf32>
  %state = check.literal dense<0.0> : tensor<f32>
  %0, %s = rlx.fake_quantize %a ema %state bits = 8 decay = 9.0e-1
      : (tensor<5x7xf32>, tensor<f32>) -> (tensor<5x7xf32>, tensor<f32>)
  %1, %t = rlx.fake_quantize %b ema %s bits = 8 decay = 9.0e-1
      : (tensor<5x7xf32>, tensor<f32>) -> (tensor<5x7xf32>, tensor<f32>)
  return %1, %t : tensor<5x7xf32>, tensor<f32>
}

func.func @types() -> (tensor<13x5xf16>, tensor<13x5xbf16>, tensor<13x5xf64>) {
  %a = check.fill seed 3 range [-9.0, 9.0] : tensor<13x5xf16>
  %0, %s = rlx.fake_quantize %a per_batch bits = 8 axis = 1
      : (tensor<13x5xf16>) -> (tensor<13x5xf16>, tensor<5xf32>)
  %b = check.fill seed 4 range [-9.0, 9.0] : tensor<13x5xbf16>
  %1, %t = rlx.fake_quantize %b per_batch bits = 4 : (tensor<13x5xbf16>) -> (tensor<13x5xbf16>, tensor<f32>)
  %c = check.fill seed 5 range [-9.0, 9.0] : tensor<13x5xf64>
  %2, %u = rlx.fake_quantize %c per_batch bits = 16 axis = 0
      : (tensor<13x5xf64>) -> (tensor<13x5xf64>, tensor<13xf64>)
  return %0, %1, %2 : tensor<13x5xf16>, tensor<13x5xbf16>, tensor<13x5xf64>
}

func.func @dynamic() -> (tensor<?x?x?xf32>, tensor<?xf32>) {
  %x = check.fill sizes [3, 5, 37] seed 6 : tensor<?x?x?xf32>
  %0, %s = rlx.fake_quantize %x per_batch bits = 2 axis = 1
      : (tensor<?x?x?xf32>) -> (tensor<?x?x?xf32>, tensor<?xf32>)
  return %0, %s : tensor<?x?x?xf32>, tensor<?xf32>
}

// A vector with a scale per element, and a scalar.
func.func @nothing_to_reduce() -> (tensor<5xf32>, tensor<5xf32>, tensor<f32>) {
  %x = check.fill seed 7 : tensor<5xf32>
  %0, %s = rlx.fake_quantize %x per_batch bits = 8 axis = 0 : (tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>)
  %y = check.literal dense<-3.0> : tensor<f32>
  %1, %t = rlx.fake_quantize %y per_batch bits = 8 : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %0, %s, %1 : tensor<5xf32>, tensor<5xf32>, tensor<f32>
}

// A NaN makes the scale of its channel NaN, and so the whole channel.
func.func @nan() -> (tensor<2x3xf32>, tensor<2xf32>) {
  %x = check.literal dense<[[1.0, 0x7FC00000, 2.0], [1.0, 127.0, 2.4]]> : tensor<2x3xf32>
  %0, %s = rlx.fake_quantize %x per_batch bits = 8 axis = 0
      : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
  %e = check.literal dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000], [1.0, 127.0, 2.0]]> : tensor<2x3xf32>
  check.expect_eq %0, %e : tensor<2x3xf32>, tensor<2x3xf32>
  return %0, %s : tensor<2x3xf32>, tensor<2xf32>
}

func.func @empty() -> (tensor<0x3xf32>, tensor<3xf32>, tensor<f32>) {
  %x = check.fill seed 8 : tensor<0x3xf32>
  %0, %s = rlx.fake_quantize %x per_batch bits = 8 axis = 1 : (tensor<0x3xf32>) -> (tensor<0x3xf32>, tensor<3xf32>)
  %es = check.literal dense<1.0e-12> : tensor<3xf32>
  check.expect_eq %s, %es : tensor<3xf32>, tensor<3xf32>
  %1, %t = rlx.fake_quantize %x per_batch bits = 8 : (tensor<0x3xf32>) -> (tensor<0x3xf32>, tensor<f32>)
  return %0, %s, %t : tensor<0x3xf32>, tensor<3xf32>, tensor<f32>
}
