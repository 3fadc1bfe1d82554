// RUN: rlx-opt %s -split-input-file --rlx-convert-layout --canonicalize | FileCheck %s
// RUN: rlx-opt %s -split-input-file --rlx-convert-layout=sink=false | FileCheck %s --check-prefix=WRAPPED

// There is no transpose between two convolutions. The channel scale becomes a trailing vector.

// Without sinking only convolutions and poolings change. Other ops keep their order.
// WRAPPED-LABEL: @chain
// WRAPPED: rlx.conv {{.*}} data_format = channels_last
// WRAPPED: %[[FIRST:.*]] = rlx.transpose {{.*}} perm = [0, 3, 1, 2]
// WRAPPED: rlx.mul %[[FIRST]]
// WRAPPED: rlx.relu {{.*}} tensor<1x8x?x?xf32>
// WRAPPED: rlx.conv {{.*}} data_format = channels_last
// WRAPPED: rlx.transpose {{.*}} perm = [0, 3, 1, 2]
// WRAPPED: rlx.reduce_mean {{.*}} axes = [2, 3]

// CHECK-LABEL: @chain
// CHECK: %[[X:.*]] = rlx.transpose %arg0 perm = [0, 2, 3, 1]
// CHECK: %[[A:.*]] = rlx.conv %[[X]], {{.*}} data_format = channels_last
// CHECK: %[[M:.*]] = rlx.mul %[[A]]
// CHECK: %[[R:.*]] = rlx.relu %[[M]]
// CHECK: %[[B:.*]] = rlx.conv %[[R]], {{.*}} data_format = channels_last
// CHECK: rlx.reduce_mean %[[B]] axes = [1, 2]
// CHECK-NOT: perm
func.func @chain(%x: tensor<1x3x?x?xf32> {rlx.kind = "input", rlx.dims = ["", "", "h", "w"]},
                 %w: tensor<8x3x3x3xf32> {rlx.kind = "param"}, %s: tensor<8x1x1xf32> {rlx.kind = "param"},
                 %v: tensor<8x8x1x1xf32> {rlx.kind = "param"}) -> tensor<1x8xf32> {
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] : (tensor<1x3x?x?xf32>, tensor<8x3x3x3xf32>) -> tensor<1x8x?x?xf32>
  %1 = rlx.mul %0, %s : (tensor<1x8x?x?xf32>, tensor<8x1x1xf32>) -> tensor<1x8x?x?xf32>
  %2 = rlx.relu %1 : (tensor<1x8x?x?xf32>) -> tensor<1x8x?x?xf32>
  %3 = rlx.conv %2, %v : (tensor<1x8x?x?xf32>, tensor<8x8x1x1xf32>) -> tensor<1x8x?x?xf32>
  %4 = rlx.reduce_mean %3 axes = [2, 3] : (tensor<1x8x?x?xf32>) -> tensor<1x8xf32>
  return %4 : tensor<1x8xf32>
}

// -----

// Resizing and transposed convolutions also stay channels last.
// CHECK-LABEL: @upsample
// CHECK: rlx.transpose %arg0 perm = [0, 2, 3, 1]
// CHECK: rlx.conv {{.*}} data_format = channels_last
// CHECK: rlx.resize nearest %{{.*}} axes = [1, 2] to [%{{.*}}, 32] {{.*}} -> tensor<1x?x32x8xf32>
// CHECK: rlx.conv_transpose {{.*}} strides = [2, 2] data_format = channels_last {{.*}} -> tensor<1x?x64x4xf32>
// CHECK: rlx.transpose %{{.*}} perm = [0, 3, 1, 2]
// CHECK-NOT: rlx.transpose
func.func @upsample(%x: tensor<1x3x?x16xf32>, %w: tensor<8x3x1x1xf32>, %v: tensor<8x4x2x2xf32>, %h: index) -> tensor<1x4x?x64xf32> {
  %0 = rlx.conv %x, %w : (tensor<1x3x?x16xf32>, tensor<8x3x1x1xf32>) -> tensor<1x8x?x16xf32>
  %1 = rlx.resize nearest %0 axes = [2, -1] to [%h, 32] : (tensor<1x8x?x16xf32>, index) -> tensor<1x8x?x32xf32>
  %2 = rlx.conv_transpose %1, %v strides = [2, 2] : (tensor<1x8x?x32xf32>, tensor<8x4x2x2xf32>) -> tensor<1x4x?x64xf32>
  return %2 : tensor<1x4x?x64xf32>
}

// -----

