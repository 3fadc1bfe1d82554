// A long sum is outside the loop with unit stride in results and operands, so a matmul adds rows.
// The order of an element's terms does not change.
// RUN: rlx-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(rlx-lower-kernel-loops))' | FileCheck %s

// CHECK-LABEL: func.func @matmul
// CHECK: scf.for %[[I:.*]] = %c0 to %{{.*}} step
// CHECK: scf.for %[[K:.*]] = %c0 to %c512 step
// CHECK: scf.for %[[J:.*]] = %c0 to %c128 step
// CHECK: memref.load %arg0[%[[I]], %[[K]]]
// CHECK: memref.load %arg1[%[[K]], %[[J]]]
func.func @matmul(%a: memref<?x512xf32>, %b: memref<512x128xf32>, %c: memref<?x128xf32>) {
  linalg.matmul ins(%a, %b : memref<?x512xf32>, memref<512x128xf32>) outs(%c : memref<?x128xf32>)
  return
}

// -----

// A sum over rows adds whole rows.
// CHECK-LABEL: func.func @columns
// CHECK: scf.for %[[K:.*]] = %c0 to %{{.*}} step
// CHECK: scf.for %[[J:.*]] = %c0 to %c100 step
// CHECK: memref.load %arg0[%[[K]], %[[J]]]
func.func @columns(%a: memref<?x100xf32>, %c: memref<100xf32>) {
  linalg.generic {indexing_maps = [affine_map<(j, k) -> (k, j)>, affine_map<(j, k) -> (j)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<?x100xf32>) outs(%c : memref<100xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %next = arith.addf %sum, %x : f32
    linalg.yield %next : f32
  }
  return
}

// -----

// A sum along rows already reads contiguous elements. A window is short, and unrolled.
// CHECK-LABEL: func.func @rows_and_windows
// CHECK: scf.for %[[I:.*]] = %c0 to %c100 step
// CHECK: scf.for %[[K:.*]] = %c0 to %{{.*}} step
// CHECK: memref.load %arg0[%[[I]], %[[K]]]
// CHECK: scf.for %[[X:.*]] = %c0 to %c98 step
// CHECK: scf.for %[[W:.*]] = %c0 to %c3 step
func.func @rows_and_windows(%a: memref<100x?xf32>, %c: memref<100xf32>, %line: memref<100xf32>,
                            %window: memref<3xf32>, %d: memref<98xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<100x?xf32>) outs(%c : memref<100xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %next = arith.addf %sum, %x : f32
    linalg.yield %next : f32
  }
  linalg.generic {indexing_maps = [affine_map<(x, w) -> (x + w)>, affine_map<(x, w) -> (w)>,
                                   affine_map<(x, w) -> (x)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%line, %window : memref<100xf32>, memref<3xf32>) outs(%d : memref<98xf32>) {
  ^bb0(%x: f32, %w: f32, %sum: f32):
    %next = arith.maximumf %sum, %x : f32
    linalg.yield %next : f32
  }
  return
}
