// RUN: rlx-check %s %{quick-lanes}

// Values of the C function, rounded to f32.
func.func @literals() -> tensor<11xf32> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, 100.0, -10000000000.0, 9.999999747378752e-06, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<11xf32>
  %0 = rlx.atan %a : (tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[0.0, -0.0, 0.7853981852531433, -0.7853981852531433, 0.46364760398864746, 1.5607966184616089, -1.5707963705062866, 9.999999747378752e-06, 0x7FC00000, 1.5707963705062866, -1.5707963705062866]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @f64_literals() -> tensor<8xf64> {
  %a = check.literal dense<[0.0, -0.0, 1.0, -1.0, 0.5, 100.0, -10000000000.0, 1.0e-05]> : tensor<8xf64>
  %0 = rlx.atan %a : (tensor<8xf64>) -> tensor<8xf64>
  %w = check.literal dense<[0.0, -0.0, 0.7853981633974483, -0.7853981633974483, 0.4636476090008061, 1.5607966601082315, -1.5707963266948965, 9.999999999666668e-06]> : tensor<8xf64>
  check.expect_close %0, %w : tensor<8xf64>, tensor<8xf64>
  return %0 : tensor<8xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 85 range [-10.0, 10.0] : tensor<5x33xf16>
  %0 = rlx.atan %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 86 range [-10.0, 10.0] : tensor<5x33xbf16>
  %0 = rlx.atan %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 87 range [-10.0, 10.0] : tensor<5x33xf32>
  %0 = rlx.atan %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 88 range [-10.0, 10.0] : tensor<5x33xf64>
  %0 = rlx.atan %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 89 range [-10.0, 10.0] : tensor<?x3x?xf32>
  %0 = rlx.atan %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 90 range [-10.0, 10.0] : tensor<f32>
  %0 = rlx.atan %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 91 : tensor<0x4xf32>
  %0 = rlx.atan %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// The borders of approximations, values next to 0, and the tail.
func.func @hard_points() -> tensor<8xf32> {
  %a = check.literal dense<[0.6600000262260437, -0.4142000079154968, 0.41429999470710754, 2.4140000343322754, 2.4149999618530273, 1.000000013351432e-10, -9.99994610111476e-41, 3.3999999521443642e+38]> : tensor<8xf32>
  %0 = rlx.atan %a : (tensor<8xf32>) -> tensor<8xf32>
  %w = check.literal dense<[0.5833730101585388, -0.39268749952316284, 0.3927728533744812, 1.1780660152435303, 1.1782124042510986, 1.000000013351432e-10, -9.99994610111476e-41, 1.5707963705062866]> : tensor<8xf32>
  check.expect_close %0, %w : tensor<8xf32>, tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @zero_keeps_its_sign() -> tensor<2xf32> {
  %a = check.literal dense<[0.0, -0.0]> : tensor<2xf32>
  %0 = rlx.atan %a : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq %0, %a {signed_zeros} : tensor<2xf32>, tensor<2xf32>
  return %0 : tensor<2xf32>
}
