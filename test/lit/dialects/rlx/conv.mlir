// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg --canonicalize --cse | FileCheck %s --check-prefix=LINALG

// CHECK-LABEL: @conv_dynamic
// LINALG-LABEL: @conv_dynamic
func.func @conv_dynamic(%x: tensor<?x3x48x?xf32>, %w: tensor<16x3x3x3xf32>, %b: tensor<16xf32>)
    -> tensor<?x16x24x?xf32> {
  // CHECK: rlx.conv %{{.*}}, %{{.*}}, %{{.*}} strides = [2, 2] pads = [1, 1, 1, 1] : (tensor<?x3x48x?xf32>, tensor<16x3x3x3xf32>, tensor<16xf32>) -> tensor<?x16x24x?xf32>
  // LINALG: tensor.pad %{{.*}} low[0, 0, 1, 1] high[0, 0, 1, 1]
  // LINALG: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]
  // LINALG: arith.mulf
  // LINALG: arith.addf
  %0 = rlx.conv %x, %w, %b strides = [2, 2] pads = [1, 1, 1, 1]
      : (tensor<?x3x48x?xf32>, tensor<16x3x3x3xf32>, tensor<16xf32>) -> tensor<?x16x24x?xf32>
  return %0 : tensor<?x16x24x?xf32>
}

// CHECK-LABEL: @conv_groups_last
// LINALG-LABEL: @conv_groups_last
func.func @conv_groups_last(%x: tensor<2x?x?x8xf16>, %w: tensor<4x2x3x3xf16>)
    -> tensor<2x?x?x4xf16> {
  // CHECK: dilations = [2, 2] groups = 4 data_format = channels_last
  // LINALG: tensor.expand_shape {{.*}} {{\[\[}}0], [1], [2], [3, 4]]
  // LINALG: arith.extf
  // LINALG: tensor.collapse_shape
  // LINALG: arith.truncf
  %0 = rlx.conv %x, %w dilations = [2, 2] groups = 4 data_format = channels_last
      : (tensor<2x?x?x8xf16>, tensor<4x2x3x3xf16>) -> tensor<2x?x?x4xf16>
  return %0 : tensor<2x?x?x4xf16>
}

// Symbolic sizes also work for 1-d and 3-d, and for asymmetric padding.
// LINALG-LABEL: @conv_1d_3d
func.func @conv_1d_3d(%x: tensor<1x2x10xf32>, %w: tensor<4x2x3xf32>, %y: tensor<1x2x4x5x6xi8>,
                      %v: tensor<3x2x1x2x3xi8>) -> (tensor<1x4x11xf32>, tensor<1x3x4x4x4xi8>) {
  %0 = rlx.conv %x, %w pads = [1, 2] : (tensor<1x2x10xf32>, tensor<4x2x3xf32>) -> tensor<1x4x11xf32>
  // LINALG: arith.muli
  %1 = rlx.conv %y, %v : (tensor<1x2x4x5x6xi8>, tensor<3x2x1x2x3xi8>) -> tensor<1x3x4x4x4xi8>
  return %0, %1 : tensor<1x4x11xf32>, tensor<1x3x4x4x4xi8>
}

// CHECK-LABEL: @conv_transpose
// LINALG-LABEL: @conv_transpose
func.func @conv_transpose(%x: tensor<1x8x?x5xf32>, %w: tensor<8x4x2x2xf32>)
    -> tensor<1x4x?x10xf32> {
  // CHECK: rlx.conv_transpose %{{.*}}, %{{.*}} strides = [2, 2] : (tensor<1x8x?x5xf32>, tensor<8x4x2x2xf32>) -> tensor<1x4x?x10xf32>
  // LINALG: tensor.extract
  // LINALG: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]
  %0 = rlx.conv_transpose %x, %w strides = [2, 2]
      : (tensor<1x8x?x5xf32>, tensor<8x4x2x2xf32>) -> tensor<1x4x?x10xf32>
  return %0 : tensor<1x4x?x10xf32>
}

// CHECK-LABEL: @conv_transpose_groups
func.func @conv_transpose_groups(%x: tensor<2x6x4xf32>, %w: tensor<6x2x3xf32>, %b: tensor<4xf32>)
    -> tensor<2x4x9xf32> {
  // CHECK: strides = [2] pads = [1, 0] output_padding = [1] groups = 2
  %0 = rlx.conv_transpose %x, %w, %b strides = [2] pads = [1, 0] output_padding = [1] groups = 2
      : (tensor<2x6x4xf32>, tensor<6x2x3xf32>, tensor<4xf32>) -> tensor<2x4x9xf32>
  return %0 : tensor<2x4x9xf32>
}

// CHECK-LABEL: @max_pool
// LINALG-LABEL: @max_pool
func.func @max_pool(%x: tensor<1x64x112x?xf32>) -> tensor<1x64x56x?xf32> {
  // CHECK: rlx.pool max %{{.*}} kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] : (tensor<1x64x112x?xf32>) -> tensor<1x64x56x?xf32>
  // LINALG: 0xFF800000
  // LINALG: arith.maximumf
  %0 = rlx.pool max %x kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1]
      : (tensor<1x64x112x?xf32>) -> tensor<1x64x56x?xf32>
  return %0 : tensor<1x64x56x?xf32>
}

// Without padding the mean divides by a constant.
// LINALG-LABEL: @mean_pool
func.func @mean_pool(%x: tensor<1x4x?xbf16>) -> tensor<1x4x?xbf16> {
  // LINALG: %[[NINE:.*]] = arith.constant 9.000000e+00 : f32
  // LINALG: arith.addf
  // LINALG: arith.divf %{{.*}}, %[[NINE]]
  %0 = rlx.pool mean %x kernel = [9] : (tensor<1x4x?xbf16>) -> tensor<1x4x?xbf16>
  return %0 : tensor<1x4x?xbf16>
}

// CHECK-LABEL: @mean_pool_ceil
// LINALG-LABEL: @mean_pool_ceil
func.func @mean_pool_ceil(%x: tensor<1x4x5x6xf32>, %y: tensor<2x7x7x3xui8>)
    -> (tensor<1x4x3x3xf32>, tensor<2x3x3x3xui8>) {
  // CHECK: ceil_mode = true, count_include_pad = true
  // LINALG: high[0, 0, 1, 1]
  // LINALG: linalg.index
  // LINALG: arith.divf
  %0 = rlx.pool mean %x kernel = [2, 2] strides = [2, 2] {ceil_mode = true, count_include_pad = true}
      : (tensor<1x4x5x6xf32>) -> tensor<1x4x3x3xf32>
  // LINALG: arith.minui
  %1 = rlx.pool min %y kernel = [3, 3] strides = [2, 2] data_format = channels_last
      : (tensor<2x7x7x3xui8>) -> tensor<2x3x3x3xui8>
  return %0, %1 : tensor<1x4x3x3xf32>, tensor<2x3x3x3xui8>
}