// There is no transpose between integer convolutions either, for any form of quantization. A scale
// per channel becomes a trailing vector. Decomposed parts of rlx.q_conv, rlx.dequantize and
// rlx.quantize.
// CHECK-LABEL: @quantised
// CHECK: %[[X:.*]] = rlx.transpose %arg0 perm = [0, 2, 3, 1]
// CHECK: %[[A:.*]] = rlx.conv_integer %[[X]], %arg1 input_zero_point %{{.*}} pads = [1, 1, 1, 1] data_format = channels_last {{.*}} -> tensor<1x?x?x8xi32>
// CHECK: %[[F:.*]] = rlx.cast %[[A]] to f32
// CHECK: %[[S:.*]] = rlx.transpose %arg3 perm = [0, 2, 3, 1] {{.*}} -> tensor<1x1x1x8xf32>
// CHECK: %[[M:.*]] = rlx.mul %[[F]], %[[S]]
// CHECK: %[[R:.*]] = rlx.round %[[M]]
// CHECK: %[[Q:.*]] = rlx.cast %[[R]] to ui8
// CHECK: %[[B:.*]] = rlx.conv_integer %[[Q]], %arg2 data_format = channels_last
// CHECK: rlx.transpose %[[B]] perm = [0, 3, 1, 2]
// CHECK-NOT: rlx.transpose
func.func @quantised(%x: tensor<1x3x?x?xui8> {rlx.kind = "input", rlx.dims = ["", "", "h", "w"]},
                     %w: tensor<8x3x3x3xi8> {rlx.kind = "param"}, %v: tensor<8x8x1x1xi8> {rlx.kind = "param"},
                     %m: tensor<1x8x1x1xf32> {rlx.kind = "param"}) -> tensor<1x8x?x?xi32> {
  %z = rlx.constant dense<128> : tensor<ui8>
  %0 = rlx.conv_integer %x, %w input_zero_point %z pads = [1, 1, 1, 1] : (tensor<1x3x?x?xui8>, tensor<8x3x3x3xi8>, tensor<ui8>) -> tensor<1x8x?x?xi32>
  %1 = rlx.cast %0 to f32 : (tensor<1x8x?x?xi32>) -> tensor<1x8x?x?xf32>
  %2 = rlx.mul %1, %m : (tensor<1x8x?x?xf32>, tensor<1x8x1x1xf32>) -> tensor<1x8x?x?xf32>
  %3 = rlx.round %2 : (tensor<1x8x?x?xf32>) -> tensor<1x8x?x?xf32>
  %4 = rlx.cast %3 to ui8 : (tensor<1x8x?x?xf32>) -> tensor<1x8x?x?xui8>
  %5 = rlx.conv_integer %4, %v : (tensor<1x8x?x?xui8>, tensor<8x8x1x1xi8>) -> tensor<1x8x?x?xi32>
  return %5 : tensor<1x8x?x?xi32>
}

// -----

