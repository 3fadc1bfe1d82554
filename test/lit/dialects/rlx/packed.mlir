// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// CHECK-LABEL: @matmul_packed
// CHECK: rlx.matmul_packed %{{.*}}, %{{.*}}, %{{.*}} {n = 40 : i64} : (tensor<?x64xf32>, tensor<2x64x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
// LINALG-LABEL: @matmul_packed
// LINALG: linalg.generic {{.*}} outs(%{{.*}} : tensor<?x2x32xf32>)
// LINALG: tensor.collapse_shape
// LINALG: tensor.extract_slice {{.*}} to tensor<?x40xf32>
// LINALG: linalg.generic
func.func @matmul_packed(%x: tensor<?x64xf32>, %w: tensor<2x64x32xf32>, %b: tensor<40xf32>) -> tensor<?x40xf32> {
  %0 = rlx.matmul_packed %x, %w, %b {n = 40 : i64} : (tensor<?x64xf32>, tensor<2x64x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  return %0 : tensor<?x40xf32>
}

// Without a bias and in a narrow type: the accumulator is wide.
// LINALG-LABEL: @matmul_packed_f16
// LINALG: linalg.generic {{.*}} outs(%{{.*}} : tensor<2x?x1x32xf32>)
// LINALG: arith.truncf
func.func @matmul_packed_f16(%x: tensor<2x?x8xf16>, %w: tensor<1x8x32xf16>) -> tensor<2x?x32xf16> {
  %0 = rlx.matmul_packed %x, %w {n = 32 : i64} : (tensor<2x?x8xf16>, tensor<1x8x32xf16>) -> tensor<2x?x32xf16>
  return %0 : tensor<2x?x32xf16>
}

// Pairs of rows are separated.
// CHECK-LABEL: @matmul_packed_pairs
// CHECK: rlx.matmul_packed %{{.*}}, %{{.*}} {n = 40 : i64} : (tensor<?x63xbf16>, tensor<2x32x32x2xbf16>) -> tensor<?x40xbf16>
// LINALG-LABEL: @matmul_packed_pairs
// LINALG: linalg.generic {{.*}} outs(%{{.*}} : tensor<2x63x32xbf16>)
// LINALG: tensor.extract %{{.*}} : tensor<2x32x32x2xbf16>
// LINALG: linalg.generic {{.*}} outs(%{{.*}} : tensor<?x2x32xf32>)
func.func @matmul_packed_pairs(%x: tensor<?x63xbf16>, %w: tensor<2x32x32x2xbf16>) -> tensor<?x40xbf16> {
  %0 = rlx.matmul_packed %x, %w {n = 40 : i64} : (tensor<?x63xbf16>, tensor<2x32x32x2xbf16>) -> tensor<?x40xbf16>
  return %0 : tensor<?x40xbf16>
}

// Weights that are narrower than lhs are widened in the sum.
// CHECK-LABEL: @matmul_packed_half
// CHECK: rlx.matmul_packed %{{.*}}, %{{.*}}, %{{.*}} {n = 40 : i64} : (tensor<?x64xf32>, tensor<2x64x32xf16>, tensor<40xf32>) -> tensor<?x40xf32>
// CHECK: rlx.matmul_packed %{{.*}} {n = 40 : i64} : (tensor<?x64xf32>, tensor<2x32x32x2xbf16>) -> tensor<?x40xf32>
// LINALG-LABEL: @matmul_packed_half
// LINALG: linalg.generic {{.*}} ins(%{{.*}} : tensor<?x64xf32>, tensor<2x64x32xf16>) outs(%{{.*}} : tensor<?x2x32xf32>)
// LINALG: arith.extf %{{.*}} : f16 to f32
func.func @matmul_packed_half(%x: tensor<?x64xf32>, %w: tensor<2x64x32xf16>, %b: tensor<40xf32>, %v: tensor<2x32x32x2xbf16>)
    -> (tensor<?x40xf32>, tensor<?x40xf32>) {
  %0 = rlx.matmul_packed %x, %w, %b {n = 40 : i64} : (tensor<?x64xf32>, tensor<2x64x32xf16>, tensor<40xf32>) -> tensor<?x40xf32>
  %1 = rlx.matmul_packed %x, %v {n = 40 : i64} : (tensor<?x64xf32>, tensor<2x32x32x2xbf16>) -> tensor<?x40xf32>
  return %0, %1 : tensor<?x40xf32>, tensor<?x40xf32>
}

// CHECK-LABEL: @matmul_integer_packed
// CHECK: rlx.matmul_integer_packed %{{.*}}, %{{.*}} column_sums %{{.*}} lhs_zero_point %{{.*}} rhs_zero_point %{{.*}} {n = 40 : i64} : (tensor<?x63xui8>, tensor<2x16x32x4xi8>, tensor<40xi32>, tensor<ui8>, tensor<40xi8>) -> tensor<?x40xi32>
// LINALG-LABEL: @matmul_integer_packed
// LINALG: linalg.generic {{.*}} outs(%{{.*}} : tensor<63x40xi8>)
// LINALG: tensor.extract %{{.*}} : tensor<2x16x32x4xi8>
// LINALG: linalg.generic {{.*}} outs(%{{.*}} : tensor<?x40xi32>)
func.func @matmul_integer_packed(%x: tensor<?x63xui8>, %w: tensor<2x16x32x4xi8>, %s: tensor<40xi32>, %a: tensor<ui8>, %b: tensor<40xi8>) -> tensor<?x40xi32> {
  %0 = rlx.matmul_integer_packed %x, %w column_sums %s lhs_zero_point %a rhs_zero_point %b {n = 40 : i64} : (tensor<?x63xui8>, tensor<2x16x32x4xi8>, tensor<40xi32>, tensor<ui8>, tensor<40xi8>) -> tensor<?x40xi32>
  return %0 : tensor<?x40xi32>
}

// CHECK-LABEL: @conv_packed
// CHECK: rlx.conv_packed %{{.*}}, %{{.*}} {dilations = array<i64: 1, 1>, kernel_shape = array<i64: 3, 3>, out_channels = 64 : i64, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>}
// LINALG-LABEL: @conv_packed
// LINALG: linalg.generic {{.*}} outs(%{{.*}} : tensor<64x16x3x3xf32>)
// LINALG: tensor.extract %{{.*}} : tensor<2x144x32xf32>
// LINALG: tensor.pad
// LINALG: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x?x?x64xf32>)
func.func @conv_packed(%x: tensor<1x?x?x16xf32>, %w: tensor<2x144x32xf32>) -> tensor<1x?x?x64xf32> {
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x?x?x16xf32>, tensor<2x144x32xf32>) -> tensor<1x?x?x64xf32>
  return %0 : tensor<1x?x?x64xf32>
}

