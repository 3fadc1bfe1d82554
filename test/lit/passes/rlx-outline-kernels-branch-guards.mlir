// RUN: rlx-opt %s --rlx-outline-kernels -split-input-file | FileCheck %s

// A branch sets a symbol, and its guards wait for it. The size outside the branch stays the input's.
// CHECK-DAG: #[[INNER:.*]] = affine_map<()[s0, s1] -> (s0, 4)>
// CHECK-DAG: #[[ZERO:.*]] = affine_map<()[s0, s1] -> (0)>
// CHECK: lir.program @branch symbols ["k", "branch1"] from [0, -1] at [1, -1] defined ["dimension", "computed"]
// CHECK: lir.guard #[[INNER]] "{{.*}}rlx.matmul: the inner sizes of a matmul" branch 1
// CHECK: lir.if %{{.*}} {
// CHECK-NEXT: lir.set_size 1 to #[[ZERO]]
// CHECK-NEXT: lir.dispatch @kernels_cpu::@matmul
// CHECK: } else {
// CHECK-NEXT: lir.dispatch @kernels_cpu::@reduce_max
func.func @branch(%x: tensor<2x?xf32> {rlx.dims = ["", "k"]}, %w: tensor<4x3xf32>, %c: tensor<i1>) -> tensor<2xf32> {
  %0 = rlx.if %c : tensor<i1> -> (tensor<2xf32>) {
    %p = rlx.matmul %x, %w : (tensor<2x?xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
    %s = rlx.reduce_sum %p axes = [1] : (tensor<2x3xf32>) -> tensor<2xf32>
    rlx.yield %s : tensor<2xf32>
  } else {
    %m = rlx.reduce_max %x axes = [1] : (tensor<2x?xf32>) -> tensor<2xf32>
    rlx.yield %m : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// -----

// The same relation outside a branch holds in every run.
// CHECK: lir.program @outside symbols ["k"]
// CHECK: lir.guard #{{.*}} "{{.*}}rlx.matmul: the inner sizes of a matmul" {lir.place = "{{.*}}rlx-outline-kernels-branch-guards.mlir:{{[0-9]+:[0-9]+}}"}{{$}}
// CHECK-NOT: lir.guard
func.func @outside(%x: tensor<2x?xf32> {rlx.dims = ["", "k"]}, %w: tensor<4x3xf32>, %c: tensor<i1>) -> tensor<2x3xf32> {
  %q = rlx.matmul %x, %w : (tensor<2x?xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  %0 = rlx.if %c : tensor<i1> -> (tensor<2x3xf32>) {
    %p = rlx.matmul %x, %w : (tensor<2x?xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
    %n = rlx.neg %p : (tensor<2x3xf32>) -> tensor<2x3xf32>
    rlx.yield %n : tensor<2x3xf32>
  } else {
    rlx.yield %q : tensor<2x3xf32>
  }
  return %0 : tensor<2x3xf32>
}

// -----

// Memory whose size may be negative waits for its branch.
// CHECK-DAG: #[[AT_LEAST:.*]] = affine_map<()[s0, s1] -> (s0, 5)>
// CHECK-DAG: #[[SIZE:.*]] = affine_map<()[s0, s1] -> (s0 + s1 - 5)>
// CHECK: lir.program @window symbols ["k", "branch1"]
// CHECK: lir.guard at_least #[[AT_LEAST]] "{{.*}}" branch 1
// CHECK: lir.alloc #[[SIZE]] : memref<?xi64>
func.func @window(%x: tensor<?xi64> {rlx.dims = ["k"]}, %c: tensor<i1>) -> tensor<i64> {
  %0 = rlx.if %c : tensor<i1> -> (tensor<i64>) {
    %five = arith.constant 5 : index
    %zero = arith.constant 0 : index
    %k = tensor.dim %x, %zero : tensor<?xi64>
    %n = arith.subi %k, %five : index
    %i = rlx.iota from %zero to [%n] axis = 0 : (index, index) -> tensor<?xi64>
    %e = rlx.reduce_sum %i axes = [0] : (tensor<?xi64>) -> tensor<i64>
    rlx.yield %e : tensor<i64>
  } else {
    %m = rlx.reduce_max %x axes = [0] : (tensor<?xi64>) -> tensor<i64>
    rlx.yield %m : tensor<i64>
  }
  return %0 : tensor<i64>
}

// -----

// The body of a loop may have no run. A scan checks its guards once before it, a while in its body.
// CHECK: lir.program @loops symbols ["n", "m", "k", "branch3", "branch4"]
// CHECK-DAG: lir.guard #{{.*}} "{{.*}}rlx.add: {{.*}}" branch 3
// CHECK-DAG: lir.guard #{{.*}} "{{.*}}rlx.matmul: {{.*}}" branch 4
// CHECK: lir.for
// CHECK-NEXT: lir.set_size 3
// CHECK-NEXT: }
// CHECK: lir.for
// CHECK: lir.while
// CHECK: } do {
// CHECK-NEXT: lir.set_size 4
func.func @loops(%x: tensor<?xf32> {rlx.dims = ["n"]}, %v: tensor<?xf32> {rlx.dims = ["m"]},
                 %t: tensor<?xf32> {rlx.dims = ["k"]}) -> (tensor<f32>, tensor<f32>) {
  %z = rlx.constant dense<0.0> : tensor<f32>
  %w = rlx.constant dense<1.0> : tensor<4xf32>
  %limit = rlx.constant dense<0.5> : tensor<f32>
  %0 = rlx.scan init(%z : tensor<f32>) over(%t : tensor<?xf32>) -> (tensor<f32>) {
  ^bb0(%s: tensor<f32>, %row: tensor<f32>):
    %1 = rlx.add %x, %v : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %2 = rlx.reduce_sum %1 axes = [0] : (tensor<?xf32>) -> tensor<f32>
    %3 = rlx.add %s, %2 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    rlx.yield %3 : tensor<f32>
  }
  %4 = rlx.while %0 : (tensor<f32>) -> tensor<f32> cond {
  ^bb0(%y: tensor<f32>):
    %more = rlx.compare lt %y, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%y: tensor<f32>):
    %5 = rlx.matmul %x, %w : (tensor<?xf32>, tensor<4xf32>) -> tensor<f32>
    %6 = rlx.add %y, %5 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    rlx.yield %6 : tensor<f32>
  }
  return %0, %4 : tensor<f32>, tensor<f32>
}
