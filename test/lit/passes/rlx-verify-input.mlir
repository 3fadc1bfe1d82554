// RUN: rlx-opt %s --rlx-verify-input -split-input-file -verify-diagnostics

// A well-formed model. A private function is not a model.
func.func @main(%x: tensor<?x3xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %w: tensor<3x4xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<?x4xf32> {rlx.name = "y"}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3xf32>
  %m = arith.muli %n, %n : index
  %0 = rlx.matmul %x, %w : (tensor<?x3xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func private @helper(%x: index) {
  return
}

// -----

// expected-error@+1 {{argument #0 needs rlx.kind = "input" or "param"}}
func.func @kind_missing(%x: tensor<f32> {rlx.name = "x"}) {
  return
}

// -----

// expected-error@+1 {{argument #0 needs rlx.kind = "input" or "param", but has "weight"}}
func.func @kind_unknown(%x: tensor<f32> {rlx.name = "x", rlx.kind = "weight"}) {
  return
}

// -----

// expected-error@+1 {{argument #0 needs a name: rlx.name = "..."}}
func.func @name_missing(%x: tensor<f32> {rlx.kind = "input"}) {
  return
}

// -----

// expected-error@+1 {{argument #1 is named "x" like argument #0; names must be unique}}
func.func @name_twice(%x: tensor<f32> {rlx.kind = "input", rlx.name = "x"},
                      %y: tensor<f32> {rlx.kind = "input", rlx.name = "x"}) {
  return
}

// -----

// expected-error@+1 {{argument #0 has type 'tensor<*xf32>', but models take and return ranked tensors of f16, bf16, f32, f64, i1, i8 to i64, ui8 to ui64, complex<f32>, complex<f64> or a narrow type}}
func.func @unranked(%x: tensor<*xf32> {rlx.kind = "input", rlx.name = "x"}) {
  return
}

// -----

// expected-error@+1 {{argument #0 has rlx.dims = ["n"], but needs 2 strings, one for each size of 'tensor<?x?xf32>'}}
func.func @dims_count(%x: tensor<?x?xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n"]}) {
  return
}

// -----

// expected-error@+1 {{argument #0 names size 1 "m" in rlx.dims, but that size is static in 'tensor<?x2xf32>'}}
func.func @dims_static(%x: tensor<?x2xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", "m"]}) {
  return
}

// -----

// expected-error@+1 {{result #0 needs a name: rlx.name = "..."}}
func.func @result_name(%x: tensor<f32> {rlx.kind = "input", rlx.name = "x"}) -> tensor<f32> {
  return %x : tensor<f32>
}

// -----

func.func @foreign_op(%x: tensor<f32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<f32> {rlx.name = "y"}) {
  // expected-error@+1 {{'math.exp' op is not expected in a model: models consist of rlx ops, tensor.dim, tensor.extract of an index, cf.assert, and arith and affine ops on index values}}
  %0 = math.exp %x : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error@+1 {{expects a public function: the model}}
module {
  func.func private @helper() {
    return
  }
}

// -----

func.func @dim_behind(%x: tensor<?x4xf32> {rlx.kind = "input", rlx.name = "x"}) -> (tensor<?x4xf32> {rlx.name = "y"}) {
  %c = arith.constant 7 : index
  // expected-error@+1 {{'tensor.dim' op expects a dimension in [0, 2) of 'tensor<?x4xf32>', but got 7}}
  %n = tensor.dim %x, %c : tensor<?x4xf32>
  %0 = rlx.reshape %x to [%n, 4] : (tensor<?x4xf32>, index) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @dim_negative(%x: tensor<?x4xf32> {rlx.kind = "input", rlx.name = "x"}) -> (tensor<?x4xf32> {rlx.name = "y"}) {
  %c = arith.constant -1 : index
  // expected-error@+1 {{'tensor.dim' op expects a dimension in [0, 2) of 'tensor<?x4xf32>', but got -1}}
  %n = tensor.dim %x, %c : tensor<?x4xf32>
  %0 = rlx.reshape %x to [%n, 4] : (tensor<?x4xf32>, index) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @misspelt_attribute(%x: tensor<?x5xf32> {rlx.kind = "input", rlx.name = "x"},
                              %s: tensor<ui64> {rlx.kind = "input", rlx.name = "s"})
    -> (tensor<?xi64> {rlx.name = "y"}) {
  // expected-error@+1 {{'rlx.sample' op has no attribute 'temp'; it has temperature, top_k, top_p}}
  %0 = rlx.sample %x seed %s offset %s {temp = 0.5} : (tensor<?x5xf32>, tensor<ui64>, tensor<ui64>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// -----

// An attribute in a region, of an op that has no attributes.
func.func @attribute_in_region(%p: tensor<i1> {rlx.kind = "input", rlx.name = "p"},
                               %x: tensor<?xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<?xf32> {rlx.name = "y"}) {
  %0 = rlx.if %p : tensor<i1> -> (tensor<?xf32>) {
    // expected-error@+1 {{'rlx.exp' op has no attribute 'fast'}}
    %1 = rlx.exp %x {fast} : (tensor<?xf32>) -> tensor<?xf32>
    rlx.yield %1 : tensor<?xf32>
  } else {
    rlx.yield %x : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

func.func @annotation(%x: tensor<?xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<?xf32> {rlx.name = "y"}) {
  %0 = rlx.exp %x {tool.note = "kept"} : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// expected-error@+1 {{argument #0 has no attribute 'rlx.nam'; it may have rlx.kind, rlx.name, rlx.dims}}
func.func @argument_attribute(%x: tensor<f32> {rlx.kind = "input", rlx.nam = "x"}) {
  return
}

// -----

// expected-error@+1 {{result #0 has no attribute 'rlx.kind'; it may have rlx.name, rlx.dims}}
func.func @result_attribute(%x: tensor<f32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<f32> {rlx.kind = "output", rlx.name = "y"}) {
  return %x : tensor<f32>
}

// -----

// Attributes of other dialects are allowed.
func.func @foreign_attribute(%x: tensor<f32> {rlx.kind = "input", rlx.name = "x", tool.note = 1 : i64})
    -> (tensor<f32> {rlx.name = "y", tool.note = 2}) {
  return %x : tensor<f32>
}

// -----

func.func @resource_missing() -> (tensor<2xf32> {rlx.name = "y"}) {
  // expected-error@+1 {{'rlx.constant' op expects a value, but the file has no dialect resource 'weights'}}
  %0 = rlx.constant dense_resource<weights> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// A kernel that trusts this hint would read beyond the indices.
func.func @hint(%x: tensor<9xf32> {rlx.kind = "input", rlx.name = "x"},
                %i: tensor<4x1xi64> {rlx.kind = "input", rlx.name = "i"},
                %u: tensor<4xf32> {rlx.kind = "input", rlx.name = "u"})
    -> (tensor<9xf32> {rlx.name = "y"}) {
  // expected-error@+1 {{'rlx.scatter_nd' op has the attribute 'lir.sorted_indices', but lir attributes are reserved for the compiler}}
  %0 = rlx.scatter_nd %x, %i, %u {lir.sorted_indices = 1000000 : i64} : (tensor<9xf32>, tensor<4x1xi64>, tensor<4xf32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// -----

// Nothing would check the index.
func.func @inside(%x: tensor<9xf32> {rlx.kind = "input", rlx.name = "x"},
                  %i: tensor<4xi64> {rlx.kind = "input", rlx.name = "i"}) -> (tensor<4xf32> {rlx.name = "y"}) {
  // expected-error@+1 {{'rlx.gather' op has the attribute 'lir.inside', but lir attributes are reserved for the compiler}}
  %0 = rlx.gather %x, %i axis = 0 {lir.inside} : (tensor<9xf32>, tensor<4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
