// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// One generic. Each operand has a separate broadcast map. The constant becomes a scalar.
// CHECK-LABEL: @chain
// CHECK: rlx.elementwise_region %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32> {
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<2x?xf32>, %{{.*}}: tensor<?xf32>):
// CHECK: rlx.yield %{{.*}} : tensor<2x?xf32>
// LINALG-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// LINALG-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d1)>
// LINALG-LABEL: @chain
// LINALG: linalg.generic {indexing_maps = [#[[ID]], #[[ROW]], #[[ID]]], iterator_types = ["parallel", "parallel"]}
// LINALG-NEXT: ^bb0(%[[X:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
// LINALG: %[[C:.*]] = arith.constant 2.000000e+00 : f32
// LINALG: %[[M:.*]] = arith.mulf %[[B]], %[[C]]
// LINALG: %[[A:.*]] = arith.addf %[[X]], %[[M]]
// LINALG: arith.maximumf %[[A]]
// LINALG: linalg.yield
// LINALG-NOT: linalg.generic
// LINALG: return
func.func @chain(%x: tensor<2x?xf32>, %b: tensor<?xf32>) -> tensor<2x?xf32> {
  %0 = rlx.elementwise_region %x, %b : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32> {
  ^bb0(%arg0: tensor<2x?xf32>, %arg1: tensor<?xf32>):
    %c = rlx.constant dense<2.0> : tensor<f32>
    %1 = rlx.mul %arg1, %c : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
    %2 = rlx.add %arg0, %1 : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
    %3 = rlx.relu %2 : (tensor<2x?xf32>) -> tensor<2x?xf32>
    rlx.yield %3 : tensor<2x?xf32>
  }
  return %0 : tensor<2x?xf32>
}

// Several results, one of them broadcast, with different element types.
// CHECK-LABEL: @several
// LINALG-LABEL: @several
// LINALG: linalg.generic
// LINALG-SAME: ins(%{{.*}}, %{{.*}} : tensor<3x1xf32>, tensor<4xf16>)
// LINALG-SAME: outs(%{{.*}}, %{{.*}}, %{{.*}} : tensor<3x4xf16>, tensor<3x4xi1>, tensor<3x4xf32>)
// LINALG: arith.truncf
// LINALG: %[[M:.*]] = arith.mulf
// LINALG: %[[LT:.*]] = arith.cmpf olt
// LINALG: linalg.yield %[[M]], %[[LT]], %in : f16, i1, f32
func.func @several(%x: tensor<3x1xf32>, %y: tensor<4xf16>)
    -> (tensor<3x4xf16>, tensor<3x4xi1>, tensor<3x4xf32>) {
  %0:3 = rlx.elementwise_region %x, %y
      : (tensor<3x1xf32>, tensor<4xf16>) -> (tensor<3x4xf16>, tensor<3x4xi1>, tensor<3x4xf32>) {
  ^bb0(%arg0: tensor<3x1xf32>, %arg1: tensor<4xf16>):
    %1 = rlx.cast %arg0 to f16 : (tensor<3x1xf32>) -> tensor<3x1xf16>
    %2 = rlx.mul %1, %arg1 : (tensor<3x1xf16>, tensor<4xf16>) -> tensor<3x4xf16>
    %3 = rlx.compare lt %1, %arg1 : (tensor<3x1xf16>, tensor<4xf16>) -> tensor<3x4xi1>
    rlx.yield %2, %3, %arg0 : tensor<3x4xf16>, tensor<3x4xi1>, tensor<3x1xf32>
  }
  return %0#0, %0#1, %0#2 : tensor<3x4xf16>, tensor<3x4xi1>, tensor<3x4xf32>
}
