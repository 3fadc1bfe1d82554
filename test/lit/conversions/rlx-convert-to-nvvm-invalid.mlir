// RUN: rlx-opt %s --split-input-file --rlx-convert-to-nvvm --verify-diagnostics

// expected-error @+1 {{is expected to be a kernel on flat buffers}}
func.func @not_flat(%y: memref<?xf32>) attributes {lir.kernel} {
  return
}

// -----

// expected-error @+1 {{has argument #0, which is not part of the kernel ABI}}
func.func @stranger(%n: index) attributes {lir.kernel_abi = {dims = 0 : i64, operands = 0 : i64}} {
  %c1 = arith.constant 1 : index
  %m = arith.addi %n, %c1 : index
  %w = arith.index_cast %m : index to i32
  %f = arith.sitofp %w : i32 to f32
  return
}

// -----

// LLVM would end the process.
func.func @no_instruction(%y: memref<?xf32, #gpu.address_space<global>> {lir.binding = 0 : i64},
                          %n: index {lir.coordinate = 0 : i64})
    attributes {lir.kernel_abi = {dims = 0 : i64, operands = 1 : i64}} {
  %a = memref.load %y[%n] : memref<?xf32, #gpu.address_space<global>>
  // expected-error @+1 {{has no instruction on CUDA devices}}
  %b = math.powf %a, %a : f32
  memref.store %b, %y[%n] : memref<?xf32, #gpu.address_space<global>>
  return
}
