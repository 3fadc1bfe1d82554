// RUN: rlx-check %s %{quick-lanes}

// Values of the C function, rounded to f32.
func.func @literals() -> tensor<11xf32> {
  %a = check.literal dense<[1.0, 1.5, 2.0, 0.5, -1.0, 100.0, 10000000000.0, 1.0099999904632568, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<11xf32>
  %0 = rlx.acosh %a : (tensor<11xf32>) -> tensor<11xf32>
  %w = check.literal dense<[0.0, 0.9624236226081848, 1.316957950592041, 0x7FC00000, 0x7FC00000, 5.29829216003418, 23.718997955322266, 0.14130370318889618, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<11xf32>
  check.expect_close %0, %w : tensor<11xf32>, tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @f64_literals() -> tensor<8xf64> {
  %a = check.literal dense<[1.0, 1.5, 2.0, 0.5, -1.0, 100.0, 10000000000.0, 1.01]> : tensor<8xf64>
  %0 = rlx.acosh %a : (tensor<8xf64>) -> tensor<8xf64>
  %w = check.literal dense<[0.0, 0.9624236501192069, 1.3169578969248166, 0x7FF8000000000000, 0x7FF8000000000000, 5.298292365610484, 23.7189981105004, 0.14130376948564866]> : tensor<8xf64>
  check.expect_close %0, %w : tensor<8xf64>, tensor<8xf64>
  return %0 : tensor<8xf64>
}

func.func @f16() -> tensor<5x33xf16> {
  %a = check.fill seed 120 range [1.1, 50.0] : tensor<5x33xf16>
  %0 = rlx.acosh %a : (tensor<5x33xf16>) -> tensor<5x33xf16>
  return %0 : tensor<5x33xf16>
}

func.func @bf16() -> tensor<5x33xbf16> {
  %a = check.fill seed 121 range [1.1, 50.0] : tensor<5x33xbf16>
  %0 = rlx.acosh %a : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %0 : tensor<5x33xbf16>
}

func.func @f32() -> tensor<5x33xf32> {
  %a = check.fill seed 122 range [1.1, 50.0] : tensor<5x33xf32>
  %0 = rlx.acosh %a : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

func.func @f64() -> tensor<5x33xf64> {
  %a = check.fill seed 123 range [1.1, 50.0] : tensor<5x33xf64>
  %0 = rlx.acosh %a : (tensor<5x33xf64>) -> tensor<5x33xf64>
  return %0 : tensor<5x33xf64>
}

func.func @dynamic() -> tensor<?x3x?xf32> {
  %a = check.fill sizes [2, 3, 5] seed 124 range [1.1, 50.0] : tensor<?x3x?xf32>
  %0 = rlx.acosh %a : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

func.func @scalar() -> tensor<f32> {
  %a = check.fill seed 125 range [1.1, 50.0] : tensor<f32>
  %0 = rlx.acosh %a : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @empty() -> tensor<0x4xf32> {
  %a = check.fill seed 126 : tensor<0x4xf32>
  %0 = rlx.acosh %a : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// Next to 1, below it (also where x^2 - 1 > 0), and where x^2 overflows.
func.func @hard_points() -> tensor<10xf32> {
  %a = check.literal dense<[1.000081181526184, 1.0000001192092896, 1.2000000476837158, 0.9999999403953552, 0.0, -2.0, -10000000000.0, 9.999999843067494e+17, 1.9999999961012896e+19, 3.3999999521443642e+38]> : tensor<10xf32>
  %0 = rlx.acosh %a : (tensor<10xf32>) -> tensor<10xf32>
  %w = check.literal dense<[0.012742090038955212, 0.00048828125, 0.6223625540733337, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 42.139678955078125, 45.13541030883789, 89.41515350341797]> : tensor<10xf32>
  check.expect_close %0, %w : tensor<10xf32>, tensor<10xf32>
  return %0 : tensor<10xf32>
}
