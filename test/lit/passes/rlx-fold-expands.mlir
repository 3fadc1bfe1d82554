// RUN: rlx-opt %s --rlx-fold-expands | FileCheck %s

// The guard of the matmul makes the number of keys in the mask that of the values, so that only
// the mask may have to be expanded.

// CHECK-LABEL: @proved_by_guard
// CHECK-SAME: %[[S:[a-z0-9]*]]: tensor<4x?xf32> {{.*}}, %[[M:[a-z0-9]*]]: tensor<4x?xf32>, %[[V:[a-z0-9]*]]: tensor<?x8xf32>
// CHECK: %[[E:.*]] = rlx.dynamic_expand %[[M]] dims = [1]
// CHECK: %[[A:.*]] = rlx.add %[[S]], %[[E]]
// CHECK: rlx.matmul %[[A]], %[[V]]
func.func @proved_by_guard(%s: tensor<4x?xf32> {rlx.dims = ["", "keys"]}, %m: tensor<4x?xf32>, %v: tensor<?x8xf32> {rlx.dims = ["keys", ""]}) -> tensor<4x8xf32> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %s, %c1 : tensor<4x?xf32>
  %k = tensor.dim %m, %c1 : tensor<4x?xf32>
  %one = arith.cmpi eq, %n, %c1 : index
  %all = arith.select %one, %k, %n : index
  %a = rlx.dynamic_expand %s dims = [1] to [%all] : (tensor<4x?xf32>, index) -> tensor<4x?xf32>
  %b = rlx.dynamic_expand %m dims = [1] to [%all] : (tensor<4x?xf32>, index) -> tensor<4x?xf32>
  %0 = rlx.add %a, %b : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  %1 = rlx.matmul %0, %v : (tensor<4x?xf32>, tensor<?x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// Of two dimensions one is equal.

// CHECK-LABEL: @one_of_two
// CHECK: rlx.dynamic_expand %{{.*}} dims = [1] to [7] : (tensor<?x?xf32>) -> tensor<?x7xf32>
func.func @one_of_two(%x: tensor<?x?xf32>) -> tensor<?x7xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %0 = rlx.dynamic_expand %x dims = [0, 1] to [%n, 7] : (tensor<?x?xf32>, index) -> tensor<?x7xf32>
  return %0 : tensor<?x7xf32>
}

// A static 1 of another operand stays.

// CHECK-LABEL: @hoist
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>, %[[B:.*]]: tensor<1x4xf32>, %[[Y:.*]]: tensor<?x4xf32>
// CHECK: %[[E:.*]] = rlx.dynamic_expand %[[X]] dims = [0]
// CHECK: %[[R:.*]] = rlx.relu %[[E]]
// CHECK: %[[A:.*]] = rlx.add %[[R]], %[[B]]
// CHECK: rlx.mul %[[A]], %[[Y]]
func.func @hoist(%x: tensor<?x4xf32>, %b: tensor<1x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?x4xf32>
  %0 = rlx.relu %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = rlx.add %0, %b : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
  %2 = rlx.dynamic_expand %1 dims = [0] to [%n] : (tensor<?x4xf32>, index) -> tensor<?x4xf32>
  %3 = rlx.mul %2, %y : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %3 : tensor<?x4xf32>
}

// The operand has another user: moving the op would compute it twice.

// CHECK-LABEL: @shared
// CHECK: %[[R:.*]] = rlx.relu
// CHECK: rlx.dynamic_expand %[[R]]
func.func @shared(%x: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<6x4xf32>) {
  %0 = rlx.relu %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = rlx.dynamic_expand %0 dims = [0] to [6] : (tensor<?x4xf32>) -> tensor<6x4xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<6x4xf32>
}

// An element of a constant that a pass has folded.

// CHECK-LABEL: @folded_element
// CHECK: rlx.dynamic_expand
func.func @folded_element(%x: tensor<?xf32>, %y: tensor<8xf32>) -> tensor<?xf32> {
  %c5 = arith.constant 5 : i64
  %n = arith.index_cast %c5 : i64 to index
  %0 = rlx.slice %y from [0] sizes [%n] : (tensor<8xf32>, index) -> tensor<?xf32>
  %1 = rlx.dynamic_expand %x dims = [0] to [%n] : (tensor<?xf32>, index) -> tensor<?xf32>
  %2 = rlx.add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// An expansion of an expansion is one, with the later size of each dimension.

// CHECK-LABEL: @chain
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<?x?xf32>
// CHECK: %[[K:.*]] = tensor.dim %{{.*}}, %{{.*}} : tensor<?x?xf32>
// CHECK: %[[M:.*]] = tensor.dim %{{.*}}, %{{.*}} : tensor<?x?xf32>
// CHECK: %[[E:.*]] = rlx.dynamic_expand %[[X]] dims = [0, 1] to [%[[K]], %[[M]]]
// CHECK: rlx.relu %[[E]]
func.func @chain(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = tensor.dim %y, %c0 : tensor<?x?xf32>
  %m = tensor.dim %y, %c1 : tensor<?x?xf32>
  %0 = rlx.dynamic_expand %x dims = [0, 1] to [%k, %k] : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  %1 = rlx.relu %0 : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = rlx.dynamic_expand %1 dims = [1] to [%m] : (tensor<?x?xf32>, index) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// The guard of the sum makes the sizes equal. Nobody reads the sum, so an assertion stays.
// CHECK-LABEL: @guarded
// CHECK: %[[E:.*]] = arith.cmpi eq
// CHECK: cf.assert %[[E]], "sizes that another op requires to be equal"
// CHECK-NOT: rlx.dynamic_expand
// CHECK: return
func.func @guarded(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %k = tensor.dim %y, %c0 : tensor<?xf32>
  %0 = rlx.dynamic_expand %x dims = [0] to [%k] : (tensor<?xf32>, index) -> tensor<?xf32>
  %1 = rlx.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
