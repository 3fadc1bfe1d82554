// RUN: rlx-opt %s --rlx-convert-to-spirv=device=lavapipe --split-input-file --verify-diagnostics

// expected-error@+1 {{'func.func' op is expected to be a kernel on flat buffers}}
func.func @not_flat(%x: memref<4xf32>, %ws: memref<?xi8>, %status: memref<1xi32>, %id: index,
                    %y: index, %z: index) attributes {lir.kernel} {
  return
}

// -----

// expected-error@+1 {{is expected to be a kernel on flat buffers}}
func.func @result(%id: index {lir.coordinate = 0 : i64}) -> index
    attributes {lir.kernel_abi = {dims = 0 : i64, operands = 0 : i64}} {
  return %id : index
}

// -----

// expected-error@+1 {{has argument #0, which is not part of the kernel ABI}}
func.func @argument(%x: memref<?xf32>, %i: index {lir.coordinate = 0 : i64})
    attributes {lir.kernel_abi = {dims = 0 : i64, operands = 0 : i64}} {
  %v = memref.load %x[%i] : memref<?xf32>
  memref.store %v, %x[%i] : memref<?xf32>
  return
}

// -----

// expected-error@+1 {{has argument #0, which is not part of the kernel ABI}}
func.func @binding(%x: index {lir.binding = 0 : i64}, %y: memref<?xf32, #gpu.address_space<global>> {lir.binding = 1 : i64})
    attributes {lir.kernel_abi = {dims = 0 : i64, operands = 2 : i64}} {
  %v = memref.load %y[%x] : memref<?xf32, #gpu.address_space<global>>
  memref.store %v, %y[%x] : memref<?xf32, #gpu.address_space<global>>
  return
}

// -----

// SPIR-V has no f64 2^x: the CPU runs such kernels.
func.func @exp2_of_f64(%x: memref<?xf64, #gpu.address_space<global>> {lir.binding = 0 : i64},
                       %i: index {lir.coordinate = 0 : i64})
    attributes {lir.kernel_abi = {dims = 0 : i64, operands = 1 : i64}} {
  %v = memref.load %x[%i] : memref<?xf64, #gpu.address_space<global>>
  // expected-error@+1 {{failed to legalize operation 'math.exp2'}}
  %e = math.exp2 %v : f64
  memref.store %e, %x[%i] : memref<?xf64, #gpu.address_space<global>>
  return
}
