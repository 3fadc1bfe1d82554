// RUN: rlx-opt %s --rlx-split-k | FileCheck %s
// RUN: echo '{"computeUnits": 4}' > %t.few.json
// RUN: rlx-opt %s --rlx-split-k=device=%t.few.json | FileCheck %s --check-prefix=FEW
// RUN: not rlx-opt %s --rlx-split-k=device=nobody 2>&1 | FileCheck %s --check-prefix=NOBODY
// RUN: rlx-opt %s --rlx-split-k -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-split-k 2>&1 | FileCheck %s --check-prefix=REMARK

// NOBODY: error: there is no device profile called 'nobody'

// 128 tiles for 132 compute units: two parts give each unit about two. Partial sums stay f32 until
// they are added, and the epilogue follows the addition. Fewer compute units have enough work
// without a split.
// CHECK-LABEL: func.func @two_parts(
// FEW-LABEL: func.func @two_parts(
// FEW-NOT: rlx.dot_general
// CHECK-SAME: %[[A:[^:]*]]: {{[^%]*}}%[[B:[^:]*]]: {{[^%]*}}%[[BIAS:[^:]*]]:
// CHECK: %[[LHS:.*]] = rlx.reshape %[[A]] {{.*}} : (tensor<512x14336xf16>) -> tensor<512x2x7168xf16>
// CHECK: %[[RHS:.*]] = rlx.reshape %[[B]] {{.*}} : (tensor<14336x4096xf16>) -> tensor<2x7168x4096xf16>
// CHECK: %[[EACH:.*]] = rlx.dot_general %[[LHS]], %[[RHS]] batch [1] x [0] contract [2] x [1] to f32 : {{.*}} -> tensor<2x512x4096xf32>
// CHECK: %[[SUM:.*]] = rlx.reduce_sum %[[EACH]] axes = [0] {{.*}} -> tensor<512x4096xf32>
// CHECK: %[[WHOLE:.*]] = rlx.cast %[[SUM]] to f16
// CHECK: %[[ADDED:.*]] = rlx.add %[[WHOLE]], %[[BIAS]]
// CHECK: rlx.relu %[[ADDED]]
// REMARK: [Passed] SplitK | Category:rlx-split-k | Function=two_parts | Remark="rlx.matmul: split-K into 2 partitions"
func.func @two_parts(%a: tensor<512x14336xf16>, %b: tensor<14336x4096xf16>, %bias: tensor<4096xf16>) -> tensor<512x4096xf16> {
  %0 = rlx.matmul %a, %b : (tensor<512x14336xf16>, tensor<14336x4096xf16>) -> tensor<512x4096xf16>
  %1 = rlx.add %0, %bias : (tensor<512x4096xf16>, tensor<4096xf16>) -> tensor<512x4096xf16>
  %2 = rlx.relu %1 : (tensor<512x4096xf16>) -> tensor<512x4096xf16>
  return %2 : tensor<512x4096xf16>
}

// One tile: the maximal number of parts.
// FEW-LABEL: func.func @eight_parts(
// FEW: tensor<8x128x128xf32>
// CHECK-LABEL: func.func @eight_parts(
// CHECK: rlx.dot_general {{.*}} : (tensor<128x8x1024xf32>, tensor<8x1024x128xf32>) -> tensor<8x128x128xf32>
// CHECK-NEXT: rlx.reduce_sum
// CHECK-NEXT: return
func.func @eight_parts(%a: tensor<128x8192xf32>, %b: tensor<8192x128xf32>) -> tensor<128x128xf32> {
  %0 = rlx.matmul %a, %b : (tensor<128x8192xf32>, tensor<8192x128xf32>) -> tensor<128x128xf32>
  return %0 : tensor<128x128xf32>
}

