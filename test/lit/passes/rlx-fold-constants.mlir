// RUN: rlx-opt %s --rlx-fold-constants --canonicalize | FileCheck %s
// RUN: rlx-opt %s --rlx-fold-constants=max-elements=3 --canonicalize | FileCheck %s --check-prefix=SMALL
// RUN: rlx-opt %s --rlx-fold-constants=indices-only | FileCheck %s --check-prefix=INDICES

// CHECK-LABEL: @chain
// SMALL-LABEL: @chain
func.func @chain() -> tensor<2xf32> {
  // CHECK-NOT: rlx.mul
  // CHECK: %[[C:.*]] = {{arith|rlx}}.constant dense<[1.200000e+01, 2.400000e+01]> : tensor<2xf32>
  // CHECK: return %[[C]]
  // SMALL-NOT: rlx.mul
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant dense<3.0> : tensor<f32>
  %0 = rlx.add %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = rlx.mul %0, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %2 = rlx.add %1, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// No folding above the limit.
// CHECK-LABEL: @limit
// CHECK-NOT: rlx.add
// SMALL-LABEL: @limit
// SMALL: rlx.add
func.func @limit() -> tensor<4xf32> {
  %a = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = rlx.add %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// The result type becomes more refined, and with it the function's. Index arithmetic is folded too.
// CHECK-LABEL: @sizes
// CHECK-SAME: -> tensor<2x3xf32>
func.func @sizes() -> tensor<?x?xf32> {
  // CHECK: %[[C:.*]] = {{arith|rlx}}.constant dense<1.000000e+00> : tensor<2x3xf32>
  // CHECK: return %[[C]] : tensor<2x3xf32>
  %a = arith.constant dense<1.0> : tensor<6xf32>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %d = tensor.dim %a, %c0 : tensor<6xf32>
  %n = arith.divsi %d, %c2 : index
  %0 = rlx.reshape %a to [%c2, %n] : (tensor<6xf32>, index, index) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A called function keeps its type, and so does the op.
// CHECK-LABEL: func.func private @called
// CHECK-SAME: -> tensor<?xf32>
func.func private @called() -> tensor<?xf32> {
  // CHECK: rlx.reshape
  %a = arith.constant dense<1.0> : tensor<6x1xf32>
  %c6 = arith.constant 6 : index
  %0 = rlx.reshape %a to [%c6] : (tensor<6x1xf32>, index) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @caller() -> tensor<?xf32> {
  %0 = call @called() : () -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Ops that depend on an argument are not folded, nor ops that fail on their constants.
// CHECK-LABEL: @stays
func.func @stays(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<?x?xf32>) {
  // CHECK: rlx.add
  // CHECK: rlx.reshape
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = rlx.add %x, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %c1 = arith.constant 1 : index
  %b = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %bad = tensor.cast %b : tensor<2xf32> to tensor<?xf32>
  %1 = rlx.reshape %bad to [%c1, %c1] : (tensor<?xf32>, index, index) -> tensor<?x?xf32>
  return %0, %1 : tensor<2xf32>, tensor<?x?xf32>
}

// Sizes become static, and ops do not change.
// INDICES-LABEL: @indices_only
// INDICES: rlx.exp
// INDICES-NOT: arith.muli
// INDICES: rlx.expand
func.func @indices_only() -> tensor<?x?xf32> {
  %c = rlx.constant dense<[[0.5], [-1.5]]> : tensor<2x1xf32>
  %d = rlx.exp %c : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %two = arith.constant 2 : index
  %four = arith.muli %two, %two : index
  %0 = rlx.expand %d to [%two, %four] : (tensor<2x1xf32>, index, index) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
