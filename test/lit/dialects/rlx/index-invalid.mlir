// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @gather_c1(%x: tensor<2x3xf32>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'rlx.gather' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.gather %x, %i axis = 2 : (tensor<2x3xf32>, tensor<4xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @gather_c2(%x: tensor<0x3xf32>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'rlx.gather' op expects dimension 0 of operand #0, which indices point into, not to be empty}}
  %0 = rlx.gather %x, %i axis = 0 : (tensor<0x3xf32>, tensor<4xi64>) -> tensor<4x3xf32>
  return
}

// -----

func.func @gather_elements_c1(%x: tensor<2x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'rlx.gather_elements' op expects an axis in [-2, 2), but got -3}}
  %0 = rlx.gather_elements %x, %i axis = -3 : (tensor<2x3xf32>, tensor<2x1xi64>) -> tensor<2x1xf32>
  return
}

// -----

func.func @gather_elements_c2(%x: tensor<2x3xf32>, %i: tensor<2xi64>) {
  // expected-error@+1 {{'rlx.gather_elements' op expects indices of rank 2 like operand #0, but got rank 1}}
  %0 = rlx.gather_elements %x, %i axis = 1 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @gather_elements_c3(%x: tensor<2x3xf32>, %i: tensor<4x1xi64>) {
  // expected-error@+1 {{'rlx.gather_elements' op expects indices of at most size 2 in dimension 0 like operand #0, but got 4}}
  %0 = rlx.gather_elements %x, %i axis = 1 : (tensor<2x3xf32>, tensor<4x1xi64>) -> tensor<4x1xf32>
  return
}

// -----

func.func @gather_elements_c4(%x: tensor<2x0xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'rlx.gather_elements' op expects dimension 1 of operand #0, which indices point into, not to be empty}}
  %0 = rlx.gather_elements %x, %i axis = 1 : (tensor<2x0xf32>, tensor<2x1xi64>) -> tensor<2x1xf32>
  return
}

// -----

func.func @argmax_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.argmax' op expects an axis in [-2, 2), but got 5}}
  %0 = rlx.argmax %x axis = 5 : (tensor<2x3xf32>) -> tensor<2xi64>
  return
}

// -----

func.func @argmax_c2(%x: tensor<2x0xf32>) {
  // expected-error@+1 {{'rlx.argmax' op expects dimension 1 not to be empty}}
  %0 = rlx.argmax %x axis = 1 : (tensor<2x0xf32>) -> tensor<2xi64>
  return
}

// -----

func.func @argmin_c1(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{'rlx.argmin' op expects an axis in [-2, 2), but got 5}}
  %0 = rlx.argmin %x axis = 5 : (tensor<2x3xf32>) -> tensor<2xi64>
  return
}

// -----

func.func @argmin_c2(%x: tensor<2x0xf32>) {
  // expected-error@+1 {{'rlx.argmin' op expects dimension 1 not to be empty}}
  %0 = rlx.argmin %x axis = 1 : (tensor<2x0xf32>) -> tensor<2xi64>
  return
}

// -----

func.func @search_sorted_c1(%x: tensor<2x3xf32>, %v: tensor<4xf32>) {
  // expected-error@+1 {{'rlx.search_sorted' op expects a sorted list of rank 1, but got rank 2}}
  %0 = rlx.search_sorted %x, %v : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<4xi64>
  return
}

// -----

func.func @search_sorted_c2(%x: tensor<3xf32>, %v: tensor<4xi64>) {
  // expected-error@+1 {{'rlx.search_sorted' op expects}}
  %0 = rlx.search_sorted %x, %v : (tensor<3xf32>, tensor<4xi64>) -> tensor<4xi64>
  return
}

// -----

func.func @flat_nonzero_c1(%f: tensor<2x3xi1>, %s: tensor<1xi64>) {
  // expected-error@+1 {{'rlx.flat_nonzero' op expects flags of rank 1, but got rank 2}}
  %0 = rlx.flat_nonzero %f, %s to [1] block = 8 : (tensor<2x3xi1>, tensor<1xi64>) -> tensor<1xi64>
  return
}

// -----

func.func @flat_nonzero_c2(%f: tensor<9xi1>, %s: tensor<1xi64>) {
  // expected-error@+1 {{'rlx.flat_nonzero' op expects a positive block, but got 0}}
  %0 = rlx.flat_nonzero %f, %s to [1] block = 0 : (tensor<9xi1>, tensor<1xi64>) -> tensor<1xi64>
  return
}

// -----

func.func @flat_nonzero_c3(%f: tensor<9xi1>, %s: tensor<1xi64>) {
  // expected-error@+1 {{'rlx.flat_nonzero' op expects sums of shape 2, but got 1}}
  %0 = rlx.flat_nonzero %f, %s to [1] block = 8 : (tensor<9xi1>, tensor<1xi64>) -> tensor<1xi64>
  return
}

// -----

func.func @flat_nonzero_c4(%f: tensor<9xi1>, %s: tensor<2xi64>) {
  // expected-error@+1 {{'rlx.flat_nonzero' op expects one size, but got 2}}
  %0 = rlx.flat_nonzero %f, %s to [1, 2] block = 8 : (tensor<9xi1>, tensor<2xi64>) -> tensor<1x2xi64>
  return
}
