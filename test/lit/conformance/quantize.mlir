// RUN: rlx-check %s

// Halves round to even. Both ends saturate. NaN gives 0.
func.func @literals() -> (tensor<8xui8>, tensor<8xi8>) {
  %x = check.literal dense<[0.0, 1.0, 3.0, -3.0, 1000.0, -1000.0, 0x7FC00000, 5.0]> : tensor<8xf32>
  %s = check.literal dense<2.0> : tensor<f32>
  %z = check.literal dense<128> : tensor<ui8>
  %0 = rlx.quantize %x scale %s zero_point %z to ui8 : (tensor<8xf32>, tensor<f32>, tensor<ui8>) -> tensor<8xui8>
  %e = check.literal dense<[128, 128, 130, 126, 255, 0, 0, 130]> : tensor<8xui8>
  check.expect_eq %0, %e : tensor<8xui8>, tensor<8xui8>
  %1 = rlx.quantize %x scale %s to i8 : (tensor<8xf32>, tensor<f32>) -> tensor<8xi8>
  %f = check.literal dense<[0, 0, 2, -2, 127, -128, 0, 2]> : tensor<8xi8>
  check.expect_eq %1, %f : tensor<8xi8>, tensor<8xi8>
  return %0, %1 : tensor<8xui8>, tensor<8xi8>
}

func.func @halves_away_from_zero() -> tensor<8xi8> {
  %x = check.literal dense<[0.0, 1.0, 3.0, -3.0, 1000.0, -1000.0, 0x7FC00000, 5.0]> : tensor<8xf32>
  %s = check.literal dense<2.0> : tensor<f32>
  %0 = rlx.quantize %x scale %s to i8 rounding = half_away_from_zero : (tensor<8xf32>, tensor<f32>) -> tensor<8xi8>
  %e = check.literal dense<[0, 1, 2, -2, 127, -128, 0, 3]> : tensor<8xi8>
  check.expect_eq %0, %e : tensor<8xi8>, tensor<8xi8>
  return %0 : tensor<8xi8>
}

func.func @channels() -> (tensor<2x3x5xi8>, tensor<2x3x5xi16>) {
  %x = check.fill seed 1 range [-20.0, 20.0] : tensor<2x3x5xf32>
  %s = check.literal dense<[0.5, 0.25, 2.0]> : tensor<3xf32>
  %z = check.literal dense<[3, -4, 0]> : tensor<3xi8>
  %0 = rlx.quantize %x scale %s zero_point %z axis = 1 to i8
      : (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xi8>) -> tensor<2x3x5xi8>
  %t = check.literal dense<[0.5, 0.25, 2.0, 1.0, 0.125]> : tensor<5xf32>
  %1 = rlx.quantize %x scale %t axis = -1 to i16
      : (tensor<2x3x5xf32>, tensor<5xf32>) -> tensor<2x3x5xi16>
  return %0, %1 : tensor<2x3x5xi8>, tensor<2x3x5xi16>
}

func.func @dynamic() -> tensor<?x?xui16> {
  %x = check.fill sizes [3, 4] seed 2 range [0.0, 60.0] : tensor<?x?xf32>
  %s = check.literal dense<[0.5, 0.25, 2.0]> : tensor<3xf32> to tensor<?xf32>
  %0 = rlx.quantize %x scale %s axis = 0 to ui16 : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xui16>
  return %0 : tensor<?x?xui16>
}

func.func @types() -> (tensor<9xi8>, tensor<9xi8>, tensor<9xi8>) {
  %a = check.fill seed 3 range [-9.0, 9.0] : tensor<9xf64>
  %s = check.literal dense<0.5> : tensor<f64>
  %0 = rlx.quantize %a scale %s to i8 : (tensor<9xf64>, tensor<f64>) -> tensor<9xi8>
  %b = check.fill seed 4 range [-9.0, 9.0] : tensor<9xf16>
  %t = check.literal dense<0.5> : tensor<f16>
  %1 = rlx.quantize %b scale %t to i8 : (tensor<9xf16>, tensor<f16>) -> tensor<9xi8>
  %c = check.fill seed 5 range [-9.0, 9.0] : tensor<9xbf16>
  %u = check.literal dense<0.5> : tensor<bf16>
  %2 = rlx.quantize %c scale %u to i8 : (tensor<9xbf16>, tensor<bf16>) -> tensor<9xi8>
  return %0, %1, %2 : tensor<9xi8>, tensor<9xi8>, tensor<9xi8>
}

func.func @empty() -> tensor<0x3xi8> {
  %x = check.fill seed 6 : tensor<0x3xf32>
  %s = check.literal dense<[0.5, 0.25, 2.0]> : tensor<3xf32>
  %0 = rlx.quantize %x scale %s axis = 1 to i8 : (tensor<0x3xf32>, tensor<3xf32>) -> tensor<0x3xi8>
  return %0 : tensor<0x3xi8>
}
