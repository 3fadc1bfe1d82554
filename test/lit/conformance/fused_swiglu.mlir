// RUN: rlx-check %s

// silu(1) = 0.73105858, silu(-2) = -0.23840584.
func.func @literals() -> (tensor<1x2xf32>, tensor<1x2xf32>) {
  %x = check.literal dense<[[3.0, -2.0, 0.0, 1.0]]> : tensor<1x4xf32>
  %0 = rlx.fused_swiglu %x : (tensor<1x4xf32>) -> tensor<1x2xf32>
  %e = check.literal dense<[[0.0, -1.46211716]]> : tensor<1x2xf32>
  check.expect_close %0, %e {rtol = 1.0e-6} : tensor<1x2xf32>, tensor<1x2xf32>
  %1 = rlx.fused_swiglu %x {gate_first = true} : (tensor<1x4xf32>) -> tensor<1x2xf32>
  %f = check.literal dense<[[0.0, -0.23840584]]> : tensor<1x2xf32>
  check.expect_close %1, %f {rtol = 1.0e-6} : tensor<1x2xf32>, tensor<1x2xf32>
  return %0, %1 : tensor<1x2xf32>, tensor<1x2xf32>
}

// The product is rounded once, to the type of cast_to: f16 would overflow.
func.func @literals_cast_to() -> (tensor<1xf32>, tensor<2xf16>) {
  %x = check.literal dense<[1000.0, 300.0]> : tensor<2xf16>
  %0 = rlx.fused_swiglu %x {cast_to = f32} : (tensor<2xf16>) -> tensor<1xf32>
  %e = check.literal dense<[300000.0]> : tensor<1xf32>
  check.expect_eq %0, %e : tensor<1xf32>, tensor<1xf32>
  %y = check.literal dense<[100.0, -64.0, 3.0001, 0.125]> : tensor<4xf64>
  %1 = rlx.fused_swiglu %y {gate_first = true, cast_to = f16} : (tensor<4xf64>) -> tensor<2xf16>
  %f = check.literal dense<[300.0, 0.0]> : tensor<2xf16>
  check.expect_eq %1, %f : tensor<2xf16>, tensor<2xf16>
  return %0, %1 : tensor<1xf32>, tensor<2xf16>
}

func.func @cast_to() -> (tensor<3x9xbf16>, tensor<?x9xf64>, tensor<3x9xf32>, tensor<3x9xf16>) {
  %a = check.fill seed 10 range [-4.0, 4.0] : tensor<3x18xf32>
  %0 = rlx.fused_swiglu %a {cast_to = bf16} : (tensor<3x18xf32>) -> tensor<3x9xbf16>
  %b = check.fill sizes [3, 18] seed 11 range [-4.0, 4.0] : tensor<?x18xf16>
  %1 = rlx.fused_swiglu %b {gate_first = true, cast_to = f64} : (tensor<?x18xf16>) -> tensor<?x9xf64>
  %c = check.fill seed 12 range [-4.0, 4.0] : tensor<3x18xbf16>
  %2 = rlx.fused_swiglu %c {cast_to = f32} : (tensor<3x18xbf16>) -> tensor<3x9xf32>
  %3 = rlx.fused_swiglu %c {gate_first = true, cast_to = f16} : (tensor<3x18xbf16>) -> tensor<3x9xf16>
  return %0, %1, %2, %3 : tensor<3x9xbf16>, tensor<?x9xf64>, tensor<3x9xf32>, tensor<3x9xf16>
}

func.func @empty() -> (tensor<?x2xf32>, tensor<3x0xf32>) {
  %x = check.fill sizes [0, 4] seed 13 : tensor<?x4xf32>
  %0 = rlx.fused_swiglu %x : (tensor<?x4xf32>) -> tensor<?x2xf32>
  %y = check.fill seed 14 : tensor<3x0xf32>
  %1 = rlx.fused_swiglu %y : (tensor<3x0xf32>) -> tensor<3x0xf32>
  return %0, %1 : tensor<?x2xf32>, tensor<3x0xf32>
}

func.func @f32() -> tensor<3x5x17xf32> {
  %x = check.fill seed 1 range [-4.0, 4.0] : tensor<3x5x34xf32>
  %0 = rlx.fused_swiglu %x : (tensor<3x5x34xf32>) -> tensor<3x5x17xf32>
  return %0 : tensor<3x5x17xf32>
}

func.func @dynamic() -> tensor<?x?xf32> {
  %x = check.fill sizes [4, 10] seed 2 range [-4.0, 4.0] : tensor<?x?xf32>
  %0 = rlx.fused_swiglu %x {gate_first = true} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @f16() -> tensor<2x9xf16> {
  %x = check.fill seed 3 range [-4.0, 4.0] : tensor<2x18xf16>
  %0 = rlx.fused_swiglu %x : (tensor<2x18xf16>) -> tensor<2x9xf16>
  return %0 : tensor<2x9xf16>
}

func.func @bf16() -> tensor<9xbf16> {
  %x = check.fill seed 4 range [-4.0, 4.0] : tensor<18xbf16>
  %0 = rlx.fused_swiglu %x : (tensor<18xbf16>) -> tensor<9xbf16>
  return %0 : tensor<9xbf16>
}

func.func @f64() -> tensor<2x3xf64> {
  %x = check.fill seed 5 range [-4.0, 4.0] : tensor<2x6xf64>
  %0 = rlx.fused_swiglu %x {gate_first = true} : (tensor<2x6xf64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}
