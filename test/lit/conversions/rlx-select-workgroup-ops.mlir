// RUN: rlx-opt %s --rlx-select-workgroup-ops="device=lavapipe" -split-input-file | FileCheck %s
// RUN: rlx-opt %s --rlx-select-workgroup-ops="device=lavapipe" --rlx-lower-to-linalg -split-input-file | FileCheck %s --check-prefix=LOWER
// RUN: rlx-opt %s --rlx-select-workgroup-ops="device=nvidia-hopper" -split-input-file | FileCheck %s --check-prefix=HOPPER
// RUN: rlx-opt %s --rlx-select-workgroup-ops="device=swiftshader" -split-input-file | FileCheck %s --check-prefix=SWIFT
// RUN: echo '{"subgroupSize": 32, "computeUnits": 16, "maxBuffersPerKernel": 8, "maxLoopIterations": 65535, "features": ["shaderInt64"]}' > %t.ends.json
// RUN: rlx-opt %s --rlx-select-workgroup-ops="device=%t.ends.json" -split-input-file | FileCheck %s --check-prefix=ENDS
// RUN: rlx-opt %s --rlx-select-workgroup-ops="device=lavapipe" -split-input-file -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-select-workgroup-ops 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not rlx-opt %s --rlx-select-workgroup-ops="target=nope device=lavapipe" -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: there is no target called 'nope'; this build has: cpu, vulkan

// Few long rows are marked for their schedule, and the lowering skips them.
// CHECK-LABEL: func.func @few_long_rows(
// CHECK: rlx.cumsum {{.*}}lir.workgroup_op
// LOWER-LABEL: func.func @few_long_rows(
// LOWER-NEXT: rlx.cumsum
// LOWER-NEXT: return
// SWIFT-LABEL: func.func @few_long_rows(
// SWIFT: rlx.cumsum {{.*}}lir.workgroup_op
// REMARK: [Passed] SelectWorkgroupOps | Category:rlx-select-workgroup-ops | Function=few_long_rows | Remark="rlx.cumsum: one workgroup computes each row"
func.func @few_long_rows(%x: tensor<3x1000xf32>) -> tensor<3x1000xf32> attributes {lir.kernel} {
  %0 = rlx.cumsum %x axis = -1 : (tensor<3x1000xf32>) -> tensor<3x1000xf32>
  return %0 : tensor<3x1000xf32>
}

// -----

// Their length may be dynamic.
// CHECK-LABEL: func.func @of_a_run(
// CHECK: rlx.cumsum {{.*}}lir.workgroup_op
func.func @of_a_run(%x: tensor<?x2xi32>) -> tensor<?x2xi32> attributes {lir.kernel} {
  %0 = rlx.cumsum %x axis = 0 : (tensor<?x2xi32>) -> tensor<?x2xi32>
  return %0 : tensor<?x2xi32>
}

// -----

// Each of many rows has one invocation.
// CHECK-LABEL: func.func @many_rows(
// CHECK-NOT: lir.workgroup_op
// LOWER-LABEL: func.func @many_rows(
// LOWER: scf.forall
func.func @many_rows(%x: tensor<1000x3000xf32>) -> tensor<1000x3000xf32> attributes {lir.kernel} {
  %0 = rlx.cumsum %x axis = 1 : (tensor<1000x3000xf32>) -> tensor<1000x3000xf32>
  return %0 : tensor<1000x3000xf32>
}

// -----

// The limit is lower for rows whose elements are not contiguous.
// CHECK-LABEL: func.func @columns(
// CHECK-NOT: lir.workgroup_op
func.func @columns(%x: tensor<1000x3xf32>) -> tensor<1000x3xf32> attributes {lir.kernel} {
  %0 = rlx.cumsum %x axis = 0 : (tensor<1000x3xf32>) -> tensor<1000x3xf32>
  return %0 : tensor<1000x3xf32>
}

// -----

