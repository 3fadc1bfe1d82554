// RUN: rlx-opt %s -split-input-file --rlx-fold-scales | FileCheck %s

// CHECK-LABEL: @fold
// CHECK-NOT: rlx.batch_norm
// CHECK: %[[W:.*]] = rlx.mul %arg1
// CHECK: rlx.conv %arg0, %[[W]], %{{.*}} pads = [1, 1, 1, 1]
func.func @fold(%x: tensor<1x3x8x8xf32>, %w: tensor<16x3x3x3xf32> {rlx.kind = "param"},
                %s: tensor<16xf32> {rlx.kind = "param"}, %b: tensor<16xf32> {rlx.kind = "param"},
                %m: tensor<16xf32> {rlx.kind = "param"}, %v: tensor<16xf32> {rlx.kind = "param"})
    -> tensor<1x16x8x8xf32> {
  %0 = rlx.conv %x, %w pads = [1, 1, 1, 1] : (tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32>) -> tensor<1x16x8x8xf32>
  %1 = rlx.batch_norm %0, %s, %b, %m, %v axis = 1 eps = 1.0e-5 : (tensor<1x16x8x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<1x16x8x8xf32>
  return %1 : tensor<1x16x8x8xf32>
}

// -----

// The image before normalization has another user.

// CHECK-LABEL: @shared
// CHECK: rlx.batch_norm
func.func @shared(%x: tensor<1x3x8x8xf32>, %w: tensor<16x3x1x1xf32> {rlx.kind = "param"},
                  %s: tensor<16xf32> {rlx.kind = "param"})
    -> (tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>) {
  %0 = rlx.conv %x, %w : (tensor<1x3x8x8xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x8x8xf32>
  %1 = rlx.batch_norm %0, %s, %s, %s, %s axis = 1 eps = 1.0e-5 : (tensor<1x16x8x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<1x16x8x8xf32>
  return %0, %1 : tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>
}

// -----

// Statistics or a filter that change from run to run: every run would compute the folding.

// CHECK-LABEL: @input_scale
// CHECK: rlx.conv %arg0, %arg1 :
// CHECK: rlx.batch_norm
func.func @input_scale(%x: tensor<1x3x8x8xf32>, %w: tensor<16x3x1x1xf32> {rlx.kind = "param"},
                       %s: tensor<16xf32> {rlx.kind = "input"}) -> tensor<1x16x8x8xf32> {
  %0 = rlx.conv %x, %w : (tensor<1x3x8x8xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x8x8xf32>
  %1 = rlx.batch_norm %0, %s, %s, %s, %s axis = 1 eps = 1.0e-5 : (tensor<1x16x8x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<1x16x8x8xf32>
  return %1 : tensor<1x16x8x8xf32>
}

// CHECK-LABEL: @input_filter
// CHECK: rlx.batch_norm
func.func @input_filter(%x: tensor<1x3x8x8xf32>, %w: tensor<16x3x1x1xf32>,
                        %s: tensor<16xf32> {rlx.kind = "param"}) -> tensor<1x16x8x8xf32> {
  %filter = rlx.abs %w : (tensor<16x3x1x1xf32>) -> tensor<16x3x1x1xf32>
  %0 = rlx.conv %x, %filter : (tensor<1x3x8x8xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x8x8xf32>
  %1 = rlx.batch_norm %0, %s, %s, %s, %s axis = 1 eps = 1.0e-5 : (tensor<1x16x8x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<1x16x8x8xf32>
  return %1 : tensor<1x16x8x8xf32>
}

// -----

// CHECK-LABEL: @twice
// CHECK-NOT: rlx.batch_norm
// CHECK: return
func.func @twice(%x: tensor<1x3x8x8xf32>, %w: tensor<16x3x1x1xf32> {rlx.kind = "param"},
                 %s: tensor<16xf32> {rlx.kind = "param"}) -> tensor<1x16x8x8xf32> {
  %filter = rlx.abs %w : (tensor<16x3x1x1xf32>) -> tensor<16x3x1x1xf32>
  %0 = rlx.conv %x, %filter : (tensor<1x3x8x8xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x8x8xf32>
  %1 = rlx.batch_norm %0, %s, %s, %s, %s axis = 1 eps = 1.0e-5 : (tensor<1x16x8x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<1x16x8x8xf32>
  %2 = rlx.batch_norm %1, %s, %s, %s, %s axis = 1 eps = 1.0e-5 : (tensor<1x16x8x8xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<1x16x8x8xf32>
  return %2 : tensor<1x16x8x8xf32>
}

// -----

// The channels are the second dimension of a transposed convolution's filter.
// CHECK-LABEL: @transposed
// CHECK-NOT: rlx.batch_norm
// CHECK: %[[S:.*]] = rlx.reshape %{{.*}} to [1, 8, 1, 1]
// CHECK: %[[W:.*]] = rlx.mul %arg1, %[[S]] : (tensor<3x8x2x2xf32>, tensor<1x8x1x1xf32>)
// CHECK: rlx.conv_transpose %arg0, %[[W]], %{{.*}} strides = [2, 2]
func.func @transposed(%x: tensor<1x3x4x4xf32> {rlx.kind = "input", rlx.name = "x"},
                      %w: tensor<3x8x2x2xf32> {rlx.kind = "param", rlx.name = "w"},
                      %p: tensor<8xf32> {rlx.kind = "param", rlx.name = "p"}) -> tensor<1x8x8x8xf32> {
  %0 = rlx.conv_transpose %x, %w strides = [2, 2] : (tensor<1x3x4x4xf32>, tensor<3x8x2x2xf32>) -> tensor<1x8x8x8xf32>
  %1 = rlx.batch_norm %0, %p, %p, %p, %p axis = 1 eps = 1.0e-5 : (tensor<1x8x8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<1x8x8x8xf32>
  return %1 : tensor<1x8x8x8xf32>
}

// -----

// With groups the channels are in two dimensions.
// CHECK-LABEL: @transposed_groups
// CHECK: rlx.batch_norm
func.func @transposed_groups(%x: tensor<1x4x4x4xf32> {rlx.kind = "input", rlx.name = "x"},
                             %w: tensor<4x4x2x2xf32> {rlx.kind = "param", rlx.name = "w"},
                             %p: tensor<8xf32> {rlx.kind = "param", rlx.name = "p"}) -> tensor<1x8x8x8xf32> {
  %0 = rlx.conv_transpose %x, %w strides = [2, 2] groups = 2 : (tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x8x8x8xf32>
  %1 = rlx.batch_norm %0, %p, %p, %p, %p axis = 1 eps = 1.0e-5 : (tensor<1x8x8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<1x8x8x8xf32>
  return %1 : tensor<1x8x8x8xf32>
}

// -----

// One number, or one per channel, and chains of these.
// CHECK-LABEL: @numbers
// CHECK-DAG: %[[S:.*]] = rlx.reshape %arg2 to []
// CHECK: %[[W:.*]] = rlx.mul %arg1, %[[S]] : (tensor<16x3x1x1xf32>, tensor<f32>)
// CHECK: %[[C:.*]] = rlx.reshape %arg3 to [16]
// CHECK: %[[CW:.*]] = rlx.reshape %[[C]] to [16, 1, 1, 1]
// CHECK: %[[V:.*]] = rlx.mul %[[W]], %[[CW]]
// CHECK: %[[T:.*]] = rlx.neg
// CHECK: %[[B:.*]] = rlx.expand %[[T]] to [16]
// CHECK: %[[Y:.*]] = rlx.conv %arg0, %[[V]], %[[B]]
// CHECK-NEXT: return %[[Y]]
func.func @numbers(%x: tensor<?x3x8x8xf32>, %w: tensor<16x3x1x1xf32> {rlx.kind = "param"},
                   %s: tensor<1xf32> {rlx.kind = "param"}, %c: tensor<16x1x1xf32> {rlx.kind = "param"})
    -> tensor<?x16x8x8xf32> {
  %0 = rlx.conv %x, %w : (tensor<?x3x8x8xf32>, tensor<16x3x1x1xf32>) -> tensor<?x16x8x8xf32>
  %1 = rlx.mul %s, %0 : (tensor<1xf32>, tensor<?x16x8x8xf32>) -> tensor<?x16x8x8xf32>
  %2 = rlx.mul %1, %c : (tensor<?x16x8x8xf32>, tensor<16x1x1xf32>) -> tensor<?x16x8x8xf32>
  %3 = rlx.sub %2, %s : (tensor<?x16x8x8xf32>, tensor<1xf32>) -> tensor<?x16x8x8xf32>
  return %3 : tensor<?x16x8x8xf32>
}

// -----

// CHECK-LABEL: @matmul
// CHECK: rlx.mul %arg1, %{{.*}} : (tensor<4x8xf32>, tensor<1x8xf32>)
// CHECK: rlx.fused_matmul_bias_act %arg0, %{{.*}}, %arg2
// CHECK-NEXT: return
func.func @matmul(%x: tensor<?x4xf32>, %w: tensor<4x8xf32> {rlx.kind = "param"},
                   %s: tensor<8xf32> {rlx.kind = "param"}) -> tensor<?x8xf32> {
  %0 = rlx.matmul %x, %w : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %1 = rlx.mul %0, %s : (tensor<?x8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
  %2 = rlx.add %1, %s : (tensor<?x8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}

// -----

// Not folded: scales of rows or pixels, numbers divided by the sum, narrow weights, activated
// matmuls.
// CHECK-LABEL: @kept
// CHECK: rlx.matmul %arg0, %arg1
// CHECK: rlx.mul {{.*}}tensor<4x1xf32>
// CHECK: rlx.matmul %arg0, %arg1
// CHECK: rlx.div %arg3
// CHECK: rlx.matmul %arg4, %arg5
// CHECK: rlx.mul {{.*}}tensor<f16>
// CHECK: rlx.fused_matmul_bias_act %arg0, %arg1, %arg7 activation = relu
// CHECK: rlx.mul
func.func @kept(%x: tensor<4x4xf32>, %w: tensor<4x8xf32> {rlx.kind = "param"},
                %rows: tensor<4x1xf32> {rlx.kind = "param"}, %one: tensor<f32> {rlx.kind = "param"},
                %h: tensor<4x4xf16>, %v: tensor<4x8xf16> {rlx.kind = "param"},
                %half: tensor<f16> {rlx.kind = "param"}, %b: tensor<8xf32> {rlx.kind = "param"})
    -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf16>, tensor<4x8xf32>) {
  %0 = rlx.matmul %x, %w : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = rlx.mul %0, %rows : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %2 = rlx.matmul %x, %w : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = rlx.div %one, %2 : (tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = rlx.matmul %h, %v : (tensor<4x4xf16>, tensor<4x8xf16>) -> tensor<4x8xf16>
  %5 = rlx.mul %4, %half : (tensor<4x8xf16>, tensor<f16>) -> tensor<4x8xf16>
  %6 = rlx.fused_matmul_bias_act %x, %w, %b activation = relu : (tensor<4x4xf32>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %7 = rlx.mul %6, %one : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return %1, %3, %5, %7 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf16>, tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @joined
// CHECK-DAG: %[[SIX:.*]] = rlx.constant dense<6.0
// CHECK-DAG: %[[ROW:.*]] = rlx.constant dense<{{.*}}> : tensor<4xf32>
// CHECK: %[[A:.*]] = rlx.div %[[ROW]], %[[SIX]]
// CHECK: %[[X:.*]] = rlx.mul %arg0, %[[A]]
// CHECK: %[[B:.*]] = rlx.mul %[[SIX]], %[[ROW]]
// CHECK: %[[Y:.*]] = rlx.div %arg0, %[[B]]
// CHECK: return %[[X]], %[[Y]]
func.func @joined(%x: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %six = rlx.constant dense<6.0> : tensor<f32>
  %row = rlx.constant dense<[1.0, -2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = rlx.div %x, %six : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  %1 = rlx.mul %row, %0 : (tensor<4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = rlx.div %x, %six : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  %3 = rlx.div %2, %row : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  return %1, %3 : tensor<?x4xf32>, tensor<?x4xf32>
}

// -----

// A combined scale could become 0, infinite or larger than both. Params may have any value.
// CHECK-LABEL: @extreme
// CHECK-COUNT-2: rlx.mul {{.*}}tensor<f32>
// CHECK: rlx.mul {{.*}}tensor<4x1xf32>
// CHECK-NEXT: rlx.mul {{.*}}tensor<4xf32>
// CHECK: rlx.matmul %arg0, %arg1
// CHECK-NEXT: rlx.div
// CHECK: rlx.matmul %arg0, %arg1
// CHECK-NEXT: rlx.div %{{.*}}, %arg2
// CHECK: rlx.matmul %arg0, %arg1
// CHECK-NEXT: rlx.mul
// CHECK-NEXT: return
func.func @extreme(%x: tensor<4x4xf32>, %w: tensor<4x4xf32> {rlx.kind = "param"},
                   %s: tensor<4xf32> {rlx.kind = "param"})
    -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %large = rlx.constant dense<1.0e25> : tensor<f32>
  %zero = rlx.constant dense<0.0> : tensor<f32>
  %infinity = rlx.constant dense<0x7F800000> : tensor<f32>
  %column = rlx.constant dense<[[1.0], [2.0], [3.0], [4.0]]> : tensor<4x1xf32>
  %row = rlx.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = rlx.mul %x, %large : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  %1 = rlx.mul %0, %large : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  %2 = rlx.mul %x, %column : (tensor<4x4xf32>, tensor<4x1xf32>) -> tensor<4x4xf32>
  %3 = rlx.mul %2, %row : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  %4 = rlx.matmul %x, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = rlx.div %4, %zero : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  %6 = rlx.matmul %x, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = rlx.div %6, %s : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  %8 = rlx.matmul %x, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %9 = rlx.mul %8, %infinity : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  return %1, %3, %5, %7, %9 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// Integer division truncates; a scale that is an input; a scale that widens the result.
// CHECK-LABEL: @separate
// CHECK: rlx.div
// CHECK: rlx.mul
// CHECK: rlx.div
// CHECK: rlx.mul
// CHECK: rlx.mul
// CHECK: rlx.mul
// CHECK: return
func.func @separate(%i: tensor<4xi32>, %k: tensor<i32> {rlx.kind = "param"}, %x: tensor<4xf32>,
                    %a: tensor<f32> {rlx.kind = "param"}, %r: tensor<f32>,
                    %wide: tensor<2x4xf32> {rlx.kind = "param"})
    -> (tensor<4xi32>, tensor<4xf32>, tensor<2x4xf32>) {
  %0 = rlx.div %i, %k : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %1 = rlx.mul %0, %k : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %2 = rlx.div %x, %a : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = rlx.mul %2, %r : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %4 = rlx.mul %x, %a : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = rlx.mul %4, %wide : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %1, %3, %5 : tensor<4xi32>, tensor<4xf32>, tensor<2x4xf32>
}

// -----

// There is no dimension with this index.
// CHECK-LABEL: @wrong_dim
func.func @wrong_dim(%x: tensor<4xf32>) -> index {
  %i = arith.constant -1 : index
  %0 = tensor.dim %x, %i : tensor<4xf32>
  return %0 : index
}
