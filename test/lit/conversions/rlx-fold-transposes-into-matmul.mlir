// RUN: rlx-opt %s --rlx-fold-transposes-into-matmul | FileCheck %s

// CHECK-LABEL: func.func @columns(
// CHECK-NOT: rlx.transpose
// CHECK: rlx.dot_general %{{.*}}, %{{.*}} contract [1] x [1]
func.func @columns(%a: tensor<8x16xf32>, %b: tensor<32x16xf32>) -> tensor<8x32xf32> {
  %t = rlx.transpose %b perm = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
  %0 = rlx.matmul %a, %t : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}

// Heads of attention: queries and keys are [batch, position, head, element] in memory.
// CHECK-LABEL: func.func @heads(
// CHECK-NOT: rlx.transpose
// CHECK: rlx.dot_general %{{.*}}, %{{.*}} batch [0, 2] x [0, 2] contract [3] x [3]
func.func @heads(%q: tensor<?x5x4x16xf32> {rlx.dims = ["n", "", "", ""]},
                 %k: tensor<?x7x4x16xf32> {rlx.dims = ["n", "", "", ""]}) -> tensor<?x4x5x7xf32> {
  %a = rlx.transpose %q perm = [0, 2, 1, 3] : (tensor<?x5x4x16xf32>) -> tensor<?x4x5x16xf32>
  %b = rlx.transpose %k perm = [0, 2, 3, 1] : (tensor<?x7x4x16xf32>) -> tensor<?x4x16x7xf32>
  %0 = rlx.matmul %a, %b : (tensor<?x4x5x16xf32>, tensor<?x4x16x7xf32>) -> tensor<?x4x5x7xf32>
  return %0 : tensor<?x4x5x7xf32>
}

// Batches of lhs are rows of a matmul with one matrix, and so are those of a second matmul, which
// reads the first result.
// CHECK-LABEL: func.func @rows(
// CHECK: %[[FIRST:.*]] = rlx.dot_general %{{.*}}, %{{.*}} contract [1] x [0] : (tensor<2x16x16xf32>
// CHECK: rlx.dot_general %[[FIRST]], %{{.*}} contract [1] x [0] : (tensor<2x16x8xf32>
func.func @rows(%a: tensor<2x16x16xf32>, %b: tensor<16x8xf32>, %c: tensor<16x4xf32>) -> tensor<2x8x4xf32> {
  %s = rlx.transpose %a perm = [0, 2, 1] : (tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
  %0 = rlx.matmul %s, %b : (tensor<2x16x16xf32>, tensor<16x8xf32>) -> tensor<2x16x8xf32>
  %t = rlx.transpose %0 perm = [0, 2, 1] : (tensor<2x16x8xf32>) -> tensor<2x8x16xf32>
  %1 = rlx.matmul %t, %c : (tensor<2x8x16xf32>, tensor<16x4xf32>) -> tensor<2x8x4xf32>
  return %1 : tensor<2x8x4xf32>
}

// A transpose with other users stays for them.
// CHECK-LABEL: func.func @shared(
// CHECK: %[[T:.*]] = rlx.transpose
// CHECK: rlx.dot_general %{{.*}}, %{{.*}} contract [1] x [1]
// CHECK: return %{{.*}}, %[[T]]
func.func @shared(%a: tensor<8x16xf32>, %b: tensor<32x16xf32>) -> (tensor<8x32xf32>, tensor<16x32xf32>) {
  %t = rlx.transpose %b perm = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
  %0 = rlx.matmul %a, %t : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  return %0, %t : tensor<8x32xf32>, tensor<16x32xf32>
}

// These stay transposed: contiguous elements that would end up in different matrices, batches that
// may differ, rows in another order, and weights, which are prepared.
// CHECK-LABEL: func.func @stay(
// CHECK-COUNT-4: rlx.transpose
// CHECK-NOT: rlx.dot_general
func.func @stay(%a: tensor<2x5x8xf32>, %b: tensor<8x7x2xf32>,
                %c: tensor<?x5x8xf32> {rlx.dims = ["n", "", ""]},
                %d: tensor<?x7x8xf32> {rlx.dims = ["m", "", ""]}, %e: tensor<5x2x8xf32>, %f: tensor<8x7xf32>,
                %w: tensor<7x8xf32> {rlx.kind = "param"})
    -> (tensor<2x5x7xf32>, tensor<?x5x7xf32>, tensor<2x5x7xf32>, tensor<2x5x7xf32>) {
  %bt = rlx.transpose %b perm = [2, 0, 1] : (tensor<8x7x2xf32>) -> tensor<2x8x7xf32>
  %0 = rlx.matmul %a, %bt : (tensor<2x5x8xf32>, tensor<2x8x7xf32>) -> tensor<2x5x7xf32>
  %dt = rlx.transpose %d perm = [0, 2, 1] : (tensor<?x7x8xf32>) -> tensor<?x8x7xf32>
  %1 = rlx.matmul %c, %dt : (tensor<?x5x8xf32>, tensor<?x8x7xf32>) -> tensor<?x5x7xf32>
  %et = rlx.transpose %e perm = [1, 0, 2] : (tensor<5x2x8xf32>) -> tensor<2x5x8xf32>
  %2 = rlx.matmul %et, %f : (tensor<2x5x8xf32>, tensor<8x7xf32>) -> tensor<2x5x7xf32>
  %wt = rlx.transpose %w perm = [1, 0] : (tensor<7x8xf32>) -> tensor<8x7xf32>
  %3 = rlx.matmul %a, %wt : (tensor<2x5x8xf32>, tensor<8x7xf32>) -> tensor<2x5x7xf32>
  return %0, %1, %2, %3 : tensor<2x5x7xf32>, tensor<?x5x7xf32>, tensor<2x5x7xf32>, tensor<2x5x7xf32>
}

// Many rows repay a transpose of columns.
// CHECK-LABEL: func.func @many_rows(
// CHECK: rlx.transpose
// CHECK: rlx.matmul
func.func @many_rows(%a: tensor<1024x16xf32>, %b: tensor<32x16xf32>) -> tensor<1024x32xf32> {
  %t = rlx.transpose %b perm = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
  %0 = rlx.matmul %a, %t : (tensor<1024x16xf32>, tensor<16x32xf32>) -> tensor<1024x32xf32>
  return %0 : tensor<1024x32xf32>
}
