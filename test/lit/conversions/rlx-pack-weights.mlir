// RUN: rlx-opt %s -split-input-file --rlx-pack-weights --canonicalize | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: rlx-opt %s -split-input-file --rlx-pack-weights=features=avx512f,avx512bw,avx512vnni --canonicalize | FileCheck %s --check-prefix=VNNI
// RUN: rlx-opt %s -split-input-file --rlx-pack-weights=features=avx512f,avx512bw --canonicalize | FileCheck %s --check-prefix=INT8
// RUN: rlx-opt %s -split-input-file --rlx-pack-weights=features=avx2,fma --canonicalize | FileCheck %s --check-prefix=NOF16

// Weights below 2^-126 become 0.
// CHECK-LABEL: @dense
// CHECK-DAG: %[[LEAST:.*]] = rlx.constant dense<1.17549435E-38>
// CHECK-DAG: %[[ZERO:.*]] = rlx.constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[SIZE:.*]] = rlx.abs %arg1
// CHECK: %[[SMALL:.*]] = rlx.compare lt %[[SIZE]], %[[LEAST]]
// CHECK: rlx.where %[[SMALL]], %[[ZERO]], %arg1
// CHECK: rlx.concat
// CHECK: rlx.transpose {{.*}} perm = [1, 0, 2]
// CHECK: rlx.matmul_packed %arg0, %{{.*}}, %arg2 {n = 40 : i64}
// CHECK: rlx.gelu
func.func @dense(%x: tensor<?x8xf32> {rlx.kind = "input"}, %w: tensor<8x40xf32> {rlx.kind = "param"},
                 %b: tensor<40xf32> {rlx.kind = "param"}) -> tensor<?x40xf32> {
  %0 = rlx.fused_matmul_bias_act %x, %w, %b activation = gelu : (tensor<?x8xf32>, tensor<8x40xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  return %0 : tensor<?x40xf32>
}

// -----

// Both operands change from run to run.

// CHECK-LABEL: @two_activations
// CHECK: rlx.matmul %
func.func @two_activations(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = rlx.matmul %x, %y : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: @convolutions
// CHECK: rlx.conv_packed %arg0
// CHECK: rlx.depthwise_conv
// CHECK: rlx.matmul_packed
func.func @convolutions(%x: tensor<1x?x?x3xf32> {rlx.kind = "input"}, %w: tensor<32x3x3x3xf32> {rlx.kind = "param"},
                        %d: tensor<32x1x3x3xf32> {rlx.kind = "param"}, %p: tensor<64x32x1x1xf32> {rlx.kind = "param"})
    -> tensor<1x?x?x64xf32> {
  %0 = rlx.conv %x, %w strides = [2, 2] pads = [1, 1, 1, 1] data_format = channels_last : (tensor<1x?x?x3xf32>, tensor<32x3x3x3xf32>) -> tensor<1x?x?x32xf32>
  %1 = rlx.conv %0, %d pads = [1, 1, 1, 1] groups = 32 data_format = channels_last : (tensor<1x?x?x32xf32>, tensor<32x1x3x3xf32>) -> tensor<1x?x?x32xf32>
  %2 = rlx.conv %1, %p data_format = channels_last : (tensor<1x?x?x32xf32>, tensor<64x32x1x1xf32>) -> tensor<1x?x?x64xf32>
  return %2 : tensor<1x?x?x64xf32>
}

// -----

// One transpose packs a matrix that is stored as [N, K], here with padding of both.

// CHECK-LABEL: @stored_transposed
// CHECK: rlx.concat {{.*}} -> tensor<64x63xbf16>
// CHECK: rlx.concat {{.*}} -> tensor<64x64xbf16>
// CHECK: rlx.reshape {{.*}} -> tensor<2x32x32x2xbf16>
// CHECK: %[[PANELS:.*]] = rlx.transpose {{.*}} perm = [0, 2, 1, 3]
// CHECK-NOT: rlx.transpose
// CHECK: %[[ALL:.*]] = rlx.where {{.*}}, %[[PANELS]]
// CHECK: rlx.matmul_packed %arg0, %[[ALL]] {n = 40 : i64}
// CHECK: rlx.reshape %arg3 {{.*}} -> tensor<2x32x8xf32>
// CHECK: rlx.transpose {{.*}} perm = [0, 2, 1] {{.*}} -> tensor<2x8x32xf32>
// CHECK-NOT: rlx.transpose
// CHECK: rlx.matmul_packed
func.func @stored_transposed(%x: tensor<?x63xbf16> {rlx.kind = "input"}, %w: tensor<40x63xbf16> {rlx.kind = "param"},
                             %y: tensor<?x8xf32> {rlx.kind = "input"}, %v: tensor<64x8xf32> {rlx.kind = "param"})
    -> (tensor<?x40xbf16>, tensor<?x64xf32>) {
  %0 = rlx.transpose %w perm = [1, 0] : (tensor<40x63xbf16>) -> tensor<63x40xbf16>
  %1 = rlx.matmul %x, %0 : (tensor<?x63xbf16>, tensor<63x40xbf16>) -> tensor<?x40xbf16>
  %2 = rlx.transpose %v perm = [1, 0] : (tensor<64x8xf32>) -> tensor<8x64xf32>
  %3 = rlx.matmul %y, %2 : (tensor<?x8xf32>, tensor<8x64xf32>) -> tensor<?x64xf32>
  return %1, %3 : tensor<?x40xbf16>, tensor<?x64xf32>
}

// -----

// Pairs of rows are interleaved. An odd row count and a partial panel are filled with zeros.

// CHECK-LABEL: @bf16
// CHECK-DAG: rlx.constant {{.*}}tensor<63x24xbf16>
// CHECK-DAG: rlx.constant {{.*}}tensor<1x64xbf16>
// CHECK: rlx.reshape {{.*}} -> tensor<32x2x2x32xbf16>
// CHECK: rlx.transpose {{.*}} perm = [2, 0, 3, 1] {{.*}} -> tensor<2x32x32x2xbf16>
// CHECK: rlx.matmul_packed %arg0, %{{.*}} {n = 40 : i64}
// CHECK: rlx.conv_packed {{.*}}tensor<1x8x16x2xbf16>) -> tensor<1x7x7x15xbf16>
// CHECK: rlx.matmul_packed {{.*}}tensor<1x7x7x15xbf16>
func.func @bf16(%x: tensor<?x63xbf16> {rlx.kind = "input"}, %w: tensor<63x40xbf16> {rlx.kind = "param"},
                %i: tensor<1x14x14x15xbf16> {rlx.kind = "input"}, %f: tensor<15x15x1x1xbf16> {rlx.kind = "param"})
    -> (tensor<?x40xbf16>, tensor<1x7x7x15xbf16>) {
  %0 = rlx.matmul %x, %w : (tensor<?x63xbf16>, tensor<63x40xbf16>) -> tensor<?x40xbf16>
  %1 = rlx.conv %i, %f strides = [2, 2] data_format = channels_last : (tensor<1x14x14x15xbf16>, tensor<15x15x1x1xbf16>) -> tensor<1x7x7x15xbf16>
  %2 = rlx.conv %1, %f data_format = channels_last : (tensor<1x7x7x15xbf16>, tensor<15x15x1x1xbf16>) -> tensor<1x7x7x15xbf16>
  return %0, %2 : tensor<?x40xbf16>, tensor<1x7x7x15xbf16>
}

// -----

// Weights that are cast from f16 or bf16 keep their type, behind ops that move elements. bf16 is in pairs, and
// numbers below 2^-126 become 0. f16 needs instructions that widen it.

// NOF16-LABEL: @half
// NOF16: rlx.matmul_packed %arg0, %{{.*}} {n = 40 : i64} : (tensor<?x64xf32>, tensor<3x64x16xf32>) -> tensor<?x40xf32>
// NOF16: rlx.matmul_packed {{.*}}tensor<2x32x16x2xbf16>
// VNNI-LABEL: @half
// VNNI-NOT: rlx.cast
// VNNI: rlx.transpose {{.*}} perm = [0, 2, 1] : (tensor<2x32x64xf16>) -> tensor<2x64x32xf16>
// VNNI: rlx.matmul_packed %arg0, %{{.*}} {n = 40 : i64} : (tensor<?x64xf32>, tensor<2x64x32xf16>) -> tensor<?x40xf32>
// VNNI: rlx.abs %{{.*}} : (tensor<1x32x32x2xbf16>)
// VNNI: rlx.matmul_packed %arg0, %{{.*}}, %arg3 {n = 32 : i64} : (tensor<?x64xf32>, tensor<1x32x32x2xbf16>, tensor<32xf32>) -> tensor<?x32xf32>
// VNNI: rlx.gelu
func.func @half(%x: tensor<?x64xf32> {rlx.kind = "input"}, %w: tensor<40x64xf16> {rlx.kind = "param"},
                %v: tensor<2x16x64xbf16> {rlx.kind = "param"}, %b: tensor<32xf32> {rlx.kind = "param"})
    -> (tensor<?x40xf32>, tensor<?x32xf32>) {
  %0 = rlx.cast %w to f32 : (tensor<40x64xf16>) -> tensor<40x64xf32>
  %1 = rlx.transpose %0 perm = [1, 0] : (tensor<40x64xf32>) -> tensor<64x40xf32>
  %2 = rlx.matmul %x, %1 : (tensor<?x64xf32>, tensor<64x40xf32>) -> tensor<?x40xf32>
  %3 = rlx.reshape %v to [32, 64] : (tensor<2x16x64xbf16>) -> tensor<32x64xbf16>
  %4 = rlx.cast %3 to f32 : (tensor<32x64xbf16>) -> tensor<32x64xf32>
  %5 = rlx.transpose %4 perm = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
  %6 = rlx.fused_matmul_bias_act %x, %5, %b activation = gelu : (tensor<?x64xf32>, tensor<64x32xf32>, tensor<32xf32>) -> tensor<?x32xf32>
  return %2, %6 : tensor<?x40xf32>, tensor<?x32xf32>
}

// -----

// Weights that something computes are f32, and so are those of two types. Rows of another type than f32 take
// weights of their own type.

// VNNI-LABEL: @not_half
// VNNI: rlx.matmul_packed {{.*}}tensor<1x64x32xf32>) -> tensor<?x32xf32>
// VNNI: rlx.matmul_packed {{.*}}tensor<1x64x32xf32>) -> tensor<?x32xf32>
// VNNI: rlx.matmul_packed {{.*}}tensor<1x64x32xf16>) -> tensor<?x32xf16>
func.func @not_half(%x: tensor<?x64xf32> {rlx.kind = "input"}, %y: tensor<?x64xf16> {rlx.kind = "input"},
                    %w: tensor<64x32xf16> {rlx.kind = "param"}, %v: tensor<64x16xf16> {rlx.kind = "param"},
                    %u: tensor<64x16xbf16> {rlx.kind = "param"}) -> (tensor<?x32xf32>, tensor<?x32xf32>, tensor<?x32xf16>) {
  %0 = rlx.cast %w to f32 : (tensor<64x32xf16>) -> tensor<64x32xf32>
  %1 = rlx.neg %0 : (tensor<64x32xf32>) -> tensor<64x32xf32>
  %2 = rlx.matmul %x, %1 : (tensor<?x64xf32>, tensor<64x32xf32>) -> tensor<?x32xf32>
  %3 = rlx.cast %v to f32 : (tensor<64x16xf16>) -> tensor<64x16xf32>
  %4 = rlx.cast %u to f32 : (tensor<64x16xbf16>) -> tensor<64x16xf32>
  %5 = rlx.concat %3, %4 axis = 1 : (tensor<64x16xf32>, tensor<64x16xf32>) -> tensor<64x32xf32>
  %6 = rlx.matmul %x, %5 : (tensor<?x64xf32>, tensor<64x32xf32>) -> tensor<?x32xf32>
  %7 = rlx.matmul %y, %w : (tensor<?x64xf16>, tensor<64x32xf16>) -> tensor<?x32xf16>
  return %2, %6, %7 : tensor<?x32xf32>, tensor<?x32xf32>, tensor<?x32xf16>
}

// -----

// Groups of four rows and the sums of the columns. Unsigned weights become signed ones. Their zero
// point then applies to columns, and a zero point of 0 disappears.

// INT8-LABEL: @int8
// INT8: %[[SUMS:.*]] = rlx.reduce_sum
// INT8: rlx.transpose {{.*}} perm = [2, 0, 3, 1] {{.*}} -> tensor<2x16x32x4xi8>
// INT8: rlx.matmul_integer_packed %arg0, %{{.*}} column_sums %[[SUMS]] lhs_zero_point %arg3 {n = 40 : i64}
// INT8: rlx.sub
// INT8: %[[SIGNED:.*]] = rlx.cast {{.*}} to i8 : (tensor<63x40xi32>)
// INT8: %[[ZERO:.*]] = rlx.expand {{.*}} -> tensor<40xi8>
// INT8: rlx.matmul_integer_packed %arg0, %{{.*}} column_sums %{{.*}} rhs_zero_point %[[ZERO]] {n = 40 : i64}
// INT8: rlx.matmul_integer_packed %arg0, %{{.*}} column_sums %{{[a-z0-9_]+}} {n = 40 : i64}
// Without the instructions there are no panels.
// CHECK-LABEL: @int8
// CHECK-COUNT-3: rlx.matmul_integer %
func.func @int8(%x: tensor<?x63xui8> {rlx.kind = "input"}, %w: tensor<63x40xi8> {rlx.kind = "param"},
                %u: tensor<63x40xui8> {rlx.kind = "param"}, %zx: tensor<ui8> {rlx.kind = "input"}, %zu: tensor<ui8> {rlx.kind = "param"})
    -> (tensor<?x40xi32>, tensor<?x40xi32>, tensor<?x40xi32>) {
  %z = rlx.constant dense<0> : tensor<40xi8>
  %0 = rlx.matmul_integer %x, %w lhs_zero_point %zx rhs_zero_point %z : (tensor<?x63xui8>, tensor<63x40xi8>, tensor<ui8>, tensor<40xi8>) -> tensor<?x40xi32>
  %1 = rlx.matmul_integer %x, %u rhs_zero_point %zu : (tensor<?x63xui8>, tensor<63x40xui8>, tensor<ui8>) -> tensor<?x40xi32>
  %h = rlx.constant dense<128> : tensor<ui8>
  %2 = rlx.matmul_integer %x, %u rhs_zero_point %h : (tensor<?x63xui8>, tensor<63x40xui8>, tensor<ui8>) -> tensor<?x40xi32>
  return %0, %1, %2 : tensor<?x40xi32>, tensor<?x40xi32>, tensor<?x40xi32>
}

// -----

// A transpose of data that moves the contiguous dimension to k is absorbed, as far as it does so.

// INT8-LABEL: @transposed_data
// INT8: rlx.matmul_integer %arg0, %arg1 transpose_rhs : (tensor<2x?x16xui8>, tensor<2x?x16xi8>)
// INT8: %[[HEADS:.*]] = rlx.transpose %arg2 perm = [1, 0, 2] : (tensor<?x2x16xi8>) -> tensor<2x?x16xi8>
// INT8: rlx.matmul_integer %arg0, %[[HEADS]] transpose_rhs
// INT8: %[[OTHER:.*]] = rlx.transpose %arg3 perm = [1, 0, 2]
// INT8: rlx.matmul_integer %arg0, %[[OTHER]] :
// CHECK-LABEL: @transposed_data
// CHECK-NOT: transpose_rhs
func.func @transposed_data(%x: tensor<2x?x16xui8> {rlx.kind = "input"}, %k: tensor<2x?x16xi8> {rlx.kind = "input"},
                           %h: tensor<?x2x16xi8> {rlx.kind = "input"}, %o: tensor<16x2x5xi8> {rlx.kind = "input"})
    -> (tensor<2x?x?xi32>, tensor<2x?x?xi32>, tensor<2x?x5xi32>) {
  %0 = rlx.transpose %k perm = [0, 2, 1] : (tensor<2x?x16xi8>) -> tensor<2x16x?xi8>
  %1 = rlx.matmul_integer %x, %0 : (tensor<2x?x16xui8>, tensor<2x16x?xi8>) -> tensor<2x?x?xi32>
  %2 = rlx.transpose %h perm = [1, 2, 0] : (tensor<?x2x16xi8>) -> tensor<2x16x?xi8>
  %3 = rlx.matmul_integer %x, %2 : (tensor<2x?x16xui8>, tensor<2x16x?xi8>) -> tensor<2x?x?xi32>
  %4 = rlx.transpose %o perm = [1, 0, 2] : (tensor<16x2x5xi8>) -> tensor<2x16x5xi8>
  %5 = rlx.matmul_integer %x, %4 : (tensor<2x?x16xui8>, tensor<2x16x5xi8>) -> tensor<2x?x5xi32>
  return %1, %3, %5 : tensor<2x?x?xi32>, tensor<2x?x?xi32>, tensor<2x?x5xi32>
}

// -----

// A zero point that is an input of each run.

// INT8-LABEL: @runtime_zero_point
// INT8: rlx.matmul_integer %
func.func @runtime_zero_point(%x: tensor<?x63xui8> {rlx.kind = "input"}, %w: tensor<63x40xi8> {rlx.kind = "param"},
                              %z: tensor<i8> {rlx.kind = "input"}) -> tensor<?x40xi32> {
  %0 = rlx.matmul_integer %x, %w rhs_zero_point %z : (tensor<?x63xui8>, tensor<63x40xi8>, tensor<i8>) -> tensor<?x40xi32>
  return %0 : tensor<?x40xi32>
}

// -----

// Block-quantized weights on a processor with dot products of bytes: panels of 32 rows.
// CHECK-LABEL: @blocks(
// VNNI-LABEL: @blocks(
// PLAIN-NEXT: rlx.dequant_matmul %arg0, %arg1
// VNNI-NEXT: %[[W:.*]] = rlx.pack_blocks %arg1 scheme = q4_0 : (tensor<40x36xui8>) -> tensor<2x2x576xui8>
// VNNI: rlx.dequant_matmul_packed %arg0, %[[W]] scheme = q4_0 {n = 40 : i64} : (tensor<?x64xf32>, tensor<2x2x576xui8>) -> tensor<?x40xf32>
func.func @blocks(%x: tensor<?x64xf32> {rlx.kind = "input"}, %w: tensor<40x36xui8> {rlx.kind = "param"}) -> tensor<?x40xf32> {
  %0 = rlx.dequant_matmul %x, %w scheme = q4_0 : (tensor<?x64xf32>, tensor<40x36xui8>) -> tensor<?x40xf32>
  return %0 : tensor<?x40xf32>
}

// -----

// How far rows may be rounded stays with the op.
// CHECK-LABEL: @blocks_with_a_minimum
// VNNI-LABEL: @blocks_with_a_minimum
// VNNI: rlx.pack_blocks %arg1 scheme = q5_1
// VNNI: rlx.dequant_matmul_packed {{.*}} scheme = q5_1 row_precision = high {n = 32 : i64} : (tensor<2x32xf32>, tensor<1x1x768xui8>) -> tensor<2x32xf32>
func.func @blocks_with_a_minimum(%x: tensor<2x32xf32> {rlx.kind = "input"}, %w: tensor<32x24xui8> {rlx.kind = "param"}) -> tensor<2x32xf32> {
  %0 = rlx.dequant_matmul %x, %w scheme = q5_1 row_precision = high : (tensor<2x32xf32>, tensor<32x24xui8>) -> tensor<2x32xf32>
  return %0 : tensor<2x32xf32>
}

// -----

// Narrow rows are converted.
// CHECK-LABEL: @blocks_f16
// VNNI-LABEL: @blocks_f16
// PLAIN-NEXT: rlx.dequant_matmul %arg0, %arg1
// VNNI: %[[X:.*]] = rlx.cast %arg0 to f32
// VNNI: %[[Y:.*]] = rlx.dequant_matmul_packed %[[X]], %{{.*}} scheme = q8_0 {n = 32 : i64} : (tensor<2x32xf32>, tensor<1x1x1088xui8>) -> tensor<2x32xf32>
// VNNI: rlx.cast %[[Y]] to f16
func.func @blocks_f16(%x: tensor<2x32xf16> {rlx.kind = "input"}, %w: tensor<32x34xui8> {rlx.kind = "param"}) -> tensor<2x32xf16> {
  %0 = rlx.dequant_matmul %x, %w scheme = q8_0 : (tensor<2x32xf16>, tensor<32x34xui8>) -> tensor<2x32xf16>
  return %0 : tensor<2x32xf16>
}

// -----

// Not packed: f64, a scheme without panels, weights that change from run to run.
// CHECK-LABEL: @blocks_left
// VNNI-LABEL: @blocks_left
// CHECK-COUNT-3: rlx.dequant_matmul %
func.func @blocks_left(%x: tensor<2x256xf64> {rlx.kind = "input"}, %y: tensor<2x256xf32> {rlx.kind = "input"},
                       %w: tensor<32x144xui8> {rlx.kind = "param"}, %v: tensor<32x84xui8> {rlx.kind = "param"},
                       %u: tensor<32x144xui8> {rlx.kind = "input"}) -> (tensor<2x32xf64>, tensor<2x32xf32>, tensor<2x32xf32>) {
  %0 = rlx.dequant_matmul %x, %w scheme = q4_k : (tensor<2x256xf64>, tensor<32x144xui8>) -> tensor<2x32xf64>
  %1 = rlx.dequant_matmul %y, %v scheme = q2_k : (tensor<2x256xf32>, tensor<32x84xui8>) -> tensor<2x32xf32>
  %2 = rlx.dequant_matmul %y, %u scheme = q4_k : (tensor<2x256xf32>, tensor<32x144xui8>) -> tensor<2x32xf32>
  return %0, %1, %2 : tensor<2x32xf64>, tensor<2x32xf32>, tensor<2x32xf32>
}

// -----

// Three channels of seven columns are 21 elements, eleven pairs. With gaps between the columns each
// column would need separate pairs.
// CHECK-LABEL: @bf16_windows
// CHECK: rlx.concat {{.*}} -> tensor<1x7x22x64xbf16>
// CHECK: rlx.transpose {{.*}} perm = [0, 3, 1, 4, 2]
// CHECK: rlx.conv_packed {{.*}}tensor<2x77x32x2xbf16>
// CHECK: rlx.conv %
// CHECK: rlx.depthwise_conv
func.func @bf16_windows(%x: tensor<1x?x?x3xbf16> {rlx.kind = "input"}, %w: tensor<64x3x7x7xbf16> {rlx.kind = "param"},
                        %d: tensor<64x1x3x3xbf16> {rlx.kind = "param"})
    -> (tensor<1x?x?x64xbf16>, tensor<1x?x?x64xbf16>) {
  %0 = rlx.conv %x, %w data_format = channels_last : (tensor<1x?x?x3xbf16>, tensor<64x3x7x7xbf16>) -> tensor<1x?x?x64xbf16>
  %1 = rlx.conv %x, %w dilations = [2, 2] data_format = channels_last : (tensor<1x?x?x3xbf16>, tensor<64x3x7x7xbf16>) -> tensor<1x?x?x64xbf16>
  %2 = rlx.conv %1, %d groups = 64 data_format = channels_last : (tensor<1x?x?x64xbf16>, tensor<64x1x3x3xbf16>) -> tensor<1x?x?x64xbf16>
  return %0, %2 : tensor<1x?x?x64xbf16>, tensor<1x?x?x64xbf16>
}

// -----

// Integer convolutions, with the sums of all weights of a channel; matmuls over pixels.
// INT8-LABEL: @int8_windows
// INT8: %[[SUMS:.*]] = rlx.reduce_sum {{.*}} axes = [1, 2, 3]
// INT8: rlx.conv_integer_packed %arg0, %{{.*}} column_sums %[[SUMS]] input_zero_point %arg4 {{.*}}tensor<2x36x32x4xi8>
// INT8: rlx.matmul_integer_packed {{.*}}tensor<2x10x32x4xi8>
// INT8: rlx.depthwise_conv_integer {{.*}} filter_zero_point {{.*}}tensor<9x40xi8>
// Depthwise ones do not use dot products of bytes.
// CHECK-LABEL: @int8_windows
// CHECK-COUNT-2: rlx.conv_integer %
// CHECK: rlx.depthwise_conv_integer
func.func @int8_windows(%x: tensor<1x?x?x16xui8> {rlx.kind = "input"}, %w: tensor<40x16x3x3xi8> {rlx.kind = "param"},
                        %p: tensor<40x40x1x1xi8> {rlx.kind = "param"}, %d: tensor<40x1x3x3xui8> {rlx.kind = "param"},
                        %z: tensor<ui8> {rlx.kind = "input"}) -> tensor<1x?x?x40xi32> {
  %0 = rlx.conv_integer %x, %w input_zero_point %z data_format = channels_last : (tensor<1x?x?x16xui8>, tensor<40x16x3x3xi8>, tensor<ui8>) -> tensor<1x?x?x40xi32>
  %1 = rlx.cast %0 to ui8 : (tensor<1x?x?x40xi32>) -> tensor<1x?x?x40xui8>
  %2 = rlx.conv_integer %1, %p data_format = channels_last : (tensor<1x?x?x40xui8>, tensor<40x40x1x1xi8>) -> tensor<1x?x?x40xi32>
  %3 = rlx.cast %2 to i8 : (tensor<1x?x?x40xi32>) -> tensor<1x?x?x40xi8>
  %4 = rlx.conv_integer %3, %d groups = 40 data_format = channels_last : (tensor<1x?x?x40xi8>, tensor<40x1x3x3xui8>) -> tensor<1x?x?x40xi32>
  return %4 : tensor<1x?x?x40xi32>
}

// -----

// A tensor cannot have as many elements as padded panels of these weights.

// CHECK-LABEL: @too_large
// CHECK: rlx.matmul %arg0, %arg1
// CHECK: rlx.matmul_integer %arg2, %arg3
// CHECK: rlx.conv %arg4, %arg5
func.func @too_large(%x: tensor<2x1099511627776xf32> {rlx.kind = "input"}, %w: tensor<1099511627776x2xf32> {rlx.kind = "param"},
                     %i: tensor<2x1099511627776xi8> {rlx.kind = "input"}, %j: tensor<1099511627776x2xi8> {rlx.kind = "param"},
                     %p: tensor<1x1x1x1099511627776xf32> {rlx.kind = "input"}, %f: tensor<2x1099511627776x1x1xf32> {rlx.kind = "param"})
    -> (tensor<2x2xf32>, tensor<2x2xi32>, tensor<1x1x1x2xf32>) {
  %0 = rlx.matmul %x, %w : (tensor<2x1099511627776xf32>, tensor<1099511627776x2xf32>) -> tensor<2x2xf32>
  %1 = rlx.matmul_integer %i, %j : (tensor<2x1099511627776xi8>, tensor<1099511627776x2xi8>) -> tensor<2x2xi32>
  %2 = rlx.conv %p, %f data_format = channels_last : (tensor<1x1x1x1099511627776xf32>, tensor<2x1099511627776x1x1xf32>) -> tensor<1x1x1x2xf32>
  return %0, %1, %2 : tensor<2x2xf32>, tensor<2x2xi32>, tensor<1x1x1x2xf32>
}

// -----

// Panels of f64 have half as many columns.
// CHECK-LABEL: @f64
// CHECK: rlx.matmul_packed {{.*}} {n = 40 : i64} : (tensor<?x63xf64>, tensor<3x63x16xf64>)
// CHECK: rlx.conv_packed {{.*}} : (tensor<1x8x8x5xf64>, tensor<2x45x16xf64>)
// CHECK: rlx.conv %
func.func @f64(%x: tensor<?x63xf64> {rlx.kind = "input"}, %w: tensor<63x40xf64> {rlx.kind = "param"},
               %i: tensor<1x8x8x5xf64> {rlx.kind = "input"}, %f: tensor<20x5x3x3xf64> {rlx.kind = "param"},
               %d: tensor<5x1x3x3xf64> {rlx.kind = "param"}) -> (tensor<?x40xf64>, tensor<1x6x6x20xf64>, tensor<1x6x6x5xf64>) {
  %0 = rlx.matmul %x, %w : (tensor<?x63xf64>, tensor<63x40xf64>) -> tensor<?x40xf64>
  %1 = rlx.conv %i, %f data_format = channels_last : (tensor<1x8x8x5xf64>, tensor<20x5x3x3xf64>) -> tensor<1x6x6x20xf64>
  %2 = rlx.conv %i, %d groups = 5 data_format = channels_last : (tensor<1x8x8x5xf64>, tensor<5x1x3x3xf64>) -> tensor<1x6x6x5xf64>
  return %0, %1, %2 : tensor<?x40xf64>, tensor<1x6x6x20xf64>, tensor<1x6x6x5xf64>
}

// -----

// The filter of a volume has the rows of all its slices. Pointwise convolutions are matmuls.
// CHECK-LABEL: @volumes
// CHECK: rlx.conv_packed {{.*}}kernel_shape = array<i64: 2, 3, 3>{{.*}} : (tensor<1x4x8x8x5xf32>, tensor<{{.*}}x90x{{.*}}xf32>)
// CHECK: rlx.matmul_packed {{.*}} -> tensor<1x4x8x8x20xf32>
// CHECK: rlx.conv %
func.func @volumes(%x: tensor<1x4x8x8x5xf32> {rlx.kind = "input"}, %w: tensor<20x5x2x3x3xf32> {rlx.kind = "param"},
                   %v: tensor<20x5x1x1x1xf32> {rlx.kind = "param"}, %d: tensor<5x1x2x2x2xf32> {rlx.kind = "param"})
    -> (tensor<1x3x8x8x20xf32>, tensor<1x4x8x8x20xf32>, tensor<1x3x7x7x5xf32>) {
  %0 = rlx.conv %x, %w pads = [0, 1, 1, 0, 1, 1] data_format = channels_last : (tensor<1x4x8x8x5xf32>, tensor<20x5x2x3x3xf32>) -> tensor<1x3x8x8x20xf32>
  %1 = rlx.conv %x, %v data_format = channels_last : (tensor<1x4x8x8x5xf32>, tensor<20x5x1x1x1xf32>) -> tensor<1x4x8x8x20xf32>
  %2 = rlx.conv %x, %d groups = 5 data_format = channels_last : (tensor<1x4x8x8x5xf32>, tensor<5x1x2x2x2xf32>) -> tensor<1x3x7x7x5xf32>
  return %0, %1, %2 : tensor<1x3x8x8x20xf32>, tensor<1x4x8x8x20xf32>, tensor<1x3x7x7x5xf32>
}

// -----

// A lookup of rows reads the panels of the matmul, which come before it. A lookup of columns does not, and no lookup
// whose weights another op of a run reads.

// CHECK-LABEL: @tied
// CHECK: %[[PANELS:.*]] = rlx.transpose {{.*}} -> tensor<2x8x32xf16>
// CHECK: %[[ROWS:.*]] = rlx.gather_packed %[[PANELS]], %arg0 {k = 8 : i64, n = 64 : i64} : (tensor<2x8x32xf16>, tensor<?xi64>) -> tensor<?x8xf16>
// CHECK: %[[X:.*]] = rlx.cast %[[ROWS]]
// CHECK: rlx.matmul_packed %[[X]], %[[PANELS]]
// CHECK-NOT: rlx.gather %
func.func @tied(%ids: tensor<?xi64> {rlx.kind = "input"}, %w: tensor<64x8xf16> {rlx.kind = "param"}) -> tensor<?x64xf32> {
  %0 = rlx.gather %w, %ids axis = 0 : (tensor<64x8xf16>, tensor<?xi64>) -> tensor<?x8xf16>
  %1 = rlx.cast %0 to f32 : (tensor<?x8xf16>) -> tensor<?x8xf32>
  %2 = rlx.cast %w to f32 : (tensor<64x8xf16>) -> tensor<64x8xf32>
  %3 = rlx.transpose %2 perm = [1, 0] : (tensor<64x8xf32>) -> tensor<8x64xf32>
  %4 = rlx.matmul %1, %3 : (tensor<?x8xf32>, tensor<8x64xf32>) -> tensor<?x64xf32>
  return %4 : tensor<?x64xf32>
}

// -----

// CHECK-LABEL: @tied_blocks
// VNNI-LABEL: @tied_blocks
// PLAIN: rlx.gather %arg1
// VNNI: %[[PANELS:.*]] = rlx.pack_blocks %arg1 scheme = q4_0
// VNNI-NEXT: %[[ROWS:.*]] = rlx.gather_packed %[[PANELS]], %arg0 scheme = q4_0 {k = 36 : i64, n = 40 : i64}
// VNNI-NEXT: rlx.dequantize_blocks %[[ROWS]]
// VNNI: rlx.dequant_matmul_packed {{.*}}, %[[PANELS]]
func.func @tied_blocks(%ids: tensor<?xi64> {rlx.kind = "input"}, %w: tensor<40x36xui8> {rlx.kind = "param"}) -> tensor<?x40xf32> {
  %0 = rlx.gather %w, %ids axis = 0 : (tensor<40x36xui8>, tensor<?xi64>) -> tensor<?x36xui8>
  %1 = rlx.dequantize_blocks %0 scheme = q4_0 to f32 : (tensor<?x36xui8>) -> tensor<?x64xf32>
  %2 = rlx.dequant_matmul %1, %w scheme = q4_0 : (tensor<?x64xf32>, tensor<40x36xui8>) -> tensor<?x40xf32>
  return %2 : tensor<?x40xf32>
}

// -----

// CHECK-LABEL: @not_tied
// CHECK-COUNT-2: rlx.gather %arg
// CHECK-NOT: rlx.gather_packed
func.func @not_tied(%ids: tensor<?xi64> {rlx.kind = "input"}, %x: tensor<?x8xf32> {rlx.kind = "input"},
                    %w: tensor<64x8xf32> {rlx.kind = "param"}, %v: tensor<64x8xf32> {rlx.kind = "param"})
    -> (tensor<64x?xf32>, tensor<?x64xf32>, tensor<?x8xf32>, tensor<?x64xf32>, tensor<64x8xf32>) {
  %0 = rlx.gather %w, %ids axis = 1 : (tensor<64x8xf32>, tensor<?xi64>) -> tensor<64x?xf32>
  %1 = rlx.transpose %w perm = [1, 0] : (tensor<64x8xf32>) -> tensor<8x64xf32>
  %2 = rlx.matmul %x, %1 : (tensor<?x8xf32>, tensor<8x64xf32>) -> tensor<?x64xf32>
  %3 = rlx.gather %v, %ids axis = 0 : (tensor<64x8xf32>, tensor<?xi64>) -> tensor<?x8xf32>
  %4 = rlx.transpose %v perm = [1, 0] : (tensor<64x8xf32>) -> tensor<8x64xf32>
  %5 = rlx.matmul %x, %4 : (tensor<?x8xf32>, tensor<8x64xf32>) -> tensor<?x64xf32>
  return %0, %2, %3, %5, %v : tensor<64x?xf32>, tensor<?x64xf32>, tensor<?x8xf32>, tensor<?x64xf32>, tensor<64x8xf32>
}
