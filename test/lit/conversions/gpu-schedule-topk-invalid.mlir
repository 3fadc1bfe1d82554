// RUN: rlx-opt %s --rlx-gpu-schedule="device=nvidia-hopper only=top-k" -split-input-file -verify-diagnostics

func.func @of_more(%x: tensor<3x?xf32>) -> tensor<3x513xi64> attributes {lir.kernel} {
  // expected-error @+1 {{was selected for a workgroup schedule that does not support it: it selects 513 elements of rows that may be longer than the 1024 elements that a workgroup sorts at once}}
  %0:2 = rlx.top_k %x k = 513 axis = 1 {lir.workgroup_op} : (tensor<3x?xf32>) -> (tensor<3x513xf32>, tensor<3x513xi64>)
  return %0#1 : tensor<3x513xi64>
}

// -----

func.func @of_two_parts(%x: tensor<3x100xf32>) -> tensor<3x5xi64> attributes {lir.kernel} {
  // expected-error @+1 {{was selected for a workgroup schedule that does not support it: its rows consist of two sorted partitions}}
  %0:2 = rlx.top_k %x k = 5 axis = 1 {lir.workgroup_op, lir.sorted_run = 50} : (tensor<3x100xf32>) -> (tensor<3x5xf32>, tensor<3x5xi64>)
  return %0#1 : tensor<3x5xi64>
}

// -----

func.func @nothing(%x: tensor<3x100xf32>) -> tensor<3x0xi64> attributes {lir.kernel} {
  // expected-error @+1 {{was selected for a workgroup schedule that does not support it: k is 0}}
  %0:2 = rlx.top_k %x k = 0 axis = 1 {lir.workgroup_op} : (tensor<3x100xf32>) -> (tensor<3x0xf32>, tensor<3x0xi64>)
  return %0#1 : tensor<3x0xi64>
}
