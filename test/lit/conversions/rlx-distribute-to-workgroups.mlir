// RUN: rlx-opt %s --rlx-distribute-to-workgroups -split-input-file -verify-diagnostics -mlir-print-local-scope --canonicalize | FileCheck %s

// The outer loop becomes its body at the workgroup's coordinates, and its trip count the grid. An
// allocation becomes a slice of the workspace (with the size of the largest tile), 64-byte aligned.
// Small allocations are on the stack.
// CHECK-LABEL: func.func @tiles(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?x1024xf32>, %[[Y:[a-z0-9]+]]: memref<?x1024xf32>, %[[WS:[a-z0-9]+]]: memref<?xi8>, %{{[a-z0-9]+}}: memref<1xi32>, %[[GX:[a-z0-9]+]]: index,
// CHECK-SAME: lir.grid = affine_map<()[s0, s1] -> (s0 ceildiv 10, 1, 1)>
// CHECK-SAME: lir.workspace = affine_map<()[s0, s1] -> (49152)>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C10:.*]] = arith.constant 10 : index
// CHECK-DAG: %[[C8192:.*]] = arith.constant 8192 : index
// CHECK-DAG: memref.alloca() {{.*}} : memref<3xi8>
// CHECK-NOT: scf.forall
// CHECK: %[[I:.*]] = arith.muli %[[GX]], %[[C10]]
// CHECK: %[[ROWS:.*]] = affine.min {{.*}}[%{{.*}}, %[[I]]]
// CHECK-NOT: memref.alloc
// CHECK: %[[A:.*]] = memref.view %[[WS]][%[[C0]]][] : memref<?xi8> to memref<8190xi8>
// CHECK: %[[B:.*]] = memref.view %[[WS]][%[[C8192]]][%[[ROWS]]] : memref<?xi8> to memref<?x1024xf32>
// CHECK: linalg.exp {{.*}} outs(%[[B]]
// CHECK-NOT: memref.dealloc
func.func @tiles(%x: memref<?x1024xf32>, %y: memref<?x1024xf32>, %ws: memref<?xi8>,
                 %status: memref<1xi32>, %gx: index, %gy: index, %gz: index) attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x1024xf32>
  scf.forall (%i) = (0) to (%n) step (10) {
    %rows = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 10)>(%i)[%n]
    %in = memref.subview %x[%i, 0] [%rows, 1024] [1, 1]
        : memref<?x1024xf32> to memref<?x1024xf32, strided<[1024, 1], offset: ?>>
    %out = memref.subview %y[%i, 0] [%rows, 1024] [1, 1]
        : memref<?x1024xf32> to memref<?x1024xf32, strided<[1024, 1], offset: ?>>
    %small = memref.alloc() : memref<3xi8>
    %a = memref.alloc() : memref<8190xi8>
    %zero = arith.constant 0 : i8
    linalg.fill ins(%zero : i8) outs(%small : memref<3xi8>)
    linalg.fill ins(%zero : i8) outs(%a : memref<8190xi8>)
    %b = memref.alloc(%rows) : memref<?x1024xf32>
    linalg.exp ins(%in : memref<?x1024xf32, strided<[1024, 1], offset: ?>>) outs(%b : memref<?x1024xf32>)
    linalg.exp ins(%b : memref<?x1024xf32>) outs(%out : memref<?x1024xf32, strided<[1024, 1], offset: ?>>)
    memref.dealloc %b : memref<?x1024xf32>
  }
  return
}

// -----

// Two loops for the grid; a size that is an operand of the kernel.
// CHECK-LABEL: func.func @two_dimensions(
// CHECK-SAME: %[[GX:[a-z0-9]+]]: index, %[[GY:[a-z0-9]+]]: index, %{{[a-z0-9]+}}: index)
// CHECK-SAME: lir.grid = affine_map<()[s0, s1] -> (s0, s1 ceildiv 4, 1)>
// CHECK: %[[J:.*]] = arith.muli %[[GY]], %c4
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[GX]], %[[J]]]
func.func @two_dimensions(%n: index, %y: memref<4x?xf32>, %ws: memref<?xi8>, %status: memref<1xi32>,
                          %gx: index, %gy: index, %gz: index) attributes {lir.kernel} {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.dim %y, %c1 : memref<4x?xf32>
  scf.forall (%i, %j) = (0, 0) to (%n, %m) step (1, 4) {
    memref.store %zero, %y[%i, %j] : memref<4x?xf32>
  }
  return
}

