// RUN: rlx-opt %s -split-input-file --rlx-fuse-attention -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-fuse 2>&1 | FileCheck %s

// A softmax between two products that is no attention: why, at the softmax.

// CHECK: remarks.mlir:[[#@LINE+5]]:8: remark: {{.*}}a softmax between two products is no attention: its weights have another user
func.func @probabilities_are_returned(%q: tensor<1x2x4x8xf32>, %kt: tensor<1x2x8x4xf32>, %v: tensor<1x2x4x8xf32>)
    -> (tensor<1x2x4x8xf32>, tensor<1x2x4x4xf32>) {
  %s = rlx.matmul %q, %kt : (tensor<1x2x4x8xf32>, tensor<1x2x8x4xf32>) -> tensor<1x2x4x4xf32>
  // The softmax.
  %p = rlx.softmax %s axis = -1 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %o = rlx.matmul %p, %v : (tensor<1x2x4x4xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
  return %o, %p : tensor<1x2x4x8xf32>, tensor<1x2x4x4xf32>
}

// -----

// CHECK: remark: {{.*}}is no attention: its weights are changed before the second product
func.func @head_mask(%q: tensor<1x2x4x8xf32>, %kt: tensor<1x2x8x4xf32>, %v: tensor<1x2x4x8xf32>, %m: tensor<2x1x1xf32>) -> tensor<1x2x4x8xf32> {
  %s = rlx.matmul %q, %kt : (tensor<1x2x4x8xf32>, tensor<1x2x8x4xf32>) -> tensor<1x2x4x4xf32>
  %p = rlx.softmax %s axis = -1 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %w = rlx.mul %p, %m : (tensor<1x2x4x4xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4x4xf32>
  %o = rlx.matmul %w, %v : (tensor<1x2x4x4xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
  return %o : tensor<1x2x4x8xf32>
}

// -----

// CHECK: remark: {{.*}}is no attention: it is over axis 2, not over the last one
func.func @other_axis(%q: tensor<1x2x4x8xf32>, %kt: tensor<1x2x8x4xf32>, %v: tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32> {
  %s = rlx.matmul %q, %kt : (tensor<1x2x4x8xf32>, tensor<1x2x8x4xf32>) -> tensor<1x2x4x4xf32>
  %p = rlx.softmax %s axis = 2 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %o = rlx.matmul %p, %v : (tensor<1x2x4x4xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
  return %o : tensor<1x2x4x8xf32>
}

// -----

// CHECK: remark: {{.*}}is no attention: 'rlx.relu' changes its scores
func.func @relu(%q: tensor<1x2x4x8xf32>, %kt: tensor<1x2x8x4xf32>, %v: tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32> {
  %s = rlx.matmul %q, %kt : (tensor<1x2x4x8xf32>, tensor<1x2x8x4xf32>) -> tensor<1x2x4x4xf32>
  %r = rlx.relu %s : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %p = rlx.softmax %r axis = 3 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %o = rlx.matmul %p, %v : (tensor<1x2x4x4xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
  return %o : tensor<1x2x4x8xf32>
}

// -----

// A softmax over rows of one matrix, such as of a classifier, is not reported.

// CHECK-NOT: remark
func.func @classifier(%x: tensor<4x8xf32>, %w: tensor<8x3xf32>, %u: tensor<3x2xf32>) -> tensor<4x2xf32> {
  %s = rlx.matmul %x, %w : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>
  %p = rlx.softmax %s axis = -1 : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %o = rlx.matmul %p, %u : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
  return %o : tensor<4x2xf32>
}
