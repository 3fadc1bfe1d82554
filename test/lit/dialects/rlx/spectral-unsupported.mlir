// RUN: rlx-opt %s --rlx-decompose-ops -verify-diagnostics

func.func @too_long(%x: tensor<1999993x2xf32>) -> tensor<1999993x2xf32> {
  // expected-error@+1 {{'rlx.fft' op could not be decomposed: its length 1999993 is above 1048576}}
  %0 = rlx.fft pairs %x axis = 0 : (tensor<1999993x2xf32>) -> tensor<1999993x2xf32>
  return %0 : tensor<1999993x2xf32>
}
