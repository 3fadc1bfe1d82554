// Loops in the body of an op count for each element that an invocation computes: here 4 elements of 4 terms, each
// with a loop of 28 iterations. A plan with fewer would be an internal error.
// RUN: rlx-opt %s -mlir-print-local-scope --rlx-gpu-schedule=device=lavapipe | FileCheck %s
// RUN: rlx-opt %s --rlx-gpu-schedule=device=lavapipe --rlx-distribute-to-invocations | FileCheck %s --check-prefix=FITS

// CHECK: lir.planned_iterations = affine_map<() -> (448)>
// FITS: lir.loop_iterations
func.func @four_terms(%x: tensor<4x256xf32>) -> tensor<256xf32> attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x256xf32>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%x : tensor<4x256xf32>) outs(%e : tensor<4x256xf32>) {
  ^bb0(%in: f32, %out: f32):
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c28 = arith.constant 28 : index
    %s = scf.for %i = %c0 to %c28 step %c1 iter_args(%a = %in) -> f32 {
      %t = arith.mulf %a, %in : f32
      scf.yield %t : f32
    }
    linalg.yield %s : f32
  } -> tensor<4x256xf32>
  %r = tensor.empty() : tensor<256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%r : tensor<256xf32>) -> tensor<256xf32>
  %1 = linalg.generic {
    indexing_maps = [affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> (j)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%0 : tensor<4x256xf32>) outs(%f : tensor<256xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %t = arith.addf %acc, %in : f32
    linalg.yield %t : f32
  } -> tensor<256xf32>
  return %1 : tensor<256xf32>
}
