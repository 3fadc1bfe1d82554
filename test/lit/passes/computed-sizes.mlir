// RUN: rlx-opt %s --rlx-outline-kernels -split-input-file | FileCheck %s

// An element of a computed tensor decides a size: the host reads it when it is known.
// CHECK: lir.program @element symbols ["n", "size1"] from [0, -1] at [0, -1] defined ["dimension", "computed"]
// CHECK: lir.run {
// CHECK: lir.dispatch @kernels_cpu::@{{.*}} outs(%[[SUM:.*]] : memref<i64>)
// CHECK-NEXT: lir.set_size 1 from %[[SUM]] : memref<i64>
// CHECK-NEXT: lir.dispatch @kernels_cpu::@iota_1
func.func @element(%x: tensor<?xi64> {rlx.dims = ["n"]}) -> tensor<?xi64> {
  %zero = arith.constant 0 : index
  %sum = rlx.reduce_sum %x axes = [0] : (tensor<?xi64>) -> tensor<i64>
  %e = tensor.extract %sum[] : tensor<i64>
  %n = arith.index_cast %e : i64 to index
  %0 = rlx.iota from %zero to [%n] axis = 0 : (index, index) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// -----

// Two reads of one element are one symbol; another element is a view into the tensor.
// CHECK-DAG: #[[AT0:.*]] = affine_map<()[s0, s1] -> (0)>
// CHECK-DAG: #[[AT8:.*]] = affine_map<()[s0, s1] -> (8)>
// CHECK: lir.program @elements symbols ["size0", "size1"]
// CHECK: %[[PAIR:.*]] = lir.alloc #{{.*}} : memref<2xi64>
// CHECK: %[[FIRST:.*]] = lir.view %[[PAIR]] sizes #{{.*}} at #[[AT0]] : memref<2xi64> -> memref<i64>
// CHECK: %[[SECOND:.*]] = lir.view %[[PAIR]] sizes #{{.*}} at #[[AT8]] : memref<2xi64> -> memref<i64>
// CHECK: lir.set_size 0 from %[[FIRST]] : memref<i64>
// CHECK: lir.set_size 1 from %[[SECOND]] : memref<i64>
// CHECK-NOT: lir.set_size
func.func @elements(%k: tensor<2xi64>) -> tensor<?x?xi64> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %twice = rlx.add %k, %k : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %e = tensor.extract %twice[%zero] : tensor<2xi64>
  %n = arith.index_cast %e : i64 to index
  %f = tensor.extract %twice[%one] : tensor<2xi64>
  %m = arith.index_cast %f : i64 to index
  %g = tensor.extract %twice[%zero] : tensor<2xi64>
  %again = arith.index_cast %g : i64 to index
  %0 = rlx.iota from %again to [%n, %m] axis = 0 : (index, index, index) -> tensor<?x?xi64>
  return %0 : tensor<?x?xi64>
}

// -----

