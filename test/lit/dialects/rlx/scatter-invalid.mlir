// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @scatter_elements_c1(%x: tensor<2x3xf32>, %i: tensor<2x1xi64>, %u: tensor<2x1xf32>) {
  // expected-error@+1 {{'rlx.scatter_elements' op expects an axis in [-2, 2), but got 2}}
  %0 = rlx.scatter_elements %x, %i, %u axis = 2 : (tensor<2x3xf32>, tensor<2x1xi64>, tensor<2x1xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_elements_c2(%x: tensor<2x3xf32>, %i: tensor<2xi64>, %u: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.scatter_elements' op expects indices of rank 2 like operand #0, but got rank 1}}
  %0 = rlx.scatter_elements %x, %i, %u axis = 1 : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_elements_c3(%x: tensor<2x3xf32>, %i: tensor<4x1xi64>, %u: tensor<4x1xf32>) {
  // expected-error@+1 {{'rlx.scatter_elements' op expects indices of at most size 2 in dimension 0 like operand #0, but got 4}}
  %0 = rlx.scatter_elements %x, %i, %u axis = 1 : (tensor<2x3xf32>, tensor<4x1xi64>, tensor<4x1xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_elements_c4(%x: tensor<2x0xf32>, %i: tensor<2x1xi64>, %u: tensor<2x1xf32>) {
  // expected-error@+1 {{'rlx.scatter_elements' op expects dimension 1 of operand #0, which indices point into, not to be empty}}
  %0 = rlx.scatter_elements %x, %i, %u axis = 1 : (tensor<2x0xf32>, tensor<2x1xi64>, tensor<2x1xf32>) -> tensor<2x0xf32>
  return
}

// -----

func.func @scatter_elements_c5(%x: tensor<2x3xf32>, %i: tensor<2x1xi64>, %u: tensor<2x2xf32>) {
  // expected-error@+1 {{'rlx.scatter_elements' op expects updates of shape 2x1, but got 2x2}}
  %0 = rlx.scatter_elements %x, %i, %u axis = 1 : (tensor<2x3xf32>, tensor<2x1xi64>, tensor<2x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_elements_c6(%x: tensor<2x3xf32>, %i: tensor<2x1xi64>, %u: tensor<2x1xf16>) {
  // expected-error@+1 {{'rlx.scatter_elements' op expects updates of element type f32 like operand #0, but got f16}}
  %0 = rlx.scatter_elements %x, %i, %u axis = 1 : (tensor<2x3xf32>, tensor<2x1xi64>, tensor<2x1xf16>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_elements_c7(%x: tensor<2x3xi1>, %i: tensor<2x1xi64>, %u: tensor<2x1xi1>) {
  // expected-error@+1 {{'rlx.scatter_elements' op expects reduction none for elements of type i1}}
  %0 = rlx.scatter_elements %x, %i, %u axis = 1 reduction = add : (tensor<2x3xi1>, tensor<2x1xi64>, tensor<2x1xi1>) -> tensor<2x3xi1>
  return
}

// -----

func.func @scatter_nd_c1(%x: tensor<2x3xf32>, %i: tensor<4x?xi64>, %u: tensor<4x3xf32>) {
  // expected-error@+1 {{'rlx.scatter_nd' op expects indices whose last size is static, but got 4x?}}
  %0 = rlx.scatter_nd %x, %i, %u : (tensor<2x3xf32>, tensor<4x?xi64>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_nd_c2(%x: tensor<2x3xf32>, %i: tensor<4x3xi64>, %u: tensor<4xf32>) {
  // expected-error@+1 {{'rlx.scatter_nd' op expects a last size of indices of at most 2, but got 3}}
  %0 = rlx.scatter_nd %x, %i, %u : (tensor<2x3xf32>, tensor<4x3xi64>, tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_nd_c3(%x: tensor<2x3xf32>, %i: tensor<4x1xi64>, %u: tensor<4x2xf32>) {
  // expected-error@+1 {{'rlx.scatter_nd' op expects updates of shape 4x3, but got 4x2}}
  %0 = rlx.scatter_nd %x, %i, %u : (tensor<2x3xf32>, tensor<4x1xi64>, tensor<4x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_nd_c4(%x: tensor<2x3xf32>, %i: tensor<4x1xi64>, %u: tensor<4x3xi32>) {
  // expected-error@+1 {{'rlx.scatter_nd' op expects updates of element type f32 like operand #0, but got i32}}
  %0 = rlx.scatter_nd %x, %i, %u : (tensor<2x3xf32>, tensor<4x1xi64>, tensor<4x3xi32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_nd_c5(%x: tensor<2x3xi1>, %i: tensor<4x1xi64>, %u: tensor<4x3xi1>) {
  // expected-error@+1 {{'rlx.scatter_nd' op expects reduction none for elements of type i1}}
  %0 = rlx.scatter_nd %x, %i, %u reduction = mul : (tensor<2x3xi1>, tensor<4x1xi64>, tensor<4x3xi1>) -> tensor<2x3xi1>
  return
}

// -----

func.func @scatter_nd_c6(%x: tensor<0x3xf32>, %i: tensor<4x1xi64>, %u: tensor<4x3xf32>) {
  // expected-error@+1 {{'rlx.scatter_nd' op expects dimension 0 of operand #0, which indices point into, not to be empty}}
  %0 = rlx.scatter_nd %x, %i, %u : (tensor<0x3xf32>, tensor<4x1xi64>, tensor<4x3xf32>) -> tensor<0x3xf32>
  return
}

// -----

func.func @scatter_add_c1(%u: tensor<4x3xf32>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'rlx.scatter_add' op expects a size of at least 1, but got 0}}
  %0 = rlx.scatter_add %u, %i into [0] : (tensor<4x3xf32>, tensor<4xi64>) -> tensor<0x3xf32>
  return
}

// -----

func.func @scatter_add_c1_count(%u: tensor<4x3xf32>, %i: tensor<4xi64>) {
  // expected-error@+1 {{'rlx.scatter_add' op expects one size, but got 2}}
  %0 = rlx.scatter_add %u, %i into [5, 3] : (tensor<4x3xf32>, tensor<4xi64>) -> tensor<5x3xf32>
  return
}

// -----

func.func @scatter_add_c2(%u: tensor<4x3xf32>, %i: tensor<5xi64>) {
  // expected-error@+1 {{'rlx.scatter_add' op expects updates of shape 5x3, but got 4x3}}
  %0 = rlx.scatter_add %u, %i into [9] : (tensor<4x3xf32>, tensor<5xi64>) -> tensor<9x3xf32>
  return
}

// -----

func.func @gather_nd_c1(%x: tensor<2x3xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'rlx.gather_nd' op expects batch_dims in [0, 2), but got 2}}
  %0 = rlx.gather_nd %x, %i batch_dims = 2 : (tensor<2x3xf32>, tensor<2x1xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @gather_nd_c2(%x: tensor<2x3xf32>, %i: tensor<2x?xi64>) {
  // expected-error@+1 {{'rlx.gather_nd' op expects indices whose last size is static, but got 2x?}}
  %0 = rlx.gather_nd %x, %i batch_dims = 0 : (tensor<2x3xf32>, tensor<2x?xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @gather_nd_c3(%x: tensor<2x3xf32>, %i: tensor<2x2xi64>) {
  // expected-error@+1 {{'rlx.gather_nd' op expects a last size of indices of at most 1, but got 2}}
  %0 = rlx.gather_nd %x, %i batch_dims = 1 : (tensor<2x3xf32>, tensor<2x2xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @gather_nd_c4(%x: tensor<2x3xf32>, %i: tensor<4x1xi64>) {
  // expected-error@+1 {{'rlx.gather_nd' op expects equal sizes in dimension 0, but got 2 and 4}}
  %0 = rlx.gather_nd %x, %i batch_dims = 1 : (tensor<2x3xf32>, tensor<4x1xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @gather_nd_c5(%x: tensor<2x0xf32>, %i: tensor<2x1xi64>) {
  // expected-error@+1 {{'rlx.gather_nd' op expects dimension 1 of operand #0, which indices point into, not to be empty}}
  %0 = rlx.gather_nd %x, %i batch_dims = 1 : (tensor<2x0xf32>, tensor<2x1xi64>) -> tensor<2xf32>
  return
}
