// RUN: rlx-opt %s --rlx-bufferize-kernels -split-input-file -verify-diagnostics -mlir-print-local-scope | FileCheck %s

// The buffer form: operands, outputs, workspace, status, the workgroup's three coordinates. The
// result is computed in place: nothing is allocated or copied.
// CHECK-LABEL: func.func @in_place(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?x8xf32>, %[[Y:[a-z0-9]+]]: memref<?x8xf32>, %{{[a-z0-9]+}}: memref<?xi8>, %{{[a-z0-9]+}}: memref<1xi32>, %{{[a-z0-9]+}}: index, %{{[a-z0-9]+}}: index, %{{[a-z0-9]+}}: index)
// CHECK-SAME: attributes {lir.cost = affine_map<()[s0, s1] -> (s0)>, lir.kernel}
// CHECK-NOT: memref.alloc
// CHECK: linalg.exp ins(%[[X]] : memref<?x8xf32>) outs(%[[Y]] : memref<?x8xf32>)
// CHECK: return{{$}}
func.func @in_place(%x: tensor<?x8xf32>) -> tensor<?x8xf32>
    attributes {lir.kernel, lir.cost = affine_map<()[s0, s1] -> (s0)>} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %0 = linalg.exp ins(%x : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

// Tiles write their part of the output. Temporaries are allocated inside the tile.
// CHECK-LABEL: func.func @tiles(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<100x8xf32>, %[[Y:[a-z0-9]+]]: memref<100x8xf32>
// CHECK: scf.forall (%[[I:.*]]) = (0) to (100) step (10)
// CHECK: memref.subview %[[X]][%[[I]], 0] [10, 8]
// CHECK: %[[TMP:.*]] = memref.alloc() {{.*}} : memref<10x8xf32>
// CHECK: linalg.exp {{.*}} outs(%[[TMP]]
// CHECK: memref.subview %[[Y]][%[[I]], 0] [10, 8]
// CHECK: linalg.exp ins(%[[TMP]]
func.func @tiles(%x: tensor<100x8xf32>) -> tensor<100x8xf32> attributes {lir.kernel} {
  %e = tensor.empty() : tensor<100x8xf32>
  %0 = scf.forall (%i) = (0) to (100) step (10) shared_outs(%o = %e) -> (tensor<100x8xf32>) {
    %s = tensor.extract_slice %x[%i, 0] [10, 8] [1, 1] : tensor<100x8xf32> to tensor<10x8xf32>
    %t = tensor.empty() : tensor<10x8xf32>
    %1 = linalg.exp ins(%s : tensor<10x8xf32>) outs(%t : tensor<10x8xf32>) -> tensor<10x8xf32>
    %d = tensor.extract_slice %o[%i, 0] [10, 8] [1, 1] : tensor<100x8xf32> to tensor<10x8xf32>
    %2 = linalg.exp ins(%1 : tensor<10x8xf32>) outs(%d : tensor<10x8xf32>) -> tensor<10x8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %2 into %o[%i, 0] [10, 8] [1, 1]
          : tensor<10x8xf32> into tensor<100x8xf32>
    }
  }
  return %0 : tensor<100x8xf32>
}

// -----

// Operands are never overwritten, even if a value could be computed in their memory.
// CHECK-LABEL: func.func @operands_are_read_only(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<8xf32>, %[[Y:[a-z0-9]+]]: memref<8xf32>
// CHECK-NOT: outs(%[[X]]
// CHECK: return
func.func @operands_are_read_only(%x: tensor<8xf32>) -> tensor<8xf32> attributes {lir.kernel} {
  %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// An index operand does not change. A returned operand is copied. Outputs follow in order.
// CHECK-LABEL: func.func @forms(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf32>, %{{[a-z0-9]+}}: index, %[[Y:[a-z0-9]+]]: memref<?xf32>, %[[Z:[a-z0-9]+]]: memref<4xi64>, %{{[a-z0-9]+}}: memref<?xi8>
// CHECK-DAG: memref.copy %[[X]], %[[Y]]
// CHECK-DAG: linalg.fill {{.*}} outs(%[[Z]] : memref<4xi64>)
func.func @forms(%x: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<4xi64>)
    attributes {lir.kernel} {
  %v = arith.index_cast %n : index to i64
  %e = tensor.empty() : tensor<4xi64>
  %0 = linalg.fill ins(%v : i64) outs(%e : tensor<4xi64>) -> tensor<4xi64>
  return %x, %0 : tensor<?xf32>, tensor<4xi64>
}

// -----

// A kernel of a fast path is already in buffer form.
// CHECK-LABEL: func.func @final(
// CHECK-SAME: %{{[a-z0-9]+}}: memref<4xf32>)
func.func @final(%x: memref<4xf32>) attributes {lir.kernel} {
  return
}

// -----

// An op that cannot be bufferized is an error at the op.
func.func @leftover(%x: tensor<4xf32>) -> tensor<4xf32> attributes {lir.kernel} {
  // expected-error@+1 {{op was not bufferized}}
  %0 = rlx.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// An empty tensor is not padded, but has its sizes.
// CHECK-LABEL: func.func @empty_pad(
// CHECK-NOT: memref.subview
// CHECK: linalg.reduce
func.func @empty_pad(%x: tensor<0x3x?xf32>) -> tensor<5x?xf32> attributes {lir.kernel} {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 0] high[0, 1, 2] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<0x3x?xf32> to tensor<0x5x?xf32>
  %c2 = arith.constant 2 : index
  %n = tensor.dim %p, %c2 : tensor<0x5x?xf32>
  %e = tensor.empty(%n) : tensor<5x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x?xf32>) -> tensor<5x?xf32>
  %r = linalg.reduce { arith.addf } ins(%p : tensor<0x5x?xf32>) outs(%f : tensor<5x?xf32>) dimensions = [0]
  return %r : tensor<5x?xf32>
}
