// RUN: rlx-opt %s --rlx-interpret=print -o /dev/null 2>&1 | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops --rlx-interpret=print -o /dev/null 2>&1 | FileCheck %s

// CHECK: @sum#0 = dense<[4.000000e+00, 6.000000e+00]> : tensor<2xf32>
func.func @sum() -> tensor<2xf32> {
  %a = check.literal dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %0 = rlx.reduce_sum %a axes = [0] : (tensor<2x2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// Index arithmetic computes sizes. A call runs the callee.
// CHECK: @sizes#0 = dense<[1, 2, 3, 4]> : tensor<4xi32>
func.func @sizes() -> tensor<?xi32> {
  %a = check.literal dense<[[1, 2], [3, 4]]> : tensor<2x2xi32> to tensor<?x?xi32>
  %0 = call @flatten(%a) : (tensor<?x?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

func.func private @flatten(%a: tensor<?x?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xi32>
  %n = tensor.dim %a, %c1 : tensor<?x?xi32>
  %size = affine.apply affine_map<()[m, n] -> (m * n)>()[%m, %n]
  %more = arith.addi %size, %c0 : index
  %0 = rlx.reshape %a to [%more] : (tensor<?x?xi32>, index) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
