// RUN: rlx-opt %s --rlx-convert-precision | FileCheck %s
// RUN: rlx-opt %s --rlx-convert-precision=to=bf16 | FileCheck %s --check-prefix=BF16
// RUN: not rlx-opt %s --rlx-convert-precision=to=f8 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: expected a precision of f16 or bf16, but got 'f8'

// CHECK-LABEL: func.func @matmul(
// CHECK-DAG: %[[X:.*]] = rlx.cast %arg0 to f16
// CHECK-DAG: %[[W:.*]] = rlx.cast %arg1 to f16
// CHECK: %[[P:.*]] = rlx.matmul %[[X]], %[[W]] : (tensor<4x8xf16>, tensor<8x2xf16>) -> tensor<4x2xf16>
// CHECK: %[[WIDE:.*]] = rlx.cast %[[P]] to f32
// CHECK: rlx.relu %[[WIDE]] : (tensor<4x2xf32>)
// BF16-LABEL: func.func @matmul(
// BF16: rlx.matmul {{.*}} -> tensor<4x2xbf16>
func.func @matmul(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %0 = rlx.matmul %x, %w : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = rlx.relu %0 : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}

// Biases of matmuls and of scores are operands too. Masks stay boolean.
// CHECK-LABEL: func.func @others(
// CHECK: rlx.fused_matmul_bias_act {{.*}} -> tensor<4x2xf16>
// CHECK: rlx.conv {{.*}} -> tensor<1x3x6x6xf16>
// CHECK: rlx.attention {{.*}} mask = custom : (tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x4xi1>) -> tensor<1x2x4x8xf16>
// CHECK: rlx.attention {{.*}} mask = bias : (tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<4x4xf16>) -> tensor<1x2x4x8xf16>
func.func @others(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>, %b: tensor<2xf32>,
                  %i: tensor<1x2x8x8xf32>, %f: tensor<3x2x3x3xf32>, %q: tensor<1x2x4x8xf32>,
                  %m: tensor<1x4xi1>, %s: tensor<4x4xf32>)
    -> (tensor<4x2xf32>, tensor<1x3x6x6xf32>, tensor<1x2x4x8xf32>) {
  %0 = rlx.fused_matmul_bias_act %x, %w, %b activation = gelu : (tensor<4x8xf32>, tensor<8x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  %1 = rlx.conv %i, %f : (tensor<1x2x8x8xf32>, tensor<3x2x3x3xf32>) -> tensor<1x3x6x6xf32>
  %2 = rlx.attention %q, %q, %q, %m layout = bhsd mask = custom : (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x4xi1>) -> tensor<1x2x4x8xf32>
  %3 = rlx.attention %2, %q, %q, %s layout = bhsd mask = bias : (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<4x4xf32>) -> tensor<1x2x4x8xf32>
  return %0, %1, %3 : tensor<4x2xf32>, tensor<1x3x6x6xf32>, tensor<1x2x4x8xf32>
}

// Matmuls of other types, those with an explicit result type, and sums do not change.
// CHECK-LABEL: func.func @stay(
// CHECK-NOT: rlx.cast
func.func @stay(%x: tensor<4x8xf64>, %i: tensor<4x8xi32>, %h: tensor<4x8xf16>, %f: tensor<4x8xf32>)
    -> (tensor<4x4xf64>, tensor<4x4xi32>, tensor<4x4xf32>, tensor<8xf32>) {
  %0 = rlx.dot_general %x, %x contract [1] x [1] : (tensor<4x8xf64>, tensor<4x8xf64>) -> tensor<4x4xf64>
  %1 = rlx.dot_general %i, %i contract [1] x [1] : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x4xi32>
  %2 = rlx.dot_general %h, %h contract [1] x [1] to f32 : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<4x4xf32>
  %3 = rlx.reduce_sum %f axes = [0] : (tensor<4x8xf32>) -> tensor<8xf32>
  return %0, %1, %2, %3 : tensor<4x4xf64>, tensor<4x4xi32>, tensor<4x4xf32>, tensor<8xf32>
}

// Data movement between two matmuls is done in the narrow type.
// CHECK-LABEL: func.func @moved(
// CHECK: %[[P:.*]] = rlx.matmul {{.*}} -> tensor<6x8xf16>
// CHECK: %[[R:.*]] = rlx.reshape %[[P]] to [2, 3, 8] : (tensor<6x8xf16>) -> tensor<2x3x8xf16>
// CHECK: %[[T:.*]] = rlx.transpose %[[R]] perm = [0, 2, 1] : (tensor<2x3x8xf16>) -> tensor<2x8x3xf16>
// CHECK: rlx.matmul %{{.*}}, %[[T]]
func.func @moved(%x: tensor<6x8xf32>, %w: tensor<8x8xf32>, %y: tensor<2x4x8xf32>) -> tensor<2x4x3xf32> {
  %0 = rlx.matmul %x, %w : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
  %1 = rlx.reshape %0 to [2, 3, 8] : (tensor<6x8xf32>) -> tensor<2x3x8xf32>
  %2 = rlx.transpose %1 perm = [0, 2, 1] : (tensor<2x3x8xf32>) -> tensor<2x8x3xf32>
  %3 = rlx.matmul %y, %2 : (tensor<2x4x8xf32>, tensor<2x8x3xf32>) -> tensor<2x4x3xf32>
  return %3 : tensor<2x4x3xf32>
}

// Attention whose keys are narrow already stays.
// CHECK-LABEL: func.func @narrow_keys(
// CHECK-NEXT: rlx.attention %arg0, %arg1, %arg1 layout = bhsd mask = none : (tensor<1x2x4x8xf32>, tensor<1x2x9x8xbf16>, tensor<1x2x9x8xbf16>) -> tensor<1x2x4x8xf32>
func.func @narrow_keys(%q: tensor<1x2x4x8xf32>, %k: tensor<1x2x9x8xbf16>) -> tensor<1x2x4x8xf32> {
  %0 = rlx.attention %q, %k, %k layout = bhsd mask = none : (tensor<1x2x4x8xf32>, tensor<1x2x9x8xbf16>, tensor<1x2x9x8xbf16>) -> tensor<1x2x4x8xf32>
  return %0 : tensor<1x2x4x8xf32>
}
