// RUN: rlx-opt %s -split-input-file -verify-diagnostics --rlx-tile-kernels --canonicalize -mlir-print-local-scope | FileCheck %s

// The result becomes a loop over workgroups, and its producers are computed inside the tile. A
// workgroup has the rows of 16384 iterations: 16384 / 64 / 40 = 6. The cost of a row, in sixteenths
// of a nanosecond: 64 * 5 for the multiplications, 11 for the epilogue, 1 for the fill.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME: lir.cost = affine_map<()[s0, s1] -> (s0 * 830)>
// CHECK: %[[N:.*]] = tensor.dim
// CHECK-NOT: linalg.matmul
// CHECK: scf.forall (%[[ROW:.*]]) = (0) to (%[[N]]) step (6)
// CHECK: %[[ROWS:.*]] = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 6)>(%[[ROW]])[%[[N]]]
// CHECK: tensor.extract_slice %{{.*}}[%[[ROW]], 0] [%[[ROWS]], 64]
// CHECK: linalg.fill
// CHECK: %[[M:.*]] = linalg.matmul
// CHECK: linalg.generic {{.*}} ins(%[[M]],
// CHECK: tensor.parallel_insert_slice %{{.*}} into %{{.*}}[%[[ROW]], 0] [%[[ROWS]], 40]
func.func @chain(%x: tensor<?x64xf32>, %w: tensor<64x40xf32>, %b: tensor<40xf32>)
    -> tensor<?x40xf32> attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x64xf32>
  %e = tensor.empty(%n) : tensor<?x40xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x40xf32>) -> tensor<?x40xf32>
  %m = linalg.matmul ins(%x, %w : tensor<?x64xf32>, tensor<64x40xf32>)
      outs(%f : tensor<?x40xf32>) -> tensor<?x40xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%m, %b : tensor<?x40xf32>, tensor<40xf32>) outs(%e : tensor<?x40xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    %t = math.exp %s : f32
    linalg.yield %t : f32
  } -> tensor<?x40xf32>
  return %r : tensor<?x40xf32>
}

// -----

// Too little work to distribute: no loop.
// CHECK-LABEL: func.func @small(
// CHECK-SAME: lir.cost = affine_map<() -> (1)>
// CHECK-NOT: scf.forall
func.func @small(%x: tensor<4x2xf32>) -> tensor<4x2xf32> attributes {lir.kernel} {
  %e = tensor.empty() : tensor<4x2xf32>
  %0 = linalg.add ins(%x, %x : tensor<4x2xf32>, tensor<4x2xf32>) outs(%e : tensor<4x2xf32>)
      -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

// One long loop is tiled. Of several loops the inner ones stay whole while they fit, and a grid has
// at most three dimensions.
// CHECK-LABEL: func.func @one_dimension(
// CHECK: scf.forall (%{{.*}}) = (0) to (100000) step (16384)
func.func @one_dimension(%x: tensor<100000xf32>) -> tensor<100000xf32> attributes {lir.kernel} {
  %e = tensor.empty() : tensor<100000xf32>
  %0 = linalg.exp ins(%x : tensor<100000xf32>) outs(%e : tensor<100000xf32>) -> tensor<100000xf32>
  return %0 : tensor<100000xf32>
}

// CHECK-LABEL: func.func @many_dimensions(
// CHECK: scf.forall (%{{.*}}, %{{.*}}) = (0, 0) to (6, 5) step (1, 2)
func.func @many_dimensions(%x: tensor<6x5x128x64xf32>) -> tensor<6x5x128x64xf32>
    attributes {lir.kernel} {
  %e = tensor.empty() : tensor<6x5x128x64xf32>
  %0 = linalg.exp ins(%x : tensor<6x5x128x64xf32>) outs(%e : tensor<6x5x128x64xf32>)
      -> tensor<6x5x128x64xf32>
  return %0 : tensor<6x5x128x64xf32>
}

// CHECK-LABEL: func.func @three_at_most(
// CHECK: scf.forall (%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) in (2, 3, 4)
func.func @three_at_most(%x: tensor<2x3x4x5x20000xf32>) -> tensor<2x3x4x5x20000xf32>
    attributes {lir.kernel} {
  %e = tensor.empty() : tensor<2x3x4x5x20000xf32>
  %0 = linalg.exp ins(%x : tensor<2x3x4x5x20000xf32>) outs(%e : tensor<2x3x4x5x20000xf32>)
      -> tensor<2x3x4x5x20000xf32>
  return %0 : tensor<2x3x4x5x20000xf32>
}

// -----

// A reduction's loop counts as work per element: 16384 / 512 results per workgroup.
// CHECK-LABEL: func.func @reduction(
// CHECK: scf.forall (%{{.*}}) = (0) to (1000) step (32)
// CHECK: linalg.generic {{.*}} ["parallel", "reduction"]
func.func @reduction(%x: tensor<1000x512xf32>) -> tensor<1000xf32> attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1000xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1000xf32>) -> tensor<1000xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1000x512xf32>) outs(%f : tensor<1000xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}

