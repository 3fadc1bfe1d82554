// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// CHECK-LABEL: @add_broadcast
// LINALG-LABEL: @add_broadcast
// LINALG: linalg.generic
// LINALG: arith.addf
func.func @add_broadcast(%a: tensor<2x?xf32>, %b: tensor<1x3xf32>) -> tensor<2x3xf32> {
  // CHECK: rlx.add %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %0 = rlx.add %a, %b : (tensor<2x?xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// LINALG-LABEL: @add_unsigned(
// LINALG-SAME: tensor<4xi8>, %{{.*}}: tensor<4xi8>) -> tensor<4xi8>
func.func @add_unsigned(%a: tensor<4xui8>, %b: tensor<4xui8>) -> tensor<4xui8> {
  %0 = rlx.add %a, %b : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  return %0 : tensor<4xui8>
}

// LINALG-LABEL: @dynamic_matmul
func.func @dynamic_matmul(%a: tensor<?x?x8xbf16>, %b: tensor<8x16xbf16>) -> tensor<?x?x16xbf16> {
  %0 = rlx.matmul %a, %b : (tensor<?x?x8xbf16>, tensor<8x16xbf16>) -> tensor<?x?x16xbf16>
  return %0 : tensor<?x?x16xbf16>
}

// LINALG-LABEL: @reshape_and_reduce
func.func @reshape_and_reduce(%x: tensor<?x384xf32>, %n: index) -> tensor<?x12xf32> {
  %0 = rlx.reshape %x to [%n, 12, 32] : (tensor<?x384xf32>, index) -> tensor<?x12x32xf32>
  %1 = rlx.reduce_sum %0 axes = [-1] : (tensor<?x12x32xf32>) -> tensor<?x12xf32>
  return %1 : tensor<?x12xf32>
}
