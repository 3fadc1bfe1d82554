// RUN: rlx-check %{sample} %s %{quick-lanes}

// Values by hand: small integers.
func.func @literals() -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %x = check.literal dense<[[1.0, 2.0, 3.0], [-1.0, 0.0, 2.0]]> : tensor<2x3xf32>
  %w = check.literal dense<[[1.0, 0.0, 2.0, -1.0], [0.0, 1.0, 1.0, 3.0], [2.0, -2.0, 0.0, 1.0]]> : tensor<3x4xf32>
  %a = check.literal dense<[[1.0, -1.0], [2.0, 0.0], [0.0, 1.0]]> : tensor<3x2xf32>
  %b = check.literal dense<[[1.0, 2.0, 0.0, -1.0], [3.0, 0.0, 1.0, 1.0]]> : tensor<2x4xf32>
  %0 = rlx.lora_matmul %x, %w, %a, %b scale = 5.000000e-01 : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %w0 = check.literal dense<[[12.5, 1.0, 5.0, 6.5], [7.0, -5.0, -0.5, 5.0]]> : tensor<2x4xf32>
  check.expect_close %0, %w0 : tensor<2x4xf32>, tensor<2x4xf32>
  %1 = rlx.lora_matmul %x, %w, %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %w1 = check.literal dense<[[18.0, 6.0, 6.0, 5.0], [11.0, -6.0, 1.0, 7.0]]> : tensor<2x4xf32>
  check.expect_close %1, %w1 : tensor<2x4xf32>, tensor<2x4xf32>
  return %0, %1 : tensor<2x4xf32>, tensor<2x4xf32>
}

// Weights that are packed once; sizes that are no multiple of a tile.
func.func @params() -> tensor<13x50xf32> {
  %x = check.fill seed 1 : tensor<13x37xf32>
  %w = check.fill seed 2 as param : tensor<37x50xf32>
  %a = check.fill seed 3 as param : tensor<37x4xf32>
  %b = check.fill seed 4 as param : tensor<4x50xf32>
  %0 = rlx.lora_matmul %x, %w, %a, %b scale = 2.000000e+00 : (tensor<13x37xf32>, tensor<37x50xf32>, tensor<37x4xf32>, tensor<4x50xf32>) -> tensor<13x50xf32>
  return %0 : tensor<13x50xf32>
}

func.func @constants() -> tensor<?x?x33xf32> {
  %x = check.fill sizes [3, 5, 16] seed 5 : tensor<?x?x16xf32>
  %w = check.fill seed 6 as constant : tensor<16x33xf32>
  %a = check.fill seed 7 as constant : tensor<16x2xf32>
  %b = check.fill seed 8 as constant : tensor<2x33xf32>
  %0 = rlx.lora_matmul %x, %w, %a, %b scale = 2.000000e+00 : (tensor<?x?x16xf32>, tensor<16x33xf32>, tensor<16x2xf32>, tensor<2x33xf32>) -> tensor<?x?x33xf32>
  return %0 : tensor<?x?x33xf32>
}

// Adapters that change from run to run.
func.func @inputs() -> tensor<7x24xf32> {
  %x = check.fill seed 9 : tensor<7x16xf32>
  %w = check.fill seed 10 : tensor<16x24xf32>
  %a = check.fill seed 11 : tensor<16x3xf32>
  %b = check.fill seed 12 : tensor<3x24xf32>
  %0 = rlx.lora_matmul %x, %w, %a, %b scale = 2.000000e+00 : (tensor<7x16xf32>, tensor<16x24xf32>, tensor<16x3xf32>, tensor<3x24xf32>) -> tensor<7x24xf32>
  return %0 : tensor<7x24xf32>
}

