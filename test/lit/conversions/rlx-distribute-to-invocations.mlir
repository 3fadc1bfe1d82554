// RUN: rlx-opt %s --rlx-distribute-to-invocations -split-input-file -mlir-print-local-scope --canonicalize | FileCheck %s

// 64 invocations per workgroup, and a second grid dimension if there are many. An invocation beyond
// the last element does nothing. The last loop is the fastest dimension.
// CHECK-LABEL: func.func @elements(
// CHECK-SAME: %[[Y:[a-z0-9]+]]: memref<?x8xf32>, %{{[a-z0-9]+}}: memref<?xi8>, %{{[a-z0-9]+}}: memref<1xi32>, %[[ID:[a-z0-9]+]]: index
// CHECK-SAME: lir.grid = affine_map<()[s0] ->
// CHECK-SAME: ceildiv 64
// CHECK-SAME: floordiv 32768
// CHECK-SAME: lir.workspace = affine_map<()[s0] -> (0)>
// CHECK-NOT: scf.forall
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[ID]]
// CHECK: scf.if %[[INSIDE]]
// CHECK-DAG: %[[J:.*]] = arith.remui %[[ID]], %c8
// CHECK-DAG: %[[I:.*]] = arith.divui %[[ID]], %c8
// CHECK: memref.store %{{.*}}, %[[Y]][%[[I]], %[[J]]]
func.func @elements(%y: memref<?x8xf32>, %ws: memref<?xi8>, %status: memref<1xi32>, %id: index,
                    %gy: index, %gz: index) attributes {lir.kernel} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %y, %c0 : memref<?x8xf32>
  scf.forall (%i, %j) in (%n, 8) {
    memref.store %zero, %y[%i, %j] : memref<?x8xf32>
  }
  return
}

// -----

// Small buffers are private to the invocation. Larger ones are slices of the workspace, indexed by
// the invocation: 4 KiB for each of the 2 times 64 launched.
// CHECK-LABEL: func.func @memory(
// CHECK-SAME: %[[WS:[a-z0-9]+]]: memref<?xi8>, %{{[a-z0-9]+}}: memref<1xi32>, %[[ID:[a-z0-9]+]]: index
// CHECK-SAME: lir.workspace = affine_map<() -> (524288)>
// CHECK: %[[OWN:.*]] = arith.muli %[[ID]], %c4096
// CHECK: memref.alloca() : memref<16xf32>
// CHECK: memref.view %[[WS]][%[[OWN]]][] : memref<?xi8> to memref<1024xf32>
// CHECK-NOT: memref.{{alloc\(|dealloc}}
func.func @memory(%y: memref<100xf32>, %ws: memref<?xi8>, %status: memref<1xi32>, %id: index,
                  %gy: index, %gz: index) attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  scf.forall (%i) in (100) {
    %small = memref.alloc() : memref<16xf32>
    %large = memref.alloc() : memref<1024xf32>
    linalg.fill ins(%zero : f32) outs(%small : memref<16xf32>)
    linalg.fill ins(%zero : f32) outs(%large : memref<1024xf32>)
    %c3 = arith.constant 3 : index
    %a = memref.load %small[%c3] : memref<16xf32>
    %b = memref.load %large[%c3] : memref<1024xf32>
    %c = arith.addf %a, %b : f32
    memref.store %c, %y[%i] : memref<100xf32>
    memref.dealloc %large : memref<1024xf32>
  }
  return
}

// -----

// Without a loop over tiles the first invocation does all work.
// CHECK-LABEL: func.func @once(
// CHECK-SAME: %[[ID:[a-z0-9]+]]: index, %{{[a-z0-9]+}}: index, %{{[a-z0-9]+}}: index)
// CHECK-SAME: lir.grid = affine_map<() -> (1, 1, 1)>
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[ID]], %c0
// CHECK: scf.if %[[FIRST]]
// CHECK: linalg.fill
func.func @once(%y: memref<100xf32>, %ws: memref<?xi8>, %status: memref<1xi32>, %id: index,
                %gy: index, %gz: index) attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<100xf32>)
  return
}

// -----

// A failed check raises the status. The order of failures is unknown, so the largest status wins.
// CHECK-LABEL: func.func @checks(
// CHECK-SAME: %[[STATUS:[a-z0-9]+]]: memref<1xi32>
// CHECK-NOT: cf.assert
// CHECK: memref.atomic_rmw maxu %{{.*}}, %[[STATUS]][%c0]
func.func @checks(%y: memref<100xf32>, %at: index, %ws: memref<?xi8>, %status: memref<1xi32>,
                  %id: index, %gy: index, %gz: index) attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  %c100 = arith.constant 100 : index
  %fine = arith.cmpi ult, %at, %c100 : index
  cf.assert %fine, "index out of range"
  scf.forall (%i) in (100) {
    memref.store %zero, %y[%i] : memref<100xf32>
  }
  return
}
