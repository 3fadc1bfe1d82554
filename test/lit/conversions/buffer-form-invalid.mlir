// RUN: rlx-opt %s --split-input-file --verify-diagnostics --rlx-distribute-to-workgroups
// RUN: rlx-opt %s --split-input-file --verify-diagnostics --rlx-distribute-to-invocations
// RUN: rlx-opt %s --split-input-file --verify-diagnostics --rlx-flatten-buffers
// RUN: rlx-opt %s --split-input-file --verify-diagnostics --rlx-add-kernel-entries

// expected-error@+1 {{is expected to be a kernel on buffers, with workspace, status and three coordinates}}
func.func @model(%x: tensor<?x3xf32>) -> tensor<?x3xf32> attributes {lir.kernel} {
  return %x : tensor<?x3xf32>
}

// -----

// expected-error@+1 {{is expected to be a kernel on buffers}}
func.func @no_coordinates(%x: memref<?xf32>, %ws: memref<?xi8>, %status: memref<1xi32>)
    attributes {lir.kernel} {
  return
}

// -----

// expected-error@+1 {{is expected to be a kernel on buffers}}
func.func @no_status(%x: memref<?xf32>, %ws: memref<?xi8>, %x0: index, %y0: index, %z0: index)
    attributes {lir.kernel} {
  return
}

// -----

// expected-error@+1 {{is expected to be a kernel on buffers}}
func.func @scalar(%x: i32, %ws: memref<?xi8>, %status: memref<1xi32>, %x0: index, %y0: index,
                  %z0: index) attributes {lir.kernel} {
  return
}

// -----

// expected-error@+1 {{is expected to be a kernel on buffers}}
func.func @unranked(%x: memref<*xf32>, %ws: memref<?xi8>, %status: memref<1xi32>, %x0: index,
                    %y0: index, %z0: index) attributes {lir.kernel} {
  return
}

// -----

// expected-error@+1 {{is expected to be a kernel on buffers}}
func.func @strides(%x: memref<4xf32, strided<[2]>>, %ws: memref<?xi8>, %status: memref<1xi32>,
                   %x0: index, %y0: index, %z0: index) attributes {lir.kernel} {
  return
}

// -----

// expected-error@+1 {{is expected to be a kernel on buffers}}
func.func @result(%ws: memref<?xi8>, %status: memref<1xi32>, %x0: index, %y0: index, %z0: index)
    -> index attributes {lir.kernel} {
  return %x0 : index
}
