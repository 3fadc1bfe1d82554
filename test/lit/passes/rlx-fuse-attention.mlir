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

// -----

// Keys and values as a cache holds them, four query heads each, by Unsqueeze, Expand and Reshape. They
// are read where they are.

// CHECK-LABEL: @grouped
// CHECK-SAME: %[[Q:.*]]: tensor<?x8x?x16xf32>{{.*}}, %[[K:.*]]: tensor<?x2x?x16xf32>{{.*}}, %[[V:.*]]: tensor<?x2x?x16xf32>{{.*}}, %[[MASK:.*]]: tensor<?x1x?x?xi1>
// CHECK-NOT: rlx.transpose
// CHECK-NOT: rlx.expand
// CHECK: %[[BIAS:.*]] = rlx.where %[[MASK]], %{{.*}}, %{{.*}} : (tensor<?x1x?x?xi1>, tensor<f32>, tensor<f32>)
// CHECK-NEXT: rlx.attention %[[Q]], %[[K]], %[[V]], %[[BIAS]] layout = bhsd mask = bias scale = 2.500000e-01
// CHECK-NOT: rlx.matmul
func.func @grouped(%q: tensor<?x8x?x16xf32> {rlx.dims = ["b", "", "s", ""]},
                   %k: tensor<?x2x?x16xf32> {rlx.dims = ["b", "", "t", ""]},
                   %v: tensor<?x2x?x16xf32> {rlx.dims = ["b", "", "t", ""]},
                   %mask: tensor<?x1x?x?xi1> {rlx.dims = ["b", "", "s", "t"]}) -> tensor<?x8x?x16xf32> {
  %lowest = rlx.constant dense<0xFF800000> : tensor<f32>
  %half = rlx.constant dense<0.5> : tensor<f32>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %b = tensor.dim %k, %c0 : tensor<?x2x?x16xf32>
  %t = tensor.dim %k, %c2 : tensor<?x2x?x16xf32>
  %k1 = rlx.reshape %k to [%b, 2, 1, %t, 16] : (tensor<?x2x?x16xf32>, index, index) -> tensor<?x2x1x?x16xf32>
  %k2 = rlx.expand %k1 to [%b, 2, 4, %t, 16] : (tensor<?x2x1x?x16xf32>, index, index) -> tensor<?x2x4x?x16xf32>
  %k3 = rlx.reshape %k2 to [%b, 8, %t, 16] : (tensor<?x2x4x?x16xf32>, index, index) -> tensor<?x8x?x16xf32>
  %k4 = rlx.transpose %k3 perm = [0, 1, 3, 2] : (tensor<?x8x?x16xf32>) -> tensor<?x8x16x?xf32>
  %k5 = rlx.mul %k4, %half : (tensor<?x8x16x?xf32>, tensor<f32>) -> tensor<?x8x16x?xf32>
  %q1 = rlx.mul %half, %q : (tensor<f32>, tensor<?x8x?x16xf32>) -> tensor<?x8x?x16xf32>
  %v1 = rlx.reshape %v to [%b, 2, 1, %t, 16] : (tensor<?x2x?x16xf32>, index, index) -> tensor<?x2x1x?x16xf32>
  %v2 = rlx.expand %v1 to [%b, 2, 4, %t, 16] : (tensor<?x2x1x?x16xf32>, index, index) -> tensor<?x2x4x?x16xf32>
  %v3 = rlx.reshape %v2 to [%b, 8, %t, 16] : (tensor<?x2x4x?x16xf32>, index, index) -> tensor<?x8x?x16xf32>
  %s0 = rlx.matmul %q1, %k5 : (tensor<?x8x?x16xf32>, tensor<?x8x16x?xf32>) -> tensor<?x8x?x?xf32>
  %s1 = rlx.where %mask, %s0, %lowest : (tensor<?x1x?x?xi1>, tensor<?x8x?x?xf32>, tensor<f32>) -> tensor<?x8x?x?xf32>
  %p = rlx.softmax %s1 axis = 3 : (tensor<?x8x?x?xf32>) -> tensor<?x8x?x?xf32>
  %o = rlx.matmul %p, %v3 : (tensor<?x8x?x?xf32>, tensor<?x8x?x16xf32>) -> tensor<?x8x?x16xf32>
  return %o : tensor<?x8x?x16xf32>
}

