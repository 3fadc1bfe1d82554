// RUN: rlx-check %s %{quick-lanes}

// An invocation takes two or four rows of weights, and 64 or 32 contiguous elements of a row.
// Devices have subgroups of 8 or more.
func.func @rows4_q4_k() -> tensor<1x16384xf16> {
  %x = check.fill seed 7 range [-1.0, 1.0] : tensor<1x512xf16>
  %w = check.fill seed 8 range [0.0, 60.0] as param : tensor<16384x288xui8>
  %0 = rlx.dequant_matmul %x, %w scheme = q4_k : (tensor<1x512xf16>, tensor<16384x288xui8>) -> tensor<1x16384xf16>
  return %0 : tensor<1x16384xf16>
}
func.func @rows4_q8_0() -> tensor<1x32768xf16> {
  %x = check.fill seed 7 range [-1.0, 1.0] : tensor<1x256xf16>
  %w = check.fill seed 8 range [0.0, 60.0] as param : tensor<32768x272xui8>
  %0 = rlx.dequant_matmul %x, %w scheme = q8_0 : (tensor<1x256xf16>, tensor<32768x272xui8>) -> tensor<1x32768xf16>
  return %0 : tensor<1x32768xf16>
}
func.func @rows2_q4_0() -> tensor<1x16384xf32> {
  %x = check.fill seed 7 range [-1.0, 1.0] : tensor<1x256xf32>
  %w = check.fill seed 8 range [0.0, 60.0] as param : tensor<16384x144xui8>
  %0 = rlx.dequant_matmul %x, %w scheme = q4_0 : (tensor<1x256xf32>, tensor<16384x144xui8>) -> tensor<1x16384xf32>
  return %0 : tensor<1x16384xf32>
}
func.func @rows2_q5_1() -> tensor<1x16384xf16> {
  %x = check.fill seed 7 range [-1.0, 1.0] : tensor<1x256xf16>
  %w = check.fill seed 8 range [0.0, 60.0] as param : tensor<16384x192xui8>
  %0 = rlx.dequant_matmul %x, %w scheme = q5_1 : (tensor<1x256xf16>, tensor<16384x192xui8>) -> tensor<1x16384xf16>
  return %0 : tensor<1x16384xf16>
}
