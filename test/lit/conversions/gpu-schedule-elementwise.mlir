// RUN: rlx-opt %s --rlx-gpu-schedule="device=lavapipe only=elementwise" --canonicalize --cse -split-input-file -mlir-print-local-scope | FileCheck %s

// An invocation takes four contiguous elements of a row: all loads, then all stores.
// CHECK-LABEL: func.func @sum_with_row(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<?x96xf32>, %[[Y:[a-z0-9]*]]: memref<96xf32>, %[[OUT:[a-z0-9]*]]: memref<?x96xf32>,
// CHECK-SAME: %[[LOCAL:[a-z0-9]*]]: index, %[[GROUP:[a-z0-9]*]]: index)
// CHECK-SAME: lir.grid = affine_map<()[s0
// CHECK-SAME: lir.workgroup_size = 128
// CHECK: %[[NUMBER:.*]] = arith.addi
// CHECK: %[[IN_ROW:.*]] = arith.remui %[[NUMBER]], %c24
// CHECK: %[[ROW:.*]] = arith.divui %[[NUMBER]], %c24
// CHECK: %[[FIRST:.*]] = arith.muli %[[IN_ROW]], %c4
// CHECK: memref.load %[[X]][%[[ROW]], %[[FIRST]]]
// CHECK: memref.load %[[Y]][%[[FIRST]]]
// CHECK-COUNT-3: arith.addf
// CHECK-NOT: memref.store
// CHECK: arith.addf
// CHECK-COUNT-4: memref.store %{{.*}}, %[[OUT]][%[[ROW]], %{{.*}}]
// CHECK-NOT: memref.store
func.func @sum_with_row(%x: tensor<?x96xf32>, %y: tensor<96xf32>) -> tensor<?x96xf32> attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x96xf32>
  %empty = tensor.empty(%n) : tensor<?x96xf32>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%x, %y : tensor<?x96xf32>, tensor<96xf32>) outs(%empty : tensor<?x96xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?x96xf32>
  return %r : tensor<?x96xf32>
}

// -----

// Reads every other element, with an index computed in the body: not contiguous.
// CHECK-LABEL: func.func @nested_read(
// CHECK: linalg.generic
func.func @nested_read(%p: tensor<8xi1>, %x: tensor<8x64xf32>) -> tensor<8x32xf32> attributes {lir.kernel} {
  %empty = tensor.empty() : tensor<8x32xf32>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%p : tensor<8xi1>) outs(%empty : tensor<8x32xf32>) {
  ^bb0(%a: i1, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %zero = arith.constant 0.0 : f32
    %s = scf.if %a -> (f32) {
      %two = arith.constant 2 : index
      %at = arith.muli %j, %two : index
      %e = tensor.extract %x[%i, %at] : tensor<8x64xf32>
      scf.yield %e : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %s : f32
  } -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}

// -----

// The same in a loop, whose counter the index may depend on.
// CHECK-LABEL: func.func @nested_loop(
// CHECK: linalg.generic
func.func @nested_loop(%y: tensor<8xf32>, %x: tensor<8x64xf32>) -> tensor<8x32xf32> attributes {lir.kernel} {
  %empty = tensor.empty() : tensor<8x32xf32>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%y : tensor<8xf32>) outs(%empty : tensor<8x32xf32>) {
  ^bb0(%a: f32, %out: f32):
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %first, %s = scf.for %k = %c0 to %c2 step %c1 iter_args(%at = %j, %sum = %a) -> (index, f32) {
      %e = tensor.extract %x[%i, %at] : tensor<8x64xf32>
      %more = arith.addf %sum, %e : f32
      %next = arith.addi %at, %j : index
      scf.yield %next, %more : index, f32
    }
    linalg.yield %s : f32
  } -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}

// -----