// Signals keep one layout between convolutions of images with one row: [N, 1, W, C].
// CHECK-LABEL: @signals
// CHECK: rlx.transpose {{.*}} -> tensor<?x1x?x3xf32>
// CHECK: %[[A:.*]] = rlx.conv {{.*}} data_format = channels_last {{.*}} -> tensor<?x1x?x8xf32>
// CHECK: %[[R:.*]] = rlx.relu %[[A]]
// CHECK: %[[S:.*]] = rlx.slice %[[R]] from [0, 0, 1, 0] sizes [%{{.*}}, 1, 2, 8]
// CHECK: %[[C:.*]] = rlx.concat %[[S]], %[[R]] axis = 2
// CHECK: %[[P:.*]] = rlx.pad edge %[[C]] low [0, 0, 0, 0] high [0, 0, 1, 0]
// CHECK: %[[M:.*]] = rlx.reduce_max %[[P]] axes = [2] {keep_dims = true}
// CHECK: %[[D:.*]] = rlx.sub %[[P]], %[[M]]
// CHECK: rlx.conv %[[D]]
// CHECK-NOT: rlx.transpose
func.func @signals(%x: tensor<?x3x?xf32> {rlx.kind = "input", rlx.dims = ["n", "", "w"]},
                   %w: tensor<8x3x1x1xf32> {rlx.kind = "param"}, %v: tensor<8x8x1x3xf32> {rlx.kind = "param"}) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x?xf32>
  %l = tensor.dim %x, %c2 : tensor<?x3x?xf32>
  %0 = rlx.reshape %x to [%n, 3, 1, %l] : (tensor<?x3x?xf32>, index, index) -> tensor<?x3x1x?xf32>
  %1 = rlx.conv %0, %w : (tensor<?x3x1x?xf32>, tensor<8x3x1x1xf32>) -> tensor<?x8x1x?xf32>
  %n1 = tensor.dim %1, %c0 : tensor<?x8x1x?xf32>
  %c3 = arith.constant 3 : index
  %l1 = tensor.dim %1, %c3 : tensor<?x8x1x?xf32>
  %2 = rlx.reshape %1 to [%n1, 8, %l1] : (tensor<?x8x1x?xf32>, index, index) -> tensor<?x8x?xf32>
  %3 = rlx.relu %2 : (tensor<?x8x?xf32>) -> tensor<?x8x?xf32>
  %4 = rlx.slice %3 from [0, 0, 1] sizes [%n, 8, 2] : (tensor<?x8x?xf32>, index) -> tensor<?x8x2xf32>
  %5 = rlx.concat %4, %3 axis = -1 : (tensor<?x8x2xf32>, tensor<?x8x?xf32>) -> tensor<?x8x?xf32>
  %6 = rlx.pad edge %5 low [0, 0, 0] high [0, 0, 1] : (tensor<?x8x?xf32>) -> tensor<?x8x?xf32>
  %7 = rlx.reduce_max %6 axes = [-1] {keep_dims = true} : (tensor<?x8x?xf32>) -> tensor<?x8x1xf32>
  %8 = rlx.sub %6, %7 : (tensor<?x8x?xf32>, tensor<?x8x1xf32>) -> tensor<?x8x?xf32>
  %n2 = tensor.dim %8, %c0 : tensor<?x8x?xf32>
  %l2 = tensor.dim %8, %c2 : tensor<?x8x?xf32>
  %9 = rlx.reshape %8 to [%n2, 8, 1, %l2] : (tensor<?x8x?xf32>, index, index) -> tensor<?x8x1x?xf32>
  %10 = rlx.conv %9, %v : (tensor<?x8x1x?xf32>, tensor<8x8x1x3xf32>) -> tensor<?x8x1x?xf32>
  %n3 = tensor.dim %10, %c0 : tensor<?x8x1x?xf32>
  %l3 = tensor.dim %10, %c3 : tensor<?x8x1x?xf32>
  %11 = rlx.reshape %10 to [%n3, 8, %l3] : (tensor<?x8x1x?xf32>, index, index) -> tensor<?x8x?xf32>
  %12 = rlx.reduce_mean %11 axes = [2] : (tensor<?x8x?xf32>) -> tensor<?x8xf32>
  return %12 : tensor<?x8xf32>
}

// -----

// Transposes of signals in front of convolutions and behind them become reshapes.
// CHECK-LABEL: @words
// CHECK: %[[X:.*]] = rlx.reshape %arg0 to [1, 1, 16, 3]
// CHECK: %[[A:.*]] = rlx.conv %[[X]], {{.*}} data_format = channels_last
// CHECK: %[[Y:.*]] = rlx.reshape %[[A]] to [1, 16, 8]
// CHECK: return %[[Y]]
func.func @words(%x: tensor<1x16x3xf32>, %w: tensor<8x3x1x3xf32>) -> tensor<1x16x8xf32> {
  %0 = rlx.transpose %x perm = [0, 2, 1] : (tensor<1x16x3xf32>) -> tensor<1x3x16xf32>
  %1 = rlx.reshape %0 to [1, 3, 1, 16] : (tensor<1x3x16xf32>) -> tensor<1x3x1x16xf32>
  %2 = rlx.conv %1, %w pads = [0, 1, 0, 1] : (tensor<1x3x1x16xf32>, tensor<8x3x1x3xf32>) -> tensor<1x8x1x16xf32>
  %3 = rlx.reshape %2 to [1, 8, 16] : (tensor<1x8x1x16xf32>) -> tensor<1x8x16xf32>
  %4 = rlx.transpose %3 perm = [0, 2, 1] : (tensor<1x8x16xf32>) -> tensor<1x16x8xf32>
  return %4 : tensor<1x16x8xf32>
}

// -----