// -----

// No loop: one workgroup. Workspaces with dynamic sizes are maps over the kernel's dims.
// CHECK-LABEL: func.func @one_workgroup(
// CHECK-SAME: lir.grid = affine_map<()[s0, s1] -> (1, 1, 1)>
// CHECK-SAME: lir.workspace = affine_map<()[s0, s1] -> (((s0 * 4) ceildiv 64) * 128)>
// CHECK: %[[SECOND:.*]] = affine.apply affine_map<()[s0] -> ((s0 ceildiv 16) * 64)>
// CHECK: memref.view %{{.*}}[%c0]
// CHECK: memref.view %{{.*}}[%[[SECOND]]]
func.func @one_workgroup(%x: memref<?xf32>, %y: memref<?xf32>, %ws: memref<?xi8>,
                         %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
    attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  linalg.exp ins(%x : memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.exp ins(%a : memref<?xf32>) outs(%b : memref<?xf32>)
  linalg.exp ins(%b : memref<?xf32>) outs(%y : memref<?xf32>)
  return
}

// -----

// Every workgroup would repeat the work outside the loop, so there is one workgroup, and the loop
// stays.
// CHECK-LABEL: func.func @work_beside_loop(
// CHECK-SAME: lir.grid = affine_map<() -> (1, 1, 1)>
// CHECK: linalg.fill
// CHECK: scf.for
func.func @work_beside_loop(%x: memref<100xf32>, %y: memref<100xf32>, %ws: memref<?xi8>,
                            %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
    attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<100xf32>)
  scf.forall (%i) in (100) {
    memref.store %zero, %y[%i] : memref<100xf32>
  }
  return
}

// -----

// An assert writes the status word, unless an earlier one has. The kernel continues.
// CHECK-LABEL: func.func @asserts(
// CHECK-SAME: %[[STATUS:[a-z0-9]+]]: memref<1xi32>
// CHECK-NOT: cf.assert
// CHECK: %[[FAILS:.*]] = arith.cmpi uge, %{{.*}}, %c4
// CHECK: scf.if %[[FAILS]] {
// CHECK-NEXT: %[[BEFORE:.*]] = memref.load %[[STATUS]][%c0]
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[BEFORE]], %c0_i32
// CHECK-NEXT: %[[KEPT:.*]] = arith.select %[[FIRST]], %c1_i32, %[[BEFORE]]
// CHECK-NEXT: memref.store %[[KEPT]], %[[STATUS]][%c0]
// CHECK-NEXT: }
// CHECK: memref.copy
func.func @asserts(%x: memref<?xf32>, %y: memref<?xf32>, %ws: memref<?xi8>, %status: memref<1xi32>,
                   %gx: index, %gy: index, %gz: index) attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %ok = arith.cmpi ult, %n, %c4 : index
  cf.assert %ok, "too long"
  memref.copy %x, %y : memref<?xf32> to memref<?xf32>
  return
}

// -----