// So does that of a producer: a mean divides after the sum.
// CHECK-LABEL: func.func @mean(
// CHECK: scf.forall (%{{.*}}) = (0) to (1000) step (32)
// CHECK: linalg.generic {{.*}} ["parallel", "reduction"]
// CHECK: linalg.generic {{.*}} ["parallel"]
func.func @mean(%x: tensor<1000x512xf32>) -> tensor<1000xf32> attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 512.0 : f32
  %e = tensor.empty() : tensor<1000xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1000xf32>) -> tensor<1000xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1000x512xf32>) outs(%f : tensor<1000xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<1000xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%0 : tensor<1000xf32>) outs(%e : tensor<1000xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.divf %p, %count : f32
    linalg.yield %s : f32
  } -> tensor<1000xf32>
  return %1 : tensor<1000xf32>
}

// -----

// A workgroup that reduces columns reads several cache lines of each row.
// CHECK-LABEL: func.func @columns(
// CHECK: scf.forall (%{{.*}}) = (0) to (%{{.*}}) step (256)
// CHECK: linalg.generic {{.*}} ["reduction", "parallel"]
func.func @columns(%x: tensor<1000x?xf32>) -> tensor<?xf32> attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<1000x?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
                       iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<1000x?xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A loop along which a producer would reduce the same elements again stays whole: here the rows, so
// that a workgroup normalizes 64 columns. The result may be cast to a type with more dynamic sizes.
// CHECK-LABEL: func.func @normalized_columns(
// CHECK: scf.forall (%[[J:.*]]) = (0) to (1000) step (64)
// CHECK: linalg.generic {{.*}} ["parallel", "reduction", "parallel"]
// CHECK: linalg.generic {{.*}} ["parallel", "parallel"]
// CHECK: tensor.parallel_insert_slice %{{.*}} into %{{.*}}[0, %[[J]]] [%{{.*}}, %{{.*}}]
// CHECK: tensor.cast
func.func @normalized_columns(%x: tensor<?x1000xf32>) -> tensor<?x?xf32> attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x1000xf32>
  %e = tensor.empty() : tensor<1x1000xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x1000xf32>) -> tensor<1x1000xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(u, i, j) -> (i, j)>, affine_map<(u, i, j) -> (u, j)>],
                       iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<?x1000xf32>) outs(%f : tensor<1x1000xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<1x1000xf32>
  %d = tensor.empty(%n) : tensor<?x1000xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (0, j)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %0 : tensor<?x1000xf32>, tensor<1x1000xf32>) outs(%d : tensor<?x1000xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.divf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<?x1000xf32>
  %r = tensor.cast %1 : tensor<?x1000xf32> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// A padded tile has no known bound, so the image is padded outside the loop.
// CHECK-LABEL: func.func @padded(
// CHECK: tensor.pad
// CHECK: scf.forall
// CHECK-NOT: tensor.pad
func.func @padded(%x: tensor<1000x30xf32>) -> tensor<1000x32xf32> attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<1000x30xf32> to tensor<1000x32xf32>
  %e = tensor.empty() : tensor<1000x32xf32>
  %0 = linalg.exp ins(%p : tensor<1000x32xf32>) outs(%e : tensor<1000x32xf32>)
      -> tensor<1000x32xf32>
  return %0 : tensor<1000x32xf32>
}

// -----

