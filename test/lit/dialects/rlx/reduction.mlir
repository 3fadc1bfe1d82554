// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg --canonicalize --cse | FileCheck %s --check-prefix=LINALG

// CHECK-LABEL: @sum_f16
// LINALG-LABEL: @sum_f16
func.func @sum_f16(%x: tensor<2x?x4xf16>) -> tensor<?xf16> {
  // CHECK: rlx.reduce_sum %{{.*}} axes = [0, -1] : (tensor<2x?x4xf16>) -> tensor<?xf16>
  // LINALG: linalg.fill {{.*}} tensor<?xf32>
  // LINALG: iterator_types = ["reduction", "parallel", "reduction"]
  // LINALG: arith.extf
  // LINALG: arith.addf %{{.*}} : f32
  // LINALG: arith.truncf
  %0 = rlx.reduce_sum %x axes = [0, -1] : (tensor<2x?x4xf16>) -> tensor<?xf16>
  return %0 : tensor<?xf16>
}

// CHECK-LABEL: @mean_keep_dims
// LINALG-LABEL: @mean_keep_dims
func.func @mean_keep_dims(%x: tensor<?x3xf32>) -> tensor<1x1xf32> {
  // CHECK: rlx.reduce_mean %{{.*}} axes = [] {keep_dims = true} : (tensor<?x3xf32>) -> tensor<1x1xf32>
  // LINALG: iterator_types = ["parallel", "parallel", "reduction", "reduction"]
  // LINALG: arith.sitofp
  // LINALG: arith.divf
  %0 = rlx.reduce_mean %x axes = [] {keep_dims = true} : (tensor<?x3xf32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}

// Summed in 64 bits, divided in its own signedness.
// LINALG-LABEL: @mean_integers
func.func @mean_integers(%x: tensor<?x3xi8>, %y: tensor<?x3xui8>) -> (tensor<?xi8>, tensor<?xui8>) {
  // LINALG: arith.extsi %{{.*}} : i8 to i64
  // LINALG: arith.divsi
  // LINALG: arith.trunci %{{.*}} : i64 to i8
  // LINALG: arith.extui %{{.*}} : i8 to i64
  // LINALG: arith.divui
  %0 = rlx.reduce_mean %x axes = [1] : (tensor<?x3xi8>) -> tensor<?xi8>
  %1 = rlx.reduce_mean %y axes = [1] : (tensor<?x3xui8>) -> tensor<?xui8>
  return %0, %1 : tensor<?xi8>, tensor<?xui8>
}

// CHECK-LABEL: @max
// LINALG-LABEL: @max
func.func @max(%x: tensor<4x?xf32>, %y: tensor<4x?xi8>, %z: tensor<4x?xui8>)
    -> (tensor<?xf32>, tensor<?xi8>, tensor<?xui8>) {
  // CHECK: rlx.reduce_max
  // LINALG-DAG: arith.constant 0xFF800000 : f32
  // LINALG-DAG: arith.constant -128 : i8
  // LINALG-DAG: arith.constant 0 : i8
  // LINALG: arith.maximumf
  // LINALG: arith.maxsi
  // LINALG: arith.maxui
  %0 = rlx.reduce_max %x axes = [0] : (tensor<4x?xf32>) -> tensor<?xf32>
  %1 = rlx.reduce_max %y axes = [0] : (tensor<4x?xi8>) -> tensor<?xi8>
  %2 = rlx.reduce_max %z axes = [0] : (tensor<4x?xui8>) -> tensor<?xui8>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xi8>, tensor<?xui8>
}

// CHECK-LABEL: @min_bool_and_product
// LINALG-LABEL: @min_bool_and_product
func.func @min_bool_and_product(%x: tensor<4xi1>, %y: tensor<4xi16>) -> (tensor<i1>, tensor<i16>) {
  // CHECK: rlx.reduce_min
  // CHECK: rlx.reduce_prod
  // LINALG: arith.minui %{{.*}} : i1
  // LINALG: arith.muli %{{.*}} : i16
  %0 = rlx.reduce_min %x axes = [0] : (tensor<4xi1>) -> tensor<i1>
  %1 = rlx.reduce_prod %y axes = [0] : (tensor<4xi16>) -> tensor<i16>
  return %0, %1 : tensor<i1>, tensor<i16>
}
