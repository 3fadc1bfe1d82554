// A literal that equals MLIR's mark of a dynamic entry has no operand: an error at the op, never a
// crash.
// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @reshape(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.reshape' op expects an operand for each entry of a list that is no constant, 1, but got 0}}
  %0 = rlx.reshape %x to [-9223372036854775808, 3] : (tensor<2x3xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @expand(%x: tensor<1x3xf32>) {
  // expected-error@+1 {{'rlx.expand' op expects an operand for each entry of a list that is no constant, 1, but got 0}}
  %0 = rlx.expand %x to [-9223372036854775808, 3] : (tensor<1x3xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @slice_starts(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.slice' op expects an operand for each entry of a list that is no constant, 1, but got 0}}
  %0 = rlx.slice %x from [-9223372036854775808, 0] sizes [1, 3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return
}

// -----

func.func @slice_sizes(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.slice' op expects an operand for each entry of a list that is no constant, 1, but got 0}}
  %0 = rlx.slice %x from [0, 0] sizes [-9223372036854775808, 3] : (tensor<2x3xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @iota(%s: index) {
  // expected-error@+1 {{'rlx.iota' op expects an operand for each entry of a list that is no constant, 1, but got 0}}
  %0 = rlx.iota from %s to [-9223372036854775808] axis = 0 : (index) -> tensor<?xi64>
  return
}

// -----

func.func @resize(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{'rlx.resize' op expects an operand for each entry of a list that is no constant, 1, but got 0}}
  %0 = rlx.resize nearest %x axes = [1] to [-9223372036854775808] : (tensor<2x4xf32>) -> tensor<2x?xf32>
  return
}

// -----

func.func @gather_backward(%dy: tensor<2x3xf32>, %i: tensor<2xi64>) {
  // expected-error@+1 {{'rlx.gather_backward' op expects an operand for each entry of a list that is no constant, 1, but got 0}}
  %0 = rlx.gather_backward %dy, %i into [-9223372036854775808] axis = 0 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  return
}

// -----

func.func @scatter_add(%u: tensor<2x3xf32>, %i: tensor<2xi64>) {
  // expected-error@+1 {{'rlx.scatter_add' op expects an operand for each entry of a list that is no constant, 1, but got 0}}
  %0 = rlx.scatter_add %u, %i into [-9223372036854775808] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  return
}

// -----

func.func @conv_backward_input(%dy: tensor<2x4x6xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error@+1 {{'rlx.conv_backward_input' op expects an operand for each entry of a list that is no constant, 1, but got 0}}
  %0 = rlx.conv_backward_input %dy, %w to [-9223372036854775808] : (tensor<2x4x6xf32>, tensor<4x3x3xf32>) -> tensor<2x3x?xf32>
  return
}

// -----

func.func @mean_pool_backward(%dy: tensor<2x3x7xf32>) {
  // expected-error@+1 {{'rlx.mean_pool_backward' op expects an operand for each entry of a list that is no constant, 1, but got 0}}
  %0 = rlx.mean_pool_backward %dy to [-9223372036854775808] kernel = [2] : (tensor<2x3x7xf32>) -> tensor<2x3x?xf32>
  return
}

// -----

func.func @pad(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.pad' op expects an operand for each entry of a list that is no constant, 1, but got 0}}
  %0 = rlx.pad edge %x low [-9223372036854775808, 0] high [0, 0] : (tensor<2x3xf32>) -> tensor<?x3xf32>
  return
}
