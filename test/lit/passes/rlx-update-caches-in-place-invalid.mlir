// RUN: rlx-opt %s --split-input-file --rlx-update-caches-in-place --verify-diagnostics

// expected-error @+1 {{no output is an input with new rows behind it, concat(past, new), or an input with some elements changed; so there are no caches to update in place}}
func.func @none(%x: tensor<?xf32> {rlx.kind = "input", rlx.name = "x"}) -> (tensor<?xf32> {rlx.name = "y"}) {
  %0 = rlx.neg %x : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A param is no cache.
// expected-error @+1 {{there are no caches to update in place}}
func.func @param(%w: tensor<?xf32> {rlx.kind = "param", rlx.name = "w"}, %x: tensor<2xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<?xf32> {rlx.name = "y"}) {
  %0 = rlx.neg %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = rlx.concat %w, %0 axis = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

func.func @front(%past: tensor<?xf32> {rlx.kind = "input", rlx.name = "past"}, %x: tensor<2xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<?xf32> {rlx.name = "present"}) {
  %0 = rlx.neg %x : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{output 'present' cannot be updated in place: the new rows stand before those of the input}}
  %1 = rlx.concat %0, %past axis = 0 : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

func.func @three(%past: tensor<?xf32> {rlx.kind = "input", rlx.name = "past"}, %x: tensor<2xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<?xf32> {rlx.name = "present"}) {
  // expected-error @+1 {{output 'present' cannot be updated in place: it concatenates 3 tensors, and not an input and its new rows}}
  %0 = rlx.concat %past, %x, %x axis = 0 : (tensor<?xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @twice(%past: tensor<?xf32> {rlx.kind = "input", rlx.name = "past"}) -> (tensor<?xf32> {rlx.name = "present"}) {
  // expected-error @+1 {{output 'present' cannot be updated in place: it concatenates the input with itself}}
  %0 = rlx.concat %past, %past axis = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @static(%past: tensor<5x2xf32> {rlx.kind = "input", rlx.name = "past"}, %x: tensor<1x2xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<6x2xf32> {rlx.name = "present"}) {
  // expected-error @+1 {{output 'present' cannot be updated in place: input 'past' has the static size 5 along axis 0, so runs cannot append to it}}
  %0 = rlx.concat %past, %x axis = 0 : (tensor<5x2xf32>, tensor<1x2xf32>) -> tensor<6x2xf32>
  return %0 : tensor<6x2xf32>
}

// -----

func.func @shared(%past: tensor<?xf32> {rlx.kind = "input", rlx.name = "past"}, %x: tensor<2xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<?xf32> {rlx.name = "a"}, tensor<?xf32> {rlx.name = "b"}) {
  %0 = rlx.concat %past, %x axis = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  %1 = rlx.neg %x : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{output 'b' cannot be updated in place: another output updates the same input}}
  %2 = rlx.concat %past, %1 axis = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %0, %2 : tensor<?xf32>, tensor<?xf32>
}

// -----

// expected-error @+1 {{caches cannot be updated in place: the number of tokens in them would be an input 'n', but the model has an input of this name}}
func.func @name(%past: tensor<?xf32> {rlx.dims = ["n"], rlx.kind = "input", rlx.name = "past"}, %x: tensor<2xf32> {rlx.kind = "input", rlx.name = "n"})
    -> (tensor<?xf32> {rlx.name = "present"}) {
  %0 = rlx.concat %past, %x axis = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