// A dynamic number of rows may be many.
// CHECK-LABEL: func.func @rows_of_a_run(
// CHECK-NOT: lir.workgroup_op
// REMARK: [Missed] {{.*}} Function=rows_of_a_run | Remark="rlx.cumsum: the number of its rows is dynamic"
func.func @rows_of_a_run(%x: tensor<?x3000xf32>) -> tensor<?x3000xf32> attributes {lir.kernel} {
  %0 = rlx.cumsum %x axis = 1 : (tensor<?x3000xf32>) -> tensor<?x3000xf32>
  return %0 : tensor<?x3000xf32>
}

// -----

// CHECK-LABEL: func.func @short_rows(
// CHECK-NOT: lir.workgroup_op
func.func @short_rows(%x: tensor<3x100xf32>) -> tensor<3x100xf32> attributes {lir.kernel} {
  %0 = rlx.cumsum %x axis = 1 : (tensor<3x100xf32>) -> tensor<3x100xf32>
  return %0 : tensor<3x100xf32>
}

// -----

// CHECK-LABEL: func.func @no_rows(
// CHECK-NOT: lir.workgroup_op
func.func @no_rows(%x: tensor<0x1000xf32>) -> tensor<0x1000xf32> attributes {lir.kernel} {
  %0 = rlx.cumsum %x axis = 1 : (tensor<0x1000xf32>) -> tensor<0x1000xf32>
  return %0 : tensor<0x1000xf32>
}

// -----

// Types that the lowering changes.
// CHECK-LABEL: func.func @unsigned(
// CHECK-NOT: lir.workgroup_op
func.func @unsigned(%x: tensor<3x1000xui32>) -> tensor<3x1000xui32> attributes {lir.kernel} {
  %0 = rlx.cumsum %x axis = 1 : (tensor<3x1000xui32>) -> tensor<3x1000xui32>
  return %0 : tensor<3x1000xui32>
}

// -----

// Types that the device lacks go to the CPU, as loops.
// CHECK-LABEL: func.func @doubles(
// CHECK: lir.workgroup_op
// SWIFT-LABEL: func.func @doubles(
// SWIFT-NOT: lir.workgroup_op
func.func @doubles(%x: tensor<3x1000xf64>) -> tensor<3x1000xf64> attributes {lir.kernel} {
  %0 = rlx.cumsum %x axis = 1 : (tensor<3x1000xf64>) -> tensor<3x1000xf64>
  return %0 : tensor<3x1000xf64>
}

// -----

// CHECK-LABEL: func.func @beside_another_op(
// CHECK-NOT: lir.workgroup_op
func.func @beside_another_op(%x: tensor<3x1000xf32>) -> tensor<3x1000xf32> attributes {lir.kernel} {
  %0 = rlx.abs %x : (tensor<3x1000xf32>) -> tensor<3x1000xf32>
  %1 = rlx.cumsum %0 axis = 1 : (tensor<3x1000xf32>) -> tensor<3x1000xf32>
  return %1 : tensor<3x1000xf32>
}

// -----

// A workgroup sorts rows that fit it, or whose k is at most half of its capacity.
// CHECK-LABEL: func.func @sorts(
// CHECK: rlx.top_k {{.*}}lir.workgroup_op
// LOWER-LABEL: func.func @sorts(
// LOWER-NEXT: rlx.top_k
// LOWER-NEXT: return
// SWIFT-LABEL: func.func @sorts(
// SWIFT-NOT: lir.workgroup_op
// REMARK: [Passed] {{.*}} Function=sorts | Remark="rlx.top_k: one workgroup computes each row"
func.func @sorts(%x: tensor<3x1000xf32>) -> (tensor<3x1000xf32>, tensor<3x1000xi64>) attributes {lir.kernel} {
  %0:2 = rlx.top_k %x k = 1000 axis = -1 : (tensor<3x1000xf32>) -> (tensor<3x1000xf32>, tensor<3x1000xi64>)
  return %0#0, %0#1 : tensor<3x1000xf32>, tensor<3x1000xi64>
}

