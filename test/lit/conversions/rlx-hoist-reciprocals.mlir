// RUN: rlx-opt %s --pass-pipeline="builtin.module(func.func(rlx-hoist-reciprocals))" | FileCheck %s

// A row is divided by its sum: the reciprocal does not depend on the innermost loop.
// CHECK-LABEL: func.func @row(
// CHECK: ^bb0(%[[X:.*]]: f32, %[[SUM:.*]]: f32, %{{.*}}: f32):
// CHECK: %[[LEAST:.*]] = arith.maximumf %[[SUM]]
// CHECK: %[[ONE:.*]] = arith.constant 1.0
// CHECK: %[[R:.*]] = arith.divf %[[ONE]], %[[LEAST]]
// CHECK: %[[Y:.*]] = arith.mulf %[[X]], %[[R]]
// CHECK: linalg.yield %[[Y]]
func.func @row(%x: tensor<8x?xf32>, %sums: tensor<8x1xf32>, %e: tensor<8x?xf32>) -> tensor<8x?xf32> {
  %half = arith.constant 0.5 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %sums : tensor<8x?xf32>, tensor<8x1xf32>) outs(%e : tensor<8x?xf32>) {
  ^bb0(%p: f32, %s: f32, %o: f32):
    %least = arith.maximumf %s, %half : f32
    %q = arith.divf %p, %least : f32
    linalg.yield %q : f32
  } -> tensor<8x?xf32>
  return %0 : tensor<8x?xf32>
}

// Nothing to hoist: the divisor depends on the column, or the dividend does not.
// CHECK-LABEL: func.func @columns(
// CHECK-COUNT-2: arith.divf
// CHECK-NOT: arith.mulf
func.func @columns(%x: tensor<8x?xf32>, %sums: tensor<1x?xf32>, %means: tensor<8x1xf32>,
                   %e: tensor<8x?xf32>) -> tensor<8x?xf32> {
  %count = arith.constant 7.0 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (0, j)>,
                                        affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %sums, %means : tensor<8x?xf32>, tensor<1x?xf32>, tensor<8x1xf32>)
      outs(%e : tensor<8x?xf32>) {
  ^bb0(%p: f32, %s: f32, %m: f32, %o: f32):
    %q = arith.divf %p, %s : f32
    %mean = arith.divf %m, %count : f32
    %r = arith.addf %q, %mean : f32
    linalg.yield %r : f32
  } -> tensor<8x?xf32>
  return %0 : tensor<8x?xf32>
}

// A division of the model must be correctly rounded, and other types keep theirs.
// CHECK-LABEL: func.func @kept(
// CHECK-COUNT-2: arith.divf
// CHECK-NOT: arith.mulf
func.func @kept(%x: tensor<8x?xf32>, %y: tensor<8x?xf64>, %s: tensor<8xf32>, %t: tensor<8xf64>,
                %e: tensor<8x?xf32>, %f: tensor<8x?xf64>) -> (tensor<8x?xf32>, tensor<8x?xf64>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>,
                                        affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>,
                                        affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %y, %s, %t : tensor<8x?xf32>, tensor<8x?xf64>, tensor<8xf32>, tensor<8xf64>)
      outs(%e, %f : tensor<8x?xf32>, tensor<8x?xf64>) {
  ^bb0(%p: f32, %q: f64, %r: f32, %u: f64, %o: f32, %v: f64):
    %a = arith.divf %p, %r {lir.rounded} : f32
    %b = arith.divf %q, %u : f64
    linalg.yield %a, %b : f32, f64
  } -> (tensor<8x?xf32>, tensor<8x?xf64>)
  return %0#0, %0#1 : tensor<8x?xf32>, tensor<8x?xf64>
}
