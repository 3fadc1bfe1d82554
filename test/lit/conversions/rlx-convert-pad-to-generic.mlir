// RUN: rlx-opt %s --rlx-convert-pad-to-generic | FileCheck %s

// Each element is read where the source has one, and is the padding value elsewhere. Indices before
// the source wrap to huge numbers, so one comparison per dimension is enough.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32>, %[[LOW:.*]]: index, %[[V:.*]]: f32
// CHECK-NOT: tensor.pad
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]{{.*}} outs(
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: %[[FROM:.*]] = arith.subi %[[I]], %[[LOW]]
// CHECK: %[[ROW:.*]] = arith.cmpi ult, %[[FROM]]
// CHECK: %[[J:.*]] = linalg.index 1
// CHECK: %[[COLUMN:.*]] = arith.cmpi ult
// CHECK: %[[INSIDE:.*]] = arith.andi %[[ROW]], %[[COLUMN]]
// CHECK: %[[ELEMENT:.*]] = scf.if %[[INSIDE]]
// CHECK: tensor.extract %[[X]][%[[FROM]], %{{.*}}]
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[V]]
// CHECK: linalg.yield %[[ELEMENT]]
func.func @dynamic(%x: tensor<?x3xf32>, %low: index, %v: f32) -> tensor<?x6xf32> {
  %0 = tensor.pad %x low[%low, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x3xf32> to tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}

// A pad whose value depends on the index is not converted.
// CHECK-LABEL: func.func @value_of_place(
// CHECK: tensor.pad
// CHECK-NOT: linalg.generic
func.func @value_of_place(%x: tensor<4xindex>) -> tensor<6xindex> {
  %0 = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<4xindex> to tensor<6xindex>
  return %0 : tensor<6xindex>
}
