// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-mark-in-place))' -mlir-print-local-scope | FileCheck %s

// Each workgroup adds a tile of both operands. The first has the result's type and is read at the
// written index. Every row reads the second again.
// CHECK-LABEL: func.func @tiles(
// CHECK-SAME: lir.in_place = array<i64: 0>
#tile = affine_map<(d0)[s0] -> (-d0 + s0, 42)>
#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#grid = affine_map<()[s0, s1] -> (s0 ceildiv 42, 1, 1)>
func.func @tiles(%a: memref<?x384xf32>, %b: memref<384xf32>, %y: memref<?x384xf32>, %ws: memref<?xi8>,
                 %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
    attributes {lir.kernel, lir.grid = #grid} {
  %c0 = arith.constant 0 : index
  %c42 = arith.constant 42 : index
  %n = memref.dim %a, %c0 : memref<?x384xf32>
  %0 = arith.muli %gx, %c42 : index
  %1 = affine.min #tile(%0)[%n]
  %x = memref.subview %a[%0, 0] [%1, 384] [1, 1] : memref<?x384xf32> to memref<?x384xf32, strided<[384, 1], offset: ?>>
  %o = memref.subview %y[%0, 0] [%1, 384] [1, 1] : memref<?x384xf32> to memref<?x384xf32, strided<[384, 1], offset: ?>>
  linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %b : memref<?x384xf32, strided<[384, 1], offset: ?>>, memref<384xf32>) outs(%o : memref<?x384xf32, strided<[384, 1], offset: ?>>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %2 = arith.addf %p, %q : f32
    linalg.yield %2 : f32
  }
  memref.copy %o, %o : memref<?x384xf32, strided<[384, 1], offset: ?>> to memref<?x384xf32, strided<[384, 1], offset: ?>>
  return
}