// -----

// Heads 0, 1, 0, 1 are no groups of adjacent heads.

// CHECK-LABEL: @alternating_heads
// CHECK: rlx.expand
// CHECK: rlx.expand
// CHECK: rlx.attention {{.*}} (tensor<1x4x3x8xf32>, tensor<1x4x5x8xf32>, tensor<1x4x5x8xf32>)
func.func @alternating_heads(%q: tensor<1x4x3x8xf32>, %k: tensor<1x2x5x8xf32>, %v: tensor<1x2x5x8xf32>) -> tensor<1x4x3x8xf32> {
  %k1 = rlx.reshape %k to [1, 1, 2, 5, 8] : (tensor<1x2x5x8xf32>) -> tensor<1x1x2x5x8xf32>
  %k2 = rlx.expand %k1 to [1, 2, 2, 5, 8] : (tensor<1x1x2x5x8xf32>) -> tensor<1x2x2x5x8xf32>
  %k3 = rlx.reshape %k2 to [1, 4, 5, 8] : (tensor<1x2x2x5x8xf32>) -> tensor<1x4x5x8xf32>
  %v1 = rlx.reshape %v to [1, 1, 2, 5, 8] : (tensor<1x2x5x8xf32>) -> tensor<1x1x2x5x8xf32>
  %v2 = rlx.expand %v1 to [1, 2, 2, 5, 8] : (tensor<1x1x2x5x8xf32>) -> tensor<1x2x2x5x8xf32>
  %v3 = rlx.reshape %v2 to [1, 4, 5, 8] : (tensor<1x2x2x5x8xf32>) -> tensor<1x4x5x8xf32>
  %kt = rlx.transpose %k3 perm = [0, 1, 3, 2] : (tensor<1x4x5x8xf32>) -> tensor<1x4x8x5xf32>
  %s = rlx.matmul %q, %kt : (tensor<1x4x3x8xf32>, tensor<1x4x8x5xf32>) -> tensor<1x4x3x5xf32>
  %p = rlx.softmax %s axis = -1 : (tensor<1x4x3x5xf32>) -> tensor<1x4x3x5xf32>
  %o = rlx.matmul %p, %v3 : (tensor<1x4x3x5xf32>, tensor<1x4x5x8xf32>) -> tensor<1x4x3x8xf32>
  return %o : tensor<1x4x3x8xf32>
}

// -----

// A finite number hides scores, too. As a bias it is so low that it keeps the weights of rows without
// any key equal. Rows that are NaN become 0.

