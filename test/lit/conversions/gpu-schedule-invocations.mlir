// RUN: rlx-opt %s --rlx-gpu-schedule=only=invocations -split-input-file -mlir-print-local-scope | FileCheck %s
// RUN: rlx-opt %s --rlx-gpu-schedule=only=invocations -split-input-file --remarks-filter=rlx-schedule --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=NAMES
// NAMES: [Passed] Schedule | Category:rlx-schedule | Function=elementwise | Remark=invocations{{$}}

// One element per invocation. The kernel's cost is recorded.
// CHECK-LABEL: func.func @elementwise(
// CHECK-SAME: lir.cost =
// CHECK: scf.forall (%[[I:.*]], %[[J:.*]]) in (%{{.*}}, 8)
// CHECK: tensor.extract_slice %{{.*}}[%[[I]], %[[J]]] [1, 1] [1, 1]
// CHECK: linalg.exp
// CHECK: tensor.parallel_insert_slice %{{.*}}[%[[I]], %[[J]]] [1, 1] [1, 1]
func.func @elementwise(%x: tensor<?x8xf32>) -> tensor<?x8xf32> attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %0 = linalg.exp ins(%x : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

// The sum of a row would be recomputed for each of its elements, so an invocation takes the row.
// CHECK-LABEL: func.func @row(
// CHECK: scf.forall (%[[I:.*]]) in (4)
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]
// CHECK: tensor.parallel_insert_slice %{{.*}}[%[[I]], 0] [1, 16] [1, 1]
func.func @row(%x: tensor<4x16xf32>) -> tensor<4x16xf32> attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  %s = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x16xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.addf %a, %b : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %e = tensor.empty() : tensor<4x16xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : tensor<4x16xf32>, tensor<4xf32>) outs(%e : tensor<4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.divf %a, %b : f32
    linalg.yield %1 : f32
  } -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

// Slices that form the result: the invocation of an element inserts the slices' part.
// CHECK-LABEL: func.func @assembly(
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (9, 3)
// CHECK-COUNT-2: tensor.insert_slice
// CHECK: tensor.parallel_insert_slice
func.func @assembly(%a: tensor<4x3xf32>, %b: tensor<5x3xf32>) -> tensor<9x3xf32>
    attributes {lir.kernel} {
  %e = tensor.empty() : tensor<9x3xf32>
  %0 = tensor.insert_slice %a into %e[0, 0] [4, 3] [1, 1] : tensor<4x3xf32> into tensor<9x3xf32>
  %1 = tensor.insert_slice %b into %0[4, 0] [5, 3] [1, 1] : tensor<5x3xf32> into tensor<9x3xf32>
  return %1 : tensor<9x3xf32>
}

// -----

// A kernel with a grid is in its final form.
// CHECK-LABEL: func.func @final_form(
// CHECK-NOT: scf.forall
func.func @final_form(%x: tensor<8xf32>) -> tensor<8xf32>
    attributes {lir.kernel, lir.grid = affine_map<() -> (1, 1, 1)>} {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// The result of grouped channels, reshaped to all channels. As a reshape of an empty tensor it
// would be separate memory and a copy.
// CHECK-LABEL: func.func @groups(
// CHECK-NOT: tensor.expand_shape
// CHECK: %[[E:.*]] = tensor.empty() : tensor<5x2x3xf32>
// CHECK: scf.forall {{.*}} shared_outs(%{{.*}} = %[[E]])
// CHECK: tensor.collapse_shape
func.func @groups(%x: tensor<5x2x3xf32>) -> tensor<5x6xf32> attributes {lir.kernel} {
  %e = tensor.empty() : tensor<5x6xf32>
  %r = tensor.expand_shape %e [[0], [1, 2]] output_shape [5, 2, 3]
      : tensor<5x6xf32> into tensor<5x2x3xf32>
  %0 = linalg.exp ins(%x : tensor<5x2x3xf32>) outs(%r : tensor<5x2x3xf32>) -> tensor<5x2x3xf32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<5x2x3xf32> into tensor<5x6xf32>
  return %1 : tensor<5x6xf32>
}

// -----

// A slice of an operand is copied element by element.
// CHECK-LABEL: func.func @slice(
// CHECK-SAME: %[[X:.*]]: tensor<?x8xf32>, %[[N:.*]]: index
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[X]][2, 0] [%[[N]], 8] [1, 1]
// CHECK: scf.forall (%[[I:.*]]) in (%{{.*}})
// CHECK: linalg.copy
func.func @slice(%x: tensor<?x8xf32>, %n: index) -> tensor<?xf32> attributes {lir.kernel} {
  %0 = tensor.extract_slice %x[2, 0] [%n, 8] [1, 1] : tensor<?x8xf32> to tensor<?x8xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<?x8xf32> into tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// So is a constant of equal elements.
// CHECK-LABEL: func.func @splat(
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (20, 62)
// CHECK: linalg.copy
func.func @splat() -> tensor<20x62xi64> attributes {lir.kernel} {
  %0 = arith.constant dense<7> : tensor<20x62xi64>
  return %0 : tensor<20x62xi64>
}

// -----

// A sequential loop runs once, not once per element of an op on its result.
// CHECK-LABEL: func.func @behind_loop(
// CHECK: scf.for
// CHECK-NOT: scf.forall
func.func @behind_loop(%x: tensor<8xf32>) -> tensor<8xbf16> attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %sums = scf.for %i = %c1 to %c8 step %c1 iter_args(%t = %x) -> tensor<8xf32> {
    %j = arith.subi %i, %c1 : index
    %a = tensor.extract %t[%j] : tensor<8xf32>
    %b = tensor.extract %t[%i] : tensor<8xf32>
    %s = arith.addf %a, %b : f32
    %n = tensor.insert %s into %t[%i] : tensor<8xf32>
    scf.yield %n : tensor<8xf32>
  }
  %e = tensor.empty() : tensor<8xbf16>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%sums : tensor<8xf32>) outs(%e : tensor<8xbf16>) {
  ^bb0(%a: f32, %b: bf16):
    %1 = arith.truncf %a : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<8xbf16>
  return %0 : tensor<8xbf16>
}
