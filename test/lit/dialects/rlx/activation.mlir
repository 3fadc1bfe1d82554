// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// Every activation. Default attributes are not printed unless they are given.

// CHECK-LABEL: @relu
// CHECK: rlx.relu %
// LINALG-LABEL: @relu(
// LINALG: linalg.generic
// LINALG: arith.maximumf
// LINALG: linalg.yield
func.func @relu(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.relu %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @relu_i32
// CHECK: rlx.relu %
// LINALG-LABEL: @relu_i32(
// LINALG: linalg.generic
// LINALG: arith.maxsi
// LINALG: linalg.yield
func.func @relu_i32(%x: tensor<2x?xi32>) -> tensor<2x?xi32> {
  %0 = rlx.relu %x : (tensor<2x?xi32>) -> tensor<2x?xi32>
  return %0 : tensor<2x?xi32>
}

// CHECK-LABEL: @relu_ui8
// CHECK: rlx.relu %
// LINALG-LABEL: @relu_ui8(
// LINALG-NEXT: return %arg0
func.func @relu_ui8(%x: tensor<2x?xui8>) -> tensor<2x?xui8> {
  %0 = rlx.relu %x : (tensor<2x?xui8>) -> tensor<2x?xui8>
  return %0 : tensor<2x?xui8>
}

// CHECK-LABEL: @sigmoid
// CHECK: rlx.sigmoid %
// LINALG-LABEL: @sigmoid(
// LINALG: linalg.generic
// LINALG: math.exp
// LINALG: arith.divf
// LINALG: linalg.yield
func.func @sigmoid(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.sigmoid %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @silu
// CHECK: rlx.silu %
// LINALG-LABEL: @silu(
// LINALG: linalg.generic
// LINALG: math.exp
// LINALG: arith.divf
// LINALG: linalg.yield
func.func @silu(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.silu %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @gelu
// CHECK: rlx.gelu %
// LINALG-LABEL: @gelu(
// LINALG: linalg.generic
// LINALG: math.erf
// LINALG: linalg.yield
func.func @gelu(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.gelu %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @gelu_f16
// CHECK: rlx.gelu %
// LINALG-LABEL: @gelu_f16(
// LINALG: linalg.generic
// LINALG: arith.extf
// LINALG-NOT: math.erf
// LINALG: math.exp2 %{{.*}} : f32
// LINALG: arith.truncf
// LINALG: linalg.yield
func.func @gelu_f16(%x: tensor<2x?xf16>) -> tensor<2x?xf16> {
  %0 = rlx.gelu %x : (tensor<2x?xf16>) -> tensor<2x?xf16>
  return %0 : tensor<2x?xf16>
}

// CHECK-LABEL: @gelu_tanh
// CHECK: rlx.gelu_tanh %
// LINALG-LABEL: @gelu_tanh(
// LINALG: linalg.generic
// LINALG: math.exp %
// LINALG: linalg.yield
func.func @gelu_tanh(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.gelu_tanh %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @softplus
// CHECK: rlx.softplus %
// LINALG-LABEL: @softplus(
// LINALG: linalg.generic
// LINALG: math.log1p
// LINALG: linalg.yield
func.func @softplus(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.softplus %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @softsign
// CHECK: rlx.softsign %
// LINALG-LABEL: @softsign(
// LINALG: linalg.generic
// LINALG: math.absf
// LINALG: arith.divf
// LINALG: linalg.yield
func.func @softsign(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.softsign %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @mish
// CHECK: rlx.mish %
// LINALG-LABEL: @mish(
// LINALG: linalg.generic
// LINALG: math.exp %
// LINALG: arith.divf
// LINALG: linalg.yield
func.func @mish(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.mish %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @hard_swish
// CHECK: rlx.hard_swish %
// LINALG-LABEL: @hard_swish(
// LINALG: linalg.generic
// LINALG: arith.minimumf
// LINALG: arith.maximumf
// LINALG: arith.mulf
// LINALG: linalg.yield
func.func @hard_swish(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.hard_swish %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @hard_sigmoid
// CHECK: rlx.hard_sigmoid %
// LINALG-LABEL: @hard_sigmoid(
// LINALG: linalg.generic
// LINALG: arith.minimumf
// LINALG: arith.maximumf
// LINALG: linalg.yield
func.func @hard_sigmoid(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.hard_sigmoid %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @elu
// CHECK: rlx.elu %
// LINALG-LABEL: @elu(
// LINALG: linalg.generic
// LINALG: math.expm1
// LINALG: linalg.yield
func.func @elu(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.elu %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @selu
// CHECK: rlx.selu %
// LINALG-LABEL: @selu(
// LINALG: linalg.generic
// LINALG: math.expm1
// LINALG: linalg.yield
func.func @selu(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.selu %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @celu
// CHECK: rlx.celu %
// LINALG-LABEL: @celu(
// LINALG: linalg.generic
// LINALG: math.expm1
// LINALG: linalg.yield
func.func @celu(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.celu %x {alpha = 2.0} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @leaky_relu
// CHECK: rlx.leaky_relu %
// LINALG-LABEL: @leaky_relu(
// LINALG: linalg.generic
// LINALG: arith.cmpf oge
// LINALG: arith.select
// LINALG: linalg.yield
func.func @leaky_relu(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.leaky_relu %x {alpha = 0.5} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @thresholded_relu
// CHECK: rlx.thresholded_relu %
// LINALG-LABEL: @thresholded_relu(
// LINALG: linalg.generic
// LINALG: arith.cmpf ogt
// LINALG: arith.select
// LINALG: linalg.yield
func.func @thresholded_relu(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.thresholded_relu %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: @prelu
// CHECK: rlx.prelu %{{.*}}, %{{.*}} : (tensor<2x4x?xf32>, tensor<4x1xf32>) -> tensor<2x4x?xf32>
// LINALG-LABEL: @prelu
// LINALG: arith.cmpf oge
func.func @prelu(%x: tensor<2x4x?xf32>, %slope: tensor<4x1xf32>) -> tensor<2x4x?xf32> {
  %0 = rlx.prelu %x, %slope : (tensor<2x4x?xf32>, tensor<4x1xf32>) -> tensor<2x4x?xf32>
  return %0 : tensor<2x4x?xf32>
}

// LINALG-LABEL: @prelu_i32
// LINALG: arith.cmpi slt
func.func @prelu_i32(%x: tensor<4xi32>, %slope: tensor<i32>) -> tensor<4xi32> {
  %0 = rlx.prelu %x, %slope : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
