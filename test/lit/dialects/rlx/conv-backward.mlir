// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops | FileCheck %s --check-prefix=DECOMPOSE
// RUN: rlx-opt %s --rlx-decompose-ops --rlx-lower-to-linalg --canonicalize --cse | FileCheck %s --check-prefix=LINALG

// The remainder of the rows is static: it is the output padding of the transposed convolution.
// CHECK-LABEL: @conv_backward_input
// DECOMPOSE-LABEL: @conv_backward_input
func.func @conv_backward_input(%dy: tensor<?x16x4x4xf32>, %w: tensor<16x3x3x3xf32>) -> tensor<?x3x10x9xf32> {
  // CHECK: rlx.conv_backward_input %{{.*}}, %{{.*}} to [10, 9] strides = [2, 2] : (tensor<?x16x4x4xf32>, tensor<16x3x3x3xf32>) -> tensor<?x3x10x9xf32>
  // DECOMPOSE: rlx.conv_transpose {{.*}} strides = [2, 2] output_padding = [1, 0]
  // DECOMPOSE-NOT: rlx.slice
  %0 = rlx.conv_backward_input %dy, %w to [10, 9] strides = [2, 2]
      : (tensor<?x16x4x4xf32>, tensor<16x3x3x3xf32>) -> tensor<?x3x10x9xf32>
  return %0 : tensor<?x3x10x9xf32>
}

// CHECK-LABEL: @conv_backward_input_dynamic
// DECOMPOSE-LABEL: @conv_backward_input_dynamic
func.func @conv_backward_input_dynamic(%dy: tensor<?x16x?x16xf32>, %w: tensor<16x3x3x3xf32>, %h: index) -> tensor<?x3x?x32xf32> {
  // CHECK: to [%{{.*}}, 32] strides = [2, 2] pads = [1, 1, 1, 1]
  // DECOMPOSE: rlx.conv_transpose {{.*}} output_padding = [1, 1]
  // DECOMPOSE: rlx.slice
  %0 = rlx.conv_backward_input %dy, %w to [%h, 32] strides = [2, 2] pads = [1, 1, 1, 1]
      : (tensor<?x16x?x16xf32>, tensor<16x3x3x3xf32>, index) -> tensor<?x3x?x32xf32>
  return %0 : tensor<?x3x?x32xf32>
}

// CHECK-LABEL: @conv_backward_weight
// LINALG-LABEL: @conv_backward_weight
func.func @conv_backward_weight(%x: tensor<?x?x8x4xf16>, %dy: tensor<?x?x6x6xf16>) -> tensor<6x2x2x3xf16> {
  // CHECK: rlx.conv_backward_weight %{{.*}}, %{{.*}} kernel = [2, 3] strides = [2, 1] groups = 2 data_format = channels_last : (tensor<?x?x8x4xf16>, tensor<?x?x6x6xf16>) -> tensor<6x2x2x3xf16>
  // LINALG: iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]
  // LINALG: arith.extf
  // LINALG: arith.truncf
  %0 = rlx.conv_backward_weight %x, %dy kernel = [2, 3] strides = [2, 1] groups = 2 data_format = channels_last
      : (tensor<?x?x8x4xf16>, tensor<?x?x6x6xf16>) -> tensor<6x2x2x3xf16>
  return %0 : tensor<6x2x2x3xf16>
}

// CHECK-LABEL: @max_pool_backward
// LINALG-LABEL: @max_pool_backward
func.func @max_pool_backward(%x: tensor<?x64x112x?xf32>, %dy: tensor<?x64x57x?xf32>) -> tensor<?x64x112x?xf32> {
  // CHECK: rlx.max_pool_backward %{{.*}}, %{{.*}} kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] {ceil_mode = true} : (tensor<?x64x112x?xf32>, tensor<?x64x57x?xf32>) -> tensor<?x64x112x?xf32>
  // LINALG: scf.forall
  %0 = rlx.max_pool_backward %x, %dy kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] {ceil_mode = true}
      : (tensor<?x64x112x?xf32>, tensor<?x64x57x?xf32>) -> tensor<?x64x112x?xf32>
  return %0 : tensor<?x64x112x?xf32>
}

// CHECK-LABEL: @mean_pool_backward
// LINALG-LABEL: @mean_pool_backward
func.func @mean_pool_backward(%dy: tensor<?x64x56x?xf32>, %w: index) -> tensor<?x64x112x?xf32> {
  // CHECK: rlx.mean_pool_backward %{{.*}} to [112, %{{.*}}] kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] {count_include_pad = true} : (tensor<?x64x56x?xf32>, index) -> tensor<?x64x112x?xf32>
  // LINALG: arith.divf
  %0 = rlx.mean_pool_backward %dy to [112, %w] kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] {count_include_pad = true}
      : (tensor<?x64x56x?xf32>, index) -> tensor<?x64x112x?xf32>
  return %0 : tensor<?x64x112x?xf32>
}
