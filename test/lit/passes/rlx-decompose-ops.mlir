// RUN: rlx-opt %s --rlx-decompose-ops | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops="keep=rlx.softmax,rlx.batch_norm" | FileCheck %s --check-prefix=KEEP
// RUN: rlx-opt %s --rlx-decompose-ops=keep-rows | FileCheck %s --check-prefix=ROWS
// RUN: rlx-opt %s --rlx-decompose-ops -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-decompose 2>&1 | FileCheck %s --check-prefix=REMARK

// A composite op becomes simpler rlx ops, unless it is kept.
// CHECK-LABEL: @softmax
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>
// CHECK: %[[MAX:.*]] = rlx.reduce_max %[[X]] axes = [1] {keep_dims = true}
// CHECK: rlx.sub %[[X]], %[[MAX]]
// CHECK: rlx.exp
// CHECK: rlx.reduce_sum
// CHECK: %[[R:.*]] = rlx.div
// CHECK: return %[[R]] : tensor<?x4xf32>
// KEEP-LABEL: @softmax
// KEEP: rlx.softmax
// KEEP-NOT: rlx.reduce_max
// ROWS-LABEL: @softmax
// ROWS: rlx.softmax
// ROWS-NOT: rlx.reduce_max
// REMARK: [Passed] Decomposed | Category:rlx-decompose{{.*}}rlx.softmax
func.func @softmax(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = rlx.softmax %x axis = 1 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// A composite op of composite ops is decomposed fully, or down to the ops that stay.
// CHECK-LABEL: @nested
// CHECK-NOT: rlx.softmax
// CHECK: rlx.exp
// CHECK: rlx.neg
// KEEP-LABEL: @nested
// KEEP: %[[WEIGHTS:.*]] = rlx.softmax %{{.*}} axis = -1
// KEEP: rlx.neg %[[WEIGHTS]]
// REMARK: rlx.custom_fn
func.func @nested(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = rlx.custom_fn %x : (tensor<?x4xf32>) -> tensor<?x4xf32> {
  ^bb0(%a: tensor<?x4xf32>):
    %1 = rlx.softmax %a axis = -1 : (tensor<?x4xf32>) -> tensor<?x4xf32>
    %2 = rlx.neg %1 : (tensor<?x4xf32>) -> tensor<?x4xf32>
    rlx.yield %2 : tensor<?x4xf32>
  }
  return %0 : tensor<?x4xf32>
}

// Ops that reduce one row several times, and others.
// ROWS-LABEL: @rows
// ROWS: rlx.log_softmax
// ROWS: rlx.layer_norm
// ROWS: rlx.rms_norm
// ROWS: rlx.fused_residual_ln
// ROWS: rlx.fused_residual_rms_norm
// ROWS-NOT: rlx.custom_fn
// ROWS: rlx.neg
func.func @rows(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = rlx.log_softmax %x axis = 1 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = rlx.layer_norm %0 axis = 1 eps = 0.5 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = rlx.rms_norm %1 axis = 1 eps = 0.5 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %3 = rlx.fused_residual_ln %2, %x axis = 1 eps = 0.5 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %4 = rlx.fused_residual_rms_norm %3, %x axis = 1 eps = 0.5 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %5 = rlx.custom_fn %4 : (tensor<?x4xf32>) -> tensor<?x4xf32> {
  ^bb0(%a: tensor<?x4xf32>):
    %6 = rlx.neg %a : (tensor<?x4xf32>) -> tensor<?x4xf32>
    rlx.yield %6 : tensor<?x4xf32>
  }
  return %5 : tensor<?x4xf32>
}

// The result keeps its declared type, whether inference gives a more or less refined one.
// CHECK-LABEL: @declared_open
// CHECK: %[[R:.*]] = rlx.div {{.*}} -> tensor<?x?xf32>
// CHECK: return %[[R]] : tensor<?x?xf32>
func.func @declared_open(%x: tensor<2x4xf32>) -> tensor<?x?xf32> {
  %0 = rlx.softmax %x axis = 1 : (tensor<2x4xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: @declared_static
// CHECK: %[[R:.*]] = rlx.div {{.*}} -> tensor<2x4xf32>
// CHECK: return %[[R]] : tensor<2x4xf32>
func.func @declared_static(%x: tensor<?x4xf32>) -> tensor<2x4xf32> {
  %0 = rlx.softmax %x axis = 1 : (tensor<?x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// The same if one op replaces another.
// CHECK-LABEL: @one_for_one
// CHECK-SAME: %[[X:.*]]: tensor<2x4xf32>
// CHECK: %[[M:.*]] = rlx.matmul %[[X]], %{{.*}} -> tensor<?x?xf32>
// CHECK: return %[[M]] : tensor<?x?xf32>
func.func @one_for_one(%x: tensor<2x4xf32>, %w: tensor<4x3xf32>) -> tensor<?x?xf32> {
  %0 = rlx.fused_matmul_bias_act %x, %w activation = none
      : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Core and elementwise ops do not change.
// CHECK-LABEL: @core
// CHECK: rlx.matmul
// CHECK: rlx.gelu
// REMARK-NOT: rlx.gelu
func.func @core(%x: tensor<2x4xf32>, %w: tensor<4x3xf32>) -> tensor<2x3xf32> {
  %0 = rlx.matmul %x, %w : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  %1 = rlx.gelu %0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
