// RUN: rlx-opt %s --split-input-file --verify-diagnostics --rlx-outline-kernels

// A declaration is not a model.
func.func private @declared(%i: index) -> index

// expected-error@+1 {{is a model, whose arguments are ranked tensors, but argument #1 has type 'i32'}}
func.func @argument(%x: tensor<4xf32>, %i: i32) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error@+1 {{is a model, whose results are ranked tensors, but result #0 has type 'index'}}
func.func @result(%x: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  return %n : index
}

// -----

// expected-error@+1 {{is expected to have one block, with a func.return at its end}}
func.func @branch(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^end
^end:
  return %x : tensor<4xf32>
}