// A check writes its code and, in the upper bits, the part of the detail that fits.
// CHECK-LABEL: func.func @checks(
// CHECK-SAME: %[[STATUS:[a-z0-9]+]]: memref<1xi32>, %[[GX:[a-z0-9]+]]: index
// CHECK-NOT: lir.check
// CHECK-DAG: %[[CODE:.*]] = arith.constant 2 : i32
// CHECK-DAG: %[[MOST:.*]] = arith.constant 8388607 : index
// CHECK-DAG: %[[SHIFT:.*]] = arith.constant 8 : i32
// CHECK: %[[MIN:.*]] = arith.minui %[[GX]], %[[MOST]]
// CHECK: %[[DETAIL:.*]] = arith.index_cast %[[MIN]] : index to i32
// CHECK: %[[HIGH:.*]] = arith.shli %[[DETAIL]], %[[SHIFT]]
// CHECK: %[[WORD:.*]] = arith.ori %[[HIGH]], %[[CODE]]
// CHECK: scf.if
// CHECK: %[[KEPT:.*]] = arith.select %{{.*}}, %[[WORD]], %{{.*}}
// CHECK-NEXT: memref.store %[[KEPT]], %[[STATUS]][%c0]
func.func @checks(%x: memref<?xf32>, %y: memref<?xf32>, %ws: memref<?xi8>, %status: memref<1xi32>,
                  %gx: index, %gy: index, %gz: index) attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %pivot = memref.load %x[%c0] : memref<?xf32>
  %ok = arith.cmpf une, %pivot, %zero : f32
  lir.check %ok, singular_matrix(%gx)
  memref.copy %x, %y : memref<?xf32> to memref<?xf32>
  return
}

// -----

// The word stores an index with its sign in the lowest bit, plus one, since 0 means no index.
// CHECK-LABEL: func.func @indices(
// CHECK-SAME: %[[STATUS:[a-z0-9]+]]: memref<1xi32>, %[[GX:[a-z0-9]+]]: index
// CHECK-NOT: lir.check
// CHECK-DAG: %[[MOST:.*]] = arith.constant 8388606 : index
// CHECK-DAG: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[GX]], %c0
// CHECK-DAG: %[[SIGN:.*]] = arith.select %[[NEGATIVE]], %c-1, %c0
// CHECK-DAG: %[[TWICE:.*]] = arith.shli %[[GX]], %c1
// CHECK: %[[FOLDED:.*]] = arith.xori %[[TWICE]], %[[SIGN]]
// CHECK: %[[MIN:.*]] = arith.minui %[[FOLDED]], %[[MOST]]
// CHECK: %[[DETAIL:.*]] = arith.addi %[[MIN]], %c1
// CHECK: arith.index_cast %[[DETAIL]] : index to i32
// CHECK: scf.if
func.func @indices(%x: memref<?xf32>, %y: memref<?xf32>, %ws: memref<?xi8>, %status: memref<1xi32>,
                   %gx: index, %gy: index, %gz: index) attributes {lir.kernel} {
  %c4 = arith.constant 4 : index
  %ok = arith.cmpi ult, %gx, %c4 : index
  lir.check %ok, index_out_of_range(%gx)
  memref.copy %x, %y : memref<?xf32> to memref<?xf32>
  return
}

// -----

// A kernel of a fast path already has a grid.
// CHECK-LABEL: func.func @final(
// CHECK-SAME: lir.grid = affine_map<() -> (7, 1, 1)>
// CHECK-NOT: lir.workspace
// CHECK: scf.forall
func.func @final(%y: memref<100xf32>, %ws: memref<?xi8>, %status: memref<1xi32>, %gx: index,
                 %gy: index, %gz: index)
    attributes {lir.kernel, lir.grid = affine_map<() -> (7, 1, 1)>} {
  %zero = arith.constant 0.0 : f32
  scf.forall (%i) in (100) {
    memref.store %zero, %y[%i] : memref<100xf32>
  }
  return
}

// -----

// The workspace is allocated before the kernel runs, so a data-dependent size has no bound.
func.func @unbounded(%x: memref<1xindex>, %y: memref<?xf32>, %ws: memref<?xi8>,
                     %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
    attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %n = memref.load %x[%c0] : memref<1xindex>
  // expected-error@+1 {{'memref.alloc' op has a size that cannot be bounded when the kernel is launched}}
  %a = memref.alloc(%n) : memref<?xf32>
  linalg.exp ins(%a : memref<?xf32>) outs(%y : memref<?xf32>)
  return
}
