// Sizes that are minima, maxima, choices and elements of inputs.
// RUN: rlx-opt %s --rlx-outline-kernels -split-input-file | FileCheck %s

// CHECK-LABEL: lir.program @minimum symbols ["arg0[0]", "min(arg0[0], 4)"] from [0, -1] at [0, -1]
// CHECK-SAME: defined ["dimension", ["min", #[[OPERANDS:.*]]]]
// CHECK: lir.output "out0" #[[SIZE:.*]] : memref<?xf32>
func.func @minimum(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.minsi %n, %c4 : index
  %again = affine.min affine_map<()[s0] -> (4, s0)>()[%n]
  %0 = rlx.slice %x from [0] sizes [%m] : (tensor<?xf32>, index) -> tensor<?xf32>
  %1 = rlx.slice %x from [0] sizes [%again] : (tensor<?xf32>, index) -> tensor<?xf32>
  // Equal minima are one symbol, so no guard compares these sizes.
  // CHECK-NOT: lir.guard
  %2 = rlx.add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// A minimum that bounds decide is no symbol: sizes are at least 0.
// CHECK-LABEL: lir.program @decided symbols ["arg0[0]"] from [0] at [0] {
// CHECK-NOT: lir.guard
func.func @decided(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %more = arith.addi %n, %c1 : index
  %m = arith.minsi %n, %more : index
  %p = arith.maxsi %m, %c0 : index
  %0 = rlx.slice %x from [0] sizes [%p] : (tensor<?xf32>, index) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A guard makes the clamped size that of the other operand everywhere.
// CHECK-LABEL: lir.program @unified symbols ["s", "min(s, 8)"]
// CHECK: lir.output "out0" #[[S:.*]] : memref<?xf32>
// CHECK: lir.guard
// CHECK: lir.dispatch @kernels_cpu::@slice_0 {{.*}} dims #[[EQUAL:.*]] label
func.func @unified(%x: tensor<?xf32> {rlx.dims = ["s"]}, %table: tensor<8xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %s = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.minsi %s, %c8 : index
  %0 = rlx.slice %table from [0] sizes [%m] : (tensor<8xf32>, index) -> tensor<?xf32>
  %1 = rlx.add %x, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// CHECK-LABEL: lir.program @element symbols ["k.1"] from [1] at [1]
// CHECK-SAME: defined ["element"]
// CHECK: lir.guard at_least {{.*}}rlx.slice: expects size #0 to be at least 0
func.func @element(%x: tensor<9xf32>, %k: tensor<2xi64> {rlx.name = "k"}) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %e = tensor.extract %k[%c1] : tensor<2xi64>
  %m = arith.index_cast %e : i64 to index
  %0 = rlx.slice %x from [0] sizes [%m] : (tensor<9xf32>, index) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A choice is arithmetic over 0 and 1, and an assertion is a guard with its message.
// CHECK-LABEL: lir.program @choice symbols ["n", "min(n - 2, 1)", "max(min(n - 2, 1), 0)"] from [0, -1, -1]
// CHECK: lir.guard at_least {{.*}}cf.assert: a window needs 2
func.func @choice(%x: tensor<?xf32> {rlx.dims = ["n"]}) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %enough = arith.cmpi sge, %n, %c2 : index
  cf.assert %enough, "a window needs 2"
  %large = arith.cmpi sge, %n, %c3 : index
  %m = arith.select %large, %c2, %c1 : index
  %0 = rlx.slice %x from [0] sizes [%m] : (tensor<?xf32>, index) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