// The branch that runs sets the size of the result.
// CHECK-DAG: #[[ONCE:.*]] = affine_map<()[s0, s1] -> (s0)>
// CHECK-DAG: #[[DECIDED:.*]] = affine_map<()[s0, s1] -> (s1)>
// CHECK-DAG: #[[TWICE:.*]] = affine_map<()[s0, s1] -> (s0 * 2)>
// CHECK: lir.program @branches symbols ["n", "size1"]
// CHECK: %[[Y:.*]] = lir.output "out0" #[[DECIDED]]
// CHECK: lir.if
// CHECK: lir.set_size 1 to #[[TWICE]]
// CHECK-NEXT: lir.copy %{{.*}} to %[[Y]]
// CHECK: else
// CHECK: lir.set_size 1 to #[[ONCE]]
// CHECK-NEXT: lir.copy %{{.*}} to %[[Y]]
func.func @branches(%p: tensor<i1>, %x: tensor<?xf32> {rlx.dims = ["n"]}) -> tensor<?xf32> {
  %0 = rlx.if %p : tensor<i1> -> (tensor<?xf32>) {
    %1 = rlx.concat %x, %x axis = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    rlx.yield %1 : tensor<?xf32>
  } else {
    rlx.yield %x : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// A loop carries the value on. It sets no size that another op decides, although the body yields a
// value of another size: a guard makes both equal.
// CHECK: lir.program @carries symbols ["n", "m", "size2"]
// CHECK: lir.guard
// CHECK: lir.if
// CHECK-COUNT-2: lir.set_size 2
// CHECK: lir.while
// CHECK-NOT: lir.set_size
// CHECK: module @kernels_cpu
func.func @carries(%p: tensor<i1>, %k: tensor<i64>, %x: tensor<?xf32> {rlx.dims = ["n"]},
                   %y: tensor<?xf32> {rlx.dims = ["m"]}) -> (tensor<i64>, tensor<?xf32>) {
  %one = rlx.constant dense<1> : tensor<i64>
  %zero = rlx.constant dense<0> : tensor<i64>
  %0 = rlx.if %p : tensor<i1> -> (tensor<?xf32>) {
    %1 = rlx.concat %x, %x axis = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    rlx.yield %1 : tensor<?xf32>
  } else {
    rlx.yield %x : tensor<?xf32>
  }
  %2:2 = rlx.while %k, %0 : (tensor<i64>, tensor<?xf32>) -> (tensor<i64>, tensor<?xf32>) cond {
  ^bb0(%i: tensor<i64>, %a: tensor<?xf32>):
    %more = rlx.compare gt %i, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i64>, %a: tensor<?xf32>):
    %1 = rlx.sub %i, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
    rlx.yield %1, %y : tensor<i64>, tensor<?xf32>
  }
  return %2#0, %2#1 : tensor<i64>, tensor<?xf32>
}

// -----

// A carried value that grows is saved with its next size, before the current size changes.
// CHECK-DAG: #[[START:.*]] = affine_map<()[s0, s1, s2] -> (s0)>
// CHECK-DAG: #[[GROWN:.*]] = affine_map<()[s0, s1, s2] -> (s0 + s1)>
// CHECK-DAG: #[[NEXT:.*]] = affine_map<()[s0, s1, s2] -> (s2)>
// CHECK: lir.program @grows symbols ["n", "size1", "size1'"]
// CHECK: lir.set_size 1 to #[[START]]
// CHECK-NEXT: lir.copy %{{.*}} to %[[CARRIED:.*]] : memref<?xf32>
// CHECK: do {
// CHECK: lir.set_size 2 to #[[GROWN]]
// CHECK-NEXT: lir.copy %{{.*}} to %[[SAVED:.*]] : memref<?xf32>
// CHECK: lir.set_size 1 to #[[NEXT]]
// CHECK-NEXT: lir.copy %[[SAVED]] to %[[CARRIED]] : memref<?xf32>
func.func @grows(%x: tensor<?xf32> {rlx.dims = ["n"]}, %k: tensor<i64>)
    -> (tensor<i64>, tensor<?xf32>) {
  %one = rlx.constant dense<1> : tensor<i64>
  %zero = rlx.constant dense<0> : tensor<i64>
  %0:2 = rlx.while %k, %x : (tensor<i64>, tensor<?xf32>) -> (tensor<i64>, tensor<?xf32>)
      varying = [1, 0] cond {
  ^bb0(%i: tensor<i64>, %y: tensor<?xf32>):
    %more = rlx.compare gt %i, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i64>, %y: tensor<?xf32>):
    %1 = rlx.sub %i, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %2 = rlx.concat %y, %x axis = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    rlx.yield %1, %2 : tensor<i64>, tensor<?xf32>
  }
  return %0#0, %0#1 : tensor<i64>, tensor<?xf32>
}

// -----

// A guard of an op behind a loop has the last size only, not that of every iteration.
// CHECK: lir.program @behind symbols ["size0", "size0'", "final size0"]
// CHECK: lir.guard at_least
// CHECK: lir.while
// CHECK: lir.set_size 2 to #{{.*}}
func.func @behind(%k: tensor<i64>) -> tensor<f32> {
  %none = rlx.constant dense<> : tensor<0xf32>
  %row = rlx.constant dense<1.0> : tensor<1xf32>
  %one = rlx.constant dense<1> : tensor<i64>
  %zero = rlx.constant dense<0> : tensor<i64>
  %0:2 = rlx.while %k, %none : (tensor<i64>, tensor<0xf32>) -> (tensor<i64>, tensor<?xf32>)
      varying = [1, 0] cond {
  ^bb0(%i: tensor<i64>, %a: tensor<?xf32>):
    %more = rlx.compare gt %i, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i64>, %a: tensor<?xf32>):
    %1 = rlx.sub %i, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %2 = rlx.concat %a, %row axis = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    rlx.yield %1, %2 : tensor<i64>, tensor<?xf32>
  }
  %3 = rlx.gather %0#1, %one axis = 0 : (tensor<?xf32>, tensor<i64>) -> tensor<f32>
  return %3 : tensor<f32>
}
