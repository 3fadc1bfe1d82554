// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg --canonicalize --cse | FileCheck %s --check-prefix=LINALG

// CHECK-LABEL: @reshape
// LINALG-LABEL: @reshape
func.func @reshape(%x: tensor<?x384xf32>, %n: index) -> tensor<?x12x32xf32> {
  // CHECK: rlx.reshape %{{.*}} to [%{{.*}}, 12, 32] : (tensor<?x384xf32>, index) -> tensor<?x12x32xf32>
  // LINALG: tensor.reshape
  %0 = rlx.reshape %x to [%n, 12, 32] : (tensor<?x384xf32>, index) -> tensor<?x12x32xf32>
  return %0 : tensor<?x12x32xf32>
}

// CHECK-LABEL: @transpose
// LINALG-LABEL: @transpose
func.func @transpose(%x: tensor<?x4x8xui8>) -> tensor<?x8x4xui8> {
  // CHECK: rlx.transpose %{{.*}} perm = [0, 2, 1] : (tensor<?x4x8xui8>) -> tensor<?x8x4xui8>
  // LINALG: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel"]} ins(%{{.*}} : tensor<?x4x8xi8>)
  %0 = rlx.transpose %x perm = [0, 2, 1] : (tensor<?x4x8xui8>) -> tensor<?x8x4xui8>
  return %0 : tensor<?x8x4xui8>
}

