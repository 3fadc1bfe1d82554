// RUN: rlx-opt %s --rlx-split-reduction | FileCheck %s
// RUN: echo '{"computeUnits": 20}' > %t.few.json
// RUN: rlx-opt %s --rlx-split-reduction=device=%t.few.json | FileCheck %s --check-prefix=FEW
// RUN: rlx-opt %s --rlx-split-reduction -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-split-reduction 2>&1 | FileCheck %s --check-prefix=REMARK

// About eight parts per compute unit.
// FEW-LABEL: func.func @all(
// FEW: rlx.reshape %{{.*}} : (tensor<1024x1024xf32>) -> tensor<1x128x8192xf32>

// CHECK-LABEL: func.func @all(
// CHECK: %[[CUT:.*]] = rlx.reshape %{{.*}} : (tensor<1024x1024xf32>) -> tensor<1x1024x1024xf32>
// CHECK: %[[EACH:.*]] = rlx.reduce_sum %[[CUT]] axes = [2] {{.*}} -> tensor<1x1024xf32>
// CHECK: %[[ALL:.*]] = rlx.reduce_sum %[[EACH]] axes = [1] {{.*}} -> tensor<1xf32>
// CHECK: rlx.reshape %[[ALL]] {{.*}} -> tensor<f32>
// REMARK: [Passed] SplitReduction | Category:rlx-split-reduction | Function=all | Remark="rlx.reduce_sum: each of 1 rows split into 1024 partitions of 1024 elements"
func.func @all(%x: tensor<1024x1024xf32>) -> tensor<f32> {
  %0 = rlx.reduce_sum %x axes = [] : (tensor<1024x1024xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// The number of parts divides the length: here 90,000 = 250 * 360.
// CHECK-LABEL: func.func @rows(
// CHECK: rlx.reshape %{{.*}} -> tensor<4x250x360xf16>
// CHECK: rlx.reduce_max {{.*}} axes = [2]
// CHECK: rlx.reduce_max {{.*}} axes = [1]
// CHECK: rlx.reshape {{.*}} -> tensor<4x1x1xf16>
func.func @rows(%x: tensor<4x300x300xf16>) -> tensor<4x1x1xf16> {
  %0 = rlx.reduce_max %x axes = [1, -1] {keep_dims = true} : (tensor<4x300x300xf16>) -> tensor<4x1x1xf16>
  return %0 : tensor<4x1x1xf16>
}

// Not split: many rows, short rows, columns, f16 sums and integer divisions.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: rlx.reshape
// REMARK-NOT: Function=others
// REMARK: [Missed] {{.*}} Function=others | Remark="rlx.reduce_sum: partial results would be rounded to f16"
// REMARK: Function=others | Remark="rlx.reduce_mean: partial results would be rounded to i32"
// REMARK: Function=odd | Remark="rlx.reduce_sum: rows of 65537 elements do not split into equal partitions of multiples of 8"
func.func @others(%a: tensor<66x65536xf32>, %b: tensor<8x1024xf32>, %c: tensor<65536x8xf32>, %d: tensor<65536xf16>,
                  %e: tensor<65536xi32>) -> (tensor<66xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f16>, tensor<i32>) {
  %0 = rlx.reduce_sum %a axes = [1] : (tensor<66x65536xf32>) -> tensor<66xf32>
  %1 = rlx.reduce_sum %b axes = [1] : (tensor<8x1024xf32>) -> tensor<8xf32>
  %2 = rlx.reduce_sum %c axes = [0] : (tensor<65536x8xf32>) -> tensor<8xf32>
  %3 = rlx.reduce_sum %d axes = [0] : (tensor<65536xf16>) -> tensor<f16>
  %4 = rlx.reduce_mean %e axes = [0] : (tensor<65536xi32>) -> tensor<i32>
  return %0, %1, %2, %3, %4 : tensor<66xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f16>, tensor<i32>
}

// CHECK-LABEL: func.func @odd(
// CHECK-NOT: rlx.reshape
func.func @odd(%x: tensor<65537xf32>) -> tensor<f32> {
  %0 = rlx.reduce_sum %x axes = [0] : (tensor<65537xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// A cast stays next to the reduction, behind the reshape.

// CHECK-LABEL: @of_a_cast
// CHECK: %[[CUT:.*]] = rlx.reshape %{{.*}} -> tensor<1x{{.*}}xi8>
// CHECK-NEXT: %[[WIDE:.*]] = rlx.cast %[[CUT]] to f32
// CHECK-NEXT: rlx.reduce_sum %[[WIDE]] axes = [2]
func.func @of_a_cast(%x: tensor<1048576xi8>) -> tensor<f32> {
  %0 = rlx.cast %x to f32 : (tensor<1048576xi8>) -> tensor<1048576xf32>
  %1 = rlx.reduce_sum %0 axes = [0] : (tensor<1048576xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}