// Elements are contiguous here, so an invocation takes four.
// CHECK-LABEL: func.func @nested_row(
// CHECK-NOT: linalg.generic
// CHECK-COUNT-4: scf.if
func.func @nested_row(%p: tensor<8xi1>, %x: tensor<8x32xf32>) -> tensor<8x32xf32> attributes {lir.kernel} {
  %empty = tensor.empty() : tensor<8x32xf32>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%p : tensor<8xi1>) outs(%empty : tensor<8x32xf32>) {
  ^bb0(%a: i1, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %zero = arith.constant 0.0 : f32
    %s = scf.if %a -> (f32) {
      %e = tensor.extract %x[%i, %j] : tensor<8x32xf32>
      scf.yield %e : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %s : f32
  } -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}

// -----

// A loop finds rows and the next one adds them up, as for sorted updates. The rows do not follow
// from the column, so an invocation takes four columns, each with separate loops.
// CHECK-LABEL: func.func @nested_rows(
// CHECK-NOT: linalg.generic
// CHECK-COUNT-4: scf.while
func.func @nested_rows(%starts: tensor<8xi32>, %x: tensor<64x32xf32>) -> tensor<8x32xf32> attributes {lir.kernel} {
  %empty = tensor.empty() : tensor<8x32xf32>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } outs(%empty : tensor<8x32xf32>) {
  ^bb0(%out: f32):
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %first = scf.for %k = %c0 to %c8 step %c1 iter_args(%at = %c0) -> (index) {
      %s = tensor.extract %starts[%k] : tensor<8xi32>
      %start = arith.index_cast %s : i32 to index
      %isBefore = arith.cmpi slt, %start, %i : index
      %more = arith.addi %at, %c1 : index
      %next = arith.select %isBefore, %more, %at : index
      scf.yield %next : index
    }
    %last, %sum = scf.while (%at = %first, %sofar = %zero) : (index, f32) -> (index, f32) {
      %isIn = arith.cmpi slt, %at, %c8 : index
      scf.condition(%isIn) %at, %sofar : index, f32
    } do {
    ^bb0(%at: index, %sofar: f32):
      %e = tensor.extract %x[%at, %j] : tensor<64x32xf32>
      %added = arith.addf %sofar, %e : f32
      %next = arith.addi %at, %c1 : index
      scf.yield %next, %added : index, f32
    }
    linalg.yield %sum : f32
  } -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}

// -----

// Rows of 6 are no multiple of four, and columns are not contiguous: this schedule does not take
// them.
// CHECK-LABEL: func.func @short_rows(
// CHECK: linalg.generic
func.func @short_rows(%x: tensor<8x6xf32>) -> tensor<8x6xf32> attributes {lir.kernel} {
  %empty = tensor.empty() : tensor<8x6xf32>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%x : tensor<8x6xf32>) outs(%empty : tensor<8x6xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.negf %a : f32
    linalg.yield %s : f32
  } -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}

// -----

// CHECK-LABEL: func.func @columns(
// CHECK: linalg.generic
func.func @columns(%x: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {lir.kernel} {
  %empty = tensor.empty() : tensor<8x8xf32>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%x : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.negf %a : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

// Two rows are added: an invocation takes both for each of its four contiguous elements.
// CHECK-LABEL: func.func @few_terms(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<2x8x96xf32>
// CHECK-SAME: lir.workgroup_size = 128
// CHECK: memref.load %[[X]][%c0, %[[ROW:.*]], %[[FIRST:.*]]]
// CHECK: memref.load %[[X]][%c1, %[[ROW]], %[[FIRST]]]
// CHECK-COUNT-6: memref.load %[[X]]
// CHECK-NOT: memref.load
// CHECK-COUNT-4: memref.store {{.*}} : memref<8x96xf16>
func.func @few_terms(%x: tensor<2x8x96xf32>) -> tensor<8x96xf16> attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x96xf32>) -> tensor<8x96xf32>
  %s = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (k, i, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%x : tensor<2x8x96xf32>) outs(%f : tensor<8x96xf32>) {
  ^bb0(%a: f32, %out: f32):
    %t = arith.addf %out, %a : f32
    linalg.yield %t : f32
  } -> tensor<8x96xf32>
  %n = tensor.empty() : tensor<8x96xf16>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%s : tensor<8x96xf32>) outs(%n : tensor<8x96xf16>) {
  ^bb0(%a: f32, %out: f16):
    %t = arith.truncf %a : f32 to f16
    linalg.yield %t : f16
  } -> tensor<8x96xf16>
  return %r : tensor<8x96xf16>
}

