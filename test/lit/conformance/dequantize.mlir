// RUN: rlx-check %s

func.func @literals() -> (tensor<4xf32>, tensor<3xf32>, tensor<2xf32>) {
  %q = check.literal dense<[0, 128, 255, 130]> : tensor<4xui8>
  %s = check.literal dense<0.5> : tensor<f32>
  %z = check.literal dense<128> : tensor<ui8>
  %0 = rlx.dequantize %q scale %s zero_point %z : (tensor<4xui8>, tensor<f32>, tensor<ui8>) -> tensor<4xf32>
  %e = check.literal dense<[-64.0, 0.0, 63.5, 1.0]> : tensor<4xf32>
  check.expect_eq %0, %e : tensor<4xf32>, tensor<4xf32>
  %p = check.literal dense<[-128, 127, 1]> : tensor<3xi8>
  %y = check.literal dense<-128> : tensor<i8>
  %1 = rlx.dequantize %p scale %s zero_point %y : (tensor<3xi8>, tensor<f32>, tensor<i8>) -> tensor<3xf32>
  %f = check.literal dense<[0.0, 127.5, 64.5]> : tensor<3xf32>
  check.expect_eq %1, %f : tensor<3xf32>, tensor<3xf32>
  %r = check.literal dense<[1000000, -7]> : tensor<2xi32>
  %2 = rlx.dequantize %r scale %s : (tensor<2xi32>, tensor<f32>) -> tensor<2xf32>
  %g = check.literal dense<[500000.0, -3.5]> : tensor<2xf32>
  check.expect_eq %2, %g : tensor<2xf32>, tensor<2xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<3xf32>, tensor<2xf32>
}

func.func @channels() -> (tensor<2x3x5xf32>, tensor<2x3x5xf16>) {
  %q = check.fill seed 1 : tensor<2x3x5xi8>
  %s = check.literal dense<[0.5, 0.25, 2.0]> : tensor<3xf32>
  %z = check.literal dense<[3, -4, 0]> : tensor<3xi8>
  %0 = rlx.dequantize %q scale %s zero_point %z axis = 1
      : (tensor<2x3x5xi8>, tensor<3xf32>, tensor<3xi8>) -> tensor<2x3x5xf32>
  %t = check.literal dense<[0.5, 0.25, 2.0, 1.0, 0.125]> : tensor<5xf16>
  %1 = rlx.dequantize %q scale %t axis = -1 : (tensor<2x3x5xi8>, tensor<5xf16>) -> tensor<2x3x5xf16>
  return %0, %1 : tensor<2x3x5xf32>, tensor<2x3x5xf16>
}

func.func @dynamic() -> (tensor<?x?xf64>, tensor<?x?xbf16>) {
  %q = check.fill sizes [3, 4] seed 2 : tensor<?x?xui16>
  %s = check.literal dense<[0.5, 0.25, 2.0]> : tensor<3xf64> to tensor<?xf64>
  %0 = rlx.dequantize %q scale %s axis = 0 : (tensor<?x?xui16>, tensor<?xf64>) -> tensor<?x?xf64>
  %p = check.fill sizes [3, 4] seed 3 : tensor<?x?xi16>
  %t = check.literal dense<0.5> : tensor<bf16>
  %1 = rlx.dequantize %p scale %t : (tensor<?x?xi16>, tensor<bf16>) -> tensor<?x?xbf16>
  return %0, %1 : tensor<?x?xf64>, tensor<?x?xbf16>
}

// Quantized and dequantized: the closest number on the scale.
func.func @round_trip() -> tensor<64xf32> {
  %x = check.fill seed 4 range [-30.0, 30.0] : tensor<64xf32>
  %s = check.literal dense<0.25> : tensor<f32>
  %z = check.literal dense<5> : tensor<i8>
  %q = rlx.quantize %x scale %s zero_point %z to i8 : (tensor<64xf32>, tensor<f32>, tensor<i8>) -> tensor<64xi8>
  %0 = rlx.dequantize %q scale %s zero_point %z : (tensor<64xi8>, tensor<f32>, tensor<i8>) -> tensor<64xf32>
  check.expect_close %0, %x {atol = 0.126} : tensor<64xf32>, tensor<64xf32>
  return %0 : tensor<64xf32>
}

func.func @empty() -> tensor<0x3xf32> {
  %q = check.fill seed 5 : tensor<0x3xi8>
  %s = check.literal dense<[0.5, 0.25, 2.0]> : tensor<3xf32>
  %0 = rlx.dequantize %q scale %s axis = 1 : (tensor<0x3xi8>, tensor<3xf32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}
