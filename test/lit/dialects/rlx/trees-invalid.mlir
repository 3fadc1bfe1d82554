// RUN: rlx-opt %s --split-input-file --verify-diagnostics

func.func @tree_leaves_c1(%x: tensor<5x4x1xf32>, %n: tensor<7x4xi32>, %r: tensor<2xi32>, %d: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.tree_leaves' op expects x of rank 2, but got rank 3}}
  %0 = rlx.tree_leaves le %x, %n, %r, %d : (tensor<5x4x1xf32>, tensor<7x4xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<5x2xi32>
  return
}

// -----

func.func @tree_leaves_c2(%x: tensor<5x4xf32>, %n: tensor<7x6xi32>, %r: tensor<2xi32>, %d: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.tree_leaves' op expects nodes of shape [nodes, 4] or [nodes, 5], but got 7x6}}
  %0 = rlx.tree_leaves le %x, %n, %r, %d : (tensor<5x4xf32>, tensor<7x6xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<5x2xi32>
  return
}

// -----

func.func @tree_leaves_c2_f64(%x: tensor<5x4xf64>, %n: tensor<7x4xi32>, %r: tensor<2xi32>, %d: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.tree_leaves' op expects nodes of shape [nodes, 5] or [nodes, 6], but got 7x4}}
  %0 = rlx.tree_leaves le %x, %n, %r, %d : (tensor<5x4xf64>, tensor<7x4xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<5x2xi32>
  return
}

// -----

func.func @tree_leaves_c2_rank(%x: tensor<5x4xf32>, %n: tensor<7xi32>, %r: tensor<2xi32>, %d: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.tree_leaves' op expects nodes of shape [nodes, 4] or [nodes, 5], but got 7}}
  %0 = rlx.tree_leaves le %x, %n, %r, %d : (tensor<5x4xf32>, tensor<7xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<5x2xi32>
  return
}

// -----

func.func @tree_leaves_c2_tests(%x: tensor<5x4xf32>, %n: tensor<7x4xi32>, %r: tensor<2xi32>, %d: tensor<2xi32>, %t: tensor<6xi32>) {
  // expected-error@+1 {{'rlx.tree_leaves' op expects tests of shape 7, but got 6}}
  %0 = rlx.tree_leaves le %x, %n, %r, %d tests %t : (tensor<5x4xf32>, tensor<7x4xi32>, tensor<2xi32>, tensor<2xi32>, tensor<6xi32>) -> tensor<5x2xi32>
  return
}

// -----

func.func @tree_leaves_c3(%x: tensor<5x4xf32>, %n: tensor<7x4xi32>, %r: tensor<2xi32>, %d: tensor<3xi32>) {
  // expected-error@+1 {{'rlx.tree_leaves' op expects depths of shape 2, but got 3}}
  %0 = rlx.tree_leaves le %x, %n, %r, %d : (tensor<5x4xf32>, tensor<7x4xi32>, tensor<2xi32>, tensor<3xi32>) -> tensor<5x2xi32>
  return
}

// -----

func.func @tree_leaves_c3_rank(%x: tensor<5x4xf32>, %n: tensor<7x4xi32>, %r: tensor<2x1xi32>, %d: tensor<2x1xi32>) {
  // expected-error@+1 {{'rlx.tree_leaves' op expects roots of rank 1, but got rank 2}}
  %0 = rlx.tree_leaves le %x, %n, %r, %d : (tensor<5x4xf32>, tensor<7x4xi32>, tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<5x2xi32>
  return
}

// -----

func.func @tree_leaves_c4(%x: tensor<5x0xf32>, %n: tensor<7x4xi32>, %r: tensor<2xi32>, %d: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.tree_leaves' op expects at least one feature}}
  %0 = rlx.tree_leaves le %x, %n, %r, %d : (tensor<5x0xf32>, tensor<7x4xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<5x2xi32>
  return
}

// -----

func.func @tree_leaves_c4_nodes(%x: tensor<5x4xf32>, %n: tensor<0x4xi32>, %r: tensor<2xi32>, %d: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.tree_leaves' op expects at least one node}}
  %0 = rlx.tree_leaves le %x, %n, %r, %d : (tensor<5x4xf32>, tensor<0x4xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<5x2xi32>
  return
}

// -----

func.func @tree_leaves_c5(%x: tensor<5x4xf32>, %n: tensor<536870912x4xi32>, %r: tensor<2xi32>, %d: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.tree_leaves' op expects at most 536870911 nodes with 4 columns}}
  %0 = rlx.tree_leaves le %x, %n, %r, %d : (tensor<5x4xf32>, tensor<536870912x4xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<5x2xi32>
  return
}

// -----

// One node less is accepted.
func.func @tree_leaves_c5_limit(%x: tensor<5x4xf32>, %n: tensor<536870911x4xi32>, %r: tensor<2xi32>, %d: tensor<2xi32>) -> tensor<5x2xi32> {
  %0 = rlx.tree_leaves le %x, %n, %r, %d : (tensor<5x4xf32>, tensor<536870911x4xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<5x2xi32>
  return %0 : tensor<5x2xi32>
}

// -----

func.func @tree_leaves_bitvector_c1(%x: tensor<5xf32>, %f: tensor<7xi32>, %t: tensor<7xf32>, %m: tensor<7xi64>, %o: tensor<2x3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.tree_leaves_bitvector' op expects x of rank 2, but got rank 1}}
  %0 = rlx.tree_leaves_bitvector %x, %f, %t, %m, %o, %l : (tensor<5xf32>, tensor<7xi32>, tensor<7xf32>, tensor<7xi64>, tensor<2x3xi32>, tensor<2xi32>) -> tensor<5x2xi32>
  return
}

// -----

func.func @tree_leaves_bitvector_c2(%x: tensor<5x4xf32>, %f: tensor<7xi32>, %t: tensor<7xf32>, %m: tensor<8xi64>, %o: tensor<2x3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.tree_leaves_bitvector' op expects masks of shape 7, but got 8}}
  %0 = rlx.tree_leaves_bitvector %x, %f, %t, %m, %o, %l : (tensor<5x4xf32>, tensor<7xi32>, tensor<7xf32>, tensor<8xi64>, tensor<2x3xi32>, tensor<2xi32>) -> tensor<5x2xi32>
  return
}

// -----

func.func @tree_leaves_bitvector_c3(%x: tensor<5x4xf32>, %f: tensor<7xi32>, %t: tensor<7xf32>, %m: tensor<7xi64>, %o: tensor<2x2xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.tree_leaves_bitvector' op expects offsets of shape 2x3, but got 2x2}}
  %0 = rlx.tree_leaves_bitvector %x, %f, %t, %m, %o, %l : (tensor<5x4xf32>, tensor<7xi32>, tensor<7xf32>, tensor<7xi64>, tensor<2x2xi32>, tensor<2xi32>) -> tensor<5x2xi32>
  return
}

// -----

func.func @tree_leaves_bitvector_c4(%x: tensor<5x4xf32>, %f: tensor<0xi32>, %t: tensor<0xf32>, %m: tensor<0xi64>, %o: tensor<2x3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.tree_leaves_bitvector' op expects at least one node}}
  %0 = rlx.tree_leaves_bitvector %x, %f, %t, %m, %o, %l : (tensor<5x4xf32>, tensor<0xi32>, tensor<0xf32>, tensor<0xi64>, tensor<2x3xi32>, tensor<2xi32>) -> tensor<5x2xi32>
  return
}

// -----

func.func @tree_leaves_bitvector_c5(%x: tensor<5x4xf32>, %f: tensor<7xi32>, %t: tensor<7xf64>, %m: tensor<7xi64>, %o: tensor<2x3xi32>, %l: tensor<2xi32>) {
  // expected-error@+1 {{'rlx.tree_leaves_bitvector' op expects operand #1 to have element type f32 like operand #0, but got f64}}
  %0 = rlx.tree_leaves_bitvector %x, %f, %t, %m, %o, %l : (tensor<5x4xf32>, tensor<7xi32>, tensor<7xf64>, tensor<7xi64>, tensor<2x3xi32>, tensor<2xi32>) -> tensor<5x2xi32>
  return
}
