// RUN: rlx-opt %s --rlx-outline-kernels="target=vulkan" --rlx-assign-devices=device=vulkan1.1 | FileCheck %s

// Two dispatches compute the sum, one of which has work in a run. The host computes both: the device has no
// 64-bit integers. The results are copied only where it has work.

// CHECK: lir.run
// CHECK: lir.for 0 to #[[CHANGED:.*]] {
// CHECK: lir.dispatch @kernels_cpu::@dynamic_expand_0
// CHECK-NEXT: lir.copy
// CHECK-NEXT: }
// CHECK: lir.for 1 to #[[KEPT:.*]] {
// CHECK: lir.dispatch @kernels_cpu::@reduce_sum_1
// CHECK-NOT: lir.when
// CHECK-NEXT: lir.copy
// CHECK-NEXT: }
// CHECK: lir.for 2 to #[[CHANGED]] {
// CHECK: lir.dispatch @kernels_cpu::@reduce_sum_1
// CHECK-NEXT: lir.copy
// CHECK-NEXT: }
func.func @main(%x: tensor<?xi64> {rlx.kind = "input", rlx.name = "x"}, %y: tensor<?x4xi64> {rlx.kind = "input", rlx.name = "y"}, %a: tensor<?xf32> {rlx.kind = "input", rlx.name = "a"}) -> (tensor<?xi64> {rlx.name = "z"}, tensor<?xf32> {rlx.name = "b"}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?x4xi64>
  %s = rlx.reduce_sum %y axes = [1] : (tensor<?x4xi64>) -> tensor<?xi64>
  %0 = rlx.dynamic_expand %x dims = [0] to [%n] : (tensor<?xi64>, index) -> tensor<?xi64>
  %1 = rlx.add %0, %s : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
  %2 = rlx.relu %a : (tensor<?xf32>) -> tensor<?xf32>
  return %1, %2 : tensor<?xi64>, tensor<?xf32>
}