// Static bounds are proved, so there is no assert.
// CHECK-LABEL: @slice_static
// LINALG-LABEL: @slice_static
func.func @slice_static(%x: tensor<4x8xf32>) -> tensor<2x3xf32> {
  // CHECK: rlx.slice %{{.*}} from [1, 0] sizes [2, 3] strides = [1, 3] : (tensor<4x8xf32>) -> tensor<2x3xf32>
  // LINALG-NOT: cf.assert
  // LINALG: tensor.extract_slice %{{.*}}[1, 0] [2, 3] [1, 3]
  %0 = rlx.slice %x from [1, 0] sizes [2, 3] strides = [1, 3] : (tensor<4x8xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: @slice_dynamic
// LINALG-LABEL: @slice_dynamic
func.func @slice_dynamic(%x: tensor<?x8xf32>, %s: index, %n: index) -> tensor<?x2xf32> {
  // CHECK: rlx.slice %{{.*}} from [0, %{{.*}}] sizes [%{{.*}}, 2] : (tensor<?x8xf32>, index, index) -> tensor<?x2xf32>
  // LINALG: cf.assert %{{.*}}, "rlx.slice reads outside its input"
  // LINALG: cf.assert
  // LINALG: tensor.extract_slice
  %0 = rlx.slice %x from [0, %s] sizes [%n, 2] : (tensor<?x8xf32>, index, index) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: @slice_backwards
// LINALG-LABEL: @slice_backwards
func.func @slice_backwards(%x: tensor<4x8xf32>) -> tensor<4x3xf32> {
  // CHECK: strides = [1, -3]
  // LINALG: linalg.index
  // LINALG: tensor.extract
  %0 = rlx.slice %x from [0, 7] sizes [4, 3] strides = [1, -3] : (tensor<4x8xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-LABEL: @concat
// LINALG-LABEL: @concat
func.func @concat(%a: tensor<?x3xf32>, %b: tensor<?x5xf32>) -> tensor<?x8xf32> {
  // CHECK: rlx.concat %{{.*}}, %{{.*}} axis = 1 : (tensor<?x3xf32>, tensor<?x5xf32>) -> tensor<?x8xf32>
  // LINALG: tensor.insert_slice %{{.*}} into %{{.*}}[0, 0] [%{{.*}}, 3] [1, 1]
  // LINALG: tensor.insert_slice %{{.*}} into %{{.*}}[0, 3] [%{{.*}}, 5] [1, 1]
  %0 = rlx.concat %a, %b axis = 1 : (tensor<?x3xf32>, tensor<?x5xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// CHECK-LABEL: @concat_dynamic
func.func @concat_dynamic(%a: tensor<?x3xi1>, %b: tensor<2x3xi1>) -> tensor<?x3xi1> {
  // CHECK: axis = -2
  %0 = rlx.concat %a, %b, %a axis = -2 : (tensor<?x3xi1>, tensor<2x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// CHECK-LABEL: @expand
// LINALG-LABEL: @expand
func.func @expand(%x: tensor<4x1xf32>, %n: index) -> tensor<?x4x8xf32> {
  // CHECK: rlx.expand %{{.*}} to [%{{.*}}, 4, 8] : (tensor<4x1xf32>, index) -> tensor<?x4x8xf32>
  // LINALG: tensor.empty(%{{.*}}) : tensor<?x4x8xf32>
  // LINALG: linalg.generic
  %0 = rlx.expand %x to [%n, 4, 8] : (tensor<4x1xf32>, index) -> tensor<?x4x8xf32>
  return %0 : tensor<?x4x8xf32>
}

// CHECK-LABEL: @dynamic_expand
// LINALG-LABEL: @dynamic_expand
func.func @dynamic_expand(%x: tensor<?x1x?xf32>, %n: index) -> tensor<?x1x9xf32> {
  // CHECK: rlx.dynamic_expand %{{.*}} dims = [0, 2] to [%{{.*}}, 9] : (tensor<?x1x?xf32>, index) -> tensor<?x1x9xf32>
  // LINALG: tensor.empty(%{{.*}}) : tensor<?x1x9xf32>
  // LINALG: linalg.generic
  // LINALG: tensor.extract
  %0 = rlx.dynamic_expand %x dims = [0, 2] to [%n, 9] : (tensor<?x1x?xf32>, index) -> tensor<?x1x9xf32>
  return %0 : tensor<?x1x9xf32>
}

// CHECK-LABEL: @pad_constant
// LINALG-LABEL: @pad_constant
func.func @pad_constant(%x: tensor<?x8xf32>, %v: tensor<f32>, %p: index) -> tensor<?x?xf32> {
  // CHECK: rlx.pad constant %{{.*}}, %{{.*}} low [0, %{{.*}}] high [0, 2] : (tensor<?x8xf32>, tensor<f32>, index) -> tensor<?x?xf32>
  // LINALG: tensor.extract %{{.*}}[]
  // LINALG-NOT: tensor.pad
  // LINALG: scf.if
  // LINALG: tensor.extract %{{.*}}[%{{.*}}, %{{.*}}]
  %0 = rlx.pad constant %x, %v low [0, %p] high [0, 2] : (tensor<?x8xf32>, tensor<f32>, index) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: @pad_constant_high
// LINALG-LABEL: @pad_constant_high
func.func @pad_constant_high(%x: tensor<?x8xf32>, %v: tensor<f32>, %p: index) -> tensor<?x?xf32> {
  // CHECK: rlx.pad constant %{{.*}}, %{{.*}} low [0, 1] high [0, %{{.*}}]
  // LINALG: tensor.extract %{{.*}}[]
  // LINALG: tensor.pad %{{.*}} low[0, 1] high[0, %{{.*}}]
  %0 = rlx.pad constant %x, %v low [0, 1] high [0, %p] : (tensor<?x8xf32>, tensor<f32>, index) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: @pad_modes
// LINALG-LABEL: @pad_modes
func.func @pad_modes(%x: tensor<?x8xf32>) -> (tensor<?x11xf32>, tensor<?x11xf32>, tensor<?x11xf32>) {
  // CHECK: rlx.pad reflect %{{.*}} low [0, 1] high [0, 2] : (tensor<?x8xf32>) -> tensor<?x11xf32>
  // CHECK: rlx.pad edge
  // CHECK: rlx.pad wrap
  // LINALG: tensor.extract
  // LINALG: tensor.extract
  // LINALG: arith.remsi
  // LINALG: tensor.extract
  %0 = rlx.pad reflect %x low [0, 1] high [0, 2] : (tensor<?x8xf32>) -> tensor<?x11xf32>
  %1 = rlx.pad edge %x low [0, 1] high [0, 2] : (tensor<?x8xf32>) -> tensor<?x11xf32>
  %2 = rlx.pad wrap %x low [0, 1] high [0, 2] : (tensor<?x8xf32>) -> tensor<?x11xf32>
  return %0, %1, %2 : tensor<?x11xf32>, tensor<?x11xf32>, tensor<?x11xf32>
}
