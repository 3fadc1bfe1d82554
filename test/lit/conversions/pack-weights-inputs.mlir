// RUN: rlx-opt %s --rlx-pack-weights --canonicalize | FileCheck %s
// RUN: rlx-opt %s --rlx-pack-weights -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-pack-weights 2>&1 | FileCheck %s --check-prefix=REMARK

// Right operands that are data, for kernels that pack them in each run.

// A transpose of each batch entry is not needed: rhs is read as it lies.
// CHECK-LABEL: func.func @transposed(
// CHECK-SAME: %[[A:.*]]: tensor<?x8x?x64xf32>, %[[B:.*]]: tensor<?x8x?x64xf32>)
// CHECK-NOT: rlx.transpose
// CHECK: rlx.dot_general %[[A]], %[[B]] batch [0, 1] x [0, 1] contract [3] x [3]
func.func @transposed(%a: tensor<?x8x?x64xf32>, %b: tensor<?x8x?x64xf32>) -> tensor<?x8x?x?xf32> {
  %t = rlx.transpose %b perm = [0, 1, 3, 2] : (tensor<?x8x?x64xf32>) -> tensor<?x8x64x?xf32>
  %0 = rlx.matmul %a, %t : (tensor<?x8x?x64xf32>, tensor<?x8x64x?xf32>) -> tensor<?x8x?x?xf32>
  return %0 : tensor<?x8x?x?xf32>
}

// A transpose that also moves heads keeps the contiguous dimension in place.
// CHECK-LABEL: func.func @heads(
// CHECK: %[[T:.*]] = rlx.transpose %{{.*}} perm = [0, 2, 1, 3]
// CHECK: rlx.dot_general %{{.*}}, %[[T]] batch [0, 1] x [0, 1] contract [3] x [3]
func.func @heads(%a: tensor<?x8x?x64xf32>, %b: tensor<?x?x8x64xf32>) -> tensor<?x8x?x?xf32> {
  %t = rlx.transpose %b perm = [0, 2, 3, 1] : (tensor<?x?x8x64xf32>) -> tensor<?x8x64x?xf32>
  %0 = rlx.matmul %a, %t : (tensor<?x8x?x64xf32>, tensor<?x8x64x?xf32>) -> tensor<?x8x?x?xf32>
  return %0 : tensor<?x8x?x?xf32>
}

