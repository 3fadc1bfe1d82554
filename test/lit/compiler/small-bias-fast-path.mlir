// A bias of few elements is read from memory, as every bias, so the fast path takes the kernel.
// RUN: rlx-run %s --dispatch-report | FileCheck %s
// CHECK: routes: fast path conv_packed 5, fast path matmul_packed 5,

func.func @main(%x: tensor<64x32xf32> {rlx.kind = "input", rlx.name = "x"},
                %i: tensor<1x16x12x12xf32> {rlx.kind = "input", rlx.name = "i"},
                %w1: tensor<32x1xf32> {rlx.kind = "param", rlx.name = "w1"},
                %k1: tensor<1x16x3x3xf32> {rlx.kind = "param", rlx.name = "k1"},
                %w2: tensor<32x2xf32> {rlx.kind = "param", rlx.name = "w2"},
                %k2: tensor<2x16x3x3xf32> {rlx.kind = "param", rlx.name = "k2"},
                %w3: tensor<32x3xf32> {rlx.kind = "param", rlx.name = "w3"},
                %k3: tensor<3x16x3x3xf32> {rlx.kind = "param", rlx.name = "k3"},
                %w4: tensor<32x4xf32> {rlx.kind = "param", rlx.name = "w4"},
                %k4: tensor<4x16x3x3xf32> {rlx.kind = "param", rlx.name = "k4"},
                %w5: tensor<32x5xf32> {rlx.kind = "param", rlx.name = "w5"},
                %k5: tensor<5x16x3x3xf32> {rlx.kind = "param", rlx.name = "k5"})
    -> (tensor<64x1xf32> {rlx.name = "m1"}, tensor<1x1x10x10xf32> {rlx.name = "c1"}, tensor<64x2xf32> {rlx.name = "m2"}, tensor<1x2x10x10xf32> {rlx.name = "c2"}, tensor<64x3xf32> {rlx.name = "m3"}, tensor<1x3x10x10xf32> {rlx.name = "c3"}, tensor<64x4xf32> {rlx.name = "m4"}, tensor<1x4x10x10xf32> {rlx.name = "c4"}, tensor<64x5xf32> {rlx.name = "m5"}, tensor<1x5x10x10xf32> {rlx.name = "c5"}) {
  %b1 = rlx.constant dense<[0.5]> : tensor<1xf32>
  %p1 = rlx.matmul %x, %w1 : (tensor<64x32xf32>, tensor<32x1xf32>) -> tensor<64x1xf32>
  %m1 = rlx.add %p1, %b1 : (tensor<64x1xf32>, tensor<1xf32>) -> tensor<64x1xf32>
  %c1 = rlx.conv %i, %k1, %b1 strides = [1, 1] pads = [0, 0, 0, 0] dilations = [1, 1] : (tensor<1x16x12x12xf32>, tensor<1x16x3x3xf32>, tensor<1xf32>) -> tensor<1x1x10x10xf32>
  %b2 = rlx.constant dense<[0.5, 1.5]> : tensor<2xf32>
  %p2 = rlx.matmul %x, %w2 : (tensor<64x32xf32>, tensor<32x2xf32>) -> tensor<64x2xf32>
  %m2 = rlx.add %p2, %b2 : (tensor<64x2xf32>, tensor<2xf32>) -> tensor<64x2xf32>
  %c2 = rlx.conv %i, %k2, %b2 strides = [1, 1] pads = [0, 0, 0, 0] dilations = [1, 1] : (tensor<1x16x12x12xf32>, tensor<2x16x3x3xf32>, tensor<2xf32>) -> tensor<1x2x10x10xf32>
  %b3 = rlx.constant dense<[0.5, 1.5, 2.5]> : tensor<3xf32>
  %p3 = rlx.matmul %x, %w3 : (tensor<64x32xf32>, tensor<32x3xf32>) -> tensor<64x3xf32>
  %m3 = rlx.add %p3, %b3 : (tensor<64x3xf32>, tensor<3xf32>) -> tensor<64x3xf32>
  %c3 = rlx.conv %i, %k3, %b3 strides = [1, 1] pads = [0, 0, 0, 0] dilations = [1, 1] : (tensor<1x16x12x12xf32>, tensor<3x16x3x3xf32>, tensor<3xf32>) -> tensor<1x3x10x10xf32>
  %b4 = rlx.constant dense<[0.5, 1.5, 2.5, 3.5]> : tensor<4xf32>
  %p4 = rlx.matmul %x, %w4 : (tensor<64x32xf32>, tensor<32x4xf32>) -> tensor<64x4xf32>
  %m4 = rlx.add %p4, %b4 : (tensor<64x4xf32>, tensor<4xf32>) -> tensor<64x4xf32>
  %c4 = rlx.conv %i, %k4, %b4 strides = [1, 1] pads = [0, 0, 0, 0] dilations = [1, 1] : (tensor<1x16x12x12xf32>, tensor<4x16x3x3xf32>, tensor<4xf32>) -> tensor<1x4x10x10xf32>
  %b5 = rlx.constant dense<[0.5, 1.5, 2.5, 3.5, 4.5]> : tensor<5xf32>
  %p5 = rlx.matmul %x, %w5 : (tensor<64x32xf32>, tensor<32x5xf32>) -> tensor<64x5xf32>
  %m5 = rlx.add %p5, %b5 : (tensor<64x5xf32>, tensor<5xf32>) -> tensor<64x5xf32>
  %c5 = rlx.conv %i, %k5, %b5 strides = [1, 1] pads = [0, 0, 0, 0] dilations = [1, 1] : (tensor<1x16x12x12xf32>, tensor<5x16x3x3xf32>, tensor<5xf32>) -> tensor<1x5x10x10xf32>
  return %m1, %c1, %m2, %c2, %m3, %c3, %m4, %c4, %m5, %c5 : tensor<64x1xf32>, tensor<1x1x10x10xf32>, tensor<64x2xf32>, tensor<1x2x10x10xf32>, tensor<64x3xf32>, tensor<1x3x10x10xf32>, tensor<64x4xf32>, tensor<1x4x10x10xf32>, tensor<64x5xf32>, tensor<1x5x10x10xf32>
}
