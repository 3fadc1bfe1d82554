// RUN: rlx-opt %s --rlx-split-scan="device=nvidia-hopper" -split-input-file | FileCheck %s
// RUN: rlx-opt %s --rlx-split-scan="device=lavapipe" -split-input-file | FileCheck %s --check-prefix=LAVA
// RUN: rlx-opt %s --rlx-split-scan="device=lavapipe" -split-input-file -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-split-scan 2>&1 | FileCheck %s --check-prefix=REMARK-LAVA
// RUN: rlx-opt %s --rlx-split-scan="device=nvidia-hopper" -split-input-file -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-split-scan 2>&1 | FileCheck %s --check-prefix=REMARK

// The scan schedule takes at most 1024 rows here, which is less than eight for each of 132 compute
// units. Each part has a prefix scan. The sum of earlier parts is added to all of its elements.
// CHECK-LABEL: func.func @long(
// CHECK: %[[CUT:.*]] = rlx.reshape %{{.*}} to [1, 1024, 16384]
// CHECK: %[[SUMS:.*]] = rlx.cumsum %[[CUT]] axis = 2 :
// CHECK: %[[LAST:.*]] = rlx.slice %[[SUMS]] from [0, 0, 16383] sizes [1, 1024, 1]
// CHECK: %[[BEFORE:.*]] = rlx.cumsum %[[LAST]] axis = 1 {exclusive = true} : (tensor<1x1024x1xf32>)
// CHECK: %[[ALL:.*]] = rlx.add %[[SUMS]], %[[BEFORE]] : (tensor<1x1024x16384xf32>, tensor<1x1024x1xf32>)
// CHECK: rlx.reshape %[[ALL]] to [1, 16777216]
// LAVA-LABEL: func.func @long(
// LAVA: rlx.reshape %{{.*}} to [1, 64, 262144]
// REMARK: [Passed] SplitScan | Category:rlx-split-scan | Function=long | Remark="rlx.cumsum: each of 1 rows split into 1024 partitions of 16384 elements"
func.func @long(%x: tensor<1x16777216xf32>) -> tensor<1x16777216xf32> {
  %0 = rlx.cumsum %x axis = 1 : (tensor<1x16777216xf32>) -> tensor<1x16777216xf32>
  return %0 : tensor<1x16777216xf32>
}

// -----

// In reverse, the first element of a part holds its sum. Exclusive scans add the left-out element
// for later parts. The axis becomes the last dimension.
// CHECK-LABEL: func.func @reverse_exclusive(
// CHECK: %[[ROWS:.*]] = rlx.transpose %{{.*}} perm = [1, 0]
// CHECK: %[[CUT:.*]] = rlx.reshape %[[ROWS]] to [2, 128, 1024]
// CHECK: %[[SUMS:.*]] = rlx.cumsum %[[CUT]] axis = 2 {exclusive = true, reverse = true}
// CHECK: %[[BEHIND:.*]] = rlx.slice %[[SUMS]] from [0, 0, 0] sizes [2, 128, 1]
// CHECK: %[[OWN:.*]] = rlx.slice %[[CUT]] from [0, 0, 0] sizes [2, 128, 1]
// CHECK: %[[TOTALS:.*]] = rlx.add %[[BEHIND]], %[[OWN]]
// CHECK: %[[BEFORE:.*]] = rlx.cumsum %[[TOTALS]] axis = 1 {exclusive = true, reverse = true}
// CHECK: rlx.add %[[SUMS]], %[[BEFORE]]
// CHECK: rlx.transpose
func.func @reverse_exclusive(%x: tensor<131072x2xi32>) -> tensor<131072x2xi32> {
  %0 = rlx.cumsum %x axis = 0 {exclusive = true, reverse = true} : (tensor<131072x2xi32>) -> tensor<131072x2xi32>
  return %0 : tensor<131072x2xi32>
}

// -----