// -----

// Nine are too many.
// CHECK-LABEL: func.func @many_terms(
// CHECK: linalg.generic
func.func @many_terms(%x: tensor<9x8x96xf32>) -> tensor<8x96xf32> attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x96xf32>) -> tensor<8x96xf32>
  %s = linalg.generic {
    indexing_maps = [affine_map<(i, j, k) -> (k, i, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%x : tensor<9x8x96xf32>) outs(%f : tensor<8x96xf32>) {
  ^bb0(%a: f32, %out: f32):
    %t = arith.addf %out, %a : f32
    linalg.yield %t : f32
  } -> tensor<8x96xf32>
  return %s : tensor<8x96xf32>
}

// -----

// Contiguous elements that are computed from one block.
// CHECK-LABEL: func.func @from_blocks(
// CHECK-SAME: lir.workgroup_size = 128
// CHECK-COUNT-8: memref.store
// CHECK-NOT: memref.store
func.func @from_blocks(%s: tensor<4x2xf16>) -> tensor<4x64xf16> attributes {lir.kernel} {
  %c32 = arith.constant 32 : index
  %empty = tensor.empty() : tensor<4x64xf16>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]
  } outs(%empty : tensor<4x64xf16>) {
  ^bb0(%out: f16):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %block = arith.divui %j, %c32 : index
    %scale = tensor.extract %s[%i, %block] : tensor<4x2xf16>
    linalg.yield %scale : f16
  } -> tensor<4x64xf16>
  return %r : tensor<4x64xf16>
}

// -----

// Eight contiguous elements span several blocks.
// CHECK-LABEL: func.func @from_small_blocks(
// CHECK: linalg.generic
func.func @from_small_blocks(%s: tensor<4x32xf16>) -> tensor<4x64xf16> attributes {lir.kernel} {
  %c2 = arith.constant 2 : index
  %empty = tensor.empty() : tensor<4x64xf16>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]
  } outs(%empty : tensor<4x64xf16>) {
  ^bb0(%out: f16):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %block = arith.divui %j, %c2 : index
    %scale = tensor.extract %s[%i, %block] : tensor<4x32xf16>
    linalg.yield %scale : f16
  } -> tensor<4x64xf16>
  return %r : tensor<4x64xf16>
}

// -----

// Four contiguous elements of a column are read, and four of a row are written, so an invocation
// takes a square of 4 x 4. Workgroups have 8 by 16 squares.
// CHECK-LABEL: func.func @transposed(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<1024x2048xf32>, %[[OUT:[a-z0-9]*]]: memref<2048x1024xf32>,
// CHECK-SAME: lir.grid = affine_map<() -> (1024, 1, 1)>
// CHECK-SAME: lir.workgroup_size = 128
// CHECK-COUNT-16: memref.load %[[X]]
// CHECK-NOT: memref.load
// CHECK-COUNT-16: memref.store %{{.*}}, %[[OUT]]
// CHECK-NOT: memref.store
func.func @transposed(%x: tensor<1024x2048xf32>) -> tensor<2048x1024xf32> attributes {lir.kernel} {
  %empty = tensor.empty() : tensor<2048x1024xf32>
  %r = linalg.transpose ins(%x : tensor<1024x2048xf32>) outs(%empty : tensor<2048x1024xf32>) permutation = [1, 0]
  return %r : tensor<2048x1024xf32>
}

// -----

// So few elements are distributed one by one.
// CHECK-LABEL: func.func @transposed_few(
// CHECK: linalg.transpose
func.func @transposed_few(%x: tensor<1024x512xf32>) -> tensor<512x1024xf32> attributes {lir.kernel} {
  %empty = tensor.empty() : tensor<512x1024xf32>
  %r = linalg.transpose ins(%x : tensor<1024x512xf32>) outs(%empty : tensor<512x1024xf32>) permutation = [1, 0]
  return %r : tensor<512x1024xf32>
}