// Broadcast batches, and matrices without batches, stay.
// CHECK-LABEL: func.func @kept(
// CHECK-COUNT-2: rlx.matmul
func.func @kept(%a: tensor<?x8x?x64xf32>, %b: tensor<?x1x?x64xf32>, %c: tensor<?x64xf32>, %d: tensor<?x64xf32>)
    -> (tensor<?x8x?x?xf32>, tensor<?x?xf32>) {
  %t = rlx.transpose %b perm = [0, 1, 3, 2] : (tensor<?x1x?x64xf32>) -> tensor<?x1x64x?xf32>
  %0 = rlx.matmul %a, %t : (tensor<?x8x?x64xf32>, tensor<?x1x64x?xf32>) -> tensor<?x8x?x?xf32>
  %u = rlx.transpose %d perm = [1, 0] : (tensor<?x64xf32>) -> tensor<64x?xf32>
  %1 = rlx.matmul %c, %u : (tensor<?x64xf32>, tensor<64x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x8x?x?xf32>, tensor<?x?xf32>
}

// Operands of a dot_general get their batch dimensions first. Keys stay as they lie.
// CHECK-LABEL: func.func @order(
// CHECK-DAG: %[[Q:.*]] = rlx.transpose %arg0 perm = [0, 2, 1, 3]
// CHECK-DAG: %[[K:.*]] = rlx.transpose %arg1 perm = [0, 2, 1, 3]
// CHECK: rlx.dot_general %[[Q]], %[[K]] batch [0, 1] x [0, 1] contract [3] x [3]
func.func @order(%q: tensor<?x?x8x64xf32>, %k: tensor<?x?x8x64xf32>) -> tensor<?x8x?x?xf32> {
  %0 = rlx.dot_general %q, %k batch [0, 2] x [0, 2] contract [3] x [3] : (tensor<?x?x8x64xf32>, tensor<?x?x8x64xf32>) -> tensor<?x8x?x?xf32>
  return %0 : tensor<?x8x?x?xf32>
}

// Values become a matmul.
// CHECK-LABEL: func.func @values(
// CHECK: %[[V:.*]] = rlx.transpose %arg1 perm = [0, 2, 1, 3]
// CHECK: rlx.matmul %arg0, %[[V]]
func.func @values(%p: tensor<?x8x?x?xf32>, %v: tensor<?x?x8x64xf32>) -> tensor<?x8x?x64xf32> {
  %0 = rlx.dot_general %p, %v batch [0, 1] x [0, 2] contract [3] x [1] : (tensor<?x8x?x?xf32>, tensor<?x?x8x64xf32>) -> tensor<?x8x?x64xf32>
  return %0 : tensor<?x8x?x64xf32>
}

// Small ones and integers stay.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: rlx.transpose
// CHECK: rlx.dot_general %arg0, %arg1 batch [1] x [1]
// CHECK: rlx.dot_general %arg2, %arg2 batch [1] x [1]
func.func @others(%a: tensor<4x2x8xf32>, %b: tensor<8x2x8xf32>, %c: tensor<?x4x64xi32>) -> (tensor<2x4x8xf32>, tensor<4x?x?xi32>) {
  %0 = rlx.dot_general %a, %b batch [1] x [1] contract [2] x [2] : (tensor<4x2x8xf32>, tensor<8x2x8xf32>) -> tensor<2x4x8xf32>
  %1 = rlx.dot_general %c, %c batch [1] x [1] contract [2] x [2] : (tensor<?x4x64xi32>, tensor<?x4x64xi32>) -> tensor<4x?x?xi32>
  return %0, %1 : tensor<2x4x8xf32>, tensor<4x?x?xi32>
}

// A filter of static shape becomes panels in each run, with its subnormal values. Images of unknown
// size have many pixels.
// CHECK-LABEL: func.func @filter(
// CHECK-NOT: rlx.compare
// CHECK: %[[T:.*]] = rlx.transpose {{.*}} -> tensor<1x3x3x64x40xf32>
// CHECK: rlx.concat
// CHECK: rlx.conv_packed %arg0, %{{.*}}, %arg2 {{.*}}out_channels = 40
func.func @filter(%x: tensor<1x?x?x64xf32>, %w: tensor<40x64x3x3xf32>, %b: tensor<40xf32>) -> tensor<1x?x?x40xf32> {
  %0 = rlx.conv %x, %w, %b data_format = channels_last {pads = array<i64: 1, 1, 1, 1>} : (tensor<1x?x?x64xf32>, tensor<40x64x3x3xf32>, tensor<40xf32>) -> tensor<1x?x?x40xf32>
  return %0 : tensor<1x?x?x40xf32>
}
// CHECK-LABEL: func.func @few_pixels(
// CHECK: rlx.conv %
// REMARK: Remark="too few pixels read a filter that each run would pack"
func.func @few_pixels(%x: tensor<1x3x3x64xf32>, %w: tensor<64x64x3x3xf32>) -> tensor<1x1x1x64xf32> {
  %0 = rlx.conv %x, %w data_format = channels_last : (tensor<1x3x3x64xf32>, tensor<64x64x3x3xf32>) -> tensor<1x1x1x64xf32>
  return %0 : tensor<1x1x1x64xf32>
}
// CHECK-LABEL: func.func @dynamic_channels(
// CHECK: rlx.conv %
// REMARK: Remark="the number of channels is dynamic"
func.func @dynamic_channels(%x: tensor<1x?x?x?xf32>, %w: tensor<64x64x3x3xf32>) -> tensor<1x?x?x64xf32> {
  %0 = rlx.conv %x, %w data_format = channels_last : (tensor<1x?x?x?xf32>, tensor<64x64x3x3xf32>) -> tensor<1x?x?x64xf32>
  return %0 : tensor<1x?x?x64xf32>
}
// CHECK-LABEL: func.func @integer_filter(
// CHECK: rlx.conv_integer %
// REMARK: Remark=rlx.conv_integer
func.func @integer_filter(%x: tensor<1x?x?x64xui8>, %w: tensor<64x64x3x3xi8>) -> tensor<1x?x?x64xi32> {
  %0 = rlx.conv_integer %x, %w data_format = channels_last : (tensor<1x?x?x64xui8>, tensor<64x64x3x3xi8>) -> tensor<1x?x?x64xi32>
  return %0 : tensor<1x?x?x64xi32>
}

// Without rows or columns, or without sums, nothing is in order.
// CHECK-LABEL: func.func @no_matmul(
// CHECK-NOT: rlx.transpose
// CHECK-COUNT-3: rlx.dot_general
func.func @no_matmul(%a: tensor<?x?x64xf32>, %b: tensor<?x?x64xf32>) -> (tensor<f32>, tensor<?x?xf32>, tensor<64x?x?x?x?xf32>) {
  %0 = rlx.dot_general %a, %b contract [0, 1, 2] x [0, 1, 2] : (tensor<?x?x64xf32>, tensor<?x?x64xf32>) -> tensor<f32>
  %1 = rlx.dot_general %a, %b batch [1, 0] x [1, 0] contract [2] x [2] : (tensor<?x?x64xf32>, tensor<?x?x64xf32>) -> tensor<?x?xf32>
  %2 = rlx.dot_general %a, %b batch [2] x [2] contract [] x [] : (tensor<?x?x64xf32>, tensor<?x?x64xf32>) -> tensor<64x?x?x?x?xf32>
  return %0, %1, %2 : tensor<f32>, tensor<?x?xf32>, tensor<64x?x?x?x?xf32>
}
