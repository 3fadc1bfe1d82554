// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-pad-matmuls{device=nvidia-hopper}))' | FileCheck %s
// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-pad-matmuls{device=lavapipe}))' | FileCheck %s --check-prefix=NONE
// RUN: not rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-pad-matmuls{device=toaster}))' 2>&1 | FileCheck %s --check-prefix=DEVICE

// DEVICE: error: {{.*}}toaster
// NONE-NOT: rlx.pad

// Operands with rows along the sum are padded with zeros. Those with rows across it are transposed
// first.
// CHECK-LABEL: func.func @odd(
// CHECK-SAME: %[[A:[^:]*]]: {{[^%]*}}%[[B:[^:]*]]:
// CHECK: %[[T:.*]] = rlx.transpose %[[B]] perm = [1, 0] : (tensor<1001x777xf16>) -> tensor<777x1001xf16>
// CHECK: %[[LHS:.*]] = rlx.pad constant %[[A]] low [0, 0] high [0, 23] : (tensor<600x1001xf16>) -> tensor<600x1024xf16>
// CHECK: %[[RHS:.*]] = rlx.pad constant %[[T]] low [0, 0] high [0, 23] : (tensor<777x1001xf16>) -> tensor<777x1024xf16>
// CHECK: rlx.dot_general %[[LHS]], %[[RHS]] contract [1] x [1] : {{.*}} -> tensor<600x777xf16>
func.func @odd(%a: tensor<600x1001xf16> {rlx.kind = "input"}, %b: tensor<1001x777xf16> {rlx.kind = "param"}) -> tensor<600x777xf16> {
  %0 = rlx.matmul %a, %b : (tensor<600x1001xf16>, tensor<1001x777xf16>) -> tensor<600x777xf16>
  return %0 : tensor<600x777xf16>
}

// An operand that is read contiguously keeps its order.
// CHECK-LABEL: func.func @odd_rows(
// CHECK-NOT: rlx.transpose
// CHECK: rlx.pad constant %{{.*}} low [0, 0] high [0, 7] : (tensor<2048x2041xbf16>) -> tensor<2048x2048xbf16>
// CHECK: rlx.pad constant %{{.*}} low [0, 0] high [7, 0] : (tensor<2041x2048xbf16>) -> tensor<2048x2048xbf16>
// CHECK: rlx.dot_general {{.*}} contract [1] x [0] to f32 {{.*}} -> tensor<2048x2048xf32>
func.func @odd_rows(%a: tensor<2048x2041xbf16>, %b: tensor<2041x2048xbf16>) -> tensor<2048x2048xf32> {
  %0 = rlx.dot_general %a, %b contract [1] x [0] to f32 : (tensor<2048x2041xbf16>, tensor<2041x2048xbf16>) -> tensor<2048x2048xf32>
  return %0 : tensor<2048x2048xf32>
}

// A sum length that is a multiple of 8 does not change, and neither does lhs.
// CHECK-LABEL: func.func @odd_columns(
// CHECK-SAME: %[[A:[^:]*]]: {{[^%]*}}%[[B:[^:]*]]:
// CHECK-NEXT: %[[T:.*]] = rlx.transpose %[[B]] perm = [1, 0]
// CHECK-NEXT: rlx.dot_general %[[A]], %[[T]] contract [1] x [1]
func.func @odd_columns(%a: tensor<2048x1000xf16>, %b: tensor<1000x2047xf16>) -> tensor<2048x2047xf16> {
  %0 = rlx.matmul %a, %b : (tensor<2048x1000xf16>, tensor<1000x2047xf16>) -> tensor<2048x2047xf16>
  return %0 : tensor<2048x2047xf16>
}

// Batch dimensions do not move.
// CHECK-LABEL: func.func @batches(
// CHECK: %[[T:.*]] = rlx.transpose %{{.*}} perm = [1, 2, 0] : (tensor<1001x4x999xf16>) -> tensor<4x999x1001xf16>
// CHECK: rlx.pad constant %{{.*}} high [0, 0, 23] : (tensor<4x999x1001xf16>) -> tensor<4x999x1024xf16>
// CHECK: rlx.pad constant %[[T]] low [0, 0, 0] high [0, 0, 23]
// CHECK: rlx.dot_general {{.*}} batch [0] x [0] contract [2] x [2]
func.func @batches(%a: tensor<4x999x1001xf16>, %b: tensor<1001x4x999xf16>) -> tensor<4x999x999xf16> {
  %0 = rlx.dot_general %a, %b batch [0] x [1] contract [2] x [0] : (tensor<4x999x1001xf16>, tensor<1001x4x999xf16>) -> tensor<4x999x999xf16>
  return %0 : tensor<4x999x999xf16>
}

// Row lengths are multiples of 8, the sum length is not: both operands are read contiguously.
// CHECK-LABEL: func.func @in_columns(
// CHECK-NEXT: rlx.dot_general
func.func @in_columns(%a: tensor<2041x2048xf16>, %b: tensor<2041x2048xf16>) -> tensor<2048x2048xf16> {
  %0 = rlx.dot_general %a, %b contract [0] x [0] : (tensor<2041x2048xf16>, tensor<2041x2048xf16>) -> tensor<2048x2048xf16>
  return %0 : tensor<2048x2048xf16>
}

// Three copies per run take longer than so short a matmul gains.
// CHECK-LABEL: func.func @short(
// CHECK-NEXT: rlx.matmul
func.func @short(%a: tensor<513x515xf16> {rlx.kind = "input"}, %b: tensor<515x517xf16> {rlx.kind = "input"}) -> tensor<513x517xf16> {
  %0 = rlx.matmul %a, %b : (tensor<513x515xf16>, tensor<515x517xf16>) -> tensor<513x517xf16>
  return %0 : tensor<513x517xf16>
}

// Too few rows, no f32 tensor cores, and dynamic rows.
// CHECK-LABEL: func.func @others(
// CHECK-NEXT: rlx.matmul
// CHECK-NEXT: rlx.matmul
// CHECK-NEXT: rlx.matmul
func.func @others(%a: tensor<500x1001xf16>, %b: tensor<1001x1001xf16>, %c: tensor<2041x2041xf32>, %d: tensor<?x1001xf16>) -> (tensor<500x1001xf16>, tensor<2041x2041xf32>, tensor<?x1001xf16>) {
  %0 = rlx.matmul %a, %b : (tensor<500x1001xf16>, tensor<1001x1001xf16>) -> tensor<500x1001xf16>
  %1 = rlx.matmul %c, %c : (tensor<2041x2041xf32>, tensor<2041x2041xf32>) -> tensor<2041x2041xf32>
  %2 = rlx.matmul %d, %b : (tensor<?x1001xf16>, tensor<1001x1001xf16>) -> tensor<?x1001xf16>
  return %0, %1, %2 : tensor<500x1001xf16>, tensor<2041x2041xf32>, tensor<?x1001xf16>
}