func.func @all_dynamic() -> tensor<?x?x?xf32> {
  %x = check.fill sizes [2, 3, 7] seed 13 : tensor<?x?x?xf32>
  %w = check.fill sizes [7, 5] seed 14 : tensor<?x?xf32>
  %a = check.fill sizes [7, 2] seed 15 : tensor<?x?xf32>
  %b = check.fill sizes [2, 5] seed 16 : tensor<?x?xf32>
  %0 = rlx.lora_matmul %x, %w, %a, %b scale = 2.000000e+00 : (tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

func.func @f64() -> tensor<6x9xf64> {
  %x = check.fill seed 17 : tensor<6x12xf64>
  %w = check.fill seed 18 as param : tensor<12x9xf64>
  %a = check.fill seed 19 as param : tensor<12x2xf64>
  %b = check.fill seed 20 as param : tensor<2x9xf64>
  %0 = rlx.lora_matmul %x, %w, %a, %b scale = 2.000000e+00 : (tensor<6x12xf64>, tensor<12x9xf64>, tensor<12x2xf64>, tensor<2x9xf64>) -> tensor<6x9xf64>
  return %0 : tensor<6x9xf64>
}

func.func @f16() -> tensor<6x24xf16> {
  %x = check.fill seed 21 : tensor<6x40xf16>
  %w = check.fill seed 22 as param : tensor<40x24xf16>
  %a = check.fill seed 23 as param : tensor<40x4xf16>
  %b = check.fill seed 24 as param : tensor<4x24xf16>
  %0 = rlx.lora_matmul %x, %w, %a, %b scale = 2.000000e+00 : (tensor<6x40xf16>, tensor<40x24xf16>, tensor<40x4xf16>, tensor<4x24xf16>) -> tensor<6x24xf16>
  return %0 : tensor<6x24xf16>
}

func.func @bf16() -> tensor<?x?x24xbf16> {
  %x = check.fill sizes [2, 3, 40] seed 25 : tensor<?x?x40xbf16>
  %w = check.fill seed 26 as param : tensor<40x24xbf16>
  %a = check.fill seed 27 as param : tensor<40x4xbf16>
  %b = check.fill seed 28 as param : tensor<4x24xbf16>
  %0 = rlx.lora_matmul %x, %w, %a, %b scale = 2.000000e+00 : (tensor<?x?x40xbf16>, tensor<40x24xbf16>, tensor<40x4xbf16>, tensor<4x24xbf16>) -> tensor<?x?x24xbf16>
  return %0 : tensor<?x?x24xbf16>
}

// An adapter of rank 0.
func.func @empty_rank() -> tensor<4x5xf32> {
  %x = check.fill seed 29 : tensor<4x6xf32>
  %w = check.fill seed 30 as param : tensor<6x5xf32>
  %a = check.fill seed 31 as param : tensor<6x0xf32>
  %b = check.fill seed 32 as param : tensor<0x5xf32>
  %0 = rlx.lora_matmul %x, %w, %a, %b scale = 2.000000e+00 : (tensor<4x6xf32>, tensor<6x5xf32>, tensor<6x0xf32>, tensor<0x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

func.func @empty_rows() -> tensor<?x5xf32> {
  %x = check.fill sizes [0, 6] seed 33 : tensor<?x6xf32>
  %w = check.fill seed 34 as param : tensor<6x5xf32>
  %a = check.fill seed 35 as param : tensor<6x2xf32>
  %b = check.fill seed 36 as param : tensor<2x5xf32>
  %0 = rlx.lora_matmul %x, %w, %a, %b scale = 2.000000e+00 : (tensor<?x6xf32>, tensor<6x5xf32>, tensor<6x2xf32>, tensor<2x5xf32>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// Empty sums.
func.func @empty_inner() -> tensor<3x5xf32> {
  %x = check.fill seed 37 : tensor<3x0xf32>
  %w = check.fill seed 38 as param : tensor<0x5xf32>
  %a = check.fill seed 39 as param : tensor<0x2xf32>
  %b = check.fill seed 40 as param : tensor<2x5xf32>
  %0 = rlx.lora_matmul %x, %w, %a, %b scale = 2.000000e+00 : (tensor<3x0xf32>, tensor<0x5xf32>, tensor<0x2xf32>, tensor<2x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

func.func @special() -> tensor<3x4xf32> {
  %x = check.fill seed 41 edges all : tensor<3x5xf32>
  %w = check.fill seed 42 : tensor<5x4xf32>
  %a = check.fill seed 43 : tensor<5x2xf32>
  %b = check.fill seed 44 : tensor<2x4xf32>
  %0 = rlx.lora_matmul %x, %w, %a, %b : (tensor<3x5xf32>, tensor<5x4xf32>, tensor<5x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
