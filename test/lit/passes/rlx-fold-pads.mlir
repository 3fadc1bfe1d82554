// RUN: rlx-opt %s --pass-pipeline="builtin.module(func.func(rlx-fold-pads),canonicalize)" | FileCheck %s

// CHECK-LABEL: @joined
// CHECK: rlx.conv %arg0, %arg1 strides = [2, 2] pads = [1, 3, 4, 3]
func.func @joined(%x: tensor<?x3x8x8xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<?x4x6x6xf32> {
  %z = rlx.constant dense<0.0> : tensor<f32>
  %0 = rlx.pad constant %x, %z low [0, 0, 0, 2] high [0, 0, 4, 2] : (tensor<?x3x8x8xf32>, tensor<f32>) -> tensor<?x3x12x12xf32>
  %1 = rlx.conv %0, %w strides = [2, 2] pads = [1, 1, 0, 1] : (tensor<?x3x12x12xf32>, tensor<4x3x3x3xf32>) -> tensor<?x4x6x6xf32>
  return %1 : tensor<?x4x6x6xf32>
}

// Channels last, and behind a transpose. Another user keeps the pad.
// CHECK-LABEL: @layouts
// CHECK: %[[P:.*]] = rlx.pad constant %arg0
// CHECK: rlx.conv %arg0, %arg1 pads = [1, 0, 2, 0] data_format = channels_last
// CHECK: %[[T:.*]] = rlx.transpose %arg0 perm = [0, 3, 1, 2]
// CHECK: rlx.conv %[[T]], %arg1 pads = [1, 0, 2, 0]
// CHECK: return %{{.*}}, %{{.*}}, %[[P]]
func.func @layouts(%x: tensor<1x8x8x3xf32>, %w: tensor<4x3x3x3xf32>) -> (tensor<1x9x6x4xf32>, tensor<1x4x9x6xf32>, tensor<1x11x8x3xf32>) {
  %0 = rlx.pad constant %x low [0, 1, 0, 0] high [0, 2, 0, 0] : (tensor<1x8x8x3xf32>) -> tensor<1x11x8x3xf32>
  %1 = rlx.conv %0, %w data_format = channels_last : (tensor<1x11x8x3xf32>, tensor<4x3x3x3xf32>) -> tensor<1x9x6x4xf32>
  %2 = rlx.transpose %0 perm = [0, 3, 1, 2] : (tensor<1x11x8x3xf32>) -> tensor<1x3x11x8xf32>
  %3 = rlx.conv %2, %w : (tensor<1x3x11x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x9x6xf32>
  return %1, %3, %0 : tensor<1x9x6x4xf32>, tensor<1x4x9x6xf32>, tensor<1x11x8x3xf32>
}

// Other values, other modes, padded channels, sizes of the run, and windows of one element.
// CHECK-LABEL: @others
// CHECK-COUNT-5: rlx.pad
// CHECK-NOT: pads
// CHECK: return
func.func @others(%x: tensor<1x3x8x8xf32>, %y: tensor<1x2x8x8xf32>, %w: tensor<4x3x3x3xf32>, %v: tensor<4x3x1x1xf32>, %p: index)
    -> (tensor<1x4x7x7xf32>, tensor<1x4x7x7xf32>, tensor<1x4x6x6xf32>, tensor<1x4x?x6xf32>, tensor<1x4x9x9xf32>) {
  %one = rlx.constant dense<1.0> : tensor<f32>
  %0 = rlx.pad constant %x, %one low [0, 0, 0, 0] high [0, 0, 1, 1] : (tensor<1x3x8x8xf32>, tensor<f32>) -> tensor<1x3x9x9xf32>
  %1 = rlx.pad edge %x low [0, 0, 0, 0] high [0, 0, 1, 1] : (tensor<1x3x8x8xf32>) -> tensor<1x3x9x9xf32>
  %2 = rlx.pad constant %y low [0, 0, 0, 0] high [0, 1, 0, 0] : (tensor<1x2x8x8xf32>) -> tensor<1x3x8x8xf32>
  %3 = rlx.pad constant %x low [0, 0, %p, 0] high [0, 0, 0, 0] : (tensor<1x3x8x8xf32>, index) -> tensor<1x3x?x8xf32>
  %4 = rlx.pad constant %x low [0, 0, 0, 0] high [0, 0, 1, 1] : (tensor<1x3x8x8xf32>) -> tensor<1x3x9x9xf32>
  %5 = rlx.conv %0, %w : (tensor<1x3x9x9xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x7x7xf32>
  %6 = rlx.conv %1, %w : (tensor<1x3x9x9xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x7x7xf32>
  %7 = rlx.conv %2, %w : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x6x6xf32>
  %8 = rlx.conv %3, %w : (tensor<1x3x?x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x?x6xf32>
  %9 = rlx.conv %4, %v : (tensor<1x3x9x9xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x9x9xf32>
  return %5, %6, %7, %8, %9 : tensor<1x4x7x7xf32>, tensor<1x4x7x7xf32>, tensor<1x4x6x6xf32>, tensor<1x4x?x6xf32>, tensor<1x4x9x9xf32>
}