// The seven times three elements below a row of the window are eleven pairs.
// CHECK-LABEL: @conv_packed_pairs
// CHECK: rlx.conv_packed {{.*}} : (tensor<1x224x224x3xbf16>, tensor<2x77x32x2xbf16>) -> tensor<1x112x112x64xbf16>
// LINALG-LABEL: @conv_packed_pairs
// LINALG: linalg.generic {{.*}} outs(%{{.*}} : tensor<64x3x7x7xbf16>)
// LINALG: tensor.extract %{{.*}} : tensor<2x77x32x2xbf16>
func.func @conv_packed_pairs(%x: tensor<1x224x224x3xbf16>, %w: tensor<2x77x32x2xbf16>) -> tensor<1x112x112x64xbf16> {
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 7, 7>, strides = array<i64: 2, 2>, pads = array<i64: 3, 3, 3, 3>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x224x224x3xbf16>, tensor<2x77x32x2xbf16>) -> tensor<1x112x112x64xbf16>
  return %0 : tensor<1x112x112x64xbf16>
}

// CHECK-LABEL: @conv_integer_packed
// CHECK: rlx.conv_integer_packed %arg0, %arg1 column_sums %arg2 input_zero_point %arg3 filter_zero_point %arg4 {{.*}} -> tensor<1x?x?x40xi32>
// LINALG-LABEL: @conv_integer_packed
// LINALG: linalg.generic {{.*}} outs(%{{.*}} : tensor<40x16x3x3xi8>)
// LINALG: tensor.extract %{{.*}} : tensor<2x36x32x4xi8>
// LINALG: tensor.pad
// LINALG: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x?x?x40xi32>)
func.func @conv_integer_packed(%x: tensor<1x?x?x16xui8>, %w: tensor<2x36x32x4xi8>, %s: tensor<40xi32>, %a: tensor<ui8>, %b: tensor<40xi8>) -> tensor<1x?x?x40xi32> {
  %0 = rlx.conv_integer_packed %x, %w column_sums %s input_zero_point %a filter_zero_point %b {kernel_shape = array<i64: 3, 3>, strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 40 : i64} : (tensor<1x?x?x16xui8>, tensor<2x36x32x4xi8>, tensor<40xi32>, tensor<ui8>, tensor<40xi8>) -> tensor<1x?x?x40xi32>
  return %0 : tensor<1x?x?x40xi32>
}

