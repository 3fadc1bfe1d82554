// RUN: rlx-opt %s --split-input-file --verify-diagnostics --rlx-map-workgroups

// expected-error@+1 {{is expected to be a kernel on buffers, with workspace, status and three coordinates}}
func.func @model(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  return %x : tensor<?x3xf32>
}

// -----

// expected-error@+1 {{is expected to be a kernel on buffers}}
func.func private @declaration(tensor<4xf32>)
