// Without kernels for the device nothing is assigned: an empty module, and a model before
// outlining.
// RUN: rlx-opt %s --split-input-file --rlx-assign-devices=device=lavapipe | FileCheck %s

// CHECK: module {
// CHECK-NEXT: }
module {}

// -----

// CHECK: func.func @model(
// CHECK-NEXT: rlx.exp
func.func @model(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = rlx.exp %x : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