// Batch dimensions stay separate. A part has at least 1,024 terms.
// CHECK-LABEL: func.func @batches(
// CHECK: rlx.dot_general {{.*}} batch [2, 0] x [1, 0] contract [3] x [2] to f32 : (tensor<3x128x4x1024xbf16>, tensor<3x4x1024x128xbf16>) -> tensor<4x3x128x128xf32>
// CHECK: rlx.reduce_sum {{.*}} axes = [0]
// CHECK: rlx.cast {{.*}} to bf16 : (tensor<3x128x128xf32>) -> tensor<3x128x128xbf16>
func.func @batches(%a: tensor<3x128x4096xbf16>, %b: tensor<3x4096x128xbf16>) -> tensor<3x128x128xbf16> {
  %0 = rlx.matmul %a, %b : (tensor<3x128x4096xbf16>, tensor<3x4096x128xbf16>) -> tensor<3x128x128xbf16>
  return %0 : tensor<3x128x128xbf16>
}

// CHECK-LABEL: func.func @transposed(
// CHECK: rlx.dot_general {{.*}} batch [1] x [1] contract [2] x [2] to f32 : (tensor<128x2x1024xf16>, tensor<64x2x1024xf16>) -> tensor<2x128x64xf32>
// CHECK: rlx.reduce_sum
// CHECK-NEXT: return
func.func @transposed(%a: tensor<128x2048xf16>, %b: tensor<64x2048xf16>) -> tensor<128x64xf32> {
  %0 = rlx.dot_general %a, %b contract [1] x [1] to f32 : (tensor<128x2048xf16>, tensor<64x2048xf16>) -> tensor<128x64xf32>
  return %0 : tensor<128x64xf32>
}

// Not split: enough tiles, short sums, lengths that no number of parts divides, few rows, broadcast
// batches, dynamic sizes and other types.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: rlx.dot_general
// REMARK-NOT: Function=others
// REMARK: [Missed] {{.*}} Function=others | Remark="rlx.matmul: no split of K = 4100 into equal multiples of 32 would be enough faster for its 1 tiles"
// REMARK-NOT: Function=others
func.func @others(%a: tensor<512x4096xf16>, %b: tensor<4096x14336xf16>, %c: tensor<128x2016xf16>, %d: tensor<2016x128xf16>,
                  %e: tensor<128x4100xf16>, %f: tensor<4100x128xf16>, %g: tensor<32x4096xf16>, %h: tensor<4096x128xf16>,
                  %i: tensor<2x128x4096xf16>, %j: tensor<1x4096x128xf16>, %k: tensor<?x4096xf16>,
                  %l: tensor<128x4096xf64>, %m: tensor<4096x128xf64>)
    -> (tensor<512x14336xf16>, tensor<128x128xf16>, tensor<128x128xf16>, tensor<32x128xf16>, tensor<2x128x128xf16>, tensor<?x128xf16>, tensor<128x128xf64>) {
  %0 = rlx.matmul %a, %b : (tensor<512x4096xf16>, tensor<4096x14336xf16>) -> tensor<512x14336xf16>
  %1 = rlx.matmul %c, %d : (tensor<128x2016xf16>, tensor<2016x128xf16>) -> tensor<128x128xf16>
  %2 = rlx.matmul %e, %f : (tensor<128x4100xf16>, tensor<4100x128xf16>) -> tensor<128x128xf16>
  %3 = rlx.matmul %g, %h : (tensor<32x4096xf16>, tensor<4096x128xf16>) -> tensor<32x128xf16>
  %4 = rlx.matmul %i, %j : (tensor<2x128x4096xf16>, tensor<1x4096x128xf16>) -> tensor<2x128x128xf16>
  %5 = rlx.matmul %k, %h : (tensor<?x4096xf16>, tensor<4096x128xf16>) -> tensor<?x128xf16>
  %6 = rlx.matmul %l, %m : (tensor<128x4096xf64>, tensor<4096x128xf64>) -> tensor<128x128xf64>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<512x14336xf16>, tensor<128x128xf16>, tensor<128x128xf16>, tensor<32x128xf16>, tensor<2x128x128xf16>, tensor<?x128xf16>, tensor<128x128xf64>
}