// -----

// CHECK-LABEL: func.func @chosen_of_a_run(
// CHECK: rlx.top_k {{.*}}lir.workgroup_op
func.func @chosen_of_a_run(%x: tensor<?x?xbf16>) -> tensor<?x512xi64> attributes {lir.kernel} {
  %0:2 = rlx.top_k %x k = 512 axis = 1 : (tensor<?x?xbf16>) -> (tensor<?x512xbf16>, tensor<?x512xi64>)
  return %0#1 : tensor<?x512xi64>
}

// -----

// CHECK-LABEL: func.func @most_of_a_run(
// CHECK-NOT: lir.workgroup_op
func.func @most_of_a_run(%x: tensor<?x?xf32>) -> tensor<?x513xi64> attributes {lir.kernel} {
  %0:2 = rlx.top_k %x k = 513 axis = 1 : (tensor<?x?xf32>) -> (tensor<?x513xf32>, tensor<?x513xi64>)
  return %0#1 : tensor<?x513xi64>
}

// -----

// One invocation sorts short rows, unsigned rows, and on CPU devices each of many rows.
// CHECK-LABEL: func.func @short_rows(
// CHECK-NOT: lir.workgroup_op
func.func @short_rows(%x: tensor<3x15xf32>) -> tensor<3x2xi64> attributes {lir.kernel} {
  %0:2 = rlx.top_k %x k = 2 axis = 1 : (tensor<3x15xf32>) -> (tensor<3x2xf32>, tensor<3x2xi64>)
  return %0#1 : tensor<3x2xi64>
}

// -----

// CHECK-LABEL: func.func @without_a_sign(
// CHECK-NOT: lir.workgroup_op
// REMARK: Function=without_a_sign | Remark="rlx.top_k: its elements are unsigned"
func.func @without_a_sign(%x: tensor<3x100xui8>) -> tensor<3x2xi64> attributes {lir.kernel} {
  %0:2 = rlx.top_k %x k = 2 axis = 1 : (tensor<3x100xui8>) -> (tensor<3x2xui8>, tensor<3x2xi64>)
  return %0#1 : tensor<3x2xi64>
}

// -----

// CHECK-LABEL: func.func @many_sorts(
// CHECK-NOT: lir.workgroup_op
// HOPPER-LABEL: func.func @many_sorts(
// HOPPER: lir.workgroup_op
func.func @many_sorts(%x: tensor<65x100xf32>) -> tensor<65x2xi64> attributes {lir.kernel} {
  %0:2 = rlx.top_k %x k = 2 axis = 1 : (tensor<65x100xf32>) -> (tensor<65x2xf32>, tensor<65x2xi64>)
  return %0#1 : tensor<65x2xi64>
}

// -----

// A device with a loop limit counts every loop of a sort. An op beyond the limit is not marked for
// it, since the CPU could not lower the marked op later.
// ENDS-LABEL: func.func @ends(
// ENDS-NOT: lir.workgroup_op
// ENDS-LABEL: func.func @within(
// ENDS: rlx.top_k {{.*}}lir.workgroup_op
// CHECK-LABEL: func.func @ends(
// HOPPER-LABEL: func.func @ends(
// HOPPER: rlx.top_k {{.*}}lir.workgroup_op
func.func @ends(%x: tensor<8x200000xf32>) -> tensor<8x8xi64> attributes {lir.kernel} {
  %0:2 = rlx.top_k %x k = 8 axis = 1 : (tensor<8x200000xf32>) -> (tensor<8x8xf32>, tensor<8x8xi64>)
  return %0#1 : tensor<8x8xi64>
}
func.func @within(%x: tensor<8x20000xf32>) -> tensor<8x8xi64> attributes {lir.kernel} {
  %0:2 = rlx.top_k %x k = 8 axis = 1 : (tensor<8x20000xf32>) -> (tensor<8x8xf32>, tensor<8x8xi64>)
  return %0#1 : tensor<8x8xi64>
}