// The model's own transposes sink, too.
// CHECK-LABEL: @channels_last_model
// CHECK: %[[A:.*]] = rlx.relu %arg0
// CHECK: %[[B:.*]] = rlx.slice %[[A]] from [0, 1, 0, 0] sizes [1, 7, 8, 3]
// CHECK: rlx.conv %[[B]]
func.func @channels_last_model(%x: tensor<1x8x8x3xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<1x4x5x6xf32> {
  %0 = rlx.transpose %x perm = [0, 3, 1, 2] : (tensor<1x8x8x3xf32>) -> tensor<1x3x8x8xf32>
  %1 = rlx.relu %0 : (tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf32>
  %2 = rlx.slice %1 from [0, 0, 1, 0] sizes [1, 3, 7, 8] : (tensor<1x3x8x8xf32>) -> tensor<1x3x7x8xf32>
  %3 = rlx.conv %2, %w : (tensor<1x3x7x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x5x6xf32>
  return %3 : tensor<1x4x5x6xf32>
}

// -----

// A reduction over all dimensions, or over the channels, has the same result in both layouts. One
// over columns has not.
// CHECK-LABEL: @reductions
// CHECK: %[[A:.*]] = rlx.conv
// CHECK: %[[F:.*]] = rlx.transpose %[[A]] perm = [0, 3, 1, 2]
// CHECK: rlx.reduce_max %[[A]] axes = [0, 1, 2, 3]
// CHECK: rlx.reduce_sum %[[A]] axes = [3] : {{.*}} -> tensor<1x8x9xf32>
// CHECK: rlx.reduce_sum %[[F]] axes = [3]
func.func @reductions(%x: tensor<1x3x8x9xf32>, %w: tensor<4x3x1x1xf32>) -> (tensor<f32>, tensor<1x8x9xf32>, tensor<1x4x8xf32>) {
  %0 = rlx.conv %x, %w : (tensor<1x3x8x9xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x9xf32>
  %1 = rlx.reduce_max %0 axes = [0, 1, 2, 3] : (tensor<1x4x8x9xf32>) -> tensor<f32>
  %2 = rlx.reduce_sum %0 axes = [1] : (tensor<1x4x8x9xf32>) -> tensor<1x8x9xf32>
  %3 = rlx.reduce_sum %0 axes = [3] : (tensor<1x4x8x9xf32>) -> tensor<1x4x8xf32>
  return %1, %2, %3 : tensor<f32>, tensor<1x8x9xf32>, tensor<1x4x8xf32>
}

// -----

// Volumes become channels-last, too, and keep it between convolutions.
// CHECK-LABEL: @volumes
// CHECK: %[[X:.*]] = rlx.transpose %arg0 perm = [0, 2, 3, 4, 1]
// CHECK: %[[A:.*]] = rlx.conv %[[X]], {{.*}} data_format = channels_last
// CHECK: %[[R:.*]] = rlx.relu %[[A]]
// CHECK: %[[B:.*]] = rlx.conv %[[R]], {{.*}} data_format = channels_last
// CHECK: rlx.reduce_mean %[[B]] axes = [1, 2, 3]
// CHECK-NOT: perm
func.func @volumes(%x: tensor<?x3x5x6x7xf32> {rlx.kind = "input", rlx.dims = ["n", "", "", "", ""]},
                   %w: tensor<8x3x3x3x3xf32> {rlx.kind = "param"}, %v: tensor<8x8x1x1x1xf32> {rlx.kind = "param"}) -> tensor<?x8xf32> {
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1, 1, 1] : (tensor<?x3x5x6x7xf32>, tensor<8x3x3x3x3xf32>) -> tensor<?x8x5x6x7xf32>
  %1 = rlx.relu %0 : (tensor<?x8x5x6x7xf32>) -> tensor<?x8x5x6x7xf32>
  %2 = rlx.conv %1, %v : (tensor<?x8x5x6x7xf32>, tensor<8x8x1x1x1xf32>) -> tensor<?x8x5x6x7xf32>
  %3 = rlx.reduce_mean %2 axes = [2, 3, 4] : (tensor<?x8x5x6x7xf32>) -> tensor<?x8xf32>
  return %3 : tensor<?x8xf32>
}

// -----

// Depthwise convolutions of volumes have no kernel that wants this, and integers have none either.
// CHECK-LABEL: @volumes_left
// CHECK-NOT: rlx.transpose
func.func @volumes_left(%x: tensor<1x4x5x6x7xf32> {rlx.kind = "input"}, %w: tensor<4x1x3x3x3xf32> {rlx.kind = "param"},
                        %y: tensor<1x4x5x6x7xi32> {rlx.kind = "input"}, %v: tensor<4x4x1x1x1xi32> {rlx.kind = "param"})
    -> (tensor<1x4x3x4x5xf32>, tensor<1x4x5x6x7xi32>) {
  %0 = rlx.conv %x, %w groups = 4 : (tensor<1x4x5x6x7xf32>, tensor<4x1x3x3x3xf32>) -> tensor<1x4x3x4x5xf32>
  %1 = rlx.conv %y, %v : (tensor<1x4x5x6x7xi32>, tensor<4x4x1x1x1xi32>) -> tensor<1x4x5x6x7xi32>
  return %0, %1 : tensor<1x4x3x4x5xf32>, tensor<1x4x5x6x7xi32>
}
