// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops --rlx-lower-to-linalg --canonicalize | FileCheck %s --check-prefix=LINALG

// LINALG-NOT: = rlx.

// Elements are widened at the multiplication: there is no i32 tensor of weights.
// CHECK-LABEL: @matmul_integer
// LINALG-LABEL: @matmul_integer
func.func @matmul_integer(%a: tensor<?x64xui8>, %b: tensor<64x32xi8>, %za: tensor<ui8>, %zb: tensor<32xi8>) -> tensor<?x32xi32> {
  // CHECK: rlx.matmul_integer %{{.*}}, %{{.*}} lhs_zero_point %{{.*}} rhs_zero_point %{{.*}} : (tensor<?x64xui8>, tensor<64x32xi8>, tensor<ui8>, tensor<32xi8>) -> tensor<?x32xi32>
  // LINALG: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]
  // LINALG-SAME: ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x64xi8>, tensor<64x32xi8>, tensor<i8>, tensor<32xi8>)
  // LINALG: arith.extui
  // LINALG: arith.subi
  // LINALG: arith.extsi
  // LINALG: arith.subi
  // LINALG: arith.muli
  // LINALG: arith.addi
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %za rhs_zero_point %zb : (tensor<?x64xui8>, tensor<64x32xi8>, tensor<ui8>, tensor<32xi8>) -> tensor<?x32xi32>
  return %0 : tensor<?x32xi32>
}

// The keys of an attention: the linalg op reads them as they are.
// CHECK-LABEL: @transposed
// LINALG-LABEL: @transposed
func.func @transposed(%a: tensor<2x?x64xui8>, %b: tensor<2x?x64xi8>, %zb: tensor<i8>) -> tensor<2x?x?xi32> {
  // CHECK: rlx.matmul_integer %{{.*}}, %{{.*}} rhs_zero_point %{{.*}} transpose_rhs : (tensor<2x?x64xui8>, tensor<2x?x64xi8>, tensor<i8>) -> tensor<2x?x?xi32>
  // LINALG: linalg.generic
  // LINALG-SAME: ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<2x?x64xi8>, tensor<2x?x64xi8>, tensor<i8>)
  %0 = rlx.matmul_integer %a, %b rhs_zero_point %zb transpose_rhs : (tensor<2x?x64xui8>, tensor<2x?x64xi8>, tensor<i8>) -> tensor<2x?x?xi32>
  return %0 : tensor<2x?x?xi32>
}

// CHECK-LABEL: @q_matmul
func.func @q_matmul(%a: tensor<?x64xui8>, %b: tensor<64x32xi8>, %c: tensor<32xi32>, %za: tensor<ui8>, %m: tensor<32xf32>, %zr: tensor<ui8>) -> tensor<?x32xui8> {
  // CHECK: rlx.q_matmul %{{.*}}, %{{.*}} bias %{{.*}} lhs_zero_point %{{.*}} multiplier %{{.*}} result_zero_point %{{.*}} to ui8 rounding = half_away_from_zero : (tensor<?x64xui8>, tensor<64x32xi8>, tensor<32xi32>, tensor<ui8>, tensor<32xf32>, tensor<ui8>) -> tensor<?x32xui8>
  %0 = rlx.q_matmul %a, %b bias %c lhs_zero_point %za multiplier %m result_zero_point %zr to ui8 rounding = half_away_from_zero : (tensor<?x64xui8>, tensor<64x32xi8>, tensor<32xi32>, tensor<ui8>, tensor<32xf32>, tensor<ui8>) -> tensor<?x32xui8>
  return %0 : tensor<?x32xui8>
}

// CHECK-LABEL: @conv_integer
// LINALG-LABEL: @conv_integer
func.func @conv_integer(%x: tensor<1x3x?x9xui8>, %w: tensor<4x3x3x3xi8>, %z: tensor<ui8>) -> tensor<1x4x?x9xi32> {
  // CHECK: rlx.conv_integer %{{.*}}, %{{.*}} input_zero_point %{{.*}} pads = [1, 1, 1, 1] : (tensor<1x3x?x9xui8>, tensor<4x3x3x3xi8>, tensor<ui8>) -> tensor<1x4x?x9xi32>
  // The zero point is subtracted from the image before it is padded with 0.
  // LINALG: arith.subi
  // LINALG: tensor.pad
  %0 = rlx.conv_integer %x, %w input_zero_point %z pads = [1, 1, 1, 1] : (tensor<1x3x?x9xui8>, tensor<4x3x3x3xi8>, tensor<ui8>) -> tensor<1x4x?x9xi32>
  return %0 : tensor<1x4x?x9xi32>
}

// CHECK-LABEL: @q_conv
func.func @q_conv(%x: tensor<1x6x?x9xui8>, %w: tensor<4x3x3x3xi8>, %c: tensor<4xi32>, %z: tensor<ui8>, %m: tensor<4xf32>) -> tensor<1x4x?x4xi8> {
  // CHECK: rlx.q_conv %{{.*}}, %{{.*}} bias %{{.*}} input_zero_point %{{.*}} multiplier %{{.*}} to i8 strides = [2, 2] groups = 2 : (tensor<1x6x?x9xui8>, tensor<4x3x3x3xi8>, tensor<4xi32>, tensor<ui8>, tensor<4xf32>) -> tensor<1x4x?x4xi8>
  %0 = rlx.q_conv %x, %w bias %c input_zero_point %z multiplier %m to i8 strides = [2, 2] groups = 2 : (tensor<1x6x?x9xui8>, tensor<4x3x3x3xi8>, tensor<4xi32>, tensor<ui8>, tensor<4xf32>) -> tensor<1x4x?x4xi8>
  return %0 : tensor<1x4x?x4xi8>
}
