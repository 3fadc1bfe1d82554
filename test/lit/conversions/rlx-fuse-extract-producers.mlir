// RUN: rlx-opt %s --rlx-fuse-extract-producers --canonicalize --cse -split-input-file -mlir-print-local-scope | FileCheck %s

// A chain of two producers: the first has permuted loops and a broadcast operand, the second uses
// an element's index. The body reads the arguments.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME: %[[X:.*]]: tensor<4x3xf32>, %[[B:.*]]: tensor<3xf32>, %[[I:.*]]: tensor<5xi32>
// CHECK-COUNT-1: linalg.generic
// CHECK: ^bb0(%[[AT:.*]]: i32
// CHECK: %[[I0:.*]] = arith.index_cast %[[AT]]
// CHECK: %[[A:.*]] = tensor.extract %[[X]][%[[I0]], %c2]
// CHECK: %[[C:.*]] = tensor.extract %[[B]][%c2]
// CHECK: %[[S:.*]] = arith.addf %[[A]], %[[C]]
// CHECK: %[[F:.*]] = arith.sitofp %[[AT]]
// CHECK: arith.mulf %[[S]], %[[F]]
// CHECK-NOT: linalg.generic
func.func @chain(%x: tensor<4x3xf32>, %b: tensor<3xf32>, %i: tensor<5xi32>) -> tensor<5xf32> {
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : tensor<4x3xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(c, r) -> (r, c)>, affine_map<(c, r) -> (c)>, affine_map<(c, r) -> (r, c)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : tensor<4x3xf32>, tensor<3xf32>) outs(%e : tensor<4x3xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<4x3xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> (r, c)>],
      iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<4x3xf32>) outs(%e : tensor<4x3xf32>) {
  ^bb0(%p: f32, %o: f32):
    %r = linalg.index 0 : index
    %n = arith.index_cast %r : index to i32
    %f = arith.sitofp %n : i32 to f32
    %s = arith.mulf %p, %f : f32
    linalg.yield %s : f32
  } -> tensor<4x3xf32>
  %y = tensor.empty() : tensor<5xf32>
  %2 = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]} ins(%i : tensor<5xi32>) outs(%y : tensor<5xf32>) {
  ^bb0(%p: i32, %o: f32):
    %r = arith.index_cast %p : i32 to index
    %s = tensor.extract %1[%r, %c2] : tensor<4x3xf32>
    linalg.yield %s : f32
  } -> tensor<5xf32>
  return %2 : tensor<5xf32>
}

// -----

// Sums are computed once, and so are values that an op outside a body reads.
// CHECK-LABEL: func.func @stays(
// CHECK-COUNT-2: linalg.generic
// CHECK: tensor.extract
// CHECK: linalg.generic
// CHECK: tensor.extract
func.func @stays(%x: tensor<4x3xf32>, %i: tensor<5xi32>) -> tensor<5xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %sums = linalg.generic {
      indexing_maps = [affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> (r)>],
      iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x3xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %doubled = linalg.generic {
      indexing_maps = [affine_map<(r) -> (r)>, affine_map<(r) -> (r)>],
      iterator_types = ["parallel"]} ins(%sums : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %p : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %first = tensor.extract %doubled[%c0] : tensor<4xf32>
  %y = tensor.empty() : tensor<5xf32>
  %2 = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]} ins(%i : tensor<5xi32>) outs(%y : tensor<5xf32>) {
  ^bb0(%p: i32, %o: f32):
    %r = arith.index_cast %p : i32 to index
    %s = tensor.extract %sums[%r] : tensor<4xf32>
    %t = arith.addf %s, %first : f32
    linalg.yield %t : f32
  } -> tensor<5xf32>
  return %2 : tensor<5xf32>
}

// -----

// A producer's checks run for every element, read or not.
// CHECK-LABEL: func.func @checks(
// CHECK-COUNT-2: linalg.generic
func.func @checks(%x: tensor<4xi32>, %i: tensor<5xi32>) -> tensor<5xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4xi32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(r) -> (r)>, affine_map<(r) -> (r)>],
      iterator_types = ["parallel"]} ins(%x : tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%p: i32, %o: i32):
    %fine = arith.cmpi sge, %p, %c0 : i32
    cf.assert %fine, "negative"
    linalg.yield %p : i32
  } -> tensor<4xi32>
  %y = tensor.empty() : tensor<5xi32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]} ins(%i : tensor<5xi32>) outs(%y : tensor<5xi32>) {
  ^bb0(%p: i32, %o: i32):
    %r = arith.index_cast %p : i32 to index
    %s = tensor.extract %0[%r] : tensor<4xi32>
    linalg.yield %s : i32
  } -> tensor<5xi32>
  return %1 : tensor<5xi32>
}
