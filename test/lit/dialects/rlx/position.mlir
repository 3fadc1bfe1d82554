// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// LINALG-NOT: = rlx.

// CHECK-LABEL: @rope
func.func @rope(%x: tensor<?x?x8x64xf32>, %c: tensor<2048x32xf32>, %s: tensor<2048x32xf32>,
                %p: tensor<?xi64>) -> (tensor<?x?x8x64xf32>, tensor<?x?x8x64xf32>) {
  // CHECK: rlx.rope %{{.*}}, %{{.*}}, %{{.*}} style = half layout = bshd : (tensor<?x?x8x64xf32>, tensor<2048x32xf32>, tensor<2048x32xf32>) -> tensor<?x?x8x64xf32>
  %0 = rlx.rope %x, %c, %s style = half layout = bshd
      : (tensor<?x?x8x64xf32>, tensor<2048x32xf32>, tensor<2048x32xf32>) -> tensor<?x?x8x64xf32>
  // CHECK: rlx.rope %{{.*}}, %{{.*}}, %{{.*}} at %{{.*}} style = interleaved layout = bshd
  %1 = rlx.rope %x, %c, %s at %p style = interleaved layout = bshd
      : (tensor<?x?x8x64xf32>, tensor<2048x32xf32>, tensor<2048x32xf32>, tensor<?xi64>) -> tensor<?x?x8x64xf32>
  return %0, %1 : tensor<?x?x8x64xf32>, tensor<?x?x8x64xf32>
}

// CHECK-LABEL: @axial_rope_2d
func.func @axial_rope_2d(%x: tensor<?x2x32x64xf32>) -> (tensor<?x2x32x64xf32>, tensor<?x2x32x64xf32>) {
  // CHECK: rlx.axial_rope_2d %{{.*}} width = 8 height = 4 layout = bhsd
  %0 = rlx.axial_rope_2d %x width = 8 height = 4 layout = bhsd
      : (tensor<?x2x32x64xf32>) -> tensor<?x2x32x64xf32>
  // CHECK: rlx.axial_rope_2d %{{.*}} width = 4 height = 4 repeat = 2 theta = 1.000000e+02 layout = bhsd
  %1 = rlx.axial_rope_2d %x width = 4 height = 4 repeat = 2 theta = 100.0 layout = bhsd
      : (tensor<?x2x32x64xf32>) -> tensor<?x2x32x64xf32>
  return %0, %1 : tensor<?x2x32x64xf32>, tensor<?x2x32x64xf32>
}
