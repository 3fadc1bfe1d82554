// RUN: rlx-opt %s --rlx-bufferize-kernels --split-input-file --verify-diagnostics

// expected-error@+1 {{is expected to be a kernel from ranked tensors and sizes to ranked tensors}}
func.func @size(%i: index) -> index {
  %c3 = arith.constant 3 : index
  %0 = arith.addi %i, %c3 : index
  return %0 : index
}

// -----

// expected-error@+1 {{is expected to be a kernel from ranked tensors and sizes to ranked tensors}}
func.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  return %x : tensor<*xf32>
}

// -----

// expected-error@+1 {{is expected to be a kernel from ranked tensors and sizes to ranked tensors}}
func.func @result_of_no_type_of_ours(%x: tensor<4xf32>) -> (tensor<4xf32>, !llvm.ptr) {
  %0 = llvm.mlir.zero : !llvm.ptr
  return %x, %0 : tensor<4xf32>, !llvm.ptr
}

// -----

// expected-error@+1 {{is expected to be a kernel from ranked tensors and sizes to ranked tensors}}
func.func @scalar(%x: tensor<4xf32>, %i: i32) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
