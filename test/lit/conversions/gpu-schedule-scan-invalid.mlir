// RUN: rlx-opt %s --rlx-gpu-schedule="device=lavapipe only=prefix-scan" -split-input-file -verify-diagnostics

func.func @short_rows(%x: tensor<3x100xf32>) -> tensor<3x100xf32> attributes {lir.kernel} {
  // expected-error @below {{was selected for a workgroup schedule that does not support it: its rows have 100 elements, fewer than}}
  %0 = rlx.cumsum %x axis = 1 {lir.workgroup_op} : (tensor<3x100xf32>) -> tensor<3x100xf32>
  return %0 : tensor<3x100xf32>
}

// -----

func.func @many_rows(%x: tensor<1000x3000xf32>) -> tensor<1000x3000xf32> attributes {lir.kernel} {
  // expected-error @below {{was selected for a workgroup schedule that does not support it: expected 1 to }}
  %0 = rlx.cumsum %x axis = 1 {lir.workgroup_op} : (tensor<1000x3000xf32>) -> tensor<1000x3000xf32>
  return %0 : tensor<1000x3000xf32>
}

// -----

func.func @rows_of_a_run(%x: tensor<?x3000xf32>) -> tensor<?x3000xf32> attributes {lir.kernel} {
  // expected-error @below {{was selected for a workgroup schedule that does not support it: the number of its rows is dynamic}}
  %0 = rlx.cumsum %x axis = 1 {lir.workgroup_op} : (tensor<?x3000xf32>) -> tensor<?x3000xf32>
  return %0 : tensor<?x3000xf32>
}

// -----

func.func @unsigned(%x: tensor<3x1000xui32>) -> tensor<3x1000xui32> attributes {lir.kernel} {
  // expected-error @below {{was selected for a workgroup schedule that does not support it: its elements are unsigned}}
  %0 = rlx.cumsum %x axis = 1 {lir.workgroup_op} : (tensor<3x1000xui32>) -> tensor<3x1000xui32>
  return %0 : tensor<3x1000xui32>
}
