// RUN: rlx-opt %s --pass-pipeline="builtin.module(func.func(rlx-collapse-dims))" -mlir-print-local-scope | FileCheck %s

// The mean of images: batch and channels become one dimension, and so do rows and columns.
// CHECK-LABEL: func.func @image_sum(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<8x256x14x14xf32>
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2, 3]] : {{.*}} into tensor<2048x196xf32>
// CHECK: %[[S:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d0)>]
// CHECK-SAME: ["parallel", "parallel", "reduction"]
// CHECK-SAME: ins(%[[C]] : tensor<2048x196xf32>) outs(%{{.*}} : tensor<2048x1xf32>)
// CHECK: %[[R:.*]] = tensor.expand_shape %[[S]] {{\[\[}}0, 1], [2, 3]] output_shape [8, 256, 1, 1]
// CHECK: return %[[R]]
func.func @image_sum(%x: tensor<8x256x14x14xf32>) -> tensor<8x256x1x1xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x256x1x1xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x256x1x1xf32>) -> tensor<8x256x1x1xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(u, v, n, c, h, w) -> (n, c, h, w)>,
                                        affine_map<(u, v, n, c, h, w) -> (n, c, u, v)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<8x256x14x14xf32>) outs(%f : tensor<8x256x1x1xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<8x256x1x1xf32>
  return %0 : tensor<8x256x1x1xf32>
}

// A chain of ops has to agree. Sizes are products. Channels stay, since the last op scales them.
// CHECK-LABEL: func.func @normalized(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x64x?x?xf32>
// CHECK-DAG: %[[H:.*]] = tensor.dim %[[X]], %c2
// CHECK-DAG: %[[W:.*]] = tensor.dim %[[X]], %c3
// CHECK-DAG: tensor.collapse_shape %[[X]] {{\[\[}}0], [1], [2, 3]] : {{.*}} into tensor<?x64x?xf32>
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<?x64x1xf32>)
// CHECK: %[[HW:.*]] = arith.muli %[[H]], %[[W]]
// CHECK: tensor.empty(%{{.*}}, %[[HW]]) : tensor<?x64x?xf32>
// CHECK: linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>]
// CHECK: tensor.expand_shape {{.*}} : tensor<?x64x?xf32> into tensor<?x64x?x?xf32>
func.func @normalized(%x: tensor<?x64x?x?xf32>, %scale: tensor<64xf32>) -> tensor<?x64x?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c0 : tensor<?x64x?x?xf32>
  %h = tensor.dim %x, %c2 : tensor<?x64x?x?xf32>
  %w = tensor.dim %x, %c3 : tensor<?x64x?x?xf32>
  %e = tensor.empty(%n) : tensor<?x64x1x1xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x64x1x1xf32>) -> tensor<?x64x1x1xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(u, v, n, c, h, w) -> (n, c, h, w)>,
                                        affine_map<(u, v, n, c, h, w) -> (n, c, u, v)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<?x64x?x?xf32>) outs(%f : tensor<?x64x1x1xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<?x64x1x1xf32>
  %d = tensor.empty(%n, %h, %w) : tensor<?x64x?x?xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>,
                                        affine_map<(n, c, h, w) -> (n, c, 0, 0)>,
                                        affine_map<(n, c, h, w) -> (c)>,
                                        affine_map<(n, c, h, w) -> (n, c, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %0, %scale : tensor<?x64x?x?xf32>, tensor<?x64x1x1xf32>, tensor<64xf32>)
      outs(%d : tensor<?x64x?x?xf32>) {
  ^bb0(%p: f32, %m: f32, %g: f32, %o: f32):
    %s = arith.subf %p, %m : f32
    %t = arith.mulf %s, %g : f32
    linalg.yield %t : f32
  } -> tensor<?x64x?x?xf32>
  return %1 : tensor<?x64x?x?xf32>
}

// An index of a loop keeps it apart, and is renumbered.
// CHECK-LABEL: func.func @first_over_threshold(
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] : tensor<4x5x6x7xf32> into tensor<4x5x42xf32>
// CHECK: linalg.generic {{.*}} ["parallel", "reduction", "parallel"]
// CHECK: linalg.index 1
func.func @first_over_threshold(%x: tensor<4x5x6x7xf32>) -> tensor<4x6x7xindex> {
  %far = arith.constant 100 : index
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4x6x7xindex>
  %f = linalg.fill ins(%far : index) outs(%e : tensor<4x6x7xindex>) -> tensor<4x6x7xindex>
  %0 = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>,
                                        affine_map<(n, c, h, w) -> (n, h, w)>],
      iterator_types = ["parallel", "reduction", "parallel", "parallel"]}
      ins(%x : tensor<4x5x6x7xf32>) outs(%f : tensor<4x6x7xindex>) {
  ^bb0(%p: f32, %o: index):
    %i = linalg.index 1 : index
    %over = arith.cmpf ogt, %p, %one : f32
    %here = arith.select %over, %i, %far : index
    %s = arith.minsi %o, %here : index
    linalg.yield %s : index
  } -> tensor<4x6x7xindex>
  return %0 : tensor<4x6x7xindex>
}

// Unchanged: windows, a transposed operand, no reduction, and other ops on tensors.
// CHECK-LABEL: func.func @windows(
// CHECK-NOT: collapse_shape
// CHECK-LABEL: func.func @transposed(
// CHECK-NOT: collapse_shape
// CHECK-LABEL: func.func @elementwise(
// CHECK-NOT: collapse_shape
// CHECK-LABEL: func.func @sliced(
// CHECK-NOT: collapse_shape
func.func @windows(%x: tensor<8x6x7xf32>) -> tensor<3x3x7xf32> {
  %zero = arith.constant 0.0 : f32
  %w = tensor.empty() : tensor<2xf32>
  %e = tensor.empty() : tensor<3x3x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x3x7xf32>) -> tensor<3x3x7xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(h, w, c, k) -> (h * 2 + k, w * 2 + k, c)>,
                                        affine_map<(h, w, c, k) -> (k)>,
                                        affine_map<(h, w, c, k) -> (h, w, c)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<8x6x7xf32>, tensor<2xf32>) outs(%f : tensor<3x3x7xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<3x3x7xf32>
  return %0 : tensor<3x3x7xf32>
}
func.func @transposed(%x: tensor<6x5x8xf32>) -> tensor<5x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x6xf32>) -> tensor<5x6xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (j, i, k)>, affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<6x5x8xf32>) outs(%f : tensor<5x6xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<5x6xf32>
  return %0 : tensor<5x6xf32>
}
func.func @elementwise(%x: tensor<6x5xf32>) -> tensor<6x5xf32> {
  %e = tensor.empty() : tensor<6x5xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<6x5xf32>) outs(%e : tensor<6x5xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = math.exp %p : f32
    linalg.yield %s : f32
  } -> tensor<6x5xf32>
  return %0 : tensor<6x5xf32>
}
func.func @sliced(%y: tensor<6x5x9xf32>) -> tensor<6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %x = tensor.extract_slice %y[0, 0, 1] [6, 5, 8] [1, 1, 1] : tensor<6x5x9xf32> to tensor<6x5x8xf32>
  %e = tensor.empty() : tensor<6x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<6x5x8xf32>) outs(%f : tensor<6x5xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<6x5xf32>
  return %0 : tensor<6x5xf32>
}
