// RUN: rlx-opt %s --split-input-file --rlx-attend-over-caches --canonicalize | FileCheck %s
// RUN: rlx-opt %s --split-input-file --rlx-attend-over-caches -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-caches 2>&1 | FileCheck %s --check-prefix=REMARK

// A bias gets -inf for the rows that are not in use, once for both layers.
// REMARK: attention reads the cache in its place
// CHECK-LABEL: func.func @bias
// CHECK: %[[USED:.*]] = tensor.dim %arg5
// CHECK: %[[KEYS:.*]] = rlx.scatter_nd %arg0
// CHECK: %[[VALUES:.*]] = rlx.scatter_nd %arg1
// CHECK: %[[ROOM:.*]] = tensor.dim %[[KEYS]]
// CHECK: %[[REST:.*]] = arith.subi %[[ROOM]], %[[USED]]
// CHECK: %[[MASK:.*]] = rlx.pad constant %arg5, %{{.*}} low [0, 0, 0, 0] high [0, 0, 0, %[[REST]]]
// CHECK: rlx.attention %arg2, %[[KEYS]], %[[VALUES]], %[[MASK]] layout = bhsd mask = bias scale = 2.5
// CHECK-NOT: rlx.pad
// CHECK: rlx.attention %{{.*}}, %[[KEYS]], %[[VALUES]], %[[MASK]] layout = bhsd mask = bias softcap = 3.0
func.func @bias(%keys: tensor<1x2x?x4xf32>, %values: tensor<1x2x?x4xf32>, %q: tensor<1x2x?x4xf32>,
                %at: tensor<1x2x1x3xi64>, %row: tensor<1x2x1x4xf32>, %bias: tensor<1x1x?x?xf32>)
    -> tensor<1x2x?x4xf32> {
  %c3 = arith.constant 3 : index
  %n = tensor.dim %bias, %c3 : tensor<1x1x?x?xf32>
  %0 = rlx.scatter_nd %keys, %at, %row : (tensor<1x2x?x4xf32>, tensor<1x2x1x3xi64>, tensor<1x2x1x4xf32>) -> tensor<1x2x?x4xf32>
  %1 = rlx.scatter_nd %values, %at, %row : (tensor<1x2x?x4xf32>, tensor<1x2x1x3xi64>, tensor<1x2x1x4xf32>) -> tensor<1x2x?x4xf32>
  %2 = rlx.slice %0 from [0, 0, 0, 0] sizes [1, 2, %n, 4] : (tensor<1x2x?x4xf32>, index) -> tensor<1x2x?x4xf32>
  %3 = rlx.slice %1 from [0, 0, 0, 0] sizes [1, 2, %n, 4] : (tensor<1x2x?x4xf32>, index) -> tensor<1x2x?x4xf32>
  %4 = rlx.attention %q, %2, %3, %bias layout = bhsd mask = bias scale = 2.5 : (tensor<1x2x?x4xf32>, tensor<1x2x?x4xf32>, tensor<1x2x?x4xf32>, tensor<1x1x?x?xf32>) -> tensor<1x2x?x4xf32>
  %5 = rlx.attention %4, %2, %3, %bias layout = bhsd mask = bias softcap = 3.0 : (tensor<1x2x?x4xf32>, tensor<1x2x?x4xf32>, tensor<1x2x?x4xf32>, tensor<1x1x?x?xf32>) -> tensor<1x2x?x4xf32>
  return %5 : tensor<1x2x?x4xf32>
}

// -----

