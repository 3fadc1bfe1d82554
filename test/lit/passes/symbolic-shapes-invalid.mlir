// RUN: rlx-opt %s --rlx-outline-kernels -split-input-file -verify-diagnostics

func.func @minimum(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  // expected-error@+1 {{'arith.minsi' op chooses between sizes; the minimum or maximum of sizes is not supported, sizes are sums, products and quotients of the sizes of the inputs}}
  %m = arith.minsi %n, %c4 : index
  %0 = rlx.slice %x from [0] sizes [%m] : (tensor<?xf32>, index) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @maximum(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  // expected-error@+1 {{'affine.max' op chooses between sizes}}
  %m = affine.max affine_map<()[s0] -> (s0 - 4, 0)>()[%n]
  %0 = rlx.slice %x from [0] sizes [%m] : (tensor<?xf32>, index) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
