// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg --canonicalize --cse | FileCheck %s --check-prefix=LINALG

// CHECK-LABEL: @nearest
// LINALG-LABEL: @nearest
func.func @nearest(%x: tensor<1x3x?x16xf32>, %h: index) -> tensor<1x3x?x32xf32> {
  // CHECK: rlx.resize nearest %{{.*}} axes = [2, 3] to [%{{.*}}, 32] : (tensor<1x3x?x16xf32>, index) -> tensor<1x3x?x32xf32>
  // LINALG: linalg.generic
  // LINALG: math.ceil %{{.*}} : f64
  // LINALG: tensor.extract
  // LINALG-NOT: tensor.extract
  %0 = rlx.resize nearest %x axes = [2, 3] to [%h, 32] : (tensor<1x3x?x16xf32>, index) -> tensor<1x3x?x32xf32>
  return %0 : tensor<1x3x?x32xf32>
}

// CHECK-LABEL: @bilinear
// LINALG-LABEL: @bilinear
func.func @bilinear(%x: tensor<1x3x8x16xf16>) -> tensor<1x3x12x24xf16> {
  // CHECK: rlx.resize linear %{{.*}} axes = [2, 3] to [12, 24] coordinates = align_corners scales = [1.500000e+00, 1.500000e+00] : (tensor<1x3x8x16xf16>) -> tensor<1x3x12x24xf16>
  // LINALG-COUNT-4: tensor.extract
  // LINALG-NOT: tensor.extract
  // LINALG: arith.truncf %{{.*}} : f32 to f16
  %0 = rlx.resize linear %x axes = [2, 3] to [12, 24] coordinates = align_corners scales = [1.5, 1.5] : (tensor<1x3x8x16xf16>) -> tensor<1x3x12x24xf16>
  return %0 : tensor<1x3x12x24xf16>
}

// CHECK-LABEL: @nearest_modes
func.func @nearest_modes(%x: tensor<4xui8>) -> tensor<8xui8> {
  // CHECK: coordinates = tf_half_pixel_for_nn nearest = floor
  %0 = rlx.resize nearest %x axes = [0] to [8] coordinates = tf_half_pixel_for_nn nearest = floor : (tensor<4xui8>) -> tensor<8xui8>
  return %0 : tensor<8xui8>
}
