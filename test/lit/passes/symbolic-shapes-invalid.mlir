// RUN: rlx-opt %s --rlx-outline-kernels -split-input-file -verify-diagnostics

func.func @variable(%x: tensor<?xf32>, %k: tensor<4xi64>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  // expected-error@+1 {{'tensor.extract' op expects constant indices}}
  %e = tensor.extract %k[%n] : tensor<4xi64>
  %m = arith.index_cast %e : i64 to index
  %0 = rlx.slice %x from [0] sizes [%m] : (tensor<?xf32>, index) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @unsigned(%x: tensor<?xf32>, %k: tensor<4xi8>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %k[%c0] : tensor<4xi8>
  // expected-error@+1 {{'arith.index_castui' op expects arith.index_castui for a boolean, and arith.index_cast for other integers}}
  %m = arith.index_castui %e : i8 to index
  %0 = rlx.slice %x from [0] sizes [%m] : (tensor<?xf32>, index) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
