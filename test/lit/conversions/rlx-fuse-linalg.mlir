// RUN: rlx-opt %s --rlx-fuse-linalg --canonicalize --cse -split-input-file -mlir-print-local-scope | FileCheck %s

// Reshapes with dynamic sizes move behind both ops, whose results give the sizes, and past an
// operand with one element. The two ops are fused.
// CHECK-LABEL: func.func @behind(
// CHECK-SAME: %[[X:.*]]: tensor<?x4x1xf32>, %[[S:.*]]: tensor<1xf32>
// CHECK-DAG: %[[ONE:.*]] = tensor.extract_slice %[[S]][0] [1] [1] : tensor<1xf32> to tensor<f32>
// CHECK-COUNT-1: linalg.generic
// CHECK: math.exp
// CHECK: arith.mulf
// CHECK-NOT: linalg.generic
// CHECK: tensor.collapse_shape
// CHECK: return
func.func @behind(%x: tensor<?x4x1xf32>, %s: tensor<1xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.collapse_shape %x [[0], [1, 2]] : tensor<?x4x1xf32> into tensor<?x4xf32>
  %n = tensor.dim %0, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  } -> tensor<?x4xf32>
  %m = tensor.dim %1, %c0 : tensor<?x4xf32>
  %f = tensor.empty(%m) : tensor<?x4xf32>
  %2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (0)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%1, %s : tensor<?x4xf32>, tensor<1xf32>) outs(%f : tensor<?x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.mulf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// -----

// The kernel's result keeps its form.
// CHECK-LABEL: func.func @computed(
// CHECK-NOT: tensor.extract_slice
// CHECK: affine_map<(d0, d1) -> (d0, 0)>
func.func @computed(%x: tensor<4x3x1xf32>) -> tensor<4x3xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.collapse_shape %x [[0], [1, 2]] : tensor<4x3x1xf32> into tensor<4x3xf32>
  %e = tensor.empty() : tensor<4x1xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x1xf32>) -> tensor<4x1xf32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>],
      iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<4x3xf32>) outs(%f : tensor<4x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.addf %a, %o : f32
    linalg.yield %r : f32
  } -> tensor<4x1xf32>
  %g = tensor.empty() : tensor<4x3xf32>
  %2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%0, %sum : tensor<4x3xf32>, tensor<4x1xf32>) outs(%g : tensor<4x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<4x3xf32>
  return %2 : tensor<4x3xf32>
}
