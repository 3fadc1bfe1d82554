// RUN: rlx-opt %s -split-input-file --rlx-fuse-attention --canonicalize | FileCheck %s

// The form of BERT exporters. All transposes cancel.

// CHECK-LABEL: @bert
// CHECK-SAME: %[[Q:.*]]: tensor<2x?x12x32xf32>, %[[K:.*]]: tensor<2x?x12x32xf32>, %[[V:.*]]: tensor<2x?x12x32xf32>, %[[MASK:.*]]: tensor<2x1x1x?xf32>
// CHECK-NEXT: %[[R:.*]] = rlx.attention %[[Q]], %[[K]], %[[V]], %[[MASK]] layout = bshd mask = bias scale = 1.250000e-01
// CHECK-NEXT: return %[[R]]
func.func @bert(%q: tensor<2x?x12x32xf32>, %k: tensor<2x?x12x32xf32>, %v: tensor<2x?x12x32xf32>,
                %mask: tensor<2x1x1x?xf32>) -> tensor<2x?x12x32xf32> {
  %c8 = rlx.constant dense<8.0> : tensor<f32>
  %qt = rlx.transpose %q perm = [0, 2, 1, 3] : (tensor<2x?x12x32xf32>) -> tensor<2x12x?x32xf32>
  %kt = rlx.transpose %k perm = [0, 2, 3, 1] : (tensor<2x?x12x32xf32>) -> tensor<2x12x32x?xf32>
  %vt = rlx.transpose %v perm = [0, 2, 1, 3] : (tensor<2x?x12x32xf32>) -> tensor<2x12x?x32xf32>
  %s0 = rlx.matmul %qt, %kt : (tensor<2x12x?x32xf32>, tensor<2x12x32x?xf32>) -> tensor<2x12x?x?xf32>
  %s1 = rlx.div %s0, %c8 : (tensor<2x12x?x?xf32>, tensor<f32>) -> tensor<2x12x?x?xf32>
  %s2 = rlx.add %s1, %mask : (tensor<2x12x?x?xf32>, tensor<2x1x1x?xf32>) -> tensor<2x12x?x?xf32>
  %p = rlx.softmax %s2 axis = -1 : (tensor<2x12x?x?xf32>) -> tensor<2x12x?x?xf32>
  %o = rlx.matmul %p, %vt : (tensor<2x12x?x?xf32>, tensor<2x12x?x32xf32>) -> tensor<2x12x?x32xf32>
  %r = rlx.transpose %o perm = [0, 2, 1, 3] : (tensor<2x12x?x32xf32>) -> tensor<2x?x12x32xf32>
  return %r : tensor<2x?x12x32xf32>
}

// -----

// Probabilities with another user must be computed.

// CHECK-LABEL: @probabilities_are_returned
// CHECK-NOT: rlx.attention
func.func @probabilities_are_returned(%q: tensor<1x2x4x8xf32>, %kt: tensor<1x2x8x4xf32>, %v: tensor<1x2x4x8xf32>)
    -> (tensor<1x2x4x8xf32>, tensor<1x2x4x4xf32>) {
  %s = rlx.matmul %q, %kt : (tensor<1x2x4x8xf32>, tensor<1x2x8x4xf32>) -> tensor<1x2x4x4xf32>
  %p = rlx.softmax %s axis = -1 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %o = rlx.matmul %p, %v : (tensor<1x2x4x4xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
  return %o, %p : tensor<1x2x4x8xf32>, tensor<1x2x4x4xf32>
}

// -----

// A softmax over queries is not attention.

// CHECK-LABEL: @other_axis
// CHECK-NOT: rlx.attention
func.func @other_axis(%q: tensor<1x2x4x8xf32>, %kt: tensor<1x2x8x4xf32>, %v: tensor<1x2x4x8xf32>)
    -> tensor<1x2x4x8xf32> {
  %s = rlx.matmul %q, %kt : (tensor<1x2x4x8xf32>, tensor<1x2x8x4xf32>) -> tensor<1x2x4x4xf32>
  %p = rlx.softmax %s axis = 2 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %o = rlx.matmul %p, %v : (tensor<1x2x4x4xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
  return %o : tensor<1x2x4x8xf32>
}

// -----

// A mask that adds heads to the scores makes a larger result than attention would.

// CHECK-LABEL: @mask_enlarges
// CHECK-NOT: rlx.attention
func.func @mask_enlarges(%q: tensor<1x1x4x8xf32>, %kt: tensor<1x1x8x4xf32>, %v: tensor<1x1x4x8xf32>, %m: tensor<1x2x4x4xf32>)
    -> tensor<1x2x4x8xf32> {
  %s = rlx.matmul %q, %kt : (tensor<1x1x4x8xf32>, tensor<1x1x8x4xf32>) -> tensor<1x1x4x4xf32>
  %a = rlx.add %s, %m : (tensor<1x1x4x4xf32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %p = rlx.softmax %a axis = -1 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %o = rlx.matmul %p, %v : (tensor<1x2x4x4xf32>, tensor<1x1x4x8xf32>) -> tensor<1x2x4x8xf32>
  return %o : tensor<1x2x4x8xf32>
}

// -----

// So does a scale with more heads.

// CHECK-LABEL: @scale_enlarges
// CHECK-NOT: rlx.attention
func.func @scale_enlarges(%q: tensor<1x1x4x8xf32>, %kt: tensor<1x1x8x4xf32>, %v: tensor<1x1x4x8xf32>) -> tensor<1x2x4x8xf32> {
  %c = rlx.constant dense<0.5> : tensor<1x2x1x1xf32>
  %s = rlx.matmul %q, %kt : (tensor<1x1x4x8xf32>, tensor<1x1x8x4xf32>) -> tensor<1x1x4x4xf32>
  %a = rlx.mul %s, %c : (tensor<1x1x4x4xf32>, tensor<1x2x1x1xf32>) -> tensor<1x2x4x4xf32>
  %p = rlx.softmax %a axis = -1 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %o = rlx.matmul %p, %v : (tensor<1x2x4x4xf32>, tensor<1x1x4x8xf32>) -> tensor<1x2x4x8xf32>
  return %o : tensor<1x2x4x8xf32>
}