// Sizes: (15 + 1 + 2 - 2 * (3 - 1) - 1) / 2 + 1, and so on.
// CHECK-LABEL: @depthwise_conv
// CHECK: rlx.depthwise_conv {{.*}} -> tensor<2x7x8x24xf32>
// LINALG-LABEL: @depthwise_conv
// LINALG: tensor.expand_shape {{.*}} into tensor<3x5x24xf32>
// LINALG: linalg.generic {{.*}} outs(%{{.*}} : tensor<2x7x8x24xf32>)
// LINALG: arith.addf
func.func @depthwise_conv(%x: tensor<2x15x18x24xf32>, %w: tensor<15x24xf32>, %b: tensor<24xf32>) -> tensor<2x7x8x24xf32> {
  %0 = rlx.depthwise_conv %x, %w, %b {kernel_shape = array<i64: 3, 5>, strides = array<i64: 2, 2>, pads = array<i64: 1, 2, 2, 0>, dilations = array<i64: 2, 1>} : (tensor<2x15x18x24xf32>, tensor<15x24xf32>, tensor<24xf32>) -> tensor<2x7x8x24xf32>
  return %0 : tensor<2x7x8x24xf32>
}

// CHECK-LABEL: @depthwise_conv_integer
// CHECK: rlx.depthwise_conv_integer %arg0, %arg1 input_zero_point %arg2 filter_zero_point %arg3 {{.*}} -> tensor<1x?x?x24xi32>
// LINALG-LABEL: @depthwise_conv_integer
// LINALG: linalg.generic {{.*}} outs(%{{.*}} : tensor<24x1x3x3xi8>)
// LINALG: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x?x?x24x1xi32>)
func.func @depthwise_conv_integer(%x: tensor<1x?x?x24xi8>, %w: tensor<9x24xi8>, %a: tensor<i8>, %b: tensor<24xi8>) -> tensor<1x?x?x24xi32> {
  %0 = rlx.depthwise_conv_integer %x, %w input_zero_point %a filter_zero_point %b {kernel_shape = array<i64: 3, 3>, strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x?x?x24xi8>, tensor<9x24xi8>, tensor<i8>, tensor<24xi8>) -> tensor<1x?x?x24xi32>
  return %0 : tensor<1x?x?x24xi32>
}

// Bytes are read from the panel layout: first d of row n, then four times four bytes.
// CHECK-LABEL: @dequant_matmul_packed
// CHECK: rlx.dequant_matmul_packed %{{.*}}, %{{.*}} scheme = q4_0 {n = 40 : i64} : (tensor<?x64xf32>, tensor<2x2x576xui8>) -> tensor<?x40xf32>
// LINALG-LABEL: @dequant_matmul_packed
// LINALG: scf.for
// LINALG: arith.divui
// LINALG: tensor.extract {{.*}} : tensor<2x2x576xi8>
// LINALG-COUNT-4: vector.transfer_read {{.*}} : tensor<2x2x576xi8>, vector<4xi8>
// LINALG: vector.reduction <add>
func.func @dequant_matmul_packed(%x: tensor<?x64xf32>, %w: tensor<2x2x576xui8>) -> tensor<?x40xf32> {
  %0 = rlx.dequant_matmul_packed %x, %w scheme = q4_0 {n = 40 : i64} : (tensor<?x64xf32>, tensor<2x2x576xui8>) -> tensor<?x40xf32>
  return %0 : tensor<?x40xf32>
}