// If no good number of parts divides the length, the last part is padded with the neutral element.
// Narrow floats are accumulated in f32 throughout.
// CHECK-LABEL: func.func @odd(
// CHECK: %[[WIDE:.*]] = rlx.cast %{{.*}} to f32 : (tensor<100003xf16>) -> tensor<100003xf32>
// CHECK: %[[ROW:.*]] = rlx.reshape %[[WIDE]] to [1, 100003]
// CHECK: %[[ZERO:.*]] = rlx.constant dense<0.000000e+00> : tensor<f32>
// CHECK: rlx.pad constant %[[ROW]], %[[ZERO]] low [0, 0] high [0, 101]
// CHECK: rlx.reshape %{{.*}} to [1, 97, 1032]
// CHECK: rlx.cumsum {{.*}} : (tensor<1x97x1032xf32>)
// CHECK: %[[SUM:.*]] = rlx.add
// CHECK: %[[NARROW:.*]] = rlx.cast %[[SUM]] to f16 : (tensor<1x97x1032xf32>) -> tensor<1x97x1032xf16>
// CHECK: rlx.slice %{{.*}} from [0, 0] sizes [1, 100003]
// CHECK: rlx.reshape {{.*}} -> tensor<100003xf16>
func.func @odd(%x: tensor<100003xf16>) -> tensor<100003xf16> {
  %0 = rlx.cumsum %x axis = 0 : (tensor<100003xf16>) -> tensor<100003xf16>
  return %0 : tensor<100003xf16>
}

// -----

// Not split: short rows, many rows, unsigned elements, and dynamic sizes.
// CHECK-LABEL: func.func @whole(
// CHECK-NOT: rlx.reshape
// CHECK: return
// LAVA-LABEL: func.func @whole(
// LAVA-NOT: rlx.reshape
// REMARK-NOT: Function=whole
// REMARK: [Missed] {{.*}} Function=whole | Remark="rlx.cumsum: the workgroup schedule does not support unsigned elements"
// REMARK-NOT: Function=whole
func.func @whole(%a: tensor<2x65535xf32>, %b: tensor<66x65536xf32>, %c: tensor<65536xui32>, %d: tensor<?x65536xf32>,
                 %e: tensor<?xf32>, %f: tensor<0x65536xf32>) -> (tensor<2x65535xf32>, tensor<66x65536xf32>,
                 tensor<65536xui32>, tensor<?x65536xf32>, tensor<?xf32>, tensor<0x65536xf32>) {
  %0 = rlx.cumsum %a axis = 1 : (tensor<2x65535xf32>) -> tensor<2x65535xf32>
  %1 = rlx.cumsum %b axis = 1 : (tensor<66x65536xf32>) -> tensor<66x65536xf32>
  %2 = rlx.cumsum %c axis = 0 : (tensor<65536xui32>) -> tensor<65536xui32>
  %3 = rlx.cumsum %d axis = 1 : (tensor<?x65536xf32>) -> tensor<?x65536xf32>
  %4 = rlx.cumsum %e axis = 0 : (tensor<?xf32>) -> tensor<?xf32>
  %5 = rlx.cumsum %f axis = 1 : (tensor<0x65536xf32>) -> tensor<0x65536xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<2x65535xf32>, tensor<66x65536xf32>, tensor<65536xui32>,
      tensor<?x65536xf32>, tensor<?xf32>, tensor<0x65536xf32>
}

// -----

// All f32 partial sums must fit in one buffer, of at most 128 MiB on lavapipe.
// CHECK-LABEL: func.func @large(
// CHECK: rlx.reshape
// LAVA-LABEL: func.func @large(
// LAVA-NOT: rlx.reshape
// LAVA: return
// REMARK-LAVA: [Missed] {{.*}} Function=large | Remark="rlx.cumsum: partial sums need more than 7/8 of maxBufferBytes (134217728)"
func.func @large(%x: tensor<40000000xf16>) -> tensor<40000000xf16> {
  %0 = rlx.cumsum %x axis = 0 : (tensor<40000000xf16>) -> tensor<40000000xf16>
  return %0 : tensor<40000000xf16>
}
