// RUN: rlx-check %s

// By hand: qmax is 7, so the limits of the channels are 7 and 14. The limits count as inside.
func.func @clipped_identity() -> tensor<2x5xf32> {
  %x = check.literal dense<[[-8.0, -7.0, 0.0, 7.0, 7.5], [-8.0, 14.0, 0x7FC00000, 14.5, 1.0]]> : tensor<2x5xf32>
  %s = check.literal dense<[1.0, 2.0]> : tensor<2xf32>
  %g = check.literal dense<[[1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 10.0]]> : tensor<2x5xf32>
  %0 = rlx.fake_quantize_backward %x scale %s grad %g bits = 4 axis = 0 ste = clipped_identity
      : (tensor<2x5xf32>, tensor<2xf32>, tensor<2x5xf32>) -> tensor<2x5xf32>
  %e = check.literal dense<[[0.0, 2.0, 3.0, 4.0, 0.0], [6.0, 7.0, 0.0, 0.0, 10.0]]> : tensor<2x5xf32>
  check.expect_eq %0, %e : tensor<2x5xf32>, tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

func.func @identity() -> tensor<2x5xf32> {
  %x = check.fill seed 1 edges all : tensor<2x5xf32>
  %s = check.literal dense<1.0> : tensor<f32>
  %g = check.fill seed 2 edges all : tensor<2x5xf32>
  %0 = rlx.fake_quantize_backward %x scale %s grad %g bits = 8 ste = identity
      : (tensor<2x5xf32>, tensor<f32>, tensor<2x5xf32>) -> tensor<2x5xf32>
  check.expect_eq %0, %g : tensor<2x5xf32>, tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// By hand: 1 - |x| / 14.
func.func @hard_tanh() -> tensor<6xf32> {
  %x = check.literal dense<[0.0, 7.0, -3.5, 14.0, -20.0, 0x7FC00000]> : tensor<6xf32>
  %s = check.literal dense<2.0> : tensor<f32>
  %g = check.literal dense<[1.0, 2.0, 4.0, 1.0, 1.0, 1.0]> : tensor<6xf32>
  %0 = rlx.fake_quantize_backward %x scale %s grad %g bits = 4 ste = hard_tanh
      : (tensor<6xf32>, tensor<f32>, tensor<6xf32>) -> tensor<6xf32>
  %e = check.literal dense<[1.0, 1.0, 3.0, 0.0, 0.0, 0x7FC00000]> : tensor<6xf32>
  check.expect_close %0, %e : tensor<6xf32>, tensor<6xf32>
  return %0 : tensor<6xf32>
}

// NumPy: 1 - tanh([0, 0.5, -1, 2])^2, twice.
func.func @tanh() -> tensor<4xf32> {
  %x = check.literal dense<[0.0, 1.0, -2.0, 4.0]> : tensor<4xf32>
  %s = check.literal dense<2.0> : tensor<f32>
  %g = check.literal dense<2.0> : tensor<4xf32>
  %0 = rlx.fake_quantize_backward %x scale %s grad %g bits = 8 ste = tanh
      : (tensor<4xf32>, tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %e = check.literal dense<[2.0, 1.5728954659318548, 0.8399486832280524, 0.14130164970632886]> : tensor<4xf32>
  check.expect_close %0, %e : tensor<4xf32>, tensor<4xf32>
  return %0 : tensor<4xf32>
}

// The estimators that are derivatives, against central differences of their functions: s * tanh(x /
// s), and x - x * |x| / (2 * qmax * s) inside the limit of 14.
func.func @finite_differences() -> (tensor<5xf64>, tensor<5xf64>) {
  %h = rlx.constant dense<1.0e-5> : tensor<f64>
  %hh = rlx.constant dense<2.0e-5> : tensor<f64>
  %limits = rlx.constant dense<28.0> : tensor<f64>
  %x = check.literal dense<[-3.0, -0.5, 0.25, 1.0, 9.0]> : tensor<5xf64>
  %s = check.literal dense<2.0> : tensor<f64>
  %g = check.literal dense<1.0> : tensor<5xf64>
  %up = rlx.add %x, %h : (tensor<5xf64>, tensor<f64>) -> tensor<5xf64>
  %down = rlx.sub %x, %h : (tensor<5xf64>, tensor<f64>) -> tensor<5xf64>
  %0 = rlx.fake_quantize_backward %x scale %s grad %g bits = 4 ste = tanh
      : (tensor<5xf64>, tensor<f64>, tensor<5xf64>) -> tensor<5xf64>
  %u0 = rlx.div %up, %s : (tensor<5xf64>, tensor<f64>) -> tensor<5xf64>
  %d0 = rlx.div %down, %s : (tensor<5xf64>, tensor<f64>) -> tensor<5xf64>
  %u1 = rlx.tanh %u0 : (tensor<5xf64>) -> tensor<5xf64>
  %d1 = rlx.tanh %d0 : (tensor<5xf64>) -> tensor<5xf64>
  %t0 = rlx.sub %u1, %d1 : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %t1 = rlx.mul %t0, %s : (tensor<5xf64>, tensor<f64>) -> tensor<5xf64>
  %t2 = rlx.div %t1, %hh : (tensor<5xf64>, tensor<f64>) -> tensor<5xf64>
  check.expect_close %0, %t2 {rtol = 1.0e-6, atol = 1.0e-8} : tensor<5xf64>, tensor<5xf64>
  %1 = rlx.fake_quantize_backward %x scale %s grad %g bits = 4 ste = hard_tanh
      : (tensor<5xf64>, tensor<f64>, tensor<5xf64>) -> tensor<5xf64>
  %ua = rlx.abs %up : (tensor<5xf64>) -> tensor<5xf64>
  %ub = rlx.mul %ua, %up : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %uc = rlx.div %ub, %limits : (tensor<5xf64>, tensor<f64>) -> tensor<5xf64>
  %ud = rlx.sub %up, %uc : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %da = rlx.abs %down : (tensor<5xf64>) -> tensor<5xf64>
  %db = rlx.mul %da, %down : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %dc = rlx.div %db, %limits : (tensor<5xf64>, tensor<f64>) -> tensor<5xf64>
  %dd = rlx.sub %down, %dc : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %k0 = rlx.sub %ud, %dd : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %k1 = rlx.div %k0, %hh : (tensor<5xf64>, tensor<f64>) -> tensor<5xf64>
  check.expect_close %1, %k1 {rtol = 1.0e-6, atol = 1.0e-8} : tensor<5xf64>, tensor<5xf64>
  return %0, %1 : tensor<5xf64>, tensor<5xf64>
}

func.func @types() -> (tensor<3x17xf16>, tensor<3x17xbf16>, tensor<3x17xf64>) {
  %s = check.literal dense<[0.5, 0.25, 0.125]> : tensor<3xf32>
  %a = check.fill seed 3 range [-5.0, 5.0] : tensor<3x17xf16>
  %ga = check.fill seed 4 : tensor<3x17xf16>
  %0 = rlx.fake_quantize_backward %a scale %s grad %ga bits = 4 axis = 0 ste = hard_tanh
      : (tensor<3x17xf16>, tensor<3xf32>, tensor<3x17xf16>) -> tensor<3x17xf16>
  %b = check.fill seed 5 range [-5.0, 5.0] : tensor<3x17xbf16>
  %gb = check.fill seed 6 : tensor<3x17xbf16>
  %1 = rlx.fake_quantize_backward %b scale %s grad %gb bits = 4 axis = 0 ste = clipped_identity
      : (tensor<3x17xbf16>, tensor<3xf32>, tensor<3x17xbf16>) -> tensor<3x17xbf16>
  %t = check.literal dense<[0.5, 0.25, 0.125]> : tensor<3xf64>
  %c = check.fill seed 7 range [-5.0, 5.0] : tensor<3x17xf64>
  %gc = check.fill seed 8 : tensor<3x17xf64>
  %2 = rlx.fake_quantize_backward %c scale %t grad %gc bits = 4 axis = 0 ste = tanh
      : (tensor<3x17xf64>, tensor<3xf64>, tensor<3x17xf64>) -> tensor<3x17xf64>
  return %0, %1, %2 : tensor<3x17xf16>, tensor<3x17xbf16>, tensor<3x17xf64>
}

func.func @dynamic() -> tensor<?x?xf32> {
  %x = check.fill sizes [4, 19] seed 9 range [-5.0, 5.0] : tensor<?x?xf32>
  %s = check.fill sizes [19] seed 10 range [0.1, 0.5] : tensor<?xf32>
  %g = check.fill sizes [4, 19] seed 11 : tensor<?x?xf32>
  %0 = rlx.fake_quantize_backward %x scale %s grad %g bits = 4 axis = 1 ste = clipped_identity
      : (tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @empty() -> tensor<2x0xf32> {
  %x = check.fill seed 12 : tensor<2x0xf32>
  %s = check.literal dense<1.0> : tensor<2xf32>
  %0 = rlx.fake_quantize_backward %x scale %s grad %x bits = 8 axis = 0 ste = tanh
      : (tensor<2x0xf32>, tensor<2xf32>, tensor<2x0xf32>) -> tensor<2x0xf32>
  return %0 : tensor<2x0xf32>
}

// The gradient itself, whose declared type is less refined than the result's.
func.func @identity_of_open_size() -> tensor<4xf32> {
  %x = check.fill seed 1 : tensor<4xf32>
  %g = check.fill sizes [4] seed 2 : tensor<?xf32>
  %s = check.literal dense<0.5> : tensor<f32>
  %0 = rlx.fake_quantize_backward %x scale %s grad %g bits = 8 ste = identity : (tensor<4xf32>, tensor<f32>, tensor<?xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
