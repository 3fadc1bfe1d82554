// RUN: rlx-opt %s --split-input-file --rlx-update-caches-in-place | FileCheck %s
// RUN: rlx-opt %s --split-input-file --rlx-update-caches-in-place -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-caches 2>&1 | FileCheck %s --check-prefix=REMARK

// Two caches of one length: one input for it, one check of the room, one tensor of indices. The size of
// the past is the length wherever the model has it.
// REMARK: output 'keys_out' is input 'keys' with new rows at the length of the caches
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[KEYS:.*]]: tensor<?x2x?x4xf32> {rlx.dims = ["b", "", "capacity", ""], rlx.kind = "input", rlx.name = "keys"}
// CHECK-SAME: %[[VALUES:.*]]: tensor<?x2x?x4xf32> {rlx.dims = ["b", "", "capacity", ""], rlx.kind = "input", rlx.name = "values"}
// CHECK-SAME: %[[LENGTH:.*]]: tensor<i64> {rlx.kind = "input", rlx.name = "past"}
// CHECK-SAME: %[[NEW:.*]]: tensor<?x2x?x4xf32>
// CHECK-SAME: tensor<?x2x?x4xf32> {rlx.dims = ["b", "", "capacity", ""], rlx.name = "keys_out"}
// CHECK: %[[ELEMENT:.*]] = tensor.extract %[[LENGTH]][]
// CHECK: %[[PAST:.*]] = arith.index_cast %[[ELEMENT]]
// CHECK: cf.assert %{{.*}}, "'past' must not be negative"
// CHECK: %[[END:.*]] = arith.addi %[[PAST]], %{{.*}} : index
// CHECK: %[[ROOM:.*]] = tensor.dim %[[KEYS]], %{{.*}}
// CHECK: arith.cmpi sge, %[[ROOM]], %[[END]]
// CHECK: cf.assert %{{.*}}, "caches have no room for the new tokens"
// CHECK-COUNT-3: rlx.iota
// CHECK: %[[INDICES:.*]] = rlx.concat {{.*}} axis = 3 {{.*}} -> tensor<?x2x?x3xi64>
// CHECK-NOT: rlx.iota
// CHECK: %[[NOW:.*]] = rlx.scatter_nd %[[KEYS]], %[[INDICES]], %{{.*}}
// CHECK: %[[ALL:.*]] = rlx.slice %[[NOW]] from [0, 0, 0, 0] sizes [%{{.*}}, 2, %[[END]], 4]
// CHECK: rlx.neg %[[ALL]]
// CHECK: %[[NEXT:.*]] = rlx.scatter_nd %[[VALUES]], %[[INDICES]], %{{.*}}
// CHECK: rlx.iota from %[[PAST]] to [2] axis = 0
// CHECK: return %[[NOW]], %[[NEXT]], %{{.*}}, %{{.*}}
func.func @main(%keys: tensor<?x2x?x4xf32> {rlx.dims = ["b", "", "past", ""], rlx.kind = "input", rlx.name = "keys"},
                %values: tensor<?x2x?x4xf32> {rlx.dims = ["b", "", "past", ""], rlx.kind = "input", rlx.name = "values"},
                %new: tensor<?x2x?x4xf32> {rlx.dims = ["b", "", "n", ""], rlx.kind = "input", rlx.name = "new"})
    -> (tensor<?x2x?x4xf32> {rlx.dims = ["b", "", "past + n", ""], rlx.name = "keys_out"},
        tensor<?x2x?x4xf32> {rlx.name = "values_out"}, tensor<?x2x?x4xf32> {rlx.name = "negative"},
        tensor<2xi64> {rlx.name = "places"}) {
  %c2 = arith.constant 2 : index
  %past = tensor.dim %keys, %c2 : tensor<?x2x?x4xf32>
  %0 = rlx.exp %new : (tensor<?x2x?x4xf32>) -> tensor<?x2x?x4xf32>
  %1 = rlx.concat %keys, %0 axis = 2 : (tensor<?x2x?x4xf32>, tensor<?x2x?x4xf32>) -> tensor<?x2x?x4xf32>
  %2 = rlx.neg %1 : (tensor<?x2x?x4xf32>) -> tensor<?x2x?x4xf32>
  %3 = rlx.concat %values, %new axis = -2 : (tensor<?x2x?x4xf32>, tensor<?x2x?x4xf32>) -> tensor<?x2x?x4xf32>
  %4 = rlx.iota from %past to [2] axis = 0 : (index) -> tensor<2xi64>
  return %1, %3, %2, %4 : tensor<?x2x?x4xf32>, tensor<?x2x?x4xf32>, tensor<?x2x?x4xf32>, tensor<2xi64>
}

// -----

// What reads the past itself gets the first rows. Names that differ, or that there are none, give the
// default name. The name 'capacity' is in use.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[A:.*]]: tensor<?x4xf32> {rlx.dims = ["capacity_1", ""], rlx.kind = "input", rlx.name = "a"}
// CHECK-SAME: %[[B:.*]]: tensor<?x4xf32> {rlx.dims = ["capacity_1", ""], rlx.kind = "input", rlx.name = "b"}
// CHECK-SAME: {rlx.kind = "input", rlx.name = "past_sequence_length"}
// CHECK-SAME: %[[OTHER:.*]]: tensor<?xf32>
// CHECK: %[[PAST:.*]] = arith.index_cast
// CHECK: %[[FIRST:.*]] = rlx.slice %[[A]] from [0, 0] sizes [%[[PAST]], 4]
// CHECK: %[[SIZE:.*]] = tensor.dim %[[OTHER]]
// CHECK: arith.cmpi eq, %[[SIZE]], %[[PAST]]
// CHECK: cf.assert %{{.*}}, "axis 0 of 'other' must have the size that 'past_sequence_length' says"
// CHECK: rlx.neg %[[FIRST]]
func.func @main(%a: tensor<?x4xf32> {rlx.dims = ["p", ""], rlx.kind = "input", rlx.name = "a"},
                %b: tensor<?x4xf32> {rlx.kind = "input", rlx.name = "b"},
                %other: tensor<?xf32> {rlx.dims = ["p"], rlx.kind = "input", rlx.name = "other"},
                %new: tensor<?x4xf32> {rlx.dims = ["capacity", ""], rlx.kind = "input", rlx.name = "new"})
    -> (tensor<?x4xf32> {rlx.name = "c"}, tensor<?x4xf32> {rlx.name = "d"}, tensor<?x4xf32> {rlx.name = "e"}) {
  %0 = rlx.concat %a, %new axis = 0 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = rlx.concat %b, %new axis = 0 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = rlx.neg %a : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0, %1, %2 : tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>
}

// -----

// Inputs with some elements changed are caches already.
// CHECK-LABEL: func.func @main(
// CHECK-NOT: past_sequence_length
// CHECK: %[[NOW:.*]] = rlx.scatter_nd %arg0
// CHECK-NEXT: return %[[NOW]]
func.func @main(%cache: tensor<?x4xf32> {rlx.dims = ["n", ""], rlx.kind = "input", rlx.name = "cache"},
                %at: tensor<1x1xi64> {rlx.kind = "input", rlx.name = "at"},
                %row: tensor<1x4xf32> {rlx.kind = "input", rlx.name = "row"}) -> (tensor<?x4xf32> {rlx.name = "out"}) {
  %0 = rlx.scatter_nd %cache, %at, %row : (tensor<?x4xf32>, tensor<1x1xi64>, tensor<1x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