// CHECK-LABEL: @pack_blocks
// CHECK: rlx.pack_blocks %{{.*}} scheme = q4_0 : (tensor<40x36xui8>) -> tensor<2x2x576xui8>
// CHECK: rlx.pack_blocks %{{.*}} scheme = q6_k : (tensor<?x?xui8>) -> tensor<?x?x6720xui8>
// LINALG-LABEL: @pack_blocks
// LINALG: linalg.generic {{.*}} outs(%{{.*}} : tensor<2x2x576xi8>)
func.func @pack_blocks(%w: tensor<40x36xui8>, %v: tensor<?x?xui8>) -> (tensor<2x2x576xui8>, tensor<?x?x6720xui8>) {
  %0 = rlx.pack_blocks %w scheme = q4_0 : (tensor<40x36xui8>) -> tensor<2x2x576xui8>
  %1 = rlx.pack_blocks %v scheme = q6_k : (tensor<?x?xui8>) -> tensor<?x?x6720xui8>
  return %0, %1 : tensor<2x2x576xui8>, tensor<?x?x6720xui8>
}

// The row of the expert that the index selects.
// CHECK-LABEL: @dequant_grouped_matmul_packed
// CHECK: rlx.dequant_grouped_matmul_packed %{{.*}}, %{{.*}}, %{{.*}} scheme = q4_0 row_precision = fast : (tensor<?x64xf32>, tensor<8x2x2x576xui8>, tensor<?xi32>) -> tensor<?x64xf32>
// LINALG-LABEL: @dequant_grouped_matmul_packed
// LINALG: lir.check
// LINALG-COUNT-4: vector.transfer_read {{.*}} : tensor<8x2x2x576xi8>, vector<4xi8>
// LINALG: vector.reduction <add>
func.func @dequant_grouped_matmul_packed(%x: tensor<?x64xf32>, %w: tensor<8x2x2x576xui8>, %i: tensor<?xi32>) -> tensor<?x64xf32> {
  %0 = rlx.dequant_grouped_matmul_packed %x, %w, %i scheme = q4_0 row_precision = fast : (tensor<?x64xf32>, tensor<8x2x2x576xui8>, tensor<?xi32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// The element's index in the panels is computed, with a check of the row.
// CHECK-LABEL: @gather_packed
// CHECK: rlx.gather_packed %{{.*}}, %{{.*}} {k = 63 : i64, n = 40 : i64} : (tensor<2x32x32x2xbf16>, tensor<?x4xi64>) -> tensor<?x4x63xbf16>
// CHECK: rlx.gather_packed %{{.*}}, %{{.*}} scheme = q4_0 {k = 36 : i64, n = 40 : i64} : (tensor<2x2x576xui8>, tensor<?x4xi64>) -> tensor<?x4x36xui8>
// LINALG-LABEL: @gather_packed
// LINALG: linalg.generic {{.*}} outs(%{{.*}} : tensor<?x4x63xbf16>)
// LINALG: lir.check
// LINALG: tensor.extract %{{.*}} : tensor<2x32x32x2xbf16>
// LINALG: linalg.generic {{.*}} outs(%{{.*}} : tensor<?x4x36xi8>)
// LINALG: tensor.extract %{{.*}} : tensor<2x2x576xi8>
func.func @gather_packed(%w: tensor<2x32x32x2xbf16>, %v: tensor<2x2x576xui8>, %i: tensor<?x4xi64>)
    -> (tensor<?x4x63xbf16>, tensor<?x4x36xui8>) {
  %0 = rlx.gather_packed %w, %i {n = 40 : i64, k = 63 : i64} : (tensor<2x32x32x2xbf16>, tensor<?x4xi64>) -> tensor<?x4x63xbf16>
  %1 = rlx.gather_packed %v, %i scheme = q4_0 {n = 40 : i64, k = 36 : i64} : (tensor<2x2x576xui8>, tensor<?x4xi64>) -> tensor<?x4x36xui8>
  return %0, %1 : tensor<?x4x63xbf16>, tensor<?x4x36xui8>
}