// Any number of operands. One of these has another type.
// CHECK-LABEL: func.func @whole(
// CHECK-SAME: lir.in_place = array<i64: 0, 2>
#one = affine_map<() -> (1, 1, 1)>
func.func @whole(%a: memref<4x4xf32>, %b: memref<4x4xf64>, %c: memref<4x4xf32>, %y: memref<4x4xf32>,
                 %ws: memref<?xi8>, %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
    attributes {lir.kernel, lir.grid = #one} {
  linalg.generic {indexing_maps = [#all, #all, #all, #all], iterator_types = ["parallel", "parallel"]} ins(%a, %b, %c : memref<4x4xf32>, memref<4x4xf64>, memref<4x4xf32>) outs(%y : memref<4x4xf32>) {
  ^bb0(%p: f32, %q: f64, %r: f32, %out: f32):
    %0 = arith.truncf %q : f64 to f32
    %1 = arith.addf %p, %0 : f32
    %2 = arith.addf %1, %r : f32
    linalg.yield %2 : f32
  }
  return
}

// The operand is read at another index than the written one.
// CHECK-LABEL: func.func @transposed(
// CHECK-NOT: lir.in_place
// CHECK: linalg.generic
#swapped = affine_map<(d0, d1) -> (d1, d0)>
func.func @transposed(%a: memref<4x4xf32>, %y: memref<4x4xf32>, %ws: memref<?xi8>,
                      %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
    attributes {lir.kernel, lir.grid = #one} {
  linalg.generic {indexing_maps = [#swapped, #all], iterator_types = ["parallel", "parallel"]} ins(%a : memref<4x4xf32>) outs(%y : memref<4x4xf32>) {
  ^bb0(%p: f32, %out: f32):
    linalg.yield %p : f32
  }
  return
}

// Tiles of the operand differ from those of the result.
// CHECK-LABEL: func.func @shifted(
// CHECK-NOT: lir.in_place
// CHECK: linalg.generic
func.func @shifted(%a: memref<5x4xf32>, %y: memref<5x4xf32>, %ws: memref<?xi8>,
                   %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
    attributes {lir.kernel, lir.grid = #one} {
  %x = memref.subview %a[1, 0] [4, 4] [1, 1] : memref<5x4xf32> to memref<4x4xf32, strided<[4, 1], offset: 4>>
  %o = memref.subview %y[0, 0] [4, 4] [1, 1] : memref<5x4xf32> to memref<4x4xf32, strided<[4, 1]>>
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%x : memref<4x4xf32, strided<[4, 1], offset: 4>>) outs(%o : memref<4x4xf32, strided<[4, 1]>>) {
  ^bb0(%p: f32, %out: f32):
    linalg.yield %p : f32
  }
  return
}

// The operand is read again after part of the result is written.
// CHECK-LABEL: func.func @read_twice(
// CHECK-NOT: lir.in_place
// CHECK: linalg.generic
func.func @read_twice(%a: memref<4x4xf32>, %y: memref<4x4xf32>, %ws: memref<?xi8>,
                      %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
    attributes {lir.kernel, lir.grid = #one} {
  %c0 = arith.constant 0 : index
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%a : memref<4x4xf32>) outs(%y : memref<4x4xf32>) {
  ^bb0(%p: f32, %out: f32):
    %0 = memref.load %a[%c0, %c0] : memref<4x4xf32>
    %1 = arith.addf %p, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// The result is written in two steps, between which the operand must not change.
// CHECK-LABEL: func.func @two_steps(
// CHECK-NOT: lir.in_place
// CHECK: linalg.generic
func.func @two_steps(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %y: memref<4x4xf32>, %ws: memref<?xi8>,
                     %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
    attributes {lir.kernel, lir.grid = #one} {
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%b : memref<4x4xf32>) outs(%y : memref<4x4xf32>) {
  ^bb0(%p: f32, %out: f32):
    linalg.yield %p : f32
  }
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%a : memref<4x4xf32>) outs(%y : memref<4x4xf32>) {
  ^bb0(%p: f32, %out: f32):
    %0 = arith.addf %p, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// A loop may read the same part again.
// CHECK-LABEL: func.func @in_loop(
// CHECK-NOT: lir.in_place
// CHECK: linalg.generic
func.func @in_loop(%a: memref<4x4xf32>, %y: memref<4x4xf32>, %ws: memref<?xi8>,
                   %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
    attributes {lir.kernel, lir.grid = #one} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%a : memref<4x4xf32>) outs(%y : memref<4x4xf32>) {
    ^bb0(%p: f32, %out: f32):
      %0 = arith.addf %p, %p : f32
      linalg.yield %0 : f32
    }
  }
  return
}

// Every term of a sum reads the operand.
// CHECK-LABEL: func.func @reduction(
// CHECK-NOT: lir.in_place
// CHECK: linalg.generic
#first = affine_map<(d0, d1) -> (d0)>
func.func @reduction(%a: memref<4xf32>, %m: memref<4x4xf32>, %y: memref<4xf32>, %ws: memref<?xi8>,
                     %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
    attributes {lir.kernel, lir.grid = #one} {
  linalg.generic {indexing_maps = [#first, #all, #first], iterator_types = ["parallel", "reduction"]} ins(%a, %m : memref<4xf32>, memref<4x4xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %0 = arith.mulf %p, %q : f32
    linalg.yield %0 : f32
  }
  return
}

// The previous content of the result is an operand, too.
// CHECK-LABEL: func.func @accumulates(
// CHECK-NOT: lir.in_place
// CHECK: linalg.generic
func.func @accumulates(%a: memref<4x4xf32>, %y: memref<4x4xf32>, %ws: memref<?xi8>,
                       %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
    attributes {lir.kernel, lir.grid = #one} {
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%a : memref<4x4xf32>) outs(%y : memref<4x4xf32>) {
  ^bb0(%p: f32, %out: f32):
    %0 = arith.addf %p, %out : f32
    linalg.yield %0 : f32
  }
  return
}
