// RUN: rlx-opt %s --rlx-gpu-schedule="device=lavapipe only=cooperative-matmul,matmul" --rlx-gpu-schedule="device=lavapipe only=row-reduction" -split-input-file | FileCheck %s

// An element of a sum is only known to the invocation that accumulates it. No schedule takes
// kernels that read other elements, or read elements outside the scheduled ops.

// CHECK-LABEL: func.func @slice_of_sum(
// CHECK-NOT: lir.grid
func.func @slice_of_sum(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %f: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {lir.kernel} {
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = tensor.extract_slice %0[63, 0] [1, 64] [1, 1] : tensor<64x64xf32> to tensor<64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %1 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%0, %s : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %2 = arith.addf %x, %y : f32
    linalg.yield %2 : f32
  } -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// -----

// CHECK-LABEL: func.func @read_by_index(
// CHECK-NOT: lir.grid
func.func @read_by_index(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %f: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %1 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %i = linalg.index 0 : index
    %y = tensor.extract %0[%i, %c0] : tensor<64x64xf32>
    %2 = arith.addf %x, %y : f32
    linalg.yield %2 : f32
  } -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// -----

// CHECK-LABEL: func.func @read_behind_reshape(
// CHECK-NOT: lir.grid
func.func @read_behind_reshape(%x: tensor<8x64xf32>, %f: tensor<8xf32>) -> tensor<8x64xf32> attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %sum = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : tensor<8x64xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = arith.addf %out, %in : f32
    linalg.yield %2 : f32
  } -> tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %g = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]
  } outs(%e : tensor<8xf32>) {
  ^bb0(%out: f32):
    %2 = tensor.extract %sum[%c0] : tensor<8xf32>
    linalg.yield %2 : f32
  } -> tensor<8xf32>
  %wide = tensor.expand_shape %g [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
  %d = tensor.empty() : tensor<8x64xf32>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%wide, %sum : tensor<8x1xf32>, tensor<8xf32>) outs(%d : tensor<8x64xf32>) {
  ^bb0(%y: f32, %z: f32, %out: f32):
    %2 = arith.subf %y, %z : f32
    linalg.yield %2 : f32
  } -> tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}

// -----

// CHECK-LABEL: func.func @tensor_of_the_body(
// CHECK-NOT: lir.grid
func.func @tensor_of_the_body(%x: tensor<8x64xf32>, %t: tensor<4xf32>, %f: tensor<8xf32>) -> tensor<8xf32> attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : tensor<8x64xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s:2 = scf.for %k = %c0 to %c4 step %c1 iter_args(%a = %t, %b = %in) -> (tensor<4xf32>, f32) {
      %v = tensor.extract %a[%k] : tensor<4xf32>
      %w = arith.addf %v, %b : f32
      scf.yield %a, %w : tensor<4xf32>, f32
    }
    %2 = arith.addf %out, %s#1 : f32
    linalg.yield %2 : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @element_before_the_loops(
// CHECK-NOT: lir.grid
func.func @element_before_the_loops(%x: tensor<8x64xf32>, %t: tensor<f32>) -> tensor<8xf32> attributes {lir.kernel} {
  %s = tensor.extract %t[] : tensor<f32>
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%s : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : tensor<8x64xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = arith.addf %out, %in : f32
    linalg.yield %2 : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A reshape to rank 0 is accepted: its one element is the first of its source.
// CHECK-LABEL: func.func @no_dimension(
// CHECK-SAME: lir.grid
func.func @no_dimension(%x: tensor<8x64xf32>, %one: tensor<1x1xf32>, %f: tensor<8xf32>) -> tensor<8x64xf32> attributes {lir.kernel} {
  %sum = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : tensor<8x64xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = arith.addf %out, %in : f32
    linalg.yield %2 : f32
  } -> tensor<8xf32>
  %c = tensor.collapse_shape %one [] : tensor<1x1xf32> into tensor<f32>
  %d = tensor.empty() : tensor<8x64xf32>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%sum, %c : tensor<8xf32>, tensor<f32>) outs(%d : tensor<8x64xf32>) {
  ^bb0(%y: f32, %z: f32, %out: f32):
    %2 = arith.subf %y, %z : f32
    linalg.yield %2 : f32
  } -> tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}