// CHECK-LABEL: @where_finite
// CHECK-SAME: %[[Q:.*]]: tensor<1x2x4x8xf32>, %[[K:.*]]: tensor<1x2x4x8xf32>, %[[V:.*]]: tensor<1x2x4x8xf32>, %[[HIDE:.*]]: tensor<4x4xi1>
// CHECK-DAG: %[[LOW:.*]] = rlx.constant dense<-1.000000e+30>
// CHECK-DAG: %[[ZERO:.*]] = rlx.constant dense<0.0
// CHECK: %[[BIAS:.*]] = rlx.where %[[HIDE]], %[[LOW]], %[[ZERO]]
// CHECK-NEXT: %[[R:.*]] = rlx.attention %[[Q]], %[[K]], %[[V]], %[[BIAS]] layout = bhsd mask = bias
// CHECK-NEXT: return %[[R]]
func.func @where_finite(%q: tensor<1x2x4x8xf32>, %k: tensor<1x2x4x8xf32>, %v: tensor<1x2x4x8xf32>, %hide: tensor<4x4xi1>) -> tensor<1x2x4x8xf32> {
  %low = rlx.constant dense<-10000.0> : tensor<f32>
  %zero = rlx.constant dense<0.0> : tensor<f32>
  %kt = rlx.transpose %k perm = [0, 1, 3, 2] : (tensor<1x2x4x8xf32>) -> tensor<1x2x8x4xf32>
  %s0 = rlx.matmul %q, %kt : (tensor<1x2x4x8xf32>, tensor<1x2x8x4xf32>) -> tensor<1x2x4x4xf32>
  %s1 = rlx.where %hide, %low, %s0 : (tensor<4x4xi1>, tensor<f32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %p = rlx.softmax %s1 axis = -1 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %n = rlx.is_nan %p : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xi1>
  %w = rlx.where %n, %zero, %p : (tensor<1x2x4x4xi1>, tensor<f32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %o = rlx.matmul %w, %v : (tensor<1x2x4x4xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
  return %o : tensor<1x2x4x8xf32>
}

// -----

// -5 does not hide a score.

// CHECK-LABEL: @where_small
// CHECK-NOT: rlx.attention
func.func @where_small(%q: tensor<1x2x4x8xf32>, %kt: tensor<1x2x8x4xf32>, %v: tensor<1x2x4x8xf32>, %keep: tensor<4x4xi1>) -> tensor<1x2x4x8xf32> {
  %low = rlx.constant dense<-5.0> : tensor<f32>
  %s0 = rlx.matmul %q, %kt : (tensor<1x2x4x8xf32>, tensor<1x2x8x4xf32>) -> tensor<1x2x4x4xf32>
  %s1 = rlx.where %keep, %s0, %low : (tensor<4x4xi1>, tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %p = rlx.softmax %s1 axis = -1 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %o = rlx.matmul %p, %v : (tensor<1x2x4x4xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
  return %o : tensor<1x2x4x8xf32>
}

// -----

// A comparison of positions; the queries are the last of the keys. The second function is off by one.

// CHECK-LABEL: @causal
// CHECK: rlx.attention %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}} layout = bhsd mask = causal
func.func @causal(%q: tensor<1x2x?x8xf32> {rlx.dims = ["", "", "s", ""]}, %k: tensor<1x2x?x8xf32> {rlx.dims = ["", "", "t", ""]},
                  %v: tensor<1x2x?x8xf32> {rlx.dims = ["", "", "t", ""]}) -> tensor<1x2x?x8xf32> {
  %low = rlx.constant dense<-10000.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %s = tensor.dim %q, %c2 : tensor<1x2x?x8xf32>
  %t = tensor.dim %k, %c2 : tensor<1x2x?x8xf32>
  %past = arith.subi %t, %s : index
  %rows = rlx.iota from %past to [%s, 1] axis = 0 : (index, index) -> tensor<?x1xi64>
  %columns = rlx.iota from %c0 to [1, %t] axis = 1 : (index, index) -> tensor<1x?xi64>
  %keep = rlx.compare ge %rows, %columns : (tensor<?x1xi64>, tensor<1x?xi64>) -> tensor<?x?xi1>
  %kt = rlx.transpose %k perm = [0, 1, 3, 2] : (tensor<1x2x?x8xf32>) -> tensor<1x2x8x?xf32>
  %s0 = rlx.matmul %q, %kt : (tensor<1x2x?x8xf32>, tensor<1x2x8x?xf32>) -> tensor<1x2x?x?xf32>
  %s1 = rlx.where %keep, %s0, %low : (tensor<?x?xi1>, tensor<1x2x?x?xf32>, tensor<f32>) -> tensor<1x2x?x?xf32>
  %p = rlx.softmax %s1 axis = -1 : (tensor<1x2x?x?xf32>) -> tensor<1x2x?x?xf32>
  %o = rlx.matmul %p, %v : (tensor<1x2x?x?xf32>, tensor<1x2x?x8xf32>) -> tensor<1x2x?x8xf32>
  return %o : tensor<1x2x?x8xf32>
}

// CHECK-LABEL: @causal_but_one
// CHECK: rlx.attention {{.*}} mask = bias
func.func @causal_but_one(%q: tensor<1x2x?x8xf32> {rlx.dims = ["", "", "s", ""]}, %k: tensor<1x2x?x8xf32> {rlx.dims = ["", "", "s", ""]}) -> tensor<1x2x?x8xf32> {
  %low = rlx.constant dense<-10000.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %s = tensor.dim %q, %c2 : tensor<1x2x?x8xf32>
  %rows = rlx.iota from %c0 to [%s, 1] axis = 0 : (index, index) -> tensor<?x1xi64>
  %columns = rlx.iota from %c0 to [1, %s] axis = 1 : (index, index) -> tensor<1x?xi64>
  %keep = rlx.compare gt %rows, %columns : (tensor<?x1xi64>, tensor<1x?xi64>) -> tensor<?x?xi1>
  %kt = rlx.transpose %k perm = [0, 1, 3, 2] : (tensor<1x2x?x8xf32>) -> tensor<1x2x8x?xf32>
  %s0 = rlx.matmul %q, %kt : (tensor<1x2x?x8xf32>, tensor<1x2x8x?xf32>) -> tensor<1x2x?x?xf32>
  %s1 = rlx.where %keep, %s0, %low : (tensor<?x?xi1>, tensor<1x2x?x?xf32>, tensor<f32>) -> tensor<1x2x?x?xf32>
  %p = rlx.softmax %s1 axis = -1 : (tensor<1x2x?x?xf32>) -> tensor<1x2x?x?xf32>
  %o = rlx.matmul %p, %k : (tensor<1x2x?x?xf32>, tensor<1x2x?x8xf32>) -> tensor<1x2x?x8xf32>
  return %o : tensor<1x2x?x8xf32>
}

// -----

// Batch and heads are one dimension, but where the mask is added. All reshapes and transposes cancel.

// CHECK-LABEL: @flat_heads
// CHECK-SAME: %[[Q:.*]]: tensor<2x5x4x8xf32>, %[[K:.*]]: tensor<2x5x4x8xf32>, %[[MASK:.*]]: tensor<2x1x5x5xf32>
// CHECK-NEXT: %[[R:.*]] = rlx.attention %[[Q]], %[[K]], %[[K]], %[[MASK]] layout = bshd mask = bias scale = 1.000000e+00
// CHECK-NEXT: return %[[R]]
func.func @flat_heads(%q: tensor<2x5x4x8xf32>, %k: tensor<2x5x4x8xf32>, %mask: tensor<2x1x5x5xf32>) -> tensor<2x5x4x8xf32> {
  %q1 = rlx.transpose %q perm = [0, 2, 1, 3] : (tensor<2x5x4x8xf32>) -> tensor<2x4x5x8xf32>
  %q2 = rlx.reshape %q1 to [8, 5, 8] : (tensor<2x4x5x8xf32>) -> tensor<8x5x8xf32>
  %k1 = rlx.transpose %k perm = [0, 2, 1, 3] : (tensor<2x5x4x8xf32>) -> tensor<2x4x5x8xf32>
  %k2 = rlx.reshape %k1 to [8, 5, 8] : (tensor<2x4x5x8xf32>) -> tensor<8x5x8xf32>
  %kt = rlx.transpose %k2 perm = [0, 2, 1] : (tensor<8x5x8xf32>) -> tensor<8x8x5xf32>
  %s0 = rlx.matmul %q2, %kt : (tensor<8x5x8xf32>, tensor<8x8x5xf32>) -> tensor<8x5x5xf32>
  %s1 = rlx.reshape %s0 to [2, 4, 5, 5] : (tensor<8x5x5xf32>) -> tensor<2x4x5x5xf32>
  %s2 = rlx.add %s1, %mask : (tensor<2x4x5x5xf32>, tensor<2x1x5x5xf32>) -> tensor<2x4x5x5xf32>
  %s3 = rlx.reshape %s2 to [8, 5, 5] : (tensor<2x4x5x5xf32>) -> tensor<8x5x5xf32>
  %p = rlx.softmax %s3 axis = -1 : (tensor<8x5x5xf32>) -> tensor<8x5x5xf32>
  %o = rlx.matmul %p, %k2 : (tensor<8x5x5xf32>, tensor<8x5x8xf32>) -> tensor<8x5x8xf32>
  %o1 = rlx.reshape %o to [2, 4, 5, 8] : (tensor<8x5x8xf32>) -> tensor<2x4x5x8xf32>
  %o2 = rlx.transpose %o1 perm = [0, 2, 1, 3] : (tensor<2x4x5x8xf32>) -> tensor<2x5x4x8xf32>
  return %o2 : tensor<2x5x4x8xf32>
}

// -----

// Keras: contractions in its own order. The scores come transposed, and the soft cap stays.

// CHECK-LABEL: @contractions
// CHECK-SAME: %[[Q:.*]]: tensor<2x5x4x8xf32>, %[[K:.*]]: tensor<2x7x4x8xf32>
// CHECK-NEXT: %[[R:.*]] = rlx.attention %[[Q]], %[[K]], %[[K]] layout = bshd mask = none scale = 5.000000e-01 softcap = 3.000000e+01
// CHECK-NEXT: return %[[R]]
func.func @contractions(%q: tensor<2x5x4x8xf32>, %k: tensor<2x7x4x8xf32>) -> tensor<2x5x4x8xf32> {
  %scale = rlx.constant dense<60.0> : tensor<f32>
  %cap = rlx.constant dense<30.0> : tensor<f32>
  %s0 = rlx.dot_general %k, %q batch [0, 2] x [0, 2] contract [3] x [3] : (tensor<2x7x4x8xf32>, tensor<2x5x4x8xf32>) -> tensor<2x4x7x5xf32>
  %s1 = rlx.transpose %s0 perm = [0, 1, 3, 2] : (tensor<2x4x7x5xf32>) -> tensor<2x4x5x7xf32>
  %s2 = rlx.div %s1, %scale : (tensor<2x4x5x7xf32>, tensor<f32>) -> tensor<2x4x5x7xf32>
  %s3 = rlx.tanh %s2 : (tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %s4 = rlx.mul %s3, %cap : (tensor<2x4x5x7xf32>, tensor<f32>) -> tensor<2x4x5x7xf32>
  %p = rlx.softmax %s4 axis = 3 : (tensor<2x4x5x7xf32>) -> tensor<2x4x5x7xf32>
  %o = rlx.dot_general %p, %k batch [0, 1] x [0, 2] contract [3] x [1] : (tensor<2x4x5x7xf32>, tensor<2x7x4x8xf32>) -> tensor<2x4x5x8xf32>
  %r = rlx.transpose %o perm = [0, 2, 1, 3] : (tensor<2x4x5x8xf32>) -> tensor<2x5x4x8xf32>
  return %r : tensor<2x5x4x8xf32>
}

// -----

// Scores of f16 with a softmax and a mask of f32.

// CHECK-LABEL: @half
// CHECK-SAME: %[[Q:.*]]: tensor<1x2x4x8xf16>, %[[K:.*]]: tensor<1x2x4x8xf16>, %[[MASK:.*]]: tensor<4x4xf32>
// CHECK: %[[FINITE:.*]] = rlx.max %[[MASK]]
// CHECK: %[[BIAS:.*]] = rlx.cast %[[FINITE]] to f16
// CHECK: rlx.attention %[[Q]], %[[K]], %[[K]], %[[BIAS]] layout = bhsd mask = bias {{.*}} -> tensor<1x2x4x8xf16>
func.func @half(%q: tensor<1x2x4x8xf16>, %k: tensor<1x2x4x8xf16>, %mask: tensor<4x4xf32>) -> tensor<1x2x4x8xf16> {
  %kt = rlx.transpose %k perm = [0, 1, 3, 2] : (tensor<1x2x4x8xf16>) -> tensor<1x2x8x4xf16>
  %s0 = rlx.matmul %q, %kt : (tensor<1x2x4x8xf16>, tensor<1x2x8x4xf16>) -> tensor<1x2x4x4xf16>
  %s1 = rlx.cast %s0 to f32 : (tensor<1x2x4x4xf16>) -> tensor<1x2x4x4xf32>
  %s2 = rlx.add %s1, %mask : (tensor<1x2x4x4xf32>, tensor<4x4xf32>) -> tensor<1x2x4x4xf32>
  %p = rlx.softmax %s2 axis = -1 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %w = rlx.cast %p to f16 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf16>
  %o = rlx.matmul %w, %k : (tensor<1x2x4x4xf16>, tensor<1x2x4x8xf16>) -> tensor<1x2x4x8xf16>
  return %o : tensor<1x2x4x8xf16>
}

// -----

// Weights times a mask of heads are no weights of attention, and a clamp to [-1, 1] changes scores.

// CHECK-LABEL: @head_mask
// CHECK-NOT: rlx.attention
func.func @head_mask(%q: tensor<1x2x4x8xf32>, %kt: tensor<1x2x8x4xf32>, %v: tensor<1x2x4x8xf32>, %m: tensor<2x1x1xf32>) -> tensor<1x2x4x8xf32> {
  %s = rlx.matmul %q, %kt : (tensor<1x2x4x8xf32>, tensor<1x2x8x4xf32>) -> tensor<1x2x4x4xf32>
  %p = rlx.softmax %s axis = -1 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %w = rlx.mul %p, %m : (tensor<1x2x4x4xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4x4xf32>
  %o = rlx.matmul %w, %v : (tensor<1x2x4x4xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
  return %o : tensor<1x2x4x8xf32>
}

// CHECK-LABEL: @clamped
// CHECK-NOT: rlx.attention
func.func @clamped(%q: tensor<1x2x4x8xf32>, %kt: tensor<1x2x8x4xf32>, %v: tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32> {
  %s = rlx.matmul %q, %kt : (tensor<1x2x4x8xf32>, tensor<1x2x8x4xf32>) -> tensor<1x2x4x4xf32>
  %c = rlx.clamp %s {max = 1.0 : f32, min = -1.0 : f32} : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %p = rlx.softmax %c axis = -1 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %o = rlx.matmul %p, %v : (tensor<1x2x4x4xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
  return %o : tensor<1x2x4x8xf32>
}

// -----

// The product repeats the only key matrix, but there are four of values.

// CHECK-LABEL: @one_key_matrix
// CHECK-NOT: rlx.attention
func.func @one_key_matrix(%q: tensor<4x3x8xf32>, %kt: tensor<1x8x5xf32>, %v: tensor<4x5x8xf32>) -> tensor<4x3x8xf32> {
  %s = rlx.matmul %q, %kt : (tensor<4x3x8xf32>, tensor<1x8x5xf32>) -> tensor<4x3x5xf32>
  %p = rlx.softmax %s axis = -1 : (tensor<4x3x5xf32>) -> tensor<4x3x5xf32>
  %o = rlx.matmul %p, %v : (tensor<4x3x5xf32>, tensor<4x5x8xf32>) -> tensor<4x3x8xf32>
  return %o : tensor<4x3x8xf32>
}

// A bias of heads and a mask where batch and heads are two dimensions.

// CHECK-LABEL: @bias_of_heads
// CHECK: rlx.attention {{.*}} layout = bhsd mask = bias {{.*}} tensor<4x3x3xf32>) -> tensor<2x4x3x8xf32>
func.func @bias_of_heads(%q: tensor<8x3x8xf32>, %k: tensor<8x3x8xf32>, %bias: tensor<4x3x3xf32>) -> tensor<8x3x8xf32> {
  %kt = rlx.transpose %k perm = [0, 2, 1] : (tensor<8x3x8xf32>) -> tensor<8x8x3xf32>
  %s0 = rlx.matmul %q, %kt : (tensor<8x3x8xf32>, tensor<8x8x3xf32>) -> tensor<8x3x3xf32>
  %s1 = rlx.reshape %s0 to [2, 4, 3, 3] : (tensor<8x3x3xf32>) -> tensor<2x4x3x3xf32>
  %s2 = rlx.add %s1, %bias : (tensor<2x4x3x3xf32>, tensor<4x3x3xf32>) -> tensor<2x4x3x3xf32>
  %s3 = rlx.reshape %s2 to [8, 3, 3] : (tensor<2x4x3x3xf32>) -> tensor<8x3x3xf32>
  %p = rlx.softmax %s3 axis = -1 : (tensor<8x3x3xf32>) -> tensor<8x3x3xf32>
  %o = rlx.matmul %p, %k : (tensor<8x3x3xf32>, tensor<8x3x8xf32>) -> tensor<8x3x8xf32>
  return %o : tensor<8x3x8xf32>
}
