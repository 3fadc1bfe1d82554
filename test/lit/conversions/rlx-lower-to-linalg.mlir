// RUN: rlx-opt %s --rlx-lower-to-linalg -split-input-file -verify-diagnostics -mlir-print-local-scope | FileCheck %s

// The driver's work on any op, shown on a few of each family. test/lit/dialects/rlx has each op's
// lowering, and the conformance files have their results.

// Elementwise: one loop nest whose body is the op on scalars. The bias is read along its dimension.
// CHECK-LABEL: func.func @elementwise(
// CHECK-SAME: %[[X:.*]]: tensor<?x8xf32>, %[[B:.*]]: tensor<8xf32>) -> tensor<?x8xf32>
// CHECK: %[[ROWS:.*]] = tensor.dim %[[X]]
// CHECK: %[[INIT:.*]] = tensor.empty(%[[ROWS]]) : tensor<?x8xf32>
// CHECK: %[[R:.*]] = linalg.generic
// CHECK-SAME: affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>
// CHECK-SAME: ["parallel", "parallel"]
// CHECK-SAME: ins(%[[X]], %[[B]] : {{.*}}) outs(%[[INIT]] :
// CHECK: arith.addf
// CHECK: return %[[R]]
func.func @elementwise(%x: tensor<?x8xf32>, %b: tensor<8xf32>) -> tensor<?x8xf32> {
  %0 = rlx.add %x, %b : (tensor<?x8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// Contractions of f16 are summed in f32 and rounded once.
// CHECK-LABEL: func.func @contraction(
// CHECK: linalg.fill {{.*}} -> tensor<?x?xf32>
// CHECK: linalg.generic {{.*}} ["parallel", "parallel", "reduction"]
// CHECK-COUNT-2: arith.extf {{.*}} : f16 to f32
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.yield {{.*}} : f32
// CHECK: arith.truncf {{.*}} : f32 to f16
func.func @contraction(%x: tensor<?x8xf16>, %w: tensor<8x?xf16>) -> tensor<?x?xf16> {
  %0 = rlx.matmul %x, %w : (tensor<?x8xf16>, tensor<8x?xf16>) -> tensor<?x?xf16>
  return %0 : tensor<?x?xf16>
}

// Convolution: padding is a separate tensor.pad, and windows are sums in loops.
// CHECK-LABEL: func.func @convolution(
// CHECK: %[[P:.*]] = tensor.pad %{{.*}} low[0, 0, 1, 1] high[0, 0, 1, 1]
// CHECK: linalg.generic {{.*}}(d0, d4, d2 * 2 + d5, d3 * 2 + d6)
// CHECK-SAME: ins(%[[P]],
func.func @convolution(%x: tensor<?x3x8x8xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<?x4x4x4xf32> {
  %0 = rlx.conv %x, %w strides = [2, 2] pads = [1, 1, 1, 1]
      : (tensor<?x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<?x4x4x4xf32>
  return %0 : tensor<?x4x4x4xf32>
}

// Data movement: no arithmetic, only indexing maps.
// CHECK-LABEL: func.func @movement(
// CHECK: tensor.empty(%{{.*}}) : tensor<3x?xf32>
// CHECK: linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>]
func.func @movement(%x: tensor<?x3xf32>) -> tensor<3x?xf32> {
  %0 = rlx.transpose %x perm = [1, 0] : (tensor<?x3xf32>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}

// Data-dependent indices are checked, and accesses stay in bounds.
// CHECK-LABEL: func.func @data_dependent(
// CHECK-SAME: %[[X:.*]]: tensor<?x8xf32>
// CHECK: %[[ROWS:.*]] = tensor.dim %[[X]]
// CHECK: %[[RAW:.*]] = arith.index_cast
// CHECK: %[[OK:.*]] = arith.cmpi ult, %{{.*}}, %[[ROWS]] : index
// CHECK: lir.check %[[OK]], index_out_of_range(%[[RAW]])
// CHECK: %[[AT:.*]] = arith.minsi
// CHECK: tensor.extract %[[X]][%[[AT]],
func.func @data_dependent(%x: tensor<?x8xf32>, %i: tensor<?xi64>) -> tensor<?x8xf32> {
  %0 = rlx.gather %x, %i axis = 0 : (tensor<?x8xf32>, tensor<?xi64>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// Unsigned element types become signless, in signatures too. Ops keep their unsigned meaning.
// CHECK-LABEL: func.func @unsigned(
// CHECK-SAME: %{{.*}}: tensor<?x8xi8>) -> tensor<?xi8>
// CHECK: arith.constant 0 : i8
// CHECK: arith.maxui
// CHECK: arith.divui
// CHECK-NOT: ui8
func.func @unsigned(%x: tensor<?x8xui8>) -> tensor<?xui8> {
  %0 = rlx.reduce_max %x axes = [1] : (tensor<?x8xui8>) -> tensor<?xui8>
  %two = rlx.constant dense<2> : tensor<ui8>
  %1 = rlx.div %0, %two : (tensor<?xui8>, tensor<ui8>) -> tensor<?xui8>
  return %1 : tensor<?xui8>
}

// A cast still knows that its operand was unsigned.
// CHECK-LABEL: func.func @unsigned_to_float(
// CHECK-SAME: tensor<4xi32>) -> tensor<4xf32>
// CHECK: arith.uitofp {{.*}} : i32 to f32
func.func @unsigned_to_float(%x: tensor<4xui32>) -> tensor<4xf32> {
  %0 = rlx.cast %x to f32 : (tensor<4xui32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// The declared type of a result wins, whether inference gives a more or less refined one.
// CHECK-LABEL: func.func @declared(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<4xf32>)
// CHECK: %[[R:.*]] = linalg.generic
// CHECK: return %{{.*}} : tensor<?xf32>
func.func @declared(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = rlx.exp %x : (tensor<?xf32>) -> tensor<4xf32>
  %1 = rlx.exp %0 : (tensor<4xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// Empty results are not computed, for any op. Dynamic sizes remain.
// CHECK-LABEL: func.func @empty(
// CHECK-SAME: %[[X:.*]]: tensor<0x2xf32>, %[[Y:.*]]: tensor<?x0xf32>
// CHECK: tensor.empty() : tensor<0x4xf32>
// CHECK: %[[N:.*]] = tensor.dim %[[Y]]
// CHECK: tensor.empty(%[[N]]) : tensor<?x0xf32>
// CHECK-NOT: tensor.insert_slice
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @empty(%x: tensor<0x2xf32>, %y: tensor<?x0xf32>) -> (tensor<0x4xf32>, tensor<?x0xf32>) {
  %0 = rlx.concat %x, %x axis = 1 : (tensor<0x2xf32>, tensor<0x2xf32>) -> tensor<0x4xf32>
  %1 = rlx.exp %y : (tensor<?x0xf32>) -> tensor<?x0xf32>
  return %0, %1 : tensor<0x4xf32>, tensor<?x0xf32>
}

// Ops of other dialects are not changed.
// CHECK-LABEL: func.func @others(
// CHECK: tensor.dim
// CHECK: arith.muli
// CHECK-NOT: linalg
func.func @others(%x: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = arith.muli %n, %n : index
  return %0 : index
}

// -----

// This pass does not lower composite ops.
func.func @composite(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // expected-error@+2 {{'rlx.softmax' op could not be lowered to linalg}}
  // expected-note@+1 {{it is a composite op: run --rlx-decompose-ops first}}
  %0 = rlx.softmax %x axis = 1 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// An op that refuses is reported once, with its reason. Every remaining op is named.
func.func @declined(%x: tensor<?x?xf32>, %w: tensor<?x?x32xf32>) -> tensor<?x4xf32> {
  // expected-error@+3 {{'rlx.matmul_packed' op could not be lowered to linalg}}
  // expected-note@+2 {{packed weights need static sizes}}
  // expected-note@+1 {{nearest supported form: rlx.matmul}}
  %0 = rlx.matmul_packed %x, %w {n = 4 : i64}
      : (tensor<?x?xf32>, tensor<?x?x32xf32>) -> tensor<?x4xf32>
  %1 = rlx.exp %0 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  // expected-error@+2 {{'rlx.log_softmax' op could not be lowered to linalg}}
  // expected-note@+1 {{it is a composite op}}
  %2 = rlx.log_softmax %1 axis = 1 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// -----

func.func @declined_conv(%x: tensor<1x8x8x?xf32>, %w: tensor<1x?x32xf32>) -> tensor<1x6x6x4xf32> {
  // expected-error@+3 {{'rlx.conv_packed' op could not be lowered to linalg}}
  // expected-note@+2 {{packed weights and their channels need static sizes}}
  // expected-note@+1 {{nearest supported form: rlx.conv}}
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 4 : i64}
      : (tensor<1x8x8x?xf32>, tensor<1x?x32xf32>) -> tensor<1x6x6x4xf32>
  return %0 : tensor<1x6x6x4xf32>
}

// -----

func.func @declined_depthwise(%x: tensor<1x8x8x?xf32>, %w: tensor<9x?xf32>)
    -> tensor<1x6x6x?xf32> {
  // expected-error@+3 {{'rlx.depthwise_conv' op could not be lowered to linalg}}
  // expected-note@+2 {{the filter of a depthwise convolution needs static sizes}}
  // expected-note@+1 {{nearest supported form: rlx.conv}}
  %0 = rlx.depthwise_conv %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>}
      : (tensor<1x8x8x?xf32>, tensor<9x?xf32>) -> tensor<1x6x6x?xf32>
  return %0 : tensor<1x6x6x?xf32>
}
