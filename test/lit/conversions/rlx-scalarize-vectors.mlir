// RUN: rlx-opt %s --rlx-scalarize-vectors --canonicalize -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @rows(
// CHECK-NOT: vector
// CHECK: %[[A:.*]] = memref.load %arg0[%arg2]
// CHECK: %[[B:.*]] = memref.load %arg0[
// CHECK-DAG: %[[P:.*]] = arith.mulf %[[A]], %cst
// CHECK-DAG: %[[Q:.*]] = arith.mulf %[[B]], %cst
// CHECK: memref.store %[[P]], %arg1[%arg2]
// CHECK: memref.store %[[Q]], %arg1[
// CHECK-NOT: vector
func.func @rows(%x: memref<8xf32>, %y: memref<8xf32>, %i: index) {
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  %a = vector.transfer_read %x[%i], %zero {in_bounds = [true]} : memref<8xf32>, vector<2xf32>
  %b = vector.broadcast %two : f32 to vector<2xf32>
  %c = arith.mulf %a, %b : vector<2xf32>
  vector.transfer_write %c, %y[%i] {in_bounds = [true]} : vector<2xf32>, memref<8xf32>
  return
}

// -----

// By halves: 0 with 2 and 1 with 3.
// CHECK-LABEL: func.func @reduction(
// CHECK-COUNT-4: memref.load
// CHECK-COUNT-4: arith.addf
// CHECK-NOT: {{vector|arith.addf}}
func.func @reduction(%x: memref<4xf32>, %y: memref<f32>, %start: f32) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %a = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<4xf32>, vector<4xf32>
  %s = vector.reduction <add>, %a, %start : vector<4xf32> into f32
  memref.store %s, %y[] : memref<f32>
  return
}

// -----

// x is inserted into the second column of zeros, so the second row is 0, x[1].
// CHECK-LABEL: func.func @slices(
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00
// CHECK-DAG: %[[SECOND:.*]] = memref.load %arg1[%c1]
// CHECK: memref.store %[[ZERO]], %arg0[%c0]
// CHECK: memref.store %[[SECOND]], %arg0[%c1]
// CHECK-NOT: vector
func.func @slices(%y: memref<2xf32>, %x: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<2x2xf32>
  %line = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<2xf32>, vector<2xf32>
  %column = vector.shape_cast %line : vector<2xf32> to vector<2x1xf32>
  %a = vector.insert_strided_slice %column, %zeros {offsets = [0, 1], strides = [1, 1]}
      : vector<2x1xf32> into vector<2x2xf32>
  %b = vector.extract_strided_slice %a {offsets = [1, 0], sizes = [1, 2], strides = [1, 1]}
      : vector<2x2xf32> to vector<1x2xf32>
  %c = vector.shape_cast %b : vector<1x2xf32> to vector<2xf32>
  vector.transfer_write %c, %y[%c0] {in_bounds = [true]} : vector<2xf32>, memref<2xf32>
  return
}

// -----

// Offsets may cover only the leading dimensions: the whole second row.
// CHECK-LABEL: func.func @row_of(
// CHECK-DAG: %[[C:.*]] = arith.constant 3.0
// CHECK-DAG: %[[D:.*]] = arith.constant 4.0
// CHECK: memref.store %[[C]], %arg0[%c0]
// CHECK: memref.store %[[D]], %arg0[%c1]
func.func @row_of(%y: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %c = arith.constant 3.0 : f32
  %d = arith.constant 4.0 : f32
  %v = vector.from_elements %a, %b, %c, %d : vector<2x2xf32>
  %row = vector.extract_strided_slice %v {offsets = [1], sizes = [1], strides = [1]}
      : vector<2x2xf32> to vector<1x2xf32>
  %line = vector.shape_cast %row : vector<1x2xf32> to vector<2xf32>
  vector.transfer_write %line, %y[%c0] {in_bounds = [true]} : vector<2xf32>, memref<2xf32>
  return
}

// -----

// CHECK-LABEL: func.func @loop(
// CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (f32, f32)
// CHECK: memref.store %[[R]]#0
// CHECK: memref.store %[[R]]#1
// CHECK-NOT: vector
func.func @loop(%y: memref<2xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %start = arith.constant dense<1.0> : vector<2xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %start) -> (vector<2xf32>) {
    %b = arith.addf %a, %a : vector<2xf32>
    scf.yield %b : vector<2xf32>
  }
  vector.transfer_write %r, %y[%c0] {in_bounds = [true]} : vector<2xf32>, memref<2xf32>
  return
}

// -----

// SPIR-V has no bf16, so its bits are stored. 1.0 is 0x3F80.
// CHECK-LABEL: func.func @bf16(
// CHECK-SAME: memref<4xi16>
// CHECK: arith.constant 16256 : i16
// CHECK: memref.store %{{.*}} : memref<4xi16>
// CHECK-NOT: bf16
func.func @bf16(%y: memref<4xbf16>, %i: index) {
  %one = arith.constant 1.0 : bf16
  memref.store %one, %y[%i] : memref<4xbf16>
  return
}

// -----

// Fused into one rounding only if both ops allow it.
// expected-error@below {{has vectors that cannot be scalarized}}
func.func @unknown_place(%x: memref<2xf32>, %v: vector<4xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  // expected-error@below {{failed to legalize operation 'vector.extract'}}
  %a = vector.extract %v[%i] : f32 from vector<4xf32>
  memref.store %a, %x[%c0] : memref<2xf32>
  return
}
