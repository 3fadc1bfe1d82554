// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --mlir-print-op-generic | rlx-opt | FileCheck %s

// CHECK: #[[MAP:.*]] = affine_map<()[s0, s1, s2, s3] -> (s0, s1)>
// CHECK-LABEL: func.func @dynamic
// CHECK: rlx.custom "blend"(%arg0, %arg1) config = "0.25" outs = [tensor<?x4xf32>]
// CHECK-SAME: sizes = [#[[MAP]]]
func.func @dynamic(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = rlx.custom "blend"(%x, %y) config = "0.25" outs = [tensor<?x4xf32>] sizes = [affine_map<()[n, a, m, b] -> (n, a)>] : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @no_operands
// CHECK: rlx.custom "noise"() outs = [tensor<4xf32>, tensor<i1>] : () -> (tensor<4xf32>, tensor<i1>)
func.func @no_operands() -> (tensor<4xf32>, tensor<i1>) {
  %0:2 = rlx.custom "noise"() outs = [tensor<4xf32>, tensor<i1>] : () -> (tensor<4xf32>, tensor<i1>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<i1>
}

// CHECK-LABEL: func.func @with_body
// CHECK: rlx.custom "twice"(%arg0) outs = [tensor<4xf32>] use_kernel : (tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: ^bb0(
// CHECK: rlx.yield
func.func @with_body(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = rlx.custom "twice"(%x) outs = [tensor<4xf32>] use_kernel : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    %1 = rlx.add %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    rlx.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @function
// CHECK: rlx.custom_fn %arg0 : (tensor<?xf32>) -> tensor<?xf32> {
// CHECK: } vjp {
// CHECK: ^bb0(%{{.*}}: tensor<?xf32>, %{{.*}}: tensor<?xf32>, %{{.*}}: tensor<?xf32>):
func.func @function(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = rlx.custom_fn %x : (tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%a: tensor<?xf32>):
    %1 = rlx.round %a : (tensor<?xf32>) -> tensor<?xf32>
    rlx.yield %1 : tensor<?xf32>
  } vjp {
  ^bb0(%a: tensor<?xf32>, %y: tensor<?xf32>, %dy: tensor<?xf32>):
    rlx.yield %dy : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
