// The window of a pooling is marked for full unrolling, so that the loop over columns can be
// vectorized. The loops over images, rows and columns are not marked. The mark reaches LLVM's back
// edge.
// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-lower-kernel-loops))' | FileCheck %s
// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-lower-kernel-loops),convert-scf-to-cf,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-func-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts,rlx-finish-kernel-functions)' \
// RUN:   | FileCheck %s --check-prefix=LLVM

// CHECK: #[[UNROLL:.*]] = #llvm.loop_unroll<full = true>
// CHECK: #[[NOTE:.*]] = #llvm.loop_annotation<unroll = #[[UNROLL]]>
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.for %{{.*}} = %{{.*}} to %c3
// CHECK: scf.for %{{.*}} = %{{.*}} to %c2
// CHECK: memref.store
// CHECK-COUNT-2: } {llvm.loop_annotation = #[[NOTE]]}
// CHECK-NOT: llvm.loop_annotation
// CHECK: return

// LLVM: loop_annotation = #loop_annotation
// LLVM-NOT: llvm.loop_annotation =
func.func @pool.body(%in: memref<100x100xf32>, %window: memref<3x2xf32>, %out: memref<98x99xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0 + d2, d1 + d3)>,
                                   affine_map<(d0, d1, d2, d3) -> (d2, d3)>,
                                   affine_map<(d0, d1, d2, d3) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%in, %window : memref<100x100xf32>, memref<3x2xf32>) outs(%out : memref<98x99xf32>) {
  ^bb0(%x: f32, %w: f32, %sum: f32):
    %next = arith.addf %sum, %x : f32
    linalg.yield %next : f32
  }
  return
}

// A parallel loop of 16 iterations or more is vectorized itself, and so no loop of the nest is marked.
// CHECK-LABEL: func.func @columns.body
// CHECK-NOT: llvm.loop_annotation
// CHECK: return
func.func @columns.body(%in: memref<100x64xf32>, %out: memref<100x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                                   affine_map<(d0, d1) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%in : memref<100x64xf32>) outs(%out : memref<100x64xf32>) {
  ^bb0(%x: f32, %old: f32):
    %next = arith.negf %x : f32
    linalg.yield %next : f32
  }
  return
}

// A shorter one is.
// CHECK-LABEL: func.func @pixels.body
// CHECK-COUNT-1: } {llvm.loop_annotation = #[[NOTE]]}
// CHECK-NOT: llvm.loop_annotation
// CHECK: return
func.func @pixels.body(%in: memref<100x3xf32>, %out: memref<100x3xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                                   affine_map<(d0, d1) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%in : memref<100x3xf32>) outs(%out : memref<100x3xf32>) {
  ^bb0(%x: f32, %old: f32):
    %next = arith.negf %x : f32
    linalg.yield %next : f32
  }
  return
}

// The largest element of all is found in vectors. The order of a sum stays.
// CHECK-LABEL: func.func @largest.body
// CHECK-NOT: llvm.loop_annotation
// CHECK: return
func.func @largest.body(%in: memref<100x64xf32>, %out: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>],
                  iterator_types = ["reduction", "reduction"]}
      ins(%in : memref<100x64xf32>) outs(%out : memref<f32>) {
  ^bb0(%x: f32, %old: f32):
    %next = arith.maximumf %x, %old : f32
    linalg.yield %next : f32
  }
  return
}

// CHECK-LABEL: func.func @sum.body
// CHECK-COUNT-1: } {llvm.loop_annotation = #[[NOTE]]}
// CHECK-NOT: llvm.loop_annotation
// CHECK: return
func.func @sum.body(%in: memref<100x64xf32>, %out: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>],
                  iterator_types = ["reduction", "reduction"]}
      ins(%in : memref<100x64xf32>) outs(%out : memref<f32>) {
  ^bb0(%x: f32, %old: f32):
    %next = arith.addf %x, %old : f32
    linalg.yield %next : f32
  }
  return
}