// Attention without a mask operand gets one over the rows in use, here along axis 1.
// CHECK-LABEL: func.func @causal
// CHECK: %[[USED:.*]] = tensor.dim %arg3
// CHECK: %[[KEYS:.*]] = rlx.scatter_elements %arg0
// CHECK: %[[ROOM:.*]] = tensor.dim %[[KEYS]]
// CHECK: %[[KEY:.*]] = rlx.iota from %{{.*}} to [1, 1, 1, %[[ROOM]]] axis = 3
// CHECK: %[[FIRST:.*]] = arith.subi %[[USED]], %{{.*}}
// CHECK: %[[LAST:.*]] = rlx.iota from %[[FIRST]] to [1, 1, 3, 1] axis = 2
// CHECK: %[[SEEN:.*]] = rlx.compare le %[[KEY]], %[[LAST]]
// CHECK: rlx.attention %arg1, %[[KEYS]], %[[KEYS]], %[[SEEN]] layout = bshd mask = custom
// CHECK: %[[ALL:.*]] = rlx.compare lt
// CHECK: rlx.attention %arg1, %[[KEYS]], %[[KEYS]], %[[ALL]] layout = bshd mask = custom
// CHECK: %[[RECENT:.*]] = rlx.compare ge
// CHECK: %[[NEAR:.*]] = rlx.and %{{.*}}, %[[RECENT]]
// CHECK: rlx.attention %arg1, %[[KEYS]], %[[KEYS]], %[[NEAR]] layout = bshd mask = custom :
func.func @causal(%cache: tensor<1x?x2x4xf32>, %q: tensor<1x3x2x4xf32>, %at: tensor<1x3x2x4xi64>, %used: tensor<?xf32>)
    -> (tensor<1x3x2x4xf32>, tensor<1x3x2x4xf32>, tensor<1x3x2x4xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %used, %c0 : tensor<?xf32>
  %0 = rlx.scatter_elements %cache, %at, %q axis = 1 reduction = none : (tensor<1x?x2x4xf32>, tensor<1x3x2x4xi64>, tensor<1x3x2x4xf32>) -> tensor<1x?x2x4xf32>
  %1 = rlx.slice %0 from [0, 0, 0, 0] sizes [1, %n, 2, 4] : (tensor<1x?x2x4xf32>, index) -> tensor<1x?x2x4xf32>
  %2 = rlx.attention %q, %1, %1 layout = bshd mask = causal : (tensor<1x3x2x4xf32>, tensor<1x?x2x4xf32>, tensor<1x?x2x4xf32>) -> tensor<1x3x2x4xf32>
  %3 = rlx.attention %q, %1, %1 layout = bshd mask = none : (tensor<1x3x2x4xf32>, tensor<1x?x2x4xf32>, tensor<1x?x2x4xf32>) -> tensor<1x3x2x4xf32>
  %4 = rlx.attention %q, %1, %1 layout = bshd mask = sliding_window window = 5 : (tensor<1x3x2x4xf32>, tensor<1x?x2x4xf32>, tensor<1x?x2x4xf32>) -> tensor<1x3x2x4xf32>
  return %2, %3, %4 : tensor<1x3x2x4xf32>, tensor<1x3x2x4xf32>, tensor<1x3x2x4xf32>
}

// -----

// Kept: a slice of something else, other rows than the first ones, and a mask that all keys share.
// REMARK: attention copies the rows of a cache: all keys share one element of its mask
// CHECK-LABEL: func.func @kept
// CHECK-COUNT-3: rlx.slice
// CHECK: rlx.attention %arg1, %[[A:.*]], %[[A]] layout
// CHECK: rlx.attention %arg1, %[[B:.*]], %[[B]] layout
// CHECK: rlx.attention %arg1, %[[C:.*]], %[[C]], %arg4 layout
func.func @kept(%cache: tensor<1x?x2x4xf32>, %q: tensor<1x3x2x4xf32>, %at: tensor<1x3x2x4xi64>, %used: tensor<?xf32>, %bias: tensor<1x1x3x1xf32>)
    -> (tensor<1x3x2x4xf32>, tensor<1x3x2x4xf32>, tensor<1x3x2x4xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %used, %c0 : tensor<?xf32>
  %0 = rlx.scatter_elements %cache, %at, %q axis = 1 reduction = none : (tensor<1x?x2x4xf32>, tensor<1x3x2x4xi64>, tensor<1x3x2x4xf32>) -> tensor<1x?x2x4xf32>
  %1 = rlx.slice %cache from [0, 0, 0, 0] sizes [1, %n, 2, 4] : (tensor<1x?x2x4xf32>, index) -> tensor<1x?x2x4xf32>
  %2 = rlx.slice %0 from [0, 1, 0, 0] sizes [1, %n, 2, 4] : (tensor<1x?x2x4xf32>, index) -> tensor<1x?x2x4xf32>
  %3 = rlx.slice %0 from [0, 0, 0, 0] sizes [1, %n, 2, 4] : (tensor<1x?x2x4xf32>, index) -> tensor<1x?x2x4xf32>
  %4 = rlx.attention %q, %1, %1 layout = bshd mask = none : (tensor<1x3x2x4xf32>, tensor<1x?x2x4xf32>, tensor<1x?x2x4xf32>) -> tensor<1x3x2x4xf32>
  %5 = rlx.attention %q, %2, %2 layout = bshd mask = none : (tensor<1x3x2x4xf32>, tensor<1x?x2x4xf32>, tensor<1x?x2x4xf32>) -> tensor<1x3x2x4xf32>
  %6 = rlx.attention %q, %3, %3, %bias layout = bshd mask = bias : (tensor<1x3x2x4xf32>, tensor<1x?x2x4xf32>, tensor<1x?x2x4xf32>, tensor<1x1x3x1xf32>) -> tensor<1x3x2x4xf32>
  return %4, %5, %6 : tensor<1x3x2x4xf32>, tensor<1x3x2x4xf32>, tensor<1x3x2x4xf32>
}
