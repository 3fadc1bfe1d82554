// Sizes, starts and pads have limits, so that their sums cannot wrap. A wrapped sum would seem in
// bounds.
// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @slice_start(%x: tensor<?xf32>) {
  // expected-error@+1 {{'rlx.slice' op expects entries of a magnitude of at most 17592186044416, but got 9223372036852775808}}
  %0 = rlx.slice %x from [9223372036852775808] sizes [2000001] : (tensor<?xf32>) -> tensor<2000001xf32>
  return
}

// -----

func.func @slice_start_operand(%x: tensor<?xf32>) {
  %s = arith.constant 9223372036852775808 : index
  // expected-error@+1 {{'rlx.slice' op expects entries of a magnitude of at most 17592186044416, but got 9223372036852775808}}
  %0 = rlx.slice %x from [%s] sizes [2000001] : (tensor<?xf32>, index) -> tensor<2000001xf32>
  return
}

// -----

// 2^33 steps of 2^31 are 2^64.
func.func @slice_stride(%x: tensor<17179869184xi8>) {
  // expected-error@+1 {{'rlx.slice' op expects to read dimension 0 within its size 17179869184}}
  %0 = rlx.slice %x from [0] sizes [8589934593] strides = [2147483647] : (tensor<17179869184xi8>) -> tensor<8589934593xi8>
  return
}

// -----

func.func @pad(%x: tensor<?x3xf32>) {
  // expected-error@+1 {{'rlx.pad' op expects entries of a magnitude of at most 17592186044416, but got 9223372036854775807}}
  %0 = rlx.pad constant %x low [9223372036854775807, 0] high [9223372036854775807, 0] : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @pad_result(%x: tensor<1x2xf32>) {
  // expected-error@+1 {{'rlx.pad' op expects tensors of at most 17592186044416 elements, but got 'tensor<17592186044417x2xf32>'}}
  %0 = rlx.pad constant %x low [17592186044416, 0] high [0, 0] : (tensor<1x2xf32>) -> tensor<17592186044417x2xf32>
  return
}

// -----

func.func @concat(%x: tensor<4611686018427387904x0xf32>) {
  // expected-error@+1 {{'rlx.concat' op expects tensors of at most 17592186044416 elements, but got 'tensor<4611686018427387904x0xf32>'}}
  %0 = rlx.concat %x, %x axis = 0 : (tensor<4611686018427387904x0xf32>, tensor<4611686018427387904x0xf32>) -> tensor<?x0xf32>
  return
}
