// RUN: rlx-opt %s --pass-pipeline="builtin.module(func.func(rlx-assert-equal-sizes))" | FileCheck %s
// RUN: rlx-opt %s --pass-pipeline="builtin.module(func.func(rlx-assert-equal-sizes,rlx-fold-reshapes))" | FileCheck %s --check-prefix=FOLD

// The sum requires that the slice has all rows. The assertion stays without the slice.
// CHECK-LABEL: @sum
// CHECK: %[[N:.*]] = tensor.dim %arg0
// CHECK: %[[M:.*]] = arith.minsi
// CHECK: %[[E:.*]] = arith.cmpi eq, %[[M]], %[[N]]
// CHECK: cf.assert %[[E]], "broadcast, in which no dynamic size is repeated"
// CHECK-NOT: cf.assert
// FOLD-LABEL: @sum
// FOLD: cf.assert
// FOLD: rlx.add %arg0, %arg0
func.func @sum(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.minsi %n, %c4 : index
  %0 = rlx.slice %x from [0] sizes [%m] : (tensor<?xf32>, index) -> tensor<?xf32>
  %1 = rlx.add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// Elements of inputs are sizes, too.
// CHECK-LABEL: @element
// CHECK: tensor.extract %arg1
// CHECK: cf.assert
func.func @element(%x: tensor<?xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n"]},
                   %k: tensor<2xi64> {rlx.kind = "input", rlx.name = "k"}) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.extract %k[%c1] : tensor<2xi64>
  %i = arith.index_cast %e : i64 to index
  %m = arith.minsi %n, %i : index
  %0 = rlx.slice %x from [0] sizes [%m] : (tensor<?xf32>, index) -> tensor<?xf32>
  %1 = rlx.add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// Two inputs: each run checks it, but no symbol stands for another one.
// CHECK-LABEL: @inputs
// CHECK-NOT: cf.assert
// CHECK: return
func.func @inputs(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = rlx.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