// A loop of zero iterations cannot be tiled, and does not need it, neither as the root nor after
// it.
// CHECK-LABEL: func.func @empty_reduction(
// CHECK-NOT: scf.forall
// CHECK: linalg.generic
func.func @empty_reduction(%x: tensor<600x600x0xf32>) -> tensor<600x600xf32>
    attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<600x600xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<600x600xf32>) -> tensor<600x600xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>,
                                        affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<600x600x0xf32>) outs(%f : tensor<600x600xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<600x600xf32>
  %1 = linalg.exp ins(%0 : tensor<600x600xf32>) outs(%e : tensor<600x600xf32>)
      -> tensor<600x600xf32>
  return %1 : tensor<600x600xf32>
}

// -----

// A reduction that keeps its axis cannot be tiled by its result. It stays outside the loop, without
// an error.
// CHECK-LABEL: func.func @kept_axis(
// CHECK: linalg.generic {{.*}} ["parallel", "reduction"]
// CHECK: scf.forall
// CHECK: linalg.generic {{.*}} ["parallel", "parallel"]
func.func @kept_axis(%x: tensor<1000x512xf32>) -> tensor<1000x512xf32> attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1000x1xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1000x1xf32>) -> tensor<1000x1xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1000x512xf32>) outs(%f : tensor<1000x1xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<1000x1xf32>
  %d = tensor.empty() : tensor<1000x512xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %0 : tensor<1000x512xf32>, tensor<1000x1xf32>) outs(%d : tensor<1000x512xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.subf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<1000x512xf32>
  return %1 : tensor<1000x512xf32>
}

// -----

// Not changed: kernels in their final form, and results of several ops or of none.
// CHECK-LABEL: func.func @final(
// CHECK-NOT: lir.cost
// CHECK: return
func.func @final(%x: memref<4xf32>)
    attributes {lir.kernel, lir.grid = affine_map<() -> (1, 1, 1)>} {
  return
}

// CHECK-LABEL: func.func @two_roots(
// CHECK-SAME: lir.cost
// CHECK-NOT: scf.forall
func.func @two_roots(%x: tensor<100000xf32>) -> (tensor<100000xf32>, tensor<100000xf32>)
    attributes {lir.kernel} {
  %e = tensor.empty() : tensor<100000xf32>
  %0 = linalg.exp ins(%x : tensor<100000xf32>) outs(%e : tensor<100000xf32>) -> tensor<100000xf32>
  %1 = linalg.abs ins(%x : tensor<100000xf32>) outs(%e : tensor<100000xf32>) -> tensor<100000xf32>
  return %0, %1 : tensor<100000xf32>, tensor<100000xf32>
}

// CHECK-LABEL: func.func @no_root(
// CHECK-SAME: lir.cost = affine_map<()[s0, s1] -> (0)>
func.func @no_root(%x: tensor<?xf32>) -> tensor<?xf32> attributes {lir.kernel} {
  return %x : tensor<?xf32>
}

// -----

// A result that is assembled from slices: a workgroup copies the part of each slice in its rows. A
// copied element costs two sixteenths of a nanosecond.
// CHECK-LABEL: func.func @slices(
// CHECK-SAME: lir.cost = affine_map<()[s0, s1, s2] -> (s0 * 8 + s1 * 4)>
// CHECK: scf.forall (%[[ROW:.*]]) = (0) to (%{{.*}}) step (170)
// CHECK: %[[ROWS:.*]] = affine.min
// CHECK: tensor.extract_slice %{{.*}}[%[[ROW]], 0] [%[[ROWS]], 96]
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 0] [%{{.*}}, 64] [1, 1]
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 64] [%{{.*}}, 32] [1, 1]
// CHECK: tensor.parallel_insert_slice
func.func @slices(%a: tensor<?x64xf32>, %b: tensor<?x32xf32>) -> tensor<?x96xf32>
    attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x64xf32>
  %m = tensor.dim %b, %c0 : tensor<?x32xf32>
  %e = tensor.empty(%n) : tensor<?x96xf32>
  %0 = tensor.insert_slice %a into %e[0, 0] [%n, 64] [1, 1] : tensor<?x64xf32> into tensor<?x96xf32>
  %1 = tensor.insert_slice %b into %0[0, 64] [%m, 32] [1, 1] : tensor<?x32xf32> into tensor<?x96xf32>
  return %1 : tensor<?x96xf32>
}
